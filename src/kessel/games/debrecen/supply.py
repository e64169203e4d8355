"""10.0 Supply and 8.0 Command: lines, the checks at the start of a turn, and who controls a hex (15.7-m)."""

from __future__ import annotations

from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES
from kessel.games.debrecen.state import WAITING, DebrecenState
from kessel.hexes import Bits, Hex, first, members, of


def passable(s: DebrecenState, side: int) -> Bits:
    """10.1-a, 10.1-b: no enemy units; no enemy zones but where a friend stands."""
    enemy = 1 - side
    return s.board.area & ~s.occupied[enemy] & (~s.zoc(enemy) | s.occupied[side])


def sources(s: DebrecenState, side: int) -> Bits:
    """15.1.2-c, 15.1.3-c, 15.1.4-b: the road hexes that supply comes in by."""
    return s.board.sources[side] | s.board.disputed_sources[side] & s.control[side]


def road_net(s: DebrecenState, side: int) -> Bits:
    """AMB-26: road hexes joined to a source along roads, free of enemies and their zones all the way."""
    found: Bits | None = s._lines.get(("roads", side))
    if found is None:
        free, roads = passable(s, side), s.board.roads
        found = wave = sources(s, side) & free
        while wave:
            wave = roads.across(wave) & free & ~found
            found |= wave
        s._lines["roads", side] = found
    return found


def near_roads(s: DebrecenState, side: int, distance: int) -> Bits:
    """10.2-a, 10.2-b: the hexes with a line of so many hexes to a road that is in supply."""
    found, free, land = road_net(s, side), passable(s, side), s.board.wall.others
    for _ in range(distance):
        found |= land.across(found) & free
    return found


def supplied_hqs(s: DebrecenState, side: int) -> Bits:
    """10.2-b, 15.1.1-a: the HQs on the map that are in supply."""
    hqs = s.on_map(side) & s.board.roster.hqs
    if s.turn == s.board.short_turn:
        return hqs
    found: Bits | None = s._lines.get(("hqs", side))
    if found is None:
        within = near_roads(s, side, s.board.tables["sequence"]["supply"]["hq_to_road"])
        found = s._lines["hqs", side] = sum(1 << u for u in members(hqs) if within >> s.where[u] & 1)
    return found


def net(s: DebrecenState, side: int) -> Bits:
    """10.2-a: the hexes whose units are in supply, by a road or by a supplied HQ within its command range."""
    key = ("net", side, s.turn)  # the first turn has its own HQs (15.1.1-a)
    found: Bits | None = s._lines.get(key)
    if found is None:
        free, land = passable(s, side), s.board.wall.others
        reached = 0
        ranges: dict[int, Bits] = {}
        for u in members(supplied_hqs(s, side)):
            reach = s.unit(u).range
            ranges[reach] = ranges.get(reach, 0) | 1 << s.where[u]
        for left in range(max(ranges, default=0), 0, -1):
            reached |= ranges.get(left, 0)
            reached |= land.across(reached) & free
        found = reached | near_roads(s, side, s.board.tables["sequence"]["supply"]["unit_to_road"])
        s._lines[key] = found
    return found


def traces(s: DebrecenState, u: int) -> bool:
    """Whether a unit or HQ on the map can trace a line of supply now."""
    bit = 1 << u
    if s.board.roster.bridgeheads & bit:  # 15.5-k
        mother = s.mothers[u - first(s.board.roster.bridgeheads)]
        return mother >= 0 and not s.starved >> mother & 1
    side = s.unit(u).side
    if s.board.roster.hqs & bit:
        return bool(supplied_hqs(s, side) & bit)
    return bool(net(s, side) >> s.where[u] & 1)


def fed(s: DebrecenState, side: int) -> Bits:
    """10.2-a, 10.2-b: the units and HQs of a side that can trace a line of supply now, bridgeheads not counted."""
    units, hexes, where = s.combat(s.on_map(side)) & ~s.board.roster.bridgeheads, net(s, side), s.where
    return supplied_hqs(s, side) | of(u for u in members(units) if hexes >> where[u] & 1)


def supplied(s: DebrecenState, u: int) -> bool:
    """10.2-a, 10.2-b: whether a unit is on the map and in supply now; a bridgehead while its mother has a line, or
    lacks one for the first time (15.5-k, AMB-92)."""
    if s.where[u] >= 0 and s.board.roster.bridgeheads >> u & 1:
        mother = s.mothers[u - first(s.board.roster.bridgeheads)]
        return supplied(s, mother) or not (s.isolated | s.starved) >> mother & 1
    return s.where[u] >= 0 and traces(s, u)


