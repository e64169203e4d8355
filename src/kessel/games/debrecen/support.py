"""1.6 and 15.6.2: support markers and air missions in a combat, and what becomes of the markers after use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Names, Refusal
from kessel.games.debrecen.odds import MODIFIER, STAR, attack_table
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import GONE, READY, USED, DebrecenState
from kessel.games.debrecen.supply import command_area
from kessel.hexes import Bits, first, members, of

if TYPE_CHECKING:
    from kessel.games.debrecen.combat import Combat

USES = Names((MODIFIER, STAR))
ATTACK, DEFENCE = "attack", "defence"


def belongs(s: DebrecenState, u: int, hq: int) -> bool:
    """1.5-f: whether a unit is of the HQ's formation or independent; a bridgehead is of its mother's."""
    bridgeheads = s.board.roster.bridgeheads
    if bridgeheads >> u & 1:
        u = s.mothers[u - first(bridgeheads)]
    own = s.formation_units(s.board.roster.formation_of[hq]) | s.independents
    return u >= 0 and bool(own >> u & 1)


def in_reach(s: DebrecenState, hq: int, units: Bits) -> bool:
    """1.5-d, 1.5-f, AMB-91: whether an HQ may support one of some units now."""
    own = [u for u in members(units) if belongs(s, u, hq)]
    disc = s.board.grid.disc(s.where[hq], s.unit(hq).range) if own and s.where[hq] >= 0 else 0
    if not any(disc >> s.where[u] & 1 for u in own):
        return False
    near = command_area(s, hq)
    return any(near >> s.where[u] & 1 for u in own)


def nationalities(s: DebrecenState, hq: int, units: Bits, role: str) -> set[str]:
    """1.5-g to 1.5-i: whose markers an HQ may use; for a mixed stack in defence those of both nationalities (1.6-i)."""
    found = set(s.unit(hq).uses)
    stack = {s.unit(u).nationality for u in members(s.combat(units))}
    return found | stack if role == DEFENCE and len(stack) > 1 else found


def open_to_tanks(s: DebrecenState, target: int, units: Bits) -> bool:
    """1.6.1-m: neither the defender's hex nor every attacking hex is impassable to armoured vehicles."""
    board = s.board
    stacks = of({s.where[u] for u in members(units)})
    return all(any(board.around[h] & ~board.tank_wall.of(h) for h in members(hexes)) for hexes in (1 << target, stacks))


