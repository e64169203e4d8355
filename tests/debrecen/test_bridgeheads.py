"""15.5 Bridgeheads over the Tisza. The mother unit stands in 2510; 2511, 2411 and 2611 lie across the river."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.roster import ALLIED
from tests.debrecen.fights import attack, finish
from tests.debrecen.lab import GAME, Lab, plain

TISZA = "2510/2511 2510/2411 2510/2611"
MOTHER = "297-27G 2510"
HEAD = "bridgehead-1"


def ops(*units: str, **fields: Any) -> Lab:
    fields = {"major": TISZA} | fields
    return plain("operations", *units, **fields)


def active(*units: str, **fields: Any) -> Lab:
    """The activation of the mother unit."""
    return ops(*units, "203-76 1010", **fields).specific("297-27G")


def held(steps: int, mother: int, *units: str, initiative: str = "allied", **fields: Any) -> Lab:
    """A bridgehead in 2511 with its mother unit in 2510."""
    given = (f"297-27G 2510 {mother}", f"{HEAD} 2511 {steps}", *(units or ("203-76 1010",)))
    return ops(*given, initiative=initiative, bridgeheads={HEAD: "297-27G"}, **fields)


def face(lab: Lab, unit: str) -> tuple[int, int]:
    """The combat value of a unit and its steps."""
    return lab.state.board.roster.value[lab.index(unit)][lab.steps(unit)], lab.steps(unit)


# -- 15.5-a to 15.5-f placing ----------------------------------------------------------------------------------------


@pytest.mark.rule("15.5-c", "15.5-f", "1.2-c", "1.2-d")
def test_the_example() -> None:
    """W20: 3-1-3 across the river for a point and a step, 6-2-3 for another."""
    lab = Lab(GAME.start("example-bridgehead"))
    lab.specific("297-27G")
    target = lab.choices("bridgehead")[0]
    lab.do(f"bridgehead 297-27G {target}")
    assert (face(lab, "297-27G"), face(lab, HEAD)) == ((6, 2), (3, 1))
    assert (lab.points("297-27G"), lab.hex(HEAD)) == (1, target)
    lab.do("enlarge 297-27G")
    assert (face(lab, "297-27G"), face(lab, HEAD)) == ((3, 1), (6, 2))
    assert lab.state.losses == [0, 0]
    assert lab.state.board.roster.quality[lab.index(HEAD)] == 3


@pytest.mark.rule("15.5-b", "15.5-c")
def test_where_it_can_be_placed() -> None:
    """AMB-79: an enemy zone there does not matter and obliges to nothing."""
    assert active(MOTHER).choices("bridgehead") == ["2411", "2511", "2611"]
    assert active(MOTHER, "178-76 2511").choices("bridgehead") == ["2411", "2611"]
    lab = active(MOTHER, "178-76 2512")
    lab.do("bridgehead 297-27G 2511")
    assert lab.legal("end")
    assert active(MOTHER, major="", minor="2510/2511").choices("bridgehead") == []
    lab = active(MOTHER)
    assert lab.refused("bridgehead 297-27G 2509") == "15.5-b"


@pytest.mark.rule("15.5-b")
@pytest.mark.parametrize(
    ("unit", "fit"),
    [("297-27G", True), ("110-49", True), ("1GA-49", True), ("2r", False), ("16-7M", False), ("8-6G", False)],
)
def test_who_can_place_one(unit: str, fit: bool) -> None:
    """AMB-79: Soviet infantry, Guards included."""
    lab = ops(f"{unit} 2510", "178-76 1010").specific(unit)
    assert lab.legal(f"bridgehead {unit} 2511") == fit


@pytest.mark.rule("15.5-b")
def test_three_steps_must_be_left() -> None:
    assert active("297-27G 2510 2").refused("bridgehead 297-27G 2511") == "15.5-b"


@pytest.mark.rule("15.5-a")
def test_two_bridgeheads_and_no_more() -> None:
    units = (MOTHER, "409-27G 2410", "203-57 2610", "178-76 1010")
    lab = ops(*units, major="2510/2511 2410/2411 2610/2611").specific("297-27G", "409-27G", "203-57")
    lab.do("bridgehead 297-27G 2511", "bridgehead 409-27G 2411")
    assert lab.choices("bridgehead") == []
    assert lab.refused("bridgehead 203-57 2611") == "15.5-a"
    assert {lab.hex(HEAD), lab.hex("bridgehead-2")} == {"2511", "2411"}


@pytest.mark.rule("15.5-c", "15.5-f", "4.2-b", "15.1.1-c")
def test_not_with_the_point_that_it_owes() -> None:
    """Who has to attack, or may only move, puts nobody across."""
    lab = ops("297-27G 2410", "178-76 2610").specific("297-27G").go("297-27G", "2510")
    assert (lab.points("297-27G"), lab.refused("bridgehead 297-27G 2511")) == (1, "15.5-b")
    lab = ops(MOTHER, "203-76 1010", turn=1, uncommanded=["297-27G"]).specific("297-27G", dice=(6,))
    assert lab.refused("bridgehead 297-27G 2511") == "15.1.1-c"
    lab = held(1, 2, "203-76 1010", turn=1, uncommanded=["297-27G"])
    assert lab.specific("297-27G", dice=(6,)).refused("enlarge 297-27G") == "15.1.1-c"


@pytest.mark.rule("15.5-c", "15.5-f", "3.4.1-a")
def test_each_step_costs_a_point() -> None:
    """AMB-76: in one activation or in two."""
    lab = active(MOTHER, fatigued=["297-27G"])
    lab.do("bridgehead 297-27G 2511")
    assert lab.decider == "axis"  # no point is left
    lab = held(1, 2).specific("297-27G")
    lab.do("enlarge 297-27G")
    assert (lab.steps("297-27G"), lab.steps(HEAD), lab.points("297-27G")) == (1, 2, 1)
    assert lab.refused("enlarge 297-27G") == "15.5-f"
    for steps, mother in ((1, 1), (2, 2)):  # the mother's last step stays with it, and 6-2-3 is the most
        assert held(steps, mother).specific("297-27G").refused("enlarge 297-27G") == "15.5-f"


# -- 15.5-d, 15.5-e the mother unit ----------------------------------------------------------------------------------


@pytest.mark.rule("15.5-d")
def test_neither_mother_nor_bridgehead_moves() -> None:
    lab = held(2, 1, "409-27G 2510", "203-76 1010").specific("297-27G", "409-27G")
    assert lab.refused("select 297-27G") == "15.5-d"
    assert lab.refused(f"select {HEAD}") == "15.5-d"
    lab.do("select 409-27G")
    assert lab.refused("join 297-27G") == "3.4.3-a"
    lab = held(2, 1)
    lab.do("specific")
    assert lab.refused(f"add {HEAD}") == "15.5-d"


@pytest.mark.rule("15.5-e")
def test_it_is_lost_with_its_mother() -> None:
    """AMB-77: its steps are lost too."""
    lab = held(2, 1, "16-7M 2510", "20-5T 2510", "21-5T 2509 1", "203-76 1010").specific("21-5T").go("21-5T", "2510")
    lab.do("end", "eliminate 297-27G")
    assert (lab.hex(HEAD), lab.state.losses[ALLIED]) == ("dead", 1 + 2)


# -- 15.5-g to 15.5-k the marker -------------------------------------------------------------------------------------


@pytest.mark.rule("15.5-g", "4.1-b")
@pytest.mark.parametrize(("steps", "around"), [(1, []), (2, ["2411", "2412", "2511", "2512", "2611", "2612"])])
def test_its_zone(steps: int, around: list[str]) -> None:
    """AMB-78: that of infantry; not over the river."""
    lab = held(steps, 1, "297-27G 2510 1")
    assert lab.state.board.grid.listed(lab.state.zoc(ALLIED)) == sorted({"2510", "2511", *around})


@pytest.mark.rule("15.5-g", "7.1-d")
def test_it_attacks_in_the_activation_of_its_mother() -> None:
    """AMB-63: on its own bank only."""
    lab = held(2, 1, "178-76 2512", "230-76 2509").specific("297-27G")
    assert lab.points(HEAD) == 2
    lab.do("attack 2512")
    assert lab.choices("add") == [HEAD]
    lab.do(f"add {HEAD}", "commit", dice=(3,))
    finish(lab)
    assert lab.refused(f"select {HEAD}") == "15.5-d"
    lab = held(2, 1, "178-76 2512", "230-76 2509").specific("297-27G")
    lab.do("attack 2509")
    assert lab.choices("add") == ["297-27G"]
    lab = held(2, 1, "178-76 2512").specific("297-27G")
    lab.do(f"dig {HEAD}")
    assert lab.has(HEAD, "entrenched")


@pytest.mark.rule("1.5-k", "15.5-g")
def test_a_lone_hq_beside_it_falls_at_once() -> None:
    lab = active(MOTHER, "HQ-III-PzK 2512")
    lab.do("bridgehead 297-27G 2511")
    assert (lab.hex("HQ-III-PzK"), lab.decision) == ("fallen", "activation")


@pytest.mark.rule("15.5-g", "15.5-i")
def test_it_is_attacked_like_infantry_and_its_steps_are_lost() -> None:
    germans = ("178-76", "230-76", "203-76")
    lab = held(1, 2, "178-76 2512", "230-76 2612", "203-76 2412", initiative="axis").specific(*germans)
    lab.do(*attack("2511", *germans))
    lab.do("pick 178-76", dice=(6,))
    while lab.decider == "allied":
        lab.do(next(a for a in lab.actions() if a.startswith("lose")))
    assert (lab.hex(HEAD), lab.steps("297-27G")) == ("dead", 2)


@pytest.mark.rule("15.5-j", "3.5.1-b")
def test_a_tired_mother_makes_a_tired_bridgehead() -> None:
    lab = active(MOTHER, fatigued=["297-27G"])
    lab.do("bridgehead 297-27G 2511")
    assert lab.has(HEAD, "fatigued")
    fresh = active(MOTHER)
    fresh.do("bridgehead 297-27G 2511")
    assert not fresh.has(HEAD, "fatigued")
    fresh.do("end", "pass")
    fresh.specific("297-27G")
    assert (fresh.has("297-27G", "fatigued"), fresh.has(HEAD, "fatigued"), fresh.points(HEAD)) == (True, True, 1)


@pytest.mark.rule("15.5-j", "3.5.2-a")
def test_its_fatigue_goes_with_that_of_its_mother() -> None:
    lab = held(1, 2, fatigued=["297-27G", HEAD]).specific("297-27G")
    assert not lab.legal(f"recover {HEAD}")
    lab.do("recover 297-27G")
    assert not lab.has(HEAD, "fatigued")


@pytest.mark.rule("15.5-k")
def test_it_is_in_supply_as_long_as_its_mother_is_not_out_of_supply() -> None:
    fields: dict[str, Any] = {"major": TISZA, "bridgeheads": {HEAD: "297-27G"}}
    units = ("297-27G 2510 2", f"{HEAD} 2511 1", "203-76 1010")
    for before, mother, head in (([], "isolated", ""), (["297-27G"], "starved", "isolated")):
        lab = plain("supply", *units, isolated=before, **fields)
        assert lab.has("297-27G", mother)
        assert [mark for mark in ("isolated", "starved") if lab.has(HEAD, mark)] == ([head] if head else [])
    lab = plain("supply", *units, starved=["297-27G"], isolated=[HEAD], **fields)
    assert lab.has(HEAD, "starved")


@pytest.mark.rule("15.4-g", "15.5-g")
def test_an_alarm_counter_wakes_beside_a_bridgehead() -> None:
    lab = active(MOTHER, alarms=["2512"], backs=["alarm-1"])
    lab.do("bridgehead 297-27G 2511", dice=(1, 6))
    assert lab.state.alarms == 0
