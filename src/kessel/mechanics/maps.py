"""Reading a built map: its grid, parts of it that a scenario names, and a position's changes to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kessel.engine import PositionError
from kessel.hexes import Bits, Grid, Hex, HexError, Sides


def read_grid(data: Mapping[str, Any]) -> Grid:
    """The grid of a built map."""
    return Grid(
        data["columns"],
        data["rows"],
        data["orientation"],
        data["shift"],
        data["numbering"],
        data["first_column"],
        data["first_row"],
        {int(line): (first, last) for line, (first, last) in data.get("extent", {}).items()},
    )


def read_area(grid: Grid, area: Any) -> Bits:
    """The playing area of a scenario: ``all``, or ranges of columns and rows."""
    if area == "all":
        return grid.valid
    (c1, c2), (r1, r2) = area["columns"], area["rows"]
    if grid.numbering == "RRCC":
        (c1, c2), (r1, r2) = (r1, r2), (c1, c2)
    return grid.set(name for name in grid.names if name and c1 <= int(name[:2]) <= c2 and r1 <= int(name[2:]) <= r2)


def read_hexes(grid: Grid, edges: Mapping[str, Any], spec: Sequence[str]) -> Bits:
    """Hexes named by an edge of the map (its gates, if it has some), by number, or by a range such as 1101-1801."""
    bits = 0
    for item in spec:
        if item in edges:
            edge = edges[item]
            bits |= grid.set(edge.get("gates") or edge["hexes"])
        elif "-" in item:
            a, b = item.split("-")
            ranges = (int(a[:2]), int(b[:2])), (int(a[2:]), int(b[2:]))
            columns, rows = ranges if grid.numbering == "CCRR" else ranges[::-1]
            bits |= read_area(grid, {"columns": columns, "rows": rows})
        else:
            bits |= grid.set([item])
    return bits


def read_rivers(grid: Grid, map_data: Mapping[str, Any]) -> dict[str, Sides]:
    """The hexsides of every kind of river."""
    pairs: dict[str, list[tuple[Hex, Hex]]] = {}
    for river in map_data["rivers"]:
        pairs.setdefault(river["kind"], []).extend((grid.hex(a), grid.hex(b)) for a, b in river["hexsides"])
    return {kind: Sides.between(grid, found) for kind, found in pairs.items()}


OVERRIDES = ("terrain", "rivers", "roads", "rails", "crossings")
"""What a position may change of the map."""


def with_overrides(
    map_data: Mapping[str, Any], position: Mapping[str, Any], kinds: Mapping[str, str], places: Mapping[str, str]
) -> Mapping[str, Any]:
    """The map with what a position changes of it: ``terrain`` by hex; ``rivers`` as pairs of hexes by kind (none,
    minor, major); ``roads`` and ``rails`` as lists of hexes that take the place of those on the map; ``crossings``,
    pairs of hexes with a bridge. ``kinds`` are the names of terrain with what the map calls them, ``places`` those of
    hexes with their kind of place."""
    grid = read_grid(map_data["grid"])
    terrain, built = _terrain(grid, map_data, position, kinds, places)
    banks = position.get("rivers", {})
    if not isinstance(banks, Mapping):
        raise PositionError("rivers: must be an object")
    for kind in banks:
        if kind not in ("none", "minor", "major"):
            raise PositionError(f"rivers.{kind}: is not one of none, minor, major")
    changed = {kind: _pairs(grid, banks.get(kind, []), f"rivers.{kind}") for kind in ("none", "minor", "major")}
    dry = {frozenset(pair) for pairs in changed.values() for pair in pairs}
    rivers = [
        {**river, "hexsides": [side for side in river["hexsides"] if frozenset(side) not in dry]}
        for river in map_data["rivers"]
    ]
    rivers += [
        {"name": kind, "kind": f"{kind}-river", "hexsides": changed[kind]}
        for kind in ("minor", "major")
        if changed[kind]
    ]
    found = {**map_data, "terrain": terrain, "places": built, "rivers": rivers}
    bridges = [b for b in map_data.get("bridges", ()) if frozenset(b["between"]) not in dry]
    crossings = _pairs(grid, position.get("crossings", []), "crossings")
    found["bridges"] = [*bridges, *({"name": "", "between": pair} for pair in crossings)]
    for key in ("roads", "rails"):
        if key in position:
            found[key] = [{"name": "", "kind": key, "hexes": line} for line in _lines(grid, position[key], key)]
    return found


def _terrain(
    grid: Grid,
    map_data: Mapping[str, Any],
    position: Mapping[str, Any],
    kinds: Mapping[str, str],
    places: Mapping[str, str],
) -> tuple[dict[str, str], list[Any]]:
    changed = position.get("terrain", {})
    if not isinstance(changed, Mapping):
        raise PositionError("terrain: must be an object")
    terrain = dict(map_data["terrain"])
    built = [p for p in map_data["places"] if p["hex"] not in changed]
    for name, kind in changed.items():
        _on_map(grid, name, "terrain")
        if kind not in (*kinds, *places):
            raise PositionError(f"terrain.{name}: {kind!r} is not one of {', '.join((*kinds, *places))}")
        terrain[name] = kinds.get(kind, "clear")
        if kind in places:
            built.append({"hex": name, "name": name, "kind": places[kind]})
    return terrain, built


def _pairs(grid: Grid, pairs: Any, field: str) -> list[list[str]]:
    if not isinstance(pairs, list) or not all(isinstance(p, (list, tuple)) and len(p) == 2 for p in pairs):
        raise PositionError(f"{field}: must list pairs of hex numbers")
    return _lines(grid, pairs, field)


def _lines(grid: Grid, lines: Any, field: str) -> list[list[str]]:
    if not isinstance(lines, list) or not all(isinstance(line, (list, tuple)) for line in lines):
        raise PositionError(f"{field}: must list lines of hex numbers")
    for line in lines:
        for name in line:
            _on_map(grid, name, field.partition(".")[0])
        for a, b in zip(line, line[1:], strict=False):
            try:
                grid.direction(grid.hex(a), grid.hex(b))
            except HexError as error:
                raise PositionError(f"{field}: {error}") from None
    return [list(line) for line in lines]


def _on_map(grid: Grid, name: str, field: str) -> None:
    if not isinstance(name, str) or name not in grid.index:
        raise PositionError(f"{field}: there is no hex {name!r} on this map")
