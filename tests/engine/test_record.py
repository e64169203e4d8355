"""Records: what is written is read again, and every kind of damage is named with its place."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kessel.engine import FairDice, Header, KesselError, Match, Record, RecordError
from kessel.engine import data as data_module
from kessel.engine.record import Entry, replay, verify
from tests.engine.toy import GAME, Bids

Lines = list[str]


def finished(seed: int = 4) -> Match:
    """A whole match of the toy with dice and a second roll."""
    rng = random.Random(seed)
    match = Match.start(GAME, "three", seed=f"record-{seed}", words={"red": "fox", "blue": "owl"})
    while match.state.outcome is None:
        side = match.state.sides[0]
        match.play(rng.choice(match.state.actions(side)), side)
    return match


MATCH = finished()
LINES = list(MATCH.record.lines())
ROLL = next(i for i, e in enumerate(MATCH.entries) if e.side == "chance")
"""The first entry that is a roll; the line in the file is one further on."""


def edited(line: int, **fields: Any) -> Lines:
    """The record with fields of a line (the header is 0) replaced; None takes a field away."""
    row = {**json.loads(LINES[line]), **fields}
    text = json.dumps({k: v for k, v in row.items() if v is not None})
    return [*LINES[:line], text, *LINES[line + 1 :]]


def replayed(lines: Lines, game: Bids = GAME) -> None:
    for _ in replay(game, Record.parse(lines)):
        pass


def verified(lines: Lines) -> None:
    verify(GAME, Record.parse(lines))


# -- whole records ---------------------------------------------------------------------------------------------------


def test_the_sample_holds_everything_that_can_be_damaged() -> None:
    assert MATCH.record.seed == "record-4"
    assert sum(e.side == "chance" for e in MATCH.entries) >= 2
    assert len(LINES) == len(MATCH.entries) + 2
    verified(LINES)


def test_a_record_is_one_json_value_a_line() -> None:
    rows = [json.loads(line) for line in LINES]
    assert rows[0]["kessel"] == 1
    assert (rows[0]["game"], rows[0]["rules"], rows[0]["scenario"]) == ("bids", "3", "three")
    assert rows[0]["options"] == {"hard": False}
    assert rows[0]["words"] == {"red": "fox", "blue": "owl"}
    assert [row["n"] for row in rows[1:-1]] == list(range(1, len(LINES) - 1))
    assert rows[-1] == {"seed": "record-4"}


def test_a_record_goes_to_disk_and_back(tmp_path: Path) -> None:
    path = tmp_path / "game.kessel"
    MATCH.save(path)
    assert Record.load(path) == MATCH.record
    assert path.read_text(encoding="utf-8").splitlines() == LINES
    assert list(tmp_path.iterdir()) == [path]


def test_the_seed_is_not_shown_before_the_end(tmp_path: Path) -> None:
    match = Match.start(GAME, seed="secret-of-the-dice")
    match.play("bid red 1")
    match.save(tmp_path / "game.kessel")
    assert "secret-of-the-dice" not in (tmp_path / "game.kessel").read_text(encoding="utf-8")
    assert Record.load(tmp_path / "game.kessel").seed == ""


def test_blank_lines_and_line_ends_of_other_systems_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "game.kessel"
    path.write_bytes("\r\n".join([*LINES, "", ""]).encode())
    assert Record.load(path) == MATCH.record


WORDS = st.text(st.characters(codec="utf-8"), max_size=12)
NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@given(
    st.builds(
        Header,
        game=WORDS,
        rules=WORDS,
        scenario=WORDS,
        options=st.dictionaries(WORDS, st.booleans(), max_size=2),
        commitment=WORDS,
        words=st.dictionaries(WORDS, WORDS, max_size=2),
    ),
    st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=5),
    WORDS,
)
def test_any_record_goes_to_text_and_back(header: Header, rows: list[tuple[str, str, str]], seed: str) -> None:
    record = Record(header, [Entry(n, *row) for n, row in enumerate(rows, 1)], seed)
    assert Record.parse(list(record.lines())) == record


@pytest.mark.parametrize("word", ["seed", '"seed"', "a seed", "seed 1"])
def test_an_action_may_speak_of_the_seed(word: str) -> None:
    record = Record(Header(game="g", rules="1", scenario="s"), [Entry(1, "red", word, "00")], "x")
    assert Record.parse(list(record.lines())) == record


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_a_word_may_hold_what_python_takes_for_a_line_end(mark: str, tmp_path: Path) -> None:
    match = Match.start(GAME, seed="x", words={"red": f"fox{mark}owl"})
    match.save(tmp_path / "game.kessel")
    assert Record.load(tmp_path / "game.kessel") == match.record


# -- damage that reading finds ---------------------------------------------------------------------------------------

ENTRY = json.loads(LINES[2])

UNREADABLE = {
    "an empty file": ([], "empty"),
    "only blank lines": (["", "  "], "empty"),
    "a header cut short": ([LINES[0][:-5], *LINES[1:]], "line 1: the header is not JSON"),
    "an entry cut short": ([*LINES[:3], LINES[3][:-7]], "line 4: an entry is not JSON"),
    "a seed cut short": ([*LINES[:-1], LINES[-1][:-3]], "line {last}: the seed is not JSON"),
    "two lines run together": ([*LINES[:2], LINES[2] + LINES[3], *LINES[4:]], "line 3: an entry is not JSON"),
    "a line of prose": ([*LINES[:2], "the Germans attack", *LINES[2:]], "line 3: an entry is not JSON"),
    "no header": (LINES[1:], "line 1: the header is damaged"),
    "a header without its game": (edited(0, game=None), "line 1: the header is damaged"),
    "a header of another type": ([json.dumps([1]), *LINES[1:]], "line 1: the header is damaged"),
    "a header with a number for a name": (edited(0, scenario=7), "line 1: the header is damaged"),
    "a header with options of another type": (edited(0, options={"hard": "yes"}), "line 1: the header is damaged"),
    "a header with words of another type": (edited(0, words=["fox"]), "line 1: the header is damaged"),
    "a header with an unknown field": (edited(0, author="me"), "line 1: the header is damaged"),
    "a format of the future": (edited(0, kessel=2), "line 1: format 2 is not known"),
    "a format that is no number": (edited(0, kessel="1"), "line 1: the header is damaged"),
    "an entry without its hash": (edited(2, hash=None), "line 3: an entry is damaged"),
    "an entry with a text for its number": (edited(2, n="2"), "line 3: an entry is damaged"),
    "an entry with a number for its action": (edited(2, action=5), "line 3: an entry is damaged"),
    "an entry with an unknown field": (edited(2, time="noon"), "line 3: an entry is damaged"),
    "an entry that is a list": ([*LINES[:2], "[2, 3]", *LINES[3:]], "line 3: an entry is damaged"),
    "an entry that is nothing": ([*LINES[:2], "null", *LINES[3:]], "line 3: an entry is damaged"),
    "an entry with a wrong number": (edited(2, n=7), "line 3: entry 7 where entry 2 is due"),
    "an entry that is missing": ([*LINES[:2], *LINES[3:]], "line 3: entry 3 where entry 2 is due"),
    "an entry that comes twice": ([*LINES[:3], LINES[2], *LINES[3:]], "line 4: entry 2 where entry 3 is due"),
    "a second header": ([LINES[0], *LINES], "line 2: an entry is damaged"),
    "a seed of another type": ([*LINES[:-1], '{"seed": 5}'], "line {last}: the seed is damaged"),
    "a seed with an unknown field": ([*LINES[:-1], '{"seed": "x", "n": 5}'], "line {last}: the seed is damaged"),
    "an empty seed": ([*LINES[:-1], '{"seed": ""}'], "line {last}: the seed is damaged"),
    "an entry after the seed": ([*LINES, LINES[1]], "line {after}: nothing may follow the seed"),
    "a second seed": ([*LINES, LINES[-1]], "line {after}: nothing may follow the seed"),
    "an entry after an empty seed": ([*LINES[:-1], '{"seed": ""}', LINES[1]], "line {last}: the seed is damaged"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_damage_is_named_with_its_line(kind: str) -> None:
    lines, words = UNREADABLE[kind]
    with pytest.raises(RecordError) as error:
        Record.parse(lines)
    assert words.format(last=len(LINES), after=len(LINES) + 1) in str(error.value)


def test_the_line_is_that_of_the_file_even_after_blank_lines() -> None:
    with pytest.raises(RecordError, match=r"^line 3:"):
        Record.parse(["", "", LINES[0][:-5], *LINES[1:]])
    with pytest.raises(RecordError, match=r"^line 5:"):
        Record.parse(["", "", *LINES[:2], "nonsense"])


def test_a_file_error_names_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.kessel"
    path.write_text("\n".join([*LINES[:3], "{"]), encoding="utf-8")
    with pytest.raises(RecordError) as error:
        Record.load(path)
    assert str(error.value).startswith(f"{path}: line 4: ")


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\x00\xff\xfe", b"\xff\xfeK\x00", bytes(range(128, 256))])
def test_a_binary_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "picture.kessel"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="not a text file"):
        Record.load(path)


def test_a_file_of_zeros(tmp_path: Path) -> None:
    path = tmp_path / "zeros.kessel"
    path.write_bytes(bytes(4096))
    with pytest.raises(RecordError, match="line 1: the header is not JSON"):
        Record.load(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.kessel: No such file"):
        Record.load(tmp_path / "none.kessel")
    with pytest.raises(RecordError, match="Is a directory"):
        Record.load(tmp_path)


@given(st.integers(0, len(LINES) - 1), st.integers(0, 400), st.characters(codec="utf-8"))
def test_whatever_happens_to_a_character_there_is_an_error_or_a_record(line: int, place: int, other: str) -> None:
    text = LINES[line]
    place %= len(text)
    try:
        Record.parse([*LINES[:line], text[:place] + other + text[place + 1 :], *LINES[line + 1 :]])
    except RecordError as error:
        assert str(error).startswith("line ")


@given(st.binary(max_size=60))
def test_arbitrary_bytes_are_an_error_with_a_place(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.kessel"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"bytes\.kessel: "):
        Record.load(path)


@pytest.mark.parametrize("line", [0, 2], ids=["header", "entry"])
def test_a_bottomless_line_is_an_error(line: int) -> None:
    deep = LINES[line][:-1] + ',"x":' + "[" * 100_000 + "]" * 100_000 + "}"
    with pytest.raises(RecordError, match=f"^line {line + 1}: "):
        Record.parse([*LINES[:line], deep, *LINES[line + 1 :]])


# -- damage that playing finds ---------------------------------------------------------------------------------------

OTHER_BID = "bid red 0" if MATCH.entries[0].action != "bid red 0" else "bid red 1"
OTHER_FACE = f"roll {int(MATCH.entries[ROLL].action[-1]) % 6 + 1}"

UNPLAYABLE = {
    "a changed action": (edited(1, action=OTHER_BID), "entry 1 ("),
    "an action that the rules forbid": (edited(1, action="bid red 9"), "entry 1 (red: bid red 9): refused: "),
    "an action that makes no sense": (edited(1, action=""), "entry 1 (red: ): refused: "),
    "the other side's action": (edited(1, side="blue"), "entry 1 (blue: "),
    "a side that does not exist": (edited(1, side="green"), "entry 1 (green: "),
    "an action where dice must fall": (edited(ROLL + 1, side="red", action="keep"), f"entry {ROLL + 1} (red: keep)"),
    "dice where a side must decide": (edited(1, side="chance", action="roll 1"), "entry 1 (chance: roll 1)"),
    "a die that does not exist": (edited(ROLL + 1, action="roll 7"), f"entry {ROLL + 1} (chance: roll 7): refused: "),
    "two dice for one": (edited(ROLL + 1, action="roll 1 1"), f"entry {ROLL + 1} (chance: roll 1 1): refused: "),
    "a changed die": (edited(ROLL + 1, action=OTHER_FACE), f"entry {ROLL + 1} (chance: {OTHER_FACE}): the position"),
    "a changed hash": (edited(2, hash="0" * 24), "entry 2 ("),
    "an empty hash": (edited(2, hash=""), "entry 2 ("),
    "an action after the end": (
        [*LINES[:-1], json.dumps({**ENTRY, "n": len(LINES) - 1})],
        f"entry {len(LINES) - 1} (",
    ),
    "another game": (edited(0, game="chess"), "this is a record of 'chess', not of 'bids'"),
    "another scenario": (edited(0, scenario="one"), "entry "),
    "an unknown scenario": (edited(0, scenario="fifty"), "header"),
    "an unknown option": (edited(0, options={"soft": True}), "header"),
}


@pytest.mark.parametrize("kind", UNPLAYABLE)
def test_damage_is_named_with_its_entry(kind: str) -> None:
    lines, words = UNPLAYABLE[kind]
    with pytest.raises(RecordError) as error:
        replayed(lines)
    assert words in str(error.value)


def test_another_option_gives_other_positions() -> None:
    with pytest.raises(RecordError, match=r"entry 1 .*the position differs"):
        replayed(edited(0, options={"hard": True}))


class Later(Bids):
    """The same game under later rules."""

    version = "4"


@pytest.mark.parametrize(
    "lines",
    [edited(2, hash="0" * 24), edited(1, action="bid red 9"), edited(1, side="chance", action="roll 1")],
    ids=["position", "refusal", "dice"],
)
def test_a_record_of_old_rules_says_so_where_it_fails(lines: Lines) -> None:
    with pytest.raises(RecordError, match="recorded under rules 3, this program plays 4"):
        replayed(lines, Later())
    with pytest.raises(RecordError) as error:
        replayed(lines)
    assert "under rules" not in str(error.value)


def test_a_record_of_old_rules_that_still_replays_is_fine() -> None:
    replayed(LINES, Later())


# -- dice ------------------------------------------------------------------------------------------------------------


def hashed_again(lines: Lines) -> Lines:
    """A forger's record: every digest is computed again from the actions."""
    rows = [json.loads(line) for line in lines]
    state = GAME.start(rows[0]["scenario"], options=rows[0]["options"])
    for row in rows[1:]:
        if "action" in row:
            state.play(row["action"], None if row["side"] == "chance" else row["side"])
            row["hash"] = state.digest()
    return [json.dumps(row) for row in rows]


