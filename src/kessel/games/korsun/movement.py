"""5.0 Movement, with 6.0 zones of control, engineers' bridges (13.0) and the release of 5GTA (19.0)."""

from __future__ import annotations

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.korsun.board import LEG, MOBILE
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.supply import airlift, airlift_group
from kessel.games.korsun.support import GiveUp
from kessel.hexes import Bits, Hex, March, march, members

FIRST_RELEASE = 2  # 19.0-b


def bridged(s: KorsunState, side: int) -> frozenset[int]:
    """13.0-a, 13.0-h: the hexsides that engineers bridge now, for Germans only."""
    return frozenset(span for _, span in s.bridges) if side == GERMAN else frozenset()


def out_of_range(s: KorsunState, u: int, path: list[Hex]) -> None:
    """13.0-d: an engineer that leaves the range of its bridge on its way has none any more."""
    reach = s.allowance(u)
    s.bridges = tuple(
        (engineer, span)
        for engineer, span in s.bridges
        if engineer != u or all(s.board.spans_within(h, reach) >> span & 1 for h in path)
    )


def way(s: KorsunState, u: int, points: int, fresh: bool) -> March:
    """5.1.1, 5.1.2: where a unit can go with its points (in half MP). ``fresh``: it has not left its hex yet."""
    board = s.board
    side = board.roster.units[u].side
    h = s.where[u]
    enemy = s.occupied[1 - side]
    zone = s.zoc(1 - side)
    mobile = bool(board.roster.mobile >> u & 1)
    mobility = MOBILE if mobile else LEG
    costs, country = board.costs[mobility], board.country(mobility, bridged(s, side))
    if not mobile:
        seeds = []
        if zone >> h & 1 and fresh:
            seeds = [(points, board.around[h] & zone & ~enemy)]  # 5.1.2-a
        return march(country, h, points, costs, closed=enemy, sticky=zone, seeds=seeds)  # 5.1-c
    half = s.allowance(u) // 2 * board.scale  # 5.1.1-c
    seeds = []
    if zone >> h & 1 and fresh:
        near = members(board.around[h] & zone & ~enemy)
        seeds = [(half + country.price(h, n, costs), 1 << n) for n in near]  # 5.1.2-b
    return march(country, h, points, costs, closed=enemy, sticky=zone, leave=half, seeds=seeds)


