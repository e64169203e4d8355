"""Changed values: found by name, checked, and really played with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import kessel
from kessel.engine import KesselError
from kessel.studies.changes import changed_files
from kessel.studies.duel import opened

GAME = kessel.load("breakout")
SMALL = "learning-ternopol"


def change(*settings: str, data: Path | None = None) -> dict[str, Any]:
    """The changed files, read again."""
    return {name: yaml.safe_load(text) for name, text in changed_files(GAME, SMALL, settings, data).items()}


def unit(files: dict[str, Any], name: str) -> Any:
    return next(u for u in files["units.yaml"]["units"] if u["id"] == name)


def test_nothing_changed_nothing_written() -> None:
    assert change() == {}


def test_a_value_of_a_unit() -> None:
    files = change("units.8GMech.track=[[7, 8], [3, 3]]")
    assert set(files) == {"units.yaml"}
    assert unit(files, "8GMech")["track"] == [[7, 8], [3, 3]]
    original = yaml.safe_load((GAME.folder / "units.yaml").read_text(encoding="utf-8"))
    unit({"units.yaml": original}, "8GMech")["track"] = [[7, 8], [3, 3]]
    assert files["units.yaml"] == original  # and nothing else


def test_places_in_lists_count_from_one() -> None:
    assert unit(change("units.8GMech.track.2.1=3"), "8GMech")["track"] == [[9, 9], [3, 5]]
    assert change("weather.turns.2.6=ice")["tables/weather.yaml"]["turns"][2] == [*["thaw"] * 3, *["ice"] * 3]


def test_cells_by_the_names_of_their_columns() -> None:
    rows = change("combat.rows.6.3:1=DR", "tables.combat.rows.1.1:2=EX")["tables/combat.yaml"]["rows"]
    assert rows[6] == ["AL1", "EX", "EX", "DR", "EX", "EX", "EX", "EX"]
    assert rows[1][0] == "EX"


def test_the_scenario_in_play() -> None:
    files = change("scenario.victory.soviet=5", "scenario.german_units.7Pz.hex=1507", "scenario.exit.maximum=0")
    scenario = files["scenarios/learning-ternopol.yaml"]
    assert scenario["victory"] == {"measure": "points", "soviet": 5, "german": 3}
    assert next(u for u in scenario["german_units"] if u["unit"] == "7Pz")["hex"] == "1507"
    assert scenario["exit"]["maximum"] == 0


def test_parts_of_the_file_beside_the_units() -> None:
    assert change("units.types.rifle.mobility=mechanized")["units.yaml"]["types"]["rifle"]["mobility"] == "mechanized"


def test_part_of_a_mapping_leaves_the_rest() -> None:
    files = change("terrain.fortified.shift={german: 4}")
    assert files["tables/terrain.yaml"]["fortified"]["shift"] == {"german": 4, "soviet": 1}


def test_the_game_plays_with_it() -> None:
    game = opened("breakout", changed_files(GAME, SMALL, ["units.8GMech.track.1=[2, 1]"]))
    state = game.start(SMALL, seed="x")
    stacks = state.view("soviet")["stacks"]
    found = next(u for stack in stacks for u in stack["units"] if u["id"] == "8GMech")
    assert (found["attack"], found["defence"]) == (2, 1)
    assert opened("breakout", {}) is GAME


def test_over_an_owners_values(tmp_path: Path) -> None:
    data = yaml.safe_load((GAME.folder / "units.yaml").read_text(encoding="utf-8"))
    unit({"units.yaml": data}, "7Pz")["track"][0] = [8, 8]
    (tmp_path / "units.yaml").write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    files = change("units.8GMech.track.1.1=4", "movement.thaw.mechanized=8", data=tmp_path)
    assert unit(files, "7Pz")["track"][0] == [8, 8]
    assert unit(files, "8GMech")["track"][0] == [4, 9]
    assert files["tables/movement.yaml"]["thaw"]["mechanized"] == 8
    assert set(change(data=tmp_path)) == {"units.yaml"}


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("units.8GMach.track=1", ["8GMach", "8GMech"]),
        ("units.8GMech.trick=1", ["trick", "track"]),
        ("units.8GMech.track.3=[1, 1]", ["'3'", "1, 2"]),
        ("units.8GMech.track.1.1.1=4", ["nothing inside"]),
        ("units.8GMech.track=5", ["another kind", "[[9, 9], [5, 5]]"]),
        ("units.8GMech.track=[[a, b]]", ["another kind"]),
        ("units.8GMech.track=[[1, 1", ["cannot be read"]),
        ("movement.thaw.mechanized=2.5", ["another kind"]),
        ("movement.thaw.mechanized=true", ["another kind"]),
        ("terrain.fortified.shift={martian: 4}", ["another kind"]),
        ("combat.rows.6.9:1=DR", ["9:1", "7:1"]),
        ("airships.count=3", ["airships", "units", "combat", "scenario"]),
        ("units=3", ["a whole file"]),
        ("units.8GMech.track", ["write it as"]),
        ("=3", ["write it as"]),
        ("units.8GMech.track=", ["write it as"]),
        ("units.8GMech.side=martian", ["cannot be played", "units.yaml"]),
        ("scenario.german_units.7Pz.hex=9999", ["cannot be played"]),
    ],
)
def test_what_cannot_be_is_said(setting: str, words: list[str]) -> None:
    with pytest.raises(KesselError) as error:
        change(setting)
    told = str(error.value)
    assert told.startswith(f"--set {setting}: ")
    assert all(word in told for word in words), told
    assert "/kessel-" not in told  # not where the changed file lies


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(KesselError, match="no such folder"):
        change(data=tmp_path / "none")
