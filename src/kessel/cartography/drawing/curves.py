"""Smooth lines: splines, ribbons of changing width, cuts, shifts and crossings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from kessel.cartography.drawing.svg import number
from kessel.cartography.plane import Point


def _handles(points: Sequence[Point], closed: bool) -> list[tuple[Point, Point, Point, Point]]:
    """The Bezier pieces of a smooth curve through the points, after Catmull and Rom."""
    n = len(points)
    pieces = []
    for i in range(n if closed else n - 1):
        b, c = points[i], points[(i + 1) % n]
        a = points[i - 1] if closed or i else b
        d = points[(i + 2) % n] if closed or i + 2 < n else c
        chord = hypot(c[0] - b[0], c[1] - b[1])
        pieces.append((b, _handle(a, b, c, chord), _handle(d, c, b, chord), c))
    return pieces


def _handle(before: Point, at: Point, after: Point, chord: float) -> Point:
    """A third of the chord from a point, along the line between its neighbours."""
    tx, ty = after[0] - before[0], after[1] - before[1]
    length = hypot(tx, ty)
    if length < 1e-9:
        return at
    return at[0] + tx / length * chord / 3, at[1] + ty / length * chord / 3


def spline(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a smooth curve through the points."""
    if len(points) < 2:
        return ""
    x, y = (round(v, 1) for v in points[0])
    parts = [f"M{number(x)} {number(y)}c"]
    for _, h1, h2, end in _handles(points, closed):
        steps = [(round(px - x, 1), round(py - y, 1)) for px, py in (h1, h2, end)]
        parts.append(" ".join(f"{number(dx)} {number(dy)}" for dx, dy in steps))
        x, y = x + steps[2][0], y + steps[2][1]
    return parts[0] + " ".join(parts[1:]) + ("z" if closed else "")


def sample(points: Sequence[Point], per: int, *, closed: bool = False) -> list[Point]:
    """Points along the smooth curve, so many to a piece."""
    if len(points) < 3:
        return list(points)
    found = [points[0]]
    for a, b, c, d in _handles(points, closed):
        for i in range(1, per + 1):
            t = i / per
            s = 1 - t
            wa, wb, wc, wd = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            found.append(
                (
                    wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0],
                    wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1],
                )
            )
    return found


def normals(points: Sequence[Point]) -> list[Point]:
    """Unit vectors to the left of a line at each of its points."""
    found = []
    last = len(points) - 1
    for i in range(len(points)):
        (ax, ay), (bx, by) = points[max(0, i - 1)], points[min(last, i + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        found.append(((by - ay) / length, (ax - bx) / length))
    return found


def ribbon(points: Sequence[Point], widths: Sequence[float]) -> list[Point]:
    """The outline of a line of changing width."""
    sides = normals(points)
    left = [(x + nx * w / 2, y + ny * w / 2) for (x, y), (nx, ny), w in zip(points, sides, widths, strict=True)]
    right = [(x - nx * w / 2, y - ny * w / 2) for (x, y), (nx, ny), w in zip(points, sides, widths, strict=True)]
    return left + right[::-1]


def averaged(points: Sequence[Point], rounds: int) -> list[Point]:
    """The line with its bends ironed out; its ends stay."""
    line = list(points)
    for _ in range(rounds):
        line = [
            line[0],
            *(
                ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
                for a, b, c in zip(line, line[1:], line[2:], strict=False)
            ),
            line[-1],
        ]
    return line


def length(points: Sequence[Point]) -> float:
    """The length of a line."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def cut(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a line between two distances from its beginning."""
    found: list[Point] = []
    gone = 0.0
    for a, b in pairwise(points):
        step = hypot(b[0] - a[0], b[1] - a[1])
        if step and gone + step >= start and gone <= end:
            for d in (max(start, gone), min(end, gone + step)):
                t = (d - gone) / step
                at = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                if not found or hypot(at[0] - found[-1][0], at[1] - found[-1][1]) > 1e-6:
                    found.append(at)
        gone += step
    return found


def shifted(points: Sequence[Point], by: float) -> list[Point]:
    """The line moved to its left."""
    return [(x + nx * by, y + ny * by) for (x, y), (nx, ny) in zip(points, normals(points), strict=True)]


def crossing(first: Sequence[Point], second: Sequence[Point]) -> tuple[Point, float] | None:
    """Where a line first crosses another, with the first line's direction there in degrees."""
    for a, b in pairwise(first):
        for c, d in pairwise(second):
            met = _meet(a, b, c, d)
            if met is not None:
                return met, degrees(atan2(b[1] - a[1], b[0] - a[0]))
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = ux * vy - uy * vx
    if abs(cross) < 1e-12:
        return None
    t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross
    s = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / cross
    return (a[0] + t * ux, a[1] + t * uy) if 0 <= t <= 1 and 0 <= s <= 1 else None