# -- 8.0 command -----------------------------------------------------------------------------------------------------


def command_area(s: DebrecenState, hq: int) -> Bits:
    """8.1-a to 8.1-c, AMB-86: the hexes in the command range of an HQ; enemies block, nothing else."""
    if s.where[hq] < 0:
        return 0
    found: Bits | None = s._lines.get(hq)
    if found is None:
        unit = s.unit(hq)
        free = s.board.area & ~s.occupied[1 - unit.side]
        found = 1 << s.where[hq]
        for _ in range(unit.range):
            found |= s.board.grid.spread(found) & free
        s._lines[hq] = found
    return found


def hqs_of(s: DebrecenState, u: int) -> Bits:
    """8.1-b, AMB-23: the HQs on the map that may command a unit."""
    hq = s.hq(u)
    if hq >= 0:
        return 1 << hq & s.present
    return s.on_map(s.unit(u).side) & s.board.roster.hqs


def in_command(s: DebrecenState, u: int) -> bool:
    """8.1-b: whether a unit on the map has a line of command now."""
    return any(command_area(s, hq) >> s.where[u] & 1 for hq in members(hqs_of(s, u)))


def commanded(s: DebrecenState) -> Bits:
    """8.1-b: the units on the map that have a line of command now."""
    roster, where, found = s.board.roster, s.where, 0
    anywhere = [0, 0]  # AMB-23
    for hq in members(s.present & roster.hqs):
        area = command_area(s, hq)
        anywhere[roster.side_of[hq]] |= area
        units = s.formation_units(roster.formation_of[hq]) & s.present
        found |= of(u for u in members(units) if area >> where[u] & 1)
    independents = members(s.independents & s.present)
    return found | of(u for u in independents if anywhere[roster.side_of[u]] >> where[u] & 1)


def awaits_hq(s: DebrecenState, u: int) -> bool:
    """3.3-e: whether a unit has come before its HQ, which has not been on the map yet (7.8.1-k)."""
    hq = s.hq(u)
    return hq >= 0 and s.where[hq] == WAITING and s.entry_of[hq] < 0


def check_lines(s: DebrecenState) -> None:
    """2.1-a, 10.3, 8.1-d: the check of both sides at the start of a turn."""
    was = s.isolated | s.starved
    cut = s.present & ~(s.board.roster.bridgeheads | fed(s, ALLIED) | fed(s, AXIS))
    s.isolated, s.starved = cut & ~was, cut & was  # 10.3-a, 10.3-d, AMB-29
    adrift = sum(1 << u for u in members(s.present & s.board.roster.bridgeheads) if not traces(s, u))
    s.isolated |= adrift & ~was
    s.starved |= adrift & was
    units = s.present & ~(s.board.roster.hqs | s.board.roster.bridgeheads | commanded(s))
    s.uncommanded = of(u for u in members(units) if not awaits_hq(s, u))
    for side, name in enumerate(SIDES):
        own = s.on_map(side)
        if units := s.isolated & own:
            s.tell("isolated", "10.3-a", side=name, units=s.ids(units))
        if units := s.starved & own:
            s.tell("out of supply", "10.3-d", side=name, units=s.ids(units))
        if units := was & ~cut & ~adrift & own:
            s.tell("in supply again", "10.1-c", side=name, units=s.ids(units))
        if units := s.uncommanded & own:
            s.tell("out of command", "8.2-a", side=name, units=s.ids(units))


def controls(s: DebrecenState, side: int, h: Hex) -> bool:
    """15.7-m: a supplied unit of the side is in a hex, or was the last to pass it and no enemy zone covers it."""
    own = s.at.get(h, 0) & s.board.roster.of_side[side]
    if any(supplied(s, u) for u in members(own)):
        return True
    return bool(s.control[side] >> h & 1) and not s.zoc(1 - side) >> h & 1


__all__ = [
    "awaits_hq",
    "check_lines",
    "command_area",
    "controls",
    "hqs_of",
    "in_command",
    "near_roads",
    "net",
    "passable",
    "road_net",
    "sources",
    "supplied",
    "supplied_hqs",
    "traces",
]
