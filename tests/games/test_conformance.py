"""Random play of every scenario with every invariant of the kernel checked on the way."""

from __future__ import annotations

import pytest

from kessel.games import GAMES, load
from kessel.testing import check_game

LEARNING, BATTLE = range(1, 5), range(1, 3)
"""Seeds: short scenarios are played more often."""


def rounds() -> list[tuple[str, str, int, bool]]:
    """Game, scenario, seed, and whether every option is on: each scenario once with all of them."""
    found = []
    for game in GAMES:
        for scenario in load(game).scenarios.values():
            seeds = LEARNING if scenario.learning else BATTLE
            found += [(game, scenario.id, seed, False) for seed in seeds]
            if load(game).options:
                found.append((game, scenario.id, seeds[-1] + 1, True))
    return found


@pytest.mark.parametrize(("game", "scenario", "seed", "all_options"), rounds())
def test_random_play_conforms(game: str, scenario: str, seed: int, all_options: bool) -> None:
    known = load(game)
    stride = 8 if known.scenarios[scenario].learning else 32
    report = check_game(known, scenario, seed, options=dict.fromkeys(known.options, all_options), stride=stride)
    assert report.violations == []
    if known.scenarios[scenario].turns > 1:
        assert report.decisions > 20
        assert report.rolls > 1
