"""Intervals and ratings beside a statistics library and beside what must hold."""

from __future__ import annotations

import math

import pytest
from scipy.stats import binomtest

from kessel.studies.rating import elo, table, wilson


@pytest.mark.parametrize(("won", "games"), [(0, 5), (3, 8), (20, 40), (39, 40), (500, 500)])
def test_the_interval_of_a_share_is_wilsons(won: int, games: int) -> None:
    reference = binomtest(won, games).proportion_ci(0.95, method="wilson")
    found = wilson(won, games)
    assert found.value == won / games
    assert found[1:] == pytest.approx((reference.low, reference.high), abs=1e-12)


def test_nothing_played_nothing_known() -> None:
    assert wilson(0, 0) == (0.5, 0.0, 1.0)


def test_elo_turns_a_share_into_a_difference() -> None:
    assert str(elo(50, 100).value) == "0.0"
    assert elo(76, 100).value == pytest.approx(200, abs=5)  # what 400 points to a factor of ten means
    lost = elo(24, 100)
    assert lost == pytest.approx([-v for v in (elo(76, 100)[i] for i in (0, 2, 1))])


def test_a_clean_sweep_has_a_finite_rating_that_grows_with_the_games() -> None:
    few, many = elo(10, 10), elo(100, 100)
    for rated in (few, many):
        assert all(map(math.isfinite, rated))
        assert rated.low < rated.value < rated.high
    assert few.value < many.value
    assert 0 < few.low < many.low


def test_a_table_of_two_is_the_match_of_the_two() -> None:
    rated = table(["a", "b"], {("a", "b"): (30.5, 40)})
    assert rated["a"].value - rated["b"].value == pytest.approx(elo(30.5, 40).value)
    assert rated["a"].value == pytest.approx(-rated["b"].value)


def test_a_table_finds_the_strengths_behind_the_results() -> None:
    true = {"a": 150.0, "b": 0.0, "c": -150.0}
    games = 100_000
    share = {
        (x, y): (games / (1 + 10 ** ((true[y] - true[x]) / 400)), games)
        for x, y in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    rated = table(["a", "b", "c"], share)
    for name, value in true.items():
        assert rated[name].value == pytest.approx(value, abs=1)
        assert rated[name].low < value < rated[name].high
    fewer = table(["a", "b", "c"], {pair: (points / 100, games // 100) for pair, (points, games) in share.items()})
    ratio = (fewer["a"].high - fewer["a"].low) / (rated["a"].high - rated["a"].low)
    assert ratio == pytest.approx(10, rel=0.05)  # a hundred times fewer games, ten times as unsure
