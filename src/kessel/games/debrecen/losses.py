"""7.7-d Steps that a group of units loses outside the results of combats."""

from __future__ import annotations

from typing import ClassVar

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, first


class StepLoss(Frame, frozen=True):
    """A unit of a group, of its owner's choice, loses steps; an HQ only if nobody else is there."""

    units: Bits
    steps: int = 1

    name: ClassVar[str]
    text: ClassVar[Message]
    rules: ClassVar[tuple[str, ...]]
    """What takes the steps."""
    ruling: ClassVar[str]
    """Why one unit loses them all."""

    def victims(self, s: DebrecenState) -> Bits:
        """The units that may lose them."""
        units = self.units & s.present
        return s.combat(units) or units

    def run(self, s: DebrecenState) -> bool:
        units = self.victims(s)
        if units & (units - 1):
            return True
        s.stack.pop()
        if units:
            self._hit(s, first(units))
        return False

    def _hit(self, s: DebrecenState, u: int) -> None:
        for _ in range(min(self.steps, s.steps[u])):
            s.lose_step(u, *self.rules)

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[s.unit(first(self.units)).side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        return Decision(side, self.name, self.text, (self.rules[-1], self.ruling))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        return Actions([Group("lose", s.board.roster.names, self.victims(s))])

    def on_lose(self, s: DebrecenState, unit: str) -> None:
        s.stack.pop()
        self._hit(s, s.board.roster.names.index[unit])

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        return Refusal(self.rules[-1], "One of these units loses a step: {units}.", units=s.ids(self.victims(s)))
