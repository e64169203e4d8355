"""Plans: which formation is after what, and how the staff leans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from kessel.engine.plan import Plan
from kessel.games.debrecen.activation import arrivals
from kessel.games.debrecen.movement import entry_hexes
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.staff.estimate import EIGHTHS, FAR_OFF, Estimate, Ways
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, first, members
from kessel.mechanics.plans import Aim, Ordered, allot, contact, favourites, strayed, tasks_of, varied

Merits = dict[int, list[float]]
"""For units what each aim is worth to them."""

WEIGHTS = dict.fromkeys(("attack", "risk", "pull", "hold", "supply", "command", "support", "tire"), 1.0)
"""The staff's usual judgement."""

PACE = 16.0
"""Half movement points that a unit gains on its way in a turn for each action point."""

STRAY = 0.12
"""How much an aim counts that is out of the command range of the formation's HQ at its station."""

SPOTS = 12
"""How many stations are weighed for an HQ."""

NEARBY, STRIDE = ("screen", "encircle"), 4
"""Scripts for what lies near, and what a hex of the way to it costs about."""

NEAR = 7
"""Within so many hexes of the enemy a place has to be held."""


def make_plan(s: DebrecenState, side: int, rng: Random | None = None, base: Plan | None = None) -> Plan:
    """A plan for a side: the usual one, or with dice a variation of it (or of another plan)."""
    weights = dict(base.weights) if base else dict(WEIGHTS)
    leanings = dict(base.leanings) if base else {}
    e = Estimate(s, side)
    if rng is not None:
        weights = varied(weights, rng)
        for h, liking in favourites({aim.hex for aim in all_aims(e)}, rng).items():
            weights[e.grid.names[h]] = weights.get(e.grid.names[h], 1.0) * liking
        hexes = contact(e.grid, s.occupied[side], s.occupied[1 - side])
        leanings = strayed(leanings, hexes, e.grid.names, rng)
    plan = Plan(SIDES[side], weights=weights, leanings=leanings)
    renew(plan, e, {})
    return plan


def renew(plan: Plan, e: Estimate, ways: Ways) -> None:
    """Share out the aims of a plan by the position as it is now; places may weigh more or less in it than usual. Ways
    that are known already need not be fresh."""
    s, names = e.s, e.grid.names
    aims = [aim._replace(value=aim.value * plan.weights.get(names[aim.hex], 1.0)) for aim in all_aims(e)]
    found, stations = assign(e, aims, ways)
    units = ((Ordered(s.unit(u).id, s.unit(u).formation, e.power(u) / EIGHTHS), aim) for u, aim in found.items())
    plan.tasks, plan.main_effort = tasks_of(units, names)
    plan.choices = {e.roster.names[hq]: names[h] for hq, h in stations.items()}


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
        if e.fed >> h & 1 and any(not e.threat(n) for n in members(e.board.major.of(h) & e.board.area))
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


def assign(e: Estimate, aims: list[Aim], ways: Ways) -> tuple[dict[int, Aim], dict[int, Hex]]:
    """Each unit its aim, formation by formation, whoever has most to gain first: a formation goes for what lies around
    a station of its HQ. Also the stations."""
    merit = merits(e, aims, ways)
    sent = [0.0] * len(aims)
    found = garrisons(e, aims, merit, sent)
    teams: dict[int, Merits] = {}
    for u in merit.keys() - found.keys():
        teams.setdefault(e.s.hq(u), {})[u] = merit[u]
    stations: dict[int, Hex] = {}

    def power(u: int, aim: Aim) -> float:
        return e.power(u) / EIGHTHS

    for hq in sorted(teams, key=lambda hq: (hq < 0, -sum(max(v, default=0.0) for v in teams[hq].values()), hq)):
        best = (-1.0, -1, teams[hq])
        for station, way in spots(e, hq, teams[hq], aims, sent) if hq >= 0 else ():
            team = restricted(e, hq, station, teams[hq], aims)
            worth = sum(shared(team, aims, power, sent[:])) * (1.0 - 0.5 * way / FAR_OFF)
            best = max(best, (worth, station, team), key=lambda b: b[:2])
        if best[1] >= 0:
            stations[hq] = best[1]
        found |= allot(best[2], aims, power, sent)
    return found, stations


