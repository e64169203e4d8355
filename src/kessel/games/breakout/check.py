"""What must always hold in a position, computed the slow and obvious way."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable

from kessel.games.breakout.losses import ReturnRoll
from kessel.games.breakout.movement import CrossingRoll, Movement, Moving
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.setup import Deploy, FirstAirRoll
from kessel.games.breakout.stacking import StackingCheck, loads, overstacked
from kessel.games.breakout.state import DEAD, BreakoutState
from kessel.games.breakout.view import revealed
from kessel.hexes import members
from kessel.mechanics.checks import pieces


def check(s: BreakoutState) -> list[str]:
    """Everything wrong with a position; empty if it is sound."""
    return [*_units(s), *_stacks(s), *_zones(s), *_markers(s)]


def _units(s: BreakoutState) -> Iterable[str]:
    roster = s.board.roster
    yield from pieces(s)
    for u, where in enumerate(s.where):
        if where == DEAD and s.steps[u] != (1 if u in s.due else 0):
            yield f"{roster.names[u]} is dead with {s.steps[u]} steps"
    for u in s.due:
        if not roster.rifle >> u & 1 or s.where[u] != DEAD:
            yield f"{roster.names[u]} is on the turn track (11.1-a)"
    for u in members(s.on_map(SOVIET)):
        if s.board.closed >> s.where[u] & 1:
            yield f"{roster.names[u]} is in the closed area (12.5-a)"
    for u in members(s.restricted & s.present):
        if s.board.west >> s.where[u] & 1:
            yield f"{roster.names[u]} is west of column 23 (3.2-i)"


def _stacks(s: BreakoutState) -> Iterable[str]:
    """6.0-c: limits hold except before and during their owner's movement and until he has been checked."""
    top = s.stack[-1]
    if isinstance(top, (Movement, Moving, CrossingRoll, StackingCheck, ReturnRoll, Deploy, FirstAirRoll)):
        return
    for h, units in s.at.items():
        side = s.unit(next(members(units))).side
        if overstacked(s, side, units):
            yield f"hex {s.board.grid.names[h]} is overstacked ({SIDES[side]})"


def _zones(s: BreakoutState) -> Iterable[str]:
    """Zones of control and lines of supply, hex by hex."""
    grid, area = s.board.grid, s.board.area
    zones: list[set[int]] = [set(), set()]
    held: list[set[int]] = [set(), set()]
    for h, units in s.at.items():
        side = s.unit(next(members(units))).side
        held[side].add(h)
        if s.weather != "storm":
            zones[side] |= {h, *(n for n in grid.neighbours[h] if n >= 0 and area >> n & 1)}
    for side in (SOVIET, GERMAN):
        if set(members(s.occupied[side])) != held[side]:
            yield f"the occupied hexes of {SIDES[side]} are wrong"
        if set(members(s.zoc(side))) != zones[side]:
            yield f"the zones of control of {SIDES[side]} are wrong"
    for side in (SOVIET, GERMAN):
        enemy = 1 - side
        barred = zones[enemy] | held[enemy]
        sources = set(members(s.board.sources[side]))
        reached = sources - barred
        queue = deque(reached)
        ends = set(sources)
        while queue:
            for n in grid.neighbours[queue.popleft()]:
                if n >= 0 and area >> n & 1:
                    ends.add(n)
                    if n not in barred and n not in reached:
                        reached.add(n)
                        queue.append(n)
        if set(members(s.net(side))) != (reached | ends) - held[enemy]:
            yield f"the lines of {SIDES[side]} are wrong"


def _markers(s: BreakoutState) -> Iterable[str]:
    if s.cas[SOVIET] and s.cas[GERMAN]:
        yield "both sides have air markers (13.3-a)"
    placed = [h for h in s.kg if h >= 0]
    if len(set(placed)) != len(placed):
        yield "two Korpsgruppen share a hex (5.3-c)"
    for h in members(s.occupied[SOVIET] & s.board.built):
        if not s.control >> h & 1:
            yield f"the Soviets do not control {s.board.grid.names[h]} (3.3-a)"
    for h in members(s.occupied[GERMAN] & s.control):
        yield f"the Germans do not control {s.board.grid.names[h]} (3.3-a)"


def disguise(s: BreakoutState, side: str, rng: random.Random) -> tuple[BreakoutState, dict[str, str]] | None:
    """A state that differs only in what a side may not know: two hidden enemy units have changed places.

    With it comes the renaming that turns an enemy's action here into the same action there.
    """
    enemy = 1 - SIDES.index(side)
    hidden = list(members(s.on_map(enemy) & ~s.tops & ~revealed(s)))
    moving = s.stack[-1].units if isinstance(s.stack[-1], Moving) else 0
    hidden = [u for u in hidden if not moving >> u & 1]
    pairs = [(u, v) for u in hidden for v in hidden if u < v and s.where[u] != s.where[v]]
    if isinstance(s.stack[-1], StackingCheck):  # which hexes are overstacked is plain to see at a check (6.0-d)
        pairs = [(u, v) for u, v in pairs if loads(s, 1 << u) == loads(s, 1 << v)]
    if not pairs:
        return None
    u, v = rng.choice(pairs)
    other = s.copy()
    a, b = s.where[u], s.where[v]
    other.at[a] ^= 1 << u | 1 << v
    other.at[b] ^= 1 << u | 1 << v
    other.where[u], other.where[v] = b, a
    names = s.board.roster.names
    return other, {names[u]: names[v], names[v]: names[u]}
