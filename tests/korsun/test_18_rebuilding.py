"""18.0 Rebuilding: one depleted unit a side and turn, or infantry of the encircled force back at the airfield."""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.lab import GAME, Lab, plain

A = "A 3017 relief tank 4-4-8/2-2-8 1"
B = "B 3011 encircled tank 4-4-8/2-2-8 1"
S = "S 3025 27A rifle 3-3-5/1-1-5 1"
DEAD: dict[str, Any] = {"72-A": {"fate": "dead"}}
"""A one-step infantry unit of the encircled force."""


def rebuilding(*units: str, side: str = "german", **fields: Any) -> Lab:
    return plain(f"{side}-rebuild", *units, **fields)


# -- 18.0-a to 18.0-d, depleted units --------------------------------------------------------------------------------


@pytest.mark.rule("18.0-a")
def test_a_side_rebuilds_one_depleted_unit_a_turn_to_full_strength() -> None:
    lab = rebuilding(A, B, S, side="soviet")
    assert (lab.decider, lab.actions()) == ("soviet", ["rebuild S", "pass"])
    lab.do("rebuild S", "end", "end", "end", "end")
    assert (lab.steps("S"), lab.unit("S")["attack"]) == (2, 3)
    assert (lab.decider, lab.actions()) == ("german", ["rebuild A", "rebuild B", "pass"])
    lab.do("rebuild A", dice=(1,))
    assert (lab.steps("A"), lab.steps("B"), lab.state.turn) == (2, 1, 5)


@pytest.mark.rule("18.0-a")
def test_only_what_is_depleted_is_rebuilt() -> None:
    lab = rebuilding(A, "F 3005 relief tank 4-4-8/2-2-8", "T 3007 relief infantry 1-1-4")
    assert lab.choices("rebuild") == ["A"]
    assert lab.refused("rebuild F") == "18.0-a"
    assert lab.refused("rebuild T") == "18.0-a"  # it has one side only


@pytest.mark.rule("18.0-b")
def test_the_unit_needs_a_line_and_air_supply_is_none() -> None:
    moat = " ".join(f"3017/{n}" for n in ("3016", "3117", "3118", "3018", "2918", "2917"))
    lab = rebuilding(A, B, minor=moat, air_supply={"left": 1, "unit": "A"})
    assert lab.supplied("A")
    assert lab.choices("rebuild") == ["B"]
    assert lab.refused("rebuild A") == "18.0-b"
    lab = rebuilding(A, B, "P 3014 relief engineer 1-2-4", minor=moat)  # over the bridge of an engineer
    assert lab.choices("rebuild") == ["A", "B"]


@pytest.mark.rule("18.0-c")
def test_a_player_rebuilds_at_the_end_of_his_own_player_turn_and_at_no_other_time() -> None:
    lab = plain("soviet-movement", A, S)
    for _ in range(4):
        assert not lab.legal("rebuild S")
        lab.do("end")
    assert (lab.state.view(None)["phase"], lab.decider) == ("soviet-rebuild", "soviet")
    assert lab.refused("rebuild A") == "18.0-c"
    lab.do("pass")
    for _ in range(4):
        assert not lab.legal("rebuild A")
        lab.do("end")
    assert (lab.state.view(None)["phase"], lab.decider) == ("german-rebuild", "german")
    assert lab.refused("rebuild S") == "18.0-c"


@pytest.mark.rule("18.0-d")
@pytest.mark.parametrize(
    "enemy", ["E 3018 27A rifle 9-9-5", "E 3018 27A anti_tank 0-0-5", "E 3018 27A rifle 3-3-5/1-1-5 1"]
)
def test_nobody_is_rebuilt_next_to_an_enemy_of_any_kind(enemy: str) -> None:
    lab = rebuilding(A, B, enemy)
    assert lab.choices("rebuild") == ["B"]
    assert lab.refused("rebuild A") == "18.0-d"


@pytest.mark.rule("18.0-j")
def test_what_is_not_used_is_lost() -> None:
    lab = rebuilding(A, B)
    lab.do("pass", *["end"] * 8, dice=(1,))
    assert lab.state.view(None)["phase"] == "german-rebuild"
    lab.do("rebuild A", dice=(1,))  # one, not two
    assert (lab.steps("B"), lab.decider) == (1, "soviet")


