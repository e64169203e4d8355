"""8.0 Command: lines to the headquarters, checked once a turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.lab import Lab, plain

PAIRS = {"HQ-Ir": ("2r", 4), "HQ-53A": ("297-27G", 6), "HQ-VII-Hdt": ("4Rh", 6), "HQ-III-PzK": ("Pz-FHH", 8)}


def checked(*units: str, **fields: Any) -> Lab:
    """Units after the check of the supply phase."""
    return plain("supply", *units, **fields)


def commanded(hq: str, distance: int, *others: str, **fields: Any) -> bool:
    """Whether the unit of an HQ in 2510 is in command so many hexes west of it, in the same row."""
    unit, _ = PAIRS[hq]
    return not checked(f"{hq} 2510", f"{unit} 25{10 + distance}", *others, **fields).has(unit, "uncommanded")


@pytest.mark.rule("8.1-a", "8.1-b", "8.2-a", "1.5-b")
@pytest.mark.parametrize("hq", PAIRS)
def test_the_range_of_each_nation_counts_the_unit_s_hex_and_not_that_of_the_hq(hq: str) -> None:
    _, reach = PAIRS[hq]
    assert commanded(hq, reach)
    assert not commanded(hq, reach + 1)
    assert commanded(hq, 0)


@pytest.mark.rule("8.1-c")
def test_only_enemy_units_block_a_line() -> None:
    """AMB-86: in the row there is but one way of four hexes."""
    assert commanded("HQ-Ir", 4, "178-76 2412")
    assert commanded("HQ-Ir", 4, terrain=dict.fromkeys(("2511", "2512", "2513"), "rough"))
    assert commanded("HQ-Ir", 4, major="2512/2513")
    assert not commanded("HQ-Ir", 4, "178-76 2512")
    assert commanded("HQ-Ir", 3, "178-76 2512")  # round the enemy in four


@pytest.mark.rule("8.1-b", "8.2-a", "1.4-a")
def test_the_line_leads_to_its_own_hq() -> None:
    lab = checked("HQ-53A 2510", "297-27G 2511", "16-7M 2511")
    assert (lab.has("297-27G", "uncommanded"), lab.has("16-7M", "uncommanded")) == (False, True)


@pytest.mark.rule("8.2-a", "3.3-e", "7.8.1-k")
def test_an_hq_driven_off_the_map_commands_nobody() -> None:
    """One that has not arrived yet is another matter."""
    away = {"HQ-53A": {"fate": "waiting", "due": 5, "entry": "3017"}}
    assert checked("297-27G 2511", turn=5, units=away).has("297-27G", "uncommanded")
    away["HQ-53A"].pop("entry")
    assert not checked("297-27G 2511", turn=5, units=away).has("297-27G", "uncommanded")


@pytest.mark.rule("8.1-b", "1.1-j")
def test_any_hq_commands_an_independent_unit() -> None:
    """AMB-23."""
    lab = checked("HQ-Ir 2510", "110-18T 2514", "170-18T 2515")
    assert (lab.has("110-18T", "uncommanded"), lab.has("170-18T", "uncommanded")) == (False, True)


@pytest.mark.rule("8.1-d", "2.1-a")
def test_command_lasts_for_the_turn() -> None:
    units = ("HQ-53A 2510", "297-27G 2515", "409-27G 2511", "178-76 1010")
    lab = plain("operations", *units).specific("297-27G").go("297-27G", "2518")
    lab.do("end", "pass", "activate HQ-53A", "add 297-27G", "begin")
    assert lab.points("297-27G") == 1
    lab.do("end", "pass", "pass", dice=(1, 1, 6, 1))
    assert lab.has("297-27G", "uncommanded")
    lab = plain("operations", *units, uncommanded=["409-27G"])
    lab.do("activate HQ-53A")
    assert lab.refused("add 409-27G") == "8.2-b"


@pytest.mark.rule("8.2-b", "3.2-d")
def test_out_of_command_only_specifically() -> None:
    lab = plain("operations", "HQ-53A 2510", "297-27G 2520", "178-76 1010", uncommanded=["297-27G"])
    lab.do("activate HQ-53A")
    assert lab.refused("add 297-27G") == "8.2-b"
    lab = plain("operations", "HQ-53A 2510", "297-27G 2520", "178-76 1010", uncommanded=["297-27G"])
    lab.do("specific")
    assert lab.legal("add 297-27G")


@pytest.mark.rule("8.2-c", "9.4-a", "9.4-b")
@pytest.mark.parametrize(("die", "points"), [(3, 2), (4, 1)])
def test_out_of_command_points_depend_on_a_test(die: int, points: int) -> None:
    lab = plain("operations", "297-27G 2520", "178-76 1010", uncommanded=["297-27G"])
    assert lab.specific("297-27G", dice=(die,)).points("297-27G") == points


@pytest.mark.rule("1.5-m", "8.2-a", "3.3-c")
def test_the_units_of_a_fallen_hq_are_out_of_command_in_the_turn_of_its_return() -> None:
    """AMB-16."""
    roads = [["3011", "2911", "2812"]]
    fallen = {"HQ-53A": {"fate": "fallen", "due": 4}}
    lab = checked("297-27G 2812", "178-76 1010", units=fallen, roads=roads)
    lab.do("place HQ-53A 2812", dice=(1, 1, 6, 1))
    assert lab.has("297-27G", "uncommanded")
    lab.do("activate HQ-53A")
    assert lab.refused("add 297-27G") == "8.2-b"


@pytest.mark.rule("3.3-e", "8.2-a")
@pytest.mark.parametrize(("fate", "adrift"), [("waiting", False), ("fallen", True)])
def test_who_has_come_before_its_hq_is_not_out_of_command(fate: str, adrift: bool) -> None:
    coming = {"HQ-IV-PzK": {"fate": fate, "due": 9}}
    assert checked("8-Po 1010", "297-27G 2510", units=coming).has("8-Po", "uncommanded") == adrift
