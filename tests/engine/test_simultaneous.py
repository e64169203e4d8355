"""Two sides that decide in secret at the same time, and the conformance test that watches over them."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import pytest

from kessel.engine import Action, Actions, Decision, Dice, Event, Frame, Group, Match, Refusal, State
from kessel.engine.record import Record, replay, verify
from kessel.testing import check_game
from tests.engine.toy import GAME, NUMBERS, SIDES, Again, Bidding, Bids, BidsState, Roll, Round

PAIRS = list(itertools.product(range(4), repeat=2))


def text(data: object) -> str:
    return json.dumps(data, sort_keys=True)


def heard(events: list[Event], side: str | None) -> str:
    """What a side (None: a spectator) may read of these events."""
    return text([(e.name, e.rules, dict(e.args), e.to) for e in events if e.to is None or e.to == side])


def bid(state: State, side: str, number: int) -> list[Event]:
    return state.play(f"bid {side} {number}", side)


# -- secret decisions ------------------------------------------------------------------------------------------------


def test_both_sides_decide_at_first_then_the_one_that_is_left() -> None:
    s = GAME.start()
    assert s.sides == SIDES
    assert [s.decision_of(side).side for side in s.sides] == list(SIDES)
    bid(s, "blue", 2)
    assert s.sides == ("red",)
    bid(s, "red", 1)
    assert s.sides == ("chance",)


@pytest.mark.parametrize(("red", "blue"), PAIRS)
def test_either_order_gives_the_same_position(red: int, blue: int) -> None:
    one, two = GAME.start(), GAME.start()
    bid(one, "red", red)
    bid(one, "blue", blue)
    bid(two, "blue", blue)
    bid(two, "red", red)
    assert one.digest() == two.digest()
    assert one.position() == two.position()
    assert [one.view(side) for side in (*SIDES, None)] == [two.view(side) for side in (*SIDES, None)]


def test_the_dice_do_not_follow_from_the_position_alone_but_from_the_last_action() -> None:
    """The order of submission is part of the record: the action that completes the pair calls for the die."""
    first, second = Match.start(GAME, seed="order"), Match.start(GAME, seed="order")
    for match, order in ((first, SIDES), (second, SIDES[::-1])):
        for side in order:
            match.play(f"bid {side} {SIDES.index(side)}", side)
    assert [e.action for e in first.entries[:2]] == ["bid red 0", "bid blue 1"]
    assert [e.action for e in second.entries[:2]] == ["bid blue 1", "bid red 0"]
    for match, cause in ((first, "bid blue 1"), (second, "bid red 0")):
        assert match.entries[2].action == f"roll {match.dice.roll(0, cause, 1, 6)[0]}"


@pytest.mark.parametrize(("hidden", "watching"), [("red", "blue"), ("blue", "red"), ("red", None), ("blue", None)])
def test_view_log_and_actions_do_not_depend_on_a_hidden_choice(hidden: str, watching: str | None) -> None:
    seen = set()
    for number in range(4):
        s = GAME.start()
        events = bid(s, hidden, number)
        listed = [str(a) for a in s.actions(watching)] if watching else []
        seen.add((text(s.view(watching)), heard(events, watching), tuple(listed)))
    assert len(seen) == 1


@pytest.mark.parametrize("side", SIDES)
def test_a_side_knows_its_own_choice(side: str) -> None:
    s = GAME.start()
    events = bid(s, side, 3)
    assert s.view(side)["bids"][SIDES.index(side)] == 3
    assert '"number": 3' in heard(events, side)


def test_the_choices_are_shown_when_the_last_one_is_made() -> None:
    s = GAME.start()
    bid(s, "red", 3)
    assert not s.seen
    events = bid(s, "blue", 1)
    assert s.seen
    for side in (*SIDES, None):
        assert s.view(side)["bids"] == [3, 1]
        assert '"shown"' in heard(events, side)


@pytest.mark.parametrize("side", SIDES)
def test_a_side_that_has_chosen_waits(side: str) -> None:
    s = GAME.start()
    bid(s, side, 2)
    before = s.digest()
    assert len(s.actions(side)) == 0
    told = s.explain(f"bid {side} 1", side)
    assert told is not None
    assert told.rule == "1.1-a"
    with pytest.raises(Refusal) as refused:
        bid(s, side, 1)
    assert refused.value.rule == "1.1-a"
    assert SIDES[1 - SIDES.index(side)] in str(refused.value)
    assert s.digest() == before


def test_nobody_chooses_for_the_other_side() -> None:
    s = GAME.start()
    with pytest.raises(Refusal) as refused:
        s.play("bid blue 2", "red")
    assert refused.value.rule == "1.1-a"
    assert s.bids == [-1, -1]


def test_the_action_list_of_each_side_is_its_own() -> None:
    s = GAME.start()
    s.points, s.lead = [2, 0], 2
    assert [str(a) for a in s.actions("red")] == ["bid red 0", "bid red 1", "bid red 2"]
    assert len(s.actions("blue")) == 4
    refused = s.explain("bid red 3", "red")
    assert refused is not None
    assert refused.rule == "1.2-a"


# -- matches ---------------------------------------------------------------------------------------------------------


def play_random(seed: int) -> Match:
    """A whole match; at every decision any of the sides that must decide may be the first."""
    rng = random.Random(seed)
    match = Match.start(GAME, seed=f"toy-{seed}", words={"red": "fox", "blue": "owl"})
    while match.state.outcome is None:
        side = rng.choice(match.state.sides)
        match.play(rng.choice(match.state.actions(side)), side)
    return match


def test_a_secret_choice_is_taken_back_before_the_other_has_chosen() -> None:
    match = Match.start(GAME, seed="undo")
    before = match.state.digest()
    match.play("bid red 2", "red")
    assert match.can_undo("red")
    assert not match.can_undo("blue")
    with pytest.raises(Refusal):
        match.undo("blue")
    match.undo("red")
    assert match.state.digest() == before
    assert match.state.sides == SIDES
    assert match.entries == []
    match.play("bid red 0", "red")
    match.play("bid blue 0", "blue")
    assert [e.action for e in match.entries] == ["bid red 0", "bid blue 0"]


@pytest.mark.parametrize("blue", [2, 1], ids=["shown without a die", "a die is rolled"])
def test_a_secret_choice_stands_once_both_are_shown(blue: int) -> None:
    match = Match.start(GAME, seed="undo")
    match.play("bid red 2", "red")
    match.play(f"bid blue {blue}", "blue")
    for side in (*SIDES, None):
        assert not match.can_undo(side)
        with pytest.raises(Refusal):
            match.undo(side)


@pytest.mark.parametrize("seed", range(10))
def test_the_record_replays_and_its_dice_verify(seed: int) -> None:
    match = play_random(seed)
    record = Record.parse(list(match.record.lines()))
    positions = [state.digest() for _, state in replay(GAME, record)]
    assert positions[1:] == [e.hash for e in match.entries]
    assert positions[-1] == match.state.digest()
    assert verify(GAME, record)["entries"] == len(match.entries)


@pytest.mark.parametrize("seed", range(20))
def test_the_toy_conforms(seed: int) -> None:
    report = check_game(GAME, "three", seed, stride=1, options={"hard": seed % 2 == 1})
    assert report.violations == []
    assert report.decisions >= 6


def test_preview_speaks_of_legal_bids_only() -> None:
    s = GAME.start()
    assert GAME.preview(s, "bid red 2", "red") == {"bid": 2, "success": 4 / 6}
    assert GAME.preview(s, "bid blue 2", "red") is None
    assert GAME.preview(s, "keep", "red") is None


# -- games that break the contract -----------------------------------------------------------------------------------
# A frame keeps the name of the one it replaces: it is what positions and digests call it.


def with_frame(frame: type[Frame]) -> Mapping[str, type[Frame]]:
    return {**Bids.frames, frame.__name__: frame}


class LeakingView(Bids):
    class state(BidsState):  # noqa: N801
        def view(self, side: str | None) -> dict[str, Any]:
            return {**super().view(side), "bids": self.bids[:]}


class LeakingViewSlightly(Bids):
    """Only whether the bid is high shows, and only to red."""

    class state(BidsState):  # noqa: N801
        def view(self, side: str | None) -> dict[str, Any]:
            return {**super().view(side), "tense": side == "red" and self.bids[1] > 1}


class LeakingLog(Bids):
    class Bidding(Bidding, frozen=True):
        def told(self, s: BidsState, side: str, number: int) -> None:
            s.tell("bid", "1.1-a", number=number)

    frames: ClassVar = with_frame(Bidding)


class LeakingActions(Bids):
    """Blue may not bid what red has bid."""

    class Bidding(Bidding, frozen=True):
        def actions(self, s: BidsState, side: str) -> Actions:
            bits = 0b1111 & ~(1 << s.bids[0]) if side == "blue" and s.bids[0] >= 0 else 0b1111
            return Actions([Group("bid", NUMBERS, bits, (side,))])

    frames: ClassVar = with_frame(Bidding)


class DuplicateActions(Bids):
    class Bidding(Bidding, frozen=True):
        def actions(self, s: BidsState, side: str) -> Actions:
            return Actions([*super().actions(s, side).groups, Group("bid", NUMBERS, 0b0010, (side,))])

    frames: ClassVar = with_frame(Bidding)


class ActionsInAnyOrder(Bids):
    class Bidding(Bidding, frozen=True):
        def actions(self, s: BidsState, side: str) -> Actions:
            groups = [Group("bid", NUMBERS, 1 << n, (side,)) for n in range(4)]
            return Actions(random.Random(id(s)).sample(groups, 4))

    frames: ClassVar = with_frame(Bidding)


class NoActions(Bids):
    class Again(Again, frozen=True):
        def actions(self, s: BidsState, side: str) -> Actions:
            return Actions()

    frames: ClassVar = with_frame(Again)


class ActionsForThoseWhoWait(Bids):
    class state(BidsState):  # noqa: N801
        def actions(self, side: str | None = None) -> Actions:
            found = super().actions(side)
            return found if len(found) or self.outcome else Actions([Group("keep")])


class SharedBids(Bids):
    class state(BidsState):  # noqa: N801
        def copy(self, dice: Dice | None = None) -> Self:
            new = super().copy(dice)
            new.bids = self.bids
            return new


class ForgetfulCopy(Bids):
    class state(BidsState):  # noqa: N801
        def copy(self, dice: Dice | None = None) -> Self:
            new = super().copy(dice)
            new.spent = False
            return new


class SharedStack(Bids):
    """A copy that is still tied to the original through its stack."""

    class state(BidsState):  # noqa: N801
        def copy(self, dice: Dice | None = None) -> Self:
            new = super().copy(dice)
            new.stack = self.stack
            return new


class AcceptsAnything(Bids):
    class state(BidsState):  # noqa: N801
        def play(self, action: Action | str, side: str | None = None) -> list[Event]:
            try:
                return super().play(action, side)
            except Refusal:
                return []


class AcceptsAnotherBid(Bids):
    """A side that has bid may change its mind without an undo."""

    class state(BidsState):  # noqa: N801
        def play(self, action: Action | str, side: str | None = None) -> list[Event]:
            found = Action.parse(action) if isinstance(action, str) else action
            if found.verb == "bid" and isinstance(self.stack[-1], Bidding) and len(found.args) == 2:
                self._start()
                self.stack[-1].on_bid(self, *found.args)
                self.advance()
                return self.log
            return super().play(action, side)


class RefusesWithAChange(Bids):
    class Bidding(Bidding, frozen=True):
        def refusal(self, s: BidsState, side: str, action: Action) -> Refusal | None:
            s.round += 1
            return None

    frames: ClassVar = with_frame(Bidding)


class WrongRuleOfDecision(Bids):
    class Again(Again, frozen=True):
        def decision(self, s: BidsState, side: str) -> Decision:
            return super().decision(s, side)._replace(rules=("2.9-a",))

    frames: ClassVar = with_frame(Again)


class WrongRuleOfRefusal(Bids):
    class Bidding(Bidding, frozen=True):
        def refusal(self, s: BidsState, side: str, action: Action) -> Refusal | None:
            return Refusal("1.9-z", "No.")

    frames: ClassVar = with_frame(Bidding)


class WrongRuleOfEvent(Bids):
    class Bidding(Bidding, frozen=True):
        def told(self, s: BidsState, side: str, number: int) -> None:
            s.tell("sealed", "9.9-z", side=side)

    frames: ClassVar = with_frame(Bidding)


class WrongRuleBeforeTheDie(Bids):
    """The event is followed by a roll in the same step."""

    class Again(Again, frozen=True):
        def on_again(self, s: BidsState) -> None:
            super().on_again(s)
            s.tell("again", "9.9-z")

    frames: ClassVar = with_frame(Again)


class UnknownEvent(Bids):
    class Bidding(Bidding, frozen=True):
        def told(self, s: BidsState, side: str, number: int) -> None:
            s.tell("whisper", "1.1-b")

    frames: ClassVar = with_frame(Bidding)


class UnknownEventBeforeTheDie(Bids):
    class Again(Again, frozen=True):
        def on_again(self, s: BidsState) -> None:
            super().on_again(s)
            s.tell("whisper", "2.2-a")

    frames: ClassVar = with_frame(Again)


class WrongRuleOfOutcome(Bids):
    class Round(Round, frozen=True):
        def run(self, s: BidsState) -> bool:
            needed = super().run(s)
            if s.outcome:
                s.outcome = s.outcome._replace(rules=("9.9-z",))
            return needed

    frames: ClassVar = with_frame(Round)


class CacheLostByPosition(Bids):
    """The lead decides whether a 3 may be bid and is not computed again."""

    def position(self, data: Mapping[str, Any], *, dice: Dice | None = None) -> BidsState:
        s = super().position(data, dice=dice)
        s.lead = 0
        return s


class CacheOfViewsLostByPosition(Bids):
    """As before, but only views tell the difference."""

    class Bidding(Bidding, frozen=True):
        def actions(self, s: BidsState, side: str) -> Actions:
            return Actions([Group("bid", NUMBERS, 0b1111, (side,))])

    frames: ClassVar = with_frame(Bidding)

    def position(self, data: Mapping[str, Any], *, dice: Dice | None = None) -> BidsState:
        s = super().position(data, dice=dice)
        s.lead = 0
        return s


class FieldLostByPosition(Bids):
    class state(BidsState):  # noqa: N801
        def position(self) -> dict[str, Any]:
            return {**super().position(), "bids": [-1, -1]}


class UnsoundPosition(Bids):
    def check(self, state: State) -> list[str]:
        assert isinstance(state, BidsState)
        return ["too many rounds"] if state.round > 2 else []


class OwnDice(Bids):
    """A game that rolls behind the kernel's back."""

    class Roll(Roll, frozen=True):
        def rolled(self, s: BidsState, dice: tuple[int, ...]) -> None:
            super().rolled(s, (random.SystemRandom().randint(1, 10**9),))

    frames: ClassVar = with_frame(Roll)


