"""The server dies and comes back in the middle of a game: the table says so, and nothing played is lost."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import Shots, Watched
from tests.browser.prepared import TO_COMBAT, battle, movement, played
from tests.browser.serving import Serving
from tests.browser.table import Seated


@pytest.fixture
def mortal(serve: Callable[[], Serving]) -> Iterator[Serving]:
    """A server of this test's own, to be killed."""
    found = serve()
    yield found
    if found.process.poll() is None:
        found.kill()


def banner(table: Seated) -> Locator:
    return table.page.get_by_role("alert").filter(has_text="Connection lost")


def test_the_table_comes_back_after_the_server_was_killed(
    person: Callable[..., Watched], mortal: Serving, shots: Shots
) -> None:
    match = movement(mortal)
    somebody = person(base_url=mortal.url)
    table = Seated(somebody.page(), mortal, match.tokens["soviet"]).open()
    table.fit()
    table.take_up("28R")
    table.go("0605")
    state = table.state
    before = table.look()
    mortal.kill()
    expect(banner(table)).to_be_visible()
    shots(table.page, "connection-lost")
    assert table.where("28R") == "0605"
    mortal.start()
    expect(banner(table)).to_have_count(0)
    table.settled()
    assert table.state == state
    assert table.look() == before
    # The game goes on: what one does himself, and what the other does.
    table.press("done")
    table.take_up("106R")
    table.go("0603")
    played(match, "done", "end")
    table.shows(table.look()["state"])
    table.decided("attack")
    somebody.forgive()  # refused connections are what this is about


def test_what_was_asked_when_the_line_broke_is_done_once(person: Callable[..., Watched], mortal: Serving) -> None:
    match = movement(mortal)
    somebody = person(base_url=mortal.url)
    table = Seated(somebody.page(), mortal, match.tokens["soviet"]).open()
    table.fit()
    table.take_up("28R")
    entries = table.look()["entries"]
    mortal.process.send_signal(signal.SIGSTOP)  # it takes the request and never reads it
    before = table.state
    table.click_hex("0605")
    expect(table.get("table")).to_have_attribute("data-busy", "true")
    mortal.kill()
    mortal.start()
    table.settled(before)
    assert table.where("28R") == "0605"
    assert table.look()["entries"] == entries + 1
    somebody.forgive()


def test_a_reload_in_mid_combat_shows_the_same_decision(person: Callable[..., Watched], mortal: Serving) -> None:
    match = played(movement(mortal), *TO_COMBAT, "attack 1106", "add 15R", "add 11GTk")
    somebody = person(base_url=mortal.url)
    table = Seated(somebody.page(), mortal, match.tokens["soviet"]).open()
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
    # The same with a new server: the match comes from disk.
    mortal.kill()
    mortal.start()
    table.page.reload()
    table.settled()
    assert shown() == text
    assert table.look() == before
    table.press("commit")
    table.press("fight")
    assert not table.look()["view"]["combat"]
    somebody.forgive()


def test_home_says_that_the_server_does_not_answer(
    person: Callable[..., Watched], mortal: Serving, shots: Shots
) -> None:
    somebody = person(base_url=mortal.url)
    page = somebody.page("/#rules/breakout")
    expect(page.get_by_test_id("rule-search")).to_be_visible()
    mortal.kill()
    page.get_by_role("link", name="Kessel, home").click()
    expect(page.get_by_test_id("server-down")).to_be_visible()
    shots(page, "server-down")
    mortal.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("battle-learning-ternopol")).to_be_visible()
    somebody.forgive()


def test_the_other_player_sees_a_restart_too(person: Callable[..., Watched], mortal: Serving) -> None:
    match = battle(mortal)
    people = [person(base_url=mortal.url) for _ in range(2)]
    soviet, german = (
        Seated(one.page(), mortal, match.tokens[side]).open()
        for one, side in zip(people, ("soviet", "german"), strict=True)
    )
    mortal.kill()
    expect(banner(german)).to_be_visible()
    mortal.start()
    for table in (soviet, german):
        expect(banner(table)).to_have_count(0)
        table.settled()
    soviet.press("fight")
    german.shows(soviet.state)
    for one in people:
        one.forgive()
