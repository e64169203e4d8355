"""Staff work for computer commanders."""

from __future__ import annotations

from typing import Any

from kessel.engine import Action, Actions, Message
from kessel.games.korsun.state import KorsunState


class Staff:
    """One side's judgement of a position."""

    def __init__(self, s: KorsunState, side: int, notes: dict[str, Any] | None = None) -> None:
        self.s = s
        self.side = side

    def advise(self, actions: Actions) -> tuple[Action, Message]:
        """The action to take, and why."""
        return actions[-1], Message("Nothing better to do.")
