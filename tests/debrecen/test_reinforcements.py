"""14.0 Reinforcements: where and how they come in; 15.3 what the lists say of some of them."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.check import check
from tests.debrecen.lab import Lab, plain
from tests.debrecen.test_movement import credit

CALM = ("297-27G 2010", "178-76 1010")


def due(*units: str, turn: int) -> dict[str, Any]:
    """Units that wait to enter in a turn."""
    return {unit: {"fate": "waiting", "due": turn} for unit in units}


def ops(*waiting: str, turn: int, units: tuple[str, ...] = CALM, side: str = "allied", **fields: Any) -> Lab:
    return plain("operations", *units, turn=turn, units=due(*waiting, turn=turn), initiative=side, **fields)


def doors(unit: str, turn: int, side: str = "allied", **fields: Any) -> list[str]:
    """The hexes by which a unit may enter."""
    return ops(unit, turn=turn, side=side, **fields).specific(unit).choices("enter")


# -- 14-a where ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("14-a", "15.3.1-a", "15.3.2-a", "14-f")
@pytest.mark.parametrize(
    ("unit", "turn", "side", "hexes"),
    [
        ("13-6G", 1, "allied", ["3011"]),
        ("10-4G", 1, "allied", ["3014", "3016"]),
        ("16-7M", 1, "allied", [f"30{n}" for n in range(16, 22)]),
        ("20-5T", 1, "allied", [f"300{n}" for n in range(5, 9)]),
        ("110-49", 2, "allied", ["3024", "3025", "3026"]),
        ("2r", 3, "allied", ["3025"]),
        ("3-23T", 5, "allied", ["1801"]),
        ("180-27A", 7, "allied", ["1401", "1501", "1601", "1701", "1801"]),
        ("66-13Pz", 1, "axis", ["1929", "2029", "2129", "2229", "2329", "2429", "2529"]),
        ("503", 7, "axis", ["2229"]),
        ("25h", 7, "axis", ["0601"]),
        ("42-46", 3, "axis", ["1401"]),
        ("27h", 9, "axis", [f"01{n:02}" for n in range(1, 13)] + [f"0{n}01" for n in range(2, 7)]),
    ],
)
def test_where_they_come_in(unit: str, turn: int, side: str, hexes: list[str]) -> None:
    """AMB-71: along the edge; the codes of the rulebook are hexes of the map."""
    assert doors(unit, turn, side) == sorted(hexes)


@pytest.mark.rule("14-a", "2.1-d")
def test_not_before_their_turn_and_not_elsewhere() -> None:
    lab = plain("operations", *CALM, turn=3, units=due("3-23T", turn=5))
    lab.do("specific")
    assert lab.refused("add 3-23T") == "14-d"
    lab = ops("13-6G", turn=1).specific("13-6G")
    assert lab.refused("enter 13-6G 3012") == "14-a"


@pytest.mark.rule("15.8.1-c")
def test_with_the_option_the_24th_panzer_and_503_have_three_roads() -> None:
    free = {"independent_24pz": True}
    assert doors("503", 7, "axis", options=free) == ["0119", "0929", "2229"]
    assert doors("21-24Pz", 7, "axis", options=free) == ["0119", "0929", "2229"]
    assert doors("7-Po", 5, "axis", options=free) == ["2229"]


# -- 14-b what it costs ----------------------------------------------------------------------------------------------


@pytest.mark.rule("14-b")
def test_each_unit_pays_a_point_for_those_that_came_before_it() -> None:
    lab = ops("13-6G", "8C-6G", "16-7M", turn=2).specific("13-6G", "8C-6G", "16-7M")
    left = []
    for order in ("enter 13-6G 3011", "enter 8C-6G 3011", "enter 16-7M 3016"):
        lab.do(order)
        left.append(credit(lab))
        lab.do("done")
    assert left == [4.5, 3.5, 4.5]


@pytest.mark.rule("14-b")
def test_the_count_begins_anew_with_each_activation() -> None:
    lab = ops("13-6G", "8C-6G", turn=2).specific("13-6G")
    lab.do("enter 13-6G 3011", "done", "end", "pass")
    lab.specific("8C-6G").do("enter 8C-6G 3011")
    assert credit(lab) == 4.5


@pytest.mark.rule("14-b", "6.2-a", "6.2-b")
def test_the_cost_of_the_entry_hex() -> None:
    for fields, left in (
        ({"terrain": {"3011": "woods"}}, 3),
        ({"roads": [["3011", "2911"]]}, 5.5),
        ({"roads": [["3011", "2911"]], "units": ("16-7M 3011", "178-76 1010")}, 4.5),
        ({"terrain": {"3011": "rough"}}, 3),
    ):
        lab = ops("13-6G", turn=2, **fields).specific("13-6G")
        lab.do("enter 13-6G 3011")
        assert credit(lab) == left
    assert doors("20-5T", 1, terrain=dict.fromkeys(("3005", "3006", "3007"), "rough")) == ["3008"]


@pytest.mark.rule("14-b", "6.2-b", "7.1-f")
def test_tanks_come_in_by_a_road_through_rough_ground_even_past_others() -> None:
    """They pay for the ground when they are not alone; by (8) a road leads, by 1701 none."""
    road = {"terrain": {"1801": "rough"}, "roads": [["1801", "1802"]]}
    lab = ops("3-23T", "39-23T", turn=5, **road).specific("3-23T", "39-23T")
    lab.do("enter 3-23T 1801")
    assert credit(lab) == 5.5
    lab.do("done", "enter 39-23T 1801")
    assert credit(lab) == 2  # 3 for the ground, 1 for the unit before
    assert doors("3-23T", 5, terrain={"1801": "rough"}) == []


@pytest.mark.rule("14-b", "14-d", "3.4.1-b")
def test_they_go_on_with_what_they_have_left() -> None:
    lab = ops("13-6G", turn=2).specific("13-6G")
    lab.do("enter 13-6G 3011")
    assert (lab.points("13-6G"), credit(lab)) == (2, 4.5)
    lab.do("move 2712")
    assert (lab.hex("13-6G"), lab.points("13-6G"), credit(lab)) == ("2712", 2, 0)


@pytest.mark.rule("14-b", "4.2-c")
def test_an_enemy_zone_at_the_door_obliges_to_attack() -> None:
    lab = ops("13-6G", turn=2, units=("297-27G 2010", "178-76 2911")).specific("13-6G")
    lab.do("enter 13-6G 3011")
    assert (lab.decision, lab.refused("end")) == ("activation", "4.2-b")
    poor = {"27h": {"fate": "waiting", "due": 9}}
    enemies = [f"{unit} {h}" for unit, h in (("16-7M", "0203"), ("8-6G", "0206"), ("64-7M", "0209"))]
    lab = plain("operations", *enemies, "178-76 2010", turn=9, units=poor, initiative="axis").specific("27h")
    assert "0103" not in lab.choices("enter")
    assert lab.refused("enter 27h 0103") == "14-b"


@pytest.mark.rule("14-b", "4.2-c", "1.5-k")
def test_an_hq_enters_a_zone_only_where_a_friend_is() -> None:
    """AMB-89."""
    lab = ops("HQ-LVII-PzK", turn=2, side="axis", units=("16-7M 2228", "178-76 1010"))
    lab.do("specific", "add HQ-LVII-PzK", "add 178-76", "begin")
    assert lab.choices("enter") == []
    lab = ops("HQ-LVII-PzK", turn=2, side="axis", units=("16-7M 2228", "178-76 2229")).specific("HQ-LVII-PzK")
    assert lab.choices("enter") == ["2229"]


# -- 14-c to 14-e how ------------------------------------------------------------------------------------------------


@pytest.mark.rule("14-c", "3.3-e")
def test_they_are_in_command_and_in_supply_when_they_enter() -> None:
    units = ("HQ-53A 0505", "178-76 1010")
    lab = ops("203-57", turn=2, units=units).specific("203-57")
    assert lab.points("203-57") == 2  # without a test, out of the range of its HQ as it is
    lab.do("enter 203-57 3025", "done", "end", "pass")
    lab.do("activate HQ-53A", "add 203-57", "begin", "end", "pass", "pass", dice=(1, 1, 6, 1))
    assert lab.state.turn == 3
    assert lab.has("203-57", "uncommanded")
    assert not lab.has("203-57", "isolated")  # the road of its entry hex leads off the map


@pytest.mark.rule("14-c", "3.3-c")
def test_in_their_turn_of_entry_they_take_no_test_for_a_destroyed_hq() -> None:
    """AMB-95."""
    fallen = {"HQ-53A": {"fate": "fallen", "due": 3}}
    lab = plain("operations", *CALM, turn=2, units=due("203-57", turn=2) | fallen).specific("203-57")
    assert lab.points("203-57") == 2
    lab.do("enter 203-57 3025", "done", "end", "pass")
    lab.specific("203-57")  # nor for its second activation
    assert lab.points("203-57") == 1
    late = plain("operations", *CALM, turn=3, units=due("203-57", turn=2) | fallen).specific("203-57")
    assert late.points("203-57") == 2
    lab = plain("operations", *CALM, turn=2, units=fallen).specific("297-27G", dice=(6,))
    assert lab.points("297-27G") == 1


@pytest.mark.rule("14-d", "2.1-d")
def test_they_enter_with_their_formation() -> None:
    lab = ops("203-57", "110-49", turn=2, units=("HQ-53A 0505", "178-76 1010"))
    lab.do("activate HQ-53A", "begin")
    assert set(lab.state.ids(lab.state.active)) == {"HQ-53A", "203-57", "110-49"}
    lab.do("enter 203-57 3025")
    assert lab.hex("203-57") == "3025"


@pytest.mark.rule("14-d", "3.2-b")
def test_a_formation_whose_hq_may_enter_is_among_those_to_choose_from() -> None:
    lab = ops("HQ-Ir", "2r", "4r", turn=3)
    (found,) = (f for f in lab.state.view("allied")["formations"] if f["hq"] == "HQ-Ir")
    assert (found["fresh"], found["spent"]) == (["2r", "4r"], [])
    assert lab.legal("activate HQ-Ir")


@pytest.mark.rule("14-d", "9.2-a")
def test_independent_units_enter_specifically_or_with_an_hq_in_range() -> None:
    """AMB-69."""
    lab = ops("110-18T", turn=2, units=("HQ-53A 2920", "178-76 1010"))
    lab.do("activate HQ-53A", "add 110-18T", "begin", "enter 110-18T 3024")
    assert lab.hex("110-18T") == "3024"
    lab = ops("110-18T", turn=2, units=("HQ-53A 2510", "178-76 1010"))
    lab.do("activate HQ-53A")
    assert lab.refused("add 110-18T") == "9.2-a"
    lab = ops("110-18T", "203-57", turn=2).specific("110-18T", "203-57")
    assert lab.legal("enter 110-18T 3024")


@pytest.mark.rule("14-d")
def test_who_has_not_entered_may_enter_later() -> None:
    """AMB-69."""
    lab = plain("operations", *CALM, turn=4, units=due("13-6G", turn=1)).specific("13-6G")
    lab.do("end", "pass", "specific")
    assert lab.refused("add 13-6G") == "14-d"  # its activation of this turn is over
    lab = plain("operations", *CALM, turn=4, units=due("13-6G", turn=1)).specific("13-6G")
    lab.do("enter 13-6G 3011")
    assert lab.hex("13-6G") == "3011"


@pytest.mark.rule("14-e", "5-a")
def test_they_may_stack_where_they_enter() -> None:
    lab = ops("203-57", "228-57", "243-57", turn=2).specific("203-57", "228-57", "243-57")
    lab.do("enter 203-57 3025", "done", "enter 228-57 3025", "done", "end")
    assert (lab.hex("203-57"), lab.hex("228-57"), lab.decider) == ("3025", "3025", "axis")


# -- 14-f, 15.3 few points -------------------------------------------------------------------------------------------

NORTH = ["HQ-IX-Hdt", "27h", "2Rh", "15-FG", "16-FG", "18-FG", "HQ-XXIX-AK", "3Geb", "8Jg", "15ID"]
EAST = ["HQ-27A", "3GA-35G", "93-35G", "202-35G", "4GA-104", "163-104", "206-104", "180-27A", "25GT-27A"]


@pytest.mark.rule("14-f", "15.3.1-b", "15.3.2-b")
@pytest.mark.parametrize(("unit", "turn"), [(u, 9) for u in NORTH] + [(u, 7) for u in EAST])
def test_one_action_point_in_the_turn_of_arrival(unit: str, turn: int) -> None:
    side = "axis" if turn == 9 else "allied"
    lab = ops(unit, turn=turn, side=side).specific(unit)
    assert lab.points(unit) == 1
    assert ops(unit, turn=turn + 1, side=side).specific(unit).points(unit) == 1  # AMB-73


@pytest.mark.rule("14-f", "3.5-a")
def test_it_lasts_for_the_turn() -> None:
    lab = ops("HQ-27A", "180-27A", turn=7).specific("HQ-27A", "180-27A")
    lab.do("enter HQ-27A 1601", "done", "enter 180-27A 1601")
    if lab.decision == "moving":
        lab.do("done")
    if lab.decision == "activation":
        lab.do("end")
    lab.do("pass", "specific")
    assert lab.refused("add HQ-27A") == "1.3-c"
    assert lab.refused("add 180-27A") == "1.3-c"
    lab.do("add 297-27G", "begin", "end", "pass", "pass", dice=(1, 1, 6, 1))
    assert lab.specific("180-27A").points("180-27A") == 2


@pytest.mark.rule("14-f")
@pytest.mark.parametrize(("unit", "turn"), [("203-57", 2), ("6GA-24G", 9)])
def test_others_have_all_their_points(unit: str, turn: int) -> None:
    assert ops(unit, turn=turn).specific(unit).points(unit) == 2


# -- 14-g, 7.8.1-n held up -------------------------------------------------------------------------------------------


@pytest.mark.rule("14-g")
def test_beside_an_enemy_at_the_door_along_the_edge() -> None:
    assert doors("13-6G", 2, units=("297-27G 2010", "178-76 3011 1")) == ["3010", "3012"]
    lab = ops("13-6G", turn=2, units=("178-76 3011 1", "230-76 3010 1", "203-76 3012 1", "297-27G 2010"))
    lab.do("specific")
    assert lab.refused("add 13-6G") == "14-d"


@pytest.mark.rule("14-g")
def test_or_a_turn_later() -> None:
    lab = ops("13-6G", turn=2, units=("297-27G 2010", "178-76 3011 1"))
    lab.do("pass", "pass", dice=(1, 1, 6, 1))
    assert "enter 13-6G 3012" in lab.specific("13-6G").actions("enter")


@pytest.mark.rule("7.8.1-k", "7.8.1-l", "7.8.1-m", "7.8.1-n")
def test_who_was_driven_off_comes_back_the_same_way_or_beside_an_enemy() -> None:
    back = {"16-7M": {"fate": "waiting", "due": 5, "entry": "3017"}}
    assert plain("operations", *CALM, turn=4, units=back).legal("specific")
    lab = plain("operations", *CALM, turn=5, units=back).specific("16-7M")
    assert (lab.points("16-7M"), lab.choices("enter")) == (2, ["3017"])
    lab.do("enter 16-7M 3017", "done", "end", "pass")
    lab.specific("16-7M")
    assert lab.points("16-7M") == 1  # fatigued, and still one less
    held = plain("operations", "297-27G 2010", "178-76 3017 1", turn=5, units=back).specific("16-7M")
    assert held.choices("enter") == ["3016", "3018"]


@pytest.mark.rule("7.8.1-l", "7.8.1-n", "3.5.1-a")
def test_who_has_no_point_left_to_come_back_with_comes_a_turn_later() -> None:
    """AMB-94: the point is lost in the turn in which it is due back."""
    back = {"203-57": {"fate": "waiting", "due": 5, "entry": "3017"}}
    lab = plain("operations", *CALM, turn=5, units=back, fatigued=["203-57"])
    lab.do("specific")
    assert lab.refused("add 203-57") == "1.3-c"
    lab = plain("operations", *CALM, turn=6, units=back, fatigued=["203-57"]).specific("203-57")
    assert lab.points("203-57") == 1
    lab.do("enter 203-57 3017")
    assert not lab.has("203-57", "returned")
    lab = plain("operations", *CALM, turn=6, units=back).specific("203-57")
    assert (lab.points("203-57"), check(lab.state)) == (2, [])


@pytest.mark.rule("7.8.1-l")
def test_who_comes_back_bears_its_mark_from_its_entry_on() -> None:
    back = {"16-7M": {"fate": "waiting", "due": 5, "entry": "3017"}}
    lab = plain("operations", *CALM, turn=5, units=back).specific("16-7M")
    assert check(lab.state) == []
    lab.do("enter 16-7M 3017")
    assert lab.has("16-7M", "returned")
