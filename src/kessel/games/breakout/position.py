"""Positions as JSON data: the laboratory's language and the form in which a state is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from kessel.engine import Dice, Frame, PositionError
from kessel.engine.game import chosen_options
from kessel.games.breakout import combat, losses, movement, reinforcements, results, sequence, setup, stacking
from kessel.games.breakout.board import WEATHERS, Board, with_overrides
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES, SOVIET
from kessel.games.breakout.sequence import PHASES, SEGMENTS, HalfTurn, KorpsgruppeDeployment, Turn, segments
from kessel.games.breakout.setup import Deploy
from kessel.games.breakout.stacking import loads, overstacked
from kessel.games.breakout.state import ABSENT, DEAD, EXITED, FREE, WAITING, BreakoutState
from kessel.games.breakout.victory import finish
from kessel.hexes import first

if TYPE_CHECKING:
    from kessel.games.breakout.game import Breakout

FATES = {"dead": DEAD, "exited": EXITED, "waiting": WAITING}
HEADER = {"game", "scenario", "options", "turn", "weather", "air", "cas", "rolls", "outcome"}
MARKERS = {"control", "fallen", "korpsgruppen", "exits", "losses", "due", "restricted"}
PIECES = {"units", "tops", "terrain", "rivers", "allow_overstack"}
FIELDS = HEADER | MARKERS | PIECES | {"phase", "order", "stack"}
FRAMES: dict[str, type[Frame]] = {
    name: kind
    for module in (combat, losses, movement, reinforcements, results, sequence, setup, stacking)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Frame) and kind is not Frame
}
UNIT_SETS = frozenset({"units", "moved", "spent", "ranged"})
HEXES = frozenset({"hex", "target"})
HEX_SETS = frozenset({"used"})


# -- writing ---------------------------------------------------------------------------------------------------------


def write_position(s: BreakoutState) -> dict[str, Any]:
    """Everything of a state; :func:`read_position` gives the same state back."""
    grid, roster = s.board.grid, s.board.roster
    fates = {v: k for k, v in FATES.items()}
    units: dict[str, Any] = {}
    for u, where in enumerate(s.where):
        if where != ABSENT:
            place = {"hex": grid.names[where]} if where >= 0 else {"fate": fates[where]}
            units[roster.names[u]] = {**place, "steps": s.steps[u], **s.board.adhoc.get(roster.names[u], {})}
    data: dict[str, Any] = {
        "game": s.game.id,
        "scenario": s.board.scenario["id"],
        "options": dict(s.options),
        "turn": s.turn,
        "weather": s.weather,
        "air": SIDES[s.air],
        "cas": {name: s.cas[i] for i, name in enumerate(SIDES)},
        "control": grid.listed(s.control),
        "fallen": grid.listed(s.fallen),
        "korpsgruppen": {KG_NAMES[i]: grid.names[h] for i, h in enumerate(s.kg) if h >= 0},
        "exits": s.exits,
        "losses": s.losses,
        "due": {roster.names[u]: turn for u, turn in s.due.items()},
        "restricted": s.ids(s.restricted),
        "units": units,
        "tops": s.ids(s.tops),
        "stack": [_write_frame(s, f) for f in s.stack],
        "rolls": s.rolls,
        "allow_overstack": True,
    }
    data |= s.board.overrides
    if s.outcome:
        data["outcome"] = True
    return data


def _write_frame(s: BreakoutState, frame: Frame) -> dict[str, Any]:
    data: dict[str, Any] = {"frame": type(frame).__name__}
    for name in frame.__struct_fields__:
        value = getattr(frame, name)
        if name in UNIT_SETS:
            value = s.ids(value)
        elif name in HEXES:
            value = s.board.grid.names[value]
        elif name in HEX_SETS:
            value = s.board.grid.listed(value)
        elif name == "unit":
            value = s.unit(value).id
        elif name == "side":
            value = SIDES[value]
        data[name] = list(value) if isinstance(value, tuple) else value
    return data


# -- reading ---------------------------------------------------------------------------------------------------------


def read_position(game: Breakout, data: Mapping[str, Any], dice: Dice | None = None) -> BreakoutState:
    """The state that a position describes; raises PositionError naming the field that is wrong."""
    if not isinstance(data, Mapping):
        raise PositionError("a position is a JSON object")
    for field in data:
        if field not in FIELDS:
            raise PositionError(f"{field}: no such field; a position knows {', '.join(sorted(FIELDS))}")
    if data.get("game", game.id) != game.id:
        raise PositionError(f"game: this is a position of {data['game']!r}, not of {game.id!r}")
    base = game.board(_text(data, "scenario", "campaign"))
    board = _board(game, base, data)
    options = _mapping(data, "options")
    s = BreakoutState(game, board, chosen_options(game, {name: _flag(options, name, "options.") for name in options}))
    s.turn = _whole(data, "turn", board.first_turn, 1, board.last_turn)
    s.weather = _choice(data, "weather", board.scenario["weather"], WEATHERS)
    s.air = SIDES.index(_choice(data, "air", "soviet", SIDES))
    cas = _mapping(data, "cas")
    for i, name in enumerate(SIDES):
        s.cas[i] = _whole(cas, name, 0, 0, 10, "cas.")
        if s.cas[i] and "air" not in data:
            s.air = i
    if s.cas[SOVIET] and s.cas[GERMAN]:
        raise PositionError("cas: only one side has air markers in a turn (13.3-a)")
    s.control = _hexes(board, data, "control", board.scenario["control"])
    s.fallen = _hexes(board, data, "fallen", ())
    s.kg = tuple(_korpsgruppen(board, data))
    s.exits = _whole(data, "exits", 0, 0, 99)
    s.losses = _whole(data, "losses", 0, 0, 999)
    s.rolls = _whole(data, "rolls", 0, 0, 10**6)
    _units(s, data)
    s.restricted = _unit_set(s, data, "restricted")
    due = _mapping(data, "due")
    for name in due:
        u = _unit(s, name, "due")
        if not board.roster.rifle >> u & 1:
            raise PositionError(f"due.{name}: only rifle corps return (11.1-a)")
        if s.where[u] not in (DEAD, ABSENT):
            raise PositionError(f"due.{name}: the corps is on the map")
        s.where[u], s.steps[u] = DEAD, 1
        s.due[u] = _whole(due, name, 0, 1, board.last_turn, "due.")
    s.log = []
    _stack(s, data)
    s.dice = dice
    if _flag(data, "outcome"):
        finish(s)
        s.log = []
    try:
        s.advance()
        if s.outcome is None:
            s.decision_of(s.sides[0])
            s.actions()
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError) as error:
        if "stack" in data:
            raise PositionError(f"stack: these frames do not fit together ({error})") from None
        raise
    s.log = []
    return s


def _board(game: Breakout, base: Board, data: Mapping[str, Any]) -> Board:
    """The scenario's board, or one of its own where the position changes the map or adds units."""
    overrides = {key: data[key] for key in ("terrain", "rivers") if data.get(key)}
    printed = ("side", "type", "size", "track")
    adhoc = {
        name: {k: v for k, v in unit.items() if k in printed}
        for name, unit in _mapping(data, "units").items()
        if isinstance(unit, Mapping) and any(k in unit for k in printed)
    }
    if not overrides and not adhoc:
        return base
    map_data = with_overrides(base.map_data, overrides)
    board = Board(map_data, base.tables, base.scenario, base.roster.with_units(adhoc))
    board.adhoc = adhoc
    board.overrides = overrides
    return board


