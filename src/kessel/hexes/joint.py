"""Reach of movers who go together and pay different costs out of different purses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kessel.hexes.bits import Bits, members
from kessel.hexes.grid import Grid, Hex
from kessel.hexes.sides import Sides

Pair = tuple[int, int]


@dataclass(slots=True)
class JointReach:
    """Like :class:`~kessel.hexes.reach.Reach`, with pairs of costs. A hex may stand in several waves: one for each
    bargain between the two purses that no other beats."""

    grid: Grid
    start: Hex
    hexes: Bits
    waves: Sequence[tuple[Pair, Bits]]
    costs: Sequence[tuple[Pair, Bits]]
    extra: int
    wet: Sides | None
    barred: Sides | None
    stop: Bits
    first_block: Bits

    def path(self, target: Hex) -> list[Hex]:
        """A way from the start to a reachable hex, both included: the one cheapest for the first purse."""
        at, wave = target, self._wave(target)
        way = [at]
        while wave:
            at, wave = self._before(at, wave)
            way.append(at)
        way.reverse()
        return way

    def steps(self) -> dict[Hex, tuple[int, Hex]]:
        """For every hex that can be entered its cost to the first purse and the hex before it."""
        found = {}
        for h in members(self.hexes):
            wave = self._wave(h)
            found[h] = (self.waves[wave][0][0], self._before(h, wave)[0])
        return found

    def _wave(self, target: Hex) -> int:
        for i, (_, hexes) in enumerate(self.waves):
            if hexes >> target & 1:
                return i
        raise ValueError(f"hex {self.grid.names[target]} is out of reach")

    def _before(self, at: Hex, wave: int) -> tuple[Hex, int]:
        (a, b), _ = self.waves[wave]
        enter_a, enter_b = next(c for c, mask in self.costs if mask >> at & 1)
        around = self.grid.around[at]
        if self.first_block >> at & 1:
            around &= ~(1 << self.start)
        neighbours = self.grid.neighbours[at]
        for i in range(wave - 1, -1, -1):
            (spent_a, spent_b), hexes = self.waves[i]
            found = hexes & around & (~self.stop if i else -1)
            for h in members(found):
                direction = neighbours.index(h) - 3
                if self.barred and self.barred.masks[direction] >> h & 1:
                    continue
                toll = self.extra if self.wet and self.wet.masks[direction] >> h & 1 else 0
                if (a - spent_a, b - spent_b) == (enter_a + toll, enter_b + toll):
                    return h, i
        raise AssertionError("a wave without a way")


def joint_reach(
    grid: Grid,
    start: Hex,
    points: Pair,
    costs: Sequence[tuple[Pair, Bits]],
    *,
    extra: int = 0,
    wet: Sides | None = None,
    barred: Sides | None = None,
    stop: Bits = 0,
    first_block: Bits = 0,
) -> JointReach:
    """Every hex that movers with two purses can enter together by one way that both can pay.

    The arguments are those of :func:`~kessel.hexes.reach.reach`, costs and points being pairs; crossing a side of
    ``wet`` costs both purses ``extra`` more.
    """
    most_a, most_b = points
    land = 0
    for _, mask in costs:
        land |= mask
    land &= ~(1 << start)
    dry = barred.others if barred else None
    if wet is not None:
        dry = wet.others if dry is None else dry - wet
    due: dict[Pair, Bits] = {}
    waves: list[tuple[Pair, Bits]] = [((0, 0), 1 << start)]
    reached = 0
    beaten = [0] * (most_b + 1)
    """Hexes reached for no more of the first purse and at most so much of the second."""

    def spread(spent: Pair, sources: Bits, targets: Bits) -> None:
        if not sources:
            return
        near = grid.spread(sources) if dry is None else dry.across(sources)
        crossed = wet.across(sources) & targets if wet is not None else 0
        for bits, toll in ((near & targets, 0), (crossed, extra)):
            if bits:
                for (cost_a, cost_b), mask in costs:
                    a, b = spent[0] + cost_a + toll, spent[1] + cost_b + toll
                    if a <= most_a and b <= most_b and bits & mask:
                        due[a, b] = due.get((a, b), 0) | bits & mask

    spread((0, 0), 1 << start, land & ~first_block)
    for a in range(most_a + 1):
        for b in range(most_b + 1):
            while wave := due.pop((a, b), 0) & ~beaten[b]:
                waves.append(((a, b), wave))
                reached |= wave
                for worse in range(b, most_b + 1):
                    beaten[worse] |= wave
                spread((a, b), wave & ~stop, land)
    return JointReach(grid, start, reached, waves, costs, extra, wet, barred, stop, first_block)