class Support(Frame, frozen=True):
    """7.6-e: a side adds markers and an air mission to a combat, the attacker first, until it passes."""

    side: int
    role: str

    def combat(self, s: DebrecenState) -> Combat:
        """The combat that this is part of."""
        found: Combat = s.stack[-2]
        return found

    def units(self, s: DebrecenState) -> Bits:
        """The units that may be supported."""
        combat = self.combat(s)
        return (combat.units if self.role == ATTACK else combat.defenders) & s.present

    def room(self, s: DebrecenState) -> int:
        """1.6-h, 7.3.1-b, 7.3.2-c: how many more markers the side may use in this combat."""
        combat = self.combat(s)
        if self.role == ATTACK:
            return int(attack_table(s, combat.prepared)["supports"]) - len(combat.attack_support)
        return int(s.board.tables["combat"]["defence"]["supports"]) - len(combat.defence_support)

    def flies(self, s: DebrecenState) -> bool:
        """15.6.2-d: whether the side has a mission left and has flown none in this combat."""
        return s.missions[self.side] > 0 and not self.combat(s).air[self.role == DEFENCE]

    def markers(self, s: DebrecenState) -> Bits:
        """The markers that the side may use now."""
        if self.room(s) <= 0:
            return 0
        ready = [m for m in s.board.markers_of[self.side] if s.stock[m] == READY]
        units = self.units(s)
        near = {hq: in_reach(s, hq, units) for hq in {s.box[m] for m in ready}}
        return of(m for m in ready if near[s.box[m]] and not self.barred(s, m))

    def barred(self, s: DebrecenState, m: int) -> Refusal | None:
        """Why a marker in the box of an HQ cannot serve in this combat."""
        marker, hq, units = s.board.markers[m], s.box[m], self.units(s)
        kind, args = s.board.kinds[marker.kind], {"marker": marker.id, "hq": s.unit(hq).id}
        if s.where[hq] < 0:
            return Refusal("1.6-c", "{hq} is not on the map.", **args)
        if self.role not in kind.get("when", (ATTACK, DEFENCE)):
            rule = "1.6.1-h" if marker.kind == "flak_88" else "1.6.2-d"
            return Refusal(rule, "{marker} serves in defence only.", **args)
        if marker.nationality not in nationalities(s, hq, units, self.role):
            return Refusal("1.5-g", "{hq} may not use markers of the nationality of {marker}.", **args)
        if not any(belongs(s, u, hq) for u in members(units)):
            return Refusal("1.5-f", "{hq} supports only its own formation and independent units.", **args)
        if not in_reach(s, hq, units):
            return Refusal("1.5-d", "None of the units that {hq} may support is in its command range.", **args)
        combat = self.combat(s)
        if kind.get("terrain") and not open_to_tanks(s, combat.target, combat.units):
            return Refusal("1.6.1-m", "{marker} cannot be used in ground that is impassable to tanks.", **args)
        return None

    def run(self, s: DebrecenState) -> bool:
        if self.flies(s) or self.markers(s):
            return True
        s.stack.pop()
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("Support for the combat in {hex}: use markers or an air mission, or pass.", self._where(s))
        return Decision(side, "support", text, ("7.6-e", "1.6-h", "15.6.2-b"))

    def _where(self, s: DebrecenState) -> dict[str, object]:
        return {"hex": s.name(self.combat(s).target)}

    def actions(self, s: DebrecenState, side: str) -> Actions:
        names, found = s.board.marker_names, self.markers(s)
        either = of(m for m in members(found) if "either" in s.board.kinds[s.board.markers[m].kind]["effect"])
        groups = [Group("support", names, found & ~either)]
        groups += [Group("support", USES, 0b11, (names[m],)) for m in members(either)]  # 1.6.1-j
        if self.flies(s):
            groups.append(Group("air"))
        return Actions([*groups, Group("pass")])

    def on_support(self, s: DebrecenState, marker: str, use: str = "") -> None:
        """1.6-g: the marker is spent."""
        m, combat = s.board.marker_names.index[marker], self.combat(s)
        s.stock[m] = USED
        if self.role == ATTACK:
            s.stack[-2] = replace(combat, attack_support=(*combat.attack_support, (m, use)))
        else:
            s.stack[-2] = replace(combat, defence_support=(*combat.defence_support, (m, use)))
        hq = s.unit(s.box[m]).id
        if use:
            s.tell("support in use", "1.6-g", "1.6.1-j", side=SIDES[self.side], marker=marker, unit=hq, use=use)
        else:
            s.tell("support", "1.6-g", side=SIDES[self.side], marker=marker, unit=hq)

    def on_air(self, s: DebrecenState) -> None:
        combat = self.combat(s)
        s.missions[self.side] -= 1
        attacker, defender = combat.air
        s.stack[-2] = replace(combat, air=(True, defender) if self.role == ATTACK else (attacker, True))
        s.tell("air support", "15.6.2-a", "15.6.2-b", side=SIDES[self.side], hex=s.name(combat.target))

    def on_pass(self, s: DebrecenState) -> None:
        s.stack.pop()

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "air":
            if self.combat(s).air[self.role == DEFENCE]:
                return Refusal("15.6.2-d", "Each side flies at most one mission in a combat.")
            return Refusal("15.6.1-a", "No air mission is left this turn.")
        if action.verb != "support" or not action.args:
            return None
        m = s.board.marker_names.index.get(action.args[0])
        if m is None:
            return Refusal("1.6-a", "There is no support marker “{name}”.", name=action.args[0])
        marker = s.board.markers[m].id
        if s.board.markers[m].side != self.side:
            return Refusal("1.6-a", "{marker} is not yours.", marker=marker)
        if s.stock[m] != READY:
            return Refusal("1.6-f", "{marker} is not in the available box of an HQ.", marker=marker)
        if self.room(s) <= 0:
            rule = "7.3.2-c" if self.role == ATTACK and self.combat(s).prepared else "1.6-h"
            return Refusal(rule, "No more support markers in this combat.")
        return self.barred(s, m) or Refusal(
            "1.6.1-j", "{marker} gives either a modifier or a star: say which.", marker=marker
        )


class AfterUse(Frame, frozen=True):
    """1.6-j, AMB-37: the roll for a marker after the combat."""

    marker: int
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        marker = s.board.markers[self.marker]
        text = Message("What becomes of {marker}?", {"marker": marker.id})
        return Chance("after-use", text, ("1.6-j", "AMB-37"))

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        m = self.marker
        marker = s.board.markers[m]
        fate = s.board.kinds[marker.kind]["after"][dice[0] - 1]
        side = SIDES[marker.side]
        if fate == "used":
            s.tell("support used", "1.6-j", side=side, marker=marker.id, dice=dice)
        elif fate == "removed":
            s.stock[m], s.box[m] = GONE, -1
            s.tell("support removed", "1.6-j", side=side, marker=marker.id, dice=dice)
        else:
            s.stock[m], s.box[m] = s.turn + fate, -1
            s.tell("support delayed", "1.6-j", "AMB-37", side=side, marker=marker.id, dice=dice, turn=s.turn + fate)


def rolls(s: DebrecenState, m: int) -> bool:
    """1.6.1-i: whether a die decides what becomes of a marker after use."""
    return bool(s.board.kinds[s.board.markers[m].kind]["after"] != "none")


def held(s: DebrecenState, support: tuple[tuple[int, str], ...], armoured: bool = False) -> Bits:
    """1.6.1-f, 1.6.1-i, 1.6.1-k: markers spent in a combat that may still be given up as a step: all of them, or those
    that count as an armoured one."""
    kinds, markers = s.board.kinds, s.board.markers
    wanted = ("armoured",) if armoured else ("any", "armoured")
    return of(m for m, _ in support if s.stock[m] != GONE and kinds[markers[m].kind].get("step") in wanted)


def give_up(s: DebrecenState, m: int, *rules: str) -> None:
    """1.6.1-f, 1.6.1-i, 1.6.1-k: a marker is lost for good in place of a step."""
    s.stock[m], s.box[m] = GONE, -1
    marker = s.board.markers[m]
    s.tell("support lost", *rules, side=SIDES[marker.side], marker=marker.id)
