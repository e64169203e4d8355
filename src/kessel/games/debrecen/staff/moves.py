"""An activation planned as a whole: attacks first, and everybody else where he serves best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kessel.engine.plan import Plan
from kessel.games.debrecen.movement import Moving, allowance
from kessel.games.debrecen.staff.estimate import NO_BLOW, Blow, Estimate
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, members
from kessel.mechanics.plans import aims_of, leanings_of

PULL = 0.015
"""What half a movement point nearer to the objective is worth."""

LEAST = 0.03
"""An attack that promises less is left alone."""

CHOICES = 3
"""How many hexes around a target are weighed for a unit."""

PLACE = 0.2
"""How much a good place counts that is left for an attack."""

COMMAND = 0.15
"""What it costs to have a unit out of command next turn."""

CAUGHT = 40
"""The strength in eighths that catches every second HQ it can reach, if that is alone."""

CENTRE = 0.015
"""What it is worth to an HQ to have a unit within half its range."""

LEAD = 0.008
"""What half a movement point nearer to its station is worth to an HQ."""

STAY = 0.01
"""What a move has to gain at least."""


class Order(NamedTuple):
    """An attack with the hexes that it is made from, and what it gains in all."""

    merit: float
    blow: Blow
    places: dict[int, Hex]


NO_ORDER = Order(-9.0, NO_BLOW, {})


class Ground:
    """What it is worth to a side under its plan to have a unit in a hex."""

    def __init__(self, e: Estimate, plan: Plan) -> None:
        self.e = e
        self.s = e.s
        self.side = e.side
        self.weights = plan.weights
        self.objectives = aims_of(plan, e.roster.names, e.grid)
        self.leanings = leanings_of(plan, e.grid)
        self.stations = {e.roster.names.index[hq]: e.grid.index[h] for hq, h in plan.choices.items()}
        self._areas: dict[tuple[int, Hex], Bits] = {}
        self._hqs: list[int] = []

    def field(self, objective: Hex, u: int) -> list[int]:
        """The way of a unit to an objective from every hex."""
        return self.e.way_to(objective, self.e.roster.columns[u])

    def value(self, w: DebrecenState, u: int, h: Hex) -> float:
        """What it is worth to have the unit in a hex, with everybody else where he is."""
        if self.e.roster.hqs >> u & 1:
            return self.hq_value(w, u, h)
        return self.draw(w, u, h) + self.escort(w, u, h) - self.weights["risk"] * self.e.risk(w, u, h)

    def draw(self, w: DebrecenState, u: int, h: Hex) -> float:
        """The part of it that depends on the plan, supply and command."""
        return self.draws(w, u, (h,))[0]

    def draws(self, w: DebrecenState, u: int, hexes: Iterable[Hex]) -> list[float]:
        """That part for some hexes."""
        e, weights = self.e, self.weights
        hungry, lost = weights["supply"] * e.hunger(u), weights["command"] * COMMAND
        hq = self.hq_of(u)
        area = self.area(w, hq) if hq >= 0 and w.where[hq] >= 0 and e.turns_left else -1
        objective, script = self.objectives.get(u, (-1, ""))
        way = self.field(objective, u) if objective >= 0 else None
        pull, hold = PULL * weights["pull"], 0.1 * weights["hold"] if script == "hold" else 0.0
        found, fed = [], e.fed
        for h in hexes:
            total = self.leanings.get(h, 0.0)
            if not fed >> h & 1:
                total -= hungry
            if not area >> h & 1:
                total -= lost
            if way is not None:
                total += hold if h == objective else -pull * way[h]
            found.append(total)
        return found

    def area(self, w: DebrecenState, hq: int) -> Bits:
        """8.1: the hexes that an HQ commands from where it is."""
        key = hq, w.where[hq]
        found = self._areas.get(key)
        if found is None:
            found = 1 << key[1]
            free = self.e.board.area & ~self.s.occupied[self.e.enemy]
            for _ in range(self.e.roster.units[hq].range):
                found |= self.e.grid.spread(found) & free
            self._areas[key] = found
        return found

    def hq_of(self, u: int) -> int:
        """The HQ of a unit's formation; -1 for independent units."""
        if not self._hqs:
            self._hqs = [self.s.hq(x) for x in range(len(self.e.roster))]
        return self._hqs[u]

    def hq_value(self, w: DebrecenState, u: int, h: Hex) -> float:
        """An HQ belongs near its units and to its station, in supply, and not alone where the enemy can come."""
        e = self.e
        near, middle = e.grid.disc(h, e.roster.units[u].range), e.grid.disc(h, e.roster.units[u].range // 2)
        value = -e.unfed(u, h)
        for x in members(w.formation_units(e.roster.formation_of[u]) & w.present):
            place = w.where[x]
            value += COMMAND * (near >> place & 1) + CENTRE * (middle >> place & 1)
        if u in self.stations:
            value -= LEAD * self.field(self.stations[u], u)[h]
        company = w.combat(w.at.get(h, 0))
        if e.threat(h):
            return value - self.hq_worth(w, u) * self.exposure(w, h, company)
        return value + (0.02 if company else 0.0)

    def hq_worth(self, w: DebrecenState, hq: int) -> float:
        """1.5-k to 1.5-n: what it costs to lose an HQ: its formation is out of command next turn."""
        units = w.formation_units(self.e.roster.formation_of[hq]) & w.present
        return 0.3 + (COMMAND * units.bit_count() if self.e.turns_left else 0.0)

    def exposure(self, w: DebrecenState, h: Hex, company: Bits) -> float:
        """The chance that an HQ is lost in a hex with this company."""
        threat = self.e.threat(h)
        alone = threat / (threat + CAUGHT)
        if not company:
            return alone
        guard, steps = sum(self.e.power(x) for x in members(company)), sum(w.steps[x] for x in members(company))
        return min(alone, self.e.outlook(h, self.e.board.around[h] & ~w.occupied[self.side], guard).fall(steps))

    def escort(self, w: DebrecenState, u: int, h: Hex) -> float:
        """What it is worth that a unit keeps the HQs in a hex company."""
        hqs = w.at.get(h, 0) & self.e.roster.hqs
        if not hqs or not self.e.threat(h):
            return 0.0
        others = w.combat(w.at[h]) & ~(1 << u)
        safer = self.exposure(w, h, others) - self.exposure(w, h, others | 1 << u)
        return safer * max(self.hq_worth(w, hq) for hq in members(hqs))


class Mover(Ground):
    """Plans what active units do by placing them on a copy of the position."""

    def __init__(self, e: Estimate, plan: Plan) -> None:
        super().__init__(e, plan)
        s = e.s
        self.w = s.copy()
        self.ways: dict[int, dict[Hex, int]] = {}
        """For each active unit the hexes it can go to, with the action points it then has left."""
        for u in members(s.active & s.present):
            if s.points[u]:
                self.ways[u] = self._ways(u)
        for hq in members(e.roster.hqs & s.active & s.present):
            if hq in self.ways and hq in self.stations:
                self.w.put(hq, self.lead(hq))

    def _ways(self, u: int) -> dict[Hex, int]:
        s, points, here = self.s, self.s.points[u], self.s.where[u]
        found = {here: points}
        if (s.duty | self._pinned) >> u & 1:
            return found
        moving = Moving(1 << u)
        goals, march, base, each = moving.goals(s), moving.march(s), moving.base(s), allowance(s, u)
        for cost, hexes in march.waves:
            left = points + -(cost + base) // each
            for h in members(hexes & goals):
                found[h] = left
        return found

    def lead(self, hq: int) -> Hex:
        """Where an HQ will be when its formation has followed it to its station."""
        way, here = self.field(self.stations[hq], hq), self.s.where[hq]
        threat = self.e.threat
        return min(self.ways[hq], key=lambda h: (way[h] + 12 * (threat(h) > 0), h != here, h))

    @property
    def _pinned(self) -> Bits:
        """15.5-d: mother units stay where they are."""
        return sum(1 << mother for mother in self.s.mothers if mother >= 0) | self.e.roster.bridgeheads

    def room(self, u: int, h: Hex) -> bool:
        """5-a: whether there is room for a unit where everybody is now."""
        w = self.w
        if self.e.roster.hqs >> u & 1 or w.where[u] == h:
            return True
        return w.strength(h) + w.steps[u] <= w.board.stacking

    # -- attacks -------------------------------------------------------------------------------------------------

    def fighters(self) -> Bits:
        """Active units that may attack."""
        s = self.s
        able = s.combat(s.active) & ~self.e.roster.red & ~s.shackled
        return sum(1 << u for u in self.ways if able >> u & 1)

    def targets(self) -> Bits:
        """Enemies that somebody can get at."""
        anywhere = 0
        for u in members(self.fighters()):
            for h, left in self.ways[u].items():
                if left:
                    anywhere |= 1 << h
        return self.e.grid.spread(anywhere) & self.s.occupied[1 - self.side]

    def best_order(self, barred: Bits = 0) -> Order:
        """The attack that gains most; some hexes are not attacked."""
        best = NO_ORDER
        for target in members(self.targets() & ~barred):
            for prepared in (False, True):
                best = max(best, self.gather(target, prepared), key=lambda o: o.merit)
        return best

    def gather(self, target: Hex, prepared: bool) -> Order:
        """The best attack of a kind on a hex: the strongest first, each from where it helps most."""
        s, w, e = self.s, self.w, self.e
        board = e.board
        needed = int(e.attacks[prepared]["points"])
        barred = s.isolated | s.starved if prepared else 0
        around = board.around[target] & ~s.occupied[e.enemy]
        most = board.tables["combat"]["attackers"]
        able = []
        for u in members(self.fighters() & ~barred):
            slots = around & ~board.wall_of(1 << u).of(target)
            ways = [(left, h) for h, left in self.ways[u].items() if left >= needed and slots >> h & 1]
            if ways:
                able.append((e.punch(u), u, ways))
        able.sort(key=lambda a: (-a[0], a[1]))
        best, places = NO_ORDER, dict[int, Hex]()
        home: dict[int, Hex] = {}
        price = 0.0
        wet = board.rivers.of(target)
        for _, u, ways in able:
            here = w.where[u]
            ranked = []
            for left, h in ways:
                if sum(x == h for x in places.values()) >= most or not self.room(u, h):
                    continue
                taken = any(x == h for x in places.values())
                merit = 0.02 * left + 0.05 * (not wet >> h & 1) - 0.03 * taken + 0.04 * (h == here)
                ranked.append((merit, h))
            ranked.sort(reverse=True)
            step: Order | None = None
            extra = 0.0
            for _, h in ranked[:CHOICES]:
                cost = PLACE * max(0.0, self.value(w, u, here) - self.value(w, u, h)) if h != here else 0.0
                tried = {**places, u: h}
                blow = e.blow(target, tried, prepared)
                gain = self.weights["attack"] * blow.value + self.leanings.get(target, 0.0)
                if step is None or gain - price - cost > step.merit:
                    step, extra = Order(gain - price - cost, blow, tried), cost
            if step is None or (places and step.merit <= best.merit + 0.003):
                continue
            places = step.places
            price += extra
            home[u] = here
            w.put(u, places[u])
            best = step
        for u, h in home.items():
            w.put(u, h)
        return best

    # -- the others ----------------------------------------------------------------------------------------------

    def settle(self) -> float:
        """Everybody goes where he serves best, twice over; what is gained by it."""
        w, gained = self.w, 0.0
        hqs = self.e.roster.hqs
        order = sorted(self.ways, key=lambda u: (hqs >> u & 1, -self.e.power(u), u))
        for _ in range(2):
            still = True
            for u in order:
                here = w.where[u]
                now = self.value(w, u, here)
                best, place = now + STAY, here
                for bound, h in self.prospects(u):
                    if bound <= best:
                        break
                    if h != here and self.room(u, h):
                        value = self.value(w, u, h) + self.threatening(u, h)
                        if value > best:
                            best, place = value, h
                if place != here:
                    gained += best - now
                    w.put(u, place)
                    still = False
            if still:
                break
        return gained

    def prospects(self, u: int) -> list[tuple[float, Hex]]:
        """The hexes that a unit can go to, each with the most that it can be worth there, the best first."""
        w, ways = self.w, self.ways[u]
        if self.e.roster.hqs >> u & 1:
            return [(99.0, h) for h in ways]
        special = self.e.near_prizes | sum(1 << w.where[hq] for hq in members(w.on_map(self.side) & self.e.roster.hqs))
        found = list(zip(self.draws(w, u, ways), ways, strict=True))
        found = [(draw + 99.0 if special >> h & 1 else draw, h) for draw, h in found]
        found.sort(reverse=True)
        return found

    def threatening(self, u: int, h: Hex) -> float:
        """What it costs to come next to the enemy where that obliges to attack: nobody does so without need."""
        s = self.s
        if self.e.compelled(u) >> h & 1 and s.where[u] != h:
            near = self.e.board.around[h] & s.occupied[self.e.enemy]
            return min(0.0, max((self.e.blow(t, {u: h}, False).value for t in members(near)), default=0.0) - 0.02)
        return 0.0

    def moved(self) -> dict[int, Hex]:
        """Who is to go where."""
        return {u: self.w.where[u] for u in self.ways if self.w.where[u] != self.s.where[u]}
