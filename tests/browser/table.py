"""The table as a player uses it: clicks on counters, hexes and buttons, and waits for what they bring."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.serving import Serving
from tests.server.table import Json

ON_SCREEN = """async ([x, y]) => {
  const stage = document.querySelector('[data-testid=map] svg');
  const place = () => new DOMPoint(x, y).matrixTransform(stage.getScreenCTM());
  let found = place();
  for (let still = 0; still < 5; still++) {
    await new Promise(requestAnimationFrame);
    const now = place();
    if (now.x !== found.x || now.y !== found.y) still = 0;
    found = now;
  }
  const there = document.elementFromPoint(found.x, found.y);
  const free = there?.closest('[data-testid=map]') && !there.closest('[data-over-map]');
  return { left: found.x, top: found.y, free: Boolean(free) };
}"""
"""Where a point of the map is, when the map has come to rest, and whether the map itself is there."""
AROUND_THE_MIDDLE = """() => {
  const { left, top, width, height } = document.querySelector('[data-testid=map]').getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
STEP = 110
"""Pixels that an arrow key moves the map."""


class Seated:
    """A page with a table on it."""

    def __init__(self, page: Page, server: Serving, token: str) -> None:
        self.page, self.server, self.token = page, server, token
        game = self.look()["game"]
        self.hexes: dict[str, tuple[float, float]] = server.get(f"games/{game}")["grid"]["hexes"]

    def open(self) -> Seated:
        self.page.goto(f"/#table/{self.token}")
        self.page.locator("[data-testid=map], [data-testid=handover]").first.wait_for()
        self.settled()
        return self

    def get(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def look(self, **query: str) -> Json:
        """The table as the server tells it to this seat."""
        found: Json = self.server.get(f"seats/{self.token}", **query)
        return found

    # -- waiting -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> int:
        """The number of the position on the screen."""
        return int(self.get("table").get_attribute("data-state") or -1)

    def settled(self, after: int | None = None) -> None:
        """Wait until nothing is asked any more, and a position after the given one is on the screen."""
        least = -1 if after is None else after + 1
        self.page.wait_for_function(
            """(least) => {
              const table = document.querySelector('[data-testid=table]');
              return table && Number(table.dataset.state) >= least && table.dataset.busy === 'false'
                && table.dataset.connection === 'open';
            }""",
            arg=least,
        )

    def shows(self, state: int) -> None:
        """Wait until a position is on the screen."""
        expect(self.get("table")).to_have_attribute("data-state", str(state))

    def decided(self, text: str | re.Pattern[str]) -> None:
        """Wait until the prompt says something."""
        expect(self.get("prompt")).to_contain_text(text)

    def take_seat(self) -> None:
        """Say at the hand-over screen that one is seated."""
        self.get("seated").click()
        expect(self.get("map")).to_be_visible()

    # -- the map -------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole playing area."""
        self.page.keyboard.press("0")

    def point(self, hexagon: str) -> tuple[float, float]:
        """Where the middle of a hex is on the screen; the map is moved if something lies over it."""
        for attempt in range(4):
            at = self.page.evaluate(ON_SCREEN, self.hexes[hexagon])
            if at["free"]:
                return at["left"], at["top"]
            if attempt == 0 and self.get("stack-card").is_visible():
                self.page.keyboard.press("Escape")
            else:
                self._bring(at["left"], at["top"])
        raise AssertionError(f"{hexagon} cannot be brought into view: {at}")

    def _bring(self, left: float, top: float) -> None:
        self.page.evaluate("() => document.activeElement?.blur()")
        x, y = self.page.evaluate(AROUND_THE_MIDDLE)
        for count, less, more in ((x - left, "ArrowRight", "ArrowLeft"), (y - top, "ArrowDown", "ArrowUp")):
            for _ in range(round(abs(count) / STEP)):
                self.page.keyboard.press(less if count < 0 else more)

    def click_hex(self, hexagon: str) -> None:
        self.page.mouse.click(*self.point(hexagon))

    def click_side(self, side: str) -> None:
        """Click a side of a hex, between the middles of the two hexes that it parts."""
        here, there = (self.point(hexagon) for hexagon in side.split("/"))
        self.page.mouse.click((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)

    def hover_hex(self, hexagon: str) -> None:
        self.page.mouse.move(*self.point(hexagon))

    def drag(self, start: str, end: str) -> None:
        """Drag from a hex to another, without letting go in between."""
        x, y = self.point(start)
        goal = self.point(end)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y + 6, steps=3)
        self.page.mouse.move(*goal, steps=6)
        self.page.mouse.up()

    @property
    def lit(self) -> list[str]:
        """Hexes that can be clicked."""
        return self._ids("hex-")

    @property
    def buttons(self) -> list[str]:
        """Actions that have a button of their own."""
        return self._ids("action-")

    def _ids(self, start: str) -> list[str]:
        found: list[str] = self.page.evaluate(
            "(start) => [...document.querySelectorAll(`[data-testid^=${start}]`)].map((e) => e.dataset.testid)", start
        )
        return [name.removeprefix(start) for name in found]

    def where(self, unit: str) -> str:
        """The hex of a unit that is drawn on the map."""
        found = self.get(f"counter-{unit}").locator("xpath=ancestor::*[@data-hex]").get_attribute("data-hex")
        assert found
        return found

    # -- acting --------------------------------------------------------------------------------------------------

    def press(self, action: str) -> None:
        """Press the button of an action and wait for the position after it."""
        before = self.state
        self.get(f"action-{action.replace(' ', '-')}").click()
        leave = self.get("leave-anyway")
        if action == "end" and leave.is_visible():
            leave.click()
        self.settled(before)

    def take_up(self, unit: str) -> None:
        """Take up a unit by clicks: on its counter, and in the list of the stack if it is not alone."""
        before = self.state
        self.click_hex(self.where(unit))
        card = self.get(f"unit-select-{unit}")
        if self.state == before and card.is_visible():
            card.click()
        self.settled(before)

    def take_up_next(self) -> None:
        """Take up the next unit that can move, by keyboard."""
        self.page.keyboard.press("n")
        self.get("stack-card").wait_for()
        self.key("Enter")

    def go(self, hexagon: str) -> None:
        """Click a lit hex and wait for the position after it."""
        before = self.state
        self.click_hex(hexagon)
        self.settled(before)

    def key(self, key: str) -> None:
        """Press a key and wait for the position after it."""
        before = self.state
        self.page.keyboard.press(key)
        self.settled(before)


def own_stacks(seen: Json) -> list[Any]:
    """The stacks of the side that looks."""
    return [stack for stack in seen["view"]["stacks"] if stack["side"] == seen["side"]]
