"""The environments keep the contracts of PettingZoo and Gymnasium."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from kessel import rl
from kessel.engine import KesselError
from kessel.games import GAMES, load

LEARNING = [(game, s.id) for game in GAMES for s in load(game).scenarios.values() if s.learning]
SIDES = [(game, side) for game in GAMES for side in load(game).sides]


def play_out(env: Any, seed: int) -> list[tuple[str, dict[str, Any], float, dict[str, Any]]]:
    """A game of random words: who saw what, with which reward and information."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    told = []
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        told.append((agent, seen, reward, info))
        env.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"])))
    return told


@pytest.mark.parametrize(("game", "scenario"), LEARNING)
def test_pettingzoo_finds_no_fault(game: str, scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would rather have agents called player_0
        api_test(rl.env(game, scenario), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "scenario"), LEARNING)
def test_the_same_seed_gives_the_same_game(game: str, scenario: str) -> None:
    seed_test(lambda: rl.env(game, scenario), num_cycles=60)


@pytest.mark.parametrize(("game", "side"), SIDES)
def test_gymnasium_finds_no_fault(game: str, side: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(rl.solo(game, side), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_with_a_winner_and_a_loser(game: str) -> None:
    results = []
    for seed in range(3):
        told = play_out(rl.env(game), seed)
        last = {agent: reward for agent, _, reward, _ in told[-2:]}
        assert set(last) == set(load(game).sides)
        results.append(sorted(last.values()))
        for _, seen, _, _ in told:
            assert rl.env(game).observation_space(load(game).sides[0]).contains(seen)
    assert [-1.0, 1.0] in results
    assert all(sum(result) == 0.0 for result in results)


def test_the_score_is_told() -> None:
    told = play_out(rl.env("breakout"), 3)
    outcome_score = told[-1][3]["score"]
    assert told[0][3]["score"] == 0
    assert {info["score"] for agent, _, _, info in told[-2:]} == {outcome_score}


def test_an_illegal_word_loses_the_game() -> None:
    env = rl.env("breakout")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards[agent] == -1

    solo = rl.solo("breakout", "german")
    solo.reset(seed=1)
    _, reward, over, cut, _ = solo.step(int(np.flatnonzero(solo.action_masks() == 0)[0]))
    assert (reward, over, cut) == (-1.0, True, False)


def test_a_long_game_is_cut_short() -> None:
    env = rl.env("breakout", limit=5)
    told = play_out(env, 1)
    assert [reward for _, _, reward, _ in told] == [0.0] * len(told)
    assert len(told) == 5 + 2

    solo = rl.solo("breakout", "soviet", limit=2)
    solo.reset(seed=1)
    cuts = [solo.step(int(np.flatnonzero(solo.action_masks())[0]))[2:4] for _ in range(2)]
    assert cuts == [(False, False), (False, True)]


@pytest.mark.parametrize("opponent", ["random", "cadet"])
def test_one_side_meets_a_commander(opponent: str) -> None:
    env = rl.solo("breakout", "soviet", opponent)
    rng = random.Random(2)
    seen, _ = env.reset(seed=4)
    over = False
    while not over:
        assert env.table.side == "soviet"
        assert np.array_equal(seen["action_mask"], env.action_masks())
        seen, reward, over, cut, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert not cut
    outcome = env.table.state.outcome
    assert outcome is not None
    assert reward == {None: 0.0, "soviet": 1.0, "german": -1.0}[outcome.winner]


def test_names_are_checked_at_once() -> None:
    with pytest.raises(KesselError, match="napoleon"):
        rl.solo("breakout", "soviet", "napoleon")
    with pytest.raises(KesselError, match="soviet, german"):
        rl.solo("breakout", "french")
    with pytest.raises(KesselError, match="learning-ternopol"):
        rl.env("breakout", "moscow")


def test_it_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    env = rl.env("breakout", render_mode="human")
    play_out(env, 1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "turn 1, soviet-1: soviet decides"
    assert "Winner: " in lines[-1]
