"""Hexes the slow and obvious way: printed numbers, offset coordinates, dicts and sets.

Nothing here looks at ``kessel.hexes``: a hex is a printed number, a set of hexes is a set, a hexside is a
frozenset of two numbers, and what counts in one direction only is a step from one number to the other. The
property tests hold the bitboards against it.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt

Side = frozenset[str]
Step = tuple[str, str]

# Steps (column, row) clockwise, for a line in place and for one pushed half a hex (down or to the right).
_STEPS = {
    ("flat", False): ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ("flat", True): ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ("pointy", False): ((-1, 0), (-1, -1), (0, -1), (1, 0), (0, 1), (-1, 1)),
    ("pointy", True): ((-1, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1)),
}


@dataclass
class Board:
    """The same description as ``Grid``, worked out hex by hex."""

    columns: int
    rows: int
    orientation: str = "flat"
    shift: str = "even"
    numbering: str = "CCRR"
    first_column: int = 1
    first_row: int = 1
    extent: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    boxes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.spot: dict[str, tuple[int, int]] = {}
        columns = range(self.first_column, self.first_column + self.columns)
        rows = range(self.first_row, self.first_row + self.rows)
        if self.orientation == "flat":
            for column in columns:
                start, end = self.extent.get(column, (rows[0], rows[-1]))
                for row in range(start, end + 1):
                    self.spot[self.name(column, row)] = (column, row)
        else:
            for row in rows:
                start, end = self.extent.get(row, (columns[0], columns[-1]))
                for column in range(start, end + 1):
                    self.spot[self.name(column, row)] = (column, row)
        at = {spot: name for name, spot in self.spot.items()}
        self.ways: dict[str, list[str | None]] = {
            name: [at.get(step) for step in self.steps(spot)] for name, spot in self.spot.items()
        }
        self.near: dict[str, set[str]] = {name: {n for n in ways if n is not None} for name, ways in self.ways.items()}
        for box in self.boxes:
            self.ways[box] = [None] * 6
            self.near[box] = set()

    def name(self, column: int, row: int) -> str:
        pair = (column, row) if self.numbering == "CCRR" else (row, column)
        return "".join(str(number).zfill(2) for number in pair)

    def pushed(self, spot: tuple[int, int]) -> bool:
        line = spot[0] if self.orientation == "flat" else spot[1]
        return line % 2 == (0 if self.shift == "even" else 1)

    def steps(self, spot: tuple[int, int]) -> list[tuple[int, int]]:
        """The six neighbours on a board without end."""
        column, row = spot
        return [(column + dc, row + dr) for dc, dr in _STEPS[self.orientation, self.pushed(spot)]]

    def centre(self, name: str) -> tuple[float, float]:
        """Where the hex lies if hex (0, 0), not pushed, lies at the origin."""
        column, row = self.spot[name]
        half = 0.5 if self.pushed((column, row)) else 0.0
        if self.orientation == "flat":
            return column * sqrt(3) / 2, row + half
        return column + half, row * sqrt(3) / 2

    def distances(self, start: str) -> dict[str, int]:
        """Steps from a hex to every hex of the map, holes in the map no hindrance."""
        wanted = {spot: name for name, spot in self.spot.items()}
        found: dict[str, int] = {}
        steps = {self.spot[start]: 0}
        queue = deque(steps)
        while len(found) < len(wanted):
            here = queue.popleft()
            if here in wanted:
                found[wanted[here]] = steps[here]
            for there in self.steps(here):
                if there not in steps:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return found

    def sides(self) -> list[Side]:
        """Every hexside between two hexes of the map."""
        return sorted({frozenset((a, b)) for a in self.spot for b in self.near[a]}, key=sorted)


def both_ways(sides: Iterable[Side]) -> set[Step]:
    """The steps over hexsides."""
    return {step for a, b in map(sorted, sides) for step in ((a, b), (b, a))}


def flood(board: Board, seeds: Iterable[str], passable: set[str], barrier: Iterable[Step] = ()) -> set[str]:
    """What hangs together with a seed by steps that the barrier does not stop."""
    walls = set(barrier)
    seen = set(seeds) & passable
    queue = deque(seen)
    while queue:
        here = queue.popleft()
        for there in board.near[here]:
            if there in passable and there not in seen and (here, there) not in walls:
                seen.add(there)
                queue.append(there)
    return seen


@dataclass
class Mover:
    """A mover and everything that hinders it; ``enter`` lacks the hexes that cannot be entered."""

    start: str
    points: int
    enter: Mapping[str, int]
    side_costs: Mapping[Step, int] = field(default_factory=dict)
    barred: frozenset[Step] = frozenset()
    stop: frozenset[str] = frozenset()
    first_block: frozenset[str] = frozenset()
    minimum_move: bool = False

    def price(self, board: Board, here: str, there: str) -> int | None:
        """What one step costs; None if it is not allowed, whatever the points."""
        if there not in board.near[here] or there not in self.enter or (here, there) in self.barred:
            return None
        if here == self.start and there in self.first_block:
            return None
        return self.enter[there] + self.side_costs.get((here, there), 0)


def reach(board: Board, mover: Mover) -> dict[str, int]:
    """The cheapest cost of every hex that can be entered (Dijkstra); the start is left out."""
    best = {mover.start: 0}
    heap = [(0, mover.start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here] or (here in mover.stop and here != mover.start):
            continue
        for there in board.near[here]:
            price = mover.price(board, here, there)
            if price is None or spent + price > mover.points:
                continue
            if there not in best or spent + price < best[there]:
                best[there] = spent + price
                heapq.heappush(heap, (spent + price, there))
    del best[mover.start]
    if mover.minimum_move:
        for there in board.near[mover.start]:
            if there not in best and mover.price(board, mover.start, there) is not None:
                best[there] = mover.points
    return best


def walk(board: Board, mover: Mover, path: list[str]) -> int:
    """What a way costs, step by step; AssertionError at the first step that is not allowed."""
    assert path[0] == mover.start
    assert len(set(path)) == len(path), f"{path} runs in a circle"
    spent = 0
    for i, (here, there) in enumerate(pairwise(path)):
        price = mover.price(board, here, there)
        assert price is not None, f"{here}-{there} is not allowed"
        assert i == 0 or here not in mover.stop, f"{here} ends the move"
        spent += price
    if spent > mover.points:
        assert mover.minimum_move and len(path) == 2, f"{path} costs {spent} of {mover.points}"
        return mover.points
    return spent


@dataclass
class Marcher:
    """A mover in a country of roads and rivers, with hexes that hold it fast; ``enter`` lacks closed hexes.

    ``seeds``: sticky hexes next to the start that may be entered from it all the same, with what that costs.
    """

    start: str
    points: int
    enter: Mapping[str, int]
    ways: Mapping[Step, int] = field(default_factory=dict)
    tolls: Mapping[Step, int] = field(default_factory=dict)
    sticky: frozenset[str] = frozenset()
    leave: int | None = None
    seeds: Mapping[str, int] = field(default_factory=dict)
    crowded: frozenset[str] = frozenset()

    def price(self, here: str, there: str) -> int:
        """What the step to a neighbour that can be entered costs, without what leaving costs."""
        if (here, there) in self.ways:
            return self.enter[there] if there in self.crowded else self.ways[here, there]
        return self.enter[there] + self.tolls.get((here, there), 0)

    def moods(self, here: str, mood: str, there: str) -> Iterable[tuple[int, str]]:
        """What a step costs and how the mover then stands: ``free``, ``caught`` (entered a sticky hex) or ``slipped``
        (by a seed); who starts in a sticky hex stands there as one who ``wakes`` in it."""
        if there not in self.enter:
            return
        caught = there in self.sticky
        if mood == "free" or (mood == "wakes" and not caught):
            yield self.price(here, there), "caught" if caught else "free"
        if here == self.start and there in self.seeds and mood in ("free", "wakes"):
            yield self.seeds[there], "slipped"
        if mood in ("caught", "slipped") and self.leave is not None and not caught:
            yield self.price(here, there) + (self.leave if mood == "caught" else 0), "free"


def march(board: Board, m: Marcher) -> dict[str, int]:
    """The cheapest cost of every hex that can be entered (Dijkstra over hexes and moods); the start is left out."""
    first = (m.start, "wakes" if m.start in m.sticky else "free")
    best = {first: 0}
    heap = [(0, *first)]
    while heap:
        spent, here, mood = heapq.heappop(heap)
        if spent > best[here, mood]:
            continue
        for there in board.near[here]:
            for price, then in m.moods(here, mood, there):
                total = spent + price
                if total <= m.points and total < best.get((there, then), total + 1):
                    best[there, then] = total
                    heapq.heappush(heap, (total, there, then))
    found: dict[str, int] = {}
    for (here, _), cost in best.items():
        if here != m.start:
            found[here] = min(cost, found.get(here, cost))
    return found


def trudge(board: Board, m: Marcher, path: list[str]) -> int:
    """What the cheapest walk along a way costs; AssertionError at the first step that is not allowed."""
    assert path[0] == m.start
    assert len(set(path)) == len(path), f"{path} runs in a circle"
    moods = {"wakes" if m.start in m.sticky else "free": 0}
    for here, there in pairwise(path):
        assert there in board.near[here], f"{here} and {there} do not touch"
        steps = [(spent + price, then) for mood, spent in moods.items() for price, then in m.moods(here, mood, there)]
        assert steps, f"{here}-{there} is not allowed"
        moods = {then: spent for spent, then in sorted(steps, reverse=True)}
    return min(moods.values())
