"""Every English sentence in the source has its Spanish, and the Spanish is what a player reads."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import kessel
from kessel.engine import Chance, Event, Message, Refusal
from kessel.engine.text import LOCALE, translator
from tests.breakout.lab import GAME, Lab
from tests.breakout.plain import attack, plain

SOURCE = Path(kessel.__file__).parent
PLACE = {"Message": 0, "Refusal": 1}
"""Which argument of a call is the English text."""


# -- the English texts of the source ---------------------------------------------------------------------------------


class Collector(ast.NodeVisitor):
    """The English texts of a module; ``lost`` are the lines whose text cannot be told from the source."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.lost: list[int] = []
        self.functions: list[ast.FunctionDef] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.functions.append(node)
        self.generic_visit(node)
        self.functions.pop()

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in PLACE:
            named = [k.value for k in node.keywords if k.arg == "text"]
            self.take(*(node.args[PLACE[name] : PLACE[name] + 1] or named or [node]))
        self.generic_visit(node)

    def take(self, text: ast.expr) -> None:
        """A text as a literal, or as a variable that this function assigns."""
        if isinstance(text, (ast.Attribute, ast.Subscript)):
            return  # part of a message that was made elsewhere
        if isinstance(text, ast.Name):
            if self.functions and text.id in parameters(self.functions[-1]):
                return  # whoever calls gives the text
            found = [s for value in assigned(self.functions[-1:], text.id) for s in strings(value)]
        else:
            found = list(strings(text))
        self.texts += [s for s in found if s is not None]
        if not found or None in found:
            self.lost.append(text.lineno)


def parameters(function: ast.FunctionDef) -> set[str]:
    arguments = function.args
    return {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def assigned(scopes: list[ast.FunctionDef], name: str) -> Iterator[ast.expr]:
    """What is assigned to a variable, alone or as one of several: ``text, rules = "Choose.", ("13.0-a",)``."""
    for node in (n for scope in scopes for n in ast.walk(scope)):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        for target in targets:
            if isinstance(target, ast.Name) and target.id == name and value is not None:
                yield value
            elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = zip(target.elts, value.elts, strict=True)
                yield from (v for t, v in pairs if isinstance(t, ast.Name) and t.id == name)


def strings(value: ast.expr) -> Iterator[str | None]:
    """The literals a text may be; None for one that is put together at run time."""
    if isinstance(value, ast.IfExp):
        yield from (*strings(value.body), *strings(value.orelse))
    else:
        yield value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def tables(tree: ast.Module) -> Iterator[ast.expr]:
    """The values of EVENTS, TERMS and the other tables in the messages.py of a game."""
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict):
            yield from node.value.values


def collect() -> tuple[dict[str, set[str]], list[str]]:
    """English texts with the files that use them, and the places where the text could not be found."""
    texts: dict[str, set[str]] = {}
    lost = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        collector = Collector()
        collector.visit(tree)
        if path.name == "messages.py" and path.parent.parent.name == "games":
            for value in tables(tree):
                collector.take(value)
        file = path.relative_to(SOURCE.parent.parent).as_posix()
        for text in collector.texts:
            texts.setdefault(text, set()).add(file)
        lost += [f"{file}:{line}" for line in collector.lost]
    return texts, lost


TEXTS, LOST = collect()


def catalogue(language: str) -> Catalog:
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file)


SPANISH = catalogue("es")
ENTRIES = {str(m.id): m for m in SPANISH if m.id}


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_every_text_can_be_found_in_the_source() -> None:
    assert LOST == []


def test_the_collector_reads_each_way_to_write_a_text() -> None:
    found = set(TEXTS)
    assert "The game is over." in found  # Refusal, in the engine
    assert "There are not that many air markers left." in found  # Refusal, in a game
    assert "Concentric attack" in found  # Message without arguments
    assert "Combat at {hex}." in found  # Message with arguments
    assert "Advance into {hex}: {units}." in found  # EVENTS
    assert "{count} hidden units" in found  # TERMS
    assert "Reinforcements" in found  # PHASE_TITLES
    assert "Choose a hex to attack, or end the combat segment." in found  # through a variable
    assert "The Soviets have {score} victory points." in found
    assert not any(re.fullmatch(r"[\d.]+-[a-z]", text) for text in found)  # the rules beside it are no texts


