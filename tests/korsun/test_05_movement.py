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
    (event,) = moving(tank("3017", 3), terrain=ring).do("select A", "move 2918")[:1]
    assert event.args["path"] == ["3017", "2918"] or moving(tank("3017", 4), terrain=ring).cost("A")["2918"] == 4
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
    lab.do(*attack("0101", "L"), dice=(6,))
    assert lab.choices("retreat") == []
    assert lab.refused("retreat 0001") == "7.7-e"
    lab.do("perish")
    assert lab.hex("E") == "dead"
