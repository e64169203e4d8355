"""The commander who plans each half of his turn as a whole and then carries it out."""

from __future__ import annotations

from typing import Any

from kessel.commanders.base import Desk
from kessel.engine import Action, Message


class StaffOfficer:
    """Follows the plan that the game's staff makes, and has it made anew at every occasion."""

    def __init__(self, seed: str, budget: float = 0.0) -> None:
        self.notes: dict[str, Any] = {}
        self.occasion: tuple[str, str] = ("", "")

    def choose(self, desk: Desk) -> tuple[Action, Message]:
        turn, occasion, _ = desk.game.occasion(desk.world, desk.side)
        if (turn, occasion) != self.occasion or "plan" not in self.notes:
            self.occasion = (turn, occasion)
            self.notes["plan"] = desk.game.plan(desk.world, desk.side)
        return desk.game.advise(desk.world, desk.side, desk.actions, self.notes)
