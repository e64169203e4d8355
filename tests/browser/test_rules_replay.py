"""The rulebook and the replay: every clause is found, every entry of a finished game is seen again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import kessel
from kessel.engine.record import Record, verify
from tests.browser.pages import Shots, Watched
from tests.browser.prepared import finished
from tests.browser.serving import Serving
from tests.server.table import GAME, Json, Player


@pytest.fixture(scope="module")
def book(server: Serving) -> Callable[[str], Json]:
    return lambda language: server.get(f"games/{GAME}/rulebook", language=language)


def clauses(page: Page) -> list[str]:
    found: list[str] = page.locator("article[data-clause]").evaluate_all("(all) => all.map((e) => e.dataset.clause)")
    return found


def test_search_the_rules(page: Page, book: Callable[[str], Json], shots: Shots) -> None:
    page.goto(f"/#rules/{GAME}")
    everything = [c["id"] for c in book("en")["clauses"]]
    expect(page.locator("article[data-clause]")).to_have_count(len(everything))
    assert sorted(clauses(page)) == sorted(everything)
    shots(page, "rules-dark")
    page.keyboard.press("/")
    search = page.get_by_test_id("rule-search")
    expect(search).to_be_focused()
    search.fill("13.8")
    wanted = [c["id"] for c in book("en")["clauses"] if c["id"].startswith("13.8")]
    expect(page.get_by_role("status").filter(has_text=f"of {len(everything)} clauses")).to_be_visible()
    assert set(wanted) <= set(clauses(page))
    search.fill("retreat river")
    expect(page.locator("article[data-clause] mark").first).to_be_visible()
    shots(page, "rules-search")
    for text in page.locator("article[data-clause]").all_inner_texts():
        assert "retreat" in text.lower()
        assert "river" in text.lower()
    search.fill("xylophone")
    expect(page.get_by_text("No clause has these words.")).to_be_visible()
    page.get_by_role("button", name="Show the whole book").click()
    expect(page.locator("article[data-clause]")).to_have_count(len(everything))


def test_a_link_to_nothing_says_so(person: Callable[..., Watched]) -> None:
    reader = person()
    reader.forgive("404")
    page = reader.page("/#rules/korsun/99.9-z")
    expect(page.get_by_role("alert")).to_have_text("There is no clause 99.9-z.")
    page.goto("/#rules/nogame")
    expect(page.get_by_role("heading", name="There is no such rulebook")).to_be_visible()
    page.goto("/#rules/korsun")
    expect(page.locator("article[data-clause]").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_link_leads_to_its_clause_in_both_languages(page: Page, book: Callable[[str], Json], shots: Shots) -> None:
    english = {c["id"]: c for c in book("en")["clauses"]}
    spanish = {c["id"]: c for c in book("es")["clauses"]}
    wanted = next(c for c in reversed(list(english)) if c.startswith("13.8"))
    page.goto(f"/#rules/{GAME}/{wanted}")
    article = page.locator(f"article[data-clause='{wanted}']")
    expect(article).to_be_in_viewport()
    expect(article).to_be_focused()
    expect(article).to_contain_text(english[wanted]["text"][:60])
    page.get_by_role("button", name="ES", exact=True).click()
    expect(article).to_contain_text(spanish[wanted]["text"][:60])
    shots(page, "rules-spanish")
    other = next(iter(english))
    page.goto(f"/#rules/{GAME}/{other}")
    expect(page.locator(f"article[data-clause='{other}']")).to_be_in_viewport()
    page.go_back()
    expect(article).to_be_in_viewport()


def test_rulings_can_be_listed(page: Page, book: Callable[[str], Json]) -> None:
    page.goto(f"/#rules/{GAME}")
    rulings = book("en")["rulings"]
    page.get_by_label("Only with rulings").check()
    with_rulings = {clause for ruling in rulings for clause in ruling["clauses"]}
    expect(page.locator("article[data-clause]")).to_have_count(
        len(with_rulings & {c["id"] for c in book("en")["clauses"]})
    )
    for ruling in rulings[:5]:
        expect(page.get_by_text(f"Our ruling {ruling['id']}", exact=True).first).to_be_visible()


# -- the replay ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def over(server: Serving) -> Player:
    """The Soviet seat of a game that is over."""
    return finished(server)[1][0]


def stacks(page: Page) -> list[str]:
    titles = page.get_by_test_id("replay-map").locator("title")
    return sorted(titles.all_text_contents())


def expected(server: Serving, seen: Json) -> list[str]:
    data = server.get(f"games/{GAME}")
    return sorted(
        f"{data['places'].get(s['hex'], s['hex'])}: "
        + ", ".join(data["units"][u["id"]]["name"] for u in sorted(s["units"], key=lambda u: u["id"] == s["top"]))
        for s in seen["view"]["stacks"]
    )


def test_every_entry_is_seen_again(page: Page, server: Serving, over: Player, shots: Shots) -> None:
    page.goto(f"/#replay/{over.token}")
    slider = page.get_by_test_id("slider")
    expect(slider).to_be_visible()
    log = over.look()["log"]
    assert slider.get_attribute("max") == str(len(log))
    shots(page, "replay-dark")
    for place in (0, 1, len(log) // 3, len(log) // 2, len(log)):
        slider.fill(str(place))
        n = log[place - 1]["n"] if place else 0
        then = expected(server, over.ask(f"replay/{n}"))
        page.wait_for_function(
            """(count) => document.querySelectorAll('[data-testid=replay-map] title').length === count""",
            arg=len(then),
        )
        expect(page.locator(".where")).to_contain_text(f"Entry {n} of" if place else "The beginning")
        page.wait_for_load_state("networkidle")
        assert stacks(page) == then
        entry = page.get_by_test_id("entry")
        for event in log[place - 1]["events"] if place else []:
            if not event.get("dice"):
                expect(entry).to_contain_text(event["text"])
    expect(page.get_by_test_id("result")).to_be_visible()
    shots(page, "replay-end")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")


def test_it_plays_by_itself(page: Page, over: Player) -> None:
    page.goto(f"/#replay/{over.token}")
    slider = page.get_by_test_id("slider")
    slider.fill("3")
    page.get_by_label("Speed").select_option(label="4×")
    page.get_by_test_id("play").click()
    expect(slider).to_have_value(re.compile("^([6-9]|[1-9][0-9]+)$"))
    page.get_by_test_id("play").click()
    expect(page.get_by_test_id("play")).to_have_accessible_name("Play")


def test_luck_ledger(page: Page, server: Serving, over: Player, shots: Shots) -> None:
    page.goto(f"/#replay/{over.token}/luck")
    rolls = over.ask("luck")
    assert rolls
    expect(page.get_by_role("heading", name="Every roll")).to_be_visible()
    rows = page.locator("table.rolls tbody tr")
    expect(rows).to_have_count(len(rolls))
    for i, roll in enumerate(rolls[:10]):
        expect(rows.nth(i)).to_contain_text(str(roll["n"]))
        expect(rows.nth(i).get_by_role("img").first).to_have_accessible_name(str(roll["dice"][0]))
    shots(page, "replay-luck")
    rows.nth(0).get_by_role("button").click()
    expect(page.locator(".where")).to_contain_text(f"Entry {rolls[0]['n']} of")
    for side in server.get(f"games/{GAME}")["sides"]:
        count = sum(roll["side"] == side["id"] for roll in rolls)
        row = page.locator("table:not(.rolls) tbody tr", has_text=side["name"])
        expect(row.locator("td").first).to_have_text(str(count))


def test_the_record_is_downloaded_and_holds(page: Page, over: Player, shots: Shots, tmp_path: Path) -> None:
    page.goto(f"/#replay/{over.token}/dice")
    seen = over.look()
    expect(page.get_by_test_id("commitment")).to_have_text(seen["commitment"])
    expect(page.get_by_test_id("seed")).to_have_text(seen["seed"])
    shots(page, "replay-dice")
    with page.expect_download() as download:
        page.get_by_test_id("record").click()
    download.value.save_as(tmp_path / "game.kessel")
    verify(kessel.load(GAME), Record.load(tmp_path / "game.kessel"))
