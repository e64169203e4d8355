"""Points and lines of the plane, and least-cost paths over them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from heapq import heappop, heappush
from math import sqrt
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
    ax, ay = line[0]
    best = (x - ax) ** 2 + (y - ay) ** 2
    for bx, by in line[1:]:
        ux, uy, vx, vy = bx - ax, by - ay, x - ax, y - ay
        along = vx * ux + vy * uy
        length = ux * ux + uy * uy
        if along > 0:
            if along < length:
                share = along / length
                vx -= share * ux
                vy -= share * uy
            else:
                vx, vy = x - bx, y - by
            away = vx * vx + vy * vy
            best = away if away < best else best  # min() here would take half the time of a build
        ax, ay = bx, by
    return sqrt(best)


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
