"""0.3, 1.2, 7.4 and 7.6: strengths, the ratio, the column, the shifts and the modifiers of the die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kessel.games.debrecen.odds import column_of, rounded
from tests.debrecen.fights import GERMANS, RUSSIANS, attack, column, fight, mark, odds, play, shifts
from tests.debrecen.lab import GAME, Lab

COLUMNS: list[str] = GAME.tables["combat"]["columns"]


def declared(*units: str, prepared: bool = False, by: str = "297-27G", at: str = "1510", **fields: Any) -> Lab:
    """An attack just committed, before its dice."""
    lab = fight(*units, **fields)
    play(lab, *attack(at, *by.split(), prepared=prepared))
    return lab


def ratio(attack: float, defence: float, lone: bool = False) -> str:
    state = fight(RUSSIANS, GERMANS).state
    return COLUMNS[column_of(state, Fraction(attack), Fraction(defence), lone)]


# -- 0.3 rounding ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("0.3-a")
def test_values_are_rounded_to_the_nearest_halves_up() -> None:
    assert [rounded(Fraction(n, d)) for n, d in ((7, 3), (3, 2), (5, 2), (8, 3))] == [2, 2, 3, 3]


@pytest.mark.rule("0.3-b")
def test_halves_are_kept_until_the_ratio_is_found() -> None:
    lab = fight("297-27G 1610 cv=5/4/3", "409-27G 1610 cv=6/4/2", "178-76 1510 cv=2/1")
    mark(lab, fatigued="297-27G")
    play(lab, *attack("1510", "297-27G", "409-27G"), "pick 297-27G")
    assert odds(lab).attack_total == Fraction(17, 2)  # 2.5 and 6
    assert column(lab, base=True) == "4-1"  # not 9 to 2


@pytest.mark.rule("0.3-c")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(10, 14, "1-1"), (10, 16, "1-2"), (10, 15, "1-2"), (10, 24, "1-2"), (10, 25, "1-3"), (10, 90, "1-3")],
)
def test_the_stronger_defender_is_rounded(attack: int, defence: int, label: str) -> None:
    assert ratio(attack, defence) == label


@pytest.mark.rule("0.3-d")
def test_a_lone_quarter_of_a_point_is_attacked_at_eight_to_one() -> None:
    lab = fight("297-27G 1610 cv=1/1/1 q=4", "178-76 1510 1 cv=3/1 q=4")
    mark(lab, fatigued="178-76", disorganised="178-76")
    play(lab, *attack("1510", "297-27G"))
    assert odds(lab).defence_total == Fraction(1, 4)
    assert column(lab) == "8-1"


@pytest.mark.rule("0.3-d")
def test_half_a_point_or_company_in_the_hex_make_an_ordinary_ratio() -> None:
    assert ratio(2, 0.5, lone=True) == "4-1"
    lab = fight("297-27G 1610 cv=1/1/1", "178-76 1510 1 cv=3/1", "203-76 1510 1 cv=3/1")
    mark(lab, fatigued="178-76 203-76", disorganised="178-76 203-76")
    play(lab, *attack("1510", "297-27G"))
    assert column(lab, base=True) == "2-1"  # 1 against two quarters


@pytest.mark.rule("0.3-d")
def test_two_in_the_hex_are_added_up_however_little_they_are() -> None:
    lab = fight("297-27G 1610 cv=1/1/1", "178-76 1510 1 cv=3/1", "203-76 1510 1 cv=3/1")
    mark(lab, **dict.fromkeys(("fatigued", "disorganised", "starved"), "178-76 203-76"))
    play(lab, *attack("1510", "297-27G"))
    assert odds(lab).defence_total == Fraction(1, 4)
    assert column(lab, base=True) == "4-1"


@pytest.mark.rule("0.3-e", "1.3-c", "3.5.1-b")
def test_losses_are_taken_off_before_halving() -> None:
    lab = fight("297-27G 1610 2 cv=9/6/3", GERMANS)
    mark(lab, fatigued="297-27G")
    play(lab, *attack("1510", "297-27G"))
    (item,) = odds(lab).attack
    assert (item.value, item.rule) == (3, "1.3-c")  # 9 less 3, then half


@pytest.mark.parametrize(
    "state",
    [
        pytest.param("fatigued", marks=pytest.mark.rule("3.5.1-b")),
        pytest.param("disorganised", marks=pytest.mark.rule("3.6-b")),
        pytest.param("starved", marks=pytest.mark.rule("10.3-e", "10.3-f")),
    ],
)
def test_states_halve_in_attack_and_defence(state: str) -> None:
    lab = mark(fight(RUSSIANS, GERMANS), **{state: "297-27G 178-76"})
    play(lab, *attack("1510", "297-27G"))
    assert (odds(lab).attack_total, odds(lab).defence_total) == (Fraction(9, 2), Fraction(3, 2))


@pytest.mark.rule("10.3-c")
def test_isolation_does_not_weaken() -> None:
    lab = mark(fight(RUSSIANS, GERMANS), isolated="297-27G 178-76", uncommanded="297-27G")
    play(lab, *attack("1510", "297-27G"))
    assert column(lab) == "3-1"
    assert [item.rule for item in odds(lab).attack] == ["7.6-b"]


# -- 1.2 losses ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.2-b")
def test_two_steps() -> None:
    lab = fight("178-76 1510")
    lab.state.lose_step(lab.index("178-76"), "7.7-b")
    assert (lab.steps("178-76"), lab.hex("178-76")) == (1, "1510")
    lab.state.lose_step(lab.index("178-76"), "7.7-b")
    assert lab.hex("178-76") == "dead"


@pytest.mark.rule("1.2-c", "1.2-d")
@pytest.mark.parametrize(("unit", "values"), [("297-27G", [9, 6, 3]), ("126-23Pz", [6, 4, 2])])
def test_three_steps_lose_three_points_or_two_with_the_first(unit: str, values: list[int]) -> None:
    lab = fight(f"{unit} 1510", side="axis" if "Pz" in unit else "allied")
    u, found = lab.index(unit), []
    while lab.hex(unit) != "dead":
        found.append(lab.state.board.roster.value[u][lab.steps(unit)])
        lab.state.lose_step(u, "7.7-b")
    assert found == values


@pytest.mark.rule("1.2-e")
def test_losses_leave_quality_and_stars_alone() -> None:
    lab = declared("I-23Pz 1610 1 q=5 yellow=2", "31-9M 1510 q=4 yellow=1", by="I-23Pz", side="axis")
    assert odds(lab).die == 1
    assert [e.args["value"] for e in lab.told("stars")] == [2, 1]


# -- 7.6-d the ratio -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.6-d")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(149, 100, "1-1"), (150, 100, "2-1"), (1, 1, "1-1"), (7, 1, "7-1"), (30, 1, "8-1")],
)
def test_the_ratio_is_rounded_to_the_nearest(attack: int, defence: int, label: str) -> None:
    assert ratio(attack, defence) == label


@pytest.mark.rule("7.6-b", "7.6-c", "7.2-a")
def test_all_attackers_against_all_defenders() -> None:
    lab = fight("297-27G 1610", "409-27G 1611", "178-76 1510", "203-76 1510", "HQ-LXXII-AK 1510")
    play(lab, *attack("1510", "297-27G", "409-27G"), "pick 297-27G")
    assert [int(n) for n in (odds(lab).attack_total, odds(lab).defence_total)] == [18, 9]  # the HQ defends with 1


# -- 7.4 shifts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4-a")
@pytest.mark.parametrize(
    ("terrain", "columns"), [("clear", 0), ("woods", -1), ("rough", -1), ("marsh", -1), ("town", -1), ("city", -2)]
)
def test_terrain_of_the_defender(terrain: str, columns: int) -> None:
    lab = declared(RUSSIANS, GERMANS, terrain={"1510": terrain})
    assert sum(shifts(lab).values()) == columns
    assert column(lab) == COLUMNS[COLUMNS.index("3-1") + columns]


@pytest.mark.rule("7.4-a")
def test_terrain_of_the_attacker_does_not_matter() -> None:
    assert shifts(declared(RUSSIANS, GERMANS, terrain={"1610": "woods"})) == {}


@pytest.mark.rule("6.2-a", "0.2-c")
@pytest.mark.parametrize(("river", "columns"), [("minor", -1), ("major", -2)])
def test_all_attackers_across_a_river(river: str, columns: int) -> None:
    banks: dict[str, Any] = {river: "1610/1510 1610/1509"}
    lab = declared(RUSSIANS, GERMANS, crossings=[["1610", "1510"]], roads=[["1610", "1510"]], **banks)
    assert shifts(lab) == {"6.2-a": columns}


@pytest.mark.rule("6.2-a")
def test_of_two_rivers_the_lesser_counts() -> None:
    rivers: dict[str, Any] = {"minor": "1610/1510", "major": "1611/1510", "crossings": [["1611", "1510"]]}
    lab = declared(RUSSIANS, "409-27G 1611", GERMANS, by="297-27G 409-27G", roads=[["1611", "1510"]], **rivers)
    assert shifts(lab) == {"6.2-a": -1}


@pytest.mark.rule("6.2-a")
def test_one_attacker_on_the_dry_side_is_enough() -> None:
    lab = declared(RUSSIANS, "409-27G 1611", GERMANS, by="297-27G 409-27G", minor="1610/1510")
    assert shifts(lab) == {}


@pytest.mark.rule("7.4-d", "12.1-g")
def test_improvised_position() -> None:
    lab = mark(fight(RUSSIANS, GERMANS, "HQ-LXXII-AK 1510"), entrenched="178-76")
    play(lab, *attack("1510", "297-27G"))
    assert shifts(lab) == {"7.4-d": -1}  # HQs need none


@pytest.mark.rule("12.1-e")
def test_a_position_counts_only_if_all_in_the_hex_are_in_one() -> None:
    lab = mark(fight(RUSSIANS, GERMANS, "203-76 1510"), entrenched="178-76")
    play(lab, *attack("1510", "297-27G"))
    assert shifts(lab) == {}


@pytest.mark.rule("7.4-e")
def test_two_attackers_on_opposite_sides_surround() -> None:
    lab = declared("297-27G 1410", "409-27G 1611", GERMANS, by="297-27G 409-27G")
    assert shifts(lab) == {"7.4-e": 1}


@pytest.mark.rule("7.4-e")
def test_a_gap_spoils_the_ring() -> None:
    assert shifts(declared("297-27G 1411", "409-27G 1611", GERMANS, by="297-27G 409-27G")) == {}


@pytest.mark.rule("7.4-e")
def test_units_that_do_not_attack_surround_nobody() -> None:
    assert shifts(declared("297-27G 1410", "409-27G 1611", GERMANS)) == {}


@pytest.mark.rule("7.4-e", "4.1-b")
def test_a_lone_step_covers_only_its_own_hex() -> None:
    lab = declared("297-27G 1410", "409-27G 1611 1", GERMANS, by="297-27G 409-27G")
    assert shifts(lab) == {}


@pytest.mark.rule("7.4-e", "4.1-a")
def test_zones_across_the_tisza_surround_nobody() -> None:
    ring = "297-27G 1410", "409-27G 1611", GERMANS
    assert shifts(declared(*ring, by="297-27G 409-27G", minor="1611/1610")) == {"7.4-e": 1}
    assert shifts(declared(*ring, by="297-27G 409-27G", major="1611/1610")) == {}


@pytest.mark.rule("7.3.2-e")
def test_a_prepared_attack_is_worth_two_columns() -> None:
    lab = declared(RUSSIANS, GERMANS, prepared=True)
    assert (shifts(lab), column(lab)) == ({"7.3.2-e": 2}, "5-1")


@pytest.mark.rule("7.4-f", "7.6-g")
def test_shifts_add_up() -> None:
    lab = mark(
        fight("297-27G 1410", "409-27G 1611", GERMANS, terrain={"1510": "city"}),
        entrenched="178-76",
    )
    play(lab, *attack("1510", "297-27G", "409-27G", prepared=True))
    assert shifts(lab) == {"7.4-a": -2, "7.4-d": -1, "7.4-e": 1, "7.3.2-e": 2}


@pytest.mark.rule("7.6-g")
def test_shifts_are_netted_before_the_last_column_stops_them() -> None:
    lab = mark(
        fight("297-27G 1410 cv=9/6/3", "409-27G 1611 cv=9/6/3", "178-76 1510 cv=2/1", terrain={"1510": "town"}),
        entrenched="178-76",
    )
    play(lab, *attack("1510", "297-27G", "409-27G", prepared=True))
    assert column(lab) == "8-1"  # 8-1, three up and two down


@pytest.mark.rule("7.4-b")
@pytest.mark.parametrize(("attacker", "defender"), [(5, 3), (3, 5), (4, 4)])
def test_the_difference_of_quality_modifies_the_die(attacker: int, defender: int) -> None:
    lab = declared(f"297-27G 1610 q={attacker}", f"178-76 1510 q={defender}")
    assert odds(lab).die == attacker - defender


@pytest.mark.rule("7.6-h")
def test_the_die_is_modified_and_read_in_the_final_column() -> None:
    lab = fight("297-27G 1610 cv=9/6/3 q=5", "178-76 1510 cv=3/2 q=3")
    play(lab, *attack("1510", "297-27G"), dice=(4,))
    (event,) = lab.told("result")
    assert (event.args["column"], event.args["bonus"], event.args["result"]) == ("3-1", "+2", "1/3")


@pytest.mark.rule("7.6-h")
@pytest.mark.parametrize(("die", "result"), [(1, "1*/1"), (2, "1/1"), (3, "1/1*"), (4, "1/2"), (5, "1/2*"), (6, "1/3")])
def test_a_column_of_the_combat_results_table(die: int, result: str) -> None:
    lab = fight(RUSSIANS, GERMANS)
    play(lab, *attack("1510", "297-27G"), dice=(die,))
    assert lab.told("result")[0].args["result"] == result


@pytest.mark.rule("7.6-h")
def test_chances_are_exact() -> None:
    lab = declared(RUSSIANS, GERMANS)
    assert odds(lab).results == {r: Fraction(1, 6) for r in ("1*/1", "1/1", "1/1*", "1/2", "1/2*", "1/3")}


@pytest.mark.rule("7.6-h")
@pytest.mark.parametrize(("attacker", "defender", "die", "result"), [(1, 9, 1, "2/1"), (9, 1, 6, "1/3*!")])
def test_the_die_is_read_no_lower_than_0_and_no_higher_than_8(
    attacker: int, defender: int, die: int, result: str
) -> None:
    lab = fight(f"297-27G 1610 cv=9/6/3 q={attacker}", f"178-76 1510 cv=3/2 q={defender}")
    play(lab, *attack("1510", "297-27G"), dice=(die,))
    assert lab.told("result")[0].args["result"] == result


@pytest.mark.rule("7.4-b")
def test_before_the_choice_the_best_units_are_compared_but_hqs() -> None:
    units = "297-27G 1610 q=3", "409-27G 1611 q=4", "178-76 1510 q=2", "203-76 1510 q=3", "HQ-LXXII-AK 1510 q=9"
    assert odds(declared(*units, by="297-27G 409-27G", missions={"allied": 1})).die == 1
