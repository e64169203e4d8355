"""4.0 Sequence of play: weather, two player turns of four phases and a rebuild, end of the game turn."""

from __future__ import annotations

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.korsun.combat import Combat
from kessel.games.korsun.movement import Movement
from kessel.games.korsun.roster import GERMAN, SIDES
from kessel.games.korsun.state import DEAD, KorsunState
from kessel.games.korsun.supply import has_line, supplied_together
from kessel.games.korsun.victory import finish, standing
from kessel.hexes import Bits, members

PLAYER_TURN = ("movement", "combat", "mobile-movement", "mobile-combat", "rebuild")
PHASES = ("weather", *(f"{side}-{phase}" for side in SIDES for phase in PLAYER_TURN), "end")


class Turn(Frame, frozen=True):
    """4.1-a: the phases of a game turn, one after the other."""

    phase: int

    def run(self, s: KorsunState) -> bool:
        s.stack[-1] = Turn(self.phase + 1)
        name = PHASES[self.phase]
        if name == "weather":
            begin_turn(s)
        elif name == "end":
            end_turn(s)
        else:
            side, phase = name.split("-", 1)
            begin_phase(s, SIDES.index(side), phase)
        return False


def begin_turn(s: KorsunState) -> None:
    """15.0-e: all chits are available again; from turn 2 the weather is rolled (11.0-a, 11.0-b)."""
    s.tell("turn", "4.1-a", turn=s.turn)
    s.ready = [tuple(sorted((*ready, *spent))) for ready, spent in zip(s.ready, s.spent, strict=True)]
    s.spent = [()] * len(s.spent)
    s.bombarded = 0
    if s.turn == s.board.first_turn:
        s.tell("weather", "11.0-a", weather=s.weather, dice=())
    else:
        s.stack.append(WeatherRoll())


def begin_phase(s: KorsunState, side: int, phase: str) -> None:
    """A phase of a player turn."""
    if phase == "movement":
        s.moved = s.attacked = s.advanced = s.displaced = s.mobile_ready = 0
    elif phase == "mobile-movement":  # 12.3-b, 12.3-c; engineers serve those who can still move or attack (AMB-23)
        idle = s.advanced | s.moved & (s.attacked | s.displaced)
        s.mobile_ready = supplied_together(s, s.on_map(side) & s.board.roster.mobile & ~idle)
    s.tell("phase", "4.1-a", side=SIDES[side], phase=phase)
    if phase == "rebuild":
        s.stack.append(Rebuild(side))
    elif phase.endswith("movement"):
        s.stack.append(Movement(side, phase.startswith("mobile")))
    else:
        s.stack.append(Combat(side, phase.startswith("mobile")))


def end_turn(s: KorsunState) -> None:
    """4.1-m, 4.1-n, 12.2-g: chits and the air supply marker leave the map; the last turn ends the game."""
    s.airlift = -1
    s._lines.clear()
    found = standing(s)
    places = s.board.scenario["victory"]["measure"] != "link"
    s.tell("standing", found.rules[0], count=found.number, others=found.others, places=places)
    if s.turn == s.board.last_turn:
        finish(s)
    else:
        s.turn += 1
        s.stack[-1] = Turn(0)


