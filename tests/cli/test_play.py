"""kessel play: typed actions, wrong ones, taking back, leaving and going on."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import kessel as package
from kessel.cli.output import console
from kessel.cli.play import run
from kessel.engine import Record
from kessel.engine.record import verify
from tests.cli.run import PROGRAM, Result, is_one_line, kessel, program

GAME = package.load("breakout")
BOTH = ("--side", "german=random", "--side", "soviet=random")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.kessel"


def play(file: Path, *typed: str, scenario: str = "example-smotrich", more: tuple[str, ...] = ()) -> Result:
    """A session at the terminal: what is typed, line by line."""
    start = () if file.exists() else ("-s", scenario, "--seed", "terminal")
    done = kessel("play", *start, "--record", file, *more, stdin="".join(f"{line}\n" for line in typed))
    assert (done.code, done.err) == (0, "")
    return done


def played(file: Path) -> list[str]:
    """What people have played so far."""
    return [e.action for e in Record.load(file).entries if e.side != "chance"]


# -- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["learning-ternopol", "example-smotrich"])
def test_two_random_players_play_to_the_end(scenario: str, file: Path) -> None:
    done = play(file, scenario=scenario, more=BOTH)
    record = Record.load(file)
    assert record.header.scenario == scenario
    assert record.seed == "terminal"
    assert verify(GAME, record)["entries"] == len(record.entries)
    assert kessel("verify", file).code == 0
    assert list(file.parent.iterdir()) == [file]  # the secret has been shown: no file keeps it any more
    assert re.match(r"(German|Soviet|draw): ", done.lines[-1])


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    for name in ("one", "two"):
        play(tmp_path / name, more=BOTH)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_fresh_seed_is_drawn_and_kept_until_the_end(file: Path) -> None:
    kessel("play", "-s", "learning-ternopol", "-r", file, stdin="quit\n")
    first = Record.load(file).header.commitment
    kessel("play", "-s", "learning-ternopol", "-r", file.with_name("other"), stdin="quit\n")
    assert Record.load(file.with_name("other")).header.commitment != first
    assert "seed" not in file.read_text(encoding="utf-8")


def test_options(file: Path) -> None:
    play(file, "quit", more=("--option", "simple-rivers"))
    assert Record.load(file).header.options == {"simple-rivers": True}


def test_a_finished_game_shows_how_it_ended(file: Path) -> None:
    ended = play(file, more=BOTH)
    before = file.read_bytes()
    assert play(file).lines[-1] == ended.lines[-1]
    assert file.read_bytes() == before


def test_a_person_against_a_random_player(file: Path) -> None:
    done = play(file, "end", "order move", "end", "end", "end", more=("--side", "soviet=random"))
    assert played(file)[:5] == ["end", "order move", "end", "end", "end"]
    assert not any(re.match(r"(> )?Soviet: Choose", line) for line in done.lines)  # he is not asked


# -- typing ----------------------------------------------------------------------------------------------------------


def test_typed_actions(file: Path) -> None:
    done = play(file, "deploy Ch 2422", "deploy Go 2620", "order combat", "probe 19Pz 2118", "quit")
    assert played(file) == ["deploy Ch 2422", "deploy Go 2620", "order combat", "probe 19Pz 2118"]
    assert "Breakout: First Panzer Army" in done.lines[0]
    assert any(line.startswith("The dice are committed: ") for line in done.lines)
    assert "19th Panzer" in done.out


def test_spaces_do_not_matter(file: Path) -> None:
    play(file, "  deploy   Ch 2422 ", "", "   ", "quit")
    assert played(file) == ["deploy Ch 2422"]


def test_the_end_of_the_input_keeps_the_game(file: Path) -> None:
    play(file, "deploy Ch 2422")
    assert played(file) == ["deploy Ch 2422"]


WRONG = ["dance", "deploy", "deploy Ch 9999", "roll 3", "{side}", "ñ", "__init__", "deploy Ch 2422 2422"]


@pytest.mark.parametrize("typed", WRONG)
def test_a_wrong_action_is_explained_and_asked_for_again(typed: str, file: Path) -> None:
    done = play(file, typed, "deploy Ch 2422", "quit")
    assert played(file) == ["deploy Ch 2422"]
    assert re.search(r"> .*  (\d+\.\d\S*-\w)$", done.out, re.MULTILINE)  # a sentence and its rule


@pytest.mark.parametrize("typed", ["[/x]", "[bold]", "deploy Ch [/]", "show [/x]", "rule [/x]", "odds [/x]", "? [/x]"])
def test_brackets_are_not_taken_for_markup(typed: str, file: Path) -> None:
    play(file, typed, "deploy Ch 2422", "quit")
    assert played(file) == ["deploy Ch 2422"]


def test_a_wrong_action_is_repeated_as_it_was_typed(file: Path) -> None:
    assert "“[bold] x”" in play(file, "[bold] x", "quit").out


def test_brackets_in_the_name_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game[red].kessel"
    assert "game[red].kessel" in play(file, "quit").out


# -- words that are not actions --------------------------------------------------------------------------------------


def test_help(file: Path) -> None:
    done = play(file, "help", "quit")
    for word in ("undo", "redo", "quit", "odds", "show", "rule", "log"):
        assert word in done.out


def test_what_may_be_done(file: Path) -> None:
    done = play(file, "?", "? deploy", "quit")
    assert sum(line.lstrip("> ").startswith("deploy Ch: ") for line in done.lines) == 2
    assert sum(line.strip() == "end" for line in done.lines) == 1


def test_a_clause(file: Path) -> None:
    done = play(file, "rule 7.2-c", "rule 99", "quit")
    assert GAME.rulebook().clauses["7.2-c"].text in done.out
    assert "no clause '99'" in done.out


def test_what_lies_in_a_hex(file: Path) -> None:
    done = play(file, "show 2119", "show 2218", "show 9999", "quit")
    assert "9th Mechanized" in done.out
    assert "9999: -" in done.out


def test_the_odds(file: Path) -> None:
    done = play(file, "odds", "end", "order combat", "attack 2119", "add 16Pz", "odds", "odds 2119 16Pz 509", "quit")
    assert "There is no combat under way." in done.out
    assert len(re.findall(r"^(?:> )?  \d+:\d+ = \d+:\d+  13\.8-a$", done.out, re.MULTILINE)) == 2


def test_the_diary(file: Path) -> None:
    done = play(file, "deploy Ch 2422", "log", "quit")
    assert done.out.count("is deployed in 2422") == 2


def test_spanish(file: Path) -> None:
    done = play(file, "dance", "quit", more=("--language", "es"))
    assert "1.er Ejército Panzer" in done.lines[0]
    assert "«dance» no es posible ahora." in done.out


def test_the_fog_of_war_holds_at_the_terminal(tmp_path: Path) -> None:
    """A person who plays the German reads what the German may know of the Soviet moves, not what the Soviets know."""
    hidden = 0
    for seed in range(6):
        file = tmp_path / f"{seed}.kessel"
        args = ("-s", "learning-ternopol", "--seed", seed, "--side", "soviet=random", "-r", file)
        done = kessel("play", *args, stdin="auto\n")
        moves = [line.lstrip("> ") for line in done.lines if "Move to " in line]
        german, soviet = (kessel("replay", file, "--side", side).out for side in ("german", "soviet"))
        assert all(line in german for line in moves)
        hidden += sum(line not in soviet for line in moves)
    assert hidden


# -- taking back -----------------------------------------------------------------------------------------------------


def test_undo_and_redo(file: Path) -> None:
    play(file, "deploy Ch 2422", "undo", "deploy Ch 2421", "quit")
    assert played(file) == ["deploy Ch 2421"]
    play(file, "deploy Go 2620", "undo", "redo", "order combat", "quit")
    assert played(file) == ["deploy Ch 2421", "deploy Go 2620", "order combat"]


def test_nothing_to_take_back_or_to_play_again(file: Path) -> None:
    done = play(file, "undo", "redo", "end", "quit")
    assert "There is nothing to take back" in done.out
    assert "There is nothing to play again" in done.out
    assert played(file) == ["end"]


def test_after_an_undo_the_question_is_asked_again(file: Path) -> None:
    done = play(file, "deploy Ch 2422", "deploy Go 2620", "undo", "quit")
    questions = [line for line in done.lines if re.search(r"German: (Deploy|Announce)", line)]
    assert [re.sub(r".*German: (\w+).*", r"\1", line) for line in questions] == [
        "Deploy",
        "Deploy",
        "Announce",
        "Deploy",
    ]


def on_disk(file: Path, monkeypatch: pytest.MonkeyPatch, *typed: str) -> Iterator[list[str]]:
    """What the record holds each time the player is asked, before the next line is typed."""
    found: list[list[str]] = []
    lines = iter(typed)

    def answer(_prompt: str) -> str:
        found.append(played(file) if file.exists() else [])
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(console, "input", answer)
    run(GAME, "example-smotrich", players={}, seed="x", options={}, record=file, language="en")
    yield from found


def test_every_action_is_on_disk_before_the_next_is_asked_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = on_disk(file, monkeypatch, "deploy Ch 2422", "deploy Go 2620", "undo", "redo", "order move")
    one, two = ["deploy Ch 2422"], ["deploy Ch 2422", "deploy Go 2620"]
    assert list(steps) == [[], one, two, one, two, [*two, "order move"]]


def test_a_session_that_is_killed_loses_nothing(file: Path) -> None:
    command = (*PROGRAM, "play", "-s", "example-smotrich", "-r", str(file))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as session:
        assert session.stdin
        assert session.stdout
        session.stdin.write("deploy Ch 2422\norder\n")
        session.stdin.flush()
        while "not possible" not in (line := session.stdout.readline()):
            assert line, "the session has ended"
        session.kill()
    assert played(file) == ["deploy Ch 2422"]
    play(file, "deploy Go 2620", "quit")
    assert played(file) == ["deploy Ch 2422", "deploy Go 2620"]


# -- going on --------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_with_the_dice_it_would_have_had(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    opening = ["end", "order combat", "attack 2119", "add 16Pz", "add 509", "commit", "fight"]
    play(whole, *opening, "quit")
    for action in opening:
        play(broken, action, "quit")
    assert any(e.side == "chance" for e in Record.load(whole).entries)
    assert Record.load(broken) == Record.load(whole)


def test_going_on_tells_what_has_happened(file: Path) -> None:
    play(file, "deploy Ch 2422", "quit")
    assert "is deployed in 2422" in play(file, "quit").out


def test_without_its_seed_a_game_cannot_go_on(file: Path) -> None:
    play(file, "end", "quit")
    secret = file.with_name("game.kessel.seed")
    kept = secret.read_text(encoding="utf-8")
    secret.write_text("another\n", encoding="utf-8")
    is_one_line(kessel("play", "-r", file), "seed does not match the commitment")
    secret.unlink()
    is_one_line(kessel("play", "-r", file), "game.kessel.seed", "gone")
    secret.write_text(kept, encoding="utf-8")
    assert kessel("play", "-r", file).code == 0


def test_a_damaged_record_does_not_go_on(file: Path) -> None:
    play(file, "end", "quit")
    before = file.read_text(encoding="utf-8").replace('"action":"end"', '"action":"deploy Ch 2422"')
    file.write_text(before, encoding="utf-8")
    is_one_line(kessel("play", "-r", file, stdin="order move\n"), "entry 1")
    assert file.read_text(encoding="utf-8") == before


def test_a_second_game_does_not_wipe_out_the_first(tmp_path: Path) -> None:
    """Without --record both are kept in breakout.kessel: the game under way there must not be lost."""
    program("play", "-s", "example-smotrich", "--seed", "one", stdin=b"deploy Ch 2422\nquit\n", cwd=tmp_path)
    program("play", "-s", "example-smotrich", "--seed", "two", stdin=b"quit\n", cwd=tmp_path)
    kept = [path for path in tmp_path.glob("*.kessel") if played(path) == ["deploy Ch 2422"]]
    assert len(kept) == 1
    assert kept[0].with_name(kept[0].name + ".seed").read_text(encoding="utf-8") == "one\n"


def test_going_on_with_another_scenario_is_an_error(file: Path) -> None:
    play(file, "end", "quit")
    is_one_line(kessel("play", "-r", file, "-s", "campaign"), "campaign", "example-smotrich")


# -- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("chess",), ("chess", "breakout")),
        (("-s", "moscow"), ("moscow", "campaign")),
        (("--option", "easy"), ("easy", "simple-rivers")),
        (("--side", "german"), ("--side german", "german=random")),
        (("--side", "martian=random"), ("martian", "soviet")),
        (("--side", "german=genius"), ("german=genius", "random")),
    ],
)
def test_wrong_options(args: tuple[str, ...], words: tuple[str, ...], file: Path) -> None:
    is_one_line(kessel("play", *args, "-r", file), *words)
    assert list(file.parent.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    is_one_line(kessel("play", "-r", tmp_path / "none" / "game.kessel", stdin="quit\n"), "none", "No such file")


def test_a_seed_that_is_not_text(tmp_path: Path) -> None:
    done = subprocess.run(
        [part.encode() for part in (*PROGRAM, "play", "-r", str(tmp_path / "g"), "--seed")] + [b"\xff"],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2


def test_control_c_leaves_the_game_on_disk(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["deploy Ch 2422"])

    def answer(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(console, "input", answer)
    done = kessel("play", "-s", "example-smotrich", "-r", file)
    assert done.code == 130
    assert "Traceback" not in done.err
    assert played(file) == ["deploy Ch 2422"]
