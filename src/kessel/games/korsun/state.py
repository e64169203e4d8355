"""The position of a game of Korsun Pocket: the pieces, the pools of chits and what was done this turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from kessel.engine import Dice, Game
from kessel.games.korsun.board import Board
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET, Unit
from kessel.hexes import Bits, Hex, March, members
from kessel.mechanics.pieces import ABSENT, DEAD, WAITING, PieceState


class KorsunState(PieceState):
    """A position. One unit a hex (5.3-a)."""

    __slots__ = (
        "_lines",
        "_march",
        "advanced",
        "airfield",
        "airlift",
        "airlifts",
        "attacked",
        "bombarded",
        "bridges",
        "displaced",
        "held",
        "mobile_ready",
        "moved",
        "ready",
        "spent",
    )

    board: Board

    def __init__(self, game: Game, board: Board, options: Mapping[str, bool]) -> None:
        super().__init__(game, board, options)
        self.weather = "clear"
        # For the whole game.
        self.held: Bits = 0  # units of the 5th Guards Tank Army not yet released (19.0-a)
        self.ready: list[tuple[int, ...]] = [board.chits(i) for i in range(len(board.roster.orgs))]  # 15.0-e
        self.airlifts = 0  # air supply markers left (12.2-a)
        self.airfield = GERMAN  # who controls it (AMB-28)
        # For a game turn.
        self.spent: list[tuple[int, ...]] = [()] * len(board.roster.orgs)  # 15.0-d
        self.bombarded: Bits = 0  # hexes (8.6-d)
        self.airlift = -1  # the unit with the air supply marker (12.2-f)
        # For a player turn.
        self.moved: Bits = 0  # 4.1-d
        self.attacked: Bits = 0  # 7.2-a
        self.advanced: Bits = 0  # 7.9-g
        self.displaced: Bits = 0  # 7.7.2-f
        self.mobile_ready: Bits = 0  # mobile units in supply when the mobile movement phase began (12.3-b, 12.3-c)
        # For a movement phase.
        self.bridges: tuple[tuple[int, int], ...] = ()  # (engineer, hexside) (13.0-a)
        self._lines: dict[Any, Any] = {}
        self._march: tuple[Any, March] | None = None

    def copy(self, dice: Dice | None = None) -> Self:
        new = super().copy(dice)
        new.held = self.held
        new.ready = self.ready[:]
        new.airlifts = self.airlifts
        new.airfield = self.airfield
        new.spent = self.spent[:]
        new.bombarded = self.bombarded
        new.airlift = self.airlift
        new.moved = self.moved
        new.attacked = self.attacked
        new.advanced = self.advanced
        new.displaced = self.displaced
        new.mobile_ready = self.mobile_ready
        new.bridges = self.bridges
        new._lines = self._lines.copy()
        new._march = None
        return new

    def key(self) -> tuple[object, ...]:
        return (
            *super().key(),
            self.held,
            self.ready,
            self.airlifts,
            self.airfield,
            self.spent,
            self.bombarded,
            self.airlift,
            self.moved,
            self.attacked,
            self.advanced,
            self.displaced,
            self.mobile_ready,
            self.bridges,
        )

    def changed(self, side: int) -> None:
        self._zoc[side] = -1
        self._lines.clear()

    # -- units ---------------------------------------------------------------------------------------------------

    def unit(self, u: int) -> Unit:
        """A unit as printed."""
        return self.board.roster.units[u]

    def at_hex(self, h: Hex) -> int:
        """The unit in an occupied hex (5.3-a)."""
        return self.at[h].bit_length() - 1

    def allowance(self, u: int) -> int:
        """The movement allowance of a unit (2.3.2-d)."""
        return self.board.roster.allowance[u][self.steps[u]]

    def zoc(self, side: int) -> Bits:
        """6.0-a, 6.0-b: the hexes around all units of a side, whatever their state, in any terrain (6.0-c)."""
        found = self._zoc[side]
        if found < 0:
            found = self._zoc[side] = self.board.grid.spread(self.occupied[side]) & self.board.area
        return found

    def active(self, org: int) -> Bits:
        """16.0-b, AMB-24: the units of an organisation that are on the map and not held."""
        return self.present & self.board.roster.of_org[org] & ~self.held

    # -- what happens to them ------------------------------------------------------------------------------------

    def enter(self, u: int, path: list[Hex]) -> None:
        """Put a unit at the end of a path; whoever passes the airfield controls it (AMB-28)."""
        self.put(u, path[-1])
        if self.board.airfield in path:
            self.take_airfield(self.unit(u).side)

    def take_airfield(self, side: int) -> None:
        """AMB-28: the side whose unit last entered the airfield controls it."""
        if side != self.airfield:
            self.airfield = side
            self._lines.clear()
            self.tell("captured", "18.0-h", side=SIDES[side], hex=self.board.grid.names[self.board.airfield])

    def lose_step(self, u: int, *rules: str) -> None:
        """Flip a unit to its depleted side, or eliminate it on its last step."""
        if self.steps[u] == 1:
            self.eliminate(u, *rules)
            return
        self.steps[u] -= 1
        self._lines.clear()  # an engineer's back may reach less far (13.0-b)
        attack, defence, movement = self.unit(u).track[-self.steps[u]]
        self.tell(
            "depleted",
            *rules,
            side=SIDES[self.unit(u).side],
            units=[self.unit(u).id],
            hex=self.board.grid.names[self.where[u]],
            values=f"{attack}-{defence}-{movement}",
        )

    def eliminate(self, u: int, *rules: str) -> None:
        """Take a unit off the map for good; the last of an organisation takes its chits along (16.0-d)."""
        unit = self.unit(u)
        self.tell(
            "eliminated", *rules, side=SIDES[unit.side], units=[unit.id], hex=self.board.grid.names[self.where[u]]
        )
        self.lift(u, DEAD)
        self.steps[u] = 0
        self.held &= ~(1 << u)
        org = self.board.roster.org_of[u]
        if not self.present & self.board.roster.of_org[org] and (self.ready[org] or self.spent[org]):
            self.ready[org] = self.spent[org] = ()
            self.tell("chits removed", "16.0-d", "8.6-a", side=SIDES[unit.side], organisation=unit.organisation)

    def release(self, units: Bits, *rules: str) -> None:
        """19.0-c, 19.0-e: units of the 5th Guards Tank Army come to life."""
        freed = units & self.held
        if freed:
            self.held &= ~freed
            self.tell("released", *rules, units=self.ids(freed))

    def alarm(self, near: Bits) -> None:
        """19.0-e: Germans who meet a unit of the 5th Guards Tank Army, itself held or not, release its whole corps."""
        roster = self.board.roster
        for u in members(self.units_at(near) & roster.held) if self.held else ():
            self.release(roster.of_org[roster.org_of[u]], "19.0-e", "19.0-f")


__all__ = ["ABSENT", "DEAD", "GERMAN", "SOVIET", "WAITING", "KorsunState"]
