"""kessel lab: any position, any action, any dice, and an error that names the place for everything else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import kessel as package
from tests.cli.run import is_one_line, kessel, program

GAME = package.load("breakout")
POSITION = {
    "turn": 4,
    "weather": "ice",
    "cas": {"german": 3},
    "units": {"16Pz": {"hex": "2218", "steps": 4}, "371Inf": "2218", "509": "2218", "9Mech": "2119"},
    "phase": "german-combat-1",
}


def lab(position: Any, *args: object) -> Any:
    """kessel lab with a position on standard input."""
    return kessel("lab", "-", *args, stdin=json.dumps(position))


def test_a_position_and_what_may_be_done(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION), encoding="utf-8")
    done = kessel("lab", path, "--legal")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0].startswith("german: Choose a hex to attack")
    assert "  attack 2119" in done.lines
    assert done.lines[-1] == "  end"
    assert kessel("lab", "-", "--legal", stdin=json.dumps(POSITION)) == done


def test_a_position_as_json() -> None:
    report = lab(POSITION, "--legal", "--json").json
    assert set(report) == {"events", "decision", "position", "digest", "legal"}
    assert set(report["decision"]) == {"side", "name", "prompt", "rules"}
    state = GAME.position(report["position"])
    assert state.digest() == report["digest"]
    assert report["legal"] == [str(a) for a in state.actions()]
    again = lab(report["position"], "--json").json
    assert again["digest"] == report["digest"]


ATTACK = ("--do", "attack 2119", "--do", "add 16Pz", "--do", "add 371Inf", "--do", "add 509", "--do", "commit")


def test_actions_and_dice() -> None:
    done = lab(POSITION, *ATTACK, "--do", "fight", "--dice", "6", "--json")
    assert done.code == 0
    events = done.json["events"]
    assert all(set(e) == {"name", "rules", "args", "to", "text"} for e in events)
    names = [e["name"] for e in events]
    assert names.index("attack") < names.index("odds") < names.index("result")
    result = next(e for e in events if e["name"] == "result")
    assert result["args"]["dice"] == [6]
    assert result["rules"] == ["14.4-a"]
    assert result["text"].startswith("Die 6: ")


def test_actions_and_dice_for_a_reader() -> None:
    done = lab(POSITION, *ATTACK, "--do", "fight", "--dice", "6")
    assert any(line.startswith("Die 6: ") and line.endswith("[14.4-a]") for line in done.lines)


def test_events_in_spanish() -> None:
    done = lab(POSITION, *ATTACK, "--do", "fight", "--dice", "6", "--language", "es")
    assert any(line.startswith("Dado 6: ") for line in done.lines)


def test_dice_may_be_left_to_the_next_action() -> None:
    waiting = lab(POSITION, *ATTACK, "--do", "fight", "--json").json
    assert waiting["decision"]["side"] == "chance"
    by_hand = lab(POSITION, *ATTACK, "--do", "fight", "--do", "roll 6", "--json").json
    given = lab(POSITION, *ATTACK, "--do", "fight", "--dice", "6", "--json").json
    assert by_hand == given


def test_dice_that_must_fall_before_the_first_action() -> None:
    """A position that waits for its weather takes the dice of the script like any other."""
    report = lab({"phase": "weather", "turn": 2}, "--dice", "3 6 5 2 1", "--json").json
    assert [e["name"] for e in report["events"]] == ["weather", "air superiority"]
    assert report["position"]["rolls"] == 5


def test_a_refusal() -> None:
    done = lab(POSITION, "--do", "attack 2119", "--do", "add 9Mech", "--do", "commit")
    assert done.code == 1
    assert re.search(r"^Refused: .* \[\S+\]$", done.out, re.MULTILINE)


def test_a_refusal_as_json() -> None:
    done = lab(POSITION, "--do", "attack 2120", "--do", "end", "--json")
    assert done.code == 1
    refused = done.json["refused"]
    assert set(refused) == {"action", "rule", "message"}
    assert refused["action"] == "attack 2120"
    assert refused["rule"] in GAME.rulebook().clauses
    assert done.json["digest"] == lab(POSITION, "--json").json["digest"]  # it stops there


@pytest.mark.parametrize("action", ["", "dance", "attack", "attack 2119 16Pz", "[/red]", "{side}", "roll 3", "é"])
def test_nonsense_is_refused_with_a_rule(action: str) -> None:
    for form in ((), ("--json",)):
        done = lab(POSITION, "--do", action, *form)
        assert done.code == 1
        assert done.err == ""
    assert done.json["refused"]["rule"] in GAME.rulebook().clauses


def test_a_preview() -> None:
    done = lab(POSITION, "--preview", "attack 2119 16Pz 371Inf 509")
    assert re.search(r"^  \d+:\d+ = \d+:\d+  13\.8-a$", done.out, re.MULTILINE)
    odds = lab(POSITION, "--preview", "attack 2119 16Pz 371Inf 509", "--json").json["preview"]
    assert odds["attackers"] == ["16Pz", "371Inf", "509"]
    assert odds["target"] == "2119"
    assert sum(odds["results"].values()) == pytest.approx(1)


@pytest.mark.parametrize("what", ["attack", "attack 9999 16Pz", "attack 2119", "attack 2119 nobody", "dance"])
def test_a_preview_of_no_attack(what: str) -> None:
    done = lab(POSITION, "--preview", what, "--json")
    assert done.code == 0
    assert "preview" not in done.json


def test_the_end_of_the_game() -> None:
    done = lab({"scenario": "learning-ternopol", "phase": "administration", "turn": 3}, "--json")
    assert done.json["decision"] is None
    assert set(done.json["outcome"]) == {"winner", "score", "rules"}
    assert lab({"scenario": "learning-ternopol", "phase": "administration", "turn": 3}).code == 0


def test_the_map_of_an_owners_copy(tmp_path: Path) -> None:
    assert kessel("lab", "-", "--data", tmp_path, stdin=json.dumps(POSITION)).code == 0
    is_one_line(kessel("lab", "-", "--data", tmp_path / "none", stdin="{}"), "none", "no such folder")


@pytest.mark.parametrize(
    "content", [b"a: \xff\n", b"units: [\n", b"a: 1\n", b"", b"[]"], ids=["bytes", "syntax", "field", "empty", "list"]
)
def test_a_bad_file_of_an_owners_copy_is_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "units.yaml").write_bytes(content)
    done = kessel("lab", "-", "--data", tmp_path, stdin=json.dumps(POSITION))
    assert done.code == 2
    assert done.err.startswith(f"kessel: {tmp_path / 'units.yaml'}: ")


def unit(**fields: Any) -> dict[str, Any]:
    """A position with a unit of one's own that has these fields."""
    whole = {"hex": "2119", "side": "soviet", "type": "tank", "size": "XXX", "track": [[7, 9], [4, 5]]}
    return {"units": {"A": {**whole, **fields}}}


