"""The hex field itself: paper, grid, numbers, closed areas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kessel.cartography.drawing import curves, svg
from kessel.cartography.drawing.sheet import UNIT, Box, Occupied, Sheet, dice
from kessel.cartography.plane import Point
from kessel.hexes import Bits, members

PAPER, MARGIN_PAPER, INK = "#e9e2cb", "#d9cfb2", "#5b5140"
_ASIDE = ((0, 0), (-15, 1), (15, 1), (0, 8), (-20, 8), (20, 8), (0, 16), (-24, 16), (24, 16))
BOUNDARY, BOUNDARY_DASHES = "#8e3b2b", "16 6 3 6"
_NUMBER = 10.5
_RISE = 0.365 * UNIT  # of a hex number above the centre


def paper(sheet: Sheet) -> Iterator[str]:
    """The ground: paper with large soft patches of a warmer and a cooler tone."""
    left, top, right, bottom = sheet.box
    yield svg.tag("rect", x=left, y=top, width=right - left, height=bottom - top, fill=PAPER)
    roll = dice("paper", sheet.map["title"])
    for _ in range(26):
        tone = roll.choice(("warm", "cool"))
        yield svg.tag(
            "ellipse",
            cx=svg.number(roll.uniform(left, right)),
            cy=svg.number(roll.uniform(top, bottom)),
            rx=svg.number(roll.uniform(250, 620)),
            ry=svg.number(roll.uniform(180, 420)),
            fill=f"url(#{tone})",
        )


def definitions(sheet: Sheet) -> Iterator[str]:
    """Tones of the paper, the hatching of closed areas, and the outline that everything is cut off at."""
    for name, colour in (("warm", "#dfcfa4"), ("cool", "#eef0e0")):
        yield svg.tag(
            "radialGradient",
            svg.tag("stop", offset=0, stop_color=colour, stop_opacity=0.5),
            svg.tag("stop", offset=1, stop_color=colour, stop_opacity=0),
            id=name,
        )
    outline = "".join(svg.polyline(loop, closed=True) for loop in sheet.outline)
    yield svg.tag("path", id="outline", d=outline)
    yield svg.tag("clipPath", svg.tag("use", href="#outline"), id="field")


def grid(sheet: Sheet) -> Iterator[str]:
    """The hex grid: a faint line with a firmer tripod at each corner."""
    parts = []
    for h in members(sheet.grid.valid):
        ring = sheet.corners(h)
        for d, n in enumerate(sheet.grid.neighbours[h]):
            if n > h:
                parts.append(svg.polyline([ring[d], ring[(d + 1) % 6]]))
    lines = "".join(parts)
    yield svg.tag("path", id="hexsides", d=lines, fill="none", stroke=INK, stroke_width=0.9, stroke_opacity=0.22)
    side = UNIT / 3**0.5
    tick = 8.0
    yield svg.tag(
        "path",
        d=lines,
        fill="none",
        stroke=INK,
        stroke_width=1.1,
        stroke_opacity=0.42,
        stroke_dasharray=f"{tick} {side - 2 * tick:.2f} {tick} 1",
    )


def number_spots(sheet: Sheet, wet: Occupied, busy: Occupied, names: Occupied) -> dict[str, Point]:
    """Where the hex numbers stand: at the top of the hex, aside where water, a way or a name is there."""
    found = {}
    for name in sorted(sheet.grid.index):
        x, y = sheet.centre(name)
        scored = []
        for i, (dx, dy) in enumerate(_ASIDE):
            at = (x + dx, y - _RISE + dy)
            box = number_box(at)
            cost = 3 * wet.spots_in(box) + busy.spots_in(box) + 0.1 * names.overlap_with(box) + i / 4
            scored.append((cost, i, at))
        found[name] = min(scored)[2]
    return found


def number_box(at: Point) -> Box:
    """The room that a hex number takes."""
    x, y = at
    return x - 13.5, y - 8.5, x + 13.5, y + 1.5


def numbers(spots: Mapping[str, Point]) -> Iterator[str]:
    """The hex numbers."""
    yield svg.tag(
        "g",
        "\n".join(svg.text(at, name) for name, at in spots.items()),
        font_size=_NUMBER,
        fill=INK,
        fill_opacity=0.78,
        text_anchor="middle",
        font_weight="450",
        stroke=PAPER,
        stroke_width=1.8,
        stroke_opacity=0.45,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def areas(sheet: Sheet, frontiers: Mapping[str, Sequence[Sequence[Point]]]) -> Iterator[str]:
    """Closed areas: a tint, and a boundary line just inside."""
    for name in frontiers:
        hexes = sheet.map["areas"][name]
        tint = "".join(svg.polyline(loop, closed=True) for loop in sheet.loops(sheet.grid.set(hexes)))
        yield svg.tag("path", d=tint, fill="#b9806a", fill_opacity=0.13, fill_rule="evenodd", class_=f"area {name}")
        yield svg.tag(
            "path",
            d="".join(curves.spline(line) for line in frontiers[name]),
            fill="none",
            stroke=BOUNDARY,
            stroke_width=2.8,
            stroke_dasharray=BOUNDARY_DASHES,
            opacity=0.8,
        )


def frontiers(sheet: Sheet) -> dict[str, list[list[Point]]]:
    """The boundary lines of each closed area, just inside it."""
    found: dict[str, list[list[Point]]] = {}
    for name in sheet.map.get("boundaries", ()):
        found[name] = []
        for line in _frontier(sheet, sheet.grid.set(sheet.map["areas"][name])):
            inner = curves.shifted(curves.averaged(curves.sample(line, 3), 12), -15)
            found[name].append([*inner[::3], inner[-1]])
    return found


def _frontier(sheet: Sheet, bits: Bits) -> Iterator[list[Point]]:
    """The boundary of an area against the rest of the map, without the stretches along the map's edge."""
    rim = {(round(x), round(y)) for loop in sheet.outline for x, y in loop}
    for loop in sheet.loops(bits):
        inland = [(round(x), round(y)) not in rim for x, y in loop]
        if all(inland):
            yield [*loop, loop[0]]
            continue
        first = next(i for i, free in enumerate(inland) if not free)
        turned = [*loop[first:], *loop[:first]]
        free = [*inland[first:], *inland[:first], False]
        stretch: list[Point] = []
        for i, at in enumerate([*turned, turned[0]]):
            if free[i]:
                stretch = stretch or [turned[i - 1]]
                stretch.append(at)
            elif stretch:
                yield [*stretch, at]
                stretch = []
