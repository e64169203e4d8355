"""Reading a built map and changing it for a position."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.engine import PositionError
from kessel.hexes import Sides
from kessel.mechanics.maps import read_area, read_grid, read_hexes, read_rivers, with_overrides

MAP: dict[str, Any] = {
    "grid": {
        "columns": 4,
        "rows": 3,
        "orientation": "flat",
        "shift": "even",
        "numbering": "CCRR",
        "first_column": 1,
        "first_row": 1,
        "extent": {"2": [1, 2]},
    },
    "edges": {
        "west": {"hexes": ["0101", "0102", "0103"]},
        "east": {"hexes": ["0401", "0402", "0403"], "gates": ["0402"]},
    },
    "terrain": {"0101": "wood", "0303": "hills"},
    "places": [{"hex": "0102", "name": "Uman", "kind": "town"}, {"hex": "0401", "name": "Peak", "kind": "hill"}],
    "rivers": [
        {"name": "Ros", "kind": "major-river", "hexsides": [["0101", "0102"], ["0102", "0201"]]},
        {"name": "Tikich", "kind": "minor-river", "hexsides": [["0302", "0303"]]},
        {"name": "Upper Ros", "kind": "major-river", "hexsides": [["0401", "0402"]]},
    ],
    "bridges": [{"name": "Old bridge", "between": ["0101", "0102"]}, {"name": "Ford", "between": ["0303", "0302"]}],
    "roads": [{"name": "M1", "kind": "road", "hexes": ["0101", "0102", "0103"]}],
    "rails": [{"name": "K", "kind": "rail", "hexes": ["0301", "0302"]}],
}
GRID = read_grid(MAP["grid"])
KINDS = {"clear": "clear", "woods": "wood"}
BUILT = {"city": "town"}


def changed(**position: Any) -> dict[str, Any]:
    return dict(with_overrides(MAP, position, KINDS, BUILT))


def pairs(sides: Sides) -> set[frozenset[str]]:
    return {frozenset((GRID.names[a], GRID.names[b])) for a, b in sides.pairs()}


# -- reading -----------------------------------------------------------------------------------------------------


def test_the_grid_has_the_hexes_of_the_map_and_no_others() -> None:
    rows = {1: 3, 2: 2, 3: 3, 4: 3}
    assert GRID.listed(GRID.valid) == [f"0{c}0{r}" for c, last in rows.items() for r in range(1, last + 1)]
    assert {GRID.names[n] for n in GRID.neighbours[GRID.hex("0102")] if n >= 0} == {"0101", "0103", "0201", "0202"}


def test_an_area_is_all_or_a_rectangle_of_numbers() -> None:
    assert read_area(GRID, "all") == GRID.valid
    assert GRID.listed(read_area(GRID, {"columns": (2, 3), "rows": (2, 3)})) == ["0202", "0302", "0303"]


@pytest.mark.parametrize(
    ("spec", "hexes"),
    [
        (["west"], "0101 0102 0103"),
        (["east"], "0402"),  # the gates of an edge that has some
        (["0303"], "0303"),
        (["0101-0301"], "0101 0201 0301"),
        (["east", "0301-0302", "0101"], "0101 0301 0302 0402"),
        ([], ""),
    ],
)
def test_hexes_are_named_by_edge_number_or_range(spec: list[str], hexes: str) -> None:
    assert GRID.listed(read_hexes(GRID, MAP["edges"], spec)) == hexes.split()


def test_rivers_of_a_kind_are_one_set_of_hexsides() -> None:
    found = read_rivers(GRID, MAP)
    major = [("0101", "0102"), ("0102", "0201"), ("0401", "0402")]
    assert {kind: pairs(sides) for kind, sides in found.items()} == {
        "major-river": {frozenset(p) for p in major},
        "minor-river": {frozenset(("0302", "0303"))},
    }


# -- what a position changes -------------------------------------------------------------------------------------


def test_a_position_that_changes_nothing_leaves_the_map_as_it_is() -> None:
    assert changed() == MAP


def test_the_map_itself_is_never_changed() -> None:
    before = repr(MAP)
    changed(terrain={"0102": "clear"}, rivers={"none": [["0101", "0102"]]}, roads=[], crossings=[["0101", "0102"]])
    assert repr(MAP) == before


def test_terrain_takes_the_place_of_what_is_there_and_of_any_place() -> None:
    found = changed(terrain={"0102": "woods", "0303": "clear", "0202": "city"})
    assert found["terrain"] == {"0101": "wood", "0102": "wood", "0303": "clear", "0202": "clear"}
    assert found["places"] == [MAP["places"][1], {"hex": "0202", "name": "0202", "kind": "town"}]


def test_rivers_are_dried_up_and_dug_and_a_side_changes_its_kind() -> None:
    rivers = {"none": [["0102", "0101"]], "minor": [["0201", "0102"], ["0101", "0201"]], "major": [["0302", "0303"]]}
    found = read_rivers(GRID, changed(rivers=rivers))
    assert pairs(found["minor-river"]) == {frozenset(p) for p in rivers["minor"]}
    assert pairs(found["major-river"]) == {frozenset(("0302", "0303")), frozenset(("0401", "0402"))}


def test_a_hexside_that_is_changed_loses_its_bridge_and_a_crossing_gives_one() -> None:
    found = changed(rivers={"minor": [["0102", "0101"]]}, crossings=[["0102", "0201"]])
    assert [b["between"] for b in found["bridges"]] == [["0303", "0302"], ["0102", "0201"]]


def test_a_map_without_bridges_takes_crossings() -> None:
    bare = {key: value for key, value in MAP.items() if key != "bridges"}
    found = with_overrides(bare, {"crossings": [["0101", "0102"]]}, KINDS, BUILT)
    assert [b["between"] for b in found["bridges"]] == [["0101", "0102"]]


def test_roads_and_railways_take_the_place_of_those_on_the_map() -> None:
    found = changed(roads=[["0301", "0302", "0303"], ["0401", "0402"]])
    assert [way["hexes"] for way in found["roads"]] == [["0301", "0302", "0303"], ["0401", "0402"]]
    assert found["rails"] == MAP["rails"]
    assert changed(rails=[])["rails"] == []


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"terrain": []}, "terrain: must be an object"),
        ({"terrain": {"0203": "woods"}}, "terrain: there is no hex '0203' on this map"),
        ({"terrain": {"0101": "lava"}}, "terrain.0101: 'lava' is not one of clear, woods, city"),
        ({"rivers": []}, "rivers: must be an object"),
        ({"rivers": {"wide": []}}, "rivers.wide: is not one of none, minor, major"),
        ({"rivers": {"minor": [["0101"]]}}, "rivers.minor: must list pairs of hex numbers"),
        ({"rivers": {"minor": ["0101/0102"]}}, "rivers.minor: must list pairs of hex numbers"),
        ({"rivers": {"minor": [["0101", "0999"]]}}, "rivers: there is no hex '0999' on this map"),
        ({"rivers": {"major": [["0101", "0103"]]}}, "rivers.major: .*0101.*0103"),
        ({"crossings": {}}, "crossings: must list pairs of hex numbers"),
        ({"crossings": [["0101", "0102", "0103"]]}, "crossings: must list pairs of hex numbers"),
        ({"roads": "0101"}, "roads: must list lines of hex numbers"),
        ({"roads": ["0101"]}, "roads: must list lines of hex numbers"),
        ({"roads": [["0101", 102]]}, "roads: there is no hex 102 on this map"),
        ({"rails": [["0101", "0301"]]}, "rails: .*0101.*0301"),
    ],
)
def test_a_change_that_makes_no_sense_is_named(position: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=f"^{message}"):
        changed(**position)
