"""13 and 15.2 Replacements: which steps come when, and who may get them."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.roster import ALLIED
from kessel.games.debrecen.sequence import Replace
from tests.debrecen.lab import Lab, plain

COMMAND = ("HQ-Pliev 2510", "HQ-53A 2520", "HQ-Ir 2515", "HQ-III-PzK 1010", "HQ-LXXII-AK 1020", "HQ-VII-Hdt 1015")
WORN = (
    *("16-7M 2511 2", "20-5T 2512 1", "8-6G 2513 2", "297-27G 2521 1", "2r 2516 2", "110-18T 2514 1"),
    *("Pz-FHH 1011 1", "178-76 1021 1", "4Rh 1016 1", "KG-1Pzh 1012 1"),
)
ARMOURED = ["110-18T", "16-7M"]
INFANTRY = ["297-27G", "2r", "8-6G"]


def phase(*units: str, turn: int = 4, **fields: Any) -> Lab:
    """The supply phase; 20/5T has no HQ and is out of command. The Axis has a marker to allot afterwards."""
    return plain("supply", *COMMAND, *(units or WORN), turn=turn, markers={"ax-heavy-1": {"stock": "pool"}}, **fields)


@pytest.mark.rule("15.2.1-a", "15.2.2-a", "2.1-a")
@pytest.mark.parametrize("turn", range(2, 12))
def test_when_steps_come(turn: int) -> None:
    """AMB-85."""
    lab = phase(turn=turn)
    expected = {
        "allied": sorted([*ARMOURED, *INFANTRY]) if turn in (4, 6, 8, 10) else [],
        "axis": ["KG-1Pzh", "Pz-FHH"] if turn in (6, 8, 10) else [],
    }
    found: dict[str, list[str]] = {"allied": [], "axis": []}
    while lab.decision == "replacements":
        found[lab.decider] = lab.choices("restore")
        lab.do("pass")
    assert found == expected


@pytest.mark.rule("13-a", "13-b", "15.2.2-a")
def test_one_armoured_and_one_infantry_step() -> None:
    """AMB-68: mechanised cavalry takes infantry steps, Romanians those of the Soviets."""
    lab = phase()
    lab.do("restore 16-7M")
    assert lab.steps("16-7M") == 3
    assert lab.choices("restore") == sorted(INFANTRY)
    assert lab.refused("restore 110-18T") == "13-b"
    lab.do("restore 8-6G")
    assert lab.steps("8-6G") == 3
    assert lab.decision == "allotment"
    lab = phase()
    lab.do("restore 2r")
    assert lab.choices("restore") == ARMOURED


@pytest.mark.rule("13-a", "15.2.1-a")
@pytest.mark.parametrize("unit", ["Pz-FHH", "KG-1Pzh"])
def test_the_axis_step_serves_germans_and_hungarians(unit: str) -> None:
    lab = phase(turn=6)
    lab.do("pass")
    assert lab.refused("restore 178-76") == "13-b"
    before = lab.steps(unit)
    lab.do(f"restore {unit}")
    assert lab.steps(unit) == before + 1
    assert lab.decision == "allotment"


@pytest.mark.rule("13-c")
def test_a_unit_gets_one_step_a_turn() -> None:
    lab = phase("297-27G 2521 1", "409-27G 2522 1", "178-76 1021")
    lab.state.stack[-1] = Replace(ALLIED, 0, 2)
    lab.do("restore 297-27G")
    assert (lab.steps("297-27G"), lab.refused("restore 297-27G")) == (2, "13-c")
    assert lab.choices("restore") == ["409-27G"]


@pytest.mark.rule("13-d", "8.2-a", "10.3-d")
def test_none_for_units_out_of_supply_or_command() -> None:
    """AMB-67: an isolated unit may get one, and without roads all are isolated at least."""
    lab = phase(isolated=["16-7M"], starved=["297-27G"])
    assert lab.refused("restore 20-5T") == "13-d"
    assert lab.refused("restore 297-27G") == "13-d"
    assert (lab.has("16-7M", "starved"), lab.refused("restore 16-7M")) == (True, "13-d")
    assert (lab.has("8-6G", "isolated"), lab.legal("restore 8-6G")) == (True, True)


@pytest.mark.rule("13-e")
def test_what_is_eliminated_stays_so() -> None:
    lab = phase(*WORN, units={"64-7M": {"fate": "dead"}})
    assert lab.refused("restore 64-7M") == "13-e"


@pytest.mark.rule("13-a", "13-b")
def test_only_lost_steps_come_back() -> None:
    lab = phase("16-7M 2511", "8-6G 2513 2")
    assert lab.refused("restore 16-7M") == "13-a"
    lab.do("restore 8-6G")
    assert lab.steps("8-6G") == 3


@pytest.mark.rule("13-b", "15.5-c")
def test_steps_in_a_bridgehead_are_not_lost() -> None:
    units = ("297-27G 2521 2", "bridgehead-1 2522 1", "16-7M 2511 2")
    lab = phase(*units, major="2521/2522", bridgeheads={"bridgehead-1": "297-27G"})
    assert lab.choices("restore") == ["16-7M"]


@pytest.mark.rule("5-a", "13-a")
def test_no_step_into_a_full_hex() -> None:
    lab = phase("16-7M 2511 2", "63-7M 2511", "64-7M 2511 1", "8-6G 2513 2")
    assert lab.refused("restore 16-7M") == "5-a"
    assert lab.choices("restore") == ["8-6G"]


@pytest.mark.rule("15.2.1-b", "15.2.2-b")
def test_steps_are_spent_at_once_or_lost() -> None:
    lab = phase(turn=6)
    lab.do("restore 16-7M", "pass", "pass")
    assert [(e.args["side"], e.args["count"]) for e in lab.told("replacements lost")] == [("allied", 1), ("axis", 1)]
    lab.do("done", "pass", "pass", dice=(1, 1, 6, 1) * 2)
    assert (lab.state.turn, lab.decision, lab.steps("8-6G")) == (7, "operations", 2)
