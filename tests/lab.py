"""A position and the means to play it: what the laboratories of all games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from kessel.engine import Event, Refusal, ScriptedDice
from kessel.mechanics.pieces import DEAD, WAITING, PieceState

S = TypeVar("S", bound=PieceState)


class Bench(Generic[S]):
    """A position under test. Dice given to ``do`` are used up in order."""

    fates: ClassVar[Mapping[int, str]] = {DEAD: "dead", WAITING: "waiting"}

    def __init__(self, state: S) -> None:
        self.state = state
        self.log: list[Event] = []

    def do(self, *actions: str, dice: tuple[int, ...] = (), side: str | None = None) -> list[Event]:
        """Play actions; all dice they call for must be given, and no more."""
        state = self.state
        used = state.rolls
        script = ScriptedDice(dice)
        events = self._roll(script, used)
        for action in actions:
            events += state.play(action, side)
            events += self._roll(script, used)
        assert state.rolls - used == len(dice), f"{len(dice)} dice given, {state.rolls - used} used"
        self.log += events
        return events

    def _roll(self, script: ScriptedDice, used: int) -> list[Event]:
        """Let the dice fall that are called for."""
        state = self.state
        events: list[Event] = []
        while (need := state.decision) is not None and need.side == "chance":
            roll = script.roll(state.rolls - used, "", need.dice, need.faces)
            events += state.play("roll " + " ".join(map(str, roll)))
        return events

    def legal(self, action: str) -> bool:
        return self.state.legal(action)

    def refused(self, action: str, side: str | None = None) -> str:
        """The clause under which an action is refused; the state must not change."""
        before = self.state.digest()
        try:
            self.state.play(action, side)
        except Refusal as refusal:
            assert self.state.digest() == before
            return refusal.rule
        raise AssertionError(f"{action} was not refused")

    def actions(self, verb: str = "") -> list[str]:
        """Legal actions as text, of one verb or all."""
        return [str(a) for a in self.state.actions() if not verb or a.verb == verb]

    def choices(self, verb: str) -> list[str]:
        """The last arguments that a verb may take now, sorted."""
        return sorted({a.args[-1] for a in self.state.actions() if a.verb == verb})

    @property
    def decider(self) -> str:
        """Who must decide now."""
        return self.state.sides[0]

    @property
    def decision(self) -> str:
        """The name of the decision that is due."""
        found = self.state.decision
        return found.name if found else ""

    def index(self, unit: str) -> int:
        found: int = self.state.board.roster.names.index[unit]
        return found

    def hex(self, unit: str) -> str:
        """Where a unit is: a hex number or its fate."""
        where = self.state.where[self.index(unit)]
        return self.fates.get(where) or str(self.state.board.grid.names[where])

    def steps(self, unit: str) -> int:
        return self.state.steps[self.index(unit)]

    def preview(self, action: str = "", side: str | None = None) -> dict[str, Any]:
        """The odds of ``attack HEX UNIT ...`` or of the combat under way."""
        found = self.state.game.preview(self.state, action, side or self.decider)
        assert found is not None
        return found

    def told(self, name: str, side: str | None = None) -> list[Event]:
        """Events of a name that a side (or anyone) heard of so far."""
        return [e for e in self.log if e.name == name and (side is None or e.to in (None, side))]
