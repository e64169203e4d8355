"""Debrecen at the table: support for the headquarters, who is activated, a prepared attack with its duel of armour, the
alarm counters, and all of it in two languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Shots, Watched
from tests.browser.prepared import BREAKTHROUGH, DEBRECEN, debrecen, operations
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import Json, Match

LEARNING = "learning-nagyvarad"
AXIS_HQ, ALLIED_HQ = "HQ-LXXII-AK", "HQ-6-ABG"
MARKER = "al-heavy-1"
TARGET, DEFENDER, ATTACKERS = "1710", "Pz-FHH", ("8-6G", "13-6G")
"""The prepared attack of the rulebook's final example, with the assault guns that support it."""
GUNS = "al-guns-1"

LAYERS = {"command": "path.range.casing", "supply": "path.net", "zoc": "path.zone", "control": "path.front.casing"}
"""Layers over the map and something that each draws."""

Sit = Callable[[Match, str], Seated]


@pytest.fixture
def sit(person: Callable[..., Watched], server: Serving) -> Sit:
    """A side at its table, in a browser of its own."""

    def down(match: Match, side: str) -> Seated:
        table = Seated(person().page(), server, match.tokens[side]).open()
        table.fit()
        return table

    return down


def click(table: Seated, testid: str) -> None:
    """Click something that acts and wait for the position after it."""
    before = table.state
    table.get(testid).click()
    table.settled(before)


def actions(seen: Json, verb: str) -> set[str]:
    """What can follow a verb."""
    return {choice for group in seen["actions"] if group["verb"] == verb for choice in group["choices"] or ()}


# -- the support phase -----------------------------------------------------------------------------------------------


def test_support_is_allotted_by_hand(server: Serving, sit: Sit, shots: Shots) -> None:
    match = debrecen(server)
    match.seat("axis").play("auto")
    table = sit(match, "allied")
    table.decided("Allot support markers")
    table.get(f"marker-{MARKER}").click()
    expect(table.get("allotment")).to_contain_text("Heavy artillery: 2 columns")
    shots(table.page, "debrecen-allotment")
    click(table, f"allot-{ALLIED_HQ}")
    assert table.look()["view"]["support"]["boxes"][ALLIED_HQ]["ready"] == [MARKER]
    expect(table.get(f"box-{ALLIED_HQ}").get_by_role("img", name="Heavy artillery")).to_be_visible()
    # Taken back, and given by a click on the counter of the headquarters.
    click(table, "undo")
    table.get(f"marker-{MARKER}").click()
    before = table.state
    table.click_hex(table.where(ALLIED_HQ))
    table.settled(before)
    assert table.look()["view"]["support"]["boxes"][ALLIED_HQ]["ready"] == [MARKER]
    table.press("auto")
    table.get("supports-open").click()
    boxes = table.get("supports")
    for hq in (AXIS_HQ, ALLIED_HQ):
        expect(boxes.get_by_test_id(f"box-{hq}")).to_be_visible()
    shots(table.page, "debrecen-supports")


# -- activation ------------------------------------------------------------------------------------------------------


def test_a_formation_is_activated_and_moves(server: Serving, sit: Sit, shots: Shots) -> None:
    match = operations(server)
    table = sit(match, "allied")
    chooser = table.get("chooser")
    expect(chooser).to_contain_text("fresh: 9")
    table.get(f"activate-{ALLIED_HQ}").hover()
    shots(table.page, "debrecen-operations")
    click(table, f"activate-{ALLIED_HQ}")
    expect(chooser).to_contain_text("Taking part: 10")
    click(table, "leave-3r")
    expect(chooser).to_contain_text("Taking part: 9")
    shots(table.page, "debrecen-muster")
    table.press("begin")
    seen = table.look()
    active = seen["view"]["activation"]["units"]
    assert "3r" not in active
    points = {u["id"]: u["points"] for s in seen["view"]["stacks"] for u in s["units"]}
    for unit in ("78-33", "49Rgt"):
        expect(table.get(f"counter-{unit}").locator(".points circle")).to_have_count(points[unit])
    shots(table.page, "debrecen-activation")

    table.take_up("49Rgt")
    goal = sorted(set(table.lit) - set(table.look()["view"]["moving"]["duty"]))[0]
    table.hover_hex(goal)
    expect(table.page.locator("[data-testid=map] .cost")).to_contain_text(re.compile(r"MP · \d AP"))
    table.go(goal)
    assert table.where("49Rgt") == goal
    if "done" in table.buttons:
        table.press("done")
    table.press("end")
    assert table.look()["decision"]["side"] == "axis"


