"""Positions as literals: a phase, some units, and what happens then."""

from __future__ import annotations

from typing import Any

import kessel
from kessel.engine import Event, Refusal, ScriptedDice
from kessel.games.breakout.game import Breakout
from kessel.games.breakout.state import DEAD, EXITED, WAITING, BreakoutState

GAME = kessel.load("breakout")
assert isinstance(GAME, Breakout)


class Lab:
    """A position and the means to play it. Dice given to ``do`` are used up in order."""

    def __init__(self, state: BreakoutState) -> None:
        self.state = state
        self.log: list[Event] = []

    @classmethod
    def at(cls, phase: str, *units: str, **fields: Any) -> Lab:
        """A position at a phase. A unit is ``16Pz 2218``, ``16Pz 2218 4`` (steps left) or, for one of your own,
        ``A 2218 soviet tank XXX 7-9/4-5`` (side, type, size, strength of each step)."""
        placed = dict(fields.pop("units", {}))
        for text in units:
            name, where, *rest = text.split()
            unit: dict[str, Any] = {"hex": where}
            if len(rest) == 1:
                unit["steps"] = int(rest[0])
            elif rest:
                side, kind, size, track = rest[:4]
                unit |= {
                    "side": side,
                    "type": kind,
                    "size": size,
                    "track": [[int(n) for n in step.split("-")] for step in track.split("/")],
                }
                if len(rest) > 4:
                    unit["steps"] = int(rest[4])
            placed[name] = unit
        data = {"scenario": "campaign", "turn": 4, "weather": "ice", "phase": phase, "units": placed, **fields}
        return cls(GAME.position(data))

    def do(self, *actions: str, dice: tuple[int, ...] = (), side: str | None = None) -> list[Event]:
        """Play actions; all dice they call for must be given, and no more."""
        state = self.state
        script = ScriptedDice(dice)
        used = state.rolls
        events: list[Event] = []
        for action in actions:
            events += state.play(action, side)
            while (need := state.decision) is not None and need.side == "chance":
                roll = script.roll(state.rolls - used, action, need.dice, need.faces)
                events += state.play("roll " + " ".join(map(str, roll)))
        assert state.rolls - used == len(dice), f"{len(dice)} dice given, {state.rolls - used} used"
        self.log += events
        return events

    def legal(self, action: str) -> bool:
        return self.state.legal(action)

    def refused(self, action: str, side: str | None = None) -> str:
        """The clause under which an action is refused; the state must not change."""
        before = self.state.digest()
        try:
            self.state.play(action, side)
        except Refusal as refusal:
            assert self.state.digest() == before
            return refusal.rule
        raise AssertionError(f"{action} was not refused")

    def actions(self, verb: str = "") -> list[str]:
        """Legal actions as text, of one verb or all."""
        return [str(a) for a in self.state.actions() if not verb or a.verb == verb]

    def choices(self, verb: str) -> list[str]:
        """The last arguments that a verb may take now, sorted."""
        return sorted(a.args[-1] for a in self.state.actions() if a.verb == verb)

    @property
    def decider(self) -> str:
        """Who must decide now."""
        return self.state.sides[0]

    @property
    def decision(self) -> str:
        """The name of the decision that is due."""
        found = self.state.decision
        return found.name if found else ""

    def index(self, unit: str) -> int:
        return self.state.board.roster.names.index[unit]

    def hex(self, unit: str) -> str:
        """Where a unit is: a hex number or its fate."""
        where = self.state.where[self.index(unit)]
        fates = {DEAD: "dead", EXITED: "exited", WAITING: "waiting"}
        return fates.get(where) or self.state.board.grid.names[where]

    def steps(self, unit: str) -> int:
        return self.state.steps[self.index(unit)]

    def supplied(self, hex_name: str, side: str = "soviet") -> bool:
        """Whether a hex has a supply line (Soviet) or a C&C line (German)."""
        s = self.state
        return bool(s.net(("soviet", "german").index(side)) >> s.board.grid.index[hex_name] & 1)

    def zoc(self, side: str) -> set[str]:
        s = self.state
        return set(s.board.grid.listed(s.zoc(("soviet", "german").index(side))))

    def controls(self, hex_name: str) -> str:
        s = self.state
        return "soviet" if s.control >> s.board.grid.index[hex_name] & 1 else "german"

    def preview(self, action: str = "", side: str | None = None) -> dict[str, Any]:
        """The odds of ``attack HEX UNIT ...`` or of the combat under way."""
        found = GAME.preview(self.state, action, side or self.decider)
        assert found is not None
        return found

    def shifts(self, action: str = "", side: str | None = None) -> dict[str, int]:
        """Column shifts by clause."""
        return {shift["rule"]: shift["columns"] for shift in self.preview(action, side)["shifts"]}

    def told(self, name: str, side: str | None = None) -> list[Event]:
        """Events of a name that a side (or anyone) heard of so far."""
        return [e for e in self.log if e.name == name and (side is None or e.to in (None, side))]
