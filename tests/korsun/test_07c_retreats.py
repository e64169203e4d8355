"""7.7 Retreats."""

from __future__ import annotations

import pytest

from tests.korsun.fights import fight
from tests.korsun.lab import attack, plain

# Germans whose zones bar some of the hexes south of D in 3018: 2919, 3019 and 3119, and those behind them.
WEST, EAST = "W 2818 relief tank 1-1-8", "X 3218 relief tank 1-1-8"  # 2919 and 3119
ALL = ("W 2920 relief tank 1-1-8", "X 3020 relief tank 1-1-8", "Y 3120 relief tank 1-1-8")
SECOND = (  # all hexes two away, none of those one away
    "W 2719 relief tank 1-1-8",
    "X 2921 relief tank 1-1-8",
    "Y 3220 relief tank 1-1-8",
    "Z 3318 relief tank 1-1-8",
)


@pytest.mark.rule("7.7-a")
def test_a_retreat_is_carried_out_at_once() -> None:
    lab = fight("D2")
    assert (lab.decider, lab.decision) == ("soviet", "retreat")
    assert lab.refused("pass") == "7.7-a"
    assert lab.refused("retreat 3020") == "7.7-a"
    assert lab.refused("attack 3018", side="german") == "7.7-a"
    lab.do("retreat 3019")
    assert lab.refused("done") == "7.7-a"
    lab.do("retreat 3020")
    assert lab.hex("D") == "3020"


@pytest.mark.rule("7.7-a")
def test_a_retreat_costs_no_movement_points() -> None:
    ground = dict.fromkeys(("3019", "3020"), "rough")
    lab = plain(
        "german-combat",
        "A 3017 relief tank 9-9-8",
        "D 3018 27A rifle 2-1-1",
        terrain=ground,
        major="3018/3019 3019/3020",
    )
    lab.do(*attack("3018", "A"), "retreat 3019", "retreat 3020", dice=(3,))
    assert lab.hex("D") == "3020"


@pytest.mark.rule("7.7-a")
def test_a_retreat_is_not_movement() -> None:
    """AMB-37: a mobile attacker that retreated may still move in the mobile movement phase."""
    lab = fight("A1")
    lab.do("retreat 3016", "end")
    assert lab.legal("select A")


@pytest.mark.rule("7.7-b")
def test_a_defender_goes_away_from_its_attackers_with_every_step() -> None:
    lab = fight("D3")
    assert lab.choices("retreat") == ["2919", "3019", "3119"]
    lab.do("retreat 2919")
    assert lab.choices("retreat") == ["2818", "2819", "2920"]
    assert lab.refused("retreat 3019") == "7.7-b"
    lab.do("retreat 2920")
    assert lab.choices("retreat") == ["2820", "2921"]
    assert lab.refused("retreat 3020") == "7.7-b"


@pytest.mark.rule("7.7-b")
def test_an_attacker_goes_away_from_the_defender_with_every_step() -> None:
    lab = fight("A2")
    assert lab.choices("retreat") == ["2917", "3016", "3117"]
    lab.do("retreat 3117")
    assert lab.choices("retreat") == ["3116", "3216", "3217"]
    assert lab.refused("retreat 3016") == "7.7-b"


@pytest.mark.rule("7.7-c")
def test_a_retreat_uses_vacant_hexes_if_it_can() -> None:
    lab = fight("D2", "F 3019 27A rifle 1-1-6")
    assert lab.choices("retreat") == ["2919", "3119"]
    assert lab.refused("retreat 3019") == "7.7-c"
    lab.do("retreat 3119", "retreat 3120")
    assert lab.hex("D") == "3120"


@pytest.mark.rule("7.7-c", "7.7.2-i")
def test_a_retreat_through_friends_if_there_is_no_other_way_leaves_them_where_they_are() -> None:
    lab = fight("D2", WEST, EAST, "F 3019 27A rifle 1-1-6")
    assert lab.choices("retreat") == ["3019"]
    lab.do("retreat 3019")
    assert lab.choices("retreat") == ["2920", "3020", "3120"]
    lab.do("retreat 3020")
    assert (lab.hex("D"), lab.steps("D"), lab.hex("F")) == ("3020", 2, "3019")
    assert lab.told("displaced") == []


@pytest.mark.rule("7.7-c")
def test_a_retreat_that_falls_short_uses_vacant_hexes_too() -> None:
    """D3 near the southern edge: two hexes are possible, over 2932 or over the friend in 3032."""
    lab = plain(
        "german-combat",
        "A 3030 relief tank 9-9-8",
        "W 2732 relief tank 1-1-8",
        "X 2733 relief tank 1-1-8",
        "Y 3231 relief tank 1-1-8",
        "Z 3333 relief tank 1-1-8",
        "D 3031 27A rifle 2-1-6/1-1-6",
        "F 3032 27A rifle 1-1-6",
    )
    lab.do(*attack("3031", "A"), dice=(2,))
    assert lab.choices("retreat") == ["2932"]
    assert lab.refused("retreat 3032") == "7.7-c"
    lab.do("retreat 2932", "retreat 2933")
    assert (lab.hex("D"), lab.steps("D")) == ("2933", 1)


