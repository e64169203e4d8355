"""Decisions under a plan."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kessel.engine import Action, Actions, Message
from kessel.engine.plan import Plan, Prospect
from kessel.games.debrecen.activation import Activation, Muster, Operations, Specific, attached, in_formation
from kessel.games.debrecen.movement import Moving, allowance
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.sequence import PHASES, Turn
from kessel.games.debrecen.staff.cadet import Advice, Staff
from kessel.games.debrecen.staff.estimate import WEAR, Estimate, Ways
from kessel.games.debrecen.staff.moves import LEAST, Ground, Mover, Order
from kessel.games.debrecen.staff.plan import renew
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, first, members
from kessel.mechanics.plans import reason

TIRED = 0.25
"""What it costs to activate units a second time, before the last turn."""

HURRY = 0.01
"""What the urgency of an activation counts beside the attack that it promises."""

CANDIDATES = 3
"""How many formations are weighed in full before one is activated."""


class Officer(Staff):
    """Carries out a plan, decision by decision; ``notes`` hold what was decided for the whole activation."""

    wear = WEAR

    def __init__(self, s: DebrecenState, side: int, plan: Plan, notes: dict[str, Any]) -> None:
        super().__init__(s, side, notes)
        self.plan = plan

    def price(self, m: int) -> float:
        return super().price(m) * self.plan.weights["support"]

    def place_value(self, e: Estimate, u: int, h: Hex) -> float:
        return Ground(e, self.plan).value(self.s, u, h)

    def _answer(self, actions: Actions) -> Advice | None:
        frame = self.s.stack[-1]
        if isinstance(frame, Operations):
            return self._choose(frame, actions)
        if isinstance(frame, Muster):
            return self._gather(frame)
        if isinstance(frame, Specific):
            return self._pick_units(frame, actions)
        if isinstance(frame, Activation):
            return self._act(frame, actions)
        if isinstance(frame, Moving):
            return self._go(frame)
        return None

    def advise(self, actions: Actions) -> Advice:
        """The action that serves the plan, and why."""
        found = self._answer(actions)
        return found if found is not None and found[0] in actions else super().advise(actions)

    # -- which formation -----------------------------------------------------------------------------------------

    def _choose(self, frame: Operations, actions: Actions) -> Advice:
        """The formation that gains most; units that no HQ can activate; units a second time if it is worth it."""
        self.fresh_start()
        s, e = self.s, self.estimate()
        renew(self.plan, e, self.turn_ways(e))
        fresh = e.able & ~s.activated
        hqs = [self.index[a.args[0]] for a in actions if a.verb == "activate"]
        teams = {hq: (in_formation(s, hq) | attached(s, hq, 0)) & fresh for hq in hqs}
        teams = {hq: units for hq, units in teams.items() if s.combat(units)}
        covered = _union(teams.values())
        loose = s.combat(fresh & ~covered)
        ranked = sorted(((self.urgency(e, teams[hq]), hq) for hq in teams), reverse=True)[:CANDIDATES]
        best = (-99.0, -1)
        for urgency, hq in ranked:
            gain = self.promise(teams[hq] | 1 << hq) + HURRY * urgency if len(ranked) > 1 else 0.0
            best = max(best, (gain, hq))
        if best[1] >= 0:
            self.notes["wanted"] = teams[best[1]]
            name = self.ids(best[1])
            return Action("activate", (name,)), Message("{unit} has most to do.", {"unit": name})
        if loose:
            self.notes["wanted"] = loose
            return Action("specific"), Message("Some units are left that no headquarters can activate.")
        return self._second(e, hqs, actions)

    def turn_ways(self, e: Estimate) -> Ways:
        """The ways that aims are judged by: as they were when they were first asked for in the turn."""
        kept: tuple[int, Ways] = self.notes.get("ways", (0, {}))
        if kept[0] != self.s.turn:
            kept = self.notes["ways"] = (self.s.turn, {})
        return kept[1]

    def promise(self, units: Bits) -> float:
        """What the best attack of an activation of these units should gain."""
        return max(Mover(self.estimate_of(self.rehearsal(units)), self.plan).best_order().merit, 0.0)

    def rehearsal(self, units: Bits) -> DebrecenState:
        """The position with these units active."""
        t, e = self.s.copy(), self.estimate()
        t.active = units
        for u in members(units & t.present):
            t.points[u] = e.points(u)
        t.fatigued |= units & t.activated
        return t

    def estimate_of(self, t: DebrecenState) -> Estimate:
        """The estimate of a rehearsed position."""
        e = Estimate(t, self.side)
        e.remember(self.estimate())
        return e

    def _second(self, e: Estimate, hqs: list[int], actions: Actions) -> Advice:
        """3.5-a: units a second time, who then get fatigued: only for an attack that is worth it."""
        s = self.s
        again = s.combat(e.able & s.activated)
        price = (TIRED if e.turns_left else 0.0) * self.plan.weights["tire"] + LEAST
        best: tuple[float, int, Bits] = (price, -2, 0)
        for hq in hqs:
            units = in_formation(s, hq) & again
            if units:
                order = Mover(self.estimate_of(self.rehearsal(units)), self.plan).best_order()
                if order.merit > best[0]:
                    best = order.merit, hq, order.blow.units
        if best[1] < 0:
            return Action("pass"), Message("Everybody has had his turn.")
        self.notes["wanted"] = best[2]
        if best[2].bit_count() <= 4 and Action("specific") in actions:
            return Action("specific"), Message("A second effort is worth the fatigue.")
        return Action("activate", (self.ids(best[1]),)), Message("A second effort is worth the fatigue.")

    def _gather(self, frame: Muster) -> Advice:
        wanted: Bits = self.notes.get("wanted", 0) | (frame.more(self.s) & ~self.s.activated)
        for u in members(frame.more(self.s) & wanted):
            return Action("add", (self.ids(u),)), Message("Everybody who helps joins in.")
        return Action("begin"), Message("The formation is ready.")

    def _pick_units(self, frame: Specific, actions: Actions) -> Advice:
        e = self.estimate()
        wanted = frame.more(self.s) & self.notes.get("wanted", 0)
        if not wanted and frame.units:
            return Action("begin"), Message("Nobody else is needed.")
        wanted = wanted or frame.more(self.s)
        u = max(members(wanted), key=lambda u: (self.urgency(e, 1 << u), u))
        return Action("add", (self.ids(u),)), Message("Everybody who helps joins in.")

    # -- what it does --------------------------------------------------------------------------------------------

    def _act(self, frame: Activation, actions: Actions) -> Advice | None:
        e = self.estimate()
        found = self._enter(e, frame, actions) or self._recover(e, frame, actions) or self._carry_on(e, actions)
        for step in (self._bridge, self._disengage, self._plan):
            found = found or step(e, frame, actions)
        if found is not None:
            return found
        if frame.owing(self.s):
            return self._attack(e, frame, actions)
        return self._dig(e, frame, actions) or (Action("end"), Message("Everybody is where the plan wants him."))

    def _carry_on(self, e: Estimate, actions: Actions) -> Advice | None:
        """The moves that have been decided on, then the attack they lead up to."""
        s, notes = self.s, self.notes
        moves: dict[int, Hex] = notes.setdefault("targets", {})
        for u in sorted(moves, key=self.turn_of):
            action = Action("select", (self.ids(u),))
            if s.where[u] != moves[u] and action in actions and Moving(1 << u).goals(s) >> moves[u] & 1:
                return action, reason(self.plan, self.ids(u), self.grid.names[moves[u]])
            del moves[u]
        order: Order | None = notes.pop("order", None)
        if order is None or order.blow.target not in s.at:
            return None
        places = {u: h for u, h in order.places.items() if s.where[u] == h}
        blow = e.blow(order.blow.target, places, order.blow.prepared) if places else None
        if blow is None or (blow.value < LEAST and places != order.places):
            return None
        return self.order(blow)

    def turn_of(self, u: int) -> int:
        """1.5-k: an HQ moves before its company leaves it, and after the others, who make its new place safe."""
        if self.roster.hqs >> u & 1:
            return 1
        return 2 if self.s.at[self.s.where[u]] & self.roster.hqs else 0

    def _plan(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        """The best attack that is left; when there is none everybody goes where he serves best."""
        if self.notes.get("settled"):
            return None
        mover = Mover(e, self.plan)
        order = mover.best_order()
        if order.merit > LEAST:
            self.foresee(order)
            self.notes["order"] = order
            self.notes["targets"] = {u: h for u, h in order.places.items() if h != self.s.where[u]}
        else:
            mover.settle()
            self.notes["targets"] = mover.moved()
            self.notes["settled"] = not self.notes["targets"]
        return self._carry_on(e, actions)

    def foresee(self, order: Order) -> None:
        """Note in the plan the attacks it expects."""
        blow = order.blow
        column = self.s.board.tables["combat"]["columns"][blow.column]
        prospect = Prospect(self.grid.names[blow.target], tuple(self.s.ids(blow.units)), column, round(blow.value, 2))
        self.plan.prospects = (*(p for p in self.plan.prospects if p.target != prospect.target), prospect)

    def _go(self, frame: Moving) -> Advice | None:
        u = first(frame.here(self.s))
        if self.notes.pop("entering", -1) == u:
            return self._come_up(frame, u)
        h = self.notes.setdefault("targets", {}).pop(u, -1)
        if h < 0 and self.s.where[u] in self.notes.get("reached", ()):
            return Action("done"), Message("Far enough.")
        if h < 0 or not frame.goals(self.s) >> h & 1:
            return None
        self.notes["reached"] = (h,)
        return Action("move", (self.grid.names[h],)), reason(self.plan, self.ids(u), self.grid.names[h])

    def _enter(self, e: Estimate, frame: Activation, actions: Actions) -> Advice | None:
        found = super()._enter(e, frame, actions)
        if found is not None:
            self.notes["entering"] = self.index[found[0].args[0]]
        return found

    def _come_up(self, frame: Moving, u: int) -> Advice:
        """Whoever has just come in goes on to where he serves best, with an eye to the attacks he could join."""
        s, e = self.s, self.estimate()
        mover = Mover(e, self.plan)
        goals, march, each = frame.goals(s), frame.march(s), allowance(s, u)
        best = (mover.value(s, u, s.where[u]) + LEAST, -1)
        for cost, hexes in march.waves:
            left = s.points[u] + -max(0, cost - frame.credit) // each
            for h in members(hexes & goals):
                if self.room(u, h):
                    best = max(best, (mover.value(s, u, h) + self._prospect(mover, u, h, left), h))
        if best[1] < 0:
            return Action("done"), Message("Far enough.")
        name = self.grid.names[best[1]]
        return Action("move", (name,)), reason(self.plan, self.ids(u), name)

    def _prospect(self, mover: Mover, u: int, h: Hex, left: int) -> float:
        """What a unit from a hex could add to an attack by all active units; what it must suffer if it has to."""
        s, e = self.s, mover.e
        near = e.board.around[h] & s.occupied[e.enemy] & ~e.board.wall_of(1 << u).of(h)
        if not near or not left or (self.roster.hqs | self.roster.red) >> u & 1:
            return 0.0
        best = -9.0
        for target in members(near):
            crew = {u: h}
            for x, ways in mover.ways.items():
                slots = e.board.around[target] & ~s.occupied[e.enemy] & ~e.board.wall_of(1 << x).of(target)
                spots = [(points, y) for y, points in ways.items() if points and slots >> y & 1]
                if spots and x != u and mover.fighters() >> x & 1:
                    crew[x] = max(spots)[1]
            for x in members(s.active & ~s.present):
                if len(crew) < 6 and not self.roster.hqs >> x & 1:
                    crew[x] = h
            best = max(best, e.blow(target, crew, left > 1).value)
        forced = e.compelled(u) >> h & 1
        return 0.5 * max(best, 0.0) + (min(best, 0.0) if forced else 0.0)


def _union(sets: Iterable[Bits]) -> Bits:
    found: Bits = 0
    for bits in sets:
        found |= bits
    return found


def occasion(s: DebrecenState, side: int) -> tuple[str, str, float]:
    """When a side plans: before the operations of each turn."""
    bottom = s.stack[0]
    phase = PHASES[bottom.phase - 1] if isinstance(bottom, Turn) and len(s.stack) > 1 and bottom.phase else "set-up"
    return str(s.turn), phase, 1.0 if phase == "operations" else 0.0


def evaluate(s: DebrecenState, side: int) -> float:
    """What a position is worth to a side: the points as they stand or are likely to fall, and both armies."""
    sign = 1.0 if side == ALLIED else -1.0
    if s.outcome is not None:
        verdict = {SIDES[ALLIED]: 2.0, SIDES[1 - ALLIED]: -2.0}.get(s.outcome.winner or "", 0.0)
        return sign * (s.outcome.score + verdict)
    total = 0.0
    for who in (ALLIED, 1 - ALLIED):
        e = Estimate(s, who)
        value = sum(e.unit_value(u) for u in members(s.on_map(who)))
        for h, prize in e.prizes.items():
            if e.holds(h, who):
                own = s.occupied[who]
                guards = s.combat(s.at.get(h, 0))
                fate = e.outlook(h, s.board.around[h] & ~own, sum(e.power(u) for u in members(guards)))
                value += prize * (1.0 - fate.fall(sum(s.steps[u] for u in members(guards))))
        total += value if who == ALLIED else -value
    return sign * total
