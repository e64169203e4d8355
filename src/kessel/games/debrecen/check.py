"""What must always hold in a position, computed the slow and obvious way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from kessel.games.debrecen.activation import Activation, Closing
from kessel.games.debrecen.allotment import Allot
from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES
from kessel.games.debrecen.sequence import Turn
from kessel.games.debrecen.state import BUSY, DEAD, FALLEN, MARKS, READY, USED, DebrecenState
from kessel.games.debrecen.supply import road_net
from kessel.hexes import Hex, first, members
from kessel.mechanics.checks import pieces


def check(s: DebrecenState) -> list[str]:
    """Everything wrong with a position; empty if it is sound."""
    return [*_units(s), *_stacks(s), *_zones(s), *_roads(s), *_control(s), *_marks(s), *_markers(s), *_bridgeheads(s)]


def _units(s: DebrecenState) -> Iterable[str]:
    roster = s.board.roster
    yield from pieces(s)
    for u, where in enumerate(s.where):
        if where == DEAD and s.steps[u]:
            yield f"{roster.names[u]} is dead with {s.steps[u]} steps"
        if where == FALLEN and (not roster.hqs >> u & 1 or s.due[u] <= 0):
            yield f"{roster.names[u]} is not an HQ that returns (1.5-m)"


def _stacks(s: DebrecenState) -> Iterable[str]:
    """5-a, 5-d: the limit holds whenever no activation is under way."""
    if any(isinstance(frame, (Activation, Closing)) for frame in s.stack) or not isinstance(s.stack[0], Turn):
        return
    for h in s.at:
        if s.strength(h) > s.board.stacking:
            yield f"hex {s.name(h)} holds {s.strength(h)} steps (5-a)"


def _neighbours(s: DebrecenState, h: Hex) -> Iterator[Hex]:
    return (n for n in s.board.grid.neighbours[h] if n >= 0 and s.board.area >> n & 1)


def _zones(s: DebrecenState) -> Iterable[str]:
    """4.1-a, 4.1-b: zones of control, hex by hex."""
    tisza = {frozenset(pair) for pair in s.board.major.pairs()}
    for side in (ALLIED, AXIS):
        held, zone = set(), set()
        kinds: dict[str, set[Hex]] = {"hq": set(), "mechanised": set()}
        for h, units in s.at.items():
            if s.unit(first(units)).side != side:
                continue
            held.add(h)
            for u in members(units):
                for kind in {s.unit(u).type, s.board.roster.mobility[u]} & kinds.keys():
                    kinds[kind].add(h)
            fighters = [u for u in members(units) if s.unit(u).type != "hq"]
            if len(fighters) > 1 or any(s.steps[u] > 1 for u in fighters):
                zone |= {n for n in _neighbours(s, h) if frozenset((h, n)) not in tisza}
        if set(members(s.occupied[side])) != held:
            yield f"the occupied hexes of {SIDES[side]} are wrong"
        if set(members(s.zoc(side))) != zone | held:
            yield f"the zones of control of {SIDES[side]} are wrong"
        if (set(members(s.staffs[side])), set(members(s.wheels[side]))) != tuple(kinds.values()):
            yield f"the hexes with HQs or mechanised units of {SIDES[side]} are wrong"


def _roads(s: DebrecenState) -> Iterable[str]:
    """10.2: the roads that bring supply, hex by hex."""
    board = s.board
    ways: dict[Hex, list[Hex]] = {}
    for a, b in board.roads.pairs():
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    for side in (ALLIED, AXIS):
        enemy = 1 - side
        starts = set(members(board.sources[side])) | {
            h for h in members(board.disputed_sources[side]) if s.control[side] >> h & 1
        }

        def is_open(h: Hex, side: int = side, enemy: int = enemy) -> bool:
            if not board.area >> h & 1 or s.occupied[enemy] >> h & 1:
                return False
            return not s.zoc(enemy) >> h & 1 or bool(s.occupied[side] >> h & 1)

        found = {h for h in starts if is_open(h)}
        queue = deque(found)
        while queue:
            for n in ways.get(queue.popleft(), ()):
                if n not in found and is_open(n):
                    found.add(n)
                    queue.append(n)
        if set(members(road_net(s, side))) != found:
            yield f"the roads in supply of {SIDES[side]} are wrong"


def _control(s: DebrecenState) -> Iterable[str]:
    if s.control[ALLIED] & s.control[AXIS]:
        yield "both sides control a hex (15.7-m)"
    for side in (ALLIED, AXIS):
        for h in members(s.occupied[side] & s.board.key_hexes & ~s.control[side]):
            yield f"{SIDES[side]} stands in {s.name(h)} and was not the last to pass it (15.7-m)"
    for h in members(s.alarms & s.occupied[AXIS]):
        yield f"an alarm counter lies under Axis units in {s.name(h)} (15.4-f)"
    if s.alarms & ~s.board.alarm_area:
        yield "an alarm counter lies north of its area (15.4-a)"
    if s.alarms.bit_count() > s.backs.bit_count():
        yield "there are more alarm counters than backs"


def _marks(s: DebrecenState) -> Iterable[str]:
    for name in (*MARKS, *BUSY):
        units = getattr(s, name) & ~s.present
        if units and name not in ("active", "activated", "shackled", "fatigued"):  # who comes in after that; 3.5.2-b
            yield f"off the map with the mark {name}: {', '.join(s.ids(units))}"
    if s.isolated & s.starved:
        yield "a unit is isolated and out of supply (10.3-d)"
    if s.uncommanded & s.board.roster.hqs:
        yield "an HQ is out of command"
    if (s.acted | s.moved | s.duty) & ~s.active & s.present:
        yield "a unit has acted without being activated (3.1-c)"
    for u, points in enumerate(s.points):
        if not 0 <= points <= 3:
            yield f"{s.unit(u).id} has {points} action points (1.1-g)"
        if points and not s.active >> u & 1:
            yield f"{s.unit(u).id} has action points without being activated (3.1-a)"
    if s.mech_losses > s.losses[AXIS]:
        yield "more mechanised steps are lost than steps (15.7-i)"


def _markers(s: DebrecenState) -> Iterable[str]:
    load: dict[int, int] = {}
    for m, marker in enumerate(s.board.markers):
        hq = s.box[m]
        if (s.stock[m] in (READY, USED)) != (hq >= 0):
            yield f"{marker.id} is in a box that it should not be in (1.6-f)"
        elif hq >= 0:
            if s.where[hq] in (DEAD, FALLEN) or s.unit(hq).side != marker.side or s.unit(hq).type != "hq":
                yield f"{marker.id} is with {s.unit(hq).id} (1.5-n)"
            if s.stock[m] == READY:
                load[hq] = load.get(hq, 0) + 1
    exchange = isinstance(s.stack[-1], Allot)
    for hq, count in load.items():
        if count > s.unit(hq).support + exchange:
            yield f"{s.unit(hq).id} holds {count} markers (1.6-d)"
    if min(s.missions) < 0:
        yield "more air missions were flown than there were (15.6.1-a)"


def _bridgeheads(s: DebrecenState) -> Iterable[str]:
    for u, mother in zip(members(s.board.roster.bridgeheads), s.mothers, strict=True):
        if (s.where[u] >= 0) != (mother >= 0):
            yield f"{s.unit(u).id} and its mother unit disagree (15.5-e)"
        elif mother >= 0 and (s.where[mother] < 0 or not s.board.major.has(s.where[mother], s.where[u])):
            yield f"{s.unit(u).id} is not across the river from its mother unit (15.5-c)"
