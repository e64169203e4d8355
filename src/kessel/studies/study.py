"""A study: one scenario many times, as it is and with changed values on the same seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from kessel.commanders import commander
from kessel.engine import Game, KesselError
from kessel.engine.data import read_yaml
from kessel.games import load
from kessel.studies import statistics
from kessel.studies.arena import known_scenario
from kessel.studies.changes import changed_files, owners_files
from kessel.studies.crew import crew
from kessel.studies.duel import Duel, Played
from kessel.studies.journal import Progress, run
from kessel.studies.rating import CONFIDENCE, Estimate, wilson

AS_IS, CHANGED = "as it is", "changed"


class Variant(NamedTuple):
    """The games of one set of values."""

    name: str
    played: Sequence[Played]

    @property
    def sound(self) -> list[Played]:
        """Games that no fault of a commander ended."""
        return [p for p in self.played if p.fault is None]


class Study(NamedTuple):
    """What was asked, and all games that were played."""

    game: Game
    scenario: str
    seed: int
    commanders: Mapping[str, str]
    settings: Sequence[str]
    variants: Sequence[Variant]
    history: Mapping[str, Any]
    """What is known of how it really went: ``score``, ``result``, ``summary``, and ``turns`` with a text for each."""

    def summary(self) -> dict[str, Any]:
        """The findings as JSON data."""
        return {
            "game": self.game.id,
            "scenario": self.scenario,
            "seed": self.seed,
            "commanders": dict(self.commanders),
            "set": list(self.settings),
            "games": len(self.variants[0].played),
            "confidence": CONFIDENCE,
            "historical": dict(self.history),
            "variants": {variant.name: findings(self.game, variant) for variant in self.variants},
            "difference": self.difference(),
            "faults": [
                f"{variant.name}, game {p.key}, {p.fault.side}: {p.fault.text}"
                for variant in self.variants
                for p in variant.played
                if p.fault
            ],
        }

    def difference(self) -> dict[str, Any] | None:
        """What the change does, from games on the same seeds; None where nothing was changed."""
        if len(self.variants) < 2:
            return None
        pairs = [
            pair for pair in zip(*(v.played for v in self.variants), strict=True) if not any(p.fault for p in pair)
        ]
        return {
            "pairs": len(pairs),
            "score": _rounded(statistics.paired_mean([(a.score, b.score) for a, b in pairs])),
            **{
                f"{kind}_lost": {
                    side: _rounded(statistics.paired_mean([(a.lost(side)[i], b.lost(side)[i]) for a, b in pairs]))
                    for side in self.game.sides
                }
                for i, kind in enumerate(("steps", "units"))
            },
            "wins": {
                side: _rounded(statistics.paired_share([(a.winner == side, b.winner == side) for a, b in pairs]))
                for side in self.game.sides
            },
        }


def _rounded(found: Estimate) -> dict[str, float]:
    return {name: round(value, 6) for name, value in found._asdict().items()}


def findings(game: Game, variant: Variant) -> dict[str, Any]:
    """What the games of a variant show."""
    played = variant.sound
    games = max(1, len(played))
    winners = Counter(p.winner or "draw" for p in played)
    tolls = [(t.turn, t.side, t.steps, t.units) for p in played for t in p.losses]
    first = min((t[0] for t in tolls), default=1)
    last = max([first, *(t[0] for t in tolls)])
    fights: Counter[str] = Counter()
    for p in played:
        fights.update(p.fights)
    return {
        "games": len(played),
        "outcomes": {
            result: {"games": winners[result], **_rounded(wilson(winners[result], len(played)))}
            for result in (*game.sides, "draw")
        },
        "score": statistics.spread([p.score for p in played]),
        "decisions": sum(p.decisions for p in played) / games,
        "fights": sum(fights.values()) / games,
        "losses": [
            {
                "turn": turn,
                "side": side,
                "steps": sum(t[2] for t in tolls if t[:2] == (turn, side)) / games,
                "units": sum(t[3] for t in tolls if t[:2] == (turn, side)) / games,
            }
            for turn in range(first, last + 1)
            for side in game.sides
        ],
        "hexes": {name: count / games for name, count in fights.most_common()},
    }


def study(
    game: str,
    games: int = 500,
    commanders: Sequence[str] = ("cadet",),
    *,
    scenario: str = "",
    seed: int = 1,
    settings: Sequence[str] = (),
    data: Path | None = None,
    budget: float | None = None,
    workers: int = 0,
    ray: str = "",
    resume: Path | None = None,
    progress: Progress | None = None,
) -> Study:
    """Play a scenario many times. ``commanders`` are a name for all sides, or ``side=name`` for one."""
    known = load(game)
    scenario = known_scenario(known, scenario)
    players = _players(known, commanders)
    variants = {AS_IS: owners_files(known, data)}
    if settings:
        variants[CHANGED] = changed_files(known, scenario, settings, data)
    duels = [
        Duel(
            key=f"{name} {n}",
            game=game,
            scenario=scenario,
            seed=f"{seed}-{n}",
            sides=players,
            budget=budget,
            files=files,
        )
        for n in range(games)
        for name, files in variants.items()
    ]
    purpose = {
        "run": "study",
        "rules": known.version,
        "game": game,
        "scenario": scenario,
        "seed": seed,
        "commanders": players,
        "set": list(settings),
        "budget": budget,
        "data": msgspec.json.encode(variants[AS_IS]).decode() if data else None,
    }
    played = run(duels, crew(workers, ray), purpose=purpose, resume=resume, progress=progress)
    return Study(
        known,
        scenario,
        seed,
        players,
        tuple(settings),
        [Variant(name, played[i :: len(variants)]) for i, name in enumerate(variants)],
        history_of(known, scenario),
    )


def _players(game: Game, commanders: Sequence[str]) -> dict[str, str]:
    """The commander of each side."""
    players: dict[str, str] = {}
    for item in commanders:
        side, sign, name = item.rpartition("=")
        if sign and side not in game.sides:
            raise KesselError(f"there is no side {side!r} in {game.id}; sides are {', '.join(game.sides)}")
        commander(name, "")  # an unknown one is an error before anything is played
        players |= {side: name} if sign else dict.fromkeys(game.sides, name)
    missing = [side for side in game.sides if side not in players]
    if missing:
        raise KesselError(f"nobody commands {', '.join(missing)}")
    return {side: players[side] for side in game.sides}


def history_of(game: Game, scenario: str) -> dict[str, Any]:
    """What the scenario's file says of how it really went."""
    data = read_yaml(game.folder / "scenarios" / f"{scenario}.yaml")
    found = dict(data.get("historical") or {})
    found["turns"] = {
        int(turn["turn"]): {"from": str(turn["from"]), "to": str(turn["to"]), "text": turn.get("history", "")}
        for turn in data.get("turns", [])
        if {"turn", "from", "to"} <= turn.keys()
    }
    return found
