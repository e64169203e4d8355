"""Plans: which formation is after what, and how the staff leans."""

from __future__ import annotations

from random import Random

from kessel.engine.plan import Plan
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.staff.estimate import Estimate
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Hex, members
from kessel.mechanics.plans import Aim, Ordered, allot, favourites, tasks_of, varied

USUAL = {"attack": 1.0, "risk": 1.0, "pull": 1.0, "places": 1.0, "exits": 1.0, "hold": 1.0, "encircle": 1.0}

WEIGHTS = {SOVIET: dict(USUAL), GERMAN: dict(USUAL)}
"""The staff's usual judgement."""


def make_plan(s: BreakoutState, side: int, rng: Random | None = None, base: Plan | None = None) -> Plan:
    """A plan for a side: the usual one, or with dice a variation of it (or of another plan)."""
    weights = dict(base.weights) if base else dict(WEIGHTS[side])
    choices = dict(base.choices) if base else {}
    favour: dict[Hex, float] = {}
    if rng is not None:
        weights = varied(weights, rng)
        for half in ("1", "2"):
            if rng.random() < 0.35:
                choices[half] = rng.choice(("move", "combat"))
        favour = favourites(s.board.vp, rng)
    estimate = Estimate(s, side)
    aims = soviet_aims(estimate, weights) if side == SOVIET else german_aims(estimate, weights)
    aims = [aim._replace(value=aim.value * favour.get(aim.hex, 1.0)) for aim in aims]
    units = ((Ordered(s.unit(u).id, s.unit(u).formation, s.attack(u)), a) for u, a in assign(estimate, aims).items())
    tasks, effort = tasks_of(units, s.board.grid.names)
    return Plan(SIDES[side], effort, tasks, weights, choices=choices)


def soviet_aims(e: Estimate, weights: dict[str, float]) -> list[Aim]:
    """Places to take, the way off the map, and where nothing else calls, the enemy."""
    s, board = e.s, e.board
    aims = []
    for h, points in board.vp.items():
        if s.control >> h & 1 or board.closed >> h & 1:
            continue
        guard = sum(s.defence(u) for u in members(s.at.get(h, 0)))
        value = points * weights["places"]
        if guard:
            aims.append(Aim(h, value / (1 + 0.05 * guard), guard * (3.0 + e.shelter(s, h, GERMAN)), "assault"))
        else:
            aims.append(Aim(h, value, 6.0, "exploit"))
    quota = board.exit_maximum - s.exits
    if quota > 0 and board.exits:
        for h in list(members(board.exits & ~s.occupied[GERMAN]))[::2]:
            aims.append(Aim(h, 0.9 * weights["exits"], 6.0, "exploit"))
    net = s.net(GERMAN)
    for h in members(s.occupied[GERMAN] & board.land[SOVIET] & ~board.built):
        units = s.at[h]
        guard = sum(s.defence(u) for u in members(units))
        cut_off = not net >> h & 1
        prize = sum(e.doom(s, u) for u in members(units & e.roster.divisions)) if cut_off else 0.0
        value = 0.25 * weights["attack"] + 0.5 * prize * weights["encircle"]
        aims.append(Aim(h, value, 3.0 * guard, "encircle" if cut_off else "assault"))
    return aims


def german_aims(e: Estimate, weights: dict[str, float]) -> list[Aim]:
    """Places to hold or to win back, and the way out for whoever is cut off."""
    s, board = e.s, e.board
    everybody, _ = e.threat()
    aims = []
    soviets = s.occupied[SOVIET]
    for h, points in board.vp.items():
        closed = board.closed >> h & 1
        if s.control >> h & 1:
            if soviets >> h & 1:
                guard = sum(s.defence(u) for u in members(s.at[h]))
                aims.append(Aim(h, 0.5 * points * weights["places"], 3.0 * guard, "assault"))
            else:
                aims.append(Aim(h, (0.9 if e.turns_left == 0 else 0.5) * points * weights["places"], 3.0, "relieve"))
            continue
        if closed:
            continue
        distance = min((board.grid.distance(h, x) for x in members(soviets)), default=99)
        danger = max(0.0, 1.0 - distance / 18.0)
        need = max(3.0, everybody[h] * 0.2) - sum(s.defence(u) for u in members(s.at.get(h, 0) & e.roster.static))
        if need > 0 and e.turns_left + (0 if everybody[h] else 1):
            aims.append(Aim(h, 0.8 * points * danger * weights["hold"], need, "hold"))
    net = s.net(GERMAN)
    for h in members(s.occupied[GERMAN] & ~net):
        ways = sorted((board.grid.distance(h, x), x) for x in members(net & ~s.zoc(SOVIET)))
        if ways:
            aims.append(Aim(ways[0][1], 1.2 * weights["encircle"], 9.0, "fall back"))
    for h in members(soviets & board.grid.spread(board.grid.spread(s.occupied[GERMAN]))):
        guard = sum(s.defence(u) for u in members(s.at[h]))
        aims.append(Aim(h, 0.15 * weights["attack"], 2.0 * guard, "screen"))
    return aims


def assign(e: Estimate, aims: list[Aim]) -> dict[int, Aim]:
    """Each unit its aim: the most rewarding pairs first, an aim counting less the more is already sent there."""
    s, roster, grid = e.s, e.roster, e.grid
    row = e.board.tables.movement[s.weather]
    units = list(members(s.on_map(e.side) & ~roster.static))
    merit: dict[int, list[float]] = {}
    for u in units:
        mechanized = bool(roster.mechanized >> u & 1)
        pace = 1.5 * row["mechanized" if mechanized else "non_mechanized"]
        merit[u] = []
        for aim in aims:
            days = grid.distance(s.where[u], aim.hex) / pace
            late = 0.15 if days > e.turns_left + 1 else 1.0
            fit = 1.0 if aim.script != "exploit" else 1.2 if mechanized else 0.9
            if aim.script == "exploit" and roster.artillery >> u & 1:
                fit = 0.2
            if e.board.exits >> aim.hex & 1 and aim.script == "exploit" and not roster.corps >> u & 1:
                fit = 0.1
            merit[u].append(aim.value * fit * late * 0.55**days)

    def power(u: int, aim: Aim) -> float:
        return s.attack(u) if e.side == SOVIET or aim.script == "assault" else s.defence(u)

    return allot(merit, aims, power)
