"""The charts of combat as commanders use them: every chance worked out once for a board."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from kessel.games.debrecen.board import Board
from kessel.games.debrecen.odds import chances, column_of
from kessel.games.debrecen.results import Result, read_result
from kessel.games.debrecen.state import DebrecenState

EIGHTHS = 8
"""Strengths are counted in eighths: a value may be halved three times (1.3-c)."""

SURELY = 0.8
"""The chance that a place falls whose defenders are bound to lose it: it takes time, and the enemy may go elsewhere."""

Odd = tuple[tuple[Result, float], ...]
"""Results and their chances."""


class Charts:
    """Columns and chances by what they depend on."""

    def __init__(self) -> None:
        self._columns: dict[tuple[int, int, bool], int] = {}
        self._chances: dict[tuple[int, int, int], Odd] = {}
        self._blows: dict[int, Outlook] = {}

    def column(self, s: DebrecenState, attack: int, defence: int, lone: bool) -> int:
        """The column of two strengths, in eighths (7.6-d)."""
        found = self._columns.get((attack, defence, lone))
        if found is None:
            column = column_of(s, fraction(attack), fraction(defence), lone)
            found = self._columns[attack, defence, lone] = column
        return found

    def chances(self, s: DebrecenState, start: int, die: int, stars: int) -> Odd:
        """The chance of each result over both dice (7.5-g, 7.6-h)."""
        found = self._chances.get((start, die, stars))
        if found is None:
            spread = chances(s, start, die, stars)
            found = tuple((read_result(text), float(p)) for text, p in spread.items())
            self._chances[start, die, stars] = found
        return found

    def outlook(self, s: DebrecenState, column: int) -> Outlook:
        """What a defender has to expect on a column, with equal quality and no armour."""
        found = self._blows.get(column)
        if found is None:
            spread = self.chances(s, column, 0, 0)
            owed = sum(result.defence * p for result, p in spread)
            driven = sum(p for result, p in spread if result.breakthrough)
            found = self._blows[column] = Outlook(owed, driven)
        return found


class Outlook(NamedTuple):
    """What a defender has to pay on average, and the chance that he is driven off."""

    owed: float
    driven: float

    def fall(self, steps: int) -> float:
        """The chance that the hex is lost, sooner or later, with so many steps in it."""
        if not steps:
            return self.driven
        return SURELY * min(1.0, self.driven + 0.5 * (1.0 - self.driven) * (self.owed / steps) ** 2)


@cache
def charts(board: Board) -> Charts:
    """The charts of a board."""
    return Charts()


@cache
def fraction(eighths: int) -> Fraction:
    """A strength as the rules count it."""
    return Fraction(eighths, EIGHTHS)