def _units(s: BreakoutState, data: Mapping[str, Any]) -> None:
    board = s.board
    units = _mapping(data, "units")
    for name, unit in units.items():
        if isinstance(unit, str):
            unit = {"hex": unit}
        if not isinstance(unit, Mapping):
            raise PositionError(f"units.{name}: give a hex number or an object")
        u = _unit(s, name, "units")
        for key in unit:
            if key not in ("hex", "fate", "steps", "side", "type", "size", "track"):
                raise PositionError(f"units.{name}.{key}: no such field")
        full = board.roster.full[u]
        fate = unit.get("fate")
        if fate is not None:
            if fate not in tuple(FATES):
                raise PositionError(f"units.{name}.fate: {fate!r} is not one of {', '.join(FATES)}")
            s.where[u] = FATES[fate]
            s.steps[u] = _whole(unit, "steps", full if fate == "waiting" else 0, 0, full, f"units.{name}.")
            continue
        h = _hex(board, unit.get("hex"))
        if h is None or not board.area >> h & 1:
            raise PositionError(f"units.{name}.hex: there is no hex {unit.get('hex')!r} in the playing area")
        s.steps[u] = _whole(unit, "steps", full, 1, full, f"units.{name}.")
        there = s.at.get(h)
        if there and s.unit(first(there)).side != s.unit(u).side:
            raise PositionError(f"units.{name}.hex: hex {unit['hex']} holds enemy units (6.0-e)")
        s.put(u, h)
        if "control" not in data:
            s.take(s.unit(u).side, 1 << h)
    if "tops" in data:
        s.tops = _unit_set(s, data, "tops")
        for h, stack in s.at.items():
            if (stack & s.tops).bit_count() != 1:
                raise PositionError(f"tops: hex {board.grid.names[h]} needs exactly one unit on top")
        if s.tops & ~s.present:
            raise PositionError(f"tops: {', '.join(s.ids(s.tops & ~s.present))} is not on the map")
    if not _flag(data, "allow_overstack"):
        for h, stack in s.at.items():
            side = s.unit(first(stack)).side
            if overstacked(s, side, stack):
                plain, guns = loads(s, stack)
                limit = "9 steps (6.1-a)" if side == GERMAN else "4 steps and 1 artillery step (6.2-a)"
                raise PositionError(
                    f"units: hex {board.grid.names[h]} is overstacked with {plain} + {guns} artillery steps; "
                    f"the limit is {limit}; set allow_overstack to place it anyway"
                )


