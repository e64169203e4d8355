"""14.0 Units of zero strength."""

from __future__ import annotations

import pytest

from tests.korsun.lab import attack, plain

Z = "Z 3017 relief infantry 0-2-6"
S = "S 3018 27A rifle 4-1-6/2-1-6"


@pytest.mark.rule("14.0-a")
def test_a_unit_of_attack_strength_zero_attacks_with_nothing() -> None:
    lab = plain("german-combat", Z, S)
    lab.do(*attack("3018", "Z"), dice=(1,))
    odds = lab.told("odds")[-1].args
    assert (odds["attack"], odds["defence"], odds["differential"]) == (0, 1, "-1")
    assert lab.steps("S") == 1  # -1, die 1: an exchange


@pytest.mark.rule("14.0-a")
def test_it_adds_nothing_to_the_strength_of_others() -> None:
    lab = plain("german-combat", Z, "G 2918 relief tank 4-4-10", S)
    assert lab.preview("attack 3018 Z G")["attack_total"] == 4


@pytest.mark.rule("14.0-a")
def test_chits_are_added_to_its_zero() -> None:
    lab = plain("german-combat", Z, S, pools={"relief": [3, 5], "luftwaffe": [6]})
    lab.do(*attack("3018", "Z"), "draw relief", "draw luftwaffe", dice=(2, 1, 1))
    assert lab.told("odds")[-1].args["attack"] == 11
    assert lab.hex("S") == "dead"  # +10, die 1: De
    lab.do("advance Z 3018")
    assert lab.hex("Z") == "3018"


@pytest.mark.rule("14.0-a")
def test_it_suffers_results_like_any_attacker() -> None:
    lab = plain("german-combat", Z, S)
    lab.do(*attack("3018", "Z"), dice=(6,))  # -1: (A)
    assert (lab.hex("Z"), lab.hex("S")) == ("dead", "3018")


@pytest.mark.rule("14.0-a")
def test_out_of_supply_it_is_still_zero() -> None:
    lab = plain("german-combat", Z, S, "T 3016 27A rifle 1-1-6")
    assert not lab.supplied("Z")
    assert lab.preview("attack 3018 Z")["attack_total"] == 0
