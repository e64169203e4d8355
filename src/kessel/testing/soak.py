"""Many games of random play on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from kessel.games import load
from kessel.testing.conformance import Report, check_game


def _one(game: str, scenario: str, seed: str, options: dict[str, bool], stride: int) -> Report:
    return check_game(load(game), scenario, seed, options=options, stride=stride)


def soak(
    game: str,
    games: int,
    seed: int = 1,
    *,
    scenario: str = "",
    stride: int = 8,
    workers: int | None = None,
    progress: Callable[[int, Report], None] | None = None,
) -> dict[str, Any]:
    """Play games at random with all invariants on; every option of the game is on in a quarter of them."""
    known = load(game)
    scenario = scenario or list(known.scenarios)[-1]
    result: dict[str, Any] = {"game": game, "scenario": scenario, "games": 0, "decisions": 0, "violations": []}
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        jobs = [
            pool.submit(_one, game, scenario, f"{seed}-{n}", dict.fromkeys(known.options, n % 4 == 3), stride)
            for n in range(games)
        ]
        for job in as_completed(jobs):
            report = job.result()
            result["games"] += 1
            result["decisions"] += report.decisions
            result["violations"] += report.violations
            if progress:
                progress(result["games"], report)
    return result
