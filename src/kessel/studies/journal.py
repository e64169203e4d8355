"""The file of a run: a line of JSON for each finished game, only ever appended to, so that a killed run can go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from io import BufferedRandom
from pathlib import Path
from typing import Any

import msgspec

from kessel.engine import KesselError
from kessel.studies.crew import Crew
from kessel.studies.duel import Duel, Played

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


class Journal:
    """The finished games of a run on disk. ``purpose`` says what run it is; a file of another run is refused."""

    def __init__(self, path: Path, purpose: Mapping[str, Any]) -> None:
        self.path = path
        self.played: dict[str, Played] = {}
        try:
            path.touch()
            self._file: BufferedRandom = path.open("r+b")
        except OSError as error:
            raise KesselError(f"{path}: {error.strerror}") from None
        try:
            self._read(msgspec.to_builtins(purpose))
        except BaseException:
            self.close()
            raise

    def _read(self, purpose: Mapping[str, Any]) -> None:
        content = self._file.read()
        whole = content.rfind(b"\n") + 1  # a killed run may leave the beginning of a line
        lines = content[:whole].splitlines()
        if not lines:
            if content and not content.startswith(b"{"):
                raise KesselError(f"{self.path}: this is not the file of a run")
            self._write(purpose, at=0)
            return
        for n, line in enumerate(lines, 1):
            try:
                if n == 1:
                    self._compare(msgspec.json.decode(line, type=dict[str, Any]), purpose)
                else:
                    played = msgspec.json.decode(line, type=Played)
                    self.played[played.key] = played
            except msgspec.DecodeError as error:
                raise KesselError(f"{self.path}: line {n} is damaged: {error}") from None
        self._file.truncate(whole)
        self._file.seek(whole)

    def _compare(self, found: Mapping[str, Any], purpose: Mapping[str, Any]) -> None:
        for key in [*purpose, *found]:
            if found.get(key) != purpose.get(key):
                raise KesselError(
                    f"{self.path}: this is the file of another run: its {key} is {found.get(key)!r}, "
                    f"not {purpose.get(key)!r}"
                )

    def _write(self, entry: object, at: int | None = None) -> None:
        if at is not None:
            self._file.truncate(at)
            self._file.seek(at)
        self._file.write(msgspec.json.encode(entry) + b"\n")
        self._file.flush()

    def add(self, played: Played) -> None:
        """A game is over."""
        self._write(played)
        self.played[played.key] = played

    def close(self) -> None:
        """Nothing more will come."""
        self._file.close()


def run(
    duels: Sequence[Duel],
    crew: Crew,
    *,
    purpose: Mapping[str, Any],
    resume: Path | None = None,
    progress: Progress | None = None,
) -> list[Played]:
    """Play all games that the file of the run does not hold yet; all of them, in the order given."""
    if resume is None:
        return _played(duels, crew, {}, lambda played: None, progress)
    with closing(Journal(resume, purpose)) as journal:
        return _played(duels, crew, dict(journal.played), journal.add, progress)


def _played(
    duels: Sequence[Duel],
    crew: Crew,
    found: dict[str, Played],
    keep: Callable[[Played], None],
    progress: Progress | None,
) -> list[Played]:
    missing = [duel for duel in duels if duel.key not in found]
    done = len(duels) - len(missing)
    if progress:
        progress(done, len(duels))
    if missing:
        with closing(crew(missing)) as games:
            for played in games:
                keep(played)
                found[played.key] = played
                done += 1
                if progress:
                    progress(done, len(duels))
    return [found[duel.key] for duel in duels]
