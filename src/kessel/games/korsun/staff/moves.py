"""Movement planned for a phase as a whole: attacks first, and everybody else where he serves best."""

from __future__ import annotations

from kessel.engine.plan import Plan
from kessel.games.korsun.board import LEG, MOBILE
from kessel.games.korsun.roster import GERMAN, SOVIET
from kessel.games.korsun.staff.estimate import Blow, Estimate
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, members
from kessel.mechanics.plans import aims_of, leanings_of

PULL = 0.012
"""What half a movement point nearer to the objective is worth."""

BLOCK = 0.3
"""What it is worth to stand on the shortest way of the Germans."""

LINE = 1.0
"""What it is worth to stand in the way of a line that is open, or to open one that is nearly so."""

STARVED = 0.4
"""What it costs to stand without a line."""

ALARM = 0.08
"""What it costs the German for each held unit that he wakes."""

EARLY = 0.1
"""What it costs to move a unit that could still move after the fighting."""

LEAST = 0.02
"""An attack that promises less is left alone."""


class Ground:
    """What it is worth to a side under its plan to have a unit in a hex."""

    def __init__(self, e: Estimate, plan: Plan) -> None:
        self.e = e
        self.s = e.s
        self.side = e.side
        self.plan = plan
        self.objectives = aims_of(plan, e.roster.names, e.grid)
        self.leanings = leanings_of(plan, e.grid)
        self._fields: dict[tuple[Hex, str], list[int]] = {}
        self._blocks: dict[Bits, list[float]] = {}
        self._lines: dict[tuple[Bits, Bits], list[float]] = {}
        self.roughly = False
        """While attacks are planned, ways and lines are looked at as everybody else stood before."""
        self.line = LINE * plan.weights["block"] * (1.6 - 0.6 * self.e.future) if self.e.link else 0.0
        self._alarms = self._watched() if self.side == GERMAN else {}
        self.caution = plan.weights["risk"] if self.side == SOVIET or self.e.turns_left else 0.0
        """How much the answer of the enemy counts: after the last player turn there is none."""

    def _watched(self) -> dict[Hex, float]:
        """For each hex next to held units how many a German there wakes (19.0-e)."""
        s, found = self.s, dict[Hex, float]()
        for org, units in enumerate(self.e.roster.of_org):
            corps = units & s.held & s.present
            near = 0
            for u in members(corps):
                near |= self.e.board.around[s.where[u]]
            for h in members(near):
                found[h] = found.get(h, 0.0) + ALARM * s.active(org).bit_count() + ALARM * corps.bit_count()
        return found

    def field(self, objective: Hex, u: int) -> list[int]:
        """The way of a unit to an objective from every hex."""
        mobility = MOBILE if self.e.roster.mobile >> u & 1 else LEG
        found = self._fields.get((objective, mobility))
        if found is None:
            found = self._fields[objective, mobility] = self.e.field(1 << objective, self.side, mobility)
        return found

    def block(self, w: KorsunState, u: int) -> list[float]:
        """How much each hex lies on the way of the Germans past all Soviets but this one."""
        w = self.s if self.roughly else w
        foe = w.occupied[SOVIET] & ~(1 << w.where[u])
        found = self._blocks.get(foe)
        if found is None:
            found = self._blocks[foe] = self.e.corridor_past(foe)
        return found

    def seal(self, w: KorsunState, u: int) -> list[float]:
        """What each hex is worth to a unit for the line from the west to the pocket: to bar it, or to open it."""
        w = self.s if self.roughly else w
        here = ~(1 << w.where[u])
        foe, own = w.occupied[SOVIET] & here, w.occupied[GERMAN] & here
        found = self._lines.get((foe, own))
        if found is None:
            line, near = self.e.line_past(foe, own)
            if self.side == GERMAN:
                zone = self.e.grid.spread(foe) & ~foe & ~own
                line = [x if zone >> h & 1 else 0.0 for h, x in enumerate(line)]
            found = self._lines[foe, own] = [self.line * near * x for x in line]
        return found

    def value(self, w: KorsunState, u: int, h: Hex) -> float:
        """What it is worth to have the unit in a hex."""
        e, weights = self.e, self.plan.weights
        total = self.leanings.get(h, 0.0)
        objective, script = self.objectives.get(u, (-1, ""))
        if objective >= 0:
            total -= PULL * weights["pull"] * self.field(objective, u)[h]
            if script == "hold" and h == objective:
                total += 0.3 * weights["hold"]
        if self.side == SOVIET:
            total += BLOCK * weights["block"] * self.block(w, u)[h]
        else:
            total -= self._alarms.get(h, 0.0)
        if self.line:
            total += self.seal(w, u)[h]
        if e.board.goals >> h & 1:
            total += weights["hold"]
        if e.starving(u, h):
            total -= STARVED * weights["supply"]
        touch = (e.board.around[h] & w.occupied[1 - self.side]).bit_count()
        return total + 0.02 * touch - self.caution * e.risk(w, u, h)


