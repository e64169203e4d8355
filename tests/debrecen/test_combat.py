"""7.1 to 7.3, 7.5 and 7.6: who may attack what, what it costs, armour superiority, and the steps of a combat."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.debrecen.fights import GERMANS, RUSSIANS, attack, column, combat, fight, finish, mark, odds, play, shifts
from tests.debrecen.lab import Lab

SECOND = "409-27G 1611"


def after(lab: Lab, *actions: str) -> Lab:
    """Play an attack to its end."""
    play(lab, *actions)
    return finish(lab)


# -- 7.1 attacks -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1-a", "7.3-a")
def test_any_adjacent_enemy_hex_in_one_of_two_ways() -> None:
    lab = fight("297-27G 1610", GERMANS, "203-76 1509", "230-76 1411")
    assert lab.choices("attack") == lab.choices("prepare") == ["1509", "1510"]
    assert lab.refused("attack 1411") == "7.1-a"
    assert lab.refused("attack 1709") == "7.1-a"
    assert lab.refused("prepare 9999") == "7.1-a"


@pytest.mark.rule("7.1-b", "7.1-e")
def test_duty_is_done_by_an_attack_on_a_unit_whose_zone_it_is() -> None:
    lab = mark(fight(RUSSIANS, GERMANS, "203-76 1609 1"), duty="297-27G")  # 203-76 has no zone (4.1-b)
    assert lab.refused("end") == "4.2-b"
    after(lab, *attack("1609", "297-27G"))
    assert lab.has("297-27G", "duty")
    play(lab, *attack("1510", "297-27G"))
    assert not lab.has("297-27G", "duty")


@pytest.mark.rule("7.1-c")
def test_four_units_of_a_hex() -> None:
    names = ("297-27G", "409-27G", "203-57", "228-57", "243-57", "375-49")
    lab = fight(*(f"{name} 1610 1" for name in names), "1GA-49 1611", GERMANS)
    play(lab, "attack 1510", *(f"add {name}" for name in names[:4]))
    assert lab.choices("add") == ["1GA-49"]
    assert lab.refused("add 243-57") == "7.1-c"


@pytest.mark.rule("7.1-d")
def test_a_lone_step_attacks_without_a_zone() -> None:
    lab = fight("297-27G 1610 1", GERMANS)
    assert lab.legal("attack 1510")


@pytest.mark.rule("7.1-f")
def test_tanks_and_rough_ground() -> None:
    units = "46-9M 1610", "297-27G 1610", "178-76 1510"
    for hills in ("1510", "1610"):
        lab = fight(*units, terrain={hills: "rough"})
        play(lab, "attack 1510")
        assert lab.choices("add") == ["297-27G"]
        assert lab.refused("add 46-9M") == "7.1-f"
        lab = fight(*units, terrain={hills: "rough"}, roads=[["1610", "1510"]])
        play(lab, "attack 1510")
        assert lab.choices("add") == ["297-27G", "46-9M"]


@pytest.mark.rule("7.1-f", "6.2-e")
def test_nobody_attacks_across_the_tisza_but_at_bridges() -> None:
    units = "46-9M 1610", "297-27G 1610", "178-76 1510"
    lab = fight(*units, major="1610/1510")
    assert lab.refused("attack 1510") == "7.1-f"
    lab = fight(*units, major="1610/1510", crossings=[["1610", "1510"]], roads=[["1610", "1510"]])
    play(lab, "attack 1510")
    assert lab.choices("add") == ["297-27G", "46-9M"]


@pytest.mark.rule("7.1-f")
def test_who_is_cut_off_by_the_tisza_does_not_join() -> None:
    lab = fight(RUSSIANS, SECOND, GERMANS, major="1611/1510")
    play(lab, "attack 1510")
    assert lab.choices("add") == ["297-27G"]
    assert lab.refused("add 409-27G") == "7.1-f"


@pytest.mark.rule("7.1-f", "0.2-d")
def test_minor_rivers_bar_nobody() -> None:
    lab = fight("46-9M 1610", "178-76 1510", minor="1610/1510")
    assert lab.legal("attack 1510")


@pytest.mark.rule("7.1-g")
def test_all_units_next_to_it_may_attack_together() -> None:
    lab = fight("297-27G 1610", "409-27G 1410", "203-57 1509", "228-57 1409", GERMANS)
    play(lab, "attack 1510")
    assert lab.choices("add") == ["203-57", "297-27G", "409-27G"]
    assert lab.refused("add 228-57") == "7.1-a"


@pytest.mark.rule("7.6-a")
def test_an_attack_has_an_attacker() -> None:
    lab = fight(RUSSIANS, GERMANS)
    play(lab, "attack 1510")
    assert lab.refused("commit") == "7.6-a"
    assert lab.refused("attack 1510") == "7.6-a"
    assert lab.refused("add Nobody") == "7.6-a"


@pytest.mark.rule("1.1-c")
def test_red_units_and_hqs_do_not_attack() -> None:
    lab = fight("12AA 1610", "HQ-LXXII-AK 1610", "178-76 1610", "297-27G 1510", side="axis")
    lab.state.active |= 1 << lab.index("HQ-LXXII-AK")
    lab.state.points[lab.index("HQ-LXXII-AK")] = 3
    play(lab, "attack 1510")
    assert lab.choices("add") == ["178-76"]
    assert (lab.refused("add 12AA"), lab.refused("add HQ-LXXII-AK")) == ("1.1-c", "3.1-d")


@pytest.mark.rule("3.1-c")
def test_only_active_units_attack() -> None:
    lab = fight(RUSSIANS, SECOND, GERMANS, idle="409-27G")
    play(lab, "attack 1510")
    assert lab.choices("add") == ["297-27G"]
    assert (lab.refused("add 409-27G"), lab.refused("add 178-76")) == ("3.1-c", "7-a")


@pytest.mark.rule("15.1.1-c")
def test_units_that_may_only_move_do_not_attack() -> None:
    lab = mark(fight(RUSSIANS, SECOND, GERMANS), shackled="409-27G")
    play(lab, "attack 1510")
    assert lab.choices("add") == ["297-27G"]
    assert lab.refused("add 409-27G") == "15.1.1-c"


# -- 7.2, 7.3 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2-b", "7.3.1-d")
def test_units_of_a_stack_may_attack_different_hexes() -> None:
    lab = fight("297-27G 1610 q=4", "409-27G 1610 q=4", GERMANS, "203-76 1609")
    after(lab, *attack("1510", "297-27G"))
    assert lab.points("409-27G") == 3
    play(lab, *attack("1609", "409-27G"))
    assert lab.state.ids(combat(lab).units) == ["409-27G"]


@pytest.mark.rule("7.2-c")
def test_a_unit_is_in_an_attack_once() -> None:
    lab = fight(RUSSIANS, GERMANS)
    play(lab, "attack 1510", "add 297-27G")
    assert lab.refused("add 297-27G") == "7.2-c"
    play(lab, "commit")
    assert odds(lab).attack_total == 9


@pytest.mark.rule("7.3.1-a", "3.4.1-e")
def test_a_normal_attack_costs_a_point() -> None:
    lab = fight(RUSSIANS, SECOND, GERMANS)
    play(lab, *attack("1510", "297-27G"))
    assert (lab.points("297-27G"), lab.points("409-27G")) == (2, 3)
    assert lab.has("297-27G", "acted")


@pytest.mark.rule("7.3.1-a", "7.3.1-c")
def test_who_joins_pays_and_needs_a_point() -> None:
    lab = fight(RUSSIANS, SECOND, "203-57 1509", GERMANS)
    lab.state.points[lab.index("203-57")] = 0
    play(lab, "attack 1510")
    assert lab.refused("add 203-57") == "7.3.1-a"
    play(lab, "add 297-27G", "add 409-27G", "commit")
    assert (lab.points("297-27G"), lab.points("409-27G")) == (2, 2)


@pytest.mark.rule("7.3.1-d", "3.4.2-c", "3.4.2-d")
def test_attackers_may_attack_again() -> None:
    lab = fight(RUSSIANS, GERMANS)
    after(lab, *attack("1510", "297-27G"))
    assert lab.legal("attack 1510")


@pytest.mark.rule("7.3.2-a", "7.3.2-b", "3.4.1-g")
def test_a_prepared_attack_costs_each_two_points() -> None:
    lab = fight(RUSSIANS, SECOND, "203-57 1509", GERMANS)
    lab.state.points[lab.index("203-57")] = 1
    play(lab, "prepare 1510")
    assert lab.choices("add") == ["297-27G", "409-27G"]
    assert lab.refused("add 203-57") == "7.3.2-a"
    play(lab, "add 297-27G", "add 409-27G", "commit")
    assert (lab.points("297-27G"), lab.points("409-27G")) == (1, 1)


@pytest.mark.rule("7.3.2-d")
def test_attackers_go_on_after_a_prepared_attack() -> None:
    lab = fight("297-27G 1610 cv=9/6/3 q=4", GERMANS, "203-76 1509")
    play(lab, *attack("1510", "297-27G", prepared=True), result="1/3!")
    play(lab, "retreat", "retreat 1411", "retreat 1311", "retreat 1212")
    assert lab.decision == "advance"
    play(lab, "advance 297-27G 1510")
    assert (lab.decision, lab.points("297-27G")) == ("activation", 1)
    assert lab.legal("attack 1509")


@pytest.mark.rule("10.3-c", "10.3-e")
@pytest.mark.parametrize(("state", "rule"), [("isolated", "10.3-c"), ("starved", "10.3-e")])
def test_no_prepared_attack_without_supply(state: str, rule: str) -> None:
    lab = mark(fight(RUSSIANS, SECOND, GERMANS), **{state: "409-27G"})
    play(lab, "prepare 1510")
    assert lab.choices("add") == ["297-27G"]
    assert lab.refused("add 409-27G") == rule
    assert mark(fight(RUSSIANS, GERMANS), **{state: "297-27G"}).legal("attack 1510")


@pytest.mark.rule("12.1-f")
def test_an_attack_ends_the_improvised_position_of_the_attackers() -> None:
    lab = mark(fight(RUSSIANS, SECOND, GERMANS), entrenched="297-27G 409-27G 178-76")
    play(lab, *attack("1510", "297-27G"))
    assert [lab.has(u, "entrenched") for u in ("297-27G", "409-27G", "178-76")] == [False, True, True]


# -- 7.4-b quality ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4-b")
def test_the_attacker_picks_first() -> None:
    lab = fight("297-27G 1610 q=3", "409-27G 1611 q=5", "178-76 1510 q=2", "203-76 1510 q=4", "HQ-LXXII-AK 1510")
    play(lab, *attack("1510", "297-27G", "409-27G"))
    assert (lab.decider, lab.decision, lab.choices("pick")) == ("allied", "quality", ["297-27G", "409-27G"])
    play(lab, "pick 409-27G")
    assert (lab.decider, lab.choices("pick")) == ("axis", ["178-76", "203-76"])  # not the HQ
    assert lab.refused("pick HQ-LXXII-AK") == "7.4-b"
    play(lab, "pick 178-76")
    assert odds(lab).die == 3


# -- 7.5 armour ------------------------------------------------------------------------------------------------------


def told_stars(lab: Lab) -> list[int]:
    """The stars told so far, the attacker's first."""
    return [int(str(e.args["value"])) for e in lab.told("stars")]


