"""Where a mover can get in a country with roads and rivers, past hexes that hold it fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kessel.hexes.bits import Bits, members
from kessel.hexes.grid import Grid, Hex
from kessel.hexes.reach import CostClasses, SideCosts
from kessel.hexes.sides import Sides


class Country:
    """What the hexsides of a map do to movement.

    ``ways``: a step over one of these sides costs exactly so much, whatever the hex entered (roads).
    ``tolls``: a step over one of these sides adds so much to the cost of the hex entered (rivers).
    A side belongs to one set at most; the first that has it counts.
    """

    __slots__ = ("grid", "plain", "rough", "tolls", "ways")

    def __init__(self, grid: Grid, ways: SideCosts = (), tolls: SideCosts = ()) -> None:
        self.grid = grid
        taken = Sides(grid)
        found: list[list[tuple[int, Sides, Bits]]] = [[], []]
        for kind, classes in enumerate((ways, tolls)):
            for cost, sides in classes:
                own = sides - taken
                taken = taken | sides
                found[kind].append((cost, own, _ends(own)))
        self.ways, self.tolls = (tuple(f) for f in found)
        self.plain = taken.others
        self.rough = _ends(taken)
        """Hexes with at least one side of a set: all others are left over plain sides only."""

    def price(self, a: Hex, b: Hex, costs: CostClasses, crowded: Bits = 0) -> int:
        """What a step from a hex to its neighbour costs; the neighbour must be in a cost class. Into a ``crowded`` hex
        a way is as good as open country."""
        direction = self.grid.neighbours[a].index(b)
        for cost, sides, _ in self.ways:
            if sides.masks[direction] >> a & 1:
                return next(price for price, mask in costs if mask >> b & 1) if crowded >> b & 1 else cost
        price = next(cost for cost, mask in costs if mask >> b & 1)
        for cost, sides, _ in self.tolls:
            if sides.masks[direction] >> a & 1:
                return price + cost
        return price


def _ends(sides: Sides) -> Bits:
    bits = 0
    for mask in sides.masks:
        bits |= mask
    return bits


@dataclass(slots=True)
class March:
    """The result of :func:`march`: ``hexes`` is every hex that can be entered, ``waves`` are (cost, hexes)."""

    country: Country
    start: Hex
    hexes: Bits
    waves: Sequence[tuple[int, Bits]]
    costs: CostClasses
    sticky: Bits
    leave: int | None
    seeds: Sequence[tuple[int, Bits]]
    freely: Sequence[Bits]
    torn: Sequence[Bits]
    crowded: Bits = 0

    def cost(self, target: Hex) -> int:
        """Points spent on the cheapest way to a reachable hex."""
        for cost, hexes in self.waves:
            if hexes >> target & 1:
                return cost
        raise ValueError(f"hex {self.country.grid.names[target]} is out of reach")

    def path(self, target: Hex) -> list[Hex]:
        """A cheapest way from the start to a reachable hex, both included."""
        at, spent = target, self.cost(target)
        way = [at]
        while at != self.start:
            at, spent = self._before(at, spent)
            way.append(at)
        way.reverse()
        return way

    def steps(self) -> dict[Hex, tuple[int, Hex]]:
        """For every hex that can be entered its cost and the hex before it on a cheapest way."""
        return {h: (cost, self._before(h, cost)[0]) for cost, hexes in self.waves for h in members(hexes)}

    def _before(self, at: Hex, spent: int) -> tuple[Hex, int]:
        """The hex from which a hex was reached at a cost, and what had been spent there."""
        if self._seeded(at, spent):
            return self.start, 0
        near = self.country.grid.around[at] & self._left(at, spent)
        for n in self.country.grid.neighbours[at]:
            if n < 0 or not near >> n & 1:
                continue
            left = spent - self.country.price(n, at, self.costs, self.crowded)
            if left < 0:
                continue
            if self.freely[left] >> n & 1:
                return n, left
            if self.torn[left] >> n & 1 and not self.sticky >> at & 1:
                if n == self.start or self._seeded(n, left):
                    return n, left
                return n, left - (self.leave or 0)
        raise AssertionError("a hex was reached from nowhere")

    def _left(self, at: Hex, spent: int) -> Bits:
        """Hexes left with so much spent that some kind of step may have led to a hex at a cost."""
        enter = next(cost for cost, mask in self.costs if mask >> at & 1)
        country, freely, torn = self.country, self.freely, self.torn
        found = freely[spent - enter] | torn[spent - enter] if enter <= spent else 0
        for price, _, _ in country.ways:
            if price <= spent:
                found |= freely[spent - price] | torn[spent - price]
        for extra, _, _ in country.tolls:
            if enter + extra <= spent:
                found |= freely[spent - enter - extra] | torn[spent - enter - extra]
        return found

    def _seeded(self, h: Hex, spent: int) -> bool:
        return any(cost == spent and bits >> h & 1 for cost, bits in self.seeds)


def march(
    country: Country,
    start: Hex,
    points: int,
    costs: CostClasses,
    *,
    sticky: Bits = 0,
    leave: int | None = None,
    seeds: Sequence[tuple[int, Bits]] = (),
    crowded: Bits = 0,
) -> March:
    """Every hex a mover at ``start`` can enter with ``points``; each step costs something.

    ``costs``: disjoint cost classes (cost, hexes); a hex in no class cannot be entered.
    ``sticky``: hexes that end the movement of whoever enters them or, if ``leave`` is given, cost so much to be left
    again. Nobody goes straight from one to another, and who starts in one leaves it for nothing.
    ``seeds``: sticky hexes next to the start that are entered from it all the same, at a cost of their own; whoever
    may leave sticky hexes at all leaves these for nothing.
    ``crowded``: hexes that are entered at their own cost even over a way.
    """
    grid = country.grid
    spread = grid.spread
    rough, plain = country.rough, country.plain
    unseen = 0
    for _, mask in costs:
        unseen |= mask
    start_bit = 1 << start
    unseen &= ~start_bit
    size = points + 1
    due, freely, torn = [0] * size, [0] * size, [0] * size
    (torn if sticky & start_bit else freely)[0] = start_bit
    for cost, bits in seeds:
        if cost <= points:
            due[cost] |= bits
            if leave is not None:
                torn[cost] |= bits
    waves: list[tuple[int, Bits]] = []
    hexes = 0
    for spent in range(size):
        wave = due[spent] & unseen
        if wave:
            waves.append((spent, wave))
            hexes |= wave
            unseen &= ~wave
            held = wave & sticky
            freely[spent] |= wave ^ held
            if held and leave is not None and spent + leave < size:
                torn[spent + leave] |= held
        if not freely[spent] and not torn[spent]:
            continue
        for sources, targets in ((freely[spent], unseen), (torn[spent], unseen & ~sticky)):
            if not sources or not targets:
                continue
            if not sources & rough:
                near = spread(sources) & targets
            else:
                near = plain.across(sources) & targets
                for price, sides, ends in country.ways:
                    if sources & ends:
                        along = sides.across(sources) & targets
                        near |= along & crowded
                        if spent + price < size:
                            due[spent + price] |= along & ~crowded
                for extra, sides, ends in country.tolls:
                    if sources & ends and spent + extra < size:
                        wet = sides.across(sources) & targets
                        if wet:
                            for cost, mask in costs:
                                if spent + cost + extra < size:
                                    due[spent + cost + extra] |= wet & mask
            if near:
                for cost, mask in costs:
                    if spent + cost < size:
                        due[spent + cost] |= near & mask
    return March(country, start, hexes, waves, costs, sticky, leave, seeds, freely, torn, crowded)
