"""15.4 Alarm counters on the map: who meets them, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.alarm import zone
from tests.debrecen.lab import Lab, plain

COUNTERS = [f"alarm-{n}" for n in range(1, 6)]


def ops(*units: str, alarms: str = "2510", backs: str = "alarm-3", **fields: Any) -> Lab:
    """Alarm counters in some hexes; which they are is drawn among the backs."""
    return plain("operations", *units, "178-76 1010", alarms=alarms.split(), backs=backs.split(), **fields)


def met(unit: str, *dice: int, **fields: Any) -> Lab:
    """A unit from 2512 has moved into the zone of the counter in 2510."""
    lab = ops(f"{unit} 2512", **fields).specific(unit)
    lab.do(f"select {unit}", "move 2511", dice=dice)
    return lab


@pytest.mark.rule("15.4-g", "4.1-a")
def test_the_zone_of_a_counter() -> None:
    """AMB-31: it does not reach across the Tisza."""
    around = ["2409", "2410", "2411", "2509", "2510", "2511", "2610", "2611"]
    lab = ops("16-7M 2520")
    assert lab.state.board.grid.listed(zone(lab.state)) == [h for h in around if h != "2409"]
    lab = ops("16-7M 2520", major="2510/2511", minor="2510/2509")
    assert lab.state.board.grid.listed(zone(lab.state)) == [h for h in around if h not in ("2409", "2511")]


@pytest.mark.rule("15.4-g", "4.1-a")
def test_nobody_wakes_it_from_over_the_tisza() -> None:
    """AMB-31."""
    lab = ops("16-7M 2512", major="2510/2511").specific("16-7M")
    lab.go("16-7M", "2511")
    assert lab.state.board.grid.listed(lab.state.alarms) == ["2510"]


@pytest.mark.rule("15.4-e")
def test_counters_lie_still_until_somebody_comes() -> None:
    lab = ops("16-7M 2513", alarms="2510 2010", backs="alarm-1 alarm-2").specific("16-7M").go("16-7M", "2512")
    lab.do("end", "pass", "pass", dice=(1, 1, 6, 1))
    assert lab.state.board.grid.listed(lab.state.alarms) == ["2010", "2510"]


@pytest.mark.rule("15.4-g", "15.4-h", "15.4-b")
def test_who_enters_the_zone_turns_it_over() -> None:
    lab = met("16-7M", 1, 2)
    assert (lab.points("16-7M"), lab.state.alarms, lab.state.backs) == (1, 0, 0)
    assert lab.told("alarm")[0].args["points"] == 1


@pytest.mark.rule("15.4-g")
@pytest.mark.parametrize("unit", ["297-27G", "2r", "20-5T", "HQ-53A"])
def test_any_allied_unit_does(unit: str) -> None:
    """AMB-31."""
    assert met(unit, 1, 1).state.alarms == 0


@pytest.mark.rule("15.4-g", "15.4-c")
def test_who_starts_its_activation_there_does_too() -> None:
    lab = ops("297-27G 2511", minor="2510/2511")
    lab.do("specific", "add 297-27G", "begin", dice=(1, 4))
    assert (lab.points("297-27G"), lab.state.alarms) == (1, 0)


@pytest.mark.rule("15.4-g", "3.4.3-a")
def test_of_two_stacks_beside_one_counter_the_owner_says_which_meets_it() -> None:
    """AMB-31."""
    lab = ops("297-27G 2511", "16-7M 2509").specific("297-27G", "16-7M")
    assert (lab.decision, lab.choices("meet")) == ("alarm-meeting", ["2509", "2511"])
    assert lab.refused("meet 2510") == "AMB-31"
    lab.do("meet 2511", dice=(1, 2))
    assert [event.args["units"] for event in lab.told("alarm")] == [["297-27G"]]
    assert (lab.points("297-27G"), lab.points("16-7M"), lab.decision) == (1, 3, "activation")


@pytest.mark.rule("15.4-g")
def test_for_each_counter_a_stack_is_chosen() -> None:
    """AMB-31: one that has been lost beside the first is not there for the second."""
    lab = ops("16-7M 2511 1", "297-27G 2610", "8-6G 2513", alarms="2510 2512", backs="alarm-4 alarm-5")
    lab.specific("16-7M", "297-27G", "8-6G")
    assert lab.choices("meet") == ["2511", "2610"]
    lab.do("meet 2511", dice=(1, 6, 1, 1))
    assert lab.hex("16-7M") == "dead"
    assert [event.args["units"] for event in lab.told("alarm")] == [["16-7M"], ["8-6G"]]
    assert lab.state.alarms == 0


@pytest.mark.rule("15.4-g", "15.4-h")
def test_a_unit_between_two_counters_turns_over_both() -> None:
    lab = ops("16-7M 2513", alarms="2510 2512", backs="alarm-3 alarm-5")
    lab.do("specific", "add 16-7M", "begin", dice=(1, 2))
    assert lab.points("16-7M") == 2
    lab.do("select 16-7M", "move 2511", dice=(1, 4))
    assert (lab.points("16-7M"), lab.state.alarms) == (0, 0)


@pytest.mark.rule("15.4-h", "6.1-f")
def test_the_way_is_interrupted_not_ended() -> None:
    """AMB-31."""
    lab = ops("16-7M 2513").specific("16-7M")
    lab.do("select 16-7M", "move 2509", dice=(1, 1))
    assert (lab.hex("16-7M"), lab.decision) == ("2511", "moving")
    lab.do("move 2510")
    assert lab.hex("16-7M") == "2510"


@pytest.mark.rule("15.4-h", "15.4-i")
@pytest.mark.parametrize(
    ("back", "points"),
    [("alarm-1", (0, 0, 1, 1, 2, 2)), ("alarm-3", (0, 1, 1, 1, 2, 2)), ("alarm-5", (0, 0, 0, 1, 1, 1))],
)
def test_the_tables(back: str, points: tuple[int, ...]) -> None:
    """alarm-1 is the counter of the rulebook; W19: on alarm-3 a roll of 2 to 4 costs a point and no step."""
    for die, lost in enumerate(points, 1):
        lab = met("16-7M", 1, die, backs=back)
        assert (lab.points("16-7M"), lab.steps("16-7M")) == (2 - lost, 3)


@pytest.mark.rule("15.4-b", "15.4-g")
def test_which_counter_it_is_the_lot_decides() -> None:
    lab = met("16-7M", 2, 6, alarms="2510 2010", backs="alarm-3 alarm-4")
    assert (lab.points("16-7M"), lab.steps("16-7M")) == (1, 2)  # alarm-4: one point and one step
    assert lab.state.backs == 1 << COUNTERS.index("alarm-3")


@pytest.mark.rule("15.4-h", "3.4.3-b")
def test_all_of_a_stack_lose_the_points_one_the_step() -> None:
    """AMB-31: of the owner's choice."""
    lab = ops("16-7M 2512", "8-6G 2512", "HQ-Pliev 2512", backs="alarm-4").specific("16-7M", "8-6G", "HQ-Pliev")
    lab.do("select 16-7M", "join 8-6G", "join HQ-Pliev", "move 2511", dice=(1, 6))
    assert (lab.decision, lab.choices("lose")) == ("alarm-loss", ["16-7M", "8-6G"])
    assert lab.refused("lose HQ-Pliev") == "15.4-h"
    lab.do("lose 8-6G")
    assert [lab.points(unit) for unit in ("16-7M", "8-6G", "HQ-Pliev")] == [1, 1, 1]
    assert (lab.steps("16-7M"), lab.steps("8-6G")) == (3, 2)


