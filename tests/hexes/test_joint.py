"""Movers who go together and pay from two purses, against an exhaustive search."""

from __future__ import annotations

import random

import pytest

from kessel.hexes import Grid, Sides, joint_reach, members, of

GRID = Grid(9, 8)
HEXES = list(members(GRID.valid))
PRICES = ((1, 1), (2, 1), (3, 1), (0, 0), (1, 2))


def bargains(
    start: int,
    points: tuple[int, int],
    cost: dict[int, tuple[int, int]],
    wet: Sides,
    barred: Sides,
    stop: int,
    block: int,
) -> dict[int, set[tuple[int, int]]]:
    """Every pair of costs for which a hex can be entered."""
    found: dict[int, set[tuple[int, int]]] = {start: {(0, 0)}}
    queue = [(start, 0, 0)]
    while queue:
        h, a, b = queue.pop()
        if h != start and stop >> h & 1:
            continue
        for n in GRID.neighbours[h]:
            if n < 0 or n not in cost or n == start or barred.has(h, n) or (h == start and block >> n & 1):
                continue
            toll = 3 if wet.has(h, n) else 0
            paid = (a + cost[n][0] + toll, b + cost[n][1] + toll)
            if paid[0] <= points[0] and paid[1] <= points[1] and paid not in found.setdefault(n, set()):
                found[n].add(paid)
                queue.append((n, *paid))
    found.pop(start)
    return {h: pairs for h, pairs in found.items() if pairs}


@pytest.mark.parametrize("seed", range(40))
def test_reach_is_what_an_exhaustive_search_finds(seed: int) -> None:
    rng = random.Random(seed)
    start = rng.choice(HEXES)
    points = (rng.randint(0, 8), rng.randint(0, 6))
    cost = {h: rng.choice(PRICES) for h in HEXES if rng.random() < 0.85 and h != start}
    pairs = [(h, n) for h in HEXES for n in GRID.neighbours[h] if n >= 0]
    wet = Sides.between(GRID, rng.sample(pairs, 30))
    barred = Sides.between(GRID, rng.sample(pairs, 15))
    stop, block = of(rng.sample(HEXES, 10)), of(rng.sample(HEXES, 8))
    classes = [(price, of(h for h, c in cost.items() if c == price)) for price in PRICES]
    found = joint_reach(GRID, start, points, classes, extra=3, wet=wet, barred=barred, stop=stop, first_block=block)
    naive = bargains(start, points, cost, wet - barred, barred, stop, block)
    assert set(members(found.hexes)) == set(naive)
    for h in members(found.hexes):
        path = found.path(h)
        assert path[0] == start
        assert path[-1] == h
        a = b = 0
        for here, there in zip(path, path[1:], strict=False):
            assert not barred.has(here, there)
            assert here == start or not stop >> here & 1
            assert not (here == start and block >> there & 1)
            toll = 3 if wet.has(here, there) else 0
            a, b = a + cost[there][0] + toll, b + cost[there][1] + toll
        assert a <= points[0]
        assert b <= points[1]
        assert a == min(pair[0] for pair in naive[h])
        assert found.steps()[h] == (a, path[-2])
