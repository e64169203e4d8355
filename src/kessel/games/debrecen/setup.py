"""15.1 Set-up: the units in their hexes, the markers of the start, and the alarm counters (15.4)."""

from __future__ import annotations

from collections.abc import Mapping

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen import entry
from kessel.games.debrecen.activation import Operations
from kessel.games.debrecen.activation import begin as activate
from kessel.games.debrecen.allotment import Allot
from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES
from kessel.games.debrecen.sequence import PHASES, Turn
from kessel.games.debrecen.state import GONE, POOL, UNUSED, WAITING, DebrecenState
from kessel.hexes import Bits, Hex, members


def begin(s: DebrecenState) -> None:
    """15.1.2, 15.1.3: units, control and markers; what is free to choose goes on the stack, the first on top."""
    board, scenario = s.board, s.board.scenario
    roster = board.roster
    for u in board.entries:
        s.where[u] = WAITING
        s.steps[u] = roster.full[u]
    s.control[AXIS] = board.grid.set(scenario["control"]["axis"])  # 15.1.2-e, AMB-13
    for u, h in board.placed.items():
        if u not in board.choices:
            s.enter(u, [h])
    for u, arrives in board.arrivals.items():
        s.due[u] = arrives["turn"]  # 14-a
    entry.hold(s)
    for u in list(members(roster.bridgeheads))[: scenario["bridgeheads"]]:
        s.where[u] = WAITING  # 15.5-a
    s.initiative = 1 - SIDES.index(scenario["support_first"])  # 1.6-b
    s.missions = [scenario.get("missions", {}).get(side, 0) for side in SIDES]
    for m, marker in enumerate(board.markers):
        if scenario["support"] == "all":
            s.stock[m] = UNUSED if marker.turn else POOL  # 15.1.2-a, 15.1.3-a
        else:
            s.stock[m] = POOL if marker.id in scenario["support"][SIDES[marker.side]] else GONE
    if scenario["setup"]["free"]:
        for part in reversed(scenario["setup"]["order"]):
            s.stack.append(Alarms() if part == "alarm" else SetUp(SIDES.index(part)))
    if "alarm" in scenario:
        s.backs = (1 << len(board.tables["alarm"]["counters"])) - 1  # 15.4-b
    if "activation" in scenario:
        _under_way(s, scenario["activation"])
    s.log = []


def _under_way(s: DebrecenState, given: Mapping[str, str]) -> None:
    """An example begins in the middle of an activation: markers are allotted, points are spent."""
    for side in (ALLIED, AXIS):
        s.stack.append(Allot(side))
        s.stack[-1].on_auto(s)
    side, f = SIDES.index(given["side"]), s.board.roster.formation_names.index[given["formation"]]
    s.stack = [Turn(PHASES.index("operations") + 1), Operations(side)]
    units = s.formation_units(f) | 1 << s.board.roster.hq_of[f]
    activate(s, units & s.present, 0)
    for u, listed in s.board.entries.items():
        if spent := listed.get("spent", 0):
            s.points[u] -= spent
            s.acted |= 1 << u