def _korpsgruppen(board: Board, data: Mapping[str, Any]) -> list[int]:
    placed = _mapping(data, "korpsgruppen")
    if not board.scenario["korpsgruppen"]:
        if placed:
            raise PositionError("korpsgruppen: this scenario has none")
        return []
    found = [FREE] * len(KG_NAMES)
    for name, hex_name in placed.items():
        if name not in KG_NAMES.index:
            raise PositionError(f"korpsgruppen.{name}: the Korpsgruppen are {', '.join(KG_NAMES)}")
        h = _hex(board, hex_name)
        if h is None or not board.area >> h & 1:
            raise PositionError(f"korpsgruppen.{name}: there is no hex {hex_name!r} in the playing area")
        if h in found:
            raise PositionError(f"korpsgruppen.{name}: hex {hex_name} holds a Korpsgruppe already (5.3-c)")
        found[KG_NAMES.index[name]] = h
    return found


def _stack(s: BreakoutState, data: Mapping[str, Any]) -> None:
    if "stack" in data:
        if not isinstance(data["stack"], list) or not data["stack"]:
            raise PositionError("stack: must list the frames, the first one first")
        s.stack = [_read_frame(s, f, i) for i, f in enumerate(data["stack"])]
        if not isinstance(s.stack[0], Turn):
            raise PositionError("stack.0: the lowest frame is the Turn")
        return
    name = data.get("phase", "german-1")
    order = _choice(data, "order", "move", ("move", "combat"))
    words = name.split("-") if isinstance(name, str) else []
    if name == "set-up":
        s.stack = [Turn(0), Deploy()]
    elif name in PHASES:
        index = PHASES.index(name)
        if len(words) == 2:
            s.stack = [Turn(index + 1), HalfTurn(SIDES.index(words[0]), int(words[1]))]
        elif name == "korpsgruppen":
            s.stack = [Turn(index + 1), KorpsgruppeDeployment()]
        else:
            s.stack = [Turn(index)]
    elif len(words) == 3 and f"{words[0]}-{words[2]}" in PHASES and words[1] in SEGMENTS:
        s.stack = _half(words[0], words[1], int(words[2]), order)
    else:
        known = [*PHASES, "set-up", *(f"{side}-{seg}-{n}" for side in SIDES for seg in SEGMENTS for n in (1, 2))]
        raise PositionError(f"phase: {name!r} is not one of {', '.join(known)}")


