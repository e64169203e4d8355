"""Points and lines of the plane, and least-cost paths over them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from typing import TypeVar

Point = tuple[float, float]
Node = TypeVar("Node", bound=Hashable)


def inside(x: float, y: float, rings: Sequence[Sequence[Point]]) -> bool:
    """Whether a point lies within a polygon with holes (even-odd)."""
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd


def distance(x: float, y: float, line: Sequence[Point]) -> float:
    """The distance of a point from a line."""
    if len(line) == 1:
        return hypot(x - line[0][0], y - line[0][1])
    best = float("inf")
    for (ax, ay), (bx, by) in pairwise(line):
        ux, uy = bx - ax, by - ay
        length = ux * ux + uy * uy
        t = ((x - ax) * ux + (y - ay) * uy) / length if length else 0.0
        t = min(1.0, max(0.0, t))
        best = min(best, hypot(x - ax - t * ux, y - ay - t * uy))
    return best


def cheapest(
    start: Node, ends: Iterable[Node], around: Callable[[Node], Iterable[tuple[Node, float]]]
) -> list[Node] | None:
    """The cheapest path from start to the first of the ends reached; ties fall by the order of discovery."""
    goals = set(ends)
    before: dict[Node, Node | None] = {}
    queue: list[tuple[float, int, Node, Node | None]] = [(0.0, 0, start, None)]
    found = 0
    while queue:
        spent, _, at, came = heappop(queue)
        if at in before:
            continue
        before[at] = came
        if at in goals:
            path = [at]
            while (came := before[path[-1]]) is not None:
                path.append(came)
            return path[::-1]
        for near, cost in around(at):
            if near not in before:
                found += 1
                heappush(queue, (spent + cost, found, near, at))
    return None
