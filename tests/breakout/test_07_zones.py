"""7.0 Zones of control. On the plain around 3018 (see plain.py) unless the map is the point."""

from __future__ import annotations

import pytest

from tests.breakout.lab import Lab
from tests.breakout.plain import attack, plain

AROUND = {"3017", "3118", "3119", "3019", "2919", "2918"}  # of 3018
RING = ("3017", "3119", "2919")  # every second one: units here put all of them in their ZOC

SOUTHWEST = tuple(f"G{h} {h} german infantry XX 1-1" for h in ("0121", "0323", "0525", "0627"))
"""A line that cuts the south-western corner off by its zones alone; 0127 lies behind it, 0322 in its zone."""
NORTHEAST = tuple(f"R{h} {h} soviet rifle XXX 1-1" for h in ("4707", "4506", "4304", "4201"))
"""The same in the north-eastern corner; 4703 lies behind it, 4607 in its zone."""


def ring(side: str) -> list[str]:
    kind = "infantry XX" if side == "german" else "rifle XXX"
    return [f"{side[0]}{h} {h} {side} {kind} 1-1" for h in RING]


# -- 7.0 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.0-a")
@pytest.mark.parametrize("unit", ["16Pz", "509", "18AD", "KPG", "94R", "13B", "3GTA-sup"])
def test_every_ground_unit_has_a_zone_in_its_hex_and_the_six_around(unit: str) -> None:
    lab = plain("german-move-1", f"{unit} 3018")
    side = "soviet" if unit in ("94R", "13B", "3GTA-sup") else "german"
    assert lab.zoc(side) == {"3018", *AROUND}


@pytest.mark.rule("7.0-a")
def test_markers_have_no_zone() -> None:
    lab = plain("german-move-1", korpsgruppen={"Br": "3018"}, control=["2607"], cas={"german": 3})
    assert lab.zoc("german") == lab.zoc("soviet") == set()


@pytest.mark.rule("7.0-b")
@pytest.mark.parametrize(("side", "unit"), [("soviet", "94R"), ("german", "16Pz")])
def test_zones_outlast_supply_and_communications(side: str, unit: str) -> None:
    lab = plain("german-move-1", f"{unit} 3018", *ring("german" if side == "soviet" else "soviet"))
    assert not lab.supplied("3018", side)
    assert lab.zoc(side) == {"3018", *AROUND}


# -- 7.1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1-a", "7.2-a")
def test_friends_do_not_cancel_a_zone_for_movement() -> None:
    lab = plain("german-move-1", "16Pz 3015", "509 3017", "94R 3018")
    lab.do("select 16Pz", "move 3017")
    assert lab.decision == "movement"  # stopped beside the 509


@pytest.mark.rule("7.1-a")
@pytest.mark.parametrize(
    ("side", "inner", "friend"), [("soviet", "94R 3018", "107R 3019"), ("german", "16Pz 3018", "19Pz 3019")]
)
def test_friends_do_not_cancel_a_zone_for_lines(side: str, inner: str, friend: str) -> None:
    lab = plain("german-move-1", inner, friend, *ring("german" if side == "soviet" else "soviet"))
    assert lab.supplied("3019", side)
    assert not lab.supplied("3018", side)


@pytest.mark.rule("7.1-a")
def test_friends_do_not_cancel_a_zone_for_korpsgruppe_traffic() -> None:
    def ways(*soviets: str, **fields: dict[str, str]) -> list[str]:
        lab = plain("german-move-1", "1Inf 3015", "509 3019", *soviets, **fields)
        lab.do("select 1Inf")
        return lab.choices("move")

    assert ways("94R 3020", korpsgruppen={"Br": "3018"}) == ways("94R 3020")  # its zone reaches the 509 in 3019
    assert ways("94R 3021", korpsgruppen={"Br": "3018"}) != ways("94R 3021")


# -- 7.2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2-a")
@pytest.mark.parametrize(
    ("phase", "mover", "enemy"), [("german-move-1", "16Pz", "94R"), ("soviet-move-1", "94R", "16Pz")]
)
def test_a_mover_stops_when_it_enters_a_zone(phase: str, mover: str, enemy: str) -> None:
    lab = plain(phase, f"{mover} 3016", f"{enemy} 3018")
    lab.do(f"select {mover}", "move 3017")
    assert lab.decision == "movement"
    assert lab.refused(f"select {mover}") == "12.0-f"


@pytest.mark.rule("7.2-a")
def test_no_move_leads_through_a_zone() -> None:
    lab = Lab.at("german-move-1", *NORTHEAST, "16Pz 4703")
    lab.do("select 16Pz")
    assert "4605" in lab.choices("move")
    assert not {"4607", "4608", "4407"} & set(lab.choices("move"))


@pytest.mark.rule("7.2-b")
def test_a_unit_leaves_a_zone_through_a_free_hex_and_stops_in_the_next_zone() -> None:
    lab = plain("german-move-1", "16Pz 3017", "94R 3018")
    lab.do("select 16Pz", "move 3016")
    assert lab.decision == "moving"  # free again
    lab.do("move 2918")
    assert (lab.hex("16Pz"), lab.decision) == ("2918", "movement")


