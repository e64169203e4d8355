"""Studies: what is counted, compared and written down."""

from __future__ import annotations

import csv
import json
import math
import random
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from pyarrow import parquet
from scipy import stats

from kessel.engine import KesselError
from kessel.games import GAMES, load
from kessel.studies import Study, charts, heat, statistics, study, write_report
from kessel.studies.crew import on_ray
from kessel.studies.duel import Duel, play
from kessel.studies.rating import Estimate
from kessel.studies.report import html
from kessel.studies.study import CHANGED, history_of

SMALL = "learning-ternopol"
WEAK = "scenario.victory.soviet=1"
"""The Soviets win with one point: the games are the same, their results are not."""


def small(games: int = 6, commanders: tuple[str, ...] = ("random",), **more: Any) -> Study:
    return study("breakout", games, commanders, **{"scenario": SMALL, "workers": 1, **more})


@pytest.fixture(scope="module")
def plain() -> Study:
    return small(8)


@pytest.fixture(scope="module")
def compared() -> Study:
    return small(8, settings=[WEAK])


# -- statistics ------------------------------------------------------------------------------------------------------


def test_a_mean_has_students_interval() -> None:
    values = [3, 5, 4, 8, 1, 4]
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert statistics.mean(values) == pytest.approx((25 / 6, low, high))


def test_paired_differences_are_surer_than_means() -> None:
    rng = random.Random(4)
    before = [rng.gauss(10, 5) for _ in range(50)]
    pairs = [(b, b + rng.gauss(1, 0.5)) for b in before]
    found = statistics.paired_mean(pairs)
    assert found.low > 0.7
    assert found.high < 1.3


@pytest.mark.parametrize(("share", "gain", "games"), [(0.5, 0.1, 40), (0.05, 0.1, 25), (0.9, -0.3, 60)])
def test_paired_shares_hold_the_truth_as_often_as_they_say(share: float, gain: float, games: int) -> None:
    rng = random.Random(9)
    held = 0
    for _ in range(400):
        pairs = [(rng.random() < share, rng.random() < share + gain) for _ in range(games)]
        found = statistics.paired_share(pairs)
        held += found.low <= gain <= found.high
    assert held / 400 >= 0.925


def test_no_difference_in_few_games_is_not_certainty() -> None:
    found = statistics.paired_share([(True, True)] * 5)
    assert found.value == 0
    assert found.low < -0.2
    assert found.high > 0.2


# -- the games of a study --------------------------------------------------------------------------------------------


def test_findings_are_those_of_the_games(plain: Study) -> None:
    games = [
        play(
            Duel(
                key="",
                game="breakout",
                scenario=SMALL,
                seed=f"1-{n}",
                sides={"soviet": "random", "german": "random"},
            )
        )
        for n in range(8)
    ]
    found = plain.summary()["variants"]["as it is"]
    assert {k: o["games"] for k, o in found["outcomes"].items() if o["games"]} == Counter(
        g.winner or "draw" for g in games
    )
    assert found["score"]["counts"] == {str(k): v for k, v in Counter(g.score for g in games).items()}
    assert found["score"]["mean"] == pytest.approx(sum(g.score for g in games) / 8)
    assert found["fights"] == sum(sum(g.fights.values()) for g in games) / 8
    assert sum(found["hexes"].values()) == pytest.approx(found["fights"])
    for side in ("soviet", "german"):
        rows = [row for row in found["losses"] if row["side"] == side]
        assert [row["turn"] for row in rows] == [1, 2, 3]
        assert sum(row["steps"] for row in rows) == pytest.approx(sum(g.lost(side)[0] for g in games) / 8)
        assert sum(row["units"] for row in rows) == pytest.approx(sum(g.lost(side)[1] for g in games) / 8)
    assert plain.summary()["difference"] is None


def test_a_change_is_compared_on_the_same_seeds(compared: Study) -> None:
    before, after = (variant.played for variant in compared.variants)
    assert [(p.score, p.fights, p.rolls) for p in before] == [(p.score, p.fights, p.rolls) for p in after]
    found = compared.summary()["difference"]
    assert found["pairs"] == 8
    assert found["score"] == {"value": 0, "low": 0, "high": 0}
    wins = [sum(p.winner == "soviet" for p in played) for played in (before, after)]
    assert wins[1] > wins[0]
    assert found["wins"]["soviet"]["value"] == pytest.approx((wins[1] - wins[0]) / 8)
    assert found["wins"]["german"]["value"] < 0


def test_a_change_changes_the_play() -> None:
    done = small(4, settings=["movement.thaw.mechanized=1", "movement.thaw.non_mechanized=1"])
    before, after = (variant.played for variant in done.variants)
    assert all(a.fights != b.fights for a, b in zip(before, after, strict=True))


