"""Decisions under a plan."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from kessel.engine import Action, Actions, Message
from kessel.engine.plan import Plan, Prospect
from kessel.games.korsun.advance import Advance
from kessel.games.korsun.combat import Bombard, Combat, Declare
from kessel.games.korsun.movement import Movement, Moving
from kessel.games.korsun.roster import SIDES
from kessel.games.korsun.staff.cadet import Advice, Staff
from kessel.games.korsun.staff.estimate import Blow, Estimate, phase_of
from kessel.games.korsun.staff.moves import LEAST, PULL, Ground, Mover
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, members
from kessel.mechanics.plans import reason

BRIDGE = 0.2
"""A bridge that saves less is not built."""

CHIT = (0.05, 0.02)
"""What a chit of each side might still bring in the turn: the Soviet needs his in defence too."""

RESERVE = 0.1
"""What a chit is worth more while mobile units may still attack."""


class Officer:
    """Carries out a plan, decision by decision; ``notes`` hold what was decided for the whole phase."""

    def __init__(self, s: KorsunState, side: int, plan: Plan, notes: dict[str, Any]) -> None:
        self.s = s
        self.side = side
        self.plan = plan
        self.notes = notes
        self.grid = s.board.grid

    def advise(self, actions: Actions) -> Advice:
        """The action that serves the plan, and why."""
        frame = self.s.stack[-1]
        found: Advice | None = None
        if isinstance(frame, Movement):
            found = self._movement(frame, actions)
        elif isinstance(frame, Moving):
            found = self._moving(frame)
        elif isinstance(frame, Combat):
            found = self._combat(frame)
        elif isinstance(frame, Declare):
            found = self._declare(frame)
        elif isinstance(frame, Bombard):
            found = self._bombard(frame)
        elif isinstance(frame, Advance):
            found = self._advance(frame)
        if found is not None and found[0] in actions:
            return found
        return Staff(self.s, self.side, self.notes).advise(actions)

    def present(self) -> Estimate:
        """The estimate of the position as it is now."""
        return Staff(self.s, self.side, self.notes).present()

    # -- movement ------------------------------------------------------------------------------------------------

    def _movement(self, frame: Movement, actions: Actions) -> Advice:
        s, notes = self.s, self.notes
        if Action("muster") in actions:
            return Action("muster"), Message("Every held unit rolls for its release.")
        key = (s.turn, phase_of(s))
        if notes.get("movement") != key:
            bridge = self._bridge(frame)
            if bridge is not None:
                return bridge
            notes |= {"movement": key, "wanted": self._plan_moves(frame), "tried": set()}
        wanted: dict[int, Hex] = notes["wanted"]
        tried: set[int] = notes["tried"]
        waiting = [u for u in wanted if u not in tried and s.where[u] >= 0 and s.where[u] != wanted[u]]
        waiting.sort(key=lambda u: bool(s.occupied[self.side] >> wanted[u] & 1))
        for u in waiting:
            action = Action("select", (s.unit(u).id,))
            if action in actions:
                return action, reason(self.plan, s.unit(u).id, self.grid.names[wanted[u]])
        return Action("end"), Message("Everybody is where the plan wants him.")

    def _bridge(self, frame: Movement) -> Advice | None:
        """A bridge where it shortens the way of many units that could come to it (13.0)."""
        s, board = self.s, self.s.board
        taken = sum({1 << span for _, span in s.bridges})
        spans = [(u, bits & ~taken) for u, bits in frame.bridges(s)]
        if not any(bits for _, bits in spans):
            return None
        ground = Ground(self.present(), self.plan)
        comers = [
            (ground.field(ground.objectives[u][0], u), ground.e.march_of(u).hexes | 1 << s.where[u])
            for u in members(frame.able(s))
            if u in ground.objectives
        ]
        best = (BRIDGE, -1, -1)
        for i in members(reduce(or_, (bits for _, bits in spans))):
            a, b = board.spans[i]
            gain = 0.0
            for field, reach in comers:
                far = a if field[a] > field[b] else b
                if reach >> far & 1:
                    gain += PULL * max(0, abs(field[a] - field[b]) - 2 * board.scale)
            for u, bits in spans:
                if bits >> i & 1:
                    best = max(best, (gain, u, i))
        if best[1] < 0:
            return None
        unit, span = s.unit(best[1]).id, board.span_names[best[2]]
        return Action("bridge", (unit, span)), Message("A bridge at {span} shortens the way.", {"span": span})

    def _plan_moves(self, frame: Movement) -> dict[int, Hex]:
        s = self.s
        ready = frame.able(s)
        own = s.on_map(self.side) & ~s.held
        mobile = s.board.roster.mobile
        if frame.mobile:
            able, waiting = own & s.mobile_ready & ~s.attacked & ~s.advanced & ~s.displaced, 0
        else:
            able, waiting = own, ready & mobile
        mover = Mover(s, self.present(), self.plan, ready, able)
        fed = sum(1 << u for u in members(waiting) if mover.e.in_supply(u))
        found = mover.plan_moves(waiting & fed)
        self.foresee(mover.blows)
        return found

    def foresee(self, blows: list[Blow]) -> None:
        """Note in the plan the attacks it expects."""
        self.plan.prospects = tuple(
            Prospect(self.grid.names[b.target], tuple(self.s.ids(b.units)), f"{b.differential:+d}", round(b.value, 2))
            for b in blows
        )

    def _moving(self, frame: Moving) -> Advice:
        tried: set[int] = self.notes.setdefault("tried", set())
        tried.add(frame.unit)
        h = self.notes.get("wanted", {}).get(frame.unit, -1)
        if h < 0 or not frame.goals(self.s) >> h & 1:
            return Action("done"), Message("Far enough.")
        name = self.grid.names[h]
        return Action("move", (name,)), reason(self.plan, self.s.unit(frame.unit).id, name)

    # -- combat --------------------------------------------------------------------------------------------------

    def _combat(self, frame: Combat) -> Advice:
        """The attacks of the phase chosen together, the surest first, so that the others can profit."""
        mover = self.allocate(frame)
        blows = mover.blows
        fire = self._fire(frame, mover)
        if fire is not None:
            return fire
        if not blows:
            return Action("end"), Message("No attack promises a gain.")
        blow = max(blows, key=lambda b: (b.value, b.target))
        self.notes["blow"] = (blow.target, blow.units)
        name = self.grid.names[blow.target]
        return Action("attack", (name,)), Message(
            "Attack on {hex} at {column}: it should be worth {value} points.",
            {"hex": name, "column": f"{blow.differential:+d}", "value": round(blow.value, 1)},
        )

    def allocate(self, frame: Combat) -> Mover:
        """The attacks of a combat phase, each unit once: nobody moves any more."""
        mover = Mover(self.s, self.present(), self.plan, 0, frame.eligible(self.s))
        struck = self.s.occupied[1 - self.side] & ~frame.targets(self.s)
        mover.attack(struck)
        return mover

    # -- bombardment ---------------------------------------------------------------------------------------------

    def _fire(self, frame: Combat, mover: Mover) -> Advice | None:
        """A bombardment with chits that the attacks of the phase leave over."""
        s, e = self.s, mover.e
        later = frame.eligible(s) & s.board.roster.mobile & ~sum(b.units for b in mover.blows)
        price = (CHIT[self.side] + (RESERVE if later else 0.0)) * self.plan.weights["chits"]
        best: tuple[float, Hex, tuple[int, ...]] = (LEAST, -1, ())
        targets = frame.bombable(s)
        for target in members(targets):
            for pools in self._batteries(mover.w, target):
                value = e.bombardment(s, self.side, target, pools) - price * len(pools)
                best = max(best, (value, target, pools))
        if best[1] < 0:
            return None
        self.notes["fire"] = best[1:]
        name = self.grid.names[best[1]]
        return Action("bombard", (name,)), Message("A bombardment of {hex} promises a gain.", {"hex": name})

    def _batteries(self, w: KorsunState, target: Hex) -> list[tuple[int, ...]]:
        """The pools that could bombard a hex with the chits left over: one or two chits."""
        aim = Bombard(self.side, target)
        first = list(members(aim.open_pools(w)))
        pairs = [(a, b) for a in first for b in members(Bombard(self.side, target, (a,)).open_pools(w))]
        return [*((a,) for a in first), *pairs]

    def _bombard(self, frame: Bombard) -> Advice:
        target, pools = self.notes.get("fire", (-1, ()))
        if target != frame.target:
            return Action("cancel"), Message("The chits are worth more elsewhere.")
        if len(frame.pools) < len(pools):
            name = self.s.board.roster.orgs[pools[len(frame.pools)]]
            return Action("chit", (name,)), Message("Enough for this target.")
        return Action("fire"), Message("Enough for this target.")

    # -- carrying out --------------------------------------------------------------------------------------------

    def _declare(self, frame: Declare) -> Advice:
        target, units = self.notes.get("blow", (-1, 0))
        wanted: Bits = units & ~frame.units if target == frame.target else 0
        for u in members(wanted & frame.candidates(self.s)):
            return Action("add", (self.s.unit(u).id,)), Message("Everybody who helps joins in.")
        return Staff(self.s, self.side, self.notes).engineers(frame)

    def _advance(self, frame: Advance) -> Advice:
        s = self.s
        ground = Ground(self.present(), self.plan)
        best = (LEAST, -1, -1)
        for u, room in frame.ways(s):
            worth = ground.worth(s, u)
            here = worth(s.where[u])
            for h in members(room):
                best = max(best, (worth(h) - here, u, h))
        if best[1] < 0:
            return Action("done"), Message("The ground is not worth having.")
        action = Action("advance", (s.unit(best[1]).id, self.grid.names[best[2]]))
        return action, Message("The ground is worth having.")


def occasion(s: KorsunState, side: int) -> tuple[str, str, float]:
    """When a side plans: before each of its movement phases."""
    phase = phase_of(s)
    share = {f"{SIDES[side]}-movement": 0.6, f"{SIDES[side]}-mobile-movement": 1.0}.get(phase, 0.0)
    return str(s.turn), phase, share
