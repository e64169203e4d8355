"""The arena: commanders against each other, each pair of games on one seed with the sides swapped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from kessel.commanders import commander
from kessel.engine import Game, KesselError
from kessel.games import load
from kessel.studies import rating
from kessel.studies.crew import Crew, crew
from kessel.studies.duel import Clock, Duel, Played
from kessel.studies.journal import Progress, run
from kessel.studies.rating import CONFIDENCE, Estimate


def arena(
    game: str,
    a: str,
    b: str,
    games: int = 40,
    seed: int = 1,
    *,
    scenario: str = "",
    budget: float | None = None,
    workers: int = 0,
    resume: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play two commanders against each other and rate them."""
    bout = _Bout(game, scenario, seed, budget)
    played = bout.play([(a, b)], games, crew(workers), resume, progress)
    return {**bout.facts(), "confidence": CONFIDENCE, **bout.match(a, b, played[a, b])}


def round_robin(
    game: str,
    names: Sequence[str],
    games: int = 40,
    seed: int = 1,
    *,
    scenario: str = "",
    budget: float | None = None,
    workers: int = 0,
    resume: Path | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play every commander against every other, ``games`` for each pairing, and rate them all in one table."""
    if len(set(names)) != len(names) or len(names) < 2:
        raise KesselError("a table needs at least two commanders, each named once")
    bout = _Bout(game, scenario, seed, budget)
    played = bout.play(list(combinations(names, 2)), games, crew(workers), resume, progress)
    matches = [bout.match(a, b, found) for (a, b), found in played.items()]
    elos = rating.table(names, {(m["a"], m["b"]): (m["a_wins"] + m["draws"] / 2, m["games"]) for m in matches})
    rows = [_row(name, elos[name], matches) for name in names]
    return {
        **bout.facts(),
        "confidence": CONFIDENCE,
        "commanders": sorted(rows, key=lambda row: -row["elo"]),
        "matches": matches,
        **{key: sum(m[key] for m in matches) for key in ("games", "illegal", "crashes")},
        "faults": [fault for m in matches for fault in m["faults"]],
    }


class _Bout:
    """What all games of a run have in common."""

    def __init__(self, game: str, scenario: str, seed: int, budget: float | None) -> None:
        self.game = load(game)
        self.scenario = known_scenario(self.game, scenario)
        self.seed = seed
        self.budget = budget

    def facts(self) -> dict[str, Any]:
        """The head of a report."""
        return {
            "game": self.game.id,
            "scenario": self.scenario,
            "seed": self.seed,
            "budget": self.budget,
        }

    def play(
        self,
        pairings: list[tuple[str, str]],
        games: int,
        crew: Crew,
        resume: Path | None,
        progress: Progress | None,
    ) -> dict[tuple[str, str], list[Played]]:
        """The games of every pairing."""
        for name in {name for pair in pairings for name in pair}:
            commander(name, "")  # an unknown one is an error before anything is played
        duels = {pair: [self.duel(*pair, n) for n in range(games)] for pair in pairings}
        purpose = {"run": "arena", "rules": self.game.version, **self.facts()}
        every = [duel for found in duels.values() for duel in found]
        played = {p.key: p for p in run(every, crew, purpose=purpose, resume=resume, progress=progress)}
        return {pair: [played[duel.key] for duel in found] for pair, found in duels.items()}

    def duel(self, a: str, b: str, n: int) -> Duel:
        """The n-th game: the first of a pair gives ``a`` the first side, the second swaps them."""
        pair, swapped = divmod(n, 2)
        first, second = self.game.sides if not swapped else self.game.sides[::-1]
        return Duel(
            key=f"{a} {b} {n}",
            game=self.game.id,
            scenario=self.scenario,
            seed=f"{self.seed}-{pair}",
            sides={first: a, second: b},
            budget=self.budget,
        )

    def match(self, a: str, b: str, played: list[Played]) -> dict[str, Any]:
        """The report of a pairing."""
        sides = [tuple(self.duel(a, b, n).sides) for n in range(len(played))]
        wins = [sum(p.winner == pair[who] for p, pair in zip(played, sides, strict=True)) for who in (0, 1)]
        draws = len(played) - sum(wins)
        points = wins[0] + draws / 2
        share, difference = rating.wilson(points, len(played)), rating.elo(points, len(played))
        faults = [(p, p.fault) for p in played if p.fault]
        return {
            "a": a,
            "b": b,
            "games": len(played),
            "a_wins": wins[0],
            "b_wins": wins[1],
            "draws": draws,
            "score": round(share.value, 4),
            "score_interval": [round(share.low, 4), round(share.high, 4)],
            "elo": round(difference.value, 1),
            "interval": [round(difference.low, 1), round(difference.high, 1)],
            "wins_by_side": {side: sum(p.winner == side for p in played) for side in self.game.sides},
            "time": {
                name: _time([p.clocks[pair[who]] for p, pair in zip(played, sides, strict=True)])
                for who, name in enumerate("ab")
            },
            "illegal": sum(fault.kind == "illegal" for _, fault in faults),
            "crashes": sum(fault.kind == "crash" for _, fault in faults),
            "faults": [f"game {p.key}, {fault.side}: {fault.text}" for p, fault in faults],
        }


def known_scenario(game: Game, scenario: str) -> str:
    """A scenario of the game; the largest one if none is named."""
    if scenario and scenario not in game.scenarios:
        raise KesselError(f"{game.id} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}")
    return scenario or list(game.scenarios)[-1]


def _time(clocks: Sequence[Clock]) -> dict[str, Any]:
    """Seconds: a decision on average and at worst, and the worst turn."""
    decisions = sum(clock.decisions for clock in clocks)
    return {
        "decisions": decisions,
        "mean": round(sum(clock.total for clock in clocks) / max(1, decisions), 6),
        "worst": round(max((clock.worst for clock in clocks), default=0.0), 6),
        "worst_turn": round(max((clock.worst_turn for clock in clocks), default=0.0), 6),
    }


def _row(name: str, rated: Estimate, matches: list[dict[str, Any]]) -> dict[str, Any]:
    """A commander's line of the table."""
    mine = [(m, "a" if m["a"] == name else "b") for m in matches if name in (m["a"], m["b"])]
    times = [m["time"][who] for m, who in mine]
    decisions = sum(t["decisions"] for t in times)
    wins = sum(m[f"{who}_wins"] for m, who in mine)
    draws = sum(m["draws"] for m, _ in mine)
    games = sum(m["games"] for m, _ in mine)
    return {
        "name": name,
        "elo": round(rated.value, 1),
        "interval": [round(rated.low, 1), round(rated.high, 1)],
        "games": games,
        "wins": wins,
        "draws": draws,
        "losses": games - wins - draws,
        "time": {
            "decisions": decisions,
            "mean": round(sum(t["mean"] * t["decisions"] for t in times) / max(1, decisions), 6),
            "worst": max(t["worst"] for t in times),
            "worst_turn": max(t["worst_turn"] for t in times),
        },
    }
