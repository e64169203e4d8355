"""The position of a game of Breakout: flat lists by unit, sets of hexes and units as ints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from kessel.engine import Dice, Game, State
from kessel.games.breakout.board import Board
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET, Unit
from kessel.hexes import Bits, Hex, JointReach, Reach, first, members

DEAD, EXITED, WAITING, ABSENT = -1, -2, -3, -4
"""Where a unit is that is not on the map: dead pile, exited, not yet arrived, not in this scenario."""

FREE = -1
"""Where a Korpsgruppe is that is not deployed."""


class BreakoutState(State):
    """A position. ``where`` and ``steps`` go by unit; ``at`` holds the units of each occupied hex."""

    __slots__ = (
        "_net",
        "_reach",
        "_zoc",
        "air",
        "at",
        "board",
        "cas",
        "control",
        "due",
        "exits",
        "fallen",
        "kg",
        "losses",
        "occupied",
        "options",
        "present",
        "restricted",
        "steps",
        "tops",
        "turn",
        "weather",
        "where",
    )

    def __init__(self, game: Game, board: Board, options: Mapping[str, bool]) -> None:
        super().__init__(game)
        self.board = board
        self.options = options
        count = len(board.roster)
        self.where: list[int] = [ABSENT] * count
        self.steps: list[int] = [0] * count
        self.at: dict[Hex, Bits] = {}
        self.occupied: list[Bits] = [0, 0]
        self.present: Bits = 0  # units on the map
        self.tops: Bits = 0  # the unit on top of each stack (6.3-a)
        self.turn = board.first_turn
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
        self._zoc: list[Bits] = [-1, -1]
        self._net: list[Bits] = [-1, -1]
        self._reach: tuple[Any, Reach | JointReach] | None = None

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
        new.air = self.air
        new.cas = self.cas[:]
        new.control = self.control
        new.fallen = self.fallen
        new.kg = self.kg
        new.exits = self.exits
        new.losses = self.losses
        new.due = self.due.copy()
        new.restricted = self.restricted
        new._zoc = self._zoc[:]
        new._net = self._net[:]
        new._reach = None
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

    def view(self, side: str | None) -> dict[str, Any]:
        from kessel.games.breakout.view import view  # noqa: PLC0415 - the view needs the frames, they the state

        return view(self, side)

    def position(self) -> dict[str, Any]:
        from kessel.games.breakout.position import write_position  # noqa: PLC0415 - as above

        return write_position(self)

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

    def on_map(self, side: int) -> Bits:
        """The units of a side that are on the map."""
        return self.present & self.board.roster.of_side[side]

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
            self._zoc[side] = self._net[1 - side] = -1
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
            self._zoc[side] = self._net[1 - side] = -1

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
        return self.board.roster.names.listed(units)

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
