"""Counters and markers as SVG: symbol, size, values, identity, steps and badges on a small raised tile.

A counter shows attack and defence (``af``, ``df``), and the movement allowance (``ma``) and the formation that the
unit belongs to (``parent``) if they are given. Games with other values give them as ``values``, in ``red`` if need be;
``band`` is the colour code of a formation, upright or ``lying``; ``mark`` is the colour of a nationality's square;
``stars`` are counted by colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kessel.cartography.drawing import svg, symbols
from kessel.cartography.errors import MapError
from kessel.cartography.plane import Point

SIZE = 100.0
"""The width of a counter in its own units."""

ON_MAP = 0.66
"""The width of a counter on the map, in hexes."""

_FAN: Point = (9.0, -9.0)  # from one counter of a stack to the next, in counter units
_PLAIN, _PALE = "#1d1a16", "#fbf7ea"

# Tile, edge, frame of the symbol, ink on the tile; mechanised German troops print white (2.3).
_COLOURS: Mapping[str, tuple[str, str, str, str]] = {
    "german": ("#9aa59c", "#566058", "#e4e9e1", _PLAIN),
    "german_mech": ("#6f7b73", "#3c463f", "#dfe5dd", _PALE),
    "german_ss": ("#33363a", "#121416", "#c9ccd0", _PALE),
    "german_static": ("#bfc4bb", "#6f766c", "#eceee8", _PLAIN),
    "soviet_mech": ("#b04a32", "#6d2616", "#f4d9c8", _PALE),
    "soviet_artillery": ("#7d5635", "#472e18", "#ead7bd", _PALE),
    "soviet_rifle": ("#dfbd8b", "#8f6b38", "#f8ead0", _PLAIN),
}
_MECHANISED = frozenset({"panzer", "panzergrenadier", "heavy_tank", "assault_gun", "artillery"})
_EDGES: Mapping[str, str] = {"german": "#262d29", "axis": "#262d29", "soviet": "#6d1f12", "allied": "#6d1f12"}
"""The edge of a tile in a colour of its own: the sides stay apart where their colours are close."""
_GREY, _RUST = ("#6f7b73", "#3c463f"), ("#b04a32", "#6d2616")
_SIDES: Mapping[str, tuple[str, str]] = {"german": _GREY, "axis": _GREY, "soviet": _RUST, "allied": _RUST}
_STARS: Mapping[str, str] = {"yellow": "#f4c20d", "white": "#ffffff"}
_RED = "#b3261e"
_RING = "#6e1a1a"
_WIDTHS: Mapping[str, float] = {"-": 0.46, "1": 0.47}
_RGB = re.compile("#[0-9a-fA-F]{6}")

MARKERS = ("kg", "cas", "control")


def draw_counter(spec: Mapping[str, Any]) -> str:
    """A counter or marker as a picture of its own, in a view box a little wider than the tile."""
    body = tile(spec)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-58 -58 122 120" '
        f'width="122" height="120" font-family="{svg.FONT}">{body}</svg>'
    )


def tile(spec: Mapping[str, Any]) -> str:
    """A counter or marker around the origin, a hundred units wide; raises MapError for a spec it cannot draw."""
    if "marker" in spec:
        return _marker(spec)
    wanted = ("colour", "type", "size", "text", *(("af", "df") if "values" not in spec else ()))
    missing = [field for field in wanted if field not in spec]
    if missing:
        raise MapError(f"counter {spec.get('text', '?')}: missing field `{missing[0]}`")
    if spec["type"] not in symbols.TYPES:
        raise MapError(f"counter {spec['text']}: unknown type {spec['type']!r}")
    fill, edge, box, ink = _paint(spec)
    return svg.tag(
        "g", *_square(fill, edge), *_face(spec, box, ink), *_badges(spec), class_=f"counter {spec['colour']}"
    )


def _paint(spec: Mapping[str, Any]) -> tuple[str, str, str, str]:
    """Tile, edge, frame of the symbol and ink: those of a known colour, or around any "#rrggbb"."""
    key = str(spec["colour"])
    if key == "german" and spec["type"] in _MECHANISED:
        key = "german_mech"
    if key in _COLOURS:
        return _COLOURS[key]
    if not _RGB.fullmatch(key):
        raise MapError(f"counter {spec['text']}: unknown colour {spec['colour']!r}")
    parts = [int(key[i : i + 2], 16) for i in (1, 3, 5)]
    red, green, blue = parts
    ink = _PLAIN if 0.299 * red + 0.587 * green + 0.114 * blue > 120 else _PALE
    box = "#" + "".join(f"{round(part + (255 - part) * 0.74):02x}" for part in parts)
    edge = _EDGES.get(spec.get("side", ""), "#" + "".join(f"{part // 2:02x}" for part in parts))
    return key, edge, box, ink


def _square(fill: str, edge: str) -> Iterator[str]:
    """The tile: a soft shadow, a rounded body, a lit upper edge."""
    for grow, opacity in ((4.0, 0.1), (2.0, 0.14), (0.0, 0.2)):
        yield svg.tag(
            "rect",
            x=-48 - grow,
            y=-46 - grow,
            width=100 + 2 * grow,
            height=100 + 2 * grow,
            rx=11 + grow,
            fill="#1a140a",
            fill_opacity=opacity,
        )
    yield svg.tag("rect", x=-50, y=-50, width=100, height=100, rx=10, fill=fill, stroke=edge, stroke_width=2.2)
    yield svg.tag(
        "path",
        d="M-46.5 38v-76a8.5 8.5 0 0 1 8.5-8.5h76",
        fill="none",
        stroke="#ffffff",
        stroke_opacity=0.38,
        stroke_width=2,
        stroke_linecap="round",
    )
    yield svg.tag("path", d="M-49 18H49V40a9 9 0 0 1-9 9H-40a9 9 0 0 1-9-9z", fill="#000000", fill_opacity=0.07)


def _face(spec: Mapping[str, Any], box: str, ink: str) -> Iterator[str]:
    yield svg.text(
        (0, -32.5),
        str(spec["size"]),
        font_size=14,
        font_weight="700",
        text_anchor="middle",
        fill=ink,
        letter_spacing=0.5,
    )
    if spec.get("parent"):
        room = 28.0 / max(1, len(str(spec["parent"])))
        yield svg.text(
            (45, -34.5),
            str(spec["parent"]),
            font_size=min(11.0, room * 1.7),
            font_weight="650",
            text_anchor="end",
            fill=ink,
        )
    yield from _codes(spec)
    yield svg.tag("g", symbols.symbol(spec["type"], box, _PLAIN), transform="translate(0 -9.5)")
    values = spec.get("values") or "-".join(str(spec[field]) for field in ("af", "df", "ma") if field in spec)
    # Beside or below a band there is less room.
    upright, lying = (bool(spec.get("band")) and bool(spec.get("lying")) is lies for lies in (False, True))
    room, most = (80.0 if upright else 88.0), (31.0 if lying else 36.0)
    yield svg.text(
        (3.5 if upright else 0, 41.5),
        values,
        font_size=min(most, room / sum(_WIDTHS.get(c, 0.66) for c in values)),
        font_weight="800",
        text_anchor="middle",
        fill=_RED if spec.get("red") else ink,
        letter_spacing=-0.5,
    )
    identity = str(spec["text"])
    size = min(15.0, (62.0 if lying else 80.0) / max(1, len(identity)))
    yield svg.tag(
        "text",
        svg.escaped(identity),
        font_size=size,
        font_weight="650",
        text_anchor="middle",
        fill=ink,
        transform=f"translate({(-33.5 if upright else -35.5) + size * 0.3:.1f} {-12.5 if lying else -9.5})rotate(-90)",
    )
    yield from _pips(int(spec.get("steps", 1)), int(spec.get("max_steps", spec.get("steps", 1))), ink)


def _codes(spec: Mapping[str, Any]) -> Iterator[str]:
    """The colour code of the formation, the square of the nationality, the stars of armour."""
    if spec.get("band"):
        shape = "M-48.9 10.5H48.9V17.5H-48.9z" if spec.get("lying") else "M-48.9-38V40a9 9 0 0 0 6 8V-46a9 9 0 0 0-6 8z"
        yield svg.tag("path", d=shape, fill=str(spec["band"]), stroke=_PLAIN, stroke_width=0.6, class_="band")
    if spec.get("mark"):
        at = {"x": -40, "y": -45, "width": 12, "height": 12}
        yield svg.tag("rect", **at, fill=str(spec["mark"]), stroke=_PLAIN, stroke_width=0.8, class_="mark")
    drawn = [colour for colour, count in spec.get("stars", {}).items() for _ in range(int(count))]
    for i, colour in enumerate(drawn):
        star = symbols.star(_STARS.get(colour, colour), _PLAIN)
        yield svg.tag("g", star, transform=f"translate({38 - 13 * i} -37)scale(.25)", class_="star")


def _pips(left: int, most: int, ink: str) -> Iterator[str]:
    """A pip for every step, hollow where it is lost, in columns of four."""
    columns = -(-most // 4)
    for i in range(most):
        column, row = divmod(i, 4)
        x = 38.5 - (columns - 1) * 3.7 + column * 7.4
        y = -26 + row * 8.6
        alive = i < left
        yield svg.tag(
            "circle",
            cx=svg.number(x),
            cy=svg.number(y),
            r=2.7,
            fill=ink if alive else "none",
            stroke=ink,
            stroke_width=1,
            stroke_opacity=1 if alive else 0.55,
        )


def _badges(spec: Mapping[str, Any]) -> Iterator[str]:
    """The badges down the right-hand edge, clear of the size and the values."""
    for i, name in enumerate(spec.get("badges", ())):
        yield svg.tag("g", symbols.badge(str(name)), transform=f"translate(52 {-46 + 20 * i})", class_=f"badge {name}")


def _marker(spec: Mapping[str, Any]) -> str:
    kind = spec["marker"]
    if kind not in MARKERS:
        raise MapError(f"marker: unknown kind {kind!r}")
    draw = {"kg": _korpsgruppe, "cas": _air_support, "control": _control}[kind]
    return svg.tag("g", *draw(spec), class_=f"marker {kind}")


def _round(radius: float, fill: str, edge: str, width: float) -> Iterator[str]:
    for grow, opacity in ((4.0, 0.1), (2.0, 0.14), (0.0, 0.2)):
        yield svg.tag("circle", cx=2, cy=4, r=radius + grow, fill="#1a140a", fill_opacity=opacity)
    yield svg.tag("circle", r=radius, fill=fill, stroke=edge, stroke_width=width)


def _korpsgruppe(spec: Mapping[str, Any]) -> Iterator[str]:
    yield from _round(39, "#fbf7ea", _RING, 8)
    yield svg.tag("circle", r=33, fill="none", stroke=_RING, stroke_width=1)
    yield svg.text((0, 2), "KG", font_size=27, font_weight="800", text_anchor="middle", fill=_RING)
    yield svg.text(
        (0, 22), str(spec.get("text", "")), font_size=19, font_weight="650", text_anchor="middle", fill=_PLAIN
    )


def _side(spec: Mapping[str, Any]) -> tuple[str, str]:
    side = str(spec.get("side"))
    if side not in _SIDES:
        raise MapError(f"marker {spec['marker']}: unknown side {side!r}")
    return _SIDES[side]


def _air_support(spec: Mapping[str, Any]) -> Iterator[str]:
    fill, edge = _side(spec)
    yield from _round(38, "#dbe7ee", edge, 4)
    yield svg.tag("g", symbols.aircraft(fill), transform="translate(0 1)scale(1.1)")


def _control(spec: Mapping[str, Any]) -> Iterator[str]:
    fill, edge = _side(spec)
    yield from _round(30, fill, edge, 3)
    eastern = spec["side"] in ("soviet", "allied")
    sign = symbols.star("#f7e7b0") if eastern else symbols.cross(_PLAIN, _PALE)
    yield svg.tag("g", sign, transform="scale(.78)")


def on_map(counters: Sequence[Mapping[str, Any]], centres: Mapping[str, Point], unit: float) -> Iterator[str]:
    """The counters of a map, those of one hex as a stack in the order given, the last on top."""
    stacks: dict[str, list[Mapping[str, Any]]] = {}
    for spec in counters:
        if spec.get("hex") not in centres:
            raise MapError(f"counter {spec.get('text', '?')}: there is no hex {spec.get('hex')!r} on this map")
        stacks.setdefault(spec["hex"], []).append(spec)
    scale = ON_MAP * unit / SIZE
    for name in sorted(stacks, key=lambda h: (centres[h][1], centres[h][0])):
        pile = stacks[name]
        x, y = centres[name]
        for i, spec in enumerate(pile):
            step = i - (len(pile) - 1) / 2
            move = f"translate({svg.number(x + step * _FAN[0] * scale)} {svg.number(y + step * _FAN[1] * scale)})"
            yield svg.tag("g", tile(spec), transform=f"{move}scale({scale:.2f})", data_hex=name)
