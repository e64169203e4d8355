"""What a player asks of the map: zones, supply, reach, threats, control, objectives. Only from what he may know."""

from __future__ import annotations

from typing import Any

from kessel.games.breakout.movement import Moving, movement_factors
from kessel.games.breakout.odds import Attack, odds
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.state import BreakoutState
from kessel.games.breakout.view import revealed
from kessel.hexes import Bits, members
from kessel.mechanics.lines import cuts, trace


def overlay(s: BreakoutState, side: str | None, name: str, unit: str = "") -> Any:
    """The hexes of an overlay by its name; None if there is no such overlay."""
    if name == "zoc":
        return {who: s.board.grid.listed(s.zoc(i)) for i, who in enumerate(SIDES)}
    if name == "supply":
        return supply(s, _seen_unit(s, side, unit))
    if name == "reach":
        return reach(s, _seen_unit(s, side, unit), side)
    if name == "threats":
        return threats(s, side)
    if name == "control":
        return {"soviet": s.board.grid.listed(s.control & s.board.area)}
    if name == "objectives":
        return objectives(s)
    return None


def _seen_unit(s: BreakoutState, side: str | None, unit: str) -> int:
    """A unit on the map that the side can see, or -1."""
    u = s.board.roster.names.index.get(unit, -1)
    if u < 0 or s.where[u] < 0:
        return -1
    own = side is not None and SIDES[s.unit(u).side] == side
    return u if own or (s.tops | revealed(s)) >> u & 1 else -1


def supply(s: BreakoutState, u: int) -> dict[str, Any]:
    """8.2, 9.2: the hexes with a line for each side, and the line of a unit or where it is cut."""
    listed = s.board.grid.listed
    found: dict[str, Any] = {who: listed(s.net(i)) for i, who in enumerate(SIDES)}
    found |= {"trace": [], "cut": [], "supplied": None}
    if u >= 0:
        side, h = s.unit(u).side, s.where[u]
        found["supplied"] = bool(s.net(side) >> h & 1)
        names = s.board.grid.names
        if found["supplied"]:
            line = trace(s.board.grid, h, s.board.sources[side], _open(s, side))
            found["trace"] = [names[x] for x in line]
        else:
            barred = cuts(s.board.grid, h, _open(s, side), s.board.area, s.occupied[1 - side])
            found["cut"] = [{"hex": names[x], "by": [names[y] for y in members(by)]} for x, by in barred]
    return found


def _open(s: BreakoutState, side: int) -> Bits:
    """Hexes a line of the side may pass through (8.4-a, 9.2-b)."""
    return s.board.area & ~s.zoc(1 - side) & ~s.occupied[1 - side]


def reach(s: BreakoutState, u: int, side: str | None) -> dict[str, Any]:
    """12.1: where a unit could move this turn, what it costs and by which way; who else moves with an enemy, and
    how many points are left to him, is his business."""
    empty: dict[str, Any] = {"unit": None, "costs": {}, "before": {}}
    if u < 0 or s.board.roster.static >> u & 1:
        return empty
    top = s.stack[-1]
    unit = s.unit(u)
    if isinstance(top, Moving) and top.units >> u & 1 and SIDES[top.side] == side:
        found = top.reach(s)
    else:
        h = s.where[u]
        found = Moving(unit.side, 1 << u, h, movement_factors(s, unit.side, h)).reach(s)
    names = s.board.grid.names
    steps = found.steps()
    return {
        "unit": unit.id,
        "costs": {names[h]: cost for h, (cost, _) in steps.items()},
        "before": {names[h]: names[before] for h, (_, before) in steps.items()},
    }


def threats(s: BreakoutState, side: str | None) -> list[dict[str, Any]]:
    """Own hexes that known enemies stand next to, with the odds if all of them attacked."""
    if side is None:
        return []
    own = SIDES.index(side)
    enemy = 1 - own
    known = s.tops | revealed(s)
    found = []
    for h in members(s.occupied[own] & s.board.land[enemy]):
        near = s.units_at(s.board.around[h]) & s.board.roster.of_side[enemy]
        seen = near & known & ~s.board.roster.static
        if not seen & ~s.board.roster.artillery:
            continue
        result = odds(s, Attack(enemy, h, seen, s.at[h], known=known | s.on_map(own)))
        found.append(
            {
                "hex": s.board.grid.names[h],
                "odds": result.column,
                "chance": float(sum(p for name, p in result.results.items() if name.startswith("D"))),
                "attackers": seen.bit_count(),
                "hidden": (near & ~known).bit_count(),
            }
        )
    return found


def objectives(s: BreakoutState) -> list[dict[str, Any]]:
    """4.1: the places that count, and who holds them."""
    return [
        {
            "hex": s.board.grid.names[h],
            "name": s.board.place_names[h],
            "points": points,
            "side": SIDES[SOVIET if s.control >> h & 1 else GERMAN],
        }
        for h, points in s.board.vp.items()
    ]
