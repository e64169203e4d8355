"""What a player asks of the map: zones, supply, command, reach, threats, the front, objectives, entries. Only from
what he may know (11-a)."""

from __future__ import annotations

from collections import deque
from typing import Any

from kessel.games.debrecen.activation import action_points
from kessel.games.debrecen.movement import Moving, allowance, disengage_cost, entry_hexes, helpers, way
from kessel.games.debrecen.odds import Assault, odds
from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES
from kessel.games.debrecen.setup import Alarms, SetUp
from kessel.games.debrecen.state import WAITING, DebrecenState
from kessel.games.debrecen.supply import (
    command_area,
    controls,
    hqs_of,
    net,
    passable,
    road_net,
    sources,
    supplied,
    supplied_hqs,
)
from kessel.games.debrecen.view import shown
from kessel.hexes import Bits, Hex, members
from kessel.mechanics.lines import cuts, trace
from kessel.mechanics.pieces import country


def overlay(s: DebrecenState, side: str | None, name: str, unit: str = "") -> Any:
    """The hexes of an overlay by its name; None if there is no such overlay."""
    who = SIDES.index(side) if side is not None else -1
    if name == "zoc":
        return {side: s.board.grid.listed(s.zoc(i)) for i, side in enumerate(SIDES)}
    if name == "supply":
        return supply(s, who, _seen(s, who, unit))
    if name == "command":
        return command(s, who, _seen(s, who, unit))
    if name == "reach":
        u = _seen(s, who, unit)
        return reach(s, u if u >= 0 and _open(s, who, s.unit(u).side) else -1)
    if name == "threats":
        return threats(s, who)
    if name == "control":
        return {side: s.board.grid.listed(land) for side, land in zip(SIDES, country(s), strict=True)}
    if name == "objectives":
        return objectives(s)
    if name == "areas":
        return areas(s, who, unit)
    if name == "breakthrough":
        return s.board.grid.listed(s.calm() & s.board.area)
    return None


def _seen(s: DebrecenState, who: int, unit: str) -> int:
    """A unit on the map that the side can see, or -1."""
    u = s.board.roster.names.index.get(unit, -1)
    return u if u >= 0 and shown(s, who) >> u & 1 else -1


def _open(s: DebrecenState, who: int, side: int) -> bool:
    """Whether a side knows what lies below the top of another's stacks: headquarters, and units that crowd roads."""
    return who == side or not s.options["fog_of_war"]


# -- 10.0 supply, 8.0 command ----------------------------------------------------------------------------------------


def supply(s: DebrecenState, who: int, u: int) -> dict[str, Any]:
    """10.2: the hexes in supply and the roads that bring it, and the line of a unit or where it is cut."""
    listed, names = s.board.grid.listed, s.board.grid.names
    found: dict[str, Any] = {}
    roads: dict[str, list[str]] = {}
    for side, name in enumerate(SIDES):
        roads[name] = listed(road_net(s, side))
        found[name] = listed(net(s, side)) if _open(s, who, side) else roads[name]
    found |= {"roads": roads, "trace": [], "cut": [], "supplied": None}
    if u < 0 or not _open(s, who, s.unit(u).side):
        return found
    side, h = s.unit(u).side, s.where[u]
    found["supplied"] = supplied(s, u)
    found["trace"] = [names[x] for x in line(s, u)]
    if not found["supplied"]:
        shut = cuts(s.board.grid, h, passable(s, side), s.board.area, s.occupied[1 - side], s.board.wall)
        found["cut"] = [{"hex": names[x], "by": [names[y] for y in members(by)]} for x, by in shut if by]
    return found


def line(s: DebrecenState, u: int) -> list[Hex]:
    """10.2-a, 10.2-b: the line of supply of a unit: to a road and along it, or to a supplied HQ; empty without one."""
    side, h = s.unit(u).side, s.where[u]
    free, wall = passable(s, side), s.board.wall
    limits = s.board.tables["sequence"]["supply"]
    is_hq = bool(s.board.roster.hqs >> u & 1)
    to_road = trace(s.board.grid, h, road_net(s, side), free, wall)
    if to_road and len(to_road) - 1 <= limits["hq_to_road" if is_hq else "unit_to_road"]:
        return to_road[:-1] + along(s, side, to_road[-1])
    if is_hq:
        return []
    to_hqs = [(hq, trace(s.board.grid, h, 1 << s.where[hq], free, wall)) for hq in members(supplied_hqs(s, side))]
    near = [way for hq, way in to_hqs if way and len(way) - 1 <= s.unit(hq).range]
    return min(near, key=len, default=[])


def along(s: DebrecenState, side: int, start: Hex) -> list[Hex]:
    """A shortest way along supplied roads from a hex to a source."""
    ends, roads, free = sources(s, side), s.board.roads, road_net(s, side)
    before: dict[Hex, Hex] = {start: -1}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if ends >> at & 1:
            found = []
            while at >= 0:
                found.append(at)
                at = before[at]
            return found[::-1]
        for n in members(roads.of(at) & free):
            if n not in before:
                before[n] = at
                queue.append(n)
    return [start]


