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
            columns, rows = (int(a[:2]), int(b[:2])), (int(a[2:]), int(b[2:]))
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


def with_overrides(
    map_data: Mapping[str, Any], position: Mapping[str, Any], kinds: Mapping[str, str], places: Mapping[str, str]
) -> Mapping[str, Any]:
    """The map with the terrain and rivers that a position changes. ``kinds`` are the names of terrain with what the
    map calls them, ``places`` those of built-up hexes with their kind of place."""
    terrain = dict(map_data["terrain"])
    built = list(map_data["places"])
    rivers = [dict(r) for r in map_data["rivers"]]
    bridges = list(map_data.get("bridges", ()))
    grid = read_grid(map_data["grid"])
    changed, banks = position.get("terrain", {}), position.get("rivers", {})
    for field, value in (("terrain", changed), ("rivers", banks)):
        if not isinstance(value, Mapping):
            raise PositionError(f"{field}: must be an object")
    for kind in banks:
        if kind not in ("none", "minor", "major"):
            raise PositionError(f"rivers.{kind}: is not one of none, minor, major")
    for name, kind in changed.items():
        _on_map(grid, name, "terrain")
        if kind not in (*kinds, *places):
            raise PositionError(f"terrain.{name}: {kind!r} is not one of {', '.join((*kinds, *places))}")
        built = [p for p in built if p["hex"] != name]
        terrain[name] = kinds.get(kind, "clear")
        if kind in places:
            built.append({"hex": name, "name": name, "kind": places[kind]})
    for kind in ("none", "minor", "major"):
        pairs = banks.get(kind, [])
        if not isinstance(pairs, list) or not all(isinstance(p, (list, tuple)) and len(p) == 2 for p in pairs):
            raise PositionError(f"rivers.{kind}: must list pairs of hex numbers")
        for pair in pairs:
            _on_map(grid, pair[0], "rivers")
            _on_map(grid, pair[1], "rivers")
            try:
                grid.direction(grid.hex(pair[0]), grid.hex(pair[1]))
            except HexError as error:
                raise PositionError(f"rivers.{kind}: {error}") from None
            bridges = [b for b in bridges if set(b["between"]) != set(pair)]
            for river in rivers:
                river["hexsides"] = [s for s in river["hexsides"] if set(s) != set(pair)]
            if kind != "none":
                rivers.append({"name": kind, "kind": f"{kind}-river", "hexsides": [list(pair)]})
    return {**map_data, "terrain": terrain, "places": built, "rivers": rivers, "bridges": bridges}


def _on_map(grid: Grid, name: str, field: str) -> None:
    if not isinstance(name, str) or name not in grid.index:
        raise PositionError(f"{field}: there is no hex {name!r} on this map")
