"""Sentences: their translation, their arguments, and that every one in the code has the arguments it speaks of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import kessel
from kessel.engine import Event, Message, Refusal
from kessel.engine import text as text_module
from kessel.engine.event import plain
from kessel.engine.text import LANGUAGES, translator
from kessel.games.breakout import messages

GAME = kessel.load("breakout")
SOURCE = Path(kessel.__file__).parent
CATALOGUE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "The game is over."
msgstr "Das Spiel ist aus."

msgid "{side} attacks {hex}."
msgstr "{hex}: Angriff ({side})."

msgid "Not yet."
msgstr ""
"""


# -- languages -------------------------------------------------------------------------------------------------------


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language with a small catalogue of its own."""
    (tmp_path / "de.po").write_text(CATALOGUE, encoding="utf-8")
    monkeypatch.setattr(text_module, "LOCALE", tmp_path)
    translator.cache_clear()
    yield "de"
    translator.cache_clear()


def test_a_translated_sentence(german: str) -> None:
    assert translator(german)("The game is over.") == "Das Spiel ist aus."


@pytest.mark.parametrize("sentence", ["Not yet.", "Nobody has translated this.", ""])
def test_what_has_no_translation_stays_english(sentence: str, german: str) -> None:
    assert translator(german)(sentence) == sentence


@pytest.mark.parametrize("language", ["en", "fr", ""])
def test_a_language_without_a_catalogue_is_english(language: str) -> None:
    assert translator(language)("The game is over.") == "The game is over."


def test_arguments_may_come_in_another_order(german: str) -> None:
    message = Message("{side} attacks {hex}.", {"side": "Soviet", "hex": "0805"})
    assert message.render(translator(german)) == "0805: Angriff (Soviet)."
    assert str(message) == "Soviet attacks 0805."


# -- messages --------------------------------------------------------------------------------------------------------


def test_arguments_go_through_the_label() -> None:
    message = Message("{side}: {count} of {units}", {"side": "red", "count": 2, "units": ["a", "b"], "unused": None})
    assert str(message) == "red: 2 of a, b"
    assert message.render(str, lambda name, value: f"<{name}>") == "<side>: <count> of <units>"


@pytest.mark.parametrize(("value", "words"), [(3, "3"), ((4, 1), "4, 1"), (["x"], "x"), ([], ""), (None, "None")])
def test_a_plain_argument(value: object, words: str) -> None:
    assert plain("any", value) == words


@pytest.mark.parametrize("typed", ["{side}", "{0}", "{", "%s", "{side.__class__}", "[red]"])
def test_what_a_player_typed_is_never_taken_for_a_placeholder(typed: str) -> None:
    refusal = Refusal("1.1-a", "“{action}” is not possible now.", action=typed, side="red")
    assert str(refusal) == f"“{typed}” is not possible now. [1.1-a]"
    for language in LANGUAGES:
        assert typed in GAME.explain(refusal, language)


# -- every sentence in the code --------------------------------------------------------------------------------------


class Said(NamedTuple):
    """A sentence or the name of an event in the code, with the arguments that come with it (None: not known)."""

    where: str
    text: str
    args: frozenset[str] | None


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def constants(node: ast.expr | None) -> Iterator[str]:
    """The texts that an expression may stand for, as far as they are written there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))


def keywords(call: ast.Call) -> frozenset[str] | None:
    names = {k.arg for k in call.keywords}
    return None if None in names else frozenset(filter(None, names))


def dictionary(call: ast.Call) -> frozenset[str] | None:
    """The keys of the second argument of a Message."""
    if len(call.args) < 2:
        return frozenset()
    found = call.args[1]
    if not isinstance(found, ast.Dict):
        return None
    return frozenset(k.value for k in found.keys if isinstance(k, ast.Constant) and isinstance(k.value, str))


def said(call: str, place: int) -> list[Said]:
    """All calls of a function in the source: ``place`` is where the text stands."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) <= place:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name != call:
                continue
            args = dictionary(node) if call == "Message" else keywords(node)
            where = f"{path.relative_to(SOURCE)}:{node.lineno}"
            found += [Said(where, text, args) for text in constants(node.args[place])]
    return found


TOLD = said("tell", 0)
SPOKEN = [*said("Message", 0), *said("Refusal", 1)]


def sentences(event: Said) -> list[str]:
    """The sentences that an event may be told with."""
    names = {
        "crossing": ["crossing", "crossing failed"],
        "order": ["order movement", "order combat"],
        "weather": ["weather", "weather fixed"],
    }
    return [messages.EVENTS[name] for name in names.get(event.text, [event.text])]


def test_the_source_is_read() -> None:
    assert len(TOLD) > 30
    assert len(SPOKEN) > 80


@pytest.mark.parametrize("event", TOLD, ids=[f"{e.where} {e.text}" for e in TOLD])
def test_every_event_has_a_sentence_and_the_arguments_for_it(event: Said) -> None:
    assert event.args is not None
    for sentence in sentences(event):
        assert placeholders(sentence) <= event.args - {"to"}


@pytest.mark.parametrize("sentence", SPOKEN, ids=[s.where for s in SPOKEN])
def test_every_sentence_has_the_arguments_it_speaks_of(sentence: Said) -> None:
    if sentence.args is not None:
        assert placeholders(sentence.text) <= sentence.args


def test_every_sentence_of_the_diary_is_used() -> None:
    used = {sentence for event in TOLD for sentence in sentences(event)}
    assert [name for name, sentence in messages.EVENTS.items() if sentence not in used] == []


ARGS = {
    "units": ["16Pz", "509"],
    "defenders": ["9Mech"],
    "hex": "0805",
    "side": "soviet",
    "winner": "draw",
    "weather": "ice",
    "result": "DL1+DR",
    "dice": (3, 1),
    "order": "move",
    "success": True,
    "kg": "Br",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted({e.text for e in TOLD}))
def test_every_event_is_told_in_every_language(name: str, language: str) -> None:
    given = {arg for e in TOLD if e.text == name and e.args for arg in e.args - {"to"}}
    args = {arg: ARGS.get(arg, 0) for arg in given}
    line = GAME.describe(Event(name, (), args), language)
    assert line
    assert "{" not in line
    assert not any(term in line for term in ("soviet", "DL1+DR", "16Pz"))


@pytest.mark.parametrize(("hidden", "words"), [(0, "16th Panzer"), (1, "a hidden unit"), (3, "3 hidden units")])
def test_hidden_units_are_counted_and_not_named(hidden: int, words: str) -> None:
    units = ["16Pz"] if not hidden else []
    line = GAME.describe(Event("moved", (), {"units": units, "hidden": hidden, "hex": "2118", "path": []}))
    assert words in line
