"""Counting every line of play from fixed positions; ``python -m tests.games.perft`` writes the files again."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from kessel.engine import Action, Chance, State
from kessel.games import GAMES, load

TESTS = Path(__file__).parents[1]
HEADER = """\
# Perft of {scenario}: how many actions are legal in a position, and how many lines of play there are from it.
#
# A line of depth n is n decisions. Dice are not decisions: every die shows 1, and when the same roll is called for
# again at once (a tie), its first die shows 2. A game that is over has no further lines.
# Under each position: who decides what, the actions by verb, the lines by depth.
#
# Written by: python -m tests.games.perft {game}
"""


class Position(NamedTuple):
    """A position: actions from the start of the scenario, or from a position written down."""

    name: str
    actions: tuple[str, ...] = ()
    depth: int = 3
    data: Mapping[str, Any] | None = None


def folder(game: str) -> Path:
    """Where the files of a game are: positions.yaml, and the counts by scenario."""
    return TESTS / game / "perft"


@cache
def positions(game: str) -> Mapping[str, list[Position]]:
    """The positions of a game, by scenario."""
    data = yaml.safe_load((folder(game) / "positions.yaml").read_text(encoding="utf-8"))
    return {
        scenario: [
            Position(row["name"], tuple(row.get("actions", ())), row.get("depth", 3), row.get("position"))
            for row in rows
        ]
        for scenario, rows in data.items()
    }


def settle(state: State) -> None:
    """Let the dice fall: 1 each, and 2 on the first after a tie."""
    again: object = None
    while isinstance(need := state.decision, Chance):
        first = "2" if again == (state.stack[-1], state.digest()) else "1"
        again = (state.stack[-1], state.digest())
        state.play(Action("roll", (first, *["1"] * (need.dice - 1))))


def reached(game: str, scenario: str, position: Position) -> State:
    """The state of a position."""
    known, data = load(game), position.data
    state = known.start(scenario) if data is None else known.position({"scenario": scenario, **data})
    settle(state)
    for action in position.actions:
        state.play(action)
        settle(state)
    return state


def lines(state: State, depth: int) -> int:
    """How many lines of play of this depth there are; the last action of each is only counted."""
    actions = state.actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = state.copy()
        after.play(action)
        settle(after)
        count += lines(after, depth - 1)
    return count


def written(game: str, scenario: str) -> Iterator[str]:
    """The file of a scenario, line by line."""
    yield from HEADER.format(game=game, scenario=scenario).splitlines()
    for position in positions(game)[scenario]:
        state = reached(game, scenario, position)
        need = state.decision
        assert need is not None
        actions = state.actions()
        verbs = Counter(action.verb for action in actions)
        yield ""
        yield position.name
        yield f"    {need.side} decides: {need.name} ({' '.join(need.rules)})"
        yield f"    actions {len(actions)}: {', '.join(f'{verb} {count}' for verb, count in verbs.items())}"
        for depth in range(1, position.depth + 1):
            yield f"    depth {depth}: {lines(state, depth)}"


def text(game: str, scenario: str) -> str:
    """The file of a scenario."""
    return "\n".join(written(game, scenario)) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        for each in positions(name):
            (folder(name) / f"{each}.txt").write_text(text(name, each), encoding="utf-8")
