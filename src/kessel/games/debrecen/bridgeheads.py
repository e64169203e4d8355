"""15.5 Bridgeheads over the Tisza."""

from __future__ import annotations

from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.state import ABSENT, DEAD, WAITING, DebrecenState
from kessel.hexes import Bits, first, members


def _marker(s: DebrecenState) -> int:
    """15.5-a: a bridgehead not yet placed; -1 when the scenario has no more."""
    bridgeheads = list(members(s.board.roster.bridgeheads))[: s.board.scenario["bridgeheads"]]
    return next((u for u in bridgeheads if s.where[u] in (WAITING, ABSENT)), -1)


def left(s: DebrecenState) -> bool:
    """15.5-a: whether a bridgehead can still be placed."""
    return _marker(s) >= 0


def sites(s: DebrecenState, u: int) -> Bits:
    """15.5-b, 15.5-c, AMB-79: the hexes over the Tisza where a Soviet infantry division can put a bridgehead now."""
    rule = s.board.tables["bridgeheads"]["mother"]
    unit = s.unit(u)
    fit = (
        unit.nationality == rule["nationality"]
        and s.board.roster.mobility[u] == rule["mobility"]
        and s.steps[u] >= rule["steps"]
        and s.points[u]
        and s.bridgehead_of(u) < 0
        and not (s.duty | s.shackled) >> u & 1
    )
    if not fit:
        return 0
    return s.board.major.of(s.where[u]) & s.board.area & ~s.occupied[1 - unit.side]


def across(s: DebrecenState, units: Bits) -> list[tuple[int, int]]:
    """15.5-g: the bridgeheads of some units, each after its mother."""
    return [(u, s.bridgehead_of(u)) for u in s.mothers if u >= 0 and units >> u & 1]


def pinned(s: DebrecenState) -> Bits:
    """15.5-d, AMB-63: mother units, and the bridgeheads, which stay on their bank."""
    found = s.board.roster.bridgeheads
    for u in s.mothers:
        if u >= 0:
            found |= 1 << u
    return found


def can_place(s: DebrecenState, units: Bits) -> list[tuple[int, Bits]]:
    """Units that can place a bridgehead now, each with its sites."""
    if not left(s):
        return []
    return [(u, found) for u in members(units & s.board.roster.foot) if (found := sites(s, u))]


def can_enlarge(s: DebrecenState, units: Bits) -> Bits:
    """15.5-f, AMB-76: mother units that can put a second step across now."""
    found = 0
    for u in members(units):
        marker = s.bridgehead_of(u)
        free = not (s.duty | s.shackled) >> u & 1
        if marker >= 0 and s.steps[marker] == 1 and s.steps[u] >= 2 and s.points[u] and free:
            found |= 1 << u
    return found


def place(s: DebrecenState, u: int, target: int) -> int:
    """15.5-c: a step of the mother unit becomes the bridgehead, which has acted with it this turn."""
    marker = _marker(s)
    s.mothers[marker - first(s.board.roster.bridgeheads)] = u
    _give(s, u, marker)
    s.put(marker, target)
    s.take([target], ALLIED)
    s.activated |= 1 << marker
    if s.fatigued >> u & 1:  # 15.5-j
        s.fatigued |= 1 << marker
    s.tell("bridgehead", "15.5-c", side=SIDES[ALLIED], units=[s.unit(u).id], hex=s.name(target))
    return marker


def enlarge(s: DebrecenState, u: int) -> None:
    """15.5-f: a second step follows."""
    marker = s.bridgehead_of(u)
    _give(s, u, marker)
    if s.fatigued >> u & 1:
        s.fatigued |= 1 << marker
    s.tell("bridgehead grows", "15.5-f", side=SIDES[ALLIED], units=[s.unit(u).id], hex=s.name(s.where[marker]))


def _give(s: DebrecenState, u: int, marker: int) -> None:
    s.steps[u] -= 1
    s.steps[marker] += 1
    s.points[u] -= 1
    s.acted |= 1 << u
    s.changed(ALLIED)


def withdraw(s: DebrecenState, marker: int) -> None:
    """15.5-h: a bridgehead that retreats is taken off, and its mother unit gets its steps back."""
    mother, h = s.mothers[marker - first(s.board.roster.bridgeheads)], s.name(s.where[marker])
    s.steps[mother] = min(s.board.roster.full[mother], s.steps[mother] + s.steps[marker])
    s.leave(marker, DEAD)
    s.steps[marker] = 0
    s.changed(ALLIED)
    s.tell("bridgehead taken back", "15.5-h", side=SIDES[ALLIED], units=[s.unit(mother).id], hex=h)
