"""The one source of dice.

Fair dice are committed: the SHA-256 of the seed is published before the first action, each side adds a word of its
own, and roll n is HMAC-SHA256 of the seed over those words, n and the action that called for the roll. When the game
is over the seed is shown and anyone can compute every roll again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Protocol

from kessel.engine.refusal import KesselError


class Dice(Protocol):
    """Dice fall by their number in the game and the action that calls for them: the same call, the same result."""

    def roll(self, number: int, action: str, dice: int, faces: int) -> tuple[int, ...]: ...


class FairDice:
    """Dice that nobody can foresee before the end and everybody can check after it."""

    def __init__(self, seed: str, words: Mapping[str, str] | None = None) -> None:
        self.seed = seed
        self.words = dict(words or {})
        self._key = hmac.new(seed.encode(), json.dumps(sorted(self.words.items())).encode(), hashlib.sha256)

    @staticmethod
    def new_seed() -> str:
        """A fresh secret of 256 bits."""
        return secrets.token_hex(32)

    @property
    def commitment(self) -> str:
        """What is published before the first action."""
        return commitment(self.seed)

    def roll(self, number: int, action: str, dice: int, faces: int) -> tuple[int, ...]:
        """The result of roll ``number``; bytes that would favour a face are thrown away."""
        if not 1 <= faces <= 256:
            raise KesselError(f"a die has 1 to 256 faces, not {faces}")
        limit = 256 - 256 % faces
        found: list[int] = []
        block = 0
        while len(found) < dice:
            mac = self._key.copy()
            mac.update(f"\n{number}\n{block}\n{action}".encode())
            found.extend(byte % faces + 1 for byte in mac.digest() if byte < limit)
            block += 1
        return tuple(found[:dice])


class ScriptedDice:
    """Dice that fall as told; for tests and the laboratory."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values = tuple(values)

    def roll(self, number: int, action: str, dice: int, faces: int) -> tuple[int, ...]:
        """The next values of the script; ``number`` counts dice already used."""
        found = self.values[number : number + dice]
        if len(found) < dice:
            raise KesselError(f"the dice script has {len(self.values)} values, '{action}' needs one more")
        if any(not 1 <= value <= faces for value in found):
            raise KesselError(f"the dice script has {found}, a die has faces 1 to {faces}")
        return found


def commitment(seed: str) -> str:
    """The SHA-256 that binds whoever knows the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()
