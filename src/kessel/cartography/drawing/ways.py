"""Roads and railways as smooth lines from hex to hex, and the bridges that carry them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any

from kessel.cartography.drawing import curves, svg
from kessel.cartography.drawing.sheet import UNIT, Sheet
from kessel.cartography.drawing.water import Course
from kessel.cartography.plane import Point

Edge = frozenset[str]

# Casing, fill and the width of both, by class of road; the first class lies on top.
STYLES: Mapping[str, tuple[str, str, float, float]] = {
    "main-road": ("#8f5a2a", "#e9b469", 5.4, 3.4),
    "road": ("#8d6638", "#f7e2b0", 4.7, 2.9),
    "secondary-road": ("#a88a63", "#f4e7cb", 3.8, 2.1),
}
_OTHER_STYLE = ("#a88a63", "#f4e7cb", 3.8, 2.1)
RAIL = "#4c443a"

_LEASH = 0.24 * UNIT  # how far from the centre of its hex a road may swing
_BESIDE = 8.5  # how far a railway keeps from the road that it runs along


@dataclass(frozen=True, slots=True)
class Line:
    """A way from end to end: a point in each of its hexes, and one past an end that runs out over the map's edge."""

    kind: str
    hexes: Sequence[str]
    points: Sequence[Point]
    before: Point | None = None
    after: Point | None = None

    def drawn(self) -> list[Point]:
        """The points that the line is drawn through."""
        lead = [] if self.before is None else [self.before]
        tail = [] if self.after is None else [self.after]
        return [*lead, *self.points, *tail]

    def between(self, i: int) -> list[Point]:
        """The smooth line around the step from its i-th hex to the next."""
        start = max(0, i - 1)
        smooth = curves.sample(self.points, 6)
        return smooth[start * 6 : (i + 2) * 6 + 1]


@dataclass(frozen=True, slots=True)
class Net:
    """A net of ways: where it passes in each hex, its lines, and the kind of way between two hexes."""

    at: Mapping[str, Point]
    lines: Sequence[Line]
    edges: Mapping[Edge, str]


def road_net(sheet: Sheet) -> Net:
    """The roads of a map; at a gate that none of them ends in, one branches off and leads out."""
    net = _net(sheet, sheet.map["roads"], {})
    out = {h for line in net.lines for h, past in ((line.hexes[0], line.before), (line.hexes[-1], line.after)) if past}
    branches = []
    for name in sorted({h for edge in sheet.map["edges"].values() for h in edge.get("gates", ())} - out):
        kinds = [kind for edge, kind in net.edges.items() if name in edge]
        away = sheet.outward(name)
        if kinds and away is not None:
            (x, y), (dx, dy) = net.at[name], away
            kind = max(kinds, key=lambda kind: list(STYLES).index(kind) if kind in STYLES else -1)
            branches.append(Line(kind, [name], [(x, y)], after=(x + dx, y + dy)))
    return Net(net.at, [*net.lines, *branches], net.edges)


def rail_net(sheet: Sheet, roads: Net) -> Net:
    """The railways of a map, beside the roads where they run along them."""
    along = {h for way in sheet.map["rails"] for h in _shared(way["hexes"], roads)}
    net = _net(sheet, sheet.map["rails"], {h: roads.at[h] for h in sorted(along)})
    lines = [replace(line, points=_beside(line, roads)) for line in net.lines]
    return Net(net.at, lines, net.edges)


def _shared(hexes: Sequence[str], roads: Net) -> Iterator[str]:
    """The hexes of a railway where it runs along a road."""
    for a, b in pairwise(hexes):
        if frozenset((a, b)) in roads.edges:
            yield from (a, b)


