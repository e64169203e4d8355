"""The rulebook's examples, from the rounding of 7 by 3 to the breakthrough at Hajdúszovát."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kessel.games.debrecen.activation import action_points
from kessel.games.debrecen.odds import column_of, rounded
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import DebrecenState
from tests.debrecen.fights import attack, column, combat, fight, fought, mark, odds, play, shifts
from tests.debrecen.lab import GAME, Lab

COLUMNS: list[str] = GAME.tables["combat"]["columns"]


def begun(scenario: str) -> Lab:
    state = GAME.start(scenario)
    assert isinstance(state, DebrecenState)
    return Lab(state)


def ratio(attack: int, defence: int) -> str:
    state = begun("example-breakthrough").state
    return COLUMNS[column_of(state, Fraction(attack), Fraction(defence))]


def stars(attacker: str, defender: str) -> list[int]:
    """The stars told in an attack between two units as printed."""
    side = SIDES[GAME.roster.units[GAME.roster.names.index[attacker]].side]
    lab = fight(f"{attacker} 1610", f"{defender} 1510", side=side)
    play(lab, *attack("1510", attacker))
    return told(lab)


def told(lab: Lab) -> list[int]:
    return [int(str(e.args["value"])) for e in lab.told("stars")]


# -- 0.3, 1.3, 5, 7.6 arithmetic -------------------------------------------------------------------------------------


@pytest.mark.rule("0.3-a")
def test_w1_seven_by_three_is_two_and_three_by_two_is_two() -> None:
    assert (rounded(Fraction(7, 3)), rounded(Fraction(3, 2))) == (2, 2)


@pytest.mark.rule("0.3-b", "7.6-d")
def test_w2_eight_and_a_half_against_two_is_four_to_one() -> None:
    lab = fight("297-27G 1610 cv=5/4/3", "409-27G 1610 cv=6/4/2", "178-76 1510 cv=2/1")
    mark(lab, fatigued="297-27G")
    play(lab, *attack("1510", "297-27G", "409-27G"), "pick 297-27G")
    assert (odds(lab).attack_total, column(lab, base=True)) == (Fraction(17, 2), "4-1")


@pytest.mark.rule("0.3-c")
def test_w3_ten_against_fourteen_and_sixteen() -> None:
    assert (ratio(10, 14), ratio(10, 16)) == ("1-1", "1-2")


@pytest.mark.rule("7.6-d")
def test_w4_one_and_a_half_is_two() -> None:
    assert (ratio(149, 100), ratio(150, 100)) == ("1-1", "2-1")


@pytest.mark.rule("0.3-d")
def test_w5_a_quarter_of_a_point_alone_in_its_hex() -> None:
    lab = fight("31-9M 1510 1", "178-76 1610", side="axis")  # its last step has 1 point
    mark(lab, fatigued="31-9M", disorganised="31-9M")
    play(lab, *attack("1510", "178-76"))
    assert column(lab, base=True) == "8-1"


@pytest.mark.rule("1.3-c")
def test_w6_fatigued_and_out_of_supply() -> None:
    lab = mark(fight("297-27G 1610", "178-76 1510"), fatigued="297-27G", starved="297-27G")
    assert action_points(lab.state, lab.index("297-27G")) == 0


@pytest.mark.rule("5-f")
def test_w8_a_two_step_unit_that_lost_one_counts_one() -> None:
    lab = fight("297-27G 1610", "178-76 1510 1")
    assert lab.state.strength(lab.state.where[lab.index("178-76")]) == 1


# -- 4.4 disengagement -----------------------------------------------------------------------------------------------


@pytest.mark.rule("4.4-a", "4.4-b", "4.4-c", "4.4-d", "4.4-e", "4.2-f")
def test_w7_kg_mt_gets_away() -> None:
    lab = begun("example-disengagement")
    lab.do("specific", "add 178-76", "add KG-MT", "begin")
    assert lab.refused("select KG-MT") == "4.4-a"  # held fast
    lab.do("select 178-76", "move 2107")
    assert lab.choices("disengage") == ["2107"]
    lab.do("disengage KG-MT 2107", dice=(5,))
    assert (lab.steps("KG-MT"), lab.has("KG-MT", "disorganised")) == (1, True)
    lab.do("move 2007")
    assert (lab.hex("KG-MT"), lab.points("KG-MT")) == ("2007", 2)
    assert left(lab) == 3  # of 6


def left(lab: Lab) -> float:
    """The movement points that the moving units have left of the actions paid."""
    return float(lab.state.stack[-1].credit / lab.state.board.scale)


# -- 6.1 movement ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.1-e", "6.2-a")
def test_w9_points_of_two_moves_add_up() -> None:
    lab = fight("20-5T 1510", "178-76 2510", terrain={"1514": "marsh"})
    lab.do("select 20-5T")
    lab.do("move 1514")  # three clear hexes and a marsh: 7.5 of two actions
    assert (lab.points("20-5T"), left(lab)) == (1, 4.5)


# -- 7.4, 7.5 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4-a")
def test_w10_a_town_in_rough_ground_is_two_columns() -> None:
    rows = GAME.tables["terrain"]
    assert rows["hexes"]["rough"]["shift"] + rows["places"]["town"]["shift"] == -2
    board = begun("debrecen").state.board
    towns = [h for h, place in board.place_at.items() if place == "town"]
    assert all(board.shift_of(h) == rows["hexes"][board.kind_at[h]]["shift"] - 1 for h in towns)


@pytest.mark.rule("7.5-e")
def test_w11_two_stars_against_one() -> None:
    assert stars("I-23Pz", "31-9M") == [2, 1]


@pytest.mark.rule("7.5-e", "1.6.1-h")
def test_w12_a_flak_88_makes_up_for_the_tanks() -> None:
    assert stars("20-5T", "178-76") == [1, 0]
    lab = fight("20-5T 1610", "178-76 1510", "HQ-LXXII-AK 1310", markers={"ax-flak-1": "HQ-LXXII-AK"})
    play(lab, *attack("1510", "20-5T"), "support ax-flak-1")
    assert told(lab) == [1, 1]
    assert not lab.told("armour")


@pytest.mark.rule("7.5-f", "7.5-i", "1.6.2-f")
def test_w13_infantry_alone_and_with_an_su_85() -> None:
    assert stars("110-49", "KG-MT") == []
    lab = fight("110-49 1610", "KG-MT 1510", "HQ-53A 1710", markers={"al-guns-1": "HQ-53A"})
    play(lab, *attack("1510", "110-49"), "support al-guns-1 star")
    assert told(lab) == [1, 0]


@pytest.mark.rule("7.5-b", "7.5-e")
def test_w14_a_white_star_in_defence() -> None:
    assert stars("20-5T", "KG-Hortian") == [1, 1]


# -- 7.7, 7.8 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.8.2-j", "7.7-j", "7.8.2-g", "7.8.2-e")
def test_w15_the_ways_to_pay_one_two() -> None:
    units = "297-27G 1610 cv=9/6/3 q=4", "72-46 1510 cv=3/2/1 q=4"
    stays = fought("1/2", *units)
    play(stays, "lose 72-46", "lose 72-46")
    assert (stays.hex("72-46"), stays.steps("297-27G"), stays.decision) == ("1510", 2, "activation")
    half = fought("1/2", *units)
    play(half, "lose 72-46", "retreat", "retreat 1410")
    assert sorted(half.actions()) == ["lose 297-27G", "retreat"]
    leaves = fought("1/2", *units, "203-76 1412")
    play(leaves, "retreat", "retreat 1411", "retreat 1311", "lose 297-27G")
    assert leaves.choices("advance") == ["1411", "1510"]  # the second hex lies in the zone of 203-76


@pytest.mark.rule("7.7-i", "7.8.2-j")
def test_w16_the_asterisk_comes_first() -> None:
    lab = fought("1/2*", "297-27G 1610 cv=9/6/3 q=4", "72-46 1510 cv=3/2/1 q=4")
    assert lab.steps("72-46") == 2
    assert sorted(lab.actions()) == ["lose 72-46", "retreat"]


@pytest.mark.rule("7.8.2-k")
def test_w17_the_unused_two_of_three_are_advanced() -> None:
    lab = fought("-/3*!", "297-27G 1610 cv=24/16/8 q=4", "178-76 1510 1 cv=9/3 q=4")
    assert lab.hex("178-76") == "dead"
    assert combat(lab).reach == 2


# -- the final example -----------------------------------------------------------------------------------------------


def hajduszovat() -> Lab:
    """The final example up to the retreat of Pz/FHH."""
    lab = begun("example-breakthrough")
    actions = attack("1710", "8-6G", "13-6G", prepared=True)
    lab.do(*actions, "support al-guns-1 modifier", "air", "support ax-light-1")
    lab.do("pick 13-6G", dice=(6,))
    lab.do("lose 8-6G", dice=(6,))
    return lab


@pytest.mark.rule(
    "7.3.2-a", "7.3.2-e", "1.6.1-j", "15.6.2-a", "7.5-g", "7.6-g", "7.6-h", "7.8.2-i", "7.9-a", "EX-a", "EX-b"
)
def test_w21_the_breakthrough() -> None:
    lab = hajduszovat()
    (told,) = lab.told("odds")
    assert [told.args[key] for key in ("attack", "defence", "ratio", "column")] == [16, 5, "3-1", "5-1"]
    assert shifts(lab) == {"7.3.2-e": 2, "15.6.2-a": 1, "7.4-c": -1}
    assert lab.told("armour")[0].args["columns"] == "-1"
    assert lab.steps("8-6G") == 2  # the asterisk of the armour table
    (result,) = lab.told("result")
    assert [result.args[key] for key in ("column", "bonus", "result")] == ["4-1", "+1", "1/3*!"]
    assert lab.state.board.grid.listed(lab.state.breakthrough) == ["1710"]
    assert lab.steps("Pz-FHH") == 1
    lab.do("retreat", "retreat 1610", "retreat 1509", "lose 13-6G")
    assert lab.has("Pz-FHH", "disorganised")
    assert lab.steps("13-6G") == 2
    assert lab.refused("stay") == "7.8.2-i"
    assert {"1710", "1610"} <= {a.split()[2] for a in lab.actions("advance")}
    lab.do("advance 13-6G 1610", "stay", dice=(1, 1))
    assert lab.hex("13-6G") == "1610"
    assert [lab.points(u) for u in ("8-6G", "13-6G")] == [0, 0]


@pytest.mark.rule("EX-b", "7.3.2-d", "3.4.2-d")
def test_w21_with_a_point_left_the_same_enemy_may_be_attacked_again() -> None:
    lab = hajduszovat()
    lab.state.points[lab.index("13-6G")] = 1
    lab.do("retreat", "retreat 1610", "retreat 1509", "lose 13-6G", "advance 13-6G 1610", "stay", dice=(1, 1))
    assert lab.legal("attack 1509")


@pytest.mark.rule("7.9-b", "7.9-c", "6.1-e", "4.2-a", "4.2-b", "EX-c")
def test_w22_through_the_gap() -> None:
    lab = hajduszovat()
    lab.do("retreat", "retreat 1610", "retreat 1509", "lose 13-6G", "advance 13-6G 1610", "stay", dice=(1, 1))
    lab.do("select 16-7M", "move 1811", "move 1710", "move 1709", "move 1609")
    assert (lab.hex("16-7M"), lab.points("16-7M")) == ("1609", 1)
    assert lab.refused("end") == "4.2-b"
    assert "1608" in lab.choices("attack")  # 230/76
