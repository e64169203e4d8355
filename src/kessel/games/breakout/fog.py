"""6.3 What a side can only guess: a position that agrees with everything it may know."""

from __future__ import annotations

import random

from kessel.games.breakout.roster import SIDES
from kessel.games.breakout.state import BreakoutState
from kessel.games.breakout.view import revealed
from kessel.hexes import members


def imagine(s: BreakoutState, side: str, rng: random.Random) -> BreakoutState:
    """The position with the enemy's hidden units dealt at random over his hidden places, all at full strength.

    The result depends on the side's knowledge and on the dice alone: who is missing from sight and how many lie
    hidden in each hex are known, who lies where and how worn he is are not.
    """
    enemy = 1 - SIDES.index(side)
    hidden = s.on_map(enemy) & ~s.tops & ~revealed(s)
    pool = list(members(hidden))
    places = sorted(s.where[u] for u in pool)
    rng.shuffle(pool)
    world = s.copy()
    for h in set(places):
        world.at[h] &= ~hidden
    for u, h in zip(pool, places, strict=True):
        world.where[u] = h
        world.steps[u] = s.board.roster.full[u]
        world.at[h] |= 1 << u
    return world
