"""A game played word by word: what the environments share."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kessel.engine import Action, Game, KesselError, State
from kessel.games import load
from kessel.rl.observation import Observer, Vector
from kessel.rl.vocabulary import STOP, Speech, Vocabulary, listen

LIMIT = 100_000
"""Words after which a game is cut short."""

Mask = NDArray[np.int8]
Observation = dict[str, NDArray[np.generic]]


class Setting:
    """What never changes about a scenario: its words, its observations, its spaces."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game = game
        self.scenario = scenario
        self.vocabulary = Vocabulary(game, scenario)
        self.observer = Observer(game, scenario, self.vocabulary)

    def table(self, seed: str) -> Table:
        """A new game."""
        return Table(self, self.game.start(self.scenario, seed=seed))

    def observation_space(self) -> spaces.Dict:
        """An observation and the mask of words that may be said."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.vocabulary),), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete[np.int64]:
        """A word."""
        return spaces.Discrete(len(self.vocabulary))


@cache
def setting(game: str, scenario: str = "") -> Setting:
    """The setting of a scenario; the first one to learn with if none is named."""
    known = load(game)
    scenario = scenario or next(iter(known.scenarios))
    if scenario not in known.scenarios:
        raise KesselError(f"{game} has no scenario {scenario!r}; it has {', '.join(known.scenarios)}")
    return Setting(known, scenario)


class Table:
    """One game under way, and the action that the side to decide has begun to say."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        self.state = state
        self.said: tuple[str, ...] = ()
        self.speech = Speech(None, ())
        self._go_on()

    @property
    def side(self) -> str:
        """The side that must say a word; empty when the game is over."""
        return self.state.sides[0] if self.state.outcome is None else ""

    def words(self, side: str) -> list[tuple[int, str]]:
        """The words that a side may say now, each with its number."""
        if side != self.side:
            return []
        vocabulary = self.setting.vocabulary
        spare = vocabulary.index["spare-0"]
        found = []
        for word in ((STOP,) if self.speech.action else ()) + self.speech.words:
            number = vocabulary.index.get(word)
            if number is None and spare < len(vocabulary):
                number, spare = spare, spare + 1
            if number is not None:
                found.append((number, word))
        return found

    def mask(self, side: str) -> Mask:
        """Which words a side may say now."""
        mask = np.zeros(len(self.setting.vocabulary), np.int8)
        mask[[number for number, _ in self.words(side)]] = 1
        return mask

    def observe(self, side: str) -> Observation:
        """What a side sees, and the words it may say."""
        said = self.said if side == self.side else ()
        seen = self.setting.observer.observe(self.state.view(side), side, said)
        return {"observation": seen, "action_mask": self.mask(side)}

    def info(self, side: str) -> dict[str, Any]:
        """What a learner may want to know beside it: the score as the side knows it, in the game's own points."""
        score = self.state.view(side).get("score")
        return {"score": score.get("total") if score else None}

    def say(self, number: int) -> None:
        """The side to decide says a word; a finished action is played."""
        word = dict(self.words(self.side)).get(number)
        if word is None:
            legal = ", ".join(word for _, word in self.words(self.side)[:12])
            raise KesselError(f"the word {number} cannot be said after {' '.join(self.said)!r}; possible are {legal}")
        if word == STOP and self.speech.action:
            self.play(self.speech.action)
        else:
            self.said += (word,)
            self._go_on()

    def play(self, action: Action) -> None:
        """The side to decide plays a whole action."""
        self.state.play(action, self.side)
        self.said = ()
        self._go_on()

    def _go_on(self) -> None:
        """Play what is said, and say what leaves no choice, until there is a choice to make."""
        while self.state.outcome is None:
            self.speech = listen(self.setting.vocabulary, self.state.actions(self.side), self.said)
            if self.speech.action is not None and not self.speech.words:
                self.state.play(self.speech.action, self.side)
                self.said = ()
            elif self.speech.action is None and len(self.speech.words) == 1:
                self.said += self.speech.words
            else:
                break

    def reward(self, side: str) -> float:
        """1 for the winner, -1 for the loser, 0 for a draw or a game that goes on."""
        outcome = self.state.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == side else -1.0


__all__ = ["LIMIT", "Mask", "Observation", "Setting", "Table", "Vector", "setting"]
