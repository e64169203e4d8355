"""Positions as literals: a phase, some units, and what happens then.

``plain`` gives a bare country: all of the map clear, without rivers, roads and railways, so that a position holds only
what a test puts in. 3017 and its neighbours, clockwise from the north: 3016, 3117, 3118, 3018, 2918, 2917.
"""

from __future__ import annotations

from typing import Any

from kessel.games.korsun import Korsun
from kessel.games.korsun.state import KorsunState
from tests.lab import Bench

GAME = Korsun()
_board = GAME.board("korsun")
CLEAR = dict.fromkeys(_board.grid.listed(_board.area), "clear")
DRY = [[side[0], side[1]] for river in GAME.map_data["rivers"] for side in river["hexsides"]]


class Lab(Bench[KorsunState]):
    """A position and the means to play it. Dice given to ``do`` are used up in order; a draw of a chit takes a die
    too: the place of the chit among those of the pool, in ascending order, from 1."""

    @classmethod
    def at(cls, phase: str, *units: str, **fields: Any) -> Lab:
        """A position at a phase. A unit is ``180-21 2914``, ``180-21 2914 1`` (steps left) or, for one of your own,
        ``A 2914 27A rifle 4-4-6/2-2-6`` (organisation, type, values of each step) with the steps left if not all.
        Pools that are not given are empty."""
        placed = dict(fields.pop("units", {}))
        for text in units:
            name, where, *rest = text.split()
            unit: dict[str, Any] = {"hex": where}
            if len(rest) == 1:
                unit["steps"] = int(rest[0])
            elif rest:
                organisation, kind, track = rest[:3]
                unit |= {
                    "organisation": organisation,
                    "type": kind,
                    "track": [[int(n) for n in step.split("-")] for step in track.split("/")],
                }
                if len(rest) > 3:
                    unit["steps"] = int(rest[3])
            placed[name] = unit
        pools = {org: [] for org in GAME.roster.orgs} | fields.pop("pools", {})
        data = {"scenario": "korsun", "turn": 4, "phase": phase, "units": placed, "pools": pools, **fields}
        return cls(GAME.position(data))

    def unit(self, unit: str, side: str | None = None) -> dict[str, Any]:
        """A unit on the map as a side sees it."""
        stacks = self.state.view(side)["stacks"]
        return next(u | {"supplied": s["supplied"]} for s in stacks for u in s["units"] if u["id"] == unit)

    def supplied(self, unit: str) -> bool:
        return bool(self.unit(unit)["supplied"])

    def pool(self, organisation: str) -> tuple[list[int], list[int]]:
        """The chits of an organisation that are ready and those that are spent."""
        i = self.state.board.roster.orgs.index[organisation]
        return list(self.state.ready[i]), list(self.state.spent[i])

    def cost(self, unit: str) -> dict[str, float]:
        """What it costs a unit in MP to reach each hex it can reach."""
        found: dict[str, float] = GAME.overlay(self.state, None, "reach", unit)["costs"]
        return found

    def row(self, action: str = "") -> str:
        """The terrain row that a combat is fought on."""
        shifts = self.preview(action)["shifts"]
        return next(str(s["args"]["row"]) for s in shifts if s["text"].startswith("Terrain row"))


def plain(phase: str, *units: str, terrain: dict[str, str] | None = None, **fields: Any) -> Lab:
    """A position in the bare country. ``minor``, ``major``: pairs of hexes with a river between them."""
    rivers: dict[str, Any] = {"none": DRY}
    for kind in ("minor", "major"):
        rivers[kind] = [pair.split("/") for pair in fields.pop(kind, "").split()]
    ways = {key: fields.pop(key, []) for key in ("roads", "rails", "crossings")}
    return Lab.at(phase, *units, terrain={**CLEAR, **(terrain or {})}, rivers=rivers, **ways, **fields)


def attack(target: str, *units: str, engineer: str = "") -> list[str]:
    """The actions that declare an attack and commit it."""
    helped = [f"engineer {engineer}"] if engineer else []
    return [f"attack {target}", *(f"add {unit}" for unit in units), *helped, "commit"]
