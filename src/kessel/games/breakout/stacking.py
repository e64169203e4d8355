"""6.0 Stacking, and what happens to a hex found overstacked."""

from __future__ import annotations

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.breakout.losses import eliminate
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, members

GERMAN_STEPS = 9  # 6.1-a
SOVIET_STEPS, SOVIET_ARTILLERY = 4, 1  # 6.2-a


def loads(s: BreakoutState, units: Bits) -> tuple[int, int]:
    """Steps of a set of units that count for stacking (2.7-c, 6.0-b): others, Soviet artillery."""
    roster = s.board.roster
    steps = s.steps
    plain = guns = 0
    for u in members(units & ~roster.static):
        if roster.artillery >> u & 1:
            guns += steps[u]
        else:
            plain += steps[u]
    return plain, guns


def overstacked(s: BreakoutState, side: int, units: Bits) -> bool:
    """Whether these units may not stay together in one hex."""
    plain, guns = loads(s, units)
    if side == GERMAN:
        return plain + guns > GERMAN_STEPS  # 6.1-a
    return plain > SOVIET_STEPS or guns > SOVIET_ARTILLERY  # 6.2-a


def fits(s: BreakoutState, u: int, h: Hex) -> bool:
    """Whether a unit may join those in a hex for good."""
    there = s.at.get(h, 0)
    return not there or not overstacked(s, s.unit(u).side, there | 1 << u)


def full_hexes(s: BreakoutState, u: int, among: Bits) -> Bits:
    """Those hexes that have no room for a unit."""
    side = s.unit(u).side
    bits = 0
    for h in members(among & s.occupied[side]):
        if not fits(s, u, h):
            bits |= 1 << h
    return bits


def least_removals(s: BreakoutState, side: int, units: Bits) -> int:
    """The smallest number of units whose removal cures an overstack (6.0-d)."""
    count = 0
    while overstacked(s, side, units):
        guns = units & s.board.roster.artillery if side == SOVIET else 0
        pool = guns if loads(s, guns)[1] > SOVIET_ARTILLERY else units & ~guns & ~s.board.roster.static
        units &= ~(1 << max(members(pool), key=lambda u: s.steps[u]))
        count += 1
    return count


def removable(s: BreakoutState, side: int, units: Bits) -> Bits:
    """The units that belong to some smallest set whose removal cures an overstack."""
    least = least_removals(s, side, units)
    bits = 0
    for u in members(units & ~s.board.roster.static):
        if least_removals(s, side, units & ~(1 << u)) == least - 1:
            bits |= 1 << u
    return bits


class StackingCheck(Frame, frozen=True):
    """6.0-d: at the end of a segment the opponent removes units from every overstacked hex."""

    side: int

    def overstack(self, s: BreakoutState) -> Hex:
        """The first overstacked hex of the side, or -1."""
        own = s.board.roster.of_side[self.side]
        crowded = [
            h for h, units in s.at.items() if units & (units - 1) and units & own and overstacked(s, self.side, units)
        ]
        return min(crowded, default=-1)

    def run(self, s: BreakoutState) -> bool:
        h = self.overstack(s)
        if h < 0:
            s.stack.pop()
            return False
        return True

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[1 - self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        hex_name = s.board.grid.names[self.overstack(s)]
        return Decision(
            side,
            "overstack",
            Message("{hex} is overstacked: choose a unit to eliminate.", {"hex": hex_name}),
            ("6.0-d", "3.2-h"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        units = s.at[self.overstack(s)]
        return Actions([Group("eliminate", s.board.roster.names, removable(s, self.side, units))])

    def on_eliminate(self, s: BreakoutState, unit: str) -> None:
        u = s.board.roster.names.index[unit]
        s.seen = True  # the opponent has looked through the stack
        s.tell("overstack", "6.0-d", units=[unit], hex=s.board.grid.names[s.where[u]])
        eliminate(s, u)

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb == "eliminate":
            return Refusal("6.0-d", "Only the fewest units that cure the overstack may be eliminated.")
        return None
