"""6.0 Movement: points, terrain, rivers, roads and bridges; 7.9 riding through a breakthrough."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.movement import Moving, allowance
from tests.debrecen.lab import GAME, Lab, plain

ROAD = [["2511", "2510"]]
ISLAND = " ".join(f"{h}/2510" for h in ("2509", "2511", "2410", "2411", "2610", "2611"))
"""All sides of 2510."""
FAR = {"allied": "203-76 1010", "axis": "409-27G 1010"}


def ops(*units: str, side: str = "allied", **fields: Any) -> Lab:
    return plain("operations", *units, FAR[side], initiative=side, **fields)


def credit(lab: Lab) -> float:
    """The movement points of actions paid for that are left."""
    moving: Moving = lab.state.stack[-1]
    return moving.credit / lab.state.board.scale


def cost(unit: str, kind: str = "clear", friend: str = "", side: str = "allied", **fields: Any) -> float | None:
    """What a unit pays to step from 2511 to 2510; None if it cannot."""
    others = (f"{friend} 2510",) if friend else ()
    lab = ops(f"{unit} 2511", *others, side=side, terrain={"2510": kind}, **fields).specific(unit)
    lab.do(f"select {unit}")
    if not lab.legal("move 2510"):
        return None
    lab.do("move 2510")
    if lab.told("moved")[-1].args["path"] != ["2511", "2510"]:
        return None
    return allowance(lab.state, lab.index(unit)) / lab.state.board.scale - credit(lab)


# -- 6.1 points ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.1-a", "6.1-b", "6.1-c", "3.4.1-d")
@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [
        ("297-27G", "allied", 4),
        ("3r", "allied", 4),
        ("16-7M", "allied", 6),
        ("20-5T", "allied", 6),
        ("8-6G", "allied", 6),
        ("HQ-Pliev", "allied", 6),
        ("KG-MT", "axis", 6),
        ("Fus-FHH", "axis", 6),
    ],
)
def test_movement_points_of_an_action(unit: str, side: str, points: int) -> None:
    """A clear hex is 1 on foot or horse, 1.5 for all others: so far one action goes, and one hex farther two."""
    column = {"297-27G": 1, "3r": 1, "KG-MT": 1}.get(unit, 1.5)
    far = int(points / column)
    for hexes, actions in ((far, 1), (far + 1, 2)):
        lab = ops(f"{unit} 2520", side=side).specific(unit)
        before = lab.points(unit)
        lab.go(unit, f"25{20 - hexes}")
        assert lab.points(unit) == before - actions


@pytest.mark.rule("6.1-d")
def test_points_not_spent_are_lost_with_the_action() -> None:
    lab = ops("16-7M 2520").specific("16-7M").go("16-7M", "2519")
    assert lab.points("16-7M") == 2
    lab.do("select 16-7M")
    assert lab.legal("move 2511")  # two actions, 12 points, 8 hexes
    assert lab.refused("move 2510") == "6.1-b"


@pytest.mark.rule("6.1-e", "6.2-a")
def test_points_of_actions_in_a_row_add_up() -> None:
    """W9: three clear hexes and a marsh are 7.5 of 12 points; 4.5 are left."""
    lab = ops("20-5T 2514", terrain={"2510": "marsh"}).specific("20-5T")
    lab.do("select 20-5T", "move 2511")
    assert (lab.points("20-5T"), credit(lab)) == (2, 1.5)
    lab.do("move 2510")
    assert (lab.points("20-5T"), credit(lab)) == (1, 4.5)
    lab.do("move 2507")
    assert (lab.points("20-5T"), credit(lab)) == (1, 0)


@pytest.mark.rule("6.1-f", "15.4-h")
def test_an_event_that_costs_an_action_point_leaves_the_movement_points() -> None:
    lab = ops("16-7M 2514", alarms=["2511"], backs=["alarm-3"]).specific("16-7M")
    lab.do("select 16-7M", "move 2512", dice=(1, 2))
    assert (lab.points("16-7M"), credit(lab)) == (1, 3)
    lab.do("move 2510")
    assert (lab.points("16-7M"), credit(lab)) == (1, 0)


# -- 6.2 terrain -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2-a", "6.1-c", "0.2-c")
@pytest.mark.parametrize(
    ("kind", "infantry", "mechanised", "tanks"),
    [
        ("clear", 1, 1.5, 1.5),
        ("woods", 2, 3, 3),
        ("marsh", 2, 3, 3),
        ("rough", 2, 3, None),
        ("village", 1, 1.5, 1.5),
        ("town", 1, 1.5, 1.5),
        ("city", 1, 1.5, 1.5),
    ],
)
def test_the_cost_of_the_ground(kind: str, infantry: float, mechanised: float, tanks: float | None) -> None:
    assert (cost("297-27G", kind), cost("KG-MT", kind, side="axis")) == (infantry, infantry)
    assert (cost("16-7M", kind), cost("8-6G", kind), cost("HQ-Pliev", kind)) == (mechanised,) * 3
    assert cost("20-5T", kind) == tanks


@pytest.mark.rule("6.2-a", "7.1-f")
def test_tanks_enter_and_leave_rough_ground_along_a_road() -> None:
    assert cost("20-5T", "rough", roads=ROAD) == 0.5
    lab = ops("20-5T 2511", terrain={"2511": "rough"}, roads=ROAD).specific("20-5T")
    lab.do("select 20-5T", "move 2512")
    assert lab.told("moved")[-1].args["path"][:2] == ["2511", "2510"]
    lab = ops("20-5T 2511", terrain={"2511": "rough"}).specific("20-5T")
    assert lab.refused("select 20-5T") == "7.1-f"


@pytest.mark.rule("6.2-a", "6.2-e")
def test_the_cost_of_rivers() -> None:
    river = {"minor": ISLAND}
    assert (cost("297-27G", **river), cost("16-7M", **river), cost("20-5T", **river)) == (2, 4.5, 4.5)
    assert (cost("297-27G", "woods", **river), cost("16-7M", "woods", **river)) == (3, 6)
    bridge = {"crossings": ROAD, "roads": ROAD}
    assert (cost("297-27G", **river, **bridge), cost("16-7M", **river, **bridge)) == (0.5, 0.5)
    assert cost("16-7M", friend="63-7M", **river, **bridge) == 1.5


@pytest.mark.rule("6.2-e", "0.2-d")
def test_the_tisza_is_crossed_at_bridges_only() -> None:
    """AMB-63."""
    tisza = {"major": ISLAND}
    for unit in ("297-27G", "16-7M", "20-5T", "HQ-Pliev"):
        assert cost(unit, **tisza) is None
        assert cost(unit, **tisza, crossings=ROAD, roads=ROAD) == 0.5
    lab = ops("297-27G 2511", **tisza).specific("297-27G")
    lab.do("select 297-27G")
    assert lab.refused("move 2510") == "6.2-e"


@pytest.mark.rule("6.2-b", "6.2-c", "6.2-d", "5-g")
@pytest.mark.parametrize(
    ("unit", "friend", "side", "points"),
    [
        ("16-7M", "", "allied", 0.5),
        ("16-7M", "63-7M", "allied", 1.5),
        ("16-7M", "8-6G", "allied", 1.5),
        ("16-7M", "HQ-Pliev", "allied", 1.5),
        ("16-7M", "297-27G", "allied", 0.5),
        ("Fus-FHH", "KG-MT", "axis", 0.5),
        ("Fus-FHH", "Pz-FHH", "axis", 1.5),
        ("297-27G", "63-7M", "allied", 0.5),
        ("KG-MT", "Fus-FHH", "axis", 0.5),
        ("HQ-Pliev", "20-5T", "allied", 1.5),
    ],
)
def test_mechanised_units_use_a_road_alone(unit: str, friend: str, side: str, points: float) -> None:
    assert cost(unit, friend=friend, side=side, roads=ROAD) == points


@pytest.mark.rule("6.2-b")
def test_two_mechanised_units_together_have_no_use_of_a_road() -> None:
    for units, points in (("16-7M 63-7M", 1.5), ("297-27G 409-27G", 0.5)):
        one, two = units.split()
        lab = ops(f"{one} 2511", f"{two} 2511", roads=ROAD).specific(one, two)
        lab.do(f"select {one}", f"join {two}", "move 2510")
        assert allowance(lab.state, lab.index(one)) / 2 - credit(lab) == points


# -- 7.9 through a breakthrough --------------------------------------------------------------------------------------

GAP = ("16-7M 1812", "230-76 1608", "178-76 1610")
RIVER = "1812/1811 1812/1711 1911/1811"


@pytest.mark.rule("7.9-b", "7.9-c", "6.1-e", "4.2-a", "4.2-b", "EX-c")
def test_the_final_example_rides_through() -> None:
    """W22: 3 for the river and four clear hexes are 9 points; 1609 lies beyond the gap, and one point is left to
    attack."""
    lab = ops(*GAP, minor=RIVER, breakthrough=["1710"]).specific("16-7M")
    lab.do("select 16-7M", "move 1811", "move 1710", "move 1709")
    assert credit(lab) == 12 - 3 - 4.5
    lab.do("move 1609")
    assert (lab.decision, lab.points("16-7M")) == ("activation", 1)
    assert lab.refused("end") == "4.2-b"
    assert lab.choices("attack") == ["1608", "1610"]
    lab = ops(*GAP, minor=RIVER, breakthrough=["1710"]).specific("16-7M")
    lab.do("select 16-7M", "move 1609")
    assert lab.points("16-7M") == 1


@pytest.mark.rule("7.9-b", "7.9-c")
def test_without_the_breakthrough_the_ride_ends_at_once() -> None:
    lab = ops(*GAP, minor=RIVER).specific("16-7M")
    lab.do("select 16-7M", "move 1710")
    assert lab.decision == "activation"


@pytest.mark.rule("7.9-b")
def test_a_breakthrough_frees_from_costs_bans_and_duties() -> None:
    """AMB-09."""
    lab = ops("297-27G 1810", "178-76 1711", breakthrough=["1710"]).specific("297-27G")
    lab.do("select 297-27G", "move 1811")
    assert (lab.told("moved")[-1].args["path"], credit(lab)) == (["1810", "1811"], 3)
    lab.do("done")
    assert lab.legal("end")
    assert lab.legal("attack 1711")


@pytest.mark.rule("7.9-d", "7.9-c")
def test_the_gap_closes_with_the_activation() -> None:
    lab = ops(*GAP, breakthrough=["1710"]).specific("16-7M")
    lab.do("end")
    assert lab.state.breakthrough == 0
    assert GAME.check(lab.state) == []
