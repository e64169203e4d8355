"""The position of a game of Breakout: the pieces and the markers around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from kessel.engine import Dice, Game
from kessel.games.breakout.board import Board
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET, Unit
from kessel.hexes import Bits, Hex, JointReach, Reach, members
from kessel.mechanics.pieces import ABSENT, DEAD, EXITED, WAITING, PieceState

FREE = -1
"""Where a Korpsgruppe is that is not deployed."""


class BreakoutState(PieceState):
    """A position."""

    __slots__ = (
        "_net",
        "_reach",
        "air",
        "cas",
        "control",
        "due",
        "exits",
        "fallen",
        "kg",
        "losses",
        "restricted",
    )

    board: Board

    def __init__(self, game: Game, board: Board, options: Mapping[str, bool]) -> None:
        super().__init__(game, board, options)
        self.weather = "thaw"
        self.air = SOVIET  # who has air superiority this turn (5.2)
        self.cas: list[int] = [0, 0]  # air markers left
        self.control: Bits = 0  # hexes under Soviet control (3.3-a); all others are German
        self.fallen: Bits = 0  # fortified localities that the Soviets have captured once (13.8.4-d)
        self.kg: tuple[Hex, ...] = ()
        self.exits = 0  # corps that left the map (4.1-f)
        self.losses = 0  # VP for divisions destroyed out of C&C (4.2-a)
        self.due: dict[int, int] = {}  # rifle corps on the turn track: unit -> turn (11.1-a)
        self.restricted: Bits = 0  # units under Hitler's order (3.2-i)
        self._net: list[Bits] = [-1, -1]
        self._reach: tuple[Any, Reach | JointReach] | None = None

    def copy(self, dice: Dice | None = None) -> Self:
        new = super().copy(dice)
        new.air = self.air
        new.cas = self.cas[:]
        new.control = self.control
        new.fallen = self.fallen
        new.kg = self.kg
        new.exits = self.exits
        new.losses = self.losses
        new.due = self.due.copy()
        new.restricted = self.restricted
        new._net = self._net[:]
        new._reach = None
        return new

    def key(self) -> tuple[object, ...]:
        return (
            *super().key(),
            self.air,
            self.cas,
            self.control,
            self.fallen,
            self.kg,
            self.exits,
            self.losses,
            sorted(self.due.items()),
            self.restricted,
        )

    def changed(self, side: int) -> None:
        self._zoc[side] = self._net[1 - side] = -1

    # -- units ---------------------------------------------------------------------------------------------------

    def unit(self, u: int) -> Unit:
        """A unit as printed."""
        return self.board.roster.units[u]

    def attack(self, u: int) -> int:
        """The attack factor of a unit at its steps left (2.6-b)."""
        return self.board.roster.attack[u][self.steps[u]]

    def defence(self, u: int) -> int:
        """The defence factor of a unit at its steps left (2.6-b)."""
        return self.board.roster.defence[u][self.steps[u]]

    # -- 7.0 zones of control, 8.0 supply, 9.0 communications ----------------------------------------------------

    def zoc(self, side: int) -> Bits:
        """7.0-a: the hexes of all ground units of a side and those around them; none in a storm (7.5-a)."""
        found = self._zoc[side]
        if found < 0:
            if self.weather == "storm":
                found = 0
            else:
                own = self.occupied[side]
                found = (own | self.board.grid.spread(own)) & self.board.area  # 7.2-d: not off the map
            self._zoc[side] = found
        return found

    def net(self, side: int) -> Bits:
        """The hexes in supply (Soviet, 8.2) or in C&C (German, 9.2). Own units never block a line (7.1)."""
        found = self._net[side]
        if found < 0:
            enemy = 1 - side
            found = self.board.traced(side, self.occupied[enemy], self.zoc(enemy))
            self._net[side] = found
        return found

    def supplied(self, u: int) -> bool:
        """Whether a unit is in supply; Germans always are (9.1-a)."""
        return self.unit(u).side == GERMAN or bool(self.net(SOVIET) >> self.where[u] & 1)

    def set_weather(self, weather: str) -> None:
        """5.1-a: the weather of the turn; zones come and go with it (7.5-a)."""
        self.weather = weather
        self._zoc = [-1, -1]
        self._net = [-1, -1]

    # -- 3.3 control ---------------------------------------------------------------------------------------------

    def take(self, side: int, hexes: Bits) -> None:
        """3.3-a: the side whose unit last moved through or occupied a hex controls it."""
        if side == SOVIET:
            gained = hexes & ~self.control & self.board.built
            self.control |= hexes
            self.fallen |= hexes & self.board.fortified  # 13.8.4-d
        else:
            gained = hexes & self.control & self.board.built
            self.control &= ~hexes
        for h in members(gained):
            self.tell("captured", "3.3-a", side=SIDES[side], hex=self.board.grid.names[h])


__all__ = ["ABSENT", "DEAD", "EXITED", "FREE", "WAITING", "BreakoutState"]
