"""2.3 and 10.0: the units, their organisations and their support fire chits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kessel.engine import Names, PositionError
from kessel.hexes import Bits

SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")
MAX_CHITS = 2
"""8.3-h, 8.4-e: the most chits of a side in one combat or bombardment."""

Step = tuple[int, int, int]
"""Attack strength, defence strength, movement allowance (3.0-b)."""


class Unit(NamedTuple):
    """A unit as printed: ``track`` holds the values at full strength and, if it has a back, depleted."""

    id: str
    side: int
    type: str
    size: str
    track: tuple[Step, ...]
    organisation: str
    formation: str = ""
    text: str = ""
    colour: str = ""
    name: Mapping[str, str] = {}
    area: str = ""
    hex: str = ""


class Organisation(NamedTuple):
    """A group of units with a pool of chits of its colour (15.0-b)."""

    id: str
    side: int
    chits: tuple[int, ...]
    name: Mapping[str, str]
    colour: str
    held: bool = False
    air: bool = False
    force: str = ""


class Roster:
    """All units and organisations; a set of units is one int over their order here."""

    def __init__(
        self, units: Sequence[Unit], types: Mapping[str, Mapping[str, Any]], organisations: Sequence[Organisation]
    ) -> None:
        self.units = tuple(units)
        self.types = types
        self.organisations = tuple(organisations)
        self.names = Names([u.id for u in units])
        self.orgs = Names([o.id for o in organisations])

        def those(test: Any) -> Bits:
            return sum(1 << i for i, u in enumerate(units) if test(u))

        self.of_side = (those(lambda u: u.side == SOVIET), those(lambda u: u.side == GERMAN))
        self.org_of = tuple(self.orgs.index[u.organisation] for u in units)
        self.of_org = tuple(those(lambda u, o=o: u.organisation == o.id) for o in organisations)
        self.mobile = those(lambda u: types[u.type]["mobile"])  # 2.3.2-f
        self.engineers = those(lambda u: types[u.type]["engineer"] and u.side == GERMAN)  # 13.0-h
        forces = {o.id: o.force for o in organisations}
        self.encircled = those(lambda u: forces[u.organisation] == "encircled")  # 12.0-g
        self.held = those(lambda u: organisations[self.orgs.index[u.organisation]].held)  # 19.0-a
        self.returning = self.encircled & those(lambda u: len(u.track) == 1 and types[u.type]["infantry"])  # 18.0-e
        self.air = tuple(next((i for i, o in enumerate(organisations) if o.air and o.side == s), -1) for s in (0, 1))
        # Values by steps left: attack[unit][steps].
        self.attack = tuple((0, *(a for a, _, _ in reversed(u.track))) for u in units)
        self.defence = tuple((0, *(d for _, d, _ in reversed(u.track))) for u in units)
        self.allowance = tuple((0, *(m for _, _, m in reversed(u.track))) for u in units)
        self.full = tuple(len(u.track) for u in units)

    def __len__(self) -> int:
        return len(self.units)

    def with_units(self, more: Mapping[str, Mapping[str, Any]]) -> Roster:
        """The roster with further units, or with other values for units it already has."""
        units = {u.id: u for u in self.units}
        for name, data in more.items():
            units[name] = self._adapted(name, data, units.get(name))
        return Roster(list(units.values()), self.types, self.organisations)

    def _adapted(self, name: str, data: Mapping[str, Any], base: Unit | None) -> Unit:
        if base is None:
            if name.split() != [name]:
                raise PositionError(f"units.{name}: the name of a unit is one word")
            missing = [key for key in ("organisation", "type", "track") if key not in data]
            if missing:
                raise PositionError(f"units.{name}: no such unit; a unit of your own needs {', '.join(missing)}")
            base = Unit(name, SOVIET, "rifle", "III", ((1, 1, 1),), "", text=name, name={"en": name, "es": name})
        changes: dict[str, Any] = {}
        if "organisation" in data:
            ground = [o.id for o in self.organisations if not o.air]
            if data["organisation"] not in ground:
                known = ", ".join(ground)
                raise PositionError(f"units.{name}.organisation: {data['organisation']!r} is not one of {known}")
            changes["organisation"] = changes["colour"] = data["organisation"]
            changes["side"] = self.organisations[self.orgs.index[data["organisation"]]].side
        if "type" in data:
            if data["type"] not in tuple(self.types):
                raise PositionError(f"units.{name}.type: {data['type']!r} is not one of {', '.join(self.types)}")
            changes["type"] = data["type"]
        if "track" in data:
            changes["track"] = _track(name, data["track"])
        return base._replace(**changes)


def _track(name: str, track: Any) -> tuple[Step, ...]:
    good = (
        isinstance(track, list)
        and 1 <= len(track) <= 2
        and all(
            isinstance(step, list)
            and len(step) == 3
            and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 99 for n in step)
            for step in track
        )
    )
    if not good:
        raise PositionError(f"units.{name}.track: must list [attack, defence, movement] for 1 or 2 steps")
    return tuple((a, d, m) for a, d, m in track)


def read_roster(data: Mapping[str, Any]) -> Roster:
    """The roster of a units file."""
    organisations = [
        Organisation(
            name,
            SIDES.index(o["side"]),
            tuple(sorted(o["chits"])),
            o["name"],
            o["colour"],
            o["held"],
            o.get("air", False),
            o.get("force", ""),
        )
        for name, o in data["organisations"].items()
    ]
    units = [
        Unit(
            u["id"],
            SIDES.index(u["side"]),
            u["type"],
            u["size"],
            tuple((a, d, m) for a, d, m in u["steps"]),
            u["organisation"],
            u["formation"],
            u["text"],
            u["colour"],
            u["name"],
            u["area"],
            u["hex"],
        )
        for u in data["units"]
    ]
    return Roster(units, data["types"], organisations)
