"""Where the fighting was: hexes shaded over the drawn map."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin, sqrt

from kessel.cartography import draw_map, view_box
from kessel.cartography.drawing import svg
from kessel.engine import Game

RAMP = ((255, 214, 102), (240, 120, 40), (150, 10, 30))
"""From few fights to many."""


def colour(share: float) -> str:
    """A colour of the ramp, 0 to 1."""
    place = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    n = min(int(place), len(RAMP) - 2)
    mixed = (a + (b - a) * (place - n) for a, b in zip(RAMP[n], RAMP[n + 1], strict=True))
    return "#" + "".join(f"{round(value):02x}" for value in mixed)


def ground(game: Game, scenario: str) -> str:
    """The country under a heat map, to be drawn once on a page; :func:`heat_map` refers to it."""
    drawn = draw_map(game.map_of(scenario), scale=game.map_scale, frame=False)
    return svg.tag("svg", svg.tag("defs", svg.tag("g", drawn, id="ground")), width="0", height="0", class_="unseen")


def heat_map(game: Game, scenario: str, hexes: Mapping[str, float], most: float, label: str) -> str:
    """Hexes shaded by their fights a game, over the :func:`ground`; ``most`` is the darkest."""
    pieces = game.pieces()
    grid = pieces["grid"]
    left, top, right, bottom = pieces["scenarios"][scenario]["bounds"]
    turn = 0 if grid["orientation"] == "flat" else pi / 6
    corners = [(grid["radius"] * cos(turn + i * pi / 3), grid["radius"] * sin(turn + i * pi / 3)) for i in range(6)]
    shaded = []
    for name, fights in sorted(hexes.items()):
        x, y = grid["hexes"][name]
        share = sqrt(fights / most) if most else 0.0
        title = svg.tag("title", svg.escaped(f"{game.label('hex', name)}: {fights:.2f} a game"))
        shape = svg.polyline([(x + dx, y + dy) for dx, dy in corners], closed=True)
        shaded.append(svg.tag("path", title, d=shape, fill=colour(share), fill_opacity=0.45 + 0.4 * share))
    x, y, _, _ = view_box(game.map_of(scenario), game.map_scale)
    return svg.tag(
        "svg",
        svg.tag("use", href="#ground", x=svg.number(x), y=svg.number(y)),
        svg.tag("g", *shaded, stroke="#3a0a0a", stroke_opacity=0.55, stroke_width=2),
        class_="map",
        viewBox=" ".join(svg.number(v) for v in (left, top, right - left, bottom - top)),
        role="img",
        aria_label=label,
    )
