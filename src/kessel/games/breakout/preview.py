"""What an attack would mean, from what a side may know (6.3-a)."""

from __future__ import annotations

from typing import Any

from kessel.games.breakout.combat import Battle, Declare
from kessel.games.breakout.odds import Attack, Odds, odds
from kessel.games.breakout.roster import SIDES
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import members


def preview(s: BreakoutState, side: str, action: str = "") -> dict[str, Any] | None:
    """The odds of the combat under way, or of ``attack HEX UNIT ...`` with all those units; None if there is none.

    Before the attack is committed only the top unit of the enemy stack is known; ``hidden`` counts the others and
    the odds are the best the attacker can hope for.
    """
    words = action.split()
    top = s.stack[-1]
    if words and words[0] == "attack":
        names = s.board.roster.names
        h = s.board.grid.index.get(words[1]) if len(words) > 1 else None
        if h is None or h not in s.at or any(n not in names.index for n in words[2:]):
            return None
        who = SIDES.index(side)
        units = names.bits(words[2:]) & s.on_map(who)
        near = s.units_at(s.board.around[h])
        if s.at[h] & s.on_map(who) or not units & near:
            return None
        attack = Attack(who, h, units & near, s.at[h], units & ~near & s.board.roster.ranged)
    elif isinstance(top, Declare) and SIDES[top.side] == side and top.units:
        attack = Attack(top.side, top.target, top.units, s.at[top.target], top.ranged)
    else:
        battle = next((f for f in reversed(s.stack) if isinstance(f, Battle)), None)
        return _written(s, odds(s, battle.attack(s)), battle.attack(s), 0) if battle else None
    known = attack.defenders & s.tops
    hidden = (attack.defenders & ~known).bit_count()
    attack = attack._replace(defenders=known, known=s.tops | s.on_map(attack.side))
    return _written(s, odds(s, attack), attack, hidden)


def _written(s: BreakoutState, found: Odds, attack: Attack, hidden: int) -> dict[str, Any]:
    def items(rows: Any) -> list[dict[str, Any]]:
        return [{"text": i.message.text, "args": dict(i.message.args), "value": i.value, "rule": i.rule} for i in rows]

    return {
        "target": s.board.grid.names[attack.target],
        "side": SIDES[attack.side],
        "terrain": s.board.kind_at[attack.target],
        "attackers": [s.unit(u).id for u in members(attack.units)],
        "defenders": [s.unit(u).id for u in members(attack.defenders)],
        "hidden": hidden,
        "attack": items(found.attack),
        "defence": items(found.defence),
        "attack_total": found.attack_total,
        "defence_total": found.defence_total,
        "ratio": found.ratio,
        "ratio_rule": "13.8-a",
        "shifts": [
            {"columns": sh.columns, "rule": sh.rule, "text": sh.message.text, "args": dict(sh.message.args)}
            for sh in found.shifts
        ],
        "column": found.column,
        "automatic": found.automatic,
        "results": {k: float(v) for k, v in found.results.items()},
        "order": s.board.tables.combat["results"],
    }
