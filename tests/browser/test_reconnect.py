"""The server dies and comes back in the middle of a game: the table says so, and nothing played is lost."""

from __future__ import annotations

import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import Shots, Watched
from tests.browser.prepared import TO_COMBAT, movement, played
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, LEARNING, Match

BROKEN = r"net::ERR_|WebSocket connection"
"""What a browser says when a server is not there."""


@pytest.fixture(scope="module")
def only(serve: Callable[[], Serving]) -> Serving:
    return serve()


@pytest.fixture
def mortal(only: Serving) -> Serving:
    """A server that is killed."""
    if only.process.poll() is not None:
        only.start()
    return only


@pytest.fixture
def seat(person: Callable[..., Watched], mortal: Serving) -> Callable[[Match, str], Seated]:
    """A table in a browser of its own, on the server that is killed."""

    def down(match: Match, side: str) -> Seated:
        somebody = person(base_url=mortal.url)
        somebody.forgive(BROKEN)
        table = Seated(somebody.page(), mortal, match.tokens[side]).open()
        table.fit()
        return table

    return down


Seat = Callable[[Match, str], Seated]


def banner(table: Seated) -> Locator:
    return table.page.get_by_role("alert").filter(has_text="Connection lost")


def test_the_table_comes_back_after_the_server_was_killed(seat: Seat, mortal: Serving, shots: Shots) -> None:
    match = movement(mortal)
    soviet, german = seat(match, "soviet"), seat(match, "german")
    soviet.take_up("28R")
    soviet.go("0605")
    state = soviet.state
    before = soviet.look()
    german.shows(state)
    mortal.kill()
    for table in (soviet, german):
        expect(banner(table)).to_be_visible()
    shots(soviet.page, "connection-lost")
    assert soviet.where("28R") == "0605"
    mortal.start()
    for table in (soviet, german):
        expect(banner(table)).to_have_count(0)
        table.settled()
        assert table.state == state
    assert soviet.look() == before
    # The game goes on, and the other sees it.
    soviet.take_up("106R")
    soviet.go("0603")
    soviet.press("done")
    soviet.press("end")
    soviet.decided("attack")
    german.shows(soviet.state)
    assert german.where("106R") == "0603"


def test_what_was_asked_when_the_line_broke_is_done_once(seat: Seat, mortal: Serving) -> None:
    table = seat(movement(mortal), "soviet")
    table.take_up("28R")
    entries = table.look()["entries"]
    mortal.process.send_signal(signal.SIGSTOP)  # it gets the request and never reads it
    before = table.state
    table.click_hex("0605")
    expect(table.get("table")).to_have_attribute("data-busy", "true")
    mortal.kill()
    mortal.start()
    table.settled(before)
    assert table.where("28R") == "0605"
    assert table.look()["entries"] == entries + 1


def test_a_reload_in_mid_combat_shows_the_same_decision(seat: Seat, mortal: Serving) -> None:
    match = played(movement(mortal), *TO_COMBAT, "attack 1106", "add 15R", "add 11GTk")
    table = seat(match, "soviet")
    before = table.look()

    def shown() -> list[str]:
        return [
            table.get("prompt").inner_text(),
            table.get("odds-column").inner_text(),
            table.get("log").inner_text(),
            *sorted(table.buttons),
        ]

    text = shown()
    assert "commit" in text
    table.page.reload()
    table.settled()
    assert shown() == text
    assert table.look() == before
    # The same from a new server: the match comes from disk.
    mortal.kill()
    mortal.start()
    table.page.reload()
    table.settled()
    assert shown() == text
    assert table.look() == before
    table.press("commit")
    table.press("fight")
    assert not table.look()["view"]["combat"]


def test_home_says_that_the_server_does_not_answer(
    person: Callable[..., Watched], mortal: Serving, shots: Shots
) -> None:
    somebody = person(base_url=mortal.url)
    somebody.forgive(BROKEN)
    page = somebody.page(f"/#rules/{GAME}")
    expect(page.locator("article[data-clause]").first).to_be_visible()
    mortal.kill()
    page.get_by_role("link", name="Kessel, home").click()
    expect(page.get_by_test_id("server-down")).to_be_visible()
    shots(page, "server-down")
    mortal.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id(f"battle-{LEARNING}")).to_be_visible()
