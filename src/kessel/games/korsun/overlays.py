"""What a player asks of the map: zones, supply, reach, threats, areas, objectives."""

from __future__ import annotations

from typing import Any

from kessel.games.korsun.movement import Moving, way
from kessel.games.korsun.odds import Assault, odds
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.setup import SetUp
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.supply import LINK, best_nets, net, passable, sources, supplied
from kessel.games.korsun.victory import linked
from kessel.hexes import Bits, Sides, members
from kessel.mechanics.lines import cuts, trace
from kessel.mechanics.pieces import country


def overlay(s: KorsunState, side: str | None, name: str, unit: str = "") -> Any:
    """The hexes of an overlay by its name; None if there is no such overlay."""
    u = s.board.roster.names.index.get(unit, -1)
    u = u if u >= 0 and s.where[u] >= 0 else -1
    if name == "zoc":
        return {who: s.board.grid.listed(s.zoc(i)) for i, who in enumerate(SIDES)}
    if name == "supply":
        return supply(s, u)
    if name == "reach":
        return reach(s, u)
    if name == "threats":
        return threats(s, side)
    if name == "control":
        return {who: s.board.grid.listed(land) for who, land in zip(SIDES, country(s), strict=True)}
    if name == "objectives":
        return objectives(s)
    if name == "areas":
        return areas(s, side, unit)
    return None


def supply(s: KorsunState, u: int) -> dict[str, Any]:
    """12.0: the hexes joined to the sources of each side, and the line of a unit or where it is cut."""
    listed, names = s.board.grid.listed, s.board.grid.names
    german = net(s, "relief") | net(s, "encircled")
    found: dict[str, Any] = {"soviet": listed(net(s, "soviet")), "german": listed(german)}
    found |= {"trace": [], "cut": [], "supplied": None}
    if u >= 0:
        side, h, force = s.unit(u).side, s.where[u], s.board.force_of(u)
        found["supplied"] = supplied(s, u)
        free = passable(s, side)
        opened = Sides.between(s.board.grid, best_nets(s, {force: 1 << h}).bridges)  # engineers help
        line = trace(s.board.grid, h, sources(s, force), free, s.board.barrier - opened)
        if line:
            found["trace"] = [names[x] for x in line]
        else:
            shut = cuts(s.board.grid, h, free, s.board.area, s.occupied[1 - side], s.board.barrier)
            found["cut"] = [{"hex": names[x], "by": [names[y] for y in members(by)]} for x, by in shut if by]
    return found


def reach(s: KorsunState, u: int) -> dict[str, Any]:
    """5.0: where a unit could move in a phase, what it costs and by which way."""
    if u < 0:
        return {"unit": None, "costs": {}, "before": {}}
    top = s.stack[-1]
    if isinstance(top, Moving) and top.unit == u:
        found = top.march(s)
    else:
        found = way(s, u, s.allowance(u) * s.board.scale, True)
    names = s.board.grid.names
    steps = found.steps()
    return {
        "unit": s.unit(u).id,
        "costs": {names[h]: cost / s.board.scale for h, (cost, _) in steps.items()},
        "before": {names[h]: names[before] for h, (_, before) in steps.items()},
    }


def threats(s: KorsunState, side: str | None) -> list[dict[str, Any]]:
    """Own hexes that enemies stand next to, with the differential if all of them attacked without chits."""
    if side is None:
        return []
    own = SIDES.index(side)
    enemy = 1 - own
    found = []
    for h in members(s.occupied[own] & s.zoc(enemy)):
        near: Bits = s.units_at(s.board.around[h]) & s.on_map(enemy) & ~s.held
        if near:
            result = odds(s, Assault(enemy, h, near))
            found.append(
                {
                    "hex": s.board.grid.names[h],
                    "odds": f"{result.differential:+d}",
                    "chance": float(sum(p for name, p in result.results.items() if name.startswith("D"))),
                    "attackers": near.bit_count(),
                    "hidden": 0,
                }
            )
    return found


def objectives(s: KorsunState) -> list[dict[str, Any]]:
    """20.0: the places that count, or the units that have a line to the west and the hexes it leads to."""
    grid = s.board.grid
    if not s.board.link:
        return [
            {
                "hex": grid.names[h],
                "name": s.board.place_names.get(h, grid.names[h]),
                "points": 1,
                "side": SIDES[GERMAN if s.occupied[GERMAN] >> h & 1 else SOVIET],
            }
            for h in members(s.board.goals)
        ]
    ends = sources(s, LINK)
    found = [{"hex": grid.names[h], "name": "", "points": 0, "side": SIDES[GERMAN]} for h in members(ends)]
    for u in members(linked(s)):
        h = s.where[u]
        found.append({"hex": grid.names[h], "name": s.unit(u).id, "points": 1, "side": SIDES[GERMAN]})
    return found


def areas(s: KorsunState, side: str | None, unit: str) -> dict[str, Any]:
    """20.0-h, 20.0-q: set-up areas of a side by formation, or the one of a unit."""
    board = s.board
    found: dict[str, Any] = {}
    top = s.stack[-1]
    who = top.side if isinstance(top, SetUp) else SIDES.index(side) if side else -1
    for u, area in board.set_up_area.items():
        if s.unit(u).side == who and unit in ("", s.unit(u).id):
            found[s.unit(u).area] = board.grid.listed(area)
    return found
