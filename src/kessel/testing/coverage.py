"""Which tests prove which clause of a rulebook: read from the marks in the test files, without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kessel
from kessel.engine import Game, KesselError


def coverage(game: Game, tests: Path | None = None) -> dict[str, Any]:
    """Clauses of the tested kinds, those covered, those missing, and the tests of each."""
    folder = tests or Path(kessel.__file__).parents[2] / "tests"
    folder = folder / game.id if (folder / game.id).is_dir() else folder
    if not folder.is_dir():
        raise KesselError(f"{folder}: there is no such folder; say where the tests are with --tests")
    wanted = game.rulebook().tested()
    proofs: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for clause, test in _marks(path):
            names = proofs.setdefault(clause, [])
            if test not in names:
                names.append(test)
    return {
        "game": game.id,
        "clauses": len(wanted),
        "covered": sum(1 for clause in wanted if clause in proofs),
        "missing": [clause for clause in wanted if clause not in proofs],
        "tests": {clause: proofs[clause] for clause in game.rulebook().clauses if clause in proofs},
    }


def _marks(path: Path) -> Iterator[tuple[str, str]]:
    """(clause, test) for every ``@pytest.mark.rule`` on a test, its class, or one of its parameters."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for test in node.body:
                if isinstance(test, ast.FunctionDef) and test.name.startswith("test"):
                    for clause in (*_clauses(node), *_clauses(test)):
                        yield clause, f"{path.name}::{node.name}::{test.name}"
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for clause in _clauses(node):
                yield clause, f"{path.name}::{node.name}"


def _clauses(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    for decorator in node.decorator_list:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
                for arg in call.args:
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                        yield arg.value
