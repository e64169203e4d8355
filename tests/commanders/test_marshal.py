"""The marshal tries plans out, believes what is proven, and stops when his time is up."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from kessel.commanders import Desk, Marshal, StaffOfficer, desk
from kessel.commanders.rollout import Bench, Trial, try_out
from kessel.engine import State
from kessel.engine.plan import Plan
from kessel.games import load

GAME = load("breakout")


def first_plan() -> tuple[State, Desk]:
    """The first position of the learning scenario at which the Soviets plan."""
    state = GAME.start("learning-ternopol", seed="plans")
    while not (state.sides[0] == "soviet" and GAME.occasion(state, "soviet")[2]):
        state.play("auto")
    return state, desk(state, "soviet", random.Random(1))


def chosen(monkeypatch: pytest.MonkeyPatch, found: dict[int, list[float]], trials: int) -> tuple[Plan, list[Plan]]:
    """The plan he takes when the roll-outs of the n-th plan he tries give these values; and all he tried."""
    tried: list[Plan] = []
    values: dict[int, Iterator[float]] = {n: itertools.cycle(given) for n, given in found.items()}

    def run(bench: Bench, world: State, trial: Trial, told: list[float]) -> None:
        known = [n for n, plan in enumerate(tried) if plan is trial.plan]
        if not known:
            tried.append(trial.plan)
        n = known[0] if known else len(tried) - 1
        told.append(next(values.get(n, itertools.repeat(0.0))))

    monkeypatch.setattr(Bench, "run", run)
    marshal = Marshal("doubt", trials=trials)
    _, before = first_plan()
    return marshal.search(before, float("inf")), tried


def test_one_lucky_roll_out_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, tried = chosen(monkeypatch, {0: [5.0], 1: [6.0], 2: [4.0]}, trials=4)
    assert len(tried) == 3
    assert plan is tried[0]


def test_what_is_better_again_and_again_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, tried = chosen(monkeypatch, {0: [5.0], 1: [7.0]}, trials=30)
    assert plan is tried[1]
    assert plan.value > 6.0


def test_a_roll_out_that_time_overtakes_counts_for_nothing() -> None:
    state, before = first_plan()
    plan = GAME.plan(state, "soviet")
    assert try_out(GAME, before.world, "soviet", Trial(plan, 1, 0.0)) is None
    assert try_out(GAME, before.world, "soviet", Trial(plan, 1, float("inf"))) is not None


def test_without_time_he_does_as_his_staff_does() -> None:
    _, before = first_plan()
    marshal = Marshal("clock", budget=0.0)
    assert marshal.choose(before) == StaffOfficer("clock").choose(before)
    assert marshal.searched == 0.0