class Mover(Ground):
    """Plans one movement phase by placing the side's units on a copy of the position."""

    def __init__(self, s: KorsunState, side: int, plan: Plan, ready: Bits, able: Bits) -> None:
        super().__init__(Estimate(s, side), plan)
        self.w = s.copy()
        self.ready = ready
        """Units that may move."""
        self.able = able
        """Units that may attack in the combat phase to come."""
        self.ways: dict[int, Bits] = {}
        for u in members(ready | able):
            here = 1 << s.where[u]
            self.ways[u] = self.e.march_of(u).hexes | here if ready >> u & 1 else here
        self.blows: list[Blow] = []
        self.early: Bits = 0
        """Units that could still move later in the turn."""

    def plan_moves(self, waiting: Bits) -> dict[int, Hex]:
        """The hex for each unit that should move; ``waiting`` units move only to attack."""
        self.early = waiting
        self.roughly = True
        self.attack()
        self.roughly = False
        """While attacks are planned, ways and lines are looked at as everybody else stood before."""
        self.settle(waiting)
        where = self.w.where
        return {u: where[u] for u in members(self.ready) if where[u] != self.s.where[u]}

    # -- attacks -------------------------------------------------------------------------------------------------

    def attack(self, spared: Bits = 0) -> None:
        """The attacks of the phase: the most promising first, each unit once; some hexes are not attacked."""
        w, spread = self.w, self.e.grid.spread
        anywhere = 0
        for u in members(self.able):
            anywhere |= self.ways[u]
        free = self.able
        offers: dict[Hex, tuple[float, dict[int, Hex], Blow]] = {}
        for target in members(spread(anywhere) & w.occupied[1 - self.side] & ~spared):
            offers[target] = self.gather(target, free)
        while offers:
            target = max(offers, key=lambda t: (offers[t][0], t))
            value, places, _ = offers.pop(target)
            if value < LEAST:
                break
            fresh = self.gather(target, free)
            if fresh[0] < value - 0.01:
                offers[target] = fresh
                continue
            _, places, blow = fresh
            for u, h in places.items():
                w.put(u, h)
                free &= ~(1 << u)
            self.e.spend(w, self.side, blow)
            self.blows.append(blow)

    def gather(self, target: Hex, free: Bits) -> tuple[float, dict[int, Hex], Blow]:
        """The best attack on a hex that free units can make from where they can go, and what it gains in all."""
        w, e = self.w, self.e
        around = e.board.around[target] & ~w.occupied[1 - self.side]
        best = (0.0, dict[int, Hex](), Blow(0.0, target, 0))
        able = []
        for u in members(free):
            slots = self.ways[u] & around
            if slots:
                able.append((e.attack(u), u, slots))
        able.sort(reverse=True)
        places: dict[int, Hex] = {}
        home: dict[int, Hex] = {}
        price = 0.0
        units = taken = 0
        while len(places) < 6:
            step: tuple[float, int, Hex, Blow, float] | None = None
            tried = 0
            for _, u, slots in able:
                if u in places:
                    continue
                open_slots = slots & ~taken
                for h in members(open_slots & ~tried if self.ready >> u & 1 else open_slots):
                    if h in w.at and w.at[h] != 1 << u:
                        continue
                    tried |= 1 << h
                    here = w.where[u]
                    cost = self.value(w, u, here) - self.value(w, u, h) if h != here else 0.0
                    if h != here and self.early >> u & 1:
                        cost += EARLY
                    w.put(u, h)
                    blow = e.blow(w, self.side, target, units | 1 << u)
                    w.put(u, here)
                    gain = self.plan.weights["attack"] * blow.value + self.leanings.get(target, 0.0) - price - cost
                    if step is None or gain > step[0]:
                        step = (gain, u, h, blow, cost)
                if tried == around:
                    break
            if step is None or (places and step[0] <= best[0] + 0.005):
                break
            gain, u, h, blow, cost = step
            home[u] = w.where[u]
            w.put(u, h)
            places[u] = h
            units |= 1 << u
            taken |= 1 << h
            price += cost
            if gain > best[0]:
                best = (gain, dict(places), blow)
        for u, h in home.items():
            w.put(u, h)
        return best

    # -- the others ----------------------------------------------------------------------------------------------

    def settle(self, waiting: Bits) -> None:
        """Everybody without an attack goes where he serves best, twice over."""
        w = self.w
        busy = waiting
        for blow in self.blows:
            busy |= blow.units
        others = sorted(members(self.ready & ~busy), key=lambda u: (-self.e.defence(u), u))
        for _ in range(2):
            still = True
            for u in others:
                here = w.where[u]
                best, place = self.value(w, u, here) + 0.01, here
                for h in members(self.ways[u] & ~w.occupied[self.side]):
                    value = self.value(w, u, h)
                    if value > best:
                        best, place = value, h
                if place != here:
                    w.put(u, place)
                    still = False
            if still:
                break