@pytest.mark.rule("18.0-j")
def test_with_nothing_to_rebuild_the_turn_goes_on() -> None:
    lab = plain("soviet-mobile-combat", "S 3025 27A rifle 3-3-5/1-1-5", A)
    lab.do("end")
    assert lab.state.view(None)["phase"] == "german-movement"


# -- 18.0-e to 18.0-i, the airfield ----------------------------------------------------------------------------------


@pytest.mark.rule("18.0-e", "18.0-f")
def test_infantry_of_the_encircled_force_returns_to_the_airfield_instead() -> None:
    lab = rebuilding(A, units=DEAD)
    assert lab.actions() == ["rebuild A", "return 72-A", "pass"]
    lab.do("return 72-A", dice=(1,))
    assert (lab.hex("72-A"), lab.steps("72-A"), lab.steps("A")) == ("4007", 1, 1)
    assert (lab.state.turn, lab.decider) == (5, "soviet")


@pytest.mark.rule("18.0-e")
def test_only_one_step_infantry_of_the_encircled_force_returns() -> None:
    """All Germans are dead; the green battalions and regiments of one step on foot can come back."""
    dead = {u.id: {"fate": "dead"} for u in GAME.roster.units if u.side == 1}
    lab = rebuilding(A, units=dead)
    assert lab.choices("return") == [
        "389-544",
        "389-545",
        "389-546",
        "72-A",
        "88-417",
        "KAB-331",
        "KAB-F112",
        "Sich-177",
        "Sich-318",
        "WN-I",
        "WN-II",
    ]
    assert lab.refused("return 16Pz-Pi") == "18.0-e"  # of the relief force
    assert lab.refused("return 72-Pi") == "18.0-e"  # engineers


@pytest.mark.rule("18.0-e")
def test_one_a_turn() -> None:
    lab = rebuilding(A, units=DEAD | {"Sich-177": {"fate": "dead"}})
    lab.do("return Sich-177", dice=(1,))
    assert (lab.hex("Sich-177"), lab.hex("72-A"), lab.decider) == ("4007", "dead", "soviet")


@pytest.mark.rule("18.0-f")
def test_the_airfield_must_be_empty() -> None:
    lab = rebuilding(A, "F 4007 encircled tank 1-1-8", units=DEAD)
    assert lab.choices("return") == []
    assert lab.refused("return 72-A") == "18.0-f"


@pytest.mark.rule("18.0-g")
def test_an_eliminated_unit_of_two_steps_never_returns() -> None:
    two = next(u.id for u in GAME.roster.units if u.organisation == "encircled" and len(u.track) == 2)
    lab = rebuilding(A, units={two: {"fate": "dead"}})
    assert lab.actions() == ["rebuild A", "pass"]
    assert lab.refused(f"return {two}") == "18.0-g"
    assert lab.refused(f"rebuild {two}") == "18.0-g"


@pytest.mark.rule("18.0-h")
def test_the_german_must_control_the_airfield_which_may_be_in_an_enemy_zone() -> None:
    assert rebuilding(A, "E 4008 27A rifle 1-1-5", units=DEAD).legal("return 72-A")
    lab = rebuilding(A, units=DEAD, airfield="soviet")
    assert lab.refused("return 72-A") == "18.0-h"


@pytest.mark.rule("18.0-h")
def test_who_last_entered_the_airfield_controls_it() -> None:
    lab = plain("soviet-movement", A, "E 4009 27A tank 1-1-9", "F 4004 encircled tank 1-1-8", units=DEAD)
    lab.do("select E", "move 4007", "move 4010", "done", "end", "end", "end", "end")
    lab.do("end", "end", "end", "end")
    assert lab.refused("return 72-A") == "18.0-h"
    lab.do("pass", *["end"] * 4, "select F", "move 4007", "move 4004", "done", "end", "end", "end", "end", dice=(1,))
    assert lab.legal("return 72-A")


@pytest.mark.rule("18.0-i")
def test_no_soviet_unit_comes_back() -> None:
    one = next(u.id for u in GAME.roster.units if u.side == 0 and len(u.track) == 1)
    lab = rebuilding(A, S, side="soviet", units={one: {"fate": "dead"}})
    assert lab.actions() == ["rebuild S", "pass"]
    assert lab.refused(f"return {one}") == "18.0-i"
