"""The estimate of the situation: what units, ground and attacks are worth, who threatens whom, the ways to the goal.

Everything is counted in victory points: a few hundredths for a point of strength, and for the places that decide the
game as much as they weigh there.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from kessel.games.debrecen.activation import able, action_points
from kessel.games.debrecen.movement import allowance, compelling, way
from kessel.games.debrecen.odds import attack_table
from kessel.games.debrecen.results import Result
from kessel.games.debrecen.roster import ALLIED, INFANTRY, SIDES
from kessel.games.debrecen.staff.charts import EIGHTHS, Outlook, charts
from kessel.games.debrecen.state import READY, WAITING, DebrecenState
from kessel.games.debrecen.supply import command_area, net
from kessel.hexes import Bits, Hex, first, march, members

POINT = 0.02
"""What a point of combat value is worth."""

STEP = 0.04
"""What a step is worth beside its points."""

FAR_OFF = 240
"""What a way costs at most, in half movement points; farther is out of the question."""

ZONE, BLOCK = 4, 12
"""What it adds to a way to go through an enemy zone, and to fight through enemy units."""


WEAR = 0.35
"""How much of a prize is won by wearing its defenders down."""

LOSSES = 0.4
"""How much a step counts of those that a scenario gives points for when many are lost."""

PUSH = 2
"""Columns that an attacker adds by preparation and support beyond the support of the defender."""

CHOSEN, DEADLY = 0.2, 3.0
"""How likely it is at most that the enemy chooses a hex for his attack, and the losses he must expect for that."""

ENTRY = 4
"""Hexes that an enemy who comes in is likely to get for an action point."""


class Fort(NamedTuple):
    """A hex with defenders as an attacker sees it."""

    units: Bits
    defence: int
    """In eighths."""
    lone: bool
    quality: int
    yellow: int
    white: int
    armoured: bool
    shift: int
    """Columns by terrain and improvised positions."""
    costs: tuple[float, ...]
    """What it costs to lose no step, one, two and so on, the cheapest first."""
    ground: float
    aid: int
    """Columns by the support that the defender can expect."""


class Blow(NamedTuple):
    """An attack and what it promises."""

    value: float
    target: Hex
    units: Bits
    prepared: bool = False
    column: int = 0


Ways = dict[tuple[Hex, str], list[int]]
"""The ways to hexes by the columns of the terrain table: from every hex what it costs."""

NO_BLOW = Blow(-9.0, -1, 0)


class Reach(NamedTuple):
    """An enemy that may attack: its strength, its formation, and the hexes that it can attack from; the strongest come
    first."""

    power: int
    formation: int
    hexes: Bits


class Box(NamedTuple):
    """The support that an HQ can give: to these units, in these hexes."""

    units: Bits
    area: Bits
    markers: tuple[tuple[int, int], ...]
    """What each marker is worth in columns, and which it is."""


class Estimate:
    """What one side works out about a position before it decides."""

    def __init__(self, s: DebrecenState, side: int, wear: float = WEAR) -> None:
        self.s = s
        self.wear = wear
        self.side = side
        self.enemy = 1 - side
        self.board = board = s.board
        self.grid = board.grid
        self.roster = board.roster
        self.charts = charts(board)
        self.turns_left = board.last_turn - s.turn
        """Turns after this one."""
        self.future = min(1.0, 0.3 + 0.25 * self.turns_left)
        """How much strength still counts: at the end only places do."""
        self._forts: dict[tuple[Hex, Bits], Fort] = {}
        self._step_values: dict[tuple[int, int], float] = {}
        self._unit_values: dict[tuple[int, int], float] = {}
        self._compelled: dict[bool, Bits] = {}
        self._menaces: dict[tuple[Hex, Bits], int] = {}
        self._outlooks: dict[tuple[Hex, Bits, int, bool], Outlook] = {}
        self.ways: Ways = {}
        self.columns = len(board.tables["combat"]["columns"])
        self.attacks = tuple(attack_table(s, prepared) for prepared in (False, True))
        combat = board.tables["combat"]["shifts"]
        self.dug, self.concentric = int(combat["improvised_position"]), int(combat["concentric"])
        self.air = int(board.tables["support"]["air"]["columns"])

    # -- units ---------------------------------------------------------------------------------------------------

    def power(self, u: int) -> int:
        """The combat value of a unit now, in eighths."""
        s, bit = self.s, 1 << u
        value = self.roster.value[u][s.steps[u]] * EIGHTHS
        for spoiled in (s.starved, s.fatigued, s.disorganised):
            if spoiled & bit:
                value >>= 1
        return value

    def punch(self, u: int) -> int:
        """Its combat value in attack."""
        return 0 if self.roster.red >> u & 1 else self.power(u)

    @cached_property
    def _prices(self) -> tuple[float, float]:
        """What the scenario gives for the steps of each side."""
        found = [0.0, 0.0]
        for item in self.board.scenario.get("victory", {}).get("steps", ()):
            who = SIDES.index(item["side"])
            left = item["least"] - self.s.losses[who]
            if left > 0:
                found[who] = LOSSES * abs(item["points"]) / max(left, item["least"] / 2)
        return found[0], found[1]

    @cached_property
    def _mech_price(self) -> float:
        """15.7-i: what a step of German mechanised units is worth beside."""
        rule = self.board.scenario.get("victory", {}).get("losses")
        return rule["points"] / (rule["over"] + 1) if rule and self.s.mech_losses <= rule["over"] else 0.0

    @cached_property
    def _saved(self) -> tuple[Bits, float]:
        """15.7-l: the units that count when they get away, and how much each."""
        rule = self.board.scenario.get("victory", {}).get("saved")
        if rule is None:
            return 0, 0.0
        index, of_formation = self.roster.formation_names.index, self.roster.of_formation
        return sum(of_formation[index[name]] for name in rule["formations"]), abs(rule["points"])

    def step_value(self, u: int, steps: int) -> float:
        """What a step of a unit is worth when so many are left."""
        found = self._step_values.get((u, steps))
        if found is None:
            roster, unit = self.roster, self.roster.units[u]
            if roster.hqs >> u & 1:
                return 0.3 * self.future
            value = roster.value[u]
            points = value[steps] - value[steps - 1]
            found = (STEP + POINT * points * (0.5 + 0.12 * roster.quality[u])) * self.future
            if steps == 1:
                units, price = self._saved
                found += 0.05 * self.future + (price if units >> u & 1 else 0.0)
            found += self._prices[unit.side]
            if unit.nationality == "german" and roster.mechanised >> u & 1:
                found += self._mech_price
            self._step_values[u, steps] = found
        return found

    def unit_value(self, u: int) -> float:
        """What a unit is worth as a whole."""
        found = self._unit_values.get((u, self.s.steps[u]))
        if found is None:
            found = sum(self.step_value(u, n) for n in range(1, self.s.steps[u] + 1))
            self._unit_values[u, self.s.steps[u]] = found
        return found

    def costs(self, units: Bits) -> tuple[float, ...]:
        """What it costs some units to lose no step, one, two and so on, the cheapest first."""
        fighters = self.s.combat(units) or units
        left = {u: self.s.steps[u] for u in members(fighters)}
        found = [0.0]
        while left:
            u = min(left, key=lambda x: (self.step_value(x, left[x]), x))
            found.append(found[-1] + self.step_value(u, left[u]))
            left[u] -= 1
            if not left[u]:
                del left[u]
        if fighters != units:
            found[-1] += 0.3 * self.future
        return tuple(found)

    # -- ground --------------------------------------------------------------------------------------------------

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """Hexes whose control counts (15.7), with what they are worth to either side."""
        board = self.board
        sure = max(0.5, 1.0 - 0.06 * self.turns_left)
        found = {h: sure * abs(points) for h, points in board.vp.items()}
        for pair in board.river_bridges:
            for h in pair:
                found[h] = found.get(h, 0.0) + 0.4 * sure
        for h in members(board.disputed_sources[ALLIED]):
            found[h] = found.get(h, 0.0) + (0.2 if self.turns_left else 0.0)
        return found

    @cached_property
    def prized(self) -> Bits:
        """The hexes whose control counts."""
        return sum(1 << h for h in self.prizes)

    @cached_property
    def near_prizes(self) -> Bits:
        """Hexes where a unit can make a prize safer."""
        return self.prized | self.grid.spread(self.prized)

    def holds(self, h: Hex, side: int) -> bool:
        """Whether a side has a hex or was the last to pass it."""
        return bool((self.s.occupied[side] | self.s.control[side] & ~self.s.occupied[1 - side]) >> h & 1)

    def field(self, seeds: Bits, side: int, column: str = INFANTRY) -> list[int]:
        """For every hex what it costs the side to get from it to the nearest seed, past the enemy as he stands."""
        board, found = self.board, [FAR_OFF] * self.grid.size
        seeds &= board.area
        if not seeds:
            return found
        foe = self.s.occupied[1 - side]
        zone = self.s.zoc(1 - side)
        classes: dict[int, Bits] = {}
        for cost, bits in board.costs[column]:
            for more, part in ((0, ~zone), (ZONE, zone & ~foe), (BLOCK, foe)):
                if bits & part:
                    classes[cost + more] = classes.get(cost + more, 0) | bits & part
        waves = march(board.country[column], first(seeds), FAR_OFF, sorted(classes.items()), seeds=[(0, seeds)]).waves
        for cost, bits in waves:
            for h in members(bits):
                found[h] = cost
        for h in members(seeds):
            found[h] = 0
        return found

    def way_to(self, h: Hex, column: str) -> list[int]:
        """The way of the side's units of a column to a hex from everywhere, as it was when first asked for in an
        activation."""
        found = self.ways.get((h, column))
        if found is None:
            found = self.ways[h, column] = self.field(1 << h, self.side, column)
        return found

    # -- attacks -------------------------------------------------------------------------------------------------

    @cached_property
    def boxes(self) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
        """The support in the boxes of both sides' HQs."""
        s, board = self.s, self.board
        found: tuple[list[Box], list[Box]] = ([], [])
        for hq in members(s.present & self.roster.hqs):
            markers = []
            for m, stock in enumerate(s.stock):
                if stock == READY and s.box[m] == hq:
                    effect = board.kinds[board.markers[m].kind]["effect"]
                    worth = effect.get("columns", 0) + effect.get("modifier", 0) + ("either" in effect)
                    if worth:
                        markers.append((int(worth), m))
            if markers:
                units = s.formation_units(self.roster.formation_of[hq]) | s.independents
                units &= self.roster.of_side[s.unit(hq).side]
                box = Box(units, command_area(s, hq), tuple(markers))
                found[s.unit(hq).side].append(box)
        return tuple(found[0]), tuple(found[1])

    def markers(self, side: int, units: Bits, hexes: Bits) -> list[tuple[int, int]]:
        """What the markers are worth that some units in these hexes can have, the best first, and which they are."""
        found = [marker for box in self.boxes[side] if box.units & units and box.area & hexes for marker in box.markers]
        found.sort(reverse=True)
        return found

    def fort(self, target: Hex) -> Fort:
        """The defence of a hex with enemies of whoever asks."""
        s, roster = self.s, self.roster
        units = s.at[target]
        found = self._forts.get((target, units))
        if found is None:
            fighters = s.combat(units) or units
            side = self.roster.units[first(units)].side
            shift = self.board.shift_of(target)
            if fighters and not fighters & ~s.entrenched:
                shift += self.dug
            aid = next((worth for worth, _ in self.markers(side, units, 1 << target)), 0)
            if s.missions[side]:
                aid += self.air
            whites = [roster.units[u].white + roster.units[u].yellow for u in members(units)]
            found = self._forts[target, units] = Fort(
                units,
                sum(self.power(u) for u in members(units)),
                units.bit_count() == 1,
                max(roster.quality[u] for u in members(fighters)),
                max(roster.units[u].yellow for u in members(units)),
                max(whites),
                bool(units & roster.armoured),
                shift,
                self.costs(units),
                self.prizes.get(target, 0.0) if not self.holds(target, 1 - side) else 0.0,
                aid,
            )
        return found

    def blow(self, target: Hex, places: dict[int, Hex], prepared: bool) -> Blow:
        """An attack by these units out of these hexes."""
        s, roster, board = self.s, self.roster, self.board
        fort = self.fort(target)
        side = 1 - roster.units[first(fort.units)].side
        attack = stars = quality = units = hexes = strong = 0
        armoured = fort.armoured
        for u, h in places.items():
            bit = 1 << h
            attack += self.punch(u)
            stars = max(stars, roster.units[u].yellow)
            quality = max(quality, roster.quality[u])
            if s.steps[u] > 1 or hexes & bit:
                strong |= bit
            hexes |= bit
            units |= 1 << u
        hard = bool(units & roster.armoured)
        shift = fort.shift + int(self.attacks[prepared]["shift"]) - fort.aid
        wet = board.rivers.of(target)
        if not hexes & ~wet:
            shift += self._river(target, hexes)
        zone = board.major.others.across(strong)
        if not board.around[target] & ~(hexes | zone):
            shift += self.concentric
        best = [worth for worth, _ in self.markers(side, units, hexes)][: int(self.attacks[prepared]["supports"])]
        aid = sum(best) + (self.air if s.missions[side] else 0)
        start = self.charts.column(s, attack, fort.defence, fort.lone) + shift + aid
        more = stars - (fort.white if hard else fort.yellow) if hard or armoured else 0
        spread = self.charts.chances(s, start, quality - fort.quality, more)
        escape = self.escape(side, target, hexes, zone)
        steps = sorted(self.step_value(u, s.steps[u]) for u in places)
        least = int(self.attacks[prepared]["loss"])
        value = sum([p * self.worth(result, fort, escape, steps, least) for result, p in spread])
        return Blow(value - 0.012 * len(best), target, units, prepared, min(max(start, 0), self.columns - 1))

    def _river(self, target: Hex, hexes: Bits) -> int:
        rows = self.board.tables["terrain"]["hexsides"]
        kind = "minor_river" if hexes & ~self.board.major.of(target) else "major_river"
        return int(rows[kind]["shift"])

    def escape(self, side: int, target: Hex, hexes: Bits, zone: Bits) -> int:
        """What a defender meets who is driven out: 2 a free way, 1 enemy zones, 0 no way at all."""
        s, board = self.s, self.board
        free = board.around[target] & ~s.occupied[side] & ~hexes & ~board.wall.of(target)
        if not free:
            return 2 if board.home[1 - side] >> target & 1 else 0
        return 2 if free & (~(s.zoc(side) | zone) | s.occupied[1 - side]) else 1

    def worth(self, result: Result, fort: Fort, escape: int, steps: list[float], least: int) -> float:
        """What a result is worth to the attacker: the defender chooses what costs him least (7.7-b), the attacker pays
        in steps."""
        gain, lost = 0.0, False
        if result.defence:
            gain, lost = self._paid(result, fort, escape)
        owed = max(result.attack, least if lost else 0)
        if not owed:
            return gain
        price = 0.0
        for i in range(owed):
            price += steps[min(i, len(steps) - 1)]
        if not result.defence and not result.attack_starred:
            price = min(price, 0.06 + 0.03 * owed)
        return gain - price

    def _paid(self, result: Result, fort: Fort, escape: int) -> tuple[float, bool]:
        """What a result costs the defender, and whether he loses steps by it."""
        costs = fort.costs
        whole = len(costs) - 1
        dead = costs[whole] + fort.ground + 0.05
        least = 1 if result.defence_starred else 0
        most = result.defence - 1 if result.breakthrough else result.defence
        best = (99.0, False)
        for n in range(least, most + 1):
            back = result.defence - n
            if n >= whole:
                price = dead
            elif not back:
                price = costs[n] + self.wear * fort.ground * n / whole
            elif not escape:
                price = dead if n == most else 99.0
            else:
                more = min(whole - n, back) if escape == 1 else 0
                price = (
                    costs[min(n + more, whole)] + fort.ground + 0.05 + 0.02 * back + 0.06 * (costs[whole] - costs[n])
                )
                if n + more >= whole:
                    price = dead
            if price < best[0]:
                best = (price, n > 0)
        return best

    def compelled(self, u: int) -> Bits:
        """Hexes where a unit that comes in must attack (4.3-a)."""
        tanks = bool(self.roster.tanks >> u & 1)
        found = self._compelled.get(tanks)
        if found is None:
            found = self._compelled[tanks] = compelling(self.s, 1 << u)
        return 0 if (self.roster.red | self.s.shackled) >> u & 1 else found

    # -- threats -------------------------------------------------------------------------------------------------

    def reach(self, u: int, points: int, *, fresh: bool = True) -> Bits:
        """The hexes that a unit can get to with so many action points, its own included."""
        here = 1 << self.s.where[u]
        if points <= 0:
            return here
        return way(self.s, 1 << u, points * allowance(self.s, u), fresh).hexes | here

    @cached_property
    def reaches(self) -> tuple[Reach, ...]:
        """The enemies that can attack: in this turn still, if it is the last, else in the next."""
        s, roster = self.s, self.roster
        units = s.on_map(self.enemy) & ~roster.red & ~s.starved
        ready = able(s, self.enemy)
        found = []
        for u in members(units if self.turns_left else units & ready):
            points, power = roster.base_points[u], self.punch(u)
            if not self.turns_left:
                points = self.points(u)
                if s.activated >> u & 1 and not s.fatigued >> u & 1:
                    power >>= 1
            elif s.fatigued >> u & 1:
                points -= 1
            if points > 0:
                found.append(Reach(power, roster.formation_of[u], self.reach(u, points - 1)))
        for u in members(self._coming):
            doors = self.board.entries_of(u, bool(s.options.get("independent_24pz"))) & ~s.occupied[self.side]
            for _ in range(ENTRY * (roster.base_points[u] - 1)):
                doors |= self.grid.spread(doors) & ~s.occupied[self.side]
            found.append(Reach(self.punch(u), roster.formation_of[u], doors))
        return tuple(sorted(found, reverse=True))

    @property
    def _coming(self) -> Bits:
        """Enemies that come in by the next turn."""
        s = self.s
        own = self.roster.of_side[self.enemy] & ~s.present & ~self.roster.red
        soon = s.turn + (1 if self.turns_left else 0)
        return sum(1 << u for u in members(own) if s.where[u] == WAITING and 0 < s.due[u] <= soon and s.entry_of[u] < 0)

    def threat(self, h: Hex) -> int:
        """The strength that the enemy can bring against a hex, whoever stands around."""
        return self.menace(h, self.board.around[h])

    def menace(self, h: Hex, sides: Bits) -> int:
        """The strength that the enemy can bring against a hex from these hexes around it: of one formation, and part
        of the others; no more units than have room there."""
        sides &= ~self.board.wall.of(h)
        found = self._menaces.get((h, sides))
        if found is None:
            room = (5 * sides.bit_count() + 1) // 2
            formations: dict[int, list[int]] = {}
            for power, formation, hexes in self.reaches:
                if hexes & sides:
                    powers = formations.get(formation)
                    if powers is None:
                        formations[formation] = [power]
                    elif len(powers) < room:
                        powers.append(power)
            sums = [sum(powers) for powers in formations.values()]
            found = self._menaces[h, sides] = max(sums) + (sum(sums) - max(sums)) // 4 if sums else 0
        return found

    def outlook(self, h: Hex, sides: Bits, defence: int, dug: bool = False) -> Outlook:
        """What a defence of so much in a hex has to expect from the sides that are open."""
        key = (h, sides, defence, dug)
        found = self._outlooks.get(key)
        if found is None:
            found = self._outlooks[key] = self._outlook(h, sides, defence, dug)
        return found

    def _outlook(self, h: Hex, sides: Bits, defence: int, dug: bool) -> Outlook:
        power = self.menace(h, sides)
        if not power:
            return Outlook(0.0, 0.0)
        if not defence:
            return Outlook(0.0, 0.8)
        column = self.charts.column(self.s, power, defence, False) + self.board.shift_of(h) + PUSH
        dry = sides & ~self.board.rivers.of(h)
        if not dry or not self.menace(h, dry):
            column += self._river(h, sides)
        return self.charts.outlook(self.s, column + (self.dug if dug else 0))

    def risk(self, w: DebrecenState, u: int, h: Hex) -> float:
        """What it costs to have a unit in a hex, with everybody else where he is in ``w``, in what it and those with it
        may lose there; less than nothing where it makes a prize or others safer."""
        own = self.others(w, u)
        mine, steps = self.power(u), w.steps[u]
        guard = guards = 0
        stake = 0.0
        for x in members(w.combat(w.at.get(h, 0)) & ~(1 << u)):
            guard += self.power(x)
            guards += w.steps[x]
            stake += self.unit_value(x)
        sides = self.board.around[h] & ~own
        dug = bool(self.s.entrenched >> u & 1) and self.s.where[u] == h
        now = self.outlook(h, sides, mine + guard, dug)
        price = self.hazard(now, steps + guards) * (stake + self.unit_value(u))
        if guards:
            price -= self.hazard(self.outlook(h, sides, guard), guards) * stake
        for p in members((self.board.around[h] | 1 << h) & self.prized & ~w.occupied[self.enemy]):
            if p == h:
                before = 1.0
                if guards or self.holds(p, self.side):
                    before = self.outlook(p, sides, guard).fall(guards)
                price -= self.prizes[p] * (before - now.fall(steps + guards))
            elif self.holds(p, self.side):
                price -= self.prizes[p] * self._screened(w, p, h, own)
        return price

    def hazard(self, found: Outlook, steps: int) -> float:
        """How much of a stack of so many steps is likely to be lost: the enemy looks for those he can destroy."""
        return CHOSEN * min(1.0, found.owed / DEADLY) * min(1.0, found.owed / steps)

    def _screened(self, w: DebrecenState, p: Hex, h: Hex, own: Bits) -> float:
        """How much surer a prize is with a unit in a hex next to it."""
        sides, guards = self.board.around[p] & ~own, w.combat(w.at.get(p, 0))
        guard = steps = 0
        for x in members(guards):
            guard += self.power(x)
            steps += w.steps[x]
        dug = bool(guards) and not guards & ~self.s.entrenched
        before = self.outlook(p, sides, guard, dug).fall(steps)
        return before - self.outlook(p, sides & ~(1 << h), guard, dug).fall(steps)

    def others(self, w: DebrecenState, u: int) -> Bits:
        """The hexes of the side's units but this one."""
        own, h = w.occupied[self.roster.units[u].side], w.where[u]
        return own & ~(1 << h) if h >= 0 and w.at[h] == 1 << u else own

    def remember(self, known: Estimate) -> None:
        """Take over the ways and what the enemy threatens from an estimate of the same activation."""
        self.ways = known.ways
        self.__dict__["reaches"] = known.reaches
        self._menaces, self._outlooks = known._menaces, known._outlooks

    # -- lines ---------------------------------------------------------------------------------------------------

    @cached_property
    def fed(self) -> Bits:
        """The hexes in supply now, and those around them."""
        found = net(self.s, self.side)
        return found | self.grid.spread(found)

    @cached_property
    def foe_fed(self) -> Bits:
        """The hexes where the enemy is in supply now."""
        return net(self.s, self.enemy)

    @cached_property
    def commands(self) -> dict[int, Bits]:
        """The hexes in the command range of each HQ of the side on the map."""
        s = self.s
        return {hq: command_area(s, hq) for hq in members(s.on_map(self.side) & self.roster.hqs)}

    def hunger(self, u: int) -> float:
        """What it costs a unit to be out of supply next turn."""
        units, worth = self._saved
        return worth if units >> u & 1 else 0.15 if self.turns_left else 0.0

    def unfed(self, u: int, h: Hex) -> float:
        """What it costs to have a unit in a hex that is out of supply."""
        return 0.0 if self.fed >> h & 1 else self.hunger(u)

    def astray(self, u: int, h: Hex) -> float:
        """What it costs to have a unit in a hex for want of supply and command."""
        area = self.commands.get(self.s.hq(u))
        lost = area is not None and not area >> h & 1 and self.turns_left
        return self.unfed(u, h) + (0.05 if lost else 0.0)

    def points(self, u: int) -> int:
        """The action points that a unit would have in an activation now."""
        s = self.s
        return action_points(s, u, again=bool(s.activated >> u & 1))

    @cached_property
    def able(self) -> Bits:
        """The units of the side that can be activated."""
        return able(self.s, self.side)


__all__ = ["EIGHTHS", "FAR_OFF", "NO_BLOW", "Blow", "Estimate", "Fort", "Ways"]
