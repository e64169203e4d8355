"""Movement planned for a phase as a whole: attacks first, and everybody else where he serves best."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kessel.engine.plan import Plan
from kessel.games.korsun.board import LEG, MOBILE
from kessel.games.korsun.roster import GERMAN, SOVIET
from kessel.games.korsun.staff.estimate import Blow, Estimate, nearness
from kessel.games.korsun.staff.ways import Way
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, members
from kessel.mechanics.plans import aims_of, leanings_of

PULL = 0.012
"""What half a movement point nearer to the objective is worth."""

BLOCKED = 0.3
"""What it is worth to stand on the shortest way of the Germans."""

LINE = 1.0
"""What it is worth to stand in the way of a line that is open, or to open one that is nearly so."""

GUARD = 0.5
"""How much it counts to close the sides of a place that a friend holds."""

CARE = 3.0
"""How much more an encircled unit is spared, where it counts in the end."""

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
        self._corridors: dict[Bits, Way] = {}
        self._lines: dict[tuple[Bits, Bits], Way] = {}
        self.roughly = False
        self.bar = LINE * plan.weights["block"] * (1.6 - 0.6 * self.e.future) if self.e.link else 0.0
        """What the line from the west counts."""
        self.near = self.e.grid.spread(self.e.theatre) | self.e.theatre
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

    def corridor(self, w: KorsunState, u: int) -> list[float]:
        """How much each hex lies on the way of the Germans past all Soviets but this one."""
        foe = self.now(w).occupied[SOVIET] & self.near & ~(1 << w.where[u])
        found = self._corridors.get(foe)
        if found is None:
            found = self._corridors[foe] = self.e.corridor_past(foe)
        return found.marks

    def line(self, w: KorsunState, u: int) -> Way:
        """The line from the west to the pocket without this unit."""
        now, near = self.now(w), self.near & ~(1 << w.where[u])
        key = now.occupied[SOVIET] & near, now.occupied[GERMAN] & near
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = self.e.line_past(*key)
        return found

    def now(self, w: KorsunState) -> KorsunState:
        """Where everybody stands for the ways: while attacks are planned, as everybody stood before."""
        return self.s if self.roughly else w

    def guard(self, w: KorsunState, u: int) -> dict[Hex, float]:
        """What it is worth to close a side of a place that friends hold: its share of the danger there."""
        e, found = self.e, dict[Hex, float]()
        own = w.occupied[self.side] & ~(1 << w.where[u])
        for place, danger in self.endangered(w, own):
            sides = (e.board.around[place] | 1 << place) & ~own
            share = GUARD * danger / max(1, sides.bit_count()) * self.plan.weights["hold"]
            for h in members(sides):
                found[h] = found.get(h, 0.0) + share
        return found

    def endangered(self, w: KorsunState, own: Bits) -> Iterator[tuple[Hex, float]]:
        """Places held with what may be lost there; the airfield needs nobody on it to be held."""
        e, field = self.e, self.e.board.airfield
        for place in members(e.board.goals & own):
            danger = e.danger(w, w.at_hex(place), place, e.board.around[place] & ~own)
            if danger:
                yield place, danger
        if self.side == GERMAN and e.lifeline and self.s.airfield == GERMAN and field in e.threats:
            yield field, e.lifeline

    def worth(self, w: KorsunState, u: int) -> Callable[[Hex], float]:
        """What it is worth to have a unit in a hex, for any hex, everybody else where he stands now."""
        e, weights, side = self.e, self.plan.weights, self.side
        objective, script = self.objectives.get(u, (-1, ""))
        field = self.field(objective, u) if objective >= 0 else [0] * e.grid.size
        pull = PULL * weights["pull"]
        kept = objective if script == "hold" else -1
        marks = self.corridor(w, u) if side == SOVIET else None
        block = BLOCKED * weights["block"]
        line = self.line(w, u) if self.bar else None
        seal = self.bar * nearness(line) if line else 0.0
        wanted = line.marks if line else []
        fed, around, enemies = e.fed(u), e.board.around, w.occupied[1 - side]
        zone = w.zoc(1 - side)
        guard = self.guard(w, u) if self.caution else {}
        goals, alarms, leanings = e.board.goals, self._alarms, self.leanings
        caution = self.caution * CARE if e.link and e.roster.encircled >> u & 1 else self.caution

        def value(h: Hex) -> float:
            total = 0.02 * (around[h] & enemies).bit_count() - pull * field[h]
            if h == kept:
                total += 0.3 * weights["hold"]
            if marks is not None:
                total += block * marks[h]
            if seal and wanted[h] and (side == SOVIET or (zone & ~enemies) >> h & 1):
                total += seal * wanted[h]
            if h in alarms:
                total -= alarms[h]
            if h in leanings:
                total += leanings[h]
            if goals >> h & 1:
                total += weights["hold"]
            if h in guard:
                total += guard[h]
            if not fed >> h & 1:
                total -= STARVED * weights["supply"]
            return total - caution * e.risk(w, u, h) if caution else total

        return value


class Mover(Ground):
    """Plans one movement phase by placing the side's units on a copy of the position."""

    def __init__(self, s: KorsunState, e: Estimate, plan: Plan, ready: Bits, able: Bits) -> None:
        super().__init__(e, plan)
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
        worths = {u: self.worth(w, u) for _, u, _ in able if self.ready >> u & 1}
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
                    cost = worths[u](here) - worths[u](h) if h != here else 0.0
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
                worth = self.worth(w, u)
                best, place = worth(here) + 0.01, here
                for h in members(self.ways[u] & ~w.occupied[self.side]):
                    value = worth(h)
                    if value > best:
                        best, place = value, h
                if place != here:
                    w.put(u, place)
                    still = False
            if still:
                break