def superiority(*units: str, by: str, side: str = "allied") -> int | None:
    """The armour superiority of an attack on 1510; None if it is not determined."""
    lab = fight(*units, side=side)
    play(lab, *attack("1510", by))
    told = told_stars(lab)
    return told[0] - told[1] if told else None


@pytest.mark.rule("7.5-e", "7.5-c")
def test_stars_of_the_attacker_less_those_of_the_defender() -> None:
    assert superiority("I-1Pz 1610 yellow=2", "31-9M 1510 yellow=1", by="I-1Pz", side="axis") == 1
    assert superiority("31-9M 1610 yellow=1", "I-1Pz 1510 yellow=2", by="31-9M") == -1
    assert superiority("503 1610 yellow=3", "297-27G 1510", by="503", side="axis") == 3


@pytest.mark.rule("7.5-b")
def test_white_stars_count_in_defence_against_armour_only() -> None:
    gun = "KG-Szolnok 1510 white=1"
    assert superiority("20-5T 1610 yellow=1", gun, by="20-5T") == 0
    assert superiority("6-5T 1610 yellow=0", gun, by="6-5T") == -1  # motorised infantry
    assert superiority("297-27G 1610 yellow=1", "I-1Pz 1510 yellow=0 white=1", by="297-27G") == 1
    assert superiority("I-1Pz 1610 yellow=0 white=2", "20-5T 1510 yellow=1", by="I-1Pz", side="axis") == -1


