"""7.0 Combat: who may attack what, the declaration, the steps of 7.6 up to the result."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.advance import Advance, advancers
from kessel.games.debrecen.odds import (
    Assault,
    Odds,
    armour_result,
    attack_table,
    chances,
    clamped,
    contest,
    odds,
    reckoned,
    result_of,
    stars,
)
from kessel.games.debrecen.odds import Support as Spent
from kessel.games.debrecen.results import Settle, lose, read_result
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import GONE, DebrecenState
from kessel.games.debrecen.support import ATTACK, DEFENCE, AfterUse, Support, held, rolls
from kessel.hexes import Bits, Hex, first, members, of

BARRED = {"isolated": "isolated", "out_of_supply": "starved"}
"""States that bar a prepared attack (10.3-c, 10.3-e), and the mark of each."""


def fit(s: DebrecenState, units: Bits, prepared: bool) -> Bits:
    """Those of some units of the activation that may make an attack of a type: the action points for it (7.3.1-a,
    7.3.2-a), no red combat value (1.1-c), in supply for a prepared one (10.3-c, 10.3-e)."""
    units &= s.active & s.present & s.board.roster.attackers & ~s.shackled
    if not units:
        return 0
    table = attack_table(s, prepared)
    for state in table["barred"]:
        units &= ~getattr(s, BARRED[state])
    least = table["points"]
    for u in members(units):
        if s.points[u] < least:
            units ^= 1 << u
    return units


def able(s: DebrecenState, side: int, target: Hex, prepared: bool) -> Bits:
    """7.1-d, 7.1-f: the units that may attack a hex: fit, next to it, and no wall for them between."""
    board = s.board
    units = s.units_at(board.around[target] & s.occupied[side] & ~board.wall.of(target))
    tanks = units & board.roster.tanks
    if tanks:
        units &= ~(tanks & s.units_at(board.tank_wall.of(target) & s.occupied[side]))
    return fit(s, units & board.roster.of_side[side], prepared)


def facing(s: DebrecenState, units: Bits) -> Bits:
    """Those of some units of a side that have an enemy next to them."""
    found = 0
    if units:
        near, where = s.within_reach(1 - s.board.roster.side_of[first(units)]), s.where
        for u in members(units):
            if near >> where[u] & 1:
                found |= 1 << u
    return found


def targets(s: DebrecenState, units: Bits, prepared: bool) -> Bits:
    """7.1-a: the hexes with enemies that one of some units may attack."""
    board, found = s.board, 0
    units = fit(s, units, prepared)
    if not units:
        return 0
    for group, wall in ((units & ~board.roster.tanks, board.wall), (units & board.roster.tanks, board.tank_wall)):
        if group:
            found |= wall.others.across(of(s.where[u] for u in members(group)))
    return found & s.occupied[1 - board.roster.side_of[first(units)]]


class Declare(Frame, frozen=True):
    """7.6-a: the attacker names the units that attack a hex, each paying for it (7.3.2-b)."""

    side: int
    prepared: bool
    target: Hex
    units: Bits = 0

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        args = {"hex": s.name(self.target)}
        if self.prepared:
            text = Message("Prepared attack on {hex}: add attackers, then commit.", args)
            return Decision(side, "declare", text, ("7.6-a", "7.3.2-a", "7.3.2-b"))
        text = Message("Attack on {hex}: add attackers, then commit.", args)
        return Decision(side, "declare", text, ("7.6-a", "7.3.1-a", "7.3.1-c"))

    def candidates(self, s: DebrecenState) -> Bits:
        """7.1-g, 7.1-c: able units, no more than four of a hex."""
        most = s.board.tables["combat"]["attackers"]
        units = able(s, self.side, self.target, self.prepared) & ~self.units
        for stack in {s.at[s.where[u]] for u in members(self.units)}:
            if (stack & self.units).bit_count() >= most:
                units &= ~stack
        return units

    def actions(self, s: DebrecenState, side: str) -> Actions:
        groups = [Group("add", s.board.roster.names, self.candidates(s))]
        if self.units:
            groups.append(Group("commit"))
        return Actions(groups)

    def on_add(self, s: DebrecenState, unit: str) -> None:
        s.stack[-1] = replace(self, units=self.units | 1 << s.board.roster.names.index[unit])

    def on_commit(self, s: DebrecenState) -> None:
        """The attack is paid for; it fulfils the duty of those whom the target compels (7.1-e, AMB-62) and ends
        improvised positions (12.1-f)."""
        units = self.units
        cost = attack_table(s, self.prepared)["points"]
        for u in members(units):
            s.points[u] -= cost
            compelling = s.pinning(s.where[u], self.side) & ~s.board.rivers.of(s.where[u])
            if compelling >> self.target & 1:
                s.duty &= ~(1 << u)
        s.acted |= units
        s.entrenched &= ~units
        defenders = s.at[self.target]
        s.stack[-1] = Combat(self.side, self.target, self.prepared, units, defenders)
        s.tell(
            "prepared attack" if self.prepared else "attack",
            "7.6-a",
            "7.3.2-a" if self.prepared else "7.3.1-a",
            side=SIDES[self.side],
            hex=s.name(self.target),
            units=s.ids(units),
            defenders=s.ids(defenders),
        )

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "commit":
            return Refusal("7.6-a", "Add at least one attacker first.")
        if action.verb != "add" or len(action.args) != 1:
            return Refusal("7.6-a", "One combat at a time: this attack is being declared.")
        u = s.board.roster.names.index.get(action.args[0])
        if u is None:
            return Refusal("7.6-a", "There is no unit “{name}”.", name=action.args[0])
        if self.units >> u & 1:
            return Refusal("7.2-c", "{unit} takes part already.", unit=s.unit(u).id)
        return unfit(s, self.side, u, self.target, self.prepared) or Refusal(
            "7.1-c", "No more than four units may attack from one hex."
        )


def unfit(s: DebrecenState, side: int, u: int, target: Hex, prepared: bool) -> Refusal | None:
    """Why a unit may not take part in an attack."""
    unit, bit, h = s.unit(u).id, 1 << u, s.where[u]
    if s.unit(u).side != side:
        return Refusal("7-a", "{unit} is not yours.", unit=unit)
    if h < 0:
        return Refusal("7.1-a", "{unit} is not on the map.", unit=unit)
    if not s.active & bit:
        return Refusal("3.1-c", "{unit} is not activated now.", unit=unit)
    if s.board.roster.hqs & bit:
        return Refusal("3.1-d", "{unit} is a headquarters: it never attacks.", unit=unit)
    if s.board.roster.red & bit:
        return Refusal("1.1-c", "{unit} may not attack: its combat value is red.", unit=unit)
    if s.shackled & bit:
        return Refusal("15.1.1-c", "{unit} failed its C3i test in turn 1 and may only move.", unit=unit)
    if not s.board.around[target] >> h & 1:
        return Refusal("7.1-a", "{unit} is not adjacent to {hex}.", unit=unit, hex=s.name(target))
    if not s.board.may_cross(u, h, target):
        return Refusal("7.1-f", "The ground keeps {unit} from attacking {hex}.", unit=unit, hex=s.name(target))
    if prepared and s.starved & bit:
        return Refusal("10.3-e", "{unit} is out of supply: no prepared attack.", unit=unit)
    if prepared and s.isolated & bit:
        return Refusal("10.3-c", "{unit} is isolated: no prepared attack.", unit=unit)
    if s.points[u] < attack_table(s, prepared)["points"]:
        rule = "7.3.2-a" if prepared else "7.3.1-a"
        return Refusal(rule, "{unit} has not enough action points left.", unit=unit)
    return None


def no_target(s: DebrecenState, side: int, name: str, prepared: bool) -> Refusal:
    """Why nobody of a side can attack a hex now."""
    h = s.board.grid.index.get(name)
    if h is None or not s.board.area >> h & 1:
        return Refusal("7.1-a", "There is no hex {name} in the playing area.", name=name)
    if not s.occupied[1 - side] >> h & 1:
        return Refusal("7.1-a", "{hex} holds no enemy unit.", hex=name)
    near = s.units_at(s.board.around[h]) & s.board.roster.of_side[side]
    for u in members(near & s.active or near):
        if found := unfit(s, side, u, h, prepared):
            return found
    return Refusal("7.1-a", "No unit of yours is adjacent to {hex}.", hex=name)


class Combat(Frame, frozen=True):
    """7.6: an attack from its declaration to the last after-use roll, step by step."""

    side: int
    target: Hex
    prepared: bool
    units: Bits
    """The attackers."""
    defenders: Bits
    """All units of the target hex when the attack was declared (7.2-a)."""
    step: int = 0
    attack_support: tuple[tuple[int, str], ...] = ()
    defence_support: tuple[tuple[int, str], ...] = ()
    air: tuple[bool, bool] = (False, False)
    quality: tuple[int, int] = (-1, -1)
    armour: tuple[int, int] = (-1, -1)
    frozen: bool = False
    """7.5-h: the odds are determined: ``start`` and ``die`` stand whatever armour does to the units."""
    start: int = 0
    die: int = 0
    shift: int = 0
    """Columns by armour (7.5-g)."""
    result: str = ""
    lost: int = 0
    """Steps that the defender has lost by the result (7.7-h)."""
    trails: tuple[tuple[Hex, ...], ...] = ()
    """The hexes left behind by the defender, group by group (7.8.2-a)."""
    open: Bits = 0
    """Those of the trails whose units are dead: from their end the way is free (7.8.2-k, AMB-49)."""
    reach: int = 0
    """How many hexes the advance may go."""
    withdrawn: bool = False
    """The attackers have retreated."""

    def assault(self) -> Assault:
        """What the odds depend on."""
        return Assault(
            self.side,
            self.target,
            self.prepared,
            self.units,
            self.attack_support,
            self.defence_support,
            self.air,
            self.quality,
            self.armour,
        )

    def odds(self, s: DebrecenState) -> Odds:
        """The arithmetic as it stands now; column and die once they are determined (7.5-h)."""
        found = odds(s, self.assault()._replace(units=self.units & s.present))
        if not self.frozen:
            return found
        column = self.start + self.shift
        left = chances(s, column, self.die, 0)
        return found._replace(start=column, die=self.die, difference=0, column=clamped(s, column), results=left)

    def involved(self, s: DebrecenState, side: int) -> Bits:
        """The units of a side that are in the combat and on the map."""
        return (self.units if side == self.side else self.defenders) & s.present

    def spent(self, side: int) -> Spent:
        """The markers that a side has used."""
        return self.attack_support if side == self.side else self.defence_support

    def vacated(self, s: DebrecenState) -> bool:
        """7.8.2-a: no defender is left in the target hex."""
        return not s.occupied[1 - self.side] >> self.target & 1

    def must_advance(self, s: DebrecenState) -> bool:
        """7.8.2-i: whether one attacker at least has to enter the vacated hex."""
        return bool(attack_table(s, self.prepared)["advance"] == "must")

    def run(self, s: DebrecenState) -> bool:
        s.stack[-1] = replace(self, step=self.step + 1)
        steps = (
            self._attacker_supports,
            self._defender_supports,
            self._attacker_quality,
            self._defender_quality,
            self._attacker_armour,
            self._defender_armour,
            self._armour,
            self._roll,
            self._defender_settles,
            self._attacker_settles,
            self._advance,
            self._after_use,
        )
        steps[self.step](s)
        return False

    # -- 7.6-e to 7.6-h ------------------------------------------------------------------------------------------

    def _attacker_supports(self, s: DebrecenState) -> None:
        s.stack.append(Support(self.side, ATTACK))

    def _defender_supports(self, s: DebrecenState) -> None:
        s.stack.append(Support(1 - self.side, DEFENCE))

    def _attacker_quality(self, s: DebrecenState) -> None:
        """7.4-b, AMB-41: HQs only if no other unit is there."""
        self._ask(s, 0, False, self.units)

    def _defender_quality(self, s: DebrecenState) -> None:
        self._ask(s, 1, False, s.combat(self.defenders) or self.defenders)

    def _attacker_armour(self, s: DebrecenState) -> None:
        self._armour_pick(s, 0, self.units)

    def _defender_armour(self, s: DebrecenState) -> None:
        self._armour_pick(s, 1, s.combat(self.defenders) or self.defenders)

    def _armour_pick(self, s: DebrecenState, who: int, units: Bits) -> None:
        """7.5-e: the choice is put only where units differ in stars."""
        assault = self.assault()
        if contest(s, assault, self.defenders):
            alike = len({stars(s, assault, u, who == 0) for u in members(units)}) == 1
            self._ask(s, who, True, units & -units if alike else units)

    def _ask(self, s: DebrecenState, who: int, armour: bool, units: Bits) -> None:
        if units & (units - 1):
            s.stack.append(Pick(self.side if who == 0 else 1 - self.side, who, armour, units))
        else:
            self.picked(s, who, armour, first(units))

    def picked(self, s: DebrecenState, who: int, armour: bool, u: int) -> None:
        """A side has picked the unit whose quality, or whose stars, count."""
        combat: Combat = s.stack[-1]
        pair = combat.armour if armour else combat.quality
        pair = (u, pair[1]) if who == 0 else (pair[0], u)
        side, units = SIDES[s.unit(u).side], [s.unit(u).id]
        if armour:
            s.stack[-1] = replace(combat, armour=pair)
            s.tell("stars", "7.5-e", side=side, units=units, value=stars(s, self.assault(), u, who == 0))
        else:
            s.stack[-1] = replace(combat, quality=pair)
            s.tell("quality", "7.4-b", side=side, units=units, value=s.board.roster.quality[u])

    def _armour(self, s: DebrecenState) -> None:
        """7.5-h: from here on odds and quality stand."""
        found = reckoned(s, self.assault())
        combat: Combat = s.stack[-1]
        s.stack[-1] = replace(combat, frozen=True, start=found.start, die=found.die)
        columns = s.board.tables["combat"]["columns"]
        s.tell(
            "odds",
            "7.6-d",
            "7.6-g",
            attack=written(found.attack_total),
            defence=written(found.defence_total),
            ratio=columns[found.base],
            column=columns[found.column],
        )
        if found.difference:
            s.stack.append(ArmourRoll(self.side, found.difference))

    def _roll(self, s: DebrecenState) -> None:
        """AMB-42: with no attacker left the attack is over; a defender who is gone does not spare the roll."""
        if self.involved(s, self.side):
            s.stack.append(CombatRoll(self.side))

    # -- 7.7 and 7.8 ---------------------------------------------------------------------------------------------

    def _defender_settles(self, s: DebrecenState) -> None:
        """7.7-g: the defender first."""
        found = read_result(self.result)
        if self.result and self.vacated(s):  # AMB-42, AMB-48
            self.settled(s, trails=((self.target,),), open=1, reach=max(1, found.defence))
        elif found.defence:
            rule = "7.7-i" if found.defence_starred else ""
            s.stack.append(Settle(1 - self.side, found.defence, rule, found.breakthrough))

    def _attacker_settles(self, s: DebrecenState) -> None:
        """7.7-h: a prepared attack that costs the defender steps costs the attacker one at least; 7.7-j, 7.8.2-g,
        AMB-47: he may retreat only if the defender did not choose to stay, and not where he has to advance."""
        units = self.involved(s, self.side)
        found = read_result(self.result)
        least = attack_table(s, self.prepared)["loss"] if self.lost else 0
        owed = max(found.attack, least)
        if not owed or not units:
            return
        stood = not self.vacated(s) and found.defence > 0  # AMB-87
        pinned = stood or (self.vacated(s) and self.must_advance(s) and bool(advancers(s, units)))
        rule = "7.7-i" if found.attack_starred else "7.7-h" if least else ""
        s.stack.append(Settle(self.side, owed, rule, pinned=pinned))

    def settled(self, s: DebrecenState, **found: object) -> None:
        """A side has taken its result: what came of it."""
        combat: Combat = s.stack[-1]
        s.stack[-1] = replace(combat, **found)

    def _advance(self, s: DebrecenState) -> None:
        """7.8.2-h, 7.8.2-g: only the attacker, and only if he has paid in steps."""
        units = self.involved(s, self.side)
        if self.vacated(s) and units and not self.withdrawn and self.trails:
            must = self.must_advance(s)
            s.stack.append(Advance(self.side, self.target, units, self.trails, self.open, self.reach, must))

    def _after_use(self, s: DebrecenState) -> None:
        """1.6-j, AMB-37: the rolls for the markers that were used and not given up; then the combat is over."""
        s.stack.pop()
        s.sweep()
        for m, _ in reversed((*self.attack_support, *self.defence_support)):
            if s.stock[m] != GONE and rolls(s, m):
                s.stack.append(AfterUse(m))


class Pick(Frame, frozen=True):
    """7.4-b, 7.5-e: a side picks the unit whose quality, or whose stars, count."""

    side: int
    who: int
    """0 for the attacker, 1 for the defender."""
    armour: bool
    units: Bits

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        if self.armour:
            return Decision(side, "armour", Message("Choose the unit whose armour counts."), ("7.5-e", "AMB-40"))
        text = Message("Choose the unit whose quality counts: it takes the first loss.")
        return Decision(side, "quality", text, ("7.4-b", "AMB-41"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        return Actions([Group("pick", s.board.roster.names, self.units)])

    def on_pick(self, s: DebrecenState, unit: str) -> None:
        s.stack.pop()
        s.stack[-1].picked(s, self.who, self.armour, s.board.roster.names.index[unit])

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        rule = "7.5-e" if self.armour else "7.4-b"
        return Refusal(rule, "Choose one of your units in this combat: {units}.", units=s.ids(self.units))


class ArmourRoll(Frame, frozen=True):
    """7.5-g: the attacker rolls for armour superiority."""

    side: int
    difference: int
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        text = Message("Armour superiority: {difference}.", {"difference": f"{self.difference:+d}"})
        return Chance("armour", text, ("7.5-g", "7.6-f"))

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        combat: Combat = s.stack[-1]
        found = armour_result(s, self.difference, dice[0])
        s.stack[-1] = replace(combat, shift=found.shift)
        s.tell("armour", "7.5-g", side=SIDES[self.side], dice=dice, columns=f"{found.shift:+d}")
        if found.loser >= 0:
            side = self.side if found.loser == 0 else 1 - self.side
            loss = ArmourLoss(side)
            if loss.units(s, combat) or loss.markers(s, combat):
                s.stack.append(loss)


class ArmourLoss(Frame, frozen=True):
    """7.5-g, AMB-43: a side loses an armoured step at once: a unit's, or a marker that counts as one."""

    side: int

    def units(self, s: DebrecenState, combat: Combat) -> Bits:
        """Its armoured and mechanised units in the combat."""
        return combat.involved(s, self.side) & s.board.roster.armoured

    def markers(self, s: DebrecenState, combat: Combat) -> Bits:
        """Its markers in the combat that count as an armoured step."""
        return held(s, combat.spent(self.side), armoured=True)

    def run(self, s: DebrecenState) -> bool:
        units, markers = self.units(s, s.stack[-2]), self.markers(s, s.stack[-2])
        if units.bit_count() + markers.bit_count() > 1:
            return True
        self.on_lose(s, s.ids(units)[0] if units else s.board.marker_names.listed(markers)[0])
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        return Decision(side, "armour-loss", Message("Choose what loses an armoured step."), ("7.5-g", "AMB-43"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        units = Group("lose", s.board.roster.names, self.units(s, s.stack[-2]))
        return Actions([units, Group("lose", s.board.marker_names, self.markers(s, s.stack[-2]))])

    def on_lose(self, s: DebrecenState, name: str) -> None:
        s.stack.pop()
        lose(s, name, "7.5-g")

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        return Refusal("7.5-g", "An armoured step is lost: choose an armoured unit or marker of this combat.")


class CombatRoll(Frame, frozen=True):
    """7.6-h: the attacker rolls on the final column."""

    side: int
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        combat: Combat = s.stack[-2]
        text = Message("Combat for {hex}.", {"hex": s.name(combat.target)})
        return Chance("combat", text, ("7.6-h", "7.7-a"))

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        combat: Combat = s.stack[-1]
        column = combat.start + combat.shift
        result = result_of(s, column, dice[0] + combat.die)
        s.stack[-1] = replace(combat, result=result)
        s.tell(
            "result",
            "7.6-h",
            side=SIDES[self.side],
            dice=dice,
            bonus=f"{combat.die:+d}",
            column=s.board.tables["combat"]["columns"][clamped(s, column)],
            result=result,
        )
        if read_result(result).breakthrough:
            s.breakthrough |= 1 << combat.target
            s.tell("breakthrough", "7.9-a", side=SIDES[self.side], hex=s.name(combat.target))


def written(value: Fraction) -> int | float:
    """A strength for the diary."""
    return int(value) if value.denominator == 1 else float(value)
