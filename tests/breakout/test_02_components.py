"""2.0 Components: mobility classes, steps and garrisons."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import GAME, Lab

LANE = {f"30{row:02}": "clear" for row in range(5, 20)}
WALL = "W 3010 soviet tank XXX 9-99"
"""A defender against whom every attack is below 1:2: the attacker loses a step without a die (13.8.1-c)."""
GARRISONS = {"TG": "0805", "CG": "1326", "KPG": "2121", "KhG": "2023"}


def campaign() -> Lab:
    lab = Lab(GAME.start("campaign"))
    lab.state.play("roll 3")
    lab.do("auto")
    return lab


def seen(lab: Lab, side: str) -> list[dict[str, Any]]:
    """The units that a side sees on the map."""
    return [unit for stack in lab.state.view(side)["stacks"] for unit in stack["units"]]


def own(lab: Lab, side: str) -> dict[str, tuple[int, int]]:
    """The factors of a side's units as their owner sees them."""
    stacks = [stack for stack in lab.state.view(side)["stacks"] if stack["side"] == side]
    return {unit["id"]: (unit["attack"], unit["defence"]) for stack in stacks for unit in stack["units"]}


# -- 2.3 mobility ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3-c")
@pytest.mark.parametrize("phase, gun", [("soviet-move-1", "1GB"), ("soviet-move-1", "3GM"), ("german-move-1", "18AD")])
def test_artillery_moves_as_a_mechanized_unit(phase: str, gun: str) -> None:
    lab = Lab.at(phase, f"{gun} 3005", terrain=LANE)
    lab.do(f"select {gun}")
    assert lab.legal("move 3018")  # 13 hexes in ice; infantry goes 9


@pytest.mark.rule("2.3-c")
def test_the_artillery_division_fights_with_the_mechanized_units() -> None:
    lab = Lab.at("german-mechanized-1", "18AD 3009", WALL)
    lab.do("attack 3010", "add 18AD", "commit")
    assert lab.steps("18AD") == 3


# -- 2.6 steps ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.6-d", "2.6-j")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_all_units_are_set_up_at_full_strength(side: str) -> None:
    lab = campaign()
    printed = {u.id: u.track[0] for u in GAME.roster.units if GAME.sides[u.side] == side and u.setup}
    assert own(lab, side) == printed


@pytest.mark.rule("2.6-d", "2.6-j")
@pytest.mark.parametrize("turn, unit, steps, factors", [(2, "8Pz", 4, (4, 4)), (5, "9SS", 8, (8, 8))])
def test_reinforcements_enter_at_full_strength(turn: int, unit: str, steps: int, factors: tuple[int, int]) -> None:
    data = campaign().state.position()
    del data["stack"]
    lab = Lab(GAME.position({**data, "turn": turn, "phase": "reinforcements"}))
    lab.do(f"place {unit} 0105")
    assert lab.steps(unit) == steps
    assert own(lab, "german")[unit] == factors


@pytest.mark.rule("2.6-e")
def test_a_unit_of_two_steps_is_flipped_by_its_first_loss() -> None:
    lab = Lab.at("soviet-combat-1", "9Mech 3009", "W 3010 german panzer XX 9-99")
    lab.do("attack 3010", "add 9Mech", "commit")
    assert own(lab, "soviet") == {"9Mech": (4, 5)}


@pytest.mark.rule("2.6-f")
@pytest.mark.parametrize("unit", ["509", "16Pz"])
def test_the_last_step_takes_a_unit_to_the_dead_pile(unit: str) -> None:
    lab = Lab.at("german-combat-1", f"{unit} 3009 1", WALL)
    lab.do("attack 3010", f"add {unit}", "commit")
    assert lab.hex(unit) == "dead"
    assert lab.state.view(None)["off_map"]["dead"] == [unit]


@pytest.mark.rule("2.6-f")
def test_the_dead_pile_is_permanent() -> None:
    lab = Lab.at(
        "replacements", turn=4, units={"9Mech": {"fate": "dead"}, "15R": {"fate": "dead", "steps": 1}}, due={"15R": 4}
    )
    assert lab.refused("place 9Mech 2603") == "11.2-a"
    assert lab.legal("place 15R 2603")