def garrisons(e: Estimate, aims: list[Aim], merit: Merits, sent: list[float]) -> dict[int, Aim]:
    """Infantry in a place that has to be held stays there, as much as it takes."""
    s, found = e.s, {}
    for i, aim in enumerate(aims):
        if aim.script != "hold":
            continue
        for u in sorted(members(s.at.get(aim.hex, 0) & e.roster.foot), key=lambda u: (-e.power(u), u)):
            if u in merit and sent[i] < aim.need:
                found[u] = aim
                sent[i] += e.power(u) / EIGHTHS
    return found


def shared(team: Merits, aims: list[Aim], power: Callable[[int, Aim], float], sent: list[float]) -> Iterator[float]:
    """What each unit of a formation gains by its aim, with all others after theirs."""
    index = {aim: i for i, aim in enumerate(aims)}
    for u, aim in allot(team, aims, power, sent).items():
        i = index[aim]
        yield team[u][i] * min(1.0, aim.need / max(sent[i], 0.1))


def restricted(e: Estimate, hq: int, station: Hex, team: Merits, aims: list[Aim]) -> Merits:
    """8.1: what the aims are worth to a formation whose HQ is at a station: little, if they are out of its range."""
    reach = e.roster.units[hq].range
    share = [1.0 if e.grid.distance(station, aim.hex) <= reach else STRAY for aim in aims]
    return {u: [v * x for v, x in zip(values, share, strict=True)] for u, values in team.items()}


def spots(e: Estimate, hq: int, team: Merits, aims: list[Aim], sent: list[float]) -> list[tuple[Hex, int]]:
    """The stations that promise most, each with the way of the HQ to it; none for a formation whose HQ is not there."""
    s = e.s
    if s.where[hq] < 0 and not arrivals(s, e.side) >> hq & 1:
        return []
    here = s.where[hq] if s.where[hq] >= 0 else first(entry_hexes(s, hq))
    way = e.way_to(here, e.roster.columns[hq])
    left = [aim._replace(value=1.0 if sent[i] < aim.need else 0.3) for i, aim in enumerate(aims)]
    reach, found = e.roster.units[hq].range, []
    for c in {aim.hex for aim in aims} | {here} | {s.where[u] for u in team if s.where[u] >= 0}:
        share = [aim.value * (1.0 if e.grid.distance(c, aim.hex) <= reach else STRAY) for aim in left]
        worth = sum(max((v * x for v, x in zip(values, share, strict=True)), default=0.0) for values in team.values())
        found.append((worth * (1.0 - 0.5 * way[c] / FAR_OFF), c))
    return [(c, way[c]) for _, c in sorted(found, reverse=True)[:SPOTS]]


def merits(e: Estimate, aims: list[Aim], ways: Ways) -> Merits:
    """What each aim would be worth to each unit if nobody else went there: less the longer the way."""
    s = e.s
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
            if aim.script in NEARBY:
                way = min(STRIDE * e.grid.distance(here, aim.hex), FAR_OFF)
            else:
                if (aim.hex, column) not in ways:
                    ways[aim.hex, column] = e.field(1 << aim.hex, e.side, column)
                way = ways[aim.hex, column][here]
            turns = way / pace
            value = aim.value * 0.65**turns * (0.3 if turns > e.turns_left + 1 else 1.0)
            if aim.hex in bank and not bridgers >> u & 1:
                value = 0.0
            if aim.script in ("assault", "relieve", "exploit", "encircle") and e.roster.red >> u & 1:
                value = 0.0
            merit[u].append(value if way < FAR_OFF else 0.0)
    return merit
