"""12.0 Movement: factors, rivers, Korpsgruppe traffic, the operational boundary, exits."""

from __future__ import annotations

from typing import Any

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.breakout.board import FOOT, MECHANIZED
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.state import EXITED, BreakoutState
from kessel.hexes import Bits, Hex, JointReach, Reach, Sides, joint_reach, members, reach

Points = tuple[int, int]
"""Movement points left to mechanized and to non-mechanized units."""


def movement_factors(s: BreakoutState, side: int, h: Hex) -> Points:
    """12.1-a: MF by mobility class and weather, halved (rounded up) for Soviets who start out of supply."""
    row = s.board.tables.movement[s.weather]
    mech, foot = row[MECHANIZED], row[FOOT]
    if side == SOVIET and not s.net(SOVIET) >> h & 1:  # 8.3-a, 12.1-b
        return (mech + 1) // 2, (foot + 1) // 2
    return mech, foot


def traffic(s: BreakoutState) -> Bits:
    """12.4: the hexes that Germans enter for nothing. A storm (12.4-e) or a Soviet ZOC in any of a KG's seven
    hexes (12.4-f) cancels its traffic bonus."""
    if not s.kg or s.weather == "storm":
        return 0
    free = 0
    soviet = s.zoc(SOVIET)
    for h in s.kg:
        if h >= 0:
            zone = (1 << h | s.board.grid.around[h]) & s.board.area
            if not zone & soviet:
                free |= zone
    return free


def rolled_rivers(s: BreakoutState, side: int, free: Bits) -> Sides | None:
    """12.3-b: the hexsides whose crossing costs extra; none in ice (12.3-a), none into KG traffic (12.4-d)."""
    if s.weather == "ice":
        return None
    rivers = s.board.costly
    return rivers.except_into(free) if free and side == GERMAN else rivers


def open_hexes(s: BreakoutState, side: int, units: Bits) -> Bits:
    """Hexes that units may enter at all: free of enemies (6.0-e), not closed to the side (12.5-a), not beyond
    the line of Hitler's order (3.2-i)."""
    bits = s.board.land[side] & ~s.occupied[1 - side]
    if units & s.restricted:
        bits &= ~s.board.west
    return bits


class Movement(Frame, frozen=True):
    """A movement segment (5.4): units move one at a time or as stacks (12.0-b), each at most once."""

    side: int
    moved: Bits = 0

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side, "movement", Message("Choose a unit to move, or end the movement segment."), ("12.0-a", "12.0-b")
        )

    def _ready(self, s: BreakoutState) -> Bits:
        """Units that have not moved yet and have somewhere to go."""
        board = s.board
        side = self.side
        own = s.on_map(side) & ~board.roster.static & ~self.moved
        enemy_zone = s.zoc(1 - side)
        free = board.land[side] & ~s.occupied[1 - side]
        occupied = s.occupied[side]
        spread = board.grid.spread
        stuck = occupied & ~spread(free & ~enemy_zone) & (enemy_zone | ~spread(free))  # 7.2-b
        if side == SOVIET:
            stuck &= ~board.exits
        off = 0
        at = s.at
        for h in members(stuck):
            off |= at[h]
        return own & ~off

    def actions(self, s: BreakoutState, side: str) -> Actions:
        names = s.board.roster.names
        return Actions(
            [
                Group("select", names, self._ready(s)),
                Group("top", names, s.on_map(self.side) & ~s.tops),
                Group("end"),
            ]
        )

    def on_select(self, s: BreakoutState, unit: str) -> None:
        u = s.board.roster.names.index[unit]
        h = s.where[u]
        s.stack.append(Moving(self.side, 1 << u, h, movement_factors(s, self.side, h)))

    def on_top(self, s: BreakoutState, unit: str) -> None:
        """6.3: the owner orders his stacks as he likes."""
        u = s.board.roster.names.index[unit]
        h = s.where[u]
        s.tops = s.tops & ~s.at[h] | 1 << u
        s.tell("on top", "6.3-a", units=[unit], hex=s.board.grid.names[h])

    def on_end(self, s: BreakoutState) -> None:
        s.stack.pop()

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb == "order" and self.side == SOVIET and s.turn == 1:
            return Refusal("5.4-b", "On turn 1 the Soviet moves first, then attacks.")
        if action.verb in ("move", "cross", "exit"):
            return Refusal("12.0-b", "Select the unit that moves first.")
        if action.verb not in ("select", "top") or len(action.args) != 1:
            return None
        unit = action.args[0]
        u = s.board.roster.names.index.get(unit)
        if u is None:
            return Refusal("12.0-a", "There is no unit “{name}”.", name=unit)
        if s.unit(u).side != self.side:
            return Refusal("12.0-d", "Units move only in their owner's movement segments.")
        if s.where[u] < 0:
            return Refusal("2.1-a", "{unit} is not on the map.", unit=unit)
        if action.verb == "top":
            return Refusal("6.3-a", "{unit} lies on top of its stack already.", unit=unit)
        if s.board.roster.static >> u & 1:
            return Refusal("2.7-a", "{unit} is a static garrison and never moves.", unit=unit)
        if self.moved >> u & 1:
            return Refusal("12.0-f", "{unit} has finished its movement in this segment.", unit=unit)
        if s.zoc(1 - self.side) >> s.where[u] & 1:
            return Refusal(
                "7.2-c", "{unit} has no hex to go to: it may not move from one enemy ZOC to another.", unit=unit
            )
        return Refusal("6.0-e", "{unit} has no hex to go to that is free of enemies.", unit=unit)


