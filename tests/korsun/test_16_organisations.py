"""16.0 The random draw, and which organisations can give support at all."""

from __future__ import annotations

import pytest

from tests.korsun.lab import Lab, attack, plain

G = "G 3017 relief tank 4-4-10/2-2-10"
S = "S 3018 27A tank 3-3-8/1-1-8"
V = "V 3018 20TC tank 3-3-8/1-1-8"


def faces(lab: Lab, action: str) -> tuple[str, int]:
    """What an action leaves to chance: its name and how many faces it has."""
    lab.state.play(action)
    need = lab.state.decision
    assert need is not None
    assert need.side == "chance"
    return need.name, need.faces


# -- the draw --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("16.0-a")
@pytest.mark.parametrize(("pool", "chits"), [("relief", [2, 2, 3, 6]), ("luftwaffe", [5, 6, 8])])
def test_a_chit_is_drawn_at_random_from_its_pool(pool: str, chits: list[int]) -> None:
    for place, value in enumerate(chits, 1):
        lab = plain("german-combat", G, S, pools={pool: chits})
        lab.do(*attack("3018", "G"))
        assert faces(lab, f"draw {pool}") == ("chit", len(chits))
        lab.state.play(f"roll {place}")
        assert lab.pool(pool)[1] == [value]
        assert sorted([*lab.pool(pool)[0], value]) == chits


@pytest.mark.rule("16.0-a")
def test_the_second_chit_is_drawn_from_what_is_left() -> None:
    lab = plain("german-combat", G, S, pools={"relief": [2, 3, 6]})
    lab.do(*attack("3018", "G"), "draw relief", dice=(2,))
    assert faces(lab, "draw relief") == ("chit", 2)
    lab.state.play("roll 2")
    assert lab.pool("relief") == ([2], [3, 6])


@pytest.mark.rule("16.0-a")
def test_the_chits_of_a_bombardment_are_drawn_at_random_too() -> None:
    lab = plain("german-combat", G, S, pools={"relief": [2, 3, 6], "luftwaffe": [5, 8]})
    lab.do("bombard 3018", "chit relief", "chit luftwaffe")
    assert faces(lab, "fire") == ("chit", 3)
    assert faces(lab, "roll 3") == ("chit", 2)
    assert faces(lab, "roll 1") == ("bombardment", 6)
    assert (lab.pool("relief")[1], lab.pool("luftwaffe")[1]) == ([6], [5])


# -- who can give support --------------------------------------------------------------------------------------------


@pytest.mark.rule("16.0-b")
def test_a_corps_without_an_active_unit_bombards_nothing() -> None:
    units = (G, V, "W 3020 20TC tank 3-3-8")
    lab = plain("soviet-combat", *units, pools={"20TC": [2, 3]}, held=["V", "W"])
    assert lab.refused("bombard 3017") == "17.0-b"
    lab = plain("soviet-combat", *units, pools={"20TC": [2, 3]}, held=["W"])
    lab.do("bombard 3017", "chit 20TC", "fire", dice=(1, 4))
    assert lab.pool("20TC") == ([3], [2])


@pytest.mark.rule("16.0-b")
def test_a_corps_without_an_active_unit_is_named_as_the_reason() -> None:
    lab = plain("soviet-combat", G, V, pools={"20TC": [2], "soviet_air": [3]}, held=["V"])
    lab.do("bombard 3017")
    assert lab.refused("chit 20TC") == "16.0-b"
    assert lab.refused("chit 4GA") == "16.0-b"  # no unit on the map


@pytest.mark.rule("16.0-b")
def test_an_attacked_corps_is_released_first_and_then_gives_support() -> None:
    units = (G, V, "W 3020 20TC tank 3-3-8")  # AMB-24
    lab = plain("german-combat", *units, pools={"20TC": [2, 3]}, held=["V", "W"])
    lab.do(*attack("3018", "G"))
    assert (lab.decider, lab.choices("draw")) == ("soviet", ["20TC"])


@pytest.mark.rule("16.0-c")
def test_no_organisation_uses_the_chits_of_another() -> None:
    units = (G, S, "T 2918 4GA tank 3-3-8")
    lab = plain("soviet-combat", *units, pools={"4GA": [2], "relief": [1], "soviet_air": [4]})
    lab.do(*attack("3017", "S"))
    assert lab.choices("draw") == ["soviet_air"]
    assert lab.refused("draw 4GA") == "15.1-a"
    assert lab.refused("draw relief") == "16.0-c"


