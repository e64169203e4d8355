"""13.0 German engineers: they bridge rivers for those who move, for lines of supply, and for an attack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.lab import Lab, attack, plain

AROUND = ("3016", "3117", "3118", "3018", "2918", "2917")
MOAT = " ".join(f"3017/{n}" for n in AROUND)
"""3017 is an island."""
A = "A 3017 relief tank 4-4-8"
P = "P 3014 relief engineer 1-2-4"


def island(phase: str, *units: str, **fields: Any) -> Lab:
    return plain(phase, *units, **{"minor": MOAT} | fields)


# -- 13.0-a to 13.0-e, movement --------------------------------------------------------------------------------------


@pytest.mark.rule("13.0-a")
@pytest.mark.parametrize("phase", ["german-movement", "german-mobile-movement"])
@pytest.mark.parametrize("kind", ["engineer", "mechanized_engineer"])
def test_an_engineer_bridges_a_hexside_in_either_movement_phase(phase: str, kind: str) -> None:
    lab = island(phase, A, f"P 3014 relief {kind} 1-2-4")
    assert lab.cost("A")["3018"] == 1 + 2
    lab.do("bridge P 3017/3018")
    assert (lab.cost("A")["3018"], lab.cost("A")["3118"]) == (1, 2)
    assert lab.state.view(None)["bridges"] == [{"unit": "P", "hexside": ["3017", "3018"]}]


@pytest.mark.rule("13.0-a")
def test_one_hexside_an_engineer_and_phase() -> None:
    lab = island("german-movement", A, P, "Q 3020 encircled engineer 1-2-4")
    lab.do("bridge P 3017/3018")
    assert lab.refused("bridge P 3016/3017") == "13.0-a"
    lab.do("bridge Q 2917/3017", "end")
    assert lab.state.view(None)["bridges"] == []
    lab.do("end")
    lab.do("bridge P 3016/3017")
    assert lab.cost("A")["3016"] == 1


@pytest.mark.rule("13.0-a")
def test_all_german_units_may_cross_and_the_engineer_itself() -> None:
    river = " ".join(f"{a}/{b}" for a, b in (("3017", "3018"), ("3017", "2918"), ("3017", "3118")))
    units = (P.replace("3014", "3017"), "B 3016 encircled infantry 2-2-4", A.replace("3017", "3015"))
    lab = plain("german-movement", *units, major=river)
    lab.do("bridge P 3017/3018", "select P", "move 3018")
    assert lab.state.view("german")["moving"]["points"] == {"leg": 3}
    lab.do("move 3019", "done")
    assert lab.cost("B")["3018"] == 2
    assert lab.cost("A")["3018"] == 3


@pytest.mark.rule("13.0-a")
def test_what_is_no_unbridged_river_is_not_bridged() -> None:
    lab = island("german-movement", A, P, crossings=[["3017", "3018"]])
    assert lab.refused("bridge P 3017/3018") == "13.0-a"
    assert lab.refused("bridge P 3018/3019") == "13.0-a"


@pytest.mark.rule("13.0-b")
@pytest.mark.parametrize(("where", "near"), [("3013", True), ("3012", False)])
def test_one_of_the_two_hexes_must_be_within_the_allowance_in_hexes(where: str, near: bool) -> None:
    """Four hexes from 3013 to 3017, over ground that no engineer could walk in a turn."""
    marsh = dict.fromkeys(("3014", "3015", "3016"), "marsh")
    lab = island("german-movement", A, f"P {where} relief engineer 1-2-4", terrain=marsh)
    assert lab.legal("bridge P 3017/3018") is near
    if not near:
        assert lab.refused("bridge P 3017/3018") == "13.0-b"


@pytest.mark.rule("13.0-b")
def test_a_depleted_engineer_has_the_range_of_its_back() -> None:
    lab = island("german-movement", A, "P 3014 relief engineer 1-2-4/1-1-2 1")
    assert lab.refused("bridge P 3017/3018") == "13.0-b"


@pytest.mark.rule("13.0-c")
def test_no_enemy_may_stand_at_either_end_and_his_zone_does_not_matter() -> None:
    for at, legal in (("3018", False), ("3019", True)):
        lab = island("german-movement", A, P, f"S {at} 27A rifle 1-1-4")
        assert lab.legal("bridge P 3017/3018") is legal
        if not legal:
            assert lab.refused("bridge P 3017/3018") == "13.0-c"
    lab = island("german-movement", "S 3017 27A rifle 1-1-4", P)
    assert lab.refused("bridge P 3016/3017") == "13.0-c"


@pytest.mark.rule("13.0-d")
def test_the_bridge_is_gone_when_the_engineer_leaves_its_range() -> None:
    lab = island("german-movement", A, P)
    lab.do("bridge P 3017/3018", "select P", "move 3013")
    assert lab.cost("A")["3018"] == 1  # four hexes
    lab.do("move 3012", "done")
    assert lab.cost("A")["3018"] == 3
    assert lab.state.view(None)["bridges"] == []


@pytest.mark.rule("13.0-d")
def test_coming_back_does_not_bring_it_back_and_who_has_crossed_stays() -> None:
    lab = island("german-movement", A, "P 3013 relief engineer 1-2-4")
    lab.do("bridge P 3017/3018", "select A", "move 3018", "done", "select P", "move 3012", "move 3013", "done")
    assert lab.state.view(None)["bridges"] == []
    assert lab.hex("A") == "3018"


@pytest.mark.rule("13.0-e")
def test_an_engineer_that_has_bridged_moves_as_any_unit() -> None:
    lab = island("german-movement", A, P)
    lab.do("bridge P 3017/3018", "select P", "move 3010")
    assert lab.hex("P") == "3010"
    lab = island("german-movement", A, P)
    lab.do("select P", "move 3015", "done", "bridge P 3017/3018")  # and the other way round
    assert lab.cost("A")["3018"] == 1


@pytest.mark.rule("13.0-a", "13.0-b")
def test_an_engineer_bridges_in_the_middle_of_its_move_and_crosses() -> None:
    """P comes along the road from beyond its range; Q, not on the move, waits its turn."""
    road = [f"30{row:02}" for row in range(5, 17)]
    units = ("P 3005 relief engineer 1-2-7", "Q 2914 relief engineer 1-2-7")
    lab = plain("german-movement", *units, roads=[road], minor="3016/3017 2917/3016")
    assert lab.refused("bridge P 3016/3017") == "13.0-b"
    lab.do("select P", "move 3016")
    assert lab.state.view("german")["moving"]["points"] == {"leg": 1.5}  # eleven hexes of road
    assert "3017" not in lab.choices("move")
    assert lab.refused("bridge Q 3016/3017") == "5.0-b"
    lab.do("bridge P 3016/3017")
    assert lab.refused("bridge P 2917/3016") == "13.0-a"
    lab.do("move 3017")
    assert lab.hex("P") == "3017"
    assert lab.refused("bridge P 2917/3016") == "13.0-a"


# -- 13.0-f to 13.0-h, supply; German only ---------------------------------------------------------------------------


@pytest.mark.rule("13.0-g")
def test_an_engineer_that_opens_a_line_moves_as_any_unit() -> None:
    lab = island("german-mobile-movement", A, P.replace("engineer", "mechanized_engineer"))
    assert lab.choices("select") == ["A", "P"]  # A is fed by the bridge of P
    lab.do("select P", "move 3010")
    assert lab.hex("P") == "3010"
    lab.do("select A", "move 3018")
    assert lab.hex("A") == "3018"


@pytest.mark.rule("13.0-h")
def test_soviet_engineers_bridge_nothing() -> None:
    units = ("A 3017 27A tank 4-4-8", "P 3014 27A engineer 1-2-4")
    lab = island("soviet-movement", *units)
    assert lab.actions("bridge") == []
    assert lab.refused("bridge P 3017/3018") == "13.0-h"
    assert not lab.supplied("A")
    lab = island("soviet-combat", *units, "G 3018 relief infantry 1-1-4")
    lab.do("attack 3018", "add A")
    assert lab.refused("engineer P") == "13.0-h"
    assert lab.row() == "minor_river"


@pytest.mark.rule("13.0-h")
def test_only_engineers_bridge_and_soviets_never_use_their_bridges() -> None:
    lab = island("german-movement", A, P)
    assert lab.refused("bridge A 3017/3018") == "13.0-h"
    lab = island("german-movement", "S 3017 27A rifle 1-1-4", P)
    assert not lab.supplied("S")
    lab = plain("german-movement", "S 3015 27A tank 1-1-9", P, minor="3012/3013")
    before = lab.cost("S")
    lab.do("bridge P 3012/3013")
    assert lab.cost("S") == before


# -- 13.0-i to 13.0-k, attack ----------------------------------------------------------------------------------------

D = "D 3018 27A rifle 2-3-5/1-2-5"


@pytest.mark.rule("13.0-i")
@pytest.mark.parametrize("phase", ["german-combat", "german-mobile-combat"])
@pytest.mark.parametrize("river", ["minor", "major"])
def test_an_engineer_brings_an_attack_over_a_river_to_the_bridge_row(phase: str, river: str) -> None:
    fields: dict[str, Any] = {river: "3017/3018"}
    lab = plain(phase, A, D, P, **fields)
    lab.do("attack 3018", "add A")
    assert lab.row() == f"{river}_river"
    lab.do("engineer P")
    assert lab.row() == "bridge"
    lab.do("commit", dice=(2,))  # +1
    assert lab.told("odds")[-1].args["row"] == "bridge"


@pytest.mark.rule("13.0-i")
def test_one_attack_an_engineer_and_phase() -> None:
    units = (A, D, "B 3117 relief tank 4-4-8", "E 3118 27A rifle 2-3-5", P, "Q 3013 relief engineer 1-2-5")
    lab = plain("german-combat", *units, minor="3017/3018 3117/3118")
    lab.do(*attack("3018", "A", engineer="P"), "attack 3118", "add B", dice=(2,))  # nothing
    assert lab.choices("engineer") == ["Q"]
    assert lab.refused("engineer P") == "13.0-i"
    lab.do("engineer Q")
    assert lab.refused("engineer P") == "13.0-i"  # one is enough
    lab.do("commit", dice=(2,))
    assert [e.args["units"] for e in lab.told("engineers help")] == [["P"], ["Q"]]


@pytest.mark.rule("13.0-i")
def test_one_engineer_serves_all_who_cross_with_that_attack() -> None:
    lab = plain("german-combat", A, "B 2918 relief tank 1-4-8", D, P, minor="3017/3018 2918/3018")
    lab.do("attack 3018", "add A", "add B", "engineer P")
    assert lab.row() == "bridge"  # AMB-08


@pytest.mark.rule("13.0-i")
def test_an_engineer_is_of_no_use_where_nobody_crosses_an_unbridged_river() -> None:
    lab = plain("german-combat", A, D, P, minor="3017/3018", crossings=[["3017", "3018"]])
    lab.do("attack 3018", "add A")
    assert lab.refused("engineer P") == "13.0-i"
    assert lab.row() == "bridge"


@pytest.mark.rule("13.0-j")
@pytest.mark.parametrize(("where", "near"), [("3013", True), ("3012", False)])
def test_in_attack_the_range_is_the_same_and_enemies_do_not_matter(where: str, near: bool) -> None:
    lab = plain("german-combat", A, D, f"P {where} relief engineer 1-2-4", minor="3017/3018")
    lab.do("attack 3018", "add A")
    assert lab.legal("engineer P") is near
    if not near:
        assert lab.refused("engineer P") == "13.0-b"


@pytest.mark.rule("13.0-k")
def test_one_engineer_does_all_of_it_in_one_turn() -> None:
    """P bridges for A, feeds A on its island and helps its attack; then it bridges for C and helps the attack of C."""
    units = (
        "A 3016 relief tank 4-4-1",
        "D 3018 27A rifle 2-3-5",
        P,
        "C 2916 relief tank 4-4-1",
        "E 2918 27A rifle 2-3-5",
    )
    lab = plain("german-movement", *units, minor=f"{MOAT} 2916/2917 2917/2918")
    lab.do("bridge P 3016/3017", "select A", "move 3017", "end")
    lab.do(*attack("3018", "A", engineer="P"), "end", dice=(2,))
    lab.do("bridge P 2916/2917", "select C", "move 2917", "end")
    lab.do(*attack("2918", "C", engineer="P"), dice=(2,))
    assert [(e.args["attack"], e.args["row"]) for e in lab.told("odds")] == [(4, "bridge"), (4, "bridge")]


@pytest.mark.rule("13.0-k", "7.9-g")
def test_an_engineer_that_advanced_only_opens_lines() -> None:
    """AMB-47: P has attacked and advanced into 3018."""
    units = ("P 3017 relief mechanized_engineer 19-2-4", "D 3018 27A rifle 2-3-5", "B 3020 relief tank 4-4-8")
    river = " ".join(f"3020/{n}" for n in ("3019", "3120", "3121", "3021", "2921", "2920"))
    lab = plain("german-combat", *units, "E 3021 27A rifle 2-9-5", minor=river)
    lab.do(*attack("3018", "P"), "advance P 3018", "attack 3021", "add B", dice=(1,))
    assert lab.refused("engineer P") == "7.9-g"
    assert lab.supplied("B")
    lab.do("cancel", "end")
    assert lab.refused("bridge P 3019/3020") == "7.9-g"
