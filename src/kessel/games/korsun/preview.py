"""What an attack or a bombardment would mean, with the distribution over the chits still to be drawn."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from kessel.engine import Message
from kessel.games.korsun.combat import Bombard, BombardmentRoll, Combat, Declare, Duel, Roll
from kessel.games.korsun.odds import FACES, Assault, Odds, chances, column_of, die_bonus, draws, odds, result_of
from kessel.games.korsun.roster import GERMAN, MAX_CHITS, SIDES
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.support import air_pool, chits_left, pools_of
from kessel.hexes import Bits, members

USED, UNUSED = Message("Terrain row: {row}"), Message("Not used: {row}")
"""The rows of the combat table that a hex offers."""


def preview(s: KorsunState, side: str, action: str = "") -> dict[str, Any] | None:
    """The odds of the combat under way, or of ``attack HEX UNIT ...`` with all those units; None if there is none."""
    words = action.split()
    if words and words[0] == "attack":
        assault = _asked(s, side, words[1:])
        return _written(s, assault) if assault else None
    for frame in reversed(s.stack):
        if isinstance(frame, (Duel, Roll, BombardmentRoll)):
            return _written(s, frame.assault(), frame if isinstance(frame, Duel) else None)
        if isinstance(frame, Declare):
            mine = SIDES[frame.side] == side and frame.units
            return _written(s, Assault(frame.side, frame.target, frame.units, frame.engineer)) if mine else None
        if isinstance(frame, Bombard):
            if SIDES[frame.side] != side and not frame.fired:
                return None
            return _bombardment(s, frame)
    return None


def _asked(s: KorsunState, side: str, words: list[str]) -> Assault | None:
    names, who = s.board.roster.names, SIDES.index(side)
    h = s.board.grid.index.get(words[0]) if words else None
    if h is None or not s.occupied[1 - who] >> h & 1 or any(n not in names.index for n in words[1:]):
        return None
    units = names.bits(words[1:]) & s.on_map(who) & s.units_at(s.board.around[h])
    phase = next((f for f in reversed(s.stack) if isinstance(f, Combat) and f.side == who), None)
    if phase:
        units &= phase.eligible(s)
    return Assault(who, h, units & ~s.held) if units & ~s.held else None


def _written(s: KorsunState, assault: Assault, duel: Duel | None = None) -> dict[str, Any]:
    found = odds(s, assault)
    return {
        **_base(s, assault, found),
        "results": {k: float(v) for k, v in found.results.items()},
        "support": _support(s, assault, found, duel),
    }


def _base(s: KorsunState, assault: Assault, found: Odds) -> dict[str, Any]:
    def items(rows: Any) -> list[dict[str, Any]]:
        return [{"text": i.message.text, "args": dict(i.message.args), "value": i.value, "rule": i.rule} for i in rows]

    shifts = [
        {"columns": 0, "rule": rule, "text": (USED if row == found.row else UNUSED).text, "args": {"row": row}}
        for row, rule in found.rows
    ]
    if found.die:
        shifts.append(
            {"columns": 0, "rule": "11.1-d", "text": Message("Precipitation: +1 to the die").text, "args": {}}
        )
    return {
        "target": s.board.grid.names[assault.target],
        "side": SIDES[assault.side],
        "terrain": s.board.kind_at[assault.target],
        "attackers": s.ids(assault.units),
        "defenders": s.ids(s.at[assault.target]),
        "hidden": 0,
        "attack": items(found.attack),
        "defence": items(found.defence),
        "attack_total": found.attack_total,
        "defence_total": found.defence_total,
        "ratio": f"{found.differential:+d}",
        "ratio_rule": "7.3-a",
        "shifts": shifts,
        "column": f"{found.differential:+d}",
        "automatic": False,
        "order": s.board.tables["combat"]["results"],
        "chart": _chart(s, found),
    }


def _chart(s: KorsunState, found: Odds) -> dict[str, Any]:
    """The terrain row that is used, over the columns of the combat results table, and what each die brings there."""
    limits = s.board.tables["combat"]["rows"][found.row]
    columns = [f"<{limits[0]:+d}", *(f"{limit:+d}" for limit in limits)]
    dice = [[result_of(s, column, die) for column in range(len(columns))] for die in range(1, FACES + 1)]
    return {"row": found.row, "columns": columns, "at": found.column, "dice": dice, "bonus": found.die}


def _support(s: KorsunState, assault: Assault, found: Odds, duel: Duel | None) -> dict[str, Any] | None:
    """What chits can still do: for each side its open pools with the values in them, and the chances of the results
    if each side draws all it may, always from the pool with the best chits on average."""
    if not assault.units:
        return None
    if assault.side == GERMAN and s.held:  # 19.0-f: the attack releases the corps first
        s = s.copy()
        s.alarm(1 << assault.target)
    left_attack = sum(1 for n in range(duel.turn if duel else 0, 2 * MAX_CHITS) if n % 2 == 0)
    left_defence = sum(1 for n in range(duel.turn if duel else 0, 2 * MAX_CHITS) if n % 2 == 1)
    orgs = s.board.roster.orgs
    attack = pools_of(s, assault.units) | air_pool(s, assault.side)
    defence = pools_of(s, s.at[assault.target])
    spread: dict[int, Fraction] = {found.differential: Fraction(1)}
    for pools, count, sign in ((attack, left_attack, 1), (defence, left_defence, -1)):
        for org, number in _picked(s, pools, count).items():
            spread = _convolved(spread, draws(s.ready[org], number), sign)
    return {
        "attack": {orgs[org]: list(s.ready[org]) for org in members(attack)} if left_attack else {},
        "defence": {orgs[org]: list(s.ready[org]) for org in members(defence)} if left_defence else {},
        "attack_left": left_attack,
        "defence_left": left_defence,
        "differentials": {f"{d:+d}": float(p) for d, p in sorted(spread.items())},
        "results": _mixed(s, assault, found, spread),
    }


def _picked(s: KorsunState, pools: Bits, count: int) -> Counter[int]:
    """How many chits each pool gives when so many are drawn, each from the best pool that still can (16.0-e)."""
    found: Counter[int] = Counter()
    for _ in range(count):
        able = [org for org in members(pools) if found[org] < chits_left(s, org)]
        if able:
            found[max(able, key=lambda org: Fraction(sum(s.ready[org]), len(s.ready[org])))] += 1
    return found


def _convolved(spread: dict[int, Fraction], chits: dict[int, Fraction], sign: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for d, p in spread.items():
        for value, q in chits.items():
            found[d + sign * value] = found.get(d + sign * value, Fraction(0)) + p * q
    return found


def _mixed(s: KorsunState, assault: Assault, found: Odds, spread: dict[int, Fraction]) -> dict[str, float]:
    """The chances of the results over all the differentials that may come."""
    total: dict[str, Fraction] = {}
    bonus = die_bonus(s, not assault.units)
    for differential, p in spread.items():
        column = min(column_of(s, row, differential) for row, _ in found.rows)
        for result, q in chances(s, column, bonus).items():
            total[result] = total.get(result, Fraction(0)) + p * q
    return {result: float(p) for result, p in total.items()}


def _bombardment(s: KorsunState, frame: Bombard) -> dict[str, Any]:
    """A bombardment before its chits are all drawn: the chances over the draws still possible."""
    assault = Assault(frame.side, frame.target, 0, -1, frame.chits)
    found = odds(s, assault)
    spread: dict[int, Fraction] = {found.differential: Fraction(1)}
    left = list(frame.pools[len(frame.chits) :])
    for org in dict.fromkeys(left):
        spread = _convolved(spread, draws(s.ready[org], left.count(org)), 1)
    return {
        **_base(s, assault, found),
        "results": _mixed(s, assault, found, spread),
        "support": None,
        "differentials": {f"{d:+d}": float(p) for d, p in sorted(spread.items())},
    }
