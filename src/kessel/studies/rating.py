"""How sure we are of who is stronger: score intervals, Elo, and a table of many commanders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

from kessel.engine.extras import extra

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
ELO = 400 / log(10)
"""Elo points for each natural unit of log-odds."""


class Estimate(NamedTuple):
    """A value with its confidence interval."""

    value: float
    low: float
    high: float


def wilson(points: float, games: float) -> Estimate:
    """The share of points with Wilson's score interval. A draw is half a point; taking it for a coin toss, and
    paired games for independent ones, makes the interval rather too wide than too narrow."""
    if not games:
        return Estimate(0.5, 0.0, 1.0)
    share = points / games
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))


def elo(points: float, games: int) -> Estimate:
    """The Elo difference that a share of points means. One drawn game is added to those played, so that a clean
    sweep has a finite rating too."""
    return Estimate(*(400 * log10(share / (1 - share)) for share in wilson(points + 0.5, games + 1)))


def table(names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Estimate]:
    """Elo of several commanders around a mean of 0, from the points of the first and the games of each pairing.

    Bradley and Terry's model by maximum likelihood; the intervals come from the curvature of the likelihood. Each
    pairing gets one drawn game more, as in :func:`elo`.
    """
    with extra("studies", "a table of several commanders"):
        import numpy as np  # noqa: PLC0415 - an optional extra

    index = {name: i for i, name in enumerate(names)}
    rating = np.zeros(len(names))
    for _ in range(100):
        slope, bend = np.zeros(len(names)), np.zeros((len(names), len(names)))
        for (a, b), (points, games) in results.items():
            i, j = index[a], index[b]
            expected = 1 / (1 + np.exp(rating[j] - rating[i]))
            surplus = points + 0.5 - (games + 1) * expected
            weight = (games + 1) * expected * (1 - expected)
            slope[i] += surplus
            slope[j] -= surplus
            bend[i, i] += weight
            bend[j, j] += weight
            bend[i, j] -= weight
            bend[j, i] -= weight
        step = np.clip(np.linalg.pinv(bend) @ slope, -1, 1)
        rating += step
        if np.abs(step).max() < 1e-9:
            break
    errors = Z * np.sqrt(np.diag(np.linalg.pinv(bend)))
    return {
        name: Estimate(*(float(ELO * v) for v in (rating[i], rating[i] - errors[i], rating[i] + errors[i])))
        for i, name in enumerate(names)
    }
