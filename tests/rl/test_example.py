"""The example learns."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kessel import rl

EXAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "reinforce.py"))


def untrained(env: Any) -> Any:
    return EXAMPLE["Policy"](env.action_space.n, env.observation_space["observation"].shape[0])


@pytest.mark.parametrize(("advantage", "likelier"), [(1.0, True), (-1.0, False)])
def test_what_went_well_is_done_again(advantage: float, likelier: bool) -> None:
    env = rl.solo("breakout", "soviet")
    policy = untrained(env)
    seen, _ = env.reset(seed=1)
    before = policy.choose(seen)
    policy.learn([before], advantage, 0.3)
    after = policy.choose(seen)
    assert (after.chances[before.said] > before.chances[before.said]) == likelier
    assert after.chances.sum() == pytest.approx(1.0)
    assert set(after.words) == set(np.flatnonzero(seen["action_mask"]))


def test_games_change_the_policy(capsys: pytest.CaptureFixture[str]) -> None:
    env = rl.solo("breakout", "soviet", limit=2000)
    policy = untrained(env)
    totals = EXAMPLE["train"](env, policy, 12, 0.2, block=6)
    assert len(totals) == 12
    assert np.isfinite(policy.weights).all()
    assert np.abs(policy.weights).max() > 0.01
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["games 1 to 6", "games 7 to 12"]
    replayed = EXAMPLE["train"](env, untrained(env), 12, 0.2, block=6)
    assert replayed == totals
