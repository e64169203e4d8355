"""Plans: which formation is after what, and how the staff leans."""

from __future__ import annotations

from random import Random

from kessel.engine.plan import Plan
from kessel.games.debrecen.activation import arrivals
from kessel.games.debrecen.movement import entry_hexes
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.staff.estimate import EIGHTHS, FAR_OFF, Estimate
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, first, members
from kessel.mechanics.plans import Aim, Ordered, allot, contact, favourites, strayed, tasks_of, varied

WEIGHTS = {"attack": 1.0, "risk": 1.0, "pull": 1.0, "hold": 1.0, "supply": 1.0, "support": 1.0, "tire": 1.0}
"""The staff's usual judgement."""

PACE = 16.0
"""Half movement points that a unit gains on its way in a turn for each action point."""

NEAR = 7
"""Within so many hexes of the enemy a place has to be held."""


def make_plan(s: DebrecenState, side: int, rng: Random | None = None, base: Plan | None = None) -> Plan:
    """A plan for a side: the usual one, or with dice a variation of it (or of another plan)."""
    weights = dict(base.weights) if base else dict(WEIGHTS)
    leanings = dict(base.leanings) if base else {}
    e = Estimate(s, side)
    aims = all_aims(e)
    if rng is not None:
        weights = varied(weights, rng)
        favour = favourites({aim.hex for aim in aims}, rng)
        aims = [aim._replace(value=aim.value * favour.get(aim.hex, 1.0)) for aim in aims]
        hexes = contact(s.board.grid, s.occupied[side], s.occupied[1 - side])
        leanings = strayed(leanings, hexes, s.board.grid.names, rng)
    found = assign(e, aims)
    units = ((Ordered(s.unit(u).id, s.unit(u).formation, e.power(u) / EIGHTHS), aim) for u, aim in found.items())
    tasks, effort = tasks_of(units, s.board.grid.names)
    return Plan(SIDES[side], effort, tasks, weights, leanings)


def guard(e: Estimate, h: Hex) -> float:
    """The strength that stands in a hex, with the columns of the ground in strength too."""
    units = e.s.at.get(h, 0)
    return sum(e.power(u) for u in members(units)) / EIGHTHS * (1.0 - 0.25 * e.board.shift_of(h))


def all_aims(e: Estimate) -> list[Aim]:
    """Places to take, to hold or to win back; banks for bridgeheads; where nothing else calls, the enemy."""
    s, aims = e.s, []
    foe = s.occupied[e.enemy]
    for h, value in e.prizes.items():
        if foe >> h & 1:
            script = "assault" if e.side == ALLIED else "relieve"
            aims.append(Aim(h, value, 2.5 * guard(e, h) + 4.0, script))
        elif not e.holds(h, e.side):
            aims.append(Aim(h, value, 8.0, "exploit" if e.side == ALLIED else "relieve"))
        elif foe and (distance := e.grid.distance_to(h, foe)) <= NEAR:
            aims.append(Aim(h, value * (1.2 - 0.1 * distance), 14.0, "hold"))
    aims += [Aim(h, 0.7, 8.0, "exploit") for h in banks(e)]
    near = s.occupied[e.side]
    for _ in range(4):
        near |= e.grid.spread(near)
    for h in members(foe & near):
        cut = not e.foe_fed >> h & 1
        aims.append(Aim(h, 0.3 if cut else 0.2, 2.0 * guard(e, h) + 3.0, "encircle" if cut else "screen"))
    return aims


def banks(e: Estimate) -> list[Hex]:
    """15.5: hexes on the near bank of the Tisza from where a bridgehead could be put across, away from the enemy."""
    s = e.s
    left = s.board.scenario["bridgeheads"] - sum(mother >= 0 for mother in s.mothers)
    if e.side != ALLIED or left <= 0 or not bridging(e):
        return []
    safe = [
        h
        for h in members(e.board.area & ~s.occupied[e.enemy])
        if e.fed >> h & 1 and any(not e.threats.get(n) for n in members(e.board.major.of(h) & e.board.area))
    ]
    own = bridging(e)
    safe.sort(key=lambda h: (min(e.grid.distance(h, s.where[u]) for u in members(own)), h))
    kept: list[Hex] = []
    for h in safe:
        if len(kept) < left and all(e.grid.distance(h, x) > 2 for x in kept):
            kept.append(h)
    return kept


def bridging(e: Estimate) -> Bits:
    """15.5-b: units that could put a bridgehead across."""
    s, rule = e.s, e.board.tables["bridgeheads"]["mother"]
    own = s.on_map(e.side) & e.roster.foot & ~e.roster.bridgeheads
    return sum(
        1 << u for u in members(own) if s.unit(u).nationality == rule["nationality"] and s.steps[u] >= rule["steps"]
    )


def assign(e: Estimate, aims: list[Aim]) -> dict[int, Aim]:
    """Each unit its aim: the most rewarding pairs first, an aim counting less the more is already sent there."""
    s = e.s
    ways: dict[tuple[Hex, str], list[int]] = {}
    bank = set(banks(e))
    bridgers = bridging(e) if bank else 0
    merit: dict[int, list[float]] = {}
    for u in members(s.combat(s.on_map(e.side) | arrivals(s, e.side)) & ~e.roster.bridgeheads):
        here, column = s.where[u], e.roster.columns[u]
        if here < 0:
            here = first(entry_hexes(s, u))
        pace = PACE * max(1, e.roster.base_points[u] - 1) * (0.6 if e.roster.foot >> u & 1 else 1.0)
        merit[u] = []
        for aim in aims:
            way = ways.get((aim.hex, column))
            if way is None:
                way = ways[aim.hex, column] = e.field(1 << aim.hex, e.side, column)
            turns = way[here] / pace
            value = aim.value * 0.65**turns * (0.3 if turns > e.turns_left + 1 else 1.0)
            if aim.hex in bank and not bridgers >> u & 1:
                value = 0.0
            if aim.script in ("assault", "relieve", "exploit", "encircle") and e.roster.red >> u & 1:
                value = 0.0
            merit[u].append(value if way[here] < FAR_OFF else 0.0)

    def power(u: int, aim: Aim) -> float:
        return e.power(u) / EIGHTHS

    return allot(merit, aims, power)
