"""8.0 Support fire: the duel of chits in a combat, and what chits can and cannot do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.lab import Lab, attack, plain

G = "G 3017 relief tank 4-4-10/2-2-10"
H = "H 2918 relief tank 4-4-10/2-2-10"
S = "S 3018 27A tank 2-3-8/1-1-8"
PAIRS = {"relief": [1, 2, 3], "27A": [1, 2, 3]}


def duel(*units: str, **fields: Any) -> Lab:
    """G, in 3017, attacks the three points of S in 3018: +1 in the clear. Both have chits unless told otherwise."""
    lab = plain("german-combat", G, S, *units, **{"pools": PAIRS} | fields)
    lab.do(*attack("3018", "G"))
    return lab


def chits(lab: Lab) -> tuple[list[int], list[int]]:
    """The values of the attacker's and the defender's chits so far."""
    combat = lab.state.view(None)["combat"]
    return [c["value"] for c in combat["attack_chits"]], [c["value"] for c in combat["defence_chits"]]


def totals(lab: Lab) -> tuple[Any, Any]:
    """Attack and defence of the last combat."""
    args = lab.told("odds")[-1].args
    return args["attack"], args["defence"]


# -- 8.3 the duel ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3-i")
def test_the_values_of_the_chits_are_added_to_the_totals() -> None:
    lab = plain("german-combat", G, H, S, pools={"relief": [2, 2], "27A": [6]})
    lab.do(*attack("3018", "G", "H"))
    lab.do("draw relief", "draw 27A", "draw relief", dice=(1, 1, 1, 4))
    assert totals(lab) == (12, 9)
    assert lab.told("result")[-1].args["result"] == "."  # +3 in the clear


@pytest.mark.rule("8.3-b")
def test_the_players_alternate_and_the_attacker_begins() -> None:
    lab = duel()
    order = [lab.decider]
    for action, die in (("draw relief", 1), ("draw 27A", 1), ("draw relief", 1)):
        lab.do(action, dice=(die,))
        order.append(lab.decider)
    assert order == ["german", "soviet", "german", "soviet"]
    assert lab.decision == "support"
    lab.do("draw 27A", dice=(1, 4))
    assert totals(lab) == (4 + 1 + 2, 3 + 1 + 2)


@pytest.mark.rule("8.3-b")
def test_one_opportunity_is_one_chit_and_one_cannot_play_in_the_others_place() -> None:
    lab = duel()
    assert lab.refused("draw 27A", side="soviet") == "8.3-b"
    lab.do("draw relief", dice=(1,))
    assert lab.refused("draw relief", side="german") == "8.3-b"
    assert chits(lab) == ([1], [])


@pytest.mark.rule("8.3-c")
def test_the_defender_may_use_his_last_opportunity_even_if_nobody_has_played_a_chit() -> None:
    lab = duel()
    lab.do("pass", "pass", "pass")
    assert (lab.decider, lab.decision, chits(lab)) == ("soviet", "support", ([], []))
    lab.do("draw 27A", dice=(3, 4))
    assert totals(lab) == (4, 6)


@pytest.mark.rule("8.3-d", "8.3-c")
def test_the_attacker_declines_his_second_and_the_defender_still_plays_his_own() -> None:
    lab = duel()
    lab.do("draw relief", "draw 27A", "pass", dice=(3, 3))
    assert lab.decider == "soviet"
    lab.do("draw 27A", dice=(2, 1))  # the die falls at once: the attacker adds nothing more
    assert totals(lab) == (4 + 3, 3 + 3 + 2)


@pytest.mark.rule("8.3-e")
def test_the_defender_declines_his_first_and_plays_one_chit_in_all() -> None:
    lab = duel()
    lab.do("draw relief", "pass", "draw relief", dice=(1, 2))
    assert lab.decider == "soviet"
    lab.do("draw 27A", dice=(1, 4))  # and no second
    assert totals(lab) == (4 + 1 + 3, 3 + 1)


@pytest.mark.rule("8.3-f")
def test_the_attacker_who_declines_his_first_plays_one_chit_in_all() -> None:
    lab = duel()  # AMB-14
    lab.do("pass", "pass")
    assert (lab.decider, lab.decision) == ("german", "support")
    lab.do("draw relief", dice=(3,))
    assert (lab.decider, lab.decision) == ("soviet", "support")
    lab.do("pass", dice=(1,))
    assert totals(lab) == (4 + 3, 3)


@pytest.mark.rule("8.3-g")
def test_playing_chits_is_voluntary() -> None:
    lab = duel()
    lab.do("pass", "pass", "pass", "pass", dice=(3,))
    assert totals(lab) == (4, 3)
    assert lab.pool("relief") == ([1, 2, 3], [])


@pytest.mark.rule("8.3-g")
@pytest.mark.parametrize("action", ["cancel", "end", "attack 3018"])
def test_a_declared_combat_cannot_be_called_off(action: str) -> None:
    lab = duel()
    assert lab.refused(action) == "8.3-g"
    lab.do("draw relief", "draw 27A", dice=(1, 3))
    assert lab.refused(action) == "8.3-g"


@pytest.mark.rule("8.3-h")
def test_two_chits_a_side_are_the_most_with_those_of_the_air_force() -> None:
    lab = duel(pools=PAIRS | {"luftwaffe": [5, 6, 8]})
    lab.do("draw luftwaffe", "draw 27A", "draw relief", dice=(3, 3, 3))
    assert chits(lab) == ([8, 3], [3])
    lab.do("draw 27A", dice=(2, 6))
    assert totals(lab) == (4 + 8 + 3, 3 + 3 + 2)
    assert lab.pool("luftwaffe") == ([5, 6], [8])


@pytest.mark.rule("8.3-a")
def test_a_chit_used_in_attack_does_not_defend_in_the_same_game_turn() -> None:
    lab = plain("soviet-mobile-combat", G, S, pools={"27A": [6]})
    lab.do(*attack("3017", "S"), "draw 27A", dice=(1, 4))  # 2 + 6 - 4 is +4: an exchange
    assert lab.pool("27A") == ([], [6])
    lab.do("end", "end", *attack("3018", "G"), dice=(3,))
    assert totals(lab) == (2, 1)


@pytest.mark.rule("8.3-a")
def test_a_chit_used_in_defence_does_not_attack_in_the_same_game_turn() -> None:
    lab = plain("soviet-mobile-combat", G, S, pools={"relief": [6]})
    lab.do(*attack("3017", "S"), "draw relief", dice=(1, 1))  # 2 - 4 - 6: A1
    lab.do("resist", "end", "end", *attack("3018", "G"), dice=(3,))
    assert totals(lab) == (4, 1)


@pytest.mark.rule("8.3-a")
def test_a_chit_that_bombarded_supports_no_attack_in_the_same_game_turn() -> None:
    lab = plain("german-combat", G, S, pools={"relief": [3]})
    lab.do("bombard 3018", "chit relief", "fire", dice=(1, 3))  # 3 - 3 is 0: nothing
    lab.do(*attack("3018", "G"), dice=(3,))
    assert totals(lab) == (4, 3)


# -- 8.0, 8.2 and 8.5 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.0-b")
def test_each_side_has_chits_of_its_own() -> None:
    lab = duel()
    assert lab.refused("draw 27A") == "16.0-c"
    lab.do("draw relief", dice=(2,))
    assert lab.refused("draw relief") == "16.0-c"
    lab.do("draw 27A", dice=(1,))
    assert (lab.pool("relief"), lab.pool("27A")) == (([1, 3], [2]), ([2, 3], [1]))


@pytest.mark.rule("8.2-a")
@pytest.mark.parametrize(("own", "target"), [("0117", "0118"), ("5732", "5733"), ("3001", "3002")])
def test_chits_reach_a_combat_anywhere_on_the_map(own: str, target: str) -> None:
    units = (f"A {own} relief tank 4-4-10", f"B {target} 27A rifle 2-3-8")
    lab = plain("german-combat", *units, pools={"relief": [2], "luftwaffe": [5], "27A": [3]})
    lab.do(*attack(target, "A"), "draw luftwaffe", "draw 27A", "draw relief", dice=(1, 1, 1, 4))
    assert [e.args["value"] for e in lab.told("chit")] == [5, 3, 2]


@pytest.mark.rule("8.5-b")
def test_a_unit_under_support_fire_keeps_its_terrain() -> None:
    lab = duel(terrain={"3018": "village"})
    lab.do("draw relief", "pass", "draw relief", "pass", dice=(3, 2, 4))
    assert lab.told("odds")[-1].args["row"] == "village"
    assert lab.told("result")[-1].args["result"] == "."  # +6: in the clear it were D2


# -- 8.6 restrictions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.6-a")
def test_losses_leave_the_chits_alone_while_a_unit_of_the_group_lives() -> None:
    strong = "D 3018 27A tank 2-9-8"
    lab = plain("german-combat", G, "H 2910 relief tank 4-4-10", strong, pools={"relief": [1, 2, 3], "27A": [2]})
    lab.do(*attack("3018", "G"), "pass", "pass", "pass", "pass", dice=(6,))  # 4 - 9: Ae
    assert lab.hex("G") == "dead"
    assert (lab.pool("relief"), lab.pool("27A")) == (([1, 2, 3], []), ([2], []))


@pytest.mark.rule("8.6-b")
def test_a_chit_counts_whole_in_one_combat_and_not_at_all_in_the_next() -> None:
    two = "T 3117 27A rifle 2-3-8"
    lab = plain("german-combat", G, H, S, two, pools={"relief": [6]})
    lab.do(*attack("3018", "H"), "draw relief", dice=(1, 6))  # 4 + 6 - 3 is +7: no effect
    assert totals(lab) == (10, 3)
    lab.do(*attack("3117", "G"), dice=(3,))
    assert totals(lab) == (4, 3)


@pytest.mark.rule("8.6-c")
def test_chits_that_were_not_used_are_not_saved_up() -> None:
    lab = plain("german-mobile-combat", G, S, pools={"relief": [2, 5], "27A": {"ready": [3], "spent": [1]}})
    lab.do("end", dice=(1,))
    assert (lab.pool("relief"), lab.pool("27A")) == (([2, 5], []), ([1, 3], []))
    lab.do("end", "end", "end", "end", "end", "end", "end", "end", dice=(1,))
    assert (lab.pool("relief"), lab.pool("27A")) == (([2, 5], []), ([1, 3], []))
