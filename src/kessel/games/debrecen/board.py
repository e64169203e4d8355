"""The map, the charts and the scenario of a game of Debrecen 1944: everything that never changes during it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from kessel.engine import Names, PositionError
from kessel.games.debrecen.roster import ALLIED, INFANTRY, MECHANISED, SIDES, TANK, Roster, read_markers
from kessel.hexes import Bits, Country, Hex, Sides, members
from kessel.mechanics.maps import read_area, read_grid, read_hexes, read_rivers

NEVER = 10000
"""What a step costs that nobody can pay."""
COLUMNS = (INFANTRY, MECHANISED, TANK)


class Board:
    """The playing area of a scenario with its terrain, rivers, roads, sources, entries and charts."""

    def __init__(
        self, map_data: Mapping[str, Any], tables: Mapping[str, Any], scenario: Mapping[str, Any], roster: Roster
    ) -> None:
        self.map_data = map_data
        self.tables = tables
        self.scenario = scenario
        self.adhoc: Mapping[str, Any] = {}
        self.overrides: Mapping[str, Any] = {}
        """What a position changed of units and map."""
        self.grid = grid = read_grid(map_data["grid"])
        self.names = Names(grid.names)
        self.area = area = read_area(grid, scenario["area"])
        self.around = tuple(bits & area for bits in grid.around)
        self.place_names = {grid.hex(p["hex"]): p["name"] for p in reversed(map_data["places"]) if p["name"]}
        self.listed = scenario["units"]
        self.roster = roster if self.listed == "all" else self._regrouped(roster)

        rows = tables["terrain"]
        self.scale: int = rows["scale"]
        self.terrain = self._terrain()
        self.kind_at = {h: kind for kind, bits in self.terrain.items() for h in members(bits)}
        self.place_at = self._places()
        """The kind of place in a hex: village, town or city."""
        rivers = read_rivers(grid, map_data)
        sides = rows["hexsides"]
        self.minor = rivers.get(sides["minor_river"]["map"], Sides(grid))
        self.major = rivers.get(sides["major_river"]["map"], Sides(grid))
        self.rivers = self.minor | self.major
        self.bridges = Sides.between(grid, [(grid.hex(a), grid.hex(b)) for a, b in self._bridges()])
        self.roads = self._roads()
        self.road_hexes = sum(1 << h for h in {h for pair in self.roads.pairs() for h in pair}) & area
        self.wall = self.major - self.bridges
        """AMB-63: hexsides that nobody crosses."""
        rough = self._where(rows["hexes"], "tanks", "road")
        self.tank_wall = self.wall | (Sides.between(grid, grid_sides(self, rough)) - self.roads)
        """7.1-f, AMB-64: hexsides that tanks do not cross."""
        self.tank_shield = self.rivers | self.tank_wall
        """4.3-b, 7.1-f: hexsides over which no enemy compels tanks to attack; for others only rivers count."""
        self.allowance: Sequence[int] = tuple(points * self.scale for points in self.roster.movement)
        """6.1-b: the movement points of one move action, by unit, in the scale of the costs."""
        self.newcomer: int = self.roster.data["entries"]["extra"] * self.scale
        """14-b: what each unit that came in by a hex before adds to the entry there."""
        self.costs = {column: self._cost_classes(column) for column in (INFANTRY, MECHANISED)}
        self.costs[TANK] = self.costs[MECHANISED]
        self.country = {column: self._country(column) for column in COLUMNS}
        self.dearest = {column: self._dearest(column) for column in COLUMNS}
        """What a step costs at most."""
        self.least = min(self._least(column) for column in COLUMNS)
        """What a step costs at least."""
        places = rows["places"]
        self.free = self._where(rows["hexes"], "free", True) | sum(
            1 << h for h, kind in self.place_at.items() if places[kind]["free"]
        )
        """4.3-b: hexes whose units need not attack."""
        zones = rows["zones"]
        self.leave: int = zones["leave"]
        self.change: int = zones["change"]
        self.disengage: int = zones["disengage"]
        self.stacking: int = tables["combat"]["stacking"]

        edges = map_data["edges"]
        self.home = tuple(self._hexes(scenario["retreat"][side]) for side in SIDES)
        """7.8.1-k: the hexes of the edges that a side may leave by."""
        self.sources = tuple(self._hexes(scenario["supply"][side]) for side in SIDES)
        given = scenario.get("controlled_supply", {})
        self.disputed_sources = tuple(self._hexes(given.get(side, ())) for side in SIDES)
        """15.1.4-b: sources while a side controls them."""
        self.edges = edges
        self.markers = read_markers(tables["support"])
        self.markers_of = tuple(
            [m for m, marker in enumerate(self.markers) if marker.side == i] for i in range(len(SIDES))
        )
        """The markers of each side."""
        self.marker_names = Names([m.id for m in self.markers])
        self.kinds: Mapping[str, Mapping[str, Any]] = tables["support"]["kinds"]

        self.turn_facts: Mapping[int, Mapping[str, Any]] = {t["turn"]: t for t in scenario["turns"]}
        self.first_turn: int = scenario["turns"][0]["turn"]
        self.last_turn: int = scenario["turns"][-1]["turn"]
        self.short_turn: int = self.first_turn if scenario["first_turn"] else 0
        """15.1.1: the turn with its own rules, if the scenario has it."""
        control = scenario.get("victory", {}).get("control", ())
        self.vp = {grid.hex(c["hex"]): c["points"] for c in control}
        self.river_bridges = self._river_bridges()
        """15.7-h: the bridges over the Tisza."""
        self.key_hexes = (
            grid.set(scenario["control"]["axis"])
            | sum(1 << h for h in self.vp)
            | sum(1 << h for h in {h for pair in self.river_bridges for h in pair})
            | self.disputed_sources[ALLIED]
        ) & area
        """Hexes whose control matters (15.7-m)."""
        rows_of = scenario.get("alarm", {}).get("rows")
        everywhere = {"columns": (0, 99), "rows": rows_of or (0, 0)}
        self.alarm_area = read_area(grid, everywhere) & area if rows_of else 0  # 15.4-a

    # -- units ---------------------------------------------------------------------------------------------------

    def _regrouped(self, roster: Roster) -> Roster:
        entries = (entry for side in SIDES for entry in self.listed[side])
        return roster.with_units({e["unit"]: {"formation": e["formation"]} for e in entries if "formation" in e})

    @cached_property
    def entries(self) -> Mapping[int, Mapping[str, Any]]:
        """What the scenario says of each of its units."""
        names = self.roster.names
        if self.listed == "all":
            return {
                u: {"hex": unit.setup[0] if unit.setup else "", "arrives": unit.arrives}
                for u, unit in enumerate(self.roster.units)
                if not self.roster.bridgeheads >> u & 1
            }
        return {names.index[e["unit"]]: e for side in SIDES for e in self.listed[side]}

    @cached_property
    def placed(self) -> Mapping[int, Hex]:
        """Where units stand at the start."""
        return {u: self.grid.hex(e["hex"]) for u, e in self.entries.items() if e.get("hex")}

    @cached_property
    def arrivals(self) -> Mapping[int, Mapping[str, Any]]:
        """Turn and place of arrival of the other units (14-a)."""
        return {u: e["arrives"] for u, e in self.entries.items() if not e.get("hex")}

    @cached_property
    def slow(self) -> Bits:
        """14-f: units that have fewer action points in their turn of entry."""
        return sum(1 << u for u, arrives in self.arrivals.items() if "points" in arrives)

    @cached_property
    def choices(self) -> Mapping[int, Bits]:
        """Units that may be set up in one of several hexes."""
        return {
            u: self.grid.set(unit.setup)
            for u, unit in enumerate(self.roster.units)
            if len(unit.setup) > 1 and self.listed == "all"
        }

    @cached_property
    def ring(self) -> Sequence[Hex]:
        """The hexes of the map edge in their order around it."""
        found: dict[Hex, None] = {}
        for edge in ("north", "east", "south", "west"):
            for name in self.edges[edge]["hexes"]:
                found.setdefault(self.grid.hex(name))
        return tuple(found)

    @cached_property
    def rim(self) -> Bits:
        """The hexes of the map edge."""
        return sum(1 << h for h in self.ring)

    def entry(self, arrives: Mapping[str, Any], any_of: Sequence[str] = ()) -> Bits:
        """AMB-71: the hexes by which a reinforcement comes in; ``any_of`` are codes that take the place of its own."""
        if "hex" in arrives:
            return 1 << self.grid.hex(arrives["hex"])
        ring = self.ring
        if codes := any_of or arrives.get("any_of"):
            return sum({1 << self._code(code) for code in codes}) & self.area
        if "between" in arrives:
            i, j = sorted(ring.index(self._code(code)) for code in arrives["between"])
            way = ring[i : j + 1] if j - i <= len(ring) // 2 else (*ring[j:], *ring[: i + 1])
            return sum(1 << h for h in way) & self.area
        at, wide = ring.index(self._code(arrives["entry"])), arrives.get("around", 0)
        return sum({1 << ring[(at + i) % len(ring)] for i in range(-wide, wide + 1)}) & self.area

    def entries_of(self, u: int, independent: bool) -> Bits:
        """The hexes by which a unit comes in; ``independent``: 24 Pz and 503 are independent units (15.8.1-c)."""
        found = self._entries.get((u, independent))
        if found is None:
            option = self.tables["options"]["options"]["independent_24pz"]
            free = independent and self.roster.names[u] in option["units"]
            found = self._entries[u, independent] = self.entry(self.arrivals[u], option["any_of"] if free else ())
        return found

    @cached_property
    def _entries(self) -> dict[tuple[int, bool], Bits]:
        return {}

    def _code(self, code: str) -> Hex:
        return self.grid.hex(self.edges[code]["hexes"][0])

    # -- terrain -------------------------------------------------------------------------------------------------

    def _terrain(self) -> dict[str, Bits]:
        """Hexes by kind of ground; towns keep theirs (7.4-a)."""
        rows = self.tables["terrain"]["hexes"]
        by_map = {row["map"]: kind for kind, row in rows.items() if "map" in row}
        found = dict.fromkeys(rows, 0)
        taken = 0
        for name, kind in self.map_data["terrain"].items():
            if kind in by_map:
                bit = 1 << self.grid.hex(name)
                found[by_map[kind]] |= bit & self.area
                taken |= bit
        found["clear"] = self.area & ~taken
        return found

    def _places(self) -> dict[Hex, str]:
        rows = self.tables["terrain"]["places"]
        by_map = {row["map"]: kind for kind, row in rows.items()}
        found: dict[Hex, str] = {}
        for place in self.map_data["places"]:
            if place["kind"] in by_map:
                found.setdefault(self.grid.hex(place["hex"]), by_map[place["kind"]])
        return found

    def _where(self, rows: Mapping[str, Mapping[str, Any]], key: str, value: object) -> Bits:
        return sum(self.terrain[kind] for kind, row in rows.items() if row.get(key) == value)

    def _cost_classes(self, column: str) -> Sequence[tuple[int, Bits]]:
        classes: dict[int, Bits] = {}
        for kind, bits in self.terrain.items():
            cost = self.tables["terrain"]["hexes"][kind][column]
            classes[cost] = classes.get(cost, 0) | bits
        return tuple(sorted((cost, bits) for cost, bits in classes.items() if bits))

    def _bridges(self) -> Iterable[tuple[str, str]]:
        return ((b["between"][0], b["between"][1]) for b in self.map_data["bridges"])

    def _roads(self) -> Sides:
        """Hexsides that roads cross; where a position puts a river without a bridge they end."""
        grid = self.grid
        pairs = []
        for line in self.map_data["roads"]:
            for a, b in zip(line["hexes"], line["hexes"][1:], strict=False):
                x, y = grid.hex(a), grid.hex(b)
                if not self.rivers.has(x, y) or self.bridges.has(x, y):
                    pairs.append((x, y))
        return Sides.between(grid, pairs)

    def _country(self, column: str) -> Country:
        """6.2-a to 6.2-e: roads, rivers and what tanks cannot cross."""
        rows = self.tables["terrain"]
        known = INFANTRY if column == INFANTRY else MECHANISED
        bridge = rows["hexsides"]["minor_river"]["bridge"]
        tolls = [
            (NEVER, self.tank_wall if column == TANK else self.wall),
            (bridge, self.bridges),
            (rows["hexsides"]["minor_river"][known], self.minor),
        ]
        return Country(self.grid, [(rows["road"][known], self.roads)], tolls)

    def _dearest(self, column: str) -> int:
        tolls = [kind.price for kind in self.country[column].tolls if kind.price < NEVER]
        return max(cost for cost, _ in self.costs[column]) + max(tolls, default=0)

    def _least(self, column: str) -> int:
        return min([cost for cost, _ in self.costs[column]] + [kind.price for kind in self.country[column].ways])

    def _river_bridges(self) -> tuple[tuple[Hex, Hex], ...]:
        spec = self.scenario.get("victory", {}).get("bridges")
        if not spec:
            return ()
        pairs = ((self.grid.hex(a), self.grid.hex(b)) for a, b in self._bridges())
        return tuple(pair for pair in pairs if self.major.has(*pair) and all(self.area >> h & 1 for h in pair))

    def _hexes(self, spec: Sequence[str]) -> Bits:
        return read_hexes(self.grid, self.map_data["edges"], spec) & self.area

    def shift_of(self, h: Hex) -> int:
        """7.4-a: columns for the ground and the place of a hex."""
        rows = self.tables["terrain"]
        shift: int = rows["hexes"][self.kind_at[h]]["shift"]
        if h in self.place_at:
            shift += rows["places"][self.place_at[h]]["shift"]
        return shift

    def wall_of(self, units: Bits) -> Sides:
        """Hexsides that some unit of a set does not cross."""
        return self.tank_wall if units & self.roster.tanks else self.wall

    def may_cross(self, u: int, a: Hex, b: Hex) -> bool:
        """Whether a unit may step, attack, retreat or advance from a hex to its neighbour (7.1-f, AMB-63)."""
        return not self.wall_of(1 << u).has(a, b)


def grid_sides(board: Board, hexes: Bits) -> list[tuple[Hex, Hex]]:
    """Every hexside of a set of hexes."""
    return [(h, n) for h in members(hexes) for n in members(board.grid.around[h])]


def marker_index(board: Board, name: str, field: str) -> int:
    """The number of a support marker."""
    i = board.marker_names.index.get(name)
    if i is None:
        raise PositionError(f"{field}: there is no support marker {name!r}")
    return i


__all__ = ["COLUMNS", "NEVER", "Board", "marker_index"]
