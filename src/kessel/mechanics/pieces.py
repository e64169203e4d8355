"""Units on a map: flat lists by unit, sets of hexes and units as ints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self

from kessel.engine import Dice, Game, Names, State
from kessel.hexes import Bits, Grid, Hex, first, members

DEAD, EXITED, WAITING, ABSENT = -1, -2, -3, -4
"""Where a unit is that is not on the map: dead pile, exited, not yet arrived, not in this scenario."""


class Printed(Protocol):
    """What every unit has, whatever the game."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> int: ...


class PieceRoster(Protocol):
    """All units of a game; a set of units is one int over their order here."""

    units: Sequence[Any]
    names: Names
    of_side: tuple[Bits, ...]
    full: Sequence[int]

    def __len__(self) -> int: ...


class PieceBoard(Protocol):
    """What never changes during a game."""

    grid: Grid
    area: Bits
    scenario: Mapping[str, Any]
    first_turn: int
    last_turn: int

    @property
    def roster(self) -> Any: ...


class PieceState(State):
    """A position. ``where`` and ``steps`` go by unit; ``at`` holds the units of each occupied hex. Subclasses add
    the markers of their game, and compute the zones of a side when ``_zoc`` says -1."""

    __slots__ = (
        "_zoc",
        "at",
        "board",
        "occupied",
        "options",
        "present",
        "steps",
        "tops",
        "turn",
        "weather",
        "where",
    )

    board: Any

    def __init__(self, game: Game, board: PieceBoard, options: Mapping[str, bool]) -> None:
        super().__init__(game)
        self.board = board
        self.options = options
        count = len(board.roster)
        self.where: list[int] = [ABSENT] * count
        self.steps: list[int] = [0] * count
        self.at: dict[Hex, Bits] = {}
        self.occupied: list[Bits] = [0, 0]
        self.present: Bits = 0  # units on the map
        self.tops: Bits = 0  # the unit on top of each stack
        self.turn = board.first_turn
        self.weather = ""
        self._zoc: list[Bits] = [-1, -1]

    def copy(self, dice: Dice | None = None) -> Self:
        new = object.__new__(type(self))
        new.game = self.game
        new.stack = self.stack[:]
        new.log = []
        new.dice = dice
        new.rolls = self.rolls
        new.outcome = self.outcome
        new.seen = False
        new._actions = {}
        new.board = self.board
        new.options = self.options
        new.where = self.where[:]
        new.steps = self.steps[:]
        new.at = self.at.copy()
        new.occupied = self.occupied[:]
        new.present = self.present
        new.tops = self.tops
        new.turn = self.turn
        new.weather = self.weather
        new._zoc = self._zoc[:]
        return new

    def key(self) -> tuple[object, ...]:
        return (
            self.board.scenario["id"],
            sorted(self.options.items()),
            self.where,
            self.steps,
            self.tops,
            self.turn,
            self.weather,
        )

    def changed(self, side: int) -> None:
        """The hexes that a side holds are not the same as before: what was computed from them is void."""
        self._zoc[side] = -1

    # -- units ---------------------------------------------------------------------------------------------------

    def on_map(self, side: int) -> Bits:
        """The units of a side that are on the map."""
        side_units: Bits = self.board.roster.of_side[side]
        return self.present & side_units

    def put(self, u: int, h: Hex) -> None:
        """Place a unit from off the map or from another hex; the first unit in a hex lies on top."""
        if self.where[u] >= 0:
            self.lift(u, h)
        else:
            self.where[u] = h
            self.present |= 1 << u
        bit = 1 << u
        there = self.at.get(h)
        if there is None:
            self.at[h] = bit
            self.tops |= bit
            side = self.board.roster.units[u].side
            self.occupied[side] |= 1 << h
            self.changed(side)
        else:
            self.at[h] = there | bit

    def lift(self, u: int, to: int) -> None:
        """Take a unit off its hex; the next one below comes to lie on top."""
        h = self.where[u]
        bit = 1 << u
        self.where[u] = to
        if to < 0:
            self.present ^= bit
        rest = self.at[h] & ~bit
        if rest:
            self.at[h] = rest
            if self.tops & bit:
                self.tops ^= bit | (rest & -rest)
        else:
            del self.at[h]
            self.tops &= ~bit
            side = self.board.roster.units[u].side
            self.occupied[side] &= ~(1 << h)
            self.changed(side)

    def top(self, h: Hex) -> int:
        """The unit on top of a stack."""
        return first(self.at[h] & self.tops)

    def units_at(self, bits: Bits) -> Bits:
        """All units in a set of hexes."""
        found = 0
        for h in members(bits):
            found |= self.at.get(h, 0)
        return found

    def ids(self, units: Bits) -> list[str]:
        """Ids of a set of units."""
        found: list[str] = self.board.roster.names.listed(units)
        return found


def country(s: PieceState) -> list[Bits]:
    """The hexes that each side stands nearest to: the front as a situation map draws it."""
    land = list(s.occupied)
    free = s.board.area & ~land[0] & ~land[1]
    while free:
        grown = [s.board.grid.spread(own) & free for own in land]
        if not any(grown):
            break
        free &= ~(grown[0] | grown[1])
        between = grown[0] & grown[1]  # as near to one as to the other: nobody's
        land = [own | new & ~between for own, new in zip(land, grown, strict=True)]
    return land
