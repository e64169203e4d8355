"""A broken source is refused with the file and the field that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kessel.cartography import MapError, build, compare, write
from tests.cartography.worlds import DEBRECEN, KORSUN, Edit, edit_geography, edit_settings, feature, source


def _set(*path: str, value: object) -> Edit:
    def edit(target: dict[str, Any]) -> None:
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return edit


def _drop(*path: str) -> Edit:
    def edit(target: dict[str, Any]) -> None:
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]

    return edit


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (_drop("title"), r"map\.yaml: .*missing required field `title`"),
        (_drop("grid", "columns"), r"map\.yaml: .*missing required field `columns` - at `\$\.grid`"),
        (_set("grid", "shift", value="sideways"), r"map\.yaml: grid\.shift 'sideways'"),
        (_set("grid", "rows", value="many"), r"map\.yaml: .*\$\.grid\.rows"),
        (_set("registration", "fit", value="guess"), r"map\.yaml: .*\$\.registration\.fit"),
        (_set("registration", "fit", value="origin"), r"map\.yaml: registration: fit origin needs origin_hex"),
        (_set("named_hexes", "4801", value="off the map"), r"map\.yaml: named_hexes: there is no hex '4801'"),
        (_set("areas", "closed", "seed", value="9999"), r"map\.yaml: areas\.closed\.seed: there is no hex '9999'"),
        (_drop("areas", "closed", "rivers"), r"map\.yaml: areas\.closed: .*`rivers`"),
        (_set("areas", "closed", "rivers", value=["Styx"]), r"map\.yaml: areas\.closed\.rivers: .* river 'Styx'"),
        (_drop("edges", "soviet_exit", "from"), r"map\.yaml: edges\.soviet_exit: missing field `from`"),
        (
            _set("edges", "soviet_exit", "from", value="0715"),
            r"edges\.soviet_exit\.from: hex '0715' is not on",
        ),
        (_set("edges", "soviet_exit", "along", value=["up"]), r"edges\.soviet_exit\.along: unknown side 'up'"),
        (_set("edges", "soviet_exit", "to", value="0529"), r"edges\.soviet_exit: 0729 comes after 0529"),
        (_set("kinds", "terrain", value=["rough", "marsh"]), r"geography\.geojson: .*unknown kind 'woods'"),
        (_set("kinds", "lakes", value=["pond"]), r"map\.yaml: .*unknown field `lakes`"),
        (lambda s: s["bridges"][0].update(river="Lethe"), r"map\.yaml: bridge Ternopol bridges: .* river 'Lethe'"),
        (lambda s: s["bridges"][0].pop("lat"), r"map\.yaml: .*`lat` - at `\$\.bridges\[0\]`"),
    ],
)
def test_broken_settings_are_named(tmp_path: Path, edit: Edit, message: str) -> None:
    folder = source(tmp_path)
    edit_settings(folder, edit)
    with pytest.raises(MapError, match=message):
        build(folder)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (_set("edges", "north", value="row 02"), r"map\.yaml: edges\.north: hex 0101 is not in row 02"),
        (_set("edges", "east", value="column 57"), r"map\.yaml: edges\.east: hex 5801 is not in column 57"),
        (_set("edges", "north", value="the top"), r"map\.yaml: edges\.north: 'the top' is not a row or a column"),
        (_set("edges", "german_supply", value="column 01"), r"edges\.german_supply: only north, east, south, west"),
        (
            _set("edges", "german_supply", "gates", value=["canals"]),
            r"gates: 'canals' is not one of roads, rails",
        ),
        (_set("edges", "soviet_supply", "along", value=["north", "south"]), r"edge soviet_supply: .* are not adjacent"),
        (_set("bridged", value=["canals"]), r"map\.yaml: .*\$\.bridged\[0\]"),
        (lambda s: s["bridges"][0].update(lon=30.75), r"bridge Repki bridge: nothing crosses the Gniloy Tikich there"),
        (
            lambda s: s["bridges"].append({**s["bridges"][0], "name": "Second bridge"}),
            r"bridge Second bridge: 0415/0416 is the Repki bridge already",
        ),
        (_set("expected", "places", "Korsun airfield", value="4008"), r"Korsun airfield must lie in 4008, not in 4007"),
        (_set("expected", "places", "Atlantis", value="9999"), r"expected\.places\.Atlantis: there is no hex '9999'"),
    ],
)
def test_broken_edges_and_bridges_are_named(tmp_path: Path, edit: Edit, message: str) -> None:
    folder = source(tmp_path, KORSUN)
    edit_settings(folder, edit)
    with pytest.raises(MapError, match=message):
        build(folder)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (_set("edges", "allied_supply", "gates", value=["0104"]), r"gates: '0104' is not .* nor a hex of this edge"),
        (_set("edges", "allied_supply", "gates", value=["3012"]), r"edges\.allied_supply\.gates: no way reaches 3012"),
        (_set("edges", "A", "mark", value=7), r"map: .* - at `\$\.edges\[\.\.\.\]\.mark`"),
        (_set("edges", "A", "sign", value="eagle"), r"Invalid enum value 'eagle' - at `\$\.edges\[\.\.\.\]\.sign`"),
        (_set("towns_keep_terrain", value=False), r"hex 0111 must be rough, not clear"),
    ],
)
def test_broken_gates_and_marks_are_named(tmp_path: Path, edit: Edit, message: str) -> None:
    folder = source(tmp_path, DEBRECEN)
    edit_settings(folder, edit)
    with pytest.raises(MapError, match=message):
        build(folder)


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("Ér", {"hexsides": ["1501/1601", "1602/1701"]}, r"river Ér: hexside 1501/1601 does not run on into 1602/1701"),
        ("Ér", {"hexsides": ["1501/1701"]}, r"river Ér: hexside '1501/1701': hexes 1501 and 1701 are not adjacent"),
        ("Ér", {"hexsides": ["1501"]}, r"river Ér: hexside '1501'"),
        ("Karcag - Kunmadaras", {"hexes": ["1917", "1619"]}, r"Karcag - Kunmadaras: 1917 and 1619 are not adjacent"),
        ("Karcag - Kunmadaras", {"hexes": ["1917", "1930"]}, r"Karcag - Kunmadaras: hexes: there is no hex '1930'"),
    ],
)
def test_broken_given_lines_are_named(tmp_path: Path, name: str, values: dict[str, Any], message: str) -> None:
    folder = source(tmp_path, DEBRECEN)
    edit_geography(folder, lambda g: feature(g, name)["properties"].update(values))
    with pytest.raises(MapError, match=message):
        build(folder)


# A river that leaves the map over the west edge and comes back.
_ROUND_THE_EDGE = [[25.3, 48.75], [24.75, 48.75], [24.6, 48.6], [24.75, 48.4], [25.3, 48.4]]


def _properties(name: str, **values: object) -> Edit:
    return lambda geography: feature(geography, name)["properties"].update(values)


def _coordinates(name: str, value: object) -> Edit:
    return lambda geography: feature(geography, name)["geometry"].update(coordinates=value)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda g: g.pop("features"), r"geography\.geojson: no list `features`"),
        (lambda g: g["features"][0].pop("geometry"), r"geography\.geojson: feature 1: missing field `geometry`"),
        (lambda g: g["features"][0]["properties"].pop("name"), r"feature 1: missing field `properties\.name`"),
        (_properties("Dnestr", kind="canal"), r"\(canal Dnestr\): unknown kind 'canal'"),
        (_properties("Dnestr", kind="town"), r"\(town Dnestr\): a town is a Point, not a LineString"),
        (_coordinates("Bar", ["here", 49.0]), r"\(town Bar\): coordinates: .*float"),
        (_coordinates("Dnestr", [[25.0, 49.0]]), r"\(major-river Dnestr\): coordinates: fewer than 2 points"),
        (_properties("Ternopol", hex="0855"), r"fortress Ternopol: hex: there is no hex '0855'"),
        (_properties("Kamenets-Podolsky", anchor_hex="21"), r"fortress Kamenets-Podolsky: anchor_hex: .* hex '21'"),
        (_properties("Bar", control=True), r"town Bar: a control point needs a `hex`"),
        (_properties("Vinnitsa (Zamostye)", hex="4410"), r"town Vinnitsa \(Zamostye\): lies \d\.\d hexes from 4410"),
        (
            _properties("Vinnitsa (Stary Gorod)", hex="4612"),
            r"hex 4612: Vinnitsa \(Zamostye\) and .* both places",
        ),
        (_coordinates("Siret", _ROUND_THE_EDGE), r"river Siret: hexside \d{4}/\d{4} does not run on into \d{4}/\d{4}"),
    ],
)
def test_broken_geography_is_named(tmp_path: Path, edit: Edit, message: str) -> None:
    folder = source(tmp_path)
    edit_geography(folder, edit)
    with pytest.raises(MapError, match=message):
        build(folder)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("map.yaml", "grid: [", r"map\.yaml: not valid YAML: .*line 1"),
        ("map.yaml", "", r"map\.yaml: "),
        ("geography.geojson", '{"features": [', r"geography\.geojson: not valid JSON: .*line 1"),
        ("geography.geojson", "[]", r"geography\.geojson: no list `features`"),
        ("map.json", "{", r"map\.json: cannot be read: .*line 1"),
        ("map.json", "[]", r"map\.json: not an object"),
    ],
)
def test_broken_syntax_is_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    folder = source(tmp_path)
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(MapError, match=message):
        compare(folder)


@pytest.mark.parametrize("name", ["map.yaml", "geography.geojson"])
def test_missing_file_is_named(tmp_path: Path, name: str) -> None:
    folder = source(tmp_path)
    (folder / name).unlink()
    with pytest.raises(MapError, match=f"{name}: cannot be read"):
        build(folder)


def test_failed_build_leaves_the_old_map(tmp_path: Path) -> None:
    folder = source(tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.name == "map.json"}
    edit_settings(folder, _set("expected", "terrain", "2119", value="marsh"))
    with pytest.raises(MapError):
        write(folder)
    after = {path.name: path.read_bytes() for path in folder.iterdir() if "map." in path.name or path.name[0] == "."}
    assert {name: text for name, text in after.items() if name != "map.yaml"} == before