@pytest.mark.rule("7.5-d")
def test_infantry_has_no_stars_but_those_printed() -> None:
    lab = fight(RUSSIANS, GERMANS)
    roster = lab.state.board.roster
    armed = {
        u.id for u in roster.units if u.type in ("infantry", "airborne", "mountain", "cavalry") and u.yellow + u.white
    }
    assert {"1GA-49", "KG-Szolnok"} <= armed
    assert "178-76" not in armed


@pytest.mark.rule("7.5-e")
def test_each_side_picks_a_unit_the_attacker_first() -> None:
    others = "31-9M 1510 yellow=1", "297-27G 1510", "HQ-53A 1510"
    lab = fight("I-1Pz 1610 yellow=2", "1-1Pz 1611", *others, side="axis")
    play(lab, *attack("1510", "I-1Pz", "1-1Pz"), "pick I-1Pz", "pick 31-9M")
    assert (lab.decider, lab.decision, lab.choices("pick")) == ("axis", "armour", ["1-1Pz", "I-1Pz"])
    play(lab, "pick I-1Pz")
    assert (lab.decider, lab.choices("pick")) == ("allied", ["297-27G", "31-9M"])  # HQs have none
    play(lab, "pick 297-27G")
    assert lab.refused("roll 7") == "7.5-g"
    assert told_stars(lab) == [2, 0]


