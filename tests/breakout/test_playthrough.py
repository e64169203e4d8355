"""Whole games, word for word: any change in what happens or how it is told shows as a difference to read."""

from __future__ import annotations

import pytest

from kessel.engine.record import verify
from tests.breakout.lab import GAME
from tests.breakout.playthrough import FOLDER, SEEDS, game, text


@pytest.mark.parametrize("scenario", SEEDS)
def test_the_game_is_told_as_before(scenario: str) -> None:
    """If a change is meant: python -m tests.breakout.playthrough"""
    assert text(scenario).splitlines() == (FOLDER / f"{scenario}.txt").read_text(encoding="utf-8").splitlines()


def test_every_scenario_is_told() -> None:
    assert list(SEEDS) == list(GAME.scenarios)
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(SEEDS)


@pytest.mark.parametrize("scenario", SEEDS)
def test_the_dice_of_the_game_verify(scenario: str) -> None:
    match = game(scenario)
    assert verify(GAME, match.record)["entries"] == len(match.entries)