class WeatherRoll(Frame, frozen=True):
    """11.0-b: from turn 2 the German rolls for the weather of the whole game turn."""

    chance = True

    def dice(self, s: KorsunState) -> Chance:
        return Chance("weather", Message("Weather of turn {turn}.", {"turn": s.turn}), ("11.0-b", "11.0-c"))

    def rolled(self, s: KorsunState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.weather = s.board.tables["weather"]["roll"][dice[0] - 1]
        s.tell("weather", "11.0-b", "11.0-c", weather=s.weather, dice=dice)


class Rebuild(Frame, frozen=True):
    """18.0: at the end of his player turn a side may rebuild one depleted unit; the German may instead bring back one
    eliminated one-step infantry unit of the encircled force."""

    side: int

    def worn(self, s: KorsunState) -> Bits:
        """18.0-b, 18.0-d: depleted units with a line (air supply does not count) and no enemy next to them."""
        full, steps = s.board.roster.full, s.steps
        units = s.on_map(self.side) & ~s.units_at(s.zoc(1 - self.side) & s.occupied[self.side])
        return sum(1 << u for u in members(units) if steps[u] < full[u] and has_line(s, u))

    def lost(self, s: KorsunState) -> Bits:
        """18.0-e to 18.0-h: infantry that can return to the airfield."""
        board = s.board
        if self.side != GERMAN or not board.scenario["returns"] or s.airfield != GERMAN or board.airfield in s.at:
            return 0
        return sum(1 << u for u in members(board.roster.returning) if s.where[u] == DEAD)

    def run(self, s: KorsunState) -> bool:
        if self.worn(s) or self.lost(s):
            return True
        s.stack.pop()
        return False

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        if self.lost(s):
            text = Message("Rebuild a depleted unit or return an infantry unit to the airfield, or pass.")
            return Decision(side, "rebuild", text, ("18.0-a", "18.0-e", "18.0-f"))
        return Decision(side, "rebuild", Message("Rebuild one depleted unit, or pass."), ("18.0-a", "18.0-b", "18.0-d"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        names = s.board.roster.names
        return Actions([Group("rebuild", names, self.worn(s)), Group("return", names, self.lost(s)), Group("pass")])

    def on_rebuild(self, s: KorsunState, unit: str) -> None:
        s.stack.pop()
        u = s.board.roster.names.index[unit]
        s.steps[u] = s.board.roster.full[u]
        s.tell("rebuilt", "18.0-a", side=SIDES[self.side], units=[unit], hex=s.board.grid.names[s.where[u]])

    def on_return(self, s: KorsunState, unit: str) -> None:
        s.stack.pop()
        u = s.board.roster.names.index[unit]
        s.steps[u] = s.board.roster.full[u]
        s.put(u, s.board.airfield)
        s.tell(
            "returned",
            "18.0-e",
            "18.0-f",
            side=SIDES[self.side],
            units=[unit],
            hex=s.board.grid.names[s.board.airfield],
        )

    def on_pass(self, s: KorsunState) -> None:
        s.stack.pop()

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb not in ("rebuild", "return") or len(action.args) != 1:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        if u is None or s.unit(u).side != self.side:
            return Refusal("18.0-c", "A player rebuilds his own units at the end of his player turn.")
        unit = s.unit(u).id
        return self._no_return(s, u, unit) if action.verb == "return" else self._no_rebuild(s, u, unit)

    def _no_rebuild(self, s: KorsunState, u: int, unit: str) -> Refusal:
        if s.where[u] < 0:
            return Refusal("18.0-g", "{unit} is not on the map.", unit=unit)
        if s.steps[u] == s.board.roster.full[u]:
            return Refusal("18.0-a", "{unit} is not depleted.", unit=unit)
        if s.zoc(1 - self.side) >> s.where[u] & 1:
            return Refusal("18.0-d", "{unit} is adjacent to an enemy unit.", unit=unit)
        return Refusal("18.0-b", "{unit} has no supply line.", unit=unit)

    def _no_return(self, s: KorsunState, u: int, unit: str) -> Refusal:
        board = s.board
        if self.side != GERMAN:
            return Refusal("18.0-i", "No eliminated Soviet unit comes back.")
        if s.where[u] != DEAD:
            return Refusal("18.0-e", "{unit} is not eliminated.", unit=unit)
        if len(s.unit(u).track) > 1:
            return Refusal("18.0-g", "{unit} has two steps and cannot come back.", unit=unit)
        if not board.roster.returning >> u & 1:
            return Refusal("18.0-e", "Only one-step infantry of the encircled force comes back.")
        if s.airfield != GERMAN:
            return Refusal("18.0-h", "The German does not control the airfield.")
        return Refusal("18.0-f", "The airfield holds another unit.")