WRONG: dict[str, tuple[Any, tuple[str, ...]]] = {
    "not an object": ([1], ("object",)),
    "unknown field": ({"wether": "ice"}, ("wether", "no such field", "weather")),
    "unknown game": ({"game": "chess"}, ("chess",)),
    "unknown scenario": ({"scenario": "moscow"}, ("scenario", "moscow", "campaign")),
    "unknown option": ({"options": {"easy": True}}, ("easy", "simple-rivers")),
    "unknown phase": ({"phase": "german-3"}, ("phase", "german-3", "german-1")),
    "unknown weather": ({"weather": "sunny"}, ("weather", "sunny", "thaw")),
    "unknown unit": ({"units": {"99Pz": "2218"}}, ("units", "99Pz")),
    "unknown unit field": ({"units": {"16Pz": {"hex": "2218", "step": 3}}}, ("units.16Pz.step",)),
    "unknown fate": ({"units": {"16Pz": {"fate": "lost"}}}, ("units.16Pz.fate", "lost", "dead")),
    "wrong hex": ({"units": {"16Pz": "9999"}}, ("units.16Pz.hex", "9999")),
    "a hex outside the scenario": (
        {"scenario": "learning-ternopol", "units": {"16Pz": "2218"}},
        ("units.16Pz.hex", "2218"),
    ),
    "no hex": ({"units": {"16Pz": {}}}, ("units.16Pz.hex",)),
    "too many steps": ({"units": {"16Pz": {"hex": "2218", "steps": 99}}}, ("units.16Pz.steps", "99")),
    "no steps": ({"units": {"16Pz": {"hex": "2218", "steps": 0}}}, ("units.16Pz.steps",)),
    "enemies in a hex": ({"units": {"16Pz": "2218", "9Mech": "2218"}}, ("units.9Mech.hex", "2218", "6.0-e")),
    "overstacked": (
        {"units": {"16Pz": "2218", "9SS": "2218", "10SS": "2218"}},
        ("units", "2218", "overstacked", "6.1-a", "allow_overstack"),
    ),
    "two sides with air markers": ({"cas": {"german": 1, "soviet": 1}}, ("cas", "13.3-a")),
    "too late": ({"turn": 9}, ("turn", "9")),
    "unknown Korpsgruppe": ({"korpsgruppen": {"X": "2218"}}, ("korpsgruppen.X", "Br")),
    "Korpsgruppe off the map": ({"korpsgruppen": {"Br": "9999"}}, ("korpsgruppen.Br", "9999")),
    "unknown hex under control": ({"control": ["9999"]}, ("control", "9999")),
    "unknown terrain": ({"terrain": {"2119": "sea"}}, ("terrain.2119", "sea")),
    "terrain off the map": ({"terrain": {"9999": "clear"}}, ("terrain", "9999")),
    "a river that is no hexside": ({"rivers": {"minor": [["2119", "2525"]]}}, ("rivers.minor", "2119", "2525")),
    "unknown river": ({"rivers": {"canal": []}}, ("rivers", "canal")),
    "half a unit of one's own": ({"units": {"A": {"hex": "2119", "side": "soviet"}}}, ("units.A", "track")),
    "a unit whose name is two words": ({"units": {"A b": unit()["units"]["A"]}}, ("units.A b",)),
    "tops off the map": ({"tops": ["16Pz"]}, ("tops", "16Pz")),
    "two tops": ({"units": {"16Pz": "2218", "509": "2218"}, "tops": ["16Pz", "509"]}, ("tops", "2218")),
    "an empty stack of frames": ({"stack": []}, ("stack",)),
    "unknown frame": ({"stack": [{"frame": "Dance"}]}, ("stack.0", "Turn")),
    "frame without its field": ({"stack": [{"frame": "Turn"}]}, ("stack.0", "phase")),
    "a phase beyond the last": ({"stack": [{"frame": "Turn", "phase": 99}]}, ("stack",)),
    "a frame that stands alone": (
        {"stack": [{"frame": "Turn", "phase": 1}, {"frame": "CombatRoll", "place": 1}]},
        ("stack",),
    ),
    "a due turn in words": ({"units": {"15R": {"fate": "dead"}}, "due": {"15R": "soon"}}, ("due", "15R")),
    "an option in words": ({"options": {"simple-rivers": "no"}}, ("options", "simple-rivers")),
}