def test_single_units_and_the_warning_of_fatigue(server: Serving, sit: Sit, shots: Shots) -> None:
    match = operations(server)
    allied, axis = match.seat("allied"), match.seat("axis")
    for action in ("specific", "add 49Rgt", "begin", "end"):
        allied.play(action)
    axis.play("pass")
    table = sit(match, "allied")
    expect(table.get("chooser")).to_contain_text("the turn ends")
    table.press("specific")
    before = table.state
    table.click_hex(table.where("49Rgt"))
    table.settled(before)
    expect(table.get("tired")).to_contain_text("49th Guards Heavy Tank Regiment")
    shots(table.page, "debrecen-specific")
    table.press("begin")
    assert "fatigued" in next(
        u["marks"] for s in table.look()["view"]["stacks"] for u in s["units"] if u["id"] == "49Rgt"
    )
    expect(table.page.locator("[data-hex]", has=table.get("counter-49Rgt"))).to_have_count(1)


def test_command_ranges_and_the_other_layers(server: Serving, sit: Sit, shots: Shots) -> None:
    table = sit(operations(server), "allied")
    for tool, drawn in LAYERS.items():
        table.get(f"tool-{tool}").click()
        expect(table.page.locator(f"[data-testid=map] {drawn}").first).to_be_attached()
        shots(table.page, f"debrecen-{tool}")
        table.get(f"tool-{tool}").click()
        expect(table.page.locator(f"[data-testid=map] {drawn}")).to_have_count(0)


# -- a prepared attack -----------------------------------------------------------------------------------------------


def test_a_prepared_attack_with_its_duel_of_armour(server: Serving, sit: Sit, shots: Shots) -> None:
    match = debrecen(server, BREAKTHROUGH)
    allied, axis = sit(match, "allied"), sit(match, "axis")
    allied.get("mode-prepare").click()
    assert allied.lit == [TARGET]
    allied.go(TARGET)
    for unit in ATTACKERS:
        allied.go(allied.where(unit))
    panel = allied.get("combat-panel")
    expect(panel).to_contain_text(f"Prepared attack on {TARGET}")
    odds = allied.server.get(f"seats/{allied.token}/preview", action="")
    expect(allied.get("odds-column")).to_have_text(odds["column"])
    armour = allied.get("armour").locator("td")
    assert [int(text.replace("−", "-").rstrip("✶")) for text in armour.all_text_contents()] == [
        die["columns"] for die in odds["armour"]["dice"]
    ]
    shots(allied.page, "debrecen-prepared")
    allied.press("commit")

    # Support: the guns give a modifier or a star, the aircraft a column; then the defender's turn.
    stages = allied.get("stages")
    expect(stages.get_by_text("Attacker's support")).to_have_attribute("aria-current", "step")
    expect(allied.get(f"action-support-{GUNS}-star")).to_be_visible()
    allied.press(f"support {GUNS} modifier")
    expect(allied.get("stage-allied")).to_contain_text("+1 to the die")
    allied.press("air")
    expect(allied.get("stage-allied")).to_contain_text("air mission")
    shots(allied.page, "debrecen-support")
    axis.shows(allied.state)
    expect(axis.get("stages").get_by_text("Defender's support")).to_have_attribute("aria-current", "step")
    axis.press("pass")

    # Quality, then the dice of armour and combat.
    allied.shows(axis.state)
    allied.decided("quality counts")
    shots(allied.page, "debrecen-quality")
    allied.press(f"pick {ATTACKERS[0]}")
    log = allied.get("log")
    expect(log).to_contain_text("Armour superiority")
    events = [event for entry in allied.look()["log"] for event in entry["events"]]
    result = next(event for event in events if event["name"] == "result")
    expect(log.locator(".line.result").get_by_role("img", name=str(result["dice"][0]), exact=True)).to_be_visible()
    words = allied.server.get(f"games/{DEBRECEN}")["terms"][result["result"]]
    expect(allied.get("result-words")).to_have_text(words)
    shots(allied.page, "debrecen-result")
    assert "!" not in result["result"] or allied.get("breakthrough").is_visible()


