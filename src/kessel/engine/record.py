"""Records: a game is its header and its actions; the position is their fold.

A record is a text file, one JSON value a line: the header, then an entry for each action (dice included) with the
digest of the position after it, then, when the dice may be shown, the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from kessel.engine.action import Action
from kessel.engine.data import write_text
from kessel.engine.decision import CHANCE, Chance
from kessel.engine.dice import FairDice, commitment
from kessel.engine.game import Game
from kessel.engine.refusal import KesselError
from kessel.engine.state import State

FORMAT = 1


class RecordError(KesselError):
    """A record that cannot be read or does not replay; the message names the line or entry."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a record starts with."""

    game: str
    rules: str
    scenario: str
    options: dict[str, bool] = {}
    commitment: str = ""
    words: dict[str, str] = {}
    kessel: int = FORMAT


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action: who played it, its text and the digest of the position after it."""

    n: int
    side: str
    action: str
    hash: str


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed, shown when the game is over."""

    seed: Annotated[str, msgspec.Meta(min_length=1)]


class Record(msgspec.Struct):
    """A whole game."""

    header: Header
    entries: list[Entry] = []
    seed: str = ""

    def lines(self) -> Iterator[str]:
        """The record as text, line by line."""
        yield msgspec.json.encode(self.header).decode()
        for entry in self.entries:
            yield msgspec.json.encode(entry).decode()
        if self.seed:
            yield msgspec.json.encode(Seal(self.seed)).decode()

    def save(self, path: Path) -> None:
        """Write the record whole or not at all."""
        write_text(path, "\n".join(self.lines()) + "\n")

    @classmethod
    def load(cls, path: Path) -> Record:
        """Read a record file."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise RecordError(f"{path}: this is not a text file") from None
        try:
            return cls.parse(text.split("\n"))  # splitlines would also split inside a word
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None

    @classmethod
    def parse(cls, lines: Iterable[str]) -> Record:
        """The record that these lines hold."""
        rows = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
        if not rows:
            raise RecordError("the record is empty")
        first, text = rows[0]
        header = _decode(text, Header, first, "the header")
        if header.kessel != FORMAT:
            raise RecordError(f"line {first}: format {header.kessel} is not known; this program reads format {FORMAT}")
        record = cls(header, [])
        for n, line in rows[1:]:
            if record.seed:
                raise RecordError(f"line {n}: nothing may follow the seed")
            if line.replace(" ", "").startswith('{"seed"'):
                record.seed = _decode(line, Seal, n, "the seed").seed
                continue
            entry = _decode(line, Entry, n, "an entry")
            if entry.n != len(record.entries) + 1:
                raise RecordError(f"line {n}: entry {entry.n} where entry {len(record.entries) + 1} is due")
            record.entries.append(entry)
        return record


def _decode(line: str, kind: Any, n: int, what: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind, strict=True)
    except msgspec.ValidationError as error:
        raise RecordError(f"line {n}: {what} is damaged: {error}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"line {n}: {what} is not JSON: {error}") from None


def replay(game: Game, record: Record) -> Iterator[tuple[Entry | None, State]]:
    """The position at the start and after every entry (one state, changed in place); checks every digest."""
    header = record.header
    if header.game != game.id:
        raise RecordError(f"this is a record of {header.game!r}, not of {game.id!r}")
    try:
        state = game.start(header.scenario, options=header.options)
    except KesselError as error:
        raise RecordError(f"the header: {error}{_old(game, header)}") from None
    yield None, state
    for entry in record.entries:
        where = f"entry {entry.n} ({entry.side}: {entry.action})"
        if (entry.side == CHANCE) != (CHANCE in state.sides):
            raise RecordError(f"{where}: here {' and '.join(state.sides) or 'nobody'} must decide{_old(game, header)}")
        try:
            state.play(Action.parse(entry.action), None if entry.side == CHANCE else entry.side)
        except KesselError as refusal:
            raise RecordError(f"{where}: refused: {refusal}{_old(game, header)}") from None
        digest = state.digest()
        if digest != entry.hash:
            raise RecordError(f"{where}: the position differs ({digest}, recorded {entry.hash}){_old(game, header)}")
        yield entry, state


def _old(game: Game, header: Header) -> str:
    if header.rules == game.version:
        return ""
    return f"; recorded under rules {header.rules}, this program plays {game.version}"


def verify(game: Game, record: Record) -> Mapping[str, int]:
    """Replay a record and compute every roll again from the shown seed; raises RecordError at the first fault."""
    header = record.header
    if not record.seed:
        raise RecordError("the seed has not been shown yet: the dice can be checked when the game is over")
    if commitment(record.seed) != header.commitment:
        raise RecordError("the seed does not match the commitment in the header")
    dice = FairDice(record.seed, header.words)
    rolls = 0
    cause = ""
    expected: tuple[int, ...] | None = None
    entries = 0
    for entry, state in replay(game, record):
        if entry is not None:
            entries += 1
            if entry.side == CHANCE:
                if expected is None or entry.action != roll_text(expected):
                    raise RecordError(
                        f"entry {entry.n}: the dice read {entry.action!r}, the seed gives {roll_text(expected or ())!r}"
                    )
                rolls += 1
            else:
                cause = entry.action
        need = state.decision
        expected = dice.roll(state.rolls, cause, need.dice, need.faces) if isinstance(need, Chance) else None
    if state.outcome is None:
        raise RecordError(f"the record stops after entry {entries}, before the end of the game, and yet shows the seed")
    return {"entries": entries, "rolls": rolls}


def roll_text(dice: Iterable[int]) -> str:
    """Dice as an action."""
    return " ".join(("roll", *map(str, dice)))
