"""The commander that does anything the rules allow."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from kessel.commanders.base import LEVELS
from kessel.engine import Action, Actions, Decision


class RandomCommander:
    """Plays any legal action, all alike."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: Mapping[str, Any], decision: Decision, actions: Actions) -> Action:
        return actions[self.rng.randrange(len(actions))]


LEVELS["random"] = RandomCommander
