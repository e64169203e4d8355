"""A bare plain around hex 3018: no terrain, no rivers, so that a combat there holds only what a test puts in.

3018 and its neighbours, clockwise from the north: 3017, 3118, 3119, 3019, 2919, 2918.
"""

from __future__ import annotations

from typing import Any

from tests.breakout.lab import GAME, Lab

_grid = GAME.board("campaign").grid
_disc = _grid.listed(_grid.disc(_grid.index["3018"], 4))
_around = {name: _grid.listed(_grid.around[_grid.index[name]]) for name in _disc}
TERRAIN = dict.fromkeys(_disc, "clear")
DRY = [[a, b] for a, near in _around.items() for b in near if a < b or b not in _around]


def plain(phase: str, *units: str, terrain: dict[str, str] | None = None, river: str = "", **fields: Any) -> Lab:
    """A position on the plain; ``river`` lists the hexes that a river parts from 3018."""
    wet = [["3018", name] for name in river.split()]
    changed = {**TERRAIN, **(terrain or {})}
    return Lab.at(phase, *units, terrain=changed, rivers={"none": DRY, "minor": wet}, **fields)


def attack(target: str, *units: str) -> list[str]:
    """The actions that declare an attack and reveal its target."""
    return [f"attack {target}", *(f"add {unit}" for unit in units), "commit"]
