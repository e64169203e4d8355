"""The map of a game, built from its source, checked, written and compared."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from kessel.cartography import edges
from kessel.cartography.checks import check, check_expected
from kessel.cartography.errors import MapError
from kessel.cartography.plane import Point
from kessel.cartography.rasterise import HexPair, Raster, River
from kessel.cartography.registration import register
from kessel.cartography.settings import Area
from kessel.cartography.source import SETTINGS, Feature, Source, read
from kessel.hexes import Grid

BUILT = "map.json"

Way = tuple[Feature, Sequence[str]]
"""A road or railway and its hexes."""

_CARRIED = ("modern", "label", "part_of", "vp", "population_option", "control_start", "garrison")


def build(folder: Path) -> dict[str, Any]:
    """The map built from the source in a folder; raises MapError if the source or the map is wrong."""
    source = read(folder)
    built = assemble(source)
    problems = check(built) + check_expected(built, source.settings.expected)
    if problems:
        raise MapError(f"{folder.name}: " + "; ".join(problems))
    return built


def write(folder: Path) -> Path:
    """Build the map and put it beside its source as map.json; a failure leaves the old file untouched."""
    text = _text(build(folder))
    target = folder / BUILT
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".map-", suffix=".json")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return target


def load(folder: Path) -> dict[str, Any]:
    """The map.json of a folder, checked."""
    path = folder / BUILT
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MapError(f"{BUILT}: cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise MapError(f"{BUILT}: not an object")
    problems = check(found)
    if problems:
        raise MapError(f"{BUILT}: " + "; ".join(problems))
    return found


def compare(folder: Path) -> list[str]:
    """Differences between the map.json of a folder and a rebuild, one line each; empty if they are the same."""
    return differences(load(folder), build(folder))


def differences(old: object, new: object, where: str = "map") -> list[str]:
    """Where two JSON values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in sorted({*old, *new}):
            if key not in old or key not in new:
                found.append(f"{where}.{key}: only in the {'rebuild' if key in new else 'file'}")
            else:
                found += differences(old[key], new[key], f"{where}.{key}")
        return found
    if isinstance(old, list) and isinstance(new, list):
        found = [] if len(old) == len(new) else [f"{where}: {len(old)} entries in the file, {len(new)} rebuilt"]
        for i, (a, b) in enumerate(zip(old, new, strict=False)):
            found += differences(a, b, f"{where}[{i}]")
        return found
    return [] if old == new else [f"{where}: {old!r} in the file, {new!r} rebuilt"]


def assemble(source: Source) -> dict[str, Any]:
    """The map of a source, not yet checked."""
    settings = source.settings
    whole = edges.sides(source.grid, mirrored=source.mirrored)
    areas = {name: _area(name, entry) for name, entry in settings.areas.items()}
    registration = register(source)
    raster = Raster(source, registration)
    places = _places(source, raster)
    terrain = raster.terrain()
    if not settings.towns_keep_terrain:
        for place in places:
            if place.get("population"):
                terrain.pop(place["hex"], None)
    rivers = raster.rivers()
    roads, rails = (
        [(f, way) for f in source.of(layer) if len(way := raster.road(f)) > 1] for layer in ("roads", "rails")
    )
    closing = {name: raster.boundary(name, area, rivers) for name, area in areas.items()}
    built: dict[str, Any] = {
        "title": settings.title,
        "subject": settings.subject,
        "hex_km": settings.hex_km,
        "grid": _grid(source.grid),
        "terrain": dict(sorted(terrain.items())),
        "places": places,
        "rivers": [_river(r) for r in rivers],
        "streams": [
            {"name": f.name, "line": line}
            for f in source.of("streams")
            if len(line := _on_map(source.grid, registration.line(f.line))) > 1
        ],
        "roads": [_way(f, way) for f, way in roads],
        "rails": [_way(f, way) for f, way in rails],
        "bridges": _bridges(source, raster, rivers, {"road": roads, "rail": rails}),
        "edges": _edges(source, whole, {"roads": roads, "rails": rails}),
        "areas": {
            **{name: raster.area(area, rivers, closing[name]) for name, area in areas.items()},
            **{_area_name(f): raster.within(f) for f in source.of("areas")},
        },
        "boundaries": {
            name: {
                "hexsides": [list(pair) for pair in closing[name]],
                **{k: v for k, v in settings.areas[name].items() if k not in ("seed", "line")},
            }
            for name in areas
        },
        "attribution": settings.attribution,
    }
    captions = {_area_name(f): _caption(f) for f in source.of("areas")}
    if captions:
        built["captions"] = captions
    regions = [{"name": f.name, "at": _rounded(registration.plane(f.line[0]))} for f in source.of("regions")]
    if regions:
        built["regions"] = regions
    if settings.kinds.impassable:
        built["impassable"] = settings.kinds.impassable
    if source.mirrored:
        built["mirrored"] = True
    if settings.towns_keep_terrain:
        built["towns_keep_terrain"] = True
    return built


