"""13.0 Combat: declaring attacks, probes, and the support both sides bring before the die."""

from __future__ import annotations

from msgspec.structs import replace

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Names, Refusal
from kessel.games.breakout.losses import eliminate
from kessel.games.breakout.odds import Attack, Odds, odds, result_of
from kessel.games.breakout.results import Advance, apply_result
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES, SOVIET
from kessel.games.breakout.stacking import full_hexes
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, members

COUNTS = Names([str(n) for n in range(11)])
RANGE = 2


def supports_attacks(s: BreakoutState, u: int) -> bool:
    """13.1-a, 13.1-f: the 18AD supports attacks while not adjacent to a Soviet unit and not in a Soviet ZOC."""
    h = s.where[u]
    near = (1 << h | s.board.around[h]) & s.occupied[SOVIET]
    return not near and not s.zoc(SOVIET) >> h & 1


def supports_defences(s: BreakoutState, u: int) -> bool:
    """13.1-b, 13.1-f: the 18AD supports defences while not in a Soviet ZOC."""
    return not s.zoc(SOVIET) >> s.where[u] & 1


class Combat(Frame, frozen=True):
    """A combat segment (5.4) or a German mechanized combat segment (5.5)."""

    side: int
    mechanized: bool = False
    spent: Bits = 0
    """Units that have attacked, probed or supported in this segment (13.0-c, 13.1-g)."""
    kg_used: Bits = 0
    """Korpsgruppen applied in this segment (13.4-f)."""

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        if self.mechanized:
            text, rules = "Choose a hex to attack with mechanized units, or end the segment.", ("13.7-a", "5.5-a")
        else:
            text, rules = "Choose a hex to attack, or end the combat segment.", ("13.0-a", "13.8-b")
        return Decision(side, "combat", Message(text), rules)

    # -- who may attack ------------------------------------------------------------------------------------------

    def eligible(self, s: BreakoutState) -> Bits:
        """Units that may still attack an adjacent hex in this segment."""
        roster = s.board.roster
        units = s.on_map(self.side) & ~self.spent & ~roster.static  # 2.7-b
        if self.mechanized:
            units &= roster.mechanized  # 5.5-c
        if self.side == SOVIET:
            for u in members(units & (roster.artillery | roster.support)):
                alone = roster.artillery >> u & 1 and not s.at[s.where[u]] & ~roster.artillery  # 13.2-b
                if alone or not s.supplied(u):  # 8.3-c, 13.2-d
                    units &= ~(1 << u)
        return units

    def targets(self, s: BreakoutState) -> Bits:
        """13.0-e: enemy hexes next to a unit that can lead an attack; not in the closed area (12.5-a)."""
        leaders = self.eligible(s) & ~s.board.roster.artillery  # A19
        hexes = 0
        where = s.where
        for u in members(leaders):
            hexes |= 1 << where[u]
        return s.board.grid.spread(hexes) & s.occupied[1 - self.side] & s.board.land[self.side]

    def probes(self, s: BreakoutState) -> list[tuple[int, Bits]]:
        """13.6-a: for each German unit the empty hexes in a Soviet ZOC that it may probe."""
        zone = s.zoc(SOVIET) & ~s.occupied[SOVIET]
        if self.side != GERMAN or not zone:  # 13.6-d
            return []
        found = []
        around, where = s.board.around, s.where
        own = s.occupied[GERMAN]
        for u in members(self.eligible(s)):
            bits = around[where[u]] & zone
            if bits & own:
                bits &= ~full_hexes(s, u, bits)
            if bits and s.restricted >> u & 1:
                bits &= ~s.board.west  # A30
            if bits:
                found.append((u, bits))
        return found

    def actions(self, s: BreakoutState, side: str) -> Actions:
        board = s.board
        groups = [Group("attack", board.names, self.targets(s))]
        names = board.roster.names
        for u, bits in self.probes(s):
            groups.append(Group("probe", board.names, bits, (names[u],)))
        groups.append(Group("end"))
        return Actions(groups)

    def on_attack(self, s: BreakoutState, target: str) -> None:
        s.stack.append(Declare(self.side, s.board.grid.index[target]))

    def on_probe(self, s: BreakoutState, unit: str, target: str) -> None:
        """13.6-b: the probing unit advances without dice; that was its attack."""
        u = s.board.roster.names.index[unit]
        h = s.board.grid.index[target]
        s.tell("probe", "13.6-b", units=[unit], path=[s.board.grid.names[s.where[u]], target], hex=target)
        s.put(u, h)
        s.take(GERMAN, 1 << h)
        self.spend(s, -1, 1 << u)

    def on_end(self, s: BreakoutState) -> None:
        s.stack.pop()

    def spend(self, s: BreakoutState, depth: int, units: Bits, kg: int = -1) -> None:
        """Note who has fought in this segment; ``depth`` says where on the stack the segment lies."""
        used = self.kg_used | (1 << kg if kg >= 0 else 0)
        s.stack[depth] = Combat(self.side, self.mechanized, self.spent | units, used)

    # -- why not -------------------------------------------------------------------------------------------------

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("select", "move", "cross", "exit", "top"):
            return Refusal("12.0-d", "Units move only in their owner's movement segments.")
        if action.verb == "attack" and len(action.args) == 1:
            return self._no_attack(s, action.args[0])
        if action.verb == "probe" and len(action.args) == 2:
            return self._no_probe(s, *action.args)
        return None

    def _no_attack(self, s: BreakoutState, name: str) -> Refusal:
        h = s.board.grid.index.get(name)
        if h is None or not s.board.area >> h & 1:
            return Refusal("2.1-b", "There is no hex {name} in the playing area.", name=name)
        if not s.occupied[1 - self.side] >> h & 1:
            return Refusal("13.0-e", "{hex} holds no enemy unit.", hex=name)
        if not s.board.land[self.side] >> h & 1:
            return Refusal(
                "12.5-a", "No Soviet unit may attack into the area west of the Strypa and north of the Dnestr."
            )
        near = s.units_at(s.board.around[h]) & s.board.roster.of_side[self.side]
        if near and not near & ~self.spent:
            return Refusal("13.0-c", "Every unit next to {hex} has attacked in this segment.", hex=name)
        if near & ~self.spent & ~s.board.roster.static and self.mechanized:
            return Refusal("5.5-c", "Only mechanized units attack in this segment.")
        if near and not near & ~s.board.roster.static:
            return Refusal("2.7-b", "Static garrisons never attack.")
        if near & ~self.spent:
            return self.unfit(s, next(members(near & ~self.spent)))
        return Refusal("13.0-e", "No unit of yours is adjacent to {hex}.", hex=name)

    def unfit(self, s: BreakoutState, u: int) -> Refusal:
        """Why a unit may not attack in this segment."""
        roster = s.board.roster
        unit = s.unit(u).id
        if s.unit(u).side != self.side:
            return Refusal("13.0-e", "{unit} is not yours.", unit=unit)
        if s.where[u] < 0:
            return Refusal("2.1-a", "{unit} is not on the map.", unit=unit)
        if roster.static >> u & 1:
            return Refusal("2.7-b", "{unit} is a static garrison and never attacks.", unit=unit)
        if self.spent >> u & 1:
            return Refusal("13.0-c", "{unit} has attacked in this segment.", unit=unit)
        if self.mechanized and not roster.mechanized >> u & 1:
            return Refusal("5.5-c", "{unit} is not mechanized.", unit=unit)
        if self.side == SOVIET and not s.supplied(u) and (roster.artillery | roster.support) >> u & 1:
            return Refusal(
                "8.3-c",
                "{unit} is out of supply and may not attack.",
                unit=unit,
            )
        if roster.artillery >> u & 1:
            return Refusal("13.2-b", "Artillery attacks only beside a unit that is not artillery.")
        return Refusal("13.0-e", "{unit} is not adjacent to the hex.", unit=unit)

    def _no_probe(self, s: BreakoutState, unit: str, name: str) -> Refusal:
        h = s.board.grid.index.get(name)
        u = s.board.roster.names.index.get(unit)
        if h is None or not s.board.area >> h & 1:
            return Refusal("2.1-b", "There is no hex {name} in the playing area.", name=name)
        if u is None:
            return Refusal("13.6-a", "There is no unit “{name}”.", name=unit)
        if self.side != GERMAN:
            return Refusal("13.6-d", "Soviet units never probe.")
        if not self.eligible(s) >> u & 1:
            return self.unfit(s, u)
        if s.occupied[SOVIET] >> h & 1:
            return Refusal("13.6-a", "{hex} holds Soviet units: attack it.", hex=name)
        if not s.zoc(SOVIET) >> h & 1:
            return Refusal("13.6-d", "A hex without a Soviet ZOC cannot be probed.")
        if not s.board.around[s.where[u]] >> h & 1:
            return Refusal("13.6-a", "{unit} is not adjacent to {hex}.", unit=unit, hex=name)
        if s.restricted >> u & 1 and s.board.west >> h & 1:
            return Refusal("3.2-i", "Hitler's order: on turn 1 this unit may not go west of column 23.")
        return Refusal("6.1-a", "Nine steps is the most a hex holds.")


