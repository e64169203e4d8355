"""Where a stack can go, found the slow and obvious way: one hex after the other, each rule by itself."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from kessel.games.debrecen.movement import Moving
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import Hex, members


class Walker:
    """A stack on the move."""

    def __init__(self, s: DebrecenState, moving: Moving) -> None:
        self.s, self.moving, self.board = s, moving, s.board
        self.units = list(members(moving.units & s.present))
        self.side = s.unit(self.units[0]).side
        self.start = s.where[self.units[0]]
        kinds = [s.board.roster.types[s.unit(u).type] for u in self.units]
        self.tanks = any(kind.get("tank") for kind in kinds)
        self.mechanised = kinds[0]["mobility"] == "mechanised"
        self.held = bool(self.pins(self.start)) and not moving.started

    def near(self, h: Hex) -> Iterator[Hex]:
        return (n for n in self.board.grid.neighbours[h] if n >= 0 and self.board.area >> n & 1)

    def fighters(self, h: Hex) -> list[int]:
        """The combat units in a hex."""
        return [u for u in members(self.s.at.get(h, 0)) if self.s.unit(u).type != "hq"]

    def enemy(self, h: Hex) -> bool:
        return any(self.s.unit(u).side != self.side for u in members(self.s.at.get(h, 0)))

    def pins(self, h: Hex) -> set[Hex]:
        """4.1, 4.2-f, 7.9-b: enemies whose zone covers a hex."""
        gap = [h, *self.near(h)]
        if any(self.s.breakthrough >> n & 1 for n in gap):
            return set()
        found = set()
        for n in self.near(h):
            units = self.fighters(n)
            strong = len(units) > 1 or any(self.s.steps[u] > 1 for u in units)
            if self.enemy(n) and strong and not self.board.major.has(n, h):
                found.add(n)
        return found

    def compelled(self, h: Hex) -> bool:
        """4.3-a, 4.3-b: whether one of the stack would have to attack from a hex."""
        if self.board.free >> h & 1:
            return False
        units = [u for u in self.units if self.s.unit(u).type != "hq"] or self.units
        return any(
            not self.board.rivers.has(n, h) and self.board.may_cross(u, h, n) for n in self.pins(h) for u in units
        )

    def exposed(self, h: Hex) -> bool:
        """1.5-k, AMB-14: HQs by themselves would fall there."""
        if any(self.s.unit(u).type != "hq" for u in self.units):
            return False
        near = [(u, n) for n in self.near(h) if self.enemy(n) for u in self.fighters(n) if not self.s.unit(u).red]
        return not self.fighters(h) and any(self.board.may_cross(u, n, h) for u, n in near)

    def crowded(self, h: Hex) -> bool:
        """6.2-b, 6.2-c: another mechanised unit is there, or comes along."""
        if not self.mechanised:
            return False
        types = self.board.roster.types
        others = [u for u in members(self.s.at.get(h, 0)) if u not in self.units and not self.enemy(h)]
        return len(self.units) > 1 or any(types[self.s.unit(u).type]["mobility"] == "mechanised" for u in others)

    def cost(self, a: Hex, b: Hex) -> int | None:
        """6.2: a step from hex to hex, in half points."""
        board, rows = self.board, self.board.tables["terrain"]
        column = "mechanised" if self.mechanised else "infantry"
        road = board.roads.has(a, b)
        if self.enemy(b):
            return None
        if road and not self.crowded(b):
            return int(rows["road"][column])
        ground = int(rows["hexes"][board.kind_at[b]][column])
        if road or board.bridges.has(a, b):
            return ground
        if board.major.has(a, b):
            return None
        if self.tanks and "rough" in (board.kind_at[a], board.kind_at[b]):
            return None
        return ground + (int(rows["hexsides"]["minor_river"][column]) if board.minor.has(a, b) else 0)

    def reach(self, points: int) -> dict[Hex, int]:
        """4.2: the hexes that the stack can enter, each with what the cheapest way costs."""
        best: dict[Hex, int] = {}
        queue = [(0, self.start)]
        while queue:
            spent, h = heapq.heappop(queue)
            if h != self.start:
                if h in best:
                    continue
                best[h] = spent
                if self.pins(h) or self.exposed(h):
                    continue
            for n in self.near(h):
                price = self.cost(h, n)
                if price is None or n == self.start:
                    continue
                if h == self.start and self.held:
                    if self.pins(n) & self.pins(h):
                        continue
                    price += 4 if self.pins(n) else 2
                if spent + price <= points:
                    heapq.heappush(queue, (spent + price, n))
        return best

    def goals(self) -> set[Hex]:
        """4.2-c, AMB-89: where it may end."""
        s, moving = self.s, self.moving
        each = 2 * {"foot": 4, "horse": 6, "mechanised": 6}[s.board.roster.mobility[self.units[0]]]
        left = min(s.points[u] for u in self.units)
        combat = [u for u in self.units if s.unit(u).type != "hq"]
        spare = min([left, *(s.points[u] - 1 for u in combat)])
        able = all(not s.unit(u).red and not s.shackled >> u & 1 for u in combat)
        found = set()
        for h, cost in self.reach(moving.credit + left * each).items():
            if not self.pins(h) or not self.compelled(h):
                found.add(h)
            elif combat:
                if able and cost <= moving.credit + spare * each:
                    found.add(h)
            elif self.fighters(h):
                found.add(h)
        return found


class Lines:
    """Lines of supply and command of a side, traced from each unit by itself."""

    def __init__(self, s: DebrecenState, side: int) -> None:
        self.s, self.board, self.side = s, s.board, side
        self.roads = self._roads()

    def held(self, h: Hex, side: int) -> bool:
        return any(self.s.unit(u).side == side for u in members(self.s.at.get(h, 0)))

    def zone(self, h: Hex) -> bool:
        """4.1: whether an enemy zone covers a hex that no enemy is in."""
        for n in self.board.grid.neighbours[h]:
            units = [u for u in members(self.s.at.get(n, 0)) if self.s.unit(u).type != "hq"] if n >= 0 else []
            strong = len(units) > 1 or any(self.s.steps[u] > 1 for u in units)
            if strong and self.held(n, 1 - self.side) and not self.board.major.has(n, h):
                return True
        return False

    def open(self, h: Hex) -> bool:
        """10.1-a, 10.1-b."""
        if not self.board.area >> h & 1 or self.held(h, 1 - self.side):
            return False
        return self.held(h, self.side) or not self.zone(h)

    def _roads(self) -> set[Hex]:
        """10.2: hexes of roads that lead to the edge."""
        own = self.board.sources[self.side] | self.board.disputed_sources[self.side] & self.s.control[self.side]
        found = {h for h in members(own) if self.open(h)}
        queue = list(found)
        while queue:
            h = queue.pop()
            for n in self.board.grid.neighbours[h]:
                if n >= 0 and n not in found and self.board.roads.has(h, n) and self.open(n):
                    found.add(n)
                    queue.append(n)
        return found

    def within(self, h: Hex, distance: int, supply: bool) -> set[Hex]:
        """The hexes at the ends of lines of at most so many hexes: of supply, or of command (8.1-c)."""
        found = wave = {h}
        for _ in range(distance):
            ahead = {n for a in wave for n in self.board.grid.neighbours[a] if n >= 0 and self._goes(a, n, supply)}
            wave = ahead - found
            found = found | ahead
        return found

    def _goes(self, a: Hex, b: Hex, supply: bool) -> bool:
        if not supply:
            return bool(self.board.area >> b & 1) and not self.held(b, 1 - self.side)
        return self.open(b) and (not self.board.major.has(a, b) or self.board.bridges.has(a, b))

    def hqs(self) -> list[int]:
        return [u for u in members(self.s.present) if self.s.unit(u).type == "hq" and self.s.unit(u).side == self.side]

    def supplied(self, u: int) -> bool:
        """10.2-a, 10.2-b, 15.1.1-a."""
        s, h = self.s, self.s.where[u]
        if s.unit(u).type == "hq":
            return s.turn == s.board.short_turn or bool(self.within(h, 3, True) & self.roads)
        if self.within(h, 1, True) & self.roads:
            return True
        return any(s.where[hq] in self.within(h, s.unit(hq).range, True) for hq in self.hqs() if self.supplied(hq))

    def commanded(self, u: int) -> bool:
        """8.1, AMB-23."""
        s = self.s
        own = [hq for hq in self.hqs() if s.is_independent(u) or s.unit(hq).formation == s.unit(u).formation]
        return any(s.where[hq] in self.within(s.where[u], s.unit(hq).range, False) for hq in own)
