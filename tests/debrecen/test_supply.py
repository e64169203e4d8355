"""10.0 Supply: lines to a headquarters or a road, the check, and what a unit without one suffers."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.roster import ALLIED, AXIS
from kessel.games.debrecen.supply import sources
from tests.debrecen.lab import GAME, line, plain

ROAD = [line("3011", "2511")]
"""Runs north from the southern edge and ends in 2511."""


def cut(*units: str, **fields: Any) -> list[str]:
    """The units that the check finds without a line; the first of them all are those of the Allies."""
    lab = plain("supply", *units, **{"roads": ROAD, **fields})
    return lab.state.ids(lab.state.isolated | lab.state.starved)


# -- 10.2 who is in supply -------------------------------------------------------------------------------------------


@pytest.mark.rule("10.2-b")
@pytest.mark.parametrize(("where", "supplied"), [("2511", True), ("2514", True), ("2515", False)])
def test_an_hq_needs_a_road_within_three_hexes(where: str, supplied: bool) -> None:
    assert cut(f"HQ-53A {where}") == ([] if supplied else ["HQ-53A"])


@pytest.mark.rule("10.2-a")
@pytest.mark.parametrize(("where", "supplied"), [("2511", True), ("2512", True), ("2513", False)])
def test_a_unit_needs_a_road_within_one_hex(where: str, supplied: bool) -> None:
    assert cut(f"297-27G {where}") == ([] if supplied else ["297-27G"])


@pytest.mark.rule("10.2-a", "8.1-a", "1.5-a")
def test_or_a_supplied_hq_within_its_range_whosever_it_is() -> None:
    """AMB-26."""
    assert cut("HQ-53A 2514", "297-27G 2520", "16-7M 2520") == []
    assert cut("HQ-53A 2514", "297-27G 2521") == ["297-27G"]
    assert cut("HQ-53A 2515", "297-27G 2520") == ["HQ-53A", "297-27G"]
    assert cut("HQ-Ir 2514", "2r 2518", "4r 2519") == ["4r"]


@pytest.mark.rule("10.2-a", "10.2-b", "15.1.2-c", "15.1.3-c")
def test_roads_lead_to_the_edges_of_the_side() -> None:
    """AMB-27: north and west for the Axis, south for the Allies."""
    s = GAME.start("debrecen")
    allied, axis = (s.board.grid.listed(sources(s, side)) for side in (ALLIED, AXIS))
    assert allied
    assert {h[:2] for h in allied} == {"30"}
    assert {h for h in axis if h[:2] == "01"} and {h for h in axis if h[2:] == "29"}
    assert all(h[:2] == "01" or h[2:] == "29" for h in axis)
    assert cut("178-76 2511", "297-27G 2611") == ["178-76"]
    north = [line("0112", "0512")]
    assert cut("178-76 0512", "297-27G 2611", roads=north) == ["297-27G"]


@pytest.mark.rule("15.1.4-b", "15.1.4-a")
@pytest.mark.parametrize(("control", "missing"), [("allied", ["178-76"]), ("axis", ["178-76", "297-27G"])])
def test_the_road_through_1401_serves_the_allies_while_they_hold_it(control: str, missing: list[str]) -> None:
    """AMB-28: the Axis never."""
    held = {"allied": [], "axis": [], control: ["1401"]}
    assert cut("297-27G 1406", "178-76 1302 1", roads=[line("1401", "1406")], control=held) == missing


@pytest.mark.rule("15.1.4-a", "15.1.4-c", "15.1.4-b")
def test_control_of_1401_changes_with_whoever_passes() -> None:
    units = ("297-27G 1403", "178-76 1303")
    lab = plain("operations", *units, control={"axis": ["1401"]}).specific("297-27G").go("297-27G", "1402", "1401")
    bit = 1 << lab.state.board.grid.index["1401"]
    assert (bool(lab.state.control[ALLIED] & bit), bool(lab.state.control[AXIS] & bit)) == (True, False)
    held = {"allied": ["1401"], "axis": []}
    lab = plain("operations", "297-27G 2020", "178-76 1402", control=held, initiative="axis")
    lab.specific("178-76").go("178-76", "1401", "1301")
    assert (bool(lab.state.control[ALLIED] & bit), bool(lab.state.control[AXIS] & bit)) == (False, True)


# -- 10.1 the line ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.1-a")
def test_enemies_and_their_zones_cut_a_line() -> None:
    assert cut("297-27G 2512", "178-76 0101") == ["178-76"]
    assert "297-27G" in cut("297-27G 2511", "178-76 2810")  # on the road
    assert "297-27G" in cut("297-27G 2511", "178-76 2811")  # its zone covers the road
    assert "297-27G" not in cut("297-27G 2511", "178-76 2811 1")
    assert "HQ-53A" in cut("HQ-53A 2514", "297-27G 2514", "178-76 2513", "230-76 2415", "203-76 2613")


@pytest.mark.rule("10.1-b", "4.2-g")
def test_a_friend_in_the_zone_opens_it() -> None:
    assert "297-27G" in cut("297-27G 2511", "178-76 2811", "409-27G 2810", "3r 2710")
    assert "297-27G" not in cut("297-27G 2511", "178-76 2811", "409-27G 2810", "3r 2710", "1TVr 2910")


@pytest.mark.rule("4.2-h", "10.1-b")
def test_the_zone_of_a_friend_does_not() -> None:
    assert "297-27G" in cut("297-27G 2511", "178-76 2811", "409-27G 2809")


@pytest.mark.rule("10.1-a")
def test_a_line_crosses_what_mechanised_units_cross() -> None:
    ground = dict.fromkeys(("2511", "2512", "2513", "2514"), "rough")
    assert cut("HQ-53A 2514", terrain=ground) == []
    assert cut("HQ-53A 2514", terrain=dict.fromkeys(ground, "marsh"), minor="2511/2512") == []
    tisza = " ".join(f"{a}/2514" for a in ("2513", "2515", "2414", "2415", "2614", "2615"))
    assert cut("HQ-53A 2514", major=tisza) == ["HQ-53A"]
    assert cut("HQ-53A 2514", major=tisza, crossings=[["2513", "2514"]]) == []


@pytest.mark.rule("10.1-c", "2.1-a")
def test_lines_are_checked_in_the_supply_phase_only() -> None:
    lab = plain("operations", "297-27G 2512", "178-76 1010", roads=ROAD).specific("297-27G").go("297-27G", "2515")
    assert not lab.has("297-27G", "isolated")
    lab.do("end", "pass", "pass", dice=(1, 1, 6, 1))
    assert lab.has("297-27G", "isolated")


@pytest.mark.rule("10.1-c", "15.1.1-a")
def test_the_supply_of_the_first_turn_is_forgotten_in_the_second() -> None:
    """178/76 draws it from an HQ that no road leads to; its town is counted when the turn ends (15.7-m)."""
    lab = plain("operations", "178-76 2119", "HQ-III-PzK 2120", "297-27G 1510", turn=1)
    lab.do("pass", "pass", dice=(1, 1))
    assert (lab.state.turn, lab.has("HQ-III-PzK", "isolated"), lab.has("178-76", "isolated")) == (2, True, True)


# -- 10.3 what follows -----------------------------------------------------------------------------------------------


@pytest.mark.rule("10.3-a", "10.3-d")
def test_first_isolated_then_out_of_supply_then_restored_at_once() -> None:
    """AMB-29."""
    for where, before, after in (
        ("2515", "", "isolated"),
        ("2515", "isolated", "starved"),
        ("2515", "starved", "starved"),
        ("2512", "isolated", ""),
        ("2512", "starved", ""),
    ):
        for unit in ("297-27G", "HQ-53A"):
            lab = plain("supply", f"{unit} {where}", roads=ROAD, **({before: [unit]} if before else {}))
            marks = [mark for mark in ("isolated", "starved") if lab.has(unit, mark)]
            assert marks == ([after] if after and not (unit == "HQ-53A" and where == "2512") else [])


@pytest.mark.rule("10.3-c", "10.3-e", "7.3.2-a")
@pytest.mark.parametrize(("mark", "rule"), [("isolated", "10.3-c"), ("starved", "10.3-e")])
def test_no_prepared_attacks_without_a_line(mark: str, rule: str) -> None:
    lab = plain("operations", "297-27G 1610", "178-76 1510", **{mark: ["297-27G"]}).specific("297-27G")
    assert lab.refused("prepare 1510") == rule
    assert lab.legal("attack 1510")
