"""The games. One folder each; no game imports another."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from kessel.engine import Game, KesselError

GAMES = {"breakout": "Breakout", "debrecen": "Debrecen", "korsun": "Korsun"}
"""Folder and class of every game."""


@cache
def load(name: str, data: Path | None = None) -> Game:
    """A game by its id; ``data`` is an owner's folder with printed values that take the place of ours."""
    if name not in GAMES:
        raise KesselError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    if data is not None and not data.is_dir():
        raise KesselError(f"{data}: there is no such folder")
    module = import_module(f"kessel.games.{name}")
    return cast(Game, getattr(module, GAMES[name])(data))
