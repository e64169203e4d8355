"""What must hold on every map: unbroken rivers and roads, places where the rulebook puts them, closed areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from kessel.cartography.errors import MapError
from kessel.cartography.lattice import Side, side_between
from kessel.cartography.settings import Expected
from kessel.cartography.shape import shape_error
from kessel.hexes import Grid, HexError, Sides, flood, members

Map = Mapping[str, Any]

_PLACE_SLACK = 1.0  # hexes between where a place lies and the centre of the hex that it is given


def grid_of(drawn: Map) -> Grid:
    """The grid of a map; raises MapError if the map has none that makes sense."""
    try:
        entry = dict(drawn["grid"])
        extent = {int(line): (first, last) for line, (first, last) in entry.pop("extent", {}).items()}
        return Grid(**entry, extent=extent)
    except (KeyError, TypeError, ValueError) as error:
        raise MapError(f"map: grid: {error}") from error


def check(drawn: Map) -> list[str]:
    """Everything wrong with a map, one sentence each."""
    wrong = shape_error(drawn)
    if wrong is not None:
        return [wrong]
    try:
        grid = grid_of(drawn)
    except MapError as error:
        return [str(error)]
    problems = list(_hex_numbers(drawn, grid))
    if problems:
        return problems
    checks: Sequence[Callable[[Map, Grid], Iterable[str]]] = (
        _rivers,
        _ways,
        _bridges,
        _places,
        _passable,
        _edges,
        _areas,
    )
    for rule in checks:
        problems.extend(rule(drawn, grid))
    return problems


def check_expected(drawn: Map, expected: Expected) -> list[str]:
    """Where a map contradicts what the rulebook says of it."""
    sides = {frozenset(pair): r["name"] for r in drawn["rivers"] for pair in r["hexsides"]}
    people = {p["name"]: p["hex"] for p in drawn["places"] if p.get("population")}
    found = [f"hexside {a}/{b} must be a river" for a, b in expected.rivers if frozenset((a, b)) not in sides]
    for h, kind in expected.terrain.items():
        if (actual := drawn["terrain"].get(h, "clear")) != kind:
            found.append(f"hex {h} must be {kind}, not {actual}")
    for name, h in people.items():
        if h in expected.no_population:
            found.append(f"hex {h} must hold no population, but {name} lies there")
    places = {p["name"]: p["hex"] for p in drawn["places"]}
    for wanted, known in ((expected.population, people), (expected.places, places)):
        found += [
            f"{name} must lie in {h}, not in {known.get(name)}" for name, h in wanted.items() if known.get(name) != h
        ]
    if expected.population:
        found += [
            f"{name} in {h} is a place of population that the rulebook does not count"
            for name, h in people.items()
            if name not in expected.population
        ]
    return found


def _hex_numbers(drawn: Map, grid: Grid) -> Iterator[str]:
    named: list[tuple[str, str]] = [("terrain", h) for h in drawn["terrain"]]
    named += [(f"{p['kind']} {p['name']}", p["hex"]) for p in drawn["places"]]
    named += [(f"river {r['name']}", h) for r in drawn["rivers"] for pair in r["hexsides"] for h in pair]
    named += [(f"{w['kind']} {w['name']}", h) for w in (*drawn["roads"], *drawn["rails"]) for h in w["hexes"]]
    named += [(f"bridge {b['name']}", h) for b in drawn["bridges"] for h in b["between"]]
    named += [(f"edge {name}", h) for name, e in drawn["edges"].items() for h in e["hexes"]]
    named += [(f"edge {name}", h) for name, e in drawn["edges"].items() for h in e.get("gates", ())]
    named += [(f"area {name}", h) for name, hexes in drawn["areas"].items() for h in hexes]
    for where, h in named:
        if h not in grid.index:
            yield f"{where}: there is no hex {h!r} on this map"


def _rivers(drawn: Map, grid: Grid) -> Iterator[str]:
    for river in drawn["rivers"]:
        chain: list[Side] = []
        for a, b in river["hexsides"]:
            try:
                chain.append(side_between(grid, grid.hex(a), grid.hex(b)))
            except HexError as error:
                yield f"river {river['name']}: {error}"
                return
        if not chain:
            yield f"river {river['name']}: has no hexside"
        end = None
        for i, (side, following) in enumerate(pairwise(chain)):
            shared = set(side) & set(following)
            if len(shared) != 1 or shared == {end}:
                (a, b), (c, d) = river["hexsides"][i], river["hexsides"][i + 1]
                yield f"river {river['name']}: hexside {a}/{b} does not run on into {c}/{d}"
            end = next(iter(shared), None)


def _ways(drawn: Map, grid: Grid) -> Iterator[str]:
    for way in (*drawn["roads"], *drawn["rails"]):
        if len(way["hexes"]) < 2:
            yield f"{way['kind']} {way['name']}: has fewer than two hexes"
        for a, b in pairwise(way["hexes"]):
            if not grid.around[grid.hex(a)] >> grid.hex(b) & 1:
                yield f"{way['kind']} {way['name']}: {a} and {b} are not adjacent"


def _bridges(drawn: Map, grid: Grid) -> Iterator[str]:
    sides = {(r["name"], frozenset(pair)) for r in drawn["rivers"] for pair in r["hexsides"]}
    for bridge in drawn["bridges"]:
        a, b = bridge["between"]
        if (bridge["river"], frozenset((a, b))) not in sides:
            yield f"bridge {bridge['name']}: {a}/{b} is no hexside of the {bridge['river']}"


def _places(drawn: Map, grid: Grid) -> Iterator[str]:
    taken: dict[str, str] = {}
    for place in drawn["places"]:
        h, name = place["hex"], place["name"]
        if place.get("population"):
            if h in taken:
                yield f"hex {h}: {taken[h]} and {name} are both places of population"
            taken[h] = name
            if h in drawn["terrain"] and not drawn.get("towns_keep_terrain"):
                yield f"hex {h}: {name} is a place of population, so the hex has no other terrain"
        if "at" in place:
            (x, y), (cx, cy) = place["at"], grid.centre(grid.hex(h))
            away = hypot(x - cx, y - cy)
            if away > _PLACE_SLACK:
                yield f"{place['kind']} {name}: lies {away:.1f} hexes from {h}, the hex that it is given"


def _passable(drawn: Map, grid: Grid) -> Iterator[str]:
    barred = set(drawn.get("impassable", ()))
    shut = grid.set(h for h, kind in drawn["terrain"].items() if kind in barred)
    passable = grid.valid & ~shut
    for h in members(passable & ~grid.spread(passable)):
        yield f"hex {grid.names[h]}: isolated, no passable hex beside it"


def _edges(drawn: Map, grid: Grid) -> Iterator[str]:
    for name, edge in drawn["edges"].items():
        for h in edge["hexes"]:
            if grid.around[grid.hex(h)].bit_count() == 6:
                yield f"edge {name}: {h} is not on the edge of the map"
        for a, b in pairwise(edge["hexes"]):
            if not grid.around[grid.hex(a)] >> grid.hex(b) & 1:
                yield f"edge {name}: {a} and {b} are not adjacent"


def _areas(drawn: Map, grid: Grid) -> Iterator[str]:
    taken: dict[str, dict[str, str]] = {}
    for name, hexes in drawn["areas"].items():
        bits = grid.set(hexes)
        if not bits:
            yield f"area {name}: has no hex"
            continue
        kind, slash, _ = name.partition("/")
        if slash:  # drawn as a polygon, one of several that share out the map
            for h in hexes:
                if taken.setdefault(kind, {}).setdefault(h, name) != name:
                    yield f"area {name}: {h} belongs to {taken[kind][h]} as well"
            for h in members(bits & ~flood(grid, bits & -bits, bits)):
                yield f"area {name}: {grid.names[h]} is cut off from the rest of it"
            continue
        boundary = drawn.get("boundaries", {}).get(name)
        if boundary is None:
            yield f"area {name}: has no boundary"
            continue
        pairs = [*boundary["hexsides"]]
        pairs += [pair for r in drawn["rivers"] if r["name"] in boundary["rivers"] for pair in r["hexsides"]]
        try:
            barrier = Sides.between(grid, ((grid.hex(a), grid.hex(b)) for a, b in pairs))
        except HexError as error:
            yield f"area {name}: boundary: {error}"
            continue
        reached = flood(grid, bits & -bits, grid.valid, barrier)
        for h in members(reached & ~bits & grid.spread(bits)):
            yield f"area {name}: not closed, it leaks into {grid.names[h]}"
        for h in members(bits & ~reached):
            yield f"area {name}: {grid.names[h]} is cut off from the rest of it"