def command(s: DebrecenState, who: int, u: int) -> dict[str, list[str]]:
    """8.1: the command range of an HQ, of the HQs that may command a unit, or of all HQs of the side."""
    if u >= 0:
        hqs = 1 << u if s.board.roster.hqs >> u & 1 else hqs_of(s, u)
    else:
        hqs = s.present & s.board.roster.hqs & (s.board.roster.of_side[who] if who >= 0 else -1)
    return {s.unit(hq).id: s.board.grid.listed(command_area(s, hq)) for hq in members(hqs & shown(s, who))}


# -- movement and combat ---------------------------------------------------------------------------------------------


def reach(s: DebrecenState, u: int) -> dict[str, Any]:
    """6.1, 4.4: where a unit could move or disengage to with the action points it has or would have, what it costs
    and by which way."""
    if u < 0 or s.board.roster.bridgeheads >> u & 1:
        return {"unit": None, "costs": {}, "before": {}, "actions": {}}
    top = s.stack[-1]
    if not isinstance(top, Moving) or not top.units >> u & 1:
        top = Moving(1 << u)
    if top == s.stack[-1]:
        found = top.march(s)
    else:
        points = s.points[u] if s.active >> u & 1 else action_points(s, u, again=bool(s.activated >> u & 1))
        found = way(s, 1 << u, points * allowance(s, u), True)
    names = s.board.grid.names
    ways = {h: (top.base(s) + cost, last) for h, (cost, last) in found.steps().items()}
    if s.moved & ~(1 << u) and s.active >> u & 1:
        ways |= {h: (disengage_cost(s, u, h), s.where[u]) for h in members(helpers(s, u))}
    return {
        "unit": s.unit(u).id,
        "costs": {names[h]: cost / s.board.scale for h, (cost, _) in ways.items()},
        "before": {names[h]: names[last] for h, (_, last) in ways.items()},
        "actions": {names[h]: _actions(cost - top.credit, allowance(s, u)) for h, (cost, _) in ways.items()},
    }


def _actions(cost: int, each: int) -> int:
    """3.4.1-d: how many action points a cost takes, by the movement points that each brings."""
    return max(0, -(-cost // each))


def threats(s: DebrecenState, who: int) -> list[dict[str, Any]]:
    """Own hexes that enemies stand next to, with the odds if all that are seen attacked without support."""
    if who < 0:
        return []
    enemy, seen = 1 - who, shown(s, who)
    found = []
    for h in members(s.occupied[who]):
        near = s.units_at(s.board.around[h] & s.occupied[enemy]) & ~s.board.roster.red
        near = sum(1 << u for u in members(near) if s.board.may_cross(u, s.where[u], h))
        if near & seen:
            result = odds(s, Assault(enemy, h, False, near & seen))
            found.append(
                {
                    "hex": s.name(h),
                    "odds": s.board.tables["combat"]["columns"][result.column],
                    "chance": float(sum(p for name, p in result.results.items() if not name.endswith("/-"))),
                    "attackers": (near & seen).bit_count(),
                    "hidden": (near & ~seen).bit_count(),
                }
            )
    return found


# -- places ----------------------------------------------------------------------------------------------------------


def objectives(s: DebrecenState) -> list[dict[str, Any]]:
    """15.7: the places that count, and who controls them; the bridges over the Tisza."""
    board = s.board
    ends: Bits = sum(1 << h for h in {h for pair in board.river_bridges for h in pair})
    found = []
    for h in members(sum(1 << h for h in board.vp) | ends):
        holder = next((SIDES[side] for side in (ALLIED, AXIS) if controls(s, side, h)), None)
        found.append(
            {
                "hex": s.name(h),
                "name": board.place_names.get(h, s.name(h)),
                "points": board.vp.get(h, 0),
                "bridge": bool(ends >> h & 1),
                "side": holder,
            }
        )
    return found


def areas(s: DebrecenState, who: int, unit: str) -> dict[str, list[str]]:
    """15.1.2, 14-a: where a unit may be set up or enters; the area of the alarm counters while they are placed."""
    board, top = s.board, s.stack[-1]
    listed = board.grid.listed
    if isinstance(top, Alarms):
        return {"alarm": listed(top.allowed(s))}
    names = board.roster.names
    if isinstance(top, SetUp):
        return {names[u]: listed(board.choices[u]) for u in members(top.waiting(s)) if unit in ("", names[u])}
    u = names.index.get(unit, -1)
    if u < 0 or s.where[u] != WAITING or board.roster.bridgeheads >> u & 1 or s.unit(u).side != who:
        return {}
    return {unit: listed(entry_hexes(s, u) or board.entry(board.arrivals[u]))}


__all__ = ["overlay"]
