"""Somebody who plays by what he sees: buttons, lit hexes, counters that can act, and the list of a stack."""

from __future__ import annotations

import random

from playwright.sync_api import Locator

from tests.browser.table import Seated

ABLE = """() => [...document.querySelectorAll('.stack:has(.frame[tabindex="0"])')].map((e) => e.dataset.hex)"""
SIGNS = """() => [
  document.querySelector('[data-testid=table]').dataset.state,
  document.querySelectorAll('[data-testid^=hex-], [data-testid=stack-card], [data-testid=handover], .toast').length,
].join('/')"""
"""Changes when a click has done something."""
GO_ON = {"fight", "commit", "fire", "begin", "stay"}
"""Buttons with which a combat or an activation goes on."""
MOVES, ATTACKS = 2, 1
"""After so many moves or attacks in a segment he ends it."""
ACTING = {"movement", "combat", "activation"}
"""Decisions about what to do next in a segment."""


class Hand:
    """Plays a seat by clicks alone, both sides of it if it has two."""

    def __init__(self, table: Seated, seed: str) -> None:
        self.table = table
        self.rng = random.Random(seed)
        self.met: set[str] = set()
        self.count = 0
        self.segment: object = None
        self.called: set[object] = set()
        """The turns in which each side has activated somebody."""

    def play(self, limit: int = 1200) -> int:
        """Play to the end; returns the number of clicks that changed the position."""
        clicks = 0
        while not self.table.get("end-card").is_visible():
            clicks += 1
            assert clicks < limit, f"no end after {limit} steps; last: {self.table.look()['decision']}"
            self.step()
        return clicks

    def step(self) -> None:
        """Do one thing that is asked for."""
        table = self.table
        if table.get("seated").is_visible():
            self.met.add("handover")
            table.take_seat()
            table.settled()
            return
        seen = table.look()
        if not seen["decision"]:
            table.get("end-card").wait_for()
            return
        table.shows(seen["state"])
        if table.get("seated").is_visible():
            return
        decision = seen["decision"]
        self.met.add(decision["name"])
        segment = (seen["view"]["turn"], seen["view"]["phase"], seen["view"]["segment"], seen["side"])
        if segment != self.segment:
            self.segment, self.count = segment, 0
        if decision["name"] == "operations":
            self._operate((seen["view"]["turn"], seen["side"]))
        else:
            self._act(decision["name"])
        table.settled()

    def _operate(self, turn: object) -> None:
        """Activate a formation once a turn, then pass."""
        if turn in self.called or not self._able():
            self.table.get("action-pass").click()
        else:
            self.called.add(turn)
            self._counter()

    def _act(self, name: str) -> None:
        table, rng = self.table, self.rng
        buttons = set(table.buttons)
        enough = self.count >= (MOVES if name == "movement" else ATTACKS)
        if "end" in buttons and (enough or not (table.lit or self._able() or self._picks().count())):
            self._end()
        elif buttons & GO_ON and rng.random() < 0.7:
            table.get(f"action-{next(iter(buttons & GO_ON))}").click()
        elif self._picks().count() and not table.lit:
            pick = self._picks().nth(rng.randrange(self._picks().count()))
            pick.click()
            self._hex()
        elif name in ACTING:
            self.count += 1
            if table.lit:
                self._hex()
            else:
                self._counter()
        elif table.lit:
            self._hex()
        elif self._able():
            self._counter()
        else:
            action = rng.choice(sorted(buttons))
            self._end() if action == "end" else table.get(f"action-{action}").click()

    def _end(self) -> None:
        self.table.get("action-end").click()
        leave = self.table.get("leave-anyway")
        if leave.is_visible():
            self.met.add("warning")
            leave.click()

    def _hex(self) -> None:
        """Click a lit hex."""
        self._click(self.rng.choice(sorted(self.table.lit)))

    def _counter(self) -> None:
        """Click a counter that can act."""
        self._click(self.rng.choice(sorted(self._able())))

    def _click(self, hexagon: str) -> None:
        """Click on the map; if the click can mean several things, the list of the stack asks which."""
        table = self.table
        before = table.page.evaluate(SIGNS)
        state = table.state
        table.click_hex(hexagon)
        table.page.wait_for_function(f"(before) => ({SIGNS})() !== before", arg=before)
        asked = self._asked()
        if table.state == state and asked.count():
            self.met.add("card")
            asked.nth(self.rng.randrange(asked.count())).click()

    def _asked(self) -> Locator:
        """The buttons of the list that act."""
        return self.table.get("stack-card").locator("button.wide, .acts button:not(.quiet)")

    def _able(self) -> list[str]:
        found: list[str] = self.table.page.evaluate(ABLE)
        return found

    def _picks(self) -> Locator:
        return self.table.page.locator("[data-testid^=pick-][aria-pressed=false]")
