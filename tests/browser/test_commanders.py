"""Computer commanders at the table: their pace, what they think, their plans on the map, and their advice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Shots, Watched
from tests.browser.prepared import movement
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, LEARNING

STILL_MS = 1200
"""So long a table that is held must not change."""


@pytest.fixture
def watching(page: Page, server: Serving, maps: object) -> Seated:
    """Somebody who has set two commanders to play and looks on."""
    page.goto(f"/#new/{GAME}/{LEARNING}")
    for side in ("soviet", "german"):
        page.locator(f"input[name=player-{side}][value=staff]").locator("xpath=..").click()
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    return Seated(page, server, page.url.split("#table/")[1])


def held(table: Seated) -> int:
    """The position of a table on which nothing happens."""
    table.page.wait_for_timeout(STILL_MS)
    state = table.state
    table.page.wait_for_timeout(STILL_MS)
    assert table.state == state
    return state


def test_a_watcher_holds_the_game_and_goes_on_step_by_step(watching: Seated, shots: Shots) -> None:
    table = watching
    expect(table.get("pace-fast")).to_have_attribute("aria-pressed", "true")  # whoever wants no motion
    expect(table.get("log").locator(".line").nth(3)).to_be_visible()
    table.page.keyboard.press("Space")
    expect(table.get("at-work")).to_contain_text("paused")
    state = held(table)
    for press in (lambda: table.page.keyboard.press("."), table.get("pace-step").click):
        lines = table.get("log").locator(".line, h3").count()
        press()
        expect(table.get("log").locator(".line, h3").nth(lines)).to_be_attached()
        after = held(table)
        assert after > state
        state = after
    shots(table.page, "watching-held")
    # A reload finds the table as it was left.
    table.page.reload()
    table.settled()
    expect(table.get("at-work")).to_contain_text("paused")
    assert held(table) == state
    table.get("pace-slow").click()
    expect(table.get("pace-slow")).to_have_attribute("aria-pressed", "true")
    table.settled(state)
    table.get("pace-fast").click()
    expect(table.get("end-card")).to_be_visible(timeout=240_000)
    expect(table.get("pace")).to_have_count(0)


def test_a_watcher_reads_what_the_commanders_mean(watching: Seated, shots: Shots) -> None:
    table = watching
    plan = table.get("log-plan").first
    plan.wait_for()
    table.page.keyboard.press("Space")
    held(table)
    expect(table.get("log").locator(".why").first).to_be_visible()
    plan.scroll_into_view_if_needed()
    plan.hover()
    expect(table.get("plan-layer")).to_be_attached()
    plan.locator("summary").click()
    expect(plan).to_contain_text("Main effort")
    expect(plan.get_by_test_id("plan-card").locator("li").first).to_be_visible()
    shots(table.page, "watching-plan")
    table.get("pace-pause").click()
    expect(table.get("end-card")).to_be_visible(timeout=240_000)
    table.get("end-card").get_by_role("link", name="The plans").click()
    table.page.get_by_test_id("slider").focus()
    table.page.keyboard.press("End")
    for side in ("soviet", "german"):
        expect(table.get(f"plan-{side}")).to_contain_text("Plan")
    expect(table.get("plan-layer")).to_have_count(2)
    shots(table.page, "replay-plans")
    table.page.get_by_role("tab", name="Diary").click()
    table.page.keyboard.press("Home")
    for _ in range(60):
        table.page.keyboard.press("ArrowRight")
        if table.get("why").is_visible():
            break
    expect(table.get("why")).to_be_visible()


def test_the_plan_of_the_staff_is_drawn(page: Page, server: Serving, shots: Shots) -> None:
    table = Seated(page, server, movement(server).tokens["soviet"]).open()
    table.page.keyboard.press("i")
    expect(table.get("hint-card")).to_be_visible()
    expect(table.get("plan-layer")).to_have_count(0)
    table.get("hint-plan").click()
    plan = table.server.get(f"seats/{table.token}/hint")["plan"]
    expect(table.get("plan-card")).to_contain_text(plan["main_effort"]["text"])
    expect(table.get("plan-layer")).to_be_visible()
    shots(table.page, "hint-plan")
    # Advice that is followed comes to an end; the plan stays open for what comes next.
    before = table.state
    table.get("hint-do").click()
    table.settled(before)
    expect(table.get("plan-layer")).to_have_count(0)
    table.page.keyboard.press("i")
    expect(table.get("plan-card")).to_be_visible()
    expect(table.get("hint-do")).to_contain_text("here")
    table.page.keyboard.press("Escape")
    expect(table.get("plan-layer")).to_have_count(0)


def test_the_plan_of_the_enemy_stays_his_until_the_end(page: Page, server: Serving) -> None:
    match = server.match(soviet="human", german="staff")
    table = Seated(page, server, match.tokens["soviet"]).open()
    german = table.get("log").locator("h3", has_text="German")
    while not german.count():
        table.decided("your decision")
        table.press("order-move" if "order-move" in table.buttons else "end")
    assert table.get("log-plan").count() == 0
    assert table.get("log").locator(".why").count() == 0


def test_who_waits_sees_whether_the_other_is_there(person: Callable[..., Watched], server: Serving) -> None:
    match = movement(server)
    german = Seated(person().page(), server, match.tokens["german"]).open()
    expect(german.get("at-work")).to_contain_text("is not at the table now")
    other = person()
    Seated(other.page(), server, match.tokens["soviet"]).open()
    expect(german.get("at-work")).to_contain_text("is at the table")
    other.context.close()
    expect(german.get("at-work")).to_contain_text("is not at the table now")
