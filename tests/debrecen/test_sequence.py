"""2.0 Sequence of play: the phases of a turn, alternation, and how a turn ends."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from tests.debrecen.lab import GAME, Lab, plain

NEXT = (1, 1, 6, 1)
"""The air missions of both sides and the initiative of the turn that follows, the Allies with it."""
ALLIES = ("297-27G 2510", "16-7M 2512")
AXIS = ("178-76 1010", "230-76 1012", "203-76 1014", "KG-MT 1016")


def turn(*units: str, **fields: Any) -> Lab:
    """The operations of turn 4, all units far apart."""
    return plain("operations", *(units or (*ALLIES, *AXIS)), **fields)


def act(lab: Lab, unit: str, dice: tuple[int, ...] = ()) -> None:
    """A sequence that activates a unit, which does nothing."""
    lab.specific(unit)
    lab.do("end", dice=dice)


def phases(lab: Lab) -> list[object]:
    return [event.args["phase"] for event in lab.told("phase")]


# -- 2.1 the phases --------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1-a", "2.1-b", "2.1-c", "2.1-d", "2.1-h", "2.1-j")
def test_a_turn_runs_through_its_phases() -> None:
    lab = turn()
    lab.do("pass", "pass", dice=NEXT)
    assert phases(lab) == ["administration", "supply", "support", "initiative", "operations"]
    assert (lab.state.turn, lab.decision, lab.decider) == (5, "operations", "allied")


@pytest.mark.rule("2.1-a", "1.5-m", "13-d")
def test_lines_then_replacements_then_headquarters_the_allies_first() -> None:
    lab = Lab.at(
        "supply",
        "64-7M 2718 2",
        "325StuG 1409 1",
        turn=6,
        units={"HQ-Pliev": {"fate": "fallen", "due": 6}, "HQ-III-PzK": {"fate": "fallen", "due": 6}},
    )
    assert (lab.decision, lab.decider) == ("hq-return", "allied")  # both are out of command by now: no step for them
    assert lab.has("64-7M", "uncommanded")
    assert lab.has("325StuG", "uncommanded")
    lab.do("place HQ-Pliev 3014")
    assert (lab.decision, lab.decider) == ("hq-return", "axis")
    lab = Lab.at(
        "supply",
        "64-7M 2718 2",
        "HQ-Pliev 3014",
        "325StuG 1409 1",
        "HQ-III-PzK 1409",
        turn=6,
        units={"HQ-LXXII-AK": {"fate": "fallen", "due": 6}},
    )
    assert (lab.decision, lab.decider) == ("replacements", "allied")
    lab.do("pass")
    assert (lab.decision, lab.decider) == ("replacements", "axis")
    lab.do("pass")
    assert (lab.decision, lab.decider) == ("hq-return", "axis")


@pytest.mark.rule("2.1-c")
@pytest.mark.parametrize(("dice", "side"), [((3, 2), "allied"), ((2, 3), "axis"), ((4, 4), "allied"), ((1, 6), "axis")])
def test_the_higher_die_has_the_initiative_the_allies_on_a_tie(dice: tuple[int, int], side: str) -> None:
    lab = plain("initiative", *ALLIES, *AXIS)
    lab.do(dice=dice)
    assert (lab.decision, lab.decider) == ("operations", side)


@pytest.mark.rule("15.1.1-e")
def test_the_allies_have_the_initiative_in_turns_1_and_2() -> None:
    for number in (1, 2):
        lab = plain("initiative", *ALLIES, *AXIS, turn=number, initiative="axis")
        assert (lab.decision, lab.decider) == ("operations", "allied")
    assert plain("initiative", *ALLIES, *AXIS, turn=3).decider == "chance"


@pytest.mark.rule("15.6.1-a", "15.6.1-b", "15.6.1-c", "2.1-b")
@pytest.mark.parametrize(("die", "allied", "axis"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2)])
def test_how_many_air_missions_there_are(die: int, allied: int, axis: int) -> None:
    lab = plain("support", *ALLIES, *AXIS)
    lab.do(dice=(die, die, 6, 1))
    assert lab.state.missions == [allied, axis]


@pytest.mark.rule("2.1-d", "2.1-g")
def test_the_players_alternate() -> None:
    lab = turn()
    for side, unit in (("allied", "297-27G"), ("axis", "178-76"), ("allied", "16-7M"), ("axis", "230-76")):
        assert (lab.decision, lab.decider) == ("operations", side)
        act(lab, unit)
    assert lab.decider == "allied"
    assert lab.refused("specific", "axis") == "2.1-d"


@pytest.mark.rule("2.1-d", "3.4.1-a")
def test_what_is_activated_moves_digs_and_attacks() -> None:
    lab = turn("297-27G 1510", "178-76 1511", "16-7M 2512").specific("297-27G", "16-7M")
    assert {a.split()[0] for a in lab.actions()} == {"select", "attack", "prepare", "dig", "end"}


@pytest.mark.rule("2.1-e")
def test_a_player_may_pass_and_come_back_later() -> None:
    lab = turn()
    lab.do("pass")
    assert lab.decider == "axis"
    act(lab, "178-76")
    assert (lab.decision, lab.decider) == ("operations", "allied")
    assert lab.legal("specific")


@pytest.mark.rule("2.1-f", "5-d")
def test_stacking_is_checked_at_the_end_of_each_sequence() -> None:
    lab = turn("297-27G 2510", "16-7M 2510", "8-6G 2511", *AXIS).specific("8-6G")
    lab.go("8-6G", "2510").do("end")
    assert (lab.decision, lab.decider) == ("overstacked", "allied")
    lab.do("eliminate 8-6G")
    assert lab.decider == "axis"


@pytest.mark.rule("2.1-h", "3.6-b", "3.5.2-b")
def test_the_marks_of_a_turn_are_taken_off_others_stay() -> None:
    marks = ("activated", "disorganised", "returned", "fatigued", "entrenched")
    lab = turn(**{mark: ["16-7M"] for mark in marks})
    lab.do("pass", "pass", dice=NEXT)
    assert [mark for mark in marks if lab.has("16-7M", mark)] == ["fatigued", "entrenched"]


@pytest.mark.rule("2.1-i")
def test_nobody_withdraws() -> None:
    """AMB-80: the scenario names no unit that does."""
    lab = turn()
    lab.do("pass", "pass", dice=NEXT)
    assert {lab.hex(unit.split()[0]) for unit in (*ALLIES, *AXIS)} == {unit.split()[1] for unit in (*ALLIES, *AXIS)}


@pytest.mark.rule("2.1-j", "2-a")
def test_the_last_turn_ends_the_game_any_other_goes_on() -> None:
    lab = turn(turn=10)
    lab.do("pass", "pass", dice=NEXT)
    assert lab.told("standing")
    assert (lab.state.turn, lab.state.outcome) == (11, None)
    lab.do("pass", "pass")
    assert lab.state.outcome is not None


# -- 2.2 how a turn ends ---------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2-a", "2.2-b")
def test_two_passes_in_succession_end_the_turn() -> None:
    lab = turn()
    lab.do("pass")
    act(lab, "178-76")
    lab.do("pass")
    assert lab.state.turn == 4
    lab.do("pass", dice=NEXT)
    assert lab.state.turn == 5


def passed_twice() -> Lab:
    """The Allies have passed twice in a row, and the Axis has played one sequence since."""
    lab = turn()
    for unit in ("178-76", "230-76"):
        lab.do("pass")
        act(lab, unit)
    lab.do("pass")
    return lab


@pytest.mark.rule("2.2-c", "2.2-d", "2.2-a")
@pytest.mark.parametrize(("dice", "ends"), [((5, 5), False), ((5, 6), True), ((6, 6), True), ((1, 1), False)])
def test_who_goes_on_after_two_passes_tests_from_his_second_sequence_on(dice: tuple[int, int], ends: bool) -> None:
    lab = passed_twice()
    act(lab, "203-76", (*dice, *NEXT) if ends else dice)
    assert lab.state.turn == 4 + ends


@pytest.mark.rule("2.2-c")
def test_the_test_is_repeated_after_each_sequence() -> None:
    lab = passed_twice()
    act(lab, "203-76", (1, 1))
    lab.do("pass")
    act(lab, "KG-MT", (6, 5, *NEXT))
    assert lab.state.turn == 5


@pytest.mark.rule("2.2-c")
def test_an_activation_breaks_the_row_of_passes() -> None:
    """AMB-55."""
    lab = turn()
    lab.do("pass")
    act(lab, "178-76")
    act(lab, "297-27G")
    for unit in ("230-76", "203-76"):
        act(lab, unit)
        lab.do("pass")
    act(lab, "KG-MT")
    assert lab.decider == "allied"


@pytest.mark.rule("2.2-c", "3.5.2-c")
def test_who_has_activated_all_his_units_twice_brings_on_the_test() -> None:
    spent = [unit.split()[0] for unit in ALLIES]
    lab = turn(initiative="axis", activated=spent, fatigued=spent)
    act(lab, "178-76")
    assert lab.decider == "axis"  # AMB-56: the Allies can do nothing but pass
    act(lab, "230-76", (6, 6, *NEXT))
    assert lab.state.turn == 5


@pytest.mark.rule("2.2-b", "2.2-c")
def test_a_tester_who_passes_ends_the_turn_only_after_a_pass() -> None:
    """AMB-55."""
    lab = passed_twice()
    lab.do("pass", dice=NEXT)
    assert lab.state.turn == 5


@pytest.mark.rule("2.2-e", "2.2-a")
def test_with_nobody_left_to_activate_the_turn_is_over() -> None:
    spent = [unit.split()[0] for unit in (*ALLIES, *AXIS)]
    left = [unit for unit in spent if unit != "16-7M"]
    lab = turn(activated=spent, fatigued=left)
    lab.specific("16-7M")
    lab.do("end", dice=NEXT)
    assert lab.state.turn == 5


# -- 15 eleven turns -------------------------------------------------------------------------------------------------


@pytest.mark.rule("15-a", "15-b", "2-a")
def test_the_first_turn_is_a_day_and_every_other_two() -> None:
    days = [date(1944, 10, 7)]
    for turn in GAME.scenario_data("debrecen")["turns"]:
        assert turn["from"] == days[-1]
        assert (turn["to"] - turn["from"]).days == (0 if turn["turn"] == 1 else 1)
        days.append(turn["to"] + timedelta(days=1))
    assert (len(days) - 1, days[-1]) == (11, date(1944, 10, 28))


# -- 15.1.1 the first turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("15.1.1-b")
@pytest.mark.parametrize(
    ("unit", "points"), [("297-27G", 1), ("16-7M", 2), ("8-6G", 2), ("KG-MT", 2), ("HQ-Pliev", 2), ("20-5T", 2)]
)
def test_fewer_action_points_in_the_first_turn(unit: str, points: int) -> None:
    units = ("297-27G 2510", "16-7M 2512", "8-6G 2514", "HQ-Pliev 2516", "20-5T 2518", "KG-MT 1010")
    side = "axis" if unit == "KG-MT" else "allied"
    assert turn(*units, turn=1, initiative=side).specific(unit).points(unit) == points
    assert turn(*units, turn=2, initiative=side).specific(unit).points(unit) == points + 1


@pytest.mark.rule("15.1.1-b", "3.5-a")
def test_infantry_is_activated_once_in_the_first_turn() -> None:
    lab = turn(turn=1, activated=["297-27G", "16-7M"])
    lab.do("specific")
    assert lab.choices("add") == ["16-7M"]


@pytest.mark.rule("15.1.1-b")
def test_reinforcements_of_the_first_turn_have_fewer_points_too() -> None:
    """AMB-18."""
    lab = turn(turn=1, units={"13-6G": {"fate": "waiting", "due": 1}}).specific("13-6G")
    assert lab.points("13-6G") == 2


@pytest.mark.rule("15.1.1-c")
def test_who_fails_c3i_in_the_first_turn_may_only_move() -> None:
    units = ("16-7M 1510", "8-6G 1513", "178-76 1511")
    lab = turn(*units, turn=1, uncommanded=["16-7M", "8-6G"], fatigued=["16-7M"])
    lab.specific("16-7M", "8-6G", dice=(5, 5))
    assert (lab.points("16-7M"), lab.points("8-6G")) == (0, 1)
    assert {a.split()[0] for a in lab.actions()} == {"select", "end"}
    assert lab.refused("attack 1511") == "15.1.1-c"
    assert lab.refused("dig 8-6G") == "15.1.1-c"
    lab.do("select 8-6G")
    assert lab.refused("move 1512") == "4.2-c"
    lab.do("move 1413")
    assert lab.hex("8-6G") == "1413"


@pytest.mark.rule("15.1.1-c", "9.4-a")
def test_later_a_failed_test_leaves_the_choice_of_action() -> None:
    lab = turn("8-6G 1512", "178-76 1511", turn=2, uncommanded=["8-6G"]).specific("8-6G", dice=(5,))
    assert lab.legal("attack 1511")


@pytest.mark.rule("15.1.1-d")
def test_no_improvised_positions_in_the_first_turn() -> None:
    lab = turn(turn=1).specific("297-27G")
    assert lab.refused("dig 297-27G") == "15.1.1-d"
    assert turn(turn=2).specific("297-27G").legal("dig 297-27G")


@pytest.mark.rule("15.1.1-a")
def test_all_headquarters_are_in_supply_in_the_first_turn() -> None:
    for number in (1, 2):
        lab = plain("supply", "HQ-53A 2510", "297-27G 2512", "HQ-III-PzK 1010", turn=number)
        assert [lab.has(hq, "isolated") for hq in ("HQ-53A", "HQ-III-PzK")] == [number == 2] * 2
        assert lab.has("297-27G", "isolated") == (number == 2)


def test_other_scenarios_have_no_short_turn() -> None:
    assert GAME.board("learning-nagyvarad").short_turn == 0
