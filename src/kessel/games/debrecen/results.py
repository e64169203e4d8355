"""7.7 Combat results: what a side pays in steps and in hexes of retreat."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.retreats import Retreat, may_retreat
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.games.debrecen.support import give_up, held
from kessel.hexes import Bits, Hex, first

if TYPE_CHECKING:
    from kessel.games.debrecen.combat import Combat


class Result(NamedTuple):
    """7.7-a: a cell of the combat results table."""

    attack: int
    attack_starred: bool
    defence: int
    defence_starred: bool
    breakthrough: bool


def read_result(text: str) -> Result:
    """7.7-a, 7.7-i, 7.9-a: ``1/3*!`` is 1 for the attacker, 3 with an asterisk for the defender, in bold."""
    attack, _, defence = text.partition("/")
    numbers = [int(n) if (n := part.strip("*!-")) else 0 for part in (attack, defence)]
    return Result(numbers[0], "*" in attack, numbers[1], "*" in defence, "!" in defence)


def lose(s: DebrecenState, name: str, *rules: str) -> None:
    """A unit loses a step, or a marker is given up for one."""
    u = s.board.roster.names.index.get(name)
    if u is None:
        give_up(s, s.board.marker_names.index[name], *rules)
    else:
        s.lose_step(u, *rules)


class Settle(Frame, frozen=True):
    """7.7-b, 7.7-f: a side pays its number, first in steps, then in hexes of retreat."""

    side: int
    owed: int
    first: str = ""
    """The clause that demands a step before any retreat: the asterisk or a prepared attack (7.7-i, 7.7-h)."""
    forced: bool = False
    """AMB-07: a breakthrough; at least one hex has to be paid in retreat."""
    pinned: bool = False
    """7.7-j, 7.8.2-g: there is no retreat."""
    lost: int = 0
    armoured: bool = False
    """7.7-k: an armoured step has been lost."""
    leaving: Bits = 0
    """Units that have still to retreat."""
    hexes: int = 0
    """How far they retreat; 0 before that is decided."""
    trails: tuple[tuple[Hex, ...], ...] = ()
    open: Bits = 0
    reach: int = 0

    def combat(self, s: DebrecenState) -> Combat:
        """The combat that this is part of."""
        found: Combat = s.stack[-2]
        return found

    def units(self, s: DebrecenState) -> Bits:
        """The side's units in the combat that are still there."""
        return self.combat(s).involved(s, self.side)

    # -- losses --------------------------------------------------------------------------------------------------

    def victims(self, s: DebrecenState) -> tuple[Bits, Bits]:
        """The units and the markers that may take the next step: the unit picked for its quality takes the first
        (7.7-e), a marker any (AMB-38), HQs the last (7.7-d); one of the first two is armoured (7.7-k)."""
        combat, units = self.combat(s), self.units(s)
        units = s.combat(units) or units
        markers = held(s, combat.spent(self.side))
        picked = combat.quality[0 if self.side == combat.side else 1]
        if self.lost == 0 and units >> picked & 1:
            return 1 << picked, markers
        if self.lost < 2 and not self.armoured and self._tanks_meet(s):
            hard, guns = units & s.board.roster.armoured, held(s, combat.spent(self.side), armoured=True)
            if (self.lost or s.board.roster.armoured >> picked & 1) and (hard or guns):
                return hard, guns
        return units, markers

    def _tanks_meet(self, s: DebrecenState) -> bool:
        """7.7-k: both sides have armoured or mechanised units in the combat."""
        combat, armoured = self.combat(s), s.board.roster.armoured
        return bool(combat.units & armoured) and bool(combat.defenders & armoured)

    def may_lose(self) -> bool:
        """AMB-07: of a breakthrough one hex at least is paid in retreat."""
        return self.owed > 1 or not self.forced

    def may_leave(self, s: DebrecenState) -> bool:
        """7.8.1-a: whether the rest may be paid in hexes: not before the step of an asterisk (7.7-i), not by those who
        must stay (7.7-j, 7.8.2-g), and only if somebody has a way."""
        if self.pinned or (self.first and not self.lost):
            return False
        return may_retreat(s, self.side, self.units(s), self.combat(s).target, self.owed)

    # -- the frame -----------------------------------------------------------------------------------------------

    def run(self, s: DebrecenState) -> bool:
        if leaving := self.leaving & s.present:
            group = leaving & s.at[s.where[first(leaving)]]
            s.stack.append(Retreat(self.side, group, self.hexes, self.combat(s).target, (s.where[first(group)],)))
            return False
        units = self.units(s)
        if not units or not self.owed or self.hexes:
            self._finish(s, bool(units))
            return False
        if not self.may_lose():
            self.on_retreat(s)
            return False
        choices, markers = self.victims(s)
        if self.may_leave(s) or choices.bit_count() + markers.bit_count() > 1:
            return True
        self.on_lose(s, (s.ids(choices) or s.board.marker_names.listed(markers))[0])
        return False

    def _finish(self, s: DebrecenState, alive: bool) -> None:
        s.stack.pop()
        combat: Combat = s.stack[-1]
        s.sweep()
        if self.side == combat.side:
            combat.settled(s, withdrawn=self.hexes > 0)
        elif alive or self.hexes:
            combat.settled(s, lost=self.lost, trails=self.trails, open=self.open, reach=self.reach)
        else:  # 7.8.2-k, AMB-48
            combat.settled(s, lost=self.lost, trails=((combat.target,),), open=1, reach=max(1, self.owed))

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        args = {"count": self.owed}
        if not self.may_leave(s):
            text = Message("Choose what loses a step (still to pay: {count}).", args)
        else:
            text = Message("Lose a step, or retreat all units so many hexes: {count}.", args)
        return Decision(side, "settle", text, ("7.7-b", "7.7-e", "7.7-f"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        units, markers = self.victims(s)
        groups = [Group("lose", s.board.roster.names, units), Group("lose", s.board.marker_names, markers)]
        if self.may_leave(s):
            groups.append(Group("retreat"))
        return Actions(groups)

    def on_lose(self, s: DebrecenState, name: str) -> None:
        u = s.board.roster.names.index.get(name, -1)
        if u < 0:
            hard = bool(held(s, self.combat(s).spent(self.side), True) >> s.board.marker_names.index[name] & 1)
        else:
            hard = bool(s.board.roster.armoured >> u & 1)
        s.stack[-1] = replace(self, owed=self.owed - 1, lost=self.lost + 1, armoured=self.armoured or hard)
        lose(s, name, "7.7-b", *((self.first,) if self.first and not self.lost else ()))

    def on_retreat(self, s: DebrecenState) -> None:
        """7.7-b: all units go, and pay the rest of the number in hexes."""
        s.stack[-1] = replace(self, leaving=self.units(s), hexes=self.owed)

    def gone(self, s: DebrecenState, units: Bits, trail: tuple[Hex, ...], dead: bool) -> None:
        """A group has retreated, or has died on its way."""
        reach = max(self.reach, self.hexes if dead else len(trail))
        opened = self.open | dead << len(self.trails)
        left = self.leaving & ~units
        s.stack[-1] = replace(self, leaving=left, trails=(*self.trails, trail), open=opened, reach=reach)

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "retreat":
            return self._no_retreat(s)
        if action.verb != "lose" or len(action.args) != 1:
            return None
        name, combat = action.args[0], self.combat(s)
        u = s.board.roster.names.index.get(name, -1)
        m = s.board.marker_names.index.get(name, -1)
        if u >= 0 and self.units(s) >> u & 1:
            units, _ = self.victims(s)
            if not s.combat(1 << u):
                return Refusal("7.7-d", "A headquarters takes a loss only if no other unit is left.")
            picked = combat.quality[0 if self.side == combat.side else 1]
            if units == 1 << picked and not self.lost:
                return Refusal("7.7-e", "The unit whose quality counted takes the first loss.")
            return Refusal("7.7-k", "One of the first two losses must be armoured.")
        if m >= 0 and held(s, combat.spent(self.side)) >> m & 1:
            return Refusal("7.7-k", "One of the first two losses must be armoured.")
        if m >= 0:
            return Refusal("1.6.1-f", "{marker} cannot be given up as a step here.", marker=name)
        return Refusal("7.7-c", "{name} is not one of your units in this combat.", name=name)

    def _no_retreat(self, s: DebrecenState) -> Refusal:
        if self.pinned:
            if self.combat(s).vacated(s):
                return Refusal("7.8.2-i", "After a prepared attack the advance is compulsory: pay in steps.")
            return Refusal("7.7-j", "The defender stands: the attacker must pay in steps.")
        if self.first and not self.lost:
            return Refusal(self.first, "A step must be lost before any retreat.")
        return Refusal("7.8.1-b", "There is no way to retreat.")