class Moving(Frame, frozen=True):
    """A unit or stack on the move."""

    side: int
    units: Bits
    hex: Hex
    points: Points
    started: bool = False
    stopped: bool = False

    # -- what it costs -------------------------------------------------------------------------------------------

    def reach(self, s: BreakoutState) -> Reach | JointReach:
        """Where the mover can go without a roll."""
        if s._reach is None or s._reach[0] is not self:
            s._reach = (self, self._reach(s, s.zoc(1 - self.side)))
        return s._reach[1]

    def _reach(self, s: BreakoutState, enemy_zone: Bits) -> Reach | JointReach:
        free = traffic(s) if self.side == GERMAN else 0
        rivers = rolled_rivers(s, self.side, free)
        flat = rivers if s.options["simple-rivers"] else None  # 12.3-e
        limits: dict[str, Any] = {
            "barred": None if flat else rivers,
            "stop": enemy_zone,  # 7.2-a
            "first_block": enemy_zone if enemy_zone >> self.hex & 1 else 0,  # 7.2-b, 7.2-c
        }
        return self._together(s, free, flat, limits) or self._alone(s, free, flat, limits)

    def _alone(self, s: BreakoutState, free: Bits, flat: Sides | None, limits: dict[str, Any]) -> Reach:
        """Units of one mobility class."""
        board = s.board
        land = open_hexes(s, self.side, self.units)
        mechanized = bool(self.units & board.roster.mechanized)
        costs = [(cost, bits & land & ~free) for cost, bits in board.costs[MECHANIZED if mechanized else FOOT]]
        if free:
            costs.append((0, free & land))  # 12.4-a
        side_costs = ((board.tables.rivers["flat"], flat),) if flat else ()
        return reach(board.grid, self.hex, self.points[not mechanized], costs, side_costs=side_costs, **limits)

    def _together(self, s: BreakoutState, free: Bits, flat: Sides | None, limits: dict[str, Any]) -> JointReach | None:
        """A stack of both mobility classes: one way that each can pay (12.2-a)."""
        board = s.board
        if not self.units & board.roster.mechanized or not self.units & ~board.roster.mechanized:
            return None
        land = open_hexes(s, self.side, self.units)
        costs = [
            ((row[MECHANIZED], row[FOOT]), bits & land & ~free)
            for kind, bits in board.terrain.items()
            if (row := board.tables.terrain[kind])
        ]
        costs.append(((0, 0), free & land))
        extra = board.tables.rivers["flat"]
        return joint_reach(board.grid, self.hex, self.points, costs, extra=extra, wet=flat, **limits)

    def crossings(self, s: BreakoutState) -> Bits:
        """12.3-c: neighbouring hexes behind a river that may be tried with a die: whoever goes must be able to
        pay the terrain and the smallest surcharge."""
        near = s.board.costly_from[self.hex]
        if not near or s.weather == "ice" or self.stopped or s.options["simple-rivers"]:
            return 0
        if self.side == GERMAN:
            near &= ~traffic(s)  # 12.4-d
        near &= open_hexes(s, self.side, self.units)
        zone = s.zoc(1 - self.side)
        if zone >> self.hex & 1:
            near &= ~zone
        table = s.board.tables.rivers
        bits = 0
        for h in members(near):
            least = table[s.weather][table["major"]] if s.board.crosses_major(self.hex, h) else 0
            if self._payers(s, h, least) == self.units:
                bits |= 1 << h
        return bits

    def _payers(self, s: BreakoutState, h: Hex, surcharge: int) -> Bits:
        """Those of the stack who can pay the terrain of a hex and a river surcharge (12.2-a)."""
        roster = s.board.roster
        row = s.board.tables.terrain[s.board.kind_at[h]]
        able = 0
        if row[MECHANIZED] + surcharge <= self.points[0]:
            able |= self.units & roster.mechanized
        if row[FOOT] + surcharge <= self.points[1]:
            able |= self.units & ~roster.mechanized
        return able

    def _paid(self, s: BreakoutState, path: list[Hex]) -> Points:
        """Points left after a path that needs no roll."""
        board = s.board
        free = traffic(s) if self.side == GERMAN else 0
        rivers = rolled_rivers(s, self.side, free) if s.options["simple-rivers"] else None
        mech, foot = self.points
        at = path[0]
        for h in path[1:]:
            if not free >> h & 1:
                row = board.tables.terrain[board.kind_at[h]]
                extra = board.tables.rivers["flat"] if rivers and rivers.of(at) >> h & 1 else 0
                mech -= row[MECHANIZED] + extra
                foot -= row[FOOT] + extra
            at = h
        return max(mech, 0), max(foot, 0)

    def can_exit(self, s: BreakoutState) -> bool:
        """4.1-f, 4.1-h: off the map for 1 MP from an exit hex; no ZOC out there (7.2-d)."""
        board = s.board
        if self.side != SOVIET or self.stopped or not board.exits >> self.hex & 1:
            return False
        if board.exit_corps_only and self.units & ~board.roster.corps:
            return False
        mech, foot = self.points
        if self.units & board.roster.mechanized and mech < 1:
            return False
        return not self.units & ~board.roster.mechanized or foot >= 1

    # -- the decision --------------------------------------------------------------------------------------------

    def run(self, s: BreakoutState) -> bool:
        if self.stopped or not self.units or (self.started and self._spent(s)):
            self._finish(s)
            return False
        return True

    def _spent(self, s: BreakoutState) -> bool:
        """Nothing is left to do but to stop."""
        return not (self.reach(s).hexes or self.can_exit(s) or self.crossings(s))

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "moving",
            Message("Choose a destination for: {units}.", {"units": s.ids(self.units)}),
            ("12.0-c", "12.1-a", "7.2-a"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        board = s.board
        groups = [Group("move", board.names, self.reach(s).hexes)]
        crossings = self.crossings(s)
        if crossings:
            groups.append(Group("cross", board.names, crossings))
        if self.can_exit(s):
            groups.append(Group("exit"))
        if not self.started:
            segment = s.stack[-2]
            mates = s.at[self.hex] & ~self.units & ~board.roster.static & ~segment.moved
            if mates:
                groups.append(Group("add", board.roster.names, mates))
        elif self.units & (self.units - 1):
            groups.append(Group("drop", board.roster.names, self.units))
        groups.append(Group("done"))
        return Actions(groups)

    def on_add(self, s: BreakoutState, unit: str) -> None:
        s.stack[-1] = Moving(self.side, self.units | 1 << s.board.roster.names.index[unit], self.hex, self.points)

    def on_drop(self, s: BreakoutState, unit: str) -> None:
        """One of the stack ends its movement here, the others may go on (12.0-b)."""
        u = s.board.roster.names.index[unit]
        self._rest(s, 1 << u)
        s.stack[-1] = Moving(self.side, self.units & ~(1 << u), self.hex, self.points, True)

    def on_move(self, s: BreakoutState, target: str) -> None:
        h = s.board.grid.index[target]
        path = self.reach(s).path(h)
        points = self._paid(s, path)
        self._go(s, self.units, path)
        stopped = bool(s.zoc(1 - self.side) >> h & 1)  # 7.2-a
        s.stack[-1] = Moving(self.side, self.units, h, points, True, stopped)

    def on_cross(self, s: BreakoutState, target: str) -> None:
        s.stack.append(CrossingRoll(s.board.grid.index[target]))

    def on_exit(self, s: BreakoutState) -> None:
        scoring = (self.units & s.board.roster.corps).bit_count()
        name = s.board.grid.names[self.hex]
        for u in members(self.units):
            s.lift(u, EXITED)
        s.exits += scoring
        s.tell("exited", "4.1-f", "4.1-i", units=s.ids(self.units), hex=name, points=scoring)
        s.stack[-1] = Moving(self.side, 0, self.hex, (0, 0), True, True)
        self._rest(s, self.units)

    def on_done(self, s: BreakoutState) -> None:
        self._finish(s)

    def crossed(self, s: BreakoutState, target: Hex, die: int) -> None:
        """12.3-c, A24: whoever can pay crosses; the rest stays and ends its movement."""
        table = s.board.tables.rivers
        modified = die + (table["major"] if s.board.crosses_major(self.hex, target) else 0)
        surcharge = table[s.weather][min(modified, 6) - 1]
        over = self._payers(s, target, surcharge)
        names = s.board.grid.names
        s.tell("crossing", "12.3-c", "14.2-a", dice=(die,), surcharge=surcharge, hex=names[target], success=bool(over))
        behind = self.units & ~over
        if behind:
            self._rest(s, behind)
        if not over:
            s.stack[-1] = Moving(self.side, 0, self.hex, (0, 0), True, True)
            return
        row = s.board.tables.terrain[s.board.kind_at[target]]
        left = (
            max(self.points[0] - row[MECHANIZED] - surcharge, 0),
            max(self.points[1] - row[FOOT] - surcharge, 0),
        )
        self._go(s, over, [self.hex, target])
        stopped = bool(s.zoc(1 - self.side) >> target & 1)
        s.stack[-1] = Moving(self.side, over, target, left, True, stopped)

    # -- doing it ------------------------------------------------------------------------------------------------

    def _go(self, s: BreakoutState, units: Bits, path: list[Hex]) -> None:
        """Units change place; the enemy hears of those he can see on top before or after (6.3-a)."""
        h = path[-1]
        known = units & s.tops
        for u in (*members(known), *members(units & ~known)):  # a stack keeps its top unit
            s.put(u, h)
        known |= units & s.tops
        names = s.board.grid.names
        way = [names[x] for x in path]
        own, enemy = SIDES[self.side], SIDES[1 - self.side]
        s.tell("moved", "12.0-c", to=own, units=s.ids(units), hidden=0, path=way, hex=way[-1])
        s.tell(
            "moved", "12.0-c", to=enemy, units=s.ids(known), hidden=(units & ~known).bit_count(), path=way, hex=way[-1]
        )
        passed = 0
        for x in path:
            passed |= 1 << x
        s.take(self.side, passed)

    def _rest(self, s: BreakoutState, units: Bits) -> None:
        """These units have finished their movement."""
        segment = s.stack[-2]
        s.stack[-2] = Movement(segment.side, segment.moved | units)

    def _finish(self, s: BreakoutState) -> None:
        self._rest(s, self.units)
        s.stack.pop()

    # -- why not -------------------------------------------------------------------------------------------------

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("move", "cross") and len(action.args) == 1:
            return self._no_way(s, action.verb, action.args[0])
        if action.verb == "exit":
            return self._no_exit(s)
        if action.verb in ("add", "drop") and len(action.args) == 1:
            return self._no_company(s, action.args[0])
        return None

    def _no_way(self, s: BreakoutState, verb: str, name: str) -> Refusal:
        board = s.board
        h = board.grid.index.get(name)
        if h is None or not board.area >> h & 1:
            return Refusal("2.1-b", "There is no hex {name} in the playing area.", name=name)
        if h == self.hex:
            return Refusal("12.0-c", "The unit is in {hex} already.", hex=name)
        if s.occupied[1 - self.side] >> h & 1:
            return Refusal("6.0-e", "{hex} holds enemy units.", hex=name)
        if not board.land[self.side] >> h & 1:
            return Refusal("12.5-a", "No Soviet unit may enter the area west of the Strypa and north of the Dnestr.")
        if self.units & s.restricted and board.west >> h & 1:
            return Refusal("3.2-i", "Hitler's order: on turn 1 this unit may not go west of column 23.")
        zone = s.zoc(1 - self.side)
        if zone >> self.hex & 1 and zone >> h & 1 and board.around[self.hex] >> h & 1:
            return Refusal("7.2-c", "A unit may not move directly from one enemy ZOC hex to another.")
        rivers = rolled_rivers(s, self.side, traffic(s) if self.side == GERMAN else 0)
        river = rivers is not None and rivers.of(self.hex) >> h & 1 and not s.options["simple-rivers"]
        if verb == "cross":
            if river:
                return Refusal(
                    "12.2-a", "Not enough movement points to cross to {hex}, however the die falls.", hex=name
                )
            return Refusal("12.3-c", "There is no river to cross with a die between the unit and {hex}.", hex=name)
        if self.crossings(s) >> h & 1:
            return Refusal("12.3-c", "A river lies between: crossing it takes a die (“cross {hex}”).", hex=name)
        if self._reach(s, 0).hexes >> h & 1:
            return Refusal("7.2-a", "Enemy zones of control stop the unit before {hex}.", hex=name)
        return Refusal("12.2-a", "{hex} is out of reach: not enough movement points on any open way.", hex=name)

    def _no_exit(self, s: BreakoutState) -> Refusal:
        if self.side == GERMAN:
            return Refusal("4.1-f", "Only Soviet units may leave the map.")
        if not s.board.exits >> self.hex & 1:
            return Refusal("4.1-f", "Units leave the map only from the exit hexes.")
        if s.board.exit_corps_only and self.units & ~s.board.roster.corps:
            return Refusal("4.1-f", "Only corps may leave the playing area.")
        return Refusal("4.1-h", "Leaving the map costs 1 MP that every unit of the stack must have.")

    def _no_company(self, s: BreakoutState, unit: str) -> Refusal:
        u = s.board.roster.names.index.get(unit)
        if u is None:
            return Refusal("12.0-b", "There is no unit “{name}”.", name=unit)
        if s.board.roster.static >> u & 1:
            return Refusal("2.7-a", "{unit} is a static garrison and never moves.", unit=unit)
        if s.where[u] == self.hex and s.stack[-2].moved >> u & 1:
            return Refusal("12.0-f", "{unit} has finished its movement in this segment.", unit=unit)
        return Refusal("12.0-b", "A stack moves together from one hex.")


class CrossingRoll(Frame, frozen=True):
    """12.3-c, 12.3-d: one die for the unit or the whole stack that crosses."""

    target: Hex
    chance = True

    def dice(self, s: BreakoutState) -> Chance:
        return Chance(
            "crossing",
            Message("Crossing the river to {hex}.", {"hex": s.board.grid.names[self.target]}),
            ("12.3-c", "12.3-d", "14.2-a"),
        )

    def rolled(self, s: BreakoutState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.stack[-1].crossed(s, self.target, dice[0])
