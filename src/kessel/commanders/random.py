"""The commander that does anything the rules allow."""

from __future__ import annotations

import random

from kessel.commanders.base import Desk
from kessel.engine import Action, Message


class RandomCommander:
    """Plays any legal action, all alike."""

    plan = None

    def __init__(self, seed: str, budget: float | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, desk: Desk) -> tuple[Action, Message]:
        return desk.actions[self.rng.randrange(len(desk.actions))], Message("As good as any other.")