def _half(side_name: str, segment: str, number: int, order: str) -> list[Any]:
    """The rest of a half-turn from one of its segments on."""
    side = SIDES.index(side_name)
    names = segments(side, order)
    if segment not in names:
        raise PositionError("phase: only the German has mechanized combat segments (5.5-a)")
    stack: list[Any] = [Turn(PHASES.index(f"{side_name}-{number}") + 1)]
    for name in reversed(names[names.index(segment) :]):
        stack += SEGMENTS[name](side)
    return stack


def _read_frame(s: BreakoutState, data: Any, i: int) -> Frame:
    if not isinstance(data, Mapping) or data.get("frame") not in tuple(FRAMES):
        raise PositionError(f"stack.{i}.frame: must be one of {', '.join(FRAMES)}")
    kind = FRAMES[data["frame"]]
    values: dict[str, Any] = {}
    for name, value in data.items():
        field = f"stack.{i}.{name}"
        if name == "frame":
            continue
        if name in UNIT_SETS:
            value = _unit_set(s, {field: value}, field)
        elif name in HEX_SETS:
            value = _hexes(s.board, {field: value}, field, ())
        elif name in HEXES:
            h = _hex(s.board, value)
            if h is None:
                raise PositionError(f"{field}: there is no hex {value!r}")
            value = h
        elif name == "unit":
            value = _unit(s, value, field)
        elif name == "side":
            value = SIDES.index(_choice({field: value}, field, "", SIDES))
        values[name] = value
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise PositionError(f"stack.{i}: {error}") from None


# -- fields ----------------------------------------------------------------------------------------------------------


def _hex(board: Board, name: object) -> int | None:
    return board.grid.index.get(name) if isinstance(name, str) else None


def _flag(data: Mapping[str, Any], field: str, prefix: str = "") -> bool:
    value = data.get(field, False)
    if not isinstance(value, bool):
        raise PositionError(f"{prefix}{field}: must be true or false")
    return value


def _unit(s: BreakoutState, name: object, field: str) -> int:
    u = s.board.roster.names.index.get(name) if isinstance(name, str) else None
    if u is None:
        raise PositionError(f"{field}: there is no unit {name!r}")
    return u


def _unit_set(s: BreakoutState, data: Mapping[str, Any], field: str) -> int:
    value = data.get(field, ())
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{field}: must be a list of units")
    return sum({1 << _unit(s, name, field) for name in value})


def _hexes(board: Board, data: Mapping[str, Any], field: str, default: Any) -> int:
    value = data.get(field, default)
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{field}: must be a list of hex numbers")
    bits = 0
    for name in value:
        h = _hex(board, name)
        if h is None:
            raise PositionError(f"{field}: there is no hex {name!r} on this map")
        bits |= 1 << h
    return bits


def _mapping(data: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = data.get(field, {})
    if not isinstance(value, Mapping):
        raise PositionError(f"{field}: must be an object")
    return value


def _text(data: Mapping[str, Any], field: str, default: str) -> str:
    value = data.get(field, default)
    if not isinstance(value, str):
        raise PositionError(f"{field}: must be a text")
    return value


def _choice(data: Mapping[str, Any], field: str, default: str, choices: tuple[str, ...]) -> str:
    value = data.get(field, default)
    if value not in choices:
        raise PositionError(f"{field}: {value!r} is not one of {', '.join(choices)}")
    return str(value)


def _whole(data: Mapping[str, Any], field: str, default: int, low: int, high: int, prefix: str = "") -> int:
    value = data.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{prefix}{field}: {value!r} is not a whole number from {low} to {high}")
    return value
