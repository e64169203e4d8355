"""Commanders play by the rules, see no more than they may, and the cadet beats chance."""

from __future__ import annotations

import random

import pytest

import kessel
from kessel.commanders import Cadet, RandomCommander, commander, desk, names
from kessel.engine import CHANCE, Game, KesselError, Match
from kessel.engine.text import translator

GAME = kessel.load("breakout")


def duel(scenario: str, sides: dict[str, str], seed: int) -> Match:
    """A whole game between commanders."""
    match = Match.start(GAME, scenario, seed=f"duel-{seed}")
    players = {side: commander(name, f"{seed}/{side}") for side, name in sides.items()}
    rng = random.Random(seed)
    while match.state.outcome is None:
        side = match.state.sides[0]
        action, why = players[side].choose(desk(match.state, side, rng))
        assert action in match.state.actions(side)
        assert why.render(translator("es"), lambda k, v: GAME.label(k, v, "es"))
        match.play(action, side)
    return match


def test_the_weakest_comes_first() -> None:
    assert names() == ["random", "cadet", "staff", "marshal"]
    assert names(GAME) == names()
    with pytest.raises(KesselError, match="napoleon"):
        commander("napoleon", "")


def test_a_game_without_staff_work_has_only_those_who_need_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "plan", Game.plan)
    assert names(GAME) == ["random", "cadet"]
    monkeypatch.setattr(type(GAME), "advise", Game.advise)
    assert names(GAME) == ["random"]


@pytest.mark.parametrize("scenario", ["learning-ternopol", "example-smotrich", "campaign"])
def test_cadets_play_whole_games(scenario: str) -> None:
    assert duel(scenario, {"soviet": "cadet", "german": "cadet"}, 1).state.outcome is not None


def test_the_cadet_beats_chance_on_either_side() -> None:
    won = 0
    for seed in range(4):
        for side, other in (("soviet", "german"), ("german", "soviet")):
            outcome = duel("learning-ternopol", {side: "cadet", other: "random"}, seed).state.outcome
            assert outcome is not None
            won += outcome.winner == side
    assert won >= 6


def test_a_commander_decides_the_same_whatever_is_hidden_from_him() -> None:
    match = Match.start(GAME, "campaign", seed="hidden")
    rng = random.Random(3)
    compared = 0
    cadet = Cadet("")
    while match.state.turn < 3 and match.state.outcome is None:
        state = match.state
        side = state.sides[0]
        assert side != CHANCE
        twin = GAME.disguise(state, side, rng)
        action, _ = cadet.choose(desk(state, side, random.Random(1)))
        if twin is not None and len(match.entries) % 5 == 0:
            other, _ = Cadet("").choose(desk(twin[0], side, random.Random(1)))
            mine, _ = Cadet("").choose(desk(state, side, random.Random(1)))
            assert other == mine
            compared += 1
        match.play(action, side)
    assert compared > 20


def test_the_same_seed_gives_the_same_game() -> None:
    games = [duel("learning-ternopol", {"soviet": "cadet", "german": "random"}, 5) for _ in range(2)]
    assert [e.action for e in games[0].entries] == [e.action for e in games[1].entries]


def test_random_needs_only_the_list() -> None:
    state = GAME.start("campaign", seed="any")
    side = state.sides[0]
    action, _ = RandomCommander("x").choose(desk(state, side, random.Random(1)))
    assert action in state.actions(side)
