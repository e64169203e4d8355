"""1.6 The support phase: markers are allotted to headquarters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import POOL, READY, UNUSED, USED, WAITING, DebrecenState
from kessel.games.debrecen.supply import command_area
from kessel.hexes import Bits, flood, members, of


def receive(s: DebrecenState, side: int) -> None:
    """1.6-a, 1.6-j: markers that come this turn, new or from the turn track, are free to be allotted."""
    stock, turn, markers = s.stock, s.turn, s.board.markers
    own = s.board.markers_of[side]
    come = [m for m in own if 0 < stock[m] <= turn or (stock[m] == UNUSED and markers[m].turn <= turn)]
    for m in come:
        s.stock[m] = POOL
    if come:
        rule = "15.3.1-a" if SIDES[side] == "axis" else "15.3.2-a"
        s.tell("support received", rule, "1.6-j", side=SIDES[side], markers=[s.board.markers[m].id for m in come])


def held(s: DebrecenState, hq: int) -> list[int]:
    """1.6-f: the markers in the available box of an HQ."""
    box, stock = s.box, s.stock
    return [m for m in s.board.markers_of[s.board.roster.side_of[hq]] if box[m] == hq and stock[m] == READY]


def receivers(s: DebrecenState, side: int) -> Bits:
    """1.6-c, 10.3-g: HQs on the map or due to arrive, that are not out of supply."""
    hqs = s.board.roster.hqs & s.board.roster.of_side[side] & ~s.starved
    return of(u for u in members(hqs) if s.where[u] >= 0 or _arrives(s, u))


def _arrives(s: DebrecenState, hq: int) -> bool:
    return s.where[hq] == WAITING and s.due[hq] <= s.turn


def joined(s: DebrecenState, hq: int) -> Bits:
    """1.6-l, AMB-36: the HQs that a path of hexes without enemy zones joins to an HQ; friends do not open one."""
    if s.where[hq] < 0:
        return 0
    key = ("joined", s.where[hq])
    found: Bits | None = s._lines.get(key)
    if found is None:
        side = s.unit(hq).side
        land = flood(s.board.grid, 1 << s.where[hq], s.board.area & ~s.zoc(1 - side))
        found = of(u for u in members(s.on_map(side) & s.board.roster.hqs) if land >> s.where[u] & 1)
        s._lines[key] = found
        for u in members(found):  # it is the same for all of them
            s._lines["joined", s.where[u]] = found
    return found


class Boxes(NamedTuple):
    """What the HQs of a side hold, and what may become of it."""

    choices: Mapping[int, Bits]
    """Markers with the HQs that may take them; in the middle of an exchange those that make room again."""
    crowded: int
    """An HQ that holds more than its support level, in the middle of an exchange; -1 if there is none."""


class Allot(Frame, frozen=True):
    """1.6-b, 2.1-b: a side allots its markers; each is moved once at most in a support phase."""

    side: int
    allotted: tuple[str, ...] = ()

    def movable(self, s: DebrecenState, m: int) -> bool:
        """Whether a marker is its side's to allot and was not allotted yet."""
        marker = s.board.markers[m]
        return marker.side == self.side and s.stock[m] in (POOL, READY, USED) and marker.id not in self.allotted

    def open_to(self, s: DebrecenState, m: int, hqs: Bits) -> Bits:
        """Those of some HQs with room that may take a marker: joined to the one that gives it (1.6-k, 1.6-l)."""
        if s.stock[m] == POOL:
            return hqs
        giver = s.box[m]
        if s.stock[m] == READY:
            hqs &= ~(1 << giver)
        return hqs & (joined(s, giver) | 1 << giver)

    def roomy(self, s: DebrecenState) -> Bits:
        """1.6-d: HQs that hold fewer markers than their support level."""
        found = receivers(s, self.side)
        return of(u for u in members(found) if len(held(s, u)) < s.unit(u).support)

    def boxes(self, s: DebrecenState) -> Boxes:
        """How the allotment stands."""
        key = ("allot", self, s.turn)
        found: Boxes | None = s._lines.get(key)
        if found is None:
            found = s._lines[key] = self._boxes(s)
        return found

    def _boxes(self, s: DebrecenState) -> Boxes:
        own = [m for m in s.board.markers_of[self.side] if self.movable(s, m)]
        takers = receivers(s, self.side)
        boxes: dict[int, list[int]] = {u: [] for u in members(takers)}
        for m in s.board.markers_of[self.side]:
            if s.stock[m] == READY and s.box[m] in boxes:
                boxes[s.box[m]].append(m)
        spare = {u: s.unit(u).support - len(box) for u, box in boxes.items()}
        crowded = next((u for u, room in spare.items() if room < 0), -1)
        roomy = of(u for u, room in spare.items() if room > 0)
        full = of(u for u, room in spare.items() if not room and any(m in own for m in boxes[u]))
        """1.6-k, AMB-36: an unspent marker may go to a full HQ in exchange for one of its own."""
        found = {}
        for m in own if crowded < 0 else boxes[crowded]:
            if m in own:
                hqs = self.open_to(s, m, roomy)
                hq = s.box[m]
                if crowded < 0 and s.stock[m] == READY and takers >> hq & 1:
                    hqs |= full & joined(s, hq) & ~(1 << hq)
                if hqs:
                    found[m] = hqs
        return Boxes(found, crowded)

    def run(self, s: DebrecenState) -> bool:
        receive(s, self.side)
        if self.boxes(s).choices:
            return True
        s.stack.pop()
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        text = Message("Allot support markers to your headquarters, or end the support phase.")
        return Decision(side, "allotment", text, ("2.1-b", "1.6-c", "1.6-d"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        names, markers = s.board.roster.names, s.board.markers
        boxes = self.boxes(s)
        groups = [Group("allot", names, hqs, (markers[m].id,)) for m, hqs in boxes.choices.items()]
        return Actions(groups if boxes.crowded >= 0 else [*groups, Group("auto"), Group("done")])

    def on_allot(self, s: DebrecenState, marker: str, hq: str) -> None:
        s.stack[-1] = Allot(self.side, (*self.allotted, marker))
        self._give(s, s.board.marker_names.index[marker], s.board.roster.names.index[hq])

    def _give(self, s: DebrecenState, m: int, hq: int) -> None:
        rules = ("1.6-f", "1.6-d") if s.stock[m] == POOL else ("1.6-k", "1.6-l")
        s.stock[m], s.box[m] = READY, hq
        s.tell("allotted", *rules, side=SIDES[self.side], unit=s.unit(hq).id, marker=s.board.markers[m].id)

    def on_auto(self, s: DebrecenState) -> None:
        """Markers that lie idle go where most units of their nationality stand near the enemy, those that fewest HQs
        can use first; then the phase ends."""
        idle = [m for m in self.boxes(s).choices if s.stock[m] != READY]
        for m in sorted(idle, key=lambda m: len(self._able(s, m))):
            if able := self._able(s, m):
                self._give(s, m, max(able, key=lambda u: (_need(s, u), -u)))
        self.on_done(s)

    def _able(self, s: DebrecenState, m: int) -> list[int]:
        """HQs that may take a marker and can use it (1.5-g to 1.5-i)."""
        nationality = s.board.markers[m].nationality
        return [u for u in members(self.open_to(s, m, self.roomy(s))) if nationality in s.unit(u).uses]

    def on_done(self, s: DebrecenState) -> None:
        s.stack.pop()

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb in ("auto", "done"):
            full = s.unit(self.boxes(s).crowded)
            return Refusal(
                "1.6-d", "{unit} holds more markers than its support level: {level}.", unit=full.id, level=full.support
            )
        if action.verb != "allot" or len(action.args) != 2:
            return None
        marker, hq = action.args
        m = s.board.marker_names.index.get(marker, -1)
        u = s.board.roster.names.index.get(hq, -1)
        if m < 0:
            return Refusal("1.6-a", "There is no support marker “{name}”.", name=marker)
        if s.board.markers[m].side != self.side:
            return Refusal("1.6-a", "{marker} belongs to the other side.", marker=marker)
        if u < 0 or not s.board.roster.hqs >> u & 1 or s.unit(u).side != self.side:
            return Refusal("1.6-c", "Markers go to your own headquarters.")
        return self._no_marker(s, m) or self._no_receiver(s, m, u)

    def _no_marker(self, s: DebrecenState, m: int) -> Refusal | None:
        marker, crowded = s.board.markers[m].id, self.boxes(s).crowded
        if marker in self.allotted:
            return Refusal("2.1-b", "{marker} was allotted in this phase already.", marker=marker)
        if crowded >= 0 and s.box[m] != crowded:
            return Refusal("1.6-d", "First make room in the box of {unit}.", unit=s.unit(crowded).id)
        if not self.movable(s, m):
            return Refusal("1.6-j", "{marker} is not in your hands this turn.", marker=marker)
        return None

    def _no_receiver(self, s: DebrecenState, m: int, u: int) -> Refusal | None:
        marker, hq = s.board.markers[m].id, s.unit(u).id
        if s.starved >> u & 1:
            return Refusal("10.3-g", "{unit} is out of supply and receives no markers.", unit=hq)
        if not receivers(s, self.side) >> u & 1:
            return Refusal("1.6-c", "{unit} is neither on the map nor due to arrive this turn.", unit=hq)
        if s.stock[m] == READY and s.box[m] == u:
            return Refusal("1.6-f", "{unit} holds {marker} already.", unit=hq, marker=marker)
        if not self.roomy(s) >> u & 1:
            return Refusal(
                "1.6-d", "{unit} holds as many markers as its support level: {level}.", unit=hq, level=s.unit(u).support
            )
        return Refusal(
            "1.6-l", "No path free of enemy zones leads from {giver} to {unit}.", giver=s.unit(s.box[m]).id, unit=hq
        )


def _need(s: DebrecenState, hq: int) -> float:
    """How many units an HQ could support soon, those near the enemy counted three times, for each marker it has."""
    found: int | None = s._lines.get(("need", hq))
    if found is None:
        found = s._lines["need", hq] = _load(s, hq)
    return found / (1 + len(held(s, hq)))


def _load(s: DebrecenState, hq: int) -> int:
    formation = s.board.roster.formation_of[hq]
    units = s.formation_units(formation) | s.independents & s.board.roster.of_side[s.unit(hq).side]
    near = s.board.grid.spread(s.within_reach(1 - s.unit(hq).side))
    mine = s.units_at(command_area(s, hq) & s.occupied[s.unit(hq).side]) & units
    front = of(u for u in members(mine) if near >> s.where[u] & 1)
    return mine.bit_count() + 2 * front.bit_count()
