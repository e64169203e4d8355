"""Everything connected to a set of seeds."""

from __future__ import annotations

from kessel.hexes.bits import Bits
from kessel.hexes.grid import Grid
from kessel.hexes.sides import Sides


def flood(grid: Grid, seeds: Bits, open_hexes: Bits, barrier: Sides | None = None) -> Bits:
    """All hexes of ``open_hexes`` joined to a seed through such hexes without crossing a ``barrier`` side.

    Seeds outside ``open_hexes`` do not count.
    """
    if barrier is not None:
        return _flood_behind(seeds & open_hexes, open_hexes, barrier)
    seen = seeds & open_hexes
    s1, s2 = grid.stride - 1, grid.stride
    while True:
        # Runs along a line fill at once: the sum carries through a run of open hexes, clearing it.
        grown = seen | open_hexes & ~(open_hexes + seen)
        grown |= grown >> 1 & open_hexes
        grown |= (grown << s1 | grown >> s1 | grown << s2 | grown >> s2) & open_hexes
        if grown == seen:
            return seen
        seen = grown


def _flood_behind(seeds: Bits, open_hexes: Bits, barrier: Sides) -> Bits:
    dry = barrier.others
    seen = frontier = seeds
    while frontier:
        frontier = dry.across(frontier) & open_hexes & ~seen
        seen |= frontier
    return seen
