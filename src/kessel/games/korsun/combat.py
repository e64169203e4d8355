"""7.0 Combat: bombardments (17.0), attacks, the duel of support fire (8.3), the die."""

from __future__ import annotations

from msgspec.structs import replace

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.korsun.movement import no_airlift
from kessel.games.korsun.odds import FACES, Assault, Odds, engineer_helps, odds, result_of
from kessel.games.korsun.results import apply_bombardment, apply_result
from kessel.games.korsun.roster import GERMAN, MAX_CHITS, SIDES, SOVIET
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.supply import airlift, airlift_group, can_airlift, supplied, supplied_together
from kessel.games.korsun.support import Draw, GiveUp, air_pool, chits_left, closed, pool_open, pools_of
from kessel.hexes import Bits, Hex, members

RANGE = 2
"""17.0-b: hexes that ground chits bombard over."""
Chits = tuple[tuple[int, int], ...]


class Combat(Frame, frozen=True):
    """A combat phase (4.1-e) or a mobile combat phase (4.1-k)."""

    side: int
    mobile: bool = False
    struck: Bits = 0
    """Enemy units attacked in this phase (7.2-b)."""
    helped: Bits = 0
    """Engineers that have helped an attack in this phase (13.0-i)."""
    begun: bool = False
    """There has been a ground attack: no more bombardment (8.4-a)."""

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        rules: tuple[str, ...]
        if self.mobile:
            text, rules = "Choose a unit to attack with mobile units, or end the phase.", ("4.1-k", "7.2-a")
        elif self.begun:
            text, rules = "Choose a unit to attack, or end the combat phase.", ("4.1-e", "7.0-d")
        else:
            text, rules = "Bombard, then attack; or end the combat phase.", ("8.4-a", "4.1-e", "7.0-d")
        return Decision(side, "combat", Message(text), rules)

    # -- who may attack whom -------------------------------------------------------------------------------------

    def eligible(self, s: KorsunState) -> Bits:
        """Units that may still attack in this phase."""
        units = s.on_map(self.side) & ~s.attacked & ~s.advanced & ~s.displaced & ~s.held
        return units & s.mobile_ready if self.mobile else units  # 4.1-k, 12.3-c

    def targets(self, s: KorsunState) -> Bits:
        """7.0-a, 7.2-b: hexes of enemy units next to an eligible unit, not yet attacked in this phase."""
        hexes = 0
        where = s.where
        for u in members(self.eligible(s)):
            hexes |= 1 << where[u]
        found = s.board.grid.spread(hexes) & s.occupied[1 - self.side]
        for u in members(self.struck & s.present):
            found &= ~(1 << where[u])
        return found

    def bombable(self, s: KorsunState) -> Bits:
        """8.4-a, 8.6-d, 17.0-b: hexes that may be bombarded now."""
        if self.mobile or self.begun:
            return 0
        enemies = s.occupied[1 - self.side] & ~s.bombarded
        if air_pool(s, self.side):
            return enemies  # 17.0-c
        grid, found = s.board.grid, 0
        for org, organisation in enumerate(s.board.roster.organisations):
            if organisation.side == self.side and not organisation.air and pool_open(s, org):
                near = 0
                for u in members(s.active(org)):
                    near |= 1 << s.where[u]
                for _ in range(RANGE):
                    near |= grid.spread(near)
                found |= near & enemies
        return found

    def actions(self, s: KorsunState, side: str) -> Actions:
        names = s.board.names
        groups = [Group("attack", names, self.targets(s)), Group("bombard", names, self.bombable(s))]
        return Actions([*groups, *airlift_group(s, self.side), Group("end")])

    def on_attack(self, s: KorsunState, target: str) -> None:
        s.stack.append(Declare(self.side, s.board.grid.index[target]))

    def on_bombard(self, s: KorsunState, target: str) -> None:
        s.stack.append(Bombard(self.side, s.board.grid.index[target]))

    def on_airlift(self, s: KorsunState, unit: str) -> None:
        airlift(s, unit)
        s.stack.append(GiveUp())

    def on_end(self, s: KorsunState) -> None:
        s.stack.pop()

    # -- why not -------------------------------------------------------------------------------------------------

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("select", "move"):
            return Refusal("5.1-a", "Units move only in their owner's movement phases.")
        if action.verb == "airlift":
            return no_airlift(s, self.side, action.args)
        if action.verb not in ("attack", "bombard") or len(action.args) != 1:
            return None
        name = action.args[0]
        h = s.board.grid.index.get(name)
        if h is None or not s.board.area >> h & 1:
            return Refusal("5.1-e", "There is no hex {name} in the playing area.", name=name)
        if not s.occupied[1 - self.side] >> h & 1:
            return Refusal("7.0-a", "{hex} holds no enemy unit.", hex=name)
        return self._no_bombardment(s, h, name) if action.verb == "bombard" else self._no_attack(s, h, name)

    def _no_bombardment(self, s: KorsunState, h: Hex, name: str) -> Refusal:
        if self.mobile:
            return Refusal("AMB-16", "There is no bombardment in the mobile combat phase.")
        if self.begun:
            return Refusal("8.4-a", "Bombardments come before the first attack of the phase.")
        if s.bombarded >> h & 1:
            return Refusal("8.6-d", "{hex} has been bombarded this turn.", hex=name)
        return Refusal("17.0-b", "No pool with chits has an active unit within two hexes of {hex}.", hex=name)

    def _no_attack(self, s: KorsunState, h: Hex, name: str) -> Refusal:
        if self.struck >> s.at_hex(h) & 1:
            return Refusal("7.2-b", "{unit} has been attacked in this phase.", unit=s.unit(s.at_hex(h)).id)
        near = s.units_at(s.board.around[h]) & s.board.roster.of_side[self.side]
        if not near:
            return Refusal("7.0-a", "No unit of yours is adjacent to {hex}.", hex=name)
        return self.unfit(s, next(members(near)))

    def unfit(self, s: KorsunState, u: int) -> Refusal:
        """Why a unit may not attack in this phase."""
        unit, bit = s.unit(u).id, 1 << u
        if s.unit(u).side != self.side:
            return Refusal("7.0-c", "{unit} is not yours.", unit=unit)
        if s.where[u] < 0:
            return Refusal("7.0-a", "{unit} is not on the map.", unit=unit)
        if s.held & bit:
            return Refusal("19.0-a", "{unit} is held and may not attack until it is released.", unit=unit)
        if s.attacked & bit:
            return Refusal("7.2-a", "{unit} has attacked already.", unit=unit)
        if s.advanced & bit:
            return Refusal("7.9-g", "{unit} advanced after combat and does nothing more this turn.", unit=unit)
        if s.displaced & bit:
            return Refusal("7.7.2-f", "{unit} was displaced and may not attack this turn.", unit=unit)
        if self.mobile and not s.board.roster.mobile & bit:
            return Refusal("4.1-k", "{unit} is not mobile: only mobile units attack in this phase.", unit=unit)
        if self.mobile and not s.mobile_ready & bit:
            return Refusal("12.3-c", "{unit} was out of supply when the mobile movement phase began.", unit=unit)
        return Refusal("7.0-a", "{unit} is not adjacent to the hex.", unit=unit)


