"""Reach against Dijkstra: where, at what cost, and by a way that is allowed."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import strategies as st

from kessel.hexes import Grid, Reach, Sides, of, reach
from tests.hexes import naive
from tests.hexes.naive import Mover
from tests.hexes.worlds import LARGE, World, given, one, some, world, worlds

TARIFFS = ((1, 2, 3, None), (1, 1, 2, None), (0, 1, 1, 2), (0, 0, 1, None), (1, 1, 1, 1), (2, 3, 5, 7))
"""What the four classes of terrain cost; None cannot be entered."""


@dataclass
class Case:
    world: World
    mover: Mover

    def run(self) -> Reach:
        w, m = self.world, self.mover
        classes = sorted(set(m.enter.values()))
        extras = sorted(set(m.side_costs.values()))
        return reach(
            w.grid,
            w.grid.index[m.start],
            m.points,
            [(cost, w.bits(n for n, c in m.enter.items() if c == cost)) for cost in classes],
            side_costs=[(e, w.steps(s for s, c in m.side_costs.items() if c == e)) for e in extras],
            barred=w.steps(m.barred) if m.barred else None,
            stop=w.bits(m.stop),
            first_block=w.bits(m.first_block),
            minimum_move=m.minimum_move,
        )

    def check(self, found: Reach) -> None:
        w, m, grid = self.world, self.mover, self.world.grid
        best = naive.reach(w.board, m)
        assert w.names(found.hexes) == set(best)
        assert found.cost(found.start) == 0
        assert found.path(found.start) == [found.start]
        for name, cost in best.items():
            target = grid.index[name]
            assert found.cost(target) == cost, name
            way = found.path(target)
            assert way[-1] == target
            assert naive.walk(w.board, m, [grid.names[h] for h in way]) == cost
        for name in set(w.places) - set(best) - {m.start}:
            with pytest.raises(ValueError, match=name):
                found.path(grid.index[name])
        self.check_waves(found)

    def check_waves(self, found: Reach) -> None:
        """Every hex in one wave, the costs ascending."""
        costs = [cost for cost, _ in found.waves]
        assert found.waves[0] == (0, 1 << found.start)
        assert costs == sorted(costs)
        assert sum(hexes.bit_count() for _, hexes in found.waves) == found.hexes.bit_count() + 1


@st.composite
def cases(draw: st.DrawFn, *, sides: bool = False, rules: bool = False) -> Case:
    """``sides``: with rivers and barred hexsides, also one-way;
    ``rules``: with stops, first blocks and minimum moves.
    """
    w = draw(worlds(longest=9))
    tariff = draw(st.sampled_from(TARIFFS))
    high, low = set(draw(some(w.places, share=0.5))), set(draw(some(w.places, share=0.5)))
    enter = {name: tariff[2 * (name in high) + (name in low)] for name in w.places}
    mover = Mover(
        draw(st.one_of(one(w.board.spot), one(w.places))),
        draw(st.one_of(st.integers(0, 4), st.integers(4, 14))),
        {n: c for n, c in enter.items() if c is not None},
    )
    if sides:
        stream, river = draw(w.some_steps(0.3)), draw(w.some_steps(0.3))
        mover.side_costs = dict.fromkeys(stream, 1) | dict.fromkeys(river, draw(st.integers(0, 4)))
        # A side may be both a river and barred: then nobody crosses it.
        mover.barred = frozenset(draw(w.some_steps(0.25)))
    if rules:
        mover.stop = frozenset(draw(some(w.places, share=0.3)))
        mover.first_block = frozenset(draw(some(w.places, share=0.3)))
        mover.minimum_move = draw(st.booleans())
    return Case(w, mover)


@given(cases())
def test_terrain_alone(case: Case) -> None:
    case.check(case.run())


@given(cases(sides=True))
def test_rivers_and_barred_hexsides(case: Case) -> None:
    case.check(case.run())


@given(cases(rules=True))
def test_stops_first_blocks_and_minimum_moves(case: Case) -> None:
    case.check(case.run())


@given(cases(sides=True, rules=True), examples=400)
def test_everything_together(case: Case) -> None:
    case.check(case.run())


@given(cases(sides=True, rules=True))
def test_more_points_reach_no_less(case: Case) -> None:
    richer = Case(case.world, replace(case.mover, points=case.mover.points + 1))
    assert case.run().hexes & ~richer.run().hexes == 0


@given(cases(sides=True, rules=True))
def test_no_sides_and_empty_sides_are_the_same(case: Case) -> None:
    w, m = case.world, case.mover
    costs = [(cost, w.bits(n for n, c in m.enter.items() if c == cost)) for cost in set(m.enter.values())]
    start, none = w.grid.index[m.start], Sides(w.grid)
    without = reach(w.grid, start, m.points, costs, stop=w.bits(m.stop))
    empty = reach(w.grid, start, m.points, costs, stop=w.bits(m.stop), side_costs=[(1, none)], barred=none)
    assert without.hexes == empty.hexes
    assert list(without.waves) == list(empty.waves)


def by_lot(w: World, chance: random.Random, start: str) -> Case:
    """Terrain, rivers and zones as dense as on a real map."""
    places, sides = list(w.board.spot), w.board.sides()
    tariff = chance.choice(((1, 1, 1, 1, 2, 2, 3, None), (0, 0, 1, 1, 1, 2, 4, None), (1, 1, 1)))
    enter = {n: c for n in places if (c := chance.choice(tariff)) is not None}
    one_way = chance.random() < 0.5
    river = sorted(naive.both_ways(chance.sample(sides, len(sides) // 7)))[:: 1 + one_way]
    cliff = sorted(naive.both_ways(chance.sample(sides, len(sides) // 10)))[:: 1 + one_way]
    mover = Mover(
        start,
        chance.randint(2, 12),
        enter,
        side_costs={step: chance.choice((1, 1, 1, 2)) for step in river},
        barred=frozenset(cliff) if chance.random() < 0.5 else frozenset(),
        stop=frozenset(chance.sample(places, len(places) // chance.choice((4, 9, 20)))),
        first_block=frozenset(chance.sample(places, len(places) // 6)),
        minimum_move=chance.random() < 0.3,
    )
    return Case(w, mover)


BIG = world(**LARGE, boxes=("Reserve", "Reinforcements"))


@pytest.mark.parametrize("seed", range(12))
def test_a_large_map(seed: int) -> None:
    chance = random.Random(seed)
    for start in (chance.choice(list(BIG.board.spot)), "0101", "4728"):
        case = by_lot(BIG, chance, start)
        case.check(case.run())


@pytest.mark.parametrize("shift", ["even", "odd"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_layout_of_a_middling_map(orientation: str, shift: str) -> None:
    w = world(columns=11, rows=9, orientation=orientation, shift=shift, extent={3: (2, 8), 4: (1, 7)})
    chance = random.Random(orientation + shift)
    for start in w.board.spot:
        case = by_lot(w, chance, start)
        case.check(case.run())


# -- one rule at a time --------------------------------------------------------------------------------------

ROW = Grid(6, 1, "pointy", boxes=("Reserve",))
A, B, C, D, E, F = (ROW.hex(f"0{i}01") for i in range(1, 7))
OPEN = [(1, ROW.valid)]


def test_costs_add_up_along_a_row() -> None:
    found = reach(ROW, A, 3, OPEN)
    assert found.hexes == of([B, C, D])
    assert [found.cost(h) for h in (A, B, C, D)] == [0, 1, 2, 3]
    assert found.path(D) == [A, B, C, D]
    with pytest.raises(ValueError, match="0501"):
        found.cost(E)


def test_a_stop_hex_ends_the_move_but_not_for_who_starts_there() -> None:
    assert reach(ROW, A, 5, OPEN, stop=of([A, C])).hexes == of([B, C])


def test_a_first_block_holds_only_the_first_step() -> None:
    assert reach(ROW, A, 5, OPEN, first_block=of([B])).hexes == 0
    assert reach(ROW, A, 5, OPEN, first_block=of([C])).hexes == of([B, C, D, E, F])


def test_a_river_costs_more_and_a_barred_side_is_not_crossed() -> None:
    river = Sides.between(ROW, [(B, C)])
    found = reach(ROW, A, 4, OPEN, side_costs=[(2, river)])
    assert (found.hexes, found.cost(C)) == (of([B, C]), 4)
    assert reach(ROW, A, 4, OPEN, barred=river).hexes == of([B])


def test_a_barred_river_is_not_crossed_either() -> None:
    river = Sides.between(ROW, [(B, C), (D, E)])
    found = reach(ROW, A, 9, OPEN, side_costs=[(1, river)], barred=Sides.between(ROW, [(C, B)]))
    assert found.hexes == of([B])


def test_where_every_side_costs_or_is_barred_nothing_is_free() -> None:
    stream, river = Sides.between(ROW, [(A, B), (B, C)]), Sides.between(ROW, [(C, D)])
    found = reach(ROW, A, 20, OPEN, side_costs=[(1, stream), (3, river)], barred=(stream | river).others)
    assert [found.cost(h) for h in (B, C, D)] == [2, 4, 8]
    assert found.hexes == of([B, C, D])
    found = reach(ROW, A, 20, OPEN, side_costs=[(1, river.others), (3, river)])
    assert [found.cost(h) for h in (B, C, D, E, F)] == [2, 4, 8, 10, 12]
    assert reach(ROW, C, 20, OPEN, side_costs=[(1, stream)], barred=Sides(ROW).others).hexes == 0


def test_a_one_way_side_is_barred_in_one_direction_only() -> None:
    bank = Sides.between(ROW, [(C, D)])
    no_way_down = bank.except_into(of([C]))
    assert reach(ROW, A, 9, OPEN, barred=no_way_down).hexes == of([B, C])
    found = reach(ROW, F, 9, OPEN, barred=no_way_down)
    assert (found.hexes, found.path(A)) == (of([A, B, C, D, E]), [F, E, D, C, B, A])
    costly = reach(ROW, F, 9, OPEN, side_costs=[(3, no_way_down)])
    assert (costly.cost(C), reach(ROW, C, 9, OPEN, side_costs=[(3, no_way_down)]).cost(D)) == (3, 4)


def test_a_minimum_move_enters_one_hex_whatever_it_costs() -> None:
    dear = [(7, ROW.valid)]
    river = Sides.between(ROW, [(B, C)])
    found = reach(ROW, B, 2, dear, side_costs=[(2, river)], minimum_move=True)
    assert (found.hexes, found.cost(C), found.path(C)) == (of([A, C]), 2, [B, C])
    assert reach(ROW, B, 2, dear, minimum_move=True, barred=river).hexes == of([A])
    assert reach(ROW, B, 2, dear, minimum_move=True, first_block=of([A])).hexes == of([C])
    assert reach(ROW, B, 2, [(7, of([C]))], minimum_move=True).hexes == of([C])
    assert reach(ROW, B, 0, dear).hexes == 0


def test_free_hexes_are_entered_without_points() -> None:
    found = reach(ROW, A, 0, [(0, of([B, C])), (1, of([D]))])
    assert (found.hexes, found.cost(C), found.path(C)) == (of([B, C]), 0, [A, B, C])


def test_nobody_walks_into_a_box_or_out_of_it() -> None:
    box = ROW.hex("Reserve")
    everywhere = [(1, ROW.valid | 1 << box)]
    assert reach(ROW, box, 9, everywhere, minimum_move=True).hexes == 0
    assert reach(ROW, F, 9, everywhere, minimum_move=True).hexes == of([A, B, C, D, E])