class Movement(Frame, frozen=True):
    """A movement phase (4.1-b) or a mobile movement phase (4.1-j): units move one at a time, each once (5.1-i)."""

    side: int
    mobile: bool = False
    done: Bits = 0
    """Units that have finished their move in this phase."""
    tried: Bits = 0
    """Held units that have rolled for release in this phase (19.0-b)."""
    built: Bits = 0
    """Engineers that have chosen their hexside in this phase (13.0-a)."""

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        if self.mobile:
            text, rules = "Choose a mobile unit to move, or end the phase.", ("4.1-j", "5.0-e")
        else:
            text, rules = "Choose a unit to move, or end the movement phase.", ("4.1-b", "5.0-b")
        return Decision(side, "movement", Message(text), rules)

    # -- who may move --------------------------------------------------------------------------------------------

    def able(self, s: KorsunState) -> Bits:
        """Units that may still move in this phase."""
        units = s.on_map(self.side) & ~self.done & ~s.held  # 19.0-a
        if self.mobile:
            units &= s.mobile_ready & ~s.moved & ~s.advanced  # 4.1-d, 7.9-g, 12.3-b
        return units

    def _ready(self, s: KorsunState) -> Bits:
        """Those of them not walled in by enemies: next to a free hex, or to a friend they may pass (5.3-b)."""
        units = self.able(s)
        own, enemy = s.occupied[self.side], s.occupied[1 - self.side]
        stuck = own & ~s.board.grid.spread(s.board.area & ~enemy)
        return units & ~s.units_at(stuck) if stuck else units

    def _releases(self, s: KorsunState) -> Bits:
        """19.0-b: held units that may roll now."""
        if self.side != SOVIET or self.mobile or s.turn < FIRST_RELEASE:
            return 0
        return s.held & s.present & ~self.tried

    def bridges(self, s: KorsunState) -> list[tuple[int, Bits]]:
        """13.0-a to 13.0-c: for each engineer the hexsides it may bridge."""
        if self.side != GERMAN:  # 13.0-h
            return []
        found = []
        board = s.board
        enemy = s.occupied[SOVIET]
        for u in members(s.on_map(GERMAN) & board.roster.engineers & ~self.built & ~s.advanced):  # AMB-47
            spans = board.spans_within(s.where[u], s.allowance(u))
            for x in members(enemy & board.span_ends):
                spans &= ~board.spans_of[x]
            if spans:
                found.append((u, spans))
        return found

    def actions(self, s: KorsunState, side: str) -> Actions:
        names = s.board.roster.names
        groups = [Group("select", names, self._ready(s))]
        held = self._releases(s)
        if held:
            groups += [Group("release", names, held), Group("muster")]
        for u, spans in self.bridges(s):
            groups.append(Group("bridge", s.board.span_names, spans, (names[u],)))
        return Actions([*groups, *airlift_group(s, self.side), Group("end")])

    # -- what they do --------------------------------------------------------------------------------------------

    def on_select(self, s: KorsunState, unit: str) -> None:
        u = s.board.roster.names.index[unit]
        s.stack.append(Moving(u, s.allowance(u) * s.board.scale))

    def on_release(self, s: KorsunState, unit: str) -> None:
        self._roll(s, 1 << s.board.roster.names.index[unit])

    def on_muster(self, s: KorsunState) -> None:
        """One die for every held unit that has not rolled."""
        self._roll(s, self._releases(s))

    def _roll(self, s: KorsunState, units: Bits) -> None:
        s.stack[-1] = Movement(self.side, self.mobile, self.done, self.tried | units, self.built)
        s.stack.append(ReleaseRoll(units))

    def on_bridge(self, s: KorsunState, unit: str, span: str) -> None:
        s.stack[-1] = self.bridging(s, unit, span)

    def bridging(self, s: KorsunState, unit: str, span: str) -> Movement:
        """The phase after an engineer has bridged its hexside."""
        u = s.board.roster.names.index[unit]
        s.bridges = (*s.bridges, (u, s.board.span_names.index[span]))
        s.tell("bridge", "13.0-a", "13.0-b", side=SIDES[self.side], units=[unit], hexside=span, hex=span[:4])
        return Movement(self.side, self.mobile, self.done, self.tried, self.built | 1 << u)

    def on_airlift(self, s: KorsunState, unit: str) -> None:
        airlift(s, unit)
        s.stack.append(GiveUp())

    def on_end(self, s: KorsunState) -> None:
        s.bridges = ()  # 13.0-a: for this phase
        s.stack.pop()

    # -- why not -------------------------------------------------------------------------------------------------

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("move", "done"):
            return Refusal("5.0-b", "Select the unit that moves first.")
        if action.verb in ("attack", "bombard", "commit"):
            return Refusal("7.0-c", "Combat happens in the combat phases.")
        if action.verb == "airlift":
            return no_airlift(s, self.side, action.args)
        if action.verb == "bridge" and len(action.args) == 2:
            return self._no_bridge(s, *action.args)
        if action.verb not in ("select", "release") or len(action.args) != 1:
            return None
        unit = action.args[0]
        u = s.board.roster.names.index.get(unit)
        if u is None:
            return Refusal("4.1-b", "There is no unit “{name}”.", name=unit)
        if action.verb == "release":
            return self._no_release(s, u)
        if s.unit(u).side != self.side:
            return Refusal("5.1-a", "Units move only in their owner's movement phases.")
        if s.where[u] < 0:
            return Refusal("4.1-b", "{unit} is not on the map.", unit=unit)
        return self._no_move(s, u)

    def _no_move(self, s: KorsunState, u: int) -> Refusal:
        unit, bit = s.unit(u).id, 1 << u
        if s.held & bit:
            return Refusal("19.0-a", "{unit} is held and may not move until it is released.", unit=unit)
        if self.done & bit:
            return Refusal("5.1-i", "{unit} has finished its movement.", unit=unit)
        if self.mobile:
            if not s.board.roster.mobile & bit:
                return Refusal("4.1-j", "{unit} is not mobile: only mobile units move in this phase.", unit=unit)
            if s.moved & bit:
                return Refusal("4.1-d", "{unit} moved in the movement phase.", unit=unit)
            if s.advanced & bit:
                return Refusal("7.9-g", "{unit} advanced after combat and does nothing more this turn.", unit=unit)
            if not s.mobile_ready & bit:
                return Refusal("12.3-b", "{unit} was out of supply when the phase began.", unit=unit)
        return Refusal("5.1-c", "{unit} has no hex to go to that is free of enemies.", unit=unit)

    def _no_release(self, s: KorsunState, u: int) -> Refusal:
        unit = s.unit(u).id
        if not s.held >> u & 1:
            return Refusal("19.0-a", "{unit} is not held.", unit=unit)
        if s.turn < FIRST_RELEASE or self.side != SOVIET or self.mobile:
            return Refusal("19.0-b", "Release rolls are made in the Soviet movement phase from turn 2.")
        return Refusal("19.0-b", "{unit} has rolled in this phase.", unit=unit)

    def _no_bridge(self, s: KorsunState, unit: str, span: str) -> Refusal:
        board = s.board
        u = board.roster.names.index.get(unit)
        if u is None or self.side != GERMAN or not board.roster.engineers >> u & 1 or s.where[u] < 0:
            return Refusal("13.0-h", "Only German engineers on the map bridge rivers.")
        i = board.span_names.index.get(span)
        if i is None:
            return Refusal("13.0-a", "{name} is no unbridged river hexside.", name=span)
        if self.built >> u & 1:
            return Refusal("13.0-a", "{unit} has bridged a hexside in this phase.", unit=unit)
        if s.advanced >> u & 1:
            return Refusal("7.9-g", "{unit} advanced after combat and does nothing more this turn.", unit=unit)
        if any(s.occupied[SOVIET] >> h & 1 for h in board.spans[i]):
            return Refusal("13.0-c", "An enemy unit stands next to that hexside.")
        return Refusal(
            "13.0-b", "{unit} is farther than its {range} hexes from that hexside.", unit=unit, range=s.allowance(u)
        )


