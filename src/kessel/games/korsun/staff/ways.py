"""Ways over the map: what it costs to go from one set of hexes to another, and how much each hex lies on the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from kessel.hexes import Bits, Country, Hex, first, march, members

FAR_OFF = 400
"""What a way costs at most, in half movement points; farther is out of the question."""

DETOUR = tuple(exp(-slack / 7.0) for slack in range(30))
"""How much a hex counts for a way that is longer through it."""


STRETCH, WIDTH = 4, 8.0
"""A way is cut into stretches of this cost; in each so many hexes may count in full."""


class Land(NamedTuple):
    """The country as somebody sees it who wants to cross it: what he pays for each hex."""

    country: Country
    classes: Sequence[tuple[int, Bits]]
    crowded: Bits = 0
    """Hexes where no road helps."""

    def costs_from(self, seeds: Bits, wanted: Bits = -1) -> list[int]:
        """For every hex, or every wanted one, the cost of the cheapest way from the nearest seed."""
        found = [FAR_OFF] * self.country.grid.size
        if seeds:
            start, entered = first(seeds), [(0, seeds)]
            for cost, bits in march(
                self.country, start, FAR_OFF, self.classes, seeds=entered, crowded=self.crowded
            ).waves:
                for h in members(bits & wanted):
                    found[h] = cost
            for h in members(seeds):
                found[h] = 0
        return found

    def entering(self) -> list[int]:
        """What it costs to enter each hex, by road if there is one."""
        found = [0] * self.country.grid.size
        for cost, bits in self.classes:
            for h in members(bits):
                found[h] = cost
        for ends, price, _ in self.country.ways:
            for h in members(ends & ~self.crowded):
                found[h] = min(found[h], price)
        return found


class Way(NamedTuple):
    """The cheapest way from one set of hexes to another, and those that are hardly dearer."""

    cost: int
    marks: list[float]
    """For every hex how much it lies on the way, or its share of it where there are many alike."""


def way_between(land: Land, ends: Sequence[tuple[Bits, Bits]]) -> Way:
    """The way between two sets of hexes, or several such ways at once."""
    fields = {bits: land.costs_from(bits) for bits in {bits for pair in ends for bits in pair}}
    entering = land.entering()
    least, marks = FAR_OFF, [0.0] * len(entering)
    for start, end in ends:
        there = fields[start]
        whole = [a + b - c for a, b, c in zip(there, fields[end], entering, strict=True)]
        cost = max(0, min(whole))
        if cost < FAR_OFF:
            least = min(least, cost)
            for h, mark in _marks(there, whole, cost):
                marks[h] = max(marks[h], mark)
    return Way(least, marks)


def _marks(there: list[int], whole: list[int], cost: int) -> list[tuple[Hex, float]]:
    """The hexes along a way; where it may go by many alike, each counts for its share."""
    limit = len(DETOUR)
    near = [(h, there[h] // STRETCH, DETOUR[max(0, x - cost)]) for h, x in enumerate(whole) if x - cost < limit]
    width: dict[int, float] = {}
    for _, stretch, mark in near:
        width[stretch] = width.get(stretch, 0.0) + mark
    return [(h, mark * min(1.0, WIDTH / width[stretch])) for h, stretch, mark in near]
