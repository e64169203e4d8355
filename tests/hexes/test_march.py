"""March against Dijkstra over hexes and moods: where, at what cost, and by a way that is allowed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import strategies as st

from kessel.hexes import Country, Grid, March, Sides, march, of, reach
from tests.hexes import naive
from tests.hexes.naive import Marcher, Step
from tests.hexes.worlds import LARGE, World, given, one, some, world, worlds

TARIFFS = ((1, 2, 3, None), (2, 4, 6, 8), (1, 1, 2, None), (1, 1, 1, 1), (2, 3, 5, 7))
"""What the four classes of terrain cost; None cannot be entered."""


def classes(w: World, steps: dict[Step, int]) -> list[tuple[int, Sides]]:
    return [(c, w.steps(s for s, cost in steps.items() if cost == c)) for c in sorted(set(steps.values()))]


@dataclass
class Case:
    world: World
    mover: Marcher
    closed: dict[str, int] = field(default_factory=dict)
    """Hexes that cannot be entered, with what they would cost."""

    def country(self) -> Country:
        m = self.mover
        return Country(self.world.grid, classes(self.world, dict(m.ways)), classes(self.world, dict(m.tolls)))

    def run(self) -> March:
        w, m = self.world, self.mover
        prices = m.enter | self.closed
        return march(
            self.country(),
            w.grid.index[m.start],
            m.points,
            [(cost, w.bits(n for n, c in prices.items() if c == cost)) for cost in sorted(set(prices.values()))],
            closed=w.bits(self.closed),
            sticky=w.bits(m.sticky),
            leave=m.leave,
            seeds=[(cost, w.bits([name])) for name, cost in m.seeds.items()],
            crowded=w.bits(m.crowded),
        )

    def check(self, found: March) -> None:
        w, m, grid = self.world, self.mover, self.world.grid
        best = naive.march(w.board, m)
        assert w.names(found.hexes) == set(best)
        steps = found.steps()
        assert {grid.names[h]: cost for h, (cost, _) in steps.items()} == best
        for name, cost in best.items():
            target = grid.index[name]
            assert found.cost(target) == cost, name
            way = found.path(target)
            assert way[-1] == target
            assert naive.trudge(w.board, m, [grid.names[h] for h in way]) == cost
            assert steps[target] == (cost, way[-2])
        for name in set(w.places) - set(best) - {m.start}:
            with pytest.raises(ValueError, match=name):
                found.path(grid.index[name])
        costs = [cost for cost, _ in found.waves]
        assert costs == sorted(set(costs))


@st.composite
def cases(draw: st.DrawFn, *, sides: bool = False, zones: bool = False, crowds: bool = False) -> Case:
    """``sides``: with roads and rivers, also one-way; ``zones``: with sticky hexes and seeds; ``crowds``: with hexes
    where a way does not help."""
    w = draw(worlds(longest=9))
    tariff = draw(st.sampled_from(TARIFFS))
    high, low = set(draw(some(w.places, share=0.5))), set(draw(some(w.places, share=0.5)))
    enter = {name: tariff[2 * (name in high) + (name in low)] for name in w.places}
    prices = {n: c for n, c in enter.items() if c is not None}
    closed = {n: prices.pop(n) for n in draw(some(sorted(prices), share=0.2))}
    mover = Marcher(
        draw(st.one_of(one(w.board.spot), one(w.places))),
        draw(st.one_of(st.integers(0, 6), st.integers(4, 18))),
        prices,
    )
    if sides:
        road, rail = draw(w.some_steps(0.3)), draw(w.some_steps(0.3))
        mover.ways = dict.fromkeys(rail, 2) | dict.fromkeys(road, 1)  # a side may be both: the road counts
        stream, river = draw(w.some_steps(0.3)), draw(w.some_steps(0.3))
        mover.tolls = dict.fromkeys(river, draw(st.integers(0, 5))) | dict.fromkeys(stream, 1)
    if crowds:
        mover.crowded = frozenset(draw(some(w.places, share=0.5)))
    if zones:
        mover.sticky = frozenset(draw(some(w.places, share=0.6)))
        mover.leave = draw(st.sampled_from((None, 0, 1, 2, 3, 5)))
        near = sorted(w.board.near[mover.start] & mover.sticky & set(mover.enter))
        mover.seeds = {name: draw(st.integers(0, 9)) for name in draw(some(near))}
    return Case(w, mover, closed)


@given(cases())
def test_terrain_alone(case: Case) -> None:
    case.check(case.run())


@given(cases(sides=True))
def test_roads_and_rivers(case: Case) -> None:
    case.check(case.run())


@given(cases(zones=True), examples=200)
def test_sticky_hexes_and_seeds(case: Case) -> None:
    case.check(case.run())


@given(cases(sides=True, crowds=True), examples=200)
def test_ways_do_not_help_into_crowded_hexes(case: Case) -> None:
    case.check(case.run())


@given(cases(sides=True, zones=True, crowds=True), examples=400)
def test_everything_together(case: Case) -> None:
    case.check(case.run())


@given(cases(sides=True, zones=True))
def test_more_points_reach_no_less(case: Case) -> None:
    richer = Case(case.world, replace(case.mover, points=case.mover.points + 1))
    assert case.run().hexes & ~richer.run().hexes == 0


@given(cases(sides=True, zones=True), st.data())
def test_fewer_sticky_hexes_reach_no_less(case: Case, data: st.DataObject) -> None:
    unseeded = Case(case.world, replace(case.mover, seeds={}))
    fewer = frozenset(data.draw(some(sorted(case.mover.sticky))))
    freer = Case(case.world, replace(unseeded.mover, sticky=fewer))
    assert unseeded.run().hexes & ~freer.run().hexes == 0


@given(cases())
def test_without_roads_rivers_and_zones_it_is_the_same_as_reach(case: Case) -> None:
    w, m = case.world, case.mover
    costs = [(cost, w.bits(n for n, c in m.enter.items() if c == cost)) for cost in sorted(set(m.enter.values()))]
    found = reach(w.grid, w.grid.index[m.start], m.points, costs)
    assert case.run().hexes == found.hexes
    assert list(case.run().waves) == list(found.waves)[1:]


@given(cases(sides=True), st.data())
def test_the_price_of_a_step(case: Case, data: st.DataObject) -> None:
    w, m = case.world, case.mover
    steps = sorted((a, b) for a in w.board.spot for b in w.board.near[a] if b in m.enter)
    if steps:
        a, b = data.draw(one(steps))
        costs = [(cost, w.bits(n for n, c in m.enter.items() if c == cost)) for cost in set(m.enter.values())]
        assert case.country().price(w.grid.index[a], w.grid.index[b], costs) == m.price(a, b)


def by_lot(w: World, chance: random.Random, start: str) -> Case:
    """Terrain, roads, rivers and zones as dense as on a real map."""
    places, sides = list(w.board.spot), w.board.sides()
    tariff = chance.choice(((2, 2, 2, 4, 6, None), (2, 2, 4), (1, 1, 2, 3)))
    enter = {n: c for n in places if (c := chance.choice(tariff)) is not None}
    road, river = (naive.both_ways(chance.sample(sides, len(sides) // n)) for n in (6, 8))
    sticky = frozenset(chance.sample(places, len(places) // chance.choice((3, 6, 12))))
    near = sorted(w.board.near[start] & sticky & set(enter))
    mover = Marcher(
        start,
        chance.randint(2, 24),
        enter,
        ways={step: chance.choice((1, 1, 2)) for step in sorted(road)},
        tolls={step: chance.choice((2, 4, 6)) for step in sorted(river)},
        sticky=sticky,
        leave=chance.choice((None, 2, 4, 6)),
        seeds={n: chance.randint(3, 9) for n in near} if chance.random() < 0.6 else {},
    )
    return Case(w, mover)


BIG = world(**LARGE, boxes=("Reserve", "Reinforcements"))


@pytest.mark.parametrize("seed", range(8))
def test_a_large_map(seed: int) -> None:
    chance = random.Random(seed)
    for start in (chance.choice(list(BIG.board.spot)), "0101", "4728"):
        case = by_lot(BIG, chance, start)
        case.check(case.run())


# -- one rule at a time --------------------------------------------------------------------------------------

ROW = Grid(6, 1, "pointy", boxes=("Reserve",))
A, B, C, D, E, F = (ROW.hex(f"0{i}01") for i in range(1, 7))
OPEN = [(2, ROW.valid)]
BARE = Country(ROW)


def test_costs_add_up_along_a_row() -> None:
    found = march(BARE, A, 7, OPEN)
    assert found.hexes == of([B, C, D])
    assert [found.cost(h) for h in (B, C, D)] == [2, 4, 6]
    assert found.path(D) == [A, B, C, D]
    assert found.steps() == {B: (2, A), C: (4, B), D: (6, C)}
    with pytest.raises(ValueError, match="0501"):
        found.cost(E)


def test_a_way_costs_what_it_costs_and_a_toll_comes_on_top() -> None:
    country = Country(ROW, [(1, Sides.between(ROW, [(A, B)]))], [(3, Sides.between(ROW, [(B, C)]))])
    assert [march(country, A, 9, OPEN).cost(h) for h in (B, C, D)] == [1, 6, 8]


def test_a_way_over_a_river_pays_no_toll_and_the_first_way_counts() -> None:
    sides = Sides.between(ROW, [(A, B)])
    country = Country(ROW, [(1, sides), (9, sides)], [(3, sides)])
    assert march(country, A, 9, OPEN).cost(B) == 1
    assert country.price(A, B, OPEN) == 1


def test_a_way_does_not_lead_into_a_closed_hex() -> None:
    country = Country(ROW, [(1, Sides.between(ROW, [(A, B)]))])
    assert march(country, A, 9, [(2, of([C, D]))]).hexes == 0


def test_a_sticky_hex_ends_the_march() -> None:
    assert march(BARE, A, 20, OPEN, sticky=of([C])).hexes == of([B, C])


def test_a_sticky_hex_is_left_at_a_price_but_never_for_another() -> None:
    found = march(BARE, A, 20, OPEN, sticky=of([C]), leave=5)
    assert [found.cost(h) for h in (B, C, D, E)] == [2, 4, 11, 13]
    assert found.path(E) == [A, B, C, D, E]
    assert march(BARE, A, 10, OPEN, sticky=of([C]), leave=5).hexes == of([B, C])
    assert march(BARE, A, 30, OPEN, sticky=of([C, D]), leave=5).hexes == of([B, C])


def test_who_starts_in_a_sticky_hex_leaves_it_for_nothing_but_not_for_another() -> None:
    found = march(BARE, A, 20, OPEN, sticky=of([A, D]), leave=5)
    assert [found.cost(h) for h in (B, C, D, E)] == [2, 4, 6, 13]
    assert march(BARE, A, 20, OPEN, sticky=of([A, B]), leave=5).hexes == 0


def test_a_seed_is_entered_at_its_own_cost_and_left_for_nothing() -> None:
    found = march(BARE, A, 20, OPEN, sticky=of([A, B, D]), leave=5, seeds=[(7, of([B]))])
    assert [found.cost(h) for h in (B, C, D, E)] == [7, 9, 11, 18]
    assert found.path(D) == [A, B, C, D]
    assert march(BARE, A, 20, OPEN, sticky=of([A, B, C]), leave=5, seeds=[(7, of([B]))]).hexes == of([B])


def test_a_seed_beyond_the_points_is_not_entered_and_without_a_price_it_is_not_left() -> None:
    assert march(BARE, A, 6, OPEN, sticky=of([A, B]), seeds=[(7, of([B]))]).hexes == 0
    assert march(BARE, A, 20, OPEN, sticky=of([A, B]), seeds=[(7, of([B]))]).hexes == of([B])


def test_a_detour_into_a_seeded_hex_is_cheaper_but_the_seed_leads_on_sooner() -> None:
    """A mover in the zone beside another sticky hex: round it costs 4, straight 7; beyond it only 9 instead of 11."""
    grid = Grid(3, 2, "pointy", "odd")
    start, held, beyond, round_ = (grid.hex(n) for n in ("0101", "0201", "0301", "0202"))
    assert grid.around[round_] >> start & grid.around[round_] >> held & 1
    found = march(
        Country(grid),
        start,
        20,
        [(2, of([held, beyond, round_]))],
        sticky=of([start, held]),
        leave=5,
        seeds=[(7, of([held]))],
    )
    assert (found.cost(held), found.path(held)) == (4, [start, round_, held])
    assert (found.cost(beyond), found.path(beyond)) == (9, [start, held, beyond])
