"""7.8.2 Advance after combat: into the vacated hex and along the path of retreat."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kessel.engine import Action, Actions, Decision, Frame, Group, Message, Refusal
from kessel.games.debrecen.alarm import contact
from kessel.games.debrecen.bridgeheads import pinned
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Bits, Hex, members, of

Path = tuple[Hex, ...]


def advancers(s: DebrecenState, units: Bits) -> Bits:
    """15.5-d: attackers that may leave their hex: a mother unit is bound to its bridgehead, and that to its bank."""
    return units & s.present & ~pinned(s)


def routes(
    s: DebrecenState, u: int, target: Hex, trails: tuple[Path, ...], opened: Bits, reach: int
) -> dict[Hex, Path]:
    """7.8.2-b to 7.8.2-f: the hexes that a unit can advance to, each with its way there: the vacated hex, then along a
    trail; off it if the unit is armoured, or where the trail ends with the death of those who made it. Enemy zones end
    the advance but in the vacated hex, rivers in any."""
    board, side = s.board, s.unit(u).side
    walls, enemies, stops = board.wall_of(1 << u), s.occupied[1 - side], s.barriers(side)
    start = s.where[u]
    if walls.has(start, target) or enemies >> target & 1:
        return {}
    found: dict[Hex, Path] = {target: (target,)}
    wave: list[tuple[Path, bool]] = []
    if not board.rivers.has(start, target):
        wave.append(((target,), bool(board.roster.armoured >> u & 1)))
    for _ in range(1, reach):
        ahead: dict[tuple[Hex, bool], Path] = {}
        for path, off in wave:
            here = path[-1]
            for n, free in _onward(s, path, off, trails, opened):
                if n == start or walls.has(here, n) or enemies >> n & 1 or (free and n in found):
                    continue
                found.setdefault(n, (*path, n))
                if not stops >> n & 1 and not board.rivers.has(here, n):
                    ahead.setdefault((n, free), (*path, n))
        wave = [(path, free) for (_, free), path in ahead.items()]
    return found


def _onward(
    s: DebrecenState, path: Path, off: bool, trails: tuple[Path, ...], opened: Bits
) -> Iterator[tuple[Hex, bool]]:
    """The next hexes of an advance, and whether it is off the trails there."""
    around = s.board.around[path[-1]]
    if off:
        yield from ((n, True) for n in members(around))
        return
    for i, trail in enumerate(trails):
        if trail[: len(path)] != path:
            continue
        if len(trail) > len(path):
            yield trail[len(path)], False
        elif opened >> i & 1:
            yield from ((n, True) for n in members(around))


class Advance(Frame, frozen=True):
    """7.8.2: attackers enter the vacated hex, one after the other, as far as they may and like."""

    side: int
    target: Hex
    units: Bits
    trails: tuple[tuple[Hex, ...], ...]
    open: Bits
    reach: int
    must: bool
    """7.8.2-i: one of them has to."""

    def routes(self, s: DebrecenState, u: int) -> dict[Hex, Path]:
        """Where a unit may end its advance: not in a full hex (5-a, AMB-50)."""
        found = routes(s, u, self.target, self.trails, self.open, self.reach)
        room = s.board.stacking - s.steps[u]
        return {h: path for h, path in found.items() if s.strength(h) <= room}

    def ends(self, s: DebrecenState) -> dict[int, Bits]:
        """The hexes where each attacker may end its advance."""
        found = {u: of(self.routes(s, u)) for u in members(advancers(s, self.units))}
        return {u: ends for u, ends in found.items() if ends}

    def run(self, s: DebrecenState) -> bool:
        if self.ends(s):
            return True
        s.stack.pop()
        return False

    def sides(self, s: DebrecenState) -> tuple[str, ...]:
        return (SIDES[self.side],)

    def decision(self, s: DebrecenState, side: str) -> Decision:
        args = {"hex": s.name(self.target), "count": self.reach}
        if self.must:
            text = Message("{hex} is empty: one attacker at least must advance (hexes: {count}).", args)
            return Decision(side, "advance", text, ("7.8.2-b", "7.8.2-i"))
        text = Message("{hex} is empty: advance with any attackers (hexes: {count}), or stay.", args)
        return Decision(side, "advance", text, ("7.8.2-b", "7.8.2-d"))

    def actions(self, s: DebrecenState, side: str) -> Actions:
        names = s.board.roster.names
        groups = [Group("advance", s.board.names, ends, (names[u],)) for u, ends in self.ends(s).items()]
        if not self.must:
            groups.append(Group("stay"))
        return Actions(groups)

    def on_advance(self, s: DebrecenState, unit: str, target: str) -> None:
        u = s.board.roster.names.index[unit]
        path = self.routes(s, u)[s.board.grid.index[target]]
        names = s.board.grid.names
        way = [names[h] for h in (s.where[u], *path)]
        s.stack[-1] = replace(self, units=self.units & ~(1 << u), must=False)
        s.tell("advance", "7.8.2-b", side=SIDES[self.side], units=[unit], path=way, hex=target)
        s.enter(u, path)
        s.touch(1 << u, path)
        s.duty &= ~(1 << u)  # 4.3-c
        s.sweep()
        contact(s, 1 << u, *path)

    def on_stay(self, s: DebrecenState) -> None:
        s.stack.pop()

    def refusal(self, s: DebrecenState, side: str, action: Action) -> Refusal | None:
        if action.verb == "stay":
            return Refusal("7.8.2-i", "After a prepared attack one attacker at least must advance.")
        if action.verb != "advance" or len(action.args) != 2:
            return Refusal("7.8.2-b", "The advance is carried out first.")
        u = s.board.roster.names.index.get(action.args[0], -1)
        h = s.board.grid.index.get(action.args[1], -1)
        if u < 0 or not self.units >> u & 1 & s.present >> u:
            return Refusal("7.8.2-b", "Only units that took part in the attack advance, each once.")
        unit = s.unit(u).id
        if not advancers(s, 1 << u):
            return Refusal("15.5-d", "{unit} is bound to its bridgehead.", unit=unit)
        if h < 0 or not s.board.area >> h & 1:
            return Refusal("7.8.2-b", "There is no hex {name} in the playing area.", name=action.args[1])
        if h in routes(s, u, self.target, self.trails, self.open, self.reach):
            return Refusal("5-a", "There is no room in {hex}.", hex=action.args[1])
        return Refusal("7.8.2-b", "The advance of {unit} does not go to {hex}.", unit=unit, hex=action.args[1])
