"""6.0 Movement with pooled points, 4.0 zones of control and disengagement, 14.0 entry of reinforcements."""

from __future__ import annotations

from collections.abc import Sequence

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen import alarm, entry
from kessel.games.debrecen.board import NEVER
from kessel.games.debrecen.roster import ALLIED, INFANTRY, MECHANISED, SIDES, TANK
from kessel.games.debrecen.state import WAITING, DebrecenState
from kessel.hexes import Bits, Hex, March, march, members, of


def column(s: DebrecenState, units: Bits) -> str:
    """The column of the terrain table for a stack; a tank in it keeps it out of what is closed to tanks."""
    if units & s.board.roster.tanks:
        return TANK
    return MECHANISED if units & s.board.roster.mechanised else INFANTRY


def allowance(s: DebrecenState, u: int) -> int:
    """6.1-b: movement points of one move action, in the scale of the costs."""
    return s.board.allowance[u]


def compelling(s: DebrecenState, units: Bits) -> Bits:
    """4.2-b, 4.3-b, AMB-62: hexes where one of some units that come in must attack, and can: no free ground, and an
    enemy zone from over a hexside that is no river."""
    board, roster = s.board, s.board.roster
    fighters = s.combat(units) or units
    tanks = fighters & roster.tanks == fighters
    enemy = 1 - roster.side_of[units.bit_length() - 1]
    key = ("compelling", tanks, s.breakthrough)
    found = s.posture[enemy].get(key)
    if found is None:
        shield = board.tank_shield if tanks else board.rivers
        found = shield.others.across(s.strong(enemy)) & board.area & ~board.free & ~s.calm()
        s.posture[enemy][key] = found
    return found


def bound(s: DebrecenState) -> Bits:
    """AMB-57: those of the units that owe an attack that an enemy still compels."""
    return of(u for u in members(s.duty) if compelling(s, 1 << u) >> s.where[u] & 1) if s.duty else 0


def crowded(s: DebrecenState, units: Bits, side: int) -> Bits:
    """6.2-b, 6.2-c: hexes where a stack has no use of the road."""
    roster = s.board.roster
    mechanised = units & roster.mechanised
    if not mechanised:
        return 0  # 6.2-d
    if mechanised & (mechanised - 1):
        return s.board.area
    return s.wheels[side]


def shared_pins(s: DebrecenState, h: Hex, side: int) -> Bits:
    """4.2-f: the hexes next to a hex that some enemy unit has in its zone together with it."""
    found = 0
    if not s.calm() >> h & 1:
        for enemy in members(s.pinning(h, side)):
            found |= s.board.major.others.across(1 << enemy)
        found &= s.board.around[h] & ~s.calm()
    return found


def way(s: DebrecenState, units: Bits, points: int, fresh: bool) -> March:
    """Where a stack can go with its points: it stops in enemy zones (4.2-a), and HQs where they would fall (1.5-k).
    ``fresh``: it has not moved yet in this action, so that an enemy zone it stands in holds it (4.2-d to 4.2-f)."""
    board = s.board
    u = units.bit_length() - 1
    side, h = board.roster.side_of[u], s.where[u]
    enemy, zone = s.occupied[1 - side], s.barriers(side)
    kind = column(s, units)
    country, costs, full = board.country[kind], board.costs[kind], crowded(s, units, side)
    perils = 0 if s.combat(units) else s.perils(side) & ~zone & ~(1 << h)  # 1.5-k
    seeds = []
    if zone >> h & 1:
        if fresh:
            points -= board.leave
            near = board.around[h] & ~enemy & ~board.wall_of(units).of(h)
            extra = board.change - board.leave  # 4.2-e: in place of what leaving costs
            for n in members(near & (zone & ~shared_pins(s, h, side) | perils)):
                price = country.price(h, n, costs, full)
                seeds.append((price if perils >> n & 1 else price + extra, 1 << n))
        else:
            zone ^= 1 << h
    return march(country, h, max(points, 0), costs, closed=enemy, sticky=zone | perils, seeds=seeds, crowded=full)


