"""The committed map is what its source gives, and shows what the rulebook says."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from kessel.cartography import build, check, compare, write
from kessel.cartography.checks import grid_of
from tests.cartography.worlds import DEBRECEN, KORSUN, MAP, committed, edit_geography, edit_settings, feature, source


@pytest.fixture(scope="module")
def rebuilt() -> dict[str, Any]:
    return build(MAP)


def test_rebuild_equals_the_committed_map(rebuilt: dict[str, Any]) -> None:
    assert rebuilt == committed()
    assert compare(MAP) == []


def test_written_map_is_the_same_to_the_byte(tmp_path: Path) -> None:
    folder = source(tmp_path)
    before = (folder / "map.json").read_bytes()
    (folder / "map.json").unlink()
    assert write(folder).read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["geography.geojson", "map.json", "map.yaml"]


def test_compare_names_every_difference(tmp_path: Path) -> None:
    folder = source(tmp_path)
    old = json.loads((folder / "map.json").read_text(encoding="utf-8"))
    old["terrain"]["2020"] = "marsh"
    del old["terrain"]["2019"]
    old["roads"][0]["hexes"].reverse()
    old["places"][0]["vp"] = 9
    (folder / "map.json").write_text(json.dumps(old), encoding="utf-8")
    found = compare(folder)
    assert "map.terrain.2020: only in the file" in found
    assert "map.terrain.2019: only in the rebuild" in found
    assert "map.places[0].vp: 9 in the file, 4 rebuilt" in found
    assert any(line.startswith("map.roads[0].hexes[0]: '4713' in the file") for line in found)


def test_grid_is_that_of_the_rulebook() -> None:
    grid = grid_of(committed())
    assert grid.valid.bit_count() == 1340
    around = {grid.names[n] for n in grid.neighbours[grid.hex("2019")]}
    assert around == {"2018", "2020", "1919", "1920", "2119", "2120"}
    assert "4628" in grid.index
    assert "4629" not in grid.index


def test_turn_example_facts() -> None:
    drawn = committed()
    rivers = {frozenset(pair): r["name"] for r in drawn["rivers"] for pair in r["hexsides"]}
    assert rivers[frozenset(("2119", "2218"))] == "Smotrich"
    assert drawn["terrain"]["2019"] == "rough"
    assert "2119" not in drawn["terrain"]
    assert not {p["name"] for p in drawn["places"] if p["hex"] in ("2019", "2119") and p["kind"] != "village"}


def test_places_of_population_lie_where_they_must() -> None:
    drawn = committed()
    expected = yaml.safe_load((MAP / "map.yaml").read_text(encoding="utf-8"))["expected"]["population"]
    people = [p for p in drawn["places"] if p.get("population")]
    assert {p["name"]: p["hex"] for p in people} == expected
    assert len(people) == 24
    assert sorted(p["name"] for p in people if p["kind"] == "fortress") == [
        "Chernovtsy",
        "Kamenets-Podolsky",
        "Khotyn",
        "Ternopol",
    ]
    assert all(p["vp"] == {"fortress": 4, "town": 1}[p["kind"]] for p in people)


def test_edges_run_from_and_to_the_hexes_of_the_rulebook() -> None:
    edges = committed()["edges"]
    ends = {name: (e["hexes"][0], e["hexes"][-1], len(e["hexes"])) for name, e in edges.items()}
    assert ends["soviet_supply"] == ("1101", "4729", 65)
    assert ends["german_communications"] == ("0101", "4628", 74)
    assert ends["german_reinforcement_entry"] == ("0101", "0113", 13)
    assert ends["soviet_exit"] == ("0729", "1729", 11)
    assert not set(edges["soviet_supply"]["hexes"]) & set(edges["german_communications"]["hexes"])


def test_closed_area_is_west_of_the_strypa_and_north_of_the_dnestr() -> None:
    closed = set(committed()["areas"]["closed"])
    assert {"0101", "0113", "0303", "0412", "0616"} <= closed
    assert not {"0114", "0501", "0613", "0805"} & closed


def test_named_bridges_cross_their_rivers_on_a_road() -> None:
    drawn = committed()
    steps = {frozenset(pair) for w in drawn["roads"] + drawn["rails"] for pair in pairwise(w["hexes"])}
    on_roads = [b["name"] for b in drawn["bridges"] if frozenset(b["between"]) in steps]
    assert len(on_roads) >= len(drawn["bridges"]) - 2
    assert "Kamenets-Podolsky bridges" in on_roads


def test_committed_map_passes_every_check() -> None:
    assert check(committed()) == []


def test_controls_sit_on_their_hexes() -> None:
    drawn = committed()
    grid = grid_of(drawn)
    for place in drawn["places"]:
        if place["name"] in ("Ternopol", "Proskurov", "Krasilov", "Khmelnik", "Kamenets-Podolsky"):
            assert place["at"] == pytest.approx(grid.centre(grid.hex(place["hex"])), abs=1e-3)


def test_other_registrations_are_read(tmp_path: Path) -> None:
    """A grid of rows numbered from the east, fixed by one hex: columns grow westwards."""
    folder = source(tmp_path)

    def turn(s: dict[str, Any]) -> None:
        s["grid"] = {"columns": 30, "rows": 30, "shift": "odd-west", "orientation": "pointy", "numbering": "RRCC"}
        s["grid"]["column_direction"] = "east-to-west"
        s["registration"] = {"lat0": 49.0, "lon0": 26.8, "fit": "origin"}
        s["registration"] |= {"origin_hex": "1515", "origin_lonlat": [26.58, 48.681]}
        for field in ("edges", "areas", "bridges", "named_hexes", "expected"):
            del s[field]

    def keep(g: dict[str, Any]) -> None:
        g["features"] = [feature(g, name) for name in ("Kamenets-Podolsky", "Dunayevtsy", "Skala-Podolskaya")]
        for f in g["features"]:
            f["properties"].pop("anchor_hex", None)

    edit_settings(folder, turn)
    edit_geography(folder, keep)
    built = build(folder)
    hexes = {p["name"]: p["hex"] for p in built["places"]}
    assert hexes["Kamenets-Podolsky"] == "1515"
    assert int(hexes["Dunayevtsy"][2:]) < 15 < int(hexes["Skala-Podolskaya"][2:])
    assert built["mirrored"]
    assert built["edges"]["east"]["hexes"][:2] == ["0101", "0201"]


def test_stretch_runs_on_round_the_corners() -> None:
    """North to the east, east to the south, then back west along the south edge."""
    hexes = committed(KORSUN)["edges"]["soviet_supply"]["hexes"]
    assert (hexes[0], hexes[-1]) == ("0201", "0233")
    assert [hexes[i] for i in (56, 57, 88, 89)] == ["5801", "5802", "5833", "5733"]


def test_gates_are_the_hexes_of_a_stretch_that_a_way_reaches(tmp_path: Path) -> None:
    folder = source(tmp_path, KORSUN)
    edit_settings(folder, lambda s: s["edges"]["soviet_supply"].update(gates=["rails"]))
    drawn = build(folder)
    rails = {h for way in drawn["rails"] for h in way["hexes"]}
    gates = drawn["edges"]["soviet_supply"]["gates"]
    assert gates
    assert set(gates) == rails & set(drawn["edges"]["soviet_supply"]["hexes"])


def test_bridge_without_a_name_is_called_after_the_place_beside_it(tmp_path: Path) -> None:
    folder = source(tmp_path, KORSUN)
    edit_settings(folder, lambda s: s.update(bridges=s["bridges"][1:]))
    named = {tuple(b["between"]): b["name"] for b in build(folder)["bridges"]}
    assert named["0415", "0416"] == "Repki bridge"
    assert len(named) == len(committed(KORSUN)["bridges"])


def test_only_bridged_ways_have_bridges(tmp_path: Path) -> None:
    folder = source(tmp_path, KORSUN)
    edit_settings(folder, lambda s: s.update(bridged=["rails"], bridges=[]))
    assert [(b["between"], b["carries"]) for b in build(folder)["bridges"]] == [
        (["4207", "4208"], ["rail"]),
        (["5117", "5118"], ["rail"]),
    ]


def test_given_hexsides_and_hexes_are_taken_as_they_are(tmp_path: Path) -> None:
    folder = source(tmp_path, DEBRECEN)
    given = ["1501/1601", "1601/1602", "1602/1701"]
    edit_geography(folder, lambda g: feature(g, "Ér")["properties"].update(hexsides=given))
    edit_geography(folder, lambda g: feature(g, "Karcag - Kunmadaras")["properties"].update(hexes=["1917", "1817"]))
    built = build(folder)
    river = next(r for r in built["rivers"] if r["name"] == "Ér")
    assert river["hexsides"] == [written.split("/") for written in given]
    assert next(w for w in built["roads"] if w["name"] == "Karcag - Kunmadaras")["hexes"] == ["1917", "1817"]


def test_towns_keep_their_terrain_if_the_map_says_so() -> None:
    drawn = committed(DEBRECEN)
    assert drawn["towns_keep_terrain"]
    people = {p["hex"] for p in drawn["places"] if p.get("population")}
    assert {h: drawn["terrain"][h] for h in people & set(drawn["terrain"])} == {
        "0111": "rough",
        "0114": "rough",
        "0205": "marsh",
        "0403": "woods",
    }
    del drawn["towns_keep_terrain"]
    assert any("is a place of population, so the hex has no other terrain" in line for line in check(drawn))


def test_gates_may_be_named_hex_by_hex() -> None:
    drawn = committed(DEBRECEN)
    north = drawn["edges"]["axis_supply_north"]
    assert north["gates"] == ["0119", "0114", "0112", "0106", "0104"]
    roads = {h for way in drawn["roads"] for h in way["hexes"]}
    assert "0111" in roads & set(north["hexes"]) - set(north["gates"])


def test_regions_have_a_name_and_a_place_but_no_hex() -> None:
    regions = {r["name"]: r["at"] for r in committed(DEBRECEN)["regions"]}
    assert "Hortobágy" in regions
    assert all(len(at) == 2 for at in regions.values())


def test_area_holds_the_hexes_whose_centres_its_polygon_holds(tmp_path: Path) -> None:
    folder = source(tmp_path, KORSUN)

    def square(g: dict[str, Any]) -> None:
        f = feature(g, "relief/34")
        g["features"] = [h for h in g["features"] if h["properties"]["kind"] != "setup"] + [f]
        x, y = 31.235, 49.425  # the airfield
        ring = [[x - 0.01, y - 0.01], [x + 0.01, y - 0.01], [x + 0.01, y + 0.01], [x - 0.01, y + 0.01]]
        f["geometry"]["coordinates"] = [[*ring, ring[0]]]

    edit_geography(folder, square)
    built = build(folder)
    assert built["areas"] == {"setup/relief/34": ["4007"]}
    assert built["captions"] == {"setup/relief/34": {"side": "german", "label": "34", "colour": "#a9abae"}}