def _net(sheet: Sheet, ways: Sequence[Mapping[str, Any]], fixed: Mapping[str, Point]) -> Net:
    rank = {kind: i for i, kind in enumerate([*STYLES, *(w["kind"] for w in ways)])}
    edges: dict[Edge, str] = {}
    for way in sorted(ways, key=lambda w: rank[w["kind"]]):
        for a, b in pairwise(way["hexes"]):
            edges.setdefault(frozenset((a, b)), way["kind"])
    near: dict[str, list[str]] = {}
    for edge in sorted(edges, key=sorted):
        a, b = sorted(edge)
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    at = _relaxed(sheet, near, fixed)
    best = {name: sorted(rank[edges[frozenset((name, other))]] for other in around) for name, around in near.items()}
    # A way runs out over the map's edge where it is the only one of the best kind in its hex, and no place is there;
    # past a place only if the edge says that a way comes in.
    ends = {name for name, ranks in best.items() if ranks[0] not in ranks[1:]}
    gates = {h for edge in sheet.map["edges"].values() for h in edge.get("gates", ())}
    ends -= {p["hex"] for p in sheet.map["places"]} - gates
    lines = [_line(sheet, kind, hexes, at, ends) for kind, hexes in _chains(edges, near, at)]
    return Net(at, lines, edges)


def _relaxed(sheet: Sheet, near: Mapping[str, Sequence[str]], fixed: Mapping[str, Point]) -> dict[str, Point]:
    """Where the net passes in each hex: drawn straight between its neighbours, towns and rim staying put."""
    still = {p["hex"] for p in sheet.map["places"] if p.get("population")}
    home = {name: sheet.centre(name) for name in near}
    at = {name: fixed.get(name, home[name]) for name in near}
    for _ in range(40):
        for name, around in near.items():
            if name in still or name in fixed or len(around) < 2:
                continue
            x = sum(at[n][0] for n in around) / len(around)
            y = sum(at[n][1] for n in around) / len(around)
            hx, hy = home[name]
            away = hypot(x - hx, y - hy)
            pull = min(1.0, _LEASH / away) if away else 1.0
            at[name] = (hx + (x - hx) * pull, hy + (y - hy) * pull)
    return at


def _chains(
    edges: Mapping[Edge, str], near: Mapping[str, Sequence[str]], at: Mapping[str, Point]
) -> list[tuple[str, list[str]]]:
    """The edges strung into lines that run on as straight as they can through every junction."""
    onward: dict[tuple[str, str], str] = {}
    for name, around in near.items():
        options = sorted(
            (_bend(at[a], at[name], at[b]), a, b)
            for i, a in enumerate(around)
            for b in around[i + 1 :]
            if edges[frozenset((name, a))] == edges[frozenset((name, b))]
        )
        joined: set[str] = set()
        for bend, a, b in options:
            if a in joined or b in joined or (bend > 75 and len(around) > 2):
                continue
            joined |= {a, b}
            onward[a, name] = b
            onward[b, name] = a
    left = dict.fromkeys(sorted(edges, key=sorted))
    found = []
    while left:
        a, b = sorted(next(iter(left)))
        chain = [a, b]
        del left[frozenset(chain)]
        for _ in range(2):
            while (following := onward.get((chain[-2], chain[-1]))) is not None:
                edge = frozenset((chain[-1], following))
                if edge not in left:
                    break
                del left[edge]
                chain.append(following)
            chain.reverse()
        found.append((edges[frozenset((a, b))], chain))
    return found


def _bend(a: Point, b: Point, c: Point) -> float:
    """By how many degrees a line turns at its middle point."""
    turn = degrees(atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0]))
    return abs((turn + 180) % 360 - 180)


def _line(sheet: Sheet, kind: str, hexes: Sequence[str], at: Mapping[str, Point], ends: Container[str]) -> Line:
    points = [at[name] for name in hexes]
    beyond: list[Point | None] = []
    for name, end, before in ((hexes[0], points[0], points[1]), (hexes[-1], points[-1], points[-2])):
        out = sheet.outward(name) if name in ends else None
        beyond.append(None if out is None else _past(sheet, before, end, out))
    return Line(kind, hexes, points, *beyond)


