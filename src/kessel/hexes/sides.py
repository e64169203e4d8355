"""Features of hexsides (rivers, bridges) as one bitboard per direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kessel.hexes.bits import Bits, members
from kessel.hexes.grid import Grid, Hex


class Sides:
    """A set of hexsides: ``masks[d]`` holds the hexes whose side in direction d belongs to it.

    Built from pairs of hexes it is the same from both sides; :meth:`except_into` makes one-way sets.
    """

    __slots__ = ("_of", "_others", "grid", "masks")

    def __init__(self, grid: Grid, masks: Iterable[Bits] = (0,) * 6) -> None:
        self.grid = grid
        self.masks = tuple(masks)
        self._others: Sides | None = None
        self._of: dict[Hex, Bits] = {}

    @classmethod
    def between(cls, grid: Grid, pairs: Iterable[tuple[Hex, Hex]]) -> Sides:
        """The hexsides between pairs of neighbours; raises HexError for a pair that does not touch."""
        masks = [0] * 6
        for a, b in pairs:
            d = grid.direction(a, b)
            masks[d] |= 1 << a
            masks[(d + 3) % 6] |= 1 << b
        return cls(grid, masks)

    def has(self, a: Hex, b: Hex) -> bool:
        """Whether the side between two neighbours belongs to the set."""
        return bool(self.masks[self.grid.direction(a, b)] >> a & 1)

    def of(self, h: Hex) -> Bits:
        """The neighbours that a step out of a hex reaches over one of these sides."""
        bits = self._of.get(h)
        if bits is None:
            bits = 0
            for d, n in enumerate(self.grid.neighbours[h]):
                if n >= 0 and self.masks[d] >> h & 1:
                    bits |= 1 << n
            self._of[h] = bits
        return bits

    def into(self, h: Hex) -> Bits:
        """The neighbours from which a step into a hex crosses one of these sides."""
        bits = 0
        for d, n in enumerate(self.grid.neighbours[h]):
            if n >= 0 and self.masks[d - 3] >> n & 1:
                bits |= 1 << n
        return bits

    def into_shifted(self) -> tuple[Bits, ...]:
        """The hexes that are entered over these sides, in the order of ``Grid.shift_order``."""
        step, masks = self.grid.step, self.masks
        return tuple(step(masks[d], d) for d in self.grid.shift_order)

    def except_into(self, bits: Bits) -> Sides:
        """These sides for all but those who step over them into ``bits``: a set that differs by direction."""
        grid = self.grid
        return Sides(grid, (m & ~grid.step(bits, d - 3) for d, m in enumerate(self.masks)))

    def pairs(self) -> Iterator[tuple[Hex, Hex]]:
        """Every hexside once, as a pair of hexes, whichever way it counts."""
        for d in range(3):
            for h in members(self.masks[d] | self.grid.step(self.masks[d + 3], d + 3)):
                yield h, self.grid.neighbours[h][d]

    def __or__(self, other: Sides) -> Sides:
        return Sides(self.grid, (a | b for a, b in zip(self.masks, other.masks, strict=True)))

    def __sub__(self, other: Sides) -> Sides:
        return Sides(self.grid, (a & ~b for a, b in zip(self.masks, other.masks, strict=True)))

    @property
    def others(self) -> Sides:
        """All hexsides that do not belong to the set."""
        if self._others is None:
            grid = self.grid
            self._others = Sides(grid, (grid.step(grid.valid, d - 3) & ~m for d, m in enumerate(self.masks)))
        return self._others

    def across(self, bits: Bits) -> Bits:
        """Where a set of hexes gets by one step over these sides; bits off the map are not masked."""
        near, (a, b, c, d, e, f) = self.grid.stride - 1, self.masks
        if self.grid.orientation == "flat":
            return (
                (bits & a) >> 1
                | (bits & b) << near
                | (bits & c) << near + 1
                | (bits & d) << 1
                | (bits & e) >> near
                | (bits & f) >> near + 1
            )
        return (
            (bits & a) >> 1
            | (bits & b) >> near + 1
            | (bits & c) >> near
            | (bits & d) << 1
            | (bits & e) << near + 1
            | (bits & f) << near
        )

    def touching(self, bits: Bits) -> Sides:
        """The hexsides of this set that border at least one hex of ``bits``."""
        grid = self.grid
        return Sides(
            grid,
            (m & (bits | grid.step(bits, (d + 3) % 6)) for d, m in enumerate(self.masks)),
        )

    def __bool__(self) -> bool:
        return any(self.masks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sides) and self.masks == other.masks

    def __hash__(self) -> int:
        return hash(self.masks)
