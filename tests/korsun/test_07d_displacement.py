"""7.7.2 Displacement."""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.fights import fight
from tests.korsun.lab import Lab, attack, plain

# Germans who leave to D in 3018 only the way over 3019 to 3020; beyond it 3021 is open.
WEST = ("W 2818 relief tank 1-1-8", "V 2820 relief tank 1-1-8")
EAST = ("X 3218 relief tank 1-1-8", "Y 3220 relief tank 1-1-8")
F = "F 3020 27A rifle 1-1-6/1-1-6"
# Soviets who leave to A in 3017 only the way to 2917.
S = "S 3116 27A rifle 1-1-6"


def corridor(*units: str, **fields: Any) -> Lab:
    """D must retreat two hexes through the corridor; A has attacked it."""
    return fight("D2", *WEST, *EAST, *units, **fields)


@pytest.mark.rule("7.7.2-a", "7.7.2-c")
def test_a_friend_in_the_only_final_hex_makes_room_first() -> None:
    lab = corridor(F)
    lab.do("retreat 3019", "retreat 3020")
    assert (lab.decider, lab.decision) == ("soviet", "displace")
    assert lab.hex("D") == "3018"
    assert lab.refused("retreat 3020") == "7.7.2-c"
    assert lab.refused("displace 3022") == "7.7.2-a"
    events = lab.do("displace 3021")
    assert [e.name for e in events if e.name in ("displaced", "retreat")] == ["displaced", "retreat"]
    assert (lab.hex("F"), lab.hex("D")) == ("3021", "3020")
    assert (lab.decider, lab.decision) == ("german", "advance")


@pytest.mark.rule("7.7.2-a")
def test_no_unit_of_the_same_attack_is_displaced() -> None:
    lab = fight("A1", S, attackers="AB")
    lab.do("next B", "retreat 2917")
    assert lab.refused("retreat 2917") == "7.7.2-b"  # A's only way, but B fought too
    assert sorted(lab.actions()) == ["perish", "resist"]
    lab = fight("A1", S, "F 2917 relief tank 1-1-8", attackers="A")
    assert lab.choices("retreat") == ["2917"]


@pytest.mark.rule("7.7.2-b")
def test_a_displaced_unit_goes_neither_into_enemy_zones_nor_onto_others() -> None:
    lab = corridor(F, "G 3021 27A rifle 1-1-6")
    lab.do("retreat 3019", "retreat 3020")
    assert lab.refused("displace 2921") == "7.7.2-b"  # next to V
    lab.do("displace 3021")  # G must go first
    assert (lab.decision, lab.hex("F"), lab.hex("G")) == ("displace", "3020", "3021")
    assert lab.choices("displace") == ["2922", "3022", "3122"]


@pytest.mark.rule("7.7.2-b")
def test_a_unit_with_a_vacant_hex_is_not_displaced_onto_a_friend() -> None:
    lab = fight("D2", *WEST, *EAST[:1], F, "G 3121 27A rifle 1-1-6", "H 3120 27A rifle 1-1-6")
    lab.do("retreat 3019", "retreat 3020")
    assert lab.choices("displace") == ["3021"]
    assert lab.refused("displace 3121") == "7.7.2-b"


@pytest.mark.rule("7.7.2-b")
def test_a_unit_without_a_legal_hex_is_not_displaced() -> None:
    lab = corridor(F, "Z 3022 relief tank 1-1-8")  # next to 3021
    assert lab.choices("retreat") == ["3019"]
    lab.do("retreat 3019")
    assert (lab.hex("D"), lab.steps("D"), lab.hex("F")) == ("3019", 1, "3020")


@pytest.mark.rule("7.7.2-d", "7.7-i")
def test_two_friends_who_could_only_change_places_make_no_room() -> None:
    """F in 3020 could go nowhere but to G in 3120, and G nowhere but to F."""
    germans = [f"E{h} {h} relief tank 1-1-8" for h in ("2818", "2820", "3218", "3320", "3122")]
    lab = fight("D2", F, "G 3120 27A rifle 1-1-6", *germans)
    lab.do("retreat 3019")
    assert [lab.hex(u) for u in "DFG"] == ["3019", "3020", "3120"]
    assert lab.steps("D") == 1


@pytest.mark.rule("7.7.2-b")
def test_a_unit_is_not_displaced_off_the_map() -> None:
    """At the southern edge F in 3033 has nowhere to go: 2933 and 3133 are barred."""
    hexes = {"V": "2831", "W": "2833", "X": "3231", "Y": "3233"}
    germans = [f"{name} {h} relief tank 1-1-8" for name, h in hexes.items()]
    units = ("A 3030 relief tank 9-9-8", "D 3031 27A rifle 2-1-6/1-1-6", "F 3033 27A rifle 1-1-6")
    lab = plain("german-combat", *units, *germans)
    lab.do(*attack("3031", "A"), "retreat 3032", dice=(3,))
    assert (lab.hex("D"), lab.steps("D"), lab.hex("F")) == ("3032", 1, "3033")


@pytest.mark.rule("7.7.2-b")
def test_a_displaced_unit_does_not_go_nearer_to_the_enemy() -> None:
    """AMB-40."""
    lab = corridor(F)
    lab.do("retreat 3019", "retreat 3020")
    assert lab.choices("displace") == ["3021"]
    assert lab.refused("displace 3019") == "AMB-40"


