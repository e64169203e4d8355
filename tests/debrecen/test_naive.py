"""Movement, supply and command against slow and obvious ones, in positions of games that went any way."""

from __future__ import annotations

import random
from functools import cache

import pytest

from kessel.engine import State
from kessel.games.debrecen.activation import Activation
from kessel.games.debrecen.movement import Moving
from kessel.games.debrecen.roster import ALLIED, AXIS
from kessel.games.debrecen.state import DebrecenState
from kessel.games.debrecen.supply import in_command, traces
from kessel.hexes import members, of
from tests.debrecen.lab import GAME
from tests.debrecen.naive import Lines, Walker

TIMES = 60


SCENARIOS = ("debrecen", "learning-nagyvarad")


@cache
def positions(scenario: str, seed: int) -> list[tuple[DebrecenState, Moving]]:
    """Units that move or could, in a game between players who do anything, but seldom pass; most of them beside an
    enemy."""
    rng = random.Random(seed)
    s: State = GAME.start(scenario, seed=str(seed))
    found: list[tuple[DebrecenState, Moving]] = []
    while s.outcome is None and len(found) < TIMES:
        assert isinstance(s, DebrecenState)
        frame = s.stack[-1]
        movers = [frame] if isinstance(frame, Moving) else []
        if isinstance(frame, Activation):
            movers = [Moving(1 << u) for u in members(frame.ready(s) & ~s.duty)]
        found += [(s.copy(), m) for m in movers if Walker(s, m).held or rng.random() < 0.04]
        verbs: dict[str, list[str]] = {}
        for action in s.actions():
            verbs.setdefault(action.verb, []).append(str(action))
        if len(verbs) > 1 and rng.random() < 0.9:
            verbs.pop("pass", None)
        s.play(rng.choice(verbs[rng.choice(list(verbs))]))
    return found


@pytest.mark.rule("4.2-a", "4.2-c", "4.2-d", "4.2-e", "4.2-f", "6.2-a", "6.2-b", "6.2-e", "4.3-b")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(2))
def test_a_stack_goes_where_the_rules_say(scenario: str, seed: int) -> None:
    for s, moving in positions(scenario, seed):
        grid = s.board.grid
        walker = Walker(s, moving)
        assert set(grid.listed(moving.goals(s))) == {grid.names[h] for h in walker.goals()}


@pytest.mark.rule("6.1-a", "6.2-a", "4.2-d", "4.2-e")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(2))
def test_it_takes_a_cheapest_way(scenario: str, seed: int) -> None:
    for s, moving in positions(scenario, seed):
        left, each = moving.purse(s)
        reach = Walker(s, moving).reach(moving.credit + left * each)
        march, base = moving.march(s), moving.base(s)
        assert {h: march.cost(h) + base for h in reach} == reach


@pytest.mark.rule("10.1-a", "10.1-b", "10.2-a", "10.2-b", "8.1-a", "8.1-b", "8.1-c")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(2))
def test_lines_run_where_the_rules_say(scenario: str, seed: int) -> None:
    for s, _ in positions(scenario, seed)[::10]:
        for side in (ALLIED, AXIS):
            lines, roster = Lines(s, side), s.board.roster
            units = list(members(s.on_map(side) & ~roster.bridgeheads))
            assert s.ids(of(u for u in units if traces(s, u))) == s.ids(of(u for u in units if lines.supplied(u)))
            units = [u for u in units if not roster.hqs >> u & 1]
            assert s.ids(of(u for u in units if in_command(s, u))) == s.ids(of(u for u in units if lines.commanded(u)))
