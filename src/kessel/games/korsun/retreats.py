"""7.7 Retreats, 7.7.2 displacement, 7.8 tenacious resistance."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.korsun.advance import Advance
from kessel.games.korsun.roster import SIDES
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, members, of

Path = tuple[Hex, ...]


class Ways(NamedTuple):
    """How a unit can retreat: whole paths (without its own hex), and what they mean."""

    paths: tuple[Path, ...]
    kind: str
    """``vacant``, ``through`` friends, ``displace`` a friend, ``partial``, or ``none``."""
    crowded: bool
    """Only friends stand in the way of the full distance (7.7.2-g)."""


def barred(s: KorsunState, side: int) -> Bits:
    """7.7-d, 7.7-g: enemy units and their zones, whoever else is there."""
    return s.occupied[1 - side] | s.zoc(1 - side)


def all_paths(s: KorsunState, start: Hex, count: int, causes: Path, side: int) -> list[Path]:
    """7.7-b, 7.7-d, 7.7-e, AMB-11: every legal path of up to so many hexes, friends not regarded: each step goes one
    hex farther from the start and never nearer to the nearest of those who caused it."""
    grid, shut, foes = s.board.grid, barred(s, side), of(causes)
    found: list[Path] = []

    def go(path: Path) -> None:
        here = path[-1] if path else start
        if path:
            found.append(path)
        if len(path) == count:
            return
        for n in members(s.board.around[here] & ~shut):
            if grid.distance(start, n) != len(path) + 1:
                continue
            if foes and grid.distance_to(n, foes) < grid.distance_to(here, foes):
                continue
            go((*path, n))

    go(())
    return found


def away_paths(s: KorsunState, start: Hex, count: int, side: int, fighting: Bits) -> list[Path]:
    """17.0-j, AMB-26: the full retreats from a bombardment that end farther from all enemies; none if friends who
    cannot be displaced hold the last hex of each."""
    enemies, distance_to = s.occupied[1 - side], s.board.grid.distance_to
    before = distance_to(start, enemies)
    full = [p for p in all_paths(s, start, count, (), side) if len(p) == count]
    away = [p for p in full if distance_to(p[-1], enemies) > before]
    return away if any(has_room(s, p[-1], fighting) for p in away) else []


def bombed_paths(s: KorsunState, start: Hex, count: int, side: int, fighting: Bits) -> list[Path]:
    """17.0-j, 17.0-k, AMB-26: away from all enemies, ending farther from them; else toward the nearest friendly map
    edge, as far from enemies as can be."""
    away = away_paths(s, start, count, side, fighting)
    if away:
        return away
    enemies, home, distance_to = s.occupied[1 - side], s.board.home[side], s.board.grid.distance_to

    def homeward(path: Path) -> bool:
        line = (start, *path)
        return all(distance_to(b, home) < distance_to(a, home) for a, b in zip(line, line[1:], strict=False))

    def safety(path: Path) -> int:
        return min(distance_to(h, enemies) for h in path)

    found = [p for p in all_paths(s, start, count, (), side) if homeward(p)]
    full = [p for p in found if len(p) == count and has_room(s, p[-1], fighting)]
    full = [p for p in full if p[-1] not in s.at] or full
    best = max((safety(p) for p in full), default=0)
    return [p for p in full if safety(p) == best] or found


def has_room(s: KorsunState, h: Hex, fighting: Bits) -> bool:
    """Whether a retreat from a bombardment may end in a hex: it is vacant, or its unit can be displaced (7.7.2-a)."""
    return h not in s.at or displaceable(s, s.at_hex(h), (), fighting, True)


def unhindered(paths: list[Path], own: Bits) -> list[Path]:
    """7.7-c: those paths that cross no friend on the way to their last hex."""
    return [p for p in paths if not any(own >> h & 1 for h in p[:-1])]


class Retreat(Frame, frozen=True):
    """A unit that must retreat: its owner leads it away step by step, or declares tenacious resistance."""

    unit: int
    count: int
    causes: tuple[Hex, ...]
    """7.7-b: where the units stood that caused the result."""
    fighting: Bits
    """All units of the combat: none of them may be displaced (7.7.2-a)."""
    bombarded: bool = False
    path: tuple[Hex, ...] = ()

    def _side(self, s: KorsunState) -> int:
        return s.unit(self.unit).side

    def _paths(self, s: KorsunState, start: Hex, side: int) -> list[Path]:
        if self.bombarded:
            return bombed_paths(s, start, self.count, side, self.fighting)
        return all_paths(s, start, self.count, self.causes, side)

    def ways(self, s: KorsunState) -> Ways:
        """The paths that are left, the best kind that exists (7.7-c, 7.7-i, 7.7.2-h); kept until a piece moves."""
        key = ("ways", self.unit, self.count, self.causes, self.fighting, self.bombarded)
        found: Ways | None = s._lines.get(key)
        if found is None:
            found = s._lines[key] = self._ways(s)
        return found

    def _ways(self, s: KorsunState) -> Ways:
        start, side, count = s.where[self.unit], self._side(s), self.count
        paths = self._paths(s, start, side)
        own = s.occupied[side]
        full = [p for p in paths if len(p) == count]
        ending = [p for p in full if not own >> p[-1] & 1]
        if ending:
            vacant = unhindered(ending, own)
            return Ways(tuple(vacant or ending), "vacant" if vacant else "through", False)
        moved = [p for p in full if displaceable(s, s.at_hex(p[-1]), self.causes, self.fighting, self.bombarded)]
        if moved:
            return Ways(tuple(unhindered(moved, own) or moved), "displace", True)
        short = [p for p in paths if not own >> p[-1] & 1]
        if short:
            longest = max(len(p) for p in short)
            short = [p for p in short if len(p) == longest]
            return Ways(tuple(unhindered(short, own) or short), "partial", bool(full))
        return Ways((), "none", bool(full))

    def steps(self, s: KorsunState) -> Bits:
        """The hexes that the next step may go to."""
        n = len(self.path)
        found = 0
        for p in self.ways(s).paths:
            if p[:n] == self.path and len(p) > n:
                found |= 1 << p[n]
        return found

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[self._side(s)],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        units = [s.unit(self.unit).id]
        ways = self.ways(s)
        rules: tuple[str, ...] = ("7.7-a", "7.7-b", "7.8-a")
        left = self.count - len(self.path)
        if ways.kind == "none":
            text, rules = "{units} cannot retreat: resist, or be eliminated.", ("7.7-k", "7.8-a")
        elif ways.kind == "partial":
            text, rules = "{units} cannot retreat all the way: retreat with a loss, or resist.", ("7.7-i", "7.8-a")
        elif ways.kind == "displace":
            text, rules = "Retreat of {units}: only by displacing a friend; or resist.", ("7.7.2-a", "7.7.2-g")
        else:
            text = "Retreat of {units}: choose the next hex (hexes left: {left}), or resist."
        if self.path:
            text = "Retreat of {units}: choose the next hex (hexes left: {left})."
        return Decision(side, "retreat", Message(text, {"units": units, "left": left}), rules)

    def actions(self, s: KorsunState, side: str) -> Actions:
        groups = [Group("retreat", s.board.names, self.steps(s))]
        if not self.path:
            groups.append(Group("resist"))
            if not groups[0].bits:
                groups.append(Group("perish"))
        return Actions(groups)

    def on_retreat(self, s: KorsunState, target: str) -> None:
        path = (*self.path, s.board.grid.index[target])
        s.stack[-1] = replace(self, path=path)
        ways = self.ways(s)
        if path not in ways.paths:
            return
        s.stack[-1] = Falling(self.unit, path, ways.kind == "partial")
        if ways.kind == "displace":
            s.stack.append(Displace(s.at_hex(path[-1]), self.causes, self.fighting | 1 << self.unit, self.bombarded))

    def on_resist(self, s: KorsunState) -> None:
        """7.8-a to 7.8-c: the unit stays and pays with a step, were it the last; nobody advances."""
        s.stack.pop()
        rule = "7.7.2-g" if self.ways(s).crowded else "7.8-a"
        unit = s.unit(self.unit)
        s.tell("resistance", rule, "7.8-c", side=SIDES[unit.side], units=[unit.id])
        s.lose_step(self.unit, "7.8-a" if s.steps[self.unit] > 1 else "7.8-b")

    def on_perish(self, s: KorsunState) -> None:
        """7.7-k: no way out; the combat hex is open to the enemy."""
        s.stack.pop()
        _open_path(s, (s.where[self.unit],))
        s.eliminate(self.unit, "7.7-k")

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb == "resist":
            return Refusal("7.8-a", "Resistance is declared before the retreat begins.")
        if action.verb in ("done", "end", "pass"):
            return Refusal("7.7-a", "The unit must retreat or resist.")
        if action.verb != "retreat" or len(action.args) != 1:
            return None
        return self._no_way(s, action.args[0])

    def _no_way(self, s: KorsunState, name: str) -> Refusal:
        board, side = s.board, self._side(s)
        h = board.grid.index.get(name)
        start = s.where[self.unit]
        here = self.path[-1] if self.path else start
        if h is None or not board.area >> h & 1:
            return Refusal("7.7-e", "There is no hex {name} in the playing area.", name=name)
        if not board.around[here] >> h & 1:
            return Refusal("7.7-a", "A retreat goes from hex to hex.")
        if barred(s, side) >> h & 1:
            return Refusal("7.7-d", "No retreat into enemy units or their zones of control.")
        if board.grid.distance(start, h) != len(self.path) + 1:
            return Refusal("7.7-b", "Each step of a retreat leads farther from the combat hex.")
        foes, distance_to = of(self.causes), board.grid.distance_to
        if foes and distance_to(h, foes) < distance_to(here, foes):
            return Refusal("7.7-b", "A retreat leads away from the enemy units that caused it.")
        if self.bombarded and s.occupied[side] >> h & 1 == 0:
            if away_paths(s, start, self.count, side, self.fighting):
                return Refusal("17.0-j", "A unit retreats from a bombardment away from all enemies.")
            return Refusal("17.0-k", "With no way farther from the enemy a unit retreats toward its own map edge.")
        if s.occupied[side] >> h & 1:
            return self._no_room(s)
        return Refusal("7.7-h", "That way the unit cannot go the full distance.")

    def _no_room(self, s: KorsunState) -> Refusal:
        """Why a retreat may not go over a friend, or end where he is."""
        if len(self.path) + 1 < self.count:
            return Refusal("7.7-c", "A retreat through friends only if no vacant path exists.")
        if self.ways(s).kind in ("vacant", "through"):
            return Refusal("7.7.2-h", "No displacement while a vacant hex is open.")
        return Refusal("7.7.2-b", "The unit there cannot make room.")


def _open_path(s: KorsunState, path: Path) -> None:
    """7.9-b: hand the path of retreat to the advance that waits for it, if there is one."""
    if isinstance(s.stack[-1], Advance):
        s.stack[-1] = replace(s.stack[-1], path=path)


class Falling(Frame, frozen=True):
    """The end of a retreat, once whoever is in the last hex has made room."""

    unit: int
    path: tuple[Hex, ...]
    partial: bool = False

    def run(self, s: KorsunState) -> bool:
        s.stack.pop()
        names = s.board.grid.names
        line = [s.where[self.unit], *self.path]
        unit = s.unit(self.unit)
        if self.partial and s.steps[self.unit] == 1:  # 7.7-i, 7.7-j
            _open_path(s, tuple(line))
            s.eliminate(self.unit, "7.7-i", "7.7-j")
            return False
        _open_path(s, tuple(line[:-1]))
        s.tell(
            "retreat",
            "7.7-a",
            side=SIDES[unit.side],
            units=[unit.id],
            path=[names[h] for h in line],
            hex=names[line[-1]],
        )
        s.enter(self.unit, line)
        if self.partial:
            s.lose_step(self.unit, "7.7-i")
        return False


# -- 7.7.2 displacement ----------------------------------------------------------------------------------------------


def displacements(s: KorsunState, u: int, causes: Path, fighting: Bits, bombed: bool) -> tuple[Bits, Bits]:
    """AMB-40: the vacant hexes a unit may be displaced to, and those where another friend would have to go in turn."""
    side, h = s.unit(u).side, s.where[u]
    if fighting >> u & 1:
        return 0, 0
    foes, distance_to = s.occupied[1 - side] if bombed else of(causes), s.board.grid.distance_to
    vacant = crowded = 0
    for n in members(s.board.around[h] & ~barred(s, side)):
        if foes and distance_to(n, foes) < distance_to(h, foes):
            continue
        if not s.occupied[side] >> n & 1:
            vacant |= 1 << n
        else:
            crowded |= 1 << n
    return vacant, crowded


def displaceable(s: KorsunState, u: int, causes: Path, fighting: Bits, bombed: bool) -> bool:
    """7.7.2-b, 7.7.2-d: whether a unit can make room, displacing others in turn, each one once."""
    chain, ahead = fighting, [u]
    while ahead:
        unit = ahead.pop()
        vacant, crowded = displacements(s, unit, causes, chain, bombed)
        if vacant:
            return True
        chain |= 1 << unit
        ahead += [s.at_hex(n) for n in members(crowded)]
    return False


class Displace(Frame, frozen=True):
    """7.7.2: a friend makes room for a retreating unit, one hex away; he counts as having retreated."""

    unit: int
    causes: tuple[Hex, ...]
    fighting: Bits
    bombarded: bool = False
    target: Hex = -1

    def choices(self, s: KorsunState) -> Bits:
        """A vacant hex if there is one (7.7.2-h), else one whose unit can go in turn."""
        vacant, crowded = displacements(s, self.unit, self.causes, self.fighting, self.bombarded)
        if vacant:
            return vacant
        chain = self.fighting | 1 << self.unit
        return sum(1 << n for n in members(crowded) if displaceable(s, s.at_hex(n), self.causes, chain, self.bombarded))

    def run(self, s: KorsunState) -> bool:
        if self.target < 0:
            return True
        if self.target in s.at:
            chain = self.fighting | 1 << self.unit
            s.stack.append(Displace(s.at_hex(self.target), self.causes, chain, self.bombarded))
            return False
        s.stack.pop()
        names = s.board.grid.names
        line = [s.where[self.unit], self.target]
        unit = s.unit(self.unit)
        s.tell(
            "displaced",
            "7.7.2-a",
            "7.7.2-e",
            side=SIDES[unit.side],
            units=[unit.id],
            path=[names[h] for h in line],
            hex=names[self.target],
        )
        s.enter(self.unit, line)
        s.displaced |= 1 << self.unit  # 7.7.2-f
        return False

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[s.unit(self.unit).side],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        text = Message("{units} makes room: choose its hex.", {"units": [s.unit(self.unit).id]})
        return Decision(side, "displace", text, ("7.7.2-a", "7.7.2-b", "7.7.2-d"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        return Actions([Group("displace", s.board.names, self.choices(s))])

    def on_displace(self, s: KorsunState, target: str) -> None:
        s.stack[-1] = replace(self, target=s.board.grid.index[target])

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb != "displace" or len(action.args) != 1:
            return Refusal("7.7.2-c", "The displaced unit moves first.")
        h = s.board.grid.index.get(action.args[0])
        own = s.unit(self.unit).side
        if h is None or not s.board.around[s.where[self.unit]] >> h & 1:
            return Refusal("7.7.2-a", "A displaced unit moves one hex.")
        if barred(s, own) >> h & 1:
            return Refusal("7.7.2-b", "No displacement into enemy units or their zones of control.")
        if s.occupied[own] >> h & 1:
            return Refusal("7.7.2-b", "Units may not be stacked: {hex} is taken.", hex=action.args[0])
        return Refusal("AMB-40", "A displaced unit may not go nearer to the enemy.")
