"""5 Stacking: six combat steps in a hex when a sequence ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.lab import Lab, plain

TWO = ("16-7M 2510", "63-7M 2510")
"""Six steps in a hex."""


def ops(*units: str, **fields: Any) -> Lab:
    return plain("operations", *units, "178-76 1010", **fields)


def into(unit: str, *others: str, **fields: Any) -> Lab:
    """A unit from 2511 has moved into 2510, and its activation is over."""
    lab = ops(f"{unit} 2511", *others, **fields).specific(unit).go(unit, "2510")
    if lab.decision == "activation":
        lab.do("end")
    return lab


@pytest.mark.rule("5-a", "5-d")
def test_six_steps_may_stay_the_seventh_may_not() -> None:
    assert into("64-7M", "16-7M 2510").decider == "axis"
    lab = into("64-7M", *TWO)
    assert (lab.decision, lab.decider) == ("overstacked", "allied")


@pytest.mark.rule("5-d", "2.1-f")
def test_the_owner_chooses_who_is_eliminated() -> None:
    lab = into("64-7M", *TWO, "8-6G 2512")
    assert lab.choices("eliminate") == ["16-7M", "63-7M", "64-7M"]
    assert lab.refused("eliminate 8-6G") == "5-d"
    lab.do("eliminate 63-7M")
    assert [lab.hex(unit) for unit in ("16-7M", "63-7M", "64-7M")] == ["2510", "dead", "2510"]
    assert lab.state.losses == [3, 0]


@pytest.mark.rule("5-f")
def test_steps_that_are_left_count() -> None:
    """W8: a unit of two steps that has lost one counts 1."""
    assert into("20-5T", "16-7M 2510", "63-7M 2510 2").decision == "overstacked"
    assert into("64-7M", "16-7M 2510", "20-5T 2510 1", "21-5T 2510 1", "22-5T 2510 1").decision == "overstacked"
    assert into("64-7M", "20-5T 2510 1", "21-5T 2510 1", "22-5T 2510 1").decider == "axis"


@pytest.mark.rule("5-b")
def test_nationalities_of_a_side_stack() -> None:
    lab = into("1TVr", "297-27G 2510")
    assert (lab.hex("1TVr"), lab.decider) == ("2510", "axis")


@pytest.mark.rule("5-c", "5-g", "6.2-b")
def test_units_pass_through_full_hexes() -> None:
    road = [["2511", "2510", "2509"]]
    lab = ops("64-7M 2511", *TWO, roads=road).specific("64-7M")
    lab.do("select 64-7M", "move 2509")
    assert lab.told("moved")[0].args["path"] == ["2511", "2510", "2509"]
    assert lab.state.stack[-1].credit == 2 * 6 - 3 - 1  # 1.5 in the crowded hex, where the road is of no use, and 0.5


@pytest.mark.rule("5-c")
def test_a_hex_may_be_too_full_until_the_sequence_ends() -> None:
    """AMB-65."""
    lab = ops("64-7M 2511", *TWO).specific("64-7M", "16-7M").go("64-7M", "2510").go("16-7M", "2509")
    lab.do("end")
    assert lab.decider == "axis"


@pytest.mark.rule("5-e")
def test_markers_and_headquarters_do_not_count() -> None:
    """AMB-15."""
    lab = into("HQ-Pliev", *TWO, entrenched=["16-7M"], fatigued=["16-7M", "63-7M"], markers={"al-guns-1": "HQ-Pliev"})
    assert (lab.hex("HQ-Pliev"), lab.decider) == ("2510", "axis")
