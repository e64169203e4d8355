"""A rulebook as data: clauses, rulings, and the tests that prove them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kessel.engine.data import read_yaml

TESTED_KINDS = frozenset({"rule", "exception", "optional", "setup", "victory"})
"""Kinds of clauses that change what a player may do; definitions and examples do not."""


class Clause(NamedTuple):
    """One numbered rule in our own words."""

    id: str
    kind: str
    title: str
    text: str
    see: tuple[str, ...]


class Ruling(NamedTuple):
    """How an unclear text is read, and why."""

    id: str
    clauses: tuple[str, ...]
    problem: str
    ruling: str


class Rulebook(NamedTuple):
    """All clauses of a game in one language, in the book's order."""

    language: str
    title: str
    chapters: Sequence[Mapping[str, str]]
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]

    def tested(self) -> list[str]:
        """Ids of the clauses that need a test."""
        return [c.id for c in self.clauses.values() if c.kind in TESTED_KINDS]


@cache
def read_rulebook(path: Path) -> Rulebook:
    """A rulebook file."""
    data = read_yaml(path)
    return Rulebook(
        data["language"],
        data["title"],
        data["chapters"],
        {c["id"]: Clause(c["id"], c["kind"], c["title"], c["text"], tuple(c.get("see", ()))) for c in data["clauses"]},
        {r["id"]: Ruling(r["id"], tuple(r["clauses"]), r["problem"], r["ruling"]) for r in data["rulings"]},
    )
