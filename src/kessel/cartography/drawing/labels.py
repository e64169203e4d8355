"""Names on the map: where they go, and the names of rivers along their course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from typing import Any

from kessel.cartography.drawing import curves, svg, towns
from kessel.cartography.drawing.counters import ON_MAP
from kessel.cartography.drawing.field import BOUNDARY
from kessel.cartography.drawing.sheet import UNIT, Box, Occupied, Sheet, overlap
from kessel.cartography.drawing.water import RIVER_NAME, Course
from kessel.cartography.plane import Point

# Type size, weight, letter spacing and whether in capitals.
_TYPE: Mapping[str, tuple[float, int, float, bool]] = {
    "fortress": (19.0, 750, 1.4, True),
    "city": (19.0, 750, 1.0, True),
    "town": (17.0, 650, 0.2, False),
    "large-village": (15.0, 620, 0.2, False),
    "village": (12.5, 480, 0.1, False),
    "airfield": (12.5, 600, 0.3, False),
    "hill": (12.0, 560, 0.2, False),
}
_INK: Mapping[str, str] = {"village": "#4d4436", "airfield": "#34434b", "hill": "#6b4a24"}
_DARK = "#211c16"
HALO = "#efe9d6"

_NARROW, _WIDE = frozenset("iljtfrI.,' ()-"), frozenset("mwMWOQGDHNU")


@dataclass(frozen=True, slots=True)
class Label:
    """A name at its place: the left end of its baseline, its type, and the box that it takes."""

    name: str
    kind: str
    at: Point
    anchor: str
    box: Box


def width(content: str, size: float, weight: int = 500, spacing: float = 0.0) -> float:
    """About how wide a text runs."""
    share = sum(0.33 if c in _NARROW else 0.8 if c in _WIDE else 0.66 if c.isupper() else 0.56 for c in content)
    return share * size * (1 + max(0, weight - 450) / 3000) + spacing * len(content)


def shown(place: Mapping[str, Any]) -> str:
    """The name of a place as it is lettered."""
    name = str(place.get("label", place["name"]))
    return name.upper() if _TYPE.get(place["kind"], _TYPE["village"])[3] else name


def _choices(place: Mapping[str, Any], at: Point) -> list[tuple[float, Label]]:
    """The places where a name may stand, each with what it costs to leave the best one."""
    kind = place["kind"]
    size, weight, spacing, _ = _TYPE.get(kind, _TYPE["village"])
    name = shown(place)
    w = width(name, size, weight, spacing)
    # The name of a town stays in sight under the counter that holds it, a small one clear of its shadow too.
    beside = UNIT * ON_MAP / 2 + (3.0 if size < 16 else 0.0)
    r = max(towns.radius(place) + 1, beside if place.get("population") else 0)
    x, y = at
    rise, drop = size * 0.74, size * 0.2
    below, above, level = y + r + rise, y - r - drop, y + size * 0.27
    spots: Sequence[tuple[float, str, float, float]] = (
        (0.0, "middle", x, below),
        (1.0, "start", x + r + 2, level),
        (2.0, "middle", x, above),
        (2.0, "end", x - r - 2, level),
        (3.0, "start", x + r * 0.5, below - r * 0.25),
        (3.0, "end", x - r * 0.5, below - r * 0.25),
        (4.0, "start", x + r * 0.6, above + r * 0.25),
        (4.0, "end", x - r * 0.6, above + r * 0.25),
    )
    found = []
    for cost, anchor, ax, ay in spots:
        left = ax - {"middle": w / 2, "start": 0.0, "end": w}[anchor]
        found.append((cost, Label(name, kind, (ax, ay), anchor, (left, ay - rise, left + w, ay + drop))))
    return found


def place_names(
    sheet: Sheet,
    spots: Mapping[str, Point],
    blocks: Sequence[Box],
    water: Occupied,
    ways: Occupied,
    numbers: Sequence[Box],
) -> list[Label]:
    """Every name where it disturbs least: greater places choose first, then all try again until nothing moves."""
    order = sorted(
        (p for p in sheet.map["places"] if "part_of" not in p),  # a part goes by the name of the whole
        key=lambda p: (-_TYPE.get(p["kind"], _TYPE["village"])[0], p["hex"], p["name"]),
    )
    still = Occupied()
    for box in numbers:
        still.take_box(box)
    left, top, right, bottom = sheet.box
    people = {p["hex"]: p["name"] for p in order if p.get("population")}
    options: list[list[tuple[float, Label]]] = []
    for place in order:
        scored = []
        own = spots[place["name"]]
        for cost, label in _choices(place, own):
            box = label.box
            outside = max(0.0, left + 12 - box[0]) + max(0.0, box[2] - right + 12)
            outside += max(0.0, top + 4 - box[1]) + max(0.0, box[3] - bottom + 4)
            cost += outside * 3 + still.overlap_with(box) * 0.012
            cost += water.spots_in(box) * 2.4 + ways.spots_in(box) * 0.16
            # A name in the hex of another town would pass for that town's name.
            along = [box[0] + (box[2] - box[0]) * share for share in (0.1, 0.5, 0.9)]
            under = (sheet.hex_at((x, y)) for x in along for y in (box[1], box[3]))
            cost += sum(people.get(h or "", place["name"]) != place["name"] for h in under) * 2.5
            cost += sum(overlap(box, other) for other in blocks if not _holds(other, own)) * 0.2
            scored.append((cost, label))
        options.append(scored)
    chosen: list[Label | None] = [None] * len(options)
    for _ in range(4):
        moved = False
        for i, scored in enumerate(options):
            others = [c.box for j, c in enumerate(chosen) if c is not None and j != i]
            _, _, best = min(
                (cost + sum(overlap(_wider(label.box), box) for box in others) * 0.6, k, label)
                for k, (cost, label) in enumerate(scored)
            )
            moved |= best != chosen[i]
            chosen[i] = best
        if not moved:
            break
    return [label for label in chosen if label is not None]


def _holds(box: Box, at: Point) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _wider(box: Box) -> Box:
    return box[0] - 3, box[1] - 1, box[2] + 3, box[3] + 1


def draw(labels: Sequence[Label]) -> Iterator[str]:
    """The names of the places, each with a halo of paper."""
    for kind in dict.fromkeys(label.kind for label in labels):
        size, weight, spacing, _ = _TYPE.get(kind, _TYPE["village"])
        yield svg.tag(
            "g",
            *(
                svg.text(label.at, label.name, text_anchor=None if label.anchor == "start" else label.anchor)
                for label in labels
                if label.kind == kind
            ),
            font_size=size,
            font_weight=str(weight),
            letter_spacing=spacing or None,
            fill=_INK.get(kind, _DARK),
            stroke=HALO,
            stroke_width=size * 0.21,
            stroke_linejoin="round",
            stroke_opacity=0.88,
            paint_order="stroke",
        )


def draw_regions(sheet: Sheet) -> Iterator[str]:
    """The names of regions in wide capitals, faint enough to lie under everything else."""
    for region in sheet.map.get("regions", ()):
        x, y = sheet.point(region["at"])
        yield svg.text(
            (x, y),
            region["name"].upper(),
            font_size=34,
            font_weight="600",
            font_style="italic",
            letter_spacing=22,
            text_anchor="middle",
            fill="#7d6b47",
            fill_opacity=0.34,
        )


@dataclass(frozen=True, slots=True)
class CourseName:
    """A name along a line, on its own baseline."""

    name: str
    size: float
    spacing: float
    colour: str
    italic: bool
    baseline: Sequence[Point]


def river_names(sheet: Sheet, rivers: Sequence[Course], taken: Occupied) -> list[CourseName]:
    """River names on calm stretches, repeated on long rivers, clear of what stands there already."""
    found: list[CourseName] = []
    for river in rivers:
        wide = max(river.widths)
        size = 17.0 if wide > 10 else 14.0
        calm = curves.averaged(river.line, 60)
        total = curves.length(calm)
        repeats = max(1, round(total / (13 * UNIT)))
        for k in range(repeats):
            piece = (total * k / repeats, total * (k + 1) / repeats)
            style = CourseName(river.name, size, size * 0.2, RIVER_NAME, True, ())
            gaps = (wide / 2 + 4.5, -wide / 2 - 4.5 - size * 0.74)
            label = _calmest(sheet, style, calm, piece, gaps, taken)
            if label is not None:
                found.append(label)
                taken.take(curves.shifted(label.baseline, size * 0.36), size * 0.6)
    return found


def area_names(sheet: Sheet, frontiers: Mapping[str, Sequence[Sequence[Point]]], taken: Occupied) -> list[CourseName]:
    """What an area is closed to, along the inside of its longest boundary line."""
    found = []
    for name, lines in frontiers.items():
        rule = sheet.map["boundaries"][name]
        said = f"{sheet.said(rule.get('label'))} {rule.get('rule', '')}".strip()
        if not said or not lines:
            continue
        calm = curves.averaged(curves.sample(max(lines, key=curves.length), 3), 60)
        style = CourseName(said, 14.0, 1.6, BOUNDARY, False, ())
        label = _calmest(sheet, style, calm, (0, curves.length(calm)), (-8.0 - 14 * 0.74, 8.0), taken)
        if label is not None:
            found.append(label)
            taken.take(curves.shifted(label.baseline, 5), 8)
    return found


def _calmest(
    sheet: Sheet,
    style: CourseName,
    calm: Sequence[Point],
    piece: tuple[float, float],
    gaps: Sequence[float],
    taken: Occupied,
) -> CourseName | None:
    """The name beside the straightest and emptiest stretch of a piece of a line, at one of the gaps from it."""
    need = width(style.name, style.size, 550, style.spacing) * 1.08
    left, top, right, bottom = sheet.box
    best: tuple[float, list[Point]] | None = None
    start = piece[0] + 0.3 * UNIT
    while start + need < piece[1]:
        stretch = curves.cut(calm, start, start + need)
        turned = stretch[-1][0] < stretch[0][0]
        if turned:
            stretch.reverse()
        for gap in gaps:
            baseline = curves.shifted(stretch, gap)
            middle = curves.shifted(stretch, gap + style.size * 0.36)
            slope = abs(atan2(baseline[-1][1] - baseline[0][1], baseline[-1][0] - baseline[0][0]))
            cost = _turning(baseline) * 0.5 + degrees(slope) * 0.12 + (0 if gap == gaps[0] else 2)
            cost += sum(not taken.free(x, y, style.size * 0.5) for x, y in middle) * 110 / len(middle)
            cost += abs(start + need / 2 - (piece[0] + piece[1]) / 2) / UNIT
            inside = all(left + 60 < x < right - 60 and top + 50 < y < bottom - 50 for x, y in baseline)
            cost += 0 if inside else 200
            if best is None or cost < best[0]:
                best = (cost, baseline)
        start += 0.25 * UNIT
    return None if best is None else replace(style, baseline=best[1])


def _turning(line: Sequence[Point]) -> float:
    """How much a line bends in all, in degrees."""
    total = 0.0
    for a, b, c in zip(line[::3], line[3::3], line[6::3], strict=False):
        if hypot(b[0] - a[0], b[1] - a[1]) < 0.1 or hypot(c[0] - b[0], c[1] - b[1]) < 0.1:
            continue
        turn = atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0])
        total += abs((degrees(turn) + 180) % 360 - 180)
    return total


def draw_courses(names: Sequence[CourseName]) -> Iterator[str]:
    """The names along their baselines."""
    for i, label in enumerate(names):
        middle = curves.averaged(label.baseline[:: max(1, len(label.baseline) // 8)], 1)
        yield svg.tag("path", id=f"course-{i}", d=curves.spline(middle), fill="none")
        yield svg.tag(
            "text",
            svg.tag("textPath", svg.escaped(label.name), href=f"#course-{i}", startOffset="50%"),
            font_size=label.size,
            font_style="italic" if label.italic else None,
            font_weight="500" if label.italic else "600",
            letter_spacing=label.spacing,
            fill=label.colour,
            stroke=HALO,
            stroke_width=label.size * 0.2,
            stroke_opacity=0.75,
            stroke_linejoin="round",
            paint_order="stroke",
            text_anchor="middle",
        )
