"""11-a, an option: of an enemy stack only the unit on top and the number of units are seen; and 15.8.3, an option:
the secret entry rolls."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kessel.testing import check_game
from tests.debrecen.lab import GAME, Lab, plain

FOG = {"fog_of_war": True}
STACK = ("8-6G 1510", "13-6G 1510", "HQ-Pliev 1510")
ENEMY = ("178-76 1512", "203-76 1512", "HQ-LXXII-AK 1520")


def foggy(*units: str, **fields: Any) -> Lab:
    """The Allied operations in turn 4, with fog of war."""
    fields = {"options": FOG} | fields
    return plain("operations", *(units or (*STACK, *ENEMY)), **fields)


def seen(lab: Lab, side: str | None, hex: str) -> tuple[str, int, list[str]]:
    """What a side sees of a stack: the unit on top, the height, and the units that it can look at."""
    stack = next(s for s in lab.state.view(side)["stacks"] if s["hex"] == hex)
    return stack["top"], stack["height"], sorted(u["id"] for u in stack["units"])


@pytest.mark.rule("11-a")
def test_of_an_enemy_stack_only_the_unit_on_top_is_seen() -> None:
    lab = foggy()
    assert seen(lab, "axis", "1510") == ("8-6G", 3, ["8-6G"])
    assert seen(lab, "allied", "1510") == ("8-6G", 3, ["13-6G", "8-6G", "HQ-Pliev"])
    assert seen(lab, "allied", "1512") == ("178-76", 2, ["178-76"])
    assert seen(lab, None, "1510") == ("8-6G", 3, ["8-6G"])


@pytest.mark.rule("11-a")
def test_without_the_option_every_stack_lies_open() -> None:
    lab = foggy(options={})
    assert seen(lab, "axis", "1510") == ("8-6G", 3, ["13-6G", "8-6G", "HQ-Pliev"])


@pytest.mark.rule("11-a")
def test_the_enemy_hears_of_a_hidden_unit_that_it_moves() -> None:
    lab = foggy()
    events = lab.do("specific", "add 13-6G", "begin", "select 13-6G", "move 1608")
    told = {side: [GAME.describe(e) for e in events if e.to in (None, side)] for side in GAME.sides}
    name = GAME.label("unit", "13-6G")
    assert told["allied"][-1] == f"Move to Hajdúszoboszló (1608): {name}." or name in told["allied"][-1]
    assert not any(name in line for line in told["axis"])
    assert "a hidden unit" in told["axis"][-1]


@pytest.mark.rule("11-a")
def test_the_enemy_hears_the_name_of_the_unit_on_top() -> None:
    lab = foggy()
    events = lab.do("specific", "add 8-6G", "begin", "select 8-6G", "move 1608")
    moved = [e for e in events if e.name == "moved"]
    assert [e.to for e in moved] == [None]


@pytest.mark.rule("11-a")
def test_a_combat_shows_the_units_in_it_until_it_is_over() -> None:
    lab = foggy("8-6G 1511", "13-6G 1511", *ENEMY)
    lab.do("specific", "add 8-6G", "begin", "attack 1512")
    assert seen(lab, "allied", "1512")[2] == ["178-76"]
    lab.do("add 8-6G")
    assert GAME.preview(lab.state, "", "allied")["hidden"] == 1  # type: ignore[index]
    lab.do("commit")
    assert seen(lab, "allied", "1512")[2] == ["178-76", "203-76"]
    assert seen(lab, "axis", "1511")[2] == ["8-6G"]  # 13-6G takes no part
    assert GAME.preview(lab.state, "", "allied")["hidden"] == 0  # type: ignore[index]


@pytest.mark.rule("11-a")
def test_a_preview_reckons_with_what_is_seen() -> None:
    def odds(*options: str) -> dict[str, Any]:
        lab = foggy("8-6G 1511", *ENEMY, options=dict.fromkeys(options, True))
        found = GAME.preview(lab.state, "attack 1512 8-6G", "allied")
        assert found is not None
        return found

    open_, hidden = odds(), odds("fog_of_war")
    assert (open_["defenders"], open_["hidden"]) == (["178-76", "203-76"], 0)
    assert (hidden["defenders"], hidden["hidden"]) == (["178-76"], 1)
    assert hidden["defence_total"] < open_["defence_total"]


@pytest.mark.rule("11-a")
def test_overlays_tell_nothing_hidden() -> None:
    lab = foggy()
    assert GAME.overlay(lab.state, "axis", "command") == {
        "HQ-LXXII-AK": GAME.overlay(lab.state, "axis", "command", "HQ-LXXII-AK")["HQ-LXXII-AK"]
    }
    assert GAME.overlay(lab.state, "axis", "command", "HQ-Pliev") == GAME.overlay(lab.state, "axis", "command")
    assert GAME.overlay(lab.state, "axis", "reach", "13-6G")["unit"] is None
    assert GAME.overlay(lab.state, "axis", "reach", "8-6G")["unit"] is None  # roads may be crowded by hidden units
    assert GAME.overlay(lab.state, "axis", "supply", "13-6G")["supplied"] is None
    assert GAME.overlay(lab.state, "allied", "supply", "13-6G")["supplied"] is False
    threat = GAME.overlay(foggy("8-6G 1511", "13-6G 1511", "HQ-Pliev 1410", *ENEMY).state, "axis", "threats")
    assert [(t["hex"], t["attackers"], t["hidden"]) for t in threat] == [("1512", 1, 1)]


@pytest.mark.rule("11-a", "15.7-l")
def test_how_many_units_are_saved_is_the_secret_of_the_axis() -> None:
    lab = foggy()
    rules = {side: [line["rule"] for line in lab.state.view(side)["score"]["lines"]] for side in GAME.sides}
    assert "15.7-l" in rules["axis"]
    assert "15.7-l" not in rules["allied"]


@pytest.mark.rule("11-a")
@pytest.mark.parametrize("side", GAME.sides)
def test_a_guess_agrees_with_all_that_is_seen(side: str) -> None:
    state = GAME.start("debrecen", seed="fog", options=FOG)
    rng = random.Random(3)
    guesses = 0
    for _ in range(300):
        world = GAME.imagine(state, side, rng)
        view = world.view(side)
        assert view["stacks"] == state.view(side)["stacks"]
        assert GAME.check(world) == []
        guesses += world.digest() != state.digest()
        state.play(rng.choice(state.actions()))
    assert guesses > 50


@pytest.mark.rule("11-a")
def test_hidden_units_change_places_unnoticed() -> None:
    """Conformance compares views, lists and logs of such twins; here is counted that there are any."""
    report = check_game(GAME, "debrecen", "fog", options=FOG, stride=16)
    assert report.violations == []
    state, rng, found = GAME.start("debrecen", seed="twins", options=FOG), random.Random(5), 0
    for _ in range(300):
        for side in GAME.sides:
            twin = GAME.disguise(state, side, rng)
            if twin is not None:
                found += 1
                other, renamed = twin
                assert other.digest() != state.digest()
                assert len(renamed) == 2
        state.play(rng.choice(state.actions()))
    assert found > 100


# -- 15.8.3 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.8.3-a", "15.8.3-c")
def test_when_the_groups_come_that_enter_by_a_roll_the_axis_does_not_know() -> None:
    lab = Lab(GAME.start("debrecen", options={"random_entry": True}))
    arriving = {side: lab.state.view(side)["off_map"]["arriving"] for side in GAME.sides}
    assert (arriving["allied"]["HQ-Gorshkov"], arriving["allied"]["HQ-27A"]) == (7, 9)  # automatic
    assert not {"HQ-Gorshkov", "11-5C", "HQ-27A"} & set(arriving["axis"])
    assert arriving["axis"]["HQ-Ir"] == 3
    assert "HQ-27A" in lab.state.view("axis")["off_map"]["waiting"]


@pytest.mark.rule("15.8.3-a")
@pytest.mark.parametrize(("dice", "comes"), [((2, 2), True), ((2, 3), False)])
def test_a_secret_roll_is_told_to_the_allied_player_alone(dice: tuple[int, int], comes: bool) -> None:
    waiting = {u: {"fate": "waiting", "due": 7} for u in ("HQ-Gorshkov", "3-23T")}
    lab = plain("support", *ENEMY, "8-6G 1510", options={"random_entry": True}, units=waiting, markers={
        "ax-heavy-1": {"stock": "pool"}
    })  # fmt: skip
    events = lab.do(dice=dice)
    rolls = [e for e in events if e.name in ("entry roll", "no entry")]
    assert [(e.name, e.to) for e in rolls] == [("entry roll" if comes else "no entry", "allied")]
    assert lab.state.due[lab.index("HQ-Gorshkov")] == (4 if comes else 7)
