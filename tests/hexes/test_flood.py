"""Flood against a breadth-first search."""

import random

import pytest
from hypothesis import strategies as st

from kessel.hexes import Sides, flood, members
from tests.hexes import naive
from tests.hexes.worlds import LARGE, World, given, some, world, worlds


@given(st.data(), worlds(longest=9))
def test_flood(data: st.DataObject, w: World) -> None:
    seeds, passable = data.draw(some(w.places)), set(data.draw(some(w.places)))
    found = flood(w.grid, w.bits(seeds), w.bits(passable))
    assert w.names(found) == naive.flood(w.board, seeds, passable)
    assert flood(w.grid, w.bits(seeds), w.bits(passable), Sides(w.grid)) == found


@given(st.data(), worlds(longest=9))
def test_flood_behind_a_barrier(data: st.DataObject, w: World) -> None:
    seeds, passable = data.draw(some(w.places)), set(data.draw(some(w.places)))
    barrier = data.draw(w.some_steps(0.5))
    found = flood(w.grid, w.bits(seeds), w.bits(passable), w.steps(barrier))
    assert w.names(found) == naive.flood(w.board, seeds, passable, barrier)


@given(st.data(), worlds(longest=9))
def test_flood_from_one_hex_through_an_almost_open_map(data: st.DataObject, w: World) -> None:
    """Few closed hexes and one seed: long ways round."""
    closed = data.draw(st.sets(st.sampled_from(w.places), max_size=12))
    seed = data.draw(st.sampled_from(w.places))
    passable = set(w.places) - closed
    found = w.names(flood(w.grid, w.bits([seed]), w.bits(passable)))
    assert found == naive.flood(w.board, [seed], passable)


BIG = world(**LARGE, boxes=("Reserve", "Reinforcements"))


SIDES = BIG.board.sides()


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6, 0.7, 0.9, 1.0])
@pytest.mark.parametrize("seed", range(5))
def test_flood_of_a_large_map(seed: int, share: float) -> None:
    chance = random.Random(seed)
    passable = {name for name in BIG.places if chance.random() < share}
    seeds = chance.sample(BIG.places, 3)
    barrier = chance.sample(SIDES, 800)
    found = BIG.names(flood(BIG.grid, BIG.bits(seeds), BIG.bits(passable)))
    assert found == naive.flood(BIG.board, seeds, passable)
    found = BIG.names(flood(BIG.grid, BIG.bits(seeds), BIG.bits(passable), BIG.sides(barrier)))
    assert found == naive.flood(BIG.board, seeds, passable, naive.both_ways(barrier))


def test_a_winding_corridor_is_followed_to_its_end() -> None:
    """Every second column is a wall with a gap, now at the top, now at the bottom."""
    w = world(columns=15, rows=12)
    walls = {f"{c:02d}{r:02d}" for c in range(2, 15, 2) for r in range(1, 13) if r != (1 if c % 4 else 12)}
    passable = set(w.board.spot) - walls
    found = flood(w.grid, w.bits(["0106"]), w.bits(passable))
    assert w.names(found) == naive.flood(w.board, ["0106"], passable) == passable


def test_seeds_outside_the_open_hexes_do_not_count() -> None:
    w = world(columns=4, rows=4)
    passable = w.bits(["0101", "0102", "0404"])
    assert flood(w.grid, w.bits(["0103"]), passable) == 0
    assert flood(w.grid, w.bits(["0103"]), passable, Sides(w.grid)) == 0
    assert flood(w.grid, 0, w.grid.valid) == 0
    assert flood(w.grid, w.grid.valid, 0) == 0
    assert list(members(flood(w.grid, w.bits(["0404"]), passable))) == [w.grid.hex("0404")]
