"""3.0 Set-up: Soviets on their hexes, the first air roll, then the Germans on or next to theirs."""

from __future__ import annotations

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES, SOVIET
from kessel.games.breakout.stacking import fits, full_hexes
from kessel.games.breakout.state import WAITING, BreakoutState
from kessel.hexes import Bits, Hex, members


def begin(s: BreakoutState) -> None:
    """3.1, 3.2 steps 1 and 3: markers, Soviets and garrisons; the rest of the set-up goes on the stack."""
    board = s.board
    scenario = board.scenario
    s.set_weather(scenario["weather"])  # 3.1-a
    s.control = board.grid.set(scenario["control"])  # 3.1-b
    s.fallen = board.grid.set(scenario.get("fallen", ()))
    deployed = scenario.get("deployed", {})
    s.kg = tuple(board.grid.index[deployed[k]] if k in deployed else -1 for k in KG_NAMES)
    if not scenario["korpsgruppen"]:
        s.kg = ()
    for u in board.arrivals:
        s.where[u] = WAITING
        s.steps[u] = board.roster.full[u]  # 2.6-j
    for u, (h, steps, _) in board.deployment.items():
        s.steps[u] = steps
        s.where[u] = WAITING
        if s.unit(u).side == SOVIET:  # 3.2-a
            s.put(u, h)
            s.take(SOVIET, 1 << h)
    air = scenario["air"]
    for side, name in enumerate(SIDES):
        if isinstance(air.get(name), int):
            s.air = side
            s.cas[side] = air[name]
    s.log = []
    s.stack.append(Deploy())  # 3.2-e
    if air.get("soviet") == "roll":
        s.stack.append(FirstAirRoll())  # 3.2-c


class FirstAirRoll(Frame, frozen=True):
    """3.2-c, 5.2-a, 5.2-b: on turn 1 the Soviet has air superiority with as many markers as the die shows."""

    chance = True

    def dice(self, s: BreakoutState) -> Chance:
        return Chance("air", Message("Soviet air markers of turn 1."), ("5.2-b", "3.2-c"))

    def rolled(self, s: BreakoutState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        s.air = SOVIET
        s.cas = [dice[0], 0]
        s.tell("air superiority", "5.2-a", "5.2-b", side=SIDES[SOVIET], count=dice[0], dice=dice)


class Deploy(Frame, frozen=True):
    """3.2-e: the German places every other unit in its set-up hex or next to it."""

    def waiting(self, s: BreakoutState) -> dict[int, Hex]:
        """Units still to be placed, with their printed hex."""
        return {u: h for u, (h, _, exact) in s.board.deployment.items() if not exact and s.where[u] == WAITING}

    def places(self, s: BreakoutState, u: int, h: Hex) -> Bits:
        """Hexes a unit may be placed in: the printed one and those around it, in stacking, without Soviets. Should
        all of them be full, the nearest with room."""
        found = 0
        radius = 1
        while not found:
            bits = s.board.grid.disc(h, radius) & s.board.area & ~s.occupied[SOVIET]
            found = bits & ~full_hexes(s, u, bits)  # 6.1-a
            radius += 1
        return found

    def run(self, s: BreakoutState) -> bool:
        for u, (h, _, exact) in s.board.deployment.items():
            if exact and s.where[u] == WAITING:  # 3.2-d, 3.2-f: those who stand exactly in their hex come first
                s.put(u, h)
                s.take(GERMAN, 1 << h)
        if self.waiting(s):
            return True
        s.stack.pop()
        if s.board.scenario["hitler_order"]:  # 3.2-i
            where, west = s.where, s.board.west
            s.restricted = sum(1 << u for u in members(s.on_map(GERMAN)) if not west >> where[u] & 1)
        s.tell("set up", "3.2-e", "3.2-g")
        return False

    def sides(self, s: BreakoutState) -> tuple[str, ...]:
        return (SIDES[GERMAN],)

    def decision(self, s: BreakoutState, side: str) -> Decision:
        return Decision(
            side,
            "set-up",
            Message("Place your units in or next to their set-up hexes; “auto” places the rest as printed."),
            ("3.2-e", "3.2-f"),
        )

    def actions(self, s: BreakoutState, side: str) -> Actions:
        names = s.board.roster.names
        groups = [Group("place", s.board.names, self.places(s, u, h), (names[u],)) for u, h in self.waiting(s).items()]
        return Actions([*groups, Group("auto")])

    def on_place(self, s: BreakoutState, unit: str, target: str) -> None:
        self._place(s, s.board.roster.names.index[unit], s.board.grid.index[target])

    def on_auto(self, s: BreakoutState) -> None:
        for u, h in self.waiting(s).items():
            choices = self.places(s, u, h)
            self._place(s, u, h if choices >> h & 1 else next(members(choices)))

    def _place(self, s: BreakoutState, u: int, h: Hex) -> None:
        s.put(u, h)
        s.take(GERMAN, 1 << h)
        unit, name = s.unit(u).id, s.board.grid.names[h]
        s.tell("placed", "3.2-e", to=SIDES[GERMAN], units=[unit], hidden=0, hex=name)
        seen = bool(s.tops >> u & 1)
        s.tell("placed", "3.2-e", to=SIDES[SOVIET], units=[unit] if seen else [], hidden=0 if seen else 1, hex=name)

    def refusal(self, s: BreakoutState, side: str, action: Action) -> Refusal | None:
        if action.verb != "place" or len(action.args) != 2:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        h = s.board.grid.index.get(action.args[1])
        if u is None or h is None:
            return Refusal("3.2-e", "There is no unit or hex “{name}”.", name=" ".join(action.args))
        unit = s.unit(u)
        if unit.side == SOVIET:
            return Refusal("3.2-a", "Soviet units stand in their printed hexes.")
        if s.where[u] >= 0 and s.board.roster.static >> u & 1:
            return Refusal("3.2-d", "{unit} stands in its printed hex.", unit=unit.id)
        if s.where[u] >= 0 and unit.exact:
            return Refusal("3.2-f", "{unit} must be placed exactly in its printed hex.", unit=unit.id)
        if u not in self.waiting(s):
            return Refusal("3.2-e", "{unit} is not to be placed now.", unit=unit.id)
        if s.occupied[SOVIET] >> h & 1:
            return Refusal("6.0-e", "{hex} holds enemy units.", hex=action.args[1])
        if (1 << self.waiting(s)[u] | s.board.around[self.waiting(s)[u]]) >> h & 1 and not fits(s, u, h):
            return Refusal("6.1-a", "Nine steps is the most a hex holds.")
        return Refusal("3.2-e", "{unit} is placed in its printed hex or next to it.", unit=unit.id)
