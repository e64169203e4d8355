"""7.9 Advance after combat."""

from __future__ import annotations

import pytest

from tests.korsun.fights import fight

# Germans who leave to D in 3018 only the way over 3019.
WEST, EAST = "W 2818 relief tank 1-1-8", "X 3218 relief tank 1-1-8"
SHUT = ("V 2920 relief tank 1-1-8", "W 3020 relief tank 1-1-8", "X 3120 relief tank 1-1-8")


@pytest.mark.rule("7.9-a")
def test_attackers_advance_after_a_retreat_and_after_an_elimination_only() -> None:
    for result, ways in (("D2", "3019 3020"), ("D3", "3019 3020 3021")):
        lab = fight(result)
        lab.do(*(f"retreat {h}" for h in ways.split()))
        assert (lab.decider, lab.decision) == ("german", "advance")
    assert fight("De").decision == "advance"
    for result, worn in (("Ex", "D"), ("Ex", ""), ("(A)", ""), (".", "")):
        assert fight(result, worn=worn).decision == "combat"


@pytest.mark.rule("7.9-a")
def test_attackers_advance_after_a_unit_died_for_want_of_a_retreat() -> None:
    lab = fight("D2", *SHUT)
    lab.do("perish")
    assert (lab.decision, lab.choices("advance")) == ("advance", ["3018"])


@pytest.mark.rule("7.9-a")
def test_only_units_that_attacked_advance() -> None:
    lab = fight("De", "F 3118 relief tank 9-9-8")
    assert lab.actions("advance") == ["advance A 3018"]
    assert lab.refused("advance F 3018") == "7.9-a"


@pytest.mark.rule("7.9-a")
@pytest.mark.parametrize("result", ["A1", "A2", "A3", "Ae"])
def test_a_defender_never_advances(result: str) -> None:
    lab = fight(result)
    while lab.decision == "retreat":
        lab.do(f"retreat {lab.choices('retreat')[0]}")
    assert (lab.decider, lab.decision, lab.hex("D")) == ("german", "combat", "3018")


@pytest.mark.rule("7.9-c")
def test_any_or_all_of_the_attackers_advance_or_none() -> None:
    lab = fight("D3", attackers="ABC")
    lab.do("retreat 3019", "retreat 3020", "retreat 3021")
    assert len(lab.actions("advance")) == 9
    lab.do("advance B 3018", "advance A 3020", "advance C 3019")
    assert [lab.hex(u) for u in "ABC"] == ["3020", "3018", "3019"]
    assert lab.decision == "combat"
    lab = fight("D2", attackers="AB")
    lab.do("retreat 3019", "retreat 3020", "advance B 3018", "done")
    assert [lab.hex(u) for u in "AB"] == ["3017", "3018"]
    lab = fight("De", attackers="AB")
    lab.do("done")
    assert ([lab.hex(u) for u in "AB"], lab.decision) == (["3017", "2918"], "combat")


@pytest.mark.rule("7.9-d")
def test_the_advance_is_decided_before_the_next_attack() -> None:
    lab = fight("De", "F 2817 relief tank 1-1-8", "E 2816 27A rifle 1-9-6")
    assert lab.refused("attack 2816") == "7.9-d"
    assert lab.refused("end") == "7.9-d"
    lab.do("done")
    assert not lab.legal("advance A 3018")
    assert lab.choices("attack") == ["2816"]


@pytest.mark.rule("7.9-e", "6.2-b")
def test_an_advance_ignores_enemy_zones_along_the_whole_path() -> None:
    soviets = ("E 3118 27A rifle 1-9-6", "F 3120 27A rifle 1-9-6", "G 2919 27A rifle 1-9-6")
    lab = fight("D3", *soviets)
    lab.do("retreat 3019", "retreat 3020", "retreat 3021")
    assert lab.choices("advance") == ["3018", "3019", "3020"]
    lab.do("advance A 3020")
    assert lab.hex("A") == "3020"


@pytest.mark.rule("7.9-f")
def test_an_advance_stays_on_the_path_of_retreat() -> None:
    lab = fight("D3", attackers="AB")
    lab.do("retreat 3119", "retreat 3120", "retreat 3121")
    assert set(lab.choices("advance")) == {"3018", "3119", "3120"}
    assert lab.refused("advance A 3019") == "7.9-f"
    assert lab.refused("advance A 3121") == "7.9-f"  # D is there
    assert lab.refused("advance A 3016") == "7.9-f"


@pytest.mark.rule("7.9-f")
def test_at_most_one_unit_ends_its_advance_in_a_hex_and_others_may_pass_it() -> None:
    lab = fight("D2", attackers="AB")
    lab.do("retreat 3019", "retreat 3020", "advance A 3018")
    assert lab.refused("advance B 3018") == "7.9-f"
    assert lab.choices("advance") == ["3019"]
    lab.do("advance B 3019")
    assert [lab.hex(u) for u in "AB"] == ["3018", "3019"]


@pytest.mark.rule("7.9-f")
def test_a_hex_that_the_retreat_passed_and_a_friend_of_the_enemy_holds_ends_the_path() -> None:
    lab = fight("D3", WEST, EAST, "F 3019 27A rifle 1-1-6")
    lab.do("retreat 3019", "retreat 3020", "retreat 3021")
    assert lab.choices("advance") == ["3018"]
    assert lab.refused("advance A 3020") == "7.9-f"


@pytest.mark.rule("7.9-f")
def test_the_path_of_a_retreat_cut_short_ends_before_the_unit() -> None:
    second = [f"{name} {h} relief tank 1-1-8" for name, h in zip("WXYZ", ("2719", "2921", "3220", "3318"), strict=True)]
    lab = fight("D2", *second)
    lab.do("retreat 3119")
    assert lab.choices("advance") == ["3018"]


@pytest.mark.rule("7.9-g")
def test_a_unit_that_advanced_neither_moves_nor_attacks_again_in_that_player_turn() -> None:
    lab = fight("De", "E 3019 27A rifle 1-9-6", attackers="AB")
    lab.do("advance A 3018")
    assert lab.refused("attack 3019") == "7.2-a"
    lab.do("end")
    assert lab.decision == "movement"
    assert lab.refused("select A") == "7.9-g"
    assert lab.legal("select B")  # it attacked but did not advance
    lab.do("end")
    assert not lab.legal("attack 3019")


@pytest.mark.rule("7.9-g")
def test_a_unit_advances_once() -> None:
    lab = fight("D3", attackers="AB")
    lab.do("retreat 3019", "retreat 3020", "retreat 3021", "advance A 3018")
    assert lab.refused("advance A 3019") == "7.9-g"


@pytest.mark.rule("7.9-h")
def test_a_unit_that_advanced_is_attacked_in_the_enemys_next_combat_phase() -> None:
    lab = fight("De", "E 3019 relief tank 9-9-8", soviet=True)
    lab.do("advance A 3018", "end", "end", "end")
    assert (lab.decider, lab.decision) == ("german", "movement")
    lab.do("end")
    assert lab.choices("attack") == ["3018"]
    lab.do("attack 3018", "add E")
    assert lab.preview()["defenders"] == ["A"]