class Declare(Frame, frozen=True):
    """4.1-f: the attacker names the target and the units that attack it; an engineer may help (13.0-i)."""

    side: int
    target: Hex
    units: Bits = 0
    engineer: int = -1

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        text = Message("Attack on {hex}: add attackers, then commit.", {"hex": s.board.grid.names[self.target]})
        return Decision(side, "declare", text, ("4.1-f", "7.1-a", "8.3-g"))

    def candidates(self, s: KorsunState) -> Bits:
        """7.1-b: eligible units next to the target."""
        phase: Combat = s.stack[-2]
        return phase.eligible(s) & s.units_at(s.board.around[self.target]) & ~self.units

    def engineers(self, s: KorsunState) -> Bits:
        """13.0-i: engineers that could help this attack, each once a phase."""
        if self.side != GERMAN or self.engineer >= 0:
            return 0
        phase: Combat = s.stack[-2]
        able = s.on_map(GERMAN) & s.board.roster.engineers & ~phase.helped & ~s.advanced  # AMB-47
        return sum(1 << u for u in members(able) if engineer_helps(s, u, self.target, self.units))

    def actions(self, s: KorsunState, side: str) -> Actions:
        names = s.board.roster.names
        groups = [Group("add", names, self.candidates(s))]
        engineers = self.engineers(s)
        if engineers:
            groups.append(Group("engineer", names, engineers))
        groups += airlift_group(s, self.side)
        if self.units:
            groups.append(Group("commit"))
        return Actions([*groups, Group("cancel")])

    def on_add(self, s: KorsunState, unit: str) -> None:
        s.stack[-1] = replace(self, units=self.units | 1 << s.board.roster.names.index[unit])

    def on_engineer(self, s: KorsunState, unit: str) -> None:
        s.stack[-1] = replace(self, engineer=s.board.roster.names.index[unit])

    def on_airlift(self, s: KorsunState, unit: str) -> None:
        airlift(s, unit)
        s.stack.append(GiveUp())

    def on_cancel(self, s: KorsunState) -> None:
        s.stack.pop()

    def on_commit(self, s: KorsunState) -> None:
        """8.3-g: from here on the attack is carried out; a held corps that is attacked comes to life (19.0-e)."""
        phase: Combat = s.stack[-2]
        target = s.at_hex(self.target)
        helped = phase.helped | (1 << self.engineer if self.engineer >= 0 else 0)
        s.stack[-2] = Combat(self.side, phase.mobile, phase.struck | 1 << target, helped, True)
        s.attacked |= self.units
        s.stack[-1] = Duel(self.side, self.target, self.units, self.engineer)
        s.tell(
            "attack",
            "4.1-f",
            side=SIDES[self.side],
            hex=s.board.grid.names[self.target],
            units=s.ids(self.units),
            defenders=[s.unit(target).id],
        )
        if self.engineer >= 0:
            s.tell("engineers help", "13.0-i", side=SIDES[self.side], units=[s.unit(self.engineer).id])
        if self.side == GERMAN:
            s.alarm(1 << self.target)

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb == "commit":
            return Refusal("4.1-f", "Add at least one attacker first.")
        if action.verb in ("attack", "bombard", "end"):
            return Refusal("7.0-d", "One combat at a time: this attack is being declared.")
        if action.verb == "airlift":
            return no_airlift(s, self.side, action.args)
        if action.verb not in ("add", "engineer") or len(action.args) != 1:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        if u is None:
            return Refusal("7.1-a", "There is no unit “{name}”.", name=action.args[0])
        return self._no_engineer(s, u) if action.verb == "engineer" else self._no_attacker(s, u)

    def _no_attacker(self, s: KorsunState, u: int) -> Refusal:
        if self.units >> u & 1:
            return Refusal("7.2-a", "{unit} takes part already.", unit=s.unit(u).id)
        phase: Combat = s.stack[-2]
        return phase.unfit(s, u)

    def _no_engineer(self, s: KorsunState, u: int) -> Refusal:
        unit = s.unit(u).id
        phase: Combat = s.stack[-2]
        if self.side != GERMAN or not s.board.roster.engineers >> u & 1 or s.where[u] < 0:
            return Refusal("13.0-h", "Only German engineers on the map help attacks across rivers.")
        if self.engineer >= 0:
            return Refusal("13.0-i", "An engineer helps this attack already.")
        if phase.helped >> u & 1:
            return Refusal("13.0-i", "{unit} has helped an attack in this phase.", unit=unit)
        if s.advanced >> u & 1:
            return Refusal("7.9-g", "{unit} advanced after combat and does nothing more this turn.", unit=unit)
        if not any(s.board.barrier.of(self.target) >> s.where[a] & 1 for a in members(self.units)):
            return Refusal("13.0-i", "No attacker crosses an unbridged river.")
        return Refusal(
            "13.0-b", "{unit} is farther than its {range} hexes from that hexside.", unit=unit, range=s.allowance(u)
        )


