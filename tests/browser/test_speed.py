"""Figures of speed. They are printed; only the size of the client has a hard limit."""

from __future__ import annotations

import gzip
import statistics
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kessel.server.app import CLIENT
from tests.browser.pages import Watched
from tests.browser.prepared import movement
from tests.browser.serving import Serving
from tests.browser.table import Seated
from tests.server.table import LEARNING

LARGEST_KB = 350
ACTIONS = 50
DRAGS = 120
FREE = ("2515", "2513", "2511", "2517")
"""Hexes in the middle of the campaign map, of which one is empty: from there the map is dragged."""
PACKED = {".woff2", ".png", ".jpg"}
ROUND_TRIP = """async (key) => {
  const table = document.querySelector('[data-testid=table]');
  const before = table.dataset.state;
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  await new Promise((done) => {
    const seen = () => table.dataset.state !== before && table.dataset.busy === 'false';
    new MutationObserver((_, watch) => seen() && (watch.disconnect(), done())).observe(table, { attributes: true });
  });
  return performance.now() - start;
}"""
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const beat = (now) => { window.frames_.push(now - last); last = now; window.beat_ = requestAnimationFrame(beat); };
  window.beat_ = requestAnimationFrame(beat);
}"""

Say = Callable[[str], None]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    def out(line: str) -> None:
        with capsys.disabled():
            print(f"\n{line}")

    return out


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def test_size_of_the_client(say: Say) -> None:
    def sent(name: str, data: bytes) -> int:
        return len(data) if any(name.endswith(end) for end in PACKED) else len(gzip.compress(data, 9))

    sizes = {f.name: sent(f.name, f.read_bytes()) for f in CLIENT.rglob("*") if f.is_file() and f.name[0] != "."}
    total = sum(sizes.values()) / 1024
    say(f"client: {total:.0f} KB compressed ({', '.join(f'{n} {s / 1024:.0f}' for n, s in sorted(sizes.items()))})")
    assert total <= LARGEST_KB


def test_time_until_it_can_be_used(person: Callable[..., Watched], server: Serving, say: Say) -> None:
    page = person().page()
    started = "performance.now()"
    page.goto("/")
    expect(page.get_by_test_id("learn")).to_be_enabled()
    home = page.evaluate(started)
    page = person().page()
    table = Seated(page, server, movement(server).tokens["soviet"])
    page.goto(f"/#table/{table.token}")
    table.settled()
    ready = page.evaluate(started)
    page.locator("[data-testid=map] .map canvas").first.wait_for(state="attached")
    drawn = page.evaluate(started)
    say(f"until usable: home {home:.0f} ms, table {ready:.0f} ms, its map drawn {drawn:.0f} ms ({LEARNING})")
    assert max(home, ready, drawn) < 30_000


def test_round_trip_of_an_action(person: Callable[..., Watched], server: Serving, say: Say) -> None:
    table = Seated(person().page(), server, movement(server).tokens["soviet"]).open()
    table.take_up("28R")
    times = [table.page.evaluate(ROUND_TRIP, "u" if n % 2 == 0 else "U") for n in range(ACTIONS)]
    say(
        f"action to the new position on the screen: median {statistics.median(times):.0f} ms,"
        f" p95 {at(times, 0.95):.0f} ms, of {len(times)}"
    )
    assert at(times, 0.95) < 5_000


def test_frames_while_the_map_is_dragged(person: Callable[..., Watched], server: Serving, say: Say) -> None:
    match = server.match("campaign", soviet="invite", german="invite")
    match.seat("german").play("auto")
    page = person().page()
    table = Seated(page, server, match.tokens["soviet"]).open()
    page.locator("[data-testid=map] .map canvas").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    taken = {stack["hex"] for stack in table.look()["view"]["stacks"]}
    x, y = table.point(next(place for place in FREE if place not in taken))
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for n in range(DRAGS):
        turn = n % 40
        shift = turn if turn < 20 else 40 - turn
        page.mouse.move(x - 12 * shift, y - 6 * shift)
    page.wait_for_function("window.frames_.length > 1")
    assert "panning" in (table.get("map").get_attribute("class") or "")
    frames = page.evaluate("cancelAnimationFrame(window.beat_), window.frames_")[1:]
    page.mouse.up()
    say(
        f"dragging the campaign map: {len(frames)} frames, {1000 / statistics.mean(frames):.0f} a second,"
        f" p95 {at(frames, 0.95):.0f} ms, longest {max(frames):.0f} ms"
    )
    assert statistics.mean(frames) < 1_000
