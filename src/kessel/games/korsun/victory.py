"""20.0-v1 to 20.0-v8: how many encircled units have a line to the west, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kessel.engine import Message, Outcome
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.supply import LINK, best_net, supplied_together
from kessel.hexes import Bits, members


class Standing(NamedTuple):
    """How the game would end now."""

    number: int
    """Encircled units with a line, or goals held by Germans."""
    others: int
    level: str
    winner: str | None
    rules: tuple[str, ...]


LEVELS = {
    "soviet_strategic": (
        Message("Soviet strategic victory: no encircled unit has a line to the west."),
        ("20.0-v4", "20.0-v7"),
    ),
    "german_strategic": (
        Message("German strategic victory: encircled units with a line: {count}, without or lost: {others}."),
        ("20.0-v2", "20.0-v7"),
    ),
    "german_tactical": (
        Message("German tactical victory: encircled units with a line: {count}, without or lost: {others}."),
        ("20.0-v3", "20.0-v7"),
    ),
    "soviet_tactical": (
        Message("Soviet tactical victory: encircled units with a line: {count}, without or lost: {others}."),
        ("20.0-v5", "20.0-v7"),
    ),
    "german": (Message("German victory: places held: {count}."), ("3.0-g",)),
    "soviet": (Message("Soviet victory: places held by the German: {count}."), ("3.0-g",)),
    "draw": (Message("A draw: places held by the German: {count}."), ("3.0-g",)),
}


def linked(s: KorsunState) -> Bits:
    """20.0-v1, 20.0-v6: encircled units with a line to a road or railway hex of the west edge."""
    units = s.present & s.board.roster.encircled
    hexes = 0
    for u in members(units):
        hexes |= 1 << s.where[u]
    return s.units_at(best_net(s, LINK, hexes) & hexes) & units


def standing(s: KorsunState) -> Standing:
    """The result if the game ended now."""
    victory = s.board.scenario["victory"]
    if victory["measure"] == "link":
        count = linked(s).bit_count()
        others = (s.board.taking_part & s.board.roster.encircled).bit_count() - count  # 20.0-v8
    else:
        held = s.units_at(s.board.goals & s.occupied[GERMAN])
        if victory["supplied"]:
            held = supplied_together(s, held)  # AMB-23
        count, others = held.bit_count(), s.board.goals.bit_count() - held.bit_count()
    level = level_of(victory, count, others)
    winner = None if level == "draw" else SIDES[GERMAN if level.startswith("german") else SOVIET]
    return Standing(count, others, level, winner, LEVELS[level][1])


def level_of(victory: Mapping[str, Any], count: int, others: int) -> str:
    """The level of victory that a count is worth in a scenario."""
    if victory["measure"] == "link":
        return link_level(count, others, victory["tactical"])
    if count >= victory["german"]:
        return "german"
    return "draw" if count >= victory.get("draw", victory["german"]) else "soviet"


def levels(s: KorsunState, whole: int) -> list[tuple[str, int, int]]:
    """Each level of victory with the least and the greatest count that gives it."""
    found: list[tuple[str, int, int]] = []
    for count in range(whole + 1):
        level = level_of(s.board.scenario["victory"], count, whole - count)
        if found and found[-1][0] == level:
            found[-1] = (level, found[-1][1], count)
        else:
            found.append((level, count, count))
    return found


def link_level(count: int, others: int, tactical: int) -> str:
    """20.0-v7: the levels in the order in which they are checked."""
    if count == 0:
        return "soviet_strategic"
    if count > others:
        return "german_strategic"
    return "german_tactical" if count >= tactical else "soviet_tactical"


def finish(s: KorsunState) -> None:
    """4.0-a: victory is judged after the last turn."""
    found = standing(s)
    args = {"count": found.number, "others": found.others}
    message = Message(LEVELS[found.level][0].text, args)
    s.outcome = Outcome(found.winner, message, found.rules, found.number)
    s.tell("game over", *found.rules, winner=found.winner or "draw", level=found.level, count=found.number)