def outside(s: DebrecenState, side: int, tanks: bool) -> Bits:
    """The hexes outside enemy zones next to such hexes, over a hexside that tanks, or others, may cross."""
    key = ("outside", tanks, s.breakthrough)
    found = s.posture[1 - side].get(key)
    if found is None:
        wall = s.board.tank_wall if tanks else s.board.wall
        free = s.board.area & ~s.occupied[1 - side] & ~s.barriers(side)
        found = s.posture[1 - side][key] = wall.others.across(free) & free
    return found


class Moving(Frame, frozen=True):
    """3.4.1-d, 6.1-e: a unit or stack on the move; the points of its move actions pool. ``credit``: points of actions
    paid for and not yet used."""

    units: Bits
    credit: int = 0
    started: bool = False

    def side(self, s: DebrecenState) -> int:
        return s.board.roster.side_of[self.units.bit_length() - 1]

    def here(self, s: DebrecenState) -> Bits:
        """Those of the stack that are still on the map."""
        return self.units & s.present

    def purse(self, s: DebrecenState) -> tuple[int, int]:
        """Action points that all of the stack have left (3.4.3-b), and the movement points of one action."""
        units = self.here(s)
        u = units.bit_length() - 1
        left = min([s.points[x] for x in members(units)]) if units & (units - 1) else s.points[u]
        return left, allowance(s, u)

    def march(self, s: DebrecenState) -> March:
        if s._march is None or s._march[0] is not self:
            left, each = self.purse(s)
            s._march = (self, way(s, self.here(s), self.credit + left * each, not self.started))
        return s._march[1]

    def base(self, s: DebrecenState) -> int:
        """4.2-d: what leaving the zone at the start costs beside the way."""
        h = s.where[self.here(s).bit_length() - 1]
        return s.board.leave if not self.started and s.barriers(self.side(s)) >> h & 1 else 0

    def goals(self, s: DebrecenState) -> Bits:
        """4.2-c: the hexes it may go to; where it must attack only with a point left for it."""
        if s._goals is None or s._goals[0] is not self:
            s._goals = (self, self._goals(s))
        return s._goals[1]

    def _goals(self, s: DebrecenState) -> Bits:
        found = self.march(s)
        danger = found.hexes & s.barriers(self.side(s))
        if not danger:
            return found.hexes
        danger &= compelling(s, self.here(s))
        if not danger:
            return found.hexes
        bold, most = self.daring(s, danger)
        goals = found.hexes ^ danger | bold
        for cost, hexes in found.waves if most >= 0 else ():
            if cost <= most:
                goals |= danger & hexes
        return goals

    def daring(self, s: DebrecenState, danger: Bits) -> tuple[Bits, int]:
        """4.2-c, AMB-89: of hexes where it must attack those that it may enter at any cost, and what a way to the
        others may cost at most; -1 if it never may."""
        units = self.here(s)
        fighters = s.combat(units)
        if not fighters:
            return of(h for h in members(danger) if s.combat(s.at.get(h, 0))), -1
        if fighters & (s.board.roster.red | s.shackled):
            return 0, -1
        left, each = self.purse(s)
        spare = min(s.points[u] for u in members(fighters)) - 1
        return 0, self.credit + min(left, spare) * each - self.base(s)

    def can_go(self, s: DebrecenState) -> bool:
        """Whether there is a hex to go to."""
        left, each = self.purse(s)
        if not self.started:
            return bool(left) and self._can_start(s, left * each)
        return self.credit + left * each >= s.board.least and self.goals(s) != 0

    def _can_start(self, s: DebrecenState, points: int) -> bool:
        """One step shows it, for no way begins with a hex that cannot be entered."""
        board, units = s.board, self.here(s)
        u = units.bit_length() - 1
        h, side = s.where[u], board.roster.side_of[u]
        if outside(s, side, bool(units & board.roster.tanks)) >> h & 1:
            return True  # one action pays for any step
        near, zone, kind = board.around[h], s.barriers(side), column(s, units)
        near ^= near & (s.occupied[1 - side] | board.wall_of(units).of(h))
        base = board.leave if zone >> h & 1 else 0
        budget = points - base
        if budget >= board.dearest[kind] and near & ~zone:
            return True
        shared = shared_pins(s, h, side) if base else 0
        danger = near & zone & ~shared and near & zone & compelling(s, units)
        bold, most = self.daring(s, danger) if danger else (0, -1)
        country, costs, full = board.country[kind], board.costs[kind], crowded(s, units, side)
        for n in members(near & ~(shared & zone)):
            cost = country.price(h, n, costs, full)
            if base and zone >> n & 1:
                cost += board.change - board.leave
            if cost <= budget and (not danger >> n & 1 or bold >> n & 1 or cost <= most):
                return True
        return False

    def run(self, s: DebrecenState) -> bool:
        if self.here(s) and (not self.started or self.can_go(s)):
            return True
        s.stack.pop()
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side(s)],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("Choose a destination for: {units}.", {"units": s.ids(self.here(s))})
        return Decision(side, "moving", text, ("3.4.1-d", "6.1-a", "6.1-e"))

    def companions(self, s: DebrecenState) -> Bits:
        """3.4.3-a: units in the hex that may go along: those that pay the same and have the same allowance."""
        if self.started:
            return 0
        u = self.units.bit_length() - 1
        mobility = s.board.roster.mobility
        there = s.at[s.where[u]] & s.active & ~self.units & ~s.duty
        if not there:
            return 0
        found = 0
        for x in members(there & ~s.board.roster.bridgeheads):
            fit = mobility[x] == mobility[u] and s.points[x] and s.bridgehead_of(x) < 0
            if fit and Moving(self.units | 1 << x).can_go(s):
                found |= 1 << x
        return found

    def actions(self, s: DebrecenState, side: str) -> Actions:
        groups = [Group("move", s.board.names, self.goals(s))]
        if self.started:
            groups.append(Group("done"))
        else:
            groups.append(Group("join", s.board.roster.names, self.companions(s)))
        return Actions(groups)

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "move":
            return no_move(s, self, action)
        if action.verb == "join":
            return Refusal("3.4.3-a", "Only active units of the same movement class in the same hex go together.")
        if action.verb in ("attack", "prepare"):
            return Refusal("3.4.1-d", "Finish the move first.")
        return None

    def on_join(self, s: DebrecenState, unit: str) -> None:
        s.stack[-1] = Moving(self.units | 1 << s.board.roster.names.index[unit])

    def on_done(self, s: DebrecenState) -> None:
        s.stack.pop()

    def on_move(self, s: DebrecenState, target: str) -> None:
        found, base, side = self.march(s), self.base(s), self.side(s)
        path = found.path(s.board.grid.index[target])
        if side == ALLIED and (alarmed := alarm.zone(s)):
            for i, h in enumerate(path[1:], 1):
                if alarmed >> h & 1:  # 15.4-g, AMB-31: the way is interrupted there
                    path = path[: i + 1]
                    break
        units = self.here(s)
        credit = pay(s, units, found.cost(path[-1]) + base, self.credit)
        walk(s, units, path)
        stop(s, units, path[-1], credit)


