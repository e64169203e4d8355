"""Plans: which formation is after what, and how the staff leans."""

from __future__ import annotations

from random import Random

from kessel.engine.plan import Plan
from kessel.games.korsun.board import LEG
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.staff.estimate import Estimate
from kessel.games.korsun.staff.ways import FAR_OFF
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Hex, members
from kessel.mechanics.plans import Aim, Ordered, allot, contact, favourites, strayed, tasks_of, varied

USUAL = {"attack": 1.0, "risk": 1.0, "pull": 1.0, "block": 1.0, "supply": 1.0, "hold": 1.0, "chits": 1.0}

WEIGHTS = {SOVIET: USUAL | {"risk": 0.4, "block": 2.0, "hold": 2.0}, GERMAN: USUAL | {"risk": 0.3, "attack": 1.5}}
"""The staff's usual judgement."""

PACE = 12.0
"""Half movement points that a unit gains on its way in a turn."""


def make_plan(s: KorsunState, side: int, rng: Random | None = None, base: Plan | None = None) -> Plan:
    """A plan for a side: the usual one, or with dice a variation of it (or of another plan)."""
    weights = dict(base.weights) if base else dict(WEIGHTS[side])
    leanings = dict(base.leanings) if base else {}
    e = Estimate(s, side)
    aims = german_aims(e) if side == GERMAN else soviet_aims(e)
    if rng is not None:
        weights = varied(weights, rng)
        favour = favourites({aim.hex for aim in aims}, rng)
        aims = [aim._replace(value=aim.value * favour.get(aim.hex, 1.0)) for aim in aims]
        hexes = contact(s.board.grid, s.occupied[side], s.occupied[1 - side])
        leanings = strayed(leanings, hexes, s.board.grid.names, rng)
    found = assign(e, aims)
    units = ((Ordered(s.unit(u).id, s.unit(u).formation, e.attack(u)), aim) for u, aim in found.items())
    tasks, effort = tasks_of(units, s.board.grid.names)
    return Plan(SIDES[side], effort, tasks, weights, leanings)


def german_aims(e: Estimate) -> list[Aim]:
    """Places to take or to hold; the way to the pocket and out of it."""
    s, board = e.s, e.board
    aims = _goals(e)
    if not e.link:
        return aims
    if e.pocket and e.relief:
        inner = min(members(e.pocket), key=lambda h: (e.to_relief[h], h))
        outer = min(members(e.relief), key=lambda h: (e.to_pocket[h], h))
        aims += [Aim(inner, 1.0, 60.0, "relieve"), Aim(outer, 0.9, 60.0, "fall back")]
    if board.airfield >= 0 and e.turns_left > 2 and s.airfield == GERMAN:
        aims.append(Aim(board.airfield, 1.0, 8.0, "hold"))
    aims += [Aim(h, 0.15, 6.0, "screen") for h in _enemies_near(e)]
    return aims


def soviet_aims(e: Estimate) -> list[Aim]:
    """Places to take or to hold, the way between relief and pocket, the pocket itself."""
    s = e.s
    aims = _goals(e)
    if e.link:
        best = sorted(members(e.board.area & ~s.occupied[GERMAN]), key=lambda h: (-e.corridor[h], h))
        kept: list[Hex] = []
        for h in best:
            if len(kept) < 8 and all(e.grid.distance(h, x) > 2 for x in kept):
                kept.append(h)
        aims += [Aim(h, 1.0, 10.0, "hold") for h in kept]
        for h in members(e.pocket):
            aims.append(Aim(h, 0.5, 4.0 * e.defence(s.at_hex(h)), "assault"))
    aims += [Aim(h, 0.2, 6.0, "screen") for h in _enemies_near(e)]
    return aims


def _goals(e: Estimate) -> list[Aim]:
    """The places that the scenario counts."""
    s, aims = e.s, []
    for h in members(e.board.goals):
        if s.occupied[e.enemy] >> h & 1:
            aims.append(Aim(h, 1.0, 4.0 * e.defence(s.at_hex(h)) + 8.0, "assault"))
        else:
            aims.append(Aim(h, 1.0, 10.0, "hold" if s.occupied[e.side] >> h & 1 else "exploit"))
    return aims


def _enemies_near(e: Estimate) -> list[Hex]:
    """Enemies close to units of the side."""
    own = e.s.occupied[e.side]
    for _ in range(3):
        own |= e.grid.spread(own)
    return list(members(e.s.occupied[e.enemy] & own))


def assign(e: Estimate, aims: list[Aim]) -> dict[int, Aim]:
    """Each unit its aim: the most rewarding pairs first, an aim counting less the more is already sent there."""
    s = e.s
    ways = {h: e.field(1 << h, e.side, LEG, s.occupied[e.side]) for h in {aim.hex for aim in aims}}
    merit: dict[int, list[float]] = {}
    for u in members(s.on_map(e.side) & ~s.held):
        here = s.where[u]
        pace = PACE * s.allowance(u) / 8
        merit[u] = []
        for aim in aims:
            way = ways[aim.hex][here]
            turns = way / pace
            value = aim.value * 0.75**turns * (0.3 if turns > e.turns_left + 1 else 1.0)
            merit[u].append(value * _fit(e, u, aim) if way < FAR_OFF else 0.0)

    def power(u: int, aim: Aim) -> float:
        return e.attack(u) if aim.script in ("assault", "exploit", "relieve") else e.defence(u)

    return allot(merit, aims, power)


def _fit(e: Estimate, u: int, aim: Aim) -> float:
    """How well a unit serves a kind of task."""
    encircled = e.roster.encircled >> u & 1
    if aim.script == "relieve" and e.link:
        return 0.0 if encircled else 1.0
    if aim.script == "fall back" or (aim.script == "hold" and aim.hex == e.board.airfield):
        return 1.0 if encircled or e.side == SOVIET else 0.0
    return 1.0
