"""3.0 Activation: alternating sequences (2.2), who is activated, and what active units do with their points."""

from __future__ import annotations

from collections.abc import Sequence

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen import alarm, bridgeheads, combat
from kessel.games.debrecen.movement import (
    DisengageRoll,
    Moving,
    bound,
    come_in,
    doors,
    entry_hexes,
    helpers,
    may_start,
)
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.state import BUSY, FALLEN, WAITING, DebrecenState
from kessel.games.debrecen.supply import command_area
from kessel.hexes import Bits, Hex, members, of

# -- who can be activated --------------------------------------------------------------------------------------------


def arrivals(s: DebrecenState, side: int) -> Bits:
    """2.1-d, 14-d: units that may enter now."""
    key = ("arrivals", side, s.turn)
    found: Bits | None = s._lines.get(key)
    if found is None:
        found = s._lines[key] = of(u for u in members(_due(s, side)) if entry_hexes(s, u))
    return found


def _due(s: DebrecenState, side: int) -> Bits:
    """Units that wait for no other turn than this."""
    key = ("due", s.turn)
    found = s.posture[side].get(key)
    if found is None:
        absent, where, due = s.board.roster.of_side[side] & ~s.present, s.where, s.due
        found = of(u for u in members(absent) if where[u] == WAITING and 0 < due[u] <= s.turn)
        s.posture[side][key] = found
    return found


def fresh(s: DebrecenState, side: int) -> Bits:
    """3.1-b: units not yet activated this turn."""
    return (s.on_map(side) | arrivals(s, side)) & ~(s.activated | s.board.roster.bridgeheads)  # 15.5-d


def again(s: DebrecenState, side: int) -> Bits:
    """3.5-a, 3.5.2-c, AMB-21: activated units that are not fatigued may be activated once more, and are then."""
    return s.on_map(side) & s.activated & ~(s.fatigued | s.board.roster.bridgeheads)


def able(s: DebrecenState, side: int) -> Bits:
    """Units that can be activated and would have something to act with."""
    key = ("able", arrivals(s, side), s.turn, s.activated, s.fatigued, s.starved, s.returned)
    found = s.posture[side].get(key)
    if found is None:
        found = s.posture[side][key] = _able(s, side)
    return found


def _able(s: DebrecenState, side: int) -> Bits:
    units = fresh(s, side) | again(s, side)
    returned = s.returned | of(u for u in members(units & ~s.present) if s.entry_of[u] >= 0)
    low = s.starved | s.board.slow | (s.board.roster.foot if s.turn == s.board.short_turn else 0)
    tired = s.fatigued | s.activated
    poor = low & (tired | returned) | tired & returned
    """All others have a point at least: more than one to begin with (1.1-g), and they lose one at most."""
    for u in members(units & poor):
        if not action_points(s, u, again=bool(s.activated >> u & 1)):
            units ^= 1 << u
    return units


def formations(s: DebrecenState, side: int) -> Bits:
    """3.2-b, 3.2-c, 3.2-f: the HQs whose formations can be activated, by unit."""
    return (fresh(s, side) | again(s, side)) & s.board.roster.hqs


def formation_of_hq(s: DebrecenState, hq: int) -> Bits:
    """The combat units of the formation of an HQ."""
    return s.formation_units(s.board.roster.formation_of[hq])


def in_formation(s: DebrecenState, hq: int) -> Bits:
    """3.2-d, 8.1-d: the units of an HQ's formation that can be activated with it; those that have come before it not
    while it is on its way (3.3-e)."""
    units = able(s, s.unit(hq).side) & formation_of_hq(s, hq) & ~s.uncommanded
    return units if s.where[hq] >= 0 else units & ~s.present


def attached(s: DebrecenState, hq: int, chosen: Bits) -> Bits:
    """9.2-a, 9.3-a: what an HQ may activate beside its formation, by what is chosen already."""
    roster, side = s.board.roster, s.unit(hq).side
    options = s.board.tables["options"]["options"]
    pool = able(s, side) & s.independents & ~s.uncommanded  # 8.2-b
    if side == ALLIED:
        if not s.options.get("free_18tk", True) and s.unit(hq).formation != options["free_18tk"]["attached"]:
            return 0  # 15.8.2-a
        return _within(s, hq, pool & roster.groups.get("18TK", 0))
    if not chosen & s.independents:
        return _within(s, hq, pool)
    division = _within(s, hq, roster.groups.get("24 Pz", 0) & pool)
    return division if chosen & division else 0


