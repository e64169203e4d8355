"""3.0 Set-up and hex control."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.breakout.lab import GAME, Lab

OVERSTACK = ("A 3005 soviet tank XXX 7-7/4-4", "B 3005 soviet tank XXX 7-7/4-4", "C 3005 soviet tank XXX 7-7/4-4")


def printed(side: str) -> Iterator[tuple[str, str]]:
    """The units of a side that have a set-up hex, with that hex."""
    return ((u.id, u.setup) for u in GAME.roster.units if GAME.sides[u.side] == side and u.setup)


@pytest.fixture
def start() -> Lab:
    """The campaign before its first die."""
    return Lab(GAME.start("campaign"))


@pytest.fixture
def lab(start: Lab) -> Lab:
    """The campaign when the German sets up."""
    start.state.play("roll 3")
    return start


def places(lab: Lab, unit: str) -> set[str]:
    """The hexes where a unit may be set up."""
    return {text.split()[2] for text in lab.actions("place") if text.split()[1] == unit}


# -- 3.0, 3.1 sides and markers ----------------------------------------------------------------------------------------


@pytest.mark.rule("3.0-a")
def test_each_player_commands_one_side() -> None:
    lab = Lab.at("soviet-1", "9Mech 3005", "16Pz 3010")
    assert GAME.sides == ("soviet", "german")
    assert lab.refused("order move", side="german") == "5.4-a"
    lab.do("order move", side="soviet")
    assert lab.refused("select 16Pz", side="soviet") == "12.0-d"


@pytest.mark.rule("3.1-a")
def test_the_game_starts_on_turn_1_in_thaw(start: Lab) -> None:
    view = start.state.view("soviet")
    assert (view["turn"], view["weather"]) == (1, "thaw")


@pytest.mark.rule("3.1-b")
def test_krasilov_and_khmelnik_start_soviet(start: Lab) -> None:
    assert start.state.view(None)["control"] == ["2603", "4004"]


@pytest.mark.rule("3.1-c")
def test_the_soviets_start_with_two_points(start: Lab) -> None:
    assert start.state.view(None)["score"]["total"] == 2


# -- 3.2 deployment ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2-a")
def test_every_soviet_unit_starts_in_its_printed_hex(start: Lab) -> None:
    assert {unit: start.hex(unit) for unit, _ in printed("soviet")} == dict(printed("soviet"))


@pytest.mark.rule("3.2-a")
def test_soviet_units_are_not_placed_elsewhere(lab: Lab) -> None:
    assert lab.refused("place 15R 1005") == "3.2-a"


@pytest.mark.rule("3.2-b")
def test_soviets_start_overstacked_and_keep_it_until_they_move(lab: Lab) -> None:
    lab.do("auto")
    stack = {u for u in ("6GTk", "7GTk", "9Mech", "3GTA-sup", "13B") if lab.hex(u) == "2005"}
    assert len(stack) == 5  # seven steps and artillery, the limit is four
    assert (lab.decider, lab.decision) == ("soviet", "movement")


@pytest.mark.rule("3.2-c")
def test_the_first_air_die_is_rolled_before_any_german_unit_is_placed(start: Lab) -> None:
    assert (start.decider, start.decision) == ("chance", "air")
    assert {start.hex(unit) for unit, _ in printed("german")} == {"waiting"}
    start.state.play("roll 5")
    assert start.state.cas == [5, 0]
    assert (start.decider, start.decision) == ("german", "set-up")


@pytest.mark.rule("3.2-d")
@pytest.mark.parametrize("garrison, where, near", [("TG", "0805", "0806"), ("KPG", "2121", "2122")])
def test_garrisons_stand_exactly_where_they_are_printed(lab: Lab, garrison: str, where: str, near: str) -> None:
    assert lab.hex(garrison) == where
    assert lab.refused(f"place {garrison} {near}") == "3.2-d"


@pytest.mark.rule("3.2-e")
def test_a_german_unit_is_placed_in_its_hex_or_next_to_it(lab: Lab) -> None:
    assert places(lab, "16Pz") == {"3510", "3509", "3511", "3409", "3410", "3609", "3610"}
    assert lab.refused("place 16Pz 3512") == "3.2-e"
    lab.do("place 16Pz 3511")
    assert lab.hex("16Pz") == "3511"


@pytest.mark.rule("3.2-e")
def test_a_german_unit_is_not_placed_on_soviets() -> None:
    lab = Lab.at("set-up", "9Mech 2305", turn=1, units={"19Pz": {"fate": "waiting"}})
    assert lab.refused("place 19Pz 2305") == "6.0-e"
    assert lab.legal("place 19Pz 2306")


@pytest.mark.rule("3.2-e")
def test_a_german_unit_is_not_placed_over_the_stacking_limit(lab: Lab) -> None:
    assert lab.legal("place 17Pz 2608")
    lab.do("place 1Pz 2608")
    assert lab.refused("place 17Pz 2608") == "6.1-a"


@pytest.mark.rule("3.2-e")
def test_the_game_begins_when_every_german_unit_is_placed(lab: Lab) -> None:
    waiting = [unit for unit, _ in printed("german") if lab.hex(unit) == "waiting"]
    for unit in waiting:
        assert lab.decision == "set-up"
        lab.do(f"place {unit} {min(places(lab, unit))}")
    assert lab.decision == "movement"


@pytest.mark.rule("3.2-f")
@pytest.mark.parametrize("unit, where, near", [("96Inf", "2908", "2909"), ("291Inf", "2807", "2808")])
def test_two_divisions_are_placed_exactly(lab: Lab, unit: str, where: str, near: str) -> None:
    assert lab.refused(f"place {unit} {near}") == "3.2-f"
    lab.do("auto")
    assert lab.hex(unit) == where


@pytest.mark.rule("3.2-g")
def test_the_soviet_begins_with_movement(lab: Lab) -> None:
    lab.do("auto")
    assert (lab.decider, lab.decision) == ("soviet", "movement")
    assert lab.state.view(None)["segment"] == "move"


@pytest.mark.rule("3.2-h")
def test_overstacks_left_at_the_end_of_the_first_movement_are_cut_by_the_german() -> None:
    lab = Lab.at("soviet-move-1", *OVERSTACK, turn=1, allow_overstack=True)
    lab.do("end")
    assert (lab.decider, lab.decision) == ("german", "overstack")
    lab.do("eliminate B")
    assert (lab.hex("A"), lab.hex("B"), lab.hex("C")) == ("3005", "dead", "3005")
    assert (lab.decider, lab.decision) == ("soviet", "combat")


@pytest.mark.rule("3.2-h")
def test_the_overstacks_of_the_set_up_come_to_account_when_the_first_movement_ends(lab: Lab) -> None:
    lab.do("auto", "end")
    assert (lab.decider, lab.decision) == ("german", "overstack")


@pytest.mark.rule("3.2-h")
def test_overstacks_that_move_apart_lose_nothing() -> None:
    lab = Lab.at("soviet-move-1", *OVERSTACK, turn=1, allow_overstack=True, terrain={"3006": "clear"})
    lab.do("select B", "move 3006", "done", "end")
    assert lab.decision == "combat"
    assert lab.told("eliminated") == []


# -- 3.2-i Hitler's order ----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2-i")
def test_hitlers_order_binds_those_set_up_from_column_23_on(lab: Lab) -> None:
    lab.do("place 19Pz 2306", "place StuG249 2308", "place 2SS 2209", "auto")
    bound = set(lab.state.position()["restricted"])
    assert {"19Pz", "StuG249", "1Pz", "11Pz"} <= bound
    assert not {"2SS", "6Pz", "1SS", "7Pz"} & bound


@pytest.mark.rule("3.2-i")
def test_hitlers_order_goes_by_the_hex_of_the_set_up_not_by_the_printed_one(lab: Lab) -> None:
    lab.do("place 19Pz 2206", "auto")  # printed 2306
    assert "19Pz" not in lab.state.position()["restricted"]


@pytest.mark.rule("3.2-i")
def test_hitlers_order_forbids_to_move_west_of_column_23() -> None:
    lab = Lab.at("german-move-1", "19Pz 2310", "6Pz 2210", turn=1, restricted=["19Pz"])
    lab.do("select 19Pz")
    assert lab.refused("move 2209") == "3.2-i"
    assert lab.legal("move 2311")
    assert {target for target in lab.choices("move") if target < "2300"} == set()
    lab.do("done", "select 6Pz")
    assert lab.legal("move 2209")


@pytest.mark.rule("3.2-i")
def test_hitlers_order_forbids_to_probe_west_of_column_23() -> None:
    lab = Lab.at("german-combat-1", "19Pz 2310", "A 2109 soviet tank XXX 1-1", turn=1, restricted=["19Pz"])
    assert lab.refused("probe 19Pz 2209") == "3.2-i"


@pytest.mark.rule("3.2-i")
def test_hitlers_order_forbids_to_advance_west_of_column_23() -> None:
    soviet = "A 2209 soviet army_support (XX) 1-1"
    lab = Lab.at("german-combat-1", "19Pz 2310", "6Pz 2210", soviet, turn=1, restricted=["19Pz"])
    lab.do("attack 2209", "add 19Pz", "add 6Pz", "commit")  # 9 against 1 is automatic
    assert lab.refused("advance 19Pz") == "3.2-i"
    assert lab.legal("advance 6Pz")


@pytest.mark.rule("3.2-i")
def test_hitlers_order_closes_the_way_back() -> None:
    soviet = "A 2410 soviet tank XXX 10-10"
    lab = Lab.at("soviet-combat-1", "19Pz 2310", soviet, turn=1, restricted=["19Pz"], terrain={"2310": "clear"})
    lab.do("attack 2310", "add A", "commit", dice=(2,))  # 2:1: the defender retreats
    assert lab.choices("retreat") == ["2309", "2311", "2409"]
    assert lab.refused("retreat 19Pz 2209") == "13.9-d"


@pytest.mark.rule("3.2-i")
def test_hitlers_order_ends_with_turn_1() -> None:
    lab = Lab.at("german-mechanized-2", "19Pz 2310", turn=1, restricted=["19Pz"])
    lab.do("end", dice=(1, 2, 1, 1, 1))
    lab.do("order move", "end", "end", "order move", "end", "end", "order move", "select 19Pz")
    assert lab.state.turn == 2
    assert lab.legal("move 2209")


# -- 3.3 control -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3-a")
def test_moving_through_a_hex_takes_it() -> None:
    lab = Lab.at("soviet-move-1", "9Mech 2606", terrain=dict.fromkeys(("2607", "2608"), "town"))
    lab.do("select 9Mech", "move 2608")
    assert lab.told("moved", "soviet")[-1].args["path"] == ["2606", "2607", "2608"]
    assert (lab.controls("2607"), lab.controls("2608")) == ("soviet", "soviet")


@pytest.mark.rule("3.3-a")
def test_a_zone_of_control_takes_nothing() -> None:
    lab = Lab.at("soviet-move-1", "9Mech 2609")
    lab.do("select 9Mech", "move 2608")
    assert lab.controls("2607") == "german"


@pytest.mark.rule("3.3-b")
def test_control_changes_hands_again_and_again() -> None:
    lab = Lab.at("soviet-move-1", "9Mech 2605", "16Pz 2611", control=[])
    lab.do("select 9Mech", "move 2607", "move 2605", "done", "end", "end")
    assert lab.controls("2607") == "soviet"
    assert lab.state.view(None)["score"]["total"] == 1
    lab.do("order move", "end", "end", "order move", "select 16Pz", "move 2607")
    assert lab.controls("2607") == "german"
    assert lab.state.view(None)["score"]["total"] == 0
    assert [(e.args["side"], e.args["hex"]) for e in lab.told("captured")] == [("soviet", "2607"), ("german", "2607")]
