"""7.3 to 7.6 and 0.3: strengths, the odds and their column, shifts, modifiers of the die, armour, the chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any, NamedTuple

from kessel.engine import Message
from kessel.games.debrecen.roster import Marker
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, members

FACES = 6
WHOLE, HALF = Fraction(1), Fraction(1, 2)
MODIFIER, STAR = "modifier", "star"
"""The two uses of an assault gun marker (1.6.1-j)."""
Support = tuple[tuple[int, str], ...]
"""Markers spent in a combat, each with its use if the owner has the choice."""
SPOILED = {"out_of_supply": "starved", "fatigued": "fatigued", "disorganised": "disorganised"}
"""States that change the combat value (1.3), and the mark of each."""


class Assault(NamedTuple):
    """What the odds depend on, beside the units in the target hex."""

    side: int
    target: Hex
    prepared: bool
    units: Bits
    attack_support: Support = ()
    defence_support: Support = ()
    air: tuple[bool, bool] = (False, False)
    """Of the attacker, of the defender (15.6.2)."""
    quality: tuple[int, int] = (-1, -1)
    """The units picked for their quality (7.4-b); the best if none is picked yet."""
    armour: tuple[int, int] = (-1, -1)
    """The units picked for their stars (7.5-e); as above."""


class Item(NamedTuple):
    """A line of the arithmetic: what, how much, by which rule."""

    message: Message
    value: Fraction | int
    rule: str


class Odds(NamedTuple):
    """The arithmetic of a combat."""

    attack: tuple[Item, ...]
    defence: tuple[Item, ...]
    attack_total: Fraction
    defence_total: Fraction
    base: int
    """The column of the ratio."""
    shifts: tuple[Item, ...]
    modifiers: tuple[Item, ...]
    difference: int
    """Stars of the attacker less those of the defender (7.5-e)."""
    start: int
    """Base and shifts, armour and the ends of the table not regarded (AMB-54)."""
    die: int
    """Added to the die."""
    column: int
    """The column as it stands, without armour."""
    results: Mapping[str, Fraction] = {}


class ArmourResult(NamedTuple):
    """7.5-g: columns for the attacker, and the side (0 attacker, 1 defender) that loses an armoured step; -1 none."""

    shift: int
    loser: int


def attack_table(s: DebrecenState, prepared: bool) -> Mapping[str, Any]:
    """7.3: what an attack of a type costs and brings."""
    table: Mapping[str, Any] = s.board.tables["combat"]["attacks"]["prepared" if prepared else "normal"]
    return table


# -- strengths -------------------------------------------------------------------------------------------------------


def share(s: DebrecenState, u: int) -> Fraction:
    """1.3-c: what the states of a unit leave of its combat value; halves multiply."""
    left = WHOLE
    for state, mark in SPOILED.items():
        if getattr(s, mark) >> u & 1:
            left *= fraction(s.board.tables["actions"]["states"][state]["strength"])
    return left


@cache
def fraction(text: str) -> Fraction:
    """A fraction as the tables write it."""
    return Fraction(text)


def strength(s: DebrecenState, u: int) -> Fraction:
    """0.3-b, 0.3-e: the combat value at the steps left, losses taken off first, then divided for the states."""
    return s.board.roster.value[u][s.steps[u]] * share(s, u)


def _strengths(s: DebrecenState, units: Bits, rule: str) -> tuple[Item, ...]:
    found = []
    for u in members(units):
        left, unit = share(s, u), s.unit(u).id
        text, why = Message("{unit}", {"unit": unit}), rule
        if left != 1:
            text, why = Message("{unit}, {share} of its value", {"unit": unit, "share": str(left)}), "1.3-c"
        found.append(Item(text, s.board.roster.value[u][s.steps[u]] * left, why))
    return tuple(found)


def column_of(s: DebrecenState, attack: Fraction, defence: Fraction, lone: bool = False) -> int:
    """7.6-d, 0.3-a, 0.3-c: the ratio, the larger side rounded to a whole number, halves up; the column it stands for.
    A lone defender of a quarter of a point or less starts from a column of its own (0.3-d, AMB-52)."""
    table = s.board.tables["combat"]
    columns: list[str] = table["columns"]
    feeble = table["feeble"]
    if lone and defence <= fraction(feeble["most"]):
        return columns.index(feeble["column"])
    if not attack:
        return 0
    if attack >= defence:
        label = f"{rounded(attack / defence)}-1" if defence else ""
        return columns.index(label) if label in columns else len(columns) - 1
    label = f"1-{rounded(defence / attack)}"
    return columns.index(label) if label in columns else 0


def rounded(value: Fraction) -> int:
    """0.3-a: to the nearest whole number, halves up."""
    return floor(value + HALF)


def clamped(s: DebrecenState, column: int) -> int:
    """AMB-54: shifts beyond the last column on either side have no effect."""
    return min(max(column, 0), len(s.board.tables["combat"]["columns"]) - 1)


# -- column shifts ---------------------------------------------------------------------------------------------------


def surrounded(s: DebrecenState, side: int, target: Hex, units: Bits) -> bool:
    """7.4-e, AMB-51: attackers or their zones are in every hex around the defender."""
    stacks = 0
    for u in members(units):
        stacks |= 1 << s.where[u]
    covered = stacks | s.board.major.others.across(stacks & s.strong(side))
    return not s.board.around[target] & ~covered


def dug_in(s: DebrecenState, target: Hex) -> bool:
    """7.4-d, 12.1-e: every combat unit of the hex is in an improvised position."""
    units = s.combat(s.at.get(target, 0))
    return bool(units) and not units & ~s.entrenched


def _river(s: DebrecenState, target: Hex, units: Bits) -> int:
    """6.2-a: the shift of the river that every attacker has between him and the target; of two rivers the lesser."""
    rows = s.board.tables["terrain"]["hexsides"]
    hexes = {s.where[u] for u in members(units)}
    if any(not s.board.rivers.has(h, target) for h in hexes):
        return 0
    kinds = {"major_river" if s.board.major.has(h, target) else "minor_river" for h in hexes}
    return max((int(rows[kind]["shift"]) for kind in kinds), default=0)


def _shifts(s: DebrecenState, a: Assault) -> list[Item]:
    board = s.board
    rows, combat, kinds = board.tables["terrain"], board.tables["combat"], board.kinds
    kind, place = board.kind_at[a.target], board.place_at.get(a.target)
    ground = Message("Terrain: {terrain}", {"terrain": kind})
    found = [Item(ground, rows["hexes"][kind]["shift"], "7.4-a")]
    if place:
        found.append(Item(Message("Terrain: {terrain}", {"terrain": place}), rows["places"][place]["shift"], "7.4-a"))
    found.append(Item(Message("All attackers across a river"), _river(s, a.target, a.units), "6.2-a"))
    if dug_in(s, a.target):
        found.append(Item(Message("Improvised position"), combat["shifts"]["improvised_position"], "7.4-d"))
    if surrounded(s, a.side, a.target, a.units):
        found.append(Item(Message("Concentric attack"), combat["shifts"]["concentric"], "7.4-e"))
    found.append(Item(Message("Prepared attack"), attack_table(s, a.prepared)["shift"], "7.3.2-e"))
    for sign, marker, _ in _markers(s, a):
        columns = sign * kinds[marker.kind]["effect"].get("columns", 0)
        found.append(Item(Message("Support: {marker}", {"marker": marker.id}), columns, "7.4-c"))
    for sign, flies in zip((1, -1), a.air, strict=True):
        if flies:
            found.append(Item(Message("Air support"), sign * board.tables["support"]["air"]["columns"], "15.6.2-a"))
    return [item for item in found if item.value]


def _markers(s: DebrecenState, a: Assault) -> list[tuple[int, Marker, str]]:
    """The markers of a combat: which way they count, and the use of each."""
    spent = [(1, m, use) for m, use in a.attack_support] + [(-1, m, use) for m, use in a.defence_support]
    return [(sign, s.board.markers[m], use) for sign, m, use in spent]


# -- the die ---------------------------------------------------------------------------------------------------------


def best(s: DebrecenState, units: Bits) -> int:
    """The unit of the highest quality; HQs only if nobody else is there (AMB-41). -1 if there is none."""
    quality = s.board.roster.quality
    return max(members(s.combat(units) or units), key=quality.__getitem__, default=-1)


def _modifiers(s: DebrecenState, a: Assault, defenders: Bits) -> list[Item]:
    """7.4-b, 1.6.1-e, 1.6.1-j: what is added to the combat die."""
    board, quality = s.board, s.board.roster.quality
    picks = [u if u >= 0 else best(s, units) for u, units in zip(a.quality, (a.units, defenders), strict=True)]
    found = []
    if min(picks) >= 0:
        units = {"attacker": s.unit(picks[0]).id, "defender": s.unit(picks[1]).id}
        value = (quality[picks[0]] - quality[picks[1]]) * board.tables["combat"]["quality"]
        found.append(Item(Message("Quality: {attacker} against {defender}", units), value, "7.4-b"))
    for sign, marker, use in _markers(s, a):
        effect = board.kinds[marker.kind]["effect"]
        for part in effect.get("either", [effect]):
            if MODIFIER in part and use in ("", MODIFIER):
                text = Message("Support: {marker}", {"marker": marker.id})
                found.append(Item(text, sign * part[MODIFIER], "7.4-c"))
    return [item for item in found if item.value]


# -- 7.5 armour ------------------------------------------------------------------------------------------------------


def star_of(s: DebrecenState, m: int, use: str) -> str:
    """1.6.1-h, 1.6.1-j: the colour of the star that a marker gives to infantry in the use made of it, or nothing."""
    effect = s.board.kinds[s.board.markers[m].kind]["effect"]
    return next((str(part[STAR]) for part in effect.get("either", [effect]) if STAR in part and use in ("", STAR)), "")


def armour_against(s: DebrecenState, a: Assault) -> bool:
    """7.5-b, AMB-40: whether the defender's white stars count: armour, or a marker of it, takes part in the attack."""
    kinds, markers = s.board.kinds, s.board.markers
    return bool(a.units & s.board.roster.armoured) or any(
        kinds[markers[m].kind].get("terrain") for m, _ in a.attack_support
    )


