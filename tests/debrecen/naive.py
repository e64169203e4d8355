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
                if self.pins(h):
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
        able = all(not s.unit(u).red and not s.shackled >> u & 1 for u in combat)
        found = set()
        for h, cost in self.reach(moving.credit + left * each).items():
            if not self.pins(h) or not self.compelled(h):
                found.add(h)
            elif combat:
                if able and cost <= moving.credit + (left - 1) * each:
                    found.add(h)
            elif self.fighters(h):
                found.add(h)
        return found
