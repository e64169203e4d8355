"""Terrain with soft edges and drawn marks: trees, hachures, reeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from kessel.cartography.drawing import curves, svg
from kessel.cartography.drawing.sheet import UNIT, Occupied, Sheet, dice
from kessel.cartography.plane import Point

FILL: Mapping[str, str] = {
    "woods": "#c3cf9b",
    "rough": "#dac9a1",
    "marsh": "#c3d8cd",
}
_OTHER_FILL = "#d8d0b8"
_FEATHER = ((36.0, 0.07), (28.0, 0.09), (21.0, 0.11), (14.0, 0.14), (8.0, 0.18), (3.5, 0.25))

# Marks to a hex, the radius that each keeps clear, and how many drawings of it there are.
_MARKS: Mapping[str, tuple[int, float, int]] = {"woods": (20, 7.4, 4), "rough": (11, 10.0, 3), "marsh": (8, 11.0, 3)}


def ground(sheet: Sheet) -> Iterator[str]:
    """The terrain areas: a rounded fill, faded out over its edge."""
    for kind in sorted({*sheet.map["terrain"].values()}):
        hexes = sheet.grid.set(h for h, k in sheet.map["terrain"].items() if k == kind)
        shape = "".join(_soft(loop, kind) for loop in sheet.loops(hexes))
        fill = FILL.get(kind, _OTHER_FILL)
        for width, opacity in _FEATHER:
            yield svg.tag(
                "path",
                d=shape,
                fill="none",
                stroke=fill,
                stroke_width=width,
                stroke_opacity=opacity,
                stroke_linejoin="round",
            )
        yield svg.tag("path", d=shape, fill=fill, fill_rule="evenodd", class_=kind)


def _soft(loop: Sequence[Point], kind: str) -> str:
    """A hex outline with its corners drawn in by uneven amounts."""
    found: list[Point] = []
    n = len(loop)
    for i, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[i - 1], loop[(i + 1) % n]
        roll = dice("edge", kind, round(x), round(y))
        mx, my = (ax + bx) / 2, (ay + by) / 2
        share = roll.uniform(0.35, 0.62)
        found.append((mx + (x - mx) * share + roll.uniform(-3, 3), my + (y - my) * share + roll.uniform(-3, 3)))
    return curves.spline(found, closed=True)


def marks(sheet: Sheet, taken: Occupied) -> Iterator[str]:
    """The marks of every terrain hex, clear of everything that is already on the sheet."""
    laid: list[tuple[float, float, str]] = []
    for name, kind in sorted(sheet.map["terrain"].items()):
        if kind not in _MARKS:
            continue
        count, radius, drawings = _MARKS[kind]
        roll = dice("marks", name, kind)
        cx, cy = sheet.centre(name)
        put: list[Point] = []
        for _ in range(count * 6):
            if len(put) == count:
                break
            x, y = cx + roll.uniform(-0.55, 0.55) * UNIT, cy + roll.uniform(-0.48, 0.48) * UNIT
            scale, drawing = roll.uniform(0.85, 1.2), roll.randrange(drawings)
            if not _within(x - cx, y - cy, sheet.grid.orientation == "flat"):
                continue
            if not taken.free(x, y, radius * 0.7) or any(hypot(x - px, y - py) < 2 * radius for px, py in put):
                continue
            put.append((x, y))
            laid.append((y, x, svg.use(f"{kind}-{drawing}", (x, y), scale=round(scale, 1))))
    # From the top down: a mark in front hides the foot of the one behind it.
    return (mark for _, _, mark in sorted(laid))


def _within(dx: float, dy: float, flat: bool) -> bool:
    """Whether an offset stays well within a hex."""
    across, along = (abs(dx), abs(dy)) if flat else (abs(dy), abs(dx))
    half = 0.45 * UNIT
    return along <= half and across * 3**0.5 / 2 + along / 2 <= half


def definitions() -> Iterator[str]:
    """The drawings of the marks."""
    canopies = (
        "M-6-5.5c-1.8-2.7 0-5.8 2.5-6 .6-2.7 5-3.5 6.4-.8 2.9-.2 4.8 2.9 3.3 5.4"
        " 1 2.5-1.4 4.6-3.7 3.7-1.7 1.5-4.3 1.3-5.4-.2-2 .6-3.7-.4-3.1-2.1z",
        "M-5.5-4.5c-2.3-1.7-1.6-5.2.9-5.9-.1-2.9 3.7-4.6 6-2.5 2.6-.9 4.9 1.6 4.1 4"
        " 1.9 1.9.4 5-2.2 4.9-1.3 1.9-4.3 1.9-5.5.2-1.6.6-3.2 0-3.3-.7z",
        "M-6.2-5c-1.3-2.5.5-5.2 2.8-5.2.9-2.4 4.3-3 6-.9 2.6-.3 4.4 2.3 3.4 4.6"
        " 1.1 2.3-.9 4.5-3.1 4-1.5 1.6-4.2 1.5-5.4 0-2 .7-3.9-.7-3.7-2.5z",
    )
    for i, canopy in enumerate(canopies):
        yield svg.tag(
            "g",
            svg.tag("ellipse", cx=2, cy=0.2, rx=7, ry=1.9, fill="#53643a", opacity=0.32),
            svg.tag("path", d="M-.2-3v3.4", stroke="#5f4f33", stroke_width=1.7),
            svg.tag("path", d=canopy, fill="#93ab66", stroke="#51693a", stroke_width=0.9),
            svg.tag(
                "path",
                d="M5.6-7.6c1.2 2.4-1 4.9-3.6 4.5-1.2 1.4-3.6 1.2-4.6.2 3.6.4 7.4-1 8.2-4.7z",
                fill="#66824a",
                opacity=0.85,
            ),
            id=f"woods-{i}",
        )
    yield svg.tag(
        "g",
        svg.tag("ellipse", cx=2, cy=0.4, rx=6, ry=1.7, fill="#53643a", opacity=0.32),
        svg.tag("path", d="M0-14l4.5 7h-2l4 6h-13l4-6h-2z", fill="#7f9c5b", stroke="#4a6436", stroke_width=0.9),
        svg.tag("path", d="M0-14l4.5 7h-2l4 6h-5z", fill="#5f7d47", opacity=0.8),
        svg.tag("path", d="M0-1v2", stroke="#5f4f33", stroke_width=1.6),
        id="woods-3",
    )
    ridges = (
        ("M-12 3c3-7 7-9 11-8 5 0 8 4 12 8", "M-2-5l-3 8M2-5l1 9M6-3l3 6M-6-3l-4 6"),
        ("M-11 3c4-8 9-10 13-6 3 2 6 3 9 6", "M0-5l-2 8M4-3l2 6M8 0l2 4M-4-4l-4 7"),
        ("M-13 2c4-4 6-9 11-9 4 1 6 6 11 9", "M-3-7l-2 9M1-6l2 8M4-2l4 5M-7-3l-4 5"),
    )
    for i, (ridge, slopes) in enumerate(ridges):
        yield svg.tag(
            "g",
            svg.tag("path", d=f"{ridge}z", fill="#cdb583", opacity=0.55),
            svg.tag("path", d=slopes, fill="none", stroke="#a8865a", stroke_width=0.8, stroke_linecap="round"),
            svg.tag("path", d=ridge, fill="none", stroke="#94713f", stroke_width=1.2, stroke_linecap="round"),
            id=f"rough-{i}",
        )
    reeds = (
        ("M-12 3h9M2 3h10M-6 6h13", "M-3 3v-10M1 3l1-8M-7 3l-2-7M5 3l3-6"),
        ("M-13 2h12M4 2h8M-8 5h11", "M-2 2l-1-9M2 2l2-7M-6 2l-3-6"),
        ("M-11 3h8M0 3h12M-4 6h10", "M0 3v-9M4 3l2-7M-4 3l-2-8M8 3l3-5"),
    )
    for i, (water, stalks) in enumerate(reeds):
        yield svg.tag(
            "g",
            svg.tag("path", d=water, fill="none", stroke="#6d9db5", stroke_width=1.1, stroke_linecap="round"),
            svg.tag("path", d=stalks, fill="none", stroke="#5c8767", stroke_width=1.1, stroke_linecap="round"),
            id=f"marsh-{i}",
        )
