"""The one interface of all commanders."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, Protocol

from kessel.engine import Action, Actions, Game, KesselError, Message, State


class Desk(NamedTuple):
    """What lies before a commander: his side of the table and nothing else."""

    game: Game
    side: str
    world: State
    """A position that agrees with all his side may know; what is hidden from it is guessed."""
    actions: Actions


def desk(state: State, side: str, rng: random.Random) -> Desk:
    """The desk of the commander of a side that must decide."""
    return Desk(state.game, side, state.game.imagine(state, side, rng), state.actions(side))


class Commander(Protocol):
    """Whoever plays a side: answers with one of the legal actions and can say why."""

    def choose(self, desk: Desk) -> tuple[Action, Message]: ...


LEVELS: dict[str, Callable[[str], Commander]] = {}
"""Commanders by name, the weakest first; each is made from a seed."""


def commander(name: str, seed: str) -> Commander:
    """A commander by its name."""
    if name not in LEVELS:
        raise KesselError(f"there is no commander {name!r}; there are: {', '.join(LEVELS)}")
    return LEVELS[name](seed)


def names() -> list[str]:
    """All commanders, the weakest first."""
    return list(LEVELS)
