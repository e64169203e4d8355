"""Fields of a position: JSON data read with an error that names the field, and frames written and read as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import msgspec

from kessel.engine import Frame, PositionError
from kessel.hexes import Bits, Hex
from kessel.mechanics.pieces import PieceBoard, PieceState

# -- single fields ---------------------------------------------------------------------------------------------------


def known_fields(game: str, data: object, fields: Iterable[str]) -> None:
    """A position is an object of this game with no field but these."""
    if not isinstance(data, Mapping):
        raise PositionError("a position is a JSON object")
    for field in data:
        if field not in fields:
            raise PositionError(f"{field}: no such field; a position knows {', '.join(sorted(fields))}")
    if data.get("game", game) != game:
        raise PositionError(f"game: this is a position of {data['game']!r}, not of {game!r}")


def flag(data: Mapping[str, Any], field: str, prefix: str = "", default: bool = False) -> bool:
    """True or false."""
    value = data.get(field, default)
    if not isinstance(value, bool):
        raise PositionError(f"{prefix}{field}: must be true or false")
    return value


def mapping(data: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    """An object."""
    value = data.get(field, {})
    if not isinstance(value, Mapping):
        raise PositionError(f"{field}: must be an object")
    return value


def text(data: Mapping[str, Any], field: str, default: str) -> str:
    """A text."""
    value = data.get(field, default)
    if not isinstance(value, str):
        raise PositionError(f"{field}: must be a text")
    return value


def choice(data: Mapping[str, Any], field: str, default: str, choices: tuple[str, ...]) -> str:
    """One of a few words."""
    value = data.get(field, default)
    if value not in choices:
        raise PositionError(f"{field}: {value!r} is not one of {', '.join(choices)}")
    return str(value)


def whole(data: Mapping[str, Any], field: str, default: int, low: int, high: int, prefix: str = "") -> int:
    """A whole number within bounds."""
    value = data.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{prefix}{field}: {value!r} is not a whole number from {low} to {high}")
    return value


def a_hex(board: PieceBoard, name: object) -> Hex | None:
    """A hex by its number."""
    return board.grid.index.get(name) if isinstance(name, str) else None


def playable_hex(board: PieceBoard, name: object, field: str) -> Hex:
    """A hex of the playing area."""
    h = a_hex(board, name)
    if h is None or not board.area >> h & 1:
        raise PositionError(f"{field}: there is no hex {name!r} in the playing area")
    return h


def hexes(board: PieceBoard, data: Mapping[str, Any], field: str, default: Any = ()) -> Bits:
    """A set of hexes."""
    value = data.get(field, default)
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{field}: must be a list of hex numbers")
    bits = 0
    for name in value:
        h = a_hex(board, name)
        if h is None:
            raise PositionError(f"{field}: there is no hex {name!r} on this map")
        bits |= 1 << h
    return bits


def a_unit(s: PieceState, name: object, field: str) -> int:
    """A unit by its id."""
    u: int | None = s.board.roster.names.index.get(name) if isinstance(name, str) else None
    if u is None:
        raise PositionError(f"{field}: there is no unit {name!r}")
    return u


def units(s: PieceState, data: Mapping[str, Any], field: str) -> Bits:
    """A set of units."""
    value = data.get(field, ())
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{field}: must be a list of units")
    return sum({1 << a_unit(s, name, field) for name in value})


# -- frames ----------------------------------------------------------------------------------------------------------


class FrameForm:
    """How the frames of a game are written as data: fields by these names hold units, hexes and sides."""

    def __init__(
        self,
        modules: Iterable[ModuleType],
        sides: tuple[str, ...],
        *,
        units: Iterable[str] = ("unit",),
        unit_sets: Iterable[str] = (),
        hex_sets: Iterable[str] = (),
        hexes: Iterable[str] = ("hex", "target"),
        paths: Iterable[str] = (),
    ) -> None:
        self.kinds: dict[str, type[Frame]] = {
            name: kind
            for module in modules
            for name, kind in vars(module).items()
            if isinstance(kind, type) and issubclass(kind, Frame) and kind is not Frame
        }
        self.sides = sides
        self.units = frozenset(units)
        self.unit_sets = frozenset(unit_sets)
        self.hex_sets = frozenset(hex_sets)
        self.hexes = frozenset(hexes)
        self.paths = frozenset(paths)

    def write(self, s: PieceState, frame: Frame) -> dict[str, Any]:
        """A frame as data."""
        names = s.board.grid.names
        data: dict[str, Any] = {"frame": type(frame).__name__}
        for name in frame.__struct_fields__:
            value = getattr(frame, name)
            if name in self.unit_sets:
                value = s.ids(value)
            elif name in self.hexes:
                value = names[value] if value >= 0 else ""
            elif name in self.hex_sets:
                value = s.board.grid.listed(value)
            elif name in self.paths:
                value = _named(names, value)
            elif name in self.units:
                value = s.board.roster.names[value] if value >= 0 else ""
            elif name == "side":
                value = self.sides[value]
            data[name] = list(value) if isinstance(value, tuple) else value
        return data

    def read(self, s: PieceState, data: Any, i: int) -> Frame:
        """The i-th frame of a position's stack."""
        if not isinstance(data, Mapping) or data.get("frame") not in tuple(self.kinds):
            raise PositionError(f"stack.{i}.frame: must be one of {', '.join(self.kinds)}")
        values: dict[str, Any] = {}
        for name, value in data.items():
            if name != "frame":
                values[name] = self._field(s, name, value, f"stack.{i}.{name}")
        try:
            return msgspec.convert(values, self.kinds[data["frame"]])
        except msgspec.ValidationError as error:
            raise PositionError(f"stack.{i}: {error}") from None

    def _field(self, s: PieceState, name: str, value: Any, field: str) -> Any:
        board = s.board
        if name in self.unit_sets:
            return units(s, {field: value}, field)
        if name in self.hex_sets:
            return hexes(board, {field: value}, field)
        if name in self.paths:
            return _path(board, value if isinstance(value, list) else [value], field)
        if name in self.hexes:
            return _some_hex(board, value, field) if value != "" else -1
        if name in self.units:
            return a_unit(s, value, field) if value != "" else -1
        if name == "side":
            return self.sides.index(choice({field: value}, field, "", self.sides))
        return value


def _named(names: Sequence[str], path: Iterable[Any]) -> list[Any]:
    """A path, or several, by the numbers of their hexes."""
    return [names[h] if isinstance(h, int) else _named(names, h) for h in path]


def _path(board: PieceBoard, path: list[Any], field: str) -> tuple[Any, ...]:
    """A path, or several, read from the numbers of their hexes."""
    return tuple(_path(board, h, field) if isinstance(h, list) else _some_hex(board, h, field) for h in path)


def _some_hex(board: PieceBoard, name: object, field: str) -> Hex:
    h = a_hex(board, name)
    if h is None:
        raise PositionError(f"{field}: there is no hex {name!r}")
    return h
