"""The sides of the map and the stretches of them that the rulebook names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from kessel.cartography.errors import MapError
from kessel.cartography.source import SETTINGS
from kessel.hexes import Grid

SIDES = ("north", "east", "south", "west")


def sides(grid: Grid, *, mirrored: bool) -> dict[str, list[str]]:
    """The hexes along each side of the map, from west to east or from north to south."""
    lines: dict[int, list[str]] = {}
    flat = grid.orientation == "flat"
    column_first = grid.numbering == "CCRR"
    for name in sorted(grid.index):
        column, row = int(name[:2]), int(name[2:])
        if not column_first:
            column, row = row, column
        lines.setdefault(column if flat else row, []).append(name)
    rows = [lines[number] for number in sorted(lines)]
    found = {
        "north": [line[0] for line in rows] if flat else rows[0],
        "south": [line[-1] for line in rows] if flat else rows[-1],
        "west": rows[0] if flat else [line[0] for line in rows],
        "east": rows[-1] if flat else [line[-1] for line in rows],
    }
    if mirrored:
        found["west"], found["east"] = found["east"], found["west"]
        found["north"], found["south"] = found["north"][::-1], found["south"][::-1]
    return {side: found[side] for side in SIDES}


def check_side(name: str, line: str, whole: Mapping[str, list[str]], grid: Grid) -> None:
    """A side that map.yaml gives as "row 01" or "column 58" must be that line of the grid."""
    where = f"{SETTINGS}: edges.{name}"
    if name not in whole:
        raise MapError(f"{where}: only {', '.join(SIDES)} are given as a row or a column")
    along, _, number = line.partition(" ")
    if along not in ("row", "column") or not number.isdigit():
        raise MapError(f"{where}: {line!r} is not a row or a column")
    column_first = grid.numbering == "CCRR"
    wanted = slice(0, 2) if (along == "column") == column_first else slice(2, 4)
    stray = next((h for h in whole[name] if int(h[wanted]) != int(number)), None)
    if stray is not None:
        raise MapError(f"{where}: hex {stray} is not in {line}")


def edge(
    name: str, entry: Mapping[str, Any], whole: Mapping[str, list[str]], ways: Mapping[str, Collection[str]]
) -> dict[str, Any]:
    """A named stretch: ``along`` some sides ``from`` one hex ``to`` another, other fields carried along.

    The sides follow each other round the map. ``gates`` names ways (roads, rails): their hexes in the stretch; or it
    names those hexes themselves, if not every way that touches the edge leads out over it.
    """
    where = f"{SETTINGS}: edges.{name}"
    missing = [field for field in ("along", "from", "to") if field not in entry]
    if missing:
        raise MapError(f"{where}: missing field `{missing[0]}`")
    walk: list[str] = []
    for side in entry["along"]:
        if side not in whole:
            raise MapError(f"{where}.along: unknown side {side!r}")
        onward = whole[side][::-1] if walk and whole[side][-1] == walk[-1] else whole[side]
        walk.extend(h for h in onward if h not in walk)
    ends = []
    for field in ("from", "to"):
        if entry[field] not in walk:
            raise MapError(f"{where}.{field}: hex {entry[field]!r} is not on the {' and '.join(entry['along'])} edge")
        ends.append(walk.index(entry[field]))
    start, end = ends
    if start > end:
        raise MapError(f"{where}: {entry['from']} comes after {entry['to']} along this edge")
    found: dict[str, Any] = {"hexes": walk[start : end + 1]}
    if "gates" in entry:
        wanted = set(entry["gates"])
        unknown = sorted(wanted - set(ways) - set(found["hexes"]))
        if unknown:
            raise MapError(f"{where}.gates: {unknown[0]!r} is not one of {', '.join(ways)} nor a hex of this edge")
        dry = next((h for h in sorted(wanted - set(ways)) if not any(h in hexes for hexes in ways.values())), None)
        if dry is not None:
            raise MapError(f"{where}.gates: no way reaches {dry}")
        reached = {h for way in wanted & set(ways) for h in ways[way]}
        found["gates"] = [h for h in found["hexes"] if h in reached or h in wanted]
    rest = {field: value for field, value in entry.items() if field not in ("along", "from", "to", "gates")}
    return {**found, **rest}