def _within(s: DebrecenState, hq: int, units: Bits) -> Bits:
    """Those of some units that are in the command range of an HQ, or may enter there."""
    if not units:
        return 0
    area, where = command_area(s, hq), s.where
    return of(u for u in members(units) if (area >> where[u] & 1 if where[u] >= 0 else entry_hexes(s, u) & area))


def action_points(s: DebrecenState, u: int, *, again: bool = False, failed: bool = False) -> int:
    """AMB-18: the action points of a unit for an activation; ``again``: it is its second one this turn (3.5-a),
    ``failed``: it has failed a C3i test (9.4-a)."""
    bit, roster = 1 << u, s.board.roster
    actions = s.board.tables["actions"]
    if s.turn == s.board.short_turn:  # 15.1.1-b
        points: int = actions["first_turn"][roster.mobility[u]]
    else:
        points = roster.base_points[u]
    if s.board.slow & bit and (s.where[u] == WAITING or s.due[u] == s.turn) and s.entry_of[u] < 0:  # 14-f
        points = min(points, s.board.arrivals[u]["points"])
    states = actions["states"]
    if s.isolated & bit and not (roster.foot | roster.cavalry) & bit:  # 10.3-b
        points = min(points, states["isolated"]["cap"])
    if s.starved & bit:  # 10.3-d
        points = min(points, states["out_of_supply"]["cap"])
    if failed:
        points = min(points, states["out_of_command"]["failed"]["cap"])
    if again or s.fatigued & bit:  # 3.5.1-a
        points -= states["fatigued"]["less"]
    if (s.entry_of[u] >= 0 and s.due[u] == s.turn) or s.returned & bit:  # 7.8.1-l, AMB-94
        points -= states["returned"]["less"]
    return max(points, 0)


def tests_c3i(s: DebrecenState, u: int) -> bool:
    """3.3-c, 8.2-c: whether a unit tests C3i when it is activated specifically; 14-c, AMB-95: its HQ counts as being
    there in its turn of entry."""
    hq = s.hq(u)
    enters = s.entry_of[u] < 0 and (s.where[u] == WAITING or s.due[u] == s.turn)
    return bool(s.uncommanded >> u & 1) or (hq >= 0 and s.where[hq] == FALLEN and not enters)


# -- 2.1, 2.2 alternation --------------------------------------------------------------------------------------------


