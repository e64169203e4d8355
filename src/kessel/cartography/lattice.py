"""The corners and sides of the hexes as a graph, a little beyond the map as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import sqrt

from kessel.cartography.plane import Point
from kessel.hexes import Grid, Hex

Corner = tuple[int, int]
"""A corner of the lattice, in small whole steps of the plane: the same corner of three hexes is the same pair."""

Side = tuple[Corner, Corner]

_ACROSS = 2 * sqrt(3)
_MARGIN = 4  # even, so that the shifted lines stay the shifted ones


def corner_at(grid: Grid, at: Point) -> Corner:
    """The corner at a point of the plane."""
    x, y = at
    return (round(x * _ACROSS), round(y * 2)) if grid.orientation == "flat" else (round(x * 2), round(y * _ACROSS))


def place_of(grid: Grid, corner: Corner) -> Point:
    """Where a corner lies on the plane."""
    x, y = corner
    return (x / _ACROSS, y / 2) if grid.orientation == "flat" else (x / 2, y / _ACROSS)


def side_between(grid: Grid, a: Hex, b: Hex) -> Side:
    """The two corners of the side between two neighbours."""
    d = grid.direction(a, b)
    corners = grid.corners(a)
    return corner_at(grid, corners[d]), corner_at(grid, corners[(d + 1) % 6])


def chain(sides: Sequence[Side]) -> list[Corner]:
    """The corners along sides that follow each other; raises ValueError at the first that does not."""
    if len(sides) == 1:
        return list(sides[0])
    found: list[Corner] = []
    for i, (side, following) in enumerate(pairwise(sides)):
        shared = set(side) & set(following)
        if len(shared) != 1 or (found and found[-1] in shared):
            raise ValueError(i)
        (corner,) = shared
        if not found:
            found.append(next(c for c in side if c != corner))
        found.append(corner)
    return [*found, next(c for c in sides[-1] if c != found[-1])]


class Lattice:
    """The corners of a grid's hexes, with a margin of hexes beyond the map, and which sides join them."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.wide = Grid(
            grid.columns + 2 * _MARGIN,
            grid.rows + 2 * _MARGIN,
            grid.orientation,
            grid.shift,
            grid.numbering,
            grid.first_column,
            grid.first_row,
        )
        ox, oy = self.wide.centre(_numbered(self.wide, _MARGIN))
        sx, sy = grid.centre(_numbered(grid, 0))
        self._offset = (ox - sx, oy - sy)

    def wide_centre(self, h: Hex) -> Point:
        """The centre of a hex of the wide grid on the plane of the map."""
        x, y = self.wide.centre(h)
        return x - self._offset[0], y - self._offset[1]

    @cached_property
    def names(self) -> Mapping[Hex, str]:
        """The printed number of every hex of the wide grid; empty beyond the map."""
        return {
            h: "" if (found := self.grid.nearest(*self.wide_centre(h))) is None else self.grid.names[found]
            for h in self.wide.index.values()
        }

    def wide_hex(self, at: Point) -> Hex:
        """The hex of the wide grid at a point, or the nearest to it beyond the margin."""
        found = self.wide.nearest(at[0] + self._offset[0], at[1] + self._offset[1])
        if found is not None:
            return found
        centres = ((self.wide_centre(h), h) for h in self.wide.index.values())
        return min(((x - at[0]) ** 2 + (y - at[1]) ** 2, h) for (x, y), h in centres)[1]

    @cached_property
    def around(self) -> Mapping[Corner, Sequence[Corner]]:
        """The corners one side away from a corner, in a stable order."""
        found: dict[Corner, set[Corner]] = {}
        ox, oy = self._offset
        for h in self.wide.index.values():
            ring = [corner_at(self.grid, (x - ox, y - oy)) for x, y in self.wide.corners(h)]
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                found.setdefault(a, set()).add(b)
                found.setdefault(b, set()).add(a)
        return {corner: sorted(near) for corner, near in sorted(found.items())}

    @cached_property
    def hexes(self) -> Mapping[frozenset[Corner], tuple[str, str]]:
        """The sides between two hexes of the map, with the printed numbers of the two."""
        grid = self.grid
        found: dict[frozenset[Corner], tuple[str, str]] = {}
        for h in grid.index.values():
            for n in grid.neighbours[h]:
                if n > h:
                    first, second = sorted((grid.names[h], grid.names[n]))
                    found[frozenset(side_between(grid, h, n))] = (first, second)
        return found

    def nearest(self, at: Point, corners: Sequence[Corner]) -> Corner:
        """The corner nearest to a point."""
        x, y = at
        places = ((place_of(self.grid, c), c) for c in corners)
        return min(((px - x) ** 2 + (py - y) ** 2, c) for (px, py), c in places)[1]


def _numbered(grid: Grid, places: int) -> Hex:
    """The hex so many columns and rows after the first."""
    c, r = grid.first_column + places, grid.first_row + places
    return grid.hex(f"{c:02d}{r:02d}" if grid.numbering == "CCRR" else f"{r:02d}{c:02d}")
