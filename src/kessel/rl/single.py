"""A Gymnasium environment: one side learns, a commander plays the other."""

from __future__ import annotations

import random
from typing import Any

import gymnasium

from kessel.commanders import commander, desk
from kessel.engine import KesselError
from kessel.rl.table import LIMIT, Mask, Observation, setting


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game against a commander. An action is a word; :meth:`action_masks` says which may be said."""

    def __init__(self, game: str, side: str, opponent: str = "random", scenario: str = "", limit: int = LIMIT) -> None:
        self.setting = setting(game, scenario)
        if side not in self.setting.game.sides:
            raise KesselError(f"there is no side {side!r}; sides are {', '.join(self.setting.game.sides)}")
        commander(opponent, "")  # an unknown one is an error here, not in the middle of a game
        self.side = side
        self.opponent = opponent
        self.limit = limit
        self.observation_space = self.setting.observation_space()
        self.action_space = self.setting.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; the same seed gives the same dice and the same opponent."""
        super().reset(seed=seed)
        name = str(self.np_random.integers(2**63))
        self.table = self.setting.table(name)
        self.enemy = commander(self.opponent, name)
        self.guesses = random.Random(name)
        self.spoken = 0
        self._answer()
        return self.table.observe(self.side), self.table.info(self.side)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Say a word; if that ends an action, the opponent answers until it is our turn to decide again.

        A word that may not be said loses the game, as in the environment for both sides.
        """
        if not self.table.mask(self.side)[action]:
            return self.table.observe(self.side), -1.0, True, False, self.table.info(self.side)
        self.table.say(int(action))
        self.spoken += 1
        self._answer()
        over = self.table.state.outcome is not None
        cut = not over and self.spoken >= self.limit
        reward = self.table.reward(self.side)
        return self.table.observe(self.side), reward, over, cut, self.table.info(self.side)

    def action_masks(self) -> Mask:
        """Which words may be said now."""
        return self.table.mask(self.side)

    def _answer(self) -> None:
        while self.table.side not in ("", self.side):
            action, _ = self.enemy.choose(desk(self.table.state, self.table.side, self.guesses))
            self.table.play(action)
