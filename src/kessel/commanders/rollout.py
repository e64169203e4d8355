"""A plan tried out: the side's own turn under it, then the enemy's answer, judged by the game's evaluation."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import random
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from kessel.engine import Game, State
from kessel.engine.plan import Plan
from kessel.games import load


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
    notes[side]["plan"] = replace(trial.plan)
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


class Bench:
    """Where trials are run: here, and beside it on a second core where there is one to spare."""

    def __init__(self, game: Game, side: str, *, alone: bool) -> None:
        self.game = game
        self.side = side
        self.helper = None if alone else _helper()
        self.pending: tuple[Future[float | None], list[float]] | None = None
        self.longest = 0.0

    def time_for_another(self, end: float) -> bool:
        """Whether a trial is likely to be over in time."""
        return time.monotonic() + 0.7 * self.longest < end

    def run(self, world: State, trial: Trial, values: list[float]) -> None:
        """Run a trial, or hand it to the helper if he is idle; its value is added to the list when it is known."""
        if self.pending is not None and self.pending[0].done():
            self.collect(0.0)
        if self.helper is not None and self.pending is None:
            data = getattr(self.game, "data", None)
            try:
                order = self.helper.submit(_ordered, self.game.id, data, world.position(), self.side, trial)
                self.pending = (order, values)
                return
            except BrokenExecutor:
                self.helper = None
        start = time.monotonic()
        value = try_out(self.game, world, self.side, trial)
        self.longest = max(self.longest, time.monotonic() - start)
        if value is not None:
            values.append(value)

    def collect(self, end: float) -> None:
        """Take what the helper has found, waiting for it no longer than told."""
        if self.pending is None:
            return
        future, values = self.pending
        try:
            value = future.result(timeout=max(0.0, end - time.monotonic()))
        except TimeoutError:
            return
        except BrokenExecutor:
            self.helper, value = None, None
        self.pending = None
        if value is not None:
            values.append(value)


def _ordered(game: str, data: Path | None, position: dict[str, Any], side: str, trial: Trial) -> float | None:
    """A trial in the helper's process; the monotonic clock is the same in both."""
    known = load(game, data)
    return try_out(known, known.position(position), side, trial)


@cache
def _helper() -> ProcessPoolExecutor | None:
    """One process beside this one; none on a single core or where this process is itself a helper of somebody."""
    if (os.cpu_count() or 1) < 2 or multiprocessing.parent_process() is not None:
        return None
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    atexit.register(pool.shutdown, wait=False, cancel_futures=True)
    return pool