class Declare(Frame, frozen=True):
    """13.0-d, A36: the attacker names the target and every unit that attacks it, before the stack is seen."""

    side: int
    target: Hex
    units: Bits = 0
    ranged: Bits = 0

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "declare",
            Message("Attack on {hex}: add attackers, then commit.", {"hex": s.board.grid.names[self.target]}),
            ("13.0-e", "13.0-d", "6.3-b"),
        )

    def candidates(self, s: BreakoutState) -> Bits:
        """Units that may join: those adjacent, and the 18AD at a distance of two (13.1-a)."""
        segment: Combat = s.stack[-2]
        board = s.board
        able = segment.eligible(s)
        found = able & s.units_at(board.around[self.target])
        for u in members(able & board.roster.ranged):
            if board.grid.distance(s.where[u], self.target) == RANGE and supports_attacks(s, u):
                found |= 1 << u
        return found & ~self.units & ~self.ranged

    def actions(self, s: BreakoutState, side: str) -> Actions:
        groups = [Group("add", s.board.roster.names, self.candidates(s))]
        if self.units & ~s.board.roster.artillery:  # A19, A21: someone must lead
            groups.append(Group("commit"))
        return Actions(groups)

    def on_add(self, s: BreakoutState, unit: str) -> None:
        u = s.board.roster.names.index[unit]
        if s.board.around[self.target] >> s.where[u] & 1:
            s.stack[-1] = replace(self, units=self.units | 1 << u)
        else:
            s.stack[-1] = replace(self, ranged=self.ranged | 1 << u)

    def on_commit(self, s: BreakoutState) -> None:
        """6.3-a, 6.3-b: the stack is revealed and the attack cannot be called off any more."""
        segment: Combat = s.stack[-2]
        segment.spend(s, -2, self.units | self.ranged)
        s.stack.pop()
        s.seen = True
        defenders = s.at[self.target]
        s.tell(
            "attack",
            "13.0-d",
            "6.3-a",
            side=SIDES[self.side],
            hex=s.board.grid.names[self.target],
            units=s.ids(self.units | self.ranged),
            defenders=s.ids(defenders),
        )
        if not defenders & ~s.board.roster.artillery:  # 13.2-b, A20
            s.stack.append(Advance(self.side, self.units, self.target))
            for u in members(defenders):
                s.tell("lone artillery", "13.2-b", units=[s.unit(u).id])
                eliminate(s, u)
            return
        s.stack.append(Battle(self.side, self.target, self.units, self.ranged))

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb == "commit":
            if self.units:
                return Refusal("13.2-b", "A unit that is not artillery must take part.")
            if self.ranged:
                return Refusal("13.1-a", "The 18AD supports others: add a unit adjacent to the hex.")
            return Refusal("13.0-e", "Add at least one attacker first.")
        if action.verb in ("attack", "probe", "end"):
            return Refusal("13.8-b", "One combat at a time: this attack is being declared.")
        if action.verb != "add" or len(action.args) != 1:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        if u is None:
            return Refusal("13.0-e", "There is no unit “{name}”.", name=action.args[0])
        unit = s.unit(u).id
        if (self.units | self.ranged) >> u & 1:
            return Refusal("13.0-c", "{unit} takes part already.", unit=unit)
        segment: Combat = s.stack[-2]
        if not segment.eligible(s) >> u & 1:
            return segment.unfit(s, u)
        if s.board.roster.ranged >> u & 1:
            if s.board.grid.distance(s.where[u], self.target) != RANGE:
                return Refusal("13.1-c", "{unit} supports at a distance of two hexes.", unit=unit)
            if s.zoc(SOVIET) >> s.where[u] & 1:
                return Refusal("13.1-f", "{unit} is in an enemy ZOC: no support.", unit=unit)
            return Refusal("13.1-a", "{unit} is adjacent to a Soviet unit: no support.", unit=unit)
        if s.board.roster.artillery >> u & 1:
            return Refusal("13.2-a", "Soviet artillery attacks only adjacent hexes.")
        return Refusal("13.0-e", "{unit} is not adjacent to the hex.", unit=unit)


