"""Places: towns as building blocks, fortified ones in a bastion, villages as houses, an airfield, the top of a hill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from kessel.cartography.drawing import curves, svg
from kessel.cartography.drawing.sheet import Occupied, dice
from kessel.cartography.plane import Point

# Number of blocks, the radius of the group, the smallest and largest block.
_SIZES: Mapping[str, tuple[int, float, float, float]] = {
    "fortress": (13, 16.0, 5.0, 9.0),
    "city": (19, 23.0, 5.0, 9.0),
    "town": (11, 15.5, 5.5, 9.5),
    "large-village": (13, 18.5, 4.4, 7.2),
    "village": (4, 7.0, 4.2, 6.0),
}
_SETTLED = (9, 15.0, 4.2, 6.4)  # a village that makes its hex a terrain of its own
_BLOCKS = ("#5d4235", "#6d4c3b", "#7c5844")
_HOUSES = ("#77685a", "#857461")
_FARMS = ("#6e4f3c", "#7d5c46", "#8a6a52")
_GROUND = "#d8ae86"
RAMPART = "#7a2f22"

_SIGNS: Mapping[str, float] = {"airfield": 17.0, "hill": 8.0}
_SPREAD = frozenset({"city", "large-village"})
"""Places whose houses stand beside the roads on built-up ground; villages too where they are terrain."""


def _spread(place: Mapping[str, Any]) -> bool:
    return place["kind"] in _SPREAD or (place["kind"] == "village" and bool(place.get("population")))


def _size(place: Mapping[str, Any]) -> tuple[int, float, float, float]:
    if place["kind"] == "village" and place.get("population"):
        return _SETTLED
    return _SIZES.get(place["kind"], _SIZES["village"])


def radius(place: Mapping[str, Any]) -> float:
    """How much room a place takes around its centre."""
    kind = place["kind"]
    return _SIGNS.get(kind) or (27.0 if kind == "fortress" else _size(place)[1] + 3)


def ground(places: Sequence[Mapping[str, Any]], spots: Mapping[str, Point]) -> Iterator[str]:
    """Built-up ground under the places that spread out, joined where one is a part of another."""
    shapes, joints = [], []
    for place in filter(_spread, places):
        x, y = spots[place["name"]]
        roll = dice("ground", place["name"])
        reach = _size(place)[1] + 7
        ring = [
            (
                x + reach * roll.uniform(0.82, 1.15) * cos(i * pi / 5),
                y + reach * roll.uniform(0.75, 1.0) * sin(i * pi / 5),
            )
            for i in range(10)
        ]
        shapes.append(curves.spline(ring, closed=True))
        if place.get("part_of") in spots:
            joints.append(svg.polyline([spots[place["part_of"]], (x, y)]))
    if not shapes:
        return
    for grow, opacity in ((14.0, 0.16), (7.0, 0.24), (0.0, 0.5)):
        # One group a layer, so that what overlaps in it does not add up.
        yield svg.tag(
            "g",
            svg.tag("path", d="".join(joints), stroke_width=32 + grow),
            svg.tag("path", d="".join(shapes), fill=_GROUND, stroke_width=grow),
            fill="none",
            stroke=_GROUND,
            stroke_linejoin="round",
            opacity=opacity,
        )


def draw(place: Mapping[str, Any], at: Point, ways: Occupied | None = None) -> Iterator[str]:
    """One place; the houses of one that spreads out keep clear of the ways."""
    kind = place["kind"]
    if kind in _SIGNS:
        yield svg.use(kind, at)
        return
    if kind == "fortress":
        yield svg.use("bastion", at)
    count, spread, least, most = _size(place)
    beside = ways if _spread(place) else None
    colours = _FARMS if _spread(place) and kind != "city" else _HOUSES if kind == "village" else _BLOCKS
    roll = dice("town", place["name"])
    turn = roll.uniform(-18, 18)
    laid: list[tuple[float, float, float, float]] = []
    shapes: dict[str, list[str]] = {colour: [] for colour in colours}
    for _ in range(count * 40):
        if len(laid) == count:
            break
        w, h = roll.uniform(least, most), roll.uniform(least, most) * 0.8
        x, y = roll.uniform(-spread, spread), roll.uniform(-spread, spread) * 0.85
        if hypot(x, y) > spread or any(
            abs(x - px) < (w + pw) / 2 + 1.1 and abs(y - py) < (h + ph) / 2 + 1.1 for px, py, pw, ph in laid
        ):
            continue
        if beside is not None and not beside.free(*_turned(at, x, y, turn), max(w, h) * 0.45):
            continue
        laid.append((x, y, w, h))
        corner = f"M{svg.number(x - w / 2)} {svg.number(y - h / 2)}"
        shapes[roll.choice(colours)].append(f"{corner}h{svg.number(w)}v{svg.number(h)}h{svg.number(-w)}z")
    yield svg.tag(
        "g",
        *(
            svg.tag("path", d="".join(blocks), fill=colour, stroke="#efe6cf", stroke_width=0.7)
            for colour, blocks in shapes.items()
            if blocks
        ),
        transform=f"translate({svg.number(at[0])} {svg.number(at[1])})rotate({turn:.0f})",
        class_=kind,
    )


def _turned(at: Point, x: float, y: float, degrees: float) -> Point:
    """Where a point of a turned group lies on the sheet."""
    angle = round(degrees) * pi / 180
    return at[0] + x * cos(angle) - y * sin(angle), at[1] + x * sin(angle) + y * cos(angle)


def definitions() -> Iterator[str]:
    """The bastion trace around a fortified place, an airfield with its runways, the sign of a height."""
    points = []
    for i in range(6):
        for offset, reach in ((-0.3, 19.5), (-0.13, 20.5), (-0.11, 23.5), (0.0, 29.0), (0.11, 23.5), (0.13, 20.5)):
            angle = (i + offset) * pi / 3 - pi / 2
            points.append((reach * cos(angle), reach * sin(angle)))
    trace = svg.polyline(points, closed=True)
    yield svg.tag(
        "g",
        svg.tag("path", d=trace, fill="#efe3c4", stroke="#efe6cf", stroke_width=5, stroke_linejoin="round"),
        svg.tag("path", d=trace, fill="#e6d2ab", stroke=RAMPART, stroke_width=2.1, stroke_linejoin="miter"),
        svg.tag("circle", r=17.5, fill="none", stroke=RAMPART, stroke_width=0.7, stroke_dasharray="2.2 1.6"),
        id="bastion",
    )
    strips = "M-11-7L11 9M-11 9L11-9"
    yield svg.tag(
        "g",
        svg.tag("circle", r=16.5, fill="#dfe3d4", stroke="#4a5a63", stroke_width=1.8),
        svg.tag("path", d=strips, stroke="#4a5a63", stroke_width=5.4),
        svg.tag("path", d=strips, stroke="#f4f1e4", stroke_width=0.9, stroke_dasharray="3 2.4"),
        id="airfield",
    )
    yield svg.tag(
        "g",
        svg.tag("path", d="M0-8L7 5H-7z", fill="#f3e8cd", stroke="#5a3f20", stroke_width=1.7, stroke_linejoin="round"),
        svg.tag("circle", cy=0.8, r=1.4, fill="#5a3f20"),
        id="hill",
    )
