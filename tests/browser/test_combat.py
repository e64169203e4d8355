"""An attack from the target to the advance: the odds shown are the server's, the die is the one that fell."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pages import Shots, Watched
from tests.browser.prepared import ATTACKERS, DEFENDER, TARGET, TO_BATTLE, battle, combat, played, retreat
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import Json


def preview(table: Seated, action: str = "") -> Json:
    """The server's odds in the position on the screen."""
    found: Json = table.server.get(f"seats/{table.token}/preview", action=action)
    assert found, f"the server gives no odds: {table.look()['decision']}"
    return found


def shows(table: Seated, odds: Json) -> None:
    """The panel says what the server says."""
    panel = table.get("combat-panel")
    expect(table.get("odds-column")).to_have_text("automatic" if odds["automatic"] else odds["column"])
    expect(panel).to_contain_text(odds["ratio"])
    for item in (*odds["attack"], *odds["defence"]):
        expect(panel).to_contain_text(item["text"])
        expect(panel.get_by_role("link", name=f"Rule {item['rule']}", exact=True).first).to_be_visible()
    for shift in odds["shifts"]:
        expect(panel).to_contain_text(shift["text"])
    for result, chance in odds["results"].items():
        words = rf"^\s*{re.escape(odds['result_names'][result])}\s+{round(chance * 100)} %"
        expect(panel.locator("li", has_text=re.compile(words, re.I))).to_be_visible()


def test_attack_with_its_odds_and_the_die(page: Page, server: Serving, shots: Shots) -> None:
    match = combat(server)
    table = Seated(page, server, match.tokens["soviet"]).open()
    table.fit()
    assert TARGET in table.lit
    # Before anything is said: what if everybody next to it attacked?
    table.hover_hex(TARGET)
    shows(table, preview(table, f"attack {TARGET} {' '.join(ATTACKERS)}"))
    shots(page, "combat-what-if")

    table.go(TARGET)
    table.decided("add attackers")
    table.go("1105")
    shows(table, preview(table))
    table.click_hex("1206")
    for unit in ATTACKERS[1:]:
        before = table.state
        table.get(f"unit-add-{unit}").click()
        table.settled(before)
        shows(table, preview(table))
    shots(page, "combat-declare")
    # Until it is committed it can be taken back.
    before = table.state
    table.get("attack-back").click()
    table.settled(before)
    shows(table, preview(table))
    table.press("commit")
    assert not table.look()["can_undo"]
    shots(page, "combat-support")
    before = preview(table)["attack_total"]
    table.press("air 1")
    odds = preview(table)
    assert odds["attack_total"] > before
    assert not odds["automatic"]
    shows(table, odds)

    entries = table.look()["entries"]
    table.press("fight")
    events = [e for entry in table.look()["log"] if entry["n"] > entries for e in entry["events"]]
    result = next(e for e in events if e["name"] == "result")
    line = table.get("log").locator(".line.result").last
    expect(line.get_by_role("img", name=str(result["dice"][0]), exact=True)).to_be_visible()
    expect(line.get_by_role("link").first).to_have_text(result["rules"][0])
    shots(page, "combat-result")


def test_a_double_click_commits_and_rolls_no_die(page: Page, server: Serving) -> None:
    table = Seated(page, server, played(combat(server), *TO_BATTLE[:-1]).tokens["soviet"]).open()
    box = table.get("action-commit").bounding_box()
    assert box
    before = table.state
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.settled(before)
    expect(table.get("action-fight")).to_be_visible()
    state = table.state
    fight = table.get("action-fight").bounding_box()
    assert fight
    page.mouse.move(fight["x"] + fight["width"] / 2, fight["y"] + fight["height"] / 2)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    table.decided("commit support, then fight")
    assert table.look()["state"] == state
    table.press("fight")
    assert table.state > state


def test_the_defender_retreats_and_the_attacker_advances(
    person: Callable[..., Watched], server: Serving, shots: Shots
) -> None:
    match = retreat(server)
    german = Seated(person().page(), server, match.tokens["german"]).open()
    soviet = Seated(person().page(), server, match.tokens["soviet"]).open()
    german.fit()
    soviet.fit()
    expect(german.get("prompt")).to_contain_text("your decision")
    expect(soviet.get("prompt")).to_contain_text("waiting")
    expect(german.get("combat-result")).to_be_visible()
    ways = {choice for group in german.look()["actions"] for choice in group["choices"]}
    assert set(german.lit) == ways
    shots(german.page, "combat-retreat")
    goal = sorted(ways)[-1]
    german.go(goal)
    soviet.shows(german.state)
    assert german.where(DEFENDER) == goal == soviet.where(DEFENDER)

    soviet.decided("advance")
    expect(soviet.get("combat-result")).to_be_visible()
    shots(soviet.page, "combat-advance")
    soviet.go("1105")
    assert soviet.where("15R") == TARGET
    soviet.press("done")
    german.shows(soviet.state)
    assert german.where("15R") == TARGET
    expect(soviet.get("prompt")).to_contain_text("your decision")
    soviet.decided(re.compile("attack|combat", re.I))


def test_a_fight_under_way_is_the_same_after_a_reload(page: Page, server: Serving) -> None:
    match = battle(server)
    table = Seated(page, server, match.tokens["soviet"]).open()
    odds = preview(table)
    shows(table, odds)
    before = table.look()
    page.reload()
    table.settled()
    shows(table, odds)
    assert table.look() == before
    assert {"fight"} <= set(table.buttons)