@pytest.mark.rule("7.5-f")
def test_infantry_alone_determines_no_superiority() -> None:
    assert superiority("1GA-49 1610 yellow=1", "178-76 1510", by="1GA-49") is None
    assert superiority("1GA-49 1610 yellow=1", "325StuG 1510 yellow=0", by="1GA-49") == 1


@pytest.mark.rule("7.5-i")
def test_markers_give_stars_to_infantry_only() -> None:
    markers = {"ax-flak-1": "HQ-LXXII-AK", "al-guns-1": "HQ-6-ABG"}
    hqs = "HQ-LXXII-AK 1310", "HQ-6-ABG 1710"
    for unit, value in (("178-76 1510", 1), ("12AA 1510 white=0", 0)):
        lab = fight("20-5T 1610 yellow=1", unit, *hqs, markers=markers)
        play(lab, *attack("1510", "20-5T"), "pass", "support ax-flak-1")
        assert told_stars(lab) == [1, value]
    for unit, value in (("337-33 1610", 1), ("6-5T 1610 yellow=0", 0)):
        lab = fight(unit, "228StuG 1510 yellow=1", *hqs, markers=markers)
        play(lab, *attack("1510", unit.split()[0]), "support al-guns-1 star")
        assert told_stars(lab) == [value, 1]


@pytest.mark.rule("7.5-i", "7.5-f")
def test_a_marker_brings_armour_among_infantry() -> None:
    lab = fight("297-27G 1610", "178-76 1510", "HQ-53A 1710", markers={"al-guns-1": "HQ-53A"})
    play(lab, *attack("1510", "297-27G"), "support al-guns-1 star")
    assert odds(lab).difference == 0  # asked and frozen
    assert told_stars(lab) == [1, 0]
    assert lab.state.decision is not None
    assert lab.state.decision.name == "armour"


@pytest.mark.rule("7.5-b", "1.6.1-h")
def test_the_white_star_of_a_marker_does_not_count_against_infantry() -> None:
    lab = fight("1GA-49 1610 yellow=1", "178-76 1510", "HQ-LXXII-AK 1310", markers={"ax-flak-1": "HQ-LXXII-AK"})
    play(lab, *attack("1510", "1GA-49"), "support ax-flak-1")
    assert told_stars(lab) == [1, 0]


@pytest.mark.rule("7.5-b", "1.6.2-f")
def test_white_stars_count_against_the_armoured_marker_of_infantry() -> None:
    units = "297-27G 1610", "KG-Szolnok 1510 yellow=0 white=1", "HQ-53A 1710"
    lab = fight(*units, markers={"al-guns-1": "HQ-53A"})
    play(lab, *attack("1510", "297-27G"), "support al-guns-1 star")
    assert told_stars(lab) == [1, 1]


