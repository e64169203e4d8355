"""The examples in the documentation run and print what they say."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = [
    pytest.param(block, id=f"{path.name}-{n}")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for n, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.S), 1)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_example_prints_what_it_says(block: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, "example", "exec"), {})
    promised = re.findall(r"^print\(.*\)\s+# (.*)$", block, re.M)
    assert promised, "an example should show what it prints"
    for line, words in zip(printed.getvalue().splitlines(), promised, strict=True):
        parts = [part.strip(" ,;") for part in words.split("...")]
        for part in parts:
            assert all(word in line for word in re.split(r", ", part)), f"{line!r} does not show {part!r}"


def test_no_page_points_nowhere() -> None:
    missing = []
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8")):
            if not (path.parent / target).exists():
                missing.append(f"{path.name}: {target}")
    assert missing == []
