"""Positions as literals: a phase, some units, and what happens then.

``plain`` gives a bare country: all of the map clear, without rivers, roads and places, so that a position holds only
what a test puts in. Columns grow westwards; the six neighbours of 1510 are 1509 and 1511 in its row, 1410 and 1411
above it, 1610 and 1611 below it; those of 1610 are 1609, 1611, 1509, 1510, 1709 and 1710.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kessel.games.debrecen import Debrecen
from kessel.games.debrecen.state import DEAD, FALLEN, GONE, POOL, READY, UNUSED, USED, WAITING, DebrecenState
from tests.lab import Bench

GAME = Debrecen()
_board = GAME.board("debrecen")
CLEAR = dict.fromkeys(_board.grid.listed(_board.area), "clear")
DRY = [[side[0], side[1]] for river in GAME.map_data["rivers"] for side in river["hexsides"]]
STOCKS = {READY: "ready", USED: "used", POOL: "pool", GONE: "gone", UNUSED: "unused"}
VALUES = {"q": "quality", "yellow": "yellow", "white": "white"}


class Lab(Bench[DebrecenState]):
    """A position and the means to play it. Dice given to ``do`` are used up in order."""

    fates: ClassVar[Mapping[int, str]] = {DEAD: "dead", WAITING: "waiting", FALLEN: "fallen"}

    @classmethod
    def at(cls, phase: str, *units: str, **fields: Any) -> Lab:
        """A position at the start of a phase. A unit is ``16-7M 1812`` or ``16-7M 1812 2`` (steps left); words such
        as ``cv=8/5/2 q=4 yellow=1 white=0 of=pliev`` change what is printed on it. Support markers that are not given
        are out of the game."""
        placed = dict(fields.pop("units", {}))
        for text in units:
            name, where, *rest = text.split()
            unit: dict[str, Any] = {"hex": where}
            for word in rest:
                key, _, value = word.rpartition("=")
                if key == "cv":
                    unit["track"] = [int(n) for n in value.split("/")]
                elif key == "of":
                    unit["formation"] = value
                else:
                    unit[VALUES.get(key, "steps")] = int(value)
            placed[name] = unit
        return cls(GAME.position({"turn": 4, "phase": phase, "units": placed, **fields}))

    def specific(self, *units: str, dice: tuple[int, ...] = ()) -> Lab:
        """Begin a specific activation of some units."""
        self.do("specific", *(f"add {unit}" for unit in units), "begin", dice=dice)
        return self

    def go(self, unit: str, *hexes: str, dice: tuple[int, ...] = ()) -> Lab:
        """Move an active unit from hex to hex, and no farther."""
        self.do(f"select {unit}", *(f"move {h}" for h in hexes), dice=dice)
        if self.decision == "moving":
            self.do("done")
        return self

    def points(self, unit: str) -> int:
        """The action points that a unit has left."""
        return self.state.points[self.index(unit)]

    def has(self, unit: str, mark: str) -> bool:
        """Whether a unit bears a mark: isolated, fatigued, disorganised ..."""
        return bool(getattr(self.state, mark) >> self.index(unit) & 1)

    def stock(self, marker: str) -> str | int:
        """Where a support marker is: ready, used, pool, gone, unused, or the turn in which it comes back."""
        stock = self.state.stock[self.state.board.marker_names.index[marker]]
        return STOCKS.get(stock, stock)

    def box(self, marker: str) -> str:
        """The HQ that has a support marker."""
        hq = self.state.box[self.state.board.marker_names.index[marker]]
        return self.state.board.roster.names[hq] if hq >= 0 else ""


def plain(phase: str, *units: str, terrain: dict[str, str] | None = None, **fields: Any) -> Lab:
    """A position in the bare country. ``minor``, ``major``: pairs of hexes with a river between them, such as
    ``1510/1511``; ``crossings`` and ``roads`` are lists of hexes."""
    rivers: dict[str, Any] = {"none": DRY}
    for kind in ("minor", "major"):
        rivers[kind] = [pair.split("/") for pair in fields.pop(kind, "").split()]
    ways = {key: fields.pop(key, []) for key in ("roads", "crossings")}
    return Lab.at(phase, *units, terrain={**CLEAR, **(terrain or {})}, rivers=rivers, **ways, **fields)


def line(start: str, end: str) -> list[str]:
    """The hexes of a shortest way from one hex to another."""
    grid = _board.grid
    goal, way = grid.hex(end), [grid.hex(start)]
    while way[-1] != goal:
        near = [n for n in grid.neighbours[way[-1]] if n >= 0]
        way.append(min(near, key=lambda n: (grid.distance(n, goal), n)))
    return [grid.names[h] for h in way]
