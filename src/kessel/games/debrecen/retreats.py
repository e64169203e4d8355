"""7.8.1 Retreats: hex by hex, in groups, by the priorities; disorganisation (3.6-a, 16.1-a)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.board import Board
from kessel.games.debrecen.bridgeheads import withdraw
from kessel.games.debrecen.losses import StepLoss
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import WAITING, DebrecenState
from kessel.hexes import Bits, Hex, Sides, members, of

Path = tuple[Hex, ...]
DEAD_END, OFF_MAP, ON_MAP = 0, 1, 2
"""How far a way leads: nowhere, over a friendly edge, or all the hexes of the retreat."""


class Ground(NamedTuple):
    """What a retreating group meets."""

    board: Board
    target: Hex
    closed: Bits
    """Enemies, and the hex that was attacked."""
    walls: Sides
    zone: Bits
    """Enemy zones but where a friend stands (4.2-g)."""
    home: Bits


def ground(s: DebrecenState, side: int, units: Bits, target: Hex) -> Ground:
    """7.8.1-b, 7.8.1-c, 7.8.1-e: what is closed to some units and what costs them a step."""
    enemy = 1 - side
    return Ground(
        s.board,
        target,
        s.occupied[enemy] | 1 << target,
        s.board.wall_of(units),
        s.zoc(enemy) & ~s.occupied[side],
        s.board.home[side],
    )


def onward(g: Ground, path: Path) -> Bits:
    """The hexes that a path may go on to; none twice."""
    here = path[-1]
    near = g.board.around[here]
    return near ^ near & (g.closed | g.walls.of(here) | of(path))


def outlook(g: Ground, path: Path, left: int) -> tuple[int, int]:
    """How far a path leads, and how far from the attacked hex it can end, zones avoided where that can be
    (7.8.1-d, AMB-66)."""
    distance = g.board.grid.distance
    here = path[-1]
    if not left:
        return ON_MAP, distance(g.target, here)
    found = (OFF_MAP if g.home >> here & 1 else DEAD_END, 0)
    most = distance(g.target, here) + left
    free = (DEAD_END, 0)
    for n in sorted(members(onward(g, path)), key=lambda n: (g.zone >> n & 1, -distance(g.target, n))):
        ahead = outlook(g, (*path, n), left - 1)
        found = max(found, ahead)
        if not g.zone >> n & 1:
            free = max(free, ahead)
            if free == (ON_MAP, most):
                break
    return free if free[0] == ON_MAP else found


def ways(s: DebrecenState, side: int, units: Bits, target: Hex, path: Path, left: int) -> Bits:
    """7.8.1-d, AMB-66: the hexes that the next step may go to; none if the group leaves the map here or is lost. Kept
    until a piece moves."""
    key = ("retreat", side, units, target, path, left)
    found: Bits | None = s._lines.get(key)
    if found is None:
        found = s._lines[key] = _ways(s, side, units, target, path, left)
    return found


def _ways(s: DebrecenState, side: int, units: Bits, target: Hex, path: Path, left: int) -> Bits:
    g = ground(s, side, units, target)
    here = path[-1]
    ahead = {n: outlook(g, (*path, n), left - 1) for n in members(onward(g, path))}
    kind = max((k for k, _ in ahead.values()), default=DEAD_END)
    if kind == DEAD_END or (kind == OFF_MAP and g.home >> here & 1):
        return 0
    found = of(n for n, (k, _) in ahead.items() if k == kind)
    found = found & ~g.zone or found  # (1)
    farthest = max(ahead[n][1] for n in members(found))
    found = of(n for n in members(found) if ahead[n][1] == farthest)  # (2)
    found = _homeward(s, g, units, here, found) or found  # (3)
    distance_to, enemies = s.board.grid.distance_to, s.occupied[1 - side]
    safest = max(distance_to(n, enemies) for n in members(found))
    return of(n for n in members(found) if distance_to(n, enemies) == safest)  # (4)


def _homeward(s: DebrecenState, g: Ground, units: Bits, here: Hex, found: Bits) -> Bits:
    """7.8.1-d: of some hexes those nearer to a friendly edge or to the HQ of one of the units."""
    grid = s.board.grid
    hqs = of({s.where[hq] for u in members(units) if (hq := s.hq(u)) >= 0 and s.where[hq] >= 0})
    goals = [(goal, grid.distance_to(here, goal)) for goal in (g.home, *(1 << h for h in members(hqs)))]
    return of(n for n in members(found) if any(far and grid.disc(n, far - 1) & goal for goal, far in goals))


def may_retreat(s: DebrecenState, side: int, units: Bits, target: Hex, hexes: int) -> bool:
    """Whether one of some units at least has a way to retreat, be it over a friendly edge (7.8.1-k) or back across the
    river (15.5-h)."""
    for u in members(units):
        h = s.where[u]
        if s.board.roster.bridgeheads >> u & 1 or s.board.home[side] >> h & 1:
            return True
        if ways(s, side, 1 << u, target, (h,), hexes):
            return True
    return False


class Retreat(Frame, frozen=True):
    """A group that retreats together from a hex; its owner leads it hex by hex, or splits it before it goes."""

    side: int
    units: Bits
    left: int
    """Hexes still to go."""
    target: Hex
    """The hex that was attacked."""
    path: tuple[Hex, ...]
    """The hexes of the group so far, its own first."""

    def here(self) -> Hex:
        """Where the group stands."""
        return self.path[-1]

    def ways(self, s: DebrecenState) -> Bits:
        """The hexes that the next step may go to."""
        return ways(s, self.side, self.units, self.target, self.path, self.left)

    def parts(self, s: DebrecenState) -> Bits:
        """7.8.1-h: the units that may go another way, before the first step."""
        return self.units if len(self.path) == 1 and self.units & (self.units - 1) else 0

    # -- the frame -----------------------------------------------------------------------------------------------

    def run(self, s: DebrecenState) -> bool:
        units = self.units & s.present
        if units != self.units:
            s.stack[-1] = replace(self, units=units)
            return False
        if not units:
            self._end(s, dead=True)
            return False
        boats = units & s.board.roster.bridgeheads
        if boats and len(self.path) == 1:
            self._take_back(s, boats)
            return False
        if not self.left:
            if s.combat(units) and s.strength(self.here()) > s.board.stacking:
                self._crowd(s)
            else:
                self._arrive(s)
            return False
        if self.ways(s):
            return True
        if any(ways(s, self.side, 1 << u, self.target, self.path, self.left) for u in members(self.parts(s))):
            return True
        if s.board.home[self.side] >> self.here() & 1:
            self._leave_map(s)
        else:
            self._perish(s)
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        args = {"units": s.ids(self.units), "left": self.left}
        if not self.ways(s):
            text = Message("These units cannot retreat together: {units}. Split them up.", args)
            return Decision(side, "retreat", text, ("7.8.1-h", "7.8.1-j"))
        text = Message("Retreat of {units}: choose the next hex (hexes left: {left}).", args)
        return Decision(side, "retreat", text, ("7.8.1-d", "7.8.1-h", "AMB-66"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        groups = [Group("retreat", s.board.names, self.ways(s))]
        if parts := self.parts(s):
            groups.append(Group("detach", s.board.roster.names, parts))
        return Actions(groups)

    def on_detach(self, s: DebrecenState, unit: str) -> None:
        s.stack[-1] = replace(self, units=self.units & ~(1 << s.board.roster.names.index[unit]))

    def on_retreat(self, s: DebrecenState, target: str) -> None:
        """7.8.1-e: a step; into an enemy zone without a friend it costs the group a step of strength."""
        h = s.board.grid.index[target]
        costly = ground(s, self.side, self.units, self.target).zone >> h & 1
        for u in members(self.units):
            s.orphan(u)  # 15.5-e
            s.enter(u, [h])
        s.stack[-1] = replace(self, left=self.left - 1, path=(*self.path, h))
        if costly:
            s.stack.append(ZoneLoss(self.units))

    # -- how it ends ---------------------------------------------------------------------------------------------

    def _end(self, s: DebrecenState, dead: bool, whole: bool = False) -> None:
        """7.8.2-a: the hexes that the group leaves behind; all of its path if it is off the map."""
        s.stack.pop()
        s.stack[-1].gone(s, self.units, self.path if dead or whole else self.path[:-1], dead)

    def _arrive(self, s: DebrecenState) -> None:
        """7.8.1-i: who has retreated is disorganised; with the option of 16.1 after a test."""
        names = s.board.grid.names
        s.tell(
            "retreat",
            "7.8.1-a",
            side=SIDES[self.side],
            units=s.ids(self.units),
            path=[names[h] for h in self.path],
            hex=names[self.here()],
        )
        self._end(s, dead=False)
        if s.options.get("c3i_on_retreat"):
            s.stack.append(Nerve(self.side, self.units))
        else:
            disorganise(s, self.side, self.units, "7.8.1-i", "3.6-a")

    def _crowd(self, s: DebrecenState) -> None:
        """7.8.1-f, 7.8.1-g, AMB-65: too many in the hex: the newcomers are fatigued, or lose a step if they were, and
        go one hex farther."""
        s.stack[-1] = replace(self, left=1)
        fighters = s.combat(self.units)
        tired = fighters & s.fatigued
        s.fatigued |= fighters
        if fighters & ~tired:
            s.tell("fatigued", "7.8.1-f", side=SIDES[self.side], units=s.ids(fighters & ~tired))
        for u in members(tired):
            s.lose_step(u, "7.8.1-f")

    def _leave_map(self, s: DebrecenState) -> None:
        """7.8.1-k to 7.8.1-m, AMB-06: over a friendly edge, to come back next turn by the same hex."""
        h, units = self.here(), self.units
        s.tell("off the map", "7.8.1-k", side=SIDES[self.side], units=s.ids(units), hex=s.name(h))
        tired = s.fatigued & units  # 3.5.2-b
        for u in members(units):
            s.leave(u, WAITING)
            s.due[u], s.entry_of[u] = s.turn + 1, h
        s.fatigued |= tired
        self._end(s, dead=False, whole=True)

    def _perish(self, s: DebrecenState) -> None:
        """7.8.1-j: no way is left."""
        for u in members(s.combat(self.units)):
            s.eliminate(u, "7.8.1-j")
        for u in members(self.units & s.present):
            s.destroy(u, "7.8.1-j")
        self._end(s, dead=True)

    def _take_back(self, s: DebrecenState, boats: Bits) -> None:
        """15.5-h: a bridgehead that retreats is taken off, and its mother gets its steps back."""
        for u in members(boats):
            withdraw(s, u)
        if rest := self.units & ~boats:
            s.stack[-1] = replace(self, units=rest)
        else:
            self._end(s, dead=False, whole=True)

    # -- why not -------------------------------------------------------------------------------------------------

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "detach":
            if len(self.path) > 1:
                return Refusal("7.8.1-h", "A stack splits up before its first step.")
            return Refusal("7.8.1-h", "Only a unit of a retreating stack can go another way.")
        if action.verb != "retreat" or len(action.args) != 1:
            return Refusal("7.8.1-a", "The retreat is carried out first.")
        name = action.args[0]
        h = s.board.grid.index.get(name)
        if h is None or not s.board.area >> h & 1:
            return Refusal("7.8.1-j", "There is no hex {name} in the playing area.", name=name)
        here = self.here()
        if not s.board.around[here] >> h & 1:
            return Refusal("7.8.1-a", "A retreat goes from hex to hex.")
        if s.occupied[1 - self.side] >> h & 1:
            return Refusal("7.8.1-b", "No retreat into a hex with enemy units.")
        if s.board.wall_of(self.units).has(here, h):
            return Refusal("7.8.1-c", "The ground is impassable for these units.")
        return Refusal("7.8.1-d", "The priorities of retreat lead elsewhere.")


def disorganise(s: DebrecenState, side: int, units: Bits, *rules: str) -> None:
    """3.6-a: mark units as disorganised."""
    if units:
        s.disorganised |= units
        s.tell("disorganised", *rules, side=SIDES[side], units=s.ids(units))


class Nerve(Frame, frozen=True):
    """16.1-a: each unit that has retreated tests C3i, or becomes disorganised."""

    side: int
    units: Bits
    chance = True

    def dice(self, s: DebrecenState) -> Chance:
        text = Message("C3i after retreat: {units}.", {"units": s.ids(self.units)})
        return Chance("c3i", text, ("16.1-a", "9.4-b"), dice=self.units.bit_count())

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        units, quality = self.units, s.board.roster.quality
        s.tell("c3i", "16.1-a", "9.4-b", side=SIDES[self.side], units=s.ids(units), dice=dice)
        failed = of(u for u, die in zip(members(units), dice, strict=True) if die > quality[u])
        disorganise(s, self.side, failed, "16.1-a", "3.6-a")


class ZoneLoss(StepLoss, frozen=True):
    """4.3-e, 7.8.1-e, AMB-90: one unit of a group loses a step in an enemy zone."""

    name = "zone-loss"
    rules = ("4.3-e", "7.8.1-e")
    ruling = "AMB-90"
    text = Message("Retreat through an enemy zone of control: choose the unit that loses a step.")
