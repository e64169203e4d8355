"""Running the command: in this process, which is quick, or as a program of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from kessel.cli import main
from kessel.cli.output import console

PROGRAM = (sys.executable, "-c", "from kessel.cli import main; main()")


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def kessel(*args: object, stdin: str = "") -> Result:
    """Run a command here. What a person did wrong ends in an exit code; anything else is raised."""
    out, err = io.StringIO(), io.StringIO()
    argv = ["kessel", *map(str, args)]
    code: Any = 0
    with patch.object(sys, "argv", argv), patch.object(sys, "stdin", io.StringIO(stdin)):
        try:
            with redirect_stdout(out), redirect_stderr(err):
                main()
        except SystemExit as leaving:
            code = leaving.code or 0
        finally:
            console.file = None  # type: ignore[assignment]  # standard output again
    return Result(int(code), out.getvalue(), err.getvalue())


def program(*args: object, stdin: bytes = b"", cwd: Path | None = None) -> Result:
    """Run a command as a program of its own."""
    command: Sequence[str] = (*PROGRAM, *map(str, args))
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=env, timeout=60, check=False)
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def is_one_line(result: Result, *words: str) -> None:
    """A fault of the user: exit code 2 and one line on standard error with these words, no traceback."""
    assert result.code == 2, result
    lines = result.err.splitlines()
    assert len(lines) == 1, result.err
    assert lines[0].startswith("kessel: ")
    for word in words:
        assert word in lines[0], lines[0]