@pytest.mark.parametrize(
    "code",
    ['Message(f"{n} steps")', 'Message("a" + b)', "Message(unknown)", "Message()", 'Refusal("1-a", t())'],
)
def test_the_collector_reports_a_text_it_cannot_read(code: str) -> None:
    collector = Collector()
    collector.visit(ast.parse(f"def f():\n    {code}"))
    assert (collector.texts, collector.lost) == ([], [2])


def test_the_collector_reads_every_branch_of_a_text() -> None:
    collector = Collector()
    collector.visit(ast.parse('def f():\n    a, b = "One." if x else "Two.", "1-a"\n    a = y\n    Message(a)'))
    assert (collector.texts, collector.lost) == (["One.", "Two."], [4])


# -- the catalogue ---------------------------------------------------------------------------------------------------


def test_header() -> None:
    assert str(SPANISH.locale) == "es"
    assert SPANISH.charset == "utf-8"
    assert not SPANISH.fuzzy


def test_every_text_is_translated() -> None:
    translate = translator("es")
    missing = [t for t in TEXTS if t not in ENTRIES or not ENTRIES[t].string]
    assert missing == []
    assert [t for t in TEXTS if translate(t) != ENTRIES[t].string] == []


def test_no_translation_is_english() -> None:
    worded = [t for t in TEXTS if re.sub(r"{\w+}", "", t).strip()]
    assert [t for t in worded if translator("es")(t) == t] == []


def test_both_languages_have_the_same_placeholders() -> None:
    different = [t for t, m in ENTRIES.items() if placeholders(t) != placeholders(str(m.string))]
    assert different == []


def test_nothing_is_obsolete() -> None:
    assert [t for t in ENTRIES if t not in TEXTS] == []
    assert not SPANISH.obsolete


def test_nothing_is_fuzzy() -> None:
    assert [t for t, m in ENTRIES.items() if m.fuzzy] == []


def test_each_entry_names_a_file_that_uses_it() -> None:
    wrong = [t for t, m in ENTRIES.items() if not {file for file, _ in m.locations} & TEXTS.get(t, set())]
    assert wrong == []


def test_both_languages_end_alike() -> None:
    """A sentence ends in a full stop in both languages, a heading in neither."""
    different = [t for t, m in ENTRIES.items() if t.endswith(".") != str(m.string).endswith(".")]
    assert different == []


# -- what a Spanish player reads -------------------------------------------------------------------------------------


def spoken(message: Message, language: str = "es") -> str:
    return message.render(translator(language), lambda k, v: GAME.label(k, v, language))


def prompt(lab: Lab, language: str = "es") -> str:
    assert lab.state.decision is not None
    return spoken(lab.state.decision.prompt, language)


def told(events: list[Event], side: str | None = None) -> list[str]:
    return [GAME.describe(e, "es") for e in events if side is None or e.to in (None, side)]


def why(lab: Lab, action: str, side: str | None = None) -> str:
    refusal = lab.state.explain(action, side)
    assert isinstance(refusal, Refusal)
    return GAME.explain(refusal, "es")


def test_a_march_in_spanish() -> None:
    lab = Lab.at("german-move-1", "16Pz 2218", "509 2218")
    assert prompt(lab) == "Elige una unidad para mover o termina el segmento de movimiento."
    lab.do("select 16Pz", "add 509")
    assert prompt(lab) == "Elige el destino: 16.ª División Panzer, 509.º Batallón de tanques pesados."
    events = lab.do("move 2318")
    assert told(events, "german") == [
        "Movimiento a 2318: 16.ª División Panzer, 509.º Batallón de tanques pesados.",
    ]


def test_the_enemy_hears_of_hidden_units_in_spanish() -> None:
    lab = Lab.at("german-move-1", "16Pz 2218", "509 2218", "503 2218")
    events = lab.do("select 16Pz", "add 509", "add 503", "move 2318")
    (line,) = told(events, "soviet")
    assert line == "Movimiento a 2318: 16.ª División Panzer, 2 unidades ocultas."


def test_a_combat_in_spanish() -> None:
    lab = plain("german-combat-1", "9SS 3017", "15R 3018")
    assert prompt(lab) == "Elige un hex que atacar o termina el segmento de combate."
    events = lab.do(*attack("3018", "9SS"), dice=(3,))
    assert told(events) == [
        "Alemanes: ataque a 3018. 9.ª División Panzer SS Hohenstaufen contra 15.º Cuerpo de fusileros.",
        "8 contra 5 es 1:1; columna 1:1.",
        "Dado 3: el ataque se atasca.",
    ]


