"""The guided first game of each battle that has one: whoever does what it says comes to its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Hand
from tests.browser.pages import Shots
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, LEARNING

FINAL = "You know how to play"
LIMIT = 150


class Guided:
    """Somebody at the table who reads the guide and does what it says."""

    def __init__(self, table: Seated) -> None:
        self.table = table
        self.hand = Hand(table, "guided")
        self.unit = ""

    @property
    def box(self) -> Locator:
        return self.table.get("guide")

    def wait(self, title: str) -> None:
        """A step is done a moment after the table shows it."""
        expect(self.box.get_by_role("heading")).to_have_text(title)

    def look_around(self) -> None:
        self.wait("The map")
        self.table.page.mouse.move(*self.table.point(next(iter(self.table.hexes))))
        self.table.page.mouse.wheel(0, -60)
        self.wait("What is expected")
        self.table.get("prompt").get_by_role("link").first.click()
        expect(self.table.get("clause-popover")).to_be_visible()
        self.table.page.keyboard.press("Escape")

    def take_up(self) -> None:
        self.wait("Take up a unit")
        expect(self.table.get("prompt")).to_contain_text("your decision")
        expect(self.table.get("next")).to_be_enabled()
        self.table.settled()
        self.table.take_up_next()
        self.unit = self.table.look()["view"]["moving"]["units"][0]

    def move_and_take_back(self) -> None:
        self.wait("Move it")
        start = self.table.where(self.unit)
        self.table.go(next(place for place in self.table.lit if place != start))
        assert self.table.where(self.unit) != start
        self.wait("Take it back")
        self.table.key("u")
        assert self.table.where(self.unit) == start

    def play_on(self) -> None:
        """The rest by clicks on what is lit, until the guide is content."""
        for _ in range(LIMIT):
            if self.box.get_by_text(FINAL).is_visible():
                return
            if (self.table.look()["decision"] or {"mine": False})["mine"]:
                self.hand.step()
            else:
                self.table.page.wait_for_timeout(100)
        raise AssertionError(f"the guide does not end: {self.box.inner_text()}")


def test_breakout(page: Page, server: Serving, shots: Shots) -> None:
    page.goto("/")
    page.get_by_test_id("learn").click()
    table = begun(page, server)
    assert (table.look()["game"], table.look()["scenario"]) == (GAME, LEARNING)
    one = Guided(table)
    one.look_around()
    shots(page, "guide")
    one.take_up()
    one.move_and_take_back()
    one.wait("Look at supply")
    page.keyboard.press("s")
    one.wait("Bring up more, then end the movement")
    one.play_on()
    shots(page, "guide-end")
    table.get("guide-close").click()
    expect(one.box).to_have_count(0)


def test_korsun(page: Page, server: Serving) -> None:
    page.goto("/")
    page.get_by_test_id("battle-learning-bridges").get_by_role("button", name="Step by step").click()
    table = begun(page, server)
    one = Guided(table)
    one.look_around()
    one.wait("Support fire")
    table.get("pools-open").click()
    one.wait("Take up a unit")
    page.keyboard.press("Escape")
    one.take_up()
    one.move_and_take_back()
    one.wait("Engineers bridge the river")
    while "mode-bridge" not in table.page.content():
        table.press("done")
    page.keyboard.press("b")
    one.wait("Bring up more, then end the movement")
    page.keyboard.press("b")
    one.play_on()


@pytest.mark.parametrize("language", ["EN", "ES"])
def test_it_can_be_left_at_once(page: Page, server: Serving, language: str) -> None:
    page.goto("/")
    page.get_by_role("button", name=language, exact=True).click()
    page.get_by_test_id("learn").click()
    table = begun(page, server)
    expect(table.get("guide")).to_contain_text("Step 1 of" if language == "EN" else "Paso 1 de")
    table.get("guide-skip").click()
    expect(table.get("guide")).to_have_count(0)
    page.reload()
    table.settled()
    expect(table.get("guide")).to_have_count(0)


def begun(page: Page, server: Serving) -> Seated:
    """The table that a lesson has set up."""
    expect(page).to_have_url(re.compile("#table/"))
    table = Seated(page, server, page.url.split("#table/")[1])
    expect(table.get("map")).to_be_visible()
    table.settled()
    return table
