"""Lines of supply: the hexes that have one, the shortest of them, and where one is cut."""

from __future__ import annotations

from collections import deque

from kessel.hexes import Bits, Grid, Hex, Sides, flood, members


def connected(grid: Grid, sources: Bits, passable: Bits, barrier: Sides | None = None) -> Bits:
    """Every hex a line can be drawn from: hexes joined to an open source, and those next to them, where the line
    begins without regard to what bars the hex itself. Sources that are closed serve no line."""
    net = flood(grid, sources, passable, barrier)
    ends = grid.spread(net) if barrier is None else barrier.others.across(net)
    return (net | ends) & grid.valid


def trace(grid: Grid, start: Hex, sources: Bits, passable: Bits, barrier: Sides | None = None) -> list[Hex]:
    """A shortest line from a hex to a source through passable hexes; empty if there is none."""
    before: dict[Hex, Hex] = {start: -1}
    queue = deque([start])
    dry = barrier.others if barrier else None
    while queue:
        at = queue.popleft()
        if sources >> at & 1 and (at == start or passable >> at & 1):
            way = []
            while at >= 0:
                way.append(at)
                at = before[at]
            return way[::-1]
        near = grid.around[at] if dry is None else dry.of(at)
        for n in members(near & passable):
            if n not in before:
                before[n] = at
                queue.append(n)
    return []


def cuts(
    grid: Grid, start: Hex, passable: Bits, area: Bits, enemy: Bits, barrier: Sides | None = None
) -> list[tuple[Hex, Bits]]:
    """The hexes around the cut-off ground that no line may pass, with the enemy hexes that bar each."""
    near = grid.around[start] if barrier is None else barrier.others.of(start)
    ground = flood(grid, near, passable, barrier) | 1 << start
    rim = grid.spread(ground) & area & ~passable & ~(1 << start)
    return [(x, (1 << x | grid.around[x]) & area & enemy) for x in members(rim)]
