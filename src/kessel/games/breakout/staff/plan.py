"""Plans: which formation is after what, and how the staff leans."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from kessel.engine.plan import Plan
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.staff.estimate import Estimate
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Hex, members
from kessel.mechanics.plans import Aim, Ordered, allot, favourites, tasks_of, varied

USUAL = {"attack": 1.0, "risk": 1.0, "pull": 1.0, "places": 1.0, "exits": 1.0, "hold": 1.0, "encircle": 1.0}

HOLD = 0.9
"""What holding a place is worth beside its points."""

ARMY = 12
"""Attack factors from which the armour of a formation acts as one army."""

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
    everybody, _ = e.threat()
    for h, points in board.vp.items():
        if board.closed >> h & 1:
            continue
        if s.control >> h & 1:
            if everybody[h]:
                need = min(18.0 if points > 1 else 6.0, max(5.0, 0.35 * everybody[h]))
                aims.append(Aim(h, HOLD * points * e.lasting * weights["hold"], need, "hold"))
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
        doomed = members(units & e.roster.divisions) if cut_off else ()
        prize = sum(e.doom(u, s.steps[u], e.fate(s, h)) for u in doomed)
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
    """Each unit its aim: first the tank armies, each as a whole, then everybody else, the most rewarding pairs first;
    an aim counts less the more is already sent there."""
    s, roster, grid = e.s, e.roster, e.grid
    row = e.board.tables.movement[s.weather]
    units = list(members(s.on_map(e.side) & ~roster.static))

    def power(u: int, aim: Aim) -> float:
        striking = aim.script == "assault" or (e.side == SOVIET and aim.script != "hold")
        return s.attack(u) if striking else s.defence(u)

    def merit(u: int, aim: Aim) -> float:
        """What an aim would be worth to a unit that has it for itself."""
        mechanized = bool(roster.mechanized >> u & 1)
        days = grid.distance(s.where[u], aim.hex) / (1.5 * row["mechanized" if mechanized else "non_mechanized"])
        late = 0.15 if days > e.turns_left + 1 else 1.0
        fit = 1.0 if aim.script != "exploit" else 1.2 if mechanized else 0.9
        if aim.script == "exploit" and roster.artillery >> u & 1:
            fit = 0.2
        if e.board.exits >> aim.hex & 1 and aim.script == "exploit" and not roster.corps >> u & 1:
            fit = 0.1
        share = min(1.0, power(u, aim) / aim.need) if e.side == SOVIET else 1.0
        worth: float = aim.value * fit * late * share * 0.55**days
        return worth

    found: dict[int, Aim] = {}
    if e.side == SOVIET:
        found = armies(e, aims, merit)
        units = [u for u in units if u not in found]
    sent = {aim.hex: 0.0 for aim in aims}
    for u, aim in found.items():
        sent[aim.hex] += power(u, aim)
    rest = [aim for aim in aims if sent[aim.hex] < aim.need or not sent[aim.hex]]
    found |= allot({u: [merit(u, aim) for aim in rest] for u in units}, rest, power)
    return found


def armies(e: Estimate, aims: list[Aim], merit: Callable[[int, Aim], float]) -> dict[int, Aim]:
    """The fortified locality that each tank army goes for with all it has."""
    s, roster = e.s, e.roster
    found: dict[int, Aim] = {}
    groups: dict[str, list[int]] = {}
    for u in members(s.on_map(SOVIET) & roster.mechanized & ~roster.artillery):
        groups.setdefault(s.unit(u).formation, []).append(u)
    strong = [us for us in groups.values() if sum(s.attack(u) for u in us) >= ARMY]
    goals = [aim for aim in aims if e.board.vp.get(aim.hex, 0) > 1]
    while strong and goals:
        _, i, j = max(
            (sum(merit(u, goal) for u in us), i, j) for i, us in enumerate(strong) for j, goal in enumerate(goals)
        )
        found |= dict.fromkeys(strong.pop(i), goals.pop(j))
    return found
