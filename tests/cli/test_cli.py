"""The command line: text for people, JSON for programs, one line for what went wrong."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import kessel as package
from kessel.cli.maps import set_up
from kessel.engine import Match, Record
from kessel.games import GAMES
from tests.cli.run import is_one_line, kessel, program

GAME = package.load("breakout")
COMMANDS = ("list", "rules", "lab", "play", "replay", "verify", "soak", "bench", "map", "arena", "study")


# -- the command itself ----------------------------------------------------------------------------------------------


def test_without_arguments_there_is_help() -> None:
    done = program()
    for command in COMMANDS:
        assert re.search(rf"^\s+{command}\b", done.out + done.err, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    done = kessel(command, "--help")
    assert done.code == 0
    assert f"kessel {command}" in done.out


@pytest.mark.parametrize(
    "args", [["dance"], ["lab"], ["list", "--no-such-option"], ["soak", "breakout", "--games", "0"]]
)
def test_wrong_usage(args: list[str]) -> None:
    done = kessel(*args)
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err


def test_as_a_program_of_its_own() -> None:
    done = program("rules", "breakout", "7.2-c")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "7.2-c Never EZOC to EZOC"


def test_a_fault_of_the_user_is_one_line() -> None:
    done = program("rules", "chess")
    is_one_line(done, "there is no game 'chess'", "breakout")
    assert done.out == ""


def test_a_fault_is_json_too_where_json_was_asked_for() -> None:
    done = kessel("rules", "chess", "--json")
    assert "chess" in done.json["error"]
    is_one_line(done, "chess")


@pytest.mark.parametrize(
    "args",
    [["list"], ["rules", "breakout"], ["lab", "-"], ["play", "-s", "example-smotrich", "-r", "FILE"]],
    ids=lambda args: args[0],
)
def test_an_unknown_language_is_named(args: list[str], tmp_path: Path) -> None:
    args = [str(tmp_path / "game.kessel") if arg == "FILE" else arg for arg in args]
    position = json.dumps({"units": {"16Pz": "2218"}, "phase": "german-move-1"})
    more = ["--do", "select 16Pz"] if args[0] == "lab" else []
    is_one_line(kessel(*args, *more, "--language", "fr", stdin=position), "fr", "en", "es")


# -- list ------------------------------------------------------------------------------------------------------------


def test_list() -> None:
    done = kessel("list")
    assert done.code == 0
    assert done.lines[0] == "Breakout: First Panzer Army  (breakout)"
    for scenario in GAME.scenarios.values():
        assert re.search(rf"^  {scenario.id} .*{scenario.turns} turns", done.out, re.MULTILINE)
    assert "--option simple-rivers" in done.out
    assert "12.3-e" in done.out
    assert "units.yaml: " in done.out


def test_list_in_spanish() -> None:
    assert kessel("list", "-l", "es").lines[0] == "Breakout: 1.er Ejército Panzer  (breakout)"


def test_list_as_json() -> None:
    rows = kessel("list", "--json").json
    assert [r["id"] for r in rows] == list(GAMES)
    row = rows[0]
    assert set(row) == {"id", "title", "rules", "sides", "scenarios", "options", "provenance"}
    assert (row["id"], row["sides"], row["rules"]) == ("breakout", ["soviet", "german"], GAME.version)
    assert [s["id"] for s in row["scenarios"]] == list(GAME.scenarios)
    assert all(set(s) == {"id", "title", "turns", "learning"} for s in row["scenarios"])
    assert [set(o) for o in row["options"]] == [{"id", "title", "rule"}]
    assert row["provenance"] == dict(GAME.provenance)


# -- rules -----------------------------------------------------------------------------------------------------------


def test_a_clause() -> None:
    done = kessel("rules", "breakout", "7.2-c")
    assert done.lines[0] == "7.2-c Never EZOC to EZOC"
    assert GAME.rulebook().clauses["7.2-c"].text in done.out


def test_a_clause_in_spanish() -> None:
    clause = GAME.rulebook("es").clauses["7.2-c"]
    done = kessel("rules", "breakout", "7.2-c", "--language", "es")
    assert clause.title in done.out
    assert clause.text in done.out


def test_a_clause_as_json() -> None:
    (clause,) = kessel("rules", "breakout", "7.2-c", "--json").json
    assert set(clause) == {"id", "kind", "title", "text", "see"}
    assert clause["id"] == "7.2-c"


@pytest.mark.parametrize(("query", "prefix"), [("7", "7."), ("7.2", "7.2-"), ("13.8.2", "13.8.2-"), ("EX", "EX-")])
def test_a_chapter(query: str, prefix: str) -> None:
    found = [c["id"] for c in kessel("rules", "breakout", query, "--json").json]
    assert found == [c for c in GAME.rulebook().clauses if c.startswith(prefix)]
    assert len(found) > 1


def test_words() -> None:
    found = kessel("rules", "breakout", "Korpsgruppe", "--json").json
    assert found
    assert all("korpsgruppe" in f"{c['title']} {c['text']}".lower() for c in found)


def test_the_whole_book() -> None:
    assert len(kessel("rules", "breakout", "--json").json) == len(GAME.rulebook().clauses)


def test_words_that_are_nowhere() -> None:
    is_one_line(kessel("rules", "breakout", "zeppelin"), "zeppelin")
    assert kessel("rules", "breakout", "zeppelin", "--json").json == []


def test_what_is_looked_for_is_not_taken_for_markup() -> None:
    is_one_line(kessel("rules", "breakout", "[/bold]"), "[/bold]")


def test_coverage_as_json() -> None:
    report = kessel("rules", "breakout", "--coverage", "--json").json
    assert set(report) == {"game", "clauses", "covered", "missing", "tests"}
    wanted = GAME.rulebook().tested()
    assert (report["game"], report["clauses"]) == ("breakout", len(wanted))
    assert report["covered"] + len(report["missing"]) == report["clauses"]
    assert set(report["missing"]) == set(wanted) - set(report["tests"])
    assert all(re.match(r"test_\w+\.py::", test) for tests in report["tests"].values() for test in tests)


def test_coverage_of_given_tests(tmp_path: Path) -> None:
    code = "import pytest\n\n@pytest.mark.rule('7.2-c', '7.5-a')\ndef test_zones() -> None: ...\n"
    (tmp_path / "test_some.py").write_text(code, encoding="utf-8")
    report = kessel("rules", "breakout", "--coverage", "--json", "--tests", tmp_path).json
    assert report["tests"] == {c: ["test_some.py::test_zones"] for c in ("7.2-c", "7.5-a")}
    assert report["covered"] == 2


def test_coverage_as_a_table() -> None:
    done = kessel("rules", "breakout", "--coverage")
    assert "7.2-c" in done.out
    assert re.search(r"^\d+ of \d+ clauses have a test\.$", done.out, re.MULTILINE)


def test_coverage_of_tests_that_are_not_there(tmp_path: Path) -> None:
    is_one_line(kessel("rules", "breakout", "--coverage", "--tests", tmp_path / "none"), "none", "--tests")


# -- replay and verify -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game on disk."""
    rng = random.Random(6)
    match = Match.start(GAME, "learning-ternopol", seed="cli", words={"german": "w"})
    while match.state.outcome is None:
        match.play(rng.choice(match.state.actions()))
    path = tmp_path_factory.mktemp("cli") / "game.kessel"
    match.save(path)
    return path


