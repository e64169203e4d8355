"""2.0 Sequence of play: supply and command, support, initiative, operations and administration."""

from __future__ import annotations

from typing import Any

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen import entry
from kessel.games.debrecen.activation import Operations
from kessel.games.debrecen.allotment import Allot
from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES
from kessel.games.debrecen.state import FALLEN, DebrecenState
from kessel.games.debrecen.supply import check_lines, near_roads
from kessel.games.debrecen.victory import finish, standing
from kessel.hexes import Bits, members

PHASES = ("supply", "support", "initiative", "operations", "administration")


class Turn(Frame, frozen=True):
    """2-a: the phases of a game turn, one after the other."""

    phase: int

    def run(self, s: DebrecenState) -> bool:
        s.stack[-1] = Turn(self.phase + 1)
        BEGIN[PHASES[self.phase]](s)
        return False


def _supply(s: DebrecenState) -> None:
    """2.1-a: lines are checked, replacements spent, the Allied player first, and destroyed HQs return."""
    s.tell("turn", "2-a", turn=s.turn)
    s.tell("phase", "2.1-a", phase="supply")
    entry.prepare(s)
    check_lines(s)
    given = s.board.turn_facts[s.turn].get("replacements", {})
    for side in (AXIS, ALLIED):  # the last to be pushed is the first to decide
        s.stack.append(Return(side))
    for side in (AXIS, ALLIED):
        steps = given.get(SIDES[side], {})
        if steps:
            s.stack.append(Replace(side, steps.get("armoured", 0), steps.get("infantry", 0)))


def _support(s: DebrecenState) -> None:
    """2.1-b: entry rolls (AMB-93), then markers are allotted, first by the side that had not the initiative (1.6-b);
    then the air missions are rolled (15.6.1-a)."""
    s.tell("phase", "2.1-b", phase="support")
    s.missions = [0, 0]
    given = s.board.scenario["support_first"] if s.turn == s.board.first_turn else SIDES[1 - s.initiative]
    before = SIDES.index(given)
    air = s.board.scenario.get("air")
    for side in (1 - before, before):
        if air is None:
            s.missions[side] = s.board.scenario["missions"][SIDES[side]]
        elif s.turn in air[SIDES[side]]:
            s.stack.append(AirRoll(side))
    s.stack += [Allot(1 - before), Allot(before)]
    entry.roll(s)


def _initiative(s: DebrecenState) -> None:
    """2.1-c, 15.1.1-e: the scenario gives it, or both roll."""
    s.tell("phase", "2.1-c", phase="initiative")
    given = s.board.turn_facts[s.turn].get("initiative")
    if given:
        s.initiative = SIDES.index(given)
        s.tell("initiative", "15.1.1-e", side=given)
    else:
        s.stack.append(InitiativeRoll())


def _operations(s: DebrecenState) -> None:
    """2.1-d: the player with the initiative begins."""
    s.tell("phase", "2.1-d", phase="operations")
    s.idle, s.runs = [0, 0], [0, 0]
    s.stack.append(Operations(s.initiative))


def _administration(s: DebrecenState) -> None:
    """2.1-h to 2.1-j: marks that last a turn are taken off; the last turn ends the game (15.7-a)."""
    s.tell("phase", "2.1-h", phase="administration")
    s.activated = s.disorganised = s.returned = s.breakthrough = 0
    s.missions = [0, 0]
    s.tell("standing", "2.1-j", "15.7-a", score=float(standing(s, secret=False).total))
    if s.turn == s.board.last_turn:
        finish(s)
    else:
        s.turn += 1
        s.stack[-1] = Turn(0)


BEGIN: dict[str, Any] = {
    "supply": _supply,
    "support": _support,
    "initiative": _initiative,
    "operations": _operations,
    "administration": _administration,
}


# -- 13 replacements -------------------------------------------------------------------------------------------------