@pytest.mark.rule("16.0-c")
def test_a_bombardment_does_not_borrow_from_an_organisation_out_of_range() -> None:
    lab = plain("soviet-combat", G, S, "T 3020 4GA tank 3-3-8", pools={"4GA": [2], "27A": [1]})
    lab.do("bombard 3017")
    assert lab.choices("chit") == ["27A"]
    assert lab.refused("chit 4GA") == "17.0-d"


@pytest.mark.rule("16.0-d")
def test_the_last_unit_of_an_organisation_takes_its_chits_along() -> None:
    lab = plain("german-combat", "A 3017 relief tank 20-4-10", S, pools={"27A": {"ready": [1, 2], "spent": [3]}})
    lab.do(*attack("3018", "A"), "pass", "pass", dice=(1,))
    assert lab.hex("S") == "dead"
    assert lab.pool("27A") == ([], [])
    lab.do("done", "end", "end", "end", dice=(1,))  # a new turn
    assert lab.pool("27A") == ([], [])


@pytest.mark.rule("16.0-d")
def test_while_one_unit_lives_the_chits_stay() -> None:
    lab = plain("german-combat", "A 3017 relief tank 20-4-10", S, "T 5010 27A rifle 1-1-6", pools={"27A": [1, 2]})
    lab.do(*attack("3018", "A"), "pass", "pass", dice=(1,))
    assert lab.hex("S") == "dead"
    assert lab.pool("27A") == ([1, 2], [])


# -- 16.0-e, the 5th Guards Tank Army --------------------------------------------------------------------------------


@pytest.mark.rule("16.0-e")
def test_a_corps_uses_no_more_chits_in_a_turn_than_it_has_active_units() -> None:
    """The example of the rulebook: one active unit in 20TC, two in 29TC."""
    units = ("V 2918 20TC tank 3-3-8", "X 3118 29TC tank 3-3-8", "Y 3018 29TC tank 3-3-8", "Z 3030 20TC tank 3-3-8")
    pools = {"20TC": [2, 3], "29TC": [2, 3, 3]}
    lab = plain("soviet-combat", G, *units, "H 3119 relief tank 3-4-8", pools=pools, held=["Z"])
    lab.do("attack 3017", "add V", "add X", "commit", "draw 20TC", dice=(1,))
    assert lab.choices("draw") == ["29TC"]
    assert lab.refused("draw 20TC") == "16.0-e"
    lab.do("draw 29TC", dice=(1, 6))  # 6 + 2 + 2 - 4 is +6: nothing
    lab.do("attack 3119", "add Y", "commit", "draw 29TC", dice=(1, 4))  # the second, and then the die
    assert (lab.pool("20TC"), lab.pool("29TC")) == (([3], [2]), ([3], [2, 3]))


@pytest.mark.rule("16.0-e")
def test_attack_defence_and_bombardment_count_together() -> None:
    units = (G, V, "W 3020 20TC tank 3-3-8")
    lab = plain("soviet-combat", *units, pools={"20TC": [1, 1, 1]})
    lab.do("bombard 3017", "chit 20TC", "fire", dice=(1, 4))  # 1 - 4 is -3: nothing
    lab.do(*attack("3017", "V"), "draw 20TC", dice=(1, 3))  # 4 - 4 is 0: nothing
    lab.do("end", "end", "end", "end", *attack("3018", "G"), dice=(3,))  # no chit left to defend with
    assert lab.pool("20TC") == ([1], [1, 1])


@pytest.mark.rule("16.0-e")
def test_a_bombardment_names_no_more_chits_than_the_corps_may_use() -> None:
    lab = plain("soviet-combat", G, V, pools={"20TC": [1, 1, 1], "soviet_air": [3]})
    lab.do("bombard 3017", "chit 20TC")
    assert lab.choices("chit") == ["soviet_air"]
    assert lab.refused("chit 20TC") == "16.0-e"


@pytest.mark.rule("16.0-e")
def test_the_limit_binds_the_four_corps_only() -> None:
    lab = plain("soviet-combat", G, S, pools={"27A": [1, 2]})
    lab.do(*attack("3017", "S"), "draw 27A", "draw 27A", dice=(1, 1, 3))
    assert lab.pool("27A") == ([], [1, 2])


@pytest.mark.rule("16.0-e")
def test_a_corps_released_by_the_attack_defends_up_to_the_number_of_its_units() -> None:
    lab = plain("german-combat", G, V, pools={"20TC": [1, 2]}, held=["V"])  # AMB-24
    lab.do(*attack("3018", "G"), "draw 20TC", dice=(1, 3))  # one unit, one chit
    assert lab.pool("20TC") == ([2], [1])
