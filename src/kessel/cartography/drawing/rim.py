"""The edges that the rulebook names: a line along the outer hexsides, a mark, a band with a label outside the field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kessel.cartography.drawing import svg, symbols
from kessel.cartography.drawing.sheet import UNIT, Sheet
from kessel.cartography.edges import SIDES
from kessel.cartography.plane import Point

_GREY, _RED = "#5d6b66", "#a6432f"
COLOUR: Mapping[str, str] = {"german": _GREY, "axis": _GREY, "soviet": _RED, "allied": _RED, "none": "#8d8367"}
_BAND = 31.0
_GAP = 7.0
_REPEAT = 1500.0  # drawing units from one label of a band to the next
_LANE_OF: Mapping[str, int] = {"entry": 1, "exit": 1}

MARK = 14.0
"""The radius of a mark: the printed code of a place on the edge."""

_MARK_OUT = 0.36  # hexes from the centre of its hex

WIDTH = 2 * (_BAND + _GAP) + 8
"""The room that the bands need outside the field."""


def lines(sheet: Sheet) -> Iterator[str]:
    """The outer hexsides of every named edge (of its gates if it has any), in the colour of its side."""
    grid = sheet.grid
    for name, edge in sheet.map["edges"].items():
        if edge.get("use") not in ("supply", "entry", "exit"):
            continue
        parts: list[str] = []
        for h in map(grid.hex, edge.get("gates", edge["hexes"])):
            ring = sheet.corners(h)
            parts.extend(svg.polyline([ring[d], ring[(d + 1) % 6]]) for d, n in enumerate(grid.neighbours[h]) if n < 0)
        inner = edge["use"] != "supply"
        yield svg.tag(
            "path",
            d="".join(parts),
            fill="none",
            stroke=COLOUR.get(edge.get("side", "none"), COLOUR["none"]),
            stroke_width=14 if inner else 9,
            stroke_dasharray="2 4" if inner else None,
            stroke_opacity=0.75 if inner else 0.6,
            class_=f"edge {name}",
        )


def mark_spots(sheet: Sheet) -> dict[str, Point]:
    """Where the marks stand: on the outer side of the middle hex of their edge."""
    found = {}
    for edge in sheet.map["edges"].values():
        if edge.get("mark"):
            name = edge["hexes"][len(edge["hexes"]) // 2]
            (x, y), (dx, dy) = sheet.centre(name), sheet.outward(name) or (0.0, 0.0)
            found[str(edge["mark"])] = (x + dx * _MARK_OUT, y + dy * _MARK_OUT)
    return found


def marks(sheet: Sheet, spots: Mapping[str, Point]) -> Iterator[str]:
    """The marks: a disc in the colour of the side with the printed code."""
    for edge in sheet.map["edges"].values():
        if edge.get("mark"):
            x, y = spots[str(edge["mark"])]
            colour = COLOUR.get(edge.get("side", "none"), COLOUR["none"])
            disc = svg.tag("circle", r=MARK, fill=colour, stroke="#f6f0df", stroke_width=2)
            code = svg.text(
                (0, 6.2), str(edge["mark"]), font_size=17, font_weight="800", text_anchor="middle", fill="#f6f0df"
            )
            yield svg.tag("g", disc, code, transform=f"translate({svg.number(x)} {svg.number(y)})", class_="mark")


def bands(sheet: Sheet) -> Iterator[str]:
    """The bands outside the field with their labels."""
    for edge in sheet.map["edges"].values():
        if "use" not in edge:
            continue
        for side in SIDES:
            whole = sheet.map["edges"][side]["hexes"]
            hexes = [h for h in edge["hexes"] if h in whole]
            if len(hexes) > 1:
                yield from _band(sheet, side, edge, hexes)


def _band(sheet: Sheet, side: str, edge: Mapping[str, Any], hexes: Sequence[str]) -> Iterator[str]:
    left, top, right, bottom = sheet.box
    lying = side in ("north", "south")
    along = {h: sheet.centre(h)[0 if lying else 1] for h in hexes}
    places = list(along.values())
    # The end of a band lies in the middle between two hexes, and short of the corner of the sheet.
    start, end = min(places) - 0.42 * UNIT, max(places) + 0.42 * UNIT
    out = _GAP + _LANE_OF.get(edge["use"], 0) * (_BAND + _GAP)
    near = {"north": top - out - _BAND, "south": bottom + out, "west": left - out - _BAND, "east": right + out}[side]
    colour = COLOUR.get(edge.get("side", "none"), COLOUR["none"])
    x, y, w, h = (start, near, end - start, _BAND) if lying else (near, start, _BAND, end - start)
    yield svg.tag(
        "rect",
        x=svg.number(x),
        y=svg.number(y),
        width=svg.number(w),
        height=svg.number(h),
        rx=3,
        fill=colour,
        fill_opacity=0.16 if edge["use"] == "none" else 0.88,
        stroke=colour,
        stroke_opacity=0.6 if edge["use"] == "none" else 1,
        stroke_dasharray="6 4" if edge["use"] == "none" else None,
    )
    label = sheet.said(edge.get("label"))
    if edge.get("rule"):
        label = f"{label}  {edge['rule']}"
    ink = "#5b5140" if edge["use"] == "none" else "#f6f0df"
    turn = {"north": 0, "south": 0, "west": -90, "east": 90}[side]
    repeats = max(1, round((end - start) / _REPEAT))
    gates = [along[h] for h in edge.get("gates", ()) if h in along]
    clear = len(label) * 7 + 12
    wanted = [start + (end - start) * (i + 0.5) / repeats for i in range(repeats)]
    free_spots = (_between(middle, clear, gates) for middle in wanted)
    middles = [spot for spot in free_spots if spot is not None] or wanted[:1]
    for middle in middles:
        at = (middle, near + _BAND / 2) if lying else (near + _BAND / 2, middle)
        yield svg.tag(
            "text",
            svg.escaped(label),
            font_size=20,
            font_weight="600",
            letter_spacing=1.6,
            fill=ink,
            text_anchor="middle",
            transform=f"translate({svg.number(at[0])} {svg.number(at[1])})rotate({turn})translate(0 7)",
        )
    if edge["use"] in ("entry", "exit"):
        free = [place for place in places if all(abs(place - middle) > clear for middle in middles)]
        yield from _arrows(side, edge["use"], free, near)
    elif "gates" in edge:
        yield from _signs(side, edge.get("sign", "arrow"), gates, near)


def _between(middle: float, half: float, gates: Sequence[float]) -> float | None:
    """The place nearest to a spot where a label that runs so far to both sides stands clear of the arrows, if any."""
    shifts = sorted((step * 10.0 * sign for step in range(60) for sign in (1, -1)), key=abs)
    return next((middle + s for s in shifts if all(abs(middle + s - g) > half for g in gates)), None)


def _signs(side: str, sign: str, places: list[float], near: float) -> Iterator[str]:
    """The signs of the gates: small arrows inwards, or the star or cross of a side."""
    if sign == "arrow":
        yield from _arrows(side, "entry", places, near)
        return
    for place in places:
        at = (place, near + _BAND / 2) if side in ("north", "south") else (near + _BAND / 2, place)
        yield svg.use(f"gate-{sign}", at)


def _arrows(side: str, use: str, places: list[float], near: float) -> Iterator[str]:
    """Small arrows, inwards for an entry and outwards for an exit."""
    inward = {"north": 180, "south": 0, "west": 90, "east": -90}[side]
    turn = inward if use == "entry" else inward + 180
    for place in places:
        at = (place, near + _BAND / 2) if side in ("north", "south") else (near + _BAND / 2, place)
        yield svg.use("arrow", at, turn=turn)


def definitions() -> Iterator[str]:
    """An arrow that points up, a star and a cross."""
    yield svg.tag("path", id="arrow", d="M0-10l9 10h-5v9h-8v-9h-5z", fill="#f6f0df")
    yield svg.tag("g", symbols.star("#f7e7b0"), id="gate-star", transform="scale(.52)")
    yield svg.tag("g", symbols.cross("#231d16", "#f6f0df"), id="gate-cross", transform="scale(.5)")