# -- the campaign ----------------------------------------------------------------------------------------------------


def test_set_up_with_the_alarm_counters(server: Serving, sit: Sit, shots: Shots) -> None:
    table = sit(debrecen(server, DEBRECEN), "axis")
    table.get("pick-Pz-FHH").click()
    room = table.lit
    assert set(room) == {"1120", "1220"}
    table.go(room[0])
    assert table.where("Pz-FHH") == room[0]
    shots(table.page, "debrecen-set-up")
    table.press("auto")
    table.decided("alarm counters")
    free = actions(table.look(), "place")
    assert set(table.lit) == free
    goal = sorted(free)[len(free) // 2]
    table.go(goal)
    expect(table.get(f"alarm-{goal}")).to_be_visible()
    shots(table.page, "debrecen-alarm")
    table.press("auto")
    table.decided("Allot support markers")
    table.get("score").click()
    expect(table.get("levels").locator("li")).to_have_count(5)
    expect(table.page.get_by_role("dialog")).to_contain_text("Allied: control of Debrecen (1409)")


# -- languages -------------------------------------------------------------------------------------------------------


def test_everything_is_said_in_both_languages(server: Serving, sit: Sit) -> None:
    match = operations(server)
    table = sit(match, "allied")
    table.decided("Activate a formation")
    page = table.page
    page.get_by_role("button", name="ES", exact=True).click()
    table.decided("Activa una formación")
    expect(table.get("chooser")).to_contain_text("6.º Ejército de Tanques de la Guardia")
    expect(table.get("chooser")).to_contain_text("sin activar: 9")
    expect(table.get("tool-command")).to_contain_text("Alcances de mando")
    table.get("supports-open").click()
    expect(table.get("supports").get_by_role("img", name=re.compile("Artillería pesada")).first).to_be_visible()
    page.get_by_role("button", name="EN", exact=True).click()
    table.decided("Activate a formation")


# -- the guided first game -------------------------------------------------------------------------------------------


def test_the_guide_follows_the_first_activation(page: Page, server: Serving, shots: Shots) -> None:
    page.goto("/")
    page.get_by_test_id(f"learn-{LEARNING}").click()
    guide = page.get_by_test_id("guide")
    expect(guide).to_contain_text("Step 1 of 12")
    page.get_by_test_id("guide-next").click()
    page.get_by_test_id("guide-next").click()
    expect(guide).to_contain_text("Guns for the headquarters")
    shots(page, "debrecen-guide")
    page.get_by_test_id("action-auto").click()
    expect(guide).to_contain_text("Activate a formation")
    page.get_by_test_id(f"activate-{ALLIED_HQ}").click()
    expect(guide).to_contain_text("Who takes part")
    page.get_by_test_id("action-begin").click()
    expect(guide).to_contain_text("Take up a unit")
    table = Seated(page, server, page.url.rsplit("/", 1)[1])
    table.settled()
    table.take_up("49Rgt")
    expect(guide).to_contain_text("Move it")
    table.go(table.lit[0])
    expect(guide).to_contain_text("Take it back")
    page.keyboard.press("u")
    expect(guide).to_contain_text("Look at the command ranges")
    page.keyboard.press("c")
    expect(guide).to_contain_text("Attack")
