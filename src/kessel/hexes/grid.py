"""A hex grid: printed numbers outside, axial coordinates inside, sets of hexes as bitboards.

Storage. Hexes are stored line by line along the axis in which neighbours touch side to side (columns of a
flat-top grid, rows of a pointy-top one). In axial coordinates each line starts half a hex before the previous
one, so with a stride two larger than the longest line the lines follow each other in the int with at least
one unused bit between them. The six neighbours of every hex of a set are then six uniform shifts; what falls
off the map lands on unused bits and is masked away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal

from kessel.hexes.bits import Bits, members

Hex = int

DIRECTIONS: Mapping[str, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("W", "NW", "NE", "E", "SE", "SW"),
}
"""Names of the six directions, clockwise; direction d + 3 is opposite to d."""

# Steps (line, place) in axial coordinates, in the order of DIRECTIONS.
_FLAT = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY = ((0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1))


class HexError(ValueError):
    """A hex number or a grid description that makes no sense."""


@dataclass(frozen=True)
class Grid:
    """A grid of hexes with printed numbers.

    ``shift`` says which lines sit half a hex further along: ``"even"`` or ``"odd"``, by the printed number of
    the line (columns of a flat grid are pushed down, rows of a pointy grid to the right).
    ``extent`` gives (first, last) printed place for single lines that differ from ``rows``/``columns``.
    ``boxes`` are named places off the map: they have a bit but no neighbours.
    """

    columns: int
    rows: int
    orientation: Literal["flat", "pointy"] = "flat"
    shift: Literal["even", "odd"] = "even"
    numbering: Literal["CCRR", "RRCC"] = "CCRR"
    first_column: int = 1
    first_row: int = 1
    extent: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    boxes: tuple[str, ...] = ()

    stride: int = field(init=False, repr=False, compare=False)
    shifts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    shift_order: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The directions of the shifts by a place, by a line less a place and by a line, each backward and forward."""
    shift_to: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each direction the number of its shift in that order."""
    shift_from: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each direction the number of the shift that comes from there."""
    valid: Bits = field(init=False, repr=False, compare=False)
    size: int = field(init=False, repr=False, compare=False)
    names: Sequence[str] = field(init=False, repr=False, compare=False)
    index: Mapping[str, Hex] = field(init=False, repr=False, compare=False)
    around: Sequence[Bits] = field(init=False, repr=False, compare=False)
    neighbours: Sequence[tuple[Hex, ...]] = field(init=False, repr=False, compare=False)
    _axial: Mapping[Hex, tuple[int, int]] = field(init=False, repr=False, compare=False)
    _lines: Sequence[Bits] = field(init=False, repr=False, compare=False)
    _discs: dict[tuple[Hex, int], Bits] = field(init=False, repr=False, compare=False, default_factory=dict)
    _at: Mapping[tuple[int, int], Hex] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        flat = self.orientation == "flat"
        lines, length = (self.columns, self.rows) if flat else (self.rows, self.columns)
        first_line, first_place = (self.first_column, self.first_row) if flat else (self.first_row, self.first_column)
        if lines < 1 or length < 1:
            raise HexError(f"a grid needs at least one column and one row, not {self.columns} x {self.rows}")
        longest = max([length, *(last - first_place + 1 for _, last in self.extent.values())])
        stride = longest + 2
        names: dict[Hex, str] = {}
        axial: dict[Hex, tuple[int, int]] = {}
        for line in range(lines):
            number = first_line + line
            start, end = self.extent.get(number, (first_place, first_place + length - 1))
            if start < first_place:
                raise HexError(f"line {number} starts at {start}, before the first place {first_place}")
            for printed in range(start, end + 1):
                place = printed - first_place - self._slide(line, first_line)
                column, row = (number, printed) if flat else (printed, number)
                bit = line * stride + place + 1
                axial[bit] = (line, place)
                names[bit] = f"{column:02d}{row:02d}" if self.numbering == "CCRR" else f"{row:02d}{column:02d}"
        if not names:
            raise HexError(f"every line of the {self.columns} x {self.rows} grid is empty")
        size = max(names) + 2
        for box in self.boxes:
            # No shift may lead from a box to a hex or to another box.
            while any(size - shift in names for shift in (1, stride - 1, stride)):
                size += 1
            names[size] = box
            size += 1
        index: dict[str, Hex] = {}
        for h, name in names.items():
            if index.setdefault(name, h) != h:
                raise HexError(f"two places on the map are called {name!r}")
        steps = _FLAT if flat else _POINTY
        shifts = tuple(line * stride + place for line, place in steps)
        valid = sum(1 << h for h in axial)
        at = {place: h for h, place in axial.items()}
        neighbours: list[tuple[Hex, ...]] = [(-1,) * 6] * size
        around = [0] * size
        for h, (line, place) in axial.items():
            found = tuple(at.get((line + dl, place + dp), -1) for dl, dp in steps)
            neighbours[h] = found
            around[h] = sum(1 << n for n in found if n >= 0)

        put = object.__setattr__
        put(self, "stride", stride)
        put(self, "shifts", shifts)
        order = tuple(shifts.index(shift) for shift in (-1, 1, stride - 1, 1 - stride, stride, -stride))
        put(self, "shift_order", order)
        put(self, "shift_to", tuple(order.index(d) for d in range(6)))
        put(self, "shift_from", tuple(order.index((d + 3) % 6) for d in range(6)))
        put(self, "valid", valid)
        put(self, "size", size)
        put(self, "names", tuple(names.get(h, "") for h in range(size)))
        put(self, "index", index)
        put(self, "neighbours", tuple(neighbours))
        put(self, "around", tuple(around))
        put(self, "_axial", axial)
        put(self, "_lines", [sum(1 << h for h, (on, _) in axial.items() if on == line) for line in range(lines)])
        put(self, "_at", at)

    def _slide(self, line: int, first_line: int) -> int:
        """How far a line's axial places run behind its printed ones."""
        starts_shifted = (first_line % 2 == 0) == (self.shift == "even")
        return (line + 1) // 2 if starts_shifted else line // 2

    # -- numbers ---------------------------------------------------------------------------------------------

    def hex(self, name: str) -> Hex:
        """The hex with this printed number."""
        found = self.index.get(name)
        if found is None:
            raise HexError(f"there is no hex {name!r} on this map")
        return found

    def set(self, names: Iterable[str]) -> Bits:
        """The set of the hexes with these printed numbers."""
        bits = 0
        for name in names:
            bits |= 1 << self.hex(name)
        return bits

    def listed(self, bits: Bits) -> list[str]:
        """Printed numbers of a set, in ascending order of storage."""
        return [self.names[h] for h in members(bits)]

    # -- neighbourhood ---------------------------------------------------------------------------------------

    def step(self, bits: Bits, direction: int) -> Bits:
        """Every hex of the set moved one hex in a direction; what leaves the map is dropped."""
        shift = self.shifts[direction]
        return (bits << shift if shift > 0 else bits >> -shift) & self.valid

    def spread(self, bits: Bits) -> Bits:
        """The union of the neighbours of all hexes of the set (of the set itself only what touches it)."""
        s1, s2 = self.stride - 1, self.stride
        return (bits << 1 | bits >> 1 | bits << s1 | bits >> s1 | bits << s2 | bits >> s2) & self.valid

    def direction(self, a: Hex, b: Hex) -> int:
        """The direction from a hex to its neighbour."""
        try:
            return self.neighbours[a].index(b)
        except ValueError:
            raise HexError(f"hexes {self.names[a]} and {self.names[b]} are not adjacent") from None

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes between a and b, not counting a."""
        try:
            (la, pa), (lb, pb) = self._axial[a], self._axial[b]
        except KeyError as off:
            raise self._off_map(off.args[0]) from None
        dl, dp = lb - la, pb - pa
        return max(abs(dl), abs(dp), abs(dl + dp))

    def distance_to(self, h: Hex, bits: Bits) -> int:
        """Hexes between a hex and the nearest of a set on the map, not counting the hex; 0 if there is none."""
        if not bits & self.valid:
            return 0
        radius = 0
        while not self.disc(h, radius) & bits:
            radius += 1
        return radius

    def disc(self, centre: Hex, radius: int) -> Bits:
        """All hexes within a distance of the centre, the centre included."""
        found = self._discs.get((centre, radius))
        if found is None:
            found = self._discs[centre, radius] = self._disc(centre, radius)
        return found

    def _disc(self, centre: Hex, radius: int) -> Bits:
        line, place = self._spot(centre)
        bits = 0
        for dl in range(max(-radius, -line), min(radius + 1, len(self._lines) - line)):
            # The places of a line that lie within the radius follow each other in the int.
            run = (1 << 2 * radius + 1 - abs(dl)) - 1
            start = (line + dl) * self.stride + place + max(-radius, -dl - radius) + 1
            bits |= (run << start if start >= 0 else run >> -start) & self._lines[line + dl]
        return bits

    def ring(self, centre: Hex, radius: int) -> Bits:
        """All hexes at exactly a distance of the centre."""
        return self.disc(centre, radius) & ~(self.disc(centre, radius - 1) if radius else 0)

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes that the straight line from a to b passes through; parts off the map are left out."""
        n = self.distance(a, b)
        (la, pa), (lb, pb) = self._axial[a], self._axial[b]
        found = []
        for i in range(n + 1):
            t = i / n if n else 0.0
            # A nudge keeps points on a hexside on one side of it all along the line.
            h = self._at.get(_rounded(la + (lb - la) * t + 1e-6, pa + (pb - pa) * t + 2e-6))
            if h is not None:
                found.append(h)
        return found

    def _spot(self, h: Hex) -> tuple[int, int]:
        spot = self._axial.get(h)
        if spot is None:
            raise self._off_map(h)
        return spot

    def _off_map(self, h: Hex) -> HexError:
        return HexError(f"{self.names[h]!r} is off the map: it is nowhere near any hex")

    # -- the plane -------------------------------------------------------------------------------------------

    def centre(self, h: Hex) -> tuple[float, float]:
        """Centre of a hex in units of the distance between neighbouring centres; y grows downwards."""
        line, place = self._spot(h)
        along = place + line / 2
        across = line * sqrt(3) / 2
        return (across, along) if self.orientation == "flat" else (along, across)

    def nearest(self, x: float, y: float) -> Hex | None:
        """The hex that contains a point of the plane, or None off the map."""
        across, along = (x, y) if self.orientation == "flat" else (y, x)
        line = across * 2 / sqrt(3)
        return self._at.get(_rounded(line, along - line / 2))

    def corners(self, h: Hex) -> list[tuple[float, float]]:
        """The six corners of a hex; corner d and d + 1 bound the hexside in direction d."""
        x, y = self.centre(h)
        r = 1 / sqrt(3)
        half = r / 2
        if self.orientation == "flat":
            ring = ((-half, -0.5), (half, -0.5), (r, 0.0), (half, 0.5), (-half, 0.5), (-r, 0.0))
        else:
            ring = ((-0.5, half), (-0.5, -half), (0.0, -r), (0.5, -half), (0.5, half), (0.0, r))
        return [(x + dx, y + dy) for dx, dy in ring]


def _rounded(line: float, place: float) -> tuple[int, int]:
    """The axial hex nearest to a fractional axial point."""
    third = -line - place
    rl, rp, rt = round(line), round(place), round(third)
    el, ep, et = abs(rl - line), abs(rp - place), abs(rt - third)
    if el > ep and el > et:
        rl = -rp - rt
    elif ep > et:
        rp = -rl - rt
    return rl, rp
