"""A policy learns one side of a game: REINFORCE on a linear softmax, in numpy.

    python examples/reinforce.py breakout soviet --point 0.2 --games 400

Needs the extra ``rl`` (pip install 'kessel[rl]').
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kessel import rl

Vector = NDArray[np.float32]
Numbers = NDArray[np.intp]

LONGEST = 2000
"""Words after which a game is cut short: a policy that has lost its way may walk in circles."""


class Choice(NamedTuple):
    """A word that was said: what was seen, what could be said, how likely each word was and which it was."""

    seen: Numbers
    values: Vector
    words: Numbers
    chances: Vector
    said: int


class Policy:
    """A weight for each word and each thing that may be seen; likelier words weigh more."""

    def __init__(self, words: int, size: int, seed: int = 1) -> None:
        self.weights = np.zeros((words, size + 1), np.float32)
        self.random = np.random.default_rng(seed)

    def choose(self, observation: dict[str, Any]) -> Choice:
        """Draw one of the words that may be said."""
        vector = np.append(observation["observation"], np.float32(1.0))
        seen = np.flatnonzero(vector)
        words = np.flatnonzero(observation["action_mask"])
        values = vector[seen]
        scores = self.weights[np.ix_(words, seen)] @ values
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        return Choice(seen, values, words, chances, int(self.random.choice(len(words), p=chances)))

    def learn(self, choices: list[Choice], advantage: float, rate: float) -> None:
        """Make what was said likelier if the game went better than usual, unlikelier if worse."""
        for choice in choices:
            slope = -choice.chances
            slope[choice.said] += 1.0
            step = rate * advantage / np.square(choice.values).sum()
            self.weights[np.ix_(choice.words, choice.seen)] += step * np.outer(slope, choice.values)


class Episode(NamedTuple):
    """A game: the choices made, what each of them brought at once, and the result."""

    choices: list[Choice]
    gains: list[float]
    result: float


def play(env: Any, policy: Policy, seed: int, point: float) -> Episode:
    """One game; ``point`` is what a point of the game's score is worth beside victory itself."""
    observation, info = env.reset(seed=seed)
    choices: list[Choice] = []
    gains: list[float] = []
    reward, over = 0.0, False
    while not over:
        before = info["score"] or 0
        choices.append(policy.choose(observation))
        observation, reward, ended, cut, info = env.step(choices[-1].words[choices[-1].said])
        gains.append(reward + point * ((info["score"] or 0) - before))
        over = ended or cut
    return Episode(choices, gains, reward)


def train(env: Any, policy: Policy, games: int, point: float = 0.0, rate: float = 0.1, block: int = 50) -> list[float]:
    """Play and learn; returns what each game brought."""
    totals: list[float] = []
    results: list[float] = []
    for seed in range(games):
        choices, gains, result = play(env, policy, seed, point)
        totals.append(sum(gains))
        results.append(result)
        usual, spread = np.mean(totals[-block:]), np.std(totals[-block:])
        policy.learn(choices, (totals[-1] - usual) / (spread or 1.0), rate)
        if (seed + 1) % block == 0:
            print(
                f"games {seed + 2 - block} to {seed + 1}: won {results[-block:].count(1.0)},"
                f" lost {results[-block:].count(-1.0)}, mean return {np.mean(totals[-block:]):+.2f}",
                flush=True,
            )
    return totals


def main() -> None:
    """Train a policy as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="breakout")
    parser.add_argument("side", nargs="?", default="soviet")
    parser.add_argument("--scenario", default="", help="the first one to learn with if not given")
    parser.add_argument("--opponent", default="random", help="random, cadet, staff or marshal")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--point", type=float, default=0.0, help="what a point of the score is worth; victory is 1")
    parser.add_argument("--rate", type=float, default=0.1)
    args = parser.parse_args()
    env = rl.solo(args.game, args.side, args.opponent, args.scenario, limit=LONGEST)
    policy = Policy(env.action_space.n, env.observation_space["observation"].shape[0])
    train(env, policy, args.games, args.point, args.rate)


if __name__ == "__main__":
    main()
