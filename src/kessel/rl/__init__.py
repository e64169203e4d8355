"""Kessel for research: PettingZoo and Gymnasium environments that show a side what it may know and nothing else."""

from __future__ import annotations

from typing import Any

from kessel.engine.extras import extra


def env(game: str, scenario: str = "", *, limit: int | None = None, render_mode: str | None = None) -> Any:
    """A PettingZoo AEC environment of a game; without a scenario the first one to learn with."""
    with extra("rl", "kessel.rl"):
        from kessel.rl import aec, table  # noqa: PLC0415 - an optional extra

    return aec.env(game, scenario, limit=limit or table.LIMIT, render_mode=render_mode)


def solo(game: str, side: str, opponent: str = "random", scenario: str = "", *, limit: int | None = None) -> Any:
    """A Gymnasium environment of one side of a game against a commander."""
    with extra("rl", "kessel.rl"):
        from kessel.rl import single, table  # noqa: PLC0415 - an optional extra

    return single.SoloEnv(game, side, opponent, scenario, limit or table.LIMIT)


__all__ = ["env", "solo"]