def no_airlift(s: KorsunState, side: int, args: tuple[str, ...]) -> Refusal:
    """Why no air supply marker can be used."""
    if side != GERMAN:
        return Refusal("12.2-a", "Only the German has air supply.")
    if not s.board.tables["weather"]["effects"][s.weather]["air_supply"]:
        return Refusal("12.2-b", "Air supply flies only in clear weather.")
    if s.airlift >= 0:
        return Refusal("12.2-c", "One air supply marker a game turn.")
    if not s.airlifts:
        return Refusal("12.2-a", "All air supply markers are used.")
    return Refusal("12.2-e", "“{name}” is no German unit on the map.", name=" ".join(args))


class ReleaseRoll(Frame, frozen=True):
    """19.0-c: one die a unit; a 6 releases it."""

    units: Bits
    chance = True

    def dice(self, s: KorsunState) -> Chance:
        text = Message("Release rolls for: {units}.", {"units": s.ids(self.units)})
        return Chance("release", text, ("19.0-b", "19.0-c"), dice=self.units.bit_count())

    def rolled(self, s: KorsunState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.tell("release roll", "19.0-c", units=s.ids(self.units), dice=dice)
        freed = sum(1 << u for u, die in zip(members(self.units), dice, strict=True) if die == 6)
        s.release(freed, "19.0-c")


class Moving(Frame, frozen=True):
    """A unit on the move, with its points in half MP."""

    unit: int
    points: int
    started: bool = False
    stopped: bool = False
    toll: int = -1
    """What leaving the present hex costs a mobile unit on top; -1 while it has not left its first hex."""

    def _side(self, s: KorsunState) -> int:
        return s.unit(self.unit).side

    def march(self, s: KorsunState) -> March:
        """Where the unit can go from here."""
        if s._march is None or s._march[0] is not self:
            s._march = (self, way(s, self.unit, self.points - max(self.toll, 0), not self.started))
        return s._march[1]

    def goals(self, s: KorsunState) -> Bits:
        """5.3-a, 5.3-b: the hexes it may end in; friends are passed, not joined."""
        return 0 if self.stopped else self.march(s).hexes & ~s.occupied[self._side(s)]

    def run(self, s: KorsunState) -> bool:
        if self.started and not self.goals(s):
            self._finish(s)
            return False
        return True

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self._side(s)],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        text = Message("Choose a destination for: {units}.", {"units": [s.unit(self.unit).id]})
        return Decision(side, "moving", text, ("5.0-b", "5.1.1-a", "5.2-e"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        """An engineer may also bridge its hexside in the middle of its move (13.0-a, AMB-23)."""
        board, phase = s.board, s.stack[-2]
        able = phase.bridges(s) if board.roster.engineers >> self.unit & 1 else []
        spans = [Group("bridge", board.span_names, bits, (s.unit(u).id,)) for u, bits in able if u == self.unit]
        return Actions([Group("move", board.names, self.goals(s)), *spans, Group("done")])

    def on_bridge(self, s: KorsunState, unit: str, span: str) -> None:
        s.stack[-2] = s.stack[-2].bridging(s, unit, span)
        s._march = None

    def on_move(self, s: KorsunState, target: str) -> None:
        h = s.board.grid.index[target]
        found = self.march(s)
        path = found.path(h)
        start = path[0]
        side = self._side(s)
        zone = s.zoc(1 - side)
        names = s.board.grid.names
        s.tell(
            "moved", "5.0-b", side=SIDES[side], units=[s.unit(self.unit).id], path=[names[x] for x in path], hex=target
        )
        s.enter(self.unit, path)
        s.moved |= 1 << self.unit
        out_of_range(s, self.unit, path)
        points = self.points - max(self.toll, 0) - found.cost(h)
        mobile = bool(s.board.roster.mobile >> self.unit & 1)
        stopped, toll = False, 0
        if zone >> h & 1:
            slipped = not self.started and len(path) == 2 and bool(zone >> start & 1)
            stopped = not mobile  # 5.1.1-a, 5.1.2-a
            toll = 0 if slipped else s.allowance(self.unit) // 2 * s.board.scale  # 5.1.1-c, 5.1.2-c
        if side == GERMAN:
            passed = 0
            for x in path[1:]:
                passed |= s.board.around[x]
            s.alarm(passed)  # 19.0-e, AMB-29
        s.stack[-1] = Moving(self.unit, points, True, stopped or points <= toll, toll)

    def on_done(self, s: KorsunState) -> None:
        self._finish(s)

    def _finish(self, s: KorsunState) -> None:
        phase: Movement = s.stack[-2]
        done = phase.done | 1 << self.unit
        s.stack[-2] = Movement(phase.side, phase.mobile, done, phase.tried, phase.built)
        s.stack.pop()

    # -- why not -------------------------------------------------------------------------------------------------

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb == "bridge" and action.args[:1] == (s.unit(self.unit).id,):
            refused: Refusal | None = s.stack[-2].refusal(s, side, action)
            return refused
        if action.verb in ("select", "end", "release", "bridge"):
            return Refusal("5.0-b", "One unit's move is finished before another begins.")
        if action.verb != "move" or len(action.args) != 1:
            return None
        name = action.args[0]
        board = s.board
        h = board.grid.index.get(name)
        own = self._side(s)
        here = s.where[self.unit]
        if h is None or not board.area >> h & 1:
            return Refusal("5.1-e", "There is no hex {name} in the playing area.", name=name)
        if h == here:
            return Refusal("5.1-g", "The unit is in {hex} already.", hex=name)
        if s.occupied[1 - own] >> h & 1:
            return Refusal("5.1-c", "{hex} holds an enemy unit.", hex=name)
        if s.occupied[own] >> h & 1:
            return Refusal("5.3-a", "{hex} holds another unit: one unit a hex.", hex=name)
        zone = s.zoc(1 - own)
        mobile = board.roster.mobile >> self.unit & 1
        if self.started and zone >> here & 1 and zone >> h & 1 and board.around[here] >> h & 1:
            return Refusal("5.1.1-e", "A unit goes from one enemy ZOC to another only as its first step.")
        if self._freely(s).hexes >> h & 1:
            if mobile and not self.started and zone >> here & zone >> h & board.around[here] >> h & 1:
                return Refusal("5.1.2-b", "Infiltrating {hex} costs half the movement allowance on top.", hex=name)
            if mobile:
                return Refusal("5.1.1-c", "Leaving enemy zones of control costs too much to reach {hex}.", hex=name)
            return Refusal("5.1.1-a", "Enemy zones of control stop the unit before {hex}.", hex=name)
        return Refusal("5.2-e", "{hex} is out of reach: not enough movement points on any open way.", hex=name)

    def _freely(self, s: KorsunState) -> March:
        """The same march if there were no zones of control."""
        side = self._side(s)
        mobility = MOBILE if s.board.roster.mobile >> self.unit & 1 else LEG
        costs, country = s.board.costs[mobility], s.board.country(mobility, bridged(s, side))
        return march(country, s.where[self.unit], self.points, costs, closed=s.occupied[1 - side])
