"""Means, spreads and differences with their confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

from kessel.engine.extras import extra
from kessel.studies.rating import CONFIDENCE, Estimate, Z


def mean(values: Sequence[float]) -> Estimate:
    """The mean with Student's interval."""
    with extra("studies", "kessel study"):
        import numpy as np  # noqa: PLC0415 - an optional extra
        from scipy import stats  # noqa: PLC0415

    if not values:
        return Estimate(0.0, 0.0, 0.0)
    centre = float(np.mean(values))
    if len(values) < 2:
        return Estimate(centre, centre, centre)
    half = float(stats.t.ppf(0.5 + CONFIDENCE / 2, len(values) - 1) * stats.sem(values))
    return Estimate(centre, centre - half, centre + half)


def paired_mean(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """How much larger the second of a pair is on average."""
    return mean([after - before for before, after in pairs])


def paired_share(pairs: Sequence[tuple[bool, bool]]) -> Estimate:
    """How much more often the second of a pair holds: Bonett and Price's interval for paired proportions, which
    stays honest when few pairs differ."""
    n = len(pairs)
    gained = sum(after and not before for before, after in pairs)
    lost = sum(before and not after for before, after in pairs)
    more, less = (gained + 1) / (n + 2), (lost + 1) / (n + 2)
    half = Z * sqrt((more + less - (more - less) ** 2) / (n + 2))
    return Estimate((gained - lost) / max(1, n), max(-1.0, more - less - half), min(1.0, more - less + half))


def spread(values: Sequence[int]) -> dict[str, Any]:
    """The distribution of a whole number."""
    with extra("studies", "kessel study"):
        import numpy as np  # noqa: PLC0415 - an optional extra

    if not values:
        return {"mean": None, "interval": None, "deviation": None, "quartiles": None, "counts": {}}
    centre = mean(values)
    return {
        "mean": centre.value,
        "interval": [centre.low, centre.high],
        "deviation": float(np.std(values, ddof=1)) if len(values) > 1 else 0.0,
        "quartiles": [float(q) for q in np.quantile(values, (0.25, 0.5, 0.75))],
        "counts": {str(value): count for value, count in sorted(Counter(values).items())},
    }
