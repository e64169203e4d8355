"""7.3, 7.4 and 8.3-i: strengths, the differential, the terrain row most favourable to the defender, the chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from kessel.engine import Message
from kessel.games.korsun.roster import Roster
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.supply import attack, defence, supplied_together
from kessel.hexes import Bits, Hex, members

FACES = 6


class Assault(NamedTuple):
    """What the differential depends on: a ground attack, or a bombardment if there are no units."""

    side: int
    target: Hex
    units: Bits
    engineer: int = -1
    attack_chits: tuple[tuple[int, int], ...] = ()
    """(organisation, value) of the chits drawn."""
    defence_chits: tuple[tuple[int, int], ...] = ()


class Item(NamedTuple):
    """A line of the arithmetic: what, how much, by which rule."""

    message: Message
    value: int
    rule: str


class Odds(NamedTuple):
    """The arithmetic of a combat."""

    attack: tuple[Item, ...]
    defence: tuple[Item, ...]
    attack_total: int
    defence_total: int
    rows: tuple[tuple[str, str], ...]
    """The terrain rows that apply, each with its rule."""
    row: str
    column: int
    die: int
    """Added to the die (11.1-d)."""
    results: Mapping[str, Fraction]

    @property
    def differential(self) -> int:
        return self.attack_total - self.defence_total


def column_of(s: KorsunState, row: str, differential: int) -> int:
    """7.3-b: the result column of a differential in a terrain row, 0 for the lowest."""
    limits: Sequence[int] = s.board.tables["combat"]["rows"][row]
    return sum(1 for limit in limits if limit <= differential)


def result_of(s: KorsunState, column: int, die: int) -> str:
    """7.3-b: a total of 7 is read as 6 (AMB-18)."""
    found: str = s.board.tables["combat"]["dice"][min(die, FACES)][column]
    return found


def die_bonus(s: KorsunState, bombardment: bool) -> int:
    """11.1-d, 11.1-e: precipitation adds 1 to the die of ground attacks."""
    return 0 if bombardment else int(s.board.tables["weather"]["effects"][s.weather]["die"])


def engineer_helps(s: KorsunState, u: int, target: Hex, units: Bits) -> bool:
    """13.0-i, 13.0-j: an engineer within its range of a hex next to an unbridged river that the attack crosses."""
    near = s.board.grid.disc(s.where[u], s.allowance(u))
    wet = s.board.barrier.of(target)
    return any(wet >> s.where[a] & 1 and near & (1 << s.where[a] | 1 << target) for a in members(units))


def rows(s: KorsunState, assault: Assault) -> list[tuple[str, str]]:
    """7.4-b, 7.4-d, AMB-08: the terrain rows that apply, each with its rule."""
    board = s.board
    hexes, hexsides = board.tables["terrain"]["hexes"], board.tables["terrain"]["hexsides"]
    found = [(hexes[board.kind_at[assault.target]]["combat"], "7.4-a")]
    if not assault.units:
        return found  # AMB-09
    kinds = set()
    for u in members(assault.units):
        h = s.where[u]
        if not board.any_river.has(h, assault.target):
            return found
        kinds.add(next((k for k, sides in board.unbridged.items() if sides.has(h, assault.target)), "bridge"))
    if assault.engineer >= 0:
        found.append((hexsides["bridge"]["combat"], "13.0-i"))
    elif "bridge" in kinds:
        found.append((hexsides["bridge"]["combat"], "7.4-b"))
    else:
        weaker = next(kind for kind in hexsides if kind in kinds)  # the table lists the weaker river first
        found.append((hexsides[weaker]["combat"], "7.4-b"))
    return found


def odds(s: KorsunState, assault: Assault) -> Odds:
    """Everything about a combat before its die."""
    roster = s.board.roster
    target = s.at_hex(assault.target)
    fed = supplied_together(s, assault.units | 1 << target)
    attackers = [_strength(s, u, attack(s, u, fed), fed) for u in members(assault.units)]
    attackers += [_chit(roster, org, value) for org, value in assault.attack_chits]
    defenders = [_strength(s, target, defence(s, target, fed), fed)]
    defenders += [_chit(roster, org, value) for org, value in assault.defence_chits]
    attack_total = sum(item.value for item in attackers)
    defence_total = sum(item.value for item in defenders)
    applying = rows(s, assault)
    differential = attack_total - defence_total
    limits = s.board.tables["combat"]["rows"]
    column = min(column_of(s, name, differential) for name, _ in applying)  # AMB-44
    alike = [name for name, _ in applying if column_of(s, name, differential) == column]
    row = max(alike, key=lambda name: limits[name])  # 7.4-d: where two serve alike, the one that serves more often
    bonus = die_bonus(s, not assault.units)
    return Odds(
        tuple(attackers),
        tuple(defenders),
        attack_total,
        defence_total,
        tuple(applying),
        row,
        column,
        bonus,
        chances(s, column, bonus),
    )


def _strength(s: KorsunState, u: int, value: int, fed: Bits) -> Item:
    name = {"unit": s.unit(u).id}
    if fed >> u & 1:
        return Item(Message("{unit}", name), value, "7.3-a")
    return Item(Message("{unit}, out of supply: half", name), value, "12.3-a")


def _chit(roster: Roster, org: int, value: int) -> Item:
    return Item(Message("Support fire, {organisation}", {"organisation": roster.orgs[org]}), value, "8.3-i")


def chances(s: KorsunState, column: int, bonus: int) -> dict[str, Fraction]:
    """The exact chance of each result in a column."""
    found: dict[str, Fraction] = {}
    for die in range(1, FACES + 1):
        result = result_of(s, column, die + bonus)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, FACES)
    return found


def draws(pool: Sequence[int], count: int) -> dict[int, Fraction]:
    """16.0-a: the distribution of the sum of chits still to be drawn from a pool."""
    count = min(count, len(pool))
    sums = Counter(sum(chosen) for chosen in combinations(pool, count))
    total = sum(sums.values())
    return {value: Fraction(n, total) for value, n in sorted(sums.items())}