def test_a_commander_for_each_side() -> None:
    done = small(2, ("random", "soviet=cadet"))
    assert done.commanders == {"soviet": "cadet", "german": "random"}
    cadet, chance = (sum(p.clocks[side].total for p in done.variants[0].played) for side in ("soviet", "german"))
    assert cadet > 3 * chance


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"commanders": ("napoleon",)}, "napoleon"),
        ({"commanders": ("french=cadet", "random")}, "french"),
        ({"commanders": ("german=random",)}, "nobody commands soviet"),
        ({"scenario": "moscow"}, "moscow"),
        ({"settings": ["units.X.track=1"]}, "--set"),
    ],
)
def test_bad_names(more: dict[str, Any], words: str) -> None:
    with pytest.raises(KesselError, match=words):
        small(**more)


def test_a_study_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    small(2, settings=[WEAK], resume=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:3]) + "\n", encoding="utf-8")
    assert small(3, settings=[WEAK], resume=file).summary() == small(3, settings=[WEAK]).summary()
    with pytest.raises(KesselError, match="another run: its set is"):
        small(3, resume=file)


def test_ray_plays_the_same_games() -> None:
    """On a local Ray; changed data files travel with the games."""
    files = {
        "tables/movement.yaml": "provenance: test\n"
        + "".join(f"{weather}: {{non_mechanized: 2, mechanized: 2}}\n" for weather in ("storm", "thaw", "ice"))
    }
    sides = {"soviet": "random", "german": "random"}
    duels = [Duel(key=str(n), game="breakout", scenario=SMALL, seed=str(n), sides=sides, files=files) for n in range(3)]
    there = sorted(on_ray(duels, "local"), key=lambda p: p.key)
    here = [play(duel) for duel in duels]
    assert [(p.key, p.score, p.rolls, p.fights) for p in there] == [(p.key, p.score, p.rolls, p.fights) for p in here]


@pytest.mark.parametrize(
    ("address", "words"), [("127.0.0.1:9", "no Ray cluster"), ("ray://127.0.0.1:9", "no Ray"), ("moon", "HOST:PORT")]
)
def test_an_address_without_a_cluster(address: str, words: str) -> None:
    with pytest.raises(KesselError, match=words):
        list(on_ray([], address))


# -- history ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_history_is_read_from_the_scenarios(game: str) -> None:
    for scenario in load(game).scenarios.values():
        history = history_of(load(game), scenario.id)
        assert len(history["turns"]) == scenario.turns
    assert {"score", "result", "summary"} & set(history)  # of the whole battle something is known


# -- the report ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(compared: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "new" / "folder"
    assert [path.name for path in write_report(compared, folder)] == ["report.html", "games.csv", "games.parquet"]
    return folder