def damaged(record: Path, tmp_path: Path, line: int, **fields: object) -> Path:
    """The record with fields of a line changed."""
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **fields})
    path = tmp_path / "damaged.kessel"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_replay(record: Path) -> None:
    done = kessel("replay", record)
    assert (done.code, done.err) == (0, "")
    entries = Record.load(record).entries
    assert done.lines[-1] == f"{len(entries)} entries replayed; the position is {entries[-1].hash}."
    assert any("The game is over." in line for line in done.lines)
    numbers = [int(line.split()[0]) for line in done.lines[:-1]]
    assert numbers == sorted(numbers)


def test_replay_as_json(record: Path) -> None:
    report = kessel("replay", record, "--json").json
    entries = Record.load(record).entries
    assert set(report) == {"entries", "digest", "position"}
    assert (report["entries"], report["digest"]) == (len(entries), entries[-1].hash)
    assert GAME.position(report["position"]).digest() == report["digest"]


@pytest.mark.parametrize("at", [1, 7, 40])
def test_replay_up_to_an_entry(record: Path, at: int) -> None:
    report = kessel("replay", record, "--at", at, "--json").json
    assert (report["entries"], report["digest"]) == (at, Record.load(record).entries[at - 1].hash)
    assert GAME.position(report["position"]).digest() == report["digest"]


def test_replay_for_one_side(record: Path) -> None:
    soviet = kessel("replay", record, "--side", "soviet").lines
    german = kessel("replay", record, "--side", "german").lines
    everything = kessel("replay", record).lines
    assert soviet != german
    assert len(soviet) < len(everything)
    assert any("hidden unit" in line for line in [*soviet, *german])


