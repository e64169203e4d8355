"""How commands speak: text for people, JSON for programs, one line for errors."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

console = Console(highlight=False, soft_wrap=True, emoji=False)
progress_console = Console(stderr=True, emoji=False)


def put_json(data: Any) -> None:
    """Print a JSON value for a program to read."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def progress_bar() -> Progress:
    """A bar on standard error, for people only."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=progress_console,
        transient=True,
        disable=not sys.stderr.isatty(),
    )
