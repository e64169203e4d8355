"""The commander that takes what looks best now, as his staff judges it."""

from __future__ import annotations

from typing import Any

from kessel.commanders.base import Desk
from kessel.engine import Action, Message


class Cadet:
    """Greedy: one decision at a time, with exact odds, no plan beyond it."""

    plan = None

    def __init__(self, seed: str, budget: float | None = None) -> None:
        self.notes: dict[str, Any] = {}

    def choose(self, desk: Desk) -> tuple[Action, Message]:
        return desk.game.advise(desk.world, desk.side, desk.actions, self.notes)
