"""The source of a map: map.yaml (grid, registration, edges) and geography.geojson (longitude and latitude)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import yaml

from kessel.cartography.errors import MapError
from kessel.cartography.settings import GEOMETRY, GridSettings, Kinds, LonLat, Settings
from kessel.hexes import Grid, HexError

SETTINGS = "map.yaml"
GEOGRAPHY = "geography.geojson"


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature of the geography; ``rings`` holds one ring for a point or a line."""

    kind: str
    layer: str
    name: str
    rings: Sequence[Sequence[LonLat]]
    properties: Mapping[str, Any]

    @property
    def line(self) -> Sequence[LonLat]:
        """The points of a line, the outer ring of a polygon."""
        return self.rings[0]


@dataclass(frozen=True, slots=True)
class Source:
    """Everything a map is built from, parsed and checked field by field."""

    settings: Settings
    grid: Grid
    mirrored: bool
    features: Sequence[Feature]

    def of(self, *layers: str) -> list[Feature]:
        """The features of some layers, in the order of the file."""
        return [f for f in self.features if f.layer in layers]


def read(folder: Path) -> Source:
    """The source in a folder; raises MapError naming the file and the field that is wrong."""
    settings = _settings(folder / SETTINGS)
    grid = make_grid(settings.grid)
    source = Source(
        settings,
        grid,
        settings.grid.column_direction == "east-to-west",
        _features(folder / GEOGRAPHY, settings.kinds),
    )
    _check_hex_numbers(source)
    return source


def make_grid(settings: GridSettings) -> Grid:
    """The grid of the settings."""
    parity, _, direction = settings.shift.partition("-")
    along = ("down",) if settings.orientation == "flat" else ("east", "west", "right")
    if parity not in ("even", "odd") or direction not in along:
        raise MapError(f"{SETTINGS}: grid.shift {settings.shift!r} is not even or odd with one of {along}")
    flat = settings.orientation == "flat"
    lines, first_line, first_place, short = (
        (settings.columns, settings.first_column, settings.first_row, (settings.even_rows, settings.odd_rows))
        if flat
        else (
            settings.rows,
            settings.first_row,
            settings.first_column,
            (settings.even_columns, settings.odd_columns),
        )
    )
    extent: dict[int, tuple[int, int]] = {}
    for number in range(first_line, first_line + lines):
        length = short[number % 2]
        if length is not None:
            extent[number] = (first_place, first_place + length - 1)
    try:
        return Grid(
            settings.columns,
            settings.rows,
            settings.orientation,
            "even" if parity == "even" else "odd",
            settings.numbering,
            settings.first_column,
            settings.first_row,
            extent,
        )
    except HexError as error:
        raise MapError(f"{SETTINGS}: grid: {error}") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MapError(f"{path.name}: cannot be read: {error}") from error


def _settings(path: Path) -> Settings:
    try:
        raw = yaml.safe_load(_text(path))
    except yaml.YAMLError as error:
        raise MapError(f"{path.name}: not valid YAML: {' '.join(str(error).split())}") from error
    try:
        return msgspec.convert(raw, Settings)
    except msgspec.ValidationError as error:
        raise MapError(f"{path.name}: {error}") from error


def _features(path: Path, kinds: Kinds) -> list[Feature]:
    try:
        raw = json.loads(_text(path))
    except json.JSONDecodeError as error:
        raise MapError(f"{path.name}: not valid JSON: {error}") from error
    collection = raw.get("features") if isinstance(raw, dict) else None
    if not isinstance(collection, list):
        raise MapError(f"{path.name}: no list `features`")
    return [_feature(item, f"{path.name}: feature {i}", kinds) for i, item in enumerate(collection, 1)]


def _feature(item: object, where: str, kinds: Kinds) -> Feature:
    properties = _member(item, "properties", where)
    geometry = _member(item, "geometry", where)
    kind, name = (_label(properties, field, where) for field in ("kind", "name"))
    where = f"{where} ({kind} {name})"
    layer = kinds.layer(kind)
    if layer is None:
        raise MapError(f"{where}: unknown kind {kind!r}")
    if geometry.get("type") != GEOMETRY[layer]:
        raise MapError(f"{where}: a {kind} is a {GEOMETRY[layer]}, not a {geometry.get('type')}")
    raw = geometry.get("coordinates")
    rings = {"Point": [[raw]], "LineString": [raw], "Polygon": raw}[GEOMETRY[layer]]
    try:
        lines = msgspec.convert(rings, list[list[LonLat]])
    except msgspec.ValidationError as error:
        raise MapError(f"{where}: coordinates: {error}") from error
    fewest = {"Point": 1, "LineString": 2, "Polygon": 4}[GEOMETRY[layer]]
    if not lines or any(len(line) < fewest for line in lines):
        raise MapError(f"{where}: coordinates: fewer than {fewest} points")
    return Feature(kind, layer, name, lines, properties)


def _member(item: object, field: str, where: str) -> dict[str, Any]:
    found = item.get(field) if isinstance(item, dict) else None
    if not isinstance(found, dict):
        raise MapError(f"{where}: missing field `{field}`")
    return found


def _label(properties: Mapping[str, Any], field: str, where: str) -> str:
    found = properties.get(field)
    if not isinstance(found, str) or not found:
        raise MapError(f"{where}: missing field `properties.{field}`")
    return found


def _check_hex_numbers(source: Source) -> None:
    """Every hex number in the source stands on the grid."""
    s = source.settings
    expected = s.expected
    named: list[tuple[str, object]] = [
        *((f"{SETTINGS}: named_hexes", h) for h in s.named_hexes),
        *((f"{SETTINGS}: expected.rivers", h) for pair in expected.rivers for h in pair),
        *((f"{SETTINGS}: expected.terrain", h) for h in expected.terrain),
        *((f"{SETTINGS}: expected.no_population", h) for h in expected.no_population),
        *((f"{SETTINGS}: expected.population.{name}", h) for name, h in expected.population.items()),
        *((f"{SETTINGS}: expected.places.{name}", h) for name, h in expected.places.items()),
    ]
    named += [(f"{SETTINGS}: areas.{name}.seed", area.get("seed")) for name, area in s.areas.items()]
    if s.registration.origin_hex is not None:
        named.append((f"{SETTINGS}: registration.origin_hex", s.registration.origin_hex))
    for feature in source.features:
        where = f"{GEOGRAPHY}: {feature.kind} {feature.name}"
        for field in ("hex", "anchor_hex"):
            if field in feature.properties:
                named.append((f"{where}: {field}", feature.properties[field]))
        named.extend((f"{where}: hexes", h) for h in feature.properties.get("hexes", ()))
    for where, number in named:
        if number not in source.grid.index:
            raise MapError(f"{where}: there is no hex {number!r} on this map")
