"""Combats as literals: units, an activation, an attack, the result wanted, and what is left.

``RUSSIANS`` and ``GERMANS`` are infantry of like quality, three to one, so that no armour die falls.
"""

from __future__ import annotations

from typing import Any

from kessel.engine import Chance, Event
from kessel.games.debrecen.activation import Activation
from kessel.games.debrecen.combat import Combat
from kessel.games.debrecen.odds import FACES, Odds, result_of
from kessel.games.debrecen.roster import SIDES
from kessel.hexes import members
from tests.debrecen.lab import Lab, plain

TARGET = "1510"
"""Where the fights take place: 1410 and 1411 lie north of it, 1610 and 1611 south, 1509 and 1511 beside it."""
RUSSIANS = "297-27G 1610 cv=9/6/3 q=4"
GERMANS = "178-76 1510 cv=3/2 q=4"


def fight(*units: str, side: str = "allied", idle: str = "", points: int = 3, **fields: Any) -> Lab:
    """A position in the bare country in an activation of all combat units of a side but the idle ones."""
    return activate(plain("operations", *units, initiative=side, **fields), side, idle, points)


def activate(lab: Lab, side: str, idle: str = "", points: int = 3) -> Lab:
    """Begin an activation of all combat units of a side but the idle ones."""
    s = lab.state
    who = SIDES.index(side)
    s.active = s.combat(s.on_map(who)) & ~s.board.roster.names.bits(idle.split())
    for u in members(s.active):
        s.points[u] = points
    s.stack.append(Activation(who))
    s._actions = {}
    return lab


def mark(lab: Lab, **marks: str) -> Lab:
    """Give units marks: ``fatigued="178-76"``."""
    for name, units in marks.items():
        bits = lab.state.board.roster.names.bits(units.split())
        setattr(lab.state, name, getattr(lab.state, name) | bits)
    lab.state._actions = {}
    return lab


def attack(target: str, *units: str, prepared: bool = False) -> list[str]:
    """The actions that declare an attack and commit it."""
    return [f"{'prepare' if prepared else 'attack'} {target}", *(f"add {unit}" for unit in units), "commit"]


def combat(lab: Lab) -> Combat:
    """The combat that is under way."""
    return next(frame for frame in reversed(lab.state.stack) if isinstance(frame, Combat))


def odds(lab: Lab) -> Odds:
    """The arithmetic of the combat that is under way."""
    return combat(lab).odds(lab.state)


def column(lab: Lab, base: bool = False) -> str:
    """The column of the combat that is under way, with all shifts or before them."""
    found = odds(lab)
    return str(lab.state.board.tables["combat"]["columns"][found.base if base else found.column])


def shifts(lab: Lab) -> dict[str, int]:
    """The column shifts of the combat that is under way, by rule."""
    found: dict[str, int] = {}
    for item in odds(lab).shifts:
        found[item.rule] = found.get(item.rule, 0) + int(item.value)
    return found


def die_for(lab: Lab, result: str) -> int:
    """The combat die that brings a result now."""
    frame = combat(lab)
    start, bonus = frame.start + frame.shift, frame.die
    dice = [die for die in range(1, FACES + 1) if result_of(lab.state, start, die + bonus) == result]
    assert dice, f"no die brings {result} in column {column(lab)}"
    return dice[0]


def play(lab: Lab, *actions: str, result: str = "", dice: tuple[int, ...] = ()) -> list[Event]:
    """Play actions; the combat die falls as the result wants it, all others as given, no more and no fewer."""
    events: list[Event] = []
    left = list(dice)

    def roll() -> None:
        nonlocal events
        while isinstance(need := lab.state.decision, Chance):
            if need.name == "combat" and result:
                faces = [die_for(lab, result)]
            else:
                if len(left) < need.dice:
                    return
                faces = [left.pop(0) for _ in range(need.dice)]
            events += lab.state.play("roll " + " ".join(map(str, faces)))

    for action in actions:
        events += lab.state.play(action)
        roll()
    assert not left, f"dice left: {left}"
    lab.log += events
    return events


def fought(result: str, *units: str, prepared: bool = False, **fields: Any) -> Lab:
    """An attack on 1510 by all units of a side next to it, its result on the table; quality by the first named."""
    lab = fight(*(units or (RUSSIANS, GERMANS)), **fields)
    attackers = [name for name in (u.split()[0] for u in units or (RUSSIANS, GERMANS)) if may_attack(lab, name)]
    play(lab, *attack(TARGET, *attackers, prepared=prepared), result=result)
    while lab.decision == "quality":
        order = [u.split()[0] for u in units]
        play(lab, min(lab.actions("pick"), key=lambda a: order.index(a.split()[1])), result=result)
    return lab


def may_attack(lab: Lab, unit: str) -> bool:
    """Whether a unit is active beside 1510."""
    s = lab.state
    u = lab.index(unit)
    near = s.board.around[s.board.grid.index[TARGET]]
    return bool(s.active >> u & 1) and bool(near >> s.where[u] & 1)


def finish(lab: Lab, *dice: int) -> Lab:
    """Play a combat to its end: nobody uses support, losses before retreats, nobody advances who need not; the dice
    that are not given fall as ones."""
    left = list(dice)
    while any(isinstance(frame, Combat) for frame in lab.state.stack) or lab.decider == "chance":
        if isinstance(need := lab.state.decision, Chance):
            faces = [left.pop(0) if left and need.name == "after-use" else 1 for _ in range(need.dice)]
            lab.log += lab.state.play("roll " + " ".join(map(str, faces)))
        else:
            actions = lab.actions()
            lab.log += lab.state.play(next((a for a in ("pass", "stay") if a in actions), actions[0]))
    assert not left, f"dice left: {left}"
    return lab