@pytest.mark.rule("2.6-g")
@pytest.mark.parametrize(
    "steps, factors", [(8, (7, 7)), (7, (6, 6)), (6, (5, 5)), (5, (4, 4)), (3, (2, 3)), (2, (1, 2))]
)
def test_a_large_division_goes_down_counter_by_counter(steps: int, factors: tuple[int, int]) -> None:
    lab = Lab.at("german-combat-1", f"9SS 3009 {steps}", WALL)
    lab.do("attack 3010", "add 9SS", "commit")
    assert lab.steps("9SS") == steps - 1
    assert own(lab, "german") == {"9SS": factors}


@pytest.mark.rule("2.6-g")
def test_only_german_divisions_have_more_than_two_steps() -> None:
    large = [u for u in GAME.roster.units if len(u.track) > 2]
    assert {(GAME.sides[u.side], u.size) for u in large} == {("german", "XX")}
    assert {len(u.track) for u in large} == {4, 6, 8}


@pytest.mark.rule("2.6-h")
def test_a_reduced_division_is_one_counter() -> None:
    lab = Lab.at("german-combat-1", "9SS 3009 7", WALL)
    lab.do("attack 3010", "add 9SS", "commit")
    assert [unit["id"] for unit in seen(lab, "german")] == ["9SS", "W"]
    assert {stack["hex"]: stack["height"] for stack in lab.state.view(None)["stacks"]} == {"3009": 1, "3010": 1}


# -- 2.7 garrisons -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.7-a")
def test_there_are_four_garrisons_where_they_are_printed() -> None:
    lab = campaign()
    assert {u.id: lab.hex(u.id) for u in GAME.roster.units if u.type == "garrison"} == GARRISONS


@pytest.mark.rule("2.7-a")
@pytest.mark.parametrize("garrison", GARRISONS)
def test_a_garrison_does_not_move(garrison: str) -> None:
    lab = Lab.at("german-move-1", f"{garrison} 3009", "16Pz 3009")
    assert lab.refused(f"select {garrison}") == "2.7-a"
    lab.do("select 16Pz")
    assert lab.refused(f"add {garrison}") == "2.7-a"


@pytest.mark.rule("2.7-a")
def test_a_garrison_does_not_retreat() -> None:
    lab = Lab.at("soviet-combat-1", "A 3008 soviet tank XXX 20-8", "TG 3009", "16Pz 3009", terrain=LANE)
    lab.do("attack 3009", "add A", "commit", dice=(2,))  # 20 against 11 is 1:1: the defender retreats
    assert lab.refused("retreat TG 3010") == "2.7-a"
    assert lab.legal("retreat 16Pz 3010")


@pytest.mark.rule("2.7-b")
@pytest.mark.parametrize("phase", ["german-combat-1", "german-mechanized-1"])
def test_a_garrison_does_not_attack(phase: str) -> None:
    lab = Lab.at(phase, "TG 3009", "W 3010 soviet tank XXX 1-1")
    assert lab.refused("attack 3010") == "2.7-b"
    lab = Lab.at(phase, "TG 3009", "16Pz 3009", "W 3010 soviet tank XXX 1-1")
    lab.do("attack 3010")
    assert lab.refused("add TG") == "2.7-b"
    assert lab.choices("add") == ["16Pz"]


@pytest.mark.rule("2.7-b")
def test_a_garrison_does_not_probe() -> None:
    lab = Lab.at("german-combat-1", "TG 3009", "16Pz 3009", "W 3011 soviet tank XXX 1-1")
    assert lab.refused("probe TG 3010") == "2.7-b"
    assert lab.legal("probe 16Pz 3010")


@pytest.mark.rule("2.7-b")
def test_a_garrison_defends_its_hex_and_no_other() -> None:
    lab = Lab.at("soviet-combat-1", "A 3008 soviet tank XXX 8-8", "TG 3009", "16Pz 2909")
    assert lab.preview("attack 3009 A")["defence_total"] == 6
    assert lab.preview("attack 2909 A")["defence_total"] == 5


@pytest.mark.rule("2.7-c")
def test_a_garrison_does_not_count_for_stacking() -> None:
    lab = Lab.at("german-move-1", "TG 3009", "9SS 3009", "509 3008")
    lab.do("select 509", "move 3009", "done", "end")
    assert lab.decision == "combat"
    assert {lab.hex(u) for u in ("TG", "9SS", "509")} == {"3009"}
