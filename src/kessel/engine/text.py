"""Languages: gettext catalogues whose keys are the English sentences."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

LANGUAGES = ("en", "es")
LOCALE = Path(__file__).parent.parent / "locale"


@cache
def translator(language: str) -> Callable[[str], str]:
    """A function from English sentences to a language; sentences without a translation stay English."""
    path = LOCALE / f"{language}.po"
    if not path.exists():
        return str
    with path.open("rb") as file:
        catalogue = {m.id: m.string for m in read_po(file) if m.id and m.string}
    return lambda text: str(catalogue.get(text, text))
