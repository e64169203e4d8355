"""Whole games to read; ``python -m tests.breakout.playthrough`` writes the files again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from kessel.engine import Event, Match
from tests.breakout.lab import GAME

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {"learning-ternopol": "1", "example-smotrich": "1", "campaign": "1"}
HEADER = """\
# {title}: a game of {scenario} between two players who do anything the rules allow.
#
# Each entry: its number, who plays, the action. Below it what happened, with the rules behind it; where the sides hear
# different things, who hears it stands in front.
#
# Written by: python -m tests.breakout.playthrough (seed {seed})
"""


def game(scenario: str) -> Match:
    """The game of a scenario, played to its end."""
    seed = SEEDS[scenario]
    rng = random.Random(f"playthrough {seed}")
    match = Match.start(GAME, scenario, seed=f"playthrough {seed}")
    while match.state.outcome is None:
        actions = match.state.actions()
        match.play(actions[rng.randrange(len(actions))])
    return match


def sentences(events: list[Event]) -> Iterator[str]:
    """Events as sentences; one that both sides hear alike is told once."""
    told = [(GAME.describe(event), " ".join(event.rules), event) for event in events]
    for (sentence, rules), heard in groupby(told, key=lambda row: row[:2]):
        hearers = [event.to for _, _, event in heard]
        if set(hearers) == set(GAME.sides):
            hearers = [None]
        for hearer in hearers:
            yield f"{hearer} hears: {sentence} [{rules}]" if hearer else f"{sentence} [{rules}]"


def written(scenario: str) -> Iterator[str]:
    """The file of a scenario, line by line."""
    match = game(scenario)
    yield from HEADER.format(title=GAME.title["en"], scenario=scenario, seed=SEEDS[scenario]).splitlines()
    yield ""
    for entry, events in zip(match.entries, match.diary, strict=True):
        yield f"{entry.n:>4} {entry.side}: {entry.action}"
        for sentence in sentences(events):
            yield f"         {sentence}"
    outcome = match.state.outcome
    assert outcome is not None
    yield ""
    yield f"{outcome.winner or 'draw'}, score {outcome.score}: {outcome.message} [{' '.join(outcome.rules)}]"
    yield f"The position is {match.state.digest()}."


def text(scenario: str) -> str:
    """The file of a scenario."""
    return "\n".join(written(scenario)) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SEEDS:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")
