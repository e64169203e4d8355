"""What map.yaml says: the grid, its registration, edges, areas, bridges, and what the map must show."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

LonLat = tuple[float, float]

GEOMETRY = {
    "terrain": "Polygon",
    "population": "Point",
    "places": "Point",
    "regions": "Point",
    "rivers": "LineString",
    "streams": "LineString",
    "roads": "LineString",
    "rails": "LineString",
    "areas": "Polygon",
}
"""The layers of a map and the geometry of their features."""


class GridSettings(msgspec.Struct, frozen=True):
    """The grid as the rulebook shows it; ``shift`` is "even-down", "odd-down", "even-east", "odd-west" and so on."""

    columns: int
    rows: int
    shift: str
    orientation: Literal["flat", "pointy"] = "flat"
    numbering: Literal["CCRR", "RRCC"] = "CCRR"
    first_column: int = 1
    first_row: int = 1
    even_rows: int | None = None
    odd_rows: int | None = None
    even_columns: int | None = None
    odd_columns: int | None = None
    column_direction: Literal["west-to-east", "east-to-west"] = "west-to-east"


class RegistrationSettings(msgspec.Struct, frozen=True):
    """How longitude and latitude become hexes."""

    lat0: float
    lon0: float
    fit: Literal["rigid", "similarity", "origin"]
    km_per_degree: tuple[float, float] = (111.32, 110.57)
    origin_hex: str | None = None
    origin_lonlat: LonLat | None = None
    warp: Literal["none", "shepard"] = "none"
    warp_power: float = 2.0
    warp_range: float = 5.0


class Kinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which kinds of feature belong to which layer of the map."""

    terrain: list[str] = []
    population: list[str] = []
    places: list[str] = []
    regions: list[str] = []
    rivers: list[str] = []
    streams: list[str] = []
    roads: list[str] = []
    rails: list[str] = []
    areas: list[str] = []
    impassable: list[str] = []

    def layer(self, kind: str) -> str | None:
        """The layer of a kind, or None if the map knows no such kind."""
        return next((layer for layer in GEOMETRY if kind in getattr(self, layer)), None)


class Rasterising(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the rasteriser, in hexes."""

    place_reach: float = 0.62
    hexside_cost: float = 0.12
    mouth_reach: float = 1.0
    hex_cost: float = 0.3
    bridge_reach: float = 1.0


class Area(msgspec.Struct, frozen=True):
    """An area closed by rivers and by a line: everything that the seed reaches without crossing them."""

    rivers: list[str]
    seed: str
    line: list[LonLat] = []


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named crossing, near the place given."""

    name: str
    river: str
    lon: float
    lat: float


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebook says the map must show."""

    rivers: list[tuple[str, str]] = []
    terrain: dict[str, str] = {}
    no_population: list[str] = []
    population: dict[str, str] = {}
    places: dict[str, str] = {}


class Settings(msgspec.Struct, frozen=True):
    """map.yaml as it is written."""

    title: str
    hex_km: float
    grid: GridSettings
    registration: RegistrationSettings
    kinds: Kinds
    rasterising: Rasterising = Rasterising()
    subject: dict[str, str] = {}
    edges: dict[str, dict[str, Any] | str] = {}
    areas: dict[str, dict[str, Any]] = {}
    bridges: list[Bridge] = []
    bridged: list[Literal["roads", "rails"]] = []
    """The ways that have a bridge wherever they cross a river; without any, only the named bridges are kept."""
    towns_keep_terrain: bool = False
    """Whether a place of population stands on the terrain of its hex; otherwise it is the terrain of its hex."""
    named_hexes: dict[str, str] = {}
    expected: Expected = Expected()
    attribution: list[str] = []
