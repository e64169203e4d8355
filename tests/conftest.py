"""What all tests share: the rule marker is checked against the rulebooks."""

from __future__ import annotations

import pytest

import kessel
from kessel.games import GAMES


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known: dict[str, set[str]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            game = next((part for part in item.path.parts if part in GAMES), "breakout")
            if game not in known:
                known[game] = set(kessel.load(game).rulebook().clauses)
            for clause in mark.args:
                if clause not in known[game]:
                    raise pytest.UsageError(f"{item.nodeid}: {game} has no clause {clause!r}")
