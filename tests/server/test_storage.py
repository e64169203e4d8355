"""What lies on disk."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import op
from sqlalchemy.exc import IntegrityError

from kessel.engine import KesselError
from kessel.engine.record import Header
from kessel.server.storage import UNDO, Page, Row, Storage

HEADER = Header(game="breakout", rules="1", scenario="campaign", commitment="c")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kessel.db"


def opened(database: Path) -> Storage:
    return Storage(f"sqlite:///{database}")


def test_a_half_made_database_is_made_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables appear all together or not at all, whatever happens between two of them."""
    create = op.create_table

    def breaks(name: str, *columns: Any) -> Any:
        if name == "moves":
            raise KeyboardInterrupt
        return create(name, *columns)

    monkeypatch.setattr(op, "create_table", breaks)
    with pytest.raises(KeyboardInterrupt):
        opened(database)
    monkeypatch.undo()
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    assert opened(database).load("nothing") is None


def test_rows_are_added_all_or_none(database: Path) -> None:
    storage = opened(database)
    match, _ = storage.create(HEADER, {}, "seed", [()])
    storage.append([Page(match, 0, [Row("soviet", "a", "1", {"why": ["Because.", {}]}), Row("chance", "roll 1", "2")])])
    with pytest.raises(IntegrityError):
        storage.append([Page(match, 2, [Row("german", "b", "3")]), Page(match, 1, [Row("german", "c", "4")])])
    with pytest.raises(IntegrityError):
        storage.append([Page("no match", 0, [Row("soviet", "a", "1")])])
    storage.append([Page(match, 2, [Row(UNDO, "", "1")]), Page(match, 3, [Row("soviet", "d", "5")])])
    stored = opened(database).load(match)
    assert stored is not None
    assert stored.rows == 4
    assert [(e.n, e.side, e.action) for e in stored.entries] == [(1, "soviet", "a"), (2, "soviet", "d")]
    assert stored.header == HEADER
    assert stored.thoughts == {1: {"why": ["Because.", {}]}}


def test_the_database_opens_no_seat(database: Path) -> None:
    storage = opened(database)
    match, tokens = storage.create(HEADER, {"soviet": "human"}, "seed", [("soviet", "german"), ()])
    assert [storage.seat(token) for token in tokens] == [(match, ("soviet", "german")), (match, ())]
    storage.close()
    written = b"".join(file.read_bytes() for file in database.parent.glob("kessel.db*"))
    for token in tokens:
        assert token.encode() not in written
        assert storage.seat(token[:-1]) is None


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////nowhere/at/all.db", "postgresql+nodriver://x/y"])
def test_a_database_that_cannot_be_opened(url: str) -> None:
    with pytest.raises(KesselError, match=r"the database cannot be opened"):
        Storage(url)


def test_a_file_that_is_no_database(database: Path) -> None:
    database.write_bytes(b"this is a letter to my aunt" * 100)
    with pytest.raises(KesselError, match=r"kessel\.db: the database cannot be opened"):
        opened(database)


def test_a_database_of_a_later_kessel(database: Path) -> None:
    opened(database).close()
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(KesselError, match="9999"):
        opened(database)
