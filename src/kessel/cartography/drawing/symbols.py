"""Unit symbols after APP-6 in their frame, and the small signs of markers and badges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from kessel.cartography.drawing import svg

WIDTH, HEIGHT = 48.0, 31.0
_W, _H = WIDTH / 2, HEIGHT / 2
_STROKE = 2.4


def _line(d: str, width: float = _STROKE) -> str:
    return svg.tag(
        "path",
        d=d,
        fill="none",
        stroke="currentColor",
        stroke_width=width,
        stroke_linecap="butt",
        stroke_linejoin="round",
    )


def _infantry() -> Iterator[str]:
    yield _line(f"M{-_W} {-_H}L{_W} {_H}M{-_W} {_H}L{_W} {-_H}")


def _track(rx: float = 15.0, ry: float = 8.2) -> str:
    flat = rx - ry
    return _line(f"M{-flat} {-ry}H{flat}a{ry} {ry} 0 0 1 0 {2 * ry}H{-flat}a{ry} {ry} 0 0 1 0 {-2 * ry}z")


def _armour() -> Iterator[str]:
    yield _track()


def _mechanised() -> Iterator[str]:
    yield from _infantry()
    yield _track()


def _heavy_armour() -> Iterator[str]:
    yield _track()
    yield _line("M-4-4.8v9.6M4-4.8v9.6M-4 0h8")


def _light_infantry() -> Iterator[str]:
    yield from _infantry()
    yield svg.tag("path", d="M-6 14.3v-9.6h12v9.6z", fill="var(--box)")
    yield _line("M-2.5 5.5v7.5h5.5", 2.2)


def _motorised() -> Iterator[str]:
    yield from _infantry()
    yield _line(f"M0 {-_H}V{_H}")


def _airborne() -> Iterator[str]:
    yield from _infantry()
    yield svg.tag("path", d="M-11 14.3v-6.5h22v6.5z", fill="var(--box)")
    yield _line("M-9.6 13.6a4.8 4.8 0 0 1 9.6 0a4.8 4.8 0 0 1 9.6 0", 2.2)


def _mountain() -> Iterator[str]:
    yield from _infantry()
    yield svg.tag("path", d=f"M-8 {_H}L0 2.5 8 {_H}z", fill="currentColor")


def _headquarters() -> Iterator[str]:
    yield _line(f"M{-_W} {-_H + 8.5}H{_W}")
    yield _line("M-12.5 0v10M-5 0v10M-12.5 5h7.5M8.5 0a4.6 5 0 1 1 0 10a4.6 5 0 1 1 0-10zM9.5 7l4.5 4", 2.2)


def _security() -> Iterator[str]:
    yield from _infantry()
    yield svg.tag("path", d="M-6.5 14.3v-11.6h13v11.6z", fill="var(--box)")
    yield _line("M3.4 5.4c-1.6-1.2-6.6-1.6-6.6 1 0 2.6 6.8 1.4 6.8 4.2 0 2.6-5.2 2.4-7 .9", 2)


def _cavalry() -> Iterator[str]:
    yield _line(f"M{-_W} {_H}L{_W} {-_H}")


def _motorised_cavalry() -> Iterator[str]:
    yield from _cavalry()
    yield _line(f"M0 {-_H}V{_H}")


def _reconnaissance() -> Iterator[str]:
    yield from _cavalry()
    yield _track()


def _motorcycle() -> Iterator[str]:
    yield from _cavalry()
    for cx in (-8.0, 8.0):
        yield svg.tag("circle", cx=cx, cy=10.2, r=3.6, fill="var(--box)", stroke="currentColor", stroke_width=2)


def _anti_tank() -> Iterator[str]:
    yield _line(f"M{-_W} {_H}L0 {-_H}L{_W} {_H}")


def _anti_aircraft() -> Iterator[str]:
    yield _line(f"M{-_W} {_H}C{-_W * 0.7:.1f} {-_H * 0.75:.1f} {_W * 0.7:.1f} {-_H * 0.75:.1f} {_W} {_H}")


def _engineer() -> Iterator[str]:
    yield _line("M-11 7V-5H11V7M0-5V7")


def _mechanized_engineer() -> Iterator[str]:
    yield _track(20.0, 11.0)
    yield _line("M-9 5.5V-4.5H9V5.5M0-4.5V5.5", 2.2)


def _self_propelled() -> Iterator[str]:
    yield svg.tag("circle", cy=-4.2, r=4.8, fill="currentColor")
    yield _line("M-11 4.4H11a3.4 3.4 0 0 1 0 6.8H-11a3.4 3.4 0 0 1 0-6.8z", 2.2)


def _garrison() -> Iterator[str]:
    yield from _infantry()
    yield svg.tag(
        "path",
        d=f"M{-_W} {_H}v-6h6v3h6v-3h6v3h6v-3h6v3h6v-3h6v3h6v3z",
        fill="currentColor",
    )


def _artillery() -> Iterator[str]:
    yield svg.tag("circle", r=5.6, fill="currentColor")


def _assault_gun() -> Iterator[str]:
    yield _track()
    yield svg.tag("circle", r=4.2, fill="currentColor")


def _rockets() -> Iterator[str]:
    yield svg.tag("circle", cy=5.2, r=4.8, fill="currentColor")
    yield _line("M-8-1.5L0-8 8-1.5M-8-6L0-12.5 8-6", 2.2)


_SYMBOLS: Mapping[str, Callable[[], Iterator[str]]] = {
    "infantry": _infantry,
    "rifle": _infantry,
    "jaeger": _light_infantry,
    "panzer": _armour,
    "tank": _armour,
    "panzergrenadier": _mechanised,
    "mechanized": _mechanised,
    "heavy_tank": _heavy_armour,
    "assault_gun": _assault_gun,
    "artillery": _artillery,
    "field_artillery": _artillery,
    "rocket_artillery": _rockets,
    "army_support": _motorised,
    "motorized": _motorised,
    "garrison": _garrison,
    "fortified": _garrison,
    "airborne": _airborne,
    "security": _security,
    "cavalry": _cavalry,
    "motorized_cavalry": _motorised_cavalry,
    "mountain": _mountain,
    "headquarters": _headquarters,
    "reconnaissance": _reconnaissance,
    "motorcycle": _motorcycle,
    "anti_tank": _anti_tank,
    "anti_aircraft": _anti_aircraft,
    "engineer": _engineer,
    "mechanized_engineer": _mechanized_engineer,
    "self_propelled": _self_propelled,
}

TYPES = frozenset(_SYMBOLS)
"""The types of unit that have a symbol."""


def symbol(kind: str, box: str, ink: str) -> str:
    """The symbol of a type of unit in its frame, around the origin."""
    frame = svg.tag(
        "rect", x=-_W, y=-_H, width=WIDTH, height=HEIGHT, fill=box, stroke="currentColor", stroke_width=_STROKE
    )
    return svg.tag("g", frame, *_SYMBOLS[kind](), style=f"color:{ink};--box:{box}")


def aircraft(ink: str) -> str:
    """A ground-attack aircraft seen from above, its nose up."""
    right, left = "c3 0 3.5 6 3.5 11l22 7v6l-22-1-1.5 15 9 5v4.5l-11-2", "l-11 2v-4.5l9-5-1.5-15-22 1v-6l22-7"
    shape = f"M0-24{right}{left}c0-5 .5-11 3.5-11z"
    return svg.tag("path", d=shape, fill=ink)


def star(ink: str, edge: str | None = None) -> str:
    """A five-pointed star, with an edge if wanted."""
    shape = "M0-26l6.1 17.6 18.6.4-14.8 11.2 5.4 17.8-15.3-10.6-15.3 10.6 5.4-17.8-14.8-11.2 18.6-.4z"
    return svg.tag("path", d=shape, fill=ink, stroke=edge, stroke_width=None if edge is None else 4)


def cross(ink: str, edge: str) -> str:
    """A straight-armed cross with a pale edge."""
    arms = "M-8-25h16v17h17v16h-17v17h-16v-17h-17v-16h17z"
    return svg.tag("path", d=arms, fill=edge) + svg.tag(
        "path", d="M-5-25h10v20h20v10h-20v20h-10v-20h-20v-10h20z", fill=ink
    )


# Colour and drawing of each badge, around the origin in a circle of radius 9.
_BADGES: Mapping[str, tuple[str, str]] = {
    "out-of-supply": ("#c0392b", "M-4-4.5h8v9h-8zM-5.5 5.5L5.5-5.5"),
    "out-of-command": ("#b9770e", "M0 4.5v-4.5M-5-1.5a7 7 0 0 1 10 0M-5.5 5.5L5.5-5.5"),
    "disorganised": ("#8e44ad", "M-5 2l3-5 3 5 4-5"),
    "fatigued": ("#7f6a4d", "M-5-3.5h10v7h-10zM6.5-1v2"),
    "activated": ("#3f6f4f", "M-4.5 0l3.2 3.5 5.8-7"),
    "reserve": ("#2f6690", "M-3-4.5v9M-3-4.5h4a2.5 2.5 0 0 1 0 5h-4M0 .5l3.5 4"),
    "in-combat": ("#c0392b", "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5"),
}


def badge(name: str) -> str:
    """The badge of a status; one without a drawing of its own is a plain disc."""
    colour, shape = _BADGES.get(name, ("#5b5140", ""))
    disc = svg.tag("circle", r=9.5, fill=colour, stroke="#fbf7ea", stroke_width=1.8)
    sign = svg.tag(
        "path",
        d=shape,
        fill="none",
        stroke="#fbf7ea",
        stroke_width=1.8,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return disc + (sign if shape else "")
