"""The numbers of legal actions and of lines of play are those that were counted before."""

from __future__ import annotations

import pytest

from kessel.engine import State
from tests.breakout.lab import GAME
from tests.breakout.perft import FOLDER, POSITIONS, lines, reached, settle, text


@pytest.mark.parametrize("scenario", POSITIONS)
def test_counts(scenario: str) -> None:
    """If a change of the rules is meant: python -m tests.breakout.perft"""
    assert text(scenario) == (FOLDER / f"{scenario}.txt").read_text(encoding="utf-8")


def test_every_scenario_is_counted() -> None:
    assert list(POSITIONS) == list(GAME.scenarios)
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(POSITIONS)


def one_by_one(state: State, depth: int) -> int:
    """Lines of play, each played to its end from the text of its actions."""
    if depth == 0:
        return 1
    count = 0
    for action in [str(a) for a in state.actions()]:
        after = GAME.position(state.position())
        after.play(action)
        settle(after)
        count += one_by_one(after, depth - 1)
    return count


@pytest.mark.parametrize("name", ["order", "an attack is declared", "an attack is committed"])
def test_counting_is_playing(name: str) -> None:
    position = next(p for p in POSITIONS["example-smotrich"] if p.name == name)
    state = reached("example-smotrich", position)
    assert lines(state, 2) == one_by_one(state, 2)
