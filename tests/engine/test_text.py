"""Sentences: their translation, their arguments, and that every one in the code has the arguments it speaks of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import kessel
from kessel.engine import Event, Message, Refusal
from kessel.engine import text as text_module
from kessel.engine.event import plain
from kessel.engine.text import LANGUAGES, translator
from kessel.games import GAMES

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


def said(call: str, place: int, folder: Path = SOURCE) -> list[Said]:
    """All calls of a function in the functions of the source: ``place`` is where the text stands. Sentences that a
    module keeps outside of functions get their arguments where they are used."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for node in (inner for function in functions for inner in ast.walk(function)):
            if not isinstance(node, ast.Call) or len(node.args) <= place:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name != call:
                continue
            args = dictionary(node) if call == "Message" else keywords(node)
            where = f"{path.relative_to(SOURCE)}:{node.lineno}"
            for text in constants(node.args[place]):
                found[where, text] = Said(where, text, args)
    return list(found.values())


SPOKEN = [*said("Message", 0), *said("Refusal", 1)]


class Diary:
    """The events of a game in its code, and the sentences it has for them."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.events: dict[str, str] = import_module(f"kessel.games.{folder.name}.messages").EVENTS
        self.told = said("tell", 0, folder)
        self.names = sorted({event.text for event in self.told})

    def sentences(self, event: str) -> list[str]:
        """The sentences that an event may be told with: its own, and those for its special cases."""
        cases = [name for name in self.events if name.startswith(f"{event} ") and name not in self.names]
        return [self.events[name] for name in (event, *cases) if name in self.events]


DIARIES = [Diary(path.parent) for path in sorted((SOURCE / "games").glob("*/messages.py"))]
TOLD = [(diary, event) for diary in DIARIES for event in diary.told]


def test_the_source_is_read() -> None:
    assert all(len(diary.told) > 20 for diary in DIARIES)
    assert len(SPOKEN) > 80


@pytest.mark.parametrize(("diary", "event"), TOLD, ids=[f"{e.where} {e.text}" for _, e in TOLD])
def test_every_event_has_a_sentence_and_the_arguments_for_it(diary: Diary, event: Said) -> None:
    assert event.args is not None
    assert diary.sentences(event.text)
    for sentence in diary.sentences(event.text):
        assert placeholders(sentence) <= event.args - {"to"}


@pytest.mark.parametrize("sentence", SPOKEN, ids=[s.where for s in SPOKEN])
def test_every_sentence_has_the_arguments_it_speaks_of(sentence: Said) -> None:
    if sentence.args is not None:
        assert placeholders(sentence.text) <= sentence.args


@pytest.mark.parametrize("diary", DIARIES, ids=[d.name for d in DIARIES])
def test_every_sentence_of_the_diary_is_used(diary: Diary) -> None:
    used = {sentence for event in diary.names for sentence in diary.sentences(event)}
    assert [name for name, sentence in diary.events.items() if sentence not in used] == []


ARGS: dict[str, object] = {"hex": "0805", "winner": "draw", "dice": (3, 1), "order": "move", "success": True}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_event_is_told_in_every_language(name: str, language: str) -> None:
    game = kessel.load(name)
    diary = next(d for d in DIARIES if d.name == name)
    units = list(game.pieces()["units"])[:2]
    for event in diary.names:
        given = {arg for e in diary.told if e.text == event and e.args for arg in e.args - {"to"}}
        known = ARGS | {"units": units, "defenders": units[:1], "side": game.sides[0]}
        line = game.describe(Event(event, (), {arg: known.get(arg, 0) for arg in given}), language)
        assert line
        assert "{" not in line
        assert not any(term in line for term in (game.sides[0], *units))


@pytest.mark.parametrize(("hidden", "words"), [(0, "16th Panzer"), (1, "a hidden unit"), (3, "3 hidden units")])
def test_hidden_units_are_counted_and_not_named(hidden: int, words: str) -> None:
    units = ["16Pz"] if not hidden else []
    line = GAME.describe(Event("moved", (), {"units": units, "hidden": hidden, "hex": "2118", "path": []}))
    assert words in line
