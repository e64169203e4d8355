"""13.8 Combat resolution: strengths, shifts and the combat results table, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from kessel.engine import Message
from kessel.games.breakout.board import Board
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, members


class Item(NamedTuple):
    """One line of a strength: what counts, how much, under which rule."""

    message: Message
    value: int
    rule: str


class Shift(NamedTuple):
    """A column shift: positive to the right, in the attacker's favour."""

    columns: int
    rule: str
    message: Message


class Attack(NamedTuple):
    """What the odds depend on: who attacks what with which help."""

    side: int
    target: Hex
    units: Bits
    defenders: Bits
    ranged: Bits = 0  # 18AD supporting the attacker (13.1-a) or the defender (13.1-b)
    kg: bool = False  # a Korpsgruppe is applied (13.4)
    cas: int = 0  # air markers of whoever owns them
    cas_side: int = SOVIET
    known: Bits = -1  # units that the arithmetic may look at; a preview must not see hidden ones (6.3-a)


class Odds(NamedTuple):
    """The arithmetic of a combat, down to the exact probability of every result."""

    attack: tuple[Item, ...]
    defence: tuple[Item, ...]
    attack_total: int
    defence_total: int
    ratio: str
    shifts: tuple[Shift, ...]
    column: str
    automatic: str | None
    results: Mapping[str, Fraction]
    place: int


