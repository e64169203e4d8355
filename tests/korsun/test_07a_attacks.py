"""7.0 to 7.4: who may attack whom, the differential and the terrain."""

from __future__ import annotations

import pytest

from tests.korsun.lab import Lab, attack, plain

A = "A 3017 relief tank 9-8-8/5-4-8"
D = "D 3018 27A rifle 3-3-6/2-2-6"


def differential(lab: Lab, action: str) -> tuple[int, int, str]:
    """Attack, defence and differential of an attack."""
    found = lab.preview(action)
    return found["attack_total"], found["defence_total"], found["column"]


# -- 7.0 to 7.2 who attacks ------------------------------------------------------------------------------------------


@pytest.mark.rule("7.0-a")
def test_only_adjacent_units_fight() -> None:
    lab = plain("german-combat", A, D, "E 3019 27A rifle 3-3-6", "B 3217 relief tank 5-5-8")
    assert lab.choices("attack") == ["3018"]
    assert lab.refused("attack 3019") == "7.0-a"
    assert lab.refused("attack 2017") == "7.0-a"
    assert lab.refused("attack 3217") == "7.0-a"
    lab.do("attack 3018")
    assert lab.choices("add") == ["A"]
    assert lab.refused("add B") == "7.0-a"


@pytest.mark.rule("7.0-a")
def test_attacking_is_never_compulsory() -> None:
    lab = plain("german-combat", A, D)
    lab.do("end")
    assert lab.decision == "movement"


@pytest.mark.rule("7.0-b")
def test_a_bombardment_needs_nobody_next_to_its_target() -> None:
    lab = plain("german-combat", A, "D 3019 27A rifle 3-1-6/2-1-6", pools={"relief": [4]})
    assert lab.choices("attack") == []
    lab.do("bombard 3019", "chit relief", "fire", dice=(1, 1))
    assert lab.decision == "retreat"


@pytest.mark.rule("7.0-b")
def test_a_bombardment_uses_up_no_attack() -> None:
    lab = plain("german-combat", A, D, pools={"relief": [3]})
    lab.do("bombard 3018", "chit relief", "fire", dice=(1, 2))
    assert "attacked" not in lab.unit("A")["marks"]
    lab.do("attack 3018")
    assert lab.choices("add") == ["A"]


@pytest.mark.rule("7.0-d")
def test_an_attack_is_resolved_before_the_next_is_declared() -> None:
    lab = plain("german-combat", A, D, "B 3217 relief tank 9-5-8", "E 3218 27A rifle 3-3-6/2-2-6")
    lab.do("attack 3018")
    assert lab.refused("attack 3218") == "7.0-d"
    lab.do("add A", "commit", dice=(2,))  # +6: D2
    assert lab.decision == "retreat"
    assert not lab.legal("attack 3218")
    lab.do("retreat 3019", "retreat 3020")
    assert lab.decision == "advance"
    assert not lab.legal("attack 3218")
    lab.do("done")
    assert lab.choices("attack") == ["3218"]


@pytest.mark.rule("7.1-a")
def test_the_attacker_chooses_who_attacks_whom_and_who_does_nothing() -> None:
    lab = plain("german-combat", A, "B 3118 relief tank 2-2-8", D, "E 2918 27A rifle 3-3-6")
    assert lab.choices("attack") == ["2918", "3018"]
    lab.do("attack 3018")
    assert lab.choices("add") == ["A", "B"]
    lab.do("add B")
    assert lab.preview()["attackers"] == ["B"]
    lab.do("commit", dice=(2,))  # -1: no effect
    assert lab.told("attack")[0].args["units"] == ["B"]
    assert lab.choices("attack") == ["2918"]
    lab.do("attack 2918")
    assert lab.choices("add") == ["A"]


@pytest.mark.rule("7.1-a")
def test_an_attack_that_is_only_being_declared_may_be_given_up() -> None:
    lab = plain("german-combat", A, D, "E 2918 27A rifle 3-3-6")
    lab.do("attack 3018", "add A", "cancel")
    assert lab.choices("attack") == ["2918", "3018"]


