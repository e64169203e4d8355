"""A PettingZoo environment: the sides take turns to say words, and every finished action is played."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kessel.engine.text import translator
from kessel.rl.table import LIMIT, Observation, setting


class KesselEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game between policies. Agents are the sides; an action is a word; see :mod:`kessel.rl.vocabulary`."""

    def __init__(self, game: str, scenario: str = "", *, limit: int = LIMIT, render_mode: str | None = None) -> None:
        super().__init__()
        self.setting = setting(game, scenario)
        self.limit = limit
        self.render_mode = render_mode
        self.metadata = {"name": f"kessel_{game}_v1", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.possible_agents = list(self.setting.game.sides)
        self.observation_spaces = {side: self.setting.observation_space() for side in self.possible_agents}
        self.action_spaces = {side: self.setting.action_space() for side in self.possible_agents}
        self._random, _ = seeding.np_random()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same dice."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table = self.setting.table(str(self._random.integers(2**63)))
        self.spoken = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {side: self.table.info(side) for side in self.agents}
        self.agent_selection = self.table.side or self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self.table.observe(agent)

    def step(self, action: int | None) -> None:
        """The selected agent says a word."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.table.say(int(action))
        self.spoken += 1
        over = self.table.state.outcome is not None
        cut = not over and self.spoken >= self.limit
        self.rewards = {side: self.table.reward(side) for side in self.agents}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = {side: self.table.info(side) for side in self.agents}
        self.agent_selection = self.table.side or agent
        self._accumulate_rewards()
        if self.render_mode == "human":
            print(self.render())

    def render(self) -> str:
        """Who must decide what, for somebody who may see neither side's secrets."""
        view = self.table.state.view(None)
        english = translator("en")
        if view["outcome"]:
            outcome = self.table.state.outcome
            assert outcome is not None
            return f"turn {view['turn']}: {outcome.message.render(english)} Winner: {outcome.winner or 'none'}."
        return f"turn {view['turn']}, {view['phase']}: {self.table.side} decides"


def env(game: str, scenario: str = "", *, limit: int = LIMIT, render_mode: str | None = None) -> Any:
    """The environment of a game with PettingZoo's usual guards: an illegal word loses the game."""
    guarded: Any = KesselEnv(game, scenario, limit=limit, render_mode=render_mode)
    guarded = wrappers.TerminateIllegalWrapper(guarded, illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


__all__ = ["KesselEnv", "env"]
