"""What an attack would mean: strengths, shifts and modifiers with their rules, armour, and the exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kessel.engine import Message
from kessel.games.debrecen.combat import Combat, Declare, able, written
from kessel.games.debrecen.odds import FACES, Assault, Item, Odds, armour_result, odds, result_of, stars
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import ABSENT, DebrecenState
from kessel.games.debrecen.view import shown
from kessel.hexes import members

KINDS = {"attack": False, "prepare": True}


def preview(s: DebrecenState, side: str, action: str = "") -> dict[str, Any] | None:
    """The odds of the combat under way, or of ``attack HEX UNIT ...`` or ``prepare HEX UNIT ...`` with all those units;
    None if there is none."""
    words = action.split()
    if words and words[0] in KINDS:
        assault = _asked(s, side, KINDS[words[0]], words[1:])
        return _written(s, assault, side) if assault else None
    for frame in reversed(s.stack):
        if isinstance(frame, Declare):
            assault = Assault(frame.side, frame.target, frame.prepared, frame.units)
            return _written(s, assault, side) if SIDES[frame.side] == side and frame.units else None
        if isinstance(frame, Combat):
            return _under_way(s, frame)
    return None


def _asked(s: DebrecenState, side: str, prepared: bool, words: list[str]) -> Assault | None:
    """An attack in a player's mind: his units next to a hex of the enemy's that may attack it if they are active; who
    is not may be looked at all the same."""
    names, who = s.board.roster.names, SIDES.index(side)
    h = s.board.grid.index.get(words[0]) if words else None
    if h is None or not s.occupied[1 - who] >> h & 1 or any(n not in names.index for n in words[1:]):
        return None
    near = s.units_at(s.board.around[h]) & s.on_map(who) & ~s.board.roster.red
    near = sum(1 << u for u in members(near) if s.board.may_cross(u, s.where[u], h))
    units = names.bits(words[1:]) & near
    if s.active & s.on_map(who):
        units &= able(s, who, h, prepared)
    return Assault(who, h, prepared, units) if units else None


def _written(s: DebrecenState, assault: Assault, side: str) -> dict[str, Any]:
    """An attack not yet committed: the enemy's hidden units are unknown (11-a)."""
    hidden = s.at[assault.target] & ~shown(s, SIDES.index(side))
    known = s
    if hidden:
        known = s.copy()
        for u in members(hidden):
            known.lift(u, ABSENT)
    return _data(known, assault, odds(known, assault), hidden.bit_count())


def _under_way(s: DebrecenState, frame: Combat) -> dict[str, Any] | None:
    """A committed attack, until its die has fallen."""
    if frame.result or not frame.units & s.present or frame.target not in s.at:
        return None
    found = frame.odds(s)
    if frame.shift:
        found = found._replace(shifts=(*found.shifts, Item(Message("Armour superiority"), frame.shift, "7.5-g")))
    return _data(s, frame.assault()._replace(units=frame.units & s.present), found, 0)


def _data(s: DebrecenState, assault: Assault, found: Odds, hidden: int) -> dict[str, Any]:
    columns: list[str] = s.board.tables["combat"]["columns"]
    ladder: list[str] = s.board.tables["combat"]["ladder"]
    order = list(dict.fromkeys(reversed(ladder)))
    return {
        "target": s.name(assault.target),
        "side": SIDES[assault.side],
        "prepared": assault.prepared,
        "terrain": s.board.kind_at[assault.target],
        "attackers": s.ids(assault.units),
        "defenders": s.ids(s.at[assault.target]),
        "hidden": hidden,
        "attack": [_item(item) | {"value": written(Fraction(item.value))} for item in found.attack],
        "defence": [_item(item) | {"value": written(Fraction(item.value))} for item in found.defence],
        "attack_total": written(found.attack_total),
        "defence_total": written(found.defence_total),
        "ratio": columns[found.base],
        "ratio_rule": "7.6-d",
        "rounded": "nearest",
        "shifts": [_item(item) | {"columns": int(item.value)} for item in found.shifts],
        "modifiers": [_item(item) | {"value": int(item.value)} for item in found.modifiers],
        "armour": _armour(s, assault, found),
        "column": columns[found.column],
        "automatic": False,
        "results": {result: float(found.results[result]) for result in order if result in found.results},
        "order": order,
        "chart": {
            "row": "",
            "columns": columns,
            "at": found.column,
            "dice": [[result_of(s, c, die + found.die) for c in range(len(columns))] for die in range(1, FACES + 1)],
            "bonus": 0,
        },
    }


def _item(item: Item) -> dict[str, Any]:
    return {"text": item.message.text, "args": dict(item.message.args), "rule": item.rule}


def _armour(s: DebrecenState, assault: Assault, found: Odds) -> dict[str, Any] | None:
    """7.5-e, 7.5-g: the stars that count and what each armour die would do; None where nobody is superior."""
    if not found.difference:
        return None
    dice = [armour_result(s, found.difference, die) for die in range(1, FACES + 1)]
    losers = (None, "attacker", "defender")
    sides = ((assault.units, True), (s.at[assault.target], False))
    shown_stars = [
        max(stars(s, assault, u, attacking) for u in ([pick] if pick >= 0 else members(units)))
        for pick, (units, attacking) in zip(assault.armour, sides, strict=True)
    ]
    return {
        "difference": found.difference,
        "stars": shown_stars,
        "dice": [{"columns": result.shift, "loser": losers[result.loser + 1]} for result in dice],
    }
