"""15.1 to 15.4: set-up, control and markers of the start, what arrives when, and the alarm counters."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.state import WAITING
from tests.debrecen.lab import GAME, Lab

FHH = ("Pz-FHH", "Fus-FHH", "Gren-FHH")


def begun(scenario: str = "debrecen", **options: bool) -> Lab:
    """The first decision of a scenario."""
    return Lab(GAME.start(scenario, options=options))


def alarms(*before: str) -> Lab:
    """The alarm counters are to be placed."""
    lab = begun()
    lab.do("auto", *before)
    assert lab.decision == "set-up"
    return lab


# -- units -----------------------------------------------------------------------------------------------------------

AXIS = {
    "2402": "12Rh",
    "2508": "4Rh",
    "2205": "HQ-VII-Hdt",
    "2507": "126-23Pz I-23Pz",
    "2410": "128-23Pz II-23Pz",
    "2510": "KG-MT",
    "2010": "1-1Pz I-1Pz",
    "2514": "113-1Pz II-1Pz",
    "1917": "228StuG",
    "1409": "HQ-III-PzK 325StuG",
    "1521": "109BrPz",
    "2307": "HQ-LXXII-AK 12AA",
    "2226": "KG-Szolnok",
    "2405": "178-76 203-76 230-76",
}
ALLIED = {
    "2718": "64-7M",
    "2615": "9-4G",
    "2610": "8-6G",
    "3014": "HQ-Pliev 78Rgt",
    "2505": "78-33",
    "2605": "HQ-6-ABG 337-33",
    "2604": "1TVr",
    "2503": "3r",
    "2925": "297-27G 409-27G",
    "3025": "HQ-53A",
}


@pytest.mark.rule("15.1.2-b", "15.1.3-b")
@pytest.mark.parametrize(("side", "expected"), [("axis", AXIS), ("allied", ALLIED)])
def test_units_stand_where_the_rulebook_sets_them_up(side: str, expected: dict[str, str]) -> None:
    s = begun().state
    found = {s.name(h): set(s.ids(units)) for h, units in s.at.items()}
    own = {h: units for h, units in found.items() if s.unit(s.board.roster.names.index[min(units)]).side == _side(side)}
    assert own == {h: set(units.split()) for h, units in expected.items()}


def _side(side: str) -> int:
    return GAME.sides.index(side)


def test_all_units_start_at_full_strength() -> None:
    s = begun().state
    assert all(s.steps[u] == s.board.roster.full[u] for u in s.board.entries)


@pytest.mark.rule("15.1.2-b")
def test_the_feldherrnhalle_goes_into_its_two_hexes() -> None:
    lab = begun()
    assert (lab.decision, lab.decider) == ("set-up", "axis")
    assert {a.split()[1] for a in lab.actions("place")} == set(FHH)
    assert lab.choices("place") == ["1120", "1220"]
    lab.do("place Pz-FHH 1120")
    assert lab.hex("Pz-FHH") == "1120"
    assert lab.refused("place Pz-FHH 1220") == "15.1.2-b"
    assert lab.refused("place Fus-FHH 1221") == "15.1.2-b"
    assert lab.refused("place KG-MT 1220") == "15.1.2-b"


@pytest.mark.rule("15.1.2-b", "5-a")
def test_no_more_than_six_steps_in_a_hex() -> None:
    lab = begun()
    lab.do("place Pz-FHH 1220", "place Fus-FHH 1220")
    assert lab.refused("place Gren-FHH 1220") == "5-a"
    lab.do("place Gren-FHH 1120")
    assert lab.legal("place 1612")


def test_the_set_up_is_done_for_you() -> None:
    lab = begun()
    lab.do("place Fus-FHH 1120", "auto")
    assert {lab.hex(unit) for unit in FHH} == {"1120", "1220"}
    assert GAME.check(lab.state) == []


# -- control and markers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("15.1.2-e", "15.7-m")
def test_the_axis_controls_the_towns_and_1401() -> None:
    s = begun().state
    held = set(s.board.grid.listed(s.control[_side("axis")]))
    assert {"2405", "2226", "1409", "0507", "0111", "2621", "2119", "1401"} <= held


@pytest.mark.rule("15.3.1-a", "15.3.2-a", "14-a")
@pytest.mark.parametrize(
    ("turn", "count"), [(1, 4 + 4 + 4 + 1 + 3 + 2 + 2), (2, 4 + 10), (3, 3 + 1 + 5), (5, 3 + 5), (6, 3), (9, 6 + 4 + 4)]
)
def test_reinforcements_wait_for_their_turn(turn: int, count: int) -> None:
    s = begun().state
    due = [u for u, where in enumerate(s.where) if where == WAITING and s.due[u] == turn]
    assert len(due) == count


# -- alarm counters --------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.4-a", "15.4-b", "15.1.2-d")
def test_five_alarm_counters_after_the_set_up() -> None:
    lab = alarms()
    assert lab.decider == "axis"
    lab.do("place 1612", "place 1712", "place 1812", "place 1912", "place 2012")
    assert lab.state.board.grid.listed(lab.state.alarms) == ["1612", "1712", "1812", "1912", "2012"]
    assert lab.state.backs.bit_count() == 5
    assert lab.decision == "allotment"


@pytest.mark.rule("15.4-a", "15.1.2-d")
def test_only_south_of_the_row_15xx() -> None:
    lab = alarms()
    assert lab.legal("place 1612")
    assert lab.refused("place 1512") == "15.1.2-d"
    assert min(lab.choices("place"))[:2] == "16"


@pytest.mark.rule("15.4-d")
def test_one_alarm_counter_a_hex() -> None:
    assert alarms("place 1612").refused("place 1612") == "15.4-d"


@pytest.mark.rule("15.4-c")
def test_no_alarm_counter_beside_an_allied_unit_but_behind_a_river() -> None:
    lab = alarms()
    s = lab.state
    for h, units in s.at.items():
        if not units & s.board.roster.of_side[_side("allied")]:
            continue
        for n in s.board.grid.neighbours[h]:
            if n < 0 or not s.board.area >> n & 1 or n in s.at:
                continue
            near = [m for m in s.board.grid.neighbours[n] if m in s.at and s.occupied[_side("allied")] >> m & 1]
            dry = [m for m in near if not s.board.rivers.has(n, m)]
            assert lab.legal(f"place {s.name(n)}") is not bool(dry)
            if dry:
                assert lab.refused(f"place {s.name(n)}") == "15.4-c"
    assert any(lab.legal(f"place {s.name(n)}") for n in s.board.grid.neighbours[s.board.grid.hex("2505")])


@pytest.mark.rule("15.4-f")
def test_an_alarm_counter_does_not_go_under_axis_units() -> None:
    assert alarms().refused("place 2205") == "15.4-f"


def test_the_alarm_counters_are_placed_for_you() -> None:
    lab = alarms("place 1612")
    lab.do("auto")
    assert lab.state.alarms.bit_count() == 5
    assert GAME.check(lab.state) == []


# -- the other scenarios ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["learning-nagyvarad", "example-bridgehead", "example-disengagement"])
def test_a_fixed_set_up_begins_with_the_first_turn(scenario: str) -> None:
    lab = begun(scenario)
    assert "set-up" not in lab.decision
    listed: dict[str, Any] = GAME.scenario_data(scenario)["units"]
    for entry in (e for side in listed.values() for e in side if "hex" in e):
        assert lab.hex(entry["unit"]) == entry["hex"]
    assert lab.state.alarms == 0


@pytest.mark.rule("EX-a")
def test_the_example_begins_in_the_middle_of_an_activation() -> None:
    lab = begun("example-breakthrough")
    assert (lab.decision, lab.decider) == ("activation", "allied")
    assert [lab.points(u) for u in ("8-6G", "13-6G", "16-7M")] == [2, 2, 3]
    assert (lab.box("al-guns-1"), lab.box("ax-light-1")) == ("HQ-Pliev", "HQ-III-PzK")
    assert lab.state.missions == [1, 0]
