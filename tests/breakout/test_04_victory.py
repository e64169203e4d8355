"""4.0 How to win."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import Lab

FORTRESSES = ["0805", "2121", "2023", "1326"]
TOWNS = ["2607", "2603", "4004", "4115", "3514", "3624", "2517", "2112", "1009", "1114", "1020"]
EXITS = ["0729", "0828", "0929", "1028", "1129", "1228", "1329", "1428", "1529", "1628", "1729"]
HAMMER = "A 3008 soviet tank XXX 50-9/9-9"
"""Against a weak defender in 3009 this is beyond 7:1: the defender loses a step without a die (13.8.1-b)."""
ANVIL = "B 3010 soviet tank XXX 1-9"
"""On the far side of 3009: together they cut it off (9.2-b)."""


def ended(**fields: Any) -> Lab:
    """The end of turn 8 with nobody on the map and nothing under Soviet control but what is given."""
    return Lab.at("administration", turn=8, **{"control": [], **fields})


def points(lab: Lab) -> dict[str, int]:
    """Victory points by clause, those that are not zero."""
    return {line["rule"]: line["points"] for line in lab.state.view(None)["score"]["lines"] if line["points"]}


def final(lab: Lab) -> tuple[str | None, int]:
    """The winner (None for a draw) and the total."""
    outcome = lab.state.outcome
    assert outcome is not None
    return outcome.winner, outcome.score


# -- 4.0 sources -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.0-a")
def test_the_soviet_scores_for_places_divisions_and_exits() -> None:
    lab = ended(control=["0805", "2607"], exits=1, losses=6)
    assert points(lab) == {"4.1-c": 4, "4.1-a": 1, "4.1-f": 1, "4.2-a": 6}
    assert final(lab) == ("german", 12)


@pytest.mark.rule("4.0-b")
def test_the_german_scores_nothing() -> None:
    lab = Lab.at("german-combat-1", "9SS 3009", "A 3010 soviet tank XXX 1-1", control=[], terrain={"3010": "clear"})
    lab.do("attack 3010", "add 9SS", "commit", "advance 9SS")
    assert lab.hex("A") == "dead"
    assert points(lab) == {}


@pytest.mark.rule("4.0-c", "4.3-a")
def test_the_historical_result_is_a_draw() -> None:
    lab = ended(control=FORTRESSES + TOWNS, exits=4)
    assert final(lab) == (None, 31)
    assert lab.state.board.scenario["historical"]["score"] == 31


# -- 4.1 territory and exits -------------------------------------------------------------------------------------------


@pytest.mark.rule("4.1-a")
def test_a_town_is_worth_one_point() -> None:
    assert points(ended(control=["2607"])) == {"4.1-a": 1}
    assert points(ended(control=TOWNS)) == {"4.1-a": 11}


@pytest.mark.rule("4.1-a")
def test_other_hexes_are_worth_nothing() -> None:
    lab = ended(control=["2607", "3009"], terrain={"2607": "clear", "3009": "rough"})
    assert points(lab) == {}


@pytest.mark.rule("4.1-b")
@pytest.mark.parametrize("hexes", [["4513"], ["4612"], ["4613"], ["4513", "4612", "4613"]])
def test_each_hex_of_vinnitsa_is_worth_one_point(hexes: list[str]) -> None:
    assert points(ended(control=hexes)) == {"4.1-a": len(hexes)}


@pytest.mark.rule("4.1-c")
@pytest.mark.parametrize("fallen", [[], ["1326"]])
def test_a_fortified_locality_is_worth_four_points_even_as_a_town(fallen: list[str]) -> None:
    assert points(ended(control=["1326"], fallen=fallen)) == {"4.1-c": 4}


@pytest.mark.rule("4.1-d")
def test_places_count_out_of_supply() -> None:
    lab = ended(units={"1Pz": "2606", "6Pz": "2608", "7Pz": "0804", "8Pz": "0806"}, control=["2607", "0805"])
    assert not lab.supplied("2607")
    assert not lab.supplied("0805")
    assert points(lab) == {"4.1-a": 1, "4.1-c": 4}


@pytest.mark.rule("4.1-e")
def test_german_places_out_of_communication_are_worth_one_point_each_at_the_end() -> None:
    lab = ended(units={"9Mech": "2606", "6GTk": "2608", "7GTk": "0804", "15R": "0806"})
    assert not lab.supplied("2607", "german")
    assert not lab.supplied("0805", "german")
    assert points(lab) == {"4.1-e": 2}
    assert final(lab) == ("german", 2)


@pytest.mark.rule("4.1-e")
def test_german_places_in_communication_are_worth_nothing() -> None:
    assert points(ended(units={"9Mech": "2606", "7GTk": "0804"})) == {}


@pytest.mark.rule("4.1-e")
def test_isolated_places_do_not_count_before_the_end() -> None:
    lab = Lab.at("german-mechanized-2", "9Mech 2606", "6GTk 2608", turn=8, control=[])
    assert points(lab) == {}
    lab.do("end")
    assert points(lab) == {"4.1-e": 1}


@pytest.mark.rule("4.1-f")
@pytest.mark.parametrize("place", EXITS)
def test_a_corps_leaves_the_map_for_a_point(place: str) -> None:
    lab = Lab.at("soviet-move-1", f"9Mech {place} 1", control=[])
    lab.do("select 9Mech", "exit")
    assert lab.hex("9Mech") == "exited"
    assert points(lab) == {"4.1-f": 1}


@pytest.mark.rule("4.1-f")
@pytest.mark.parametrize("place", ["0628", "1828", "0928", "4710", "1101"])
def test_nobody_leaves_the_map_elsewhere(place: str) -> None:
    lab = Lab.at("soviet-move-1", f"9Mech {place}")
    lab.do("select 9Mech")
    assert lab.refused("exit") == "4.1-f"


@pytest.mark.rule("4.1-f")
def test_germans_do_not_leave_the_map() -> None:
    lab = Lab.at("german-move-1", "16Pz 0929")
    lab.do("select 16Pz")
    assert lab.refused("exit") == "4.1-f"


@pytest.mark.rule("4.1-f")
@pytest.mark.parametrize("unit", ["60A-sup", "13B"])
def test_units_that_are_not_corps_leave_for_nothing(unit: str) -> None:
    lab = Lab.at("soviet-move-1", f"{unit} 0929", control=[])
    lab.do(f"select {unit}", "exit")
    assert lab.hex(unit) == "exited"
    assert points(lab) == {}


@pytest.mark.rule("4.1-f")
def test_a_stack_scores_for_each_of_its_corps() -> None:
    lab = Lab.at("soviet-move-1", "9Mech 0929", "15R 0929", "13B 0929", control=[])
    lab.do("select 9Mech", "add 15R", "add 13B", "exit")
    assert points(lab) == {"4.1-f": 2}


@pytest.mark.rule("4.1-g")
def test_exits_are_worth_four_points_at_most() -> None:
    lab = Lab.at("soviet-move-1", "9Mech 0929", "15R 0929", exits=3, control=[])
    lab.do("select 9Mech", "exit", "select 15R", "exit")
    assert points(lab) == {"4.1-f": 4}


@pytest.mark.rule("4.1-h")
@pytest.mark.parametrize("distance, leaves", [(8, True), (9, False)])
def test_leaving_the_map_costs_a_movement_point(distance: int, leaves: bool) -> None:
    lane = {f"09{29 - n:02}": "clear" for n in range(10)}
    lab = Lab.at("soviet-move-1", f"15R 09{29 - distance}", terrain=lane)
    lab.do("select 15R", "move 0929")  # 9 MP in ice
    assert lab.legal("exit") == leaves


@pytest.mark.rule("4.1-i")
def test_a_corps_out_of_supply_leaves_for_good_and_scores() -> None:
    lab = Lab.at("soviet-move-1", "15R 0929", "16Pz 0928", control=[])
    assert not lab.supplied("0929")
    lab.do("select 15R", "exit")
    assert points(lab) == {"4.1-f": 1}
    off_map = lab.state.view(None)["off_map"]
    assert (off_map["exited"], off_map["dead"], off_map["returning"]) == (["15R"], [], {})
    assert lab.refused("select 15R") == "2.1-a"


# -- 4.2 divisions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.2-a")
@pytest.mark.parametrize("unit, steps", [("68Inf", 2), ("11Pz", 4), ("16Pz", 6), ("18AD", 4)])
def test_a_division_destroyed_out_of_communication_scores_its_full_steps(unit: str, steps: int) -> None:
    lab = Lab.at("soviet-combat-1", HAMMER, ANVIL, f"{unit} 3009 1", control=[])
    lab.do("attack 3009", "add A", "commit")
    assert lab.hex(unit) == "dead"
    assert points(lab) == {"4.2-a": steps}


@pytest.mark.rule("4.2-b")
def test_the_9th_ss_destroyed_out_of_communication_is_eight_points() -> None:
    lab = Lab.at("soviet-combat-1", HAMMER, ANVIL, "9SS 3009 1", control=[])
    lab.do("attack 3009", "add A", "commit")
    assert points(lab) == {"4.2-a": 8}


@pytest.mark.rule("4.2-a")
def test_a_division_destroyed_in_communication_scores_nothing() -> None:
    lab = Lab.at("soviet-combat-1", HAMMER, "16Pz 3009 1", control=[])
    lab.do("attack 3009", "add A", "commit")
    assert lab.hex("16Pz") == "dead"
    assert points(lab) == {}


@pytest.mark.rule("4.2-a")
def test_steps_that_are_not_the_last_score_nothing() -> None:
    lab = Lab.at("soviet-combat-1", HAMMER, ANVIL, "16Pz 3009 2", control=[], terrain={"3009": "town"})
    lab.do("attack 3009", "add A", "commit")
    assert lab.steps("16Pz") == 1
    assert points(lab) == {}


@pytest.mark.rule("4.2-a")
def test_a_division_removed_from_an_overstack_out_of_communication_scores() -> None:
    lab = Lab.at("german-move-1", HAMMER, ANVIL, "16Pz 3009", "1Pz 3009", control=[], allow_overstack=True)
    lab.do("end", "eliminate 1Pz")
    assert points(lab) == {"4.2-a": 6}


@pytest.mark.rule("4.2-c")
@pytest.mark.parametrize("unit", ["KPG", "TG", "509", "PzJg653", "StuG280"])
def test_garrisons_battalions_and_brigades_score_nothing(unit: str) -> None:
    lab = Lab.at("soviet-combat-1", HAMMER, ANVIL, f"{unit} 3009 1", control=[])
    lab.do("attack 3009", "add A", "commit")
    assert lab.hex(unit) == "dead"
    assert points(lab) == {}


# -- 4.3 the table -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.3-a")
@pytest.mark.parametrize(
    "total, winner",
    [(0, "german"), (27, "german"), (28, None), (31, None), (32, "soviet"), (60, "soviet")],
)
def test_the_total_decides_at_the_end_of_turn_8(total: int, winner: str | None) -> None:
    assert final(ended(losses=total)) == (winner, total)


@pytest.mark.rule("4.3-a")
def test_nothing_is_decided_before_the_end_of_turn_8() -> None:
    lab = Lab.at("administration", turn=7, losses=60)
    assert lab.state.outcome is None
    assert lab.state.turn == 8


@pytest.mark.rule("4.3-a")
def test_after_the_end_nothing_can_be_played() -> None:
    assert ended().refused("end") == "4.3-a"
