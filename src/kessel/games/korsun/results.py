"""7.6 Combat results: losses, retreats, advances."""

from __future__ import annotations

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.korsun.advance import Advance
from kessel.games.korsun.retreats import Retreat
from kessel.games.korsun.roster import SIDES
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, first, members


def apply_result(s: KorsunState, side: int, target: Hex, units: Bits, result: str) -> None:
    """Put the consequences of a ground attack on the stack, the first to be carried out on top."""
    defender = s.at_hex(target)
    if result == "De":  # 7.6-a
        s.eliminate(defender, "7.6-a")
        s.stack.append(Advance(side, units, (target,)))
    elif result in ("D2", "D3"):  # 7.6-b, 7.6-c
        causes = tuple(s.where[u] for u in members(units))
        s.stack.append(Advance(side, units))
        s.stack.append(Retreat(defender, int(result[1]), causes, units | 1 << defender))
    elif result == "Ex":  # 7.6-d
        s.lose_step(defender, "7.6-d")
        s.stack.append(Loss(side, units, "7.6-d"))
    elif result in ("A1", "A2", "A3"):  # 7.6-e
        s.stack.append(Withdrawal(side, units, int(result[1]), target, units | 1 << defender))
    elif result == "(A)":  # 7.6-f
        s.stack.append(Loss(side, units, "7.6-f"))
    elif result == "Ae":  # 7.6-g
        for u in members(units):
            s.eliminate(u, "7.6-g")


def apply_bombardment(s: KorsunState, side: int, target: Hex, result: str) -> None:
    """17.0-g to 17.0-i: only D2, D3, De and (A) count; nobody advances (17.0-l)."""
    defender = s.at_hex(target)
    if result == "De":
        s.eliminate(defender, "17.0-g", "7.6-a")
    elif result in ("D2", "D3"):
        s.stack.append(Retreat(defender, int(result[1]), (), 1 << defender, bombarded=True))
    elif result == "(A)":
        near = s.units_at(s.board.around[target]) & s.board.roster.of_side[side]
        if near:
            s.stack.append(Loss(side, near, "17.0-i"))


class Loss(Frame, frozen=True):
    """7.6-d, 7.6-f, 17.0-i: one of these units, of its owner's choice, loses a step."""

    side: int
    units: Bits
    rule: str

    def run(self, s: KorsunState) -> bool:
        if self.units & (self.units - 1):
            return True
        self._hit(s, first(self.units))
        return False

    def _hit(self, s: KorsunState, u: int) -> None:
        s.stack.pop()
        s.lose_step(u, self.rule)

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        return Decision(side, "loss", Message("Choose the unit that loses a step."), (self.rule,))

    def actions(self, s: KorsunState, side: str) -> Actions:
        return Actions([Group("lose", s.board.roster.names, self.units)])

    def on_lose(self, s: KorsunState, unit: str) -> None:
        self._hit(s, s.board.roster.names.index[unit])

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        return Refusal(self.rule, "One of these units loses a step: {units}.", units=s.ids(self.units))


class Withdrawal(Frame, frozen=True):
    """7.6-e, AMB-12: every attacker retreats or resists, unit by unit in the order its owner likes."""

    side: int
    units: Bits
    count: int
    target: Hex
    fighting: Bits
    """All units of the combat: none of them may be displaced (7.7.2-a)."""

    def run(self, s: KorsunState) -> bool:
        if not self.units:
            s.stack.pop()
            return False
        if self.units & (self.units - 1):
            return True
        self._next(s, first(self.units))
        return False

    def _next(self, s: KorsunState, u: int) -> None:
        s.stack[-1] = Withdrawal(self.side, self.units & ~(1 << u), self.count, self.target, self.fighting)
        s.stack.append(Retreat(u, self.count, (self.target,), self.fighting))

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        return Decision(
            side, "withdrawal", Message("Choose the next attacker to retreat or resist."), ("7.6-e", "AMB-12")
        )

    def actions(self, s: KorsunState, side: str) -> Actions:
        return Actions([Group("next", s.board.roster.names, self.units)])

    def on_next(self, s: KorsunState, unit: str) -> None:
        self._next(s, s.board.roster.names.index[unit])

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        return Refusal("7.6-e", "Every attacker retreats or resists: {units}.", units=s.ids(self.units))
