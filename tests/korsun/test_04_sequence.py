"""4.0 The sequence of play: game turns, player turns, phases, and the four steps of an attack."""

from __future__ import annotations

import pytest

from tests.korsun.lab import Lab, attack, plain

A = "A 3017 27A tank 4-4-8/2-2-8"
L = "L 3011 27A rifle 3-3-5"
G = "G 3018 relief tank 3-3-8/1-1-8"
M = "M 3019 relief infantry 2-2-5"
PHASES = ["movement", "combat", "mobile-movement", "mobile-combat"]


def phase(lab: Lab) -> str:
    return str(lab.state.view(None)["phase"])


# -- 4.0 game turns --------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.0-a")
def test_after_the_last_game_turn_victory_is_judged_and_not_before() -> None:
    lab = plain("german-mobile-combat", A, G, turn=11)
    lab.do("end", dice=(1,))
    assert (lab.state.turn, lab.state.outcome) == (12, None)
    lab.do(*["end"] * 8)
    assert lab.state.outcome is not None
    assert lab.state.outcome.rules == ("20.0-v4", "20.0-v7")
    assert lab.actions() == []


@pytest.mark.rule("4.1-a", "4.1-l")
def test_a_game_turn_is_four_phases_of_the_soviet_and_then_the_same_of_the_german() -> None:
    lab = plain("soviet-movement", A, G)
    seen = []
    for _ in range(8):
        seen.append((phase(lab), lab.decider))
        lab.do("end", dice=(1,) if len(seen) == 8 else ())
    order = [(f"{side}-{name}", side) for side in ("soviet", "german") for name in PHASES]
    assert seen == order
    assert (lab.state.turn, phase(lab)) == (5, "soviet-movement")


@pytest.mark.rule("4.1-l")
def test_the_second_player_may_do_in_his_phases_what_the_first_could() -> None:
    lab = plain("soviet-mobile-combat", A, "G 3019 relief tank 4-4-8", M.replace("3019", "3012"))
    lab.do("end", "select M", "move 3014", "done", "end", "end", "select G", "move 3018", "done", "end")
    lab.do(*attack("3017", "G"), dice=(3,))
    assert (lab.hex("M"), lab.hex("G"), lab.told("odds")[-1].args["differential"]) == ("3014", "3018", "+0")


@pytest.mark.rule("4.1-n")
@pytest.mark.parametrize("turn", [1, 5, 11])
def test_the_turn_marker_advances_when_both_players_have_finished(turn: int) -> None:
    lab = plain("soviet-mobile-combat", A, G, turn=turn)
    lab.do("end", "end", "end", "end")
    assert lab.state.turn == turn
    lab.do("end", dice=(1,))
    assert (lab.state.turn, lab.decider) == (turn + 1, "soviet")


@pytest.mark.rule("4.1-m")
def test_at_the_end_of_the_game_turn_no_chit_stays_on_the_map() -> None:
    lab = plain("german-mobile-combat", A, G, pools={"relief": [2, 5], "27A": [1]})
    lab.do(*attack("3017", "G"), "draw relief", "pass", "draw relief", "pass", dice=(1, 1, 6))  # +6: nothing
    assert lab.pool("relief") == ([], [2, 5])
    lab.do("end", dice=(1,))
    assert (lab.state.view(None)["combat"], lab.pool("relief"), lab.pool("27A")) == (None, ([2, 5], []), ([1], []))


# -- 4.1 the phases --------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.1-b")
def test_all_some_or_none_of_the_units_move() -> None:
    lab = plain("soviet-movement", A, L, "B 3005 27A tank 3-3-8")
    assert lab.choices("select") == ["A", "B", "L"]
    lab.do("select B", "move 3006", "done")
    assert lab.choices("select") == ["A", "L"]
    lab.do("end")
    assert phase(lab) == "soviet-combat"


@pytest.mark.rule("4.1-e")
@pytest.mark.parametrize("order", [("3018", "3118"), ("3118", "3018")])
def test_attacks_come_in_any_order_after_all_movement(order: tuple[str, str]) -> None:
    units = ("A 3017 27A tank 4-4-8", "B 3117 27A tank 4-4-8", "D 3018 relief tank 4-4-8", "E 3118 relief tank 4-4-8")
    attacker = {"3018": "A", "3118": "B"}
    lab = plain("soviet-movement", *units)
    assert lab.refused("attack 3018") == "7.0-c"
    lab.do("end")
    for target in order:
        lab.do(*attack(target, attacker[target]), dice=(3,))
    assert [e.args["hex"] for e in lab.told("attack")] == list(order)
    assert lab.refused("select A") == "5.1-a"


