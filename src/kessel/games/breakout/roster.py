"""2.0 Components: the units, their classes and their steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kessel.engine import Names, PositionError
from kessel.hexes import Bits

SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")

KG_NAMES = Names(("Br", "Ch", "Go"))
"""The Korpsgruppe markers Breith, von der Chevallerie and Gollnick (2.5-a)."""

CORPS, DIVISION, BATTALION = "XXX", "XX", "II"
SIZES = (CORPS, DIVISION, "(XXX)", "(XX)", "X", BATTALION)


class Unit(NamedTuple):
    """A unit as printed: ``track`` holds (attack, defence) from full strength to the last step (2.6-c)."""

    id: str
    side: int
    type: str
    size: str
    track: tuple[tuple[int, int], ...]
    text: str = ""
    colour: str = ""
    formation: str = ""
    name: Mapping[str, str] = {}
    setup: str = ""
    exact: bool = False
    arrives: int = 0


class Roster:
    """All units of a game; a set of units is one int over their order here."""

    def __init__(self, units: Sequence[Unit], types: Mapping[str, Mapping[str, Any]]) -> None:
        self.units = tuple(units)
        self.types = types
        self.names = Names([u.id for u in units])

        def those(test: Any) -> Bits:
            return sum(1 << i for i, u in enumerate(units) if test(u))

        self.of_side = (those(lambda u: u.side == SOVIET), those(lambda u: u.side == GERMAN))
        self.mechanized = those(lambda u: types[u.type]["mobility"] == "mechanized")  # 2.3
        self.static = those(lambda u: types[u.type]["mobility"] == "static")  # 2.7
        self.artillery = those(lambda u: u.type in ("field_artillery", "rocket_artillery"))  # 13.2
        self.rockets = those(lambda u: u.type == "rocket_artillery")  # 13.2-e
        self.ranged = those(lambda u: u.type == "artillery" and u.side == GERMAN)  # 13.1
        self.support = those(lambda u: u.type == "army_support")  # 8.3-c
        self.rifle = those(lambda u: u.type == "rifle")  # 11.1
        self.tigers = those(lambda u: u.type == "heavy_tank")  # 13.5
        self.divisions = those(lambda u: u.size == DIVISION and u.side == GERMAN)  # 4.2, 2.4-b
        self.corps = those(lambda u: u.size == CORPS and u.side == SOVIET)  # 4.1-f
        # Factors by steps left: attack[unit][steps].
        self.attack = tuple((0, *(a for a, _ in reversed(u.track))) for u in units)
        self.defence = tuple((0, *(d for _, d in reversed(u.track))) for u in units)
        self.full = tuple(len(u.track) for u in units)

    def __len__(self) -> int:
        return len(self.units)

    def with_units(self, more: Mapping[str, Mapping[str, Any]]) -> Roster:
        """The roster with further units, or with other values for units it already has."""
        units = {u.id: u for u in self.units}
        for name, data in more.items():
            units[name] = _adapted(name, data, units.get(name), self.types)
        return Roster(list(units.values()), self.types)


def _adapted(name: str, data: Mapping[str, Any], base: Unit | None, types: Mapping[str, Any]) -> Unit:
    if base is None:
        if name.split() != [name]:
            raise PositionError(f"units.{name}: the name of a unit is one word")
        missing = [key for key in ("side", "type", "track") if key not in data]
        if missing:
            raise PositionError(f"units.{name}: no such unit; a unit of your own needs {', '.join(missing)}")
        base = Unit(name, SOVIET, "rifle", DIVISION, ((1, 1),), text=name, name={"en": name, "es": name})
    changes: dict[str, Any] = {}
    if "side" in data:
        if data["side"] not in SIDES:
            raise PositionError(f"units.{name}.side: {data['side']!r} is not one of {', '.join(SIDES)}")
        changes["side"] = SIDES.index(data["side"])
    if "type" in data:
        if data["type"] not in tuple(types):
            raise PositionError(f"units.{name}.type: {data['type']!r} is not one of {', '.join(types)}")
        changes["type"] = data["type"]
    if "size" in data:
        if data["size"] not in SIZES:
            raise PositionError(f"units.{name}.size: {data['size']!r} is not one of {', '.join(SIZES)}")
        changes["size"] = data["size"]
    if "track" in data:
        track = data["track"]
        pairs = (
            isinstance(track, list)
            and track
            and all(
                isinstance(pair, list)
                and len(pair) == 2
                and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 99 for n in pair)
                for pair in track
            )
        )
        if not pairs or len(track) > 9:
            raise PositionError(f"units.{name}.track: must list [attack, defence] for 1 to 9 steps")
        changes["track"] = tuple((a, d) for a, d in track)
    return base._replace(**changes)


def read_roster(data: Mapping[str, Any]) -> Roster:
    """The roster of a units file."""
    units = [
        Unit(
            u["id"],
            SIDES.index(u["side"]),
            u["type"],
            u["size"],
            tuple((a, d) for a, d in u["track"]),
            u["text"],
            u["colour"],
            u["formation"],
            u["name"],
            u.get("setup", ""),
            u.get("exact", False),
            u.get("arrives", 0),
        )
        for u in data["units"]
    ]
    return Roster(units, data["types"])
