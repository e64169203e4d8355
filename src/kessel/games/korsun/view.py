"""What a side may know. Everything lies open but the chits in their pools, which nobody knows (16.0-a)."""

from __future__ import annotations

from typing import Any

from kessel.engine import Message
from kessel.games.korsun.advance import Advance
from kessel.games.korsun.combat import Bombard, BombardmentRoll, Combat, Declare, Duel, Roll
from kessel.games.korsun.movement import Movement, Moving
from kessel.games.korsun.retreats import Retreat
from kessel.games.korsun.roster import MAX_CHITS, SIDES
from kessel.games.korsun.sequence import PHASES, Turn
from kessel.games.korsun.setup import SetUp
from kessel.games.korsun.state import DEAD, WAITING, KorsunState
from kessel.games.korsun.supply import supplied
from kessel.games.korsun.support import pool_open
from kessel.games.korsun.victory import LEVELS, levels, linked, standing
from kessel.mechanics.views import table_seen

OPPORTUNITIES = 2 * MAX_CHITS
"""8.3-b: how often the two sides together may draw a chit for a combat."""

LINES = {
    "link": (
        (Message("Encircled units with a line to the west"), "20.0-v1"),
        (Message("Encircled units without a line, or lost"), "20.0-v8"),
    ),
    "hexes": (
        (Message("Places that the German holds"), "3.0-g"),
        (Message("Places that he does not hold"), "3.0-g"),
    ),
}
"""What the score counts, by the measure of the scenario."""


def view(s: KorsunState, side: str | None) -> dict[str, Any]:
    """The position as a side sees it; a spectator (None) sees the same without what is being declared."""
    grid = s.board.grid
    who = SIDES.index(side) if side is not None else -1
    return {
        **table_seen(s, side),
        "phase": phase(s),
        "segment": segment(s),
        "stacks": _stacks(s),
        "off_map": {
            "dead": [s.unit(u).id for u, h in enumerate(s.where) if h == DEAD],
            "waiting": [s.unit(u).id for u, h in enumerate(s.where) if h == WAITING],
        },
        "held": s.ids(s.held),
        "bridges": [
            {"unit": s.unit(u).id, "hexside": [grid.names[h] for h in s.board.spans[span]]} for u, span in s.bridges
        ],
        "pools": _pools(s),
        "air_supply": {"left": s.airlifts, "unit": s.unit(s.airlift).id if s.airlift >= 0 else None},
        "airfield": _airfield(s),
        "bombarded": grid.listed(s.bombarded),
        "score": _score(s),
        "combat": _combat(s, who),
        "moving": _moving(s, who),
        "way": _way(s),
    }


def phase(s: KorsunState) -> str:
    """The phase of the turn that is being played, or ``set-up``."""
    if isinstance(s.stack[-1], SetUp):
        return "set-up"
    turn: Turn = s.stack[0]
    return PHASES[turn.phase - 1]


def segment(s: KorsunState) -> str:
    """The phase within a player turn: movement, combat, their mobile kin, or empty."""
    for frame in reversed(s.stack):
        if isinstance(frame, Movement):
            return "mobile-movement" if frame.mobile else "movement"
        if isinstance(frame, Combat):
            return "mobile-combat" if frame.mobile else "combat"
    return ""


def _stacks(s: KorsunState) -> list[dict[str, Any]]:
    roster = s.board.roster
    found = []
    for h in sorted(s.at):
        u = s.at_hex(h)
        found.append(
            {
                "hex": s.board.grid.names[h],
                "side": SIDES[s.unit(u).side],
                "height": 1,
                "top": s.unit(u).id,
                "supplied": supplied(s, u),
                "units": [
                    {
                        "id": s.unit(u).id,
                        "steps": s.steps[u],
                        "attack": roster.attack[u][s.steps[u]],
                        "defence": roster.defence[u][s.steps[u]],
                        "movement": s.allowance(u),
                        "marks": marks(s, u),
                    }
                ],
            }
        )
    return found


def marks(s: KorsunState, u: int) -> list[str]:
    """What a counter shows besides its values."""
    bit = 1 << u
    found = [
        name
        for name, units in (
            ("held", s.held),
            ("moved", s.moved),
            ("attacked", s.attacked),
            ("advanced", s.advanced),
            ("displaced", s.displaced),
        )
        if units & bit
    ]
    if u == s.airlift:
        found.append("air-supply")
    return found