def _grid(grid: Grid) -> dict[str, Any]:
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "orientation": grid.orientation,
        "shift": grid.shift,
        "numbering": grid.numbering,
        "first_column": grid.first_column,
        "first_row": grid.first_row,
        "extent": {str(line): list(ends) for line, ends in grid.extent.items()},
    }


def _places(source: Source, raster: Raster) -> list[dict[str, Any]]:
    found = []
    for f in source.of("population", "places"):
        h = raster.hex_of(f)
        if h is None:
            continue
        place: dict[str, Any] = {"hex": source.grid.names[h], "name": f.name, "kind": f.kind}
        if f.layer == "population":
            place["population"] = True
        place |= {field: f.properties[field] for field in _CARRIED if field in f.properties}
        found.append({**place, "at": _rounded(raster.registration.plane(f.line[0]))})
    return found


def _bridges(
    source: Source, raster: Raster, rivers: Sequence[River], ways: Mapping[str, Sequence[Way]]
) -> list[dict[str, Any]]:
    """The named bridges; with ``bridged`` ways, every place where one crosses a river, under the names known."""
    settings = source.settings
    crossed = {kind: {_pair(a, b) for _, way in found for a, b in pairwise(way)} for kind, found in ways.items()}
    every = {pair for pairs in crossed.values() for pair in pairs}
    named = [(b, raster.bridge(b, rivers, every)) for b in settings.bridges]
    if not settings.bridged:
        return [{"name": b.name, "river": b.river, "between": list(pair)} for b, pair in named]
    carriers = [layer.removesuffix("s") for layer in settings.bridged]
    names: dict[tuple[str, HexPair], str] = {}
    for b, pair in named:
        if names.setdefault((b.river, pair), b.name) != b.name:
            raise MapError(f"{SETTINGS}: bridge {b.name}: {pair[0]}/{pair[1]} is the {names[b.river, pair]} already")
    found = []
    for river in rivers:
        for pair in river.hexsides:
            carries = [kind for kind in carriers if pair in crossed[kind]]
            if carries:
                name = names.pop((river.name, pair), None) or f"{raster.nearest_place(pair)} bridge"
                found.append({"name": name, "river": river.name, "between": list(pair), "carries": carries})
    if names:
        (river_name, pair), name = next(iter(names.items()))
        raise MapError(f"{SETTINGS}: bridge {name}: nothing crosses the {river_name} there, at {pair[0]}/{pair[1]}")
    return found


def _edges(
    source: Source, whole: Mapping[str, list[str]], ways: Mapping[str, Sequence[Way]]
) -> dict[str, dict[str, Any]]:
    """The sides of the map and the stretches of them that the rulebook names."""
    reached = {layer: {h for _, way in found for h in way} for layer, found in ways.items()}
    found: dict[str, dict[str, Any]] = {side: {"hexes": hexes} for side, hexes in whole.items()}
    for name, entry in source.settings.edges.items():
        if isinstance(entry, str):
            edges.check_side(name, entry, whole, source.grid)
        else:
            found[name] = edges.edge(name, entry, whole, reached)
    return found


def _area_name(feature: Feature) -> str:
    """Areas drawn as polygons are numbered within their kind."""
    return f"{feature.kind}/{feature.name}"


def _caption(feature: Feature) -> dict[str, Any]:
    return {field: value for field, value in feature.properties.items() if field not in ("kind", "name")}


def _river(river: River) -> dict[str, Any]:
    return {"name": river.name, "kind": river.kind, "hexsides": [list(pair) for pair in river.hexsides]}


def _way(feature: Feature, way: Sequence[str]) -> dict[str, Any]:
    return {"name": feature.name, "kind": feature.kind, "hexes": list(way)}


def _pair(a: str, b: str) -> HexPair:
    return (a, b) if a < b else (b, a)


def _area(name: str, entry: dict[str, Any]) -> Area:
    try:
        return msgspec.convert(entry, Area)
    except msgspec.ValidationError as error:
        raise MapError(f"{SETTINGS}: areas.{name}: {error}") from error


def _on_map(grid: Grid, line: Sequence[Point]) -> list[list[float]]:
    """The points of a line over hexes of the map."""
    return [_rounded((x, y)) for x, y in line if grid.nearest(x, y) is not None]


def _rounded(at: Point) -> list[float]:
    return [round(v, 3) for v in at]


def _text(built: dict[str, Any]) -> str:
    """The map as JSON, one entry a line, so that a change reads in a diff."""
    parts = []
    for key, value in built.items():
        if isinstance(value, dict) and key not in ("grid", "subject"):
            inner = ",\n".join(f"  {json.dumps(k)}: {_line(v)}" for k, v in value.items())
            parts.append(f" {json.dumps(key)}: {{\n{inner}\n }}")
        elif isinstance(value, list):
            inner = ",\n".join(f"  {_line(v)}" for v in value)
            parts.append(f" {json.dumps(key)}: [\n{inner}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {_line(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
