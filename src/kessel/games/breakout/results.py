"""13.9 Combat results, retreats, and 13.10 advance after combat."""

from __future__ import annotations

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.breakout.losses import Loss
from kessel.games.breakout.movement import open_hexes
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.stacking import fits, full_hexes
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, members


def apply_result(s: BreakoutState, side: int, target: Hex, units: Bits, result: str) -> None:
    """13.9: put the consequences of a result on the stack, the first to be carried out on top."""
    defender = 1 - side
    defenders = s.at[target]
    if result == "AS":  # 13.9-k
        return
    if result == "AL1":
        s.stack.append(Loss(side, units, "13.9-l"))
        return
    s.stack.append(Advance(side, units, target))
    if "DR" in result:
        if s.board.built >> target & 1:
            s.tell("no retreat", "13.8.4-b", "13.9-f", hex=s.board.grid.names[target])
        else:
            s.stack.append(Retreat(defender, defenders))
    if "DL1" in result:  # 13.9-n: the loss comes before the retreat
        s.stack.append(Loss(defender, defenders, "13.9-m"))
    if result == "EX":
        # Both lose at the same moment: the German loss comes first, so that a division's C&C is judged (4.2-a) with
        # every Soviet unit of the combat still in place (A42).
        losers = {side: units, defender: defenders}
        for who in (SOVIET, GERMAN):
            s.stack.append(Loss(who, losers[who], "13.9-i"))


class Retreat(Frame, frozen=True):
    """13.9-a: the German decides where every retreating unit goes, one hex each, his own and the enemy's."""

    side: int
    units: Bits

    def ways(self, s: BreakoutState) -> list[tuple[int, Bits]]:
        """13.9-d: for each unit that can retreat the hexes open to it; rivers and EZOC do not matter (13.9-h)."""
        found = []
        for u in members(self.units):
            h = s.where[u]
            if h < 0 or s.board.roster.static >> u & 1:
                continue
            bits = s.board.around[h] & open_hexes(s, self.side, 1 << u)
            bits &= ~full_hexes(s, u, bits)  # 13.9-c
            if bits:
                found.append((u, bits))
        return found

    def run(self, s: BreakoutState) -> bool:
        if self.ways(s):
            return True
        s.stack.pop()
        blocked = sum(1 << u for u in members(self.units) if s.where[u] >= 0)
        if blocked:  # 13.9-e, A29: one step among all that are blocked
            s.tell("blocked", "13.9-e", units=s.ids(blocked))
            s.stack.append(Loss(self.side, blocked, "13.9-e"))
        return False

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[GERMAN],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "retreat",
            Message("Choose the retreat of {units}.", {"units": [s.unit(u).id for u, _ in self.ways(s)]}),
            ("13.9-a", "13.9-b"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        names = s.board.roster.names
        return Actions([Group("retreat", s.board.names, bits, (names[u],)) for u, bits in self.ways(s)])

    def on_retreat(self, s: BreakoutState, unit: str, target: str) -> None:
        u = s.board.roster.names.index[unit]
        h = s.board.grid.index[target]
        s.tell("retreat", "13.9-a", units=[unit], path=[s.board.grid.names[s.where[u]], target], hex=target)
        s.put(u, h)
        s.take(self.side, 1 << h)
        s.stack[-1] = Retreat(self.side, self.units & ~(1 << u))

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("done", "end"):
            return Refusal("13.9-a", "A unit that can retreat must.")
        if action.verb != "retreat" or len(action.args) != 2:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        h = s.board.grid.index.get(action.args[1])
        if u is None or not self.units >> u & 1 or s.where[u] < 0:
            return Refusal("13.9-a", "“{name}” does not have to retreat.", name=action.args[0])
        if h is None or not s.board.area >> h & 1:
            return Refusal("13.9-d", "There is no hex {name} in the playing area.", name=action.args[1])
        if not s.board.around[s.where[u]] >> h & 1:
            return Refusal("13.9-a", "A retreat is exactly one hex.")
        if s.occupied[1 - self.side] >> h & 1:
            return Refusal("EX-g", "{hex} holds enemy units.", hex=action.args[1])
        if not open_hexes(s, self.side, 1 << u) >> h & 1:
            return Refusal("13.9-d", "The unit may not enter {hex}.", hex=action.args[1])
        if s.board.roster.static >> u & 1:
            return Refusal("2.7-a", "{unit} is a static garrison and never moves.", unit=action.args[0])
        return Refusal("13.9-c", "A retreat may not end in an overstacked hex.")


class Advance(Frame, frozen=True):
    """13.10-a: attackers may move into the hex they emptied, before any other combat (13.10-b)."""

    side: int
    units: Bits
    target: Hex

    def able(self, s: BreakoutState) -> Bits:
        """Attackers that may advance: alive, not there yet, with room in the hex, not held back (3.2-i, A30)."""
        found = 0
        if self.target in s.at and s.occupied[1 - self.side] >> self.target & 1:
            return 0
        if not s.board.land[self.side] >> self.target & 1:
            return 0
        for u in members(self.units):
            if s.where[u] < 0 or s.where[u] == self.target or not fits(s, u, self.target):
                continue
            if s.restricted >> u & 1 and s.board.west >> self.target & 1:
                continue
            found |= 1 << u
        return found

    def run(self, s: BreakoutState) -> bool:
        if self.able(s):
            return True
        s.stack.pop()
        return False

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "advance",
            Message("{hex} is empty: advance with any attackers.", {"hex": s.board.grid.names[self.target]}),
            ("13.10-a", "13.10-b"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        return Actions([Group("advance", s.board.roster.names, self.able(s)), Group("done")])

    def on_advance(self, s: BreakoutState, unit: str) -> None:
        u = s.board.roster.names.index[unit]
        names = s.board.grid.names
        way = [names[s.where[u]], names[self.target]]
        s.tell("advance", "13.10-a", units=[unit], path=way, hex=way[-1])
        s.put(u, self.target)
        s.take(self.side, 1 << self.target)

    def on_done(self, s: BreakoutState) -> None:
        s.stack.pop()

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("attack", "probe", "end"):
            return Refusal("13.10-b", "The advance is carried out before another combat begins.")
        if action.verb != "advance" or len(action.args) != 1:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        if u is None or not self.units >> u & 1:
            return Refusal("13.10-a", "Only units that attacked the hex may advance into it.")
        if s.restricted >> u & 1 and s.board.west >> self.target & 1:
            return Refusal("3.2-i", "Hitler's order: on turn 1 this unit may not go west of column 23.")
        return Refusal("6.0-c", "There is no room in {hex}.", hex=s.board.grid.names[self.target])
