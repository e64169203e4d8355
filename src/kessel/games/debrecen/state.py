"""The position of a game of Debrecen 1944: units with their marks, support markers, control, and the activation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from kessel.engine import Dice, Game
from kessel.games.debrecen.board import Board
from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES, Unit
from kessel.hexes import Bits, Hex, March, first, members, of
from kessel.mechanics.pieces import ABSENT, DEAD, WAITING, PieceState

FALLEN = -5
"""Where a destroyed HQ is until it returns (1.5-m)."""
READY, USED, POOL, GONE, UNUSED = 0, -1, -2, -3, -4
"""A support marker: in the available box of its HQ, in the used box, free to be allotted, out of the game, not yet
received. A positive number is the turn in which it comes back (1.6-j)."""

MARKS = (
    "isolated",
    "starved",
    "uncommanded",
    "fatigued",
    "disorganised",
    "entrenched",
    "returned",
    "activated",
    "twice",
)
"""Marks on units that last beyond an activation; each is a set of units."""
BUSY = ("active", "acted", "moved", "duty", "shackled")
"""Marks on units of the activation that is under way."""
LISTS = ("points", "due", "entry_of", "box", "stock", "missions", "control", "mothers", "losses", "idle", "runs")
PLAIN = ("alarms", "backs", "breakthrough", "initiative", "mech_losses")


class DebrecenState(PieceState):
    """A position."""

    __slots__ = (
        *MARKS,
        *BUSY,
        *LISTS,
        *PLAIN,
        "_goals",
        "_lines",
        "_march",
        "_strong",
        "independents",
        "posture",
        "staffs",
        "wheels",
    )

    board: Board

    def __init__(self, game: Game, board: Board, options: Mapping[str, bool]) -> None:
        super().__init__(game, board, options)
        count, markers = len(board.roster), len(board.markers)
        option = board.tables["options"]["options"]["independent_24pz"]
        more = board.roster.names.bits(option["units"]) if self.options.get("independent_24pz") else 0
        self.independents: Bits = board.roster.independent | more  # 1.1-j, 15.8.1-b
        for name in (*MARKS, *BUSY):
            setattr(self, name, 0)
        self.isolated: Bits  # 10.3-a
        self.starved: Bits  # out of supply, 10.3-d
        self.uncommanded: Bits  # 8.2-a
        self.fatigued: Bits  # 3.5-a
        self.disorganised: Bits  # 3.6-a
        self.entrenched: Bits  # in an improvised position, 12.1-a
        self.returned: Bits  # back from off the map this turn, 7.8.1-l
        self.activated: Bits  # this turn, 3.1-e
        self.active: Bits  # in this activation
        self.acted: Bits  # have acted in this activation
        self.moved: Bits  # have moved in this activation
        self.duty: Bits  # must attack before it ends, 4.2-b
        self.shackled: Bits  # may only move, 15.1.1-c
        self.points: list[int] = [0] * count  # action points left, 3.4.1-a
        self.due: list[int] = [0] * count  # turn in which a unit that waits may enter
        self.entry_of: list[int] = [-1] * count  # where a unit driven off the map comes back, 7.8.1-m
        self.box: list[int] = [-1] * markers  # the HQ that holds a marker
        self.stock: list[int] = [UNUSED] * markers
        self.missions: list[int] = [0, 0]  # air missions left this turn, 15.6.1-a
        self.control: list[Bits] = [0, 0]  # key hexes a side was the last to hold or pass, 15.7-m
        self.mothers: list[int] = [-1] * board.roster.bridgeheads.bit_count()  # of the bridgeheads, 15.5-b
        self.losses: list[int] = [0, 0]  # steps lost by each side
        self.idle: list[int] = [0, 0]  # passes in succession, 2.2-c
        self.runs: list[int] = [0, 0]  # sequences while the other side was exhausted, 2.2-c
        self.alarms: Bits = 0  # hexes with an alarm counter, 15.4-a
        self.backs: Bits = 0  # the counters that they are, 15.4-b
        self.breakthrough: Bits = 0  # hexes with a marker, 7.9-a
        self.initiative: int = ALLIED
        self.mech_losses = 0  # steps of German mechanised units, 15.7-i
        self.wheels: list[Bits] = [0, 0]  # hexes with mechanised units of a side, 6.2-b
        self.staffs: list[Bits] = [0, 0]  # hexes with HQs of a side
        self._strong: list[Bits] = [-1, -1]
        self.posture: tuple[dict[Any, Bits], dict[Any, Bits]] = ({}, {})  # what follows from the units of one side
        self._lines: dict[Any, Any] = {}  # what follows from those of both
        self._march: tuple[Any, March] | None = None
        self._goals: tuple[Any, Bits] | None = None

    def copy(self, dice: Dice | None = None) -> Self:
        new = super().copy(dice)
        for name in (*MARKS, *BUSY, *PLAIN):
            setattr(new, name, getattr(self, name))
        for name in LISTS:
            setattr(new, name, getattr(self, name)[:])
        new.independents = self.independents
        new.wheels = self.wheels[:]
        new.staffs = self.staffs[:]
        new._strong = self._strong[:]
        new.posture = (self.posture[0].copy(), self.posture[1].copy())
        new._lines = self._lines.copy()
        new._march = new._goals = None
        return new

    def key(self) -> tuple[object, ...]:
        return (*super().key(), *(getattr(self, name) for name in (*MARKS, *BUSY, *LISTS, *PLAIN)))

    def changed(self, side: int) -> None:
        self._zoc[side] = self._strong[side] = -1
        self.posture[side].clear()
        self._lines.clear()

    def tell(self, event: str, *rules: str, to: str | None = None, **args: object) -> None:
        """Log an event; of hidden units the enemy hears no more than he sees (11-a)."""
        if to is None and self.options["fog_of_war"] and args.get("units"):
            from kessel.games.debrecen.fog import heard  # noqa: PLC0415 - what is seen needs the frames, they the state

            for hearer, words in heard(self, event, args):
                super().tell(event, *rules, to=hearer, **words)
        else:
            super().tell(event, *rules, to=to, **args)

    # -- units ---------------------------------------------------------------------------------------------------

    def unit(self, u: int) -> Unit:
        """A unit as printed."""
        return self.board.roster.units[u]

    def name(self, h: Hex) -> str:
        """The number of a hex."""
        return self.board.grid.names[h]

    def put(self, u: int, h: Hex) -> None:
        super().put(u, h)
        roster, bit = self.board.roster, 1 << u
        side = roster.side_of[u]
        if roster.mechanised & bit:
            self.wheels[side] |= 1 << h
        if roster.hqs & bit:
            self.staffs[side] |= 1 << h
        self.changed(side)

    def lift(self, u: int, to: int) -> None:
        h = self.where[u]
        super().lift(u, to)
        roster, bit = self.board.roster, 1 << u
        side, rest = roster.side_of[u], self.at.get(h, 0)
        if roster.mechanised & bit and not rest & roster.mechanised:
            self.wheels[side] &= ~(1 << h)
        if roster.hqs & bit and not rest & roster.hqs:
            self.staffs[side] &= ~(1 << h)
        self.changed(side)

    def rearranged(self) -> None:
        """Units have changed places among themselves."""
        roster, where = self.board.roster, self.where
        for side in range(len(SIDES)):
            own = self.on_map(side)
            self.wheels[side] = of(where[u] for u in members(own & roster.mechanised))
            self.staffs[side] = of(where[u] for u in members(own & roster.hqs))
            self.changed(side)

    def combat(self, units: Bits) -> Bits:
        """The combat units among some units: all but HQs (AMB-15)."""
        return units & self.board.roster.fighting

    def strength(self, h: Hex) -> int:
        """The combat steps in a hex (5-a, 5-f)."""
        found, steps = 0, self.steps
        for u in members(self.combat(self.at.get(h, 0))):
            found += steps[u]
        return found

    def is_independent(self, u: int) -> bool:
        """1.1-j, 15.8.1-b: whether a unit belongs to no formation."""
        return bool(self.independents >> u & 1)

    def formation_units(self, f: int) -> Bits:
        """The combat units of a formation."""
        roster = self.board.roster
        units = roster.of_formation[f]
        return units if roster.formations[f].independent else units & ~self.independents

    def hq(self, u: int) -> int:
        """The HQ of a unit's formation; -1 for independent units."""
        return -1 if self.is_independent(u) else self.board.roster.hq_of[self.board.roster.formation_of[u]]

    # -- zones of control ----------------------------------------------------------------------------------------

    def strong(self, side: int) -> Bits:
        """4.1-b: the hexes of a side whose units have a zone of control around them."""
        found = self._strong[side]
        if found < 0:
            found = 0
            fighting, steps, at = self.board.roster.fighting, self.steps, self.at
            for h in members(self.occupied[side]):
                units = at[h] & fighting
                if units & (units - 1) or (units and steps[units.bit_length() - 1] > 1):
                    found |= 1 << h
            self._strong[side] = found
        return found

    def zoc(self, side: int) -> Bits:
        """4.1-a: the hexes of all units of a side and those around them, but not across the Tisza."""
        found = self._zoc[side]
        if found < 0:
            found = self.board.major.others.across(self.strong(side)) & self.board.area | self.occupied[side]
            self._zoc[side] = found
        return found

    def calm(self) -> Bits:
        """7.9-b: the hexes where the active side meets no zone of control."""
        return (self.breakthrough | self.board.grid.spread(self.breakthrough)) if self.breakthrough else 0

    def barriers(self, side: int) -> Bits:
        """The enemy zones of control that a mover of a side meets."""
        return self.zoc(1 - side) & ~self.calm() if self.breakthrough else self.zoc(1 - side)

    def within_reach(self, side: int) -> Bits:
        """The hexes next to units of a side."""
        found = self.posture[side].get("around")
        if found is None:
            found = self.posture[side]["around"] = self.board.grid.spread(self.occupied[side])
        return found

    def pinning(self, h: Hex, side: int) -> Bits:
        """The hexes of enemies whose zone of control covers a hex (4.2-f); none in a breakthrough (7.9-b)."""
        if self.calm() >> h & 1:
            return 0
        return self.board.around[h] & self.strong(1 - side) & ~self.board.major.of(h)

    # -- what happens to units -----------------------------------------------------------------------------------

    def enter(self, u: int, path: Sequence[Hex]) -> None:
        """Move a unit along a path; it takes control of what it passes (15.7-m) and leaves its position (12.1-f)."""
        side = self.unit(u).side
        self.put(u, path[-1])
        self.entrenched &= ~(1 << u)
        self.take(path, side)
        if side == AXIS and self.alarms >> path[-1] & 1:
            self.remove_alarm(path[-1])

    def take(self, path: Iterable[Hex], side: int) -> None:
        """15.7-m, 15.1.4-a: a side passes through hexes."""
        keys = self.board.key_hexes
        for h in path:
            bit = 1 << h
            if keys & bit and not self.control[side] & bit:
                self.control[side] |= bit
                self.control[1 - side] &= ~bit
                self._lines.clear()
                self.tell("captured", "15.7-m", side=SIDES[side], hex=self.name(h))

    def remove_alarm(self, h: Hex) -> None:
        """15.4-f: friends on an alarm counter take it off the map; which one it was nobody knows (15.4-b)."""
        self.alarms &= ~(1 << h)
        if not self.alarms:
            self.backs = 0
        self.tell("alarm removed", "15.4-f", hex=self.name(h))

    def lose_step(self, u: int, *rules: str) -> None:
        """1.2: take a step from a unit, eliminating it with its last."""
        unit = self.unit(u)
        if self.steps[u] == 1:
            if self.board.roster.hqs >> u & 1:
                self.destroy(u, *rules)
            else:
                self.eliminate(u, *rules)
            return
        self.count(u, 1)
        self.steps[u] -= 1
        self.changed(unit.side)
        value = self.board.roster.value[u][self.steps[u]]
        self.tell(
            "step lost", *rules, side=SIDES[unit.side], units=[unit.id], hex=self.name(self.where[u]), value=value
        )

    def count(self, u: int, steps: int) -> None:
        """15.7-i, AMB-12: steps lost in any way; those of German mechanised units by themselves."""
        unit = self.unit(u)
        self.losses[unit.side] += steps
        if unit.nationality == "german" and self.board.roster.mechanised >> u & 1:
            self.mech_losses += steps

    def eliminate(self, u: int, *rules: str) -> None:
        """Take a combat unit out of the game; an HQ left alone with the dead falls with them (1.5-l)."""
        unit, h = self.unit(u), self.where[u]
        self.count(u, self.steps[u])
        self.tell("eliminated", *rules, side=SIDES[unit.side], units=[unit.id], hex=self.name(h))
        self.leave(u, DEAD)
        self.steps[u] = 0
        rest = self.at.get(h, 0)
        if rest and not self.combat(rest):
            for hq in list(members(rest)):
                self.destroy(hq, "1.5-l")

    def leave(self, u: int, to: int) -> None:
        """Take a unit off the map with all its marks."""
        bit = 1 << u
        self.lift(u, to)
        for name in (*MARKS, *BUSY):
            setattr(self, name, getattr(self, name) & ~bit)
        self.points[u] = 0
        self.orphan(u)
        if self.board.roster.bridgeheads & bit:
            self.mothers[u - first(self.board.roster.bridgeheads)] = -1

    def destroy(self, u: int, *rules: str) -> None:
        """1.5-k, 1.5-l: an HQ falls; it returns next turn (1.5-m), its markers go to the pool (1.5-n)."""
        unit = self.unit(u)
        self.tell("HQ destroyed", *rules, side=SIDES[unit.side], units=[unit.id], hex=self.name(self.where[u]))
        self.leave(u, FALLEN)
        self.due[u] = self.turn + 1
        for m, hq in enumerate(self.box):
            if hq == u and self.stock[m] in (READY, USED):
                self.stock[m], self.box[m] = POOL, -1

    def bridgehead_of(self, u: int) -> int:
        """15.5-b: the bridgehead that a unit has put across the river; -1 if it has none."""
        if u in self.mothers:
            return first(self.board.roster.bridgeheads) + self.mothers.index(u)
        return -1

    def orphan(self, mother: int) -> None:
        """15.5-e, AMB-77: with its mother unit driven off the bridgehead is lost."""
        marker = self.bridgehead_of(mother)
        if marker >= 0:
            self.count(marker, self.steps[marker])
            unit = self.unit(marker)
            self.tell(
                "bridgehead lost", "15.5-e", side=SIDES[ALLIED], units=[unit.id], hex=self.name(self.where[marker])
            )
            self.leave(marker, DEAD)
            self.steps[marker] = 0

    def sweep(self) -> None:
        """1.5-k, AMB-14: HQs alone in reach of an enemy combat unit are destroyed."""
        near = [self.lone(side) & self.within_reach(1 - side) for side in (ALLIED, AXIS)]
        if any(near):
            for u in members(self.units_at(near[ALLIED] | near[AXIS])):
                if self._reached(self.where[u], self.unit(u).side):
                    self.destroy(u, "1.5-k")

    def lone(self, side: int) -> Bits:
        """The hexes of a side with HQs alone."""
        found = self.posture[side].get("lone")
        if found is None:
            at = self.at
            found = self.posture[side]["lone"] = of(h for h in members(self.staffs[side]) if not self.combat(at[h]))
        return found

    def touch(self, units: Bits, path: Iterable[Hex]) -> None:
        """1.5-k, AMB-14: enemy HQs alone fall to combat units that could attack them from a hex on their way."""
        alone = self.lone(1 - self.board.roster.side_of[first(units)])
        for h in path if alone else ():
            for n in members(self.board.around[h] & alone):
                if any(self.board.may_cross(u, h, n) for u in members(units & ~self.board.roster.red)):
                    for u in list(members(self.at.get(n, 0))):
                        self.destroy(u, "1.5-k")

    def perils(self, side: int) -> Bits:
        """1.5-k, AMB-14: the hexes where an HQ of a side would be alone in reach of an enemy combat unit."""
        return self._striking(1 - side) & ~(self.occupied[side] ^ self.lone(side))

    def _striking(self, side: int) -> Bits:
        """The hexes that combat units of a side could attack from where they stand."""
        found = self.posture[side].get("striking")
        if found is None:
            board, found = self.board, 0
            units = self.on_map(side) & board.roster.attackers
            tanks = units & board.roster.tanks
            for group, walls in ((units ^ tanks, board.wall), (tanks, board.tank_wall)):
                found |= walls.others.across(of(self.where[u] for u in members(group)))
            found = self.posture[side]["striking"] = found & board.area
        return found

    def _reached(self, h: Hex, side: int) -> bool:
        """Whether an enemy combat unit next to a hex could attack it."""
        board = self.board
        for n in members(board.around[h] & self.occupied[1 - side] & ~board.wall.of(h)):
            if any(board.may_cross(x, n, h) for x in members(self.at[n] & ~board.roster.red)):
                return True
        return False


__all__ = ["ABSENT", "DEAD", "FALLEN", "GONE", "POOL", "READY", "UNUSED", "USED", "WAITING", "DebrecenState"]
