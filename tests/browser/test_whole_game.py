"""A learning scenario clicked through to its end by both sides at one screen; its record holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import kessel
from kessel.engine.record import Record, verify
from tests.browser.hand import Hand
from tests.browser.pages import Shots
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import GAME, LEARNING

MET = {
    GAME: {"handover", "movement", "moving", "combat", "declare", "support", "card", "warning"},
    "korsun": {"handover", "movement", "moving", "combat", "declare", "support", "retreat", "rebuild", "warning"},
    "debrecen": {"handover", "allotment", "operations", "muster", "activation", "moving", "declare", "settle"},
}
"""What everybody meets in a whole game."""


@pytest.mark.parametrize(
    ("name", "scenario"),
    [(GAME, LEARNING), ("korsun", "learning-bridges"), ("debrecen", "learning-nagyvarad")],
)
def test_hot_seat_to_the_end(
    page: Page,
    server: Serving,
    shots: Shots,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    scenario: str,
) -> None:
    sides = kessel.load(name).sides
    match = server.match(scenario, game=name, **dict.fromkeys(sides, "human"))
    table = Seated(page, server, match.tokens[sides[0]]).open()
    hand = Hand(table, "whole game")
    clicks = hand.play()
    with capsys.disabled():
        print(f"\nwhole game: {clicks} steps, met {', '.join(sorted(hand.met))}")
    assert MET[name] <= hand.met

    seen = table.look()
    outcome = seen["view"]["outcome"]
    card = table.get("end-card")
    expect(card).to_contain_text(outcome["text"])
    expect(card).to_contain_text(str(outcome["score"]))
    expect(card).to_contain_text(seen["seed"])
    for line in seen["view"]["score"]["lines"]:
        expect(card).to_contain_text(line["text"])
    shots(page, f"end-card-{name}")

    with page.expect_download() as download:
        card.get_by_role("link", name="Save the record").click()
    saved = tmp_path / "game.kessel"
    download.value.save_as(saved)
    game = kessel.load(seen["game"])
    record = Record.load(saved)
    assert len(record.entries) == seen["entries"]
    assert verify(game, record)["entries"] == seen["entries"]
    assert download.value.suggested_filename == f"{seen['game']}-{seen['match']}.kessel"
