"""11-a, 15.8.3 What a side can only guess: a position that agrees with everything it may know."""

from __future__ import annotations

from random import Random

from kessel.games.debrecen.entry import entry_groups
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.state import BUSY, MARKS, WAITING, DebrecenState
from kessel.games.debrecen.view import shown
from kessel.hexes import Bits, members


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
    for name in (*MARKS, *BUSY):
        setattr(w, name, getattr(w, name) & ~hidden)
    for i, h in banks.items():
        w.mothers[i] = next(u for u in pool if w.where[u] == h)
    for side in range(len(SIDES)):
        w.changed(side)
