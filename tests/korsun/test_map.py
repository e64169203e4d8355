"""The map of Korsun Pocket: built from its source, and what the rulebook and the order of battle ask of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

import kessel.games
from kessel.cartography import build, check, compare, load, write
from kessel.cartography.checks import grid_of
from kessel.hexes import Grid, Sides, flood

GAME = Path(kessel.games.__file__).parent / "korsun"
MAP = GAME / "map"


@pytest.fixture(scope="module")
def drawn() -> dict[str, Any]:
    return load(MAP)


@pytest.fixture(scope="module")
def grid(drawn: dict[str, Any]) -> Grid:
    return grid_of(drawn)


def _steps(ways: list[dict[str, Any]]) -> set[frozenset[str]]:
    return {frozenset(pair) for way in ways for pair in pairwise(way["hexes"])}


def test_rebuild_equals_the_committed_map(drawn: dict[str, Any]) -> None:
    assert build(MAP) == drawn
    assert compare(MAP) == []
    assert check(drawn) == []


def test_written_map_is_the_same_to_the_byte(tmp_path: Path) -> None:
    for name in ("map.yaml", "geography.geojson"):
        (tmp_path / name).write_bytes((MAP / name).read_bytes())
    assert write(tmp_path).read_bytes() == (MAP / "map.json").read_bytes()


def test_grid_holds_the_airfield(grid: Grid) -> None:
    assert grid.valid.bit_count() == 58 * 33
    around = {grid.names[n] for n in grid.neighbours[grid.hex("4007")]}
    assert around == {"4006", "4008", "3907", "3908", "4107", "4108"}


def test_airfield_is_4007_and_clear(drawn: dict[str, Any]) -> None:
    assert [p["hex"] for p in drawn["places"] if p["kind"] == "airfield"] == ["4007"]
    assert "4007" not in drawn["terrain"]
    assert not [p for p in drawn["places"] if p["hex"] == "4007" and p.get("population")]


def test_every_settlement_has_a_hex_of_its_own(drawn: dict[str, Any]) -> None:
    people = [p for p in drawn["places"] if p.get("population")]
    assert Counter(p["kind"] for p in people) == {"village": 94, "large-village": 25, "city": 6}
    assert len({p["hex"] for p in people}) == len(people)
    assert not {p["hex"] for p in people} & set(drawn["terrain"])
    assert {p["hex"]: p["name"] for p in people}["1919"] == "Lysyanka"
    parts = {p["name"]: p["part_of"] for p in people if "part_of" in p}
    assert len(parts) == 8
    assert set(parts.values()) <= {p["name"] for p in people}


def test_terrain_and_rivers_are_those_of_the_tables(drawn: dict[str, Any]) -> None:
    terrain = yaml.safe_load((GAME / "tables/terrain.yaml").read_text(encoding="utf-8"))
    assert set(drawn["terrain"].values()) <= {row["map"] for row in terrain["hexes"].values() if "map" in row}
    places = [kind for row in terrain["hexes"].values() for kind in row.get("places", ())]
    assert {p["kind"] for p in drawn["places"] if p["kind"] != "hill"} == set(places)
    rivers = {r["name"]: r["kind"] for r in drawn["rivers"]}
    assert rivers == {"Ros": "major-river", "Gniloy Tikich": "minor-river", "Olshanka": "minor-river"}
    assert set(rivers.values()) == {row["map"] for row in terrain["hexsides"].values() if "map" in row}
    assert len({frozenset(pair) for r in drawn["rivers"] for pair in r["hexsides"]}) == sum(
        len(r["hexsides"]) for r in drawn["rivers"]
    )


def test_hill_239_is_rough(drawn: dict[str, Any]) -> None:
    assert [p["hex"] for p in drawn["places"] if p["kind"] == "hill"] == ["2217"]
    assert drawn["terrain"]["2217"] == "rough"


BRIDGES = {
    "Repki bridge": (["0415", "0416"], ["road"]),
    "Boyarka bridge": (["1014", "1114"], ["road"]),
    "Frankovka bridge": (["1119", "1218"], ["road"]),
    "Bushanka bridge": (["1419", "1420"], ["road"]),
    "Lysyanka bridge": (["1919", "1920"], ["road"]),
    "Shesterintsy bridge": (["2422", "2523"], ["road"]),
    "Zvenigorodka bridge": (["2531", "2631"], ["road"]),
    "Moskalenki bridge": (["2702", "2801"], ["road"]),
    "Steblev bridge": (["3308", "3309"], ["road"]),
    "Olshana west bridge": (["3723", "3822"], ["road"]),
    "Olshana south bridge": (["3922", "3923"], ["road"]),
    "Korsun bridge": (["4108", "4109"], ["road"]),
    "Korsun railway bridge": (["4207", "4208"], ["rail"]),
    "Nabutov bridge": (["4505", "4605"], ["road"]),
    "Gorodishche bridges": (["5117", "5118"], ["road", "rail"]),
    "Gorodishche east bridge": (["5117", "5217"], ["road"]),
}


def test_bridges_are_the_crossings_and_no_others(drawn: dict[str, Any]) -> None:
    assert {b["name"]: (b["between"], b["carries"]) for b in drawn["bridges"]} == BRIDGES
    wet = {frozenset(pair) for r in drawn["rivers"] for pair in r["hexsides"]}
    crossed = wet & (_steps(drawn["roads"]) | _steps(drawn["rails"]))
    assert {frozenset(b["between"]) for b in drawn["bridges"]} == crossed


def test_sources_are_the_road_hexes_of_the_edges(drawn: dict[str, Any]) -> None:
    edges = drawn["edges"]
    roads = {h for way in drawn["roads"] for h in way["hexes"]}
    assert edges["german_supply"]["gates"] == ["0111", "0116", "0120", "0125", "0129", "0130"]
    assert edges["german_link"]["gates"] == edges["german_supply"]["gates"]  # no railway reaches the west edge
    soviet = edges["soviet_supply"]
    assert set(soviet["gates"]) == set(soviet["hexes"]) & roads
    north, east = "0701 2001 2301 2401 2801 3501 4401 4701 5201 5301", "5810 5820 5821 5826"
    assert soviet["gates"] == f"{north} {east} 5733 4733 4333 2633 1333".split()


def test_corners_of_the_west_edge_are_west(drawn: dict[str, Any]) -> None:
    edges = drawn["edges"]
    assert {"0101", "0133"} <= set(edges["german_supply"]["hexes"])
    assert not set(edges["soviet_supply"]["hexes"]) & set(edges["west"]["hexes"])
    around = {h for side in ("north", "east", "south", "west") for h in edges[side]["hexes"]}
    assert {*edges["soviet_supply"]["hexes"], *edges["german_supply"]["hexes"]} == around


def test_roads_make_one_net(drawn: dict[str, Any], grid: Grid) -> None:
    """Every road leads to every other, and every settlement lies on one."""
    pairs = [tuple(grid.hex(h) for h in sorted(step)) for step in _steps(drawn["roads"])]
    roads = Sides.between(grid, ((a, b) for a, b in pairs))
    hexes = grid.set(h for way in drawn["roads"] for h in way["hexes"])
    assert flood(grid, hexes & -hexes, hexes, roads.others) == hexes
    people = grid.set(p["hex"] for p in drawn["places"] if p.get("population"))
    assert not people & ~hexes


def test_setup_areas_share_out_the_map(drawn: dict[str, Any]) -> None:
    areas = {name.removeprefix("setup/"): hexes for name, hexes in drawn["areas"].items()}
    assert len(areas) == 88
    assert all(name.startswith("setup/") for name in drawn["areas"])
    taken = Counter(h for hexes in areas.values() for h in hexes)
    assert max(taken.values()) == 1
    sizes = Counter[str]()
    for name, hexes in areas.items():
        sizes[name.split("/")[0]] += len(hexes)
    regions = "27A 188 52A 184 5GCC 62 4GA 104 20TC 93 29TC 77 18TC 100 5GTC 61 6TA 138 5MC 50 16TC 84 3TC 132"
    words = f"{regions} encircled 184 relief 101".split()
    assert sizes == {name: int(size) for name, size in zip(words[::2], words[1::2], strict=True)}  # 20.0-g


def test_setup_areas_are_lettered_in_the_colours_of_their_organisations(drawn: dict[str, Any]) -> None:
    data = yaml.safe_load((GAME / "units.yaml").read_text(encoding="utf-8"))
    assert set(drawn["captions"]) == set(drawn["areas"])
    for name, caption in drawn["captions"].items():
        organisation = data["organisations"][name.split("/")[1]]
        assert (caption["side"], caption["colour"]) == (organisation["side"], organisation["colour"]), name
        assert caption["label"]


def test_relief_force_stands_on_the_west_edge_and_5gta_in_the_south(drawn: dict[str, Any]) -> None:
    columns = {name: [int(h[:2]) for h in hexes] for name, hexes in drawn["areas"].items()}
    assert max(c for name, found in columns.items() if name.startswith("setup/relief/") for c in found) <= 6
    rows = {name: [int(h[2:]) for h in hexes] for name, hexes in drawn["areas"].items()}
    held = ("20TC", "5GTC", "18TC", "29TC")
    assert min(r for name, found in rows.items() if name.split("/")[1] in held for r in found) >= 22
