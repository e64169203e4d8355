"""2.6 Steps and their loss, 4.2 divisions lost out of C&C, 11.1 rifle corps that will return."""

from __future__ import annotations

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES
from kessel.games.breakout.state import DEAD, BreakoutState
from kessel.hexes import Bits, first, members


def lose_step(s: BreakoutState, u: int) -> None:
    """2.6-e: a unit loses a step; losing the last one it is eliminated (2.6-f)."""
    unit = s.unit(u)
    if s.steps[u] > 1:
        s.steps[u] -= 1
        s.tell(
            "step lost",
            "2.6-e",
            units=[unit.id],
            side=SIDES[unit.side],
            steps=s.steps[u],
            attack=s.attack(u),
            defence=s.defence(u),
            hex=s.board.grid.names[s.where[u]],
        )
    else:
        eliminate(s, u)


def eliminate(s: BreakoutState, u: int) -> None:
    """2.6-f: a unit goes to the dead pile; VP if it is a division out of C&C (4.2-a), and a rifle corps is
    rolled for (11.1-a)."""
    unit = s.unit(u)
    roster = s.board.roster
    bit = 1 << u
    h = s.where[u]
    in_communication = s.net(GERMAN) >> h & 1
    s.lift(u, DEAD)
    s.steps[u] = 0
    s.tell("eliminated", "2.6-f", units=[unit.id], side=SIDES[unit.side], hex=s.board.grid.names[h])
    if bit & roster.divisions and not in_communication:  # 4.2-c: garrisons and battalions never count
        s.losses += roster.full[u]
        s.tell("division lost", "4.2-a", "9.2-f", units=[unit.id], points=roster.full[u])
    if bit & roster.rifle and s.board.scenario["returns"]:
        s.stack.append(ReturnRoll(u))


class ReturnRoll(Frame, frozen=True):
    """11.1-a: half the die, rounded up, tells in how many turns a rifle corps is available again."""

    unit: int
    chance = True

    def dice(self, s: BreakoutState) -> Chance:
        return Chance(
            "return",
            Message("{unit} was eliminated: the die tells when it returns.", {"unit": s.unit(self.unit).id}),
            ("11.1-a",),
        )

    def rolled(self, s: BreakoutState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        turn = s.turn + (dice[0] + 1) // 2
        if turn > s.board.last_turn:
            s.tell("no return", "11.1-a", units=[s.unit(self.unit).id], dice=dice)
        else:
            s.due[self.unit] = turn
            s.steps[self.unit] = 1  # it waits on the turn track with its reduced side up
            s.tell("returning", "11.1-a", units=[s.unit(self.unit).id], dice=dice, turn=turn)


class Loss(Frame, frozen=True):
    """13.9: the owner chooses which of these units loses a step."""

    side: int
    units: Bits
    rule: str

    def _candidates(self, s: BreakoutState) -> Bits:
        where = s.where
        alive = sum(1 << u for u in members(self.units) if where[u] >= 0)
        mobile = alive & ~s.board.roster.static
        return mobile or alive  # 13.9-j: mobile units before a garrison

    def run(self, s: BreakoutState) -> bool:
        candidates = self._candidates(s)
        if candidates & (candidates - 1):
            return True
        s.stack.pop()
        if candidates:
            lose_step(s, first(candidates))
        return False

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(side, "loss", Message("Choose the unit that loses a step."), (self.rule,))

    def actions(self, s: BreakoutState, side: str) -> Actions:
        return Actions([Group("lose", s.board.roster.names, self._candidates(s))])

    def on_lose(self, s: BreakoutState, unit: str) -> None:
        s.stack.pop()
        lose_step(s, s.board.roster.names.index[unit])

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb != "lose" or len(action.args) != 1:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        if u is None:
            if action.args[0] in KG_NAMES.index:
                return Refusal("13.4-c", "A Korpsgruppe never takes a loss.")
            return Refusal(self.rule, "There is no unit “{name}”.", name=action.args[0])
        if self.units >> u & 1 and s.board.roster.static >> u & 1:
            return Refusal("13.9-j", "Losses fall on mobile units before a garrison.")
        if s.board.roster.ranged >> u & 1 and not self.units >> u & 1:
            return Refusal("13.1-e", "Supporting artillery is not touched by the result.")
        return Refusal(self.rule, "{unit} does not take part in this combat.", unit=action.args[0])
