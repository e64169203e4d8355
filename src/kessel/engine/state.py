"""The position of a game and the machine that runs it.

The control stack is data: a list of frames, each a small immutable record of one step of the sequence of play. The
frame on top says who decides and what may be done; each verb is a method ``on_<verb>`` of the frame. Frames that need
no decision do their work in ``run``. A half-resolved combat therefore copies, hashes, saves and replays like any
other position.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import msgspec

from kessel.engine.action import Action, Actions
from kessel.engine.decision import CHANCE, Chance, Decision
from kessel.engine.dice import Dice
from kessel.engine.event import Event, Message
from kessel.engine.refusal import KesselError, Refusal

if TYPE_CHECKING:
    from kessel.engine.game import Game

NO_ACTIONS = Actions()


class Outcome(NamedTuple):
    """How a game ended: the winner (None for a draw), why, and the clauses that decided it."""

    winner: str | None
    message: Message
    rules: tuple[str, ...]
    score: int


class Frame(msgspec.Struct, frozen=True):
    """One step of the sequence of play. Subclasses add plain fields; ``s`` is the state they stand in."""

    chance: ClassVar[bool] = False

    def run(self, s: Any) -> bool:
        """Go on as far as possible without a decision; True when a decision is needed now."""
        return True

    def sides(self, s: Any) -> tuple[str, ...]:
        """The sides that must decide now; more than one when they decide in secret at the same time."""
        raise NotImplementedError

    def decision(self, s: Any, side: str) -> Decision:
        """What is expected of the side."""
        raise NotImplementedError

    def dice(self, s: Any) -> Chance:
        """The dice that must fall now (chance frames)."""
        raise NotImplementedError

    def rolled(self, s: Any, dice: tuple[int, ...]) -> None:
        """Take the result of the dice (chance frames)."""
        raise NotImplementedError

    def actions(self, s: Any, side: str) -> Actions:
        """Every legal action of the side."""
        raise NotImplementedError

    def refusal(self, s: Any, side: str, action: Action) -> Refusal | None:
        """Why an action that is not legal is forbidden; None where the decision's own rule says it all."""
        return None


