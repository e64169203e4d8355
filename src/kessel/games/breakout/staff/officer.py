"""Decisions under a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kessel.engine import Action, Actions, Message
from kessel.engine.plan import Plan, Prospect
from kessel.games.breakout.combat import Battle, Combat, Declare
from kessel.games.breakout.losses import Loss
from kessel.games.breakout.movement import Movement, Moving
from kessel.games.breakout.odds import named, odds
from kessel.games.breakout.results import Advance, Retreat
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES, SOVIET
from kessel.games.breakout.sequence import PHASES, HalfTurn, Turn
from kessel.games.breakout.stacking import StackingCheck, overstacked
from kessel.games.breakout.staff.cadet import Advice, Staff
from kessel.games.breakout.staff.estimate import Blow, Estimate, way
from kessel.games.breakout.staff.moves import Mover
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, members
from kessel.mechanics.plans import reason

AIR_PRICE = 0.03
"""What an air marker might bring elsewhere in the turn."""

FIGHT_FIRST = (0.3, 1.0)
"""What attacks from where everybody stands must promise each side to come before movement in its second half-turn."""

LEAST = 0.06
"""An attack that promises less is left alone."""


def occasion(s: BreakoutState) -> str:
    """The phase of the turn, as a plan is made for one."""
    phase = s.stack[0].phase - 1 if isinstance(s.stack[0], Turn) else -1
    return PHASES[phase] if 0 <= phase < len(PHASES) else "set-up"


def evaluate(s: BreakoutState, side: int) -> float:
    """What a position is worth to a side, in Soviet victory points with the sign of the side."""
    sign = 1.0 if side == SOVIET else -1.0
    if s.outcome is not None:
        verdict = {SIDES[SOVIET]: 2.0, SIDES[GERMAN]: -2.0}.get(s.outcome.winner or "", 0.0)
        points = float(s.outcome.score)
        if s.board.scenario["victory"]["measure"] == "divisions":
            points = -points
        return sign * (points + verdict)
    answer = GERMAN if occasion(s).startswith("german") else SOVIET
    return sign * Estimate(s, side).balance(answer)


class Officer:
    """Carries out a plan, decision by decision; ``notes`` hold what was decided for the whole segment."""

    def __init__(self, s: BreakoutState, side: int, plan: Plan, notes: dict[str, Any]) -> None:
        self.s = s
        self.side = side
        self.plan = plan
        self.notes = notes
        self.grid = s.board.grid

    def advise(self, actions: Actions) -> Advice:
        """The action that serves the plan, and why."""
        frame = self.s.stack[-1]
        found: Advice | None = None
        if isinstance(frame, HalfTurn):
            found = self._order(frame)
        elif isinstance(frame, Movement):
            found = self._movement(frame, actions)
        elif isinstance(frame, Moving):
            found = self._moving(frame)
        elif isinstance(frame, Combat):
            found = self._combat(frame, actions)
        elif isinstance(frame, Declare):
            found = self._declare(frame, actions)
        elif isinstance(frame, Battle):
            found = self._support(frame, actions)
        elif isinstance(frame, Loss):
            found = self._loss(actions)
        elif isinstance(frame, Retreat):
            found = self._retreat(frame)
        elif isinstance(frame, Advance):
            found = self._advance(frame)
        if found is not None and found[0] in actions:
            return found
        return Staff(self.s, self.side, self.notes).advise(actions)

    # -- order and movement --------------------------------------------------------------------------------------

    def _order(self, frame: HalfTurn) -> Advice:
        choice = self.plan.choices.get(str(frame.number))
        if choice is None:
            value, _ = Estimate(self.s, self.side).blows(self.s, self.side)
            choice = "combat" if frame.number == 2 and value > FIGHT_FIRST[self.side] else "move"
        if choice == "combat":
            return Action("order", ("combat",)), Message("The enemy in contact is struck before anyone moves.")
        return Action("order", ("move",)), Message("Positions first.")

    def _segment(self, kind: str) -> tuple[object, ...]:
        """What tells one segment from another."""
        depth = sum(1 for f in self.s.stack if isinstance(f, StackingCheck))
        return (kind, self.s.turn, occasion(self.s), depth)

    def _fights(self) -> bool:
        """Whether a combat segment of this half-turn is still to come."""
        return any(isinstance(f, Combat) for f in self.s.stack[:-1])

    def _movement(self, frame: Movement, actions: Actions) -> Advice:
        s, notes = self.s, self.notes
        key = self._segment("move")
        if notes.get("movement") != key:
            second = occasion(s).endswith("2")
            mover = Mover(
                s,
                self.side,
                self.plan,
                fights=self._fights(),
                answered=second,
                ready=s.on_map(self.side) & ~frame.moved,
            )
            notes["movement"] = key
            notes["targets"] = mover.plan_moves()
            notes["leaving"] = mover.leaving()
            if self._fights():
                self.foresee(mover.e.blows(mover.w, self.side)[1])
            notes["tried"] = set()
        targets: dict[int, Hex] = notes["targets"]
        tried: set[int] = notes["tried"]
        for u in notes["leaving"]:
            targets.setdefault(u, s.where[u])
        waiting = {
            u: h
            for u, h in targets.items()
            if u not in tried
            and s.where[u] >= 0
            and (s.where[u] != h or u in notes["leaving"])
            and Action("select", (s.unit(u).id,)) in actions
        }
        u = self._next(waiting)
        if u >= 0:
            return Action("select", (s.unit(u).id,)), self._reason(u, waiting[u])
        crowded = self._crowded(frame, actions)
        if crowded is not None:
            return crowded
        return Action("end"), Message("Everybody is where the plan wants him.")

    def _next(self, waiting: dict[int, Hex]) -> int:
        """Who moves next: somebody for whom there is room, or whoever makes room; -1 when nobody should."""
        s = self.s
        for u, h in waiting.items():
            if h == s.where[u] or not overstacked(s, self.side, s.at.get(h, 0) | 1 << u):
                return u
        for h in waiting.values():
            for u in members(s.at.get(h, 0)):
                if u in waiting:
                    return u
        return -1

    def foresee(self, blows: list[Blow]) -> None:
        """Note in the plan the attacks it expects."""
        s = self.s
        self.plan.prospects = tuple(
            Prospect(self.grid.names[b.target], tuple(s.ids(b.units)), named(min(b.place, 8)), round(b.value, 2))
            for b in blows
            if b.value > LEAST
        )

    def _reason(self, u: int, h: Hex) -> Message:
        return reason(self.plan, self.s.unit(u).id, self.grid.names[h])

    def _crowded(self, frame: Movement, actions: Actions) -> Advice | None:
        """6.0-d: nobody stays where there is no room."""
        s = self.s
        for h in members(s.occupied[self.side]):
            units = s.at[h]
            if units & (units - 1) and overstacked(s, self.side, units):
                for u in members(units):
                    action = Action("select", (s.unit(u).id,))
                    if action in actions and u not in self.notes["tried"]:
                        room = [
                            x
                            for x in members(way(s, u).hexes)
                            if not overstacked(s, self.side, s.at.get(x, 0) | 1 << u)
                        ]
                        if room:
                            near = min(room, key=lambda x: (self.grid.distance(x, h), x))
                            self.notes["targets"][u] = near
                            return action, self._reason(u, near)
        return None

    def _moving(self, frame: Moving) -> Advice:
        s = self.s
        u = next(members(frame.units))
        tried: set[int] = self.notes.setdefault("tried", set())
        tried.add(u)
        if frame.can_exit(s) and s.exits < s.board.exit_maximum and u in self.notes.get("leaving", ()):
            return Action("exit"), Message("Off the map for a victory point.")
        target = self.notes.get("targets", {}).get(u, -1)
        if target < 0 or target == frame.hex:
            return Action("done"), Message("Far enough.")
        why = self._reason(u, target)
        if frame.reach(s).hexes >> target & 1:
            return Action("move", (self.grid.names[target],)), why
        mechanized = bool(s.board.roster.mechanized >> u & 1)
        found = way(s, u, frame.points[not mechanized])
        if found.hexes >> target & 1:
            path = found.path(target)
            open_ground = frame.reach(s).hexes
            for h in path[1:]:
                if not open_ground >> h & 1:
                    break
            i = path.index(h)
            if i == 1 and frame.crossings(s) >> h & 1:
                return Action("cross", (self.grid.names[h],)), why
            if i > 1 and not frame.started:
                return Action("move", (self.grid.names[path[i - 1]],)), why
        return Action("done"), Message("Far enough.")

    # -- combat --------------------------------------------------------------------------------------------------

    def _combat(self, frame: Combat, actions: Actions) -> Advice:
        """The attacks of the segment chosen together; the surest first, so that the others can profit."""
        s = self.s
        e = Estimate(s, self.side)
        blows = allocate(e, s, frame)
        if not frame.spent:
            self.foresee(blows)
        if blows:
            blow = max(blows, key=lambda b: (b.value, b.target))
            self.notes["blow"] = (blow.target, blow.units)
            name = self.grid.names[blow.target]
            return Action("attack", (name,)), Message(
                "Attack on {hex} at {column}: it should be worth {value} points.",
                {"hex": name, "column": named(min(blow.place, 8)), "value": round(blow.value, 1)},
            )
        probe = self._probe(frame)
        if probe is not None:
            return probe
        return Action("end"), Message("No attack promises a gain.")

    def _probe(self, frame: Combat) -> Advice | None:
        s = self.s
        probes = frame.probes(s)
        if not probes:
            return None
        judge = self.judge()
        now = judge.value()
        best = (0.12, -1, -1)
        for u, hexes in probes:
            home = s.where[u]
            for h in members(hexes):
                judge.w.put(u, h)
                best = max(best, (judge.value() - now, u, h))
            judge.w.put(u, home)
        if best[1] < 0:
            return None
        unit, name = s.unit(best[1]).id, self.grid.names[best[2]]
        return Action("probe", (unit, name)), Message("{unit} slips into {hex}.", {"unit": unit, "hex": name})

    def _support(self, frame: Battle, actions: Actions) -> Advice:
        """Whatever changes the odds by more than it costs."""
        s = self.s
        e = Estimate(s, self.side)
        sign = 1.0 if frame.side == self.side else -1.0

        def worth(changed: Battle) -> float:
            return sign * e.worth(s, frame.side, frame.target, frame.units, odds(s, changed.attack(s)).place)

        now = worth(frame)
        best = (0.02, Action("fight"))
        for action in actions:
            if action.verb == "kg":
                gain = worth(replace(frame, kg=KG_NAMES.index[action.args[0]])) - now
            elif action.verb == "support":
                gain = worth(replace(frame, ranged=s.board.roster.names.bits(action.args))) - now
            elif action.verb == "air":
                count = int(action.args[0])
                gain = worth(replace(frame, cas=frame.cas + count)) - now - AIR_PRICE * count
            else:
                continue
            if gain > best[0]:
                best = (gain, action)
        return best[1], Message("The support that changes the odds.")

    def _loss(self, actions: Actions) -> Advice:
        s = self.s
        e = Estimate(s, self.side)
        index = s.board.roster.names.index
        return min(actions, key=lambda a: e.step_value(s, index[a.args[0]])), Message("The cheapest step.")

    def _retreat(self, frame: Retreat) -> Advice:
        """13.9-a: the German decides for both; his own go where he stands best, Soviets where he does."""
        s = self.s
        judge = self.judge()
        best = (-1e9, -1, -1)
        for u, hexes in frame.ways(s)[:1]:
            home = s.where[u]
            for h in members(hexes):
                judge.w.put(u, h)
                exposed = 0.0
                if frame.side != self.side:
                    exposed = 0.02 * judge.e.grid.spread(1 << h).bit_count()
                best = max(best, (judge.value() + exposed, u, h))
            judge.w.put(u, home)
        return Action("retreat", (s.unit(best[1]).id, self.grid.names[best[2]])), Message("The best way back for us.")

    def _advance(self, frame: Advance) -> Advice:
        """Attackers go into the emptied hex as long as the whole stands better with them there."""
        s = self.s
        judge = self.judge()
        best = (judge.value() + 0.01, -1)
        for u in members(frame.able(s)):
            home = s.where[u]
            judge.w.put(u, frame.target)
            best = max(best, (judge.value(), u))
            judge.w.put(u, home)
        if best[1] < 0:
            return Action("done"), Message("The ground is not worth having.")
        return Action("advance", (s.unit(best[1]).id,)), Message("The ground is worth having.")

    def judge(self) -> Mover:
        """Somebody who weighs placings after the fighting."""
        more = any(isinstance(f, (Combat, Movement)) for f in self.s.stack[:-1] if getattr(f, "side", -1) == self.side)
        second = occasion(self.s).endswith("2") and not more
        return Mover(self.s, self.side, self.plan, fights=False, answered=second, ready=0)

    def _declare(self, frame: Declare, actions: Actions) -> Advice:
        target, units = self.notes.get("blow", (-1, 0))
        if target != frame.target:
            units = Staff(self.s, self.side).attackers(self.s.stack[-2], frame.target)
        why = Message("Everybody who helps joins in.")
        ranged = self.s.board.roster.ranged
        for action in actions:
            if action.verb == "add":
                u = self.s.board.roster.names.index[action.args[0]]
                far = self.grid.distance(self.s.where[u], frame.target) > 1
                if (units & ~frame.units) >> u & 1 or (far and ranged >> u & 1):
                    return action, why
        return Action("commit"), why


def allocate(e: Estimate, s: BreakoutState, frame: Combat) -> list[Blow]:
    """The attacks of a combat segment, chosen together: the most promising first, then units change from one attack
    to another for as long as both together gain by it."""
    able = frame.eligible(s)
    side, around = frame.side, s.board.around
    _, chosen = e.blows(s, side, able, frame.mechanized)
    blows = {b.target: b for b in chosen if b.value > LEAST}
    for _ in range(8):
        swap = _better(e, s, side, blows, able, around)
        if swap is None:
            break
        for blow in swap:
            if blow.value > LEAST:
                blows[blow.target] = blow
            else:
                blows.pop(blow.target, None)
    return list(blows.values())


def _better(
    e: Estimate, s: BreakoutState, side: int, blows: dict[Hex, Blow], able: Bits, around: Sequence[Bits]
) -> tuple[Blow, Blow] | None:
    """Two attacks that gain when a unit changes from one to the other; None where there are none."""
    free = able
    for blow in blows.values():
        free &= ~blow.units
    for blow in blows.values():
        near = s.units_at(around[blow.target])
        for other in blows.values():
            if other.target == blow.target:
                continue
            spare = free & s.units_at(around[other.target])
            for u in members(near & other.units):
                mine = e.blow(s, side, blow.target, blow.units | 1 << u | free & near)
                rest = e.blow(s, side, other.target, other.units & ~(1 << u) | spare & ~mine.units)
                if mine.value + max(rest.value, 0.0) > blow.value + other.value + 0.02:
                    return mine, rest
    return None
