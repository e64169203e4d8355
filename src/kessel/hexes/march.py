"""Where a mover can get in a country with roads and rivers, past hexes that hold it fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kessel.hexes.bits import Bits, members
from kessel.hexes.grid import Grid, Hex
from kessel.hexes.reach import CostClasses, SideCosts
from kessel.hexes.sides import Sides

Entry = tuple[Hex, bool, int]
"""A neighbour, whether a step from it costs just the price of its side, and that price."""


class Kind(NamedTuple):
    """A set of hexsides and what a step over one of them costs."""

    ends: Bits
    """The hexes that are left over such sides."""
    price: int
    into: Sequence[Bits]
    """The hexes that are entered over such sides, in the order of ``Grid.shift_order``."""


class Country:
    """What the hexsides of a map do to movement.

    ``ways``: a step over one of these sides costs exactly so much, whatever the hex entered (roads).
    ``tolls``: a step over one of these sides adds so much to the cost of the hex entered (rivers).
    A side belongs to one set at most; the first that has it counts.
    """

    __slots__ = ("_entries", "grid", "open", "tolls", "ways")

    def __init__(self, grid: Grid, ways: SideCosts = (), tolls: SideCosts = ()) -> None:
        self.grid = grid
        taken = closed = Sides(grid)
        found: tuple[list[Kind], list[Kind]] = ([], [])
        for kinds, classes in zip(found, (ways, tolls), strict=True):
            for price, sides in classes:
                own = sides - taken
                if own and (price or kinds is found[0]):
                    kinds.append(Kind(_ends(own), price, own.into_shifted()))
                    closed = closed | own
                taken = taken | sides
        self.ways, self.tolls = map(tuple, found)
        self.open: Sequence[Bits] = closed.others.into_shifted()
        """The hexes that are entered at their own cost, in the order of ``Grid.shift_order``."""
        self._entries: list[Sequence[Entry] | None] = [None] * grid.size

    def without_tolls(self, sides: Sides) -> Country:
        """The same country where no toll is paid on some hexsides."""
        found = Country.__new__(Country)
        found.grid, found.ways, found.open, found._entries = self.grid, self.ways, self.open, self._entries.copy()
        kinds = []
        into = sides.into_shifted()
        for kind in self.tolls:
            freed = [a & b for a, b in zip(kind.into, into, strict=True)]
            found.open = [a | b for a, b in zip(found.open, freed, strict=True)]
            kinds.append(kind._replace(into=[a ^ b for a, b in zip(kind.into, freed, strict=True)]))
            for h in {h for bits in freed for h in members(bits)}:
                found._entries[h] = None
        found.tolls = tuple(kinds)
        return found

    def entries(self, h: Hex) -> Sequence[Entry]:
        """The neighbours from which a hex is entered, and what the hexside does to the cost."""
        found = self._entries[h]
        if found is None:
            bit, grid = 1 << h, self.grid
            sides = zip(grid.neighbours[h], grid.shift_from, strict=True)
            found = self._entries[h] = tuple((n, *self._side(bit, shift)) for n, shift in sides if n >= 0)
        return found

    def _side(self, bit: Bits, shift: int) -> tuple[bool, int]:
        for fixed, kinds in ((True, self.ways), (False, self.tolls)):
            for _, price, into in kinds:
                if into[shift] & bit:
                    return fixed, price
        return False, 0

    def price(self, a: Hex, b: Hex, costs: CostClasses, crowded: Bits = 0) -> int:
        """What a step from a hex to its neighbour costs; the neighbour must be in a cost class. Into a ``crowded`` hex
        a way is as good as open country."""
        fixed, price = next((fixed, price) for n, fixed, price in self.entries(b) if n == a)
        if fixed and not crowded >> b & 1:
            return price
        return next(cost for cost, mask in costs if mask >> b & 1) + (0 if fixed else price)


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
        bit = 1 << target
        for cost, hexes in self.waves:
            if hexes & bit:
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
        if self.seeds and self._seeded(at, spent):
            return self.start, 0
        freely, torn = self.freely, self.torn
        bit = 1 << at
        enter = 0
        for cost, mask in self.costs:
            if mask & bit:
                enter = cost
                break
        crowded = self.crowded & bit
        for n, fixed, price in self.country.entries(at):
            left = spent - (price if fixed and not crowded else enter if fixed else enter + price)
            if left < 0:
                continue
            if freely[left] >> n & 1:
                return n, left
            if torn[left] >> n & 1 and not self.sticky & bit:
                if n == self.start or self._seeded(n, left):
                    return n, left
                return n, left - (self.leave or 0)
        raise AssertionError("a hex was reached from nowhere")

    def _seeded(self, h: Hex, spent: int) -> bool:
        return any(cost == spent and bits >> h & 1 for cost, bits in self.seeds)


def march(
    country: Country,
    start: Hex,
    points: int,
    costs: CostClasses,
    *,
    closed: Bits = 0,
    sticky: Bits = 0,
    leave: int | None = None,
    seeds: Sequence[tuple[int, Bits]] = (),
    crowded: Bits = 0,
) -> March:
    """Every hex a mover at ``start`` can enter with ``points``; each step costs something.

    ``costs``: disjoint cost classes (cost, hexes); a hex in no class cannot be entered.
    ``closed``: hexes that cannot be entered though they are in a class.
    ``sticky``: hexes that end the movement of whoever enters them or, if ``leave`` is given, cost so much to be left
    again. Nobody goes straight from one to another, and who starts in one leaves it for nothing.
    ``seeds``: sticky hexes next to the start that are entered from it all the same, at a cost of their own; whoever
    may leave sticky hexes at all leaves these for nothing.
    ``crowded``: hexes that are entered at their own cost even over a way.
    """
    s1, s2 = country.grid.stride - 1, country.grid.stride
    ways, tolls, (o1, o2, o3, o4, o5, o6) = country.ways, country.tolls, country.open
    land, cheapest = 0, min([cost for cost, _ in costs], default=points + 1)
    for _, mask in costs:
        land |= mask
    start_bit = 1 << start
    unseen = land = land & (closed | start_bit) ^ land
    size = points + 1
    due, freely, torn, entered = [0] * size, [0] * size, [0] * size, [0] * size
    (torn if sticky & start_bit else freely)[0] = start_bit
    for cost, bits in seeds:
        if cost <= points:
            due[cost] |= bits
            if leave is not None:
                torn[cost] |= bits
    waves: list[tuple[int, Bits]] = []
    for spent in range(size):
        left, near = points - spent, entered[spent]
        sources, wave = freely[spent], due[spent] & unseen
        if wave:
            waves.append((spent, wave))
            unseen ^= wave
            held = wave & sticky
            if held:
                wave ^= held
                if leave is not None and leave <= left:
                    torn[spent + leave] |= held
            freely[spent] = sources = sources | wave
        steps = ((sources, unseen), (torn[spent], unseen & ~sticky)) if torn[spent] else ((sources, unseen),)
        for sources, targets in steps:
            if not sources:
                continue
            a, b = sources >> 1, sources << 1
            c, d, e, f = sources << s1, sources >> s1, sources << s2, sources >> s2
            if left >= cheapest:
                near |= (a & o1 | b & o2 | c & o3 | d & o4 | e & o5 | f & o6) & targets
                for ends, price, into in tolls:
                    if left >= price + cheapest and sources & ends:
                        m1, m2, m3, m4, m5, m6 = into
                        entered[spent + price] |= (a & m1 | b & m2 | c & m3 | d & m4 | e & m5 | f & m6) & targets
            for ends, price, into in ways:
                if sources & ends:
                    m1, m2, m3, m4, m5, m6 = into
                    over = (a & m1 | b & m2 | c & m3 | d & m4 | e & m5 | f & m6) & targets
                    full = over & crowded
                    near |= full
                    if left >= price:
                        due[spent + price] |= over ^ full
        near &= unseen
        if near:
            for cost, mask in costs:
                if left >= cost:
                    due[spent + cost] |= near & mask
        if not unseen:
            break
    return March(country, start, land ^ unseen, waves, costs, sticky, leave, seeds, freely, torn, crowded)
