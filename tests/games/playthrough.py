"""Whole games to read; ``python -m tests.games.playthrough`` writes the files again."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from kessel.engine import Event, Game, Match
from kessel.games import GAMES, load

TESTS = Path(__file__).parents[1]
SEED = "1"
HEADER = """\
# {title}: a game of {scenario} between two players who do anything the rules allow.
#
# Each entry: its number, who plays, the action. Below it what happened, with the rules behind it; where the sides hear
# different things, who hears it stands in front.
#
# Written by: python -m tests.games.playthrough {game}
"""


def folder(game: str) -> Path:
    """Where the games are told."""
    return TESTS / game / "playthroughs"


def played(game: str, scenario: str) -> Match:
    """The game of a scenario, played to its end."""
    rng = random.Random(f"playthrough {SEED}")
    match = Match.start(load(game), scenario, seed=f"playthrough {SEED}")
    while match.state.outcome is None:
        side = match.state.sides[0]
        actions = match.state.actions(side)
        match.play(actions[rng.randrange(len(actions))], side)
    return match


def sentences(game: Game, events: list[Event]) -> Iterator[str]:
    """Events as sentences; one that both sides hear alike is told once."""
    told = [(game.describe(event), " ".join(event.rules), event) for event in events]
    for (sentence, rules), heard in groupby(told, key=lambda row: row[:2]):
        hearers = [event.to for _, _, event in heard]
        if set(hearers) == set(game.sides):
            hearers = [None]
        for hearer in hearers:
            yield f"{hearer} hears: {sentence} [{rules}]" if hearer else f"{sentence} [{rules}]"


def written(game: str, scenario: str) -> Iterator[str]:
    """The file of a scenario, line by line."""
    match = played(game, scenario)
    yield from HEADER.format(game=game, title=match.game.title["en"], scenario=scenario).splitlines()
    yield ""
    for entry, events in zip(match.entries, match.diary, strict=True):
        yield f"{entry.n:>4} {entry.side}: {entry.action}"
        for sentence in sentences(match.game, events):
            yield f"         {sentence}"
    outcome = match.state.outcome
    assert outcome is not None
    yield ""
    yield f"{outcome.winner or 'draw'}, score {outcome.score}: {outcome.message} [{' '.join(outcome.rules)}]"
    yield f"The position is {match.state.digest()}."


def text(game: str, scenario: str) -> str:
    """The file of a scenario."""
    return "\n".join(written(game, scenario)) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        folder(name).mkdir(exist_ok=True)
        for each in load(name).scenarios:
            (folder(name) / f"{each}.txt").write_text(text(name, each), encoding="utf-8")
