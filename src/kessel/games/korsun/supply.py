"""12.0 Supply: lines, engineers that open them (13.0-f), air supply, and what being out of supply does."""

from __future__ import annotations

from typing import NamedTuple

from kessel.engine import Group
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, flood, members

LINK = "link"
"""The sources that count for victory (20.0-v6)."""


class Ground(NamedTuple):
    """What lines of a side may use: open hexes, and the hexes of the spans each engineer could bridge."""

    passable: Bits
    engineers: tuple[tuple[tuple[Hex, Hex], ...], ...]


def passable(s: KorsunState, side: int) -> Bits:
    """12.0-c, 12.0-d: no enemy units; no enemy zones but where a friend stands."""
    enemy = 1 - side
    return s.board.area & ~s.occupied[enemy] & (~s.zoc(enemy) | s.occupied[side])


def sources(s: KorsunState, force: str) -> Bits:
    """The source hexes of a force; the airfield only while the Germans control it (AMB-20)."""
    if force == LINK:
        return s.board.link
    found = s.board.sources[force]
    if s.board.airfield >= 0 and s.airfield != GERMAN:
        found &= ~(1 << s.board.airfield)
    return found


def net(s: KorsunState, force: str) -> Bits:
    """12.0-a, 12.1-a: the hexes joined to a source of the force without the help of engineers."""
    found: Bits | None = s._lines.get(force)
    if found is None:
        side = SOVIET if force == "soviet" else GERMAN
        found = flood(s.board.grid, sources(s, force), passable(s, side), s.board.barrier)
        s._lines[force] = found
    return found


def ground(s: KorsunState) -> Ground:
    """What the Germans can do for their lines: each engineer may open one hexside in its range whose two hexes
    hold no enemy (13.0-c, 13.0-f); only hexsides between open hexes matter."""
    found: Ground | None = s._lines.get("ground")
    if found is None:
        board = s.board
        free = passable(s, GERMAN)
        engineers = []
        for u in members(s.on_map(GERMAN) & board.roster.engineers):
            spans = board.spans_within(s.where[u], s.allowance(u))
            pairs = tuple(board.spans[i] for i in members(spans))
            engineers.append(tuple((a, b) for a, b in pairs if free >> a & 1 and free >> b & 1))
        found = s._lines["ground"] = Ground(free, tuple(spans for spans in engineers if spans))
    return found


def best_net(s: KorsunState, force: str, wanted: Bits) -> Bits:
    """The net that serves most of the wanted hexes when every engineer opens the hexside it serves best: one
    each, the same for all who are looked at in this moment (AMB-23)."""
    base = net(s, force)
    if force == "soviet" or not wanted & ~base:  # 13.0-h
        return base
    key = ("best", force, wanted)
    found: Bits | None = s._lines.get(key)
    if found is None:
        found = s._lines[key] = _search(s, base, wanted)
    return found


def _search(s: KorsunState, base: Bits, wanted: Bits) -> Bits:
    free, engineers = ground(s)
    grid, barrier = s.board.grid, s.board.barrier
    most = _all_open(s, base)
    goal = (most & wanted).bit_count()
    best, best_count = base, (base & wanted).bit_count()
    if best_count == goal:
        return base
    seen: set[tuple[Bits, frozenset[int]]] = set()
    queue = [(base, frozenset(range(len(engineers))))]
    while queue:
        joined, left = queue.pop()
        for e in left:
            for a, b in engineers[e]:
                beyond = b if joined >> a & 1 else a
                if not (joined >> a & 1) ^ (joined >> b & 1):
                    continue
                more = joined | flood(grid, 1 << beyond, free, barrier)
                rest = left - {e}
                if (more, rest) in seen:
                    continue
                seen.add((more, rest))
                count = (more & wanted).bit_count()
                if count > best_count:
                    best, best_count = more, count
                    if count == goal:
                        return best
                queue.append((more, rest))
    return best


def _all_open(s: KorsunState, base: Bits) -> Bits:
    """The net if every hexside in reach of an engineer were open at once: more than this no choice can give."""
    free, engineers = ground(s)
    joined, grown = 0, base
    while grown != joined:
        joined = grown
        for spans in engineers:
            for a, b in spans:
                if (joined >> a & 1) ^ (joined >> b & 1):
                    grown |= flood(s.board.grid, 1 << a | 1 << b, free, s.board.barrier)
    return joined


def has_line(s: KorsunState, u: int) -> bool:
    """12.0-a: whether a unit has a line to a source of its force, engineers helping."""
    bit = 1 << s.where[u]
    return bool(best_net(s, s.board.force_of(u), bit) & bit)


def supplied(s: KorsunState, u: int) -> bool:
    """12.0-a, 12.2-e: a unit with a line, or with the air supply marker."""
    return u == s.airlift or has_line(s, u)


def supplied_together(s: KorsunState, units: Bits) -> Bits:
    """Those of a set of units that are in supply when all are looked at in the same moment (AMB-23)."""
    found = 0
    by_force: dict[str, Bits] = {}
    for u in members(units):
        by_force[s.board.force_of(u)] = by_force.get(s.board.force_of(u), 0) | 1 << s.where[u]
    for force, hexes in by_force.items():
        found |= s.units_at(best_net(s, force, hexes) & hexes)
    return (found & units) | (1 << s.airlift & units if s.airlift >= 0 else 0)


def halved(s: KorsunState, u: int, value: int) -> int:
    """12.3-a: out of supply a printed strength counts half, fractions rounded up."""
    return value if supplied(s, u) else (value + 1) // 2


def attack(s: KorsunState, u: int) -> int:
    """The attack strength of a unit now."""
    return halved(s, u, s.board.roster.attack[u][s.steps[u]])


def defence(s: KorsunState, u: int) -> int:
    """The defence strength of a unit now."""
    return halved(s, u, s.board.roster.defence[u][s.steps[u]])


# -- 12.2 air supply -------------------------------------------------------------------------------------------------


def can_airlift(s: KorsunState) -> bool:
    """12.2-b, 12.2-c: one marker a game turn, in clear weather, while there are markers and Luftwaffe chits."""
    luftwaffe = s.board.roster.air[GERMAN]
    weather = s.board.tables["weather"]["effects"][s.weather]["air_supply"]
    return bool(weather and s.airlifts and s.airlift < 0 and (s.ready[luftwaffe] or s.spent[luftwaffe]))


def airlift_group(s: KorsunState, side: int) -> list[Group]:
    """12.2-e: the German may place the marker on any of his units at any moment."""
    if side != GERMAN or not can_airlift(s):
        return []
    return [Group("airlift", s.board.roster.names, s.on_map(GERMAN))]


def airlift(s: KorsunState, unit: str) -> None:
    """12.2-d, 12.2-e: the unit is in supply for the rest of the game turn; a Luftwaffe chit is given up for it."""
    s.airlift = s.board.roster.names.index[unit]
    s.airlifts -= 1
    s._lines.clear()
    s.tell(
        "air supply", "12.2-e", "12.2-d", side=SIDES[GERMAN], units=[unit], hex=s.board.grid.names[s.where[s.airlift]]
    )
