"""The rulebooks of a game say the same things, clause by clause, in two languages."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import kessel.games

GAMES = Path(kessel.games.__file__).parent
SIZES = {
    "breakout": {"chapters": 17, "sequence": 12, "clauses": 261, "rulings": 52},
    "korsun": {"chapters": 20, "sequence": 12, "clauses": 304, "rulings": 47},
    "debrecen": {"chapters": 18, "sequence": 5, "clauses": 396, "rulings": 95},
}
LANGUAGES = ("en", "es")
PARTS = ("chapters", "sequence", "clauses", "rulings")
KINDS = {"definition", "errata", "exception", "optional", "rule", "setup", "victory"}
PROSE = {
    "chapters": ("title",),
    "sequence": ("title", "text"),
    "clauses": ("title", "text"),
    "rulings": ("problem", "ruling"),
}


def load(game: str, language: str) -> dict[str, Any]:
    text = (GAMES / game / f"rulebook.{language}.yaml").read_text(encoding="utf-8")
    book: dict[str, Any] = yaml.safe_load(text)
    return book


Books = dict[str, dict[str, Any]]


@pytest.fixture(scope="module", params=SIZES)
def books(request: pytest.FixtureRequest) -> Books:
    return {language: load(request.param, language) for language in LANGUAGES}


def ids(book: dict[str, Any], part: str) -> list[str]:
    return [entry["id"] for entry in book[part]]


def chapter(clause: str) -> str:
    """The chapter of a clause: 13.8.2-a is of 13, EX-b of EX."""
    return clause.partition("-")[0].partition(".")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_header(books: Books, language: str) -> None:
    assert books[language]["game"] in SIZES
    assert books[language]["language"] == language


@pytest.mark.parametrize("part", PARTS)
def test_both_languages_have_the_same_ids_in_the_same_order(books: Books, part: str) -> None:
    assert ids(books["en"], part) == ids(books["es"], part)


@pytest.mark.parametrize("field", ["kind", "see"])
def test_both_languages_agree_on_every_clause(books: Books, field: str) -> None:
    english, spanish = ({c["id"]: c[field] for c in book["clauses"]} for book in books.values())
    assert english == spanish


def test_both_languages_tie_rulings_to_the_same_clauses(books: Books) -> None:
    english, spanish = ({r["id"]: r["clauses"] for r in book["rulings"]} for book in books.values())
    assert english == spanish


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_are_unique_text(books: Books, language: str, part: str) -> None:
    found = ids(books[language], part)
    assert all(isinstance(i, str) for i in found)
    assert len(found) == len(set(found))


def test_the_book_is_complete(books: Books) -> None:
    book = books["en"]
    assert {part: len(book[part]) for part in PARTS} == SIZES[book["game"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_kinds_are_known(books: Books, language: str) -> None:
    assert {c["kind"] for c in books[language]["clauses"]} <= KINDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_belongs_to_a_chapter(books: Books, language: str) -> None:
    book = books[language]
    assert {chapter(c) for c in ids(book, "clauses")} == set(ids(book, "chapters"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_exists_and_leads_elsewhere(books: Books, language: str) -> None:
    book = books[language]
    known = set(ids(book, "clauses"))
    dangling = [(c["id"], see) for c in book["clauses"] for see in c["see"] if see not in known - {c["id"]}]
    assert dangling == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_about_clauses_that_exist(books: Books, language: str) -> None:
    book = books[language]
    known = set(ids(book, "clauses"))
    assert all(r["clauses"] for r in book["rulings"])
    assert [(r["id"], c) for r in book["rulings"] for c in r["clauses"] if c not in known] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_and_ruling_named_in_a_text_exists(books: Books, language: str) -> None:
    book = books[language]
    known = {*ids(book, "clauses"), *ids(book, "rulings")}
    named = {
        name
        for part in PARTS
        for entry in book[part]
        for field in PROSE[part]
        for name in re.findall(r"\bAMB-\d+\b|\bA\d\d\b|\b\d+(?:\.\d+)+-[a-z]\d?\b", entry[field])
    }
    assert named
    assert named - known == set()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_and_each_text_is_one_clean_line(books: Books, language: str, part: str) -> None:
    for entry in books[language][part]:
        for field in PROSE[part]:
            text = entry[field]
            assert text, (entry["id"], field)
            assert text == " ".join(text.split()), (entry["id"], field)


@pytest.mark.parametrize("part", ["sequence", "clauses", "rulings"])
def test_the_spanish_is_translated(books: Books, part: str) -> None:
    field = PROSE[part][-1]
    same = [e["id"] for e, s in zip(books["en"][part], books["es"][part], strict=True) if e[field] == s[field]]
    assert same == []


@pytest.mark.parametrize(("language", "words"), [("en", "Not used:"), ("es", "No se usa:")])
def test_a_series_rule_without_effect_is_a_definition(books: Books, language: str, words: str) -> None:
    assert {c["kind"] for c in books[language]["clauses"] if words in c["text"]} <= {"definition"}
