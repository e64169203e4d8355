"""The first page: battles, a new game, the way back to it, language and colours, and a friend invited by link."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import Shots, Watched
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, LEARNING


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def player(page: Page, side: str, who: str) -> Locator:
    """The radio button that says who plays a side."""
    return dialog(page).locator(f"input[name=player-{side}][value={who}]")


def choose(page: Page, side: str, who: str) -> None:
    """Choose by the arrow keys who plays the side that has the focus."""
    for _ in range(dialog(page).locator(f"input[name=player-{side}]").count()):
        if player(page, side, who).is_checked():
            break
        page.keyboard.press("ArrowRight")
    expect(player(page, side, who)).to_be_checked()


def tab_to(page: Page, wanted: Locator, limit: int = 60) -> None:
    """Press Tab until something has the focus."""
    for _ in range(limit):
        if wanted.evaluate("(e) => e === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {wanted}")


def test_battles_with_learning_first(page: Page, server: Serving, shots: Shots) -> None:
    page.goto("/")
    cards = page.locator("article[data-testid^=battle-]")
    expect(cards.first).to_be_visible()
    games = server.get("games")
    assert cards.count() == sum(len(game["scenarios"]) for game in games)
    expect(cards.first).to_have_attribute("data-testid", f"battle-{LEARNING}")
    for game in games:
        section = page.locator(f"section[aria-labelledby=battles-{game['id']}]")
        for scenario in game["scenarios"]:
            card = section.get_by_test_id(f"battle-{scenario['id']}")
            expect(card).to_contain_text(scenario["title"])
            expect(card).to_contain_text(scenario["summary"])
        learning = section.locator("article[data-testid^=battle-]").evaluate_all(
            "(all) => all.map((e) => /Learning scenario/.test(e.querySelector('.picture').textContent))"
        )
        assert learning == sorted(learning, reverse=True)
        assert learning[0] and not learning[-1]
    shots(page, "home-dark")


def test_new_game_against_the_computer_by_keyboard(page: Page, shots: Shots) -> None:
    page.goto("/")
    card = page.get_by_test_id(f"battle-{LEARNING}")
    expect(card).to_be_visible()
    tab_to(page, card.get_by_role("link"))
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_visible()
    expect(player(page, "soviet", "human")).to_be_checked()
    shots(page, "new-game")
    # The focus starts on what is asked first and stays in the dialog.
    assert page.evaluate("document.activeElement.name") == "player-soviet"
    choose(page, "soviet", "random")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "player-german"
    choose(page, "german", "human")
    tab_to(page, page.get_by_test_id("start"))
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("prompt")).to_contain_text("German")
    token = page.url.split("#table/")[1]

    page.get_by_role("link", name="Kessel: home").click()
    seat = page.get_by_test_id("continue")
    expect(seat).to_have_count(1)
    expect(seat).to_contain_text("German")
    expect(seat).to_contain_text(re.compile(r"turn 1 of 3", re.I))
    expect(seat).to_have_attribute("href", f"#table/{token}")
    shots(page, "home-continue")
    seat.click()
    expect(page.get_by_test_id("prompt")).to_contain_text("German")


RANKS = {
    "random": ("Recruit", "Recluta"),
    "cadet": ("Cadet", "Cadete"),
    "staff": ("Staff officer", "Oficial de Estado Mayor"),
    "marshal": ("Marshal", "Mariscal"),
}


@pytest.mark.parametrize(("language", "other"), [("en", 0), ("es", 1)])
def test_every_game_offers_its_commanders_to_each_side(page: Page, server: Serving, language: str, other: int) -> None:
    page.goto("/")
    page.get_by_role("button", name=language.upper(), exact=True).click()
    for game in server.get("games"):
        page.goto(f"/#new/{game['id']}/{game['scenarios'][0]['id']}")
        for side in game["sides"]:
            radios = dialog(page).locator(f"input[name=player-{side['id']}]")
            expect(radios).to_have_count(2 + len(game["commanders"]))
            for rank in game["commanders"]:
                expect(player(page, side["id"], rank).locator("xpath=..")).to_contain_text(RANKS[rank][other])
        page.keyboard.press("Escape")
        expect(dialog(page)).to_have_count(0)


def test_two_commanders_play_and_somebody_watches(page: Page, server: Serving, shots: Shots) -> None:
    page.goto(f"/#new/{GAME}/{LEARNING}")
    for side, who in (("soviet", "staff"), ("german", "random")):
        player(page, side, who).locator("xpath=..").click()
    expect(dialog(page)).to_contain_text("The computer plays against itself and you watch.")
    page.get_by_test_id("start").click()
    table = Seated(page, server, spectator_of(page))
    table.settled()
    table.page.wait_for_function("() => document.querySelectorAll('.line.result').length > 1")
    shots(page, "table-watching")
    expect(table.get("end-card")).to_be_visible(timeout=240_000)  # a whole game
    expect(table.get("end-card")).to_contain_text(table.look()["view"]["outcome"]["text"])


def spectator_of(page: Page) -> str:
    """The seat of the table on the screen."""
    expect(page.get_by_test_id("table")).to_be_visible()
    return page.url.split("#table/")[1]


def test_escape_closes_the_dialog_and_gives_the_focus_back(page: Page) -> None:
    page.goto("/")
    link = page.get_by_test_id(f"battle-{LEARNING}").get_by_role("link")
    link.focus()
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)
    expect(link).to_be_focused()
    expect(page).not_to_have_url(re.compile("#new"))


def test_language_changes_at_once_and_stays(page: Page, server: Serving, shots: Shots) -> None:
    page.goto("/")
    title = {lang: server.get(f"games/{GAME}", language=lang)["scenarios"][LEARNING]["title"] for lang in ("en", "es")}
    card = page.get_by_test_id(f"battle-{LEARNING}")
    expect(card).to_contain_text(title["en"])
    expect(page.get_by_role("heading", level=1)).to_have_text("The Eastern Front, played by the book")
    page.get_by_role("button", name="ES", exact=True).click()
    expect(card).to_contain_text(title["es"])
    for _ in range(2):
        expect(page.get_by_role("heading", level=1)).not_to_contain_text("played by the book")
        expect(page.locator("html")).to_have_attribute("lang", "es")
        expect(page.get_by_test_id("learn")).not_to_contain_text("Learn")
        expect(page.get_by_test_id(f"battle-{LEARNING}").get_by_role("link")).to_contain_text("artida")
        page.reload()
        expect(card).to_contain_text(title["es"])
    shots(page, "home-spanish")
    page.get_by_role("button", name="EN", exact=True).click()
    expect(card).to_contain_text(title["en"])


def test_light_and_dark(page: Page, shots: Shots) -> None:
    def ground(sign: str, limit: int) -> None:
        """Wait until the page is as bright as this, 0 to 255: colours change gently."""
        page.wait_for_function(
            f"""() => {{
              const parts = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number);
              return Math.max(...parts) {sign} {limit};
            }}"""
        )

    page.goto("/")
    expect(page.get_by_test_id("learn")).to_be_enabled()
    ground("<", 90)
    page.get_by_role("button", name="Light colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    ground(">", 180)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    ground(">", 180)
    shots(page, "home-light")
    page.get_by_role("button", name="Dark colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    ground("<", 90)


def test_invite_a_friend_and_play(person: Callable[..., Watched], server: Serving, shots: Shots) -> None:
    host = person().page(f"/#new/{GAME}/{LEARNING}")
    player(host, "german", "invite").locator("xpath=..").click()
    host.get_by_test_id("start").click()
    link = dialog(host).get_by_label(re.compile("Seat for your friend")).first.input_value()
    assert link.startswith(f"{server.url}/#table/")
    shots(host, "table-links")
    host.get_by_test_id("go-to-table").click()
    mine = Seated(host, server, host.url.split("#table/")[1])
    expect(mine.get("map")).to_be_visible()

    friend = person().page(link)
    theirs = Seated(friend, server, link.split("#table/")[1])
    expect(theirs.get("prompt")).to_contain_text("your decision")
    expect(mine.get("prompt")).to_contain_text("waiting")
    theirs.press("auto")
    mine.decided("Choose a unit to move")
    expect(mine.get("log")).to_contain_text("The armies are in place.")
    expect(theirs.get("prompt")).to_contain_text("waiting")

    mine.take_up("28R")
    goal = mine.lit[0]
    mine.go(goal)
    assert mine.where("28R") == goal
    theirs.shows(mine.state)
    seen = [s for s in theirs.look()["view"]["stacks"] if s["hex"] == goal]
    assert seen
    expect(friend.locator(f"[data-hex='{goal}']")).to_have_count(1)
    assert host.url.split("#")[1] != friend.url.split("#")[1]


def test_an_unknown_link_is_told_kindly(person: Callable[..., Watched], shots: Shots) -> None:
    guest = person()
    guest.forgive("404")
    page = guest.page("/#table/nobody-knows-this-seat")
    expect(page.get_by_role("heading", name="There is no such seat")).to_be_visible()
    shots(page, "no-such-seat")
    page.get_by_role("link", name="Back to the battles").click()
    expect(page.get_by_test_id("learn")).to_be_enabled()
    page.get_by_label("Were you invited?").fill("http://example.org/")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("does not look like a seat link")
