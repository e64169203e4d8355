"""The one interface of all commanders."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from kessel.engine import Action, Actions, Game, KesselError, Message, State
from kessel.engine.plan import Plan


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

    @property
    def plan(self) -> Plan | None:
        """What he is about, a new object whenever he plans anew; None for one without a plan."""


class Maker(Protocol):
    """Makes a commander from a seed and the seconds he may think in each turn of his side."""

    def __call__(self, seed: str, budget: float | None = None) -> Commander: ...


LEVELS: dict[str, Maker] = {}
"""Commanders by name, the weakest first."""


STAFF_WORK = {"cadet": "advise", "staff": "plan", "marshal": "plan"}
"""What a game must do itself for a commander to have a use for it."""


def commander(name: str, seed: str, budget: float | None = None) -> Commander:
    """A commander by its name; ``budget`` are seconds for each turn of his side, where he has a use for them."""
    if name not in LEVELS:
        raise KesselError(f"there is no commander {name!r}; there are: {', '.join(LEVELS)}")
    return LEVELS[name](seed, budget)


def names(game: Game | None = None) -> list[str]:
    """All commanders, the weakest first; of a game those that it does the staff work for."""
    return [name for name in LEVELS if game is None or _serves(game, STAFF_WORK.get(name))]


def _serves(game: Game, work: str | None) -> bool:
    return work is None or getattr(type(game), work, None) is not getattr(Game, work)
