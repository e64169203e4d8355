"""20.0-v1 to 20.0-v8 Victory: how many units of the encircled force have a line to the west."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from kessel.cartography.edges import edge
from kessel.games.korsun.victory import link_level
from tests.korsun.lab import DRY, GAME, Lab, plain

GREEN = [u.id for u in GAME.roster.units if u.organisation == "encircled"]
WEST = [f"{column:02}{row:02}" for column in (2, 3) for row in range(1, 34)]
"""Hexes with an open way to the west edge."""
HALF = len(GREEN) // 2


def battle(linked: int, *units: str, **fields: Any) -> Lab:
    """The last phase of the last turn: so many encircled units have a line to the west, all others are dead."""
    placed: dict[str, Any] = {name: {"fate": "dead"} for name in GREEN[linked:]}
    placed |= dict(zip(GREEN[:linked], WEST, strict=False))
    fields = {"turn": 12, "units": placed} | fields
    return plain("german-mobile-combat", "S 5010 27A rifle 1-1-4", *units, **fields)


def level(lab: Lab) -> tuple[str, str | None]:
    score = lab.state.view(None)["score"]
    return score["level"], score["winner"]


def decided(lab: Lab) -> tuple[str | None, tuple[str, ...], int]:
    lab.do("end")
    if lab.decision == "rebuild":
        lab.do("pass")
    assert lab.state.outcome is not None
    return lab.state.outcome.winner, lab.state.outcome.rules, lab.state.outcome.score


@pytest.mark.rule("20.0-v1")
def test_n_are_green_units_with_a_line_and_m_all_others() -> None:
    score = battle(7).state.view(None)["score"]
    assert (score["total"], score["others"]) == (7, len(GREEN) - 7)


@pytest.mark.rule("20.0-v2")
@pytest.mark.parametrize("linked", [HALF + 1, len(GREEN)])
def test_german_strategic_victory_when_n_is_greater_than_m(linked: int) -> None:
    lab = battle(linked)
    assert level(lab) == ("german_strategic", "german")
    assert decided(lab) == ("german", ("20.0-v2", "20.0-v7"), linked)


@pytest.mark.rule("20.0-v2", "20.0-v3")
def test_as_many_with_a_line_as_without_is_a_tactical_victory() -> None:
    """37 green units and one more, on an island."""
    moat = " ".join(f"{a}/{b}" for a, b in _sides("3017", set()))
    lab = battle(HALF + 1, "U 3017 encircled tank 1-1-1", minor=moat)
    score = lab.state.view(None)["score"]
    assert (score["total"], score["others"], score["level"]) == (19, 19, "german_tactical")


@pytest.mark.rule("20.0-v3", "20.0-v5")
@pytest.mark.parametrize(
    ("linked", "winner", "rule"), [(10, "german", "20.0-v3"), (9, "soviet", "20.0-v5"), (1, "soviet", "20.0-v5")]
)
def test_tactical_victory_turns_on_ten_units(linked: int, winner: str, rule: str) -> None:
    assert decided(battle(linked)) == (winner, (rule, "20.0-v7"), linked)


@pytest.mark.rule("20.0-v4")
def test_soviet_strategic_victory_when_no_unit_has_a_line() -> None:
    lab = battle(0)
    assert level(lab) == ("soviet_strategic", "soviet")
    assert decided(lab) == ("soviet", ("20.0-v4", "20.0-v7"), 0)


@pytest.mark.rule("20.0-v4")
def test_units_that_live_without_a_line_are_not_enough() -> None:
    infantry = [name for name in GREEN if not name.endswith("-Pi")]
    placed: dict[str, Any] = dict(zip(infantry, [f"40{row:02}" for row in range(2, 12)], strict=False))
    ring = " ".join(f"{a}/{b}" for h in placed.values() for a, b in _sides(h, set(placed.values())))
    lab = battle(0, units=placed, minor=ring)
    assert lab.supplied(infantry[0])  # by the airfield, 4007
    assert level(lab) == ("soviet_strategic", "soviet")


def _sides(h: str, within: set[str]) -> list[tuple[str, str]]:
    grid = GAME.board("korsun").grid
    return [(h, n) for n in grid.listed(grid.around[grid.index[h]]) if n not in within]


@pytest.mark.rule("20.0-v6")
def test_the_line_ends_in_a_road_hex_of_the_west_edge() -> None:
    """On an island of its own in each hex of the edge: which units have a line for victory?"""
    west = GAME.map_data["edges"]["west"]["hexes"]
    roads = {h for way in GAME.map_data["roads"] for h in way["hexes"]} & set(west)
    moat = {"minor": [[a, b] for h in west for a, b in _sides(h, set())]}
    state = Lab.at("german-movement", *(f"U{h} {h} encircled rifle 1-1-1" for h in west), rivers=moat).state
    objectives = GAME.overlay(state, None, "objectives")
    assert {o["hex"] for o in objectives if o["points"]} == roads
    assert state.view(None)["score"]["total"] == len(roads)


@pytest.mark.rule("20.0-v6")
def test_a_railway_hex_there_would_count_for_victory_and_not_for_supply() -> None:
    """AMB-32; no railway of this map leaves it in the west."""
    edges = yaml.safe_load((GAME.home / "map" / "map.yaml").read_text(encoding="utf-8"))["edges"]
    whole = {"west": GAME.map_data["edges"]["west"]["hexes"]}
    ways = {"roads": {"0111", "0116"}, "rails": {"0105"}}
    gates = {name: edge(name, edges[name], whole, ways)["gates"] for name in ("german_link", "german_supply")}
    assert gates == {"german_link": ["0105", "0111", "0116"], "german_supply": ["0111", "0116"]}


@pytest.mark.rule("20.0-v6")
def test_air_supply_and_the_airfield_do_not_count() -> None:
    ring = " ".join(f"{a}/{b}" for a, b in _sides("3017", set()))
    units = {GREEN[0]: "3017", GREEN[1]: "4007"}
    walls = " ".join(f"{a}/{b}" for a, b in _sides("4007", set()))
    lab = battle(0, units=units, minor=f"{ring} {walls}", air_supply={"left": 1, "unit": GREEN[0]})
    assert lab.supplied(GREEN[0])
    assert lab.supplied(GREEN[1])
    assert lab.state.view(None)["score"]["total"] == 0


@pytest.mark.rule("20.0-v6")
def test_engineers_rivers_and_enemies_matter_as_for_any_line() -> None:
    ring = " ".join(f"{a}/{b}" for a, b in _sides("3017", set()))
    units = {GREEN[0]: "3017"}
    assert battle(0, units=units, minor=ring).state.view(None)["score"]["total"] == 0
    assert battle(0, "P 3014 relief engineer 1-2-4", units=units, minor=ring).state.view(None)["score"]["total"] == 1
    wall = [f"W{h} {h} 27A rifle 1-1-4" for h in ("3116", "3119", "2817")]
    assert battle(0, *wall, units=units).state.view(None)["score"]["total"] == 0


@pytest.mark.rule("20.0-v7")
def test_the_levels_are_checked_from_the_most_decisive_down() -> None:
    assert link_level(0, 0, 10) == "soviet_strategic"
    assert link_level(8, 7, 10) == "german_strategic"  # fewer than ten, and yet more than the others
    assert link_level(10, 10, 10) == "german_tactical"
    assert link_level(7, 7, 10) == "soviet_tactical"


@pytest.mark.rule("20.0-v7")
@pytest.mark.parametrize("linked", range(0, len(GREEN) + 1, 7))
def test_exactly_one_level_applies_and_there_is_no_draw(linked: int) -> None:
    assert level(battle(linked))[1] in ("german", "soviet")


@pytest.mark.rule("20.0-v8")
def test_each_green_unit_counts_as_one_and_grey_ones_never() -> None:
    two = next(name for name in GREEN if len(GAME.roster.units[GAME.roster.names.index[name]].track) == 2)
    for steps in (1, 2):
        lab = battle(0, "G 0201 relief tank 9-9-9", units={two: {"hex": "0203", "steps": steps}})
        assert lab.state.view(None)["score"]["total"] == 1


@pytest.mark.rule("20.0-v8")
def test_a_unit_that_returned_is_not_eliminated() -> None:
    lab = plain("german-rebuild", "S 5010 27A rifle 1-1-4", turn=12, units={"72-A": {"fate": "dead"}})
    lab.do("return 72-A")
    assert lab.state.outcome is not None
    assert (lab.state.outcome.score, lab.state.outcome.rules[0]) == (1, "20.0-v5")


# -- shown while the game goes on ------------------------------------------------------------------------------------


@pytest.mark.rule("20.0-v1")
@pytest.mark.parametrize("viewer", ["soviet", "german", None])
def test_everybody_sees_the_count_at_any_moment(viewer: str | None) -> None:
    lab = battle(3, turn=4)
    score = lab.state.view(viewer)["score"]
    assert (score["total"], score["others"], score["level"]) == (3, len(GREEN) - 3, "soviet_tactical")
    assert score["rules"] == ["20.0-v5", "20.0-v7"]


@pytest.mark.rule("3.0-g")
@pytest.mark.parametrize(
    ("places", "winner"), [(("2914", "3015", "2613"), "german"), (("2914", "3015"), None), (("2914",), "soviet")]
)
def test_the_learning_scenario_is_about_places(places: tuple[str, ...], winner: str | None) -> None:
    names = [u.id for u in GAME.roster.units if u.formation == "5SS"]
    units = [f"{name} {h}" for name, h in zip(names, places, strict=False)]
    lab = Lab.at("german-mobile-combat", *units, "180-21 2220", scenario="learning-shenderovka", turn=4, pools={})
    lab.do("end")
    assert lab.state.outcome is not None
    assert (lab.state.outcome.winner, lab.state.outcome.score) == (winner, len(places))


@pytest.mark.rule("3.0-g", "13.0-f")
@pytest.mark.parametrize("engineers", [1, 2])
def test_the_places_of_the_bridges_share_the_engineers_that_feed_them(engineers: int) -> None:
    """AMB-23: Frankovka and Bushanka are islands, and an engineer bridges one hexside for both together."""
    moats = " ".join(f"{a}/{b}" for h in ("1218", "1420") for a, b in _sides(h, set()))
    units = ["16Pz-I-64 1218", "16Pz-II-64 1420", "16Pz-Pi 1020", "Baeke-Pi 1019"][: 2 + engineers]
    fields = {"scenario": "learning-bridges", "turn": 4, "pools": {}}
    rivers = {"none": DRY, "minor": [pair.split("/") for pair in moats.split()]}
    lab = Lab.at("german-mobile-combat", *units, rivers=rivers, **fields)
    assert lab.supplied("16Pz-I-64")
    assert lab.supplied("16Pz-II-64")
    assert lab.state.view(None)["score"]["total"] == engineers
