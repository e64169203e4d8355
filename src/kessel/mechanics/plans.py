"""Plans of computer commanders: aims shared out among units, variations, and a plan in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from kessel.engine import Message, Names
from kessel.engine.event import Label
from kessel.engine.plan import Plan, Task
from kessel.hexes import Bits, Grid, Hex, members

LEAN = 0.45
"""How far a variation strays from its base (standard deviation of the logarithm)."""

LIKING = 0.4
"""How far the leaning towards a hex strays (standard deviation, in points)."""

SCRIPTS = {
    "assault": Message("Assault"),
    "exploit": Message("Exploit"),
    "encircle": Message("Encircle"),
    "hold": Message("Hold"),
    "fall back": Message("Fall back"),
    "relieve": Message("Win back"),
    "screen": Message("Screen"),
    "refit": Message("Refit"),
}
"""What the formations are told to do."""

REASONS = {
    "assault": Message("{unit} moves to {to} for the attack on {hex}."),
    "exploit": Message("{unit} drives by {to} to {hex}."),
    "encircle": Message("{unit} moves to {to} to close the ring at {hex}."),
    "hold": Message("{unit} moves to {to} to hold {hex}."),
    "fall back": Message("{unit} falls back by {to} to {hex}."),
    "relieve": Message("{unit} moves to {to} to win back {hex}."),
    "screen": Message("{unit} moves to {to} to face the enemy at {hex}."),
}
"""Why a unit moves, by the script of its task."""


class Aim(NamedTuple):
    """A hex worth going to: its value, how much strength it takes, and the script of whoever goes."""

    hex: Hex
    value: float
    need: float
    script: str


class Ordered(NamedTuple):
    """A unit with an aim, as a plan names both."""

    unit: str
    formation: str
    power: float


def allot(
    merit: Mapping[int, Sequence[float]],
    aims: Sequence[Aim],
    power: Callable[[int, Aim], float],
    sent: list[float] | None = None,
) -> dict[int, Aim]:
    """Each unit its aim: the most rewarding pairs first, an aim counting less the more ``power`` is sent there already.

    ``merit`` says for every unit what each aim would be worth if nobody else went there; ``sent``, what has been sent
    to each aim before, is kept up to date.
    """
    sent = [0.0] * len(aims) if sent is None else sent
    best = {u: _best(merits, aims, sent) for u, merits in merit.items()}
    waiting = set(best)
    found: dict[int, Aim] = {}
    while waiting:
        u = max(waiting, key=lambda x: (best[x][0], x))
        value, i = best[u]
        waiting.discard(u)
        if i < 0 or value <= 0.0:
            continue
        found[u] = aims[i]
        sent[i] += power(u, aims[i])
        for x in waiting:
            if best[x][1] == i:
                best[x] = _best(merit[x], aims, sent)
    return found


def _best(merits: Sequence[float], aims: Sequence[Aim], sent: Sequence[float]) -> tuple[float, int]:
    found = (0.0, -1)
    for i, value in enumerate(merits):
        if value > found[0]:
            full = sent[i] / aims[i].need if aims[i].need else 1.0
            value *= 1.0 if full < 0.5 else 0.7 if full < 1.0 else 0.25 / full
            if value > found[0]:
                found = (value, i)
    return found


def tasks_of(pairs: Iterable[tuple[Ordered, Aim]], names: Sequence[str]) -> tuple[tuple[Task, ...], str]:
    """The tasks by formation, script and objective, and the hex that most power goes for."""
    groups: dict[tuple[str, str, Hex], list[str]] = {}
    effort: dict[Hex, float] = {}
    for unit, aim in pairs:
        groups.setdefault((unit.formation, aim.script, aim.hex), []).append(unit.unit)
        effort[aim.hex] = effort.get(aim.hex, 0.0) + unit.power
    tasks = tuple(Task(formation, tuple(units), script, names[h]) for (formation, script, h), units in groups.items())
    main = max(effort, key=lambda h: (effort[h], h), default=-1)
    return tasks, names[main] if main >= 0 else ""


def aims_of(plan: Plan, names: Names, grid: Grid) -> dict[int, tuple[Hex, str]]:
    """For each unit of a plan its objective and script."""
    return {names.index[unit]: (grid.index[task.objective], task.script) for task in plan.tasks for unit in task.units}


def leanings_of(plan: Plan, grid: Grid) -> dict[Hex, float]:
    """The leanings of a plan by hex."""
    return {grid.index[name]: value for name, value in plan.leanings.items()}


def contact(grid: Grid, own: Bits, foe: Bits) -> list[Hex]:
    """Where two armies touch: the hexes of the enemy that can be struck soon, and those from where."""
    near = grid.spread(own)
    near |= grid.spread(near)
    return list(members(near & (foe | grid.spread(foe))))


def reason(plan: Plan, unit: str, to: str) -> Message:
    """Why a unit moves to a hex, by the task that the plan gives it."""
    for task in plan.tasks:
        if unit in task.units and task.script in REASONS:
            return REASONS[task.script]._replace(args={"unit": unit, "to": to, "hex": task.objective})
    return Message("{unit} is wanted at {hex}.", {"unit": unit, "hex": to})


def varied(weights: Mapping[str, float], rng: Random) -> dict[str, float]:
    """Weights of which about half have strayed."""
    return {
        name: value * math.exp(rng.gauss(0.0, LEAN)) if rng.random() < 0.5 else value for name, value in weights.items()
    }


def strayed(leanings: Mapping[str, float], hexes: Sequence[Hex], names: Sequence[str], rng: Random) -> dict[str, float]:
    """Leanings with up to four of these hexes wanted more or less than before."""
    found = dict(leanings)
    for h in rng.sample(hexes, min(rng.randint(0, 4), len(hexes))):
        found[names[h]] = found.get(names[h], 0.0) + rng.gauss(0.0, LIKING)
    return found


def favourites(hexes: Iterable[Hex], rng: Random) -> dict[Hex, float]:
    """Some of these hexes, liked more or less than usual."""
    return {h: math.exp(rng.gauss(0.0, 2 * LEAN)) for h in hexes if rng.random() < 0.3}


def explain_plan(
    plan: Plan,
    formations: Mapping[str, str],
    translate: Callable[[str], str],
    label: Label,
    scripts: Mapping[str, Message] = SCRIPTS,
) -> dict[str, Any]:
    """Main effort, tasks by formation and expected attacks, as JSON data."""
    effort = ""
    if plan.main_effort:
        effort = Message("Main effort: {hex}.", {"hex": plan.main_effort}).render(translate, label)
    return {
        "side": plan.side,
        "main_effort": {"hex": plan.main_effort, "text": effort},
        "tasks": [
            {
                "formation": formations.get(task.formation, task.formation),
                "units": list(task.units),
                "script": scripts[task.script].render(translate),
                "objective": label("hex", task.objective),
                "hex": task.objective,
            }
            for task in plan.tasks
        ],
        "attacks": [
            {
                "hex": p.target,
                "units": list(p.units),
                "odds": p.odds,
                "value": p.value,
                "text": Message(
                    "Attack on {hex} at {column}: it should be worth {value} points.",
                    {"hex": p.target, "column": p.odds, "value": p.value},
                ).render(translate, label),
            }
            for p in plan.prospects
        ],
        "expected": plan.value,
    }
