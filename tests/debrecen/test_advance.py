"""7.8.2 and 7.9: who advances, where to and how far, and what a breakthrough opens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.fights import attack, combat, fight, fought, mark, play
from tests.debrecen.lab import Lab

FOOT = "297-27G 1610 cv=9/6/3 q=4"
TANKS = "46-9M 1610 cv=9/6 yellow=0 q=4"
THREE = "72-46 1510 cv=3/2/1 q=4"


def followed(result: str, *units: str, ways: tuple[str, ...] = ("1410", "1310"), **fields: Any) -> Lab:
    """A defender driven out of 1510 without a loss, the attacker having paid in steps."""
    lab = fought(result, *units, **fields)
    play(lab, "retreat", *(f"retreat {hex}" for hex in ways))
    while lab.decision == "settle":
        play(lab, lab.actions("lose")[0])
    return lab


def ends(lab: Lab, unit: str) -> list[str]:
    """Where a unit may end its advance."""
    return sorted(a.split()[2] for a in lab.actions("advance") if a.split()[1] == unit)


# -- where to --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.8.2-b")
def test_infantry_follows_the_path_of_retreat() -> None:
    lab = followed("1/2", FOOT, THREE)
    assert ends(lab, "297-27G") == ["1410", "1510"]
    assert lab.refused("advance 297-27G 1411") == "7.8.2-b"
    assert lab.refused("advance 297-27G 1310") == "7.8.2-b"
    play(lab, "advance 297-27G 1410")
    assert lab.hex("297-27G") == "1410"


@pytest.mark.rule("7.8.2-b")
def test_only_who_attacked_advances_and_once() -> None:
    lab = followed("1/2", FOOT, THREE, "409-27G 1611", idle="409-27G")
    assert lab.refused("advance 409-27G 1510") == "7.8.2-b"
    assert lab.refused("end") == "7.8.2-b"
    play(lab, "advance 297-27G 1510")
    assert lab.decision == "activation"


@pytest.mark.rule("7.8.2-b")
def test_the_advance_goes_no_farther_than_the_retreat() -> None:
    lab = followed("1/1", "297-27G 1610 cv=2/2/2 q=4", "72-46 1510 cv=1/1/1 q=4", ways=("1410",))
    assert ends(lab, "297-27G") == ["1510"]


@pytest.mark.rule("7.8.2-b")
def test_nobody_has_to_advance_after_a_normal_attack() -> None:
    lab = followed("1/2", FOOT, THREE)
    play(lab, "stay")
    assert (lab.decision, lab.hex("297-27G")) == ("activation", "1610")


@pytest.mark.rule("7.8.2-c")
def test_of_two_paths_any_may_be_followed() -> None:
    lab = fought("1/2", FOOT, THREE, "178-76 1510 cv=0/0 q=4")
    play(
        lab, "retreat", "detach 178-76", "retreat 1410", "retreat 1310", "retreat 1411", "retreat 1311", "lose 297-27G"
    )
    assert ends(lab, "297-27G") == ["1410", "1411", "1510"]


@pytest.mark.rule("7.8.2-d")
def test_armour_leaves_the_path_after_the_first_hex() -> None:
    lab = followed("1/2", TANKS, THREE)
    assert ends(lab, "46-9M") == ["1410", "1411", "1509", "1510", "1511", "1611"]


@pytest.mark.rule("7.8.2-d", "7.8.2-b")
def test_nobody_advances_into_enemies() -> None:
    lab = followed("1/2", TANKS, THREE, "203-76 1511 1", ways=("1410", "1310"))
    assert "1511" not in ends(lab, "46-9M")


@pytest.mark.rule("7.8.2-b", "7.1-f")
def test_impassable_ground_stops_the_advance() -> None:
    lab = followed("1/2", TANKS, THREE, terrain={"1410": "rough", "1411": "rough"})
    assert ends(lab, "46-9M") == ["1509", "1510", "1511", "1611"]
    lab = followed("1/2", FOOT, THREE, terrain={"1410": "rough", "1411": "rough"})
    assert ends(lab, "297-27G") == ["1410", "1510"]


@pytest.mark.rule("7.8.2-e")
def test_an_enemy_zone_ends_the_advance_but_not_in_the_vacated_hex() -> None:
    lab = followed("1/2", FOOT, THREE, "203-76 1509", ways=("1411", "1311"))  # its zone covers 1510
    assert ends(lab, "297-27G") == ["1411", "1510"]
    strong = "297-27G 1610 cv=12/8/4 q=4"
    lab = followed("1/3", strong, THREE, "203-76 1412", ways=("1411", "1311", "1211"))  # its zone covers 1411
    assert ends(lab, "297-27G") == ["1411", "1510"]
    lab = followed("1/3", strong, THREE, "203-76 1412 1", ways=("1411", "1311", "1211"))  # it has none
    assert ends(lab, "297-27G") == ["1311", "1411", "1510"]


@pytest.mark.rule("7.8.2-f")
@pytest.mark.parametrize("river", ["1610/1510", "1510/1410"])
def test_a_river_ends_the_advance(river: str) -> None:
    lab = followed("1/3", "297-27G 1610 cv=12/8/4 q=4", THREE, ways=("1410", "1310", "1210"), minor=river)
    assert ends(lab, "297-27G") == (["1510"] if river == "1610/1510" else ["1410", "1510"])


@pytest.mark.rule("7.8.2-h")
def test_the_defender_does_not_advance() -> None:
    lab = fought("2/-", "297-27G 1610 cv=2/2/2 q=4", "178-76 1510 cv=4/2 q=4")
    play(lab, "retreat", "retreat 1710", "retreat 1810")
    assert lab.decision == "activation"


@pytest.mark.rule("7.8.2-g", "7.8.2-h")
def test_who_has_retreated_does_not_advance() -> None:
    lab = fought("1/2", FOOT, THREE)
    play(lab, "retreat", "retreat 1410", "retreat 1310", "retreat", "retreat 1710")
    assert lab.decision == "activation"


# -- the compulsory advance ------------------------------------------------------------------------------------------


@pytest.mark.rule("7.8.2-i", "7.3.2-d")
def test_after_a_prepared_attack_one_has_to_advance() -> None:
    lab = fight("297-27G 1610 cv=9/6/3 q=4", "409-27G 1611 cv=0/0/0 q=4", THREE)
    play(lab, *attack("1510", "297-27G", "409-27G", prepared=True), "pick 297-27G", result="1/3!")
    play(lab, "retreat", "retreat 1410", "retreat 1310", "retreat 1210")
    assert lab.refused("stay") == "7.8.2-i"
    play(lab, "advance 409-27G 1510")
    assert lab.legal("stay")  # the other may
    play(lab, "stay")
    assert (lab.hex("297-27G"), lab.points("409-27G")) == ("1610", 1)


@pytest.mark.rule("15.5-d", "7.8.2-i")
def test_a_mother_unit_stays_and_may_retreat_instead() -> None:
    lab = fight(
        "297-27G 1610 2 cv=9/9/9 q=4",
        "bridgehead-1 1709 1",
        THREE,
        major="1610/1709",
        bridgeheads={"bridgehead-1": "297-27G"},
    )
    play(lab, *attack("1510", "297-27G", prepared=True), result="1/3!")
    play(lab, "retreat", "retreat 1410", "retreat 1310", "retreat 1210")
    assert sorted(lab.actions()) == ["lose 297-27G", "retreat"]
    play(lab, "lose 297-27G")
    assert (lab.decision, lab.hex("297-27G")) == ("activation", "1610")


# -- elimination -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.8.2-k")
def test_what_is_left_of_the_result_becomes_advance() -> None:
    lab = fought("-/3*!", "297-27G 1610 cv=24/16/8 q=4", "178-76 1510 1 cv=9/3 q=4")
    assert lab.hex("178-76") == "dead"
    assert ends(lab, "297-27G") == ["1410", "1411", "1509", "1510", "1511", "1611"]  # two hexes, no path to follow


@pytest.mark.rule("7.8.2-k")
def test_an_exact_elimination_opens_the_hex_itself() -> None:
    lab = fought("1/1*", "297-27G 1610 cv=9/6/3 q=4", "178-76 1510 1 cv=9/3 q=4")
    play(lab, "lose 297-27G")
    assert combat(lab).reach == 1
    assert ends(lab, "297-27G") == ["1510"]


@pytest.mark.rule("7.8.2-a", "7.8.2-k")
def test_a_group_lost_on_its_way_leaves_the_rest_of_its_hexes() -> None:
    blocked = "409-27G 1309 2", "203-57 1311 2", "228-57 1412 2"
    lab = fought(
        "1/3", "297-27G 1610 cv=12/8/4 q=4", "72-46 1510 1 cv=9/9/3 q=4", *blocked, idle="409-27G 203-57 228-57"
    )
    play(lab, "retreat", "retreat 1410")
    assert lab.hex("72-46") == "dead"
    play(lab, "lose 297-27G")
    found = ends(lab, "297-27G")
    assert {"1510", "1410", "1409"} <= set(found)  # along the path, then free, three hexes in all
    assert "1511" not in found


# -- stacking, states ------------------------------------------------------------------------------------------------


@pytest.mark.rule("5-a")
@pytest.mark.parametrize(("steps", "room"), [(1, True), (2, False)])
def test_six_steps_where_the_advance_ends(steps: int, room: bool) -> None:
    names = ("297-27G 1610", "409-27G 1611", f"203-57 1611 {steps}")
    lab = fight(*(f"{n} q=4" if n.startswith("297") else n for n in names), "72-46 1510 cv=6/4/2 q=4")
    play(lab, *attack("1510", "297-27G", "409-27G", "203-57"), "pick 297-27G", result="1/3")
    play(lab, "retreat", "retreat 1410", "retreat 1310", "retreat 1210", "lose 297-27G")
    play(lab, "advance 409-27G 1510", "advance 203-57 1510")
    assert ends(lab, "297-27G") == ["1310", "1410", *(["1510"] if room else [])]
    assert room or lab.refused("advance 297-27G 1510") == "5-a"


@pytest.mark.rule("7.8.2-l")
def test_fatigued_units_advance() -> None:
    lab = mark(fight("297-27G 1610 cv=18/12/6 q=4", THREE), fatigued="297-27G")
    play(lab, *attack("1510", "297-27G"), result="1/2")
    play(lab, "retreat", "retreat 1410", "retreat 1310", "lose 297-27G")
    assert ends(lab, "297-27G") == ["1410", "1510"]


@pytest.mark.rule("4.3-c")
def test_an_advance_brings_no_duty() -> None:
    lab = followed("1/2", FOOT, THREE, "203-76 1509")
    play(lab, "advance 297-27G 1510")
    assert not lab.has("297-27G", "duty")
    assert lab.legal("end")


@pytest.mark.rule("4.3-c")
def test_an_advance_ends_a_duty() -> None:
    lab = mark(fight("297-27G 1610 cv=9/6/3 q=4", "178-76 1509 1 cv=3/3 q=4", "203-76 1609"), duty="297-27G")
    play(lab, *attack("1509", "297-27G"), result="1/1")  # a single step compels nobody
    play(lab, "lose 178-76", "lose 297-27G")
    assert lab.has("297-27G", "duty")
    play(lab, "advance 297-27G 1509")
    assert not lab.has("297-27G", "duty")


@pytest.mark.rule("7.8.2-b")
def test_an_advance_costs_no_points() -> None:
    lab = followed("1/2", FOOT, THREE)
    play(lab, "advance 297-27G 1410")
    assert lab.points("297-27G") == 2


@pytest.mark.rule("15.4-g")
def test_an_advance_may_meet_an_alarm_counter() -> None:
    lab = fight("297-27G 1710 cv=9/6/3 q=4", "72-46 1610 cv=3/2/1 q=4", alarms=["1609"])
    play(lab, *attack("1610", "297-27G"), result="1/2")
    play(lab, "retreat", "retreat 1510", "retreat 1410", "lose 297-27G", "advance 297-27G 1510")
    assert lab.state.decision is not None
    assert lab.state.decision.name == "alarm counter"  # its zone covers 1610


@pytest.mark.rule("1.5-k")
def test_a_lone_hq_beside_the_advance_falls() -> None:
    lab = followed("1/2", FOOT, THREE, "HQ-LXXII-AK 1409", ways=("1411", "1311"))
    play(lab, "advance 297-27G 1510")
    assert lab.hex("HQ-LXXII-AK") == "1409"
    lab = followed("1/2", FOOT, THREE, "HQ-LXXII-AK 1409", ways=("1410", "1310"))
    play(lab, "advance 297-27G 1410")
    assert lab.hex("HQ-LXXII-AK") == "fallen"


@pytest.mark.rule("1.5-k")
def test_it_falls_to_an_advance_that_goes_past_it() -> None:
    """AMB-14."""
    lab = followed("1/3", FOOT, THREE, "HQ-LXXII-AK 1409", ways=("1410", "1310", "1210"))
    play(lab, "advance 297-27G 1310")
    assert (lab.hex("297-27G"), lab.hex("HQ-LXXII-AK")) == ("1310", "fallen")


@pytest.mark.rule("1.5-k")
def test_it_falls_at_once() -> None:
    lab = fight(FOOT, "409-27G 1611 cv=0/0/0 q=4", THREE, "HQ-LXXII-AK 1409")
    play(lab, *attack("1510", "297-27G", "409-27G"), "pick 297-27G", result="1/2")
    play(lab, "retreat", "retreat 1410", "retreat 1310", "lose 297-27G", "advance 297-27G 1410")
    assert (lab.decision, lab.hex("HQ-LXXII-AK")) == ("advance", "fallen")


# -- 7.9 breakthrough ------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.9-b", "7.9-c", "7.8.2-e")
def test_a_breakthrough_lifts_the_zones_around_it() -> None:
    lab = followed("1/3!", "297-27G 1610 cv=18/12/6 q=4", THREE, "203-76 1412", ways=("1411", "1311", "1211"))
    assert ends(lab, "297-27G") == ["1311", "1411", "1510"]  # on from 1411, whose zone is cancelled
