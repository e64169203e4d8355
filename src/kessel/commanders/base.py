"""The one interface of all commanders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from kessel.engine import Action, Actions, Decision, KesselError


class Commander(Protocol):
    """Whoever plays a side: sees what the side sees and answers with one of the legal actions."""

    def choose(self, view: Mapping[str, Any], decision: Decision, actions: Actions) -> Action: ...


LEVELS: dict[str, Callable[[str], Commander]] = {}
"""Commanders by name; each is made from a seed."""


def commander(name: str, seed: str) -> Commander:
    """A commander by its name."""
    if name not in LEVELS:
        raise KesselError(f"there is no commander {name!r}; there are: {', '.join(LEVELS)}")
    return LEVELS[name](seed)


def names() -> list[str]:
    """All commanders, the weakest first."""
    return list(LEVELS)