def _past(sheet: Sheet, before: Point, end: Point, out: Point) -> Point:
    """A point off the map, as straight ahead of a line as the map's edge allows."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    for share in (0.8, 0.5, 0.25):
        ahead = (end[0] + dx * share + out[0] * (1 - share), end[1] + dy * share + out[1] * (1 - share))
        if sheet.hex_at(ahead) is None:
            return ahead
    return end[0] + out[0], end[1] + out[1]


def _beside(line: Line, roads: Net) -> list[Point]:
    """The points of a railway, moved to one side wherever a road takes the same way."""
    found = list(line.points)
    last = len(line.hexes) - 1
    for i, ((x, y), (nx, ny)) in enumerate(zip(line.points, curves.normals(line.points), strict=True)):
        steps = [frozenset(line.hexes[j : j + 2]) for j in (i - 1, i) if 0 <= j < last]
        if 0 < i < last and any(step in roads.edges for step in steps):
            found[i] = (x + nx * _BESIDE, y + ny * _BESIDE)
    return found


def draw(roads: Net, rails: Net) -> Iterator[str]:
    """Casings first, then fills, lesser roads below greater ones; railways on top with their ties."""
    kinds = list(dict.fromkeys([*STYLES, *sorted({line.kind for line in roads.lines})]))
    for layer in (0, 1):
        for kind in reversed(kinds):
            shape = "".join(curves.spline(line.drawn()) for line in roads.lines if line.kind == kind)
            if shape:
                yield stroke_road(shape, kind, layer)
    track = "".join(curves.spline(line.drawn()) for line in rails.lines)
    if track:
        yield from stroke_rail(track)


def stroke_road(shape: str, kind: str, layer: int) -> str:
    """The casing (layer 0) or the fill (layer 1) of a road."""
    style = STYLES.get(kind, _OTHER_STYLE)
    return svg.tag(
        "path",
        d=shape,
        fill="none",
        stroke=style[layer],
        stroke_width=style[2 + layer],
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def stroke_rail(shape: str) -> Iterator[str]:
    """The line of a railway and its ties."""
    for width, dashes in ((1.7, None), (6.4, "1.3 9.2")):
        yield svg.tag("path", d=shape, fill="none", stroke=RAIL, stroke_width=width, stroke_dasharray=dashes)


def bridges(sheet: Sheet, roads: Net, rails: Net, rivers: Sequence[Course]) -> list[tuple[Point, float]]:
    """Where a road or railway crosses a river hexside: the place and the direction of the way.

    On a map that says what its bridges carry, other crossings have none.
    """
    told = [frozenset(b["between"]) for b in sheet.map["bridges"] if b.get("carries")]
    wet: dict[Edge, str] = {}
    for river in sheet.map["rivers"]:
        for a, b in river["hexsides"]:
            wet[frozenset((a, b))] = river["name"]
    course = {river.name: river for river in rivers}
    found: list[tuple[Point, float]] = []
    for line in (*roads.lines, *rails.lines):
        for i, (a, b) in enumerate(pairwise(line.hexes)):
            name = wet.get(frozenset((a, b)))
            if name is None or (told and frozenset((a, b)) not in told):
                continue
            (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
            mx, my = (ax + bx) / 2, (ay + by) / 2
            nearby = [p for p in course[name].line if hypot(p[0] - mx, p[1] - my) < 0.8 * UNIT]
            met = curves.crossing(line.between(i), nearby)
            if met is not None and all(hypot(met[0][0] - x, met[0][1] - y) > 6 for (x, y), _ in found):
                found.append(met)
    return found


def draw_bridges(crossings: Sequence[tuple[Point, float]]) -> Iterator[str]:
    """The bridges: two parapets beside the way."""
    for at, turn in crossings:
        yield svg.use("bridge", at, turn=turn)


def definitions() -> Iterator[str]:
    """The drawing of a bridge along the x axis; the way itself is drawn over it."""
    yield svg.tag(
        "g",
        svg.tag("path", d="M-10-4.6h20v9.2h-20z", fill="#e4d9be"),
        svg.tag(
            "path",
            d="M-13-7.4l3.2 2.9h19.6l3.2-2.9M-13 7.4l3.2-2.9h19.6l3.2 2.9",
            fill="none",
            stroke="#3b3128",
            stroke_width=1.5,
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
        id="bridge",
    )
