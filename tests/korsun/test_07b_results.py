"""7.6 and 7.8: what a result does, and tenacious resistance."""

from __future__ import annotations

import pytest

from tests.korsun.fights import fight
from tests.korsun.lab import attack, plain

# -- 7.6 results -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.6-a")
@pytest.mark.parametrize("worn", ["", "D"])
def test_de_eliminates_the_defender_whatever_its_steps(worn: str) -> None:
    lab = fight("De", worn=worn)
    assert (lab.hex("D"), lab.hex("A"), lab.steps("A")) == ("dead", "3017", 2)
    assert (lab.decider, lab.decision) == ("german", "advance")


@pytest.mark.rule("7.6-b")
def test_d3_sends_the_defender_back_three_hexes() -> None:
    lab = fight("D3")
    lab.do("retreat 3019", "retreat 3020")
    assert lab.decision == "retreat"
    lab.do("retreat 3021")
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == ("3021", 2, "advance")


@pytest.mark.rule("7.6-c")
def test_d2_sends_the_defender_back_two_hexes() -> None:
    lab = fight("D2")
    lab.do("retreat 3019")
    assert lab.decision == "retreat"
    lab.do("retreat 3020")
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == ("3020", 2, "advance")


@pytest.mark.rule("7.6-d")
def test_ex_depletes_the_defender_and_one_attacker_of_the_attackers_choice() -> None:
    lab = fight("Ex", attackers="AB")
    assert (lab.decider, lab.decision) == ("german", "loss")
    assert lab.choices("lose") == ["A", "B"]
    assert lab.refused("lose D") == "7.6-d"
    assert lab.refused("end") == "7.6-d"
    lab.do("lose B")
    assert (lab.steps("A"), lab.steps("B"), lab.steps("D")) == (2, 1, 1)
    assert (lab.hex("B"), lab.hex("D")) == ("2918", "3018")
    assert (lab.decider, lab.decision) == ("german", "combat")


@pytest.mark.rule("7.6-d")
def test_ex_eliminates_those_who_are_depleted_and_nobody_advances() -> None:
    lab = fight("Ex", worn="AD")
    assert (lab.hex("A"), lab.hex("D"), lab.decision) == ("dead", "dead", "combat")
    lab = fight("Ex", worn="D")
    assert (lab.hex("A"), lab.steps("A"), lab.hex("D"), lab.decision) == ("3017", 1, "dead", "combat")


@pytest.mark.rule("7.6-d")
def test_ex_eliminates_a_unit_of_one_side() -> None:
    lab = plain("german-combat", "A 3017 relief tank 9-9-8", "D 3018 27A rifle 2-1-6")
    lab.do(*attack("3018", "A"), dice=(5,))
    assert (lab.hex("A"), lab.hex("D")) == ("dead", "dead")


@pytest.mark.rule("7.6-e")
@pytest.mark.parametrize(("result", "way"), [("A1", "3016"), ("A2", "3016 3015"), ("A3", "3016 3015 3014")])
def test_an_attacker_retreats_one_two_or_three_hexes(result: str, way: str) -> None:
    lab = fight(result)
    assert (lab.decider, lab.decision) == ("german", "retreat")
    for h in way.split():
        assert lab.decision == "retreat"
        lab.do(f"retreat {h}")
    assert (lab.hex("A"), lab.steps("A"), lab.hex("D"), lab.steps("D")) == (way[-4:], 2, "3018", 2)
    assert lab.decision == "combat"


@pytest.mark.rule("7.6-e")
def test_every_attacker_retreats_or_resists_by_itself_in_any_order() -> None:
    """AMB-12: the resistance of one does not spare the others."""
    lab = fight("A1", attackers="ABC")
    assert lab.choices("next") == ["A", "B", "C"]
    assert lab.refused("end") == "7.6-e"
    lab.do("next C", "retreat 3217", "next A", "resist")
    lab.do("retreat 2818")  # B is the last
    assert [lab.hex(u) for u in "ABC"] == ["3017", "2818", "3217"]
    assert [lab.steps(u) for u in "ABC"] == [1, 2, 2]
    assert lab.decision == "combat"


@pytest.mark.rule("7.6-f")
def test_an_attacker_of_the_attackers_choice_loses_a_step() -> None:
    lab = fight("(A)", attackers="AB")
    assert (lab.decider, lab.choices("lose")) == ("german", ["A", "B"])
    assert lab.refused("lose D") == "7.6-f"
    lab.do("lose A")
    assert [lab.steps(u) for u in "ABD"] == [1, 2, 2]
    assert (lab.hex("A"), lab.decision) == ("3017", "combat")