TYPES: list[tuple[Any, str]] = [
    ({"game": []}, "game"),
    ({"game": 5}, "5"),
    ({"scenario": ["campaign"]}, "scenario"),
    ({"options": ["simple-rivers"]}, "options"),
    ({"turn": "4"}, "turn"),
    ({"turn": True}, "turn"),
    ({"turn": 4.5}, "turn"),
    ({"weather": ["ice"]}, "weather"),
    ({"air": 1}, "air"),
    ({"cas": 3}, "cas"),
    ({"cas": {"german": "3"}}, "cas.german"),
    ({"units": ["16Pz"]}, "units"),
    ({"units": {"16Pz": 2218}}, "units.16Pz"),
    ({"units": {"16Pz": {"hex": 2218}}}, "units.16Pz.hex"),
    ({"units": {"16Pz": {"hex": ["2218"]}}}, "units.16Pz.hex"),
    ({"units": {"16Pz": {"hex": "2218", "steps": "3"}}}, "units.16Pz.steps"),
    ({"units": {"16Pz": {"fate": ["dead"]}}}, "units.16Pz.fate"),
    (unit(side=["soviet"]), "units.A.side"),
    (unit(type=5), "units.A.type"),
    (unit(type=["tank"]), "units.A.type"),
    (unit(size=["XXX"]), "units.A.size"),
    (unit(size="huge"), "units.A.size"),
    (unit(track=5), "units.A.track"),
    (unit(track=[["a", "b"]]), "units.A.track"),
    (unit(track=[[1]]), "units.A.track"),
    (unit(track=[]), "units.A.track"),
    (unit(track={"1": 2}), "units.A.track"),
    (unit(track=[[-1, 4]]), "units.A.track"),
    ({"tops": "16Pz"}, "tops"),
    ({"korpsgruppen": ["Br"]}, "korpsgruppen"),
    ({"korpsgruppen": {"Br": ["2218"]}}, "korpsgruppen.Br"),
    ({"control": "2218"}, "control"),
    ({"control": [["2218"]]}, "control"),
    ({"fallen": [5]}, "fallen"),
    ({"exits": None}, "exits"),
    ({"losses": "x"}, "losses"),
    ({"due": ["15R"]}, "due"),
    ({"restricted": [["16Pz"]]}, "restricted"),
    ({"terrain": 5}, "terrain"),
    ({"terrain": ["2119"]}, "terrain"),
    ({"terrain": {"2119": ["clear"]}}, "terrain.2119"),
    ({"rivers": 5}, "rivers"),
    ({"rivers": {"minor": 5}}, "rivers.minor"),
    ({"rivers": {"minor": [5]}}, "rivers.minor"),
    ({"rivers": {"minor": [["2119"]]}}, "rivers.minor"),
    ({"rivers": {"minor": [["2119", 5]]}}, "rivers"),
    ({"allow_overstack": "yes"}, "allow_overstack"),
    ({"phase": 5}, "phase"),
    ({"phase": ["german-1"]}, "phase"),
    ({"order": 5}, "order"),
    ({"stack": "Turn"}, "stack"),
    ({"stack": ["Turn"]}, "stack.0"),
    ({"stack": [{"frame": ["Turn"]}]}, "stack.0"),
    ({"stack": [{"frame": "Turn", "phase": "1"}]}, "stack.0"),
    ({"stack": [{"frame": "Turn", "phase": 1}, {"frame": "Combat", "side": 1}]}, "stack.1.side"),
    ({"rolls": "many"}, "rolls"),
    ({"outcome": "maybe"}, "outcome"),
]


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_position_is_an_error_that_names_the_place(kind: str) -> None:
    position, words = WRONG[kind]
    is_one_line(lab(position, "--legal"), *words)


