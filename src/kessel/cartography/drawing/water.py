"""Rivers as ribbons along their hexsides, streams as fine lines, and their names along the course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, pi, sin
from typing import Any

from kessel.cartography.drawing import curves, svg
from kessel.cartography.drawing.sheet import UNIT, Sheet, dice
from kessel.cartography.lattice import Corner, chain, place_of, side_between
from kessel.cartography.plane import Point

WATER, BANK, STREAM, RIVER_NAME = "#6fa8cf", "#2f6690", "#86b0cc", "#285a82"

_WIDTHS: Mapping[str, float] = {"major-river": 12.5, "minor-river": 7.2}
_OTHER_WIDTH = 7.2
_CASING = 2.6
_SPRING = 0.3  # share of its width that a river has at its source
_GROWTH = 6 * UNIT  # how far a river runs until it has its full width


@dataclass(frozen=True, slots=True)
class Course:
    """A river as it is drawn."""

    name: str
    kind: str
    line: Sequence[Point]
    widths: Sequence[float]


def courses(sheet: Sheet) -> list[Course]:
    """Every river of a map as it is drawn; where rivers meet, their lines do."""
    grid = sheet.grid
    rivers = sheet.map["rivers"]
    chains = [chain([side_between(grid, grid.hex(a), grid.hex(b)) for a, b in r["hexsides"]]) for r in rivers]
    meetings = Counter(corner for passed in chains for corner in passed)
    drawn: dict[Corner, Point] = {}
    return [_course(sheet, r, passed, meetings, drawn) for r, passed in zip(rivers, chains, strict=True)]


def _course(
    sheet: Sheet,
    river: Mapping[str, Any],
    passed: Sequence[Corner],
    meetings: Mapping[Corner, int],
    drawn: dict[Corner, Point],
) -> Course:
    corners = [sheet.point(place_of(sheet.grid, corner)) for corner in passed]
    points = _wander(passed, corners, drawn)
    source, mouth = passed[0], passed[-1]
    if _on_rim(sheet, source):
        points.insert(0, _beyond(points[1], points[0]))
    if _on_rim(sheet, mouth):
        points.append(_beyond(points[-2], points[-1]))
    line = curves.sample(points, 4)
    full = _WIDTHS.get(river["kind"], _OTHER_WIDTH)
    springs, dies = (meetings[end] == 1 and not _on_rim(sheet, end) for end in (source, mouth))
    return Course(river["name"], river["kind"], line, _swell(line, full, springs=springs, dies=dies))


def _wander(passed: Sequence[Corner], corners: Sequence[Point], drawn: dict[Corner, Point]) -> list[Point]:
    """The corners drawn towards the line of the hexsides' middles, each by its own share, so that nothing repeats."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(corners)]
    found = []
    for i, (key, at) in enumerate(zip(passed, corners, strict=True)):
        if key in drawn:
            found.append(drawn[key])
            continue
        roll = dice("river", *key)
        if 0 < i < len(corners) - 1:
            (ax, ay), (bx, by) = middles[i - 1], middles[i]
            mx, my = (ax + bx) / 2, (ay + by) / 2
            share = roll.uniform(-0.15, 0.95)
            at = (mx + (at[0] - mx) * share, my + (at[1] - my) * share)
        at = (at[0] + roll.uniform(-2.5, 2.5), at[1] + roll.uniform(-2.5, 2.5))
        drawn[key] = at
        found.append(at)
    return found


def _on_rim(sheet: Sheet, corner: Corner) -> bool:
    """Whether a corner lies on the outline of the map."""
    x, y = place_of(sheet.grid, corner)
    reach = 0.02
    ring = ((0, -1), (0.87, 0.5), (-0.87, 0.5), (0, 1), (0.87, -0.5), (-0.87, -0.5), (1, 0), (-1, 0))
    return any(sheet.grid.nearest(x + dx * reach, y + dy * reach) is None for dx, dy in ring)


def _beyond(before: Point, end: Point) -> Point:
    """A point past the end of a line, so that the line runs out over the map's edge."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    reach = 0.4 * UNIT / (hypot(dx, dy) or 1.0)
    return end[0] + dx * reach, end[1] + dy * reach


def _swell(line: Sequence[Point], full: float, *, springs: bool, dies: bool) -> list[float]:
    """The width along a river: thin at its source, a little uneven like a drawn line."""
    total = curves.length(line)
    gone = 0.0
    widths = []
    for i, at in enumerate(line):
        if i:
            gone += hypot(at[0] - line[i - 1][0], at[1] - line[i - 1][1])
        share = min(1.0, _SPRING + (1 - _SPRING) * gone / _GROWTH) if springs else 1.0
        if dies:
            share = min(share, 0.15 + (total - gone) / (1.5 * UNIT))
        widths.append(full * share * (1 + 0.07 * sin(gone / 31) * sin(gone / 13 + pi / 5)))
    return widths


def streams(sheet: Sheet, rivers: Sequence[Course]) -> list[list[Point]]:
    """The streams, each led into a river that it ends beside."""
    banks = [at for river in rivers for at in river.line]
    found = []
    for stream in sheet.map["streams"]:
        line = [sheet.point(at) for at in stream["line"]]
        roll = dice("stream", stream["name"])
        wavy = [
            (x + roll.uniform(-4, 4), y + roll.uniform(-4, 4)) if i % 2 else (x, y)
            for i, (x, y) in enumerate(line[::2])
        ]
        wavy = wavy if len(wavy) > 1 else line
        found.append(_into(wavy, banks))
    return found


def _into(stream: Sequence[Point], banks: Sequence[Point]) -> list[Point]:
    """A stream led into the river that its lower course first comes close to."""
    for i, (x, y) in enumerate(stream):
        last = i == len(stream) - 1
        if not banks or (i < len(stream) // 2 and not last):
            continue
        away, mouth = min((hypot(x - bx, y - by), (bx, by)) for bx, by in banks)
        if i and away < (0.9 if last else 0.35) * UNIT:
            return [*(p for p in stream[:i] if hypot(p[0] - mouth[0], p[1] - mouth[1]) > 14), mouth]
    return list(stream)


def draw(rivers: Sequence[Course], brooks: Sequence[Sequence[Point]]) -> Iterator[str]:
    """Streams below, then all banks, then all water, so that confluences run into each other."""
    yield svg.tag(
        "path",
        d="".join(curves.spline(line) for line in brooks),
        fill="none",
        stroke=STREAM,
        stroke_width=1.5,
        stroke_linecap="round",
        opacity=0.75,
    )
    # A pale valley under the water keeps it apart from the terrain around it.
    yield svg.tag(
        "path",
        d="".join(curves.spline(river.line[::3]) for river in rivers),
        fill="none",
        stroke="#cfdccf",
        stroke_width=26,
        stroke_linejoin="round",
        opacity=0.35,
    )
    for colour, extra in ((BANK, _CASING), (WATER, 0.0)):
        for river in rivers:
            outline = curves.ribbon(river.line, [w + extra for w in river.widths])
            yield svg.tag("path", d=curves.spline(outline, closed=True), fill=colour)
    light = [r for r in rivers if max(r.widths) > 10]
    yield svg.tag(
        "path",
        d="".join(curves.spline(curves.shifted(r.line, 2.2)) for r in light),
        fill="none",
        stroke="#a8cde6",
        stroke_width=1.5,
        stroke_linecap="round",
        stroke_dasharray="26 34 9 41",
        opacity=0.8,
    )
