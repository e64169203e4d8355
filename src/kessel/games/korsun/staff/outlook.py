"""What a position is worth: how many places or units the Germans may expect to count in the end, and how likely that
wins. The shares were fitted on games between staffs."""

from __future__ import annotations

from math import tanh

from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.staff.estimate import Estimate, nearness
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.victory import linked
from kessel.hexes import members

WIN = 4.0
"""What it is worth to win; a place or unit more that is counted is worth a part of it."""

COUNTED = 0.2

NEIGHBOURS = 3
"""How many attackers a place is likely to meet at once."""


def evaluate(s: KorsunState, side: int) -> float:
    """What a position is worth to a side: the end if the game is over, else the end to expect."""
    sign = 1.0 if side == GERMAN else -1.0
    if s.outcome is not None:
        verdict = {SIDES[GERMAN]: WIN, SIDES[SOVIET]: -WIN}.get(s.outcome.winner or "", 0.0)
        return sign * (verdict + COUNTED * s.outcome.score)
    e = Estimate(s, GERMAN)
    victory = s.board.scenario["victory"]
    if e.link:
        count, needed, doubt = linked_in_the_end(e), float(victory["tactical"]), 3.0 + e.turns_left
    else:
        count, needed, doubt = held_in_the_end(e), float(victory["german"]), 0.5 + 0.25 * e.turns_left
    return sign * (WIN * tanh((count - needed + 0.5) / doubt) + COUNTED * count)


def balance(e: Estimate) -> float:
    """How far the Germans are ahead in strength, between -1 and 1."""
    points = [0, 0]
    for u in members(e.s.present):
        steps = e.s.steps[u]
        points[e.roster.units[u].side] += e.roster.attack[u][steps] + e.roster.defence[u][steps]
    return (points[GERMAN] - points[SOVIET]) / max(1, sum(points))


def held_in_the_end(e: Estimate) -> float:
    """Places that the Germans may expect to hold: those they have, and worn garrisons within reach of strong forces."""
    s, late = e.s, 1.0 / (1 + e.turns_left)
    powers = e.reaching(GERMAN)
    total = 0.0
    for h in members(e.board.goals):
        share = 0.5 + 0.5 * balance(e)
        if s.occupied[GERMAN] >> h & 1:
            share += 0.2
        elif s.occupied[SOVIET] >> h & 1:
            share += 0.015 * sum(powers.get(h, [])[:NEIGHBOURS]) - 0.3 * late * s.steps[s.at_hex(h)]
        else:
            share += 0.1
        total += min(1.0, max(0.0, share))
    return total


def linked_in_the_end(e: Estimate) -> float:
    """Encircled units that may expect a line in the end: those that have one late in the game, and before it a share
    that grows as the line comes nearer to being open."""
    s, late = e.s, 1.0 / (1 + e.turns_left)
    alive = (s.present & e.roster.encircled).bit_count()
    near = nearness(e.line_past(s.occupied[SOVIET], s.occupied[GERMAN]))
    hope = alive * (0.2 + 0.3 * near + 0.5 * balance(e) + 0.2 * 0.98**e.gap)
    return (1.0 - late) * hope + late * (0.6 * linked(s).bit_count() + 0.4 * hope)