class State:
    """A position. Subclasses add the flat data of their game and ``copy`` and ``key``."""

    __slots__ = ("_actions", "dice", "game", "log", "outcome", "rolls", "seen", "stack")

    game: Game
    stack: list[Any]
    log: list[Event]
    dice: Dice | None
    rolls: int
    outcome: Outcome | None
    seen: bool
    _actions: dict[str, Actions]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stack = []
        self.log = []
        self.dice = None
        self.rolls = 0
        self.outcome = None
        self.seen = False
        self._actions = {}

    # -- the contract --------------------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that must decide now: one, several in secret, chance, or none when the game is over."""
        if self.outcome is not None:
            return ()
        top = self.stack[-1]
        return (CHANCE,) if top.chance else top.sides(self)

    @property
    def decision(self) -> Decision | Chance | None:
        """Who must decide what; None when the game is over. With several sides pending, the first of them."""
        if self.outcome is not None:
            return None
        return self.decision_of(self.sides[0])

    def decision_of(self, side: str) -> Decision | Chance:
        """What is expected of a side that must decide now."""
        top: Frame = self.stack[-1]
        return top.dice(self) if top.chance else top.decision(self, side)

    def actions(self, side: str | None = None) -> Actions:
        """Every legal action of a side now: complete, no duplicates, in a stable order; empty for those who wait."""
        if self.outcome is not None:
            return NO_ACTIONS
        top = self.stack[-1]
        if top.chance:
            return NO_ACTIONS
        if side is None:
            side = top.sides(self)[0]
        found = self._actions.get(side)
        if found is None:
            if side not in top.sides(self):
                return NO_ACTIONS
            found = self._actions[side] = top.actions(self, side)
        return found

    def play(self, action: Action | str, side: str | None = None) -> list[Event]:
        """Play an action and everything that follows without a decision; raises Refusal and changes nothing if
        it is not legal. With dice attached, chance is rolled at once; otherwise play ``roll 3 1``."""
        if isinstance(action, str):
            action = Action.parse(action)
        if self.outcome is not None:
            raise Refusal(self.game.end_rule, "The game is over.")
        top = self.stack[-1]
        if top.chance:
            dice = self._parse_roll(action)
            self._start()
            self._roll(top, dice)
        else:
            if side is None:
                side = top.sides(self)[0]
            if action not in self.actions(side):
                raise self._refusal(action, side)
            self._start()
            getattr(top, "on_" + action.verb)(self, *action.args)
        self.advance(str(action) if self.dice else "")
        return self.log

    def explain(self, action: Action | str, side: str | None = None) -> Refusal | None:
        """None for a legal action, else which rule forbids it and why."""
        if isinstance(action, str):
            action = Action.parse(action)
        if self.outcome is not None:
            return Refusal(self.game.end_rule, "The game is over.")
        top = self.stack[-1]
        if top.chance:
            try:
                self._parse_roll(action)
            except Refusal as refusal:
                return refusal
            return None
        if side is None:
            side = top.sides(self)[0]
        return None if action in self.actions(side) else self._refusal(action, side)

    def legal(self, action: Action | str, side: str | None = None) -> bool:
        """Whether an action may be played now."""
        return self.explain(action, side) is None

    def view(self, side: str | None) -> dict[str, Any]:
        """What a side (None: a spectator) may know, and nothing else."""
        return self.game.view(self, side)

    def copy(self, dice: Dice | None = None) -> Self:
        """An independent position; dice come along only when given."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Everything that makes this position differ from another, as plain values."""
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        """The position as JSON data; ``game.position`` builds the same state from it."""
        return self.game.written(self)

    def digest(self) -> str:
        """A hash of the position: equal positions, equal digests, on every machine."""
        frames = tuple((type(f).__name__, *msgspec.structs.astuple(f)) for f in self.stack)
        text = repr((self.key(), frames, self.outcome and self.outcome.winner, self.outcome and self.outcome.score))
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    # -- the machine ---------------------------------------------------------------------------------------------

    def advance(self, action: str = "") -> None:
        """Run frames until someone must decide."""
        stack = self.stack
        while self.outcome is None:
            top = stack[-1]
            if top.chance:
                if self.dice is None:
                    break
                need = top.dice(self)
                dice = self.dice.roll(self.rolls, action, need.dice, need.faces)
                self._roll(top, dice)
            elif top.run(self):
                break

    def tell(self, event: str, *rules: str, to: str | None = None, **args: object) -> None:
        """Log an event; ``to`` restricts it to one side."""
        self.log.append(Event(event, rules, args, to))

    def _start(self) -> None:
        self.log = []
        self.seen = False
        self._actions = {}

    def _roll(self, frame: Any, dice: tuple[int, ...]) -> None:
        self.rolls += len(dice)
        self.seen = True
        frame.rolled(self, dice)

    def _parse_roll(self, action: Action) -> tuple[int, ...]:
        need = self.stack[-1].dice(self)
        try:
            dice = tuple(int(arg) for arg in action.args)
        except ValueError:
            dice = ()
        if action.verb != "roll" or len(dice) != need.dice or any(not 1 <= d <= need.faces for d in dice):
            raise Refusal(
                need.rules[0],
                "Dice must fall now (dice: {dice}, faces: 1 to {faces}).",
                dice=need.dice,
                faces=need.faces,
            )
        return dice

    def _refusal(self, action: Action, side: str) -> Refusal:
        sides = self.stack[-1].sides(self)
        expected = self.decision_of(sides[0])
        if side not in self.game.sides:
            raise KesselError(f"there is no side {side!r} in {self.game.id}; sides are {', '.join(self.game.sides)}")
        if side not in sides:
            return Refusal(expected.rules[0], "The decision now belongs to: {side}.", side=expected.side)
        found: Refusal | None = self.stack[-1].refusal(self, side, action)
        return found or Refusal(self.decision_of(side).rules[0], "“{action}” is not possible now.", action=str(action))
