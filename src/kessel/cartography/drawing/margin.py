"""What surrounds the field on a printed sheet: frame, title, scale, compass, legend, credits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kessel.cartography.drawing import legend as legends
from kessel.cartography.drawing import rim, svg
from kessel.cartography.drawing.field import INK, MARGIN_PAPER, PAPER
from kessel.cartography.drawing.labels import width as text_width
from kessel.cartography.drawing.legend import Legend
from kessel.cartography.drawing.sheet import UNIT, Box, Sheet
from kessel.cartography.plane import Point

_SIDE = rim.WIDTH + 62.0
_FRAME = 30.0
_TITLE_WIDTH = 1010.0
_SCALE_WIDTH = 830.0
_BESIDE = 1500.0  # the room that a legend needs between title and scale; on a narrower sheet it goes below them
_ROW = 300.0
_RED = "#8e2f22"

_HEX_SIZE: Mapping[str, str] = {"en": "1 hex = {} km", "es": "1 hexágono = {} km"}


def page(sheet: Sheet, legend: Legend | None) -> Box:
    """The whole sheet around the field."""
    left, top, right, bottom = sheet.box
    return left - _SIDE, top - _SIDE, right + _SIDE, bottom + _SIDE + 34.0 + _panel(sheet, legend)


def _panel(sheet: Sheet, legend: Legend | None) -> float:
    """The height of what stands below the field."""
    if legend is None:
        return _ROW
    tall = legends.height(legend, _columns(sheet, legend))
    return max(_ROW, tall) if _between(sheet) >= _BESIDE else _ROW + tall


def _between(sheet: Sheet) -> float:
    """The room between title and scale."""
    left, _, right, _ = sheet.box
    return right - left - _TITLE_WIDTH - _SCALE_WIDTH - 120


def _columns(sheet: Sheet, legend: Legend) -> int:
    few = 2 if _between(sheet) >= _BESIDE else 3
    return 1 if len(legend["rows"]) <= 5 else few


def ground(sheet: Sheet, legend: Legend | None) -> Iterator[str]:
    """The page, its frame, and a soft shadow under the field."""
    left, top, right, bottom = page(sheet, legend)
    yield svg.tag("rect", x=left, y=top, width=right - left, height=bottom - top, fill=MARGIN_PAPER)
    for inset, width in ((_FRAME, 3.2), (_FRAME + 8, 1.0)):
        yield svg.tag(
            "rect",
            x=left + inset,
            y=top + inset,
            width=right - left - 2 * inset,
            height=bottom - top - 2 * inset,
            fill="none",
            stroke=INK,
            stroke_width=width,
        )
    for width, opacity in ((26.0, 0.06), (16.0, 0.08), (8.0, 0.12)):
        yield svg.tag(
            "use",
            href="#outline",
            fill="none",
            stroke="#3b3122",
            stroke_width=width,
            stroke_opacity=opacity,
            stroke_linejoin="round",
            transform="translate(3 5)",
        )
    yield svg.tag("use", href="#outline", fill=PAPER, stroke=INK, stroke_width=2.4)


def furniture(sheet: Sheet, legend: Legend | None) -> Iterator[str]:
    """Title, legend, scale, compass and credits in the panel below the field."""
    left, _, right, bottom = sheet.box
    top = bottom + rim.WIDTH + 46
    yield from _title(sheet, (left, top))
    if legend is not None:
        beside = _between(sheet) >= _BESIDE
        at = (left + _TITLE_WIDTH + 60, top + 6) if beside else (left, top + _ROW)
        width = _between(sheet) if beside else right - left
        yield from legends.draw(legend, at, width, _columns(sheet, legend))
    yield from _scale(sheet, (right - _SCALE_WIDTH, top))
    yield from _compass((right - 60, top + 70))
    yield from _credits(sheet, (right - _SCALE_WIDTH, top + 150))


def _title(sheet: Sheet, at: Point) -> Iterator[str]:
    x, y = at
    height = 262.0
    main, _, second = str(sheet.map["title"]).partition(": ")
    for inset, line_width in ((0.0, 3.0), (8.0, 1.0)):
        yield svg.tag(
            "rect",
            x=x + inset,
            y=y + inset,
            width=_TITLE_WIDTH - 2 * inset,
            height=height - 2 * inset,
            rx=4,
            fill=PAPER if not inset else "none",
            stroke=INK,
            stroke_width=line_width,
        )
    yield svg.tag("rect", x=x + 34, y=y + 40, width=12, height=height - 80, fill=_RED)
    subject = sheet.said(sheet.map.get("subject"))
    lines = (
        (122, main.upper(), 108.0, {"font_weight": "800", "letter_spacing": "5", "fill": "#231d16"}),
        (176, second, 43.0, {"font_weight": "500", "letter_spacing": "1", "fill": _RED}),
        (220, subject, 24.0, {"font_style": "italic", "fill": INK}),
    )
    for drop, line, size, style in lines:
        if line:
            room = (_TITLE_WIDTH - 120) / text_width(line, 1.0, 700, 0.05)
            yield svg.text((x + 72, y + drop), line, font_size=min(size, room), **style)


def _scale(sheet: Sheet, at: Point) -> Iterator[str]:
    """A scale bar in four round steps."""
    x, y = at
    hex_km = float(sheet.map["hex_km"])
    step = next((s for s in (1, 2, 5, 10, 20, 50) if s / hex_km * UNIT * 4 > 330), 100)
    each = step / hex_km * UNIT
    for i in range(4):
        yield svg.tag(
            "rect",
            x=svg.number(x + i * each),
            y=y + 36,
            width=svg.number(each),
            height=13,
            fill="#2b251d" if i % 2 == 0 else PAPER,
            stroke="#2b251d",
            stroke_width=1.2,
        )
    marks = [
        svg.text((x + i * each, y + 25), str(i * step) + (" km" if i == 4 else ""), text_anchor="middle" if i else None)
        for i in range(5)
    ]
    yield svg.tag("g", *marks, font_size=21, font_weight="600", fill="#2b251d")
    size = f"{hex_km:g}".replace(".", "," if sheet.language == "es" else ".")
    yield svg.text((x, y + 86), sheet.said(_HEX_SIZE).format(size), font_size=22, font_weight="500", fill=INK)


def _compass(at: Point) -> Iterator[str]:
    ring = svg.tag("circle", r=38, fill="none", stroke=INK, stroke_width=1.2, opacity=0.7)
    yield svg.tag(
        "g",
        ring,
        svg.tag("path", d="M0-38v76M-38 0h76", stroke=INK, stroke_width=0.9, opacity=0.5),
        svg.tag("path", d="M0-58L11 0 0 58-11 0z", fill=PAPER, stroke="#2b251d", stroke_width=1.4),
        svg.tag("path", d="M0-58L11 0H-11z", fill="#2b251d"),
        svg.tag("path", d="M0-58L11 0H0z", fill=_RED),
        svg.text((0, -64), "N", font_size=22, font_weight="700", text_anchor="middle", fill="#2b251d"),
        transform=f"translate({svg.number(at[0])} {svg.number(at[1])})",
    )


def _credits(sheet: Sheet, at: Point) -> Iterator[str]:
    x, y = at
    lines = [line for entry in sheet.map["attribution"] for line in _wrapped(entry, 98)]
    for i, line in enumerate(lines[:9]):
        yield svg.text((x, y + i * 20), line, font_size=15, fill=INK, fill_opacity=0.85)


def _wrapped(content: str, most: int) -> Iterator[str]:
    line = ""
    for word in content.split():
        if line and len(line) + 1 + len(word) > most:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line
