"""Longitude and latitude to the plane of the grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, hypot, radians

from kessel.cartography.errors import MapError
from kessel.cartography.settings import LonLat
from kessel.cartography.source import GEOGRAPHY, SETTINGS, Feature, Source

Point = tuple[float, float]

_STEP = 0.25  # hexes


@dataclass(frozen=True, slots=True)
class Registration:
    """The fitted projection: a turn and a scale (``turn``, a complex number), a shift, then a local warp."""

    lonlat0: LonLat
    hexes_per_degree: Point
    turn: complex
    shift: complex
    residuals: Sequence[tuple[Point, Point]] = ()
    power: float = 2.0
    reach: float = 1.0

    def flat(self, at: LonLat) -> Point:
        """The place on the plane before turn, scale and shift."""
        (lon0, lat0), (ex, ey) = self.lonlat0, self.hexes_per_degree
        return (at[0] - lon0) * ex, (lat0 - at[1]) * ey

    def fitted(self, at: LonLat) -> Point:
        """The place on the plane before the warp."""
        z = complex(*self.flat(at)) * self.turn + self.shift
        return z.real, z.imag

    def plane(self, at: LonLat) -> Point:
        """The place on the plane of the grid (units of the distance between neighbouring centres)."""
        x, y = self.fitted(at)
        if not self.residuals:
            return x, y
        sx = sy = 0.0
        weight = 1 / self.reach**2
        for (px, py), (rx, ry) in self.residuals:
            d = hypot(x - px, y - py)
            if d < 1e-9:
                return x + rx, y + ry
            w = d**-self.power
            weight += w
            sx += w * rx
            sy += w * ry
        return x + sx / weight, y + sy / weight

    def line(self, course: Sequence[LonLat]) -> list[Point]:
        """A course on the plane, in steps short enough for the warp to bend it."""
        found = [self.plane(course[0])]
        for (ax, ay), (bx, by) in pairwise(course):
            (x, y), (u, v) = self.flat((ax, ay)), self.flat((bx, by))
            steps = max(1, ceil(hypot(u - x, v - y) / _STEP))
            found.extend(
                self.plane((ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps)) for i in range(1, steps + 1)
            )
        return found


def register(source: Source) -> Registration:
    """The registration of a source: fitted on its origin or on its control points, then warped onto them."""
    r = source.settings.registration
    ex, ey = r.km_per_degree
    hex_km = source.settings.hex_km
    # Columns that are numbered from east to west make x grow to the west.
    east = -1.0 if source.mirrored else 1.0
    plain = Registration((r.lon0, r.lat0), (east * ex * cos(radians(r.lat0)) / hex_km, ey / hex_km), 1 + 0j, 0j)
    controls = [f for f in source.features if f.properties.get("control")]
    if r.origin_hex is not None and r.origin_lonlat is not None:
        at = complex(*source.grid.centre(source.grid.hex(r.origin_hex)))
        turn, shift = 1 + 0j, at - complex(*plain.flat(r.origin_lonlat))
    elif r.fit == "origin":
        raise MapError(f"{SETTINGS}: registration: fit origin needs origin_hex and origin_lonlat")
    else:
        turn, shift = _fit(
            [complex(*plain.flat(f.line[0])) for f in controls],
            [complex(*target(source, f)) for f in controls],
            rigid=r.fit == "rigid",
        )
    fitted = Registration(plain.lonlat0, plain.hexes_per_degree, turn, shift)
    if r.warp == "none":
        return fitted
    residuals = []
    for f in source.features:
        if f.properties.get("control") or "anchor_hex" in f.properties:
            (x, y), (tx, ty) = fitted.fitted(f.line[0]), target(source, f)
            residuals.append(((x, y), (tx - x, ty - y)))
    return Registration(fitted.lonlat0, fitted.hexes_per_degree, turn, shift, residuals, r.warp_power, r.warp_range)


def target(source: Source, feature: Feature) -> Point:
    """Where a control or anchor belongs: the middle of the hexes that the rulebook gives it."""
    p = feature.properties
    names = p.get("hexes") or [p.get("hex", p.get("anchor_hex"))]
    if names == [None]:
        raise MapError(f"{GEOGRAPHY}: {feature.kind} {feature.name}: a control point needs a `hex`")
    centres = [source.grid.centre(source.grid.hex(name)) for name in names]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def _fit(places: Sequence[complex], targets: Sequence[complex], *, rigid: bool) -> tuple[complex, complex]:
    """The least-squares turn (with scale unless rigid) and shift from places to targets."""
    n = len(places)
    if n < 2:
        raise MapError(f"{SETTINGS}: registration: a fit needs two control points, there are {n}")
    middle, goal = sum(places) / n, sum(targets) / n
    cross = sum(
        ((p - middle).conjugate() * (t - goal) for p, t in zip(places, targets, strict=True)),
        0j,
    )
    spread = sum(abs(p - middle) ** 2 for p in places)
    turn = cross / (abs(cross) if rigid else spread)
    return turn, goal - middle * turn
