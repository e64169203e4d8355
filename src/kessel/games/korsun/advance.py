"""7.9 Advance after combat along the path of retreat."""

from __future__ import annotations

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.korsun.roster import SIDES
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, members


class Advance(Frame, frozen=True):
    """7.9: attackers may advance along the path of vacated hexes, before the next attack (7.9-d)."""

    side: int
    units: Bits
    path: tuple[Hex, ...] = ()

    def vacated(self, s: KorsunState) -> tuple[Hex, ...]:
        """7.9-b: the path up to the first hex that an enemy still holds."""
        found: list[Hex] = []
        for h in self.path:
            if s.occupied[1 - self.side] >> h & 1:
                break
            found.append(h)
        return tuple(found)

    def ways(self, s: KorsunState) -> list[tuple[int, Bits]]:
        """7.9-c, 7.9-f: for each surviving attacker the hexes of the path where it may stop: one unit a hex."""
        room = 0
        for h in self.vacated(s):
            if h not in s.at:
                room |= 1 << h
        return [(u, room) for u in members(self.units & s.present & ~s.advanced)] if room else []

    def run(self, s: KorsunState) -> bool:
        if self.ways(s):
            return True
        s.stack.pop()
        return False

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        text = Message("{hex} is empty: advance with any attackers.", {"hex": s.board.grid.names[self.path[0]]})
        return Decision(side, "advance", text, ("7.9-c", "7.9-d", "7.9-f"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        names = s.board.roster.names
        groups = [Group("advance", s.board.names, room, (names[u],)) for u, room in self.ways(s)]
        return Actions([*groups, Group("done")])

    def on_advance(self, s: KorsunState, unit: str, target: str) -> None:
        u = s.board.roster.names.index[unit]
        h = s.board.grid.index[target]
        way = [s.where[u], *self.path[: self.path.index(h) + 1]]
        names = s.board.grid.names
        s.tell(
            "advance", "7.9-c", "7.9-e", side=SIDES[self.side], units=[unit], path=[names[x] for x in way], hex=target
        )
        s.enter(u, way)
        s.advanced |= 1 << u  # 7.9-g

    def on_done(self, s: KorsunState) -> None:
        s.stack.pop()

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("attack", "bombard", "end"):
            return Refusal("7.9-d", "The advance is carried out before another combat begins.")
        if action.verb != "advance" or len(action.args) != 2:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        h = s.board.grid.index.get(action.args[1])
        if u is None or not self.units >> u & 1:
            return Refusal("7.9-a", "Only units that attacked may advance.")
        if s.advanced >> u & 1:
            return Refusal("7.9-g", "{unit} has advanced.", unit=action.args[0])
        if h in self.vacated(s):
            return Refusal("7.9-f", "At most one unit ends its advance in {hex}.", hex=action.args[1])
        return Refusal("7.9-f", "The advance follows the path of retreat and does not leave it.")
