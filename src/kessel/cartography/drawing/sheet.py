"""A map on its drawing sheet: hexes, outlines and boxes in drawing units, a hundred to a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import hypot
from random import Random
from typing import Any

from kessel.cartography.checks import grid_of
from kessel.cartography.plane import Point
from kessel.hexes import Bits, Grid, Hex, members

UNIT = 100.0
"""Drawing units between the centres of neighbouring hexes."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Sheet:
    """The geometry of one map in drawing units."""

    def __init__(self, drawn: Mapping[str, Any], language: str = "en") -> None:
        self.map = drawn
        self.language = language
        self.grid: Grid = grid_of(drawn)
        self._east = -1.0 if drawn.get("mirrored") else 1.0

    def point(self, plane: Iterable[float]) -> Point:
        """A point of the plane on the sheet."""
        x, y = plane
        return self._east * x * UNIT, y * UNIT

    def centre(self, name: str) -> Point:
        """The centre of a hex."""
        return self.point(self.grid.centre(self.grid.hex(name)))

    def hex_at(self, at: Point) -> str | None:
        """The hex at a point of the sheet, or None off the map."""
        h = self.grid.nearest(self._east * at[0] / UNIT, at[1] / UNIT)
        return None if h is None else self.grid.names[h]

    def outward(self, name: str) -> Point | None:
        """The way out of a hex on the map's edge, as far as a neighbour off the map would lie; None inland."""
        x, y = self.centre(name)
        on_map = [self.centre(self.grid.names[n]) for n in self.grid.neighbours[self.grid.hex(name)] if n >= 0]
        if len(on_map) == 6:
            return None
        # The six neighbours balance, so what is missing lies opposite to the sum of what is there.
        dx, dy = (sum(x - ax for ax, _ in on_map), sum(y - ay for _, ay in on_map))
        away = hypot(dx, dy) or 1.0
        return dx / away * UNIT, dy / away * UNIT

    def corners(self, h: Hex) -> list[Point]:
        """The corners of a hex."""
        return [self.point(corner) for corner in self.grid.corners(h)]

    @cached_property
    def box(self) -> Box:
        """The box around all hexes."""
        xs, ys = zip(*(c for h in members(self.grid.valid) for c in self.corners(h)), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def outline(self) -> list[list[Point]]:
        """The outline of the whole hex field."""
        return self.loops(self.grid.valid)

    def loops(self, hexes: Bits) -> list[list[Point]]:
        """The closed lines around a set of hexes, holes among them."""
        onward: dict[tuple[int, int], tuple[tuple[int, int], Point]] = {}
        for h in members(hexes):
            ring = self.corners(h)
            for d, n in enumerate(self.grid.neighbours[h]):
                if n < 0 or not hexes >> n & 1:
                    onward[_key(ring[d])] = (_key(ring[(d + 1) % 6]), ring[d])
        found = []
        while onward:
            key = next(iter(onward))
            loop = []
            while key in onward:
                key, at = onward.pop(key)
                loop.append(at)
            # Mirroring turns the loops round; they must keep their hexes on the same hand.
            found.append(loop[::-1] if self._east < 0 else loop)
        return found

    def said(self, entry: Mapping[str, str] | str | None) -> str:
        """A text in the language of the sheet, in English where that is missing."""
        if entry is None or isinstance(entry, str):
            return entry or ""
        return entry.get(self.language, entry.get("en", ""))


def dice(*key: object) -> Random:
    """The random numbers of one thing on the map: the same thing always gets the same ones."""
    return Random("/".join(map(str, key)))


def _key(at: Point) -> tuple[int, int]:
    return round(at[0]), round(at[1])


class Occupied:
    """Spots and boxes that are taken, for marks and names that must keep clear of them."""

    _CELL = 50.0

    def __init__(self) -> None:
        self._spots: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        self._boxes: dict[tuple[int, int], list[Box]] = {}

    def take(self, points: Iterable[Point], radius: float) -> None:
        """Take the discs around some points."""
        for x, y in points:
            cell = (int(x // self._CELL), int(y // self._CELL))
            self._spots.setdefault(cell, []).append((x, y, radius))

    def take_box(self, box: Box) -> None:
        """Take a box."""
        for cell in _cells(box, self._CELL):
            self._boxes.setdefault(cell, []).append(box)

    def free(self, x: float, y: float, radius: float) -> bool:
        """Whether a disc touches nothing taken."""
        around = (x - radius, y - radius, x + radius, y + radius)
        if any(overlap(around, box) for cell in _cells(around, self._CELL) for box in self._boxes.get(cell, ())):
            return False
        reach = (x - self._CELL, y - self._CELL, x + self._CELL, y + self._CELL)
        return all(
            hypot(x - px, y - py) >= radius + pr
            for cell in _cells(reach, self._CELL)
            for px, py, pr in self._spots.get(cell, ())
        )

    def spots_in(self, box: Box) -> int:
        """How many taken points lie in a box."""
        left, top, right, bottom = box
        return sum(
            left - r <= x <= right + r and top - r <= y <= bottom + r
            for cell in _cells(box, self._CELL)
            for x, y, r in self._spots.get(cell, ())
        )

    def overlap_with(self, box: Box) -> float:
        """How much of a box is taken by other boxes."""
        others = {other for cell in _cells(box, self._CELL) for other in self._boxes.get(cell, ())}
        return sum(overlap(box, other) for other in others)


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def _cells(box: Box, size: float) -> list[tuple[int, int]]:
    left, top, right, bottom = (int(v // size) for v in box)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]
