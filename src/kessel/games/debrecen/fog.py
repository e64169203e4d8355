"""11-a, 15.8.3 What a side hears of hidden things, and what it can only guess."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from kessel.games.debrecen.entry import entry_groups
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.state import BUSY, MARKS, WAITING, DebrecenState
from kessel.games.debrecen.view import shown
from kessel.hexes import Bits, first, members, of

OPEN = frozenset({"eliminated", "entered", "entry moved", "HQ destroyed", "HQ returns", "HQ waits", "off the map"})
"""Events of units that are seen to come or to go."""
UNIT_FIELDS = frozenset({"units", "defenders", "testing", "restored", "settled", "again", "leaving"})
"""Fields of frames that hold sets of units."""
COUNTED = frozenset({"advance", "formation activated", "moved", "placed", "retreat", "units activated"})
"""Events of which it is seen how many hidden units have a part in them."""


def heard(s: DebrecenState, event: str, args: Mapping[str, Any]) -> list[tuple[str | None, Mapping[str, Any]]]:
    """Who hears of an event of some units, in which words: the enemy of hidden ones only what can be seen."""
    units = s.board.roster.names.bits(args["units"])
    side = s.unit(first(units)).side
    unseen = units & s.present & ~shown(s, 1 - side)
    if not unseen or event in OPEN:
        return [(None, args)]
    found: list[tuple[str | None, Mapping[str, Any]]] = [(SIDES[side], args)]
    words = {**args, "units": s.ids(units & ~unseen)}
    if event in COUNTED:
        found.append((SIDES[1 - side], words | {"hidden": unseen.bit_count()}))
    elif words["units"]:
        found.append((SIDES[1 - side], words))
    return found


def disguise(s: DebrecenState, side: str, rng: Random) -> tuple[DebrecenState, Mapping[str, str]] | None:
    """A state that differs only in what the side may not know: two hidden enemy units have changed places with all
    their marks, or a group whose entry is rolled in secret comes or does not come.

    With it comes the renaming that turns an enemy's action here into the same action there.
    """
    who = SIDES.index(side)
    hidden = list(members(s.on_map(1 - who) & ~shown(s, who) & ~s.board.roster.hqs))
    alike = side not in s.sides  # what the enemy does shows the formation of a unit, and where roads are crowded
    pairs = [(u, v) for u in hidden for v in hidden if u < v and s.where[u] != s.where[v] and _like(s, u, v, alike)]
    if pairs:
        return _swapped(s, *rng.choice(pairs))
    return _other_entry(s, rng) if who != ALLIED and not alike else None


def _like(s: DebrecenState, u: int, v: int, alike: bool) -> bool:
    """Whether two units can change places unnoticed."""
    roster = s.board.roster
    if s.steps[u] != s.steps[v]:
        return False
    if alike and (s.unit(u).formation, roster.mobility[u]) != (s.unit(v).formation, roster.mobility[v]):
        return False
    if {u, v} & set(s.mothers) or (1 << u | 1 << v) & roster.bridgeheads:  # these lie open
        return False
    for frame in s.stack:
        for name in frame.__struct_fields__:
            value = getattr(frame, name)
            if name in UNIT_FIELDS and isinstance(value, int) and (value >> u ^ value >> v) & 1:
                return False
            if name in ("unit", "hq") and value in (u, v):
                return False
    return True


def _swapped(s: DebrecenState, u: int, v: int) -> tuple[DebrecenState, Mapping[str, str]]:
    both = 1 << u | 1 << v
    other = s.copy()
    for h in (s.where[u], s.where[v]):
        other.at[h] ^= both
    for values in (other.where, other.points, other.due, other.entry_of):
        values[u], values[v] = values[v], values[u]
    for name in (*MARKS, *BUSY):
        bits = getattr(other, name)
        if (bits >> u ^ bits >> v) & 1:
            setattr(other, name, bits ^ both)
    other.rearranged()
    names = s.board.roster.names
    return other, {names[u]: names[v], names[v]: names[u]}


def _other_entry(s: DebrecenState, rng: Random) -> tuple[DebrecenState, Mapping[str, str]] | None:
    """15.8.3-a: a group that waits for its roll comes this turn, or the other way round."""
    if not s.options["random_entry"] or not s.board.arrivals:
        return None
    waiting = [units for units in entry_groups(s).values() if any(s.where[u] == WAITING for u in members(units))]
    if not waiting:
        return None
    other, units = s.copy(), rng.choice(waiting)
    for u in members(units):
        if s.where[u] == WAITING:
            other.due[u] = s.turn if s.due[u] > s.turn else s.turn + 1
    other.changed(ALLIED)
    return other, {}


def imagine(s: DebrecenState, side: str, rng: Random) -> DebrecenState:
    """The position with what is hidden from the side dealt at random: the units below the top of enemy stacks, all at
    full strength and without marks, and when groups come whose entry is rolled in secret.

    The result depends on the side's knowledge and on the dice alone.
    """
    who = SIDES.index(side)
    world = s.copy()
    if s.options["fog_of_war"]:
        _deal(world, s.on_map(1 - who) & ~shown(s, who), rng)
    if s.options["random_entry"] and who != ALLIED and s.board.arrivals:
        for u in members(sum(set(entry_groups(s).values()))):
            if s.where[u] == WAITING:
                world.due[u] = s.turn + rng.randint(1, 2)
        world.changed(ALLIED)
    return world


def _deal(w: DebrecenState, hidden: Bits, rng: Random) -> None:
    """Put hidden units in each other's places."""
    pool = list(members(hidden))
    places = sorted(w.where[u] for u in pool)
    banks = {i: w.where[mother] for i, mother in enumerate(w.mothers) if mother >= 0 and hidden >> mother & 1}
    rng.shuffle(pool)
    for h in set(places):
        w.at[h] &= ~hidden
    for u, h in zip(pool, places, strict=True):
        w.where[u] = h
        w.steps[u] = w.board.roster.full[u]
        w.points[u] = 0
        w.at[h] |= 1 << u
    active = (w.active & hidden).bit_count()  # how many of them are active is seen
    for name in (*MARKS, *BUSY):
        setattr(w, name, getattr(w, name) & ~hidden)
    w.active |= of(pool[:active])
    for i, h in banks.items():
        w.mothers[i] = next(u for u in pool if w.where[u] == h)
    w.rearranged()
