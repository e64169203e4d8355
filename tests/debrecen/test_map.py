"""The map of Debrecen 1944: built from its source, and what the rulebook and the order of battle ask of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest
import yaml

import kessel.games
from kessel.cartography import build, check, compare, load, write
from kessel.cartography.checks import grid_of
from kessel.cartography.lattice import chain, side_between
from kessel.cartography.plane import distance
from kessel.cartography.registration import register
from kessel.cartography.source import read
from kessel.hexes import Grid, Sides, flood

GAME = Path(kessel.games.__file__).parent / "debrecen"
MAP = GAME / "map"


@pytest.fixture(scope="module")
def drawn() -> dict[str, Any]:
    return load(MAP)


@pytest.fixture(scope="module")
def grid(drawn: dict[str, Any]) -> Grid:
    return grid_of(drawn)


def _steps(ways: list[dict[str, Any]]) -> set[frozenset[str]]:
    return {frozenset(pair) for way in ways for pair in pairwise(way["hexes"])}


def _near(grid: Grid, name: str) -> set[str]:
    return {grid.names[n] for n in grid.neighbours[grid.hex(name)] if n >= 0}


def _rivers(drawn: dict[str, Any]) -> dict[frozenset[str], str]:
    return {frozenset(pair): r["name"] for r in drawn["rivers"] for pair in r["hexsides"]}


def test_rebuild_equals_the_committed_map(drawn: dict[str, Any]) -> None:
    assert build(MAP) == drawn
    assert compare(MAP) == []
    assert check(drawn) == []


def test_written_map_is_the_same_to_the_byte(tmp_path: Path) -> None:
    for name in ("map.yaml", "geography.geojson"):
        (tmp_path / name).write_bytes((MAP / name).read_bytes())
    assert write(tmp_path).read_bytes() == (MAP / "map.json").read_bytes()


# -- the grid ------------------------------------------------------------------------------------------------------


def test_rows_run_south_and_columns_west(drawn: dict[str, Any], grid: Grid) -> None:
    assert grid.valid.bit_count() == 30 * 29
    assert drawn["mirrored"]  # x of the plane grows to the west
    at = {p["name"]: p["at"] for p in drawn["places"]}
    assert at["Nagyvárad"][0] < at["Debrecen"][0] < at["Szolnok"][0]
    assert at["Tokaj"][1] < at["Debrecen"][1] < at["Nagyvárad"][1]
    assert drawn["edges"]["east"]["hexes"][:2] == ["0101", "0201"]
    assert drawn["edges"]["north"]["hexes"][0] == "0129"


def test_hexes_of_the_examples_touch_as_they_must(grid: Grid) -> None:
    """Final example and 4.4: 1609 lies beyond the breakthrough in 1710, 2007 beyond the helper in 2107."""
    assert _near(grid, "1710") == {"1709", "1711", "1610", "1611", "1810", "1811"}
    assert "1609" in _near(grid, "1709")
    assert _near(grid, "2108") >= {"2008", "2107"}
    assert _near(grid, "2107") >= {"2007", "2108", "2208"}


def test_towns_lie_where_the_country_puts_them(drawn: dict[str, Any], grid: Grid) -> None:
    """The fit on thirteen towns is a rotation by next to nothing and a scale of one."""
    found = register(read(MAP))
    assert abs(found.turn) == pytest.approx(1.0, abs=0.001)
    assert abs(found.turn.imag) < 0.005
    away = [
        hypot(*(a - b for a, b in zip(p["at"], grid.centre(grid.hex(p["hex"])), strict=True))) for p in drawn["places"]
    ]
    assert max(away) < 0.8
    assert sum(away) / len(away) < 0.42


# -- rivers and bridges --------------------------------------------------------------------------------------------


def test_only_the_tisza_is_a_major_river(drawn: dict[str, Any]) -> None:
    assert [r["name"] for r in drawn["rivers"] if r["kind"] == "major-river"] == ["Tisza"]  # 0.2
    assert {r["kind"] for r in drawn["rivers"]} == {"major-river", "minor-river"}
    assert len(_rivers(drawn)) == sum(len(r["hexsides"]) for r in drawn["rivers"])


def test_rivers_run_from_edge_to_edge_or_into_each_other(drawn: dict[str, Any], grid: Grid) -> None:
    corners = {
        r["name"]: chain([side_between(grid, grid.hex(a), grid.hex(b)) for a, b in r["hexsides"]])
        for r in drawn["rivers"]
    }
    rim = {c for sides in drawn["edges"].values() for c in sides["hexes"]}
    springs = {"Hortobágy", "Kösely", "Keleti-főcsatorna"}
    for river in drawn["rivers"]:
        for end, pair in ((0, river["hexsides"][0]), (-1, river["hexsides"][-1])):
            meets = any(
                corners[river["name"]][end] in other for name, other in corners.items() if name != river["name"]
            )
            leaves = bool(set(pair) & rim)
            assert meets or leaves or (end == 0 and river["name"] in springs), (river["name"], end)


def test_rivers_and_roads_stay_near_their_courses(drawn: dict[str, Any], grid: Grid) -> None:
    source = read(MAP)
    registration = register(source)
    courses = {(f.kind, f.name): registration.line(f.line) for f in source.of("rivers", "roads", "rails")}
    for river in drawn["rivers"]:
        for a, b in river["hexsides"]:
            (ax, ay), (bx, by) = grid.centre(grid.hex(a)), grid.centre(grid.hex(b))
            assert distance((ax + bx) / 2, (ay + by) / 2, courses[river["kind"], river["name"]]) < 1.1, (a, b)
    for way in (*drawn["roads"], *drawn["rails"]):
        for name in way["hexes"]:
            assert distance(*grid.centre(grid.hex(name)), courses[way["kind"], way["name"]]) < 1.3, (way["name"], name)


def _bank(drawn: dict[str, Any], grid: Grid, river: str, seed: str) -> set[str]:
    pairs = [(grid.hex(a), grid.hex(b)) for r in drawn["rivers"] if r["name"] == river for a, b in r["hexsides"]]
    return set(grid.listed(flood(grid, 1 << grid.hex(seed), grid.valid, Sides.between(grid, pairs))))


def test_the_tisza_parts_the_map(drawn: dict[str, Any], grid: Grid) -> None:
    west = _bank(drawn, grid, "Tisza", "2229")
    assert {"2226", "1120", "0111", "1522"} <= west  # Szolnok, FHH, Tokaj, Kisköre
    assert not {"1220", "1521", "0110", "2925", "1409", "2928"} & west
    assert {"Szolnok", "Tokaj", "Miskolc"} <= {p["name"] for p in drawn["places"] if p["hex"] in west}


BRIDGES = {
    "Tokaj bridge": ["0110", "0111"],
    "Polgár bridge": ["0615", "0616"],
    "Tiszafüred bridge": ["1220", "1221"],
    "Szolnok bridge": ["2225", "2226"],
    "Tiszaug bridge": ["2829", "2928"],
}


def test_bridges_are_where_roads_cross(drawn: dict[str, Any]) -> None:
    crossed = set(_rivers(drawn)) & _steps(drawn["roads"])
    assert {frozenset(b["between"]) for b in drawn["bridges"]} == crossed  # 6.2
    assert {b["name"]: b["between"] for b in drawn["bridges"] if b["river"] == "Tisza"} == BRIDGES
    assert len(drawn["bridges"]) == 43


def test_set_up_stands_on_the_right_bank(drawn: dict[str, Any], grid: Grid) -> None:
    """15.1: the Sebes-Körös parts the sides before Nagyvárad."""
    rivers = _rivers(drawn)
    for axis, allied in (("2405", "2505"), ("2510", "2610")):
        assert rivers[frozenset((axis, allied))] == "Sebes-Körös"
    assert not {frozenset(("2402", "2405")), frozenset(("2503", "2604"))} & set(rivers)


def test_final_example_crosses_one_river_and_clear_hexes(drawn: dict[str, Any]) -> None:
    rivers, roads = _rivers(drawn), _steps(drawn["roads"])
    assert frozenset(("1812", "1811")) in rivers
    assert frozenset(("1911", "1811")) in rivers
    path = ["1811", "1710", "1709", "1609"]
    assert not {frozenset(step) for step in pairwise(path)} & (set(rivers) | roads)
    towns = {p["hex"] for p in drawn["places"] if p.get("population")}
    assert not set(path) & (set(drawn["terrain"]) | towns)


def test_example_of_disengagement_runs_along_roads(drawn: dict[str, Any]) -> None:
    roads = _steps(drawn["roads"])
    assert {frozenset(("2108", "2107")), frozenset(("2208", "2107")), frozenset(("2107", "2007"))} <= roads


# -- places and terrain --------------------------------------------------------------------------------------------


def test_places_of_victory(drawn: dict[str, Any]) -> None:
    found = {p["name"]: (p["hex"], p["kind"], p["vp"]) for p in drawn["places"] if "vp" in p}
    assert found == {
        "Nagyvárad": ("2405", "city", 3),
        "Debrecen": ("1409", "city", 3),
        "Nyíregyháza": ("0507", "city", 2),
        "Szolnok": ("2226", "city", 1),
        "Tokaj": ("0111", "town", 1),
        "Mezőtúr": ("2621", "town", -1),
        "Kisújszállás": ("2119", "town", -1),
    }


def test_settlements_keep_their_ground(drawn: dict[str, Any]) -> None:
    assert Counter(p["kind"] for p in drawn["places"]) == {"village": 69, "town": 66, "city": 5}
    people = [p["hex"] for p in drawn["places"] if p.get("population")]
    assert len(people) == len(set(people))
    assert drawn["terrain"]["0111"] == "rough"  # 7.4: a town in rough terrain


def test_terrain_and_rivers_are_those_of_the_tables(drawn: dict[str, Any]) -> None:
    tables = yaml.safe_load((GAME / "tables/terrain.yaml").read_text(encoding="utf-8"))
    assert set(drawn["terrain"].values()) == {row["map"] for row in tables["hexes"].values() if "map" in row}
    assert {p["kind"] for p in drawn["places"]} == {row["map"] for row in tables["places"].values()}
    assert {r["kind"] for r in drawn["rivers"]} == {row["map"] for row in tables["hexsides"].values()}


# -- edges and roads -----------------------------------------------------------------------------------------------

ENTRIES = {
    **dict(zip("12345678", ["2229", "0929", "0119", "0112", "0106", "0104", "0601", "1401"], strict=True)),
    **dict(zip("ABCDEFGH", ["3025", "3021", "3016", "3014", "3011", "3008", "3005", "1801"], strict=True)),
}


def test_entries_stand_on_roads_at_the_edge(drawn: dict[str, Any]) -> None:
    roads = {h for way in drawn["roads"] for h in way["hexes"]}
    for code, name in ENTRIES.items():
        edge = drawn["edges"][code]
        assert (edge["hexes"], edge["mark"], edge["use"]) == ([name], code, "entry")
        assert edge["side"] == ("axis" if code.isdigit() else "allied")
        assert name in roads


def test_letters_run_east_and_numbers_clockwise(drawn: dict[str, Any]) -> None:
    edges = drawn["edges"]
    south = [edges["south"]["hexes"].index(ENTRIES[code]) for code in "ABCDEFG"]
    assert south == sorted(south)
    north = [edges["north"]["hexes"].index(ENTRIES[code]) for code in "3456"]
    assert north == sorted(north)
    east = [edges["east"]["hexes"].index(ENTRIES[code]) for code in "78H"]
    assert east == sorted(east)


def test_sources_are_road_hexes_of_friendly_edges(drawn: dict[str, Any]) -> None:
    edges, roads = drawn["edges"], {h for way in drawn["roads"] for h in way["hexes"]}
    sources = {name: edge["gates"] for name, edge in edges.items() if "gates" in edge}
    assert {name: len(gates) for name, gates in sources.items()} == {
        "axis_supply_north": 5,
        "axis_supply_west": 3,
        "allied_supply": 10,
        "control_road": 1,
    }
    for name, side in (("axis_supply_north", "north"), ("axis_supply_west", "west"), ("allied_supply", "south")):
        assert set(sources[name]) <= set(edges[side]["hexes"]) & roads
    assert sources["control_road"] == ["1401"]  # 15.1.4


def test_roads_lead_from_every_town_to_both_friendly_edges(drawn: dict[str, Any], grid: Grid) -> None:
    """All roads make one net; towns and cities lie on it."""
    pairs = [tuple(grid.hex(h) for h in sorted(step)) for step in _steps(drawn["roads"])]
    roads = Sides.between(grid, ((a, b) for a, b in pairs))
    hexes = grid.set(h for way in drawn["roads"] for h in way["hexes"])
    assert flood(grid, hexes & -hexes, hexes, roads.others) == hexes
    people = grid.set(p["hex"] for p in drawn["places"] if p.get("population"))
    assert grid.listed(people & ~hexes) == []


def test_map_names_every_hex_of_the_rulebook() -> None:
    named = yaml.safe_load((MAP / "map.yaml").read_text(encoding="utf-8"))["named_hexes"]
    printed = (
        "1120 1220 1401 1521 1609 1610 1709 1710 1811 1917 2007 2010 2018 2107 2205 2226 2307 2402 2410 2503 2505 2507 "
        "2508 2510 2514 2604 2605 2610 2615 2718 2925 3014 3025"
    )
    assert sorted(named) == printed.split()
