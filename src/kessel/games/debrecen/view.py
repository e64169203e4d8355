"""What a side may know, by allow-list: all but the backs of alarm counters (15.4-b), the secret entry rolls (15.8.3)
and, with the fog of war of 11-a, what lies below the top unit of an enemy stack."""

from __future__ import annotations

from typing import Any

from kessel.engine import CHANCE
from kessel.games.debrecen.activation import (
    Activation,
    Muster,
    Operations,
    Specific,
    formation_of_hq,
    formations,
    in_formation,
)
from kessel.games.debrecen.advance import Advance
from kessel.games.debrecen.combat import Combat, Declare
from kessel.games.debrecen.entry import entry_groups
from kessel.games.debrecen.movement import Moving, compelling
from kessel.games.debrecen.odds import stars
from kessel.games.debrecen.retreats import Retreat
from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES
from kessel.games.debrecen.sequence import PHASES, Turn
from kessel.games.debrecen.setup import Alarms, SetUp
from kessel.games.debrecen.state import DEAD, FALLEN, GONE, MARKS, POOL, READY, USED, WAITING, DebrecenState
from kessel.games.debrecen.victory import LEVELS, standing
from kessel.hexes import Bits, first, members
from kessel.mechanics.views import decision_seen, table_seen


def view(s: DebrecenState, side: str | None) -> dict[str, Any]:
    """The position as a side sees it; a spectator (None) sees of both sides what their enemies see."""
    grid = s.board.grid
    who = SIDES.index(side) if side is not None else -1
    return {
        **table_seen(s, side),
        "phase": phase(s),
        "segment": segment(s),
        "initiative": SIDES[s.initiative],
        "decision": _decision(s, side, who),
        "stacks": _stacks(s, who),
        "off_map": _off_map(s, who),
        "support": _support(s),
        "air": dict(zip(SIDES, s.missions, strict=True)),
        "alarms": grid.listed(s.alarms),
        "bridgeheads": _bridgeheads(s, who),
        "breakthrough": grid.listed(s.breakthrough),
        "control": {name: grid.listed(s.control[i]) for i, name in enumerate(SIDES)},
        "losses": dict(zip(SIDES, s.losses, strict=True)) | {"german_mechanised": s.mech_losses},
        "score": score(s, secret=side == SIDES[AXIS] or s.outcome is not None),
        "alternation": _alternation(s),
        "formations": _formations(s, who),
        "activation": _activation(s, who),
        "combat": _combat(s, who),
        "moving": _moving(s, who),
        "way": _way(s),
    }


def phase(s: DebrecenState) -> str:
    """The phase of the turn that is being played, or ``set-up``."""
    if isinstance(s.stack[-1], (SetUp, Alarms)):
        return "set-up"
    turn: Turn = s.stack[0]
    return PHASES[turn.phase - 1]


def segment(s: DebrecenState) -> str:
    """What is under way in the operations: activation, combat, or nothing."""
    for frame in reversed(s.stack):
        if isinstance(frame, (Combat, Declare)):
            return "combat"
        if isinstance(frame, (Activation, Muster, Specific)):
            return "activation"
    return ""


def _decision(s: DebrecenState, side: str | None, who: int) -> dict[str, Any] | None:
    """What is expected of the side; a roll names no hidden units."""
    found: dict[str, Any] | None = decision_seen(s.decision, side)
    if found is not None and found["side"] == CHANCE and s.options["fog_of_war"]:
        names, seen = s.board.roster.names, shown(s, who) | ~s.present
        args = found["prompt"]["args"]
        for key in ("unit", "units"):
            if key in args:
                listed = [args[key]] if isinstance(args[key], str) else args[key]
                args[key] = [name for name in listed if seen >> names.index[name] & 1]
    return found


# -- 11-a ------------------------------------------------------------------------------------------------------------


def revealed(s: DebrecenState) -> Bits:
    """Units that both sides see: those of a combat from the moment the attack is committed."""
    return sum({frame.units | frame.defenders for frame in s.stack if isinstance(frame, Combat)}) & s.present


def shown(s: DebrecenState, who: int) -> Bits:
    """The units on the map that a side sees."""
    if not s.options["fog_of_war"]:
        return s.present
    own = s.board.roster.of_side[who] if who >= 0 else 0
    return s.present & (own | s.tops | revealed(s))


# -- units -----------------------------------------------------------------------------------------------------------


