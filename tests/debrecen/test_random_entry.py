"""15.8.3 Gorshkov and the 27A enter at random, a choice before play."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.activation import arrivals
from kessel.games.debrecen.roster import ALLIED
from tests.debrecen.lab import GAME, Lab, plain

GORSHKOV = ["HQ-Gorshkov", "3-23T", "39-23T", "135-23T", "56-23T"]
CAVALRY = ["11-5C", "12-5C", "63-5C"]
ARMY = ["HQ-27A", "3GA-35G", "93-35G", "202-35G", "4GA-104", "163-104", "206-104", "180-27A", "25GT-27A"]
CORPS = ["HQ-IX-Hdt", "27h", "HQ-XXIX-AK", "8Jg"]
REST = (1, 1, 6, 1)
"""Air missions and initiative; the Allies have it."""


def support(turn: int, *, here: tuple[str, ...] = (), **fields: Any) -> Lab:
    """The support phase; those who are here have entered, all others wait for the turn that brings them for certain."""
    waiting = {
        unit: {"fate": "waiting", "due": last}
        for units, last in ((GORSHKOV, 7), (CAVALRY, 7), (ARMY, 9), (CORPS, 9))
        for unit in units
        if unit not in here
    }
    placed = [f"{unit} 20{10 + i}" for i, unit in enumerate(here)]
    units = ("297-27G 2510", "178-76 1010", *placed)
    return plain("support", *units, turn=turn, units=waiting, options={"random_entry": True}, **fields)


def rolled(turn: int, *dice: int, here: tuple[str, ...] = ()) -> Lab:
    lab = support(turn, here=here)
    lab.do(dice=(*dice, *REST))
    return lab


def total(value: int) -> tuple[int, int]:
    """Two dice that add up to a value."""
    return max(1, value - 6), min(6, value - 1)


def comes(lab: Lab, units: list[str]) -> bool:
    """Whether a group may enter now; all of it or nothing."""
    found = {lab.state.due[lab.index(unit)] <= lab.state.turn for unit in units}
    assert len(found) == 1
    return found.pop()


def test_without_the_choice_nobody_rolls() -> None:
    lab = plain("support", "297-27G 2510", "178-76 1010", turn=6)
    lab.do(dice=REST)
    assert lab.decision == "operations"


@pytest.mark.rule("15.8.3-a", "15.8.3-c")
def test_the_last_turn_brings_them_without_a_roll() -> None:
    s = GAME.start("debrecen", options={"random_entry": True})
    due = {unit: s.due[s.board.roster.names.index[unit]] for unit in (*GORSHKOV, *CAVALRY, *ARMY)}
    assert due == dict.fromkeys((*GORSHKOV, *CAVALRY), 7) | dict.fromkeys(ARMY, 9)
    assert comes(rolled(7, 6, 6), GORSHKOV)  # the dice of turn 7 are for the 27A
    assert comes(rolled(9), ARMY)


@pytest.mark.rule("15.8.3-a")
@pytest.mark.parametrize(("turn", "most"), [(4, 4), (5, 7), (6, 9)])
@pytest.mark.parametrize("enters", [True, False])
def test_when_gorshkov_enters(turn: int, most: int, enters: bool) -> None:
    later = {4: (), 5: (6, 6), 6: (6, 6, 6, 6)}[turn]
    lab = rolled(turn, *total(most if enters else most + 1), *later)
    assert comes(lab, GORSHKOV) == enters
    assert not comes(lab, CAVALRY)


@pytest.mark.rule("15.8.3-b")
@pytest.mark.parametrize(("second", "enters"), [((3, 4), True), ((4, 4), False)])
@pytest.mark.parametrize("turn", [5, 6])
def test_the_cavalry_rolls_again(turn: int, second: tuple[int, int], enters: bool) -> None:
    later = (6, 6) if turn == 6 else ()
    assert comes(rolled(turn, 1, 1, *second, *later), CAVALRY) == enters


@pytest.mark.rule("15.8.3-b")
def test_never_before_the_hq() -> None:
    """AMB-72: but later, if Gorshkov has entered already."""
    assert not comes(rolled(5, 6, 6, 1, 1), CAVALRY)
    assert comes(rolled(5, 6, 6, 3, 4, here=tuple(GORSHKOV)), CAVALRY)


@pytest.mark.rule("15.8.3-c")
@pytest.mark.parametrize(("turn", "most"), [(6, 4), (7, 7), (8, 9)])
@pytest.mark.parametrize("enters", [True, False])
def test_when_the_27th_army_enters(turn: int, most: int, enters: bool) -> None:
    before = (6, 6, 6, 6) if turn == 6 else ()
    assert comes(rolled(turn, *before, *total(most if enters else most + 1)), ARMY) == enters


@pytest.mark.rule("15.8.3-a", "15.8.3-c")
def test_the_rolls_are_secret() -> None:
    lab = rolled(4, 1, 1)
    assert lab.told("entry roll", "allied")
    assert not lab.told("entry roll", "axis")
    lab = rolled(4, 6, 6)
    assert lab.told("no entry", "allied")
    assert not lab.told("no entry", "axis")


@pytest.mark.rule("15.8.3-a", "1.6-c")
def test_they_come_before_markers_are_allotted() -> None:
    """AMB-93: the HQ of Gorshkov may receive one in the turn that brings it."""
    markers = {"al-guns-1": {"stock": "pool"}}
    lab = support(4, initiative="axis", markers=markers)
    lab.do(dice=(1, 1))
    assert (lab.decision, lab.choices("allot")) == ("allotment", ["HQ-Gorshkov"])


def entered(turn: int, *dice: int) -> Lab:
    """A unit of the 27A has entered in a turn."""
    lab = rolled(turn, *dice, here=(*GORSHKOV, *CAVALRY))
    lab.specific("180-27A").do("enter 180-27A 1601")
    return lab


@pytest.mark.rule("15.8.3-d", "15.8.3-e")
@pytest.mark.parametrize(
    ("turn", "dice", "hungarians", "germans"),
    [(6, (6, 6, 6, 6, 1, 1), 8, 9), (7, (1, 1), 9, 9), (8, (1, 1), 10, 10), (9, (), 11, 11)],
)
def test_what_its_entry_does_to_the_axis(turn: int, dice: tuple[int, ...], hungarians: int, germans: int) -> None:
    lab = entered(turn, *dice)
    assert {lab.state.due[lab.index(unit)] for unit in ("HQ-IX-Hdt", "27h")} == {hungarians}
    assert {lab.state.due[lab.index(unit)] for unit in ("HQ-XXIX-AK", "8Jg")} == {germans}


@pytest.mark.rule("15.8.3-e")
def test_as_long_as_the_army_may_come_last_the_corps_wait() -> None:
    """AMB-73: when its last turn begins they are put off."""
    fields = {"options": {"random_entry": True}, "turn": 9}
    waiting = {unit: {"fate": "waiting", "due": 9} for unit in (*ARMY, *CORPS)}
    lab = plain("supply", "297-27G 2510", "178-76 1010", units=waiting, **fields)
    assert {lab.state.due[lab.index(unit)] for unit in CORPS} == {11}
    assert {lab.state.due[lab.index(unit)] for unit in ARMY} == {9}


@pytest.mark.rule("15.8.3-d", "14-f", "15.3.1-b")
def test_the_one_point_goes_with_the_turn_of_arrival() -> None:
    """AMB-73."""
    units = {"27h": {"fate": "waiting", "due": 8}}
    lab = plain("operations", "297-27G 2510", "178-76 1010", turn=8, units=units, initiative="axis").specific("27h")
    assert lab.points("27h") == 1


@pytest.mark.rule("15.8.3-a", "14-d")
def test_they_may_enter_in_the_turn_of_the_roll() -> None:
    lab = support(4)
    assert arrivals(lab.state, ALLIED) == 0
    lab.do(dice=(1, 1, *REST))
    assert lab.specific("3-23T").choices("enter") == ["1801"]
