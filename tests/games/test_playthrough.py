"""Whole games, word for word: any change in what happens or how it is told shows as a difference to read."""

from __future__ import annotations

import pytest

from kessel.engine.record import verify
from kessel.games import GAMES, load
from tests.games.playthrough import folder, played, text

SCENARIOS = [(game, scenario) for game in GAMES for scenario in load(game).scenarios]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_game_is_told_as_before(game: str, scenario: str) -> None:
    """If a change is meant: python -m tests.games.playthrough"""
    assert text(game, scenario).splitlines() == (folder(game) / f"{scenario}.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_is_told(game: str) -> None:
    assert sorted(path.stem for path in folder(game).iterdir()) == sorted(load(game).scenarios)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_dice_of_the_game_verify(game: str, scenario: str) -> None:
    match = played(game, scenario)
    assert verify(match.game, match.record)["entries"] == len(match.entries)
