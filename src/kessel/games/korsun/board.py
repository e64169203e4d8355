"""2.1 The map and 2.2 the play aids, as a scenario uses them: everything that never changes during a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from kessel.engine import Names
from kessel.games.korsun.roster import GERMAN, SOVIET, Roster
from kessel.hexes import Bits, Country, Hex, Sides, members
from kessel.mechanics.maps import read_area, read_grid, read_hexes, read_rivers

LEG, MOBILE = "leg", "mobile"
FORCES = ("soviet", "relief", "encircled")
"""12.0-f to 12.0-h: who draws supply from where."""


class Board:
    """The playing area of a scenario with its terrain, ways, rivers, sources and tables."""

    def __init__(
        self, map_data: Mapping[str, Any], tables: Mapping[str, Any], scenario: Mapping[str, Any], roster: Roster
    ) -> None:
        self.map_data = map_data
        self.tables = tables
        self.scenario = scenario
        self.roster = roster
        self.adhoc: Mapping[str, Any] = {}
        self.overrides: Mapping[str, Any] = {}
        """What a position changed of units and map."""
        self.grid = grid = read_grid(map_data["grid"])
        self.names = Names(grid.names)
        self.area = area = read_area(grid, scenario["area"])
        self.around = tuple(bits & area for bits in grid.around)
        self.scale: int = tables["terrain"]["scale"]
        self.place_names = {grid.hex(p["hex"]): p["name"] for p in reversed(map_data["places"]) if p["name"]}

        self.terrain = self._terrain()
        self.kind_at = {h: kind for kind, bits in self.terrain.items() for h in members(bits)}
        self.costs = {mobility: self._cost_classes(mobility) for mobility in (LEG, MOBILE)}

        rows = tables["terrain"]["hexsides"]
        rivers = read_rivers(grid, map_data)
        self.rivers = {kind: rivers.get(row["map"], Sides(grid)) for kind, row in rows.items() if "map" in row}
        self.ways = {
            kind: self._ways(map_data[row["map"]], rivers.values()) for kind, row in tables["terrain"]["ways"].items()
        }
        bridged = Sides.between(grid, [(grid.hex(a), grid.hex(b)) for a, b in self._bridges()])
        for way in self.ways.values():
            bridged = bridged | way  # AMB-04
        self.unbridged = {kind: sides - bridged for kind, sides in self.rivers.items()}
        self.any_river = _joined(self.rivers.values(), Sides(grid))
        self.barrier = _joined(self.unbridged.values(), Sides(grid))  # 12.1-a
        inside = (pair for pair in self.barrier.pairs() if area >> pair[0] & 1 and area >> pair[1] & 1)
        self.spans = tuple((a, b) if grid.names[a] < grid.names[b] else (b, a) for a, b in inside)
        """13.0-a: the river hexsides that an engineer may bridge."""
        self.span_names = Names([f"{grid.names[a]}/{grid.names[b]}" for a, b in self.spans])
        self._country: dict[tuple[str, frozenset[int]], Country] = {}

        supply = scenario["supply"]
        self.sources = {force: self._hexes(supply.get(force, ())) for force in FORCES}
        victory = scenario["victory"]
        self.link = self._hexes([victory["edge"]]) if victory["measure"] == "link" else 0  # 20.0-v6
        self.goals = grid.set(victory.get("hexes", ())) & area
        self.airfield = grid.hex(scenario["airfield"]) if scenario.get("airfield") else -1
        edges = {name: grid.set(edge["hexes"]) for name, edge in map_data["edges"].items()}
        self.home = (edges["north"] | edges["east"] | edges["south"], edges["west"])  # AMB-26
        self.vp = dict.fromkeys(members(self.goals), 1)
        self.first_turn: int = scenario["turns"][0]["turn"]
        self.last_turn: int = scenario["turns"][-1]["turn"]
        self.order: tuple[int, ...] = (SOVIET, GERMAN)  # 20.0-e

    # -- terrain -------------------------------------------------------------------------------------------------

    def _terrain(self) -> dict[str, Bits]:
        """Hexes by kind of terrain; a place counts before what grows around it."""
        grid, rows = self.grid, self.tables["terrain"]["hexes"]
        by_place = {place: kind for kind, row in rows.items() for place in row.get("places", ())}
        by_map = {row["map"]: kind for kind, row in rows.items() if "map" in row}
        found = dict.fromkeys(rows, 0)
        taken = 0
        for place in self.map_data["places"]:
            bit = 1 << grid.hex(place["hex"])
            if place["kind"] in by_place and not taken & bit:
                found[by_place[place["kind"]]] |= bit & self.area
                taken |= bit
        for name, kind in self.map_data["terrain"].items():
            bit = 1 << grid.hex(name)
            if kind in by_map and not taken & bit:
                found[by_map[kind]] |= bit & self.area
                taken |= bit
        found["clear"] = self.area & ~taken
        return found

    def _cost_classes(self, mobility: str) -> Sequence[tuple[int, Bits]]:
        classes: dict[int, Bits] = {}
        for kind, bits in self.terrain.items():
            cost = self.tables["terrain"]["hexes"][kind][mobility]
            classes[cost] = classes.get(cost, 0) | bits
        return tuple(sorted((cost, bits) for cost, bits in classes.items() if bits))

    def _bridges(self) -> Iterable[tuple[str, str]]:
        return ((b["between"][0], b["between"][1]) for b in self.map_data["bridges"])

    def _ways(self, lines: Iterable[Mapping[str, Any]], rivers: Iterable[Sides]) -> Sides:
        """Hexsides that roads or railways cross; where a position puts a river without a bridge they end."""
        grid = self.grid
        bridges = {frozenset(b) for b in self._bridges()}
        wet = _joined(rivers, Sides(grid))
        pairs = []
        for line in lines:
            for a, b in zip(line["hexes"], line["hexes"][1:], strict=False):
                if not wet.has(grid.hex(a), grid.hex(b)) or frozenset((a, b)) in bridges:
                    pairs.append((grid.hex(a), grid.hex(b)))
        return Sides.between(grid, pairs)

    def country(self, mobility: str, bridges: frozenset[int] = frozenset()) -> Country:
        """Roads, railways and rivers for a mobility class, with some hexsides bridged by engineers (13.0-a)."""
        key = (mobility, bridges)
        found = self._country.get(key)
        if found is None:
            if bridges:
                spans = Sides.between(self.grid, [self.spans[i] for i in bridges])
                found = self.country(mobility).without_tolls(spans)
            else:
                rows = self.tables["terrain"]
                ways = [(rows["ways"][kind][mobility], sides) for kind, sides in self.ways.items()]
                tolls = [(rows["hexsides"][kind][mobility], sides) for kind, sides in self.unbridged.items()]
                found = Country(self.grid, ways, tolls)
            if len(self._country) < 500:
                self._country[key] = found
        return found

    def _hexes(self, spec: Sequence[str]) -> Bits:
        return read_hexes(self.grid, self.map_data["edges"], spec) & self.area

    # -- 13.0 engineers ------------------------------------------------------------------------------------------

    @cached_property
    def span_ends(self) -> Bits:
        """Every hex next to an unbridged river."""
        return sum({1 << h for pair in self.spans for h in pair})

    @cached_property
    def spans_of(self) -> Mapping[Hex, Bits]:
        """The spans at each hex, as a set over ``spans``."""
        found: dict[Hex, Bits] = {}
        for i, pair in enumerate(self.spans):
            for h in pair:
                found[h] = found.get(h, 0) | 1 << i
        return found

    def spans_within(self, h: Hex, distance: int) -> Bits:
        """13.0-b: the spans with one of their two hexes within so many hexes."""
        key = (h, distance)
        found = self._spans_within.get(key)
        if found is None:
            found = 0
            for x in members(self.grid.disc(h, distance) & self.span_ends):
                found |= self.spans_of[x]
            self._spans_within[key] = found
        return found

    @cached_property
    def _spans_within(self) -> dict[tuple[Hex, int], Bits]:
        return {}

    # -- 20.0 set-up ---------------------------------------------------------------------------------------------

    @cached_property
    def taking_part(self) -> Bits:
        """The units of the scenario."""
        units = self.scenario["units"]
        if units == "all":
            return (1 << len(self.roster)) - 1
        return self.roster.names.bits([*units["soviet"], *units["german"]])

    @cached_property
    def set_up_area(self) -> Mapping[int, Bits]:
        """20.0-h, 20.0-q: where each unit may be placed."""
        areas = self.map_data["areas"]
        return {
            u: self.grid.set(areas[f"setup/{unit.area}"]) & self.area
            for u, unit in enumerate(self.roster.units)
            if unit.area and self.taking_part >> u & 1
        }

    def chits(self, org: int) -> tuple[int, ...]:
        """15.1-d, 15.1-e: the chits of an organisation in this scenario."""
        given = self.scenario["chits"]
        organisation = self.roster.organisations[org]
        return organisation.chits if given == "all" else tuple(sorted(given.get(organisation.id, ())))

    def force_of(self, u: int) -> str:
        """Whose supply sources a unit uses (12.0-f to 12.0-h)."""
        if self.roster.of_side[SOVIET] >> u & 1:
            return "soviet"
        return "encircled" if self.roster.encircled >> u & 1 else "relief"


def _joined(sides: Iterable[Sides], found: Sides) -> Sides:
    for one in sides:
        found = found | one
    return found


__all__ = ["FORCES", "LEG", "MOBILE", "Board"]
