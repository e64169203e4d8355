"""Areas that share out the map, such as set-up areas: tints, dashed lines by side, a dotted front, their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kessel.cartography.drawing import svg
from kessel.cartography.drawing.labels import HALO
from kessel.cartography.drawing.sheet import UNIT, Sheet
from kessel.cartography.errors import MapError
from kessel.hexes import Bits, members

_SIDE = UNIT / 3**0.5
_DASHES = f"12 {_SIDE / 3 - 12:.2f}"  # a whole number of dashes to the hexside
_DOTS = f"0 {_SIDE / 4:.2f}"
FRONT = "#e07b1f"
LINE: Mapping[str, str] = {"german": "#1f2422", "soviet": "#a3261b"}
_OTHER_LINE = "#5b5140"


def members_of(sheet: Sheet, kind: str) -> dict[str, Bits]:
    """The areas of a kind with their hexes; raises MapError if the map has none."""
    found = {n: sheet.grid.set(hexes) for n, hexes in sheet.map["areas"].items() if n.startswith(f"{kind}/")}
    if not found:
        raise MapError(f"map: there are no areas of kind {kind!r}")
    return found


def draw(sheet: Sheet, kind: str) -> Iterator[str]:
    """Tints and lines; where areas of two sides meet, the front."""
    areas = members_of(sheet, kind)
    captions = sheet.map.get("captions", {})
    owner = {h: name for name, bits in areas.items() for h in members(bits)}
    for name, bits in areas.items():
        shape = "".join(svg.polyline(loop, closed=True) for loop in sheet.loops(bits))
        colour = captions.get(name, {}).get("colour", _OTHER_LINE)
        yield svg.tag("path", d=shape, fill=colour, fill_opacity=0.34, fill_rule="evenodd", class_=f"area {name}")
    lines: dict[str, list[str]] = {}
    for h, name in sorted(owner.items()):
        side = captions.get(name, {}).get("side", "")
        ring = sheet.corners(h)
        for d, n in enumerate(sheet.grid.neighbours[h]):
            other = owner.get(n)
            if n < 0 or other == name or (other is not None and n < h):
                continue
            beyond = captions.get(other, {}).get("side", "") if other is not None else side
            lines.setdefault(side if beyond == side else "front", []).append(svg.polyline([ring[d], ring[(d + 1) % 6]]))
    for side, parts in sorted(lines.items()):
        front = side == "front"
        yield svg.tag(
            "path",
            d="".join(parts),
            fill="none",
            stroke=FRONT if front else LINE.get(side, _OTHER_LINE),
            stroke_width=7 if front else 2.6,
            stroke_dasharray=_DOTS if front else _DASHES,
            stroke_linecap="round" if front else "butt",
            class_=f"line {side}",
        )


def names(sheet: Sheet, kind: str) -> Iterator[str]:
    """What each area is lettered with, in the hex of it that lies deepest inside."""
    captions = sheet.map.get("captions", {})
    for name, bits in members_of(sheet, kind).items():
        caption = captions.get(name, {})
        if not caption.get("label"):
            continue
        x, y = sheet.centre(sheet.grid.names[_deepest(sheet, bits)])
        yield svg.text(
            (x, y - 4),
            caption["label"],
            font_size=25,
            font_weight="800",
            text_anchor="middle",
            fill=LINE.get(caption.get("side", ""), _OTHER_LINE),
            stroke=HALO,
            stroke_width=5,
            stroke_opacity=0.85,
            stroke_linejoin="round",
            paint_order="stroke",
        )


def _deepest(sheet: Sheet, bits: Bits) -> int:
    """The hex of an area farthest from its edge, the one nearest to its middle of several."""
    inner = bits
    while rest := inner & ~sheet.grid.spread(sheet.grid.valid & ~inner):
        inner = rest
    hexes = list(members(inner))
    centres = {h: sheet.grid.centre(h) for h in hexes}
    mx, my = (sum(c[i] for c in centres.values()) / len(hexes) for i in (0, 1))
    return min(hexes, key=lambda h: ((centres[h][0] - mx) ** 2 + (centres[h][1] - my) ** 2, h))
