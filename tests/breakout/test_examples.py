"""What the rulebook's example turn shows, clause by clause, and its other worked examples."""

from __future__ import annotations

import pytest

from tests.breakout.lab import GAME, Lab
from tests.breakout.plain import attack, plain

# -- the example turn ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-b")
def test_8_against_9_is_1_2_until_an_air_marker_makes_it_9_against_9() -> None:
    lab = plain("german-combat-1", "16Pz 3017 4", "371Inf 3017", "509 3017", "9Mech 3018", cas={"german": 2})
    lab.do(*attack("3018", "16Pz", "371Inf", "509"))
    assert (lab.preview()["attack_total"], lab.preview()["ratio"]) == (8, "1:2")
    lab.do("air 1")
    assert (lab.preview()["attack_total"], lab.preview()["ratio"]) == (9, "1:1")


@pytest.mark.rule("EX-c")
@pytest.mark.parametrize("weather", ["ice", "thaw", "storm"])
def test_the_river_shift_applies_in_ice_too(weather: str) -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", weather=weather, river="3017")
    assert lab.shifts("attack 3018 16Pz") == {"14.0-f": -1}


@pytest.mark.rule("EX-d")
@pytest.mark.parametrize("second", ["move", "combat"])
def test_the_order_is_chosen_for_each_half_turn(second: str) -> None:
    lab = Lab.at("german-1", "16Pz 2218")
    lab.do("order combat", "end", "end", "end")
    assert (lab.decider, lab.choices("order")) == ("german", ["combat", "move"])
    lab.do(f"order {second}")
    assert lab.decision == {"move": "movement", "combat": "combat"}[second]


@pytest.mark.rule("EX-e")
def test_a_unit_leaves_a_zoc_and_enters_another_hex_in_the_zoc_of_the_same_enemy() -> None:
    lab = plain("german-move-1", "16Pz 3017", "9Mech 3018")
    lab.do("select 16Pz", "move 3118")
    assert lab.told("moved", "german")[-1].args["path"] == ["3017", "3117", "3118"]
    assert lab.refused("select 16Pz") == "12.0-f"  # it has stopped there


@pytest.mark.rule("EX-f")
def test_all_shifts_are_summed_and_applied_once() -> None:
    fields = {"korpsgruppen": {"Br": "3017"}, "cas": {"german": 2}, "river": "3017"}
    lab = plain("german-combat-1", "16Pz 3017 4", "371Inf 3017", "509 3017", "9Mech 3018", **fields)
    lab.do(*attack("3018", "16Pz", "371Inf", "509"), "air 1", "kg Br")
    assert lab.shifts() == {"14.0-f": -1, "13.4-a": 1, "13.5-a": 1}
    assert (lab.preview()["ratio"], lab.preview()["column"]) == ("1:1", "2:1")


@pytest.mark.rule("EX-f")
def test_shifts_are_summed_beyond_the_ends_of_the_table_before_the_column_is_read() -> None:
    lab = plain("german-combat-1", "168Inf 3017", "82Inf 3019", "9Mech 3018", terrain={"3018": "rough"})
    odds = lab.preview("attack 3018 168Inf 82Inf")  # 4 against 9: 1:3, one left and two right
    assert (odds["column"], odds["automatic"]) == ("1:2", None)


@pytest.mark.rule("EX-g")
def test_enemy_units_block_a_retreat_and_their_zoc_does_not() -> None:
    units = ("9SS 3017", "16Pz 3118", "11Pz 3119", "19Pz 3019", "1Pz 2918", "B 3018 soviet tank XXX 4-4/2-2")
    lab = plain("german-combat-1", *units)
    lab.do(*attack("3018", "9SS"), dice=(2,))
    assert "2919" in lab.zoc("german")
    assert lab.choices("retreat") == ["2919"]
    assert lab.refused("retreat B 3118") == "EX-g"


@pytest.mark.rule("EX-h")
def test_destroyed_soviet_units_give_no_points() -> None:
    lab = plain("german-combat-1", "9SS 3017", "9Mech 3018 1", cas={"german": 10})
    before = lab.state.view(None)["score"]["total"]
    lab.do(*attack("3018", "9SS"), "air 10", dice=(2,))
    assert lab.hex("9Mech") == "dead"
    assert lab.state.view(None)["score"]["total"] == before


@pytest.mark.rule("EX-i")
def test_zoc_in_all_six_hexes_around_cuts_a_soviet_unit_off() -> None:
    assert not plain("soviet-move-1", "9Mech 3018", "16Pz 3117", "11Pz 3120", "19Pz 2818").supplied("3018")
    assert plain("soviet-move-1", "9Mech 3018", "16Pz 3117", "11Pz 3120").supplied("3018")


