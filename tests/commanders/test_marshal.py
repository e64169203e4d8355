"""The marshal tries plans out, believes what is proven, and stops when his time is up."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from kessel.commanders import Desk, Marshal, StaffOfficer, desk, rollout
from kessel.commanders.rollout import Luck, Trial, try_out
from kessel.engine import Chance, Message, State
from kessel.engine.plan import Plan
from kessel.games import GAMES, load

GAME = load("breakout")


def first_plan() -> tuple[State, Desk]:
    """The first position of the learning scenario at which the Soviets plan."""
    state = GAME.start("learning-ternopol", seed="plans")
    while not (state.sides[0] == "soviet" and GAME.occasion(state, "soviet")[2]):
        state.play("auto")
    return state, desk(state, "soviet", random.Random(1))


def chosen(
    monkeypatch: pytest.MonkeyPatch, worth: Callable[[int, int], float], trials: int
) -> tuple[Plan, list[Plan], int]:
    """The plan he takes when the n-th plan he tries is worth so much in a trial; all he tried; in how many trials."""
    tried: list[Plan] = []
    made = 0

    def judged(known: State, side: str, trial: Trial) -> float:
        nonlocal made
        made += 1
        if not any(plan is trial.plan for plan in tried):
            tried.append(trial.plan)
        return worth(next(n for n, plan in enumerate(tried) if plan is trial.plan), trial.number)

    monkeypatch.setattr(rollout, "try_out", judged)
    _, before = first_plan()
    return Marshal("doubt", trials=trials).search(before, math.inf), tried, made


def test_a_lead_that_may_be_chance_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def worth(plan: int, number: int) -> float:
        return 5.0 if plan == 0 else 5.0 + (3.0 if number % 2 == plan % 2 else -2.8)

    plan, tried, _ = chosen(monkeypatch, worth, trials=60)
    assert len(tried) > 8
    assert plan is tried[0]


def test_what_is_better_again_and_again_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, tried, _ = chosen(monkeypatch, lambda plan, number: 7.0 if plan == 3 else 5.0 + number % 2, trials=60)
    assert plan is tried[3]
    assert plan.value == 7.0


def test_plans_are_compared_on_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck that is worth far more than the plan does not hide which plan is better."""
    luck = [random.Random(n).uniform(-20.0, 20.0) for n in range(100)]
    plan, tried, _ = chosen(monkeypatch, lambda plan, number: luck[number] + 0.5 * (plan == 2), trials=60)
    assert plan is tried[2]


def test_he_makes_as_many_trials_as_he_may(monkeypatch: pytest.MonkeyPatch) -> None:
    for trials in (1, 3, 10, 77):
        _, _, made = chosen(monkeypatch, lambda plan, number: float(plan), trials)
        assert made == trials


def test_the_luck_of_a_trial_belongs_to_the_question() -> None:
    """Whatever else is asked, the same question gets the same dice; asked again, it may get others."""
    combat, other = (Chance("combat", Message("", {"hex": h}), ("13.8-a",)) for h in ("2119", "2019"))
    alone, among = Luck("seed", 3), Luck("seed", 3)
    first = [alone.roll("1", combat) for _ in range(10)]
    mixed = []
    for _ in range(10):
        among.roll("1", other)
        mixed.append(among.roll("1", combat))
    assert first == mixed
    assert len(set(first)) > 1
    assert [Luck("seed", 3).roll(turn, combat) for turn in "123456789"] != first[:1] * 9


def test_the_trials_of_a_question_go_through_all_faces() -> None:
    need = Chance("armour", Message("", {"hex": "2119"}), ("7.5-g",), dice=2, faces=6)
    rolls = [Luck("seed", n).roll("1", need).args for n in range(12)]
    for die in (0, 1):
        for lap in (rolls[:6], rolls[6:]):
            assert sorted(args[die] for args in lap) == list("123456")
    assert rolls[:6] != rolls[6:]


def test_the_same_desk_gets_the_same_answer() -> None:
    _, before = first_plan()
    first, second = (Marshal("same", trials=12).search(before, math.inf) for _ in range(2))
    assert first == second


def test_a_roll_out_that_time_overtakes_counts_for_nothing() -> None:
    state, before = first_plan()
    plan = GAME.plan(state, "soviet")
    assert try_out(before.world, "soviet", Trial(plan, 1, "seed", 0.0)) is None
    assert try_out(before.world, "soviet", Trial(plan, 1, "seed", math.inf)) is not None


def test_without_time_he_does_as_his_staff_does() -> None:
    _, before = first_plan()
    marshal = Marshal("clock", budget=0.0)
    assert marshal.choose(before) == StaffOfficer("clock").choose(before)
    assert marshal.searched == 0.0


@pytest.mark.parametrize("name", GAMES)
def test_he_plays_every_game(name: str) -> None:
    """Whatever chance is asked for, he can try plans out against it."""
    game = load(name)
    scenario = next(s.id for s in game.scenarios.values() if s.learning)
    state = game.start(scenario, seed="marshal")
    sides = {side: Marshal(side, trials=2) for side in game.sides}
    rng = random.Random(1)
    while state.outcome is None:
        side = state.sides[0]
        before = desk(state, side, rng)
        action, _ = sides[side].choose(before)
        assert action in before.actions
        state.play(action, side)
