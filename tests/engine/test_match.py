"""Matches: what may be taken back, and that a game goes on after a break as if there had been none."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import kessel
from kessel.engine import FairDice, KesselError, Match, Record, RecordError, Refusal
from kessel.engine.record import verify
from tests.engine.toy import GAME, SIDES

BREAKOUT = kessel.load("breakout")


def toy(*actions: str, seed: str = "match") -> Match:
    """A match of the toy after these actions."""
    match = Match.start(GAME, seed=seed)
    for action in actions:
        match.play(action, action.split()[1] if action.startswith("bid") else None)
    return match


def texts(match: Match) -> list[str]:
    return [e.action for e in match.entries]


def play_on(match: Match, rng: random.Random, decisions: int = 10**9) -> None:
    """Play at random, a number of decisions or to the end."""
    while match.state.outcome is None and decisions > 0:
        side = rng.choice(match.state.sides)
        match.play(rng.choice(match.state.actions(side)), side)
        decisions -= 1


# -- play ------------------------------------------------------------------------------------------------------------


def test_dice_fall_by_themselves_and_are_entries_of_their_own() -> None:
    match = toy("bid red 2", "bid blue 1")
    assert [e.side for e in match.entries] == ["red", "blue", "chance"]
    assert match.entries[2].action == f"roll {FairDice('match').roll(0, 'bid blue 1', 1, 6)[0]}"
    assert [e.n for e in match.entries] == [1, 2, 3]
    assert match.entries[-1].hash == match.state.digest()
    assert [[e.name for e in events] for events in match.diary] == [
        ["bid", "sealed"],
        ["bid", "sealed", "shown"],
        ["die"],
    ]


def test_events_of_an_action_and_of_the_dice_it_calls_for_come_together() -> None:
    match = toy("bid red 2")
    assert [e.name for e in match.play("bid blue 1", "blue")] == ["bid", "sealed", "shown", "die"]


def test_dice_that_fall_before_the_first_decision_are_rolled_at_the_start() -> None:
    match = Match.start(BREAKOUT, "campaign", seed="start")
    assert [e.side for e in match.entries] == ["chance"]
    assert match.entries[0].action == f"roll {FairDice('start').roll(0, '', 1, 6)[0]}"


def test_a_state_with_dice_of_its_own_rolls_as_a_match_does() -> None:
    match = Match.start(GAME, seed="same")
    state = GAME.start(seed="same")
    rng = random.Random(5)
    while match.state.outcome is None:
        side = rng.choice(match.state.sides)
        action = rng.choice(match.state.actions(side))
        match.play(action, side)
        state.play(action, side)
        assert state.digest() == match.state.digest()


def test_nobody_rolls_for_chance() -> None:
    with pytest.raises(Refusal):
        toy("bid red 2").play("roll 6")


def test_a_refused_action_leaves_no_trace() -> None:
    match = toy("bid red 2")
    before = (match.state.digest(), texts(match), len(match.diary))
    for action, side in (("bid red 1", "red"), ("bid blue 9", "blue"), ("keep", None), ("", None)):
        with pytest.raises(Refusal):
            match.play(action, side)
    with pytest.raises(KesselError, match="there is no side 'green'"):
        match.play("bid blue 1", "green")
    assert (match.state.digest(), texts(match), len(match.diary)) == before
    assert match.can_undo("red")


def test_nothing_can_be_played_after_the_end() -> None:
    match = toy()
    play_on(match, random.Random(1))
    for side in (*SIDES, None):
        with pytest.raises(Refusal) as refused:
            match.play("keep", side)
        assert refused.value.rule == GAME.end_rule


def test_a_match_without_a_seed_draws_a_fresh_one() -> None:
    one, two = Match.start(GAME), Match.start(GAME)
    assert one.dice.seed != two.dice.seed
    assert one.header.commitment == one.dice.commitment


def test_the_header_says_what_is_played() -> None:
    match = Match.start(GAME, "one", seed="x", options={"hard": True}, words={"red": "fox"})
    header = match.header
    assert (header.game, header.rules, header.scenario) == ("bids", "3", "one")
    assert (header.options, header.words) == ({"hard": True}, {"red": "fox"})
    assert Match.start(GAME, seed="x").header.options == {"hard": False}


def test_unknown_scenarios_and_options_are_named() -> None:
    with pytest.raises(KesselError, match="fifty"):
        Match.start(GAME, "fifty")
    with pytest.raises(KesselError, match=r"no option 'soft'.*hard"):
        Match.start(GAME, options={"soft": True})


# -- undo and redo ---------------------------------------------------------------------------------------------------


def test_at_the_start_there_is_nothing_to_take_back() -> None:
    for match in (toy(), Match.start(BREAKOUT, "campaign", seed="x")):
        assert not match.can_undo()
        with pytest.raises(Refusal):
            match.undo()
        with pytest.raises(Refusal):
            match.redo()


def test_undo_goes_back_to_the_last_dice_and_no_further() -> None:
    match = toy("bid red 2", "bid blue 1", "keep", "bid red 1")
    after_dice = match.entries[2].hash
    match.undo("red")
    match.undo("blue")
    assert match.state.digest() == after_dice
    assert texts(match)[:2] == ["bid red 2", "bid blue 1"]
    assert len(match.entries) == len(match.diary) == 3
    assert not match.can_undo()
    with pytest.raises(Refusal):
        match.undo()


def test_undo_goes_back_to_the_last_reveal_and_no_further() -> None:
    match = toy("bid red 2", "bid blue 2", "bid blue 1")  # equal bids are shown and no die falls
    match.undo("blue")
    assert texts(match) == ["bid red 2", "bid blue 2"]
    assert not match.can_undo()


def test_undo_is_for_the_side_that_acted() -> None:
    match = toy("bid red 2", "bid blue 1", "keep", "bid red 1")
    assert [match.can_undo(side) for side in ("red", "blue", None)] == [True, False, True]
    with pytest.raises(Refusal):
        match.undo("blue")
    match.undo("red")
    assert [match.can_undo(side) for side in ("red", "blue")] == [False, True]
    with pytest.raises(Refusal):
        match.undo("red")


def test_redo_plays_again_what_was_taken_back_in_order() -> None:
    match = toy("bid red 2", "bid blue 1", "keep", "bid red 1")
    hashes = [e.hash for e in match.entries]
    match.undo()
    match.undo()
    assert [e.name for e in match.redo()] == ["score"]
    assert match.can_undo("blue")
    match.redo()
    assert [e.hash for e in match.entries] == hashes
    with pytest.raises(Refusal):
        match.redo()
    match.undo("red")  # and what was played again can be taken back again
    assert [e.hash for e in match.entries] == hashes[:-1]


def test_after_another_action_there_is_nothing_to_play_again() -> None:
    match = toy("bid red 2")
    match.undo("red")
    match.play("bid red 3", "red")
    with pytest.raises(Refusal):
        match.redo()


def test_redo_is_for_the_side_that_took_back() -> None:
    """What a side has thought better of is a secret of its own; the other side must not be able to play it."""
    match = toy("bid red 2")
    assert not match.can_redo()
    match.undo("red")
    assert [match.can_redo(side) for side in ("red", "blue", None)] == [True, False, True]
    with pytest.raises(Refusal):
        match.redo("blue")
    assert texts(match) == []
    match.redo("red")
    assert texts(match) == ["bid red 2"]


def test_undo_does_not_change_the_dice_to_come() -> None:
    straight, wavering = toy("bid red 2"), toy("bid red 2")
    wavering.undo()
    wavering.play("bid red 3", "red")
    wavering.undo()
    wavering.redo()
    wavering.undo()
    wavering.play("bid red 2", "red")
    for match in (straight, wavering):
        match.play("bid blue 1", "blue")
    assert wavering.entries == straight.entries


def test_a_commanders_attack_in_breakout_is_his_until_it_is_committed() -> None:
    match = Match.start(BREAKOUT, "example-smotrich", seed="attack")
    for action in ("end", "order combat", "attack 2119", "add 16Pz"):
        match.play(action)
    declared = match.state.digest()
    match.undo("german")
    match.undo("german")
    assert match.state.decision_of("german").name == "combat"
    match.redo()
    match.redo()
    assert match.state.digest() == declared
    match.play("commit")  # 6.3-a: now the defenders have been seen
    assert not match.can_undo("german")


@pytest.mark.parametrize("seed", range(5))
def test_taking_everything_back_and_playing_it_again_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    match = Match.start(BREAKOUT, "learning-ternopol", seed=f"undo-{seed}")
    for _ in range(60):
        play_on(match, rng, rng.randrange(1, 6))
        entries, diary = match.entries[:], match.diary[:]
        steps = 0
        while match.can_undo():
            match.undo()
            steps += 1
            assert match.state.digest() == (match.entries[-1].hash if match.entries else match.state.digest())
        for _ in range(steps):
            match.redo()
        assert match.entries == entries
        assert match.diary == diary


# -- resuming --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pause", range(1, 9))
def test_a_resumed_match_goes_on_with_the_same_dice(pause: int, tmp_path: Path) -> None:
    whole = Match.start(GAME, seed="resume", words={"red": "fox"})
    play_on(whole, random.Random(3))
    broken = Match.start(GAME, seed="resume", words={"red": "fox"})
    rng = random.Random(3)
    play_on(broken, rng, pause)
    broken.save(tmp_path / "game.kessel")
    again = Match.resume(GAME, Record.load(tmp_path / "game.kessel"), seed="resume")
    assert again.state.digest() == broken.state.digest()
    assert (again.entries, again.diary) == (broken.entries, broken.diary)
    play_on(again, rng)
    assert again.entries == whole.entries
    assert again.diary == whole.diary
    assert again.record == whole.record


@pytest.mark.parametrize("scenario", ["learning-ternopol", "example-smotrich"])
def test_breakout_goes_on_after_a_break_as_if_there_had_been_none(scenario: str) -> None:
    whole = Match.start(BREAKOUT, scenario, seed="long", words={"german": "w"})
    play_on(whole, random.Random(8))
    resumed = Match.start(BREAKOUT, scenario, seed="long", words={"german": "w"})
    rng = random.Random(8)
    while resumed.state.outcome is None:
        play_on(resumed, rng, 70)
        record = Record.parse(list(resumed.record.lines()))
        resumed = Match.resume(BREAKOUT, record, seed="long")
    assert resumed.entries == whole.entries
    assert resumed.diary == whole.diary


def test_a_record_that_stops_before_its_dice_goes_on_with_them() -> None:
    match = toy("bid red 2", "bid blue 1")
    for keep in (2, 3):
        record = Record(match.header, match.entries[:keep])
        assert Match.resume(GAME, record, "match").entries == match.entries
    opening = Match.start(BREAKOUT, "campaign", seed="air")
    assert Match.resume(BREAKOUT, Record(opening.header, []), "air").entries == opening.entries


def test_after_a_break_the_same_may_be_taken_back_as_before_it() -> None:
    match = toy("bid red 2", "bid blue 1", "keep", "bid red 1")
    again = Match.resume(GAME, match.record, "match")
    for _ in range(2):
        assert [again.can_undo(side) for side in (*SIDES, None)] == [match.can_undo(side) for side in (*SIDES, None)]
        again.undo()
        match.undo()
        assert again.state.digest() == match.state.digest()
        assert again.entries == match.entries
    assert not again.can_undo()
    again.play("keep")
    assert again.entries[-1].action == "keep"


def test_after_a_break_a_reveal_still_stands() -> None:
    again = Match.resume(GAME, toy("bid red 2", "bid blue 2").record, "match")
    assert not again.can_undo()


def test_a_resumed_match_leaves_the_record_it_came_from_alone() -> None:
    record = toy("bid red 2").record
    before = list(record.lines())
    Match.resume(GAME, record, "match").play("bid blue 1", "blue")
    assert list(record.lines()) == before


def test_a_finished_match_can_be_opened_with_the_seed_it_shows() -> None:
    match = toy()
    play_on(match, random.Random(2))
    again = Match.resume(GAME, Record.parse(list(match.record.lines())))
    assert again.state.outcome == match.state.outcome
    assert again.record == match.record


@pytest.mark.parametrize("seed", ["", "wrong"])
def test_a_match_does_not_go_on_with_another_seed(seed: str) -> None:
    with pytest.raises(RecordError, match="seed"):
        Match.resume(GAME, toy("bid red 2").record, seed)


def test_a_damaged_record_does_not_go_on() -> None:
    lines = list(toy("bid red 2", "bid blue 1").record.lines())
    lines[1] = json.dumps({**json.loads(lines[1]), "hash": "0"})
    with pytest.raises(RecordError, match="entry 1"):
        Match.resume(GAME, Record.parse(lines), "match")


# -- verifying -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> Match:
    match = Match.start(BREAKOUT, "learning-ternopol", seed="verify", words={"soviet": "zima", "german": "winter"})
    play_on(match, random.Random(11))
    return match


def test_a_finished_game_verifies(finished: Match) -> None:
    rolls = sum(e.side == "chance" for e in finished.entries)
    assert rolls > 5
    assert verify(BREAKOUT, finished.record) == {"entries": len(finished.entries), "rolls": rolls}


def test_a_single_altered_die_is_found_wherever_it_is(finished: Match) -> None:
    for i, entry in enumerate(finished.entries):
        if entry.side != "chance":
            continue
        words = entry.action.split()
        words[-1] = str(int(words[-1]) % 6 + 1)
        lines = list(finished.record.lines())
        lines[i + 1] = json.dumps({**json.loads(lines[i + 1]), "action": " ".join(words)})
        with pytest.raises(RecordError, match=rf"^entry {entry.n}\b"):
            verify(BREAKOUT, Record.parse(lines))
