"""A side is shown all it may know and nothing else."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kessel.engine import Action, FairDice
from kessel.games import GAMES, load
from kessel.rl.table import Table, setting

STACKED = ("place 208Inf 3208", "place 18AD 3110", "place 168Inf 3208", "place StuG280 3110", "auto")
"""A set-up with units below others."""
CAMPAIGNS = [(game, list(load(game).scenarios)[-1]) for game in GAMES]


def named(value: object) -> set[str]:
    """All names in a part of a view."""
    if isinstance(value, dict):
        return {name for inner in value.values() for name in named(inner)}
    if isinstance(value, list):
        return {name for inner in value for name in named(inner)}
    return {value} if isinstance(value, str) else set()


def hidden_twins(steps: int) -> list[tuple[Table, Table, str]]:
    """Positions on the way of a random game, each with a twin that differs only in what a side may not know."""
    known = setting("breakout", "campaign")
    rng = random.Random(11)
    state = known.game.start("campaign", seed="twins")
    for action in STACKED:
        state.play(action)
    found = []
    for _ in range(steps):
        if state.outcome is not None:
            break
        for side in known.game.sides:
            disguised = known.game.disguise(state, side, rng)
            if disguised is not None:
                table = Table(known, state.copy(FairDice("twins")))
                if table.state.digest() == state.digest():  # nothing was forced
                    found.append((table, Table(known, disguised[0].copy(FairDice("twins"))), side))
        state.play(rng.choice(state.actions()))
    return found


def test_what_is_hidden_is_not_seen() -> None:
    """Neither in the observation nor in the mask nor in the information, whoever decides."""
    known = setting("breakout", "campaign")
    compared = {(side, decides): 0 for side in known.game.sides for decides in (True, False)}
    owner_sees = 0
    for table, twin, side in hidden_twins(500):
        assert table.state.digest() != twin.state.digest()
        seen, other = table.observe(side), twin.observe(side)
        assert seen["observation"].tobytes() == other["observation"].tobytes()
        assert seen["action_mask"].tobytes() == other["action_mask"].tobytes()
        assert table.info(side) == twin.info(side)
        assert table.reward(side) == twin.reward(side)
        compared[side, table.side == side] += 1
        enemy = next(s for s in known.game.sides if s != side)
        owner_sees += table.observe(enemy)["observation"].tobytes() != twin.observe(enemy)["observation"].tobytes()
    assert min(compared.values()) > 20
    assert owner_sees > 100  # the comparison would notice


def test_words_begun_are_not_overheard() -> None:
    table = setting("breakout").table("aside")
    before = {side: table.observe(side) for side in ("soviet", "german")}
    side = table.side
    other = "german" if side == "soviet" else "soviet"
    while not table.said:
        table.say(table.words(side)[0][0])
    said = table.setting.observer.part(table.observe(side)["observation"], "said")
    assert {table.setting.vocabulary.words[n] for n in np.flatnonzero(said)} == set(table.said)
    assert np.array_equal(table.observe(other)["observation"], before[other]["observation"])


@pytest.mark.parametrize(("game", "scenario"), CAMPAIGNS)
def test_an_observation_shows_the_view(game: str, scenario: str) -> None:
    """Every unit in sight with its values and its place, every stack, and the units of a move or a combat."""
    known = setting(game, scenario)
    observer = known.observer
    state = known.game.start(scenario, seed="shown")
    while Action("auto") in state.actions():
        state.play("auto")
    rng = random.Random(5)
    passing = dict.fromkeys(("combat", "moving"), 0)
    for step in range(800):
        if state.outcome is not None:
            break
        side = state.sides[0]
        if step % 4 == 0:
            view = state.view(side)
            vector = observer.observe(view, side, ())
            assert np.abs(vector).max() <= 1.0
            hexes, units = observer.part(vector, "hexes"), observer.part(vector, "units")
            in_sight = {u["id"]: (u, s) for s in view["stacks"] for u in s["units"]}
            for name, row in observer.unit_row.items():
                if name not in in_sight:
                    assert not units[row, :7].any()
                    continue
                unit, stack = in_sight[name]
                assert list(units[row, :2]) == [stack["side"] == side, stack["side"] != side]
                assert units[row, 2] == pytest.approx(min(1.0, (unit["attack"] or 0) / 20))
                assert tuple(units[row, 5:7]) == pytest.approx(observer.place[stack["hex"]])
            heights = {s["hex"]: s["height"] for s in view["stacks"]}
            for name, row in observer.hex_row.items():
                assert hexes[row, :2].sum() == pytest.approx(min(1.0, heights.get(name, 0) / 4))
            for part in passing:
                column = observer.unit_features.index(part)
                shown = {name for name, row in observer.unit_row.items() if units[row, column]}
                assert shown == named(view[part]) & set(observer.unit_row)
                passing[part] += bool(shown)
        state.play(rng.choice(state.actions()))
    assert min(passing.values()) > 0
