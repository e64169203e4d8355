"""The shape of map.json: which fields a map has and what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

HexPair = tuple[str, str]


class Grid(msgspec.Struct):
    """How the hexes lie and are numbered."""

    columns: int
    rows: int
    orientation: Literal["flat", "pointy"]
    shift: Literal["even", "odd"]
    numbering: Literal["CCRR", "RRCC"]
    first_column: int
    first_row: int
    extent: dict[str, tuple[int, int]]


class Place(msgspec.Struct):
    """A town, a fortified place, a village; ``at`` is where it really lies on the plane."""

    hex: str
    name: str
    kind: str
    at: tuple[float, float] = (0.0, 0.0)
    population: bool = False


class River(msgspec.Struct):
    """A river on its hexsides, in order."""

    name: str
    kind: str
    hexsides: list[HexPair]


class Stream(msgspec.Struct):
    """A watercourse without effect, as a line of the plane."""

    name: str
    line: list[tuple[float, float]]


class Region(msgspec.Struct):
    """The name of a stretch of country, lettered across its middle; no hex belongs to it."""

    name: str
    at: tuple[float, float]


class Way(msgspec.Struct):
    """A road or railway, hex by hex."""

    name: str
    kind: str
    hexes: list[str]


class Bridge(msgspec.Struct):
    """A named crossing of a river hexside; ``carries`` is "road", "rail" or both where every crossing is bridged."""

    name: str
    river: str
    between: HexPair
    carries: list[Literal["road", "rail"]] = []


class Edge(msgspec.Struct):
    """A stretch of the map's edge; ``gates`` are those of its hexes where a way comes in, ``mark`` its printed code."""

    hexes: list[str]
    gates: list[str] = []
    mark: str = ""
    sign: Literal["arrow", "star", "cross"] = "arrow"


class Boundary(msgspec.Struct):
    """What closes an area: rivers, and hexsides where there is none."""

    rivers: list[str]
    hexsides: list[HexPair]


class Caption(msgspec.Struct):
    """What is lettered in an area drawn as a polygon, and whose it is."""

    label: str = ""
    side: str = ""
    colour: str = ""


class Shape(msgspec.Struct):
    """A map; fields beyond these are carried along."""

    title: str
    hex_km: float
    grid: Grid
    terrain: dict[str, str]
    places: list[Place]
    rivers: list[River]
    streams: list[Stream]
    roads: list[Way]
    rails: list[Way]
    bridges: list[Bridge]
    edges: dict[str, Edge]
    areas: dict[str, list[str]]
    attribution: list[str]
    boundaries: dict[str, Boundary] = {}
    captions: dict[str, Caption] = {}
    regions: list[Region] = []
    impassable: list[str] = []
    mirrored: bool = False
    towns_keep_terrain: bool = False


def shape_error(drawn: Mapping[str, Any]) -> str | None:
    """What is wrong with the fields of a map, or None."""
    try:
        msgspec.convert(drawn, Shape)
    except msgspec.ValidationError as error:
        return f"map: {error}"
    return None
