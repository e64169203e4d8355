"""2.1 The map and 14.0 the tables, as a scenario uses them: everything that never changes during a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from kessel.engine import Names, PositionError
from kessel.games.breakout.roster import GERMAN, SOVIET, Roster
from kessel.hexes import Bits, Grid, Hex, HexError, Sides, flood

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
        self.area = area = self._area(scenario["area"])

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

        pairs = {"major-river": [], "minor-river": []}  # type: dict[str, list[tuple[Hex, Hex]]]
        for river in map_data["rivers"]:
            pairs[river["kind"]] += [(grid.hex(a), grid.hex(b)) for a, b in river["hexsides"]]
        self.major = Sides.between(grid, pairs["major-river"])
        self.rivers = self.major | Sides.between(grid, pairs["minor-river"])
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

    def _area(self, area: Any) -> Bits:
        grid = self.grid
        if area == "all":
            return grid.valid
        (c1, c2), (r1, r2) = area["columns"], area["rows"]
        return grid.set(name for name in grid.names if name and c1 <= int(name[:2]) <= c2 and r1 <= int(name[2:]) <= r2)

    def _hexes(self, spec: Sequence[str]) -> Bits:
        """Hexes named by an edge of the map, by number, or by a straight range such as 1101-1801."""
        grid = self.grid
        bits = 0
        for item in spec:
            if item in self.map_data["edges"]:
                bits |= grid.set(self.map_data["edges"][item]["hexes"])
            elif "-" in item:
                a, b = item.split("-")
                bits |= grid.set(
                    name
                    for name in grid.names
                    if name and int(a[:2]) <= int(name[:2]) <= int(b[:2]) and int(a[2:]) <= int(name[2:]) <= int(b[2:])
                )
            else:
                bits |= grid.set([item])
        return bits & self.area

    def traced(self, side: int, enemy: Bits, enemy_zoc: Bits) -> Bits:
        """The hexes with a line to a source of the side (8.2, 9.2): the line's end may lie in an enemy zone,
        nothing else of it may (8.4-a, 9.2-b); a unit on a source is always connected (8.4-b, 9.2-d)."""
        grid = self.grid
        sources = self.sources[side]
        net = flood(grid, sources, self.area & ~(enemy | enemy_zoc))
        return (net | grid.spread(net) | sources) & self.area & ~enemy

    def crosses_major(self, a: Hex, b: Hex) -> bool:
        """Whether the hexside belongs to the Dnestr, the Bug or the Prut (14.2-a)."""
        return self.major.has(a, b)


def read_grid(data: Mapping[str, Any]) -> Grid:
    """The grid of a built map."""
    return Grid(
        data["columns"],
        data["rows"],
        data["orientation"],
        data["shift"],
        data["numbering"],
        data["first_column"],
        data["first_row"],
        {int(line): (first, last) for line, (first, last) in data.get("extent", {}).items()},
    )


def with_overrides(map_data: Mapping[str, Any], position: Mapping[str, Any]) -> Mapping[str, Any]:
    """The map with the terrain, rivers and places that a position changes."""
    terrain = dict(map_data["terrain"])
    places = list(map_data["places"])
    rivers = [dict(r) for r in map_data["rivers"]]
    grid = read_grid(map_data["grid"])
    kinds = {"clear": "clear", "forest": "woods", "rough": "rough", "swamp": "marsh"}
    built = {"town": "town", "fortified": "fortress"}
    changed, banks = position.get("terrain", {}), position.get("rivers", {})
    for field, value in (("terrain", changed), ("rivers", banks)):
        if not isinstance(value, Mapping):
            raise PositionError(f"{field}: must be an object")
    for kind in banks:
        if kind not in ("none", "minor", "major"):
            raise PositionError(f"rivers.{kind}: is not one of none, minor, major")
    for name, kind in changed.items():
        _on_map(grid, name, "terrain")
        if kind not in (*kinds, *built):
            raise PositionError(f"terrain.{name}: {kind!r} is not one of {', '.join((*kinds, *built))}")
        places = [p for p in places if p["hex"] != name]
        terrain[name] = kinds.get(kind, "clear")
        if kind in built:
            places.append({"hex": name, "name": name, "kind": built[kind]})
    for kind in ("none", "minor", "major"):
        pairs = banks.get(kind, [])
        if not isinstance(pairs, list) or not all(isinstance(p, (list, tuple)) and len(p) == 2 for p in pairs):
            raise PositionError(f"rivers.{kind}: must list pairs of hex numbers")
        for pair in pairs:
            _on_map(grid, pair[0], "rivers")
            _on_map(grid, pair[1], "rivers")
            try:
                grid.direction(grid.hex(pair[0]), grid.hex(pair[1]))
            except HexError as error:
                raise PositionError(f"rivers.{kind}: {error}") from None
            for river in rivers:
                river["hexsides"] = [s for s in river["hexsides"] if set(s) != set(pair)]
            if kind != "none":
                rivers.append({"name": kind, "kind": f"{kind}-river", "hexsides": [list(pair)]})
    return {**map_data, "terrain": terrain, "places": places, "rivers": rivers}


def _on_map(grid: Grid, name: str, field: str) -> None:
    if not isinstance(name, str) or name not in grid.index:
        raise PositionError(f"{field}: there is no hex {name!r} on this map")


__all__ = ["FOOT", "GERMAN", "MECHANIZED", "SOVIET", "WEATHERS", "Board", "Tables", "read_grid", "with_overrides"]
