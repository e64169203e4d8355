"""3.0 and 20.0: set-up. Each formation goes into its area, one unit a hex, the Soviet first."""

from __future__ import annotations

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.korsun.roster import SIDES
from kessel.games.korsun.state import WAITING, KorsunState
from kessel.hexes import Bits, Hex, members


def begin(s: KorsunState) -> None:
    """20.0: units, held corps and markers; a free set-up goes on the stack, the Soviet's on top (20.0-f, 20.0-p)."""
    board, scenario = s.board, s.board.scenario
    s.weather = scenario["weather"]  # 11.0-a
    s.airlifts = scenario["air_supply"]  # 12.2-a
    s.held = board.roster.held & board.taking_part if scenario["held"] else 0  # 19.0-a
    for u in members(board.taking_part):
        s.where[u] = WAITING
        s.steps[u] = board.roster.full[u]
    order = [SIDES.index(side) for side in scenario["setup"]["order"]]
    if scenario["setup"]["free"]:
        s.stack += [SetUp(side) for side in reversed(order)]
    else:
        for u in members(board.taking_part):
            s.put(u, board.grid.index[s.unit(u).hex])
    s.log = []


class SetUp(Frame, frozen=True):
    """20.0-h, 20.0-q: a side places its units, each in the area of its formation."""

    side: int

    def waiting(self, s: KorsunState) -> Bits:
        """Units still to be placed."""
        own = s.board.taking_part & s.board.roster.of_side[self.side] & ~s.present
        return sum(1 << u for u in members(own) if s.where[u] == WAITING)

    def room(self, s: KorsunState, u: int) -> Bits:
        """20.0-i: the free hexes of a unit's area."""
        return s.board.set_up_area[u] & ~s.occupied[0] & ~s.occupied[1]

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        rules = ("20.0-h", "20.0-i") if SIDES[self.side] == "soviet" else ("20.0-q", "20.0-i")
        if self.waiting(s):
            text = Message("Place your units in the areas of their formations; or let it be done for you.")
        else:
            text = Message("Your units are in place: take one up again, or begin.")
        return Decision(side, "set-up", text, rules)

    def actions(self, s: KorsunState, side: str) -> Actions:
        names = s.board.roster.names
        waiting = self.waiting(s)
        if not waiting:
            return Actions([Group("lift", names, s.on_map(self.side)), Group("done")])
        groups = [Group("place", s.board.names, self.room(s, u), (names[u],)) for u in members(waiting)]
        return Actions([*groups, Group("historical"), Group("auto")])

    def on_place(self, s: KorsunState, unit: str, target: str) -> None:
        self._place(s, s.board.roster.names.index[unit], s.board.grid.index[target])

    def on_lift(self, s: KorsunState, unit: str) -> None:
        s.lift(s.board.roster.names.index[unit], WAITING)

    def on_historical(self, s: KorsunState) -> None:
        """The rest where they stood on 10 February 1944, or as near as there is room."""
        for u in members(self.waiting(s)):
            home = s.board.grid.index[s.unit(u).hex]
            distance = s.board.grid.distance
            self._place(s, u, min(members(self.room(s, u)), key=lambda h: (distance(home, h), h)))

    def on_auto(self, s: KorsunState) -> None:
        """The rest along the front of their areas, in good ground, spread out."""
        enemies = self._front(s)
        table = s.board.tables["combat"]["rows"]
        rows = s.board.tables["terrain"]["hexes"]
        distance = s.board.grid.distance

        def worth(h: Hex) -> tuple[float, int]:
            crowd = (s.board.around[h] & s.occupied[self.side]).bit_count()
            cover = table[rows[s.board.kind_at[h]]["combat"]][0]
            return min(distance(h, e) for e in enemies) + 0.6 * crowd - 0.2 * cover, h

        for u in members(self.waiting(s)):
            self._place(s, u, min(members(self.room(s, u)), key=worth))

    def _front(self, s: KorsunState) -> list[Hex]:
        """Hexes that the enemy holds or will hold."""
        enemy = 1 - self.side
        found = s.occupied[enemy]
        if not found:
            for u, area in s.board.set_up_area.items():
                if s.unit(u).side == enemy:
                    found |= area
        edge = found & s.board.grid.spread(s.board.area & ~found)
        return list(members(edge or found))

    def _place(self, s: KorsunState, u: int, h: Hex) -> None:
        s.put(u, h)
        rule = "20.0-h" if SIDES[self.side] == "soviet" else "20.0-q"
        s.tell("placed", rule, side=SIDES[self.side], units=[s.unit(u).id], hex=s.board.grid.names[h])

    def on_done(self, s: KorsunState) -> None:
        s.stack.pop()
        s.tell("set up", "20.0-f" if SIDES[self.side] == "soviet" else "20.0-p", side=SIDES[self.side])

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb == "done":
            return Refusal("3.0-a", "Every unit must be placed first.")
        if action.verb not in ("place", "lift") or not action.args:
            return None
        u = s.board.roster.names.index.get(action.args[0])
        if u is None or not s.board.taking_part >> u & 1:
            return Refusal("3.0-d", "There is no unit “{name}”.", name=action.args[0])
        if s.unit(u).side != self.side:
            rule = "20.0-f" if SIDES[self.side] == "soviet" else "20.0-p"
            return Refusal(rule, "The Soviet sets up all his units, then the German his.")
        if action.verb == "lift":
            return Refusal("3.0-d", "First place every unit that waits.")
        if len(action.args) != 2:
            return None
        h = s.board.grid.index.get(action.args[1])
        if s.where[u] >= 0:
            return Refusal("3.0-d", "{unit} is placed already.", unit=action.args[0])
        if h is not None and s.board.set_up_area[u] >> h & 1:
            return Refusal("20.0-i", "{hex} is taken: one unit a hex.", hex=action.args[1])
        rule = "20.0-h" if SIDES[self.side] == "soviet" else "20.0-q"
        return Refusal(rule, "{unit} is set up in the area of its formation.", unit=action.args[0])
