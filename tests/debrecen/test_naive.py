"""The movement of the game against a slow and obvious one, in positions of games that went any way."""

from __future__ import annotations

import random

import pytest

from kessel.engine import State
from kessel.games.debrecen.movement import Moving
from kessel.games.debrecen.state import DebrecenState
from tests.debrecen.lab import GAME
from tests.debrecen.naive import Walker

TIMES = 40


def positions(seed: int) -> list[tuple[DebrecenState, Moving]]:
    """Stacks on the move in a game between players who do anything, but seldom pass; most of them beside an enemy."""
    rng = random.Random(seed)
    s: State = GAME.start("debrecen", seed=str(seed))
    found: list[tuple[DebrecenState, Moving]] = []
    while s.outcome is None and len(found) < TIMES:
        moving = s.stack[-1]
        if isinstance(moving, Moving):
            assert isinstance(s, DebrecenState)
            walker = Walker(s, moving)
            if walker.pins(walker.start) or rng.random() < 0.1:
                found.append((s.copy(), moving))
        verbs: dict[str, list[str]] = {}
        for action in s.actions():
            verbs.setdefault(action.verb, []).append(str(action))
        if len(verbs) > 1 and rng.random() < 0.9:
            verbs.pop("pass", None)
        s.play(rng.choice(verbs[rng.choice(list(verbs))]))
    return found


@pytest.mark.rule("4.2-a", "4.2-c", "4.2-d", "4.2-e", "4.2-f", "6.2-a", "6.2-b", "6.2-e", "4.3-b")
@pytest.mark.parametrize("seed", range(4))
def test_a_stack_goes_where_the_rules_say(seed: int) -> None:
    for s, moving in positions(seed):
        grid = s.board.grid
        walker = Walker(s, moving)
        assert set(grid.listed(moving.goals(s))) == {grid.names[h] for h in walker.goals()}


@pytest.mark.rule("6.1-a", "6.2-a", "4.2-d", "4.2-e")
@pytest.mark.parametrize("seed", range(4))
def test_it_takes_a_cheapest_way(seed: int) -> None:
    for s, moving in positions(seed):
        left, each = moving.purse(s)
        reach = Walker(s, moving).reach(moving.credit + left * each)
        march, base = moving.march(s), moving.base(s)
        assert {h: march.cost(h) + base for h in reach} == reach