class Endless(Bids):
    class Round(Round, frozen=True):
        def run(self, s: BidsState) -> bool:
            s.round = min(s.round, s.rounds)
            return super().run(s)

    frames: ClassVar = with_frame(Round)


class Crash(Bids):
    class Again(Again, frozen=True):
        def on_keep(self, s: BidsState) -> None:
            raise ZeroDivisionError("red is nothing")

    frames: ClassVar = with_frame(Again)


BROKEN = [
    (LeakingView, "tells hidden things"),
    (LeakingViewSlightly, "the view of red tells hidden things"),
    (LeakingLog, "the log of"),
    (LeakingActions, "the actions of blue tell hidden things"),
    (DuplicateActions, "duplicates"),
    (ActionsInAnyOrder, "a copy lists other actions"),
    (NoActions, "has no action"),
    (ActionsForThoseWhoWait, "although it must wait"),
    (SharedBids, ""),
    (ForgetfulCopy, "is not exact"),
    (SharedStack, ""),
    (AcceptsAnything, "was accepted"),
    (AcceptsAnotherBid, "was accepted"),
    (RefusesWithAChange, "changed the position"),
    (WrongRuleOfDecision, "cites unknown rules"),
    (WrongRuleOfRefusal, "1.9-z"),
    (WrongRuleOfEvent, "cites unknown rules"),
    (WrongRuleBeforeTheDie, "cites unknown rules"),
    (WrongRuleOfOutcome, "9.9-z"),
    (UnknownEvent, "KeyError"),
    (UnknownEventBeforeTheDie, "KeyError"),
    (CacheLostByPosition, "save and load give other actions"),
    (CacheOfViewsLostByPosition, "save and load"),
    (FieldLostByPosition, "save and load give another position"),
    (UnsoundPosition, "too many rounds"),
    (OwnDice, "the position differs"),
    (Endless, "no end after"),
    (Crash, "red is nothing"),
]


@pytest.mark.parametrize(("broken", "words"), BROKEN, ids=[kind.__name__ for kind, _ in BROKEN])
def test_the_conformance_test_can_fail(broken: type[Bids], words: str) -> None:
    found: list[str] = []
    for seed in range(20):
        found += check_game(broken(), "three", seed, stride=1, limit=60).violations
        if any(words in violation for violation in found):
            break
    assert found, "no violation was reported"
    assert any(words in violation for violation in found), found[:3]
    assert all(violation.startswith("bids/three/") for violation in found)
