"""The legend: a swatch for each kind of terrain and feature, with the effects that the caller names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from kessel.cartography.drawing import curves, svg, terrain, towns, ways
from kessel.cartography.drawing.field import BOUNDARY, BOUNDARY_DASHES, INK, PAPER
from kessel.cartography.drawing.water import BANK, WATER
from kessel.cartography.plane import Point


class Row(TypedDict):
    """A line of the legend: the kind whose swatch is shown, and its cells, the name first."""

    kind: str
    cells: Sequence[str]


class Legend(TypedDict):
    """The legend of a map: a title, the headings of the columns, and its lines."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Row]


_HEX = "M-29 0L-14.5-25h29L29 0 14.5 25h-29z"
_ROW = 63.0
_MARKS: Mapping[str, Sequence[Point]] = {
    "woods": ((-13, -4), (1, -8), (14, -3), (-6, 9), (8, 10), (-1, 20)),
    "rough": ((-9, -8), (9, -2), (-6, 11), (11, 15)),
    "marsh": ((-8, -7), (10, -1), (-7, 12), (8, 17)),
}
_RIVERS: Mapping[str, float] = {"major-river": 12.5, "minor-river": 7.2, "river": 9.0}
_BEND: Sequence[Point] = ((-30, 6), (-14, -3), (0, 3), (14, -4), (30, 4))


def height(legend: Legend, columns: int) -> float:
    """How tall a legend in so many columns gets."""
    return 60 + _ROW * -(-len(legend["rows"]) // columns)


def draw(legend: Legend, at: Point, width: float, columns: int) -> Iterator[str]:
    """The legend in columns from a corner of the sheet."""
    x0, y0 = at
    yield svg.text((x0, y0 + 20), legend["title"].upper(), font_size=23, font_weight="700", letter_spacing=2, fill=INK)
    each = width / columns
    per = -(-len(legend["rows"]) // columns)
    stops = [80, *(each * share for share in (0.35, 0.45, 0.555))]
    for c in range(columns):
        rows = legend["rows"][c * per : (c + 1) * per]
        for heading, stop in zip(legend["columns"][1:], stops[1:], strict=False):
            yield svg.text((x0 + c * each + stop, y0 + 20), heading, font_size=19, font_weight="600", fill=INK)
        for i, row in enumerate(rows):
            x, y = x0 + c * each, y0 + 68 + i * _ROW
            yield svg.tag("g", *swatch(row["kind"]), transform=f"translate({svg.number(x + 32)} {svg.number(y)})")
            for k, (cell, stop) in enumerate(zip(row["cells"], stops, strict=False)):
                yield svg.text(
                    (x + stop, y + 7),
                    cell,
                    font_size=23 if k == 0 else 20,
                    font_weight="600" if k == 0 else "450",
                    fill="#2b251d",
                )


def swatch(kind: str) -> Iterator[str]:
    """A small sample of a kind around the origin."""
    fill = terrain.FILL.get(kind, PAPER)
    yield svg.tag("path", d=_HEX, fill=fill, stroke=INK, stroke_opacity=0.55, stroke_width=1)
    for i, spot in enumerate(_MARKS.get(kind, ())):
        yield svg.use(f"{kind}-{i % 3}", spot)
    if kind in _RIVERS:
        line = curves.sample(_BEND, 5)
        for colour, extra in ((BANK, 2.6), (WATER, 0.0)):
            outline = curves.ribbon(line, [_RIVERS[kind] + extra] * len(line))
            yield svg.tag("path", d=curves.spline(outline, closed=True), fill=colour)
    elif kind in ("town", "city", "fortress", "village", "large-village", "airfield", "hill"):
        name = f"legend {kind}"
        place = {"kind": kind, "name": name, "population": True}
        ground = list(towns.ground([place], {name: (0, 0)}))
        fits = f"scale({18 / towns.radius(place):.2f})" if ground else None
        yield svg.tag("g", *ground, *towns.draw(place, (0, 0)), transform=fits)
    elif kind == "rail":
        yield from ways.stroke_rail("M-30 0H30")
    elif kind in ways.STYLES:
        for layer in (0, 1):
            yield ways.stroke_road("M-30 0H30", kind, layer)
    elif kind == "bridge":
        line = [(0.0, -25.0), (0.0, 25.0)]
        for colour, extra in ((BANK, 2.6), (WATER, 0.0)):
            outline = curves.ribbon(line, [9 + extra] * 2)
            yield svg.tag("path", d=svg.polyline(outline, closed=True), fill=colour)
        yield svg.use("bridge", (0, 0))
        for layer in (0, 1):
            yield ways.stroke_road("M-30 0H30", "main-road", layer)
    elif kind == "boundary":
        yield svg.tag(
            "path", d="M-29 0H29", fill="none", stroke=BOUNDARY, stroke_width=2.8, stroke_dasharray=BOUNDARY_DASHES
        )