@pytest.mark.rule("7.1-b", "7.1-e")
def test_units_from_six_hexes_add_their_strengths_against_one() -> None:
    hexes = ("3017", "3118", "3119", "3019", "2919", "2918")
    ring = [f"G{i} {h} relief infantry {i}-4-6" for i, h in enumerate(hexes, 1)]
    lab = plain("german-combat", *ring, D, "E 3120 27A rifle 3-3-6")
    assert differential(lab, "attack 3018 G1 G2 G3 G4 G5 G6") == (21, 2, "+19")  # D is cut off: half of 3
    lab.do("attack 3018", "add G3", "add G4")
    assert lab.preview()["defenders"] == ["D"]  # not E, next to both
    assert lab.preview()["attack_total"] == 7


@pytest.mark.rule("7.1-d", "7.4-a")
@pytest.mark.parametrize("kind", ["clear", "woods", "rough", "village", "city", "marsh"])
def test_the_attackers_ground_has_no_effect(kind: str) -> None:
    lab = plain("german-combat", A, D, terrain={"3017": kind})
    assert lab.choices("attack") == ["3018"]
    assert lab.row("attack 3018 A") == "clear"
    assert differential(lab, "attack 3018 A") == (9, 3, "+6")


@pytest.mark.rule("7.1-f")
def test_a_player_attacks_every_unit_he_can_reach() -> None:
    lab = plain("german-combat", A, "B 3118 relief tank 3-3-8", "C 2918 relief tank 3-3-8", D, "E 3119 27A rifle 3-3-6")
    lab.do(*attack("3018", "C"), dice=(2,))
    lab.do(*attack("3119", "B"), dice=(2,))
    assert lab.choices("attack") == []
    assert [e.args["hex"] for e in lab.told("attack")] == ["3018", "3119"]


@pytest.mark.rule("7.2-a")
def test_a_unit_attacks_once_in_a_phase_and_not_again_in_the_mobile_phase() -> None:
    lab = plain("german-combat", "A 3017 relief tank 3-8-8", "B 3118 relief tank 3-8-8", D, "E 2918 27A rifle 3-3-6")
    lab.do(*attack("3018", "A"), dice=(2,))
    assert lab.refused("attack 2918") == "7.2-a"
    lab.do("end", "end")
    assert lab.choices("attack") == ["3018"]
    assert lab.refused("attack 2918") == "7.2-a"
    lab.do("attack 3018")
    assert lab.refused("add A") == "7.2-a"
    assert lab.choices("add") == ["B"]


@pytest.mark.rule("7.2-b")
def test_a_unit_is_attacked_once_in_a_phase_and_again_in_the_mobile_phase() -> None:
    lab = plain("german-combat", "A 3017 relief tank 3-8-8", "B 3118 relief tank 3-8-8", D)
    lab.do(*attack("3018", "A"), dice=(2,))
    assert lab.refused("attack 3018") == "7.2-b"
    lab.do("end", "end")
    assert lab.choices("attack") == ["3018"]


@pytest.mark.rule("7.2-c")
def test_a_bombarded_unit_may_be_attacked_in_the_same_phase() -> None:
    lab = plain("german-combat", A, D, pools={"relief": [3]})
    lab.do("bombard 3018", "chit relief", "fire", dice=(1, 2))  # 0: no effect
    lab.do(*attack("3018", "A"), dice=(1,))
    assert lab.decision == "retreat"


# -- 7.3 the differential --------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3-a")
def test_the_differential_is_the_attack_total_minus_the_defence_total() -> None:
    lab = plain("german-combat", A, "B 2918 relief tank 4-4-8/2-2-8 1", D)
    assert differential(lab, "attack 3018 A B") == (11, 3, "+8")
    assert differential(lab, "attack 3018 B") == (2, 3, "-1")


