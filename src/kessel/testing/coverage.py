"""Which tests prove which clause of a rulebook, as pytest collects them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import kessel
from kessel.engine import Game, KesselError
from kessel.testing.marks import TARGET


def coverage(game: Game, tests: Path | None = None) -> dict[str, Any]:
    """Clauses of the tested kinds, those covered, those missing, and the tests of each."""
    folder = tests or Path(kessel.__file__).parents[2] / "tests"
    folder = folder / game.id if (folder / game.id).is_dir() else folder
    if not folder.is_dir():
        raise KesselError(f"{folder}: there is no such folder; say where the tests are with --tests")
    proofs = _collect(folder)
    wanted = game.rulebook().tested()
    return {
        "game": game.id,
        "clauses": len(wanted),
        "covered": sum(1 for clause in wanted if clause in proofs),
        "missing": [clause for clause in wanted if clause not in proofs],
        "tests": {clause: proofs[clause] for clause in game.rulebook().clauses if clause in proofs},
    }


def _collect(folder: Path) -> dict[str, list[str]]:
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "marks.json"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            "-q",
            "-p",
            "kessel.testing.marks",
            "-n0",
            str(folder),
        ]
        run = subprocess.run(
            command, env={**os.environ, TARGET: str(target)}, capture_output=True, text=True, check=False
        )
        if run.returncode or not target.exists():
            said = (run.stderr or run.stdout).strip().splitlines()
            raise KesselError(f"the tests in {folder} cannot be collected: {said[-1] if said else 'pytest failed'}")
        found: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
        return found
