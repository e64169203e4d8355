"""Map sources to break: the committed ones of the games, copied to a folder of the test."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import kessel.games
from kessel import cartography

MAP = Path(kessel.games.__file__).parent / "breakout" / "map"
KORSUN = Path(kessel.games.__file__).parent / "korsun" / "map"
"""A map with set-up areas, gates and a bridge at every crossing."""
DEBRECEN = Path(kessel.games.__file__).parent / "debrecen" / "map"
"""A map of rows numbered from the east, with given hexsides, marked entries, regions, and towns on their terrain."""

Edit = Callable[[dict[str, Any]], object]


@cache
def _committed(folder: Path) -> dict[str, Any]:
    return cartography.load(folder)


def committed(folder: Path = MAP) -> dict[str, Any]:
    """A committed map, to be changed at will."""
    return copy.deepcopy(_committed(folder))


def source(folder: Path, original: Path = MAP) -> Path:
    """A copy of a source in a folder of the test."""
    target = folder / "map"
    shutil.copytree(original, target)
    return target


def edit_settings(folder: Path, edit: Edit) -> None:
    """Change map.yaml."""
    path = folder / "map.yaml"
    settings = yaml.safe_load(path.read_text(encoding="utf-8"))
    edit(settings)
    path.write_text(yaml.safe_dump(settings), encoding="utf-8")


def edit_geography(folder: Path, edit: Edit) -> None:
    """Change geography.geojson."""
    path = folder / "geography.geojson"
    geography = json.loads(path.read_text(encoding="utf-8"))
    edit(geography)
    path.write_text(json.dumps(geography), encoding="utf-8")


def feature(geography: dict[str, Any], name: str) -> dict[str, Any]:
    """The first feature with a name."""
    return next(f for f in geography["features"] if f["properties"]["name"] == name)
