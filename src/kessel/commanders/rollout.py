"""A plan tried out: the side's own turn under it, then the enemy's answer, judged by the game's evaluation."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from kessel.engine import Action, Chance, State
from kessel.engine.plan import Plan
from kessel.games import load

VERDICT = 3.0
"""What winning the game is worth beyond its points."""


class Candidate:
    """A plan and how its trials went, by their number."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.values: dict[int, float] = {}


class Trial(NamedTuple):
    """A plan to try out, the number of the trial and when to stop.

    Trials of one number and seed meet the same hidden things and the same luck, whatever the plan: so plans are
    compared and not what fell to them.
    """

    plan: Plan
    number: int
    seed: str
    end: float


class Luck:
    """The dice of a trial. The same question has the same answer in all trials of a number, and its answers in
    consecutive trials go through all faces before one comes again."""

    def __init__(self, seed: str, number: int) -> None:
        self.seed = seed
        self.number = number
        self.asked: Counter[tuple[str, ...]] = Counter()

    def roll(self, turn: str, chance: Chance) -> Action:
        """How the dice fall for what chance decides."""
        question = (turn, chance.name, *map(str, chance.prompt.args.values()))
        self.asked[question] += 1
        lap, place = divmod(self.number, chance.faces)
        found = []
        for die in range(chance.dice):
            faces = list(range(1, chance.faces + 1))
            Random(repr((self.seed, question, self.asked[question], die, lap))).shuffle(faces)
            found.append(str(faces[place]))
        return Action("roll", tuple(found))


def try_out(known: State, side: str, trial: Trial) -> float | None:
    """What the position is worth to the side when it is about to plan its next turn; None if time ran out first."""
    game = known.game
    state = game.imagine(known, side, Random(f"{trial.seed}/{trial.number}")).copy()
    luck = Luck(trial.seed, trial.number)
    first, now, _ = game.occasion(state, side)
    notes: dict[str, dict[str, Any]] = {who: {} for who in game.sides}
    occasions = dict.fromkeys(game.sides, ("", ""))
    notes[side]["plan"] = replace(trial.plan)
    occasions[side] = (first, now)
    while state.outcome is None:
        frame = state.stack[-1]
        if frame.chance:
            state.play(luck.roll(game.occasion(state, side)[0], frame.dice(state)))
            continue
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
    value = game.evaluate(state, side)
    if state.outcome is not None and state.outcome.winner is not None:
        value += VERDICT if state.outcome.winner == side else -VERDICT
    return value


class Bench:
    """Where plans for a position are tried out: here, and beside it on a second core where there is one to spare."""

    def __init__(self, known: State, side: str, seed: str, end: float, *, trials: int | None = None) -> None:
        self.side = side
        self.known = known
        self.seed = seed
        self.end = end
        self.trials = trials
        """How many trials there may be; without a number the clock decides."""
        self.made = 0
        self.longest = 0.0
        self.spent = 0.0
        self.helper = _helper() if trials is None else None
        self.order = msgspec.json.encode(known.position()) if self.helper is not None else b""
        self.pending: tuple[Future[float | None], Candidate, int] | None = None

    def left(self) -> float:
        """How many more trials there may be."""
        if self.trials is not None:
            return self.trials - self.made
        pace = self.spent / self.made if self.made else 0.0
        seconds = self.end - time.monotonic()
        return 0.0 if seconds < 0.7 * self.longest else (1 + (self.helper is not None)) * seconds / max(pace, 1e-6)

    def run(self, field: Iterable[Candidate], trials: int) -> bool:
        """See that every candidate has made so many trials; False if that could not be."""
        for candidate in field:
            for number in range(trials):
                if number in candidate.values or self._awaited(candidate, number):
                    continue
                if self.left() < 1:
                    self._collect(self.end)
                    return False
                self._try(candidate, number)
        self._collect(self.end)
        return all(number in candidate.values for candidate in field for number in range(trials))

    def _awaited(self, candidate: Candidate, number: int) -> bool:
        return self.pending is not None and self.pending[1:] == (candidate, number)

    def _try(self, candidate: Candidate, number: int) -> None:
        """Make a trial, or hand it to the helper if he is idle."""
        trial = Trial(candidate.plan, number, self.seed, self.end)
        if self.pending is not None and self.pending[0].done():
            self._collect(0.0)
        if self.helper is not None and self.pending is None:
            game = self.known.game
            try:
                found = self.helper.submit(_ordered, game.id, getattr(game, "data", None), self.order, self.side, trial)
                self.pending = found, candidate, number
                return
            except BrokenExecutor:
                self.helper = None
        start = time.monotonic()
        self._note(candidate, number, try_out(self.known, self.side, trial))
        seconds = time.monotonic() - start
        self.made += 1
        self.spent += seconds
        self.longest = max(self.longest, seconds)

    def _collect(self, end: float) -> None:
        """Take what the helper has found, waiting for it no longer than told."""
        if self.pending is None:
            return
        future, candidate, number = self.pending
        try:
            value = future.result(timeout=max(0.0, end - time.monotonic()))
        except TimeoutError:
            return
        except BrokenExecutor:
            self.helper, value = None, None
        self.pending = None
        self._note(candidate, number, value)

    def _note(self, candidate: Candidate, number: int, value: float | None) -> None:
        if value is not None:
            candidate.values[number] = value


def _ordered(game: str, data: Path | None, order: bytes, side: str, trial: Trial) -> float | None:
    """A trial in the helper's process; the monotonic clock is the same in both."""
    return try_out(_known(game, data, order), side, trial)


@lru_cache(maxsize=1)
def _known(game: str, data: Path | None, order: bytes) -> State:
    """The position that trials are made from; all of a search are made from one."""
    return load(game, data).position(msgspec.json.decode(order))


@cache
def _helper() -> ProcessPoolExecutor | None:
    """One process beside this one; none on a single core or where this process is itself a helper of somebody."""
    if (os.cpu_count() or 1) < 2 or multiprocessing.parent_process() is not None:
        return None
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    atexit.register(pool.shutdown, wait=False, cancel_futures=True)
    return pool
