"""What all tests share: the rule marker is checked against the rulebooks."""

from __future__ import annotations

from pathlib import Path

import pytest

import kessel
from kessel.engine.rulebook import read_rulebook

BOOKS = {path.parent.name: path for path in (Path(kessel.__file__).parent / "games").glob("*/rulebook.en.yaml")}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known: dict[str, set[str]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            game = next((part for part in item.path.parts if part in BOOKS), "breakout")
            if game not in known:
                known[game] = set(read_rulebook(BOOKS[game]).clauses)
            for clause in mark.args:
                if clause not in known[game]:
                    raise pytest.UsageError(f"{item.nodeid}: {game} has no clause {clause!r}")