ROWS = {1: ["0", "0", "1", "1", "1", "1*"], 2: ["0", "1", "1", "1*", "2", "2*"], 3: ["1", "1", "1*", "2", "2*", "2*"]}


@pytest.mark.rule("7.5-g", "7.6-f")
@pytest.mark.parametrize(("stars", "die"), [(stars, die) for stars in ROWS for die in range(1, 7)])
def test_the_armour_table(stars: int, die: int) -> None:
    cell = ROWS[stars][die - 1]
    columns = int(cell[0])
    for attacker, defender, sign in ((stars, 0, 1), (0, stars, -1)):
        lab = fight(f"503 1610 cv=9/6 yellow={attacker}", f"46-9M 1510 cv=3/2 yellow={defender}", side="axis")
        play(lab, *attack("1510", "503"), dice=(die,))
        assert combat(lab).shift == sign * columns
        lost = [e.args["units"] for e in lab.told("step lost")]
        assert lost == ([["46-9M" if sign > 0 else "503"]] if cell.endswith("*") else [])


@pytest.mark.rule("7.5-g")
def test_more_than_three_stars_count_as_three() -> None:
    lab = fight("31-9M 1610 yellow=0", "KG-1Pzh 1510 yellow=3 white=2")
    play(lab, *attack("1510", "31-9M"), dice=(6,))
    assert combat(lab).shift == -2


@pytest.mark.rule("7.5-g", "7.6-g")
def test_armour_shifts_the_column() -> None:
    lab = fight("I-1Pz 1610 cv=9/6 yellow=2", "297-27G 1510 cv=3/2/1", side="axis")
    play(lab, *attack("1510", "I-1Pz"), dice=(5,))
    assert column(lab) == "5-1"


@pytest.mark.rule("7.5-g")
def test_infantry_loses_nothing_to_armour() -> None:
    lab = fight("I-1Pz 1610 yellow=2", "297-27G 1510", side="axis")
    play(lab, *attack("1510", "I-1Pz"), dice=(6,))
    assert (lab.steps("297-27G"), combat(lab).shift) == (3, 2)


@pytest.mark.rule("7.5-g", "1.6.1-i", "1.6.1-k")
def test_a_marker_may_be_given_up_as_the_armoured_step() -> None:
    markers = {"al-at-1": "HQ-53A"}
    lab = fight("I-1Pz 1610 yellow=3", "297-27G 1510", "HQ-53A 1310", side="axis", markers=markers)
    play(lab, *attack("1510", "I-1Pz"), "support al-at-1", dice=(6,))
    assert (lab.stock("al-at-1"), lab.box("al-at-1"), lab.steps("297-27G")) == ("gone", "", 3)


@pytest.mark.rule("7.5-g")
def test_the_owner_picks_what_loses_the_armoured_step() -> None:
    markers = {"al-guns-1": "HQ-6-ABG"}
    units = "I-1Pz 1610 yellow=3", "46-9M 1510 yellow=0", "20-5T 1510 yellow=0", "337-33 1510", "HQ-6-ABG 1310"
    lab = fight(*units, side="axis", markers=markers)
    play(lab, *attack("1510", "I-1Pz"), "support al-guns-1 modifier", "pick 337-33", dice=(6,))
    assert (lab.decider, lab.decision) == ("allied", "armour-loss")
    assert lab.choices("lose") == ["20-5T", "46-9M", "al-guns-1"]
    assert lab.refused("lose 337-33") == "7.5-g"
    play(lab, "lose 20-5T")
    assert lab.steps("20-5T") == 1


@pytest.mark.rule("7.5-h")
def test_odds_and_quality_stand_whatever_armour_does() -> None:
    lab = fight(
        "I-1Pz 1610 cv=6/3 yellow=3 q=5", "46-9M 1510 1 cv=6/2 yellow=0 q=3", "297-27G 1510 cv=1/1/1", side="axis"
    )
    play(lab, *attack("1510", "I-1Pz"), "pick 46-9M", dice=(6,))
    assert lab.hex("46-9M") == "dead"
    assert (combat(lab).start, combat(lab).die) == (3, 2)  # 6 to 3 is 2-1; quality 5 against 3
    assert column(lab) == "4-1"