class Duel(Frame, frozen=True):
    """8.3-b: attacker, defender, attacker, defender: each draws a chit or passes; then the die."""

    side: int
    target: Hex
    units: Bits
    engineer: int = -1
    turn: int = 0
    """How many opportunities are behind us."""
    attack_chits: Chits = ()
    defence_chits: Chits = ()
    taken: tuple[int, ...] = ()
    """The opportunities at which a chit was drawn, in order."""

    def assault(self) -> Assault:
        """What the differential depends on."""
        return Assault(self.side, self.target, self.units, self.engineer, self.attack_chits, self.defence_chits)

    def odds(self, s: KorsunState) -> Odds:
        """The arithmetic as it stands now."""
        return odds(s, self.assault())

    def decider(self) -> int:
        """Whose opportunity it is; when all are past, the German's with his air supply (AMB-41)."""
        if self.turn == 2 * MAX_CHITS:
            return GERMAN
        return self.side if self.turn % 2 == 0 else 1 - self.side

    def pools(self, s: KorsunState) -> Bits:
        """15.1: pools that the decider may draw from; air chits only attack (15.3-c)."""
        if self.turn >= 2 * MAX_CHITS:
            return 0
        if self.decider() == self.side:
            return pools_of(s, self.units & s.present) | air_pool(s, self.side)
        return pools_of(s, s.at[self.target])

    def _airlifts(self, s: KorsunState) -> list[Group]:
        """AMB-41: the German may still bring a unit of this combat into supply before the die, in defence after the
        last chit if that was his."""
        spoken = self.turn == 2 * MAX_CHITS and self.side == SOVIET and self.turn - 1 not in self.taken
        if self.decider() != GERMAN or spoken or not can_airlift(s):
            return []
        involved = (self.units | s.at[self.target]) & s.on_map(GERMAN)
        starved = involved & ~supplied_together(s, involved)
        return [Group("airlift", s.board.roster.names, starved)] if starved else []

    def run(self, s: KorsunState) -> bool:
        if self.pools(s) or (self.turn <= 2 * MAX_CHITS and self._airlifts(s)):
            return True
        if self.turn >= 2 * MAX_CHITS:
            s.stack[-1] = Roll(self.side, self.target, self.units, self.engineer, self.attack_chits, self.defence_chits)
            return False
        s.stack[-1] = replace(self, turn=self.turn + 1)
        return False

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.decider()],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        if self.turn == 2 * MAX_CHITS:
            text = Message("Before the die: use air supply, or pass.")
            return Decision(side, "last-supply", text, ("12.2-e", "AMB-41"))
        text = Message(
            "Support fire for {hex}: draw a chit or pass (opportunity {number} of 2).",
            {"hex": s.board.grid.names[self.target], "number": self.turn // 2 + 1},
        )
        return Decision(side, "support", text, ("8.3-b", "15.1-a" if self.decider() == self.side else "15.1-b"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        return Actions([Group("draw", s.board.roster.orgs, self.pools(s)), *self._airlifts(s), Group("pass")])

    def on_draw(self, s: KorsunState, organisation: str) -> None:
        s.stack.append(Draw(s.board.roster.orgs.index[organisation]))

    def on_airlift(self, s: KorsunState, unit: str) -> None:
        airlift(s, unit)
        s.stack.append(GiveUp())

    def on_pass(self, s: KorsunState) -> None:
        if self.turn < 2 * MAX_CHITS:
            s.tell("no chit", "8.3-f", side=SIDES[self.decider()])
        s.stack[-1] = replace(self, turn=self.turn + 1)

    def drawn(self, s: KorsunState, org: int, value: int) -> None:
        """8.3-i: the chit counts for its owner."""
        who = self.decider()
        chit = (org, value)
        name = s.board.roster.orgs[org]
        s.tell("chit", "8.3-i", "16.0-a", side=SIDES[who], organisation=name, value=value)
        taken = (*self.taken, self.turn)
        if who == self.side:
            s.stack[-1] = replace(self, turn=self.turn + 1, attack_chits=(*self.attack_chits, chit), taken=taken)
        else:
            s.stack[-1] = replace(self, turn=self.turn + 1, defence_chits=(*self.defence_chits, chit), taken=taken)

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("cancel", "end", "attack", "bombard"):
            return Refusal("8.3-g", "The attack is declared and cannot be called off.")
        if action.verb == "airlift":
            if self.decider() == GERMAN and can_airlift(s):
                return Refusal("12.2-e", "In a combat the marker goes to a unit of it that is out of supply.")
            return no_airlift(s, self.decider(), action.args)
        if action.verb != "draw" or len(action.args) != 1:
            return None
        if self.turn >= 2 * MAX_CHITS:
            return Refusal("8.3-h", "Each side has had its two opportunities.")
        roster = s.board.roster
        org = roster.orgs.index.get(action.args[0])
        if org is None:
            return Refusal("15.0-b", "There is no pool “{name}”.", name=action.args[0])
        organisation = roster.organisations[org]
        if organisation.air and self.decider() != self.side:
            return Refusal("15.3-c", "Air chits support attacks and bombardments, never a defence.")
        if organisation.side != self.decider():
            return Refusal("16.0-c", "{organisation} is not yours.", organisation=organisation.id)
        involved = self.units if self.decider() == self.side else s.at[self.target]
        if not organisation.air and not involved & roster.of_org[org]:
            rule = "15.1-a" if self.decider() == self.side else "15.1-b"
            return Refusal(rule, "{organisation} has no unit in this combat.", organisation=organisation.id)
        return closed(s, org)


class Roll(Frame, frozen=True):
    """4.1-i: differential, terrain row, one die."""

    side: int
    target: Hex
    units: Bits
    engineer: int = -1
    attack_chits: Chits = ()
    defence_chits: Chits = ()
    chance = True

    def assault(self) -> Assault:
        return Assault(self.side, self.target, self.units, self.engineer, self.attack_chits, self.defence_chits)

    def dice(self, s: KorsunState) -> Chance:
        text = Message("Combat for {hex}.", {"hex": s.board.grid.names[self.target]})
        return Chance("combat", text, ("4.1-i", "7.3-b"))

    def rolled(self, s: KorsunState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        found = odds(s, self.assault())
        tell_odds(s, found)
        result = result_of(s, found.column, dice[0] + found.die)
        rules = ("7.3-b", "11.1-d") if found.die else ("7.3-b",)
        s.tell("result", *rules, side=SIDES[self.side], dice=dice, bonus=found.die, result=result)
        apply_result(s, self.side, self.target, self.units, result)


def tell_odds(s: KorsunState, found: Odds) -> None:
    """The arithmetic, for the diary."""
    s.tell(
        "odds",
        "7.3-a",
        "7.4-d",
        attack=found.attack_total,
        defence=found.defence_total,
        differential=f"{found.differential:+d}",
        row=found.row,
    )


# -- 17.0 bombardment ------------------------------------------------------------------------------------------------


class Bombard(Frame, frozen=True):
    """17.0-e, AMB-15: name the target and the pools, one or two chits; then the draw binds."""

    side: int
    target: Hex
    pools: tuple[int, ...] = ()
    chits: Chits = ()
    fired: bool = False

    def open_pools(self, s: KorsunState) -> Bits:
        """Pools that the next chit may come from: ground chits all of one organisation with an active unit in range,
        air chits from anywhere (17.0-c to 17.0-e)."""
        if len(self.pools) == MAX_CHITS:
            return 0
        roster = s.board.roster
        near = s.units_at(s.board.grid.disc(self.target, RANGE)) & roster.of_side[self.side]
        ground = [org for org in self.pools if not roster.organisations[org].air]
        found = 0
        for org, organisation in enumerate(roster.organisations):
            if organisation.side != self.side or not self._room(s, org):
                continue
            if organisation.air or (near & s.active(org) and (not ground or ground == [org])):
                found |= 1 << org
        return found

    def _room(self, s: KorsunState, org: int) -> bool:
        """Whether a pool can give a chit beyond those already named."""
        return chits_left(s, org) > self.pools.count(org)

    def starved(self, s: KorsunState) -> bool:
        """AMB-41: a German target out of supply may still get the air supply marker."""
        target = s.at_hex(self.target)
        return self.side == SOVIET and can_airlift(s) and not supplied(s, target)

    def run(self, s: KorsunState) -> bool:
        if not self.fired:
            return True
        if len(self.chits) < len(self.pools):
            s.stack.append(Draw(self.pools[len(self.chits)]))
            return False
        s.stack[-1] = BombardmentRoll(self.side, self.target, self.chits)
        if self.starved(s):
            s.stack.append(LastSupply(self.target))
        return False

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        text = Message("Bombard {hex}: name one or two chits, then fire.", {"hex": s.board.grid.names[self.target]})
        return Decision(side, "bombard", text, ("17.0-e", "8.4-e", "AMB-15"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        groups = [Group("chit", s.board.roster.orgs, self.open_pools(s))]
        if self.pools:
            groups.append(Group("fire"))
        return Actions([*groups, Group("cancel")])

    def on_chit(self, s: KorsunState, organisation: str) -> None:
        s.stack[-1] = replace(self, pools=(*self.pools, s.board.roster.orgs.index[organisation]))

    def on_cancel(self, s: KorsunState) -> None:
        s.stack.pop()

    def on_fire(self, s: KorsunState) -> None:
        s.bombarded |= 1 << self.target  # 8.6-d
        s.stack[-1] = replace(self, fired=True)
        s.tell(
            "bombardment",
            "17.0-e",
            side=SIDES[self.side],
            hex=s.board.grid.names[self.target],
            defenders=[s.unit(s.at_hex(self.target)).id],
            count=len(self.pools),
        )

    def drawn(self, s: KorsunState, org: int, value: int) -> None:
        name = s.board.roster.orgs[org]
        s.tell("chit", "17.0-e", "16.0-a", side=SIDES[self.side], organisation=name, value=value)
        s.stack[-1] = replace(self, chits=(*self.chits, (org, value)))

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb == "fire":
            return Refusal("17.0-e", "Name at least one chit first.")
        if action.verb in ("attack", "end"):
            return Refusal("7.0-d", "One combat at a time: this bombardment is being declared.")
        if action.verb != "chit" or len(action.args) != 1:
            return None
        roster = s.board.roster
        org = roster.orgs.index.get(action.args[0])
        if org is None:
            return Refusal("15.0-b", "There is no pool “{name}”.", name=action.args[0])
        organisation = roster.organisations[org]
        if organisation.side != self.side:
            return Refusal("17.0-f", "The other side adds no chits to a bombardment.")
        if len(self.pools) == MAX_CHITS:
            return Refusal("8.4-e", "Two chits are the most that bombard a hex.")
        if not self._room(s, org):
            return _short(s, org) if pool_open(s, org) else closed(s, org)
        ground = [p for p in self.pools if not roster.organisations[p].air]
        if ground and ground != [org]:
            return Refusal("17.0-e", "The ground chits of a bombardment all come from one organisation.")
        return Refusal(
            "17.0-d", "{organisation} has no active unit within two hexes of the target.", organisation=organisation.id
        )


def _short(s: KorsunState, org: int) -> Refusal:
    """A pool that has no second chit for a bombardment."""
    name = s.board.roster.orgs[org]
    if s.board.roster.organisations[org].held and len(s.ready[org]) > 1:
        return Refusal(
            "16.0-e", "{organisation} may use no more chits in a turn than it has active units.", organisation=name
        )
    return Refusal("15.0-d", "All chits of {organisation} are spent for this turn.", organisation=name)


class LastSupply(Frame, frozen=True):
    """12.2-e, AMB-41: before the die of a Soviet bombardment the German may fly supply to the target."""

    target: Hex

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[GERMAN],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        text = Message(
            "{units} is bombarded out of supply: use air supply, or pass.", {"units": s.ids(s.at[self.target])}
        )
        return Decision(side, "last-supply", text, ("12.2-e", "AMB-41"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        return Actions([Group("airlift", s.board.roster.names, s.at[self.target]), Group("pass")])

    def on_airlift(self, s: KorsunState, unit: str) -> None:
        s.stack.pop()
        airlift(s, unit)
        s.stack.append(GiveUp())

    def on_pass(self, s: KorsunState) -> None:
        s.stack.pop()

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb == "draw":
            return Refusal("17.0-f", "The other side adds no chits to a bombardment.")
        return None


class BombardmentRoll(Frame, frozen=True):
    """17.0-f: chits against the defence, on the row of the hex, one die."""

    side: int
    target: Hex
    chits: Chits
    chance = True

    def assault(self) -> Assault:
        return Assault(self.side, self.target, 0, -1, self.chits)

    def dice(self, s: KorsunState) -> Chance:
        text = Message("Bombardment of {hex}.", {"hex": s.board.grid.names[self.target]})
        return Chance("bombardment", text, ("17.0-f", "7.3-b"), faces=FACES)

    def rolled(self, s: KorsunState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        found = odds(s, self.assault())
        tell_odds(s, found)
        result = result_of(s, found.column, dice[0] + found.die)
        s.tell("result", "17.0-f", "7.3-b", side=SIDES[self.side], dice=dice, bonus=0, result=result)
        apply_bombardment(s, self.side, self.target, result)