def test_a_mechanized_combat_has_its_own_prompt() -> None:
    lab = plain("german-mechanized-1", "9SS 3017", "15R 3018")
    assert prompt(lab) == "Elige un hex que atacar con unidades mecanizadas o termina el segmento."


def test_a_retreat_in_spanish() -> None:
    lab = plain("german-combat-1", "9SS 3017", "10SS 3017 1", "15R 3018", "60A-sup 3018")
    events = lab.do(*attack("3018", "9SS", "10SS"), dice=(2,))
    assert told(events)[-1] == "Dado 2: el defensor se retira."
    assert prompt(lab) == "Elige la retirada: 15.º Cuerpo de fusileros, Apoyo del 60.º Ejército."
    events = lab.do("retreat 15R 3019", "retreat 60A-sup 3019", "advance 9SS")
    assert told(events) == [
        "Retirada a 3019: 15.º Cuerpo de fusileros.",
        "Retirada a 3019: Apoyo del 60.º Ejército.",
        "Avance a 3018: 9.ª División Panzer SS Hohenstaufen.",
    ]


def test_losses_in_spanish() -> None:
    lab = plain("german-combat-1", "9SS 3017", "15R 3018", "60A-sup 3018")
    events = lab.do(*attack("3018", "9SS"), dice=(6,))
    assert told(events)[-2:] == [
        "Dado 6: intercambio, cada bando pierde un paso.",
        "Pérdida de un paso: 9.ª División Panzer SS Hohenstaufen; pasos restantes: 7 (7-7).",
    ]
    assert prompt(lab) == "Elige la unidad que pierde un paso."
    assert told(lab.do("lose 60A-sup")) == ["Eliminación en 3018: Apoyo del 60.º Ejército."]


def test_the_weather_in_spanish() -> None:
    assert GAME.describe(Event("weather", (), {"weather": "ice", "dice": (4,)}), "es") == "Tiempo: hielo (dado 4)."
    assert GAME.describe(Event("weather", (), {"weather": "thaw", "dice": ()}), "es") == "Tiempo: deshielo."


def test_a_place_keeps_its_name_and_number() -> None:
    taken = Event("captured", (), {"side": "soviet", "hex": "0805"})
    assert GAME.describe(taken, "es") == "Soviéticos: toma de Ternopol (0805)."


def test_refusals_in_spanish() -> None:
    lab = Lab.at("german-move-1", "16Pz 2218", "TG 0805", "15R 2220")
    assert why(lab, "select TG") == "Guarnición de Ternopol: es una guarnición estática y no mueve nunca."
    assert why(lab, "select 99Pz") == "No existe la unidad «99Pz»."
    assert why(lab, "dance") == "«dance» no es posible ahora."
    assert why(lab, "end", "soviet") == "Ahora decide el otro bando: Alemanes."
    lab.do("select 16Pz")
    assert why(lab, "move 2220") == "En 2220 hay unidades enemigas."
    assert why(lab, "exit") == "Solo las unidades soviéticas pueden salir del mapa."


def test_the_odds_in_spanish() -> None:
    lab = plain("german-combat-1", "9SS 3017", "18AD 3016", "15R 3018", terrain={"3018": "rough"})
    odds = GAME.preview(lab.state, "attack 3018 9SS 18AD", "german", "es")
    assert odds is not None
    assert [item["text"] for item in (*odds["attack"], *odds["shifts"])] == [
        "9.ª División Panzer SS Hohenstaufen",
        "18.ª División de Artillería, en apoyo",
        "Terreno abrupto",
    ]


def test_english_stays_english() -> None:
    lab = Lab.at("german-move-1", "16Pz 2218")
    assert prompt(lab, "en") == "Choose a unit to move, or end the movement segment."


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_a_whole_game_can_be_told_in_spanish(scenario: str) -> None:
    """Whatever happens in a game played at random has its sentence: no bare keys, no empty or open placeholders."""
    rng = random.Random(scenario)
    state = GAME.start(scenario)
    while (need := state.decision) is not None:
        lines = [spoken(need.prompt)]
        if isinstance(need, Chance):
            action = "roll " + " ".join(str(rng.randint(1, need.faces)) for _ in range(need.dice))
        else:
            actions = state.actions()
            action = str(actions[rng.randrange(len(actions))])
        lines += told(state.play(action))
        for line in lines:
            assert not re.search(r"[{}\[\]]|\(\)|  |: *\.|None|soviet\b|german\b", line), line
    assert state.outcome is not None
    assert "{" not in spoken(state.outcome.message)
