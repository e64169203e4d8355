"""5.0 Sequence of play: the twelve phases of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Names, Refusal
from kessel.games.breakout.combat import Combat
from kessel.games.breakout.movement import Movement
from kessel.games.breakout.reinforcements import Reinforcements, Replacements
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES, SOVIET
from kessel.games.breakout.stacking import StackingCheck
from kessel.games.breakout.state import FREE, BreakoutState
from kessel.games.breakout.victory import finish, score

PHASES = (
    "weather",  # I
    "air",  # II
    "korpsgruppen",  # III
    "soviet-1",  # IV
    "soviet-2",  # V
    "german-1",  # VI, VII
    "german-2",  # VIII, IX
    "reinforcements",  # X
    "replacements",  # XI
    "administration",  # XII
)
ORDERS = Names(("move", "combat"))
FIRST_KG_TURN = 3  # 5.3-a


SEGMENTS: Mapping[str, Callable[[int], list[Frame]]] = {
    "move": lambda side: [StackingCheck(side), Movement(side)],
    "combat": lambda side: [StackingCheck(side), Combat(side)],
    "mechanized": lambda side: [StackingCheck(side), Combat(side, mechanized=True)],
}
"""The frames of a segment: stacking is checked when it ends (A11)."""


def segments(side: int, first: str) -> list[str]:
    """The segments of a half-turn in their order: a German combat is followed at once by the mechanized one (5.5-a)."""
    fights = ["combat", "mechanized"] if side == GERMAN else ["combat"]
    return ["move", *fights] if first == "move" else [*fights, "move"]


class Turn(Frame, frozen=True):
    """5.0-a: the phases of a turn, one after the other."""

    phase: int

    def run(self, s: BreakoutState) -> bool:
        s.stack[-1] = Turn(self.phase + 1)
        name = PHASES[self.phase]
        if name == "weather":
            _weather(s)
        elif name == "air":
            _air(s)
        elif name == "korpsgruppen":
            if s.kg and s.turn >= FIRST_KG_TURN:
                s.stack.append(KorpsgruppeDeployment())
        elif name == "reinforcements":
            s.stack.append(StackingCheck(GERMAN))
            s.stack.append(Reinforcements())
        elif name == "replacements":
            s.stack.append(StackingCheck(SOVIET))
            s.stack.append(Replacements())
        elif name == "administration":
            _administration(s)
        else:
            side, number = name.split("-")
            s.stack.append(HalfTurn(SIDES.index(side), int(number)))
        return False


def _weather(s: BreakoutState) -> None:
    s.tell("turn", "5.0-a", turn=s.turn)
    if s.turn == 1:
        s.set_weather("thaw")  # 5.1-d
        s.tell("weather", "5.1-d", weather="thaw", dice=())
    else:
        s.stack.append(WeatherRoll())


def _air(s: BreakoutState) -> None:
    if s.turn == 1:
        return  # A44: rolled during set-up
    s.cas = [0, 0]
    if s.weather == "storm":
        s.tell("no air", "5.1-c")
    else:
        s.stack.append(AirRoll())


def _administration(s: BreakoutState) -> None:
    """5.8: Korpsgruppen and air markers are taken up; the last turn ends the game."""
    s.kg = (FREE,) * len(s.kg)  # 5.8-a
    s.cas = [0, 0]  # 5.8-b
    s.restricted = 0  # 3.2-i: turn 1 only
    s.tell("score", "5.8-c", points=score(s).total)
    if s.turn == s.board.last_turn:
        finish(s)
    else:
        s.turn += 1
        s.stack[-1] = Turn(0)


class WeatherRoll(Frame, frozen=True):
    """5.1-e: from turn 2 the Soviet rolls for weather and ground."""

    chance = True

    def dice(self, s: BreakoutState) -> Chance:
        return Chance("weather", Message("Weather of turn {turn}.", {"turn": s.turn}), ("5.1-e", "14.1-a"))

    def rolled(self, s: BreakoutState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.set_weather(s.board.tables.weather["turns"][s.turn][dice[0] - 1])
        s.tell("weather", "5.1-e", "14.1-a", weather=s.weather, dice=dice)


class AirRoll(Frame, frozen=True):
    """5.2-c: two dice each, ties again; the higher total gets the difference in air markers."""

    chance = True

    def dice(self, s: BreakoutState) -> Chance:
        return Chance("air", Message("Air superiority: two Soviet dice, then two German dice."), ("5.2-c",), dice=4)

    def rolled(self, s: BreakoutState, dice: tuple[int, ...]) -> None:
        soviet, german = dice[0] + dice[1], dice[2] + dice[3]
        if soviet == german:
            s.tell("air tie", "5.2-c", dice=dice)
            return
        s.stack.pop()
        s.air = SOVIET if soviet > german else GERMAN
        s.cas[s.air] = abs(soviet - german)
        s.tell("air superiority", "5.2-c", side=SIDES[s.air], count=s.cas[s.air], dice=dice)


class KorpsgruppeDeployment(Frame, frozen=True):
    """5.3-b: the German may place his Korpsgruppen in any hexes, one a hex (5.3-c)."""

    def run(self, s: BreakoutState) -> bool:
        if FREE in s.kg:
            return True
        s.stack.pop()
        return False

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[GERMAN],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(side, "korpsgruppen", Message("Deploy Korpsgruppen, or end the phase."), ("5.3-b", "5.3-c"))

    def actions(self, s: BreakoutState, side: str) -> Actions:
        taken = 0
        for h in s.kg:
            if h >= 0:
                taken |= 1 << h
        room = s.board.area & ~taken
        groups = [Group("deploy", s.board.names, room, (KG_NAMES[i],)) for i, h in enumerate(s.kg) if h == FREE]
        return Actions([*groups, Group("end")])

    def on_deploy(self, s: BreakoutState, name: str, target: str) -> None:
        i = KG_NAMES.index[name]
        s.kg = (*s.kg[:i], s.board.grid.index[target], *s.kg[i + 1 :])
        s.tell("deployed", "5.3-b", kg=name, hex=target)

    def on_end(self, s: BreakoutState) -> None:
        s.stack.pop()

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb != "deploy" or len(action.args) != 2:
            return None
        name, target = action.args
        h = s.board.grid.index.get(target)
        if name not in KG_NAMES.index:
            return Refusal("5.3-b", "The Korpsgruppen are Br, Ch and Go.")
        if h is None or not s.board.area >> h & 1:
            return Refusal("2.1-b", "There is no hex {name} in the playing area.", name=target)
        if h in s.kg:
            return Refusal("5.3-c", "{hex} holds a Korpsgruppe already.", hex=target)
        return Refusal("5.3-b", "Korpsgruppe {kg} is deployed already.", kg=name)


class HalfTurn(Frame, frozen=True):
    """5.4: the owner chooses, for each half-turn (A02), whether movement or combat comes first."""

    side: int
    number: int

    def run(self, s: BreakoutState) -> bool:
        if self.side == SOVIET and s.turn == 1:  # 5.4-b, 3.2-g
            self.on_order(s, "move")
            return False
        return True

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "order",
            Message("Announce the order of this half-turn: movement or combat first."),
            ("5.4-a" if self.side == SOVIET else "5.4-c", "EX-d"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        return Actions([Group("order", ORDERS, 3)])

    def on_order(self, s: BreakoutState, first: str) -> None:
        s.stack.pop()
        s.tell("order", "5.4-a" if self.side == SOVIET else "5.4-c", side=SIDES[self.side], order=first)
        for name in reversed(segments(self.side, first)):
            s.stack += SEGMENTS[name](self.side)
