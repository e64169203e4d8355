"""Positions as literals: a phase, some units, and what happens then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import kessel
from kessel.games.breakout.game import Breakout
from kessel.games.breakout.state import DEAD, EXITED, WAITING, BreakoutState
from tests.lab import Bench

GAME = kessel.load("breakout")
assert isinstance(GAME, Breakout)


class Lab(Bench[BreakoutState]):
    """A position and the means to play it. Dice given to ``do`` are used up in order."""

    fates: ClassVar[Mapping[int, str]] = {DEAD: "dead", EXITED: "exited", WAITING: "waiting"}

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

    def shifts(self, action: str = "", side: str | None = None) -> dict[str, int]:
        """Column shifts by clause."""
        return {shift["rule"]: shift["columns"] for shift in self.preview(action, side)["shifts"]}