def _stacks(s: DebrecenState, who: int) -> list[dict[str, Any]]:
    seen = shown(s, who)
    found = []
    for h in sorted(s.at):
        units, top = s.at[h], s.top(h)
        found.append(
            {
                "hex": s.name(h),
                "side": SIDES[s.unit(top).side],
                "height": units.bit_count(),
                "top": s.unit(top).id,
                "supplied": not (s.isolated | s.starved) >> top & 1,
                "units": [_unit(s, u) for u in members(units & seen)],
            }
        )
    return found


def _unit(s: DebrecenState, u: int) -> dict[str, Any]:
    roster = s.board.roster
    value = roster.value[u][s.steps[u]]
    return {
        "id": s.unit(u).id,
        "steps": s.steps[u],
        "attack": 0 if roster.red >> u & 1 else value,
        "defence": value,
        "quality": roster.quality[u],
        "points": s.points[u],
        "marks": marks(s, u),
    }


def marks(s: DebrecenState, u: int) -> list[str]:
    """What a counter shows besides its values."""
    return [name for name in (*MARKS, "active", "duty") if getattr(s, name) >> u & 1]


def _off_map(s: DebrecenState, who: int) -> dict[str, Any]:
    """The dead, and who comes when: an entry by secret roll is the Allied player's secret (15.8.3-a)."""
    secret = 0
    if s.options["random_entry"] and who != ALLIED and s.board.arrivals:
        secret = sum(set(entry_groups(s).values()))
    waiting = [u for u, h in enumerate(s.where) if h == WAITING and not s.board.roster.bridgeheads >> u & 1]
    return {
        "dead": [s.unit(u).id for u, h in enumerate(s.where) if h == DEAD],
        "waiting": [s.unit(u).id for u in waiting],
        "arriving": {s.unit(u).id: s.due[u] for u in waiting if not secret >> u & 1},
        "returning": {s.unit(u).id: s.due[u] for u, h in enumerate(s.where) if h == FALLEN},
    }


def _bridgeheads(s: DebrecenState, who: int) -> list[dict[str, Any]]:
    seen = shown(s, who)
    pairs = zip(members(s.board.roster.bridgeheads), s.mothers, strict=True)
    return [
        {
            "unit": s.unit(u).id,
            "hex": s.name(s.where[u]),
            "mother": s.unit(mother).id if seen >> mother & 1 else None,
            "from": s.name(s.where[mother]),
        }
        for u, mother in pairs
        if mother >= 0
    ]


def _support(s: DebrecenState) -> dict[str, Any]:
    """1.6: the boxes of the HQs and the markers outside them lie open on the table."""
    markers = s.board.markers

    def those(*stocks: int, hq: int = -1) -> list[str]:
        return [markers[m].id for m, stock in enumerate(s.stock) if stock in stocks and s.box[m] == hq]

    return {
        "boxes": {
            s.unit(hq).id: {
                "level": s.unit(hq).support,
                "ready": those(READY, hq=hq),
                "used": those(USED, hq=hq),
            }
            for hq in members(s.board.roster.hqs)
            if s.where[hq] >= 0 or hq in s.box
        },
        "pool": those(POOL),
        "track": {markers[m].id: stock for m, stock in enumerate(s.stock) if stock > 0},
        "gone": those(GONE),
    }


# -- the score -------------------------------------------------------------------------------------------------------


def score(s: DebrecenState, *, secret: bool = True) -> dict[str, Any]:
    """15.7: the points as they stand, and the level that they are worth."""
    found = standing(s, secret=secret)
    levels = s.board.scenario.get("victory", {}).get("levels", ())
    bounds = [None, *(row["least"] for row in levels)]
    return {
        "total": found.total,
        "points": found.points,
        "measure": "points",
        "level": found.level,
        "winner": found.winner,
        "text": LEVELS[found.level].text,
        "args": {"total": found.total},
        "rules": ["15.7-n"] if levels else ["2.1-j"],
        "levels": [
            {"level": row["result"], "from": row["least"], "to": None if above is None else above - 1}
            for row, above in zip(levels, bounds, strict=False)
        ],
        "lines": [
            {
                "text": line.message.text,
                "args": dict(line.message.args),
                "points": line.points,
                "rule": line.rule,
            }
            for line in found.lines
        ],
    }


# -- what is under way -----------------------------------------------------------------------------------------------


def _alternation(s: DebrecenState) -> dict[str, Any] | None:
    """2.2: whether the other side has just passed, and how near the turn is to its end."""
    for frame in reversed(s.stack):
        if isinstance(frame, Operations):
            return {
                "passed": frame.passed,
                "idle": dict(zip(SIDES, s.idle, strict=True)),
                "runs": dict(zip(SIDES, s.runs, strict=True)),
            }
    return None


