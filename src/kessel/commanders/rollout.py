"""A plan tried out: the side's own turn under it, then the enemy's answer, judged by the game's evaluation."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

from kessel.engine import Game, State
from kessel.engine.plan import Plan


class Trial(NamedTuple):
    """A plan to try out, the dice it meets and when to stop."""

    plan: Plan
    seed: int
    end: float


class EvenDice:
    """Dice without luck: every face falls once before any falls again, so that plans are compared and not rolls."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.bags: dict[int, list[int]] = {}

    def roll(self, number: int, action: str, dice: int, faces: int) -> tuple[int, ...]:
        """The next faces out of the bag."""
        found = []
        for _ in range(dice):
            bag = self.bags.setdefault(faces, [])
            if not bag:
                bag.extend(range(1, faces + 1))
                self.rng.shuffle(bag)
            found.append(bag.pop())
        return tuple(found)


def try_out(game: Game, world: State, side: str, trial: Trial) -> float | None:
    """What the position is worth to the side when it is about to plan its next turn; None if time ran out first."""
    state = world.copy(dice=EvenDice(trial.seed))
    first, now, _ = game.occasion(state, side)
    notes: dict[str, dict[str, Any]] = {who: {} for who in game.sides}
    occasions = dict.fromkeys(game.sides, ("", ""))
    notes[side]["plan"] = trial.plan
    occasions[side] = (first, now)
    while state.outcome is None:
        who = state.sides[0]
        turn, occasion, share = game.occasion(state, who)
        if share and (turn, occasion) != occasions[who]:
            if who == side and turn != first:
                break
            occasions[who] = (turn, occasion)
            notes[who]["plan"] = game.plan(state, who)
        elif "plan" not in notes[who]:
            notes[who]["plan"] = game.plan(state, who)
        action, _ = game.advise(state, who, state.actions(who), notes[who])
        state.play(action, who)
        if time.monotonic() > trial.end:
            return None
    return game.evaluate(state, side)
