"""5.0 Movement: who moves, what it costs, zones of control on the way, roads and stacking.

Most of it in the bare country around 3017, whose neighbours are, from the north: 3016, 3117, 3118, 3018, 2918,
2917. Movers are Soviet: A is mobile (a tank), L goes on foot (a rifle regiment). An enemy E in 2918 holds 3017 and 3018
in its zone, and no other hex of columns 30 and 31.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.lab import GAME, Lab, attack, plain

E = "E 2918 relief infantry 1-1-1"
AROUND = ("3016", "3117", "3118", "3018", "2918", "2917")
"""The neighbours of 3017."""


def tank(where: str, allowance: int, name: str = "A") -> str:
    return f"{name} {where} 27A tank 4-4-{allowance}"


def rifles(where: str, allowance: int, name: str = "L") -> str:
    return f"{name} {where} 27A rifle 4-4-{allowance}"


def moving(*units: str, **fields: Any) -> Lab:
    """A Soviet movement phase in the bare country."""
    return plain("soviet-movement", *units, **fields)


def left(lab: Lab) -> float:
    """The points that the unit on the move has left."""
    (points,) = lab.state.view(lab.decider)["moving"]["points"].values()
    return float(points)


# -- 5.0 moving ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.0-a", "5.1-f")
@pytest.mark.parametrize("unit", [tank("3017", 3, "U"), rifles("3017", 3, "U")])
def test_a_unit_goes_in_any_direction_as_far_as_its_allowance(unit: str) -> None:
    grid = GAME.board("korsun").grid
    near = grid.listed(grid.disc(grid.hex("3017"), 3))
    steps = {name: grid.distance(grid.hex("3017"), grid.hex(name)) for name in near if name != "3017"}
    assert moving(unit).cost("U") == steps
    assert len(steps) == 36


@pytest.mark.rule("5.0-a")
def test_any_number_of_units_move() -> None:
    lab = moving(tank("3017", 6), rifles("3010", 4), rifles("3005", 4, "M"))
    lab.do("select A", "move 3018", "done", "select L", "move 3011", "done", "select M", "move 3006", "done")
    assert [lab.hex(u) for u in "ALM"] == ["3018", "3011", "3006"]


@pytest.mark.rule("5.0-b")
def test_units_move_one_at_a_time() -> None:
    lab = moving(tank("3017", 6), rifles("3010", 4))
    assert lab.refused("move 3018") == "5.0-b"
    lab.do("select A", "move 3018")
    assert lab.refused("select L") == "5.0-b"
    assert lab.refused("end") == "5.0-b"
    lab.do("done", "select L")


@pytest.mark.rule("5.0-b")
def test_a_unit_goes_from_hex_to_hex() -> None:
    ring = dict.fromkeys(AROUND, "marsh") | {"3018": "clear"}
    (event,) = moving(tank("3017", 3), terrain=ring).do("select A", "move 3020")[:1]
    assert event.args["path"] == ["3017", "3018", "3019", "3020"]


@pytest.mark.rule("5.0-c")
def test_one_stretch_after_another_is_paid_from_the_same_points() -> None:
    lab = moving(tank("3017", 5), terrain={"3018": "village"})
    lab.do("select A", "move 3018")
    assert left(lab) == 3
    lab.do("move 3020")
    assert left(lab) == 1
    assert lab.refused("move 3022") == "5.2-e"
    lab.do("move 3021")
    assert (lab.hex("A"), lab.decision) == ("3021", "movement")


@pytest.mark.rule("5.0-d")
def test_in_the_mobile_movement_phase_a_unit_has_all_of_its_allowance() -> None:
    lab = plain("soviet-mobile-movement", tank("3017", 5), terrain={"3018": "village"}, minor="3017/3016")
    assert lab.cost("A") == moving(tank("3017", 5), terrain={"3018": "village"}, minor="3017/3016").cost("A")
    lab.do("select A")
    assert left(lab) == 5
    lab.do("move 3021")
    assert lab.hex("A") == "3021"


@pytest.mark.rule("5.0-e", "4.1-d")
def test_only_mobile_units_that_have_not_moved_move_in_the_mobile_movement_phase() -> None:
    lab = moving(tank("3017", 8), tank("3010", 8, "B"), rifles("3005", 4))
    lab.do("select A", "move 3018", "done", "end", "end")
    assert lab.choices("select") == ["B"]
    assert lab.refused("select A") == "4.1-d"
    assert lab.refused("select L") == "4.1-j"


# -- 5.1 limits ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1-a", "4.1-b")
def test_units_move_only_in_their_owners_movement_phases() -> None:
    units = (tank("3017", 8), "P 3005 relief tank 4-4-8")
    for phase in ("movement", "mobile-movement"):
        assert plain(f"soviet-{phase}", *units).choices("select") == ["A"]
        assert plain(f"soviet-{phase}", *units).refused("select P") == "5.1-a"
        assert plain(f"german-{phase}", *units).choices("select") == ["P"]
        assert plain(f"german-{phase}", *units).refused("select A") == "5.1-a"
    for phase in ("combat", "mobile-combat"):
        assert plain(f"soviet-{phase}", *units).refused("select A") == "5.1-a"


@pytest.mark.rule("5.1-b")
def test_a_retreat_costs_no_movement_points() -> None:
    """A2 drives the tank two hexes through marsh, each worth all of its allowance; then it moves all the same."""
    marsh = dict.fromkeys(("3016", "2916", "3116", "3015"), "marsh")
    lab = plain("soviet-combat", tank("3017", 4), "E 3018 relief infantry 9-9-4", terrain=marsh)
    lab.do(*attack("3018", "A"), dice=(3,))
    lab.do("retreat 3016", "retreat 3015", "end", "select A", "move 3011")
    assert lab.hex("A") == "3011"


@pytest.mark.rule("5.1-b")
def test_an_advance_costs_no_movement_points() -> None:
    lab = plain("soviet-combat", "L 3017 27A rifle 19-4-1", "E 3018 relief infantry 1-1-4", terrain={"3018": "marsh"})
    lab.do(*attack("3018", "L"), dice=(1,))
    lab.do("advance L 3018")
    assert lab.hex("L") == "3018"


@pytest.mark.rule("5.1-c")
def test_nobody_enters_a_hex_with_an_enemy_or_passes_it() -> None:
    lab = moving(tank("3017", 20), E)
    lab.do("select A")
    assert lab.refused("move 2918") == "5.1-c"
    wall = [f"W{i} {name} relief infantry 1-1-1" for i, name in enumerate(AROUND)]
    lab = moving(tank("3017", 20), *wall)
    assert lab.cost("A") == {}
    assert lab.refused("select A") == "5.1-c"


@pytest.mark.rule("5.1-d")
@pytest.mark.parametrize("kind", ["tank", "rifle"])
def test_no_hex_of_this_map_is_prohibited_and_nobody_goes_where_the_scenario_does_not(kind: str) -> None:
    lab = Lab.at("soviet-movement", f"U 3017 27A {kind} 4-4-99")
    board = lab.state.board
    assert set(lab.cost("U")) == set(board.grid.listed(board.area)) - {"3017"}
    lab = Lab.at("soviet-movement", f"U 1020 27A {kind} 4-4-99", scenario="learning-bridges", turn=2, pools={})
    columns, rows = {name[:2] for name in lab.cost("U")}, {name[2:] for name in lab.cost("U")}
    assert (min(columns), max(columns), min(rows), max(rows)) == ("01", "17", "16", "28")


@pytest.mark.rule("5.1-e")
def test_nobody_moves_off_the_map() -> None:
    lab = moving(tank("0101", 1))
    assert set(lab.cost("A")) == {"0102", "0201"}
    lab.do("select A")
    assert lab.refused("move 0001") == "5.1-e"
    lab = Lab.at("soviet-movement", "5MC-45 1716", scenario="learning-bridges", turn=2, pools={})
    lab.do("select 5MC-45")
    assert lab.refused("move 1816") == "5.1-e"
    assert lab.refused("move 1715") == "5.1-e"


@pytest.mark.rule("5.1-e")
def test_nobody_retreats_off_the_map() -> None:
    lab = plain("soviet-combat", "L 0102 27A rifle 14-4-4", "E 0101 relief infantry 1-1-4", rifles("0201", 4, "M"))
    lab.do(*attack("0101", "L"), dice=(5,))
    assert (lab.decision, lab.choices("retreat")) == ("retreat", [])
    assert lab.refused("retreat 0001") == "7.7-e"
    lab.do("perish")
    assert lab.hex("E") == "dead"


@pytest.mark.rule("5.1-g")
def test_a_unit_spends_all_some_or_none_of_its_points() -> None:
    lab = moving(tank("3017", 5), rifles("3010", 4), rifles("3005", 4, "M"))
    lab.do("select A", "move 3022", "select L", "move 3011", "done", "select M", "done")
    assert [lab.hex(u) for u in "ALM"] == ["3022", "3011", "3005"]
    assert lab.choices("select") == []


@pytest.mark.rule("5.1-h")
def test_points_that_are_left_are_neither_saved_nor_lent() -> None:
    lab = moving(tank("3017", 5), tank("3010", 5, "B"))
    lab.do("select A", "done", "select B", "move 3011", "done", "end", "end", "select A")
    assert left(lab) == 5
    lab.do("move 3018", "done", "end", "end", "end", "end", "end", "end", dice=(1,))  # the next turn
    for unit in "AB":
        lab.do(f"select {unit}")
        assert left(lab) == 5
        lab.do("done")


@pytest.mark.rule("5.1-i")
def test_a_unit_that_has_finished_moves_no_more_and_may_still_advance() -> None:
    lab = moving("A 3016 27A tank 19-4-8", "E 3018 relief infantry 1-1-4")
    lab.do("select A", "move 3017", "done")
    assert lab.refused("select A") == "5.1-i"
    lab.do("end", *attack("3018", "A"), dice=(1,))
    lab.do("advance A 3018", "end")
    assert lab.hex("A") == "3018"
    assert lab.refused("select A") == "4.1-d"


# -- 5.1.1 zones of control ------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1.1-a")
def test_a_unit_on_foot_stops_next_to_an_enemy() -> None:
    assert moving(rifles("3015", 3)).cost("L")["3018"] == 3
    assert "3018" not in moving(rifles("3015", 3), E).cost("L")
    lab = moving(rifles("3015", 6), E)
    lab.do("select L")
    assert left(lab) == 6
    lab.do("move 3017")
    assert (lab.hex("L"), lab.decision, lab.choices("select")) == ("3017", "movement", [])


@pytest.mark.rule("5.1.1-a")
def test_the_refusal_names_the_zone() -> None:
    lab = moving(rifles("3015", 3), E)
    lab.do("select L")
    assert lab.refused("move 3018") == "5.1.1-a"


@pytest.mark.rule("5.1.1-b")
def test_a_mobile_unit_enters_a_zone_for_nothing_and_goes_on() -> None:
    lab = moving(tank("3015", 8), E)
    assert lab.cost("A")["3017"] == 2
    lab.do("select A", "move 3017")
    assert (lab.decision, left(lab)) == ("moving", 6)


@pytest.mark.rule("5.1.1-c", "5.2-c")
@pytest.mark.parametrize(
    ("allowance", "terrain", "after"), [(9, "clear", 2), (8, "clear", 1), (9, "village", 1), (11, "woods", 1)]
)
def test_leaving_a_zone_entered_in_this_move_costs_half_the_allowance(allowance: int, terrain: str, after: int) -> None:
    lab = moving(tank("3015", allowance), E, terrain={"3118": terrain})
    lab.do("select A", "move 3017", "move 3118")
    assert left(lab) == after


@pytest.mark.rule("5.1.1-c")
def test_with_less_than_that_the_move_is_over() -> None:
    lab = moving(tank("3015", 4), E)
    lab.do("select A", "move 3017")  # two points left, two for the zone, none for the hex
    assert lab.decision == "movement"
    lab = moving(tank("3015", 5), E, terrain={"3118": "village"})
    lab.do("select A", "move 3017")  # three points left: one for the hex, and 3118 wants two
    assert lab.refused("move 3118") == "5.1.1-c"
    lab.do("move 3117")
    assert (lab.hex("A"), lab.decision) == ("3117", "movement")


@pytest.mark.rule("5.1.1-c")
def test_the_way_through_a_zone_is_taken_where_it_is_the_cheapest() -> None:
    """A river without a bridge lies between 3117 and the start; round it by 3017 costs two points for the zone."""
    river = "3016/3117 3016/3116 3015/3116 3015/3115 3014/3115 3014/3114"
    lab = moving(tank("3015", 5), E, major=river)
    assert lab.cost("A")["3117"] == 2 + 2 + 1
    (event,) = lab.do("select A", "move 3117")[:1]
    assert event.args["path"] == ["3015", "3016", "3017", "3117"]


@pytest.mark.rule("5.1.1-d")
def test_from_a_free_hex_it_may_enter_another_zone_and_pays_again_to_leave_that() -> None:
    lab = moving(tank("3015", 12), E)
    lab.do("select A", "move 3017", "move 3118", "move 3018")  # 1 + 1, 6 + 1, 1
    assert (lab.hex("A"), lab.decision) == ("3018", "movement")  # two points left, six to leave
    lab = moving(tank("3015", 12))
    lab.do("select A", "move 3017", "move 3118", "move 3018")
    assert left(lab) == 8


@pytest.mark.rule("5.1.1-d")
def test_the_first_hex_after_an_entered_zone_is_free_of_zones() -> None:
    lab = moving(tank("3015", 10), E)
    (event,) = lab.do("select A", "move 3017", "move 3018")[-1:]
    assert event.args["path"] == ["3017", "3118", "3018"]
    assert lab.decision == "movement"  # 2, 5 + 1, 1: one point left


@pytest.mark.rule("5.1.1-e")
def test_from_zone_to_zone_only_as_the_first_step_of_a_unit_that_began_in_one() -> None:
    lab = moving(tank("3015", 6), E)
    lab.do("select A", "move 3017")
    assert lab.refused("move 3018") == "5.1.1-e"
    assert "3118" in lab.choices("move")
    lab = moving(tank("2917", 5), E)
    lab.do("select A", "move 3016", "move 3017")  # it began in the zone, and left it
    assert lab.refused("move 3018") == "5.1.1-e"
    assert "3118" in lab.choices("move")


@pytest.mark.rule("5.1.1-f")
def test_a_unit_on_foot_leaves_the_zone_it_begins_in_at_normal_cost_and_stops_in_the_next() -> None:
    other = "F 3115 relief infantry 1-1-1"  # holds 3116
    lab = moving(rifles("3017", 6), E, other, terrain={"3117": "village"})
    assert (lab.cost("L")["3117"], lab.cost("L")["3118"]) == (2, 1)
    lab.do("select L", "move 3117")
    assert (lab.decision, left(lab)) == ("moving", 4)
    lab.do("move 3116")
    assert (lab.hex("L"), lab.decision) == ("3116", "movement")


@pytest.mark.rule("5.1.1-g")
def test_a_mobile_unit_leaves_the_zone_it_begins_in_at_normal_cost() -> None:
    lab = moving(tank("3017", 8), E, "F 3115 relief infantry 1-1-1")
    lab.do("select A", "move 3117")
    assert left(lab) == 7
    lab.do("move 3116")
    assert left(lab) == 6
    lab.do("move 3117")  # out of a zone that it has entered
    assert left(lab) == 6 - 4 - 1


# -- 5.1.2 infiltration ----------------------------------------------------------------------------------------------

F = "F 3119 relief infantry 1-1-1"
"""With E it holds every hex around 3018."""


@pytest.mark.rule("5.1.2-a")
@pytest.mark.parametrize(
    ("allowance", "terrain", "river"), [(1, "clear", ""), (4, "clear", ""), (1, "marsh", ""), (2, "rough", "3017/3018")]
)
def test_a_unit_on_foot_infiltrates_one_hex_for_its_whole_allowance(allowance: int, terrain: str, river: str) -> None:
    lab = moving(rifles("3017", allowance), E, F, terrain={"3018": terrain}, major=river)
    assert lab.cost("L")["3018"] == allowance
    lab.do("select L", "move 3018")
    assert (lab.hex("L"), lab.decision) == ("3018", "movement")


@pytest.mark.rule("5.1.2-a")
def test_a_unit_on_foot_infiltrates_only_from_the_zone_it_begins_in_and_one_hex() -> None:
    assert "3018" not in moving(rifles("3016", 9), E, F).cost("L")
    assert "3019" not in moving(rifles("3017", 4), E, F).cost("L")
    lab = moving(rifles("3017", 9), E, F)
    lab.do("select L", "move 3117")
    assert lab.refused("move 3018") == "5.1.1-a"


@pytest.mark.rule("5.1.2-b")
@pytest.mark.parametrize(
    ("allowance", "terrain", "river", "cost"),
    [
        (9, "clear", "", 5),
        (8, "clear", "", 5),
        (8, "village", "", 6),
        (10, "village", "3017/3018", 9),
        (1, "clear", "", 1),
    ],
)
def test_a_mobile_unit_infiltrates_for_half_its_allowance_and_the_terrain(
    allowance: int, terrain: str, river: str, cost: int
) -> None:
    lab = moving(tank("3017", allowance), E, F, terrain={"3018": terrain}, minor=river)
    assert lab.cost("A")["3018"] == cost


@pytest.mark.rule("5.1.2-b")
def test_a_mobile_unit_that_cannot_pay_both_does_not_infiltrate() -> None:
    lab = moving(tank("3017", 5), E, F, terrain={"3018": "village"}, minor="3017/3018")
    lab.do("select A")
    assert lab.refused("move 3018") == "5.1.2-b"


@pytest.mark.rule("5.1.2-c")
def test_after_infiltrating_a_mobile_unit_leaves_the_zone_for_nothing_and_may_enter_another() -> None:
    marsh = {"3118": "marsh"}  # no way round 3018
    lab = moving(tank("3017", 8), E, "H 3022 relief infantry 1-1-1", terrain=marsh)
    lab.do("select A", "move 3018")
    assert left(lab) == 8 - 4 - 1
    lab.do("move 3019")
    assert left(lab) == 2
    lab.do("move 3021")  # in the zone of H
    assert (lab.hex("A"), lab.decision) == ("3021", "movement")


@pytest.mark.rule("5.1.2-c")
def test_nobody_infiltrates_twice_in_a_move() -> None:
    lab = moving(tank("3017", 8), E, terrain={"3118": "marsh", "3019": "marsh"})
    lab.do("select A", "move 3018")
    assert lab.refused("move 2919") == "5.1.1-e"


@pytest.mark.rule("5.1.2-f")
def test_a_retreat_does_not_infiltrate() -> None:
    """L begins next to the enemy; on the march it could enter the zone of G in 3016, in retreat it may not."""
    units = ("L 3017 27A rifle 1-4-4", "E 3018 relief infantry 9-9-4", "G 3015 relief infantry 1-1-4")
    assert "3016" in moving(*units).cost("L")
    lab = plain("soviet-combat", *units)
    lab.do(*attack("3018", "L"), dice=(1,))  # A1
    assert lab.choices("retreat") == ["2917", "3117"]
    assert lab.refused("retreat 3016") == "7.7-d"


@pytest.mark.rule("5.1.2-f")
def test_an_advance_goes_from_zone_to_zone_whatever_the_allowance() -> None:
    units = ("L 3017 27A rifle 10-4-1", "E 3018 relief infantry 1-1-4", "G 2919 relief infantry 1-1-4")
    lab = plain("soviet-combat", *units)
    lab.do(*attack("3018", "L"), "retreat 3019", "retreat 3020", dice=(3,))  # D2
    lab.do("advance L 3019")
    assert lab.hex("L") == "3019"


# -- 5.2 terrain -----------------------------------------------------------------------------------------------------

MOAT = " ".join(f"3017/{n}" for n in AROUND)
COSTS = [("clear", 1, 1), ("airfield", 1, 1), ("village", 2, 2), ("city", 2, 2)]
COSTS += [("woods", 2, 3), ("rough", 2, 3), ("marsh", 3, 4)]


@pytest.mark.rule("5.2-a")
@pytest.mark.parametrize(("terrain", "leg", "mobile"), COSTS)
def test_what_a_hex_costs(terrain: str, leg: int, mobile: int) -> None:
    field = {"3018": terrain}
    assert moving(rifles("3017", 9), terrain=field).cost("L")["3018"] == leg
    assert moving(tank("3017", 9), terrain=field).cost("A")["3018"] == mobile


@pytest.mark.rule("5.2-b")
@pytest.mark.parametrize(("river", "leg", "mobile"), [("minor", 1, 2), ("major", 3, 4)])
def test_a_river_costs_extra(river: str, leg: int, mobile: int) -> None:
    moat: dict[str, Any] = {river: MOAT}
    assert moving(rifles("3017", 9), **moat).cost("L")["3018"] == 1 + leg
    assert moving(tank("3017", 9), **moat).cost("A")["3018"] == 1 + mobile


@pytest.mark.rule("5.2-c")
def test_hex_hexside_and_zone_add_up() -> None:
    field = {"3018": "village"}
    assert moving(rifles("3017", 9), terrain=field, minor=MOAT).cost("L")["3018"] == 2 + 1
    assert moving(tank("3017", 18), E, F, terrain=field, minor=MOAT).cost("A")["3018"] == 9 + 2 + 2  # infiltration


@pytest.mark.rule("5.2-d")
def test_over_a_bridge_the_hex_costs_its_normal_rate_and_the_river_nothing() -> None:
    field = {"3018": "village", "3016": "woods"}
    lab = moving(tank("3017", 9), terrain=field, major=MOAT, crossings=[["3017", "3018"]])
    assert (lab.cost("A")["3018"], lab.cost("A")["3016"]) == (2, 4 + 3)


@pytest.mark.rule("5.2-d")
def test_over_a_bridge_of_engineers_too() -> None:
    units = ("A 3017 relief tank 4-4-9", "P 3014 relief engineer 1-2-5")
    lab = plain("german-movement", *units, terrain={"3018": "village"}, major=MOAT)
    assert lab.cost("A")["3018"] == 4 + 2
    lab.do("bridge P 3017/3018")
    assert lab.cost("A")["3018"] == 2


@pytest.mark.rule("5.2-e")
def test_a_unit_without_the_points_for_a_hex_and_its_hexside_does_not_enter() -> None:
    """There is no hex that a unit may always enter."""
    woods = dict.fromkeys(AROUND, "woods")
    for unit in (rifles("3017", 1, "U"), tank("3017", 2, "U")):
        lab = moving(unit, terrain=woods)
        lab.do("select U")
        assert lab.choices("move") == []
        assert lab.refused("move 3018") == "5.2-e"
    assert moving(rifles("3017", 1), minor=MOAT).cost("L") == {}
    assert set(moving(rifles("3017", 2), minor=MOAT).cost("L")) == set(AROUND)


@pytest.mark.rule("5.2.1-a")
@pytest.mark.parametrize("unit", [tank("3017", 2, "U"), rifles("3017", 2, "U")])
def test_along_a_road_a_hex_costs_half_a_point(unit: str) -> None:
    road = ["3017", "3018", "3019", "3020", "3021"]
    lab = moving(unit, terrain=dict.fromkeys(road, "marsh"), roads=[road])
    assert [lab.cost("U")[h] for h in road[1:]] == [0.5, 1, 1.5, 2]


@pytest.mark.rule("5.2.1-a")
def test_a_road_serves_only_who_follows_it() -> None:
    """3018 and 3118 both lie on roads; no road leads from the one to the other."""
    lab = moving(tank("3018", 3), roads=[["3017", "3018"], ["3117", "3118"]])
    assert (lab.cost("A")["3017"], lab.cost("A")["3118"], lab.cost("A")["3019"]) == (0.5, 1, 1)


@pytest.mark.rule("5.2.1-a", "5.2-d")
def test_a_road_crosses_a_river_on_a_bridge() -> None:
    fields: dict[str, Any] = {"major": MOAT, "roads": [["3017", "3018"]], "crossings": [["3017", "3018"]]}
    assert moving(tank("3017", 3), **fields).cost("A")["3018"] == 0.5


@pytest.mark.rule("5.2.2-a")
@pytest.mark.parametrize("unit", [tank("3017", 4, "U"), rifles("3017", 4, "U")])
def test_along_a_railway_a_hex_costs_a_point(unit: str) -> None:
    line = ["3017", "3018", "3019", "3020", "3021"]
    lab = moving(unit, terrain=dict.fromkeys(line, "rough"), rails=[line])
    assert [lab.cost("U")[h] for h in line[1:]] == [1, 2, 3, 4]


@pytest.mark.rule("5.2.2-a", "5.2.1-a")
def test_road_and_railway_side_by_side_count_as_the_road() -> None:
    lab = moving(tank("3017", 4), rails=[["3017", "3018"]], roads=[["3017", "3018"]], terrain={"3018": "woods"})
    assert lab.cost("A")["3018"] == 0.5


# -- 5.3 stacking ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.3-a")
def test_nobody_ends_his_movement_on_another_unit() -> None:
    lab = moving(tank("3017", 4), rifles("3018", 4))
    lab.do("select A")
    assert "3018" not in lab.choices("move")
    assert lab.refused("move 3018") == "5.3-a"


@pytest.mark.rule("5.3-b")
def test_friends_are_passed_at_no_extra_cost() -> None:
    friends = [f"F{i} {name} 4GA rifle 1-1-1" for i, name in enumerate(AROUND)]
    lab = moving(tank("3017", 2), *friends)
    assert lab.cost("A")["3019"] == 2
    (event,) = lab.do("select A", "move 3019")[:1]
    assert event.args["path"] == ["3017", "3018", "3019"]
