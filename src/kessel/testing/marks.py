"""A pytest plugin that writes down which collected test cites which clause (``@pytest.mark.rule``)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

TARGET = "KESSEL_MARKS"
"""The environment variable that names the file to write."""


def pytest_collection_finish(session: Any) -> None:
    """Write clause -> tests as JSON once everything is collected."""
    found: dict[str, list[str]] = {}
    for item in session.items:
        name = item.nodeid.partition("[")[0].rpartition("/")[2]
        for mark in item.iter_markers("rule"):
            for clause in mark.args:
                tests = found.setdefault(clause, [])
                if name not in tests:
                    tests.append(name)
    Path(os.environ[TARGET]).write_text(json.dumps(found), encoding="utf-8")
