"""The estimate of the situation: what units, ground and attacks are worth, who threatens whom, the ways to the goal.

Everything is counted in victory points: a few hundredths for a point of strength, and for the places that decide the
game as much as they weigh there.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from kessel.games.debrecen.activation import able, action_points
from kessel.games.debrecen.board import NEVER
from kessel.games.debrecen.movement import allowance, way
from kessel.games.debrecen.odds import attack_table
from kessel.games.debrecen.results import Result
from kessel.games.debrecen.roster import ALLIED, INFANTRY, SIDES
from kessel.games.debrecen.staff.charts import EIGHTHS, Outlook, charts
from kessel.games.debrecen.state import READY, DebrecenState
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


NO_BLOW = Blow(-9.0, -1, 0)


class Box(NamedTuple):
    """The support that an HQ can give: to these units, in these hexes; markers with what each is worth in columns."""

    units: Bits
    area: Bits
    markers: tuple[tuple[int, int, bool], ...]
    """Marker, columns in attack, and whether it also serves in defence."""


class Estimate:
    """What one side works out about a position before it decides."""

    def __init__(self, s: DebrecenState, side: int) -> None:
        self.s = s
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
        self._risks: dict[tuple[Hex, int, int, bool], tuple[float, float]] = {}
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
                found[who] = abs(item["points"]) / max(left, item["least"] / 2)
        return found[0], found[1]

    @cached_property
    def _mech_price(self) -> float:
        """15.7-i: what a step of German mechanised units is worth beside."""
        rule = self.board.scenario.get("victory", {}).get("losses")
        return rule["points"] / (rule["over"] + 1) if rule and self.s.mech_losses <= rule["over"] else 0.0

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
                found += 0.05 * self.future
            found += self._prices[unit.side]
            if unit.nationality == "german" and roster.mechanised >> u & 1:
                found += self._mech_price
            self._step_values[u, steps] = found
        return found

    def unit_value(self, u: int) -> float:
        """What a unit is worth as a whole."""
        return sum(self.step_value(u, n) for n in range(1, self.s.steps[u] + 1))

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
                    kind = board.kinds[board.markers[m].kind]
                    effect = kind["effect"]
                    worth = effect.get("columns", 0) + effect.get("modifier", 0) + ("either" in effect)
                    if worth:
                        markers.append((m, int(worth), "when" not in kind))
            if markers:
                units = s.formation_units(self.roster.formation_of[hq]) | s.independents
                units &= self.roster.of_side[s.unit(hq).side]
                box = Box(units, command_area(s, hq), tuple(markers))
                found[s.unit(hq).side].append(box)
        return tuple(found[0]), tuple(found[1])

    def markers(self, side: int, units: Bits, hexes: Bits) -> list[tuple[int, int]]:
        """What the markers are worth that some units in these hexes can have, the best first, and which they are."""
        found = [
            (worth, m)
            for box in self.boxes[side]
            if box.units & units and box.area & hexes
            for m, worth, _ in box.markers
        ]
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

    def blow(self, target: Hex, places: dict[int, Hex], prepared: bool, spent: Bits = 0) -> Blow:
        """An attack by these units out of these hexes; ``spent``: markers that other attacks will use."""
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
        best = [worth for worth, m in self.markers(side, units, hexes) if not spent >> m & 1]
        best = best[: int(self.attacks[prepared]["supports"])]
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
                price = costs[n]
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

    # -- threats -------------------------------------------------------------------------------------------------

    def reach(self, u: int, points: int, *, fresh: bool = True) -> Bits:
        """The hexes that a unit can get to with so many action points, its own included."""
        here = 1 << self.s.where[u]
        if points <= 0:
            return here
        return way(self.s, 1 << u, points * allowance(self.s, u), fresh).hexes | here

    @cached_property
    def threats(self) -> dict[Hex, int]:
        """For every hex the strength that the enemy can bring against it: of one formation, and part of the others."""
        s, roster = self.s, self.roster
        found: dict[Hex, dict[int, list[int]]] = {}
        for u in members(s.on_map(self.enemy) & ~roster.red & ~s.starved):
            points = roster.base_points[u] - bool(s.fatigued >> u & 1) - 1
            powers = self.punch(u)
            formation = roster.formation_of[u]
            for h in members(self.grid.spread(self.reach(u, points))):
                found.setdefault(h, {}).setdefault(formation, []).append(powers)
        threats = {}
        for h, formations in found.items():
            sums = sorted((sum(sorted(powers, reverse=True)[:5]) for powers in formations.values()), reverse=True)
            threats[h] = sums[0] + sum(sums[1:]) // 4
        return threats

    def outlook(self, h: Hex, defence: int, dug: bool = False) -> Outlook:
        """What a defence of so much in a hex has to expect."""
        power = self.threats.get(h, 0)
        if not power:
            return Outlook(0.0, 0.0)
        if not defence:
            return Outlook(0.0, 0.8)
        column = self.charts.column(self.s, power, defence, False) + self.board.shift_of(h) + 1
        return self.charts.outlook(self.s, column + (self.dug if dug else 0))

    def risk(self, u: int, h: Hex, friends: Bits) -> float:
        """What it costs to have a unit in a hex beside these friends, in what it may lose there and lets the enemy
        gain; less than nothing where it makes a prize safer."""
        mine = self.power(u)
        others = sum(self.power(x) for x in members(friends & ~(1 << u)))
        now = self.outlook(h, mine + others, bool(self.s.entrenched >> u & 1) and self.s.where[u] == h)
        price = 0.5 * now.owed * self.step_value(u, self.s.steps[u]) * (mine / (mine + others) if mine else 1.0)
        price += 0.05 * now.driven
        if h in self.prizes:
            before = self.outlook(h, others)
            price -= self.prizes[h] * (before.driven - now.driven)
        return price

    # -- lines ---------------------------------------------------------------------------------------------------

    @cached_property
    def fed(self) -> Bits:
        """The hexes in supply now, and those around them."""
        found = net(self.s, self.side)
        return found | self.grid.spread(found)

    @cached_property
    def commands(self) -> dict[int, Bits]:
        """The hexes in the command range of each HQ of the side on the map."""
        s = self.s
        return {hq: command_area(s, hq) for hq in members(s.on_map(self.side) & self.roster.hqs)}

    def astray(self, u: int, h: Hex) -> float:
        """What it costs to have a unit in a hex for want of supply and command."""
        price = 0.0 if self.fed >> h & 1 or not self.turns_left else 0.15
        area = self.commands.get(self.s.hq(u))
        if area is not None and not area >> h & 1 and self.turns_left:
            price += 0.05
        return price

    def points(self, u: int) -> int:
        """The action points that a unit would have in an activation now."""
        s = self.s
        return action_points(s, u, again=bool(s.activated >> u & 1))

    @cached_property
    def able(self) -> Bits:
        """The units of the side that can be activated."""
        return able(self.s, self.side)


__all__ = ["FAR_OFF", "NEVER", "NO_BLOW", "Blow", "Estimate", "Fort"]