@pytest.mark.rule("15.4-h")
def test_there_are_never_less_than_no_points() -> None:
    lab = ops("297-27G 2514", backs="alarm-1").specific("297-27G")
    lab.do("select 297-27G", "move 2511", dice=(1, 6))
    assert lab.points("297-27G") == 0


@pytest.mark.rule("15.4-h")
def test_the_last_step_may_go() -> None:
    lab = ops("16-7M 2512 1", backs="alarm-4", alarms="2510").specific("16-7M")
    lab.do("select 16-7M", "move 2511", dice=(1, 6))
    assert lab.hex("16-7M") == "dead"


@pytest.mark.rule("15.4-f")
@pytest.mark.parametrize("unit", ["178-76", "4Rh", "HQ-III-PzK"])
def test_axis_units_take_a_counter_off(unit: str) -> None:
    lab = plain(
        "operations", f"{unit} 2511", "297-27G 1010", alarms=["2510"], backs=["alarm-1"], initiative="axis"
    ).specific(unit)
    lab.do(f"select {unit}", "move 2510")
    assert (lab.state.alarms, lab.state.backs) == (0, 0)
    assert lab.told("alarm removed")


@pytest.mark.rule("15.4-e", "15.4-g", "4.2-a")
def test_a_counter_bars_nothing_and_is_no_target() -> None:
    """AMB-31."""
    lab = met("16-7M", 1, 1)
    assert lab.decision == "moving"
    lab.do("done")
    assert lab.legal("end")
    assert lab.choices("attack") == []
    roads = [["3011", "2910", "2810", "2710"]]
    supply = plain("supply", "297-27G 2610", "178-76 1010", alarms=["2810"], roads=roads)
    assert not supply.has("297-27G", "isolated")
