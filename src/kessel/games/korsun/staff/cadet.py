"""Decisions by judgement alone: one at a time, what looks best now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kessel.engine import Action, Actions, Message
from kessel.games.korsun.advance import Advance
from kessel.games.korsun.combat import Bombard, Combat, Declare, Duel, LastSupply
from kessel.games.korsun.movement import Movement, Moving
from kessel.games.korsun.results import Loss, Withdrawal
from kessel.games.korsun.retreats import Displace, Retreat
from kessel.games.korsun.roster import GERMAN, SOVIET
from kessel.games.korsun.sequence import Rebuild
from kessel.games.korsun.setup import SetUp
from kessel.games.korsun.staff.estimate import GOAL, Blow, Estimate, phase_of
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.support import GiveUp
from kessel.hexes import Bits, Hex, members

Advice = tuple[Action, Message]
"""An action and the reason for it."""

PULL = 0.02
"""What half a movement point nearer to where a unit is wanted is worth."""

LEAST = 0.03
"""An attack that promises less is left alone, and nobody moves for less."""


class Staff:
    """One side's judgement of a position."""

    def __init__(self, s: KorsunState, side: int, notes: dict[str, Any] | None = None) -> None:
        self.s = s
        self.side = side
        self.grid = s.board.grid
        self.index = s.board.roster.names.index
        self.notes = {} if notes is None else notes

    def estimate(self) -> Estimate:
        """The estimate of the phase; within a movement phase it stays as it was at its beginning."""
        phase = next((f for f in self.s.stack if isinstance(f, Movement)), None)
        key = (self.s.turn, phase.side, phase.mobile) if phase and phase.side == self.side else None
        if key is None:
            return self.present()
        if self.notes.get("key") != key:
            self.notes |= {"key": key, "estimate": Estimate(self.s.copy(), self.side), "rest": set(), "targets": {}}
            self.notes.pop("fields", None)
        found: Estimate = self.notes["estimate"]
        return found

    def present(self) -> Estimate:
        """The estimate of the position as it is now, kept while nobody moves or falls."""
        s = self.s
        key = s.turn, phase_of(s), tuple(s.where), tuple(s.steps), s.held, s.bridges
        if self.notes.get("standing") != key:
            self.notes |= {"standing": key, "present": Estimate(s, self.side)}
        found: Estimate = self.notes["present"]
        return found

    # -- places --------------------------------------------------------------------------------------------------

    def fields(self, e: Estimate) -> list[list[int]]:
        """Ways that draw units: to the goals, between relief and pocket, or to the enemy in the pocket."""
        found: list[list[int]] | None = self.notes.get("fields")
        if found is None or not self.notes.get("key"):
            if not e.link:
                found = [e.field(e.board.goals, self.side)]
            elif self.side == GERMAN:
                found = [e.to_pocket, e.to_relief]
            else:
                found = [e.field(e.pocket, SOVIET)]
            self.notes["fields"] = found
        return found

    def place_value(self, e: Estimate, u: int, h: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        s, board = self.s, self.s.board
        fields = self.fields(e)
        value = 0.0
        if not e.link or self.side == SOVIET:
            value -= PULL * fields[0][h]
        elif board.roster.encircled >> u & 1:
            value -= 0.6 * PULL * fields[1][h]
        else:
            value -= PULL * fields[0][h]
        if self.side == SOVIET:
            value += 0.3 * e.corridor[h]
        if board.goals >> h & 1:
            value += 0.25 * GOAL
        if h == board.airfield:
            value += 0.4
        touch = (board.around[h] & s.occupied[1 - self.side]).bit_count()
        if touch:
            value += 0.06 * e.attack(u) + 0.02 * touch
        if e.starving(u, h):
            value -= 0.4
        return value - e.risk(s, u, h)

    def best_place(self, e: Estimate, u: int, hexes: Bits) -> tuple[float, Hex]:
        """The best of some hexes for a unit, and how much better than where it is."""
        here = self.place_value(e, u, self.s.where[u])
        value, h = max(((self.place_value(e, u, h), h) for h in members(hexes)), default=(here, -1))
        return value - here, h

    # -- attacks -------------------------------------------------------------------------------------------------

    def attackers(self, e: Estimate, able: Bits, target: Hex) -> Blow:
        """The attack on a hex that promises most: the strongest first, each for as long as he helps."""
        s = self.s
        near = able & s.units_at(s.board.around[target])
        best, units = Blow(0.0, target, 0), 0
        for u in sorted(members(near), key=lambda u: (-e.attack(u), u)):
            units |= 1 << u
            blow = e.blow(s, self.side, target, units)
            if blow.value > best.value + 0.005 or not best.units:
                best = blow
        return best

    def best_attack(self, e: Estimate, phase: Combat) -> Blow:
        """The target that promises most."""
        able = phase.eligible(self.s)
        blows = [self.attackers(e, able, target) for target in members(phase.targets(self.s))]
        return max(blows, key=lambda b: (b.value, b.target), default=Blow(0.0, -1, 0))

    # -- decisions -----------------------------------------------------------------------------------------------

    def advise(self, actions: Actions) -> Advice:
        """The action this staff would take, and why."""
        answer = ANSWERS.get(type(self.s.stack[-1]))
        if answer is not None:
            action, why = answer(self, self.s.stack[-1], actions)
            if action in actions:
                return action, why
        return actions[-1], Message("Nothing better to do.")

    def _setup(self, frame: SetUp, actions: Actions) -> Advice:
        if frame.waiting(self.s):
            return Action("historical"), Message("The historical positions.")
        return Action("done"), Message("Everybody is in place.")

    def _movement(self, frame: Movement, actions: Actions) -> Advice:
        s = self.s
        if Action("muster") in actions:
            return Action("muster"), Message("Every held unit rolls for its release.")
        e = self.estimate()
        rest: set[int] = self.notes["rest"]
        ready = frame.able(s)
        for u in sorted(members(ready), key=lambda u: (-e.attack(u), u)):
            action = Action("select", (s.unit(u).id,))
            if u in rest or action not in actions:
                continue
            gain, h = self.best_place(e, u, e.march_of(u).hexes & ~s.occupied[self.side])
            if gain > LEAST:
                self.notes["targets"][u] = h
                return action, Message("{unit} is wanted at {hex}.", {"unit": s.unit(u).id, "hex": self.grid.names[h]})
            rest.add(u)
        return Action("end"), Message("Nobody stands better elsewhere.")

    def _moving(self, frame: Moving, actions: Actions) -> Advice:
        e = self.estimate()
        self.notes["rest"].add(frame.unit)
        h = self.notes["targets"].pop(frame.unit, -1)
        if not frame.started and (h < 0 or not frame.goals(self.s) >> h & 1):
            gain, h = self.best_place(e, frame.unit, frame.goals(self.s))
            h = h if gain > 0.0 else -1
        if h < 0 or frame.started:
            return Action("done"), Message("Far enough.")
        name = self.grid.names[h]
        return Action("move", (name,)), Message("{hex} is the best place in reach.", {"hex": name})

    def _combat(self, frame: Combat, actions: Actions) -> Advice:
        blow = self.best_attack(self.estimate(), frame)
        if blow.value < LEAST:
            return Action("end"), Message("No attack promises a gain.")
        name = self.grid.names[blow.target]
        return Action("attack", (name,)), Message("An attack on {hex} promises a gain.", {"hex": name})

    def _declare(self, frame: Declare, actions: Actions) -> Advice:
        phase: Combat = self.s.stack[-2]
        e = self.estimate()
        wanted = self.attackers(e, phase.eligible(self.s), frame.target).units & ~frame.units
        why = Message("Everybody who helps joins in.")
        for u in members(wanted):
            return Action("add", (self.s.unit(u).id,)), why
        return self.engineers(frame)

    def engineers(self, frame: Declare) -> Advice:
        """Engineers where they change the row of the table; then the attack is committed."""
        e = self.estimate()
        helpers = frame.engineers(self.s)
        dry, wet = (self.limits_of(e, frame, engineer) for engineer in (True, False))
        if dry != wet:
            for u in members(helpers):
                return Action("engineer", (self.s.unit(u).id,)), Message("Engineers take the river out of the way.")
        if not frame.units:
            return Action("cancel"), Message("Nobody can attack it.")
        return Action("commit"), Message("Everybody who helps joins in.")

    def limits_of(self, e: Estimate, frame: Declare, engineer: bool) -> tuple[int, ...]:
        """The columns of an attack being declared, with or without engineers."""
        hexes = sum(1 << self.s.where[u] for u in members(frame.units))
        return e.limits(frame.target, hexes, engineer)

    def _duel(self, frame: Duel, actions: Actions) -> Advice:
        """A chit wherever it should turn the result by more than it is worth."""
        s, e = self.s, self.estimate()
        odds = frame.odds(s)
        hexes = sum(1 << s.where[u] for u in members(frame.units))
        limits = e.limits(frame.target, hexes, frame.engineer >= 0)
        worth = e.worth(s, frame.side, frame.target, frame.units, e.can_retreat(s, s.at_hex(frame.target), hexes))
        sign = 1 if frame.side == self.side else -1
        now = sign * e.expected(worth, limits, odds.differential, ((0, 1.0),))
        best = (0.05, "")
        for action in actions:
            if action.verb == "draw":
                pool = s.ready[s.board.roster.orgs.index[action.args[0]]]
                spread = tuple((sign * value, 1 / len(pool)) for value in pool)
                gain = sign * e.expected(worth, limits, odds.differential, spread) - now
                best = max(best, (gain, action.args[0]))
        if best[1]:
            return Action("draw", (best[1],)), Message("Support fire should turn the result.")
        return Action("pass"), Message("The chits are worth more elsewhere.")

    def _loss(self, frame: Loss, actions: Actions) -> Advice:
        e = self.estimate()
        return min(actions, key=lambda a: e.step_value(self.index[a.args[0]])), Message("The cheapest step.")

    def _withdrawal(self, frame: Withdrawal, actions: Actions) -> Advice:
        """Those with most room behind them first, so that they do not stand in the way."""
        return actions[0], Message("One after the other.")

    def _retreat(self, frame: Retreat, actions: Actions) -> Advice:
        s, e = self.s, self.estimate()
        u = frame.unit
        ways = frame.ways(s)
        here = self.place_value(e, u, s.where[u]) + e.ground(s.where[u])
        n = len(frame.path)
        best = (-99.0, -1)
        for path in ways.paths:
            if path[:n] == frame.path and len(path) > n:
                best = max(best, (self.place_value(e, u, path[-1]), path[n]))
        step = e.step_value(u)
        if best[1] < 0:
            return Action("resist"), Message("There is no way back.")
        back = best[0] - (step if ways.kind == "partial" else 0.0)
        if not frame.path and here - step > back:
            return Action("resist"), Message("The ground is worth the loss.")
        return Action("retreat", (self.grid.names[best[1]],)), Message("The best way back for us.")

    def _displace(self, frame: Displace, actions: Actions) -> Advice:
        e = self.estimate()
        best = max(actions, key=lambda a: self.place_value(e, frame.unit, self.grid.index[a.args[0]]))
        return best, Message("The best way back for us.")

    def _advance(self, frame: Advance, actions: Actions) -> Advice:
        s, e = self.s, self.estimate()
        best = (0.0, -1, -1)
        for u, room in frame.ways(s):
            here = self.place_value(e, u, s.where[u])
            for h in members(room):
                best = max(best, (self.place_value(e, u, h) + e.ground(h) - here, u, h))
        if best[1] < 0:
            return Action("done"), Message("The ground is not worth having.")
        action = Action("advance", (s.unit(best[1]).id, self.grid.names[best[2]]))
        return action, Message("The ground is worth having.")

    def _rebuild(self, frame: Rebuild, actions: Actions) -> Advice:
        """A lost battalion is worth more than a step."""
        roster = self.s.board.roster

        def gain(action: Action) -> float:
            if not action.args:
                return 0.0
            u = self.index[action.args[0]]
            attack, defence = roster.attack[u], roster.defence[u]
            full, steps = roster.full[u], self.s.steps[u]
            more = attack[full] + defence[full] - attack[steps] - defence[steps]
            return more + (3.0 if action.verb == "return" else 0.0)

        return max(actions, key=gain), Message("Where the replacements do most.")

    def _give_up(self, frame: GiveUp, actions: Actions) -> Advice:
        given = [a for a in actions if a.verb == "give"]
        if given:
            return min(given, key=lambda a: int(a.args[0])), Message("The weakest chit goes.")
        return actions[-1], Message("The weakest chit goes.")

    def _bombard(self, frame: Bombard, actions: Actions) -> Advice:
        if frame.pools:
            return Action("fire"), Message("Enough for this target.")
        return Action("cancel"), Message("The chits are worth more elsewhere.")

    def _last_supply(self, frame: LastSupply, actions: Actions) -> Advice:
        return Action("pass"), Message("The markers are worth more elsewhere.")


ANSWERS: dict[type, Callable[..., Advice]] = {
    SetUp: Staff._setup,
    Movement: Staff._movement,
    Moving: Staff._moving,
    Combat: Staff._combat,
    Declare: Staff._declare,
    Duel: Staff._duel,
    Loss: Staff._loss,
    Withdrawal: Staff._withdrawal,
    Retreat: Staff._retreat,
    Displace: Staff._displace,
    Advance: Staff._advance,
    Rebuild: Staff._rebuild,
    GiveUp: Staff._give_up,
    Bombard: Staff._bombard,
    LastSupply: Staff._last_supply,
}
"""Who answers which decision."""