@pytest.mark.rule("7.3-a", "7.1-e")
def test_chits_of_both_sides_count() -> None:
    lab = plain("german-combat", A, D, pools={"relief": [5, 6], "27A": [4, 10]})
    lab.do(*attack("3018", "A"))
    lab.do("draw relief", "draw 27A", "draw relief", "draw 27A", dice=(2, 1, 1, 1, 2))
    odds = lab.told("odds")[0].args
    assert (odds["attack"], odds["defence"], odds["differential"]) == (20, 17, "+3")
    assert lab.told("result")[0].args["result"] == "D2"


@pytest.mark.rule("7.3-b")
@pytest.mark.parametrize(
    ("defence", "kind", "die", "result"),
    [
        (9, "clear", 1, "Ex"),
        (9, "clear", 6, "(A)"),
        (7, "clear", 1, "D2"),  # +2 in clear
        (7, "clear", 6, "(A)"),
        (7, "woods", 1, "Ex"),  # the same +2 in woods
        (7, "woods", 5, "A2"),
        (7, "village", 2, "."),
        (7, "city", 5, "A3"),
        (6, "clear", 4, "."),  # +3 shares the column of +2
        (5, "clear", 4, "Ex"),  # +4 does not
        (13, "clear", 5, "(A)"),  # less than the lowest column
        (24, "clear", 5, "(A)"),
        (0, "clear", 5, "Ex"),
    ],
)
def test_differential_terrain_and_die_give_the_result(defence: int, kind: str, die: int, result: str) -> None:
    lab = plain("german-combat", A, f"D 3018 27A rifle 3-{defence}-6/2-2-6", terrain={"3018": kind})
    lab.do(*attack("3018", "A"), dice=(die,))
    assert lab.told("result")[0].args["result"] == result


@pytest.mark.rule("7.3-c")
def test_a_chit_used_in_attack_does_not_defend_in_the_same_game_turn() -> None:
    lab = plain("soviet-combat", "S 3017 27A rifle 9-9-6/9-9-6", "D 3018 relief tank 9-9-8", pools={"27A": [3]})
    lab.do(*attack("3018", "S"), "draw 27A", dice=(1, 4))  # +3: no effect
    assert lab.pool("27A") == ([], [3])
    lab.do("end", "end", "end", "end")  # to the German combat phase
    assert (lab.decider, lab.decision) == ("german", "combat")
    events = lab.do(*attack("3017", "D"), dice=(2,))
    assert [e.args["defence"] for e in events if e.name == "odds"] == [9]
    lab.do("end", "end", "end", dice=(1,))  # to the next turn, clear weather
    assert lab.pool("27A") == ([3], [])


@pytest.mark.rule("7.3-c")
def test_a_chit_used_in_defence_does_not_attack_in_the_same_game_turn() -> None:
    units = ("S 3017 27A rifle 9-9-6/9-9-6", "D 3018 relief tank 9-9-8")
    lab = plain("soviet-combat", *units, pools={"relief": [3]})
    lab.do(*attack("3018", "S"), "draw relief", dice=(1, 2))  # -3: A1
    lab.do("resist", "end", "end", "end", "end")
    events = lab.do(*attack("3017", "D"), dice=(2,))
    assert [e.args["attack"] for e in events if e.name == "odds"] == [9]


@pytest.mark.rule("7.3-d")
def test_a_unit_attacks_with_all_its_attack_strength_and_no_other() -> None:
    lab = plain("german-combat", A, D, "E 2918 27A rifle 3-1-6")
    assert differential(lab, "attack 3018 A") == (9, 3, "+6")
    lab.do("attack 3018", "add A")
    assert lab.refused("add A") == "7.2-a"
    lab.do("commit", dice=(6,))  # no effect
    assert lab.refused("attack 2918") == "7.2-a"  # nothing of its 9 is left


@pytest.mark.rule("7.3-d")
def test_a_defender_meets_every_attack_with_its_whole_defence_strength() -> None:
    lab = plain("german-combat", "A 3017 relief tank 3-8-8", "B 3118 relief tank 3-8-8", D)
    lab.do(*attack("3018", "A"), dice=(2,))
    lab.do("end", "end")
    assert differential(lab, "attack 3018 B") == (3, 3, "+0")