@pytest.mark.rule("7.6-f")
def test_a_depleted_attacker_that_loses_a_step_is_eliminated() -> None:
    lab = fight("(A)", worn="A")
    assert (lab.hex("A"), lab.steps("D"), lab.decision) == ("dead", 2, "combat")


@pytest.mark.rule("7.6-g")
def test_ae_eliminates_all_attackers_but_not_those_who_stood_by() -> None:
    lab = fight("Ae", "F 3118 relief tank 9-9-8", attackers="AB")
    assert [lab.hex(u) for u in "ABDF"] == ["dead", "dead", "3018", "3118"]
    assert lab.decision == "combat"


@pytest.mark.rule("7.6-h")
def test_a_dot_has_no_effect() -> None:
    lab = fight(".")
    assert [(lab.hex(u), lab.steps(u)) for u in "AD"] == [("3017", 2), ("3018", 2)]
    assert (lab.decider, lab.decision) == ("german", "combat")


@pytest.mark.rule("7.6-j")
@pytest.mark.parametrize(
    ("result", "soviet", "owner"),
    [("D2", False, "soviet"), ("D2", True, "german"), ("A2", False, "german"), ("A2", True, "soviet")],
)
def test_the_owner_of_a_unit_retreats_it(result: str, soviet: bool, owner: str) -> None:
    lab = fight(result, soviet=soviet)
    assert (lab.decider, lab.decision) == (owner, "retreat")
    other = "german" if owner == "soviet" else "soviet"
    assert lab.refused("resist", side=other) == "7.7-a"


# -- 7.8 tenacious resistance ----------------------------------------------------------------------------------------


@pytest.mark.rule("7.6-i", "7.8-a")
@pytest.mark.parametrize(("result", "unit"), [("D2", "D"), ("D3", "D"), ("A1", "A"), ("A2", "A"), ("A3", "A")])
def test_a_unit_may_resist_any_retreat_for_one_step(result: str, unit: str) -> None:
    lab = fight(result)
    before = lab.hex(unit)
    lab.do("resist")
    assert (lab.hex(unit), lab.steps(unit)) == (before, 1)
    assert lab.told("depleted")[-1].rules == ("7.8-a",)
    assert (lab.decider, lab.decision) == ("german", "combat")


@pytest.mark.rule("7.8-a")
def test_resistance_is_declared_before_the_retreat_begins() -> None:
    lab = fight("D2")
    lab.do("retreat 3019")
    assert lab.refused("resist") == "7.8-a"


@pytest.mark.rule("7.8-b")
@pytest.mark.parametrize(("result", "unit"), [("D2", "D"), ("A1", "A")])
def test_a_depleted_unit_that_resists_is_eliminated(result: str, unit: str) -> None:
    lab = fight(result, worn=unit)
    lab.do("resist")
    assert (lab.hex(unit), lab.decision) == ("dead", "combat")
    assert lab.told("eliminated")[-1].rules == ("7.8-b",)


@pytest.mark.rule("7.8-b")
def test_a_unit_of_one_step_may_resist_and_die() -> None:
    lab = plain("german-combat", "A 3017 relief tank 9-9-8", "D 3018 27A rifle 2-1-6")
    lab.do(*attack("3018", "A"), "resist", dice=(3,))
    assert lab.hex("D") == "dead"


@pytest.mark.rule("7.8-c")
@pytest.mark.parametrize("worn", ["", "D"])
def test_nobody_advances_into_the_hex_of_a_unit_that_resisted(worn: str) -> None:
    lab = fight("D3", worn=worn, attackers="AB")
    lab.do("resist")
    assert (lab.decider, lab.decision) == ("german", "combat")
    assert not lab.legal("advance A 3018")


@pytest.mark.rule("7.8-a")
def test_a_unit_that_cannot_retreat_may_still_resist() -> None:
    """AMB-10."""
    lab = fight("D2", "F 3020 relief tank 1-1-8", "G 2920 relief tank 1-1-8", "H 3120 relief tank 1-1-8")
    assert sorted(lab.actions()) == ["perish", "resist"]
    lab.do("resist")
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == ("3018", 1, "combat")