class Battle(Frame, frozen=True):
    """A combat between the reveal and the die: first the German names his 18AD and Korpsgruppe, the owner of the
    air markers decides last (13.3-g, A36)."""

    side: int
    target: Hex
    units: Bits
    ranged: Bits = 0
    kg: int = -1
    cas: int = 0
    ready: int = 0
    """How many of the support decisions are behind us."""

    def attack(self, s: BreakoutState) -> Attack:
        """What the odds depend on."""
        return Attack(self.side, self.target, self.units, s.at[self.target], self.ranged, self.kg >= 0, self.cas, s.air)

    def odds(self, s: BreakoutState) -> Odds:
        """The arithmetic as it stands now."""
        return odds(s, self.attack(s))

    # -- support -------------------------------------------------------------------------------------------------

    def _decider(self, s: BreakoutState) -> int:
        return GERMAN if self.ready == 0 else SOVIET

    def _guns_possible(self, s: BreakoutState) -> bool:
        """Whether, for all that the attacker can see, an 18AD might support the defence: the German is asked even
        if it is elsewhere, so that the question tells nothing (6.3-a)."""
        board = s.board
        segment: Combat = s.stack[-2]
        guns = s.on_map(GERMAN) & board.roster.ranged & ~segment.spent
        if self.side == GERMAN or self.ranged or not guns:
            return False
        near = board.grid.disc(self.target, RANGE) & s.occupied[GERMAN] & ~s.zoc(SOVIET) & ~(1 << self.target)
        return any(s.tops & guns & s.at[h] or (guns & ~s.tops and s.at[h] & ~s.tops) for h in members(near))

    def _guns(self, s: BreakoutState) -> Bits:
        """13.1-b, 13.1-g: the 18AD may support one German defence up to two hexes away in a Soviet segment."""
        if self.side == GERMAN or self.ranged:
            return 0
        board = s.board
        segment: Combat = s.stack[-2]
        found = 0
        for u in members(s.on_map(GERMAN) & board.roster.ranged & ~segment.spent):
            h = s.where[u]
            if h != self.target and board.grid.distance(h, self.target) <= RANGE and supports_defences(s, u):
                found |= 1 << u
        return found

    def _kgs(self, s: BreakoutState) -> Bits:
        """13.4: Korpsgruppen within two hexes that were not applied in this segment; one a combat (13.4-e)."""
        if self.kg >= 0:
            return 0
        segment: Combat = s.stack[-2]
        found = 0
        for i, h in enumerate(s.kg):
            if h >= 0 and not segment.kg_used >> i & 1 and s.board.grid.distance(h, self.target) <= RANGE:
                found |= 1 << i
        return found

    def _air(self, s: BreakoutState) -> int:
        """13.3: air markers that the decider may add; none in a storm (5.1-c), Soviets only attack (13.3-d)."""
        who = self._decider(s)
        if s.weather == "storm" or (who == SOVIET and self.side != SOVIET):
            return 0
        return s.cas[who]

    def run(self, s: BreakoutState) -> bool:
        if self.ready == 2:
            self._resolve(s)
            return False
        if self._groups(s) or (self._decider(s) == GERMAN and self._guns_possible(s)):
            return True
        s.stack[-1] = replace(self, ready=self.ready + 1)
        return False

    def _groups(self, s: BreakoutState) -> list[Group]:
        groups = []
        if self._decider(s) == GERMAN:
            guns, kgs = self._guns(s), self._kgs(s)
            if guns:
                groups.append(Group("support", s.board.roster.names, guns))
            if kgs:
                groups.append(Group("kg", KG_NAMES, kgs))
        air = self._air(s)
        if air:
            groups.append(Group("air", COUNTS, (1 << air + 1) - 2))
        return groups

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self._decider(s)],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "support",
            Message("Combat at {hex}: commit support, then fight.", {"hex": s.board.grid.names[self.target]}),
            ("13.3-g", "13.4-f", "13.1-g"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        return Actions([*self._groups(s), Group("fight")])

    def on_support(self, s: BreakoutState, unit: str) -> None:
        bit = s.board.roster.names.bits([unit])
        segment: Combat = s.stack[-2]
        segment.spend(s, -2, bit)
        s.tell("artillery support", "13.1-b", units=[unit])
        s.stack[-1] = replace(self, ranged=bit)

    def on_kg(self, s: BreakoutState, name: str) -> None:
        kg = KG_NAMES.index[name]
        segment: Combat = s.stack[-2]
        segment.spend(s, -2, 0, kg)
        s.tell("korpsgruppe", "13.4-a" if self.side == GERMAN else "13.4-b", kg=name)
        s.stack[-1] = replace(self, kg=kg)

    def on_air(self, s: BreakoutState, count: str) -> None:
        who = self._decider(s)
        s.cas[who] -= int(count)
        s.tell("air support", "13.3-b", side=SIDES[who], count=int(count))
        s.stack[-1] = replace(self, cas=self.cas + int(count))

    def on_fight(self, s: BreakoutState) -> None:
        s.stack[-1] = replace(self, ready=self.ready + 1)

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb == "air":
            if s.weather == "storm":
                return Refusal("5.1-c", "No air support in a storm.")
            return Refusal("13.3-a", "There are not that many air markers left.")
        if action.verb == "kg" and len(action.args) == 1:
            return self._no_kg(s, action.args[0])
        if action.verb == "support" and len(action.args) == 1:
            return self._no_support(s, action.args[0])
        if action.verb in ("add", "cancel", "attack", "end"):
            return Refusal("6.3-b", "The stack is revealed: the attack stands as declared.")
        return None

    def _no_kg(self, s: BreakoutState, name: str) -> Refusal:
        i = KG_NAMES.index.get(name, -1)
        if self.kg >= 0:
            return Refusal("13.4-e", "One Korpsgruppe a combat at most.")
        if i < 0 or i >= len(s.kg) or s.kg[i] < 0:
            return Refusal("5.3-b", "That Korpsgruppe is not on the map.")
        if s.stack[-2].kg_used >> i & 1:
            return Refusal("13.4-f", "That Korpsgruppe has supported a combat in this segment.")
        return Refusal("13.4-a" if self.side == GERMAN else "13.4-b", "That Korpsgruppe is more than two hexes away.")

    def _no_support(self, s: BreakoutState, unit: str) -> Refusal:
        u = s.board.roster.names.index.get(unit)
        if u is None or not s.board.roster.ranged >> u & 1:
            return Refusal("13.1-b", "Only the 18AD supports a defence.")
        if self.side == GERMAN:
            return Refusal("13.1-a", "Support of an attack is declared with it.")
        if s.where[u] < 0 or s.where[u] == self.target or s.board.grid.distance(s.where[u], self.target) > RANGE:
            return Refusal("13.1-b", "{unit} supports other hexes up to two hexes away.", unit=unit)
        if s.stack[-2].spent >> u & 1:
            return Refusal("13.1-g", "{unit} has supported a defence in this segment.", unit=unit)
        return Refusal("13.1-f", "{unit} is in an enemy ZOC: no support.", unit=unit)

    # -- the die -------------------------------------------------------------------------------------------------

    def _resolve(self, s: BreakoutState) -> None:
        """13.8: odds, then an automatic result (13.8.1) or the die."""
        found = self.odds(s)
        s.tell(
            "odds",
            "13.8-a",
            "EX-f",
            *(shift.rule for shift in found.shifts),
            attack=found.attack_total,
            defence=found.defence_total,
            ratio=found.ratio,
            column=found.column,
            hex=s.board.grid.names[self.target],
        )
        if found.automatic:
            s.stack.pop()
            rule = "13.8.1-c" if found.place < 0 else "13.8.1-b"
            s.tell("automatic", rule, result=found.automatic)
            apply_result(s, self.side, self.target, self.units, found.automatic)
        else:
            s.stack.append(CombatRoll(found.place))


class CombatRoll(Frame, frozen=True):
    """14.4: one die on the combat results table."""

    place: int
    chance = True

    def dice(self, s: BreakoutState) -> Chance:
        battle: Battle = s.stack[-2]
        return Chance(
            "combat", Message("Combat at {hex}.", {"hex": s.board.grid.names[battle.target]}), ("13.8-a", "14.4-a")
        )

    def rolled(self, s: BreakoutState, dice: tuple[int, ...]) -> None:
        battle: Battle = s.stack[-2]
        result = result_of(s.board, self.place, dice[0])
        s.tell(
            "result", "14.4-a", side=SIDES[battle.side], dice=dice, result=result, hex=s.board.grid.names[battle.target]
        )
        del s.stack[-2:]
        apply_result(s, battle.side, battle.target, battle.units, result)