@pytest.mark.rule("7.5-h", "7.8.2-k")
def test_a_defender_lost_to_armour_leaves_his_number_to_the_advance() -> None:
    lab = fight("I-1Pz 1610 cv=9/6 yellow=3 q=4", "46-9M 1510 1 cv=5/2 yellow=0 q=4", side="axis")
    play(lab, *attack("1510", "I-1Pz"), result="1/3!", dice=(6,))
    assert lab.hex("46-9M") == "dead"
    assert lab.steps("I-1Pz") == 2
    play(lab, "lose I-1Pz")
    assert lab.decision == "advance"
    assert {"1310", "1210"} & set(lab.choices("advance")) == {"1310"}  # three hexes


@pytest.mark.rule("7.5-h", "7.8.2-k")
def test_with_no_number_for_him_his_hex_is_open_all_the_same() -> None:
    lab = fight(
        "503 1610 cv=1/1 yellow=3 q=4", "1-1Pz 1611 cv=0/0/0 q=4", "46-9M 1510 1 cv=5/4 yellow=0 q=4", side="axis"
    )
    play(lab, *attack("1510", "503", "1-1Pz"), "pick 1-1Pz", "pick 503", result="2/-", dice=(6,))
    play(lab, "lose 1-1Pz", "lose 1-1Pz")
    assert lab.choices("advance") == ["1510"]


@pytest.mark.rule("7.5-h")
def test_an_attack_is_over_when_armour_takes_the_last_attacker() -> None:
    lab = fight("46-9M 1610 1 yellow=0", "297-27G 1611", "I-1Pz 1510 yellow=3")
    play(lab, *attack("1510", "46-9M"), dice=(6,))
    assert lab.hex("46-9M") == "dead"
    assert (lab.decision, lab.told("result")) == ("activation", [])


# -- 7.6 the steps ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.6-a", "7.6-b", "7.6-c", "7.6-d", "7.6-e", "7.6-f", "7.6-g", "7.6-h", "7.6-i")
def test_the_steps_of_a_combat_in_order() -> None:
    lab = fight(
        "I-1Pz 1610 cv=9/6 yellow=2 q=4",
        "297-27G 1510 cv=3/2/1 q=4",
        side="axis",
        missions={"axis": 1, "allied": 1},
    )
    play(lab, *attack("1510", "I-1Pz"), "air", "air", dice=(5, 1))
    names = [e.name for e in lab.log]
    assert names[:8] == ["attack", "air support", "air support", "quality", "quality", "stars", "stars", "odds"]
    assert names[8:10] == ["armour", "result"]
    (told,) = lab.told("odds")
    assert (told.args["attack"], told.args["defence"], told.args["ratio"], told.args["column"]) == (9, 3, "3-1", "3-1")
    assert lab.told("result")[0].args["column"] == "5-1"


@pytest.mark.rule("7.6-g", "7.4-f")
def test_all_shifts_make_the_final_column() -> None:
    lab = fight(
        "297-27G 1610 cv=9/6/3 q=4",
        GERMANS,
        "HQ-53A 1710",
        terrain={"1510": "city"},
        markers={"al-heavy-1": "HQ-53A"},
    )
    play(lab, *attack("1510", "297-27G", prepared=True), "support al-heavy-1")
    assert shifts(lab) == {"7.4-a": -2, "7.3.2-e": 2, "7.4-c": 2}
    assert column(lab) == "5-1"


@pytest.mark.rule("7.5-g", "7.6-h", "7.6-i")
def test_the_chances_are_those_of_all_throws_of_both_dice() -> None:
    lab = fight("I-1Pz 1610 cv=9/6 yellow=2 q=5", "297-27G 1510 cv=4/3/2 q=4", side="axis", missions={"axis": 1})
    play(lab, *attack("1510", "I-1Pz"))
    told = odds(lab).results  # before the dice
    play(lab, "pass")
    found: Counter[str] = Counter()
    for armour in range(1, 7):
        for die in range(1, 7):
            thrown = Lab(lab.state.copy())
            play(thrown, f"roll {armour}", f"roll {die}")
            found[str(thrown.told("result")[0].args["result"])] += 1
    assert told == {result: Fraction(count, 36) for result, count in found.items()}
