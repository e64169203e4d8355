"""Movement planned for a segment as a whole: who stands where when the last unit has moved."""

from __future__ import annotations

from kessel.engine.plan import Plan
from kessel.games.breakout.roster import GERMAN, SOVIET
from kessel.games.breakout.stacking import overstacked
from kessel.games.breakout.staff.estimate import Estimate, movement_points, way
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, Reach, members
from kessel.mechanics.plans import aims_of

CHOICES = 12
"""How many hexes are weighed for a unit in a pass."""

NEAREST, FARTHEST = 8, 14
"""How many of the hexes nearest to its objective a unit looks at, and how far it may come in a segment."""

CLOSELY = 4
"""How many of them are weighed with all their consequences."""

PRIZE = 0.25

PULL = 0.045
"""What a hex nearer to the objective is worth, in victory points."""


class Mover:
    """Plans one movement segment by trying placings of the side's units on a copy of the position."""

    def __init__(self, s: BreakoutState, side: int, plan: Plan, *, fights: bool, answered: bool, ready: Bits) -> None:
        self.w = s.copy()
        self.side = side
        self.plan = plan
        self.fights = fights
        """Whether a combat segment follows this movement."""
        self.answered = answered
        """Whether the enemy acts before this side moves again."""
        self.e = Estimate(s, side)
        self.grid = s.board.grid
        self.aims = aims_of(plan, s.board.roster.names, self.grid)
        self.ways: dict[int, Reach] = {u: way(s, u) for u in members(ready & ~s.board.roster.static)}
        self.points = {u: movement_points(s, u) for u in self.ways}
        self.sign = 1.0 if side == SOVIET else -1.0
        weights = plan.weights
        self.attack = weights["attack"] * (1.0 if fights else 0.35)
        self.caution = weights["risk"] * (1.0 if answered else 0.35)
        self.pull = weights["pull"] * PULL
        self._lures: dict[tuple[int, Hex], float] = {}
        self.quota = s.board.exit_maximum - s.exits if side == SOVIET else 0
        self.gates = self._gates() if self.quota > 0 else [0, 0]
        self.lured = sum(self.lure(u, s.where[u]) for u in self.ways)
        """How much the plan likes the placing as it stands."""
        self.look()

    def _gates(self) -> list[Bits]:
        """The hexes from which units on foot and mechanized ones can leave the map in their next movement (4.1-f)."""
        e, w = self.e, self.w
        return [e.reach_from(w, e.board.exits, SOVIET, mechanized, w.zoc(GERMAN)) for mechanized in (False, True)]

    def leaves(self, u: int, h: Hex) -> bool:
        """Whether a corps that goes to a hex has the point left to leave the map there (4.1-h)."""
        if not self.e.board.exits >> h & 1 or not self.e.roster.corps >> u & 1:
            return False
        found = self.ways[u]
        if h == found.start:
            return True
        return not self.w.zoc(GERMAN) >> h & 1 and found.cost(h) < self.points[u]

    def leaving(self) -> list[int]:
        """The corps that leave the map, the weakest first."""
        w = self.w
        able = sorted((w.attack(u) + w.defence(u), u) for u in self.ways if self.leaves(u, w.where[u]))
        return [u for price, u in able if self.e.price(w, u) < 1.0][: max(0, self.quota)]

    # -- what a placing is worth ---------------------------------------------------------------------------------

    def lure(self, u: int, h: Hex) -> float:
        """How much the plan wants a unit in a hex."""
        found = self._lures.get((u, h))
        if found is None:
            found = self._lures[u, h] = self._lure(u, h)
        return found

    def _lure(self, u: int, h: Hex) -> float:
        e = self.e
        objective, script = self.aims.get(u, (-1, ""))
        value = 0.0
        if objective >= 0:
            distance = self.grid.distance(h, objective)
            value -= self.pull * distance * (1.0 + PRIZE * (e.board.vp.get(objective, 1) - 1))
            if script == "hold" and distance == 0:
                value += 0.25
            if e.board.exits >> objective & 1 and self.side == SOVIET:
                gate = self.gates[e.roster.mechanized >> u & 1]
                if gate >> h & 1 and (not self.answered or e.turns_left):
                    value += 0.4 * self.plan.weights["exits"]
        cover = e.shelter(self.w, h, self.side)
        value += 0.03 * cover
        if e.roster.artillery >> u & 1 and self.side == SOVIET:
            value -= 0.02 * (e.board.around[h] & self.w.occupied[GERMAN]).bit_count()
        return value

    def put(self, u: int, h: Hex) -> None:
        """Try a unit in a hex."""
        self.lured += self.lure(u, h) - self.lure(u, self.w.where[u])
        self.w.put(u, h)

    def value(self, *, glance: bool = False) -> float:
        """What the placing as it stands now is worth to the side; at a glance as if the enemy's ways were those of the
        placing last looked at closely."""
        w, e, side = self.w, self.e, self.side
        answer = 1 - side if self.answered else side
        if glance:
            near = self.enemy_near
            total = self.sign * e.outlook(w, answer, self.reached)
        else:
            total = self.sign * e.outlook(w, answer)
            near = e.answers(w, 1 - side)[0]
        total += self.lured
        if self.quota > 0:
            total += sum(1.0 - e.price(w, u) for u in self.leaving())
        if self.attack:
            blows = e.blows(w, side)[0]
            if side == GERMAN:
                blows += 0.7 * e.blows(w, side, mechanized=True)[0]
            total += self.attack * blows
        risk = 0.0
        crowded = 0
        for h in members(w.occupied[side]):
            units = w.at[h]
            risk += e.risk(w, h, near)
            if units & (units - 1) and overstacked(w, side, units):
                crowded += 1
        return total - self.caution * risk - 4.0 * crowded

    # -- the search ----------------------------------------------------------------------------------------------

    def plan_moves(self) -> dict[int, Hex]:
        """The hex for each unit that should move."""
        start = {u: self.w.where[u] for u in self.ways}
        best = self.value()
        if self.fights:
            best = self.concentrate(best)
        for _ in range(2):
            before = best
            best = self.together(self.improve(best))
            if best < before + 0.02:
                break
        return {u: self.w.where[u] for u in self.ways if self.w.where[u] != start[u]}

    def look(self) -> None:
        """Note where both sides can be from the placing as it stands."""
        answer = 1 - self.side if self.answered else self.side
        self.reached = self.e.answers(self.w, answer)
        self.enemy_near = self.e.answers(self.w, 1 - self.side)[0]

    def improve(self, best: float) -> float:
        """Every unit in turn goes where the whole stands best: all its choices at a glance, the likeliest closely."""
        w = self.w
        for u in sorted(self.ways, key=lambda u: (-w.attack(u), u)):
            home = w.where[u]
            here = home
            self.look()
            ranked = []
            for h in self.choices(u):
                if h != here:
                    self.put(u, h)
                    ranked.append((self.value(glance=True), h))
            ranked.sort(reverse=True)
            for _, h in ranked[:CLOSELY]:
                self.put(u, h)
                found = self.value()
                if found > best + 0.01:
                    best, home = found, h
            self.put(u, home)
        return best

    def together(self, best: float) -> float:
        """Units that share a hex go where they stand best together."""
        w = self.w
        stacks: dict[Hex, list[int]] = {}
        for u in sorted(self.ways, key=lambda u: (-w.attack(u), u)):
            stacks.setdefault(w.where[u], []).append(u)
        for here, units in stacks.items():
            if len(units) < 2:
                continue
            common = -1
            for u in units:
                common &= self.ways[u].hexes | 1 << self.ways[u].start
            home = here
            for h in [h for h in self.choices(units[0]) if common >> h & 1 and h != here][:CLOSELY]:
                for u in units:
                    self.put(u, h)
                found = self.value()
                if found > best + 0.01:
                    best, home = found, h
            for u in units:
                self.put(u, home)
        return best

    def choices(self, u: int) -> list[Hex]:
        """The most likely hexes for a unit: near its objective, next to the enemy, with friends, in good cover."""
        w, e = self.w, self.e
        own = w.occupied[self.side]
        reachable = self.ways[u].hexes | 1 << self.ways[u].start
        touch = self.grid.spread(w.occupied[1 - self.side])
        support = self.grid.spread(own & ~(1 << w.where[u]))
        built = e.board.built
        objective = self.aims.get(u, (w.where[u], ""))[0]
        radius = max(0, self.grid.distance(w.where[u], objective) - FARTHEST)
        while (nearest := reachable & self.grid.disc(objective, radius)).bit_count() < NEAREST and nearest != reachable:
            radius += 1
        ranked = []
        for h in members(reachable & (built | touch | own) | nearest):
            bit = 1 << h
            merit = self.lure(u, h)
            if built & bit:
                merit += 0.5 * e.board.vp[h] if not own & bit else 0.2
            if touch & bit:
                merit += 0.12
            if support & bit:
                merit += 0.04
            if own & bit:
                merit += 0.03
            ranked.append((merit, h))
        ranked.sort(reverse=True)
        return [h for _, h in ranked[:CHOICES]]

    # -- concentration -------------------------------------------------------------------------------------------

    def concentrate(self, best: float) -> float:
        """Bring units together for attacks that none of them could make alone; keep what the whole gains by."""
        w, e = self.w, self.e
        spread, around = self.grid.spread, e.board.around
        anywhere = 0
        for u, found in self.ways.items():
            anywhere |= found.hexes | 1 << w.where[u]
        targets = []
        for target in members(spread(anywhere) & w.occupied[e.enemy] & e.board.land[self.side]):
            power = sum(
                w.attack(u) for u, found in self.ways.items() if (found.hexes | 1 << w.where[u]) & around[target]
            )
            held = sum(w.defence(u) for u in members(w.at[target]))
            prize = 1.0 + e.board.vp.get(target, 0)
            targets.append((prize * min(6.0, power / max(held, 1)), target))
        targets.sort(reverse=True)
        busy = 0
        for _, target in targets[: 10 if len(self.ways) < 30 else 16]:
            for bring in (self._ring, self._gather):
                before = {u: w.where[u] for u in self.ways}
                used = bring(target, busy)
                if not used:
                    continue
                value = self.value()
                if value > best + 0.03:
                    best = value
                    busy |= used
                    break
                for u in members(used):
                    if w.where[u] != before[u]:
                        self.put(u, before[u])
        return best

    def _ring(self, target: Hex, busy: Bits) -> Bits:
        """Close every way out of a hex, so that a retreat costs a step (13.9-e); the units that do it are returned."""
        w, e = self.w, self.e
        out = e.board.around[target] & e.board.land[1 - self.side] & ~w.occupied[e.enemy]
        gaps = out & ~w.occupied[self.side]
        if not gaps or gaps & ~e.board.land[self.side]:
            return 0
        able = {
            u: found.hexes & gaps
            for u, found in self.ways.items()
            if found.hexes & gaps and not busy >> u & 1 and self._free(u, out)
        }
        home: dict[int, Hex] = {}
        for h in sorted(members(gaps), key=lambda h: sum(bits >> h & 1 for bits in able.values())):
            best = max((u for u, bits in able.items() if bits >> h & 1), key=lambda u: (w.attack(u), u), default=-1)
            if best < 0:
                break
            home[best] = w.where[best]
            self.put(best, h)
            del able[best]
        else:
            return sum(1 << u for u in home)
        for u, h in home.items():
            self.put(u, h)
        return 0

    def _free(self, u: int, ring: Bits) -> bool:
        """Whether a unit may leave its place without opening a ring."""
        h = self.w.where[u]
        return not ring >> h & 1 or bool(self.w.at[h] & ~(1 << u))

    def _gather(self, target: Hex, busy: Bits) -> Bits:
        """Place the best attackers around a target; those used are returned."""
        w, e, side = self.w, self.e, self.side
        around = e.board.around[target]
        wet = e.wet(target)
        ring = self.grid.neighbours[target]
        able = []
        for u, found in self.ways.items():
            slots = (found.hexes | 1 << w.where[u]) & around
            if slots and not busy >> u & 1:
                able.append((not e.roster.artillery >> u & 1, w.attack(u), -self.grid.distance(w.where[u], target), u))
        able.sort(reverse=True)
        home: dict[int, Hex] = {}
        chosen = 0
        top = (0.02, 0)
        hexes = 0
        for line, _, _, u in able:
            if not line and not hexes:
                continue
            found = self.ways[u]
            slots = (found.hexes | 1 << w.where[u]) & around
            if not line:
                slots &= hexes
            ranked = []
            for h in members(slots):
                i = ring.index(h)
                merit = 0.3 * (not wet >> h & 1)
                merit += 0.5 * (ring[(i + 3) % 6] >= 0 and hexes >> ring[(i + 3) % 6] & 1)
                merit += 0.2 * bool(hexes >> h & 1) - e.risk_alone(w, u, h) * 0.2
                ranked.append((merit, h))
            ranked.sort(reverse=True)
            for _, h in ranked:
                if not overstacked(w, side, w.at.get(h, 0) | 1 << u):
                    break
            else:
                continue
            home[u] = w.where[u]
            if h != w.where[u]:
                self.put(u, h)
            chosen |= 1 << u
            hexes |= 1 << h
            blow = e.blow(w, side, target, chosen)
            if blow.value > top[0] + 0.01:
                top = (blow.value, chosen)
            if blow.place >= 7 or chosen.bit_count() >= 9:
                break
        for u in members(chosen & ~top[1]):
            self.put(u, home[u])
        return top[1]