def pay(s: DebrecenState, units: Bits, cost: int, credit: int) -> int:
    """3.4.1-d, 6.1-e: charge a cost; units pay for as many move actions as it takes. Returns what is left over."""
    each = allowance(s, units.bit_length() - 1)
    actions = max(0, -(-(cost - credit) // each))
    for u in members(units):
        s.points[u] -= actions
    s.acted |= units
    return credit + actions * each - cost


def walk(s: DebrecenState, units: Bits, path: Sequence[Hex]) -> None:
    """Take a stack along a path."""
    side, hexes = s.board.roster.side_of[units.bit_length() - 1], s.board.grid.names
    names = [hexes[h] for h in path]
    s.tell("moved", "6.1-a", side=SIDES[side], units=s.ids(units), path=names, hex=names[-1])
    for u in members(units):
        s.enter(u, path)
    s.moved |= units
    s.touch(units, path)


def stop(s: DebrecenState, units: Bits, h: Hex, credit: int) -> None:
    """4.2-a, AMB-58: an enemy zone ends the movement and its points are lost; it may oblige to attack (4.2-b). Alarm
    counters are met (15.4-g). The frame on top is the movement."""
    u = units.bit_length() - 1
    side = s.board.roster.side_of[u]
    if s.barriers(side) >> h & 1:
        s.stack.pop()
        s.duty |= obliged(s, units, h)
        s.sweep()
    else:
        s.stack[-1] = Moving(units, credit, True)
        s.sweep()
    if side == ALLIED:
        alarm.contact(s, units & s.present, h)


def obliged(s: DebrecenState, units: Bits, h: Hex) -> Bits:
    """4.3-a: those of some units that must attack from a hex they have moved into; who never attacks cannot have come
    there (AMB-89)."""
    return sum(1 << u for u in members(s.combat(units)) if compelling(s, 1 << u) >> h & 1)


def may_start(s: DebrecenState, units: Bits) -> Bits:
    """Those of some units on the map that have a hex to move to."""
    board, found = s.board, 0
    if not units:
        return 0
    side = board.roster.side_of[units.bit_length() - 1]
    easy, easy_for_tanks = outside(s, side, False), outside(s, side, True)
    for u in members(units):
        bit, h = 1 << u, s.where[u]
        if easy >> h & 1 if not board.roster.tanks & bit else easy_for_tanks >> h & 1:
            found |= bit if s.points[u] else 0
        elif Moving(bit).can_go(s):
            found |= bit
    return found


# -- 4.4 disengagement -----------------------------------------------------------------------------------------------


def helpers(s: DebrecenState, u: int) -> Bits:
    """4.4-a, 4.4-b: the hexes of friends that have moved up beside a locked unit in this activation."""
    h, side = s.where[u], s.unit(u).side
    near = s.board.around[h] & s.occupied[side] & ~s.board.wall_of(1 << u).of(h)
    found = 0
    for n in members(near):
        if s.at[n] & s.moved and disengage_cost(s, u, n) <= s.points[u] * allowance(s, u):
            found |= 1 << n
    locked = found and s.barriers(side) >> h & 1 and not may_start(s, 1 << u)
    return found if locked else 0


def disengage_cost(s: DebrecenState, u: int, to: Hex) -> int:
    """4.4-c: what the step into the helper's hex costs."""
    bit = 1 << u
    kind = column(s, bit)
    full = crowded(s, bit, s.unit(u).side)
    return s.board.country[kind].price(s.where[u], to, s.board.costs[kind], full) + s.board.disengage


class DisengageRoll(Frame, frozen=True):
    """4.4-c, 4.4-e: the locked unit tests C3i; it gets away in any case, but loses a step if it fails."""

    unit: int
    hex: Hex
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        text = Message("Disengagement of {unit}: passes on {quality} or less.", self._words(s))
        return Chance("disengagement", text, ("4.4-c", "9.4-b"))

    def _words(self, s: DebrecenState) -> dict[str, object]:
        return {"unit": s.unit(self.unit).id, "quality": s.board.roster.quality[self.unit]}

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        u, bit = self.unit, 1 << self.unit
        passed = dice[0] <= s.board.roster.quality[u]
        cost = disengage_cost(s, u, self.hex)
        rule = "4.4-c" if passed else "4.4-e"
        side = SIDES[s.unit(u).side]
        s.tell("disengaged" if passed else "disengaged badly", rule, side=side, units=[s.unit(u).id], dice=dice)
        s.disorganised |= bit  # 4.4-d
        if not passed:
            s.lose_step(u, "4.4-e")  # AMB-61
        if not s.present & bit:
            return
        credit = pay(s, bit, cost, 0)
        walk(s, bit, [s.where[u], self.hex])
        s.stack.append(Moving(bit, credit, True))  # 4.2-g: the helper's hex does not stop it
        s.sweep()
        alarm.contact(s, bit, self.hex)


# -- 14.0 reinforcements ---------------------------------------------------------------------------------------------


def entry_hexes(s: DebrecenState, u: int) -> Bits:
    """14-a, 14-g, 7.8.1-m, 7.8.1-n: where a unit that waits may come in now; beside a hex that an enemy holds."""
    board, back = s.board, s.entry_of[u]
    if s.where[u] != WAITING or s.due[u] > s.turn or (back < 0 and u not in board.arrivals):
        return 0
    wanted = 1 << back if back >= 0 else board.entries_of(u, bool(s.options.get("independent_24pz")))
    enemy = s.occupied[1 - board.roster.side_of[u]]
    held = wanted & enemy
    if held:
        wanted |= board.grid.spread(held) & (board.rim | wanted) & board.area
        wanted &= ~enemy
    return wanted


def entry_cost(s: DebrecenState, u: int, h: Hex, before: int) -> int:
    """14-b: the hex, and one point for each unit that came in by it before in this activation."""
    bit = 1 << u
    kind = column(s, bit)
    rows = s.board.tables["terrain"]
    extra = before * s.board.newcomer
    road = s.board.road_hexes >> h & 1
    if road and not crowded(s, bit, s.unit(u).side) >> h & 1:
        return extra + int(rows["road"][INFANTRY if kind == INFANTRY else MECHANISED])
    if not road and kind == TANK and rows["hexes"][s.board.kind_at[h]].get("tanks") == "road":
        return NEVER  # 7.1-f
    return extra + next(cost for cost, bits in s.board.costs[kind] if bits >> h & 1)


def doors(s: DebrecenState, u: int, entered: Sequence[Hex]) -> Bits:
    """The hexes by which an active unit may come in now with its points."""
    hexes = entry_hexes(s, u)
    if not hexes:
        return 0
    bit, kind, each = 1 << u, s.board.roster.columns[u], allowance(s, u)
    danger = hexes & s.barriers(s.board.roster.side_of[u])
    danger = danger and danger & compelling(s, bit)
    most = s.board.dearest[kind] + len(entered) * s.board.newcomer
    if not danger and kind != TANK and most <= s.points[u] * each:
        return hexes
    found = 0
    for h in members(hexes):
        cost = entry_cost(s, u, h, entered.count(h))
        left = s.points[u]
        if danger >> h & 1:
            if s.board.roster.hqs & bit:
                left = left if s.combat(s.at.get(h, 0)) else 0
            else:
                left = 0 if (s.board.roster.red | s.shackled) & bit else left - 1
        if cost <= left * each:
            found |= 1 << h
    return found


def come_in(s: DebrecenState, u: int, h: Hex, before: int) -> None:
    """14-b to 14-d: a unit enters the map and may go on with the points it has left."""
    bit = 1 << u
    side = s.unit(u).side
    cost = entry_cost(s, u, h, before)
    credit = pay(s, bit, cost, 0)
    entry.arrived(s, u)
    back = s.entry_of[u] >= 0
    if back and s.due[u] == s.turn:
        s.returned |= bit  # 7.8.1-l
    s.entry_of[u], s.due[u] = -1, 0 if back else s.turn
    s.enter(u, [h])
    s.moved |= bit
    rule = "7.8.1-m" if back else "14-d"
    s.tell("entered", rule, "14-b", side=SIDES[side], units=[s.unit(u).id], hex=s.name(h))
    s.stack.append(Moving(bit, credit, True))
    stop(s, bit, h, credit)


# -- why not ---------------------------------------------------------------------------------------------------------


def no_move(s: DebrecenState, moving: Moving, action: Action) -> Refusal | None:
    """Why a stack cannot go to a hex."""
    board = s.board
    h = board.grid.index.get(action.args[0]) if action.args else None
    if h is None or not board.area >> h & 1:
        return Refusal("6.1-a", "There is no hex “{name}” on this map.", name=" ".join(action.args))
    side, units = moving.side(s), moving.here(s)
    start = s.where[units.bit_length() - 1]
    if s.occupied[1 - side] >> h & 1:
        return Refusal("4.1-b", "Enemy units hold {hex}.", hex=s.name(h))
    if moving.march(s).hexes >> h & 1:
        return Refusal("4.2-c", "In {hex} they would have to attack, and cannot any more.", hex=s.name(h))
    if board.around[start] >> h & 1:
        if board.wall.has(start, h):
            return Refusal("6.2-e", "The Tisza is crossed only at bridges.")
        if board.wall_of(units).has(start, h):
            return Refusal("7.1-f", "Tanks enter and leave rough ground only along a road.")
        if not moving.started and shared_pins(s, start, side) >> h & 1 and s.barriers(side) >> start & 1:
            return Refusal("4.2-f", "An enemy unit has both hexes in its zone of control.")
    return Refusal("6.1-b", "{hex} is out of reach with the movement points they have.", hex=s.name(h))
