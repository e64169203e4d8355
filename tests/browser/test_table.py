"""At the table: units are taken up and moved, and everything that is asked is answered with its rule."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Shots, Watched
from tests.browser.prepared import movement, played
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, Json

Sit = Callable[..., Seated]


@pytest.fixture
def sit(page: Page, server: Serving) -> Sit:
    """The Soviet side in its first movement."""

    def down(*actions: str, **players: str) -> Seated:
        match = played(movement(server, **players), *actions)
        table = Seated(page, server, match.tokens["soviet"]).open()
        table.fit()
        return table

    return down


def choices(seen: Json, *verbs: str) -> set[str]:
    return {choice for group in seen["actions"] if group["verb"] in verbs for choice in group["choices"]}


def test_take_up_a_unit_and_move_it_by_clicks(sit: Sit, shots: Shots) -> None:
    table = sit()
    shots(table.page, "table-movement")
    assert table.where("28R") == "0602"
    assert not table.lit
    # Two units can move from here: the card asks which.
    table.click_hex("0602")
    expect(table.get("stack-card")).to_contain_text("28th Rifle Corps")
    expect(table.get("stack-card")).to_contain_text("106th Rifle Corps")
    shots(table.page, "table-stack-card")
    before = table.state
    table.get("unit-select-28R").click()
    table.settled(before)
    expect(table.get("stack-card")).to_have_count(0)
    table.decided("28th Rifle Corps")

    assert set(table.lit) == choices(table.look(), "move", "cross")
    reach = table.server.get(f"seats/{table.token}/overlay/reach", unit="28R")
    for goal in ("0503", "0605"):
        table.hover_hex(goal)
        expect(table.page.locator(".signs .cost text")).to_have_text(f"{reach['costs'][goal]} MP")
    shots(table.page, "table-reach")
    table.go("0605")
    assert table.where("28R") == "0605"
    assert table.where("106R") == "0602"
    expect(table.get("log")).to_contain_text("28th Rifle Corps")


def test_undo_and_redo(sit: Sit) -> None:
    table = sit()
    table.take_up("28R")
    table.go("0603")
    expect(table.get("redo")).to_be_disabled()
    before = table.state
    table.get("undo").click()
    table.settled(before)
    assert table.where("28R") == "0602"
    assert "0603" in table.lit
    table.key("u")
    assert not table.lit
    expect(table.get("undo")).to_be_disabled()
    table.key("Shift+U")
    table.key("Shift+U")
    assert table.where("28R") == "0603"
    expect(table.get("redo")).to_be_disabled()
    expect(table.get("undo")).to_be_enabled()


def test_drag_a_counter(sit: Sit, shots: Shots) -> None:
    table = sit()
    before = table.state
    table.drag("1304", "1305")
    table.settled(before + 1)
    assert table.where("18GR") == "1305"
    assert table.where("1TA-sup") == "1304"
    table.press("done")
    # Where it cannot go, the rule says why, and it stays.
    table.drag("1204", "1407")
    expect(table.get("toasts").locator(".toast")).to_be_visible()
    assert table.where("11GTk") == "1204"


def test_the_map_is_dragged_where_no_unit_is(sit: Sit) -> None:
    table = sit()
    table.page.keyboard.press("+")
    table.page.keyboard.press("+")
    x, y = table.point("1106")
    hexagon = table.point("0909")
    table.page.mouse.move(*hexagon)
    table.page.mouse.down()
    table.page.mouse.move(hexagon[0] - 60, hexagon[1] - 40, steps=4)
    table.page.mouse.up()
    left, top = table.point("1106")
    assert (left - x, top - y) == (pytest.approx(-60, abs=3), pytest.approx(-40, abs=3))
    assert table.look()["entries"] == table.look()["state"]


def test_the_hex_under_the_pointer_in_words(sit: Sit) -> None:
    table = sit()
    pieces = table.server.get(f"games/{GAME}")
    for hexagon in ("1106", "0805", "0504"):
        table.hover_hex(hexagon)
        ground = table.get("ground")
        expect(ground).to_contain_text(hexagon)
        expect(ground).to_contain_text(pieces["terms"][pieces["grid"]["terrain"][hexagon]])
        expect(ground).to_contain_text(pieces["places"].get(hexagon, ""))


@pytest.mark.parametrize("corner", ["0101", "0118", "1801", "1818"])
def test_no_hex_stays_under_what_lies_over_the_map(sit: Sit, corner: str) -> None:
    assert sit().point(corner)


def test_a_click_that_is_not_possible_is_answered_with_the_rule(sit: Sit, shots: Shots) -> None:
    table = sit()
    table.click_hex("1106")
    toast = table.get("toasts").locator(".toast")
    asked = table.server.get(f"seats/{table.token}/explain", action="select 68Inf")
    expect(toast).to_contain_text(asked["message"])
    expect(toast.get_by_role("link")).to_have_text(asked["rule"])

    table.take_up("28R")
    asked = table.server.get(f"seats/{table.token}/explain", action="move 0705")
    table.click_hex("0705")
    expect(toast).to_contain_text(asked["message"])
    link = toast.get_by_role("link")
    expect(link).to_have_text(asked["rule"])
    shots(table.page, "table-refused")
    link.click()
    rule = table.get("clause-popover")
    clause = next(c for c in table.server.get(f"games/{GAME}/rulebook")["clauses"] if c["id"] == asked["rule"])
    expect(rule).to_contain_text(clause["title"])
    expect(rule).to_contain_text(clause["text"])
    shots(table.page, "table-clause")
    # Esc closes the rule and nothing else: the unit is still in hand.
    table.page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    assert "0603" in table.lit


@pytest.mark.parametrize(
    ("key", "tool", "drawn"),
    [
        ("r", "reach", ".overlays .reach"),
        ("z", "zoc", ".overlays .zone"),
        ("s", "supply", ".overlays .net-rim"),
        ("t", "threats", ".overlays .threat"),
        ("v", "control", ".overlays .goal"),
    ],
)
def test_overlays_by_key(sit: Sit, shots: Shots, key: str, tool: str, drawn: str) -> None:
    table = sit("select 15R", "move 1105", "select 11GTk")
    marks = table.page.locator(drawn)
    expect(marks).to_have_count(0)
    with table.page.expect_response(re.compile(f"/overlay/{tool}")) if tool != "reach" else _nothing():
        table.page.keyboard.press(key)
    expect(table.get(f"tool-{tool}")).to_have_attribute("aria-pressed", "true")
    expect(marks.first).to_be_attached()
    shots(table.page, f"overlay-{tool}")
    table.page.keyboard.press(key)
    expect(table.get(f"tool-{tool}")).to_have_attribute("aria-pressed", "false")
    expect(marks).to_have_count(0)


class _nothing:  # noqa: N801 - reads like the other
    """Reach is already known while a unit is on the move."""

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


def test_what_is_left_undone_is_told_before_a_phase_ends(sit: Sit, shots: Shots) -> None:
    table = sit()
    before = table.state
    table.page.keyboard.press("e")
    warning = table.get("leave-dialog")
    expect(warning).to_be_visible()
    for name in ("28th Rifle Corps", "11th Guards Tank Corps"):
        expect(warning).to_contain_text(name)
    shots(table.page, "table-leave")
    table.page.keyboard.press("Escape")
    expect(warning).to_have_count(0)
    assert table.state == before
    # A line of the list leads to its unit.
    table.get("action-end").click()
    warning.get_by_role("button", name="106th Rifle Corps").click()
    expect(table.get("stack-card")).to_contain_text("106th Rifle Corps")
    table.get("action-end").click()
    table.get("leave-anyway").click()
    table.settled(before)
    table.decided(re.compile("attack|combat", re.I))


def test_a_log_entry_opens_its_rule(sit: Sit) -> None:
    table = sit()
    link = table.get("log").get_by_role("link").first
    clause = link.inner_text()
    link.click()
    expect(table.get("clause-popover")).to_contain_text(clause)
    found = next(c for c in table.server.get(f"games/{GAME}/rulebook")["clauses"] if c["id"] == clause)
    expect(table.get("clause-popover")).to_contain_text(found["text"])
    table.page.keyboard.press("Escape")
    expect(table.get("clause-popover")).to_have_count(0)
    expect(link).to_be_focused()


def test_keyboard_only(sit: Sit, shots: Shots) -> None:
    table = sit()
    keyboard = table.page.keyboard
    keyboard.press("n")
    expect(table.get("stack-card")).to_be_visible()
    focused = table.page.locator(":focus")
    expect(focused).to_have_attribute("data-testid", re.compile("^unit-select-"))
    unit = (focused.get_attribute("data-testid") or "").removeprefix("unit-select-")
    start = table.where(unit)
    table.key("Enter")
    tab_to(table.page, "choice-list")
    keyboard.press("Enter")
    for _ in range(6):  # past the field to search in, and the units that could go along
        keyboard.press("Tab")
        if "Move here" in focused.inner_text():
            break
    expect(focused).to_contain_text("Move here")
    shots(table.page, "table-choice-list")
    table.key("Enter")
    assert table.where(unit) != start
    tab_to(table.page, "action-done")
    table.key("Enter")
    # The counters themselves are reached as well.
    for _ in range(80):
        keyboard.press("Tab")
        if table.page.evaluate("document.activeElement.matches('.stack .frame')"):
            break
    keyboard.press("Enter")
    table.page.locator("[data-testid=stack-card], [data-testid=action-done]").first.wait_for()
    keyboard.press("Escape")
    expect(table.get("action-end")).to_be_visible()
    keyboard.press("e")
    expect(table.get("leave-dialog")).to_be_visible()
    keyboard.press("Tab")
    expect(table.get("leave-anyway")).to_be_focused()
    table.key("Enter")
    assert table.look()["view"]["segment"] == "combat"


def tab_to(page: Page, testid: str, limit: int = 80) -> None:
    for _ in range(limit):
        if page.evaluate("document.activeElement?.dataset?.testid") == testid:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {testid}")


def test_hot_seat_shows_nothing_before_the_other_is_seated(
    person: Callable[..., Watched], server: Serving, shots: Shots
) -> None:
    match = server.match(soviet="human", german="human")
    table = Seated(person().page(), server, match.tokens["soviet"]).open()
    expect(table.get("handover")).to_contain_text("German")
    shots(table.page, "handover-german")
    expect(table.get("seated")).to_be_focused()
    table.page.keyboard.press("Enter")
    table.decided("Place your units")
    shots(table.page, "table-set-up")
    table.get("action-auto").click()
    expect(table.get("handover")).to_contain_text("Soviet")
    assert table.page.locator("[data-unit]").count() == 0
    assert table.page.get_by_test_id("log").count() == 0
    shots(table.page, "handover-soviet")
    table.take_seat()
    table.decided("Choose a unit to move")
    assert table.look(side="soviet")["side"] == "soviet"


def test_the_staff_is_asked_for_a_hint(sit: Sit, shots: Shots) -> None:
    table = sit()
    table.page.keyboard.press("i")
    card = table.get("hint-card")
    advice = table.server.get(f"seats/{table.token}/hint")
    verb, unit = advice["action"].split(" ")
    assert verb == "select"
    expect(card).to_contain_text(advice["text"])
    expect(table.page.locator(".signs .pointed")).to_have_count(1)
    shots(table.page, "table-hint")
    before = table.state
    table.get("hint-do").click()
    table.settled(before)
    expect(card).to_have_count(0)
    assert table.look()["view"]["moving"]["units"] == [unit]
    # The advice is for the position it was asked in; it goes with Escape, and whoever waits gets none.
    table.get("hint").click()
    expect(card).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert table.lit


def test_the_table_speaks_spanish(sit: Sit, shots: Shots) -> None:
    table = sit()
    table.page.get_by_role("button", name="ES", exact=True).click()
    spanish = table.look(language="es")
    expect(table.get("prompt")).to_contain_text(spanish["decision"]["prompt"])
    expect(table.get("log")).to_contain_text(spanish["log"][-1]["events"][-1]["text"])
    shots(table.page, "table-spanish")
    table.page.reload()
    expect(table.get("prompt")).to_contain_text(spanish["decision"]["prompt"])


def test_a_spectator_only_looks_on(person: Callable[..., Watched], server: Serving, shots: Shots) -> None:
    match = movement(server)
    table = Seated(person().page(), server, match.spectator).open()
    expect(table.get("prompt")).to_contain_text("waiting")
    assert not table.buttons
    assert table.get("undo").count() == 0
    before = table.state
    match.seat("soviet").play("select 28R")
    match.seat("soviet").play("move 0605")
    table.shows(before + 2)
    assert table.where("28R") == "0605"
    shots(table.page, "table-spectator")


def test_keys_are_listed(sit: Sit, shots: Shots) -> None:
    table = sit()
    table.page.keyboard.press("?")
    keys = table.get("keys")
    for words in ("Undo", "Zones of control", "Whole map"):
        expect(keys).to_contain_text(words)
    shots(table.page, "table-keys")
    # Keys of the table are not heard while the list is open.
    table.page.keyboard.press("z")
    table.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    expect(table.get("tool-zoc")).to_have_attribute("aria-pressed", "false")
    table.get("keys-open").click()
    expect(keys).to_be_visible()


def test_the_whole_map_has_legible_names(page: Page, server: Serving, shots: Shots) -> None:
    match = server.match("debrecen", game="debrecen", allied="invite", axis="invite")
    table = Seated(page, server, match.tokens["axis"]).open()
    table.fit()
    names = page.locator(".names text")
    expect(names.filter(has_text="Debrecen")).to_be_visible()
    shots(page, "table-names")
    boxes = names.evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect()).map((r) => [r.x, r.y, r.right, r.bottom])"
    )
    assert all(box[3] - box[1] > 11 for box in boxes)
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    for _ in range(6):
        page.keyboard.press("+")
    expect(names).to_have_count(0)  # the map's own are large enough