def test_the_tables_hold_every_game(written: Path, compared: Study) -> None:
    with (written / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    stored = parquet.read_table(written / "games.parquet").to_pylist()
    played = [(v.name, n, p) for v in compared.variants for n, p in enumerate(v.played)]
    assert len(rows) == len(stored) == len(played) == 16
    for row, kept, (name, n, p) in zip(rows, stored, played, strict=True):
        assert (row["variant"], int(row["game"]), row["winner"]) == (name, n, p.winner or "draw")
        assert (int(row["score"]), int(row["fights"])) == (p.score, sum(p.fights.values()))
        assert int(row["german_steps_lost"]) == p.lost("german")[0]
        assert {k: str(v) for k, v in kept.items() if k in ("winner", "score", "seed")} == {
            k: row[k] for k in ("winner", "score", "seed")
        }
        assert {f["hex"]: f["fights"] for f in kept["fights_by_hex"]} == p.fights
        assert [tuple(t.values()) for t in kept["losses_by_turn"]] == [
            (t.turn, t.side, t.steps, t.units) for t in p.losses
        ]


class Page(HTMLParser):
    """Which tags open and close, what the page loads from elsewhere, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.faults += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)
        self.links += [v for k, v in attrs if k in ("src", "href", "xlink:href") and v]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [v for k, v in attrs if k in ("src", "href", "xlink:href") and v]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(" ".join(data.split()))


def test_the_page_is_whole_and_needs_nothing_else(written: Path) -> None:
    text = (written / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.faults == []
    assert [link for link in page.links if not link.startswith("#")] == []
    assert not re.search(r"url\((?!#)|@import|<script", text)
    ids = Counter(re.findall(r'\bid="([^"]+)"', text))
    assert max(ids.values()) == 1  # the map is drawn once
    assert all(link[1:] in ids for link in page.links)


def test_the_page_says_what_was_found(written: Path, compared: Study) -> None:
    words = " ".join(Page((written / "report.html").read_text(encoding="utf-8")).words)
    found = compared.summary()
    assert "Learning scenario: the gap at Ternopol" in words
    assert WEAK in words
    for o in found["variants"][CHANGED]["outcomes"].values():
        assert f"{o['games']} {o['value']:.1%} {o['low']:.1%} to {o['high']:.1%}" in re.sub(r"\s+", " ", words)
    below = sum(p.score < 5 for p in compared.variants[0].played) / 8
    assert f"Score 5. Of the games, {below:.0%} ended below it" in words
    assert "historical 5" in words
    hottest = next(iter(found["variants"]["as it is"]["hexes"]))
    assert compared.game.label("hex", hottest) in words


def test_a_page_of_a_whole_campaign_tells_its_history() -> None:
    """No game of it need be played for that."""
    one = small(1)
    words = " ".join(Page(html(one._replace(scenario="campaign", history=history_of(one.game, "campaign")))).words)
    assert "Pocket closed 28 March" in words


def test_names_are_not_taken_for_markup(plain: Study) -> None:
    text = html(plain._replace(settings=["<script>alert(1)</script>"], variants=[*plain.variants] * 2))
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_faults_are_shown_and_do_not_count(plain: Study) -> None:
    (variant,) = plain.variants
    broken = play(
        Duel(key="9", game="breakout", scenario=SMALL, seed="1", sides={"soviet": "random", "german": "random"})
    )
    fault = {"kind": "crash", "side": "german", "text": "out of <ideas>"}
    broken = msgspec.convert({**msgspec.to_builtins(broken), "fault": fault, "score": 999}, type(broken))
    done = plain._replace(variants=[variant._replace(played=[*variant.played, broken])])
    summary = done.summary()
    assert summary["faults"] == ["as it is, game 9, german: out of <ideas>"]
    assert summary["variants"]["as it is"] == plain.summary()["variants"]["as it is"]
    assert "out of &lt;ideas&gt;" in html(done)


def test_a_report_that_cannot_be_written(plain: Study, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(KesselError, match="file"):
        write_report(plain, tmp_path / "file")


# -- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", [(0, 1), (0, 7), (0, 940), (-3, 3), (0, 0.02), (5, 5)])
def test_ticks_are_few_and_inside(ends: tuple[float, float]) -> None:
    found = charts.ticks(*ends)
    assert 1 <= len(found) <= 7
    assert all(ends[0] - 1e-6 <= t <= ends[1] + 1e-6 for t in found)


def bars(picture: str, kind: str) -> list[dict[str, float]]:
    return [
        {k: float(v) for k, v in bar.attrib.items() if k != "class"}
        for bar in ElementTree.fromstring(picture).iter("rect")
        if bar.get("class") == kind
    ]


def test_bars_are_as_tall_as_their_numbers() -> None:
    kinds = {"soviet": "side-0", "german": "side-1", "draw": "draw"}
    counts = {2: {"german": 4}, 5: {"soviet": 1, "draw": 1}}
    picture = charts.histogram(counts, (2, 6), kinds, (6, "historical 6"), "Scores")
    (german,), (soviet,), (draw,) = (bars(picture, kind) for kind in ("side-1", "side-0", "draw"))
    assert german["height"] == pytest.approx(4 * soviet["height"], abs=0.3)
    assert draw["y"] + draw["height"] == pytest.approx(soviet["y"], abs=0.2)  # one on top of the other
    assert soviet["x"] - german["x"] == pytest.approx(3 * (720 - 40) / 5, abs=0.3)


def test_many_scores_share_bars() -> None:
    counts = {n: {"soviet": 1} for n in range(200)}
    picture = charts.histogram(counts, (0, 199), {"soviet": "side-0"}, None, "Scores")
    assert len(bars(picture, "side-0")) == 50


def test_shares_fill_the_bar() -> None:
    picture = charts.shares([("as it is", [("side-0", "Soviet", 0.75), ("draw", "draw", 0.25)])], "Who won")
    assert bars(picture, "side-0")[0]["width"] == pytest.approx(0.75 * 720 - 1, abs=0.1)
    assert bars(picture, "draw")[0]["x"] == pytest.approx(0.75 * 720, abs=0.1)


def test_a_sure_difference_stands_out() -> None:
    rows = [("a", Estimate(2, 1, 3), ""), ("b", Estimate(1, -1, 3), ""), ("c", Estimate(-1, -2, -0.5), "")]
    picture = ElementTree.fromstring(charts.whiskers(rows, "Change"))
    assert [dot.get("class") for dot in picture.iter("circle")] == ["dot sure", "dot open", "dot sure"]
    places = [float(dot.get("cx", "nan")) for dot in picture.iter("circle")]
    assert places[2] < places[1] < places[0]


def test_the_heat_map_lies_over_its_hexes(plain: Study) -> None:
    grid = plain.game.pieces()["grid"]
    picture = heat.heat_map(plain.game, SMALL, {"0805": 4.0, "1106": 1.0}, 4.0, "Fights")
    root = ElementTree.fromstring(picture)
    shapes = {shape.find("title").text.split(":")[0]: shape for shape in root.iter("path")}  # type: ignore[union-attr]
    assert set(shapes) == {"Ternopol (0805)", "1106"}
    assert shapes["Ternopol (0805)"].get("fill") == heat.colour(1.0) != heat.colour(0.5) == shapes["1106"].get("fill")
    x, y = map(float, re.findall(r"^M(\S+) (\S+?)l", shapes["1106"].get("d", ""))[0])
    cx, cy = grid["hexes"]["1106"]
    assert math.hypot(x - cx, y - cy) == pytest.approx(grid["radius"], abs=0.2)
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert [left, top, left + width, top + height] == pytest.approx(
        plain.game.pieces()["scenarios"][SMALL]["bounds"], abs=0.2
    )


def test_a_summary_is_json(compared: Study) -> None:
    assert json.loads(json.dumps(compared.summary(), allow_nan=False))
