"""What goes wrong, in words a player understands."""

from __future__ import annotations

from kessel.engine.event import Message


class KesselError(Exception):
    """Bad input from outside: a file, an option, a name. The message names the place and the problem."""


class PositionError(KesselError):
    """A position that makes no sense."""


class Refusal(KesselError):
    """An action that the rules forbid: which clause and why. The state is untouched."""

    def __init__(self, rule: str, text: str, **args: object) -> None:
        super().__init__(rule, text, args)
        self.rule = rule
        self.message = Message(text, args)

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]"
