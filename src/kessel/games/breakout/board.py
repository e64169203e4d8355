"""2.1 The map and 14.0 the tables, as a scenario uses them: everything that never changes during a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from kessel.engine import Names
from kessel.games.breakout.roster import GERMAN, SOVIET, Roster
from kessel.hexes import Bits, Hex
from kessel.mechanics.lines import connected
from kessel.mechanics.maps import read_area, read_grid, read_hexes, read_rivers

WEATHERS = ("thaw", "ice", "storm")
MECHANIZED, FOOT = "mechanized", "non_mechanized"


class Tables(NamedTuple):
    """The charts of 14.0 as data."""

    terrain: Mapping[str, Any]
    weather: Mapping[str, Any]
    rivers: Mapping[str, Any]
    movement: Mapping[str, Any]
    combat: Mapping[str, Any]


class Board:
    """The playing area of a scenario with its places, sources, costs and tables."""

    def __init__(
        self, map_data: Mapping[str, Any], tables: Tables, scenario: Mapping[str, Any], roster: Roster
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

        terrain: dict[str, Bits] = dict.fromkeys(("forest", "rough", "swamp"), 0)
        kinds = {tables.terrain[k]["map"]: k for k in terrain}
        for name, kind in map_data["terrain"].items():
            if kind in kinds:
                terrain[kinds[kind]] |= 1 << grid.hex(name)
        towns = fortified = 0
        self.place_names: dict[Hex, str] = {}
        for place in map_data["places"]:
            bit = 1 << grid.hex(place["hex"])
            if place["kind"] == "town":
                towns |= bit
            elif place["kind"] == tables.terrain["fortified"]["map"]:
                fortified |= bit
            if bit & (towns | fortified) or grid.hex(place["hex"]) not in self.place_names:
                self.place_names[grid.hex(place["hex"])] = place["name"]
        built = towns | fortified
        self.towns, self.fortified, self.built = towns & area, fortified & area, built & area
        self.terrain = {k: v & area & ~built for k, v in terrain.items()}
        covered = built
        for bits in self.terrain.values():
            covered |= bits
        self.terrain["clear"] = area & ~covered
        self.terrain["town"] = self.towns
        self.terrain["fortified"] = self.fortified
        self.kind_at = self._kinds()

        rivers = read_rivers(grid, map_data)
        self.major = rivers["major-river"]
        self.rivers = self.major | rivers["minor-river"]
        self.costly = self.rivers - self.rivers.touching(built)  # 12.3-a, 12.3-b
        self.costly_from = tuple(self.costly.of(h) for h in range(grid.size))

        self.closed = grid.set(map_data["areas"]["closed"]) & area  # 12.5-a
        self.sources = (self._hexes(scenario["supply"]), self._hexes(scenario["communications"]))
        entry = scenario.get("entry", {"hexes": [], "place": ""})
        self.entry = self._hexes(entry["hexes"])
        self.entry_place = grid.hex(entry["place"]) if entry["place"] else -1
        exits = scenario.get("exit", {"hexes": [], "maximum": 0, "corps_only": False})
        self.exits = self._hexes(exits["hexes"])
        self.exit_maximum: int = exits["maximum"]
        self.exit_corps_only: bool = exits["corps_only"]
        self.west = sum(1 << h for h in range(grid.size) if area >> h & 1 and int(grid.names[h][:2]) < 23)
        self.vp = {
            h: tables.terrain["fortified" if self.fortified >> h & 1 else "town"]["vp"]
            for h in range(grid.size)
            if self.built >> h & 1
        }
        self.first_turn: int = scenario["turns"][0]["turn"]
        self.last_turn: int = scenario["turns"][-1]["turn"]

        # Cost classes of 14.0 for each mobility class, and where each side may stand at all.
        self.costs = {mobility: self._cost_classes(mobility) for mobility in (MECHANIZED, FOOT)}
        self.land = (area & ~self.closed, area)  # 12.5-a: the closed area is shut to Soviets
        self.around = tuple(bits & area for bits in grid.around)

    @cached_property
    def deployment(self) -> Mapping[int, tuple[Hex, int, bool]]:
        """Where each unit of the scenario starts: hex, steps, and whether exactly there (3.2)."""
        roster, scenario = self.roster, self.scenario
        if scenario.get("units") == "all":
            return {
                u: (self.grid.hex(unit.setup), roster.full[u], unit.exact or unit.side == SOVIET)
                for u, unit in enumerate(roster.units)
                if unit.setup
            }
        found = {}
        for key in ("soviet_units", "german_units"):
            for entry in scenario[key]:
                u = roster.names.index[entry["unit"]]
                exact = scenario.get("exact", False) or key == "soviet_units" or bool(roster.static >> u & 1)
                found[u] = (self.grid.hex(entry["hex"]), entry["steps"], exact)
        return found

    @cached_property
    def arrivals(self) -> Mapping[int, int]:
        """The turn in which each reinforcement arrives (10.1-c)."""
        if not self.scenario["reinforcements"]:
            return {}
        if self.scenario.get("units") == "all":
            return {u: unit.arrives for u, unit in enumerate(self.roster.units) if unit.arrives}
        index = self.roster.names.index
        return {index[name]: entry["turn"] for entry in self.scenario["arrivals"] for name in entry["units"]}

    def _kinds(self) -> Mapping[Hex, str]:
        return {h: kind for kind, bits in self.terrain.items() for h in range(self.grid.size) if bits >> h & 1}

    def _cost_classes(self, mobility: str) -> Sequence[tuple[int, Bits]]:
        classes: dict[int, Bits] = {}
        for kind, bits in self.terrain.items():
            cost = self.tables.terrain[kind][mobility]
            classes[cost] = classes.get(cost, 0) | bits
        return tuple(sorted(classes.items()))

    def _hexes(self, spec: Sequence[str]) -> Bits:
        return read_hexes(self.grid, self.map_data["edges"], spec) & self.area

    def traced(self, side: int, enemy: Bits, enemy_zoc: Bits) -> Bits:
        """The hexes with a line to a source of the side (8.2, 9.2): the line's end may lie in an enemy zone,
        nothing else of it may (8.4-a, 9.2-b); a unit on a source is always connected (8.4-b, 9.2-d)."""
        sources = self.sources[side]
        net = connected(self.grid, sources, self.area & ~(enemy | enemy_zoc))
        return (net | sources) & self.area & ~enemy

    def crosses_major(self, a: Hex, b: Hex) -> bool:
        """Whether the hexside belongs to the Dnestr, the Bug or the Prut (14.2-a)."""
        return self.major.has(a, b)


__all__ = ["FOOT", "GERMAN", "MECHANIZED", "SOVIET", "WEATHERS", "Board", "Tables"]