def test_replay_for_a_side_that_does_not_exist(record: Path) -> None:
    is_one_line(kessel("replay", record, "--side", "martian"), "martian", "soviet", "german")


def test_replay_in_spanish(record: Path) -> None:
    assert any("Turno 2" in line for line in kessel("replay", record, "-l", "es").lines)


def test_verify(record: Path) -> None:
    entries = Record.load(record).entries
    rolls = sum(e.side == "chance" for e in entries)
    done = kessel("verify", record)
    assert done.code == 0
    assert done.out == f"Fair: {rolls} rolls in {len(entries)} entries follow from the committed seed.\n"
    assert kessel("verify", record, "--json").json == {"ok": True, "entries": len(entries), "rolls": rolls}


def test_an_altered_die_is_found(record: Path, tmp_path: Path) -> None:
    entry = next(e for e in Record.load(record).entries if e.side == "chance")
    altered = f"{entry.action[:-1]}{int(entry.action[-1]) % 6 + 1}"
    path = damaged(record, tmp_path, entry.n, action=altered)
    for command in ("replay", "verify"):
        is_one_line(kessel(command, path), f"entry {entry.n}", altered)
        assert f"entry {entry.n}" in kessel(command, path, "--json").json["error"]


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_damaged_record(command: str, record: Path, tmp_path: Path) -> None:
    is_one_line(kessel(command, damaged(record, tmp_path, 3, n=9)), "damaged.kessel", "line 4", "entry 9")
    is_one_line(kessel(command, damaged(record, tmp_path, 0, game="chess")), "chess")
    is_one_line(kessel(command, damaged(record, tmp_path, 0, kessel=7)), "damaged.kessel", "line 1", "format 7")
    is_one_line(kessel(command, damaged(record, tmp_path, 0, scenario="moscow")), "moscow")
    is_one_line(kessel(command, tmp_path / "none.kessel"), "none.kessel", "No such file")
    (tmp_path / "picture.kessel").write_bytes(b"\x89PNG\xff")
    is_one_line(kessel(command, tmp_path / "picture.kessel"), "picture.kessel", "not a text file")


def test_a_game_under_way_cannot_be_verified(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "open.kessel"
    path.write_text("\n".join(record.read_text(encoding="utf-8").splitlines()[:-1]), encoding="utf-8")
    assert kessel("replay", path).code == 0
    is_one_line(kessel("verify", path), "the seed has not been shown")


# -- soak ------------------------------------------------------------------------------------------------------------


def test_soak_as_json() -> None:
    done = kessel("soak", "breakout", "--games", 2, "--scenario", "learning-ternopol", "--json")
    report = done.json
    assert done.code == 0
    assert set(report) == {"game", "scenario", "games", "decisions", "violations"}
    assert (report["game"], report["scenario"], report["games"]) == ("breakout", "learning-ternopol", 2)
    assert report["decisions"] > 100
    assert report["violations"] == []


def test_soak_for_a_reader() -> None:
    done = kessel("soak", "breakout", "--games", 1, "-s", "example-smotrich", "--seed", 5, "--stride", 50)
    assert re.fullmatch(r"1 games, \d+ decisions\.\nNo violation\.\n", done.out)


def test_soak_reports_violations(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"game": "breakout", "scenario": "campaign", "games": 1, "decisions": 3, "violations": ["a [/b] leak"]}
    monkeypatch.setattr("kessel.cli.app.soak_games", lambda *_, **__: found)
    done = kessel("soak", "breakout")
    assert done.code == 1
    assert done.lines == ["1 games, 3 decisions.", "a [/b] leak", "1 violations."]
    done = kessel("soak", "breakout", "--json")
    assert (done.code, done.json) == (1, found)


def test_soak_of_what_does_not_exist() -> None:
    is_one_line(kessel("soak", "chess"), "chess")
    is_one_line(kessel("soak", "breakout", "-s", "moscow"), "moscow", "campaign")


# -- maps ------------------------------------------------------------------------------------------------------------

SCENARIOS = [(game, scenario) for game in GAMES for scenario in package.load(game).scenarios]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_is_drawn_with_both_armies_in_place(game: str, scenario: str, tmp_path: Path) -> None:
    sheet = tmp_path / "map.svg"
    done = kessel("map", game, "--svg", str(sheet), "--counters", scenario)
    assert done.code == 0
    drawn = sheet.read_text(encoding="utf-8").count('class="counter ')
    known = package.load(game)
    placed = known.counters(set_up(known, scenario))
    assert drawn == len([piece for piece in placed if "marker" not in piece])
    assert {piece["side"] for piece in placed if "side" in piece} == set(known.sides)
