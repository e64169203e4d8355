"""Where a mover can get with its movement points, as waves of bitboards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kessel.hexes.bits import Bits, members
from kessel.hexes.grid import Grid, Hex
from kessel.hexes.sides import Sides

CostClasses = Sequence[tuple[int, Bits]]
SideCosts = Sequence[tuple[int, Sides]]


@dataclass(slots=True)
class Reach:
    """The result of :func:`reach`.

    ``waves`` are (cost, hexes) in the order of discovery, the start hex first; a hex stands in one wave only,
    with the cost of its cheapest way. ``hexes`` is every hex that can be entered, the start not among them.
    """

    grid: Grid
    start: Hex
    hexes: Bits
    waves: Sequence[tuple[int, Bits]]
    costs: CostClasses
    side_costs: SideCosts
    barred: Sides | None
    stop: Bits
    first_block: Bits

    def cost(self, target: Hex) -> int:
        """Points spent on the cheapest way to a reachable hex."""
        return self.waves[self._wave(target)][0]

    def steps(self) -> dict[Hex, tuple[int, Hex]]:
        """For every hex that can be entered its cost and the hex before it on a cheapest way."""
        return {
            h: (cost, self._before(h, i)[0]) for i, (cost, hexes) in enumerate(self.waves) if i for h in members(hexes)
        }

    def _wave(self, target: Hex) -> int:
        bit = 1 << target
        for i, (_, hexes) in enumerate(self.waves):
            if hexes & bit:
                return i
        raise ValueError(f"hex {self.grid.names[target]} is out of reach")

    def path(self, target: Hex) -> list[Hex]:
        """A cheapest way from the start to a reachable hex, both included."""
        at, wave = target, self._wave(target)
        way = [at]
        while wave:
            at, wave = self._before(at, wave)
            way.append(at)
        way.reverse()
        return way

    def _before(self, at: Hex, wave: int) -> tuple[Hex, int]:
        """The hex from which a hex was reached, and its wave."""
        bit = 1 << at
        waves, grid = self.waves, self.grid
        cost = waves[wave][0]
        enter = 0
        for price, mask in self.costs:
            if mask & bit:
                enter = price
                break
        around = grid.around[at]
        if self.first_block & bit:
            around &= ~(1 << self.start)
        go_on = around & ~self.stop
        tolls = self.barred is not None or self.side_costs
        for i in range(wave - 1, -1, -1):
            spent, hexes = waves[i]
            paid = cost - spent - enter
            if paid < 0:
                continue
            found = hexes & (go_on if i else around)
            while found:
                low = found & -found
                h = low.bit_length() - 1
                if paid == (self._toll(h, grid.neighbours[at].index(h) - 3) if tolls else 0):
                    return h, i
                found ^= low
        return self.start, 0  # a minimum move: no payment explains it

    def _toll(self, h: Hex, direction: int) -> int:
        """What the step out of a hex in a direction adds to the cost of the hex entered."""
        if self.barred and self.barred.masks[direction] >> h & 1:
            return -1
        for extra, sides in self.side_costs:
            if sides.masks[direction] >> h & 1:
                return extra
        return 0


def reach(
    grid: Grid,
    start: Hex,
    points: int,
    costs: CostClasses,
    *,
    side_costs: SideCosts = (),
    barred: Sides | None = None,
    stop: Bits = 0,
    first_block: Bits = 0,
    minimum_move: bool = False,
) -> Reach:
    """Every hex a mover at ``start`` can enter with ``points``.

    ``costs``: disjoint cost classes (cost, hexes); a hex in no class cannot be entered; cost 0 is allowed.
    ``side_costs``: disjoint sets of hexsides with what crossing them adds.
    ``barred``: hexsides nobody crosses, even if they have a side cost.
    ``stop``: hexes that end the movement of whoever enters them (the start hex itself never stops).
    ``first_block``: hexes that cannot be entered straight from the start.
    ``minimum_move``: one hex may always be entered, whatever it costs.
    """
    s1, s2 = grid.stride - 1, grid.stride
    unseen = 0
    for _, mask in costs:
        unseen |= mask
    bit = 1 << start
    unseen &= ~bit
    dry = barred.others if barred else None
    if side_costs and barred:
        side_costs = [(extra, sides - barred) for extra, sides in side_costs]
    for _, sides in side_costs:
        dry = dry - sides if dry is not None else sides.others
    due = [0] * (points + 1)
    waves = [(0, bit)]
    hexes = 0
    sources, targets = bit, unseen & ~first_block
    spent = 0
    while True:
        if sources and targets:
            if dry is None:
                near = (
                    sources << 1 | sources >> 1 | sources << s1 | sources >> s1 | sources << s2 | sources >> s2
                ) & targets
            else:
                near = dry.across(sources) & targets
                for extra, sides in side_costs:
                    wet = sides.across(sources) & targets
                    if wet:
                        for cost, mask in costs:
                            if spent + cost + extra <= points:
                                due[spent + cost + extra] |= wet & mask
            if near:
                for cost, mask in costs:
                    if spent + cost <= points:
                        due[spent + cost] |= near & mask
        while not (wave := due[spent] & unseen):
            spent += 1
            if spent > points:
                break
        else:
            waves.append((spent, wave))
            hexes |= wave
            unseen &= ~wave
            sources, targets = wave & ~stop, unseen
            continue
        break
    if minimum_move:
        near = grid.around[start] & unseen & ~first_block
        if barred:
            near &= ~barred.of(start)
        if near:
            waves.append((points, near))
            hexes |= near
    return Reach(grid, start, hexes, waves, costs, side_costs, barred, stop, first_block)
