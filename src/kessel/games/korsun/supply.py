"""12.0 Supply: lines, engineers that open them (13.0-f), air supply, and what being out of supply does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kessel.engine import Group
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, Hex, flood, members

LINK = "link"
"""The sources that count for victory (20.0-v6)."""


Link = tuple[int, int]


class Ground(NamedTuple):
    """What engineers can do for the lines of the Germans: the stretches of open country between rivers, and for each
    engineer the pairs of them it can join, each with a hexside to bridge."""

    regions: tuple[Bits, ...]
    engineers: tuple[Mapping[Link, tuple[Hex, Hex]], ...]


class Joined(NamedTuple):
    """The nets of some forces, and the hexsides that engineers hold open for them."""

    nets: tuple[Bits, ...]
    bridges: tuple[tuple[Hex, Hex], ...] = ()


def passable(s: KorsunState, side: int) -> Bits:
    """12.0-c, 12.0-d: no enemy units; no enemy zones but where a friend stands."""
    enemy = 1 - side
    return s.board.area & ~s.occupied[enemy] & (~s.zoc(enemy) | s.occupied[side])


def sources(s: KorsunState, force: str) -> Bits:
    """The source hexes of a force; the airfield only while the Germans control it (AMB-20)."""
    if force == LINK:
        return s.board.link
    found = s.board.sources[force]
    if s.board.airfield >= 0 and s.airfield != GERMAN:
        found &= ~(1 << s.board.airfield)
    return found


def net(s: KorsunState, force: str) -> Bits:
    """12.0-a, 12.1-a: the hexes joined to a source of the force without the help of engineers."""
    found: Bits | None = s._lines.get(force)
    if found is None:
        side = SOVIET if force == "soviet" else GERMAN
        found = flood(s.board.grid, sources(s, force), passable(s, side), s.board.barrier)
        s._lines[force] = found
    return found


def ground(s: KorsunState) -> Ground:
    """Each engineer may open one hexside in its range whose two hexes hold no enemy (13.0-c, 13.0-f); only hexsides
    between open hexes matter."""
    found: Ground | None = s._lines.get("ground")
    if found is None:
        board, free = s.board, passable(s, GERMAN)
        regions: list[Bits] = []

        def region(h: Hex) -> int:
            for i, bits in enumerate(regions):
                if bits >> h & 1:
                    return i
            regions.append(flood(board.grid, 1 << h, free, board.barrier))
            return len(regions) - 1

        engineers = []
        for u in members(s.on_map(GERMAN) & board.roster.engineers):
            links: dict[Link, tuple[Hex, Hex]] = {}
            for i in members(board.spans_within(s.where[u], s.allowance(u))):
                a, b = board.spans[i]
                if free >> a & free >> b & 1 and region(a) != region(b):
                    links.setdefault((min(region(a), region(b)), max(region(a), region(b))), (a, b))
            if links:
                engineers.append(links)
        found = s._lines["ground"] = Ground(tuple(regions), tuple(engineers))
    return found


def best_net(s: KorsunState, force: str, wanted: Bits) -> Bits:
    """The net of a force that serves most of the wanted hexes when every engineer opens the hexside it serves best."""
    return best_nets(s, {force: wanted}).nets[0]


def best_nets(s: KorsunState, wanted: Mapping[str, Bits]) -> Joined:
    """The nets of some forces that serve most of their wanted hexes: one hexside an engineer, the same for all who are
    looked at in this moment (AMB-23)."""
    bases = tuple(net(s, force) for force in wanted)
    if not any(want & ~base for base, want in zip(bases, wanted.values(), strict=True)):
        return Joined(bases)
    if "soviet" in wanted:  # 13.0-h
        return Joined(bases)
    key = ("best", *wanted.items())
    found: Joined | None = s._lines.get(key)
    if found is None:
        found = s._lines[key] = _search(s, bases, tuple(wanted.values()))
    return found


def _search(s: KorsunState, bases: tuple[Bits, ...], wanted: tuple[Bits, ...]) -> Joined:
    """Try every use of the engineers that makes a difference, until all that can be served is served. Nets are sets
    of regions here."""
    regions, engineers = ground(s)
    gains = [[(bits & want).bit_count() for bits in regions] for want in wanted]

    def served(nets: tuple[Bits, ...]) -> int:
        return sum(gain[i] for found, gain in zip(nets, gains, strict=True) for i in members(found))

    start = tuple(sum(1 << i for i, bits in enumerate(regions) if bits & base) for base in bases)
    goal = served(_grown(start, {link for links in engineers for link in links}))  # more than this no choice can give
    best: tuple[tuple[Bits, ...], dict[int, Link]] = (start, {})
    queue, seen = [best], set()
    while queue and served(best[0]) < goal:
        nets, used = queue.pop()
        if served(nets) > served(best[0]):
            best = (nets, used)
        for e, links in enumerate(engineers):
            for link in links if e not in used else ():
                opened = {*used.values(), link}
                more = _grown(nets, opened)
                waiting = frozenset(pair for pair in opened if any(not found >> pair[0] & 1 for found in more))
                key = (more, waiting, frozenset((*used, e)))
                if more != nets and key not in seen:
                    seen.add(key)
                    queue.append((more, {**used, e: link}))
    nets, used = best
    reached = [base | sum(regions[i] & ~base for i in members(found)) for base, found in zip(bases, nets, strict=True)]
    return Joined(tuple(reached), tuple(engineers[e][link] for e, link in used.items()))


def _grown(nets: tuple[Bits, ...], links: Iterable[Link]) -> tuple[Bits, ...]:
    """Sets of regions with all that open links join to them."""
    found = []
    for regions in nets:
        before = -1
        while before != regions:
            before = regions
            for i, j in links:
                if (regions >> i ^ regions >> j) & 1:
                    regions |= 1 << i | 1 << j
        found.append(regions)
    return tuple(found)


def has_line(s: KorsunState, u: int) -> bool:
    """12.0-a: whether a unit has a line to a source of its force, engineers helping."""
    bit, force = 1 << s.where[u], s.board.force_of(u)
    return bool(net(s, force) & bit or best_net(s, force, bit) & bit)


def supplied(s: KorsunState, u: int) -> bool:
    """12.0-a, 12.2-e: a unit with a line, or with the air supply marker."""
    return u == s.airlift or has_line(s, u)


def supplied_together(s: KorsunState, units: Bits) -> Bits:
    """Those of a set of units that are in supply when all are looked at in the same moment (AMB-23)."""
    found = 0
    wanted: dict[int, dict[str, Bits]] = {SOVIET: {}, GERMAN: {}}
    by_air = 1 << s.airlift & units if s.airlift >= 0 else 0
    for u in members(units ^ by_air):
        forces = wanted[s.unit(u).side]
        force = s.board.force_of(u)
        forces[force] = forces.get(force, 0) | 1 << s.where[u]
    for forces in wanted.values():
        for hexes, joined in zip(forces.values(), best_nets(s, forces).nets, strict=True):
            found |= s.units_at(joined & hexes)
    return found & units | by_air


def attack(s: KorsunState, u: int, fed: Bits) -> int:
    """The attack strength of a unit now; ``fed`` are the units in supply."""
    return _halved(s.board.roster.attack[u][s.steps[u]], fed >> u & 1)


def defence(s: KorsunState, u: int, fed: Bits) -> int:
    """The defence strength of a unit now; ``fed`` are the units in supply."""
    return _halved(s.board.roster.defence[u][s.steps[u]], fed >> u & 1)


def _halved(value: int, is_fed: int) -> int:
    """12.3-a: out of supply a printed strength counts half, fractions rounded up."""
    return value if is_fed else (value + 1) // 2


# -- 12.2 air supply -------------------------------------------------------------------------------------------------


def can_airlift(s: KorsunState) -> bool:
    """12.2-b, 12.2-c: one marker a game turn, in clear weather, while there are markers and Luftwaffe chits."""
    luftwaffe = s.board.roster.air[GERMAN]
    weather = s.board.tables["weather"]["effects"][s.weather]["air_supply"]
    return bool(weather and s.airlifts and s.airlift < 0 and (s.ready[luftwaffe] or s.spent[luftwaffe]))


def airlift_group(s: KorsunState, side: int) -> list[Group]:
    """12.2-e: the German may place the marker on any of his units at any moment."""
    if side != GERMAN or not can_airlift(s):
        return []
    return [Group("airlift", s.board.roster.names, s.on_map(GERMAN))]


def airlift(s: KorsunState, unit: str) -> None:
    """12.2-d, 12.2-e: the unit is in supply for the rest of the game turn; a Luftwaffe chit is given up for it."""
    s.airlift = s.board.roster.names.index[unit]
    s.airlifts -= 1
    s._lines.clear()
    s.tell(
        "air supply", "12.2-e", "12.2-d", side=SIDES[GERMAN], units=[unit], hex=s.board.grid.names[s.where[s.airlift]]
    )