@pytest.mark.rule("EX-i")
def test_a_supply_source_is_never_cut_off_by_zoc() -> None:
    lab = Lab.at("soviet-move-1", "9Mech 4720", "16Pz 4719", "11Pz 4721")
    assert {"4619", "4620", "4719", "4721"} <= lab.zoc("german")
    assert lab.supplied("4720")


# -- worked examples -------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.8-a")
def test_26_against_7_is_3_to_1() -> None:
    lab = plain("german-combat-1", "A 3017 german panzer XX 26-9", "D 3018 soviet tank XXX 7-7")
    assert lab.preview("attack 3018 A")["ratio"] == "3:1"


@pytest.mark.rule("13.8.3-a")
def test_3_to_1_against_rough_terrain_is_resolved_on_2_to_1() -> None:
    units = ("A 3017 german panzer XX 9-9", "D 3018 soviet tank XXX 7-3")
    lab = plain("german-combat-1", *units, terrain={"3018": "rough"})
    assert (lab.preview("attack 3018 A")["ratio"], lab.preview("attack 3018 A")["column"]) == ("3:1", "2:1")


@pytest.mark.rule("11.1-b")
def test_a_rifle_corps_lost_on_turn_2_with_a_2_returns_reduced_on_turn_3() -> None:
    lab = plain("german-combat-1", "9SS 3017", "52R 3018 1", turn=2)
    lab.do(*attack("3018", "9SS"), dice=(2,))  # automatic; the die is for the return
    assert lab.state.view(None)["off_map"]["returning"] == {"52R": 3}
    corps = lab.index("52R")
    assert (lab.state.attack(corps), lab.state.defence(corps)) == (1, 1)


@pytest.mark.rule("4.2-b")
def test_9ss_destroyed_out_of_communications_gives_8_points() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "6GTk 3019", "9SS 3018 1")
    before = lab.state.view(None)["score"]["total"]
    lab.do(*attack("3018", "9Mech", "6GTk"))  # 14 against 2, concentric: automatic
    assert lab.hex("9SS") == "dead"
    assert lab.state.view(None)["score"]["total"] == before + 8


@pytest.mark.rule("12.1-a")
def test_foot_moves_5_in_a_storm_and_3_if_out_of_supply() -> None:
    grid = GAME.board("campaign").grid
    ring = [f"R{h} {h} german infantry XX 1-1" for h in grid.listed(grid.ring(grid.index["3018"], 5))]
    for unit in ("371Inf", "52R"):
        lab = plain("german-move-1" if unit == "371Inf" else "soviet-move-1", f"{unit} 3022", weather="storm")
        lab.do(f"select {unit}")
        assert lab.legal("move 3017")
        assert not lab.legal("move 3016")
    lab = plain("soviet-move-1", "52R 3018", *ring, weather="storm")
    lab.do("select 52R")
    assert lab.legal("move 3015")
    assert not lab.legal("move 3014")


@pytest.mark.rule("5.5-d")
def test_a_mechanized_unit_attacks_at_most_four_times_in_a_turn() -> None:
    lab = plain("german-1", "9SS 3017", "9Mech 3018", turn=8)
    for _half in range(2):
        lab.do("order combat")
        for _segment in range(2):
            lab.do(*attack("3018", "9SS"), dice=(2,))
            assert lab.refused("attack 3018") == "13.0-c"
            lab.do("end")
        lab.do("end")
    assert len(lab.told("attack")) == 4


@pytest.mark.rule("12.4-a")
def test_hexes_near_a_korpsgruppe_cost_nothing_and_the_first_one_beyond_costs_as_usual() -> None:
    for korpsgruppen, last in (({}, 13), ({"Br": "3018"}, 10)):
        lab = plain("german-move-1", "371Inf 3022", korpsgruppen=korpsgruppen)  # 9 points in ice
        lab.do("select 371Inf")
        assert lab.legal(f"move 30{last:02}")
        assert not lab.legal(f"move 30{last - 1:02}")


@pytest.mark.rule("13.4-f")
def test_a_korpsgruppe_supports_several_defences_and_attacks_in_a_turn() -> None:
    units = ("S 3017 soviet tank XXX 6-6", "G 3018 german panzer XX 6-6")
    lab = plain("soviet-1", *units, turn=8, korpsgruppen={"Br": "3018"})
    for _half in range(2):
        lab.do("order combat", *attack("3018", "S"), "kg Br", dice=(2,))
        lab.do("end", "end")
    for _half in range(2):
        lab.do("order combat", *attack("3017", "G"), "kg Br", dice=(4,))
        lab.do("end", *attack("3017", "G"), "kg Br", dice=(4,))
        lab.do("end", "end")
    assert [e.rules[0] for e in lab.told("korpsgruppe")] == ["13.4-b"] * 2 + ["13.4-a"] * 4


@pytest.mark.rule("3.1-c")
def test_the_soviets_start_with_2_points() -> None:
    assert GAME.start("campaign").view(None)["score"]["total"] == 2
