"""The numbers of legal actions and of lines of play are those that were counted before."""

from __future__ import annotations

import pytest

from kessel.engine import State
from kessel.games import GAMES, load
from tests.games.perft import folder, lines, positions, reached, settle, text

SCENARIOS = [(game, scenario) for game in GAMES for scenario in load(game).scenarios]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_counts(game: str, scenario: str) -> None:
    """If a change of the rules is meant: python -m tests.games.perft"""
    assert text(game, scenario) == (folder(game) / f"{scenario}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_is_counted(game: str) -> None:
    assert list(positions(game)) == list(load(game).scenarios)
    assert sorted(path.stem for path in folder(game).glob("*.txt")) == sorted(positions(game))


def one_by_one(state: State, depth: int) -> int:
    """Lines of play, each played to its end from the text of its actions."""
    if depth == 0:
        return 1
    count = 0
    for action in [str(a) for a in state.actions()]:
        after = state.game.position(state.position())
        after.play(action)
        settle(after)
        count += one_by_one(after, depth - 1)
    return count


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_counting_by_text_and_saved_positions_gives_the_same(game: str, scenario: str) -> None:
    state = reached(game, scenario, positions(game)[scenario][-1])
    assert one_by_one(state, 1) == lines(state, 1)
    if lines(state, 2) < 2000:
        assert one_by_one(state, 2) == lines(state, 2)
