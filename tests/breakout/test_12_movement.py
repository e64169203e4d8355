"""12.0 Movement: what it costs, rivers, Korpsgruppe traffic and the area closed to Soviets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import GAME, Lab

WALL = tuple(f"W{row:02} 11{row:02} german infantry XX 1-1" for row in range(1, 30))
"""A German line down column 11: what stands west of it has no Soviet supply."""

RING = ("3017", "3019", "2918", "2919", "3118", "3119")
"""The six hexes around 3018."""


ISLAND: dict[str, Any] = {
    "terrain": {"3018": "clear", "3019": "forest"},
    "rivers": {"minor": [("3019", near) for near in ("3018", "3020", "2919", "2920", "3119", "3120")]},
}
"""A forest in 3019 with a river all around."""


def road(column: int, first: int, last: int) -> dict[str, Any]:
    """Clear hexes down a column without a river between them."""
    hexes = [f"{column:02}{row:02}" for row in range(first, last + 1)]
    return {"terrain": dict.fromkeys(hexes, "clear"), "rivers": {"none": list(zip(hexes, hexes[1:], strict=False))}}


def mover(where: str, points: tuple[int, int], *units: str, side: str = "german", **fields: Any) -> Lab:
    """The units in a hex on the move, with so many points left to mechanized and to other units."""
    moving = [u.split()[0] for u in units if u.split()[1] == where]
    turn = {"soviet": 4, "german": 6}[side]
    stack = [
        {"frame": "Turn", "phase": turn},
        {"frame": "StackingCheck", "side": side},
        {"frame": "Movement", "side": side},
        {"frame": "Moving", "side": side, "units": moving, "hex": where, "points": list(points)},
    ]
    return Lab.at("", *units, stack=stack, **fields)


# -- 12.0 in general -------------------------------------------------------------------------------------------------


@pytest.mark.rule("12.0-a")
def test_nobody_has_to_move() -> None:
    lab = Lab.at("german-move-1", "16Pz 3018")
    lab.do("end")
    assert (lab.hex("16Pz"), lab.decision) == ("3018", "combat")


@pytest.mark.rule("12.0-a")
def test_a_garrison_never_moves() -> None:
    lab = Lab.at("german-move-1", "KPG 2121", "16Pz 2121")
    assert lab.choices("select") == ["16Pz"]
    assert lab.refused("select KPG") == "2.7-a"
    lab.do("select 16Pz")
    assert lab.refused("add KPG") == "2.7-a"


@pytest.mark.rule("12.0-b")
def test_a_unit_leaves_its_stack() -> None:
    lab = Lab.at("german-move-1", "16Pz 3018 4", "371Inf 3018", **road(30, 18, 19))
    lab.do("select 16Pz", "move 3019")
    assert (lab.hex("16Pz"), lab.hex("371Inf")) == ("3019", "3018")


@pytest.mark.rule("12.0-b")
def test_a_stack_moves_together() -> None:
    lab = Lab.at("german-move-1", "16Pz 3018 4", "371Inf 3018", **road(30, 18, 19))
    lab.do("select 16Pz", "add 371Inf", "move 3019")
    assert (lab.hex("16Pz"), lab.hex("371Inf")) == ("3019", "3019")


@pytest.mark.rule("12.0-b")
def test_a_stack_is_of_one_hex() -> None:
    lab = Lab.at("german-move-1", "16Pz 3018", "371Inf 3017")
    lab.do("select 16Pz")
    assert lab.refused("add 371Inf") == "12.0-b"


@pytest.mark.rule("12.0-b")
def test_one_of_a_stack_stays_on_the_way_and_the_others_go_on() -> None:
    lab = Lab.at("german-move-1", "16Pz 3018 4", "371Inf 3018", **road(30, 18, 20))
    lab.do("select 16Pz", "add 371Inf", "move 3019", "drop 371Inf", "move 3020", "done")
    assert (lab.hex("16Pz"), lab.hex("371Inf")) == ("3020", "3019")
    assert lab.refused("select 371Inf") == "12.0-f"


@pytest.mark.rule("12.0-b", "12.0-f")
def test_a_stack_is_as_slow_as_its_slowest_unit() -> None:
    lab = Lab.at("german-move-1", "16Pz 3008 4", "371Inf 3008", weather="ice", **road(30, 8, 22))
    lab.do("select 16Pz", "add 371Inf")
    assert lab.legal("move 3017")
    assert lab.refused("move 3018") == "12.2-a"


@pytest.mark.rule("12.0-b", "12.0-c")
def test_a_mixed_stack_goes_wherever_each_of_its_units_can_pay() -> None:
    fields = road(30, 8, 16)
    fields["terrain"] |= dict.fromkeys(("3009", "3010", "3011"), "forest")
    fields["terrain"] |= {f"{column}{row:02}": "swamp" for column in (29, 31) for row in range(8, 18)}
    for units in (["16Pz 3008 4"], ["371Inf 3008"], ["16Pz 3008 4", "371Inf 3008"]):  # 11 of 13 MP, 8 of 9 MP
        assert mover("3008", (13, 9), *units, weather="ice", **fields).legal("move 3016"), units


@pytest.mark.rule("12.0-c")
def test_each_hex_is_paid_for() -> None:
    fields = road(30, 18, 22)
    fields["terrain"]["3019"] = "rough"
    lab = mover("3018", (4, 0), "16Pz 3018", **fields)
    assert lab.legal("move 3021")  # 2 + 1 + 1
    assert lab.refused("move 3022") == "12.2-a"


@pytest.mark.rule("12.0-c", "12.0-f")
def test_one_move_after_another_uses_up_the_same_points() -> None:
    lab = mover("3018", (3, 0), "16Pz 3018", **road(30, 18, 22))
    lab.do("move 3020")
    assert lab.legal("move 3021")
    assert lab.refused("move 3022") == "12.2-a"
    lab.do("move 3021")
    assert lab.decision == "movement"
    assert lab.refused("select 16Pz") == "12.0-f"


@pytest.mark.rule("12.0-d")
def test_units_move_only_in_movement_segments_of_their_owner() -> None:
    units = ("16Pz 3018", "9Mech 3012")
    assert Lab.at("soviet-move-1", *units).choices("select") == ["9Mech"]
    assert Lab.at("soviet-move-1", *units).refused("select 16Pz") == "12.0-d"
    assert Lab.at("german-move-1", *units).choices("select") == ["16Pz"]
    assert Lab.at("german-move-1", *units).refused("select 9Mech") == "12.0-d"
    for phase in ("german-combat-1", "german-mechanized-1", "soviet-combat-1", "korpsgruppen"):
        assert not Lab.at(phase, *units).actions("select")


@pytest.mark.rule("12.0-f")
def test_whoever_has_moved_does_not_move_again_in_the_segment() -> None:
    lab = Lab.at("german-move-1", "16Pz 3018", **road(30, 18, 19))
    lab.do("select 16Pz", "move 3019", "done")
    assert lab.refused("select 16Pz") == "12.0-f"


@pytest.mark.rule("12.0-f", "12.1-a")
def test_points_are_not_saved_but_the_next_segment_brings_all_of_them_again() -> None:
    lab = Lab.at("german-move-1", "16Pz 3008", weather="storm", **road(30, 8, 18))
    lab.do("select 16Pz", "move 3009", "done", "end", "end", "end", "order move")
    lab.do("select 16Pz")
    assert lab.legal("move 3016")
    assert lab.refused("move 3017") == "12.2-a"


# -- 12.1 movement factors, 12.2 restrictions ------------------------------------------------------------------------


@pytest.mark.rule("12.1-a")
@pytest.mark.parametrize(
    ("weather", "unit", "factor"),
    [
        ("storm", "371Inf", 5),
        ("storm", "16Pz", 7),
        ("thaw", "371Inf", 7),
        ("thaw", "16Pz", 10),
        ("ice", "371Inf", 9),
        ("ice", "16Pz", 13),
        ("storm", "74R", 5),
        ("storm", "9Mech", 7),
        ("thaw", "74R", 7),
        ("thaw", "9Mech", 10),
        ("ice", "74R", 9),
        ("ice", "9Mech", 13),
    ],
)
def test_movement_factors(weather: str, unit: str, factor: int) -> None:
    side = "soviet" if unit in ("74R", "9Mech") else "german"
    lab = Lab.at(f"{side}-move-1", f"{unit} 3008", weather=weather, **road(30, 8, 22))
    lab.do(f"select {unit}")
    assert lab.legal(f"move 30{8 + factor:02}")
    assert lab.refused(f"move 30{9 + factor:02}") == "12.2-a"


@pytest.mark.rule("12.1-b")
@pytest.mark.parametrize(
    ("weather", "unit", "factor"),
    [
        ("storm", "74R", 3),
        ("storm", "9Mech", 4),
        ("thaw", "74R", 4),
        ("thaw", "9Mech", 5),
        ("ice", "74R", 5),
        ("ice", "9Mech", 7),
    ],
)
def test_out_of_supply_halves_the_factor_rounded_up(weather: str, unit: str, factor: int) -> None:
    lab = Lab.at("soviet-move-1", f"{unit} 0810", *WALL, weather=weather, **road(8, 10, 18))
    assert not lab.supplied("0810")
    lab.do(f"select {unit}")
    assert lab.legal(f"move 08{10 + factor:02}")
    assert lab.refused(f"move 08{11 + factor:02}") == "12.2-a"


@pytest.mark.rule("12.2-a")
def test_a_hex_that_cannot_be_paid_is_not_entered() -> None:
    """Not even as the only hex of a move."""
    swamps = dict.fromkeys(RING, "swamp")
    lab = mover("3018", (2, 0), "16Pz 3018", terrain=swamps)
    assert lab.actions("move") == []
    assert lab.refused("move 3017") == "12.2-a"
    assert mover("3018", (3, 0), "16Pz 3018", terrain=swamps).choices("move") == sorted(RING)


# -- 12.3 rivers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("12.3-a")
@pytest.mark.parametrize(
    ("weather", "terrain"),
    [
        ("ice", {"3018": "clear", "3019": "clear"}),
        ("thaw", {"3018": "clear", "3019": "town"}),
        ("storm", {"3018": "town", "3019": "clear"}),
        ("storm", {"3018": "clear", "3019": "fortified"}),
        ("thaw", {"3018": "fortified", "3019": "clear"}),
    ],
)
def test_free_crossings(weather: str, terrain: dict[str, str]) -> None:
    lab = mover("3018", (1, 0), "16Pz 3018", weather=weather, terrain=terrain, rivers={"major": [("3018", "3019")]})
    lab.do("move 3019")
    assert lab.hex("16Pz") == "3019"


@pytest.mark.rule("12.3-b", "12.3-c")
@pytest.mark.parametrize("kind", ["minor", "major"])
@pytest.mark.parametrize("weather", ["thaw", "storm"])
def test_every_other_crossing_takes_a_die(weather: str, kind: str) -> None:
    fields = {**ISLAND, "rivers": {kind: ISLAND["rivers"]["minor"]}}
    lab = mover("3018", (10, 0), "16Pz 3018", weather=weather, **fields)
    assert "3019" not in lab.choices("move")
    assert lab.refused("move 3019") == "12.3-c"
    assert lab.choices("cross") == ["3019"]
    lab.do("cross 3019", dice=(1,))
    assert lab.hex("16Pz") == "3019"


@pytest.mark.rule("12.3-c")
@pytest.mark.parametrize(("die", "cost"), [(1, 2), (4, 3), (5, 4), (6, 5)])
def test_the_die_tells_what_the_crossing_costs_on_top_of_the_terrain(die: int, cost: int) -> None:
    lab = mover("3018", (cost, 0), "16Pz 3018", weather="thaw", **ISLAND)
    lab.do("cross 3019", dice=(die,))
    assert (lab.hex("16Pz"), lab.decision) == ("3019", "movement")  # nothing is left


@pytest.mark.rule("12.3-c", "12.2-a")
@pytest.mark.parametrize(("die", "cost"), [(4, 3), (5, 4), (6, 5)])
def test_a_crossing_dearer_than_the_points_left_fails_and_ends_the_movement(die: int, cost: int) -> None:
    lab = mover("3018", (cost - 1, 0), "16Pz 3018", weather="thaw", **ISLAND)
    lab.do("cross 3019", dice=(die,))
    assert lab.hex("16Pz") == "3018"
    assert lab.refused("select 16Pz") == "12.0-f"


@pytest.mark.rule("12.3-c")
def test_a_crossing_that_no_die_makes_affordable_is_not_tried() -> None:
    minor = mover("3018", (2, 0), "16Pz 3018", weather="thaw", **ISLAND)
    assert minor.legal("cross 3019")
    major = ISLAND | {"rivers": {"major": ISLAND["rivers"]["minor"]}}  # at least +1
    lab = mover("3018", (2, 0), "16Pz 3018", weather="thaw", **major)
    assert lab.refused("cross 3019") == "12.2-a"


@pytest.mark.rule("12.3-c")
def test_no_crossing_from_one_zone_to_another() -> None:
    lab = mover("3018", (9, 0), "16Pz 3018", "9Mech 3119", weather="thaw", **ISLAND)
    assert lab.refused("cross 3019") == "7.2-c"


@pytest.mark.rule("12.3-d")
def test_a_stack_crosses_with_one_die() -> None:
    lab = mover("3018", (10, 7), "16Pz 3018 4", "371Inf 3018", weather="thaw", **ISLAND)
    lab.do("cross 3019", dice=(6,))
    assert (lab.hex("16Pz"), lab.hex("371Inf")) == ("3019", "3019")


@pytest.mark.rule("12.3-d", "12.2-a")
def test_of_a_stack_those_cross_who_can_pay() -> None:
    lab = mover("3018", (5, 3), "16Pz 3018 4", "371Inf 3018", weather="thaw", **ISLAND)
    lab.do("cross 3019", dice=(6,))  # 2 + 3 and 1 + 3
    assert (lab.hex("16Pz"), lab.hex("371Inf")) == ("3019", "3018")
    assert lab.refused("select 371Inf") == "12.0-f"


SIMPLE = {"simple-rivers": True}


@pytest.mark.rule("12.3-e")
@pytest.mark.parametrize("weather", ["thaw", "storm"])
@pytest.mark.parametrize("kind", ["minor", "major"])
def test_optional_every_crossing_costs_three(weather: str, kind: str) -> None:
    fields = ISLAND | {"rivers": {kind: ISLAND["rivers"]["minor"]}, "options": SIMPLE, "weather": weather}
    assert mover("3018", (4, 0), "16Pz 3018", **fields).refused("move 3019") == "12.2-a"
    lab = mover("3018", (5, 0), "16Pz 3018", **fields)
    assert lab.actions("cross") == []
    lab.do("move 3019")
    assert (lab.hex("16Pz"), lab.decision) == ("3019", "movement")  # nothing is left


@pytest.mark.rule("12.3-e", "12.3-a")
@pytest.mark.parametrize(("weather", "kind"), [("ice", "clear"), ("thaw", "town"), ("storm", "fortified")])
def test_optional_free_crossings_stay_free(weather: str, kind: str) -> None:
    fields = ISLAND | {"terrain": {"3019": kind}}
    lab = mover("3018", (1, 0), "16Pz 3018", weather=weather, options=SIMPLE, **fields)
    assert lab.legal("move 3019")


@pytest.mark.rule("12.3-e", "12.0-b")
def test_optional_a_mixed_stack_crosses_if_each_of_its_units_can_pay() -> None:
    fields = ISLAND | {"terrain": {"3019": "swamp"}, "options": SIMPLE, "weather": "thaw"}
    for units in (["16Pz 3018 4"], ["371Inf 3018"], ["16Pz 3018 4", "371Inf 3018"]):  # 3 + 3 and 1 + 3
        assert mover("3018", (6, 4), *units, **fields).legal("move 3019"), units


# -- 12.4 Korpsgruppe traffic ----------------------------------------------------------------------------------------


@pytest.mark.rule("12.4-a")
def test_the_hex_of_a_korpsgruppe_and_the_six_around_it_cost_nothing() -> None:
    lab = mover("3016", (0, 0), "16Pz 3016", korpsgruppen={"Br": "3018"}, terrain=dict.fromkeys(RING, "swamp"))
    assert lab.choices("move") == sorted([*RING, "3018"])


@pytest.mark.rule("12.4-a")
def test_soviets_pay_in_korpsgruppe_traffic() -> None:
    lab = mover("3014", (2, 0), "9Mech 3014", side="soviet", korpsgruppen={"Br": "3018"}, **road(30, 14, 18))
    assert lab.legal("move 3016")
    assert lab.refused("move 3017") == "12.2-a"


@pytest.mark.rule("12.4-b")
def test_paying_resumes_outside_the_range() -> None:
    lab = mover("3016", (1, 0), "16Pz 3016", korpsgruppen={"Br": "3018"}, **road(30, 16, 21))
    lab.do("move 3019")
    assert lab.legal("move 3020")
    assert lab.refused("move 3021") == "12.2-a"
    lab.do("move 3020")
    assert lab.refused("move 3021") == "12.2-a"
    assert lab.legal("move 3018")  # back into the range with no points left


@pytest.mark.rule("12.4-c")
def test_two_korpsgruppen_make_a_corridor() -> None:
    one = mover("3016", (0, 0), "16Pz 3016", korpsgruppen={"Br": "3018"})
    assert one.refused("move 3022") == "12.2-a"
    two = mover("3016", (0, 0), "16Pz 3016", korpsgruppen={"Br": "3018", "Go": "3021"})
    assert two.legal("move 3022")


@pytest.mark.rule("12.4-d")
@pytest.mark.parametrize("options", [{}, SIMPLE])
def test_rivers_into_the_range_are_free(options: dict[str, bool]) -> None:
    rivers = {"major": [("3016", "3017"), ("3017", "2917"), ("3017", "3117"), ("3017", "3018")]}
    fields: dict[str, Any] = {"korpsgruppen": {"Br": "3018"}, "rivers": rivers, "options": options, "weather": "thaw"}
    lab = mover("3016", (0, 0), "16Pz 3016", **fields)
    assert lab.actions("cross") == []
    lab.do("move 3017", "move 3018")
    assert lab.hex("16Pz") == "3018"


@pytest.mark.rule("12.4-d")
def test_rivers_out_of_the_range_are_not() -> None:
    rivers = {"minor": [("3017", near) for near in ("3016", "2917", "3117")]}
    fields: dict[str, Any] = {"rivers": rivers, "terrain": {"3016": "clear"}, "weather": "thaw"}
    lab = mover("3017", (1, 0), "16Pz 3017", korpsgruppen={"Br": "3018"}, **fields)
    assert lab.refused("move 3016") == "12.3-c"
    assert lab.legal("cross 3016")


@pytest.mark.rule("12.4-e")
def test_no_traffic_in_a_storm() -> None:
    lab = mover("3016", (0, 0), "16Pz 3016", korpsgruppen={"Br": "3018"}, weather="storm")
    assert lab.refused("move 3017") == "12.2-a"


@pytest.mark.rule("12.4-f")
@pytest.mark.parametrize("soviet", ["3020", "2817", "3219"])
@pytest.mark.parametrize("german", [(), ("11Pz 3019", "17Pz 2918", "1Pz 3119")])
def test_a_soviet_zone_in_one_hex_ends_all_traffic_of_a_korpsgruppe(soviet: str, german: tuple[str, ...]) -> None:
    """German units in the hex do not help."""
    lab = mover("3016", (0, 0), "16Pz 3016", f"9Mech {soviet}", *german, korpsgruppen={"Br": "3018"})
    assert lab.refused("move 3017") == "12.2-a"


@pytest.mark.rule("12.4-f")
def test_each_korpsgruppe_is_judged_by_itself() -> None:
    markers = {"Br": "3018", "Go": "3021"}
    lab = mover("3016", (0, 0), "16Pz 3016", "9Mech 3023", korpsgruppen=markers)
    assert lab.choices("move") == sorted([*RING, "3018"])


@pytest.mark.rule("12.4-f")
def test_a_zone_that_ends_outside_the_range_does_no_harm() -> None:
    lab = mover("3016", (0, 0), "16Pz 3016", "9Mech 3021", korpsgruppen={"Br": "3018"})
    assert lab.legal("move 3019")  # the zone ends in 3020


@pytest.mark.rule("12.4-g")
@pytest.mark.parametrize("weather", ["ice", "storm"])
def test_without_traffic_the_combat_bonus_remains(weather: str) -> None:
    lab = Lab.at("german-combat-1", "16Pz 3017", "9Mech 3018", korpsgruppen={"Br": "3018"}, weather=weather)
    lab.do("attack 3018", "add 16Pz", "commit", "kg Br", dice=(3,))
    assert "13.4-a" in lab.told("odds")[-1].rules


@pytest.mark.rule("12.4-h")
def test_a_screen_keeps_soviets_and_their_zones_away() -> None:
    """Two hexes from the Korpsgruppe a Soviet corps ends its traffic; behind a screen it stays three away."""
    close = {"3016", "2917", "3117", "2817", "3217"}
    fields = {"korpsgruppen": {"Br": "3018"}, "weather": "thaw", **road(30, 12, 16)}
    screen = ("17Pz 2814", "11Pz 3014", "1Pz 3214")
    bare = mover("3012", (0, 7), "74R 3012", side="soviet", **fields)
    assert close & set(bare.choices("move"))
    screened = mover("3012", (0, 7), "74R 3012", *screen, side="soviet", **fields)
    assert not close & set(screened.choices("move"))
    assert mover("2920", (0, 0), "16Pz 2920", "74R 3013", *screen, **fields).legal("move 3017")


# -- 12.5 the area closed to Soviets ---------------------------------------------------------------------------------


@pytest.mark.rule("12.5-a")
@pytest.mark.parametrize(
    ("start", "closed"),
    [("0606", "0506"), ("0613", "0614"), ("0402", "0303"), ("0517", "0516"), ("0114", "0113"), ("0315", "0314")],
)
def test_soviets_do_not_move_west_of_the_strypa_and_north_of_the_dnestr(start: str, closed: str) -> None:
    lab = Lab.at("soviet-move-1", f"9Mech {start}", weather="ice")
    lab.do("select 9Mech")
    assert lab.refused(f"move {closed}") == "12.5-a"
    assert closed not in lab.choices("move")


@pytest.mark.rule("12.5-a")
@pytest.mark.parametrize(("start", "target"), [("0418", "0316"), ("0606", "0716"), ("0501", "0402"), ("0716", "0816")])
def test_east_of_the_strypa_or_south_of_the_dnestr_they_do(start: str, target: str) -> None:
    lab = Lab.at("soviet-move-1", f"9Mech {start}", weather="ice")
    lab.do("select 9Mech")
    assert lab.legal(f"move {target}")


@pytest.mark.rule("12.5-a")
def test_soviets_do_not_attack_into_the_area() -> None:
    lab = Lab.at("soviet-combat-1", "9Mech 0606", "16Pz 0506", "11Pz 0607")
    assert lab.choices("attack") == ["0607"]
    assert lab.refused("attack 0506") == "12.5-a"


@pytest.mark.rule("12.5-a")
def test_germans_move_and_attack_across_the_border() -> None:
    lab = Lab.at("german-move-1", "16Pz 0606", weather="ice")
    lab.do("select 16Pz", "move 0506", "done", "end")
    assert lab.hex("16Pz") == "0506"
    assert Lab.at("german-combat-1", "16Pz 0506", "9Mech 0606").choices("attack") == ["0606"]


@pytest.mark.rule("12.5-a")
def test_the_two_rivers_are_the_border_of_the_area() -> None:
    """Every hexside of the Strypa, and of the Dnestr from the map's edge to its mouth, has the area on one side."""
    closed = set(GAME.map_data["areas"]["closed"])
    rivers = {r["name"]: r["hexsides"] for r in GAME.map_data["rivers"]}
    dnestr = rivers["Dnestr"][: rivers["Dnestr"].index(["0616", "0717"]) + 1]
    assert all((a in closed) != (b in closed) for a, b in rivers["Strypa"] + dnestr)
    border = {frozenset(side) for side in rivers["Strypa"] + dnestr}
    grid = Lab.at("german-move-1").state.board.grid
    for name in closed:
        near = grid.listed(grid.around[grid.index[name]])
        assert all(n in closed or frozenset((name, n)) in border for n in near), name


@pytest.mark.rule("12.5-b")
def test_soviet_zones_reach_into_the_area() -> None:
    lab = Lab.at("german-move-1", "16Pz 0404", "9Mech 0606", weather="ice")
    assert {"0506", "0507"} <= lab.zoc("soviet")
    lab.do("select 16Pz", "move 0506")
    assert lab.refused("select 16Pz") == "12.0-f"  # stopped by the zone
