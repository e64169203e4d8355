"""Korsun at the table: set-up by hand and by itself, the duel of support fire, bombardment, bridges, pools, weather."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Shots, Watched
from tests.browser.prepared import FIRED_AT, KORSUN, fire_fight, german_movement, korsun_learning
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import Json, Match, play_out

ENGINEER = "16Pz-Pi"
SPAN = "1118/1119"
"""A side of a hex on the Gniloy Tikich that the engineers of the 16th Panzer can bridge."""


@pytest.fixture
def sit(person: Callable[..., Watched], server: Serving) -> Callable[[Match, str], Seated]:
    """A side at its table, in a browser of its own."""

    def down(match: Match, side: str) -> Seated:
        table = Seated(person().page(), server, match.tokens[side]).open()
        table.fit()
        return table

    return down


Sit = Callable[[Match, str], Seated]


def chances(page: Page) -> list[str | None]:
    """What has become of each opportunity for support fire."""
    return [chance.get_attribute("data-state") for chance in page.locator("[data-testid^=chance-]").all()]


def falls(table: Seated, events: list[Json]) -> None:
    """The die that fell stands in the diary."""
    result = next(event for event in events if event.get("dice"))
    line = table.get("log").locator(".line.result").last
    expect(line.get_by_role("img", name=str(result["dice"][0]), exact=True)).to_be_visible()


# -- set-up ----------------------------------------------------------------------------------------------------------


def room(seen: Json, unit: str) -> set[str]:
    """Where a unit may be placed."""
    return {hexagon for group in seen["actions"] if group["before"] == [unit] for hexagon in group["choices"]}


def test_set_up_by_hand_then_by_itself(server: Serving, sit: Sit, shots: Shots) -> None:
    match = server.match(KORSUN, game=KORSUN, soviet="invite", german="invite")
    soviet = sit(match, "soviet")
    # Each army has its area on the map.
    expect(soviet.page.locator(".areas text").filter(has_text="27th Army")).to_be_visible()
    shots(soviet.page, "korsun-set-up")
    soviet.get("pick-180-21").click()
    expect(soviet.get("pick-180-21")).to_have_attribute("aria-pressed", "true")
    assert set(soviet.lit) == room(soviet.look(), "180-21")
    shots(soviet.page, "korsun-set-up-picked")
    # Elsewhere the rule says why not.
    soviet.click_hex("3010")
    expect(soviet.get("toasts").get_by_role("link")).to_have_text("20.0-h")
    soviet.go("2410")
    assert soviet.where("180-21") == "2410"
    # The next regiment of the division is taken up by itself.
    expect(soviet.get("pick-180-42")).to_have_attribute("aria-pressed", "true")
    assert "2410" not in soviet.lit
    soviet.press("historical")
    expect(soviet.page.locator("[data-testid^=pick-]")).to_have_count(0)
    shots(soviet.page, "korsun-set-up-done")
    soviet.press("done")
    expect(soviet.get("prompt")).to_contain_text("waiting")

    german = sit(match, "german")
    expect(german.page.locator(".areas text").first).to_be_visible()
    german.press("auto")
    shots(german.page, "korsun-set-up-german")
    german.press("done")
    soviet.shows(german.state)
    expect(soviet.get("prompt")).to_contain_text("your decision")
    shots(soviet.page, "korsun-campaign")
    soviet.page.get_by_role("button", name="ES", exact=True).click()
    expect(soviet.get("prompt")).to_contain_text(soviet.look(language="es")["decision"]["prompt"])
    shots(soviet.page, "korsun-spanish")


# -- combat ----------------------------------------------------------------------------------------------------------


def test_a_duel_of_support_fire(server: Serving, sit: Sit, shots: Shots) -> None:
    match = fire_fight(server)
    soviet, german = sit(match, "soviet"), sit(match, "german")
    expect(soviet.get("duel")).to_be_visible()
    assert chances(soviet.page) == ["open", "later", "later", "later"]
    assert {"draw-5MC", "draw-soviet_air", "pass"} <= set(soviet.buttons)
    assert not german.buttons
    shots(soviet.page, "korsun-duel")
    for table, action in ((soviet, "draw 5MC"), (german, "draw relief"), (soviet, "pass")):
        table.decided("your decision")
        table.press(action)
        for one in (soviet, german):
            one.shows(table.state)
    assert chances(german.page) == ["drawn", "drawn", "declined", "open"]
    drawn = german.look()["view"]["combat"]
    for name, chit in ((0, drawn["attack_chits"][0]), (1, drawn["defence_chits"][0])):
        expect(german.get(f"chance-{name}")).to_contain_text(str(chit["value"]))
        expect(soviet.get(f"chance-{name}")).to_contain_text(str(chit["value"]))
    shots(german.page, "korsun-duel-german")
    entries = german.look()["entries"]
    german.press("pass")
    soviet.shows(german.state)
    log = [event for row in soviet.look()["log"] if row["n"] > entries for event in row["events"]]
    falls(soviet, log)
    assert not soviet.look()["view"]["combat"]
    shots(soviet.page, "korsun-after-the-duel")


def test_the_replay_knows_the_turn_of_every_roll(page: Page, server: Serving, shots: Shots) -> None:
    match = korsun_learning(server)
    sides = [match.seat("soviet"), match.seat("german")]
    play_out(sides)
    rolls = sides[0].ask("luck")
    page.goto(f"/#replay/{match.tokens['soviet']}/luck")
    rows = page.locator("table.rolls tbody tr")
    expect(rows).to_have_count(len(rolls))
    turns = [int(text) for text in rows.locator("td:nth-child(2)").all_text_contents()]
    assert turns == sorted(turns)
    assert set(turns) <= {1, 2, 3, 4}
    assert turns[0] == 1
    shots(page, "korsun-luck")


def test_bombardment_with_a_named_chit(server: Serving, sit: Sit, shots: Shots) -> None:
    match = korsun_learning(server)
    match.seat("soviet").play("end")
    table = sit(match, "soviet")
    assert set(table.lit) == {"0522", "0523", "0626"}
    table.page.keyboard.press("b")
    expect(table.get("mode-bombard")).to_have_attribute("aria-pressed", "true")
    assert len(table.lit) > 3
    table.go(FIRED_AT)
    # A ruling of ours among the rules behind the decision opens like any clause.
    table.get("prompt").get_by_role("link", name="Rule AMB-15").click()
    expect(table.get("clause-popover")).to_contain_text("Our ruling AMB-15")
    table.page.keyboard.press("Escape")
    table.press("chit 5MC")
    shots(table.page, "korsun-bombardment")
    entries = table.look()["entries"]
    table.press("fire")
    log = [event for row in table.look()["log"] if row["n"] > entries for event in row["events"]]
    falls(table, log)


# -- movement --------------------------------------------------------------------------------------------------------


def test_engineers_bridge_a_river(server: Serving, sit: Sit, shots: Shots) -> None:
    table = sit(german_movement(server), "german")
    assert not table.page.locator("[data-side]").count()
    table.page.keyboard.press("b")
    expect(table.get("mode-hint")).to_be_visible()
    side = table.page.locator(f"[data-side='{SPAN}']").first
    expect(side).to_be_attached()
    shots(table.page, "korsun-bridge-asked")
    before = table.state
    table.click_side(SPAN)
    table.settled(before)
    assert [b["unit"] for b in table.look()["view"]["bridges"]] == [ENGINEER]
    expect(table.get(f"bridge-{SPAN}")).to_be_visible()
    shots(table.page, "korsun-bridge")
    # It is taken back like anything else.
    table.key("u")
    expect(table.get(f"bridge-{SPAN}")).to_have_count(0)


# -- what is known ---------------------------------------------------------------------------------------------------


def test_pools_weather_and_the_levels_of_victory(server: Serving, sit: Sit, shots: Shots) -> None:
    table = sit(fire_fight(server), "soviet")
    table.press("draw 5MC")
    page = table.page
    seen = table.look()["view"]
    page.get_by_test_id("pools-open").click()
    pool = table.get("pool-5MC")
    expect(pool).to_contain_text(str(seen["pools"]["5MC"]["ready"]))
    expect(pool.get_by_role("img", name=re.compile("spent"))).to_have_count(len(seen["pools"]["5MC"]["spent"]))
    shots(page, "korsun-pools")
    page.keyboard.press("Escape")
    page.get_by_test_id("weather").click()
    expect(page.locator("ul.weather li[aria-current=true]")).to_contain_text("lear")
    shots(page, "korsun-weather")
    page.keyboard.press("Escape")
    page.get_by_test_id("score").click()
    expect(table.get("levels").locator("li")).to_have_count(len(seen["score"]["levels"]))
    shots(page, "korsun-levels")
    page.keyboard.press("Escape")
    page.get_by_test_id("turn").click()
    shots(page, "korsun-turns")
