"""Geography onto hexes: terrain, places, river hexsides, roads from hex to hex, bridges, areas."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import hypot

from kessel.cartography.errors import MapError
from kessel.cartography.lattice import Corner, Lattice, chain, place_of, side_between
from kessel.cartography.plane import Point, cheapest, distance, inside
from kessel.cartography.registration import Registration
from kessel.cartography.settings import Area, Bridge, LonLat
from kessel.cartography.source import GEOGRAPHY, SETTINGS, Feature, Source
from kessel.hexes import Grid, Hex, HexError, Sides, flood

HexPair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class River:
    """A river on its hexsides, in the order of its course."""

    name: str
    kind: str
    hexsides: Sequence[HexPair]
    corners: Sequence[Corner]


@dataclass(frozen=True)
class Raster:
    """The rasteriser of one source."""

    source: Source
    registration: Registration
    lattice: Lattice = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lattice", Lattice(self.source.grid))

    @property
    def grid(self) -> Grid:
        """The grid of the source."""
        return self.source.grid

    def terrain(self) -> dict[str, str]:
        """The kind of the last polygon that holds a hex's centre; hexes in none are left out."""
        return {name: f.kind for f in self.source.of("terrain") for name in self.within(f)}

    def within(self, feature: Feature) -> list[str]:
        """The hexes whose centres a polygon holds."""
        rings = [self.registration.line(ring) for ring in feature.rings]
        left, right = min(x for x, _ in rings[0]), max(x for x, _ in rings[0])
        centres = ((name, *self.grid.centre(h)) for name, h in self.grid.index.items())
        return sorted(name for name, x, y in centres if left <= x <= right and inside(x, y, rings))

    def hex_of(self, feature: Feature) -> Hex | None:
        """The hex of a point: the one that the rulebook gives it, else the nearest, or None off the map."""
        name = feature.properties.get("hex")
        if name is not None:
            return self.grid.hex(name)
        x, y = self.registration.plane(feature.line[0])
        h = self.grid.nearest(x, y)
        if h is None:
            return None
        cx, cy = self.grid.centre(h)
        return h if hypot(x - cx, y - cy) <= self.source.settings.rasterising.place_reach else None

    # -- rivers --------------------------------------------------------------------------------------------------

    def rivers(self) -> list[River]:
        """Every river that touches the map, on its hexsides; a later kind ends where it meets a river already laid."""
        found: list[River] = []
        wet: list[Corner] = []
        kinds = self.source.settings.kinds.rivers
        for f in sorted(self.source.of("rivers"), key=lambda f: kinds.index(f.kind)):
            given = f.properties.get("hexsides")
            if given is None:
                corners = self.course(self.registration.line(f.line), () if f.kind == kinds[0] else wet)
            else:
                corners = self._given(f, given)
            hexsides = self._sides(corners)
            if hexsides:
                found.append(River(f.name, f.kind, hexsides, corners))
                wet.extend(c for c in corners if c not in wet)
        return found

    def _given(self, river: Feature, hexsides: Sequence[str]) -> list[Corner]:
        """The corners of a river whose hexsides the source gives, each as "0101/0102"."""
        hexes = self.grid.hex
        sides = []
        for written in hexsides:
            a, _, b = written.partition("/")
            try:
                sides.append(side_between(self.grid, hexes(a), hexes(b)))
            except HexError as error:
                raise MapError(f"{GEOGRAPHY}: river {river.name}: hexside {written!r}: {error}") from error
        try:
            return chain(sides)
        except ValueError as error:
            i = int(error.args[0])
            ends = f"{hexsides[i]} does not run on into {hexsides[i + 1]}"
            raise MapError(f"{GEOGRAPHY}: river {river.name}: hexside {ends}") from error

    def course(self, line: Sequence[Point], mouths: Sequence[Corner] = ()) -> list[Corner]:
        """The corners along the sides nearest to a line, up to the first of the mouths if it ends near one."""
        cost = self.source.settings.rasterising.hexside_cost
        grid, around = self.grid, self.lattice.around
        corners = list(around)
        start = self.lattice.nearest(line[0], corners)
        end = self.lattice.nearest(line[-1], corners)
        if mouths:
            mouth = self.lattice.nearest(line[-1], mouths)
            (mx, my), (x, y) = place_of(grid, mouth), line[-1]
            if hypot(mx - x, my - y) <= self.source.settings.rasterising.mouth_reach:
                end = mouth

        def onward(at: Corner) -> Iterable[tuple[Corner, float]]:
            ax, ay = place_of(grid, at)
            for near in around[at]:
                bx, by = place_of(grid, near)
                yield near, cost + distance((ax + bx) / 2, (ay + by) / 2, line) ** 2

        path = cheapest(start, [end], onward)
        if path is None:
            raise MapError(f"{GEOGRAPHY}: no way along the hexsides from {start} to {end}")
        ends = set(mouths)
        met = next((i for i, c in enumerate(path) if i and c in ends), len(path) - 1)
        return path[: met + 1]

    def _sides(self, corners: Sequence[Corner]) -> list[HexPair]:
        """The sides along a row of corners that lie between two hexes of the map."""
        sides = (frozenset(pair) for pair in pairwise(corners))
        return [self.lattice.hexes[side] for side in sides if side in self.lattice.hexes]

    # -- roads ---------------------------------------------------------------------------------------------------

    def road(self, feature: Feature) -> list[str]:
        """The hexes of a road or railway in order, each next to the one before; what leaves the map is dropped.

        A way whose ``hexes`` the source gives takes those.
        """
        if "hexes" in feature.properties:
            return list(feature.properties["hexes"])
        stops = [self._stop(at) for at in feature.line]
        way = [stops[0]]
        for a, b, line in zip(stops, stops[1:], _legs(feature.line), strict=False):
            way.extend(self._leg(a, b, self.registration.line(line))[1:])
        names = [self.lattice.names[h] for h in way]
        return [name for name in names if name]

    def _stop(self, at: LonLat) -> Hex:
        """The hex of the wide grid where a road passes: that of the place at this spot, else the nearest."""
        place = self._places.get(at)
        return self.lattice.wide_hex(self.registration.plane(at) if place is None else self.grid.centre(place))

    @cached_property
    def _places(self) -> dict[LonLat, Hex]:
        found = ((f.line[0], self.hex_of(f)) for f in self.source.of("population", "places"))
        return {at: h for at, h in found if h is not None}

    def _leg(self, start: Hex, end: Hex, line: Sequence[Point]) -> list[Hex]:
        cost = self.source.settings.rasterising.hex_cost
        lattice = self.lattice

        def onward(at: Hex) -> Iterable[tuple[Hex, float]]:
            for near in lattice.wide.neighbours[at]:
                if near >= 0:
                    yield near, cost + distance(*lattice.wide_centre(near), line) ** 2

        path = cheapest(start, [end], onward)
        if path is None:
            raise MapError(f"{GEOGRAPHY}: no way between two stops of a road")
        return path

    # -- crossings and areas -------------------------------------------------------------------------------------

    def bridge(self, bridge: Bridge, rivers: Sequence[River], crossed: Container[HexPair]) -> HexPair:
        """The hexside of a named crossing: the nearest of its river that a road crosses close by, else any."""
        river = next((r for r in rivers if r.name == bridge.river), None)
        if river is None:
            raise MapError(f"{SETTINGS}: bridge {bridge.name}: there is no river {bridge.river!r}")
        at = self.registration.plane((bridge.lon, bridge.lat))
        reach = self.source.settings.rasterising.bridge_reach
        roads = [pair for pair in river.hexsides if pair in crossed and self._middle_distance(pair, at) <= reach]
        return min(roads or river.hexsides, key=lambda pair: (self._middle_distance(pair, at), pair))

    def nearest_place(self, pair: HexPair) -> str:
        """The name of the place nearest to a hexside."""
        places = self.source.of("population", "places")
        return min((self._middle_distance(pair, self.registration.plane(f.line[0])), f.name) for f in places)[1]

    def _middle_distance(self, pair: HexPair, at: Point) -> float:
        (ax, ay), (bx, by) = (self.grid.centre(self.grid.hex(name)) for name in pair)
        return hypot((ax + bx) / 2 - at[0], (ay + by) / 2 - at[1])

    def boundary(self, name: str, area: Area, rivers: Sequence[River]) -> list[HexPair]:
        """The hexsides that close an area where no river does."""
        for wanted in area.rivers:
            if not any(r.name == wanted for r in rivers):
                raise MapError(f"{SETTINGS}: areas.{name}.rivers: there is no river {wanted!r}")
        if not area.line:
            return []
        banks = [c for r in rivers if r.name in area.rivers for c in r.corners]
        return self._sides(self.course(self.registration.line(area.line), banks))

    def area(self, area: Area, rivers: Sequence[River], closing: Sequence[HexPair]) -> list[str]:
        """The hexes that the seed reaches without crossing the area's rivers or its closing hexsides."""
        pairs = [*closing, *(pair for r in rivers if r.name in area.rivers for pair in r.hexsides)]
        hexes = self.grid.hex
        barrier = Sides.between(self.grid, ((hexes(a), hexes(b)) for a, b in pairs))
        return sorted(self.grid.listed(flood(self.grid, 1 << hexes(area.seed), self.grid.valid, barrier)))


def _legs(line: Sequence[LonLat]) -> Iterable[list[LonLat]]:
    return ([a, b] for a, b in pairwise(line))