def _formations(s: DebrecenState, who: int) -> list[dict[str, Any]]:
    """3.2: what an activation by each headquarters of the side that chooses would bring: units not yet activated, units
    for a second time, units out of command, units that are spent."""
    top = s.stack[-1]
    if not isinstance(top, Operations) or top.side != who:
        return []
    found = []
    for hq in members(s.on_map(who) & s.board.roster.hqs | formations(s, who)):
        units, ready = formation_of_hq(s, hq) & s.present, in_formation(s, hq)
        if s.where[hq] < 0:  # 3.3-e
            units = 0
        lost = units & s.uncommanded
        found.append(
            {
                "hq": s.unit(hq).id,
                "fresh": s.ids(ready & ~s.activated),
                "again": s.ids(ready & s.activated),
                "lost": s.ids(lost),
                "spent": s.ids(units & ~ready & ~lost),
            }
        )
    return found


def _activation(s: DebrecenState, who: int) -> dict[str, Any] | None:
    """The activation under way: who is active; who is being chosen is its owner's business."""
    for frame in reversed(s.stack):
        if isinstance(frame, Activation):
            seen = s.active & (shown(s, who) | ~s.present)
            return {
                "side": SIDES[frame.side],
                "units": s.ids(seen),
                "hidden": (s.active & ~seen).bit_count(),
                "owing": s.ids(frame.owing(s) & seen) if frame.side == who else [],
                "begun": True,
            }
        if isinstance(frame, (Muster, Specific)):
            side = s.unit(frame.hq).side if isinstance(frame, Muster) else frame.side
            mine = side == who
            units = s.ids(frame.units) if mine else []
            return {"side": SIDES[side], "units": units, "hidden": 0, "owing": [], "begun": False}
    return None


def _combat(s: DebrecenState, who: int) -> dict[str, Any] | None:
    """The attack under way; what is being declared is the attacker's business."""
    for frame in reversed(s.stack):
        if isinstance(frame, Declare):
            if frame.side != who:
                return None
            found = {"target": s.name(frame.target), "side": SIDES[frame.side], "units": s.ids(frame.units)}
            return found | {"prepared": frame.prepared, "committed": False}
        if isinstance(frame, Combat):
            return _committed(s, frame)
    return None


def _committed(s: DebrecenState, frame: Combat) -> dict[str, Any]:
    markers = s.board.markers

    def spent(support: Any) -> list[dict[str, str]]:
        return [{"marker": markers[m].id, "use": use} for m, use in support]

    def picked(units: tuple[int, int]) -> list[str | None]:
        return [s.unit(u).id if u >= 0 else None for u in units]

    return {
        "target": s.name(frame.target),
        "side": SIDES[frame.side],
        "units": s.ids(frame.units & s.present),
        "defenders": s.ids(frame.defenders & s.present),
        "prepared": frame.prepared,
        "committed": True,
        "attack_support": spent(frame.attack_support),
        "defence_support": spent(frame.defence_support),
        "air": list(frame.air),
        "quality": picked(frame.quality),
        "armour": picked(frame.armour),
        "stars": [
            stars(s, frame.assault(), u, attacking) if u >= 0 else None
            for u, attacking in zip(frame.armour, (True, False), strict=True)
        ],
        "stage": frame.step,
        "result": frame.result,
    }


def _moving(s: DebrecenState, who: int) -> dict[str, Any] | None:
    """The units on the move, for their owner."""
    top = s.stack[-1]
    if not isinstance(top, Moving) or top.side(s) != who:
        return None
    units = top.here(s)
    left, each = top.purse(s)
    mobility = s.board.roster.mobility[first(units)]
    return {
        "units": s.ids(units),
        "hex": s.name(s.where[first(units)]),
        "points": {mobility: (top.credit + left * each) / s.board.scale},
        "actions": left,
        "duty": s.board.grid.listed(top.goals(s) & compelling(s, units)),
    }


def _way(s: DebrecenState) -> dict[str, Any] | None:
    """A retreat under way with the hexes it has come through (7.8.1-a), or the trails that an advance may follow."""
    top = s.stack[-1]
    if isinstance(top, Retreat):
        path = [s.name(h) for h in top.path]
        return {"kind": "retreat", "units": s.ids(top.units), "path": path, "left": top.left}
    if isinstance(top, Advance):
        path = [s.name(h) for h in top.trails[0]] if top.trails else []
        return {"kind": "advance", "units": s.ids(top.units & s.present), "path": path, "left": top.reach}
    return None


__all__ = ["revealed", "score", "shown", "view"]
