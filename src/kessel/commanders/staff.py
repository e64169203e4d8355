"""The commander who plans each part of his turn as a whole and then carries it out."""

from __future__ import annotations

from typing import Any

from kessel.commanders.base import Desk
from kessel.engine import Action, Message
from kessel.engine.plan import Plan


class StaffOfficer:
    """Follows the plan that the game's staff makes, and has it made anew at every occasion of his turn."""

    def __init__(self, seed: str, budget: float | None = None) -> None:
        self.notes: dict[str, Any] = {}
        self.occasion = ("", "")

    def choose(self, desk: Desk) -> tuple[Action, Message]:
        turn, occasion, share = desk.game.occasion(desk.world, desk.side)
        if "plan" not in self.notes or (share and (turn, occasion) != self.occasion):
            self.occasion = (turn, occasion)
            self.notes["plan"] = self.make_plan(desk, turn, share)
        return desk.game.advise(desk.world, desk.side, desk.actions, self.notes)

    def make_plan(self, desk: Desk, turn: str, share: float) -> Plan:
        """The plan for an occasion."""
        return desk.game.plan(desk.world, desk.side)

    @property
    def plan(self) -> Plan | None:
        """The plan in force."""
        return self.notes.get("plan")