def test_a_forged_die_is_found_even_if_every_digest_fits() -> None:
    lines = hashed_again(edited(ROLL + 1, action=OTHER_FACE))
    replayed(lines[: ROLL + 2])
    with pytest.raises(RecordError, match=f"entry {ROLL + 1}: the dice read '{OTHER_FACE}', the seed gives"):
        verified(lines)


def test_a_die_that_is_spelled_otherwise_is_not_the_die() -> None:
    face = MATCH.entries[ROLL].action[-1]
    with pytest.raises(RecordError, match=f"entry {ROLL + 1}"):
        verified(edited(ROLL + 1, action=f"roll 0{face}"))


def test_a_changed_word_of_a_side_is_found() -> None:
    with pytest.raises(RecordError, match=r"entry \d+: the dice read"):
        verified(edited(0, words={"red": "fox", "blue": "hare"}))


def test_without_the_seed_nothing_can_be_checked() -> None:
    with pytest.raises(RecordError, match="the seed has not been shown"):
        verified(LINES[:-1])


def test_another_seed_does_not_match_the_commitment() -> None:
    for lines in ([*LINES[:-1], '{"seed": "record-5"}'], edited(0, commitment="0" * 64), edited(0, commitment="")):
        with pytest.raises(RecordError, match="does not match the commitment"):
            verified(lines)