@pytest.mark.rule("7.7-d")
def test_no_retreat_into_enemy_zones_of_control() -> None:
    lab = fight("D2", WEST)
    assert lab.choices("retreat") == ["3019", "3119"]
    assert lab.refused("retreat 2919") == "7.7-d"  # next to W
    assert lab.refused("retreat 3118") == "7.7-d"  # next to A
    lab.do("retreat 3019")
    assert lab.choices("retreat") == ["2920", "3020", "3120"]


@pytest.mark.rule("7.7-d")
def test_no_retreat_into_enemy_units() -> None:
    lab = fight("D2", "W 2919 relief tank 1-1-8")
    assert lab.refused("retreat 2919") == "7.7-d"
    assert lab.choices("retreat") == ["3119"]


@pytest.mark.rule("7.7-e")
def test_no_retreat_off_the_map() -> None:
    units = ("A 3032 relief tank 9-9-8", "D 3033 27A rifle 2-1-6/1-1-6")
    lab = plain("german-combat", *units)
    lab.do(*attack("3033", "A"), dice=(3,))
    assert lab.refused("retreat 3034") == "7.7-e"
    assert sorted(lab.actions()) == ["perish", "resist"]


@pytest.mark.rule("7.7-g")
def test_a_friend_does_not_open_a_hex_in_enemy_zones() -> None:
    lab = fight("D2", *ALL, "F 2919 27A rifle 1-1-6", "G 2819 27A rifle 1-1-6")
    assert lab.refused("retreat 2919") == "7.7-d"
    assert sorted(lab.actions()) == ["perish", "resist"]


@pytest.mark.rule("7.7-h")
def test_a_way_that_ends_too_early_is_not_taken() -> None:
    lab = fight("D2", *SECOND[:2])  # behind 2919 everything is barred, behind 3019 all but 3120
    assert lab.refused("retreat 2919") == "7.7-h"
    assert lab.choices("retreat") == ["3019", "3119"]
    lab.do("retreat 3019")
    assert lab.choices("retreat") == ["3120"]


@pytest.mark.rule("7.7-i")
def test_a_unit_that_cannot_go_all_the_way_is_depleted_in_the_last_hex() -> None:
    lab = fight("D2", *SECOND)
    assert lab.choices("retreat") == ["2919", "3019", "3119"]
    lab.do("retreat 3019")
    assert (lab.hex("D"), lab.steps("D")) == ("3019", 1)


@pytest.mark.rule("7.7-i")
def test_a_retreat_that_falls_short_goes_as_far_as_it_can() -> None:
    """AMB-11: D3 at the southern edge, two hexes are possible."""
    lab = plain(
        "german-combat",
        "A 3030 relief tank 9-9-8",
        "W 2831 relief tank 1-1-8",
        "X 2733 relief tank 1-1-8",
        "Y 3231 relief tank 1-1-8",
        "Z 3333 relief tank 1-1-8",
        "D 3031 27A rifle 2-1-6/1-1-6",
    )
    lab.do(*attack("3031", "A"), "retreat 3032", dice=(2,))
    assert (lab.decision, lab.choices("retreat")) == ("retreat", ["2933", "3033", "3133"])
    lab.do("retreat 3033")
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == ("3033", 1, "advance")


@pytest.mark.rule("7.7-i", "7.7-j")
@pytest.mark.parametrize("track", ["2-1-6/1-1-6 1", "2-1-6"])
def test_a_unit_on_its_last_step_dies_where_its_retreat_ends(track: str) -> None:
    units = ("A 3017 relief tank 9-9-8", f"D 3018 27A rifle {track}")
    lab = plain("german-combat", *units, *SECOND)
    lab.do(*attack("3018", "A"), "retreat 3019", dice=(3,))
    assert lab.hex("D") == "dead"
    assert lab.choices("advance") == ["3018", "3019"]


@pytest.mark.rule("7.7-k")
def test_a_unit_that_cannot_retreat_at_all_is_eliminated_whatever_its_steps() -> None:
    lab = fight("D2", *ALL)
    assert lab.refused("retreat 3019") == "7.7-d"
    lab.do("perish")
    assert lab.hex("D") == "dead"
    assert lab.choices("advance") == ["3018"]


@pytest.mark.rule("7.7-k")
def test_an_attacker_that_cannot_retreat_is_eliminated_too() -> None:
    lab = fight("A1", "S 2916 27A rifle 1-1-6", "T 3116 27A rifle 1-1-6")
    assert sorted(lab.actions()) == ["perish", "resist"]
    lab.do("perish")
    assert (lab.hex("A"), lab.decider, lab.decision) == ("dead", "german", "combat")
    lab = fight("A1", "S 2916 27A rifle 1-1-6")
    assert not lab.legal("perish")