class Operations(Frame, frozen=True):
    """2.1-d to 2.1-g: a side activates a formation or some units, or passes. ``passed``: the other has just passed."""

    side: int
    passed: bool = False

    def run(self, s: DebrecenState) -> bool:
        s.sweep()
        if able(s, self.side) or formations(s, self.side):
            return True
        self.on_pass(s)  # AMB-56
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("Activate a formation by its HQ, or up to 4 units of any kind, or pass.")
        return Decision(side, "operations", text, ("2.1-d", "3.2-a", "3.3-a", "2.1-e"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        groups = [Group("activate", s.board.roster.names, formations(s, self.side))]
        if able(s, self.side):
            groups.append(Group("specific"))
        return Actions([*groups, Group("pass")])

    def on_activate(self, s: DebrecenState, hq: str) -> None:
        u = s.board.roster.names.index[hq]
        units = in_formation(s, u) & ~s.activated | 1 << u
        s.stack.append(Muster(u, units))

    def on_specific(self, s: DebrecenState) -> None:
        s.stack.append(Specific(self.side))

    def on_pass(self, s: DebrecenState) -> None:
        s.idle[self.side] += 1
        s.tell("pass", "2.1-e", side=SIDES[self.side])
        if self.passed:  # 2.2-b, 2.2-e
            s.tell("turn ends", "2.2-b")
            s.stack.pop()
        else:
            s.stack[-1] = Operations(1 - self.side, True)

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("select", "attack", "prepare", "move", "recover", "dig"):
            return Refusal("3.1-a", "A unit must be activated before it acts.")
        if action.verb != "activate" or not action.args:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        if u is None or not s.board.roster.hqs >> u & 1 or s.unit(u).side != self.side:
            return Refusal("3.2-b", "Formations are activated by your own HQs.")
        if s.where[u] < 0:
            return Refusal("3.2-c", "{unit} is not on the map.", unit=s.unit(u).id)
        return Refusal("3.5.2-c", "{unit} is fatigued and cannot be activated again.", unit=s.unit(u).id)


def sequence_over(s: DebrecenState, side: int) -> None:
    """2.2-c, AMB-55: after a sequence the other side is on, unless the end of the turn must be tested first. The frame
    on top is that of the operations."""
    s.idle[side] = 0
    early = s.board.tables["sequence"]["early_end"]
    other = 1 - side
    exhausted = s.idle[other] >= early["passes"] or not able(s, other)
    s.runs[side] = s.runs[side] + 1 if exhausted else 0
    s.stack[-1] = Operations(other)
    if s.runs[side] >= early["from"]:
        s.stack.append(EndRoll(side))


class EndRoll(Frame, frozen=True):
    """2.2-c, 2.2-d: the turn ends on 11 or 12."""

    side: int
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        text = Message("End of the turn on 11 or 12: {side}.", {"side": SIDES[self.side]})
        return Chance("end-of-turn", text, ("2.2-c", "2.2-d"), dice=s.board.tables["sequence"]["early_end"]["dice"])

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        ends = sum(dice) in s.board.tables["sequence"]["early_end"]["ends"]
        s.tell("turn ends early" if ends else "turn goes on", "2.2-d", side=SIDES[self.side], dice=dice)
        if ends:
            s.stack.pop()


# -- 3.2, 3.3 who takes part -----------------------------------------------------------------------------------------


class Muster(Frame, frozen=True):
    """3.2-a, AMB-20: which units a formation activation includes. ``settled``: units decided on."""

    hq: int
    units: Bits
    settled: Bits = 0

    def more(self, s: DebrecenState) -> Bits:
        """Units that may be added: for a second time, or from beside the formation."""
        return (in_formation(s, self.hq) | attached(s, self.hq, self.units)) & ~self.units & ~self.settled

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[s.unit(self.hq).side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message(
            "Activation of {unit}: leave units out, add others, or begin. Those activated again get fatigued.",
            {"unit": s.unit(self.hq).id},
        )
        return Decision(side, "muster", text, ("3.2-a", "3.2-d", "3.5-a"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        names = s.board.roster.names
        out = self.units & ~self.settled & ~(1 << self.hq)
        return Actions([Group("begin"), Group("add", names, self.more(s)), Group("leave", names, out)])

    def on_add(self, s: DebrecenState, unit: str) -> None:
        bit = 1 << s.board.roster.names.index[unit]
        s.stack[-1] = Muster(self.hq, self.units | bit, self.settled | bit)

    def on_leave(self, s: DebrecenState, unit: str) -> None:
        bit = 1 << s.board.roster.names.index[unit]
        s.stack[-1] = Muster(self.hq, self.units & ~bit, self.settled | bit)

    def on_begin(self, s: DebrecenState) -> None:
        s.stack.pop()
        hq = s.unit(self.hq)
        units, count = s.ids(self.units), self.units.bit_count()
        s.tell("formation activated", "3.2-a", side=SIDES[hq.side], unit=hq.id, units=units, count=count)
        begin(s, self.units, 0)

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        u = s.board.roster.names.index.get(action.args[0]) if action.args else None
        if action.verb == "leave" and u == self.hq:
            return Refusal("3.2-b", "The HQ is activated with its formation.")
        if action.verb != "add" or u is None:
            return None
        return self._no_add(s, u)

    def _no_add(self, s: DebrecenState, u: int) -> Refusal | None:
        unit, side = s.unit(u).id, s.unit(self.hq).side
        if s.unit(u).side != side:
            return Refusal("3.1-a", "{unit} is an enemy unit.", unit=unit)
        if s.activated & s.fatigued & 1 << u:
            return Refusal("3.5.2-c", "{unit} is fatigued and cannot be activated again.", unit=unit)
        if s.uncommanded >> u & 1:
            return Refusal("8.2-b", "{unit} is out of command.", unit=unit)
        if s.is_independent(u):
            rule = "9.2-a" if side == ALLIED else "9.3-a"
            return Refusal(rule, "{unit} cannot be activated with this HQ now.", unit=unit)
        if not formation_of_hq(s, self.hq) >> u & 1:
            return Refusal("1.4-a", "{unit} belongs to another formation.", unit=unit)
        if s.where[u] < 0 and not fresh(s, side) >> u & 1:
            return Refusal("14-d", "{unit} cannot enter now.", unit=unit)
        return Refusal("1.3-c", "{unit} has no action points.", unit=unit)


class Specific(Frame, frozen=True):
    """3.3-a, 9.2-b, 9.3-b: up to 4 units of any kind."""

    side: int
    units: Bits = 0

    def more(self, s: DebrecenState) -> Bits:
        """Units that may be chosen."""
        if self.units.bit_count() >= s.board.roster.data["sides"][SIDES[self.side]]["specific"]:
            return 0
        return able(s, self.side) & ~self.units

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("Choose up to 4 units, then begin. Those activated again get fatigued.")
        return Decision(side, "specific", text, ("3.3-a", "3.5-a"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        groups = [Group("add", s.board.roster.names, self.more(s))]
        return Actions([*groups, Group("begin")] if self.units else groups)

    def on_add(self, s: DebrecenState, unit: str) -> None:
        s.stack[-1] = Specific(self.side, self.units | 1 << s.board.roster.names.index[unit])

    def on_begin(self, s: DebrecenState) -> None:
        s.stack.pop()
        s.tell("units activated", "3.3-a", side=SIDES[self.side], units=s.ids(self.units))
        testing = sum(1 << u for u in members(self.units) if tests_c3i(s, u))
        if testing:
            s.stack.append(C3iRoll(self.units, testing))
        else:
            begin(s, self.units, 0)

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        u = s.board.roster.names.index.get(action.args[0]) if action.verb == "add" and action.args else None
        if u is None:
            return None
        unit = s.unit(u).id
        if s.unit(u).side != self.side:
            return Refusal("3.1-a", "{unit} is an enemy unit.", unit=unit)
        if not self.more(s):
            rule = "9.2-b" if self.side == ALLIED else "9.3-b"
            return Refusal(rule, "A specific activation takes 4 units at most.")
        if s.board.roster.bridgeheads >> u & 1:
            return Refusal("15.5-d", "A bridgehead fights only where it is, with its mother unit.")
        if s.activated & s.fatigued & 1 << u:
            return Refusal("3.5.2-c", "{unit} is fatigued and cannot be activated again.", unit=unit)
        if s.where[u] < 0 and not fresh(s, self.side) >> u & 1:
            return Refusal("14-d", "{unit} cannot enter now.", unit=unit)
        return Refusal("1.3-c", "{unit} has no action points.", unit=unit)


class C3iRoll(Frame, frozen=True):
    """3.3-c, 9.4-b: one die for each unit out of command or without its HQ."""

    units: Bits
    testing: Bits
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        text = Message("C3i tests of: {units}.", {"units": s.ids(self.testing)})
        return Chance("c3i", text, ("3.3-c", "9.4-b"), dice=self.testing.bit_count())

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        quality = s.board.roster.quality
        failed = sum(1 << u for u, die in zip(members(self.testing), dice, strict=True) if die > quality[u])
        s.tell("c3i", "9.4-b", units=s.ids(self.testing), dice=dice)
        if failed:
            s.tell("c3i failed", "3.3-d", units=s.ids(failed))
        begin(s, self.units, failed)


def begin(s: DebrecenState, units: Bits, failed: Bits) -> None:
    """3.1-a: units become active with their points, bridgeheads with their mothers (15.5-g); who is activated a second
    time gets fatigued (3.5-a)."""
    for mother, marker in bridgeheads.across(s, units):
        units |= 1 << marker
        failed |= (failed >> mother & 1) << marker
    second = units & s.activated
    for name in BUSY:
        setattr(s, name, 0)
    s.active = units
    for u in members(units):
        s.points[u] = action_points(s, u, again=bool(second >> u & 1), failed=bool(failed >> u & 1))
    if s.turn == s.board.short_turn:
        s.shackled = failed  # 15.1.1-c
    s.fatigued |= second
    s.activated |= units
    if second:
        s.tell("fatigued", "3.5-a", units=s.ids(second))
    side = s.unit(units.bit_length() - 1).side
    s.stack.append(Activation(side, second))
    if side == ALLIED:  # 15.4-g
        alarm.awake(s, units)


# -- 3.4 what active units do ----------------------------------------------------------------------------------------


class Activation(Frame, frozen=True):
    """3.4: active units spend their points in any order. ``again``: those in their second activation of the turn;
    ``entered``: the hexes by which units came in (14-b)."""

    side: int
    again: Bits = 0
    entered: tuple[Hex, ...] = ()

    # -- what can be done ----------------------------------------------------------------------------------------

    def ready(self, s: DebrecenState) -> Bits:
        """Active units on the map with points left."""
        points, found = s.points, 0
        for u in members(s.active & s.present):
            if points[u]:
                found |= 1 << u
        return found

    def movers(self, s: DebrecenState) -> Bits:
        """6.1-a: who may begin a move."""
        return may_start(s, self._free(s, self.ready(s)))

    def _free(self, s: DebrecenState, ready: Bits) -> Bits:
        """Not who must attack first (AMB-58), nor mother units (15.5-d)."""
        return ready & ~(s.duty | bridgeheads.pinned(s))

    def recovering(self, s: DebrecenState) -> Bits:
        """3.5.2-a: fatigued units in their first activation of the turn, before anything else."""
        return self._recovering(s, self.ready(s))

    def _recovering(self, s: DebrecenState, ready: Bits) -> Bits:
        units = ready & s.fatigued
        return units and units & ~(s.acted | self.again | s.shackled | s.board.roster.bridgeheads)

    def digging(self, s: DebrecenState) -> Bits:
        """12.1-a, 12.1-b, 15.1.1-d: units that may take up an improvised position."""
        return self._digging(s, self.ready(s))

    def _digging(self, s: DebrecenState, ready: Bits) -> Bits:
        if s.turn == s.board.short_turn:
            return 0
        return s.combat(ready) & ~(s.entrenched | s.duty | s.shackled)

    def owing(self, s: DebrecenState) -> Bits:
        """4.2-b, 4.3-a: units that must still attack, and can."""
        return s.duty & self.ready(s)

    def run(self, s: DebrecenState) -> bool:
        s.duty = bound(s)
        if self.ready(s) or any(doors(s, u, self.entered) for u in self.waiting(s)):
            return True
        self._end(s)
        return False

    def waiting(self, s: DebrecenState) -> Sequence[int]:
        """Active units that have not entered yet."""
        absent = s.active & ~s.present
        return [u for u in members(absent) if s.where[u] == WAITING] if absent else ()

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        owing = self.owing(s)
        if owing:
            text = Message("Must still attack: {units}. Move or attack.", {"units": s.ids(owing)})
            return Decision(side, "activation", text, ("4.2-b", "3.4-a"))
        text = Message("Move, attack, dig in or recover with your active units, or end the activation.")
        return Decision(side, "activation", text, ("3.4-a", "3.4.2-a"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        names, hexes = s.board.roster.names, s.board.names
        ready = self.ready(s)
        free = self._free(s, ready)
        movers, facing = may_start(s, free), combat.facing(s, ready)
        groups = [
            Group("select", names, movers),
            Group("attack", hexes, combat.targets(s, facing, False)),
            Group("prepare", hexes, combat.targets(s, facing, True)),
            Group("recover", names, self._recovering(s, ready)),
            Group("dig", names, self._digging(s, ready)),
        ]
        groups += [Group("enter", hexes, doors(s, u, self.entered), (names[u],)) for u in self.waiting(s)]
        for u in members(free ^ movers if s.moved else 0):
            if near := helpers(s, u):
                groups.append(Group("disengage", hexes, near, (names[u],)))
        if self.side == ALLIED and ready & s.board.roster.foot:
            groups += [Group("bridgehead", hexes, found, (names[u],)) for u, found in bridgeheads.can_place(s, ready)]
            groups.append(Group("enlarge", names, bridgeheads.can_enlarge(s, ready)))
        if not s.duty & ready:
            groups.append(Group("end"))
        return Actions(groups)

    # -- what they do --------------------------------------------------------------------------------------------

    def on_select(self, s: DebrecenState, unit: str) -> None:
        s.stack.append(Moving(1 << s.board.roster.names.index[unit]))

    def on_enter(self, s: DebrecenState, unit: str, target: str) -> None:
        h = s.board.grid.index[target]
        s.stack[-1] = Activation(self.side, self.again, (*self.entered, h))
        come_in(s, s.board.roster.names.index[unit], h, self.entered.count(h))

    def on_attack(self, s: DebrecenState, target: str) -> None:
        s.stack.append(combat.Declare(self.side, False, s.board.grid.index[target]))

    def on_prepare(self, s: DebrecenState, target: str) -> None:
        s.stack.append(combat.Declare(self.side, True, s.board.grid.index[target]))

    def _spend(self, s: DebrecenState, unit: str) -> int:
        u = s.board.roster.names.index[unit]
        s.points[u] -= 1
        s.acted |= 1 << u
        return u

    def on_recover(self, s: DebrecenState, unit: str) -> None:
        u = self._spend(s, unit)
        s.fatigued &= ~(1 << u)
        marker = s.bridgehead_of(u)
        if marker >= 0:  # 15.5-j
            s.fatigued &= ~(1 << marker)
        s.tell("recovered", "3.5.2-a", side=SIDES[self.side], units=[unit], hex=s.name(s.where[u]))

    def on_dig(self, s: DebrecenState, unit: str) -> None:
        u = self._spend(s, unit)
        s.entrenched |= 1 << u
        s.tell("dug in", "12.1-a", side=SIDES[self.side], units=[unit], hex=s.name(s.where[u]))

    def on_disengage(self, s: DebrecenState, unit: str, target: str) -> None:
        s.stack.append(DisengageRoll(s.board.roster.names.index[unit], s.board.grid.index[target]))

    def on_bridgehead(self, s: DebrecenState, unit: str, target: str) -> None:
        h = s.board.grid.index[target]
        marker = bridgeheads.place(s, s.board.roster.names.index[unit], h)
        s.sweep()  # 1.5-k, 15.5-g
        alarm.contact(s, 1 << marker, h)

    def on_enlarge(self, s: DebrecenState, unit: str) -> None:
        bridgeheads.enlarge(s, s.board.roster.names.index[unit])

    def on_end(self, s: DebrecenState) -> None:
        self._end(s)

    def _end(self, s: DebrecenState) -> None:
        s.stack[-1] = Closing(self.side)

    # -- why not -------------------------------------------------------------------------------------------------

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "end":
            units = s.ids(self.owing(s))
            return Refusal("4.2-b", "These units must attack before the activation ends: {units}.", units=units)
        if action.verb in ("attack", "prepare"):
            return combat.no_target(s, self.side, " ".join(action.args), action.verb == "prepare")
        u = s.board.roster.names.index.get(action.args[0]) if action.args else None
        if u is None or action.verb not in ("select", "recover", "dig", "enter", "disengage", "bridgehead", "enlarge"):
            return None
        unit, bit = s.unit(u).id, 1 << u
        if s.unit(u).side != self.side:
            return Refusal("3.1-c", "Units move and attack only in an activation of their owner.")
        if not s.active & bit:
            return Refusal("3.1-a", "{unit} is not active.", unit=unit)
        if action.verb == "enter":
            return self._no_entry(s, u, action)
        if s.where[u] < 0:
            return Refusal("14-d", "{unit} is not on the map yet.", unit=unit)
        if not s.points[u]:
            return Refusal("3.4.1-b", "{unit} has no action points left.", unit=unit)
        if s.shackled & bit and action.verb != "select":
            return Refusal("15.1.1-c", "{unit} failed its C3i test and may only move.", unit=unit)
        return self._no_action(s, u, action.verb)

    def _no_entry(self, s: DebrecenState, u: int, action: Action) -> Refusal:
        unit = s.unit(u).id
        h = s.board.grid.index.get(action.args[-1])
        if s.where[u] >= 0:
            return Refusal("14-d", "{unit} is on the map.", unit=unit)
        if h is None or not entry_hexes(s, u) >> h & 1:
            return Refusal("14-a", "{unit} does not enter there.", unit=unit)
        return Refusal("14-b", "{unit} cannot pay for its entry there.", unit=unit)

    def _no_action(self, s: DebrecenState, u: int, verb: str) -> Refusal | None:
        unit, bit = s.unit(u).id, 1 << u
        if verb == "select":
            if s.duty & bit:
                return Refusal("4.2-b", "{unit} has entered an enemy zone of control and must attack.", unit=unit)
            if s.board.roster.bridgeheads & bit:
                return Refusal("15.5-d", "A bridgehead fights only where it is, with its mother unit.")
            if s.bridgehead_of(u) >= 0:
                return Refusal("15.5-d", "{unit} may not move while its bridgehead is in place.", unit=unit)
            return self._no_way(s, u)
        if verb == "recover":
            if not s.fatigued & bit:
                return Refusal("3.5.2-a", "{unit} is not fatigued.", unit=unit)
            return Refusal("3.4.1-f", "{unit} recovers only as the first action of its first activation.", unit=unit)
        if verb == "dig":
            if s.board.roster.hqs & bit:
                return Refusal("3.1-d", "{unit} is a headquarters: it only moves or recovers.", unit=unit)
            if s.turn == s.board.short_turn:
                return Refusal("15.1.1-d", "No improvised positions in the first turn.")
            if s.duty & bit:
                return Refusal("12.1-b", "{unit} is obliged to attack.", unit=unit)
            return Refusal("12.1-a", "{unit} cannot take up a position, or has one.", unit=unit)
        if verb == "disengage":
            return Refusal("4.4-b", "{unit} is not locked, or no friend has moved up to that hex.", unit=unit)
        if verb == "enlarge":
            return Refusal("15.5-f", "{unit} cannot put a second step across the river now.", unit=unit)
        if not bridgeheads.left(s):
            return Refusal("15.5-a", "No more bridgeheads can be placed.")
        return Refusal("15.5-b", "{unit} cannot put a step across the river now.", unit=unit)

    def _no_way(self, s: DebrecenState, u: int) -> Refusal:
        """Why a unit that may move has nowhere to go."""
        unit, h = s.unit(u).id, s.where[u]
        near = s.board.around[h] & ~s.occupied[1 - self.side]
        if s.barriers(self.side) >> h & 1:
            text = "{unit} is locked in place: it gets away only past a friend that moves up beside it."
            return Refusal("4.4-a", text, unit=unit)
        if near & ~s.board.wall_of(1 << u).of(h):
            return Refusal("4.2-c", "Wherever {unit} could go it would have to attack, and cannot.", unit=unit)
        if near & ~s.board.wall.of(h):
            return Refusal("7.1-f", "Tanks enter and leave rough ground only along a road.")
        return Refusal("6.2-e", "The Tisza is crossed only at bridges.")


class Closing(Frame, frozen=True):
    """2.1-f, 5-d: at the end of a sequence whoever is above the limit of a hex is eliminated, as the owner chooses;
    breakthroughs close (7.9-d) and points left are lost (3.4.1-c)."""

    side: int

    def overfull(self, s: DebrecenState) -> tuple[Hex, int] | None:
        """5-a: a hex above the limit, and its side."""
        below = s.present ^ s.tops
        for side in (self.side, 1 - self.side):
            for h in members(of(s.where[u] for u in members(below & s.board.roster.of_side[side]))):
                if s.strength(h) > s.board.stacking:
                    return h, side
        return None

    def run(self, s: DebrecenState) -> bool:
        if self.overfull(s):
            return True
        s.stack.pop()
        s.breakthrough = 0
        for u in members(s.active):
            s.points[u] = 0
        for name in BUSY:
            setattr(s, name, 0)
        sequence_over(s, self.side)
        return False

    def _here(self, s: DebrecenState) -> tuple[Hex, int]:
        found = self.overfull(s)
        assert found is not None
        return found

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self._here(s)[1]],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        h, _ = self._here(s)
        text = Message("More than 6 steps in {hex}: choose the unit to eliminate.", {"hex": s.name(h)})
        return Decision(side, "overstacked", text, ("5-d", "5-a"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        h, _ = self._here(s)
        return Actions([Group("eliminate", s.board.roster.names, s.combat(s.at[h]))])

    def on_eliminate(self, s: DebrecenState, unit: str) -> None:
        u = s.board.roster.names.index[unit]
        s.eliminate(u, "5-d")

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "eliminate":
            return Refusal("5-d", "Only units in the overfull hex can be chosen.")
        return None


__all__ = ["Activation", "Closing", "Muster", "Operations", "Specific", "able", "action_points", "begin"]