def stars(s: DebrecenState, a: Assault, u: int, attacking: bool) -> int:
    """7.5-b, 7.5-c, 7.5-i: the stars that a unit brings to a combat; markers add theirs to infantry."""
    unit, whites = s.unit(u), not attacking and armour_against(s, a)
    found = unit.yellow + (unit.white if whites else 0)
    if not (s.board.roster.armoured | s.board.roster.hqs) >> u & 1:
        for m, use in a.attack_support if attacking else a.defence_support:
            colour = star_of(s, m, use)
            found += colour == "yellow" or (colour == "white" and whites)
    return found


def contest(s: DebrecenState, a: Assault, defenders: Bits) -> bool:
    """7.5-e, 7.5-f: whether armour superiority is determined: some unit has a star that counts, and the combat is not
    one of infantry alone, without a marker that gives a star."""
    guns = any(star_of(s, m, use) for m, use in (*a.attack_support, *a.defence_support))
    if not guns and not (a.units | defenders) & s.board.roster.armoured:
        return False
    return any(stars(s, a, u, True) for u in members(a.units)) or any(stars(s, a, u, False) for u in members(defenders))


def difference(s: DebrecenState, a: Assault, defenders: Bits) -> int:
    """7.5-e: stars of the attacker's unit less those of the defender's; before the choice those with the most."""
    if not contest(s, a, defenders):
        return 0
    attacker, defender = a.armour
    mine = [attacker] if attacker >= 0 else members(a.units)
    theirs = [defender] if defender >= 0 else members(defenders)
    attack = max((stars(s, a, u, True) for u in mine), default=0)
    return attack - max((stars(s, a, u, False) for u in theirs), default=0)


