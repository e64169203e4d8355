"""Decisions by judgement alone: one at a time, what looks best now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from msgspec.structs import replace

from kessel.engine import Action, Actions, Message
from kessel.games.debrecen.activation import Activation, Closing, Muster, Operations, Specific, in_formation
from kessel.games.debrecen.advance import Advance
from kessel.games.debrecen.alarm import AlarmLoss
from kessel.games.debrecen.allotment import Allot
from kessel.games.debrecen.combat import ArmourLoss, Combat, Declare, Pick, able
from kessel.games.debrecen.movement import Moving, allowance
from kessel.games.debrecen.odds import FACES, stars
from kessel.games.debrecen.results import Settle
from kessel.games.debrecen.retreats import Retreat, ZoneLoss
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.sequence import Replace, Return
from kessel.games.debrecen.setup import Alarms, SetUp
from kessel.games.debrecen.staff.estimate import EIGHTHS, NO_BLOW, Blow, Estimate
from kessel.games.debrecen.state import DebrecenState
from kessel.games.debrecen.support import ATTACK, Support
from kessel.hexes import Bits, Hex, first, members

Advice = tuple[Action, Message]
"""An action and the reason for it."""

PULL = 0.012
"""What half a movement point nearer to where a unit is wanted is worth."""

LEAST = 0.03
"""An attack that promises less is left alone, and nobody moves for less."""

COLUMN = 0.025
"""What a column of support might still bring elsewhere in the turn."""

TOUCH = 0.005
"""What a point of strength next to the enemy is worth."""

FATIGUE = 0.06
"""What it costs that a unit is fatigued by a retreat."""

CAUTION = 0.2
"""How much of what the enemy could do is feared."""

NEAR = 8
"""Within so many hexes of the enemy a place has to be held."""


class Staff:
    """One side's judgement of a position."""

    wear = 0.0
    """He looks no further than the attack before him: defenders worn down are no part of what it brings."""

    def __init__(self, s: DebrecenState, side: int, notes: dict[str, Any] | None = None) -> None:
        self.s = s
        self.side = side
        self.grid = s.board.grid
        self.roster = s.board.roster
        self.index = s.board.roster.names.index
        self.notes = {} if notes is None else notes

    def estimate(self) -> Estimate:
        """The estimate of the position; what the enemy threatens is worked out once for an activation."""
        e = Estimate(self.s, self.side, self.wear)
        known: Estimate | None = self.notes.get("estimate")
        if known is None:
            self.notes["estimate"] = e
        else:
            e.remember(known)
        return e

    def fresh_start(self) -> None:
        """Forget what was worked out for the last activation."""
        for name in ("estimate", "field", "settled"):
            self.notes.pop(name, None)
        self.notes["rest"] = set()
        self.notes["targets"] = {}

    def advise(self, actions: Actions) -> Advice:
        """The action this staff would take, and why."""
        answer = ANSWERS.get(type(self.s.stack[-1]))
        if answer is not None:
            action, why = answer(self, self.s.stack[-1], actions)
            if action in actions:
                return action, why
        return actions[-1], Message("Nothing better to do.")

    def ids(self, u: int) -> str:
        """The name of a unit."""
        return self.roster.names[u]

    # -- places --------------------------------------------------------------------------------------------------

    def field(self, e: Estimate) -> list[int]:
        """The way that draws units: to the prizes that are not ours, or that the enemy is near to."""
        found: list[int] | None = self.notes.get("field")
        if found is None:
            s, seeds = self.s, 0
            for h in e.prizes:
                foe = s.occupied[e.enemy]
                if not e.holds(h, self.side) or (foe and self.grid.distance_to(h, foe) <= NEAR):
                    seeds |= 1 << h
            found = self.notes["field"] = e.field(seeds or s.occupied[e.enemy], self.side)
        return found

    def place_value(self, e: Estimate, u: int, h: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        if self.roster.hqs >> u & 1:
            return self.hq_value(e, u, h)
        return -PULL * self.field(e)[h] - CAUTION * e.risk(self.s, u, h) - e.astray(u, h)

    def hq_value(self, e: Estimate, u: int, h: Hex) -> float:
        """An HQ belongs near its units, in supply, and not alone where the enemy can come."""
        s = self.s
        units = s.formation_units(self.roster.formation_of[u]) & s.present
        reach = self.roster.units[u].range
        value = 0.0
        for x in members(units):
            distance = self.grid.distance(h, s.where[x])
            value += 0.06 * (distance <= reach) - 0.004 * distance
        company = s.combat(s.at.get(h, 0))
        if e.threat(h):
            value -= 0.05 if company else 0.5
        elif company:
            value += 0.02
        return value - e.astray(u, h)

    def room(self, u: int, h: Hex) -> bool:
        """5-a: whether a hex has room for a unit."""
        s = self.s
        if self.roster.hqs >> u & 1 or s.where[u] == h:
            return True
        return s.strength(h) + s.steps[u] <= s.board.stacking

    # -- attacks -------------------------------------------------------------------------------------------------

    def best_blow(self, e: Estimate, target: Hex, able_units: Bits, prepared: bool, needed: Bits = 0) -> Blow:
        """The attack on a hex that promises most: the strongest first, each for as long as he helps; one of the units
        needed at least takes part."""
        s = self.s
        most = s.board.tables["combat"]["attackers"]
        best, places = NO_BLOW, dict[int, Hex]()
        order = sorted(members(able_units), key=lambda u: (-(needed >> u & 1), -e.punch(u), u))
        for u in order:
            h = s.where[u]
            if sum(x == h for x in places.values()) >= most:
                continue
            blow = e.blow(target, {**places, u: h}, prepared)
            if blow.value > best.value + 0.004 or not places:
                best = blow
                places[u] = h
        return best

    def blows(self, e: Estimate, targets: Bits, needed: Bits = 0) -> Iterable[Blow]:
        """The best attacks of both kinds on some hexes by the active units."""
        for target in members(targets):
            for prepared in (False, True):
                units = able(self.s, self.side, target, prepared)
                if units and (not needed or units & needed):
                    yield self.best_blow(e, target, units, prepared, needed & units)

    def strike(self, e: Estimate, u: int, h: Hex, points: int) -> float:
        """What a unit adds, from a hex and with so many action points left, to attacks by those who are there already;
        what it must suffer if it has to attack there and nothing good offers itself."""
        s, board = self.s, self.s.board
        near = board.around[h] & s.occupied[e.enemy] & ~board.wall_of(1 << u).of(h)
        if not near or not points or self.roster.red >> u & 1 or s.shackled >> u & 1:
            return 0.0
        best = -9.0 if s.where[u] != h and e.compelled(u) >> h & 1 else 0.0
        for target in members(near):
            for prepared in (False, True):
                if points >= int(e.attacks[prepared]["points"]):
                    places = {x: s.where[x] for x in members(able(s, self.side, target, prepared) & ~(1 << u))}
                    before = max(e.blow(target, places, prepared).value, 0.0) if places else 0.0
                    best = max(best, e.blow(target, {**places, u: h}, prepared).value - before)
        return best + TOUCH * e.punch(u) / EIGHTHS

    # -- set-up, supply and support ------------------------------------------------------------------------------

    def _setup(self, frame: SetUp, actions: Actions) -> Advice:
        return Action("auto"), Message("The historical positions.")

    def _alarms(self, frame: Alarms, actions: Actions) -> Advice:
        return Action("auto"), Message("Alarm counters on the roads, where the enemy will come.")

    def _replace(self, frame: Replace, actions: Actions) -> Advice:
        e = Estimate(self.s, self.side, self.wear)
        u = max(members(frame.worn(self.s)), key=lambda u: (e.step_value(u, self.s.steps[u] + 1), u))
        return Action("restore", (self.ids(u),)), Message("Where the replacements do most.")

    def _return(self, frame: Return, actions: Actions) -> Advice:
        e = Estimate(self.s, self.side, self.wear)
        u = first(frame.waiting(self.s))
        h = max(members(frame.room(self.s)), key=lambda h: (self.hq_value(e, u, h), h))
        return Action("place", (self.ids(u), self.grid.names[h])), Message("Near its units, away from the enemy.")

    def _allot(self, frame: Allot, actions: Actions) -> Advice:
        if Action("auto") not in actions:
            return actions[0], Message("An exchange of markers is finished.")
        return Action("auto"), Message("The markers go where most units stand near the enemy.")

    # -- activations ---------------------------------------------------------------------------------------------

    def _operations(self, frame: Operations, actions: Actions) -> Advice:
        """The formation with most fresh units near the enemy; then those that no HQ can activate."""
        self.fresh_start()
        s, e = self.s, self.estimate()
        fresh = e.able & ~s.activated
        best = (0.0, "")
        for action in actions:
            if action.verb == "activate":
                units = in_formation(s, self.index[action.args[0]]) & fresh
                if s.combat(units):
                    best = max(best, (self.urgency(e, units), action.args[0]))
        if best[1]:
            return Action("activate", (best[1],)), Message("{unit} has most to do.", {"unit": best[1]})
        if s.combat(fresh) and Action("specific") in actions:
            return Action("specific"), Message("Some units are left that no headquarters can activate.")
        return Action("pass"), Message("Everybody has had his turn.")

    def urgency(self, e: Estimate, units: Bits) -> float:
        """How much there is to do for some units: those near the enemy or on their way in count most."""
        field, total = self.field(e), 0.0
        for u in members(units):
            h = self.s.where[u]
            total += 1.0 if h < 0 else 0.2 + 20.0 / (20.0 + field[h])
        return total

    def _muster(self, frame: Muster, actions: Actions) -> Advice:
        """Whoever has not been activated comes along; nobody is tired out."""
        for u in members(frame.more(self.s) & ~self.s.activated):
            return Action("add", (self.ids(u),)), Message("Everybody who helps joins in.")
        return Action("begin"), Message("The formation is ready.")

    def _specific(self, frame: Specific, actions: Actions) -> Advice:
        e = self.estimate()
        fresh = self.s.combat(frame.more(self.s) & ~self.s.activated)
        if not fresh and not frame.units:
            fresh = frame.more(self.s)
        if fresh:
            u = max(members(fresh), key=lambda u: (self.urgency(e, 1 << u), u))
            return Action("add", (self.ids(u),)), Message("Everybody who helps joins in.")
        return Action("begin"), Message("Nobody else is needed.")

    def _activation(self, frame: Activation, actions: Actions) -> Advice:
        e = self.estimate()
        steps = (
            self._enter,
            self._recover,
            self._bridge,
            self._strike,
            self._move,
            self._disengage,
            self._attack,
            self._dig,
        )
        for step in steps:
            found = step(e, frame, actions)
            if found is not None:
                return found
        return Action("end"), Message("Nothing better to do.")

    def _enter(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        field = self.field(e)
        ways = [a for a in actions if a.verb == "enter"]
        if not ways:
            return None
        comer = min((a.args[0] for a in ways), key=lambda name: (self.roster.hqs >> self.index[name] & 1, name))
        ways = [a for a in ways if a.args[0] == comer]
        best = min(
            ways,
            key=lambda a: (
                field[self.grid.index[a.args[1]]] + 8 * frame.entered.count(self.grid.index[a.args[1]]),
                a.args,
            ),
        )
        return best, Message("{unit} comes in at {hex}.", {"unit": best.args[0], "hex": best.args[1]})

    def _recover(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        for u in members(frame.recovering(self.s)):
            return Action("recover", (self.ids(u),)), Message("{unit} rests.", {"unit": self.ids(u)})
        return None

    def _bridge(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        """15.5: bridgeheads across the Tisza where the enemy is far, stronger ones where he is near."""
        best: tuple[float, Action | None] = (0.0, None)
        for action in actions:
            if action.verb == "bridgehead":
                danger = e.threat(self.grid.index[action.args[1]]) / EIGHTHS
                value = 0.7 - 0.05 * danger - 0.02 * e.turns_left
                best = max(best, (value, action), key=lambda b: b[0])
            elif action.verb == "enlarge":
                h = self.s.where[self.s.bridgehead_of(self.index[action.args[0]])]
                if e.threat(h):
                    return action, Message("The bridgehead at {hex} is in danger.", {"hex": self.grid.names[h]})
        if best[1] is None:
            return None
        return best[1], Message("A bridgehead at {hex} counts in the end.", {"hex": best[1].args[1]})

    def _disengage(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        """4.4: a locked unit gets away where staying would cost it more than the step it may lose."""
        for action in actions:
            if action.verb == "disengage":
                u, h = self.index[action.args[0]], self.grid.index[action.args[1]]
                fails = 1.0 - min(self.roster.quality[u], FACES) / FACES
                price = fails * e.step_value(u, self.s.steps[u]) + 0.06 * e.unit_value(u)
                if self.place_value(e, u, h) - self.place_value(e, u, self.s.where[u]) > price + LEAST:
                    why = Message("{unit} gets away to {hex}.", {"unit": action.args[0], "hex": action.args[1]})
                    return action, why
        return None

    def _move(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        rest: set[int] = self.notes.setdefault("rest", set())
        for u in sorted(members(frame.movers(self.s)), key=lambda u: (self.roster.hqs >> u & 1, -e.power(u), u)):
            if u in rest:
                continue
            gain, h = self.best_move(e, u)
            if gain > LEAST:
                self.notes.setdefault("targets", {})[u] = h
                why = Message("{unit} is wanted at {hex}.", {"unit": self.ids(u), "hex": self.grid.names[h]})
                return Action("select", (self.ids(u),)), why
            rest.add(u)
        return None

    def best_move(self, e: Estimate, u: int) -> tuple[float, Hex]:
        """The best hex for a unit that moves now, and how much better than where it is."""
        s = self.s
        moving = Moving(1 << u)
        goals, found, base, each = moving.goals(s), moving.march(s), moving.base(s), allowance(s, u)
        here = s.where[u]
        now = self.place_value(e, u, here) + self.strike(e, u, here, s.points[u])
        best = (-9.0, -1)
        for cost, hexes in found.waves:
            left = s.points[u] + -(cost + base) // each
            for h in members(hexes & goals):
                if self.room(u, h):
                    value = self.place_value(e, u, h) + self.strike(e, u, h, left) - 0.003 * (s.points[u] - left)
                    best = max(best, (value, h))
        return best[0] - now, best[1]

    def _moving(self, frame: Moving, actions: Actions) -> Advice:
        s, e = self.s, self.estimate()
        u = first(frame.here(s))
        self.notes.setdefault("rest", set()).add(u)
        h = self.notes.setdefault("targets", {}).pop(u, -1)
        goals = frame.goals(s)
        if h < 0 or not goals >> h & 1:
            if frame.started and h >= 0:
                return Action("done"), Message("Far enough.")
            here = self.place_value(e, u, s.where[u]) if frame.started else -99.0
            best = max(((self.place_value(e, u, x), x) for x in members(goals) if self.room(u, x)), default=(-99.0, -1))
            if best[0] <= here + LEAST:
                return Action("done"), Message("Far enough.")
            h = best[1]
        name = self.grid.names[h]
        return Action("move", (name,)), Message("{hex} is the best place in reach.", {"hex": name})

    def _strike(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        """An attack that promises a gain is made at once."""
        blow = max(self.blows(e, self.targets(actions)), key=lambda b: (b.value, b.target), default=NO_BLOW)
        return self.order(blow) if blow.value >= LEAST else None

    def targets(self, actions: Actions) -> Bits:
        """The hexes that can be attacked."""
        return sum({1 << self.grid.index[a.args[0]] for a in actions if a.verb in ("attack", "prepare")})

    def _attack(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        """The best of the attacks that have to be made."""
        owing = frame.owing(self.s)
        if not owing:
            return None
        blows = self.blows(e, self.targets(actions), owing)
        return self.order(max(blows, key=lambda b: (b.value, b.target), default=NO_BLOW))

    def order(self, blow: Blow) -> Advice:
        """Begin an attack; who takes part is remembered."""
        self.notes |= {"blow": (blow.target, blow.units), "rest": set(), "settled": False}
        name = self.grid.names[blow.target]
        column = self.s.board.tables["combat"]["columns"][blow.column]
        why = Message(
            "Attack on {hex} at {column}: it should be worth {value} points.",
            {"hex": name, "column": column, "value": round(blow.value, 1)},
        )
        return Action("prepare" if blow.prepared else "attack", (name,)), why

    def _dig(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        for u in members(frame.digging(self.s)):
            if e.threat(self.s.where[u]):
                return Action("dig", (self.ids(u),)), Message("{unit} digs in.", {"unit": self.ids(u)})
        return None

    # -- combat --------------------------------------------------------------------------------------------------

    def _declare(self, frame: Declare, actions: Actions) -> Advice:
        target, units = self.notes.get("blow", (-1, 0))
        if target != frame.target:
            units = self.best_blow(self.estimate(), frame.target, frame.candidates(self.s), frame.prepared).units
        for u in members(units & ~frame.units & frame.candidates(self.s)):
            return Action("add", (self.ids(u),)), Message("Everybody who helps joins in.")
        return Action("commit"), Message("Everybody who helps joins in.")

    def combat_value(self, e: Estimate, combat: Combat) -> float:
        """What a combat promises the side as it stands, over its dice."""
        s = self.s
        if not s.at.get(combat.target):
            return 0.0
        odds = combat.odds(s)
        fort = e.fort(combat.target)
        hexes = strong = 0
        steps = []
        for u in members(combat.units & s.present):
            bit = 1 << s.where[u]
            if s.steps[u] > 1 or hexes & bit:
                strong |= bit
            hexes |= bit
            steps.append(e.step_value(u, s.steps[u]))
        escape = e.escape(combat.side, combat.target, hexes, s.board.major.others.across(strong))
        least = int(e.attacks[combat.prepared]["loss"])
        spread = e.charts.chances(s, odds.start, odds.die, odds.difference)
        value = sum(p * e.worth(result, fort, escape, sorted(steps), least) for result, p in spread)
        return value if combat.side == self.side else -value

    def _support(self, frame: Support, actions: Actions) -> Advice:
        """A marker or a mission wherever it should bring more than it might elsewhere."""
        s, e = self.s, Estimate(self.s, self.side, self.wear)
        combat = frame.combat(s)
        now = self.combat_value(e, combat)
        best = (0.0, Action("pass"))
        thrift = 1.0 if e.turns_left else 0.3
        for action in actions:
            if action.verb == "pass":
                continue
            if action.verb == "air":
                price = e.air * COLUMN * thrift
                flies = (True, combat.air[1]) if frame.role == ATTACK else (combat.air[0], True)
                then = replace(combat, air=flies)
            else:
                m = s.board.marker_names.index[action.args[0]]
                price = self.price(m) * thrift
                use = (m, action.args[1] if len(action.args) > 1 else "")
                if frame.role == ATTACK:
                    then = replace(combat, attack_support=(*combat.attack_support, use))
                else:
                    then = replace(combat, defence_support=(*combat.defence_support, use))
            best = max(best, (self.combat_value(e, then) - now - price, action))
        if best[0] > 0.0:
            return best[1], Message("Support should turn the result.")
        return Action("pass"), Message("The support is worth more elsewhere.")

    def price(self, m: int) -> float:
        """What a support marker might still bring elsewhere."""
        effect = self.s.board.kinds[self.s.board.markers[m].kind]["effect"]
        return COLUMN * (effect.get("columns", 0) or effect.get("modifier", 0) or 0.6)

    def _pick(self, frame: Pick, actions: Actions) -> Advice:
        s, e = self.s, Estimate(self.s, self.side, self.wear)
        combat: Combat = s.stack[-2]
        if frame.armour:
            assault = combat.assault()
            u = max(members(frame.units), key=lambda u: (stars(s, assault, u, frame.who == 0), -u))
            return Action("pick", (self.ids(u),)), Message("The most stars count.")

        def worth(u: int) -> float:
            pair = (u, combat.quality[1]) if frame.who == 0 else (combat.quality[0], u)
            return self.combat_value(e, replace(combat, quality=pair)) - 0.6 * e.step_value(u, s.steps[u])

        u = max(members(frame.units), key=lambda u: (worth(u), u))
        return Action("pick", (self.ids(u),)), Message("The best troops for what they may lose.")

    def loss_price(self, e: Estimate, name: str) -> float:
        """What it costs to lose a step of a unit, or a marker."""
        u = self.index.get(name)
        if u is not None:
            return e.step_value(u, self.s.steps[u])
        return self.price(self.s.board.marker_names.index[name]) * 2 + 0.03 * e.future

    def _loss(self, frame: object, actions: Actions) -> Advice:
        e = Estimate(self.s, self.side, self.wear)
        losses = [a for a in actions if a.verb in ("lose", "eliminate")]
        if isinstance(self.s.stack[-1], Closing):
            return min(losses, key=lambda a: e.unit_value(self.index[a.args[0]])), Message("The cheapest step.")
        return min(losses, key=lambda a: self.loss_price(e, a.args[0])), Message("The cheapest step.")

    def _settle(self, frame: Settle, actions: Actions) -> Advice:
        """Steps or ground, whatever costs less."""
        s, e = self.s, self.estimate()
        loss, why = self._loss(frame, actions)
        if Action("retreat") not in actions:
            return loss, why
        combat = frame.combat(s)
        units = frame.units(s)
        step = self.loss_price(e, loss.args[0])
        ground = self.stake(e, combat, units)
        broken = 0.0 if frame.side == combat.side else 0.06 * e.costs(units)[-1]
        back = 0.04 + 0.02 * frame.owed + ground + broken + self.flight(e, units)
        stay = step + sum(e.costs(units)[1 : frame.owed])
        whole = sum(s.steps[u] for u in members(s.combat(units) or units))
        if frame.owed >= whole:
            stay += ground
        one = step + (back - 0.02 if frame.owed > 1 else 0.0)
        if back <= min(stay, one):
            return Action("retreat"), Message("The ground is not worth the loss.")
        return loss, Message("The ground is worth the loss.")

    def flight(self, e: Estimate, units: Bits) -> float:
        """What the units of a combat lose if they retreat now, in steps and by fatigue: played through on a copy."""
        t, side = self.s.copy(), SIDES[self.side]
        t.play(Action("retreat"), side)
        there = copy(self)
        there.s = t
        while isinstance(t.stack[-1], Retreat | ZoneLoss) and t.sides == (side,):
            t.play(there.advise(t.actions(side))[0], side)
        after = Estimate(t, self.side, self.wear)
        lost = sum(e.unit_value(u) - after.unit_value(u) for u in members(units))
        return lost + FATIGUE * (units & t.fatigued & ~self.s.fatigued).bit_count()

    def stake(self, e: Estimate, combat: Combat, units: Bits) -> float:
        """What the side gives up by a retreat in a combat."""
        if combat.side != self.side:
            return e.prizes.get(combat.target, 0.0)
        found = 0.0
        for h in {self.s.where[u] for u in members(units)}:
            found += e.prizes.get(h, 0.0)
        if combat.vacated(self.s):
            found += 0.03 + (0.0 if e.holds(combat.target, self.side) else e.prizes.get(combat.target, 0.0))
        return found

    # -- retreats and advances -----------------------------------------------------------------------------------

    def _retreat(self, frame: Retreat, actions: Actions) -> Advice:
        e = self.estimate()
        units = self.s.combat(frame.units) or frame.units
        u = max(members(units), key=lambda u: (e.unit_value(u), u))
        ways = frame.ways(self.s)
        if not ways:
            return actions[-1], Message("They part to get away.")
        h = max(members(ways), key=lambda h: (self.place_value(e, u, h), h))
        return Action("retreat", (self.grid.names[h],)), Message("The best way back for us.")

    def _advance(self, frame: Advance, actions: Actions) -> Advice:
        s, e = self.s, self.estimate()
        best = (-99.0 if frame.must else 0.01, -1, -1)
        for u, ends in frame.ends(s).items():
            here = self.place_value(e, u, s.where[u])
            for h in members(ends):
                won = 0.0 if e.holds(h, self.side) else e.prizes.get(h, 0.0)
                best = max(best, (self.place_value(e, u, h) + won - here, u, h))
        if best[1] < 0:
            return Action("stay"), Message("The ground is not worth having.")
        action = Action("advance", (self.ids(best[1]), self.grid.names[best[2]]))
        return action, Message("The ground is worth having.")


ANSWERS: dict[type, Callable[..., Advice]] = {
    SetUp: Staff._setup,
    Alarms: Staff._alarms,
    Replace: Staff._replace,
    Return: Staff._return,
    Allot: Staff._allot,
    Operations: Staff._operations,
    Muster: Staff._muster,
    Specific: Staff._specific,
    Activation: Staff._activation,
    Moving: Staff._moving,
    Declare: Staff._declare,
    Support: Staff._support,
    Pick: Staff._pick,
    ArmourLoss: Staff._loss,
    Settle: Staff._settle,
    Retreat: Staff._retreat,
    ZoneLoss: Staff._loss,
    Advance: Staff._advance,
    AlarmLoss: Staff._loss,
    Closing: Staff._loss,
}
"""Who answers which decision."""
