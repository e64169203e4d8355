"""15.7 Victory: the Allied points as they stand, and the level that they are worth at the end."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from kessel.engine import Message, Outcome
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.games.debrecen.supply import controls, supplied
from kessel.hexes import Bits, members, of


class Line(NamedTuple):
    """One item of the score."""

    message: Message
    points: float
    rule: str


class Standing(NamedTuple):
    """How the game would end now."""

    lines: tuple[Line, ...]
    points: float
    total: int
    """Rounded to the nearest, halves up (AMB-11)."""
    level: str
    winner: str | None


TOWNS = {
    "2405": "15.7-b",
    "2226": "15.7-c",
    "1409": "15.7-d",
    "0507": "15.7-e",
    "0111": "15.7-f",
    "2621": "15.7-j",
    "2119": "15.7-k",
}
"""The clause of each place."""

LEVELS = {
    "allied_major": Message("Allied major victory: {total} points."),
    "allied_minor": Message("Allied minor victory: {total} points."),
    "axis_minor": Message("Axis minor victory: {total} Allied points."),
    "axis_major": Message("Axis major victory: {total} Allied points."),
    "allied": Message("Allied victory: {total} points."),
    "axis": Message("Axis victory: {total} Allied points."),
    "draw": Message("A draw: {total} Allied points."),
    "example": Message("The example is over."),
}


def standing(s: DebrecenState, *, secret: bool = True) -> Standing:
    """The result if the game ended now; without secrets, what both sides know of it (11-a)."""
    lines = tuple(score(s, secret or not s.options["fog_of_war"]))
    points = sum(line.points for line in lines)
    total = floor(points + 0.5)
    level = level_of(s, total)
    winner = next((side for side in SIDES if level.startswith(side)), None)
    return Standing(lines, points, total, level, winner)


def level_of(s: DebrecenState, total: int) -> str:
    """15.7-n: the level that a total is worth."""
    victory = s.board.scenario.get("victory")
    if victory is None:
        return "example"
    levels = victory["levels"]
    return next(str(row["result"]) for row in levels if row["least"] is None or total >= row["least"])


def score(s: DebrecenState, secret: bool = True) -> Iterator[Line]:
    """15.7-a: every item with its points; which hidden units are saved is their owner's secret."""
    victory = s.board.scenario.get("victory", {})
    for item in victory.get("control", ()):
        side, h = SIDES.index(item["side"]), s.board.grid.hex(item["hex"])
        message = Message("{side}: control of {hex}", {"side": item["side"], "hex": item["hex"]})
        yield Line(message, item["points"] * controls(s, side, h), TOWNS[item["hex"]])
    if "bridgeheads" in victory:
        count = bridgeheads(s).bit_count()
        message = Message("Bridgeheads over the Tisza in supply: {count}", {"count": count})
        yield Line(message, victory["bridgeheads"] * count, "15.7-g")
    if "bridges" in victory:
        count = len(bridges(s))
        message = Message("Bridges over the Tisza in Allied hands: {count}", {"count": count})
        yield Line(message, victory["bridges"]["points"] * count, "15.7-h")
    if "losses" in victory:
        least = victory["losses"]["over"] + 1
        message = Message("German mechanised steps lost: {count} of {least}", {"count": s.mech_losses, "least": least})
        yield Line(message, victory["losses"]["points"] * (s.mech_losses >= least), "15.7-i")
    if "saved" in victory and secret:
        count = saved(s).bit_count()
        message = Message("Units of IX Hdt and XXIX AK in supply: {count}", {"count": count})
        yield Line(message, victory["saved"]["points"] * count, "15.7-l")
    for item in victory.get("steps", ()):
        lost = s.losses[SIDES.index(item["side"])]
        args = {"side": item["side"], "count": lost, "least": item["least"]}
        yield Line(
            Message("{side}: steps lost, {count} of {least}", args), item["points"] * (lost >= item["least"]), "15.7-a"
        )


def bridgeheads(s: DebrecenState) -> Bits:
    """15.7-g, 15.5-k: the bridgeheads in supply."""
    return of(u for u in members(s.present & s.board.roster.bridgeheads) if supplied(s, u))


def bridges(s: DebrecenState) -> list[tuple[int, int]]:
    """15.7-h: the bridges over the Tisza with both hexes under Allied control."""
    return [pair for pair in s.board.river_bridges if all(controls(s, ALLIED, h) for h in pair)]


def saved(s: DebrecenState) -> Bits:
    """15.7-l, AMB-92: the combat units of the corps that got away and are in supply."""
    roster = s.board.roster
    names = s.board.scenario["victory"]["saved"]["formations"]
    units = sum(roster.of_formation[roster.formation_names.index[name]] for name in names)
    return sum(1 << u for u in members(units) if supplied(s, u))


def finish(s: DebrecenState) -> None:
    """2.1-j, 15.7-n: the last turn is over."""
    found = standing(s)
    message = Message(LEVELS[found.level].text, {"total": found.total})
    rules = ("15.7-n", "15.7-a") if "victory" in s.board.scenario else ("2.1-j",)
    s.outcome = Outcome(found.winner, message, rules, found.total)
    s.tell("game over", *rules, winner=found.winner or "draw", level=found.level, total=found.total)
