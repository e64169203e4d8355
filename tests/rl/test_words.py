"""What may be said is exactly what may be done."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kessel.engine import Action, Actions, FairDice, Group, Names, State
from kessel.games import GAMES, load
from kessel.rl.table import Table, setting
from kessel.rl.vocabulary import STOP, listen

SCENARIOS = [(game, scenario) for game in GAMES for scenario in load(game).scenarios]
EVERY = 5
"""Every how many decisions the costly comparisons are made."""


def words_of(action: Action) -> tuple[str, ...]:
    """An action in words, read off its text."""
    return tuple(str(action).replace("/", " ").split())


def sayable(state: State, side: str, said: tuple[str, ...]) -> set[str]:
    """The words that lead on to a legal action, found the long way round."""
    legal = [words_of(action) for action in state.actions(side)]
    following = {words[len(said)] for words in legal if words[: len(said)] == said and len(words) > len(said)}
    return following | {STOP} if said in legal else following


def say(table: Table, action: Action) -> None:
    """Say a whole action, without the words that leave no choice."""
    words = (*words_of(action), STOP)
    while table.said != words and table.said == words[: len(table.said)]:
        before = table.state.digest()
        numbers = {word: number for number, word in table.words(table.side)}
        table.say(numbers[words[len(table.said)]])
        if table.state.digest() != before or table.state.outcome is not None or not table.said:
            return


def twin(table: Table, seed: str) -> Table:
    """The same position with other dice, nothing said."""
    return Table(table.setting, table.state.copy(dice=FairDice(seed)))


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_mask_is_the_legal_actions(game: str, scenario: str) -> None:
    rng = random.Random(7)
    known = setting(game, scenario)
    table = known.table("mask")
    for step in range(400):
        side = table.side
        if not side:
            break
        mask = table.mask(side)
        named = [known.vocabulary.words[number] for number in np.flatnonzero(mask)]
        assert set(named) == sayable(table.state, side, table.said)
        for other in known.game.sides:
            if other != side:
                assert not table.mask(other).any()
        if not table.said and step % EVERY == 0:
            action = rng.choice(table.state.actions(side))
            told, played = twin(table, str(step)), twin(table, str(step))
            say(told, action)
            played.play(action)
            assert told.state.digest() == played.state.digest()
        table.say(int(rng.choice(np.flatnonzero(mask))))
    assert step > (40 if known.game.scenarios[scenario].turns > 1 else 5)


def test_a_word_that_no_list_holds_gets_a_spare_place() -> None:
    known = setting("breakout")
    table = known.table("spare")
    strange = Names(("0101", "nowhere/0102", "nobody"))
    table.speech = listen(known.vocabulary, Actions([Group("move", strange, 0b111), Group("end")]), ("move",))
    numbers = {word: known.vocabulary.words[number] for number, word in table.words(table.side)}
    assert numbers == {"0101": "0101", "nowhere": "spare-0", "nobody": "spare-1"}


def test_an_action_that_others_go_on_from_needs_a_stop() -> None:
    words = setting("breakout").vocabulary
    stacks = Actions([Group("select", Names(("15R",))), Group("select", Names(("16Pz",)), 1, ("15R",))])
    assert listen(words, stacks, ()) == (None, ("select",))
    assert listen(words, stacks, ("select", "15R")) == (Action("select", ("15R",)), ("16Pz",))
    assert listen(words, stacks, ("select", "15R", "16Pz")) == (Action("select", ("15R", "16Pz")), ())