def _pools(s: KorsunState) -> dict[str, Any]:
    """How many chits each pool holds and which are spent; what is left in it follows for anyone who counts."""
    return {
        organisation.id: {
            "side": SIDES[organisation.side],
            "ready": len(s.ready[i]),
            "values": list(s.ready[i]),
            "spent": list(s.spent[i]),
            "open": pool_open(s, i),
            "active": s.active(i).bit_count(),
        }
        for i, organisation in enumerate(s.board.roster.organisations)
        if s.board.chits(i)
    }


def _airfield(s: KorsunState) -> dict[str, str] | None:
    if s.board.airfield < 0:
        return None
    return {"hex": s.board.grid.names[s.board.airfield], "side": SIDES[s.airfield]}


def _score(s: KorsunState) -> dict[str, Any]:
    """20.0-v1: the result if the game ended now."""
    found = standing(s)
    measure = s.board.scenario["victory"]["measure"]
    lines = LINES[measure]
    return {
        "total": found.number,
        "others": found.others,
        "measure": measure,
        "levels": [
            {"level": level, "from": least, "to": most} for level, least, most in levels(s, found.number + found.others)
        ],
        "linked": s.ids(linked(s)) if measure == "link" else [],
        "level": found.level,
        "winner": found.winner,
        "rules": list(found.rules),
        "text": LEVELS[found.level][0].text,
        "args": {"count": found.number, "others": found.others},
        "lines": [
            {"text": line.text, "points": points, "rule": rule}
            for (line, rule), points in zip(lines, (found.number, found.others), strict=True)
        ],
    }


def _combat(s: KorsunState, who: int) -> dict[str, Any] | None:
    """The attack or bombardment under way; what is being declared is the attacker's business."""
    for frame in reversed(s.stack):
        if isinstance(frame, (Duel, Roll, BombardmentRoll, Bombard, Declare)):
            committed = not isinstance(frame, Declare) and not (isinstance(frame, Bombard) and not frame.fired)
            if not committed and frame.side != who:
                return None
            units = 0 if isinstance(frame, (Bombard, BombardmentRoll)) else frame.units
            return {
                "target": s.board.grid.names[frame.target],
                "side": SIDES[frame.side],
                "units": s.ids(units),
                "committed": committed,
                "bombardment": isinstance(frame, (Bombard, BombardmentRoll)),
                **_support(s, frame),
            }
    return None


def _support(s: KorsunState, frame: Any) -> dict[str, Any]:
    """The duel of support fire so far (8.3-b)."""
    names = s.board.roster.orgs

    def listed(chits: Any) -> list[dict[str, Any]]:
        return [{"organisation": names[org], "value": value} for org, value in chits]

    if isinstance(frame, (Bombard, BombardmentRoll)):
        pools = frame.pools if isinstance(frame, Bombard) else ()
        return {"attack_chits": listed(frame.chits), "defence_chits": [], "named": [names[org] for org in pools]}
    if isinstance(frame, Declare):
        return {"engineer": s.unit(frame.engineer).id if frame.engineer >= 0 else None}
    return {
        "engineer": s.unit(frame.engineer).id if frame.engineer >= 0 else None,
        "attack_chits": listed(frame.attack_chits),
        "defence_chits": listed(frame.defence_chits),
        "opportunity": frame.turn if isinstance(frame, Duel) else OPPORTUNITIES,
        "opportunities": OPPORTUNITIES,
        "taken": list(frame.taken) if isinstance(frame, Duel) else [],
    }


def _moving(s: KorsunState, who: int) -> dict[str, Any] | None:
    """The unit on the move, for its owner."""
    top = s.stack[-1]
    if not isinstance(top, Moving) or s.unit(top.unit).side != who:
        return None
    mobile = bool(s.board.roster.mobile >> top.unit & 1)
    return {
        "units": [s.unit(top.unit).id],
        "hex": s.board.grid.names[s.where[top.unit]],
        "points": {"mobile" if mobile else "leg": top.points / s.board.scale},
    }


def _way(s: KorsunState) -> dict[str, Any] | None:
    """A retreat under way with the hexes it has come through (7.7-a), or the path that an advance follows (7.9-b)."""
    names, top = s.board.grid.names, s.stack[-1]
    if isinstance(top, Retreat):
        path = [names[h] for h in (s.where[top.unit], *top.path)]
        return {"kind": "retreat", "units": [s.unit(top.unit).id], "path": path, "left": top.count - len(top.path)}
    if isinstance(top, Advance):
        units = s.ids(top.units & s.present & ~s.advanced)
        return {"kind": "advance", "units": units, "path": [names[h] for h in top.vacated(s)], "left": 0}
    return None
