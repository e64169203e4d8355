"""13.9 and 13.10: what a result does, retreats and advances."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import Lab
from tests.breakout.plain import attack, plain

A = "A 3017 german panzer XX 9-9/5-5"
DIE = {"DL1+DR": 1, "DL1": 2, "DR": 3, "AS": 5, "EX": 6}  # in the column 3:1
RING = [f"R{h} {h} german infantry XX 0-4" for h in ("3118", "3119", "3019", "2919", "2918")]  # around 3018, with 3017


def german_attack(result: str, *units: str, **fields: Any) -> Lab:
    """A, in 3017, has attacked the 3 defence factors in 3018."""
    lab = plain("german-combat-1", A, *units, **fields)
    lab.do(*attack("3018", "A"), dice=(DIE[result],))
    return lab


def soviet_attack(result: str, *units: str, **fields: Any) -> Lab:
    """S, in 3017, has attacked the 3 defence factors in 3018."""
    lab = plain("soviet-combat-1", "S 3017 soviet tank XXX 9-9/5-5", *units, **fields)
    lab.do(*attack("3018", "S"), dice=(DIE[result],))
    return lab


# -- 13.9 retreats ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.9-a")
def test_the_german_sends_retreating_soviets_one_hex_away() -> None:
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-3")
    assert (lab.decider, lab.decision) == ("german", "retreat")
    assert lab.refused("retreat D 3020") == "13.9-a"
    assert lab.refused("done") == "13.9-a"
    assert lab.refused("retreat D 3019", side="soviet") == "13.9-a"
    lab.do("retreat D 3019")
    assert lab.hex("D") == "3019"


@pytest.mark.rule("13.9-a")
def test_the_german_chooses_the_retreat_of_his_own_units_too() -> None:
    lab = soviet_attack("DR", "D 3018 german infantry XX 2-3")
    assert (lab.decider, lab.decision) == ("german", "retreat")
    lab.do("retreat D 3019")
    assert (lab.hex("D"), lab.decider) == ("3019", "soviet")


@pytest.mark.rule("13.9-b")
def test_a_retreat_may_go_in_any_direction_and_a_stack_may_split() -> None:
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-2", "E 3018 soviet tank XXX 9-1")
    everywhere = ["2918", "2919", "3019", "3118", "3119"]
    assert lab.choices("retreat") == sorted(everywhere)
    lab.do("retreat D 3118", "retreat E 2919")
    assert (lab.hex("D"), lab.hex("E")) == ("3118", "2919")


@pytest.mark.rule("13.9-c")
def test_soviets_do_not_retreat_into_an_overstack() -> None:
    units = ("D 3018 soviet tank XXX 9-2/1-1", "Gun 3018 soviet field_artillery XX 6-1")
    lab = german_attack("DR", *units, "6GTk 3019", "4TA-sup 3019", "7GTk 3119", "13B 3119")
    assert lab.refused("retreat D 3019") == "13.9-c"  # 3 + 2 steps
    assert lab.refused("retreat Gun 3119") == "13.9-c"  # 1 + 1 steps of artillery
    lab.do("retreat D 3119", "retreat Gun 3019")
    assert (lab.hex("D"), lab.hex("Gun")) == ("3119", "3019")


@pytest.mark.rule("13.9-c")
def test_germans_do_not_retreat_into_an_overstack() -> None:
    lab = soviet_attack("DR", "D 3018 german infantry XX 2-3/1-1", "9SS 3019", "10SS 3119 7")
    assert lab.refused("retreat D 3019") == "13.9-c"  # 8 + 2 steps
    lab.do("retreat D 3119")
    assert lab.hex("D") == "3119"


@pytest.mark.rule("13.9-d")
def test_no_retreat_off_the_map() -> None:
    lab = Lab.at("german-combat-1", "9SS 4719", "D 4720 soviet tank XXX 9-2/1-1", terrain={"4720": "clear"})
    lab.do(*attack("4720", "9SS"), dice=(5,))
    assert lab.choices("retreat") == ["4619", "4620", "4721"]


@pytest.mark.rule("13.9-d")
def test_soviets_do_not_retreat_into_the_closed_area() -> None:
    lab = Lab.at("german-combat-1", "9SS 0816", "D 0716 soviet tank XXX 9-2/1-1", terrain={"0716": "clear"})
    lab.do(*attack("0716", "9SS"), dice=(5,))
    assert lab.refused("retreat D 0615") == "13.9-d"
    assert lab.refused("retreat D 0616") == "13.9-d"
    lab.do("retreat D 0717")


@pytest.mark.rule("13.9-d")
def test_units_under_hitlers_order_do_not_retreat_west() -> None:
    fields = {"turn": 1, "restricted": ["D"], "terrain": {"2318": "clear"}, "rivers": {"none": [["2318", "2317"]]}}
    lab = Lab.at("soviet-combat-1", "8GMech 2317", "D 2318 german infantry XX 2-3/1-1", **fields)
    lab.do(*attack("2318", "8GMech"), dice=(3,))
    assert lab.refused("retreat D 2217") == "13.9-d"
    assert lab.choices("retreat") == ["2319", "2417", "2418"]


@pytest.mark.rule("13.9-d")
def test_a_river_does_not_stop_a_retreat() -> None:
    fields = {"weather": "thaw", "river": "3118 3119 3019 2919 2918"}
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-3", **fields)
    lab.do("retreat D 3019")
    assert lab.hex("D") == "3019"


@pytest.mark.rule("13.9-e")
def test_a_blocked_unit_stays_and_loses_a_step() -> None:
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-3/5-5/4-4", *RING)
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == ("3018", 2, "combat")


@pytest.mark.rule("13.9-e")
def test_the_loss_of_a_blocked_unit_comes_on_top_of_the_result() -> None:
    lab = german_attack("DL1+DR", "D 3018 soviet tank XXX 9-3/5-5/4-4", *RING)
    assert (lab.hex("D"), lab.steps("D")) == ("3018", 1)


@pytest.mark.rule("13.9-e")
def test_what_is_left_of_a_stack_without_room_to_retreat_loses_one_step() -> None:
    ring = ["7GTk 3019 1", "4TA-sup 3019", *(unit for unit in RING if "3019" not in unit)]
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-2/1-1", "E 3018 soviet tank XXX 9-1/1-1", *ring)
    lab.do("retreat E 3019")
    assert (lab.hex("D"), lab.steps("D"), lab.steps("E")) == ("3018", 1, 2)


@pytest.mark.rule("13.9-e")
def test_the_owner_chooses_one_step_among_all_that_are_blocked() -> None:
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-2/1-1", "E 3018 soviet tank XXX 9-1/1-1", *RING)
    assert (lab.decider, lab.choices("lose")) == ("soviet", ["D", "E"])
    lab.do("lose E")
    assert (lab.steps("D"), lab.steps("E"), lab.decision) == (2, 1, "combat")


@pytest.mark.rule("13.9-e")
def test_a_garrison_in_the_open_cannot_retreat() -> None:
    lab = soviet_attack("DR", "D 3018 german infantry XX 2-1", "G 3018 german garrison (XXX) 0-2/0-1")
    lab.do("retreat D 3019")
    assert (lab.hex("G"), lab.steps("G")) == ("3018", 1)


@pytest.mark.rule("13.9-f")
def test_defenders_of_a_town_lose_nothing_for_not_retreating() -> None:
    lab = plain("german-combat-1", A, "D 3018 soviet tank XXX 9-3/5-5", *RING, terrain={"3018": "town"})
    lab.do(*attack("3018", "A"), dice=(2,))  # 3:1, shifted to 2:1: DR
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == ("3018", 2, "combat")


@pytest.mark.rule("13.9-g")
def test_a_unit_that_retreated_defends_where_it_has_gone() -> None:
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-3", "6GTk 3118", "9SS 3117")
    lab.do("retreat D 3118", "done", *attack("3118", "9SS"), dice=(2,))
    assert lab.told("odds")[-1].args["defence"] == 7 + 3


@pytest.mark.rule("13.9-h")
def test_enemy_zoc_does_not_hinder_a_retreat() -> None:
    lab = german_attack("DR", "D 3018 soviet tank XXX 9-3", "16Pz 3120", "17Pz 2920")
    assert {"3119", "3019", "2919", "3118", "2918"} <= lab.zoc("german")
    assert len(lab.choices("retreat")) == 5
    lab.do("retreat D 3019")
    assert lab.hex("D") == "3019"


# -- 13.9 losses -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.9-i")
def test_an_exchange_costs_each_side_a_step_of_its_own_choice() -> None:
    lab = plain("german-combat-1", A, "16Pz 3118", "D 3018 soviet tank XXX 9-2/1-1", "E 3018 soviet tank XXX 9-2/1-1")
    lab.do(*attack("3018", "A", "16Pz"), dice=(6,))
    assert (lab.decider, lab.choices("lose")) == ("german", ["16Pz", "A"])
    assert lab.refused("lose D") == "13.9-i"
    lab.do("lose 16Pz")
    assert (lab.decider, lab.choices("lose")) == ("soviet", ["D", "E"])
    lab.do("lose E")
    assert [lab.steps(u) for u in ("A", "16Pz", "D", "E")] == [2, 5, 2, 1]
    assert lab.decision == "combat"


@pytest.mark.rule("13.9-i")
def test_an_exchange_that_empties_the_hex_lets_the_attackers_advance() -> None:
    lab = german_attack("EX", "D 3018 soviet tank XXX 9-3")
    assert (lab.hex("D"), lab.steps("A"), lab.choices("advance")) == ("dead", 1, ["A"])


@pytest.mark.rule("13.9-i", "13.10-a")
def test_nobody_advances_when_an_exchange_kills_both() -> None:
    lab = plain("german-combat-1", "509 3017", "D 3018 soviet tank XXX 9-1")
    lab.do(*attack("3018", "509"), dice=(6,))
    assert (lab.hex("509"), lab.hex("D"), lab.decision) == ("dead", "dead", "combat")


@pytest.mark.rule("13.9-j")
@pytest.mark.parametrize(("result", "die"), [("EX", 6), ("DL1", 1)])
def test_mobile_units_take_losses_before_the_garrison(result: str, die: int) -> None:
    units = ("D 3018 german infantry XX 2-1/1-1", "E 3018 german infantry XX 2-1/1-1", "KPG 3018")
    lab = plain("soviet-combat-1", "S 3017 soviet tank XXX 20-9/5-5", *units, terrain={"3018": "fortified"})
    lab.do(*attack("3018", "S"), dice=(die,))  # 4:1, shifted to 2:1
    assert lab.told("result")[-1].args["result"] == result
    assert (lab.decider, lab.choices("lose")) == ("german", ["D", "E"])
    assert lab.refused("lose KPG") == "13.9-j"


@pytest.mark.rule("13.9-j")
def test_a_garrison_alone_takes_the_loss() -> None:
    lab = soviet_attack("DL1", "G 3018 german garrison (XXX) 0-3/0-1")
    assert lab.steps("G") == 1


@pytest.mark.rule("13.9-k")
def test_a_stalled_attack_changes_nothing() -> None:
    lab = german_attack("AS", "D 3018 soviet tank XXX 9-3/1-1")
    assert (lab.hex("A"), lab.steps("A"), lab.hex("D"), lab.steps("D")) == ("3017", 2, "3018", 2)
    assert lab.decision == "combat"
    assert lab.refused("attack 3018") == "13.0-c"


@pytest.mark.rule("13.9-l")
def test_the_attacker_chooses_the_step_that_he_loses() -> None:
    lab = plain("german-combat-1", "16Pz 3017 4", "11Pz 3017", "17Pz 3118", "9Mech 3018")
    lab.do(*attack("3018", "16Pz", "17Pz"), dice=(4,))  # 9 against 9: AL1
    assert (lab.decider, lab.choices("lose")) == ("german", ["16Pz", "17Pz"])
    assert lab.refused("lose 11Pz") == "13.9-l"
    lab.do("lose 17Pz")
    assert [lab.steps(u) for u in ("16Pz", "17Pz", "11Pz", "9Mech")] == [4, 5, 4, 2]
    assert lab.decision == "combat"


@pytest.mark.rule("13.9-m")
def test_the_defender_chooses_the_step_that_he_loses() -> None:
    lab = german_attack("DL1", "D 3018 soviet tank XXX 9-2/1-1", "E 3018 soviet tank XXX 9-1/1-1")
    assert (lab.decider, lab.choices("lose")) == ("soviet", ["D", "E"])
    assert lab.refused("lose A") == "13.9-m"
    lab.do("lose D")
    assert [lab.steps(u) for u in ("D", "E", "A")] == [1, 2, 2]
    assert (lab.hex("D"), lab.decision) == ("3018", "combat")


@pytest.mark.rule("13.9-m")
def test_the_loss_of_the_last_step_empties_the_hex_for_an_advance() -> None:
    lab = german_attack("DL1", "D 3018 soviet tank XXX 9-3")
    assert (lab.hex("D"), lab.choices("advance")) == ("dead", ["A"])


@pytest.mark.rule("13.9-n")
def test_the_loss_comes_before_the_retreat() -> None:
    lab = german_attack("DL1+DR", "D 3018 soviet tank XXX 9-2", "E 3018 soviet tank XXX 9-1/1-1")
    assert (lab.decider, lab.decision) == ("soviet", "loss")
    lab.do("lose D")
    assert (lab.decider, lab.decision) == ("german", "retreat")
    lab.do("retreat E 3019")
    assert (lab.hex("D"), lab.hex("E"), lab.steps("E"), lab.decision) == ("dead", "3019", 2, "advance")


# -- 13.10 advance after combat --------------------------------------------------------------------------------------


@pytest.mark.rule("13.10-a")
@pytest.mark.parametrize("result", ["DL1", "DR", "DL1+DR", "EX"])
def test_attackers_may_enter_the_hex_that_was_left_empty(result: str) -> None:
    lab = german_attack(result, "D 3018 soviet tank XXX 9-3")
    if lab.decision == "retreat":
        lab.do("retreat D 3019")
    lab.do("advance A")
    assert (lab.hex("A"), lab.controls("3018")) == ("3018", "german")


@pytest.mark.rule("13.10-a")
def test_an_advance_is_optional() -> None:
    lab = german_attack("DL1", "D 3018 soviet tank XXX 9-3")
    lab.do("done")
    assert (lab.hex("A"), lab.decision) == ("3017", "combat")


@pytest.mark.rule("13.10-a")
def test_one_or_more_attackers_advance_but_nobody_else() -> None:
    units = ("16Pz 3118 3", "11Pz 3019", "371Inf 3017", "D 3018 soviet tank XXX 9-3")
    lab = plain("german-combat-1", A, *units)
    lab.do(*attack("3018", "A", "16Pz", "11Pz"), dice=(1,))  # 17 against 3
    assert lab.choices("advance") == ["11Pz", "16Pz", "A"]
    assert lab.refused("advance 371Inf") == "13.10-a"
    lab.do("advance 16Pz", "advance A", "done")
    assert [lab.hex(u) for u in ("A", "16Pz", "11Pz")] == ["3018", "3018", "3019"]


@pytest.mark.rule("13.10-a")
def test_an_advance_does_not_overstack_the_hex() -> None:
    lab = plain("german-combat-1", "9SS 3017", "10SS 3118", "509 3118", "D 3018 soviet tank XXX 9-5")
    lab.do(*attack("3018", "9SS", "10SS", "509"), dice=(2,))  # 17 against 5 and Tigers: 4:1
    lab.do("advance 9SS")
    assert lab.refused("advance 10SS") == "6.0-c"
    lab.do("advance 509")
    assert [lab.hex(u) for u in ("9SS", "10SS", "509")] == ["3018", "3118", "3018"]


@pytest.mark.rule("13.10-a")
def test_soviets_advance_too() -> None:
    lab = soviet_attack("DL1", "D 3018 german infantry XX 2-3")
    lab.do("advance S")
    assert (lab.hex("S"), lab.controls("3018")) == ("3018", "soviet")


@pytest.mark.rule("13.10-a")
def test_no_advance_into_a_hex_that_still_holds_a_defender() -> None:
    lab = german_attack("DL1", "D 3018 soviet tank XXX 9-2/1-1", "E 3018 soviet tank XXX 9-1/1-1")
    lab.do("lose D")
    assert (lab.decision, lab.hex("A")) == ("combat", "3017")


@pytest.mark.rule("13.10-b")
def test_the_advance_comes_before_the_next_combat() -> None:
    lab = german_attack("DL1", "D 3018 soviet tank XXX 9-3", "16Pz 3117", "6GTk 3118")
    assert lab.refused("attack 3118") == "13.10-b"
    assert lab.refused("end") == "13.10-b"
    lab.do("done")
    assert lab.legal("attack 3118")
    assert not lab.legal("advance A")


@pytest.mark.rule("13.9-i", "4.2-a")
def test_an_exchange_judges_the_german_loss_with_the_attackers_still_in_place() -> None:
    lab = plain(
        "soviet-combat-1",
        "16Pz 3018 1",
        "A 3017 soviet tank XXX 2-2",
        "B 3019 soviet tank XXX 9-9",
        "C 2918 soviet tank XXX 9-9",
        "D 3118 soviet tank XXX 9-9",
    )
    assert not lab.supplied("3018", "german")
    lab.do(*attack("3018", "A"), dice=(6,))  # 2 against 2: EX
    assert (lab.hex("16Pz"), lab.hex("A"), lab.state.losses) == ("dead", "dead", 6)