class Replace(Frame, frozen=True):
    """13, 15.2: a side restores lost steps; what it does not spend now is lost (15.2.1-b, 15.2.2-b)."""

    side: int
    armoured: int
    infantry: int
    restored: Bits = 0

    def worn(self, s: DebrecenState) -> Bits:
        """13-a to 13-e, 5-a: units that may get a step of a kind that is left, with room for it in their hex."""
        roster = s.board.roster
        kinds = [kind for kind, left in (("armoured", self.armoured), ("infantry", self.infantry)) if left]
        units = s.on_map(self.side) & ~roster.hqs & ~roster.bridgeheads
        units &= ~(self.restored | s.starved | s.uncommanded)
        found = 0
        for u in members(units):
            fits = lost_steps(s, u) and s.strength(s.where[u]) < s.board.stacking
            if fits and roster.types[s.unit(u).type]["replacement"] in kinds:
                found |= 1 << u
        return found

    def run(self, s: DebrecenState) -> bool:
        if self.worn(s):
            return True
        s.stack.pop()
        if self.armoured or self.infantry:
            s.tell("replacements lost", self._rule(), side=SIDES[self.side], count=self.armoured + self.infantry)
        return False

    def _rule(self) -> str:
        return "15.2.2-b" if self.side == ALLIED else "15.2.1-b"

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message(
            "Restore lost steps (armoured: {armoured}, infantry: {infantry}), or pass.",
            {"armoured": self.armoured, "infantry": self.infantry},
        )
        return Decision(side, "replacements", text, ("13-a", "13-b", self._rule()))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        return Actions([Group("restore", s.board.roster.names, self.worn(s)), Group("pass")])

    def on_restore(self, s: DebrecenState, unit: str) -> None:
        u = s.board.roster.names.index[unit]
        s.steps[u] += 1
        s.changed(self.side)
        armoured = s.board.roster.types[s.unit(u).type]["replacement"] == "armoured"
        rule = "13-a" if armoured else "13-b"
        s.tell("restored", rule, side=SIDES[self.side], units=[unit], hex=s.name(s.where[u]))
        s.stack[-1] = Replace(
            self.side, self.armoured - armoured, self.infantry - (not armoured), self.restored | 1 << u
        )

    def on_pass(self, s: DebrecenState) -> None:
        s.stack.pop()
        s.tell("replacements lost", self._rule(), side=SIDES[self.side], count=self.armoured + self.infantry)

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        u = s.board.roster.names.index.get(action.args[0]) if action.verb == "restore" and action.args else None
        if u is None or s.unit(u).side != self.side or s.board.roster.hqs >> u & 1:
            return None
        unit, bit = s.unit(u).id, 1 << u
        if s.where[u] < 0:
            return Refusal("13-e", "{unit} is not on the map, and what is eliminated is not rebuilt.", unit=unit)
        if self.restored & bit:
            return Refusal("13-c", "{unit} has got its step of this turn.", unit=unit)
        if (s.starved | s.uncommanded) & bit:
            return Refusal("13-d", "{unit} is out of supply or out of command.", unit=unit)
        if not lost_steps(s, u):
            return Refusal("13-a", "{unit} has lost no step.", unit=unit)
        if s.strength(s.where[u]) >= s.board.stacking:
            return Refusal("5-a", "In {hex} there is no room for {unit}.", hex=s.name(s.where[u]), unit=unit)
        return Refusal("13-b", "No step of the kind that {unit} needs is left.", unit=unit)


def lost_steps(s: DebrecenState, u: int) -> int:
    """Steps that a unit has lost; those in its bridgehead are not (15.5-c)."""
    marker = s.bridgehead_of(u)
    return s.board.roster.full[u] - s.steps[u] - (s.steps[marker] if marker >= 0 else 0)


# -- 1.5 HQs that return ---------------------------------------------------------------------------------------------


class Return(Frame, frozen=True):
    """1.5-m: destroyed HQs come back, each in a hex in supply and outside enemy zones."""

    side: int

    def waiting(self, s: DebrecenState) -> Bits:
        """HQs that come back now."""
        hqs = s.board.roster.hqs & s.board.roster.of_side[self.side]
        return sum(1 << u for u in members(hqs) if s.where[u] == FALLEN and s.due[u] <= s.turn)

    def room(self, s: DebrecenState) -> Bits:
        """Where an HQ would be in supply, out of enemy zones."""
        distance = s.board.tables["sequence"]["supply"]["hq_to_road"]
        return near_roads(s, self.side, distance) & ~s.zoc(1 - self.side)

    def run(self, s: DebrecenState) -> bool:
        waiting = self.waiting(s)
        if waiting and self.room(s):
            return True
        s.stack.pop()
        for u in members(waiting):
            s.due[u] = s.turn + 1
            s.tell("HQ waits", "1.5-m", side=SIDES[self.side], units=[s.unit(u).id])
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("Choose a hex for the HQ that returns: {units}.", {"units": s.ids(self.waiting(s))})
        return Decision(side, "hq-return", text, ("1.5-m",))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        names, room = s.board.roster.names, self.room(s)
        return Actions([Group("place", s.board.names, room, (names[u],)) for u in members(self.waiting(s))])

    def on_place(self, s: DebrecenState, unit: str, target: str) -> None:
        u, h = s.board.roster.names.index[unit], s.board.grid.index[target]
        s.steps[u] = 1
        s.due[u] = 0
        s.enter(u, [h])
        s.tell("HQ returns", "1.5-m", side=SIDES[self.side], units=[unit], hex=target)
        s.sweep()

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "place" and len(action.args) == 2:
            return Refusal("1.5-m", "An HQ returns to a hex in supply that is in no enemy zone of control.")
        return None


# -- rolls -----------------------------------------------------------------------------------------------------------


class AirRoll(Frame, frozen=True):
    """15.6.1-b, 15.6.1-c: how many ground-support missions a side has this turn."""

    side: int
    chance = True

    def _rule(self) -> str:
        return "15.6.1-b" if self.side == ALLIED else "15.6.1-c"

    def dice(self, s: DebrecenState) -> Chance:
        return Chance(
            "air", Message("Air missions of: {side}.", {"side": SIDES[self.side]}), (self._rule(), "15.6.1-a")
        )

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.missions[self.side] = s.board.tables["support"]["air"]["missions"][SIDES[self.side]][dice[0] - 1]
        s.tell("air missions", self._rule(), side=SIDES[self.side], dice=dice, count=s.missions[self.side])


class InitiativeRoll(Frame, frozen=True):
    """2.1-c: both roll, the higher has the initiative, a tie goes to the Allied player."""

    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        return Chance("initiative", Message("Initiative: Allied die, Axis die."), ("2.1-c",), dice=2)

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.initiative = ALLIED if dice[ALLIED] >= dice[AXIS] else AXIS
        s.tell("initiative roll", "2.1-c", side=SIDES[s.initiative], dice=dice)


__all__ = ["PHASES", "Turn", "lost_steps"]
