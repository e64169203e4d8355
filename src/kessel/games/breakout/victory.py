"""4.0 How to win."""

from __future__ import annotations

from typing import NamedTuple

from kessel.engine import Message, Outcome
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import members


class Line(NamedTuple):
    """One source of victory points, with its clause."""

    message: Message
    points: int
    rule: str


class Score(NamedTuple):
    """Soviet victory points (4.0-b: nobody else scores) and where they come from."""

    lines: tuple[Line, ...]
    total: int


def score(s: BreakoutState, *, final: bool = False) -> Score:
    """The points as they stand; isolated German places count only at the end (4.1-e)."""
    board = s.board
    towns = fortified = isolated = 0
    net = s.net(GERMAN)
    for h, points in board.vp.items():
        if s.control >> h & 1:  # 4.1-d: supply does not matter
            if board.fortified >> h & 1:
                fortified += points
            else:
                towns += points
        elif final and not net >> h & 1:
            isolated += 1
    lines = [
        Line(Message("Towns"), towns, "4.1-a"),
        Line(Message("Fortified localities"), fortified, "4.1-c"),
        Line(Message("Corps that left the map"), min(s.exits, board.exit_maximum), "4.1-f"),
        Line(Message("Divisions destroyed out of C&C"), s.losses, "4.2-a"),
        Line(Message("German places out of C&C"), isolated, "4.1-e"),
    ]
    return Score(tuple(lines), sum(line.points for line in lines))


def divisions_in_communication(s: BreakoutState) -> int:
    """German divisions on the map with a C&C line (9.2-a)."""
    net = s.net(GERMAN)
    return sum(1 for u in members(s.on_map(GERMAN) & s.board.roster.divisions) if net >> s.where[u] & 1)


def finish(s: BreakoutState) -> None:
    """4.3-a: compare the total with the table and end the game."""
    victory = s.board.scenario["victory"]
    winner: str | None
    if victory["measure"] == "divisions":
        total = divisions_in_communication(s)
        winner = _judge(total, victory, high=GERMAN)
        text, rules = "{score} German divisions are in C&C.", ("9.2-a", "4.3-a")
    else:
        total = score(s, final=True).total
        winner = _judge(total, victory, high=SOVIET)
        text, rules = "The Soviets have {score} victory points.", ("4.3-a", "4.0-b")
    s.outcome = Outcome(winner, Message(text, {"score": total}), rules, total)
    s.tell("game over", *rules, winner=winner or "draw", points=total)


def _judge(total: int, victory: dict[str, int], high: int) -> str | None:
    """The side that wants a high total wins at its mark or above, the other at its mark or below."""
    low = 1 - high
    if total >= victory[SIDES[high]]:
        return SIDES[high]
    return SIDES[low] if total <= victory[SIDES[low]] else None