@pytest.mark.parametrize(("position", "place"), TYPES, ids=[json.dumps(p)[:60] for p, _ in TYPES])
def test_a_value_of_the_wrong_type_is_an_error_that_names_the_place(position: Any, place: str) -> None:
    is_one_line(lab(position, "--legal"), place)


def test_an_overstack_may_be_placed_on_purpose() -> None:
    position, _ = WRONG["overstacked"]
    assert lab({**position, "allow_overstack": True}).code == 0


def test_a_wrong_position_as_json() -> None:
    done = lab({"units": {"16Pz": "9999"}}, "--json")
    assert done.code == 2
    assert "units.16Pz.hex" in done.json["error"]


@pytest.mark.parametrize("content", [b"", b"{", b"{'turn': 4}", b"\xff\xfe", b"[" * 100_000], ids=range(5))
def test_a_file_that_is_not_json_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(content)
    is_one_line(kessel("lab", path), "position.json")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000], ids=range(4))
def test_standard_input_that_is_not_json(content: bytes) -> None:
    is_one_line(program("lab", "-", stdin=content), "standard input")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    is_one_line(kessel("lab", tmp_path / "none.json"), "none.json", "No such file")
    is_one_line(kessel("lab", tmp_path), str(tmp_path), "Is a directory")


@pytest.mark.parametrize("dice", ["x", "1;2", "1.5"])
def test_dice_that_are_no_numbers(dice: str) -> None:
    is_one_line(lab(POSITION, "--dice", dice), "--dice", dice)


@pytest.mark.parametrize("dice", ["0", "7"])
def test_dice_that_do_not_exist(dice: str) -> None:
    is_one_line(lab(POSITION, *ATTACK, "--do", "fight", "--dice", dice), dice, "faces 1 to 6")