# -- 7.4 the terrain -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4-a", "7.4-c")
@pytest.mark.parametrize("kind", ["clear", "woods", "rough", "village", "city", "marsh"])
def test_the_defenders_terrain_chooses_the_row_and_changes_nothing_else(kind: str) -> None:
    lab = plain("german-combat", A, D, terrain={"3018": kind})
    assert lab.row("attack 3018 A") == kind
    assert differential(lab, "attack 3018 A") == (9, 3, "+6")
    lab.do(*attack("3018", "A"), dice=(4,))
    assert lab.told("result")[0].args["bonus"] == 0


@pytest.mark.rule("7.4-b")
@pytest.mark.parametrize(
    ("rivers", "row"),
    [
        ({}, "clear"),
        ({"minor": "3017/3018"}, "clear"),  # B comes over dry land
        ({"minor": "3017/3018 2918/3018"}, "minor_river"),
        ({"major": "3017/3018 2918/3018"}, "major_river"),
        ({"major": "3017/3018", "minor": "2918/3018"}, "minor_river"),  # AMB-08: the weaker one
        ({"minor": "3018/3019 3017/2918"}, "clear"),  # rivers that nobody crosses
        ({"major": "3017/3018 2918/3018", "crossings": [["3017", "3018"]]}, "bridge"),  # AMB-08
        ({"major": "3017/3018", "crossings": [["3017", "3018"]]}, "clear"),
        ({"minor": "3017/3018 2918/3018", "crossings": [["3017", "3018"], ["2918", "3018"]]}, "bridge"),
    ],
)
def test_a_river_helps_only_against_attackers_who_all_cross_it(rivers: dict[str, str], row: str) -> None:
    lab = plain("german-combat", A, "B 2918 relief tank 4-4-8", D, **rivers)
    assert lab.row("attack 3018 A B") == row


@pytest.mark.rule("7.4-b")
def test_one_dry_attacker_takes_the_river_from_the_defender() -> None:
    units = ("A 3017 relief tank 4-8-8", "B 2918 relief tank 1-4-8", D)
    lab = plain("german-combat", *units, minor="3017/3018")
    assert lab.row("attack 3018 A") == "minor_river"
    assert lab.row("attack 3018 A B") == "clear"
    lab.do(*attack("3018", "A", "B"), dice=(1,))  # +2
    assert lab.told("result")[0].args["result"] == "D2"


@pytest.mark.rule("7.4-d")
def test_a_unit_in_rough_behind_a_river_uses_the_rough_row_alone() -> None:
    for kind in ("minor", "major"):
        lab = plain("german-combat", A, D, terrain={"3018": "rough"}, **{kind: "3017/3018"})
        assert lab.row("attack 3018 A") == "rough"
        lab.do(*attack("3018", "A"), dice=(4,))  # +6: in clear a D2, over a minor river in clear an Ex
        assert lab.told("odds")[0].args["row"] == "rough"
        assert lab.told("result")[0].args["result"] == "."


@pytest.mark.rule("7.4-d")
def test_a_river_serves_the_defender_better_than_clear_ground() -> None:
    lab = plain("german-combat", A, D, minor="3017/3018")
    lab.do(*attack("3018", "A"), dice=(4,))
    assert lab.told("result")[0].args["result"] == "Ex"


@pytest.mark.rule("7.4-b", "7.4-d")
@pytest.mark.parametrize(
    ("from_", "target", "row"),
    [
        ("2422", "2421", "minor_river"),  # from Shesterintsy over the Gniloy Tikich
        ("2422", "2523", "bridge"),
        ("2421", "2422", "village"),  # and back
        ("4008", "4007", "major_river"),  # the airfield over the Ros
        ("3208", "3207", "rough"),
    ],
)
def test_rivers_of_the_map_count_where_no_better_terrain_does(from_: str, target: str, row: str) -> None:
    lab = Lab.at("german-combat", f"A {from_} relief tank 9-8-8", f"D {target} 27A rifle 3-3-6")
    assert lab.row(f"attack {target} A") == row