@pytest.mark.rule("7.7.2-d")
def test_a_displaced_unit_displaces_others_in_turn_and_the_last_moves_first() -> None:
    crowd = [f"{name} {h} 27A rifle 1-1-6" for name, h in zip("GHIJ", ("3021", "2922", "3022", "3122"), strict=True)]
    lab = corridor(F, *crowd)
    lab.do("retreat 3019", "retreat 3020", "displace 3021")
    assert lab.choices("displace") == ["2922", "3022", "3122"]
    lab.do("displace 3022")
    assert lab.choices("displace") == ["2923", "3023", "3123"]
    lab.do("displace 3023")
    assert [lab.hex(u) for u in "DFGHIJ"] == ["3020", "3021", "3022", "2922", "3023", "3122"]
    assert [e.args["units"] for e in lab.told("displaced")] == [["I"], ["G"], ["F"]]


@pytest.mark.rule("7.7.2-d")
def test_the_same_unit_may_be_displaced_more_than_once() -> None:
    lab = fight("A1", S, "T 2719 27A rifle 1-1-6", "F 2917 relief tank 1-1-8", attackers="AB")
    lab.do("next A", "retreat 2917", "displace 2817")
    assert lab.choices("retreat") == ["2817"]  # B: 2818 is next to T, A fought too
    lab.do("retreat 2817", "displace 2816")
    assert [lab.hex(u) for u in "ABF"] == ["2917", "2817", "2816"]


@pytest.mark.rule("7.7.2-e")
@pytest.mark.parametrize("steps", [1, 2])
def test_a_displaced_unit_has_retreated_and_loses_no_step(steps: int) -> None:
    lab = corridor(f"{F} {steps}")
    lab.do("retreat 3019", "retreat 3020")
    assert not lab.legal("resist")
    lab.do("displace 3021")
    assert (lab.hex("F"), lab.steps("F"), lab.steps("D")) == ("3021", steps, 2)
    assert lab.unit("F")["marks"] == ["displaced"]


@pytest.mark.rule("7.7.2-f")
def test_a_displaced_unit_does_not_attack_for_the_rest_of_the_player_turn() -> None:
    lab = fight("A1", S, "F 2917 relief tank 9-9-8")
    lab.do("retreat 2917", "displace 2817", "end")
    lab.do("select F", "move 2919", "done", "end")  # in the mobile movement phase it moves
    assert (lab.hex("F"), lab.decision) == ("2919", "combat")
    assert lab.refused("attack 3018") == "7.7.2-f"


@pytest.mark.rule("7.7.2-f")
def test_a_unit_displaced_in_the_enemys_player_turn_attacks_in_its_own() -> None:
    """AMB-46."""
    soviets = [f"{name} {h} 27A rifle 1-1-6" for name, h in zip("VWXY", ("2820", "2818", "3218", "3220"), strict=True)]
    lab = fight("D2", *soviets, "F 3020 relief tank 9-9-8/9-9-8", soviet=True)
    lab.do("retreat 3019", "retreat 3020", "displace 3021", "done", "end")
    lab.do("end", "end")  # mobile movement and combat of the Soviets
    assert (lab.decider, lab.decision) == ("german", "movement")
    lab.do("select F", "move 2921", "done", "end")
    assert lab.choices("attack") == ["2820"]


@pytest.mark.rule("7.7.2-g")
@pytest.mark.parametrize(("worn", "where"), [("", "3018"), ("D", "dead")])
def test_a_unit_may_pay_a_step_instead_of_displacing_a_friend(worn: str, where: str) -> None:
    lab = corridor(F, worn=worn)
    events = lab.do("resist")
    assert (lab.hex("D"), lab.hex("F")) == (where, "3020")
    assert lab.steps("D") == (0 if worn else 1)
    assert [e.rules[0] for e in events if e.name == "resistance"] == ["7.7.2-g"]
    assert (lab.decider, lab.decision) == ("german", "combat")  # nobody advances


@pytest.mark.rule("7.7.2-h")
def test_no_displacement_while_a_vacant_final_hex_is_open() -> None:
    lab = fight("D2", *WEST, EAST[0], F)  # 3120 is open
    lab.do("retreat 3019")
    assert lab.choices("retreat") == ["3120"]
    assert lab.refused("retreat 3020") == "7.7.2-h"


@pytest.mark.rule("7.7.2-h")
def test_a_way_through_a_friend_to_a_vacant_hex_comes_before_a_displacement() -> None:
    lab = fight("D2", *WEST, EAST[0], F, "G 3019 27A rifle 1-1-6")
    lab.do("retreat 3019", "retreat 3120")
    assert [lab.hex(u) for u in "DFG"] == ["3120", "3020", "3019"]


@pytest.mark.rule("7.7.2-i")
def test_a_friend_on_the_way_to_a_displacement_stays() -> None:
    lab = corridor(F, "G 3019 27A rifle 1-1-6")
    lab.do("retreat 3019", "retreat 3020", "displace 3021")
    assert [lab.hex(u) for u in "DFG"] == ["3020", "3021", "3019"]
    assert [e.args["units"] for e in lab.told("displaced")] == [["F"]]


@pytest.mark.rule("7.7-c")
def test_the_way_to_a_displacement_uses_vacant_hexes_if_it_can() -> None:
    """G in 2920 can be reached over 2919 or over H in 3019."""
    friends = ("G 2920 27A rifle 1-1-6", "H 3019 27A rifle 1-1-6")
    lab = fight("D2", "T 2719 relief tank 1-1-8", *EAST, F, *friends)
    assert lab.choices("retreat") == ["2919"]
    assert lab.refused("retreat 3019") == "7.7-c"
    lab.do("retreat 2919", "retreat 2920", "displace 2921")
    assert [lab.hex(u) for u in "DGH"] == ["2920", "2921", "3019"]