@pytest.mark.rule("7.2-b", "7.2-c")
def test_the_way_from_zone_to_zone_goes_round() -> None:
    lab = plain("german-move-1", "16Pz 3017", "94R 3018")
    lab.do("select 16Pz", "move 3118")  # next door
    assert lab.told("moved", "german")[0].args["path"] == ["3017", "3117", "3118"]


@pytest.mark.rule("7.2-c")
def test_nobody_goes_straight_from_one_zone_to_another_unit_s_zone() -> None:
    lab = plain("german-move-1", "16Pz 3017", "94R 3018", "107R 3015", "11R 3217")
    lab.do("select 16Pz")
    assert lab.refused("move 3117") == "7.2-c"  # only the zone of the 11R, and zones all around it
    assert lab.legal("move 2917")


@pytest.mark.rule("7.2-c")
def test_a_unit_with_zones_all_around_stays() -> None:
    lab = plain("german-move-1", "16Pz 3017", "94R 3018", "107R 3015", "11R 3217", "52R 2816")
    assert lab.refused("select 16Pz") == "7.2-c"


@pytest.mark.rule("7.2-b", "7.2-c")
def test_no_river_is_crossed_from_zone_to_zone() -> None:
    lab = plain("german-move-1", "16Pz 3018", "94R 3019", river="3118 3119 3017", weather="thaw")
    lab.do("select 16Pz")
    assert lab.choices("cross") == ["3017", "3118"]
    assert lab.refused("cross 3119") == "7.2-c"


@pytest.mark.rule("7.2-a")
def test_a_mover_stops_when_it_crosses_a_river_into_a_zone() -> None:
    lab = plain("german-move-1", "16Pz 3018", "94R 3020", river="3019", weather="thaw")
    lab.do("select 16Pz", "cross 3019", dice=(1,))
    assert (lab.hex("16Pz"), lab.decision) == ("3019", "movement")


@pytest.mark.rule("7.2-d")
def test_zones_end_at_the_edge_of_the_playing_area() -> None:
    lab = Lab.at("german-move-1", "16Pz 1808", scenario="learning-ternopol", turn=2)
    assert lab.zoc("german") == {"1808", "1807", "1809", "1708", "1709"}


@pytest.mark.rule("7.2-d")
def test_no_zone_bars_the_way_off_the_map() -> None:
    lab = Lab.at("soviet-move-1", "94R 1129", "16Pz 1028", "19Pz 1228")
    lab.do("select 94R", "exit")
    assert lab.hex("94R") == "exited"


# -- 7.3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3-a")
def test_units_retreat_into_zones() -> None:
    lab = plain("german-combat-1", "A 3017 german panzer XX 4-4", "16Pz 3120", "R 3018 soviet tank XXX 1-1")
    lab.do(*attack("3018", "A"), dice=(4,))
    assert lab.decision == "retreat"
    assert {"3119", "3019"} <= lab.zoc("german") & set(lab.choices("retreat"))


@pytest.mark.rule("7.3-b")
def test_units_advance_from_zone_to_zone() -> None:
    lab = plain("german-combat-1", "A 3017 german panzer XX 9-9", "R 3018 soviet tank XXX 1-1", "94R 3019", "107R 3218")
    lab.do(*attack("3018", "A"), "advance A")
    assert lab.hex("A") == "3018"
    assert "3018" in lab.zoc("soviet")


@pytest.mark.rule("7.3-b")
def test_units_probe_from_zone_to_zone() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "94R 3018")
    lab.do("probe 16Pz 3118")
    assert lab.hex("16Pz") == "3118"


# -- 7.4 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4-a")
def test_soviet_supply_goes_into_a_zone_but_not_through() -> None:
    lab = Lab.at("soviet-move-1", *SOUTHWEST, "94R 0322", "107R 0127")
    assert "0322" in lab.zoc("german")
    assert lab.supplied("0322")
    assert not lab.supplied("0127")


@pytest.mark.rule("7.4-b")
def test_german_lines_go_into_a_zone_but_not_through() -> None:
    lab = Lab.at("german-move-1", *NORTHEAST, "16Pz 4607", "19Pz 4703")
    assert "4607" in lab.zoc("soviet")
    assert lab.supplied("4607", "german")
    assert not lab.supplied("4703", "german")


# -- 7.5 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5-a")
def test_nobody_has_a_zone_in_a_storm() -> None:
    lab = plain("german-move-1", "16Pz 3017", "94R 3018", weather="storm")
    assert lab.zoc("german") == lab.zoc("soviet") == set()
    lab.do("select 16Pz", "move 3118", "move 3119")  # straight around the 94R
    assert [e.args["path"] for e in lab.told("moved", "german")] == [["3017", "3118"], ["3118", "3119"]]


@pytest.mark.rule("7.5-a")
def test_lines_pass_between_units_in_a_storm() -> None:
    lab = Lab.at("soviet-move-1", *SOUTHWEST, *NORTHEAST, weather="storm")
    assert lab.supplied("0127")
    assert lab.supplied("4703", "german")


@pytest.mark.rule("7.5-a")
def test_zones_go_when_a_storm_breaks() -> None:
    lab = Lab.at("german-combat-2", "16Pz 3017", "94R 3018")
    lab.do("end", "end", dice=(6,))  # the weather of turn 5
    assert lab.state.weather == "storm"
    assert lab.zoc("soviet") == set()
