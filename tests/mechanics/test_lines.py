"""Lines of supply: who has one, a shortest one, and where it is cut."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from hypothesis import strategies as st

from kessel.hexes import Grid, Sides, of
from kessel.mechanics.lines import connected, cuts, trace
from tests.hexes import naive
from tests.hexes.naive import Step
from tests.hexes.worlds import World, given, one, some, worlds

ROW = Grid(6, 1, "pointy")
A, B, C, D, E, F = (ROW.hex(f"0{i}01") for i in range(1, 7))
ALL = ROW.valid


@dataclass
class Land:
    world: World
    start: str
    sources: set[str]
    passable: set[str]
    rivers: set[Step]
    """Both ways; none at all is given as no barrier."""

    @property
    def barrier(self) -> Sides | None:
        return self.world.steps(self.rivers) if self.rivers else None

    def joined(self) -> set[str]:
        return naive.flood(self.world.board, self.sources, self.passable, self.rivers)

    def next_to(self, name: str) -> set[str]:
        """The neighbours on the same bank."""
        return {n for n in self.world.board.near[name] if (name, n) not in self.rivers}


@st.composite
def lands(draw: st.DrawFn) -> Land:
    w = draw(worlds(longest=8, boxes=False))
    sides = draw(some(w.board.sides(), share=0.3)) if draw(st.booleans()) else []
    return Land(
        w,
        draw(one(w.places)),
        set(draw(some(w.places, share=0.2))),
        set(draw(some(w.places, share=0.9))),
        naive.both_ways(sides),
    )


@given(lands())
def test_a_hex_has_a_line_if_it_is_joined_to_a_source_or_stands_next_to_such_a_hex(land: Land) -> None:
    w = land.world
    found = connected(w.grid, w.bits(land.sources), w.bits(land.passable), land.barrier)
    net = land.joined()
    assert w.names(found) == net | {n for name in net for n in land.next_to(name)}


@given(lands(), examples=200)
def test_a_line_is_a_shortest_one_over_open_ground(land: Land) -> None:
    w = land.world
    ends = land.sources & (land.passable | {land.start})
    line = [
        w.grid.names[h]
        for h in trace(w.grid, w.grid.index[land.start], w.bits(land.sources), w.bits(land.passable), land.barrier)
    ]
    steps, near = 0, {land.start}
    seen = set(near)
    while near and not near & ends:
        near = {n for name in near for n in land.next_to(name)} & land.passable - seen
        seen |= near
        steps += 1
    if not near:
        assert line == []
        return
    assert (line[0], len(line)) == (land.start, steps + 1)
    assert line[-1] in ends
    assert set(line[1:]) <= land.passable
    assert all(b in land.next_to(a) for a, b in pairwise(line))


@given(lands())
def test_there_is_a_line_exactly_where_one_can_be_drawn(land: Land) -> None:
    """A start that is a closed source itself is the one case in which the two differ: it needs no line."""
    w = land.world
    start = w.grid.index[land.start]
    sources, passable = w.bits(land.sources), w.bits(land.passable)
    line = trace(w.grid, start, sources, passable, land.barrier)
    if land.start not in land.sources - land.passable:
        assert bool(line) == bool(connected(w.grid, sources, passable, land.barrier) >> start & 1)


@given(lands(), st.data())
def test_the_cuts_are_the_closed_hexes_around_the_ground_that_can_be_reached(land: Land, data: st.DataObject) -> None:
    w = land.world
    area = set(data.draw(some(w.places, share=1.0)))
    enemy = set(data.draw(some(w.places, share=0.3)))
    found = cuts(w.grid, w.grid.index[land.start], w.bits(land.passable), w.bits(area), w.bits(enemy), land.barrier)
    ground = naive.flood(w.board, land.next_to(land.start), land.passable, land.rivers) | {land.start}
    rim = {n for name in ground for n in w.board.near[name]} & area - land.passable - {land.start}
    assert {w.grid.names[h]: w.names(by) for h, by in found} == {
        name: ({name} | w.board.near[name]) & area & enemy for name in rim
    }
    assert len(found) == len(rim)


# -- one at a time -----------------------------------------------------------------------------------------------


def test_a_hex_next_to_the_net_has_a_line_even_if_it_is_closed_itself() -> None:
    assert connected(ROW, of([F]), of([D, E, F])) == of([C, D, E, F])
    assert trace(ROW, C, of([F]), of([D, E, F])) == [C, D, E, F]


def test_a_closed_source_serves_nobody() -> None:
    assert connected(ROW, of([F]), ALL & ~of([F])) == 0
    assert trace(ROW, C, of([F]), ALL & ~of([F])) == []


def test_a_unit_on_a_source_needs_no_line() -> None:
    assert trace(ROW, C, of([C]), 0) == [C]


def test_a_river_bars_a_line() -> None:
    river = Sides.between(ROW, [(C, D)])
    assert connected(ROW, of([F]), ALL, river) == of([D, E, F])
    assert trace(ROW, C, of([F]), ALL, river) == []
    assert trace(ROW, D, of([F]), ALL, river) == [D, E, F]


def test_a_cut_names_the_enemies_on_the_hex_and_around_it() -> None:
    assert cuts(ROW, B, ALL & ~of([D, E]), ALL, of([E])) == [(D, of([E]))]
    assert cuts(ROW, B, ALL & ~of([D]), ALL, of([D])) == [(D, of([D]))]
