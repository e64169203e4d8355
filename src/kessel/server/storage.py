"""Where matches are kept: a small SQL database, one transaction per action, rows only ever added."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import event as sa_event

from kessel.engine import KesselError
from kessel.engine.record import Entry, Header

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("header", sa.JSON, nullable=False),
    sa.Column("players", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(128), nullable=False),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False, index=True),
    sa.Column("sides", sa.JSON, nullable=False),
)
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("side", sa.String(32), nullable=False),
    sa.Column("action", sa.String(200), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("thought", sa.JSON(none_as_null=True)),
)

UNDO = "undo"
"""The side of a row that takes the entry before it back."""


class Row(NamedTuple):
    """Something that happened, and what a computer commander thought when he decided so."""

    side: str
    action: str
    hash: str
    thought: Mapping[str, Any] | None = None


class Stored(NamedTuple):
    """A match as it lies in the database."""

    id: str
    header: Header
    players: Mapping[str, str]
    seed: str
    entries: list[Entry]
    rows: int
    thoughts: dict[int, Mapping[str, Any]]
    """What a computer commander thought, by the number of the entry."""


class Seat(NamedTuple):
    """A seat at a match: the sides it may see and play; none for a spectator."""

    match: str
    sides: tuple[str, ...]


class Page(NamedTuple):
    """What happened in a match: rows that follow ``seq`` others."""

    match: str
    seq: int
    rows: Sequence[Row]


class Storage:
    """The database."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self.engine = sa.create_engine(url, connect_args={"check_same_thread": False} if _is_sqlite(url) else {})
            if _is_sqlite(url):
                sa_event.listen(self.engine, "connect", _tune_sqlite)
                sa_event.listen(self.engine, "begin", _begin_sqlite)
            self._migrate()
        except (sa.exc.SQLAlchemyError, CommandError, ImportError) as error:
            raise KesselError(f"{url}: the database cannot be opened: {error.__cause__ or error}") from None

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def create(
        self, header: Header, players: Mapping[str, str], seed: str, sides: Sequence[tuple[str, ...]]
    ) -> tuple[str, list[str]]:
        """A new match with a seat for each group of sides; returns its id and the seats' tokens."""
        match = secrets.token_hex(8)
        tokens = [secrets.token_urlsafe(24) for _ in sides]
        with self.engine.begin() as connection:
            connection.execute(
                matches.insert(),
                {
                    "id": match,
                    "created": datetime.now(UTC),
                    "header": _header_json(header),
                    "players": dict(players),
                    "seed": seed,
                },
            )
            connection.execute(
                seats.insert(),
                [
                    {"token_hash": _hashed(token), "match": match, "sides": list(group)}
                    for token, group in zip(tokens, sides, strict=True)
                ],
            )
        return match, tokens

    def seat(self, token: str) -> Seat | None:
        """The seat that a token opens."""
        with self.engine.connect() as connection:
            row = connection.execute(seats.select().where(seats.c.token_hash == _hashed(token))).first()
        return Seat(row.match, tuple(row.sides)) if row else None

    def load(self, match: str) -> Stored | None:
        """A match with the entries that were not taken back."""
        with self.engine.connect() as connection:
            row = connection.execute(matches.select().where(matches.c.id == match)).first()
            if row is None:
                return None
            rows = connection.execute(moves.select().where(moves.c.match == match).order_by(moves.c.seq)).all()
        entries: list[Entry] = []
        thoughts: dict[int, Mapping[str, Any]] = {}
        for move in rows:
            if move.side == UNDO:
                thoughts.pop(entries.pop().n, None)
                continue
            entries.append(Entry(len(entries) + 1, move.side, move.action, move.hash))
            if move.thought:
                thoughts[len(entries)] = move.thought
        return Stored(match, Header(**row.header), row.players, row.seed, entries, len(rows), thoughts)

    def append(self, pages: Sequence[Page]) -> None:
        """Add pages, all or none."""
        with self.engine.begin() as connection:
            connection.execute(
                moves.insert(),
                [
                    {"match": match, "seq": seq, **row._asdict()}
                    for match, first, rows in pages
                    for seq, row in enumerate(rows, first)
                ],
            )

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def _header_json(header: Header) -> dict[str, Any]:
    return {name: getattr(header, name) for name in header.__struct_fields__}


def _hashed(token: str) -> str:
    """Tokens are kept as hashes: whoever reads the database cannot take a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def _is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def _begin_sqlite(connection: sa.Connection) -> None:
    """Transactions begin when we say so: the driver would leave changes of the schema outside of them."""
    connection.exec_driver_sql("BEGIN")


def _tune_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