class SetUp(Frame, frozen=True):
    """15.1.2-b, 15.1.3-b: a side places the units that have a choice of hexes."""

    side: int

    def waiting(self, s: DebrecenState) -> Bits:
        """Units still to be placed."""
        own = sum(1 << u for u in s.board.choices if s.where[u] == WAITING)
        return own & s.board.roster.of_side[self.side]

    def room(self, s: DebrecenState, u: int) -> Bits:
        """The hexes of a unit with room for it (5-a)."""
        limit = s.board.stacking - s.steps[u]
        return sum(1 << h for h in members(s.board.choices[u]) if s.strength(h) <= limit)

    def run(self, s: DebrecenState) -> bool:
        if self.waiting(s):
            return True
        s.stack.pop()
        s.tell("set up", self._rule, side=SIDES[self.side])
        return False

    @property
    def _rule(self) -> str:
        return "15.1.3-b" if self.side == ALLIED else "15.1.2-b"

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("Place the units that may be set up in one of several hexes; or let it be done for you.")
        return Decision(side, "set-up", text, (self._rule, "5-a"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        board = s.board
        places = [Group("place", board.names, self.room(s, u), (s.unit(u).id,)) for u in members(self.waiting(s))]
        return Actions([*places, Group("auto")])

    def on_place(self, s: DebrecenState, unit: str, target: str) -> None:
        self._place(s, s.board.roster.names.index[unit], s.board.grid.index[target])

    def on_auto(self, s: DebrecenState) -> None:
        """The rest in the first hex of each, or where there is room."""
        for u in members(self.waiting(s)):
            room, home = self.room(s, u), s.board.placed[u]
            self._place(s, u, home if room >> home & 1 else next(members(room)))

    def _place(self, s: DebrecenState, u: int, h: Hex) -> None:
        s.enter(u, [h])
        s.tell("placed", self._rule, side=SIDES[self.side], units=[s.unit(u).id], hex=s.name(h))

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb != "place" or not action.args:
            return None
        name, *target = action.args
        u = s.board.roster.names.index.get(name, -1)
        if u < 0:
            return Refusal(self._rule, "There is no unit “{name}”.", name=name)
        if s.where[u] >= 0:
            return Refusal(self._rule, "{unit} is placed already.", unit=name)
        if not self.waiting(s) >> u & 1:
            return Refusal(self._rule, "{unit} is not set up now.", unit=name)
        if target and s.board.choices[u] >> s.board.grid.index.get(target[0], 0) & 1:
            return Refusal("5-a", "In {hex} there is no room for {unit}.", hex=target[0], unit=name)
        return Refusal(self._rule, "{unit} is set up in one of its own hexes.", unit=name)


class Alarms(Frame, frozen=True):
    """15.4-a: after the Soviet set-up the Axis player puts the alarm counters on the map, backs unseen (15.4-b)."""

    def count(self, s: DebrecenState) -> int:
        """How many counters there are."""
        return len(s.board.tables["alarm"]["counters"])

    def allowed(self, s: DebrecenState) -> Bits:
        """15.4-a, 15.4-c, 15.4-d: empty hexes south of the line, none beside Allied units but behind a river."""
        board = s.board
        beside = (board.rivers.others.across(s.occupied[ALLIED])) & board.area
        return board.alarm_area & ~beside & ~s.occupied[ALLIED] & ~s.occupied[AXIS] & ~s.alarms

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[AXIS],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        left = self.count(s) - s.alarms.bit_count()
        text = Message("Place the alarm counters, or let it be done for you (left: {count}).", {"count": left})
        return Decision(side, "set-up", text, ("15.4-a", "15.4-b", "15.1.2-d"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        return Actions([Group("place", s.board.names, self.allowed(s)), Group("auto")])

    def on_place(self, s: DebrecenState, target: str) -> None:
        s.alarms |= 1 << s.board.grid.index[target]
        s.tell("alarm placed", "15.4-a", side=SIDES[AXIS], hex=target)
        if s.alarms.bit_count() == self.count(s):
            s.stack.pop()

    def on_auto(self, s: DebrecenState) -> None:
        """The rest apart from each other, on the roads nearest to the enemy."""
        board, distance = s.board, s.board.grid.distance

        def worth(h: Hex) -> tuple[int, int, int, Hex]:
            apart = min((distance(h, other) for other in members(s.alarms)), default=4)
            near = min(distance(h, enemy) for enemy in members(s.occupied[ALLIED]))
            return min(apart, 4), board.road_hexes >> h & 1, -near, h

        for _ in range(self.count(s) - s.alarms.bit_count()):
            self.on_place(s, s.name(max(members(self.allowed(s)), key=worth)))

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb != "place" or len(action.args) != 1:
            return None
        name = action.args[0]
        bit = 1 << s.board.grid.index[name] if name in s.board.grid.index else 0
        if not bit & s.board.alarm_area:
            return Refusal("15.1.2-d", "Alarm counters are placed south of the 15xx hex row.")
        if bit & s.alarms:
            return Refusal("15.4-d", "{hex} holds an alarm counter already.", hex=name)
        if bit & s.occupied[AXIS]:
            return Refusal("15.4-f", "Axis units in {hex} would take the counter off at once.", hex=name)
        return Refusal("15.4-c", "{hex} is next to an Allied unit without a river between.", hex=name)
