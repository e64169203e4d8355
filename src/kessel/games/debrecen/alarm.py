"""15.4 Alarm counters: what Allied units that come near them lose."""

from __future__ import annotations

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.losses import StepLoss
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, members, of


def zone(s: DebrecenState) -> Bits:
    """4.1-a, AMB-31: the hexes with an alarm counter and those around them, but not across the Tisza."""
    return _around(s, s.alarms) if s.alarms else 0


def _around(s: DebrecenState, hexes: Bits) -> Bits:
    return s.board.major.others.across(hexes) & s.board.area | hexes


def contact(s: DebrecenState, units: Bits, *path: Hex) -> None:
    """15.4-g: Allied units that come into the zone of alarm counters turn them over, one after the other; each once."""
    own = units & s.board.roster.of_side[ALLIED]
    if own and s.alarms:
        found = dict.fromkeys(counter for h in path for counter in members(_around(s, 1 << h) & s.alarms))
        s.stack += [BackDraw(counter, own) for counter in reversed(found)]


def awake(s: DebrecenState, units: Bits) -> None:
    """15.4-g: so do Allied units that begin their activation there; of several stacks one meets a counter."""
    for counter in reversed(list(members(s.alarms))):
        if beside := s.units_at(_around(s, 1 << counter)) & units:
            s.stack.append(Meeting(counter, beside))


class Meeting(Frame, frozen=True):
    """AMB-31: of several stacks beside an alarm counter the owner says which one meets it."""

    hex: Hex
    units: Bits

    def hexes(self, s: DebrecenState) -> Bits:
        """Where the stacks are."""
        return of({s.where[u] for u in members(self.units & s.present)})

    def run(self, s: DebrecenState) -> bool:
        hexes = self.hexes(s)
        if hexes & (hexes - 1):
            return True
        s.stack.pop()
        if hexes:
            s.stack.append(BackDraw(self.hex, self.units & s.present))
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[ALLIED],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("One stack meets the alarm counter in {hex}: choose which.", {"hex": s.name(self.hex)})
        return Decision(side, "alarm-meeting", text, ("15.4-g", "AMB-31"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        return Actions([Group("meet", s.board.names, self.hexes(s))])

    def on_meet(self, s: DebrecenState, target: str) -> None:
        s.stack[-1] = BackDraw(self.hex, s.at[s.board.grid.index[target]] & self.units)

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "meet":
            return Refusal("AMB-31", "Only a stack that begins its activation beside the counter can meet it.")
        return None


class BackDraw(Frame, frozen=True):
    """15.4-b: which of the counters lies there is found by lot when it is turned over."""

    hex: Hex
    units: Bits
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        text = Message("Which alarm counter lies in {hex}?", {"hex": s.name(self.hex)})
        return Chance("alarm counter", text, ("15.4-b", "15.4-g"), faces=s.backs.bit_count())

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        back = list(members(s.backs))[dice[0] - 1]
        s.backs ^= 1 << back
        s.alarms &= ~(1 << self.hex)
        s.stack.append(AlarmRoll(self.hex, self.units, back))


class AlarmRoll(Frame, frozen=True):
    """15.4-h: the Allied player rolls; the counter then leaves the game (AMB-31)."""

    hex: Hex
    units: Bits
    back: int
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        text = Message("Alarm in {hex} against: {units}.", {"hex": s.name(self.hex), "units": s.ids(self.units)})
        return Chance("alarm", text, ("15.4-g", "15.4-h"))

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        counters = s.board.tables["alarm"]["counters"]
        points, steps = list(counters.values())[self.back]["table"][dice[0] - 1]
        s.tell(
            "alarm",
            "15.4-h",
            "15.4-i",
            side=SIDES[ALLIED],
            units=s.ids(self.units),
            hex=s.name(self.hex),
            dice=dice,
            points=points,
            steps=steps,
        )
        for u in members(self.units):
            s.points[u] = max(0, s.points[u] - points)
        if steps and (units := self.units & s.present):
            s.stack.append(AlarmLoss(units, steps))


class AlarmLoss(StepLoss, frozen=True):
    """15.4-h, AMB-31: one unit of the stack loses the steps."""

    name = "alarm-loss"
    rules = ("15.4-h",)
    ruling = "AMB-31"
    text = Message("Choose the unit that takes the loss.")
