"""15.7: victory points, control of hexes and the levels of victory."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.victory import Standing, level_of, standing
from tests.debrecen.lab import GAME, Lab, line, plain

TOWNS = {"2405": 3, "2226": 1, "1409": 3, "0507": 2, "0111": 1}


def battle(*units: str, **fields: Any) -> Lab:
    """The last turn in the bare country; its end is a pass away on each side. Nobody holds anything yet."""
    fields = {"turn": 11, "control": {"allied": [], "axis": []}} | fields
    return plain("operations", *units, **fields)


def points(lab: Lab, rule: str) -> float:
    """What the items of a clause are worth."""
    return sum(line.points for line in standing(lab.state).lines if line.rule == rule)


def result(lab: Lab) -> Standing:
    return standing(lab.state)


# -- places ----------------------------------------------------------------------------------------------------------

CLAUSES = {"2405": "15.7-b", "2226": "15.7-c", "1409": "15.7-d", "0507": "15.7-e", "0111": "15.7-f"}


@pytest.mark.rule("15.7-a", "15.7-b", "15.7-c", "15.7-d", "15.7-e", "15.7-f", "15.7-m")
@pytest.mark.parametrize("town", sorted(TOWNS))
def test_places_that_the_allies_control(town: str) -> None:
    lab = battle(control={"allied": [town], "axis": []})
    assert points(lab, CLAUSES[town]) == TOWNS[town]
    assert result(lab).points == TOWNS[town]
    held = battle(control={"allied": [], "axis": [town]})
    assert result(held).points == 0


@pytest.mark.rule("15.7-j", "15.7-k")
@pytest.mark.parametrize(("town", "rule"), [("2621", "15.7-j"), ("2119", "15.7-k")])
def test_places_that_the_axis_must_not_control(town: str, rule: str) -> None:
    assert points(battle(control={"allied": [], "axis": [town]}), rule) == -1
    assert points(battle(control={"allied": [town], "axis": []}), rule) == 0
    assert points(battle(), rule) == 0


@pytest.mark.rule("15.7-m")
def test_the_axis_controls_all_places_at_the_start() -> None:
    assert result(Lab(GAME.start("debrecen"))).points == -2


@pytest.mark.rule("15.7-m")
def test_the_last_to_pass_controls_a_hex_outside_enemy_zones() -> None:
    lab = battle("178-76 1408", control={"allied": ["1409"], "axis": []})
    assert points(lab, "15.7-d") == 0  # an enemy zone covers it
    far = battle("178-76 1407", control={"allied": ["1409"], "axis": []})
    assert points(far, "15.7-d") == 3


@pytest.mark.rule("15.7-m")
def test_a_supplied_unit_controls_its_hex_in_an_enemy_zone() -> None:
    lab = battle("297-27G 2405", "178-76 2404", roads=[line("3011", "2405")])
    assert points(lab, "15.7-b") == 3


@pytest.mark.rule("15.7-m")
def test_a_unit_without_supply_does_not_control_its_hex_in_an_enemy_zone() -> None:
    lab = battle("297-27G 2405", "178-76 2404")
    assert points(lab, "15.7-b") == 0
    alone = battle("297-27G 2405")
    assert points(alone, "15.7-b") == 3  # it was the last to pass, and no enemy is near


@pytest.mark.rule("15.7-m", "15.1.4-a", "15.1.4-c")
@pytest.mark.parametrize("town", ["1409", "1401"])
def test_whoever_passes_a_place_last_controls_it(town: str) -> None:
    lab = battle("16-7M 1612", control={"allied": [], "axis": [town]})
    s, allied, axis = lab.state, 0, 1
    h, away = s.board.grid.hex(town), s.board.grid.hex("1612")
    s.enter(lab.index("16-7M"), [h, away])
    assert s.control[allied] >> h & 1
    assert not s.control[axis] >> h & 1
    s.take([h], axis)
    assert s.control[axis] >> h & 1


@pytest.mark.rule("15.7-m")
def test_control_by_the_last_to_pass_lasts() -> None:
    lab = battle("16-7M 1612", control={"allied": ["1409"], "axis": []})
    assert points(lab, "15.7-d") == 3


# -- bridgeheads and bridges -----------------------------------------------------------------------------------------


def bridgehead(**fields: Any) -> Lab:
    """A bridgehead in 2627 of a division in 2626, which a road supplies."""
    fields = {
        "major": "2626/2627",
        "roads": [line("3025", "2626")],
        "bridgeheads": {"bridgehead-1": "297-27G"},
    } | fields
    return battle("297-27G 2626 2", "bridgehead-1 2627 1", **fields)


@pytest.mark.rule("15.7-g", "15.5-k")
def test_a_bridgehead_in_supply_is_a_point() -> None:
    assert points(bridgehead(), "15.7-g") == 1


@pytest.mark.rule("15.7-g", "15.5-k")
def test_the_mother_may_be_isolated_but_not_out_of_supply() -> None:
    """AMB-92: lines are traced once more; without one now a mother that was isolated is out of supply."""
    assert points(bridgehead(roads=[]), "15.7-g") == 1
    assert points(bridgehead(roads=[], isolated=["297-27G"]), "15.7-g") == 0
    assert points(bridgehead(roads=[], starved=["297-27G"]), "15.7-g") == 0
    assert points(bridgehead(isolated=["297-27G"]), "15.7-g") == 1


@pytest.mark.rule("15.7-m", "15.5-k")
@pytest.mark.parametrize(("before", "held"), [([], 1), (["297-27G"], 0)])
def test_a_bridgehead_in_supply_controls_its_hex(before: list[str], held: int) -> None:
    """AMB-92: its mother has no line now; the first time it is isolated, the second out of supply."""
    heads = {"bridgehead-1": "297-27G"}
    units = ("297-27G 2227 2", "bridgehead-1 2226 1", "178-76 2225")
    assert points(battle(*units, major="2227/2226", bridgeheads=heads, isolated=before), "15.7-c") == held


@pytest.mark.rule("15.7-h")
def test_a_bridge_over_the_tisza_needs_both_hexes() -> None:
    lab = Lab.at("operations", turn=11, control={"allied": [], "axis": []})
    a, b = (lab.state.name(h) for h in lab.state.board.river_bridges[0])
    for held, worth in (([a, b], 1), ([a], 0), ([b], 0)):
        assert points(Lab.at("operations", turn=11, control={"allied": held, "axis": []}), "15.7-h") == worth
    assert len(lab.state.board.river_bridges) >= 5
    everything = [lab.state.name(h) for pair in lab.state.board.river_bridges for h in pair]
    whole = Lab.at("operations", turn=11, control={"allied": sorted(set(everything)), "axis": []})
    assert points(whole, "15.7-h") == len(lab.state.board.river_bridges)


# -- losses and the corps that get away ------------------------------------------------------------------------------


@pytest.mark.rule("15.7-i")
@pytest.mark.parametrize(("lost", "worth"), [(20, 0), (21, 1), (40, 1)])
def test_more_than_twenty_german_mechanised_steps(lost: int, worth: int) -> None:
    assert points(battle(mech_losses=lost, losses={"axis": lost}), "15.7-i") == worth


@pytest.mark.rule("15.7-i")
@pytest.mark.parametrize(
    ("unit", "counts"), [("Pz-FHH", 1), ("Gren-FHH", 1), ("178-76", 0), ("109BrPz", 1), ("KG-1Pz", 0)]
)
def test_which_losses_count(unit: str, counts: int) -> None:
    """AMB-12: German units of the mechanised class."""
    name = next(u.id for u in GAME.roster.units if u.id.startswith(unit))
    german = GAME.roster.units[GAME.roster.names.index[name]].nationality == "german"
    lab = battle(f"{name} 1510")
    lab.state.lose_step(lab.index(name), "1.2-a")
    assert lab.state.losses == [0, 1]
    assert lab.state.mech_losses == (counts if german else 0)


@pytest.mark.rule("15.7-i", "15.5-a")
def test_headquarters_do_not_count() -> None:
    lab = battle("HQ-III-PzK 1510")
    lab.state.lose_step(lab.index("HQ-III-PzK"), "1.5-k")
    assert (lab.state.losses, lab.state.mech_losses) == ([0, 0], 0)


CORPS = {
    name: [u.id for u in GAME.roster.units if u.formation == name and u.type != "hq"] for name in ("ix-hdt", "xxix-ak")
}


@pytest.mark.rule("15.7-l")
def test_saved_units_cost_half_a_point_each() -> None:
    """Units at the north edge, each next to a road."""
    names = [*CORPS["ix-hdt"], *CORPS["xxix-ak"]]
    assert (len(CORPS["ix-hdt"]), len(CORPS["xxix-ak"])) == (5, 3)
    placed = [f"{name} 02{column:02}" for name, column in zip(names, range(12, 20), strict=True)]
    lab = battle("HQ-IX-Hdt 0211", "HQ-XXIX-AK 0210", *placed, roads=[line("0119", "0112")])
    assert points(lab, "15.7-l") == -4
    cut = battle(*(unit.replace(" 02", " 15") for unit in placed))
    assert points(cut, "15.7-l") == 0


# -- levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.7-n")
@pytest.mark.parametrize(
    ("total", "level"),
    [
        (-6, "axis_major"),
        (3, "axis_major"),
        (4, "axis_minor"),
        (5, "axis_minor"),
        (6, "draw"),
        (7, "allied_minor"),
        (9, "allied_minor"),
        (10, "allied_major"),
        (14, "allied_major"),
    ],
)
def test_levels_of_victory(total: int, level: str) -> None:
    assert level_of(battle().state, total) == level


@pytest.mark.rule("15.7-n", "0.3-a")
@pytest.mark.parametrize(
    ("saved", "total", "level"), [(0, 4, "axis_minor"), (1, 4, "axis_minor"), (2, 3, "axis_major")]
)
def test_half_points_are_rounded_up(saved: int, total: int, level: str) -> None:
    """AMB-11: 3.5 is 4."""
    placed = [f"{name} 02{column:02}" for name, column in zip(CORPS["ix-hdt"][:saved], (12, 13), strict=False)]
    control = {"allied": ["1409", "2226"], "axis": []}
    found = result(battle(*placed, roads=[line("0119", "0112")], control=control))
    assert (found.points, found.total, found.level) == (4 - saved / 2, total, level)


IDLE = ("78-33 2901", "KG-Szolnok 0129")
"""Somebody on each side who can pass."""


def ended(lab: Lab) -> Lab:
    """Both sides pass in the last turn."""
    while lab.state.outcome is None:
        lab.do("pass")
    return lab


@pytest.mark.rule("15.7-n", "2.1-j", "2-a", "15-a")
@pytest.mark.parametrize(
    ("held", "winner", "level"),
    [
        (["2405", "1409", "0507", "0111", "2226"], "allied", "allied_major"),
        (["2405", "1409", "0111"], "allied", "allied_minor"),
        (["2405", "1409"], None, "draw"),
        (["2405", "2226"], "axis", "axis_minor"),
        (["2405"], "axis", "axis_major"),
    ],
)
def test_the_game_is_decided_after_the_last_turn(held: list[str], winner: str | None, level: str) -> None:
    lab = ended(battle(*IDLE, control={"allied": held, "axis": []}))
    assert lab.state.outcome is not None
    assert lab.state.outcome.winner == winner
    assert lab.state.outcome.score == sum(TOWNS[town] for town in held)
    assert "15.7-n" in lab.state.outcome.rules
    assert lab.told("game over")[0].args["level"] == level


@pytest.mark.rule("2-a", "2.1-j")
def test_no_earlier_turn_ends_the_game() -> None:
    lab = battle(*IDLE, turn=10)
    lab.do("pass", "pass", dice=(1, 1, 1, 1))
    assert lab.state.outcome is None
    assert lab.state.turn == 11


# -- the learning scenario and the examples --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "axis", "allied", "level"),
    [
        ("allied", 0, 0, "allied"),
        ("allied", 0, 12, "draw"),
        ("allied", 10, 12, "allied"),
        ("axis", 10, 0, "axis"),
        ("axis", 0, 0, "axis"),
    ],
)
def test_the_learning_scenario_counts_the_city_and_the_losses(city: str, axis: int, allied: int, level: str) -> None:
    control = {"allied": [], "axis": []} | {city: ["2405"]}
    lab = Lab.at(
        "operations",
        scenario="learning-nagyvarad",
        turn=3,
        control=control,
        losses={"axis": axis, "allied": allied},
    )
    assert result(lab).level == level


def test_an_example_has_no_winner() -> None:
    lab = ended(Lab.at("operations", scenario="example-bridgehead"))
    assert lab.state.outcome is not None
    assert lab.state.outcome.winner is None
