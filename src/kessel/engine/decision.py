"""Who must decide what, and what chance may bring."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from kessel.engine.event import Message

CHANCE = "chance"


class Decision(NamedTuple):
    """A side and what is expected of it, under which rules."""

    side: str
    name: str
    prompt: Message
    rules: tuple[str, ...]


class Chance(NamedTuple):
    """Dice that must fall now: how many, with how many faces, and the rules that call for them."""

    name: str
    prompt: Message
    rules: tuple[str, ...]
    dice: int = 1
    faces: int = 6
    side: str = CHANCE

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """Every way the dice can fall; all are equally likely."""
        return product(range(1, self.faces + 1), repeat=self.dice)

    @property
    def probability(self) -> float:
        """The probability of each single outcome."""
        return float(self.faces) ** -self.dice
