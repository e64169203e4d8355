"""1.0 Units, formations and headquarters, and the support markers (1.6), as their files describe them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from kessel.engine import Names, PositionError
from kessel.hexes import Bits, members

ALLIED, AXIS = 0, 1
SIDES = ("allied", "axis")
INFANTRY, MECHANISED, TANK = "infantry", "mechanised", "tank"
"""Columns of the terrain table: that of infantry, that of mechanised units, and the same for tanks (7.1-f)."""

Step = tuple[int, int, int]
"""Combat value, steps and quality (1.1-a)."""


class Unit(NamedTuple):
    """A counter as printed. ``track`` holds its values at full strength and after each loss."""

    id: str
    side: int
    nationality: str
    formation: str
    type: str
    size: str
    track: tuple[Step, ...]
    yellow: int = 0
    white: int = 0
    """Armour stars (7.5)."""
    red: bool = False
    """1.1-c: its combat value is red."""
    group: str = ""
    division: str = ""
    range: int = 0
    support: int = 0
    uses: tuple[str, ...] = ()
    """Of an HQ: command range, support level, and the nationalities of its markers (1.5)."""
    setup: tuple[str, ...] = ()
    arrives: Mapping[str, Any] = {}
    text: str = ""
    colour: str = ""
    name: Mapping[str, str] = {}
    ss: bool = False


class Formation(NamedTuple):
    """An HQ and its units (1.4-a), or a group of independent units (1.1-j)."""

    id: str
    side: int
    hq: str
    independent: bool
    text: str
    colour: str
    name: Mapping[str, str]


class Marker(NamedTuple):
    """A support marker (1.6)."""

    id: str
    side: int
    nationality: str
    kind: str
    turn: int
    text: str


class Roster:
    """All units and formations; a set of units is one int over their order here."""

    def __init__(self, data: Mapping[str, Any], units: Sequence[Unit], bridgeheads: Sequence[str]) -> None:
        self.data = data
        self.units = tuple(units)
        self.types: Mapping[str, Mapping[str, Any]] = data["types"]
        self.formations = tuple(
            Formation(
                name,
                SIDES.index(f["side"]),
                f.get("hq", ""),
                f.get("independent", False),
                f["text"],
                f["colour"],
                f["name"],
            )
            for name, f in data["formations"].items()
        )
        self.names = Names([u.id for u in units])
        self.formation_names = Names([f.id for f in self.formations])

        def those(test: Callable[[Unit], Any]) -> Bits:
            return sum(1 << i for i, u in enumerate(units) if test(u))

        types, mobility = self.types, data["mobility"]
        classes = [mobility[types[u.type]["mobility"]] for u in units]
        self.of_side = (those(lambda u: u.side == ALLIED), those(lambda u: u.side == AXIS))
        self.hqs = those(lambda u: u.type == "hq")
        self.armoured = those(lambda u: types[u.type].get("armoured"))  # 7.5-g
        self.tanks = those(lambda u: types[u.type].get("tank"))
        self.cavalry = those(lambda u: types[u.type].get("cavalry"))
        self.red = those(lambda u: u.red) | self.hqs  # 1.1-c, AMB-18
        self.attackers = (1 << len(units)) - 1 & ~self.red
        self.foot = those(lambda u: types[u.type]["mobility"] == "foot")
        self.mechanised = those(lambda u: types[u.type]["mobility"] == "mechanised")
        self.columns = tuple(
            TANK if self.tanks >> i & 1 else MECHANISED if self.mechanised >> i & 1 else INFANTRY
            for i in range(len(units))
        )
        self.bridgeheads = self.names.bits(bridgeheads)
        self.base_points = tuple(int(c["points"]) for c in classes)  # 1.1-g
        self.movement = tuple(int(c["movement"]) for c in classes)  # 6.1-b
        self.mobility = tuple(types[u.type]["mobility"] for u in units)
        self.side_of = tuple(u.side for u in units)
        self.fighting = (1 << len(units)) - 1 & ~self.hqs
        """All but HQs (AMB-15)."""
        self.formation_of = tuple(self.formation_names.index[u.formation] for u in units)
        fighters = self.fighting & ~self.bridgeheads
        self.of_formation = tuple(
            fighters & sum(1 << i for i, u in enumerate(units) if u.formation == f.id) for f in self.formations
        )
        self.hq_of = tuple(self.names.index.get(f.hq, -1) for f in self.formations)
        self.independent = sum(
            bits for bits, f in zip(self.of_formation, self.formations, strict=True) if f.independent
        )
        groups = dict.fromkeys(u.group for u in units if u.group)
        self.groups = {name: sum(1 << i for i, u in enumerate(units) if u.group == name) for name in groups}
        self.value = tuple((0, *(cf for cf, _, _ in reversed(u.track))) for u in units)
        self.quality = tuple(u.track[0][2] for u in units)
        self.full = tuple(len(u.track) for u in units)

    def __len__(self) -> int:
        return len(self.units)

    def with_units(self, more: Mapping[str, Mapping[str, Any]]) -> Roster:
        """The roster with other values for some of its units."""
        units = {u.id: u for u in self.units}
        for name, data in more.items():
            base = units.get(name)
            if base is None:
                raise PositionError(f"units.{name}: there is no such unit")
            units[name] = self._adapted(name, data, base)
        return Roster(self.data, list(units.values()), [self.names[i] for i in members(self.bridgeheads)])

    def _adapted(self, name: str, data: Mapping[str, Any], base: Unit) -> Unit:
        changes: dict[str, Any] = {}
        if "formation" in data:
            formation = data["formation"]
            if formation not in tuple(self.formation_names):
                raise PositionError(
                    f"units.{name}.formation: {formation!r} is not one of {', '.join(self.data['formations'])}"
                )
            if self.formations[self.formation_names.index[formation]].side != base.side:
                raise PositionError(f"units.{name}.formation: {formation!r} belongs to the other side")
            changes["formation"] = formation
        if "track" in data or "quality" in data:
            values = data.get("track", [cf for cf, _, _ in base.track])
            quality = data.get("quality", base.track[0][2])
            good = isinstance(values, list) and 1 <= len(values) <= 3 and all(_whole(v) for v in values)
            if not good or not _whole(quality):
                raise PositionError(f"units.{name}: track must list 1 to 3 combat values, quality be a whole number")
            changes["track"] = _track(values, quality)
        for star in ("yellow", "white"):
            if star in data:
                if not _whole(data[star]) or data[star] > 3:
                    raise PositionError(f"units.{name}.{star}: must be 0 to 3 stars")
                changes[star] = data[star]
        return base._replace(**changes)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99


def _track(values: Sequence[int], quality: int) -> tuple[Step, ...]:
    return tuple((cf, len(values) - i, quality) for i, cf in enumerate(values))


def read_roster(data: Mapping[str, Any], bridgeheads: Mapping[str, Any]) -> Roster:
    """The roster of a units file, with the bridgehead markers, which act as units (15.5-g)."""
    units = [_unit(data, u) for u in (*data["headquarters"], *data["units"])]
    marker = bridgeheads["unit"]
    faces = bridgeheads["faces"]
    for name in bridgeheads["markers"]:
        base = _unit(
            data, {**marker, "id": name, "steps": [cf for cf, _, _ in reversed(faces)], "quality": faces[0][2]}
        )
        units.append(base)
    return Roster(data, units, bridgeheads["markers"])


def _unit(data: Mapping[str, Any], u: Mapping[str, Any]) -> Unit:
    stars = u.get("stars", {})
    return Unit(
        u["id"],
        SIDES.index(u["side"]),
        u["nationality"],
        u["formation"],
        u["type"],
        u["size"],
        _track(u["steps"], u["quality"]),
        stars.get("yellow", 0),
        stars.get("white", 0),
        u.get("red", False),
        u.get("group", ""),
        u.get("division", ""),
        u.get("range", 0),
        u.get("support", 0),
        tuple(u.get("uses", ())),
        tuple(u.get("setup", ())),
        u.get("arrives", {}),
        u["text"],
        data["formations"][u["formation"]]["colour"],
        u["name"],
        u.get("ss", False),
    )


def read_markers(data: Mapping[str, Any]) -> tuple[Marker, ...]:
    """The support markers of a support table."""
    return tuple(
        Marker(
            m["id"],
            SIDES.index(m["side"]),
            m["nationality"],
            m["kind"],
            m["turn"],
            m.get("text", "") or data["kinds"][m["kind"]]["name"]["en"],
        )
        for m in data["markers"]
    )