@pytest.mark.rule("4.1-f")
def test_step_a_names_the_attackers_and_the_one_unit_they_attack() -> None:
    units = ("A 3017 27A tank 4-4-8", "B 2918 27A tank 4-4-8", "D 3018 relief tank 4-4-8", "E 3118 relief tank 4-4-8")
    lab = plain("soviet-combat", *units, pools={"27A": [1]})
    lab.do("attack 3018")
    assert lab.refused("commit") == "4.1-f"
    assert lab.refused("attack 3118") == "7.0-d"  # one target an attack
    lab.do("add A", "add B", "commit")
    event = lab.told("attack")[0].args
    assert (event["hex"], event["units"], event["defenders"]) == ("3018", ["A", "B"], ["D"])


@pytest.mark.rule("4.1-g", "4.1-h")
def test_steps_b_and_c_add_chits_to_either_strength_before_the_die() -> None:
    lab = plain("soviet-combat", A, G, pools={"27A": [2], "relief": [5]})
    lab.do(*attack("3018", "A"))
    assert (lab.decider, lab.decision) == ("soviet", "support")
    lab.do("draw 27A", dice=(1,))
    assert (lab.decider, lab.decision) == ("german", "support")
    assert (lab.preview()["attack_total"], lab.preview()["defence_total"]) == (4 + 2, 3)
    lab.do("draw relief", dice=(1, 3))
    odds = lab.told("odds")[-1].args
    assert (odds["attack"], odds["defence"]) == (4 + 2, 3 + 5)


@pytest.mark.rule("4.1-i")
@pytest.mark.parametrize(("terrain", "die", "result"), [("clear", 1, "D2"), ("woods", 1, "Ex"), ("clear", 4, "A1")])
def test_step_d_differential_terrain_and_one_die(terrain: str, die: int, result: str) -> None:
    lab = plain("soviet-combat", A, G, terrain={"3018": terrain})
    lab.do(*attack("3018", "A"), dice=(die,))  # 4 - 3
    assert lab.told("odds")[-1].args["differential"] == "+1"
    assert lab.told("result")[-1].args["result"] == result


@pytest.mark.rule("4.1-i")
def test_the_result_is_applied_at_once() -> None:
    lab = plain("soviet-combat", A, G, "B 2910 27A tank 4-4-8", "E 2911 relief tank 4-4-8", terrain={"3018": "woods"})
    lab.do(*attack("3018", "A"), dice=(1,))  # an exchange
    assert (lab.steps("A"), lab.steps("G"), lab.decision) == (1, 1, "combat")


@pytest.mark.rule("4.1-j", "4.1-d")
def test_after_combat_mobile_units_that_have_not_moved_may_move() -> None:
    lab = plain("soviet-movement", A, L, "B 3005 27A tank 3-3-8", "C 3003 27A cavalry 3-3-8")
    lab.do("select A", "move 3016", "done", "select C", "done", "end", "end")
    assert phase(lab) == "soviet-mobile-movement"
    assert lab.choices("select") == ["B", "C"]  # C stood still and has not moved (AMB-43)
    assert lab.refused("select L") == "4.1-j"
    lab.do("select B", "move 3006", "done")
    assert lab.hex("B") == "3006"


@pytest.mark.rule("4.1-j")
def test_an_attack_or_a_retreat_is_no_obstacle_to_mobile_movement() -> None:
    lab = plain("soviet-combat", A, "G 3018 relief tank 3-9-8")
    lab.do(*attack("3018", "A"), "retreat 3016", "end", "select A", "move 3012", dice=(1,))  # A1
    assert lab.hex("A") == "3012"


@pytest.mark.rule("4.1-k")
def test_in_the_mobile_combat_phase_mobile_units_attack_that_have_not() -> None:
    units = (
        A,
        "B 2918 27A tank 4-4-8",
        "L 3118 27A rifle 4-4-5",
        "G 3018 relief tank 3-4-8",
        "H 2919 relief tank 3-4-8",
    )
    lab = plain("soviet-combat", *units)
    lab.do(*attack("3018", "A"), "end", "end", dice=(3,))  # +0: nothing
    lab.do("attack 3018")
    assert lab.choices("add") == ["B"]
    assert lab.refused("add A") == "7.2-a"
    assert lab.refused("add L") == "4.1-k"


@pytest.mark.rule("4.1-k")
@pytest.mark.parametrize("moves_in", ["movement", "mobile-movement"])
def test_having_moved_in_either_phase_is_no_obstacle_to_mobile_combat(moves_in: str) -> None:
    lab = plain("soviet-movement", "A 3015 27A tank 4-4-8", "G 3018 relief tank 4-4-8")
    move = ("select A", "move 3017", "done")
    if moves_in == "movement":
        lab.do(*move, "end", "end", "end")
    else:
        lab.do("end", "end", *move, "end")
    assert phase(lab) == "soviet-mobile-combat"
    lab.do(*attack("3018", "A"), dice=(3,))
    assert lab.told("odds")[-1].args["differential"] == "+0"
