"""The hex field itself: paper, grid, numbers, closed areas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kessel.cartography.drawing import curves, svg
from kessel.cartography.drawing.sheet import UNIT, Box, Occupied, Sheet, dice
from kessel.cartography.plane import Point
from kessel.hexes import members

PAPER, MARGIN_PAPER, INK = "#e9e2cb", "#d9cfb2", "#5b5140"
_NUMBER = 10.5
_RISE = 0.365 * UNIT  # of a hex number above the centre


def paper(sheet: Sheet) -> Iterator[str]:
    """The ground: paper with large soft patches of a warmer and a cooler tone."""
    left, top, right, bottom = sheet.box
    yield svg.tag(
        "rect", x=left, y=top, width=right - left, height=bottom - top, fill=PAPER
    )
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
    yield svg.tag(
        "pattern",
        svg.tag("path", d="M0 0v9", stroke="#8c4a3a", stroke_width=1.6, opacity=0.3),
        id="hatch",
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
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


def number_spots(sheet: Sheet, wet: Occupied, busy: Occupied) -> dict[str, Point]:
    """Where the hex numbers stand: at the top of the hex, aside where water or a way runs there."""
    found = {}
    for name in sorted(sheet.grid.index):
        x, y = sheet.centre(name)
        spots = [(x + dx, y - _RISE + dy) for dx, dy in ((0, 0), (-15, 1), (15, 1), (0, 7), (-18, 7), (18, 7))]
        found[name] = min(
            enumerate(spots),
            key=lambda spot: (3 * wet.spots_in(number_box(spot[1])) + busy.spots_in(number_box(spot[1])) + spot[0] / 4),
        )[1]
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


def areas(sheet: Sheet) -> Iterator[str]:
    """Closed areas: a tint and a boundary line just inside."""
    for name, hexes in sheet.map["areas"].items():
        bits = sheet.grid.set(hexes)
        for loop in sheet.loops(bits):
            shape = svg.polyline(loop, closed=True)
            yield svg.tag("path", d=shape, fill="#b98a72", fill_opacity=0.1, class_=f"area {name}")
            inner = curves.shifted([loop[-1], *loop, loop[0]], -13)[1:-1]
            yield svg.tag(
                "path",
                d=curves.spline(inner, closed=True),
                fill="none",
                stroke="#8e3b2b",
                stroke_width=2.6,
                stroke_dasharray="16 6 3 6",
                stroke_linecap="butt",
                opacity=0.75,
            )
