"""Every English sentence of the browser client has its Spanish, and no Spanish is left over."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "web" / "src"
DICTIONARIES = ("es.ts", "es-table.ts", "es-formations.ts")
LITERAL = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")
SENTENCE = re.compile(r"[A-Z][a-zé]*'?[a-z]*,?( [\w{}'’+()⇧]+[,.:;?]?)+ ?…?")
"""What can only be words for a player: a capital, then more words."""
TABLES = ("table/verbs.ts", "lib/counters.ts", "table/overlays.svelte.ts")
"""Files whose tables hold single words too, each after its key."""


def literals(text: str) -> set[str]:
    """All strings, those inside the expressions of an attribute too."""
    return {a or b for a, b in LITERAL.findall(text)} | set(re.findall(r"'([^'\n]*)'", text))


def spoken(text: str) -> set[str]:
    """The literals in the first argument of every call of ``t``."""
    found = set()
    for start in re.finditer(r"(?<![\w.])t\(", text):
        depth, i = 1, start.end()
        while depth and i < len(text):
            literal = LITERAL.match(text, i)
            if literal:
                if depth == 1:
                    found.add(literal.group(1) or literal.group(2))
                i = literal.end()
                continue
            if text[i] == "," and depth == 1:
                break
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[i], 0)
            i += 1
    return found


def sources() -> dict[str, str]:
    files = [f for f in SOURCE.rglob("*") if f.suffix in (".ts", ".svelte") and f.name not in DICTIONARIES]
    return {f.relative_to(SOURCE).as_posix(): f.read_text(encoding="utf-8").split("<style>")[0] for f in files}


def dictionary() -> dict[str, str]:
    text = "".join((SOURCE / "lib" / name).read_text(encoding="utf-8") for name in DICTIONARIES)
    pairs = re.findall(r"^  (?:\"((?:[^\"\\]|\\.)*)\"|(\w+)):\s*\"((?:[^\"\\]|\\.)*)\",$", text, re.M)
    return {a or b: es for a, b, es in pairs}


def english() -> dict[str, set[str]]:
    """The words of the client, with the files that use them."""
    found: dict[str, set[str]] = {}
    for file, text in sources().items():
        words = spoken(text) | {s for s in literals(text) if SENTENCE.fullmatch(s)}
        if file in TABLES:
            words |= set(re.findall(r"\b(?:\w+|\"[\w-]+\"): \"([A-Z][\w :]+)\"", text))
            words |= set(re.findall(r"\b(?:title|label): \"([^\"]+)\"", text))
        for word in words:
            found.setdefault(word, set()).add(file)
    return found


def test_every_sentence_has_its_spanish() -> None:
    known = dictionary()
    missing = {word: sorted(files) for word, files in english().items() if word not in known}
    assert not missing, missing


def test_no_spanish_is_left_over() -> None:
    used = set().union(*(literals(text) for text in sources().values()))
    assert not set(dictionary()) - used


def test_placeholders_are_the_same() -> None:
    for word, spanish in dictionary().items():
        assert set(re.findall(r"\{\w+\}", word)) == set(re.findall(r"\{\w+\}", spanish)), word
