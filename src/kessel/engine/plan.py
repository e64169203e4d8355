"""A commander's plan for his next moves: plain data that a game's staff makes, follows and can explain."""

from __future__ import annotations

from typing import Any

import msgspec

SCRIPTS = ("assault", "exploit", "encircle", "hold", "fall back", "relieve", "screen", "refit")
"""What a formation can be told to do."""


class Task(msgspec.Struct, frozen=True):
    """A formation, the script it follows and the hex it is about."""

    formation: str
    units: tuple[str, ...]
    script: str
    objective: str


class Prospect(msgspec.Struct, frozen=True):
    """An attack that the plan foresees: the column of the table and what it is expected to bring."""

    target: str
    units: tuple[str, ...]
    odds: str
    value: float


class Plan(msgspec.Struct):
    """What a side means to do until it plans again."""

    side: str
    main_effort: str = ""
    tasks: tuple[Task, ...] = ()
    weights: dict[str, float] = {}
    """How the staff leans: what it likes more or less than usual."""
    leanings: dict[str, float] = {}
    """Hexes that it wants more or less than usual: to stand in, or to attack where the enemy stands."""
    choices: dict[str, str] = {}
    """Decisions that the plan settles in advance."""
    prospects: tuple[Prospect, ...] = ()
    value: float = 0.0
    """What the commander expects of it, where he has looked ahead."""

    def data(self) -> dict[str, Any]:
        """The plan as JSON data."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
