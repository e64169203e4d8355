"""Parts of positions that the games share: a board with changes, units in their places, the stack of frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kessel.engine import Dice, Frame, PositionError
from kessel.hexes import Hex, first
from kessel.mechanics.fields import FrameForm, a_unit, flag, mapping, playable_hex, units, whole
from kessel.mechanics.maps import OVERRIDES, with_overrides
from kessel.mechanics.pieces import ABSENT, PieceState

Fates = Mapping[str, int]
"""Words for where a unit is that is not on the map."""


def own_board(
    base: Any, data: Mapping[str, Any], printed: Iterable[str], terrain: Mapping[str, str], built: Mapping[str, str]
) -> Any:
    """The scenario's board, or one of its own where the position changes the map, adds units or changes what is
    ``printed`` on them. ``terrain`` and ``built`` are the words for the ground and the places of a hex."""
    overrides = {key: data[key] for key in OVERRIDES if key in data}
    adhoc = {
        name: {k: v for k, v in unit.items() if k in printed}
        for name, unit in mapping(data, "units").items()
        if isinstance(unit, Mapping) and any(k in unit for k in printed)
    }
    if not overrides and not adhoc:
        return base
    map_data = with_overrides(base.map_data, overrides, terrain, built)
    board = type(base)(map_data, base.tables, base.scenario, base.roster.with_units(adhoc))
    board.adhoc = adhoc
    board.overrides = overrides
    return board


# -- units -----------------------------------------------------------------------------------------------------------


def written_units(s: PieceState, fates: Fates) -> dict[str, Any]:
    """Where each unit of the game is, with its steps and what the position changed of it."""
    words = {v: k for k, v in fates.items()}
    names, found = s.board.roster.names, {}
    for u, where in enumerate(s.where):
        if where != ABSENT:
            place = {"hex": s.board.grid.names[where]} if where >= 0 else {"fate": words[where]}
            found[names[u]] = {**place, "steps": s.steps[u], **s.board.adhoc.get(names[u], {})}
    return found


def no_enemies(s: PieceState, u: int, h: Hex) -> str:
    """A hex is held by one side."""
    roster = s.board.roster
    return "enemy units" if h in s.at and roster.units[first(s.at[h])].side != roster.units[u].side else ""


def read_units(
    s: PieceState,
    data: Mapping[str, Any],
    fates: Fates,
    fields: Iterable[str],
    clash: Callable[[Any, int, Hex], str] = no_enemies,
) -> list[tuple[int, Mapping[str, Any]]]:
    """Put every unit of a position in its place; returns the units with what is said of each. ``fields`` are those of
    the game beside hex, fate and steps; ``clash`` says what in a hex keeps a unit out of it."""
    found = []
    for name, unit in mapping(data, "units").items():
        if isinstance(unit, str):
            unit = {"hex": unit}
        if not isinstance(unit, Mapping):
            raise PositionError(f"units.{name}: give a hex number or an object")
        u = a_unit(s, name, "units")
        for key in unit:
            if key not in ("hex", "fate", "steps", *fields):
                raise PositionError(f"units.{name}.{key}: no such field")
        full, fate, prefix = s.board.roster.full[u], unit.get("fate"), f"units.{name}."
        if fate is None:
            h = playable_hex(s.board, unit.get("hex"), f"{prefix}hex")
            s.steps[u] = whole(unit, "steps", full, 1, full, prefix)
            if reason := clash(s, u, h):
                raise PositionError(f"{prefix}hex: hex {unit['hex']} holds {reason}")
            s.put(u, h)
        elif fate in tuple(fates):
            s.where[u] = fates[fate]
            s.steps[u] = whole(unit, "steps", full if fate == "waiting" else 0, 0, full, prefix)
        else:
            raise PositionError(f"{prefix}fate: {fate!r} is not one of {', '.join(fates)}")
        found.append((u, unit))
    return found


def read_tops(s: PieceState, data: Mapping[str, Any]) -> None:
    """The units that lie on top; without a word from the position the first in each hex does."""
    if "tops" not in data:
        return
    tops = units(s, data, "tops")
    for h, stack in s.at.items():
        if (stack & tops).bit_count() != 1:
            raise PositionError(f"tops: hex {s.board.grid.names[h]} needs exactly one unit on top")
    if tops & ~s.present:
        raise PositionError(f"tops: {', '.join(s.ids(tops & ~s.present))} is not on the map")
    s.tops = tops


# -- what is under way -----------------------------------------------------------------------------------------------


def read_stack(s: PieceState, data: Mapping[str, Any], frames: FrameForm, lowest: type[Frame]) -> bool:
    """The frames of a position, if it has some; the lowest is always of one kind."""
    if "stack" not in data:
        return False
    if not isinstance(data["stack"], list) or not data["stack"]:
        raise PositionError("stack: must list the frames, the first one first")
    s.stack = [frames.read(s, f, i) for i, f in enumerate(data["stack"])]
    if not isinstance(s.stack[0], lowest):
        raise PositionError(f"stack.0: the lowest frame is the {lowest.__name__}")
    return True


def go_on(s: PieceState, data: Mapping[str, Any], dice: Dice | None, finish: Callable[[Any], None]) -> None:
    """Take up the game where the position left it, up to its next decision; frames that do not fit together are an
    error."""
    s.dice = dice
    if flag(data, "outcome"):
        finish(s)
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