def ladder(attack: int, defence: int) -> int:
    """13.8-a: the place of a ratio on the ladder ... 1:3 1:2 1:1 2:1 3:1 ..., 1:1 being 0; always rounded in the
    defender's favour (A06)."""
    if defence <= 0:
        return 99
    if attack >= defence:
        return attack // defence - 1
    if attack <= 0:
        return -99
    return 1 - -(-defence // attack)


def named(place: int) -> str:
    """A place of the ladder as it is printed."""
    return f"{place + 1}:1" if place >= 0 else f"1:{1 - place}"


def supply_halved(s: BreakoutState, u: int) -> bool:
    """8.3-b: Soviet units out of supply attack at half strength."""
    return s.unit(u).side == SOVIET and not s.supplied(u)


def attack_items(s: BreakoutState, a: Attack) -> tuple[Item, ...]:
    """The attacker's side of the sum."""
    roster = s.board.roster
    items = []
    line = guns = 0
    for u in members(a.units & ~a.ranged):
        value, rule = s.attack(u), "2.6-b"
        if roster.artillery >> u & 1:
            if roster.rockets >> u & 1 and s.board.kind_at[a.target] == "clear":
                value, rule = 2 * value, "13.2-e"
            guns += value
        else:
            if supply_halved(s, u):
                value, rule = (value + 1) // 2, "8.3-b"
            line += value
        items.append(Item(Message("{unit}", {"unit": s.unit(u).id}), value, rule))
    if guns > line:
        items.append(Item(Message("Artillery beyond the factors of the others"), line - guns, "13.2-c"))
    return (*items, *_support_items(s, a, a.side))


def defence_items(s: BreakoutState, a: Attack) -> tuple[Item, ...]:
    """The defender's side of the sum; being out of supply does not matter (8.3-d)."""
    roster = s.board.roster
    items = []
    line = guns = 0
    for u in members(a.defenders):
        value = s.defence(u)
        if roster.artillery >> u & 1:
            guns += value
        else:
            line += value
        items.append(Item(Message("{unit}", {"unit": s.unit(u).id}), value, "13.0-b"))
    if guns > line:
        items.append(Item(Message("Artillery beyond the factors of the others"), line - guns, "13.2-c"))
    return (*items, *_support_items(s, a, 1 - a.side))


def _support_items(s: BreakoutState, a: Attack, side: int) -> list[Item]:
    items = []
    if side == GERMAN:
        rule = "13.1-a" if a.side == GERMAN else "13.1-b"
        for u in members(a.ranged):
            items.append(Item(Message("{unit} in support", {"unit": s.unit(u).id}), s.attack(u), rule))
    if a.cas and a.cas_side == side:
        items.append(Item(Message("Air support"), a.cas, "13.3-b"))
    return items


def concentric(board: Board, target: Hex, hexes: Bits) -> str | None:
    """13.8.2: the clause that makes an attack from these hexes concentric, if any."""
    around = board.grid.neighbours[target]
    sides = [d for d in range(6) if around[d] >= 0 and hexes >> around[d] & 1]
    if len(sides) > 3:
        return "13.8.2-c"
    if any((d + 3) % 6 in sides for d in sides):
        return "13.8.2-a"
    if sides in ([0, 2, 4], [1, 3, 5]):
        return "13.8.2-b"
    return None


def tigers(s: BreakoutState, units: Bits, known: Bits = -1) -> bool:
    """13.5-a: a Tiger battalion takes part while stacked with a German division (which need not fight, A28)."""
    roster = s.board.roster
    return any(s.at[s.where[u]] & roster.divisions & known for u in members(units & roster.tigers))


def shifts(s: BreakoutState, a: Attack) -> tuple[Shift, ...]:
    """Every column shift of a combat (13.8.2, 13.8.3, 13.4, 13.5); they are summed and applied once (EX-f)."""
    board = s.board
    found: list[Shift] = []
    kind = board.kind_at[a.target]
    defender = SIDES[1 - a.side]
    if kind == "fortified" and s.fallen >> a.target & 1:
        found.append(Shift(-1, "13.8.4-d", Message("Fortified locality, captured once: a town")))
    elif kind == "fortified":
        columns = board.tables.terrain[kind]["shift"][defender]
        found.append(Shift(-columns, "14.0-h", Message("Fortified locality")))
    elif kind == "town":
        found.append(Shift(-board.tables.terrain[kind]["shift"], "14.0-g", Message("Town")))
    elif board.tables.terrain[kind]["shift"]:
        row = board.tables.terrain[kind]
        found.append(Shift(-row["shift"], row["rule"], Message("Rough terrain")))
    hexes = 0
    for u in members(a.units & ~a.ranged):
        hexes |= 1 << s.where[u]
    wet = board.rivers.into(a.target)
    if hexes and not hexes & ~wet:
        river = board.tables.terrain["river"]
        found.append(Shift(-river["shift"], river["rule"], Message("All attackers across a river")))
    if kind not in ("town", "fortified"):  # 13.8.2-d, 13.8.4-a
        clause = concentric(board, a.target, hexes)
        if clause:
            found.append(Shift(2 if a.side == GERMAN else 1, clause, Message("Concentric attack")))
    toward_german = 1 if a.side == GERMAN else -1
    if a.kg:
        found.append(Shift(toward_german, "13.4-a" if a.side == GERMAN else "13.4-b", Message("Korpsgruppe in range")))
    if tigers(s, a.units if a.side == GERMAN else a.defenders, a.known):
        found.append(Shift(toward_german, "13.5-a", Message("Tigers stacked with a division")))
    return tuple(found)


def odds(s: BreakoutState, a: Attack) -> Odds:
    """The whole arithmetic of a combat."""
    attack, defence = attack_items(s, a), defence_items(s, a)
    attack_total = sum(i.value for i in attack)
    defence_total = sum(i.value for i in defence)
    raw = ladder(attack_total, defence_total)
    moved = shifts(s, a)
    place = raw + sum(shift.columns for shift in moved)
    table = s.board.tables.combat
    last = len(table["columns"]) - 2
    automatic = table["below"] if place < -1 else table["above"] if place > last else None
    return Odds(
        attack,
        defence,
        attack_total,
        defence_total,
        named(raw),
        moved,
        named(place),
        automatic,
        {automatic: Fraction(1)} if automatic else _distribution(table, place),
        place,
    )


def _distribution(table: Mapping[str, Any], place: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for die in range(1, 7):
        result = table["rows"][die][place + 1]
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 6)
    return found


def result_of(board: Board, place: int, die: int) -> str:
    """14.4: the result of a die in a column of the table."""
    return str(board.tables.combat["rows"][die][place + 1])
