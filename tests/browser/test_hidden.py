"""Fog of war in the browser: what a side may not know is neither in its page nor in anything sent to it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Response, WebSocket, expect

from tests.browser.pages import Shots, Watched
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, Match

BELOW = {"168Inf": "3208", "StuG280": "3110"}
"""Units that are put below others, and where."""
SET_UP = ("place 208Inf 3208", "place 18AD 3110", "place 168Inf 3208", "place StuG280 3110", "auto")
KEYS = "rzstv"


class Ear:
    """Hears everything that a page receives about its match; the catalogue of all units is no secret."""

    def __init__(self, page: Page) -> None:
        self.heard: list[tuple[str, str]] = []
        self.answers: list[Response] = []
        page.on("response", lambda answer: self.answers.append(answer))  # noqa: PLW0108 - playwright wants a function
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.heard.append((socket.url, str(data))))

    def all(self) -> list[tuple[str, str]]:
        answers = [(a.url, a.text()) for a in self.answers if "/api/seats/" in a.url and a.status < 300]
        return self.heard + answers


def words(data: dict[str, dict[str, str]], unit: str) -> re.Pattern[str]:
    """The id of a unit as a word of its own, or its name."""
    return re.compile(rf"(?<![\w-]){re.escape(unit)}(?![\w-])|{re.escape(data[unit]['name'])}")


def hidden(match: Match) -> set[str]:
    """German units below the top of their stacks."""
    stacks = match.seat("german").look()["view"]["stacks"]
    return {u["id"] for s in stacks if s["side"] == "german" for u in s["units"] if u["id"] != s["top"]}


def test_the_soviet_page_never_hears_of_hidden_units(
    person: Callable[..., Watched], server: Serving, shots: Shots
) -> None:
    match = server.match("campaign", soviet="invite", german="invite")
    german = match.seat("german")
    page = person().page()
    ear = Ear(page)
    table = Seated(page, server, match.tokens["soviet"]).open()
    for action in SET_UP:
        german.play(action)
    table.shows(german.look()["state"])
    secret = hidden(match)
    assert set(BELOW) <= secret
    shots(page, "table-campaign")

    # Look around: overlays, the stacks themselves, the list, a move, the languages, and an attack.
    for key in KEYS:
        page.keyboard.press(key)
    page.keyboard.press("0")
    for place in BELOW.values():
        table.click_hex(place)
        expect(table.get("stack-card")).to_contain_text("hidden below")
        page.keyboard.press("Escape")
    table.get("choice-list").click()
    table.take_up_next()
    table.go(table.lit[0])
    page.get_by_role("button", name="ES", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.wait_for_load_state("networkidle")
    assert hidden(match) == secret

    names = {language: server.get(f"games/{GAME}", language=language)["units"] for language in ("en", "es")}
    seen = [("the page", page.content()), *ear.all()]
    assert any("/live" in where for where, _ in seen)
    assert any("/overlay/threats" in where for where, _ in seen)
    told = {
        (unit, where)
        for unit in secret
        for language in names
        for where, text in seen
        if words(names[language], unit).search(text)
    }
    assert not told
    # The search does find what may be known: the units on top.
    assert any(words(names["en"], "208Inf").search(text) for _, text in seen)


def test_the_other_hand_sees_nothing_at_one_screen(person: Callable[..., Watched], server: Serving) -> None:
    match = server.match("campaign", soviet="human", german="human")
    page = person().page()
    table = Seated(page, server, match.tokens["soviet"]).open()
    table.take_seat()
    for action in SET_UP[:-1]:
        match.seat("german").play(action)
    table.shows(table.look()["state"])
    before = page.content()
    names = server.get(f"games/{GAME}")["units"]
    assert words(names, "168Inf").search(before)
    table.get("action-auto").click()
    table.get("handover").wait_for()
    cover = page.content()
    assert not any(words(names, unit).search(cover) for unit in BELOW)
    table.take_seat()
    table.settled()
    after = page.content()
    assert not any(words(names, unit).search(after) for unit in BELOW)
