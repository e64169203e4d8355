"""What must always hold in a position, computed the slow and obvious way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.state import DEAD, WAITING, KorsunState
from kessel.games.korsun.supply import net
from kessel.hexes import members
from kessel.mechanics.checks import pieces


def check(s: KorsunState) -> list[str]:
    """Everything wrong with a position; empty if it is sound."""
    return [*_units(s), *_zones(s), *_lines(s), *_chits(s), *_marks(s)]


def _units(s: KorsunState) -> Iterable[str]:
    roster, names = s.board.roster, s.board.grid.names
    yield from pieces(s)
    for h, units in s.at.items():
        if units.bit_count() != 1:
            yield f"hex {names[h]} holds {units.bit_count()} units (5.3-a)"
    for u, where in enumerate(s.where):
        if where == DEAD and s.steps[u]:
            yield f"{roster.names[u]} is dead with {s.steps[u]} steps"
        if s.held >> u & 1 and (not roster.held >> u & 1 or where == DEAD):
            yield f"{roster.names[u]} is held (19.0-a)"


def _zones(s: KorsunState) -> Iterable[str]:
    grid, area = s.board.grid, s.board.area
    for side in (SOVIET, GERMAN):
        held = {h for h, units in s.at.items() if s.unit(units.bit_length() - 1).side == side}
        zone = {n for h in held for n in grid.neighbours[h] if n >= 0 and area >> n & 1}
        if set(members(s.occupied[side])) != held:
            yield f"the occupied hexes of {SIDES[side]} are wrong"
        if set(members(s.zoc(side))) != zone:
            yield f"the zones of control of {SIDES[side]} are wrong"


def _lines(s: KorsunState) -> Iterable[str]:
    """12.0: the lines of every force without engineers, hex by hex."""
    grid, board = s.board.grid, s.board
    rivers = {frozenset(pair) for pair in board.spans}
    free = []
    for side in (SOVIET, GERMAN):
        foes, zone, friends = (set(members(bits)) for bits in (s.occupied[1 - side], s.zoc(1 - side), s.occupied[side]))
        free.append({h for h in members(board.area) if h not in foes and (h not in zone or h in friends)})
    for force, given in board.sources.items():
        is_open = free[SOVIET if force == "soviet" else GERMAN]
        starts = {h for h in members(given) if h in is_open and (h != board.airfield or s.airfield == GERMAN)}
        found, queue = set(starts), deque(starts)
        while queue:
            h = queue.popleft()
            for n in grid.neighbours[h]:
                if n >= 0 and n in is_open and n not in found and frozenset((h, n)) not in rivers:
                    found.add(n)
                    queue.append(n)
        if set(members(net(s, force))) != found:
            yield f"the supply lines of {force} are wrong"


def _chits(s: KorsunState) -> Iterable[str]:
    given_up = s.board.scenario["air_supply"] - s.airlifts
    for i, organisation in enumerate(s.board.roster.organisations):
        chits = sorted((*s.ready[i], *s.spent[i]))
        printed = list(s.board.chits(i))
        if not chits:
            continue
        rest = list(printed)
        for value in chits:
            if value not in rest:
                yield f"{organisation.id} has a chit too many: {value}"
                break
            rest.remove(value)
        if rest and not (organisation.id == "luftwaffe" and len(rest) <= given_up):
            yield f"{organisation.id} lacks chits: {rest}"


def _marks(s: KorsunState) -> Iterable[str]:
    alive = s.present
    for u, where in enumerate(s.where):
        if where == WAITING and (s.moved | s.attacked) >> u & 1:
            yield f"{s.board.roster.names[u]} has acted before it was placed"
    if s.board.airfield >= 0:
        there = s.at.get(s.board.airfield)
        if there and s.unit(there.bit_length() - 1).side != s.airfield:
            yield "the airfield is held by one side and controlled by the other (AMB-28)"
    if s.advanced & alive and s.advanced & ~s.attacked:
        yield "a unit advanced without an attack (7.9-a)"
