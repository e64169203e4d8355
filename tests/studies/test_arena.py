"""The arena: fair pairings, faults that are counted, runs that go on where they stopped."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kessel
from kessel.commanders import Desk, RandomCommander, commander, desk
from kessel.commanders.base import LEVELS
from kessel.engine import Action, KesselError, Match, Message
from kessel.games import GAMES
from kessel.studies import arena, round_robin
from kessel.studies.duel import Duel, play

SMALL = "learning-ternopol"
GAME = kessel.load("breakout")


def small(a: str = "cadet", b: str = "random", games: int = 4, **more: Any) -> dict[str, Any]:
    """An arena in this process on the small scenario."""
    return arena("breakout", a, b, games, **{"scenario": SMALL, "workers": 1, **more})


def quick(**more: Any) -> dict[str, Any]:
    """An arena of hasty commanders."""
    return small("random", "random", **more)


def without_time(result: dict[str, Any]) -> str:
    """A result without what the clock says."""
    rows = [{k: v for k, v in m.items() if k != "time"} for m in result.get("matches", [])]
    return json.dumps({**{k: v for k, v in result.items() if k not in ("time", "commanders")}, "matches": rows})


def duel(**more: Any) -> Duel:
    sides = {"soviet": "random", "german": "cadet"}
    return Duel(**{"key": "1", "game": "breakout", "scenario": SMALL, "seed": "7", "sides": sides, **more})


# -- one game --------------------------------------------------------------------------------------------------------


def test_a_duel_is_a_game_by_the_book() -> None:
    """The same game played as a match gives the same end, and its diary the same fights and losses."""
    match = Match.start(GAME, SMALL, seed="7")
    players = {"soviet": commander("random", "7/soviet"), "german": commander("cadet", "7/german")}
    guesses = random.Random("7")
    while match.state.outcome is None:
        side = match.state.sides[0]
        match.play(players[side].choose(desk(match.state, side, guesses))[0], side)
    told = [event for entry in match.diary for event in entry]
    played = play(duel())
    assert (played.winner, played.score) == (match.state.outcome.winner, match.state.outcome.score)
    assert played.decisions == sum(entry.side != "chance" for entry in match.entries)
    assert played.rolls == match.state.rolls
    assert played.fights == Counter(event.args["hex"] for event in told if event.name == "attack")
    assert played.fights
    turn = 1
    losses: Counter[tuple[int, str, str]] = Counter()
    for event in told:
        turn = int(str(event.args["turn"])) if event.name == "turn" else turn
        if event.name in ("step lost", "eliminated"):
            losses[turn, str(event.args["side"]), event.name] += 1
    assert losses
    found = Counter({(t.turn, t.side, "step lost"): t.steps for t in played.losses})
    found += Counter({(t.turn, t.side, "eliminated"): t.units for t in played.losses})
    assert found == losses


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_a_study_counts(game: str) -> None:
    scenario = next(s.id for s in kessel.load(game).scenarios.values() if s.learning)
    both = dict.fromkeys(kessel.load(game).sides, "random")
    played = [play(duel(game=game, scenario=scenario, seed=str(n), sides=both)) for n in range(3)]
    assert all(p.fault is None for p in played)
    assert sum(sum(p.fights.values()) for p in played) > 0
    assert {toll.side for p in played for toll in p.losses} == set(kessel.load(game).sides)
    assert max(p.turns for p in played) == kessel.load(game).scenarios[scenario].turns
    hexes = kessel.load(game).pieces()["grid"]["hexes"]
    assert all(place in hexes for p in played for place in p.fights)


class Cheat(RandomCommander):
    """Plays what is not allowed as soon as it may attack."""

    def choose(self, desk: Desk) -> tuple[Action, Message]:
        action, why = super().choose(desk)
        return (Action("surrender"), why) if "attack" in desk.actions.verbs() else (action, why)


class Broken(RandomCommander):
    """Falls over at its first decision."""

    def choose(self, desk: Desk) -> tuple[Action, Message]:
        raise RuntimeError("out of ideas")


@pytest.mark.parametrize(
    ("kind", "level", "words"), [("illegal", Cheat, "surrender"), ("crashes", Broken, "RuntimeError: out of ideas")]
)
def test_faults_are_counted_and_cost_the_game(
    kind: str, level: type[RandomCommander], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "faulty", level)
    result = small("faulty", "random", 4)
    assert (result["a_wins"], result["b_wins"]) == (0, 4)
    assert {key: result[key] for key in ("illegal", "crashes")} == {"illegal": 0, "crashes": 0, kind: 4}
    assert all(words in fault for fault in result["faults"])


class Punctual(RandomCommander):
    """Has a clock, and tells everybody what it was set to."""

    seen: list[float | None] = []  # noqa: RUF012

    def __init__(self, seed: str, budget: float | None = None) -> None:
        super().__init__(seed)
        self.seen.append(budget)


def test_a_budget_sets_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "punctual", Punctual)
    small("punctual", "random", 1, budget=2.5)
    small("punctual", "random", 1)
    assert [seconds for seconds in Punctual.seen if seconds is not None] == [2.5]
    assert Punctual.seen[-1] is None


# -- two commanders --------------------------------------------------------------------------------------------------


def test_sides_are_swapped_on_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Duel] = []
    real = play
    monkeypatch.setattr("kessel.studies.crew.play", lambda d: asked.append(d) or real(d))  # type: ignore[func-returns-value]
    result = small(games=4)
    assert [(d.seed, d.sides["soviet"], d.sides["german"]) for d in asked] == [
        ("1-0", "cadet", "random"),
        ("1-0", "random", "cadet"),
        ("1-1", "cadet", "random"),
        ("1-1", "random", "cadet"),
    ]
    games = [real(d) for d in asked]
    assert result["a_wins"] == sum(d.sides.get(p.winner or "") == "cadet" for d, p in zip(asked, games, strict=True))
    assert result["b_wins"] == sum(d.sides.get(p.winner or "") == "random" for d, p in zip(asked, games, strict=True))


def test_a_report_adds_up() -> None:
    result = small(games=5)
    assert result["a_wins"] + result["b_wins"] + result["draws"] == result["games"] == 5
    assert result["a_wins"] > result["b_wins"]
    assert result["interval"][0] < result["elo"] < result["interval"][1]
    assert result["score_interval"][0] < result["score"] <= result["score_interval"][1]
    assert sum(result["wins_by_side"].values()) == result["a_wins"] + result["b_wins"]
    assert (result["illegal"], result["crashes"], result["faults"]) == (0, 0, [])
    for time in result["time"].values():
        assert 0 < time["mean"] < time["worst"] < time["worst_turn"]
    assert result["time"]["a"]["mean"] > result["time"]["b"]["mean"]  # thinking takes longer than a die


def test_swapping_the_names_turns_the_result_round() -> None:
    """With an even number of games it does not matter who is called a."""
    one, other = small("cadet", "random"), small("random", "cadet")
    assert (one["a_wins"], one["b_wins"]) == (other["b_wins"], other["a_wins"])
    assert one["elo"] == -other["elo"]


def test_all_cores_give_what_one_gives() -> None:
    assert without_time(small(workers=2)) == without_time(small(workers=1))


def test_another_seed_gives_other_games() -> None:
    games = [play(duel(seed=seed)) for seed in ("1", "2", "1")]
    facts = [(g.score, g.rolls, g.fights, g.losses) for g in games]
    assert facts[0] == facts[2] != facts[1]


@pytest.mark.parametrize(
    ("change", "words"),
    [({"a": "napoleon"}, "napoleon"), ({"scenario": "moscow"}, "moscow"), ({"b": "cadets"}, "cadets")],
)
def test_bad_names_are_found_before_anything_is_played(change: dict[str, Any], words: str) -> None:
    with pytest.raises(KesselError, match=words):
        small(**change)


# -- several ---------------------------------------------------------------------------------------------------------


def test_a_round_robin_rates_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "faulty", Broken)
    result = round_robin("breakout", ["random", "faulty", "cadet"], 2, scenario=SMALL, workers=1)
    assert [row["name"] for row in result["commanders"]] == ["cadet", "random", "faulty"]
    assert [(m["a"], m["b"]) for m in result["matches"]] == [
        ("random", "faulty"),
        ("random", "cadet"),
        ("faulty", "cadet"),
    ]
    for row in result["commanders"]:
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 4
        assert row["interval"][0] < row["elo"] < row["interval"][1]
    assert result["crashes"] == 4
    assert sum(row["elo"] for row in result["commanders"]) == pytest.approx(0, abs=0.2)


@pytest.mark.parametrize("names", [["random"], ["random", "random"], []])
def test_a_table_needs_two(names: list[str]) -> None:
    with pytest.raises(KesselError, match="two commanders"):
        round_robin("breakout", names, 2, scenario=SMALL)


# -- the file of a run -----------------------------------------------------------------------------------------------


def test_a_stopped_run_goes_on_and_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "run.jsonl"
    whole = quick(games=4)
    real, games = play, 0

    def dies(asked: Duel) -> Any:
        nonlocal games
        games += 1
        if games == 3:
            raise KeyboardInterrupt
        return real(asked)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("kessel.studies.crew.play", dies)
        quick(games=4, resume=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3  # what run it is, and two games
    with file.open("a", encoding="utf-8") as more:
        more.write(lines[-1][:40])  # a line that a killed process began
    played: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr("kessel.studies.crew.play", lambda d: played.append(d.key) or real(d))  # type: ignore[func-returns-value]
        assert without_time(quick(games=4, resume=file)) == without_time(whole)
    assert played == ["random random 2", "random random 3"]
    again = file.read_text(encoding="utf-8").splitlines()
    assert again[:3] == lines
    assert len(again) == 5


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    quick(games=2, resume=file)
    assert without_time(quick(games=4, resume=file)) == without_time(quick(games=4))
    assert quick(games=2, resume=file)["games"] == 2


def test_progress_starts_where_the_run_stopped(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    quick(games=2, resume=file)
    told: list[tuple[int, int]] = []
    quick(games=3, resume=file, progress=lambda done, total: told.append((done, total)))
    assert told == [(2, 3), (3, 3)]


def test_the_file_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    quick(games=1, resume=file)
    before = file.read_bytes()
    with pytest.raises(KesselError, match=r"another run: its seed is 1, not 2"):
        quick(games=1, seed=2, resume=file)
    with pytest.raises(KesselError, match=r"its scenario is 'learning-ternopol', not 'campaign'"):
        quick(games=1, scenario="campaign", resume=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", ["a letter to a friend", "[1, 2]\n", "two\nlines\n"])
def test_a_file_that_is_something_else_is_left_alone(content: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(KesselError, match=r"letter\.txt"):
        quick(games=1, resume=file)
    assert file.read_text(encoding="utf-8") == content


def test_damage_in_the_middle_is_named(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    quick(games=2, resume=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[1] = lines[1][:30]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(KesselError, match=r"run\.jsonl: line 2 is damaged"):
        quick(games=2, resume=file)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(KesselError, match="No such file"):
        quick(games=1, resume=tmp_path / "none" / "run.jsonl")
