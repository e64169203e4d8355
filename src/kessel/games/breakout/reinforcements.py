"""10.0 German reinforcements and 11.0 the return of Soviet rifle corps."""

from __future__ import annotations

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.breakout.roster import GERMAN, SIDES, SOVIET
from kessel.games.breakout.stacking import fits, full_hexes
from kessel.games.breakout.state import DEAD, WAITING, BreakoutState
from kessel.hexes import Bits, Hex

KG_TURN = 2  # 10.2-a


class Reinforcements(Frame, frozen=True):
    """5.6-a: the reinforcements of this turn are placed now or never (10.1-d)."""

    def waiting(self, s: BreakoutState) -> list[int]:
        """Units due this turn and not placed yet."""
        return [u for u, turn in s.board.arrivals.items() if turn == s.turn and s.where[u] == WAITING]

    def places(self, s: BreakoutState, u: int) -> Bits:
        """10.1-e: entry hexes on the edge outside enemy zones (A35), or Ternopol if German and in C&C (10.1-f)."""
        board = s.board
        bits = board.entry & ~s.occupied[SOVIET] & ~s.zoc(SOVIET)
        if board.entry_place >= 0:
            ternopol = 1 << board.entry_place
            if not ternopol & (s.control | s.occupied[SOVIET]) and ternopol & s.net(GERMAN):
                bits |= ternopol
        return bits & ~full_hexes(s, u, bits)

    def run(self, s: BreakoutState) -> bool:
        if self.waiting(s):
            return True
        if s.turn == KG_TURN and s.kg:
            s.tell("korpsgruppen available", "10.2-a")
        s.stack.pop()
        return False

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[GERMAN],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "reinforcements",
            Message("Place reinforcements: those not placed now are lost."),
            ("10.1-e", "10.1-d"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        names = s.board.roster.names
        groups = [Group("place", s.board.names, self.places(s, u), (names[u],)) for u in self.waiting(s)]
        return Actions([*groups, Group("end")])

    def on_place(self, s: BreakoutState, unit: str, target: str) -> None:
        enter(s, unit, target, "10.1-b")

    def on_end(self, s: BreakoutState) -> None:
        for u in self.waiting(s):
            s.where[u] = DEAD
            s.steps[u] = 0
            s.tell("reinforcement lost", "10.1-d", units=[s.unit(u).id])

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb != "place" or len(action.args) != 2:
            return None
        u, h = _unit_and_hex(s, action)
        if u is None or h is None:
            return Refusal("10.1-e", "There is no unit or hex “{name}”.", name=" ".join(action.args))
        if u not in self.waiting(s):
            return Refusal("10.1-d", "{unit} does not arrive now.", unit=action.args[0])
        if s.occupied[SOVIET] >> h & 1:
            return Refusal("6.0-e", "{hex} holds enemy units.", hex=action.args[1])
        if not fits(s, u, h):
            return Refusal("6.1-a", "Nine steps is the most a hex holds.")
        if h == s.board.entry_place and s.control >> h & 1:
            return Refusal("10.1-e", "Ternopol is in Soviet hands.")
        if h == s.board.entry_place:
            return Refusal("10.1-f", "Ternopol has no C&C line.")
        if s.board.entry >> h & 1:
            return Refusal("9.2-b", "{hex} is in an enemy ZOC.", hex=action.args[1])
        return Refusal("10.1-e", "Reinforcements enter at 0101 to 0113 or Ternopol.")


class Replacements(Frame, frozen=True):
    """11.2: rifle corps whose turn has come may return, one to a hex."""

    used: Bits = 0

    def waiting(self, s: BreakoutState) -> list[int]:
        """Rifle corps available now; those not placed stay available (A34)."""
        return [u for u, turn in s.due.items() if turn <= s.turn]

    def places(self, s: BreakoutState, u: int) -> Bits:
        """11.2-b: Soviet-controlled built-up hexes in supply and free of EZOC, one corps each."""
        bits = s.board.built & s.control & s.net(SOVIET) & ~s.zoc(GERMAN) & ~s.occupied[GERMAN] & ~self.used
        return bits & ~full_hexes(s, u, bits)

    def run(self, s: BreakoutState) -> bool:
        if any(self.places(s, u) for u in self.waiting(s)):
            return True
        s.stack.pop()
        return False

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[SOVIET],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side, "replacements", Message("Bring back rifle corps, or end the phase."), ("11.2-a", "11.2-b")
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        names = s.board.roster.names
        groups = [Group("place", s.board.names, self.places(s, u), (names[u],)) for u in self.waiting(s)]
        return Actions([*groups, Group("end")])

    def on_place(self, s: BreakoutState, unit: str, target: str) -> None:
        u = s.board.roster.names.index[unit]
        del s.due[u]
        enter(s, unit, target, "11.2-a")
        s.stack[-1] = Replacements(self.used | 1 << s.where[u])

    def on_end(self, s: BreakoutState) -> None:
        s.stack.pop()

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb != "place" or len(action.args) != 2:
            return None
        u, h = _unit_and_hex(s, action)
        if u is None or h is None:
            return Refusal("11.2-b", "There is no unit or hex “{name}”.", name=" ".join(action.args))
        if u not in self.waiting(s):
            return Refusal("11.2-a", "{unit} is not available as a replacement.", unit=action.args[0])
        if self.used >> h & 1:
            return Refusal("11.2-b", "One returning corps to a hex.")
        if s.occupied[SOVIET] >> h & 1 and not fits(s, u, h):
            return Refusal("6.2-a", "There is no room in {hex}.", hex=action.args[1])
        return Refusal(
            "11.2-b", "{hex} is not a Soviet town in supply, free of enemy ZOC and with room.", hex=action.args[1]
        )


def enter(s: BreakoutState, unit: str, target: str, rule: str) -> None:
    """Place a unit from off the map; the enemy sees it only if it lies on top (6.3-a)."""
    u = s.board.roster.names.index[unit]
    h = s.board.grid.index[target]
    side = s.unit(u).side
    s.put(u, h)
    s.take(side, 1 << h)
    seen = bool(s.tops >> u & 1)
    s.tell("entered", rule, to=SIDES[side], units=[unit], hidden=0, hex=target)
    s.tell("entered", rule, to=SIDES[1 - side], units=[unit] if seen else [], hidden=0 if seen else 1, hex=target)


def _unit_and_hex(s: BreakoutState, action: Action) -> tuple[int | None, Hex | None]:
    return s.board.roster.names.index.get(action.args[0]), s.board.grid.index.get(action.args[1])