def armour_result(s: DebrecenState, stars_more: int, die: int) -> ArmourResult:
    """7.5-g: the armour superiority table."""
    if not stars_more:
        return ArmourResult(0, -1)
    rows = s.board.tables["armour"]["rows"]
    cell: str = rows[min(abs(stars_more), max(rows))][die - 1]
    columns = int(cell.rstrip("*"))
    loser = (1 if stars_more > 0 else 0) if cell.endswith("*") else -1
    return ArmourResult(columns if stars_more > 0 else -columns, loser)


# -- together --------------------------------------------------------------------------------------------------------


def odds(s: DebrecenState, a: Assault) -> Odds:
    """Everything about a combat before its dice."""
    found = reckoned(s, a)
    return found._replace(results=chances(s, found.start, found.die, found.difference))


def reckoned(s: DebrecenState, a: Assault) -> Odds:
    """The same without the chances."""
    defenders = s.at.get(a.target, 0)
    attack, defence = _strengths(s, a.units, "7.6-b"), _strengths(s, defenders, "7.6-c")
    attack_total = Fraction(sum(item.value for item in attack))
    defence_total = Fraction(sum(item.value for item in defence))
    base = column_of(s, attack_total, defence_total, defenders.bit_count() == 1)
    shifts, modifiers = _shifts(s, a), _modifiers(s, a, defenders)
    start = int(base + sum(item.value for item in shifts))
    die = int(sum(item.value for item in modifiers))
    more = difference(s, a, defenders)
    return Odds(
        attack,
        defence,
        attack_total,
        defence_total,
        base,
        tuple(shifts),
        tuple(modifiers),
        more,
        start,
        die,
        clamped(s, start),
    )


def result_of(s: DebrecenState, column: int, die: int) -> str:
    """7.6-h: the combat result of a modified die."""
    rows: Mapping[int, list[str]] = s.board.tables["combat"]["rows"]
    return rows[min(max(die, min(rows)), max(rows))][clamped(s, column)]


def chances(s: DebrecenState, start: int, die: int, more: int) -> dict[str, Fraction]:
    """The exact chance of each result, over the armour die and the combat die."""
    found: dict[str, int] = {}
    faces = range(1, FACES + 1)
    for first in faces if more else (0,):
        column = start + armour_result(s, more, first).shift
        for second in faces:
            result = result_of(s, column, second + die)
            found[result] = found.get(result, 0) + 1
    total = sum(found.values())
    return {result: Fraction(n, total) for result, n in found.items()}
