"""Random play of every scenario with every invariant of the kernel checked on the way."""

from __future__ import annotations

import pytest

from kessel.testing import check_game
from tests.breakout.lab import GAME

GAMES = [
    *(("learning-ternopol", seed, False) for seed in range(1, 5)),
    *(("example-smotrich", seed, False) for seed in range(1, 5)),
    ("learning-ternopol", 5, True),
    ("example-smotrich", 5, True),
    ("campaign", 1, False),
    ("campaign", 2, False),
    ("campaign", 3, True),
]


@pytest.mark.parametrize(("scenario", "seed", "simple_rivers"), GAMES)
def test_random_play_conforms(scenario: str, seed: int, simple_rivers: bool) -> None:
    report = check_game(GAME, scenario, seed, options={"simple-rivers": simple_rivers}, stride=8)
    assert report.violations == []
    assert report.decisions > 100
    assert report.rolls > 5
