"""kessel arena and kessel study."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.run import PROGRAM, is_one_line, kessel

SMALL = ("--scenario", "learning-ternopol", "--workers", 1)


# -- arena -----------------------------------------------------------------------------------------------------------


def test_arena_as_json() -> None:
    done = kessel("arena", "breakout", "--a", "cadet", "--b", "random", "--games", 2, "--seed", 3, *SMALL, "--json")
    assert done.code == 0
    result = done.json
    assert (result["a"], result["b"], result["games"], result["seed"]) == ("cadet", "random", 2, 3)
    assert result["a_wins"] + result["b_wins"] + result["draws"] == 2
    assert result["interval"][0] < result["elo"] < result["interval"][1]
    assert (result["illegal"], result["crashes"]) == (0, 0)
    assert set(result["time"]) == {"a", "b"}


def test_arena_for_a_reader() -> None:
    done = kessel("arena", "breakout", "--a", "cadet", "--b", "random", "--games", 2, *SMALL)
    assert done.lines[0] == "breakout, learning-ternopol, 2 games, seed 1"
    assert re.search(r"^ ?cadet +\d +\d +\d +[\d.]+ ms", done.out, re.MULTILINE)
    assert re.search(r"^cadet scores [\d.]+% \([\d.]+% to [\d.]+%\)\.$", done.out, re.MULTILINE)
    assert re.search(r"^Elo difference: [+-]\d+ \([+-]\d+ to [+-]\d+\), 95%\.$", done.out, re.MULTILINE)
    assert "Illegal actions: 0. Crashes: 0." in done.out


def test_a_table_of_commanders() -> None:
    done = kessel("arena", "breakout", "cadet", "random", "--games", 2, *SMALL)
    assert done.code == 0
    assert re.search(r"^ ?cadet +\+\d+ +[+-]\d+ to \+\d+ +\d-\d-\d +\S", done.out, re.MULTILINE)
    assert re.search(r"^cadet - random: \d won, \d drawn, \d lost\.$", done.out, re.MULTILINE)


def test_faults_make_the_command_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    result = kessel("arena", "breakout", "--a", "random", "--b", "random", "--games", 1, *SMALL, "--json").json
    found = {**result, "crashes": 1, "faults": ["game 0, german: [/b] broken"]}
    monkeypatch.setattr("kessel.cli.studies.arena", lambda *_, **__: found)
    done = kessel("arena", "breakout", "--a", "random", "--b", "random")
    assert done.code == 1
    assert done.lines[-1] == "game 0, german: [/b] broken"


@pytest.mark.parametrize(
    "args", [[], ["--a", "cadet"], ["--b", "cadet"], ["random", "cadet", "--a", "cadet"], ["--all", "--b", "cadet"]]
)
def test_who_plays_must_be_clear(args: list[str]) -> None:
    is_one_line(kessel("arena", "breakout", *args), "--a", "--all")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["arena", "breakout", "--a", "cadet", "--b", "napoleon"], "napoleon"),
        (["arena", "chess", "--a", "cadet", "--b", "random"], "chess"),
        (["arena", "breakout", "--a", "cadet", "--b", "random", "-s", "moscow"], "moscow"),
        (["arena", "breakout", "cadet"], "two commanders"),
    ],
)
def test_bad_names(args: list[str], words: str) -> None:
    is_one_line(kessel(*args), words)


def test_ctrl_c_leaves_a_file_to_go_on_from(tmp_path: Path) -> None:
    """On all cores, with games under way."""
    file = tmp_path / "run.jsonl"
    # More games than anyone can wait for.
    words = ["arena", "breakout", "--a", "random", "--b", "random", "--games", "5000", "-s", "learning-ternopol"]
    command = [*PROGRAM, *words, "--workers", "2", "--resume", str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 50
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert process.poll() is None, process.stderr and process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    kept = file.read_bytes()
    assert kept.endswith(b"\n")
    told = re.fullmatch(r"kessel: stopped: (\d+) games are in (\S+); the same command goes on from there\n", err)
    assert told, err
    assert int(told[1]) == kept.count(b"\n") - 1
    done = kessel(*words[:-4], "--games", 3, *SMALL, "--resume", file, "--json")
    fresh = kessel(*words[:-4], "--games", 3, *SMALL, "--json")
    assert {**done.json, "time": None} == {**fresh.json, "time": None}


# -- study -----------------------------------------------------------------------------------------------------------

STUDY = ("study", "breakout", "-c", "random", "--games", 3, *SMALL)


def test_study_for_a_reader(tmp_path: Path) -> None:
    done = kessel(*STUDY, "--set", "scenario.victory.soviet=1", "--out", tmp_path / "new")
    assert done.code == 0
    assert done.lines[0] == "breakout, learning-ternopol, 3 games, seed 1"
    assert re.search(r"^ ?as it is +german +\d +[\d.]+% +[\d.]+% to [\d.]+%", done.out, re.MULTILINE)
    assert "The change moves the score by +0.00 (+0.00 to +0.00)." in done.out
    assert "Historical score: 5." in done.out
    for name in ("report.html", "games.csv", "games.parquet"):
        assert (tmp_path / "new" / name).stat().st_size > 0
        assert any(line.endswith(f"{name} is written.") for line in done.lines)


def test_study_as_json(tmp_path: Path) -> None:
    done = kessel(*STUDY, "--seed", 4, "--out", tmp_path, "--json")
    assert done.code == 0
    assert (done.json["games"], done.json["seed"], done.json["set"]) == (3, 4, [])
    assert sum(o["games"] for o in done.json["variants"]["as it is"]["outcomes"].values()) == 3
    assert [Path(file).name for file in done.json["files"]] == ["report.html", "games.csv", "games.parquet"]


def test_a_bad_setting_is_one_line(tmp_path: Path) -> None:
    done = kessel(*STUDY, "--set", "units.8GMach.track=1", "--out", tmp_path)
    is_one_line(done, "--set units.8GMach.track=1", "8GMech")
    assert list(tmp_path.iterdir()) == []


def test_an_address_is_printed_as_it_is(tmp_path: Path) -> None:
    is_one_line(kessel(*STUDY, "--ray", "127.0.0.1:9:8:", "--out", tmp_path), "127.0.0.1:9:8:")


@pytest.mark.parametrize("library", ["pyarrow", "jinja2", "scipy.stats"])
def test_a_missing_library_is_named_before_anything_is_played(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    is_one_line(kessel(*STUDY, "--out", tmp_path / "new"), "kessel study", "pip install 'kessel[studies]'")
    assert not (tmp_path / "new").exists()


def test_ray_is_an_extra_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    is_one_line(kessel(*STUDY, "--out", tmp_path, "--ray", "local"), "--ray", "pip install 'kessel[ray]'")


def test_help_needs_none_of_them() -> None:
    code = "import sys; from kessel.cli.app import app; print([m for m in sys.modules if m in sys.argv[1:]])"
    heavy = ["numpy", "scipy", "pyarrow", "jinja2", "ray", "pettingzoo", "gymnasium"]
    done = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
