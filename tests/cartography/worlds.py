"""Map sources to break: the committed one of Breakout, copied to a folder of the test."""

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

Edit = Callable[[dict[str, Any]], object]


@cache
def _committed() -> dict[str, Any]:
    return cartography.load(MAP)


def committed() -> dict[str, Any]:
    """The committed map, to be changed at will."""
    return copy.deepcopy(_committed())


def source(folder: Path) -> Path:
    """A copy of the source in a folder of the test."""
    target = folder / "map"
    shutil.copytree(MAP, target)
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
