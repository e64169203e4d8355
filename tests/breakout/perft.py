"""Counting every line of play from fixed positions; ``python -m tests.breakout.perft`` writes the files again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kessel.engine import Action, Chance, State
from tests.breakout.lab import GAME

FOLDER = Path(__file__).parent / "perft"
HEADER = """\
# Perft of {scenario}: how many actions are legal in a position, and how many lines of play there are from it.
#
# A line of depth n is n decisions. Dice are not decisions: every die shows 1, and when the same roll is called for
# again at once (a tie), its first die shows 2. A game that is over has no further lines.
# Under each position: who decides what, the actions by verb, the lines by depth.
#
# Written by: python -m tests.breakout.perft
"""


class Position(NamedTuple):
    """A position: actions from the start of the scenario, or from a position written down."""

    name: str
    actions: tuple[str, ...] = ()
    depth: int = 3
    data: Mapping[str, Any] | None = None


SMOTRICH = ("end", "order combat", "attack 2119", "add 16Pz", "add 371Inf", "add 509", "commit")
BATTLE = {
    "turn": 4,
    "weather": "ice",
    "cas": {"german": 2},
    "korpsgruppen": {"Br": "2219"},
    "units": {
        "16Pz": {"hex": "2218", "steps": 4},
        "371Inf": "2218",
        "509": "2218",
        "19Pz": "2318",
        "18AD": "2319",
        "9Mech": "2119",
        "3GTA-sup": "2119",
        "15R": "2120",
        "30R": "2217",
    },
}
ARRIVALS = {"turn": 4, "units": {"100J": {"fate": "waiting"}, "367Inf": {"fate": "waiting"}, "16Pz": "2218"}}
RETURN = {"turn": 5, "units": {"15R": {"fate": "dead", "steps": 1}, "16Pz": "2218"}, "due": {"15R": 5}}

POSITIONS: dict[str, list[Position]] = {
    "learning-ternopol": [
        Position("set-up"),
        Position("first Soviet movement", ("auto",)),
        Position("first Soviet combat", ("auto", "end")),
        Position("second Soviet movement", ("auto", "end", "end")),
        Position("first German half-turn", ("auto", "end", "end", "end", "end")),
    ],
    "example-smotrich": [
        Position("Korpsgruppen", depth=2),
        Position("order", ("end",)),
        Position("combat", SMOTRICH[:2]),
        Position("movement", ("end", "order move")),
        Position("an attack is declared", SMOTRICH[:3]),
        Position("an attack is committed", SMOTRICH),
        Position("an attack is resolved", (*SMOTRICH, "fight")),
    ],
    "campaign": [
        Position("set-up", depth=2),
        Position("first Soviet movement", ("auto",)),
        Position("first Soviet overstack", ("auto", "end")),
        Position("German combat", data={**BATTLE, "phase": "german-combat-1"}),
        Position("German mechanized combat", data={**BATTLE, "phase": "german-mechanized-2"}, depth=2),
        Position("German movement", data={**BATTLE, "phase": "german-move-1"}, depth=2),
        Position("German movement in a storm", data={**BATTLE, "phase": "german-move-1", "weather": "storm"}, depth=2),
        Position("Soviet combat", data={**BATTLE, "phase": "soviet-combat-2"}),
        Position("Soviet movement", data={**BATTLE, "phase": "soviet-move-1"}),
        Position("reinforcements", data={**ARRIVALS, "phase": "reinforcements"}, depth=2),
        Position("replacements", data={**RETURN, "phase": "replacements"}, depth=2),
    ],
}


def settle(state: State) -> None:
    """Let the dice fall: 1 each, and 2 on the first after a tie."""
    again: object = None
    while isinstance(need := state.decision, Chance):
        first = "2" if again == (state.stack[-1], state.digest()) else "1"
        again = (state.stack[-1], state.digest())
        state.play(Action("roll", (first, *["1"] * (need.dice - 1))))


def reached(scenario: str, position: Position) -> State:
    """The state of a position."""
    data = position.data
    state = GAME.start(scenario) if data is None else GAME.position({"scenario": scenario, **data})
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


def written(scenario: str) -> Iterator[str]:
    """The file of a scenario, line by line."""
    yield from HEADER.format(scenario=scenario).splitlines()
    for position in POSITIONS[scenario]:
        state = reached(scenario, position)
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


def text(scenario: str) -> str:
    """The file of a scenario."""
    return "\n".join(written(scenario)) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in POSITIONS:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")
