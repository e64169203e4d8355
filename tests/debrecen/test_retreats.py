"""7.8.1, 4.3-e, 16.1: where a retreat goes, what it costs, how a stack splits, and how a retreat ends off the map."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.fights import attack, fight, fought, mark, play
from tests.debrecen.lab import Lab, plain

GUARDS = "297-27G 1610 cv=9/6/3 q=4"
THREE = "72-46 1510 cv=3/2/1 q=4"


def driven(result: str, *units: str, **fields: Any) -> Lab:
    """A defender of 1510 who has chosen to retreat."""
    lab = fought(result, *(units or (GUARDS, THREE)), **fields)
    play(lab, "retreat")
    return lab


# -- the priorities --------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.8.1-b")
def test_no_retreat_into_enemy_units() -> None:
    lab = driven("1/2", GUARDS, THREE, "409-27G 1410 1", idle="409-27G")
    assert lab.choices("retreat") == ["1411"]
    assert lab.refused("retreat 1410") == "7.8.1-b"


@pytest.mark.rule("7.8.1-c", "7.1-f")
def test_no_retreat_across_the_tisza_but_at_bridges() -> None:
    river = "1510/1410 1510/1411"
    lab = driven("1/2", major=river)
    assert lab.choices("retreat") == ["1511"]  # 1509 is in a zone
    assert lab.refused("retreat 1410") == "7.8.1-c"
    lab = driven("1/2", major=river, crossings=[["1510", "1410"]], roads=[["1510", "1410"]])
    assert lab.choices("retreat") == ["1410"]


@pytest.mark.rule("7.8.1-c", "7.1-f")
def test_tanks_retreat_into_rough_ground_only_by_road() -> None:
    hills = {"1410": "rough", "1411": "rough"}
    lab = driven("1/2", GUARDS, "Pz-FHH 1510 cv=3/2 yellow=0 q=4", terrain=hills)
    assert lab.choices("retreat") == ["1511"]
    assert driven("1/2", terrain=hills).choices("retreat") == ["1410", "1411"]


@pytest.mark.rule("7.8.1-c")
def test_minor_rivers_bar_no_retreat() -> None:
    assert driven("1/2", minor="1510/1410 1510/1411").choices("retreat") == ["1410", "1411"]


@pytest.mark.rule("7.8.1-d")
def test_first_out_of_enemy_zones() -> None:
    lab = driven("1/2", GUARDS, THREE, "409-27G 1309", idle="409-27G")  # its zone covers 1409, 1410 and 1310
    assert lab.choices("retreat") == ["1411"]
    assert lab.refused("retreat 1410") == "7.8.1-d"


@pytest.mark.rule("7.8.1-d", "4.2-g")
def test_a_friend_cancels_the_zone() -> None:
    units = "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=1/1/1 q=4", "409-27G 1310"  # covers 1410 and 1411
    assert driven("1/1", *units, idle="409-27G").choices("retreat") == ["1511"]
    assert driven("1/1", *units, "178-76 1410", idle="409-27G").choices("retreat") == ["1410"]


@pytest.mark.rule("7.8.1-d")
def test_then_as_far_as_possible_from_the_attacked_hex() -> None:
    lab = driven("1/2")
    play(lab, "retreat 1410")
    assert lab.choices("retreat") == ["1309", "1310"]
    assert lab.refused("retreat 1411") == "7.8.1-d"


@pytest.mark.rule("7.8.1-d")
def test_a_first_step_that_leads_nowhere_is_not_allowed() -> None:
    """From 1411 only hexes beside 1510 are free of zones, from 1410 the way to 1309 is open."""
    pocket = "409-27G 1212", "203-57 1413", "228-57 1310 1"
    lab = driven("1/2", GUARDS, THREE, *pocket, idle="409-27G 203-57 228-57")
    assert lab.choices("retreat") == ["1410"]
    short = driven("1/1", "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=1/1/1 q=4", *pocket, idle="409-27G 203-57 228-57")
    assert short.choices("retreat") == ["1410", "1411"]


@pytest.mark.rule("7.8.1-d")
def test_then_towards_the_own_edge() -> None:
    axis = fought("1/2", "297-27G 1410 cv=9/6/3 q=4", "203-57 1411 cv=0/0/0 q=4", THREE)
    play(axis, "retreat")
    assert set(axis.choices("retreat")) == {"1610", "1611"}  # nothing leads north
    sideways = fought("1/1", "178-76 1410 cv=2/2 q=4", "337-33 1510 cv=2/2/2 q=4", side="axis")
    play(sideways, "retreat")
    assert sideways.choices("retreat") == ["1610", "1611"]  # the Allied edge is the southern one


@pytest.mark.rule("7.8.1-d")
def test_or_towards_the_hq() -> None:
    lab = driven("1/2", "297-27G 1410 cv=9/6/3 q=4", THREE, "HQ-LXXII-AK 2008")
    assert lab.choices("retreat") == ["1610"]  # nearer to the HQ than 1611


@pytest.mark.rule("7.8.1-d")
def test_then_away_from_enemies() -> None:
    assert driven("1/2", GUARDS, THREE, "409-27G 1309 1", idle="409-27G").choices("retreat") == ["1411"]


@pytest.mark.rule("7.8.1-a")
def test_a_retreat_goes_hex_by_hex() -> None:
    lab = driven("1/2")
    assert lab.refused("retreat 1310") == "7.8.1-a"
    assert lab.refused("retreat 9999") == "7.8.1-j"
    assert lab.refused("end", "axis") == "7.8.1-a"


# -- what it costs ---------------------------------------------------------------------------------------------------

BLOCKED = "409-27G 1309 2", "203-57 1311 2", "228-57 1412 2"
"""Enemies whose zones cover 1410, 1411 and 1511."""


@pytest.mark.rule("7.8.1-e", "4.3-e")
def test_a_step_for_each_enemy_zone_entered() -> None:
    lab = driven(
        "1/2", GUARDS, "72-46 1510 cv=3/2/1 q=4", "178-76 1510 cv=0/0 q=4", *BLOCKED, idle="409-27G 203-57 228-57"
    )
    assert lab.choices("retreat") == ["1410", "1411"]
    play(lab, "retreat 1410")
    assert (lab.decision, lab.choices("lose")) == ("zone-loss", ["178-76", "72-46"])  # one for the whole stack
    assert lab.refused("lose 297-27G") == "7.8.1-e"
    play(lab, "lose 178-76")
    assert (lab.steps("178-76"), lab.steps("72-46")) == (1, 3)
    play(lab, lab.actions("retreat")[0], "lose 72-46")
    assert lab.steps("72-46") == 2


@pytest.mark.rule("7.8.1-e", "4.2-g")
def test_not_where_a_friend_stands() -> None:
    lab = driven(
        "1/1",
        "297-27G 1610 cv=2/2/2 q=4",
        "72-46 1510 cv=1/1/1 q=4",
        "178-76 1410",
        *BLOCKED,
        idle="409-27G 203-57 228-57",
    )
    play(lab, "retreat 1410")
    assert lab.steps("72-46") == 3


@pytest.mark.rule("7.8.1-e", "7.8.2-k")
def test_the_last_step_may_be_lost_on_the_way() -> None:
    lab = driven("1/2", GUARDS, "72-46 1510 1 cv=9/9/3 q=4", *BLOCKED, idle="409-27G 203-57 228-57")
    play(lab, "retreat 1410")
    assert lab.hex("72-46") == "dead"
    assert lab.decider == "allied"


@pytest.mark.rule("7.8.1-e", "7.7-d")
def test_the_hq_of_a_group_does_not_pay_for_the_zone() -> None:
    lab = driven("1/2", GUARDS, THREE, "HQ-LXXII-AK 1510", *BLOCKED, idle="409-27G 203-57 228-57")
    play(lab, "retreat 1410")
    assert (lab.decision, lab.steps("72-46")) == ("retreat", 2)


CROWD = ("178-76 1410", "203-76 1410", "230-76 1410")


@pytest.mark.rule("7.8.1-f", "7.8.1-g")
def test_a_full_hex_fatigues_and_sends_one_hex_farther() -> None:
    lab = driven("1/1", "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=1/1/1 q=4", *CROWD)
    play(lab, "retreat 1410")
    assert lab.has("72-46", "fatigued")
    assert lab.steps("72-46") == 3
    assert lab.decision == "retreat"
    play(lab, "retreat 1310")
    assert lab.hex("72-46") == "1310"
    assert not lab.has("178-76", "fatigued")


@pytest.mark.rule("7.8.1-f")
def test_who_was_fatigued_loses_a_step() -> None:
    lab = mark(fight("297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=2/2/2 q=4", *CROWD), fatigued="72-46")
    play(lab, *attack("1510", "297-27G"), result="1/1")
    play(lab, "retreat", "retreat 1410")
    assert lab.steps("72-46") == 2
    play(lab, "retreat 1310")
    assert lab.has("72-46", "fatigued")


@pytest.mark.rule("7.8.1-f")
def test_a_hex_with_room_costs_nothing() -> None:
    lab = driven("1/1", "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=1/1/1 q=4", "178-76 1410 1", "203-76 1410 2")
    play(lab, "retreat 1410")
    assert not lab.has("72-46", "fatigued")
    assert lab.hex("72-46") == "1410"


@pytest.mark.rule("7.8.1-g")
def test_the_penalty_is_repeated_in_the_next_full_hex() -> None:
    behind = "42-46 1310", "97-46 1310", "12Rh 1310"
    lab = driven("1/1", "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=1/1/1 q=4", *CROWD, *behind)
    play(lab, "retreat 1410", "retreat 1310")
    assert (lab.has("72-46", "fatigued"), lab.steps("72-46")) == (True, 2)
    assert lab.decision == "retreat"


@pytest.mark.rule("7.8.1-i", "3.6-a")
def test_who_retreats_is_disorganised() -> None:
    lab = mark(fight(GUARDS, THREE, "178-76 1510 cv=0/0 q=4", "HQ-LXXII-AK 1510"), entrenched="72-46")
    play(lab, *attack("1510", "297-27G"), "pick 72-46", result="1/2")
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    for unit in ("72-46", "178-76", "HQ-LXXII-AK"):
        assert (lab.hex(unit), lab.has(unit, "disorganised")) == ("1310", True)
    assert not lab.has("72-46", "entrenched")  # 12.1-f
    play(lab, "retreat", "retreat 1710")
    assert lab.has("297-27G", "disorganised")


@pytest.mark.rule("7.8.1-a")
def test_who_stays_is_not() -> None:
    lab = fought("1/1", "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=1/1/1 q=4")
    play(lab, "lose 72-46")
    assert not lab.has("72-46", "disorganised")


# -- splitting -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.8.1-h")
def test_a_stack_may_split_and_all_go_as_far() -> None:
    lab = driven("1/2", GUARDS, THREE, "178-76 1510 cv=0/0 q=4")
    assert lab.choices("detach") == ["178-76", "72-46"]
    play(lab, "detach 178-76", "retreat 1410", "retreat 1309")
    assert (lab.hex("72-46"), lab.hex("178-76")) == ("1309", "1510")
    assert lab.decision == "retreat"
    play(lab, "retreat 1411")
    assert lab.refused("detach 178-76") == "7.8.1-h"
    play(lab, "retreat 1311")
    assert lab.hex("178-76") == "1311"


@pytest.mark.rule("7.8.1-h", "7.8.1-j")
def test_infantry_may_leave_tanks_behind_that_have_no_way() -> None:
    hills = dict.fromkeys(("1410", "1411", "1509", "1511", "1611"), "rough")
    lab = driven("1/2", GUARDS, THREE, "Pz-FHH 1510 cv=0/0 yellow=0 q=4", terrain=hills)
    assert lab.choices("retreat") == []
    assert lab.choices("detach") == ["72-46", "Pz-FHH"]
    play(lab, "detach 72-46")
    assert lab.hex("Pz-FHH") == "dead"
    play(lab, "retreat 1410", "retreat 1310")
    assert lab.hex("72-46") == "1310"


@pytest.mark.rule("7.8.1-h")
def test_a_group_does_not_split_on_its_way() -> None:
    lab = driven("1/2", GUARDS, THREE, "178-76 1510 cv=0/0 q=4")
    play(lab, "retreat 1410")
    assert lab.choices("detach") == []
    assert lab.refused("detach 178-76") == "7.8.1-h"


@pytest.mark.rule("7.8.1-h")
def test_attackers_of_different_hexes_retreat_each_their_own_way() -> None:
    lab = fought("2/-", "297-27G 1610 cv=1/1/1 q=4", "409-27G 1611 cv=1/1/1 q=4", "178-76 1510 cv=4/2 q=4")
    play(lab, "retreat")
    for _ in range(4):
        play(lab, lab.actions("retreat")[0])
    assert lab.decision == "activation"
    away = [
        lab.state.board.grid.distance(lab.state.where[lab.index(u)], lab.state.board.grid.hex("1510"))
        for u in ("297-27G", "409-27G")
    ]
    assert away == [3, 3]


# -- no way out ------------------------------------------------------------------------------------------------------


CAGE = dict.fromkeys(("1410", "1411", "1509", "1511", "1611"), "rough")
TANK, OTHER = "Pz-FHH 1510 cv=3/2 yellow=0 q=4", "I-1Pz 1510 cv=0/0 yellow=0 q=4"


@pytest.mark.rule("7.8.1-j")
def test_who_must_retreat_and_has_no_way_is_eliminated() -> None:
    lab = fight("297-27G 1610 cv=18/9/9 q=4", TANK, OTHER, terrain=CAGE)
    play(lab, *attack("1510", "297-27G"), "pick Pz-FHH", result="1/3!")
    play(lab, "lose Pz-FHH")  # the second of three; the third has to be a hex
    assert (lab.hex("Pz-FHH"), lab.hex("I-1Pz")) == ("dead", "dead")
    assert lab.told("eliminated")[-1].rules == ("7.8.1-j",)
    assert (lab.state.losses, lab.state.mech_losses) == ([0, 4], 4)  # all steps count (15.7-i)


@pytest.mark.rule("7.8.1-j")
def test_a_retreat_without_a_way_cannot_be_chosen() -> None:
    lab = fight(GUARDS, TANK, OTHER, terrain=CAGE)
    play(lab, *attack("1510", "297-27G"), "pick Pz-FHH", result="1/2")
    assert lab.steps("Pz-FHH") == 1
    assert lab.refused("retreat") == "7.8.1-b"


RED_ARMY = ["409-27G", "203-57", "228-57", "243-57", "375-49", "110-49", "1GA-49", "337-33"]


def ring(*hexes: str) -> tuple[str, ...]:
    """Single steps, which have no zones, in hexes that are to be closed."""
    return tuple(f"{name} {hex} 1" for name, hex in zip(RED_ARMY, hexes, strict=False))


@pytest.mark.rule("7.8.1-j", "7.8.1-b")
def test_no_hex_is_entered_twice() -> None:
    """1410 and 1411 are all that is open: two hexes, not three."""
    pocket = ring("1509", "1511", "1611", "1409", "1309", "1310", "1311", "1412")
    lab = fight("297-27G 1610 cv=12/8/4 q=4", THREE, *pocket, idle=" ".join(RED_ARMY))
    play(lab, *attack("1510", "297-27G"), result="1/3")
    assert lab.steps("72-46") == 2  # it could not but lose a step
    play(lab, "retreat", "retreat 1410", "retreat 1411")
    assert lab.hex("72-46") == "1411"


@pytest.mark.rule("7.8.1-d", "7.8.1-b")
def test_an_attacker_does_not_retreat_into_the_hex_he_attacked() -> None:
    germans = ("178-76 1509", "203-76 1611", "230-76 1609", "42-46 1709", "97-46 1710")
    lab = fight("297-27G 1610 cv=9/6/3 q=4", THREE, *(f"{german} 1" for german in germans))
    play(lab, *attack("1510", "297-27G"), result="1/2")
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    assert lab.steps("297-27G") == 2  # 1510 is empty, but no way out
    assert lab.decision == "advance"


RIM = "409-27G 0108 2", "203-57 0110 2", "228-57 0210 2"
EDGE = "297-27G 0209 cv=9/6/3 q=4", "72-46 0109 cv=3/2/1 q=4"


def edge(*units: str, result: str = "1/2") -> Lab:
    """An attack on a defender on the northern edge of the map."""
    lab = fight(*(units or EDGE), *RIM, idle="409-27G 203-57 228-57")
    play(lab, *attack("0109", "297-27G"), result=result)
    return lab


@pytest.mark.rule("7.8.1-k", "7.8.1-m")
def test_over_a_friendly_edge_to_come_back_next_turn() -> None:
    lab = edge()
    play(lab, "retreat")
    assert lab.hex("72-46") == "waiting"
    u = lab.index("72-46")
    assert (lab.state.due[u], lab.state.name(lab.state.entry_of[u])) == (lab.state.turn + 1, "0109")
    assert lab.decider == "allied"


@pytest.mark.rule("7.8.1-j", "7.8.1-k")
def test_over_any_other_edge_he_is_lost() -> None:
    units = "178-76 0209 cv=15/9 q=4", "297-27G 0109 cv=3/2/1 q=4"
    lab = fight(*units, "203-76 0108", "230-76 0110", "42-46 0210", side="axis", idle="203-76 230-76 42-46")
    play(lab, *attack("0109", "178-76"), result="1/3")
    assert lab.hex("297-27G") == "dead"  # no retreat could be chosen


@pytest.mark.rule("7.8.1-k")
def test_only_if_the_map_offers_no_way() -> None:
    lab = fight(*EDGE)
    play(lab, *attack("0109", "297-27G"), result="1/2")
    play(lab, "retreat")
    assert (lab.decision, lab.hex("72-46")) == ("retreat", "0109")


@pytest.mark.rule("7.8.1-k")
def test_who_stands_at_the_edge_leaves_there() -> None:
    """The way along the edge to 0108 would lead no farther."""
    rim = ring("0107", "0208", "0110", "0210")
    lab = fight(*EDGE, *rim, idle=" ".join(RED_ARMY))
    play(lab, *attack("0109", "297-27G"), result="1/2")
    play(lab, "retreat")
    assert lab.hex("72-46") == "waiting"
    assert lab.state.name(lab.state.entry_of[lab.index("72-46")]) == "0109"


@pytest.mark.rule("7.8.1-k", "7.8.2-a")
def test_the_way_to_the_edge_is_open_to_the_attacker() -> None:
    rim = ring("0109", "0111", "0209", "0211", "0309")
    lab = fight("297-27G 0310 cv=12/8/4 q=4", "72-46 0210 cv=3/2/1 q=4", *rim, idle=" ".join(RED_ARMY))
    play(lab, *attack("0210", "297-27G"), result="1/3")
    play(lab, "retreat", "retreat 0110")
    assert lab.hex("72-46") == "waiting"
    play(lab, "lose 297-27G")
    assert lab.choices("advance") == ["0110", "0210"]


@pytest.mark.rule("7.8.1-l")
def test_a_unit_that_comes_back_has_a_point_less() -> None:
    assert coming_back("297-27G 2010").points("72-46") == 1


def coming_back(*others: str) -> Lab:
    """The turn after, 72-46 active and about to return by 0109."""
    lab = plain(
        "operations",
        *others,
        units={"72-46": {"fate": "waiting", "due": 4, "entry": "0109"}},
        turn=4,
        initiative="axis",
    )
    lab.do("specific", "add 72-46", "begin")
    return lab


@pytest.mark.rule("7.8.1-m")
def test_back_by_the_hex_it_left() -> None:
    lab = coming_back("297-27G 2010")
    assert lab.choices("enter") == ["0109"]
    lab.do("enter 72-46 0109")
    assert lab.hex("72-46") == "0109"


@pytest.mark.rule("7.8.1-n")
def test_an_enemy_there_shifts_the_hex_or_postpones_the_return() -> None:
    lab = coming_back("297-27G 0109 1")
    assert lab.choices("enter") == ["0108", "0110"]
    lab.do("end")
    assert lab.hex("72-46") == "waiting"


@pytest.mark.rule("3.5.2-b", "7.8.1-k")
def test_fatigue_is_not_shaken_off_beyond_the_edge() -> None:
    lab = mark(
        fight("297-27G 0209 cv=9/6/3 q=4", "72-46 0109 cv=6/4/2 q=4", *RIM),
        fatigued="72-46",
    )
    play(lab, *attack("0109", "297-27G"), result="1/2")
    play(lab, "retreat")
    assert lab.has("72-46", "fatigued")


# -- bridgeheads and HQs ---------------------------------------------------------------------------------------------

BANKS: dict[str, Any] = {"major": "1510/1610 1510/1611", "bridgeheads": {"bridgehead-1": "297-27G"}}


@pytest.mark.rule("15.5-h")
def test_a_bridgehead_that_retreats_gives_its_steps_back() -> None:
    lab = fought("1/1", "178-76 1410 cv=3/3 q=3", "bridgehead-1 1510 1", "297-27G 1610 2", side="axis", **BANKS)
    play(lab, "retreat")
    assert (lab.hex("bridgehead-1"), lab.steps("297-27G")) == ("dead", 3)
    assert lab.state.bridgehead_of(lab.index("297-27G")) == -1


@pytest.mark.rule("15.5-i")
def test_a_bridgehead_that_is_destroyed_loses_them() -> None:
    lab = fought("1/1", "178-76 1410 cv=3/3 q=3", "bridgehead-1 1510 1", "297-27G 1610 2", side="axis", **BANKS)
    play(lab, "lose bridgehead-1")
    assert (lab.hex("bridgehead-1"), lab.steps("297-27G")) == ("dead", 2)


@pytest.mark.rule("15.5-e")
def test_a_mother_unit_that_retreats_loses_its_bridgehead() -> None:
    lab = fought(
        "1/1",
        "178-76 1410 cv=2/2 q=3",
        "297-27G 1510 2 cv=9/2/1 q=3",
        "bridgehead-1 1610 1",
        side="axis",
        major="1510/1610 1610/1609",
        bridgeheads={"bridgehead-1": "297-27G"},
    )
    play(lab, "retreat", "retreat 1611")
    assert (lab.hex("bridgehead-1"), lab.steps("297-27G")) == ("dead", 2)


@pytest.mark.rule("1.5-k")
def test_an_hq_that_ends_its_retreat_alone_in_contact_falls() -> None:
    units = "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=0/0/0 q=4", "HQ-LXXII-AK 1510", "409-27G 1310 1"
    for way, fate in (("1410", "1410"), ("1411", "fallen")):
        lab = driven("1/1", *units, idle="409-27G")
        play(lab, "detach HQ-LXXII-AK", "retreat 1410", f"retreat {way}")
        assert lab.hex("HQ-LXXII-AK") == fate


# -- 16.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("16.1-a", "16.1-b")
def test_with_the_option_each_unit_tests_c3i() -> None:
    units = GUARDS, THREE, "178-76 1510 cv=0/0 q=4"
    for dice, shaken in (((4, 5), [False, True]), ((5, 4), [True, False])):
        lab = driven("1/2", *units, options={"c3i_on_retreat": True})
        play(lab, "retreat 1410", "retreat 1310", dice=dice)
        order = sorted(("72-46", "178-76"), key=lab.index)
        assert [lab.has(u, "disorganised") for u in order] == shaken
