"""The pictures: well-formed, complete, the same every time."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from kessel.cartography import MapError, draw_counter, draw_map, view_box
from kessel.cartography.checks import grid_of
from kessel.cartography.drawing import Legend
from kessel.cartography.drawing.legend import swatch
from kessel.cartography.drawing.symbols import TYPES
from tests.cartography.worlds import DEBRECEN, KORSUN, committed

_SVG = "{http://www.w3.org/2000/svg}"
_GROUPS = ("terrain", "grid", "rivers", "roads", "edges", "numbers", "places", "counters")

LEGEND: Legend = {
    "title": "Terrain effects",
    "columns": ["", "Foot", "Mech", "Combat"],
    "rows": [{"kind": kind, "cells": [f"the {kind} & more", "1", "2", "1L"]} for kind in ("woods", "bridge", "rail")],
}


def _counter(**changes: object) -> dict[str, Any]:
    spec: dict[str, Any] = {"side": "german", "colour": "german", "type": "panzer", "size": "XX", "text": "16 Pz"}
    return {**spec, "af": 4, "df": 5, "steps": 3, "max_steps": 6, "badges": [], **changes}


def _parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def _group(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = [g for g in root.iter(f"{_SVG}g") if g.get("id") == name]
    assert len(found) == 1, name
    return found[0]


def _texts(root: ElementTree.Element) -> list[str]:
    return ["".join(t.itertext()) for t in root.iter(f"{_SVG}text")]


@pytest.fixture(scope="module")
def sheet() -> str:
    return draw_map(committed(), legend=LEGEND)


@pytest.fixture(scope="module")
def field() -> str:
    return draw_map(committed(), frame=False, language="es", scale=60)


def test_sheet_has_its_layers_and_stays_small(sheet: str) -> None:
    root = _parsed(sheet)
    for name in _GROUPS:
        _group(root, name)
    assert len(sheet.encode()) < 1_500_000
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    targets = {e.get("href", "").removeprefix("#") for e in root.iter() if e.get("href")}
    assert targets <= set(ids)


def test_every_place_and_river_is_named(sheet: str) -> None:
    drawn = committed()
    names = _texts(_group(_parsed(sheet), "places"))
    for place in drawn["places"]:
        shown = place["name"].upper() if place["kind"] == "fortress" else place["name"]
        assert names.count(shown) >= 1, shown
    assert {r["name"] for r in drawn["rivers"]} <= set(names)


def test_every_hex_has_its_number(sheet: str) -> None:
    assert sorted(_texts(_group(_parsed(sheet), "numbers"))) == sorted(grid_of(committed()).index)


def test_sheet_has_title_scale_legend_and_credits(sheet: str) -> None:
    texts = _texts(_group(_parsed(sheet), "furniture"))
    for wanted in ("BREAKOUT", "First Panzer Army", "1 hex = 6.8 km", "TERRAIN EFFECTS", "the woods & more", "N"):
        assert wanted in texts
    assert any("Natural Earth" in line for line in texts)


def test_edges_are_labelled_in_the_language_asked_for(sheet: str) -> None:
    assert "Soviet exit  4.1" in _texts(_group(_parsed(sheet), "edges"))
    spanish = _texts(_parsed(draw_map(committed(), language="es")))
    assert "Salida soviética  4.1" in spanish
    assert "1 hexágono = 6,8 km" in spanish


def test_field_without_frame_fits_the_plane(field: str) -> None:
    drawn = committed()
    grid = grid_of(drawn)
    root = _parsed(field)
    box = [float(v) for v in (root.get("viewBox") or "").split()]
    assert box == pytest.approx(view_box(drawn, 60), abs=0.06)
    corners = [c for h in grid.index.values() for c in grid.corners(h)]
    assert box[0] == pytest.approx(60 * min(x for x, _ in corners), abs=0.06)
    assert box[1] + box[3] == pytest.approx(60 * max(y for _, y in corners), abs=0.12)
    assert not [g for g in root.iter(f"{_SVG}g") if g.get("id") in ("margin", "furniture")]
    assert not list(_group(root, "counters"))


def test_drawing_is_the_same_every_time(sheet: str) -> None:
    assert draw_map(committed(), legend=LEGEND) == sheet


def test_one_counter_is_drawn_for_each_given() -> None:
    given = [
        _counter(hex="2218", text="16 Pz"),
        _counter(hex="2218", text="371", type="infantry"),
        _counter(hex="2119", text="9 M", colour="soviet_mech", type="mechanized", size="XXX"),
        {"hex": "2219", "marker": "kg", "text": "Br"},
        {"hex": "2603", "marker": "control", "side": "soviet"},
    ]
    pile = list(_group(_parsed(draw_map(committed(), counters=given, frame=False)), "counters"))
    assert sorted(g.get("data-hex", "") for g in pile) == ["2119", "2218", "2218", "2219", "2603"]
    stack = [g for g in pile if g.get("data-hex") == "2218"]
    assert "16 Pz" in _texts(stack[0])
    assert "371" in _texts(stack[1])
    assert stack[0].get("transform") != stack[1].get("transform")


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_counter_shows_symbol_size_values_and_identity(kind: str) -> None:
    root = _parsed(draw_counter(_counter(type=kind, text="1 <SS>", colour="german_ss")))
    assert _texts(root) == ["XX", "4-5", "1 <SS>"]
    pips = [c for c in root.iter(f"{_SVG}circle") if c.get("r") == "2.7"]
    assert len(pips) == 6
    assert len([p for p in pips if p.get("fill") != "none"]) == 3


def test_counter_shows_movement_and_formation_if_it_has_them() -> None:
    root = _parsed(draw_counter(_counter(ma=10, parent="1SS", text="II/1", colour="#a9abae")))
    assert _texts(root) == ["XX", "1SS", "4-5-10", "II/1"]
    sizes = {}
    for values in ({}, {"ma": 8}, {"ma": 10}):
        text = next(t for t in _parsed(draw_counter(_counter(**values))).iter(f"{_SVG}text") if "4-5" in (t.text or ""))
        sizes[text.text] = float(text.get("font-size", "0"))
    assert sizes["4-5"] == 36 > sizes["4-5-8"] > sizes["4-5-10"] > 20


def test_counter_of_any_colour_has_ink_that_reads_and_the_edge_of_its_side() -> None:
    for colour, ink in (("#5d3b7c", "#fbf7ea"), ("#f7f0ae", "#1d1a16")):
        picture = draw_counter(_counter(colour=colour, side="soviet"))
        tile = next(r for r in _parsed(picture).iter(f"{_SVG}rect") if r.get("fill") == colour)
        assert next(t for t in _parsed(picture).iter(f"{_SVG}text")).get("fill") == ink
        other = draw_counter(_counter(colour=colour, side="german"))
        assert f'stroke="{tile.get("stroke")}"' not in other


def test_counter_shows_other_values_a_band_a_square_and_stars() -> None:
    spec = {"colour": "#d9c9a3", "type": "tank", "size": "X", "text": "20/5T", "side": "allied", "values": "5-2-4"}
    assert _texts(_parsed(draw_counter(spec))) == ["X", "5-2-4", "20/5T"]
    marked = draw_counter(
        {**spec, "band": "#d84315", "mark": "#f9a825", "stars": {"yellow": 2, "white": 1}, "red": True}
    )
    assert (marked.count('class="star"'), marked.count('class="mark"')) == (3, 1)
    assert next(t for t in _parsed(marked).iter(f"{_SVG}text") if t.text == "5-2-4").get("fill") == "#b3261e"
    lying, upright = (draw_counter({**spec, "band": "#d84315", "lying": lying}) for lying in (True, False))
    assert lying != upright


def test_badges_are_drawn_never_written() -> None:
    plain, marked = (draw_counter(_counter(badges=b)) for b in ([], ["out-of-supply", "activated"]))
    assert _texts(_parsed(plain)) == _texts(_parsed(marked))
    assert marked.count('class="badge ') == 2


def test_types_look_different() -> None:
    twins = (
        "infantry rifle",
        "panzer tank",
        "panzergrenadier mechanized",
        "artillery field_artillery",
        "army_support motorized",
        "garrison fortified",
    )
    pictures = {kind: draw_counter(_counter(type=kind, colour="soviet_rifle")) for kind in TYPES}
    assert len(set(pictures.values())) == len(TYPES) - len(twins)


@pytest.mark.parametrize("marker", [{"marker": "kg", "text": "Ch"}, {"marker": "cas", "side": "german"}])
def test_markers_are_drawn(marker: dict[str, Any]) -> None:
    assert _texts(_parsed(draw_counter(marker))) == (["KG", "Ch"] if marker["marker"] == "kg" else [])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"text": "16 Pz"}, "counter 16 Pz: missing field `colour`"),
        (_counter(type="camel"), "counter 16 Pz: unknown type 'camel'"),
        (_counter(colour="pink"), "counter 16 Pz: unknown colour 'pink'"),
        (_counter(colour="#12345g"), "counter 16 Pz: unknown colour '#12345g'"),
        ({"marker": "flag"}, "marker: unknown kind 'flag'"),
        ({"marker": "cas", "side": "none"}, "marker cas: unknown side 'none'"),
    ],
)
def test_counter_that_cannot_be_drawn_is_named(spec: dict[str, Any], message: str) -> None:
    with pytest.raises(MapError, match=message):
        draw_counter(spec)


def test_counter_off_the_map_is_named() -> None:
    with pytest.raises(MapError, match="counter 16 Pz: there is no hex '4801' on this map"):
        draw_map(committed(), counters=[_counter(hex="4801")])


@pytest.fixture(scope="module")
def korsun() -> str:
    return draw_map(committed(KORSUN), legend=LEGEND, areas="setup")


def test_places_are_named_once_for_all_their_parts(korsun: str) -> None:
    drawn = committed(KORSUN)
    names = _texts(_group(_parsed(korsun), "places"))
    for place in drawn["places"]:
        shown = str(place.get("label", place["name"]))
        shown = shown.upper() if place["kind"] == "city" else shown
        assert (shown in names) == ("part_of" not in place), shown
    assert {"KORSUN", "Hill 239", "Korsun airfield"} <= set(names)


def test_airfield_and_hill_are_signs(korsun: str) -> None:
    signs = [u.get("href") for u in _group(_parsed(korsun), "places").iter(f"{_SVG}use")]
    assert sorted(signs) == ["#airfield", "#hill"]


def test_gates_are_marked_on_the_bands(korsun: str) -> None:
    edges = committed(KORSUN)["edges"]
    arrows = [u for u in _group(_parsed(korsun), "edges").iter(f"{_SVG}use") if u.get("href") == "#arrow"]
    assert len(arrows) == len(edges["soviet_supply"]["gates"]) + len(edges["german_supply"]["gates"])


def test_areas_are_drawn_only_when_asked_for(korsun: str) -> None:
    drawn = committed(KORSUN)
    root = _parsed(korsun)
    tints = [p for p in _group(root, "areas").iter(f"{_SVG}path") if (p.get("class") or "").startswith("area ")]
    assert len(tints) == len(drawn["areas"])
    lines = {p.get("class") for p in _group(root, "areas").iter(f"{_SVG}path")} - {t.get("class") for t in tints}
    assert lines == {"line front", "line german", "line soviet"}
    assert sorted(_texts(_group(root, "area-names"))) == sorted(c["label"] for c in drawn["captions"].values())
    assert 'id="areas"' not in draw_map(drawn, frame=False)


@pytest.fixture(scope="module")
def debrecen() -> str:
    return draw_map(committed(DEBRECEN), legend=LEGEND)


def test_sheet_numbered_from_the_east_has_east_on_the_right(debrecen: str) -> None:
    numbers = {
        "".join(t.itertext()): float(t.get("x", "0")) for t in _group(_parsed(debrecen), "numbers").iter(f"{_SVG}text")
    }
    assert numbers["1501"] > numbers["1515"] > numbers["1529"]


def test_entries_carry_their_marks(debrecen: str) -> None:
    edges = _group(_parsed(debrecen), "edges")
    marks = [g for g in edges.iter(f"{_SVG}g") if g.get("class") == "mark"]
    assert sorted(text for g in marks for text in _texts(g)) == sorted("12345678ABCDEFGH")
    assert 'class="mark"' in draw_map(committed(DEBRECEN), frame=False)


def test_gates_carry_the_sign_of_their_side(debrecen: str) -> None:
    signs = [u.get("href") for u in _group(_parsed(debrecen), "edges").iter(f"{_SVG}use")]
    assert (signs.count("#gate-cross"), signs.count("#gate-star")) == (8, 10)


def test_regions_are_lettered(debrecen: str) -> None:
    assert {"HORTOBÁGY", "BÜKK"} <= set(_texts(_group(_parsed(debrecen), "terrain")))


def test_railways_have_no_bridge_where_only_roads_are_bridged(debrecen: str) -> None:
    drawn = committed(DEBRECEN)
    bridges = [u for u in _group(_parsed(debrecen), "rivers").iter(f"{_SVG}use") if u.get("href") == "#bridge"]
    everywhere = draw_map({**drawn, "bridges": []}).count('href="#bridge"')
    assert len(drawn["bridges"]) <= len(bridges) < everywhere


def test_legend_goes_below_the_title_on_a_narrow_sheet(sheet: str, debrecen: str) -> None:
    def place(picture: str, text: str) -> tuple[float, float]:
        found = next(t for t in _parsed(picture).iter(f"{_SVG}text") if "".join(t.itertext()) == text)
        return float(found.get("x", "0")), float(found.get("y", "0"))

    (title_x, title_y), (x, y) = (place(debrecen, text) for text in ("DEBRECEN 1944", "TERRAIN EFFECTS"))
    assert x < title_x
    assert y > title_y + 100
    assert place(sheet, "TERRAIN EFFECTS")[0] > place(sheet, "BREAKOUT")[0] + 800


def test_areas_that_the_map_does_not_have_are_named() -> None:
    with pytest.raises(MapError, match="there are no areas of kind 'setup'"):
        draw_map(committed(), areas="setup")


def test_every_kind_of_place_and_way_has_a_swatch() -> None:
    kinds = ("village", "large-village", "city", "airfield", "hill", "road", "main-road", "rail", "bridge", "woods")
    swatches = {kind: "".join(swatch(kind)) for kind in kinds}
    assert len(set(swatches.values())) == len(kinds)
