"""Towns as groups of building blocks, fortified places with a bastion outline, villages as a few houses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, hypot, pi, sin
from typing import Any

from kessel.cartography.drawing import svg
from kessel.cartography.drawing.sheet import dice
from kessel.cartography.plane import Point

# Number of blocks, the radius of the group, the smallest and largest block.
_SIZES: Mapping[str, tuple[int, float, float, float]] = {
    "fortress": (13, 16.0, 5.0, 9.0),
    "city": (13, 17.0, 5.0, 9.0),
    "town": (11, 15.5, 5.5, 9.5),
    "village": (4, 7.0, 4.2, 6.0),
}
_BLOCKS = ("#5d4235", "#6d4c3b", "#7c5844")
_HOUSES = ("#77685a", "#857461")
RAMPART = "#7a2f22"


def radius(kind: str) -> float:
    """How much room a place takes around its centre."""
    return 27.0 if kind == "fortress" else _SIZES.get(kind, _SIZES["village"])[1] + 3


def draw(place: Mapping[str, Any], at: Point) -> Iterator[str]:
    """One place."""
    kind = place["kind"]
    if kind == "fortress":
        yield svg.use("bastion", at)
    count, spread, least, most = _SIZES.get(kind, _SIZES["village"])
    colours = _HOUSES if kind == "village" else _BLOCKS
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


def definitions() -> Iterator[str]:
    """The bastion trace around a fortified place."""
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
