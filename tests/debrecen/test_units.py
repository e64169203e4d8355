"""1.1 to 1.4: action points by class and state, and formations."""

from __future__ import annotations

import pytest

from tests.debrecen.lab import Lab, plain

FIELD = ("HQ-Pliev 2510", "16-7M 2511", "8-6G 2512", "20-5T 2513", "297-27G 2514", "3r 2515", "1GA-49 2516")
ENEMY = ("HQ-LXXII-AK 1010", "KG-MT 1011", "178-76 1012", "12AA 1013", "Fus-FHH 1014")
AXIS = tuple(unit.split()[0] for unit in ENEMY)


def field(unit: str, *marks: str, **fields: object) -> Lab:
    """Units of every class, far apart; the side of a unit is on, and the unit bears some marks."""
    given = {mark: [unit] for mark in marks}
    return plain("operations", *FIELD, *ENEMY, initiative="axis" if unit in AXIS else "allied", **given, **fields)


# -- 1.1 classes -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.1-g", "1.5-b", "3.4.1-a", "6.1-c")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("297-27G", 2),
        ("3r", 2),
        ("1GA-49", 2),
        ("178-76", 2),
        ("16-7M", 3),
        ("Fus-FHH", 3),
        ("12AA", 3),
        ("20-5T", 3),
        ("8-6G", 3),
        ("KG-MT", 3),
        ("HQ-Pliev", 3),
        ("HQ-LXXII-AK", 3),
    ],
)
def test_infantry_on_foot_has_two_action_points_all_others_three(unit: str, points: int) -> None:
    assert field(unit).specific(unit).points(unit) == points


# -- 1.3 states ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.1-h", "1.3-b", "1.3-c", "10.3-b", "10.3-d", "3.5.1-a", "7.8.1-l")
@pytest.mark.parametrize(
    ("unit", "marks", "points"),
    [
        ("16-7M", "isolated", 2),
        ("20-5T", "isolated", 2),
        ("HQ-Pliev", "isolated", 2),
        ("297-27G", "isolated", 2),
        ("8-6G", "isolated", 3),
        ("KG-MT", "isolated", 3),
        ("16-7M", "starved", 1),
        ("KG-MT", "starved", 1),
        ("297-27G", "starved", 1),
        ("HQ-Pliev", "starved", 1),
        ("16-7M", "fatigued", 2),
        ("297-27G", "fatigued", 1),
        ("HQ-Pliev", "fatigued", 2),
        ("16-7M", "returned", 2),
        ("16-7M", "isolated fatigued", 1),
        ("8-6G", "isolated fatigued", 2),
        ("16-7M", "isolated returned", 1),
        ("16-7M", "fatigued returned", 1),
        ("8-6G", "isolated fatigued returned", 1),
        ("16-7M", "disorganised entrenched", 3),
    ],
)
def test_states_cap_the_points_first_and_then_take_some_off(unit: str, marks: str, points: int) -> None:
    """AMB-18."""
    assert field(unit, *marks.split()).specific(unit).points(unit) == points


@pytest.mark.rule("1.3-c", "10.3-d", "3.5.1-a")
@pytest.mark.parametrize("unit", ["16-7M", "297-27G", "KG-MT", "HQ-Pliev"])
def test_fatigued_and_out_of_supply_there_is_nothing_left(unit: str) -> None:
    """W6."""
    lab = field(unit, "fatigued", "starved")
    lab.do("specific")
    assert lab.refused(f"add {unit}") == "1.3-c"


@pytest.mark.rule("1.3-c", "9.4-a", "3.5.1-a", "3.5-a")
@pytest.mark.parametrize(
    ("marks", "die", "points"),
    [
        ("uncommanded", 4, 3),
        ("uncommanded", 5, 1),
        ("uncommanded isolated", 4, 2),
        ("uncommanded isolated", 5, 1),
        ("uncommanded fatigued", 4, 2),
        ("uncommanded fatigued", 5, 0),
        ("uncommanded activated", 4, 2),
    ],
)
def test_a_failed_test_caps_before_fatigue_takes_off(marks: str, die: int, points: int) -> None:
    """AMB-18; 16/7M has quality 4."""
    assert field("16-7M", *marks.split()).specific("16-7M", "8-6G", dice=(die,)).points("16-7M") == points


@pytest.mark.rule("1.3-b")
def test_a_unit_bears_several_states_at_once() -> None:
    marks = ("isolated", "uncommanded", "entrenched", "fatigued", "disorganised")
    lab = field("16-7M", *marks).specific("16-7M", dice=(1,))
    assert all(lab.has("16-7M", mark) for mark in marks)
    lab.go("16-7M", "2411")
    assert [mark for mark in marks if not lab.has("16-7M", mark)] == ["entrenched"]


# -- 1.4 formations --------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.4-b", "1.4-c", "3.2-a", "3.3-a")
def test_a_formation_or_units_of_any_kind() -> None:
    lab = field("16-7M")
    lab.do("activate HQ-Pliev", "begin")
    assert set(lab.state.ids(lab.state.active)) == {"HQ-Pliev", "16-7M", "8-6G"}
    lab = field("16-7M").specific("16-7M", "20-5T", "297-27G", "3r")
    assert set(lab.state.ids(lab.state.active)) == {"16-7M", "20-5T", "297-27G", "3r"}
