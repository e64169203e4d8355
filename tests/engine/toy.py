"""Bids: a complete game in a few lines that uses everything the kernel offers.

Both sides bid in secret at the same time, the bids are shown, a die falls, blue may have it rolled again once; after
the last round the side with more points has won. Tests that break the game replace a frame, the state or a method.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Self

import msgspec

from kessel.engine import (
    Action,
    Actions,
    Chance,
    Decision,
    Dice,
    Event,
    FairDice,
    Frame,
    Game,
    Group,
    Message,
    Names,
    Option,
    Outcome,
    PositionError,
    Refusal,
    Rulebook,
    Scenario,
    State,
)
from kessel.engine.game import chosen_options
from kessel.engine.rulebook import read_rulebook
from kessel.engine.text import translator

FOLDER = Path(__file__).parent
SIDES = ("red", "blue")
NUMBERS = Names(("0", "1", "2", "3"))
OPEN = -1
"""A bid that has not been made."""

EVENTS = {
    "bid": "You bid {number}.",
    "sealed": "{side} has made a bid.",
    "shown": "Red bids {red}, blue bids {blue}.",
    "tie": "The bids are equal.",
    "die": "The die shows {die}.",
    "again": "Blue has the die rolled again.",
    "score": "{side} scores {points}.",
    "over": "The game is over: {winner}.",
}


class BidsState(State):
    """A position. ``lead`` is red's points minus blue's, kept up to date as points are scored."""

    __slots__ = ("bids", "lead", "options", "points", "round", "rounds", "spent")

    game: Bids

    def __init__(self, game: Bids, rounds: int, options: Mapping[str, bool]) -> None:
        super().__init__(game)
        self.options = options
        self.rounds = rounds
        self.round = 1
        self.bids = [OPEN, OPEN]
        self.points = [0, 0]
        self.lead = 0
        self.spent = False

    def copy(self, dice: Dice | None = None) -> Self:
        new = type(self)(self.game, self.rounds, self.options)
        new.stack = self.stack[:]
        new.dice = dice
        new.rolls = self.rolls
        new.outcome = self.outcome
        new.round = self.round
        new.bids = self.bids[:]
        new.points = self.points[:]
        new.lead = self.lead
        new.spent = self.spent
        return new

    def key(self) -> tuple[object, ...]:
        return (self.rounds, sorted(self.options.items()), self.round, self.bids, self.points, self.spent)

    def view(self, side: str | None) -> dict[str, Any]:
        shown = OPEN not in self.bids
        return {
            "round": self.round,
            "points": self.points[:],
            "lead": self.lead,
            "spent": self.spent,
            "bids": [bid if shown or name == side else None for name, bid in zip(SIDES, self.bids, strict=True)],
            "sealed": [bid != OPEN for bid in self.bids],
            "deciding": list(self.sides),
            "winner": self.outcome.winner if self.outcome else None,
        }

    def position(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "rounds": self.rounds,
            "options": dict(self.options),
            "round": self.round,
            "bids": self.bids[:],
            "points": self.points[:],
            "spent": self.spent,
            "rolls": self.rolls,
            "stack": [{"frame": type(f).__name__, **msgspec.structs.asdict(f)} for f in self.stack],
        }

    def push(self, frame: str, **fields: Any) -> None:
        """Put a frame of the game on the stack."""
        self.stack.append(self.game.frames[frame](**fields))

    def score(self, side: int, points: int, rule: str) -> None:
        """Points for a side; the next round begins."""
        self.points[side] += points
        self.lead += points if side == 0 else -points
        self.tell("score", rule, side=SIDES[side], points=points)
        self.next_round()

    def next_round(self) -> None:
        self.stack.pop()
        self.bids = [OPEN, OPEN]
        self.round += 1


class Round(Frame, frozen=True):
    """3.1-a: the rounds, one after the other."""

    def run(self, s: BidsState) -> bool:
        if s.round <= s.rounds:
            s.push("Bidding")
        else:
            red, blue = s.points
            winner = None if red == blue else SIDES[red < blue]
            s.outcome = Outcome(winner, Message("Red {red}, blue {blue}.", {"red": red, "blue": blue}), ("3.1-a",), red)
            s.tell("over", "3.1-a", winner=winner or "draw")
        return False


class Bidding(Frame, frozen=True):
    """1.1-a: both sides bid in secret at the same time."""

    def run(self, s: BidsState) -> bool:
        if OPEN in s.bids:
            return True
        s.seen = True
        red, blue = s.bids
        s.tell("shown", "1.1-c", red=red, blue=blue)
        if red == blue:
            s.tell("tie", "2.1-a")
            s.next_round()
        else:
            s.stack.pop()
            s.push("Roll")
        return False

    def sides(self, s: BidsState) -> tuple[str, ...]:
        return tuple(name for name, bid in zip(SIDES, s.bids, strict=True) if bid == OPEN)

    def decision(self, s: BidsState, side: str) -> Decision:
        return Decision(side, "bid", Message("Round {round}: bid.", {"round": s.round}), ("1.1-a", "1.1-b"))

    def actions(self, s: BidsState, side: str) -> Actions:
        lead = s.lead if side == "red" else -s.lead
        return Actions([Group("bid", NUMBERS, 0b0111 if lead >= 2 else 0b1111, (side,))])

    def on_bid(self, s: BidsState, side: str, number: str) -> None:
        """The kernel does not tell a frame who acts, so the action does."""
        s.bids[SIDES.index(side)] = int(number)
        self.told(s, side, int(number))

    def told(self, s: BidsState, side: str, number: int) -> None:
        """1.1-b: the bidder hears his number, the other that there is one."""
        other = SIDES[1 - SIDES.index(side)]
        s.tell("bid", "1.1-a", to=side, number=number)
        s.tell("sealed", "1.1-b", to=other, side=side)

    def refusal(self, s: BidsState, side: str, action: Action) -> Refusal | None:
        if action == Action("bid", (side, "3")):
            return Refusal("1.2-a", "{side} leads and may not bid 3.", side=side)
        return None


class Roll(Frame, frozen=True):
    """2.1-a: the die."""

    chance = True

    def dice(self, s: BidsState) -> Chance:
        return Chance("die", Message("The die of round {round}.", {"round": s.round}), ("2.1-a",))

    def rolled(self, s: BidsState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.tell("die", "2.1-a", die=dice[0])
        s.push("Again", die=dice[0])


class Again(Frame, frozen=True):
    """2.2-a: blue may have the die rolled again, once in a game."""

    die: int

    def run(self, s: BidsState) -> bool:
        if s.spent:
            self.on_keep(s)
            return False
        return True

    def sides(self, s: BidsState) -> tuple[str, ...]:
        return ("blue",)

    def decision(self, s: BidsState, side: str) -> Decision:
        return Decision(side, "again", Message("Keep {die} or roll again?", {"die": self.die}), ("2.2-a",))

    def actions(self, s: BidsState, side: str) -> Actions:
        return Actions([Group("keep"), Group("again")])

    def on_again(self, s: BidsState) -> None:
        s.spent = True
        s.tell("again", "2.2-a")
        s.stack.pop()
        s.push("Roll")

    def on_keep(self, s: BidsState) -> None:
        high = 0 if s.bids[0] > s.bids[1] else 1
        if self.die > s.bids[high] + s.options["hard"]:
            s.score(high, s.bids[high], "2.1-b")
        else:
            s.score(1 - high, 1, "2.1-c")


class Bids(Game):
    """The facts of the game."""

    id: ClassVar[str] = "bids"
    version: ClassVar[str] = "3"
    title: ClassVar[Mapping[str, str]] = {"en": "Bids", "es": "Pujas"}
    sides: ClassVar[tuple[str, ...]] = SIDES
    end_rule: ClassVar[str] = "3.1-a"
    frames: ClassVar[Mapping[str, type[Frame]]] = {k.__name__: k for k in (Round, Bidding, Roll, Again)}
    state: ClassVar[type[BidsState]] = BidsState

    @property
    def folder(self) -> Path:
        return FOLDER

    @property
    def provenance(self) -> Mapping[str, str]:
        return {"bids.yaml": "design"}

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {
            "three": Scenario("three", {"en": "Three rounds"}, 3, False, {"en": "Bid three times."}),
            "one": Scenario("one", {"en": "One round"}, 1, True, {"en": "Bid once."}),
        }

    @property
    def options(self) -> Mapping[str, Option]:
        return {"hard": Option("hard", {"en": "Hard times"}, "2.3-a")}

    def start(
        self,
        scenario: str = "",
        *,
        seed: str | None = None,
        options: Mapping[str, bool] | None = None,
        dice: Dice | None = None,
    ) -> BidsState:
        if scenario and scenario not in self.scenarios:
            raise PositionError(f"scenario: there is no {scenario!r}")
        s = self.state(self, self.scenarios[scenario or "three"].turns, chosen_options(self, options))
        s.push("Round")
        s.dice = dice or (FairDice(seed) if seed is not None else None)
        s.advance()
        return s

    def position(self, data: Mapping[str, Any], *, dice: Dice | None = None) -> BidsState:
        try:
            s = self.state(self, int(data["rounds"]), chosen_options(self, data["options"]))
            s.round = int(data["round"])
            s.bids = [int(bid) for bid in data["bids"]]
            s.points = [int(points) for points in data["points"]]
            s.spent = bool(data["spent"])
            s.rolls = int(data["rolls"])
            s.stack = [self.frames[f["frame"]](**{k: v for k, v in f.items() if k != "frame"}) for f in data["stack"]]
        except (KeyError, TypeError, ValueError) as error:
            raise PositionError(f"the position is damaged: {error}") from None
        s.lead = s.points[0] - s.points[1]
        s.dice = dice
        s.advance()
        s.log = []
        return s

    def rulebook(self, language: str = "en") -> Rulebook:
        return read_rulebook(FOLDER / "bids.yaml")

    def label(self, name: str, value: object, language: str = "en") -> str:
        return str(value).capitalize() if name in ("side", "winner") else str(value)

    def describe(self, event: Event, language: str = "en") -> str:
        message = Message(EVENTS[event.name], event.args)
        return message.render(translator(language), lambda k, v: self.label(k, v, language))

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        return refusal.message.render(translator(language), lambda k, v: self.label(k, v, language))

    def preview(self, state: State, action: str, side: str, language: str = "en") -> dict[str, Any] | None:
        """The chance that the die beats a bid."""
        bid = Action.parse(action)
        if bid not in state.actions(side) or bid.verb != "bid":
            return None
        assert isinstance(state, BidsState)
        return {"bid": int(bid.args[-1]), "success": (6 - int(bid.args[-1]) - state.options["hard"]) / 6}

    def check(self, state: State) -> list[str]:
        assert isinstance(state, BidsState)
        problems = []
        if not 1 <= state.round <= state.rounds + 1:
            problems.append(f"round {state.round} of {state.rounds}")
        if any(not OPEN <= bid <= 3 for bid in state.bids):
            problems.append(f"bids {state.bids}")
        if state.lead != state.points[0] - state.points[1]:
            problems.append(f"the lead is {state.lead} at {state.points}")
        return problems

    def disguise(self, state: State, side: str, rng: Random) -> tuple[State, Mapping[str, str]] | None:
        """While bids are made, the enemy's is another one: the one he has made or the one he will make."""
        assert isinstance(state, BidsState)
        enemy = 1 - SIDES.index(side)
        if not isinstance(state.stack[-1], Bidding):
            return None
        other = state.copy()
        if state.bids[enemy] == OPEN:
            return other, {"0": "1", "1": "2", "2": "0", "3": "0"}
        other.bids[enemy] = rng.choice([n for n in range(4) if n != state.bids[enemy]])
        return other, {}

    # -- there is nothing to draw --------------------------------------------------------------------------------

    map_scale: ClassVar[int] = 1

    def map_of(self, scenario: str) -> Mapping[str, Any]:
        return {}

    def catalogue(self, language: str = "en") -> dict[str, Any]:
        return {"id": self.id, "title": self.title[language], "sides": [{"id": s, "name": s} for s in self.sides]}

    def pieces(self, language: str = "en") -> dict[str, Any]:
        return {**self.catalogue(language), "units": {}}

    def overlay(self, state: State, side: str | None, name: str, unit: str = "") -> Any:
        return None

    def luck(self, event: Event) -> dict[str, Any] | None:
        return None


GAME = Bids()
