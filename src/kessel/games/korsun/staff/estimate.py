"""The estimate of the situation: what units, ground and attacks are worth, who threatens whom, the ways to the goal.

Everything is counted in the same measure: about a tenth for a strength point, and for the places and units that decide
the game as much as they weigh there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, cached_property
from math import exp
from typing import NamedTuple

from kessel.games.korsun.board import LEG, Board
from kessel.games.korsun.movement import way
from kessel.games.korsun.odds import FACES, die_bonus, result_of
from kessel.games.korsun.roster import GERMAN, SOVIET
from kessel.games.korsun.sequence import PHASES, Turn
from kessel.games.korsun.staff.ways import FAR_OFF, Land, Way, way_between
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.supply import LINK, net, supplied_together
from kessel.games.korsun.support import air_pool, pools_of
from kessel.hexes import Bits, Country, Hex, March, members

POINT = 0.08
"""What a strength point is worth."""

GOAL = 6.0
"""What a place that the scenario counts is worth."""

AIRFIELD = 0.05
"""What the airfield is worth for each unit that lives on it."""

APPROACH, SIDES_WANTED = 0.4, 3
"""What a hex next to such a place is worth while fewer sides of it than these are open to attacks."""

HOLD = 0.35
"""How much of the ground under a full unit is won by depleting it."""

ZONE, BLOCK = 4, 10
"""What it adds to a way to go through an enemy zone, and to fight through an enemy unit."""

COLUMNS = 12
RESULTS = ("De", "D3", "D2", "Ex", ".", "A1", "A2", "A3", "(A)", "Ae")

Spread = tuple[tuple[int, float], ...]
"""A distribution: values and their chances."""


LINE_ZONE, LINE_UNIT = 25, 70
"""What a line of supply has against it in a hex of an enemy zone, and in one with an enemy unit; a free hex is 1."""

ASIDE = 15
"""How many hexes a line may be longer than the straightest one to be thought of."""

LINE_FREE = 40
"""A line with less against it is as good as open."""


def nearness(line: Way) -> float:
    """How near a line is to being open."""
    return exp(-max(0, line.cost - LINE_FREE) / LINE_FREE)


NOTHING: Spread = ((0, 1.0),)


class Blow(NamedTuple):
    """An attack and what it promises."""

    value: float
    target: Hex
    units: Bits
    engineer: int = -1
    differential: int = 0


def average(pool: tuple[int, ...], count: int) -> Spread:
    """The distribution of the sum of so many chits of a pool, each drawn from the whole of it."""
    found: dict[int, float] = {0: 1.0}
    for _ in range(min(count, len(pool))):
        grown: dict[int, float] = {}
        for total, p in found.items():
            for value in pool:
                grown[total + value] = grown.get(total + value, 0.0) + p / len(pool)
        found = grown
    return tuple(sorted(found.items()))


def less(gain: Spread, loss: Spread) -> Spread:
    """The distribution of the difference of two independent numbers."""
    found: dict[int, float] = {}
    for a, p in gain:
        for b, q in loss:
            found[a - b] = found.get(a - b, 0.0) + p * q
    return tuple(sorted(found.items()))


@cache
def line_country(board: Board) -> Country:
    """The land as lines of supply see it: only rivers without bridges are in their way, and engineers may open them."""
    return Country(board.grid, tolls=[(LINE_ZONE, board.barrier)])


def _chits(w: KorsunState, pools: Bits) -> int:
    """How many chits a side is likely to use in a combat: more of full pools than of empty ones."""
    left = sum(len(w.ready[org]) for org in members(pools))
    return 2 if left >= 5 else 1 if left >= 1 else 0


def phase_of(s: KorsunState) -> str:
    """The phase of the turn under way."""
    bottom = s.stack[0]
    phase = bottom.phase - 1 if isinstance(bottom, Turn) else -1
    return PHASES[phase] if 0 <= phase < len(PHASES) and len(s.stack) > 1 else "set-up"


class Estimate:
    """What one side works out about a position before it decides."""

    def __init__(self, s: KorsunState, side: int) -> None:
        self.s = s
        self.side = side
        self.enemy = 1 - side
        self.board = board = s.board
        self.grid = board.grid
        self.roster = board.roster
        self.link = board.scenario["victory"]["measure"] == LINK
        self.turns_left = board.last_turn - s.turn
        """Turns after this one."""
        self.future = min(1.0, 0.25 + 0.25 * self.turns_left)
        """How much strength still counts: at the end only places and lines do."""
        self.phase = phase_of(s)
        bonus = die_bonus(s, False)
        self.results = [[result_of(s, c, die + bonus) for die in range(1, FACES + 1)] for c in range(COLUMNS)]
        self.dry_results = [[result_of(s, c, die) for die in range(1, FACES + 1)] for c in range(COLUMNS)]
        self._supplied = [supplied_together(s, s.on_map(who)) for who in (SOVIET, GERMAN)]
        self._risks: dict[tuple[int, int, Hex, Bits], float] = {}
        self._spreads: dict[object, Spread] = {}

    # -- units ---------------------------------------------------------------------------------------------------

    def in_supply(self, u: int) -> bool:
        """Whether a unit was in supply when the estimate was made."""
        return bool(self._supplied[self.roster.units[u].side] >> u & 1)

    def attack(self, u: int) -> int:
        """The attack strength of a unit now."""
        value = self.roster.attack[u][self.s.steps[u]]
        return value if self.in_supply(u) else (value + 1) // 2

    def defence(self, u: int) -> int:
        """The defence strength of a unit now."""
        value = self.roster.defence[u][self.s.steps[u]]
        return value if self.in_supply(u) else (value + 1) // 2

    def step_value(self, u: int) -> float:
        """What the next step of a unit is worth; with the last one an encircled unit is lost for the count."""
        roster, steps = self.roster, self.s.steps[u]
        points = roster.attack[u][steps] + roster.defence[u][steps]
        points -= roster.attack[u][steps - 1] + roster.defence[u][steps - 1]
        value = (0.06 + POINT * points) * self.future
        if steps == 1:
            value += 0.1 * self.future
            if self.link and roster.encircled >> u & 1:
                value += 0.35
        return value

    def unit_value(self, u: int) -> float:
        """What a unit is worth as a whole."""
        roster, steps = self.roster, self.s.steps[u]
        points = roster.attack[u][steps] + roster.defence[u][steps]
        value = (0.1 + 0.06 * steps + POINT * points) * self.future
        return value + 0.35 if self.link and roster.encircled >> u & 1 else value

    def disc(self, h: Hex) -> Iterator[Hex]:
        """A hex and those around it."""
        return members(self.board.around[h] | 1 << h)

    # -- ways ----------------------------------------------------------------------------------------------------

    def land(self, side: int, mobility: str = LEG, foe: Bits = -1, area: Bits = -1) -> Land:
        """The country as a side sees it, past the enemy as he stands now or in the hexes given; ``area`` is all of it
        that counts."""
        board = self.board
        if foe < 0:
            foe = self.s.occupied[1 - side]
        zone = self.grid.spread(foe)
        classes: dict[int, Bits] = {}
        for cost, bits in board.costs[mobility]:
            for more, part in ((0, ~foe & ~zone), (ZONE, zone & ~foe), (BLOCK, foe)):
                if bits & part & area:
                    classes[cost + more] = classes.get(cost + more, 0) | bits & part & area
        return Land(board.country(mobility), sorted(classes.items()), foe | zone)

    def field(self, seeds: Bits, side: int, mobility: str = LEG, wanted: Bits = -1) -> list[int]:
        """For every hex, or every wanted one, what it costs the side to get from it to the nearest seed."""
        return self.land(side, mobility).costs_from(seeds & self.board.area, wanted)

    @cached_property
    def pocket(self) -> Bits:
        """The hexes of the encircled units."""
        found = 0
        for u in members(self.s.present & self.roster.encircled):
            found |= 1 << self.s.where[u]
        return found

    @cached_property
    def line(self) -> Bits:
        """The hexes joined to the west edge without the help of engineers (20.0-v6)."""
        return net(self.s, LINK) if self.link else 0

    @cached_property
    def relief(self) -> Bits:
        """Where the way to the pocket begins: the relief force with a line to the west, and the gates of the edge."""
        found = self.board.link
        for u in members(self.s.on_map(GERMAN) & ~self.roster.encircled):
            if self.line >> self.s.where[u] & 1:
                found |= 1 << self.s.where[u]
        return found

    @cached_property
    def to_pocket(self) -> list[int]:
        """What the way to the pocket costs the Germans from every hex."""
        return self.field(self.pocket, GERMAN)

    @cached_property
    def to_relief(self) -> list[int]:
        """What the way to the relief force costs the Germans from every hex."""
        return self.field(self.relief, GERMAN)

    @cached_property
    def corridor(self) -> list[float]:
        """How much each hex lies on the way that the Germans want to go: between relief and pocket, or to a goal."""
        return self.corridor_past(self.s.occupied[SOVIET]).marks

    def corridor_past(self, foe: Bits) -> Way:
        """That way with the Soviets in these hexes."""
        own = self.s.occupied[GERMAN]
        ends = [(self.relief, self.pocket)] if self.link else [(own, 1 << h) for h in members(self.board.goals & ~own)]
        return way_between(self.land(GERMAN, LEG, foe, self.theatre), ends)

    def line_past(self, foe: Bits, own: Bits) -> Way:
        """The line from the west edge to the pocket that is easiest to open, Soviets and Germans in these hexes."""
        area = self.theatre
        zone = self.grid.spread(foe)
        classes = [
            (1, area & ~foe & (~zone | own)),
            (LINE_ZONE, area & ~foe & zone & ~own),
            (LINE_UNIT, area & foe),
        ]
        return way_between(Land(line_country(self.board), classes), [(self.board.link & ~foe, self.pocket)])

    @cached_property
    def theatre(self) -> Bits:
        """The hexes between the west edge and the pocket: a line over them goes little out of its way."""
        if not self.link:
            return self.board.area
        land = Land(line_country(self.board), [(1, self.board.area)])
        ends = [land.costs_from(seeds) for seeds in (self.board.link, self.pocket)]
        whole = [a + b for a, b in zip(*ends, strict=True)]
        least = min(whole) + ASIDE
        return sum(1 << h for h, cost in enumerate(whole) if cost <= least)

    @cached_property
    def gap(self) -> int:
        """What the cheapest way between relief and pocket costs the Germans."""
        return min((self.to_pocket[h] for h in members(self.relief)), default=FAR_OFF)

    def ground(self, h: Hex) -> float:
        """What it is worth to win or to keep a hex."""
        value = 0.25 * self.corridor[h]
        if self.board.goals >> h & 1:
            value += GOAL if self.turns_left else 1.5 * GOAL
        if self.approaches >> h & 1:
            value += APPROACH
        if h == self.board.airfield:
            value += self.lifeline
        return value

    @cached_property
    def lifeline(self) -> float:
        """What the airfield is worth: some strength of every encircled unit that has no line to the west (12.0-g)."""
        if self.board.airfield < 0 or self.turns_left < 2:
            return 0.0
        return AIRFIELD * (self.s.present & self.roster.encircled & ~self.s.units_at(self.line)).bit_count()

    @cached_property
    def approaches(self) -> Bits:
        """The hexes around the places that the Germans have still to win and cannot attack from many sides."""
        found, foe = 0, self.s.occupied[SOVIET]
        for h in members(self.board.goals & foe):
            around = self.board.around[h]
            if (around & ~foe).bit_count() < SIDES_WANTED:
                found |= around
        return found

    # -- attacks -------------------------------------------------------------------------------------------------

    def limits(self, target: Hex, hexes: Bits, engineer: bool = False) -> tuple[int, ...]:
        """The lowest differentials of the columns for an attack out of some hexes (7.4-b, 7.4-d, AMB-44)."""
        board = self.board
        rows, terrain = board.tables["combat"]["rows"], board.tables["terrain"]
        own: list[int] = rows[terrain["hexes"][board.kind_at[target]]["combat"]]
        if not hexes or hexes & ~board.any_river.of(target):
            return tuple(own)
        row = "bridge"
        if not engineer and not hexes & ~board.barrier.of(target):
            row = next(kind for kind in board.unbridged if hexes & board.unbridged[kind].of(target))
        other: list[int] = rows[terrain["hexsides"][row]["combat"]]
        return tuple(max(a, b) for a, b in zip(own, other, strict=True))

    def expected(
        self,
        worth: dict[str, float],
        limits: tuple[int, ...],
        differential: int,
        spread: Spread,
        table: list[list[str]] | None = None,
    ) -> float:
        """What an attack is worth over all chits and dice."""
        total = 0.0
        columns = [sum([worth[r] for r in column]) / FACES for column in table or self.results]
        for net_chits, p in spread:
            d = differential + net_chits
            column = 0
            for limit in limits:
                if limit > d:
                    break
                column += 1
            total += p * columns[column]
        return total

    def best_pool(self, w: KorsunState, pools: Bits) -> int:
        """The pool with the best chits on average; -1 if there is none."""
        ready = w.ready
        return max(members(pools), key=lambda org: (sum(ready[org]) / len(ready[org]), org), default=-1)

    def support(self, w: KorsunState, side: int, target: Hex, units: Bits) -> Spread:
        """What support fire will add to an attack on average: both sides use more of a full pool than of an empty
        one."""
        pools = pools_of(w, units) | air_pool(w, side), pools_of(w, w.at.get(target, 0))
        key = tuple((w.ready[self.best_pool(w, p)], _chits(w, p)) if p else ((), 0) for p in pools)
        found = self._spreads.get(key)
        if found is None:
            found = self._spreads[key] = less(*(average(pool, count) for pool, count in key))
        return found

    def spend(self, w: KorsunState, side: int, blow: Blow) -> None:
        """Take the chits that an attack is likely to use out of the pools."""
        for pools in (pools_of(w, blow.units) | air_pool(w, side), pools_of(w, w.at.get(blow.target, 0))):
            for _ in range(_chits(w, pools)):
                org = self.best_pool(w, pools & sum(1 << o for o, pool in enumerate(w.ready) if pool))
                if org >= 0:
                    pool = w.ready[org]
                    w.ready[org] = (*pool[: len(pool) // 2], *pool[len(pool) // 2 + 1 :])

    def can_retreat(self, w: KorsunState, v: int, attackers: Bits) -> bool:
        """Whether a unit has a first hex to retreat to, the attackers' zones regarded as they will be."""
        side = self.roster.units[v].side
        shut = w.occupied[1 - side] | w.zoc(1 - side)
        h = w.where[v]
        return bool(self.board.around[h] & ~shut & ~attackers)

    def worth(self, w: KorsunState, side: int, target: Hex, units: Bits, retreat: bool) -> dict[str, float]:
        """What each result of an attack is worth to the attacker: the defender takes the cheaper way out of a
        retreat."""
        v = w.at_hex(target)
        step, ground = self.step_value(v), self.ground(target)
        steps = [self.step_value(u) for u in members(units)]
        cheapest, count = min(steps, default=0.0), len(steps)
        push = 0.12 * self.future + 0.04 + ground
        whole = self.unit_value(v) + ground + 0.05
        stand = step + HOLD * ground if w.steps[v] > 1 else whole
        back = min(stand, push) if retreat else stand
        everybody = sum(self.unit_value(u) for u in members(units))
        return {
            "De": whole,
            "D3": back + 0.05,
            "D2": back,
            "Ex": (stand if w.steps[v] > 1 else step + 0.8 * ground) - cheapest,
            ".": 0.0,
            "A1": -0.05 * count,
            "A2": -0.07 * count,
            "A3": -0.09 * count,
            "(A)": -cheapest - 0.02,
            "Ae": -everybody,
        }

    def blow(self, w: KorsunState, side: int, target: Hex, units: Bits, engineer: int = -1) -> Blow:
        """An attack by exactly these units, where they stand in ``w``."""
        hexes = 0
        power = 0
        for u in members(units):
            hexes |= 1 << w.where[u]
            power += self.attack(u)
        v = w.at_hex(target)
        differential = power - self.defence(v)
        worth = self.worth(w, side, target, units, self.can_retreat(w, v, hexes))
        limits = self.limits(target, hexes, engineer >= 0)
        value = self.expected(worth, limits, differential, self.support(w, side, target, units))
        return Blow(value - 0.01 * hexes.bit_count(), target, units, engineer, differential)

    def bombardment(self, w: KorsunState, side: int, target: Hex, pools: tuple[int, ...]) -> float:
        """What it promises to bombard a hex with a chit from each of these pools (17.0)."""
        v = w.at_hex(target)
        near = self.board.around[target] & w.occupied[side]
        own = members(w.units_at(near))
        worth = self.worth(w, side, target, 0, self.can_retreat(w, v, 0))
        worth = {r: worth[r] if r in ("De", "D3", "D2") else 0.0 for r in RESULTS}
        worth["(A)"] = -min((self.step_value(u) for u in own), default=0.0)
        spread = NOTHING
        for org in dict.fromkeys(pools):
            spread = less(spread, tuple((-value, p) for value, p in average(w.ready[org], pools.count(org))))
        return self.expected(worth, self.limits(target, 0), -self.defence(v), spread, self.dry_results)

    # -- threats -------------------------------------------------------------------------------------------------

    def march_of(self, u: int) -> March:
        """Where a unit could go in a movement phase of its side."""
        return way(self.s, u, self.s.allowance(u) * self.board.scale, True)

    @cached_property
    def threats(self) -> dict[Hex, list[int]]:
        """For every hex the strengths of the enemies that could stand next to it, the strongest first."""
        return self.reaching(self.enemy)

    def reaching(self, side: int) -> dict[Hex, list[int]]:
        """For every hex the attack strengths of the side's units that could come next to it, the strongest first."""
        found: dict[Hex, list[int]] = defaultdict(list)
        spread = self.grid.spread
        powers = [(self.attack(u), u) for u in members(self.s.on_map(side) & ~self.s.held)]
        for power, u in sorted(powers, reverse=True):
            if power:
                for h in members(spread(self.march_of(u).hexes | 1 << self.s.where[u])):
                    found[h].append(power)
        return found

    def risk(self, w: KorsunState, u: int, h: Hex) -> float:
        """What a unit must expect to lose in a hex in the enemy's next turn. The fewer sides he can come from the
        better, and best if they all lie behind a river."""
        own = w.occupied[self.side] & ~(1 << w.where[u]) if w.where[u] >= 0 else w.occupied[self.side]
        return self.danger(w, u, h, self.board.around[h] & ~own)

    def danger(self, w: KorsunState, u: int, h: Hex, open_sides: Bits) -> float:
        """The same with these sides open to the enemy."""
        powers = self.threats.get(h)
        if not powers:
            return 0.0
        key = (u, w.steps[u], h, open_sides)
        found = self._risks.get(key)
        if found is None:
            found = self._risks[key] = self._risk(w, u, h, open_sides, powers)
        return found

    def _risk(self, w: KorsunState, u: int, h: Hex, open_sides: Bits, powers: list[int]) -> float:
        sides = open_sides.bit_count()
        if not sides:
            return 0.0
        dry = open_sides & ~self.board.any_river.of(h)
        count = min(dry.bit_count() or sides, 4)
        power = sum(powers[:count])
        net_chits = self.chits(self.enemy) - self.chits(self.side)
        differential = power - self.defence(u) + net_chits
        limits = self.limits(h, dry or open_sides)
        column = sum(1 for limit in limits if limit <= differential)
        step = self.step_value(u)
        whole = self.unit_value(u)
        back = min(step, 0.12 * self.future + 0.04) if sides < 5 else step
        losses = {"De": whole + self.ground(h), "D3": back + 0.05, "D2": back, "Ex": 0.5 * step}
        total = sum([losses.get(result, 0.0) for result in self.results[column]]) / FACES
        if self.ground(h) > 0.3:
            total += 0.5 * self.ground(h) * sum(r in ("D2", "D3") for r in self.results[column]) / FACES
        return total * min(1.0, 0.35 + 0.1 * len(powers))

    def chits(self, side: int) -> int:
        """What support fire adds to an attack or a defence of the side on average."""
        found: int = self._levels[side]
        return found

    @cached_property
    def _levels(self) -> tuple[int, int]:
        found = []
        for side in (SOVIET, GERMAN):
            pools = [o for o, x in enumerate(self.roster.organisations) if x.side == side and not x.air]
            chits = [value for o in pools for value in self.board.chits(o) if self.s.active(o)]
            found.append(round(1.5 * sum(chits) / len(chits)) if chits else 0)
        return found[0], found[1]

    # -- supply --------------------------------------------------------------------------------------------------

    def lines(self, side: int) -> list[tuple[Bits, Bits]]:
        """Pairs of (units, hexes): each force of a side and where it has a line now."""
        if side == SOVIET:
            return [(self.roster.of_side[SOVIET], net(self.s, "soviet"))]
        encircled = self.roster.encircled
        relief = self.roster.of_side[GERMAN] & ~encircled
        return [(relief, net(self.s, "relief")), (encircled, net(self.s, "encircled"))]

    def fed(self, u: int) -> Bits:
        """The hexes where a unit would have a line, as far as can be told from where everybody stands now."""
        return next(hexes for units, hexes in self._fed if units >> u & 1)

    @cached_property
    def _fed(self) -> list[tuple[Bits, Bits]]:
        return [
            (units, hexes | self.grid.spread(hexes)) for side in (SOVIET, GERMAN) for units, hexes in self.lines(side)
        ]

    def starving(self, u: int, h: Hex) -> bool:
        """Whether a unit would be without a line in a hex."""
        return not self.fed(u) >> h & 1
