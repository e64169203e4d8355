"""6.3 Fog of war: what a side may know, built from nothing by allow-list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kessel.games.breakout.board import FOOT, MECHANIZED
from kessel.games.breakout.combat import Battle, Combat, Declare
from kessel.games.breakout.losses import Loss
from kessel.games.breakout.movement import Movement, Moving
from kessel.games.breakout.results import Advance, Retreat
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES
from kessel.games.breakout.sequence import PHASES, KorpsgruppeDeployment
from kessel.games.breakout.setup import Deploy, FirstAirRoll
from kessel.games.breakout.stacking import StackingCheck
from kessel.games.breakout.state import DEAD, EXITED, WAITING, BreakoutState
from kessel.games.breakout.victory import divisions_in_communication, score
from kessel.hexes import Bits, first, members
from kessel.mechanics.views import table_seen


def view(s: BreakoutState, side: str | None) -> dict[str, Any]:
    """The position as a side sees it; a spectator (None) sees of both sides what their enemies see."""
    grid = s.board.grid
    who = SIDES.index(side) if side is not None else -1
    return {
        **table_seen(s, side),
        "phase": phase(s),
        "segment": segment(s),
        "air": {name: s.cas[i] for i, name in enumerate(SIDES)},
        "stacks": _stacks(s, who),
        "off_map": _off_map(s),
        "korpsgruppen": {k: grid.names[h] for k, h in zip(KG_NAMES, s.kg, strict=False) if h >= 0},
        "control": grid.listed(s.control & s.board.built),
        "fallen": grid.listed(s.fallen),
        "score": _score(s, who),
        "combat": _combat(s, who),
        "moving": _moving(s, who),
    }


def phase(s: BreakoutState) -> str:
    """The phase of the turn that is being played, or ``set-up``."""
    top = s.stack[-1]
    if isinstance(top, (Deploy, FirstAirRoll)):
        return "set-up"
    if isinstance(top, KorpsgruppeDeployment):
        return "korpsgruppen"
    return PHASES[s.stack[0].phase - 1]


def segment(s: BreakoutState) -> str:
    """The segment within a half-turn: move, combat, mechanized, or empty."""
    for frame in reversed(s.stack):
        if isinstance(frame, Movement):
            return "move"
        if isinstance(frame, Combat):
            return "mechanized" if frame.mechanized else "combat"
    return ""


def revealed(s: BreakoutState) -> Bits:
    """Units that both sides see: those of a combat from the moment the attack is committed (6.3-b)."""
    bits = 0
    for frame in s.stack:
        if isinstance(frame, Battle):
            bits |= frame.units | frame.ranged | s.at.get(frame.target, 0)
        elif isinstance(frame, Advance):
            bits |= frame.units | s.at.get(frame.target, 0)
        elif isinstance(frame, (Retreat, Loss)):
            bits |= frame.units
        elif isinstance(frame, StackingCheck) and frame is s.stack[-1]:
            bits |= s.at.get(frame.overstack(s), 0)
    return bits


def _stacks(s: BreakoutState, who: int) -> list[dict[str, Any]]:
    """Own stacks whole; of the enemy's the top unit, the height, and what a combat has revealed (6.3-a)."""
    shown = s.tops | revealed(s)
    own = s.board.roster.of_side[who] if who >= 0 else 0
    found = []
    for h in sorted(s.at):
        units = s.at[h]
        owner = s.unit(first(units)).side
        found.append(
            {
                "hex": s.board.grid.names[h],
                "side": SIDES[owner],
                "height": units.bit_count(),
                "top": s.unit(s.top(h)).id,
                "supplied": bool(s.net(owner) >> h & 1),
                "units": [_unit(s, u) for u in members(units & (own | shown))],
            }
        )
    return found


def _unit(s: BreakoutState, u: int) -> dict[str, Any]:
    return {"id": s.unit(u).id, "steps": s.steps[u], "attack": s.attack(u), "defence": s.defence(u)}


def _off_map(s: BreakoutState) -> dict[str, Any]:
    """The dead pile, the exits and the turn track lie open on the table."""
    return {
        "dead": [s.unit(u).id for u, h in enumerate(s.where) if h == DEAD and u not in s.due],
        "exited": [s.unit(u).id for u, h in enumerate(s.where) if h == EXITED],
        "returning": {s.unit(u).id: turn for u, turn in sorted(s.due.items())},
        "arriving": {s.unit(u).id: t for u, t in s.board.arrivals.items() if s.where[u] == WAITING},
    }


def _score(s: BreakoutState, who: int) -> dict[str, Any]:
    """The points as they stand; how many divisions lie in hidden stacks is their owner's secret until the end."""
    if s.board.scenario["victory"]["measure"] == "divisions":
        known = who == GERMAN or s.outcome is not None
        return {"total": divisions_in_communication(s) if known else None, "lines": []}
    found = score(s, final=s.outcome is not None)
    return {
        "total": found.total,
        "lines": [{"text": line.message.text, "points": line.points, "rule": line.rule} for line in found.lines],
    }


def _combat(s: BreakoutState, who: int) -> Mapping[str, Any] | None:
    """The attack under way: what is declared is the attacker's business until he commits."""
    for frame in reversed(s.stack):
        if isinstance(frame, Battle):
            return {
                "target": s.board.grid.names[frame.target],
                "side": SIDES[frame.side],
                "units": s.ids(frame.units | frame.ranged),
                "committed": True,
            }
        if isinstance(frame, Declare):
            if frame.side != who:
                return None
            return {
                "target": s.board.grid.names[frame.target],
                "side": SIDES[frame.side],
                "units": s.ids(frame.units | frame.ranged),
                "committed": False,
            }
    return None


def _moving(s: BreakoutState, who: int) -> Mapping[str, Any] | None:
    """The unit or stack on the move, for its owner."""
    top = s.stack[-1]
    if not isinstance(top, Moving) or top.side != who:
        return None
    return {
        "units": s.ids(top.units),
        "hex": s.board.grid.names[top.hex],
        "points": {
            mobility: points
            for mobility, points, some in (
                (MECHANIZED, top.points[0], top.units & s.board.roster.mechanized),
                (FOOT, top.points[1], top.units & ~s.board.roster.mechanized),
            )
            if some
        },
    }