def test_another_seed_with_its_own_commitment_gives_other_dice() -> None:
    forged = FairDice("record-5").commitment
    with pytest.raises(RecordError, match=r"entry \d+: the dice read"):
        verified([*edited(0, commitment=forged)[:-1], '{"seed": "record-5"}'])


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_record_whose_last_entries_were_cut_out_does_not_verify(cut: int) -> None:
    """The seed says that the game is over: a loser must not be able to leave out how it ended."""
    with pytest.raises(RecordError):
        verified([*LINES[: -1 - cut], LINES[-1]])


# -- saving ----------------------------------------------------------------------------------------------------------


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may grow beyond this size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [0, 100], ids=["at once", "half way"])
def test_a_failing_write_leaves_the_old_file(size: int, tmp_path: Path) -> None:
    path = tmp_path / "game.kessel"
    MATCH.save(path)
    before = path.read_bytes()
    with full_disk(size), pytest.raises(KesselError, match=r"game\.kessel: File too large"):
        Match.start(GAME, seed="other").save(path)
    assert path.read_bytes() == before
    assert Record.load(path) == MATCH.record


def test_a_failing_write_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "game.kessel"
    MATCH.save(path)
    with full_disk(100), pytest.raises(KesselError):
        Match.start(GAME, seed="other").save(path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_not_replaced_by_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.kessel"
    path.mkdir()
    with pytest.raises(KesselError, match=r"game\.kessel: Is a directory"):
        MATCH.save(path)


def test_what_a_crash_left_behind_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "game.kessel"
    (tmp_path / "game.kessel.part").write_text("half a line", encoding="utf-8")
    MATCH.save(path)
    assert Record.load(path) == MATCH.record


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KesselError, match=r"none/game\.kessel: No such file"):
        MATCH.save(tmp_path / "none" / "game.kessel")


def test_a_process_killed_while_it_saves_leaves_a_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "game.kessel"
    MATCH.save(path)
    program = (
        "import sys\nfrom pathlib import Path\nfrom tests.engine.test_record import MATCH\n"
        "while True: MATCH.save(Path(sys.argv[1])); print(flush=True)"
    )
    root = Path(data_module.__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, cwd=root) as saver:
        assert saver.stdout
        for _ in range(50):
            assert saver.stdout.readline() == b"\n"
            assert Record.load(path) == MATCH.record
        saver.kill()
    assert Record.load(path) == MATCH.record
