"""Random grids and random sets on them, as bitboards and as printed numbers side by side."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import hypothesis
from hypothesis import strategies as st

from kessel.hexes import Grid, Sides
from tests.hexes.naive import Board, Side, Step, both_ways

_T = TypeVar("_T")

LARGE: dict[str, Any] = {"columns": 47, "rows": 29, "extent": dict.fromkeys(range(2, 47, 2), (1, 28))}


def given(*strategies: st.SearchStrategy[Any], examples: int = 100) -> Callable[[Any], Any]:
    """Hypothesis without a stopwatch: a busy machine fails no test."""
    settings = hypothesis.settings(
        max_examples=examples, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    return lambda test: settings(hypothesis.given(*strategies)(test))


@dataclass
class World:
    grid: Grid
    board: Board

    @property
    def places(self) -> list[str]:
        """The hexes of the map, then the boxes."""
        return [*self.board.spot, *self.board.boxes]

    def names(self, bits: int) -> set[str]:
        """The printed numbers of a bitboard, bit by bit; a bit without a hex shows as ''."""
        return {self.grid.names[h] if h < self.grid.size else "" for h in range(bits.bit_length()) if bits >> h & 1}

    def bits(self, names: Iterable[str]) -> int:
        return self.grid.set(names)

    def sides(self, sides: Iterable[Side]) -> Sides:
        pairs = [tuple(sorted(side)) for side in sides]
        return Sides.between(self.grid, [(self.grid.index[a], self.grid.index[b]) for a, b in pairs])

    def steps(self, steps: Iterable[Step]) -> Sides:
        """Hexsides that count only for these steps."""
        masks = [0] * 6
        for here, there in steps:
            masks[self.board.ways[here].index(there)] |= 1 << self.grid.index[here]
        return Sides(self.grid, masks)

    def some_steps(self, share: float) -> st.SearchStrategy[set[Step]]:
        """Steps over some hexsides: over all of them both ways, or each direction by itself."""
        every = self.board.sides()
        return st.one_of(some(every, share=share).map(both_ways), some(sorted(both_ways(every)), share=share).map(set))


def world(**description: Any) -> World:
    return World(Grid(**description), Board(**description))


@st.composite
def worlds(draw: st.DrawFn, *, longest: int = 7, ragged: bool = True, boxes: bool = True) -> World:
    size = st.one_of(st.integers(1, longest), st.integers(4, longest))
    columns, rows = draw(size), draw(size)
    first_column, first_row = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    orientation = draw(st.sampled_from(("flat", "pointy")))
    lines, first_line, length, first_place = (
        (columns, first_column, rows, first_row) if orientation == "flat" else (rows, first_row, columns, first_column)
    )
    extent = {}
    if ragged:
        for line in draw(st.sets(st.integers(first_line, first_line + lines - 1), max_size=4)):
            start = draw(st.integers(first_place, first_place + length))
            # A line may be empty, but the first one never is here: the map needs a hex.
            least = start if line == first_line else start - 1
            extent[line] = (start, draw(st.integers(least, first_place + length + 1)))
    return world(
        columns=columns,
        rows=rows,
        orientation=orientation,
        shift=draw(st.sampled_from(("even", "odd"))),
        numbering=draw(st.sampled_from(("CCRR", "RRCC"))),
        first_column=first_column,
        first_row=first_row,
        extent=extent,
        boxes=tuple(f"Box {i}" for i in range(draw(st.sampled_from((0, 1, 2, 5, 9))))) if boxes else (),
    )


def some(items: Iterable[_T], *, share: float | None = None) -> st.SearchStrategy[list[_T]]:
    """Any part of the items, in their order; with ``share`` up to about that part of them."""
    pool = list(items)

    def drawn(share: float, seed: int) -> list[_T]:
        chance = random.Random(seed)
        return [item for item in pool if chance.random() < share]

    shares = (0.5, 0.1, 0.3, 0.7, 0.9, 1.0) if share is None else (share, share / 2, share / 4)
    by_lot = st.builds(drawn, st.sampled_from(shares), st.integers(0, 2**32))
    # Masks shrink well but are mostly small; lots are as large as the share says.
    by_mask = st.integers(0, (1 << len(pool)) - 1).map(
        lambda bits: [item for i, item in enumerate(pool) if bits >> i & 1]
    )
    return st.one_of(by_mask, by_lot, by_lot, by_lot)


def one(items: Iterable[_T]) -> st.SearchStrategy[_T]:
    return st.sampled_from(list(items))
