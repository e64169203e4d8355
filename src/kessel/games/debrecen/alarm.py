"""15.4 Alarm counters: what Allied units that come near them lose."""

from __future__ import annotations

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.roster import ALLIED, SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, members


def zone(s: DebrecenState) -> Bits:
    """4.1-a, AMB-31: the hexes with an alarm counter and those around them, but not across the Tisza."""
    return (s.board.major.others.across(s.alarms) & s.board.area | s.alarms) if s.alarms else 0


def met(s: DebrecenState, h: Hex) -> Bits:
    """The alarm counters whose zone covers a hex."""
    return (s.board.around[h] & s.alarms & ~s.board.major.of(h)) | 1 << h & s.alarms


def contact(s: DebrecenState, units: Bits, *path: Hex) -> None:
    """15.4-g: Allied units in the zone of alarm counters turn them over, one after the other; each once."""
    own = units & s.board.roster.of_side[ALLIED]
    if not own or not s.alarms:
        return
    turned = {frame.hex for frame in s.stack if isinstance(frame, BackDraw)}
    found = dict.fromkeys(counter for h in path for counter in members(met(s, h)) if counter not in turned)
    for counter in reversed(found):
        s.stack.append(BackDraw(counter, own))


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


class AlarmLoss(Frame, frozen=True):
    """AMB-31: one unit of the stack, as its owner likes, loses the steps."""

    units: Bits
    steps: int

    def victims(self, s: DebrecenState) -> Bits:
        """HQs only if nobody else is there (7.7-d)."""
        units = self.units & s.present
        return s.combat(units) or units

    def run(self, s: DebrecenState) -> bool:
        units = self.victims(s)
        if units & (units - 1):
            return True
        s.stack.pop()
        if units:
            self._pay(s, units.bit_length() - 1)
        return False

    def _pay(self, s: DebrecenState, u: int) -> None:
        for _ in range(min(self.steps, s.steps[u])):
            s.lose_step(u, "15.4-h")

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[ALLIED],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        return Decision(side, "alarm-loss", Message("Choose the unit that takes the loss."), ("15.4-h", "AMB-31"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        return Actions([Group("lose", s.board.roster.names, self.victims(s))])

    def on_lose(self, s: DebrecenState, unit: str) -> None:
        s.stack.pop()
        self._pay(s, s.board.roster.names.index[unit])

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "lose":
            return Refusal("AMB-31", "Only a unit of the stack that met the counter can take the loss.")
        return None
