"""Positions as JSON data: what is written is read back, and what is wrong is named."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kessel.engine import PositionError
from kessel.games.debrecen.combat import Combat
from tests.debrecen.lab import GAME, Lab, plain

UNITS = ("HQ-Pliev 1510", "8-6G 1510", "Pz-FHH 1410")


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_every_position_of_a_game_is_read_back(scenario: str) -> None:
    state, rng = GAME.start(scenario, seed="saved"), random.Random(2)
    for _ in range(150):
        if state.outcome is not None:
            break
        again = GAME.position(json.loads(json.dumps(state.position())))
        assert again.digest() == state.digest()
        state.play(rng.choice(state.actions()))


def test_a_half_resolved_combat_is_written_in_words() -> None:
    lab = plain("operations", "16-7M 1511", "8-6G 1610", "HQ-Pliev 1710", "178-76 1510", "HQ-LXXII-AK 1310")
    lab.do("activate HQ-Pliev")
    muster = lab.state.position()["stack"][-1]
    assert (muster["frame"], muster["hq"]) == ("Muster", "HQ-Pliev")
    lab.do("begin", "attack 1510", "add 16-7M", "add 8-6G")
    declared = lab.state.position()["stack"][-1]
    assert declared == {
        "frame": "Declare",
        "side": "allied",
        "prepared": False,
        "target": "1510",
        "units": ["16-7M", "8-6G"],
    }
    lab.state.play("commit")
    combat = next(f for f in lab.state.stack if isinstance(f, Combat))
    written = next(f for f in lab.state.position()["stack"] if f["frame"] == "Combat")
    assert written["defenders"] == lab.state.ids(combat.defenders)


def test_marks_markers_and_numbers_of_units() -> None:
    units = {"HQ-53A": {"fate": "fallen", "due": 5}, "297-27G": {"fate": "waiting", "due": 5, "entry": "3025"}}
    markers: dict[str, Any] = {"al-guns-1": "HQ-Pliev", "al-heavy-1": {"stock": 6}}
    lab = plain("operations", *UNITS, units=units, markers=markers, fatigued=["8-6G"], losses={"axis": 4})
    data = lab.state.position()
    assert data["units"]["HQ-53A"] == {"fate": "fallen", "steps": 0, "due": 5}
    assert data["units"]["297-27G"] == {"fate": "waiting", "steps": 3, "due": 5, "entry": "3025"}
    assert data["markers"]["al-guns-1"] == {"stock": "ready", "hq": "HQ-Pliev"}
    assert data["markers"]["al-heavy-1"] == {"stock": 6}
    assert data["markers"]["al-heavy-2"] == {"stock": "gone"}
    assert (data["fatigued"], data["losses"]) == (["8-6G"], {"allied": 0, "axis": 4})


def test_the_unit_on_top_is_kept() -> None:
    lab = plain("operations", "8-6G 1510", "HQ-Pliev 1510", "Pz-FHH 1010", tops=["HQ-Pliev", "Pz-FHH"])
    assert lab.state.view(None)["stacks"][1]["top"] == "HQ-Pliev"
    assert set(lab.state.position()["tops"]) == {"HQ-Pliev", "Pz-FHH"}


@pytest.mark.rule("15.7-m")
def test_whoever_stands_in_a_place_was_the_last_to_pass_it() -> None:
    lab = plain("operations", "8-6G 2405", "Pz-FHH 1010", control={"axis": ["2405"], "allied": []})
    assert lab.state.position()["control"]["allied"] == ["2405"]


def test_values_of_units_can_be_changed() -> None:
    lab = plain("operations", "8-6G 1510 cv=9/1 q=2 yellow=3", "Pz-FHH 1010")
    unit = lab.state.unit(lab.index("8-6G"))
    assert (unit.track, unit.yellow, lab.steps("8-6G")) == (((9, 2, 2), (1, 1, 2)), 3, 2)
    assert lab.state.position()["units"]["8-6G"]["track"] == [9, 1]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"weather": "rain"}, "weather: no such field"),
        ({"game": "korsun"}, "of 'korsun'"),
        ({"turn": 12}, "turn: 12"),
        ({"phase": "lunch"}, "phase: 'lunch'"),
        ({"units": {"99-X": "1510"}}, "there is no unit '99-X'"),
        ({"units": {"8-6G": "9999"}}, "units.8-6G.hex"),
        ({"units": {"8-6G": {"hex": "1510", "colour": 1}}}, "units.8-6G.colour"),
        ({"units": {"8-6G": {"hex": "1510", "steps": 4}}}, "units.8-6G.steps"),
        ({"units": {"8-6G": {"fate": "lost"}}}, "units.8-6G.fate"),
        ({"units": {"8-6G": {"hex": "1510", "track": [1, 2, 3, 4]}}}, "units.8-6G: track"),
        ({"units": {"8-6G": "1510", "Pz-FHH": "1510"}}, "1510"),
        ({"units": {"8-6G": {"hex": "1510", "points": 12}}}, "points"),
        ({"markers": {"ax-nothing": "HQ-III-PzK"}}, "markers: there is no support marker 'ax-nothing'"),
        ({"markers": {"ax-heavy-1": "Pz-FHH"}}, "is no HQ of its side"),
        ({"markers": {"ax-heavy-1": {"stock": "lent"}}}, "markers.ax-heavy-1.stock"),
        ({"markers": {"ax-heavy-1": 3}}, "markers.ax-heavy-1: give an HQ"),
        ({"units": {"bridgehead-1": "1510"}}, "needs a mother unit (15.5-b)"),
        ({"bridgeheads": {"8-6G": "16-7M"}}, "is no bridgehead marker"),
        ({"alarms": ["1812", "1912"], "backs": ["alarm-1"]}, "more alarm counters on the map than backs"),
        ({"backs": ["alarm-9"]}, "backs: must list some of"),
        ({"tops": ["8-6G"]}, "tops"),
        ({"fatigued": ["99-X"]}, "fatigued: there is no unit"),
        ({"losses": {"axis": -1}}, "losses.axis"),
        ({"stack": []}, "stack: must list the frames"),
        ({"stack": [{"frame": "Allot", "side": "axis"}]}, "stack.0"),
        ({"stack": [{"frame": "Turn", "phase": 4}, {"frame": "Muster", "hq": "99-X", "units": []}]}, "stack.1.hq"),
        ({"stack": [{"frame": "Turn", "phase": 4}, {"frame": "Activation", "side": "axis", "entered": ["9"]}]}, "9"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError) as error:
        GAME.position(wrong)
    assert words in str(error.value)


def test_a_lab_position_is_a_position() -> None:
    lab = Lab.at("supply", *UNITS)
    assert GAME.position(lab.state.position()).digest() == lab.state.digest()
