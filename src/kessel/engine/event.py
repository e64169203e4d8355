"""What happened, as data: a message with its arguments, the rules behind it, and who may know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

Label = Callable[[str, object], str]
"""Turns an argument (its name, its value) into words: unit ids into names, keys into translated terms."""


def plain(_name: str, value: object) -> str:
    """An argument as it stands."""
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


class Message(NamedTuple):
    """An English sentence with {placeholders}; the sentence is also the key of its translations."""

    text: str
    args: Mapping[str, object] = {}

    def render(self, translate: Callable[[str], str], label: Label = plain) -> str:
        """The sentence in another language with its arguments filled in."""
        return translate(self.text).format_map({k: label(k, v) for k, v in self.args.items()})

    def __str__(self) -> str:
        return self.render(str)


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. ``to`` names the only side that may know of it; None means everybody."""

    name: str
    rules: tuple[str, ...]
    args: Mapping[str, object]
    to: str | None = None
