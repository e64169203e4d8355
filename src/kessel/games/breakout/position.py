"""Positions as JSON data: the laboratory's language and the form in which a state is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kessel.engine import Dice, PositionError
from kessel.engine.game import chosen_options
from kessel.games.breakout import combat, losses, movement, reinforcements, results, sequence, setup, stacking
from kessel.games.breakout.board import WEATHERS, Board
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SIDES, SOVIET
from kessel.games.breakout.sequence import PHASES, SEGMENTS, HalfTurn, KorpsgruppeDeployment, Turn, segments
from kessel.games.breakout.setup import Deploy
from kessel.games.breakout.stacking import loads, overstacked
from kessel.games.breakout.state import ABSENT, DEAD, EXITED, FREE, WAITING, BreakoutState
from kessel.games.breakout.victory import finish
from kessel.hexes import Hex, first
from kessel.mechanics.fields import (
    FrameForm,
    a_unit,
    choice,
    flag,
    hexes,
    known_fields,
    mapping,
    playable_hex,
    text,
    units,
    whole,
)
from kessel.mechanics.positions import go_on, no_enemies, own_board, read_stack, read_tops, read_units, written_units

if TYPE_CHECKING:
    from kessel.games.breakout.game import Breakout

FATES = {"dead": DEAD, "exited": EXITED, "waiting": WAITING}
HEADER = {"game", "scenario", "options", "turn", "weather", "air", "cas", "rolls", "outcome"}
MARKERS = {"control", "fallen", "korpsgruppen", "exits", "losses", "due", "restricted"}
PIECES = {"units", "tops", "terrain", "rivers", "allow_overstack"}
FIELDS = HEADER | MARKERS | PIECES | {"phase", "order", "stack"}
TERRAIN = {"clear": "clear", "forest": "woods", "rough": "rough", "swamp": "marsh"}
BUILT = {"town": "town", "fortified": "fortress"}
"""What the map calls the terrain of 14.0."""
PRINTED = ("side", "type", "size", "track")
FRAMES = FrameForm(
    (combat, losses, movement, reinforcements, results, sequence, setup, stacking),
    SIDES,
    unit_sets=("units", "moved", "spent", "ranged"),
    hex_sets=("used",),
)


# -- writing ---------------------------------------------------------------------------------------------------------


def write_position(s: BreakoutState) -> dict[str, Any]:
    """Everything of a state; :func:`read_position` gives the same state back."""
    grid, roster = s.board.grid, s.board.roster
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
        "units": written_units(s, FATES),
        "tops": s.ids(s.tops),
        "stack": [FRAMES.write(s, f) for f in s.stack],
        "rolls": s.rolls,
        "allow_overstack": True,
    }
    data |= s.board.overrides
    if s.outcome:
        data["outcome"] = True
    return data


# -- reading ---------------------------------------------------------------------------------------------------------


def read_position(game: Breakout, data: Mapping[str, Any], dice: Dice | None = None) -> BreakoutState:
    """The state that a position describes; raises PositionError naming the field that is wrong."""
    known_fields(game.id, data, FIELDS)
    board: Board = own_board(game.board(text(data, "scenario", "campaign")), data, PRINTED, TERRAIN, BUILT)
    options = mapping(data, "options")
    s = BreakoutState(game, board, chosen_options(game, {name: flag(options, name, "options.") for name in options}))
    s.turn = whole(data, "turn", board.first_turn, 1, board.last_turn)
    s.weather = choice(data, "weather", board.scenario["weather"], WEATHERS)
    s.air = SIDES.index(choice(data, "air", "soviet", SIDES))
    cas = mapping(data, "cas")
    for i, name in enumerate(SIDES):
        s.cas[i] = whole(cas, name, 0, 0, 10, "cas.")
        if s.cas[i] and "air" not in data:
            s.air = i
    if s.cas[SOVIET] and s.cas[GERMAN]:
        raise PositionError("cas: only one side has air markers in a turn (13.3-a)")
    s.control = hexes(board, data, "control", board.scenario["control"])
    s.fallen = hexes(board, data, "fallen", ())
    s.kg = tuple(_korpsgruppen(board, data))
    s.exits = whole(data, "exits", 0, 0, 99)
    s.losses = whole(data, "losses", 0, 0, 999)
    s.rolls = whole(data, "rolls", 0, 0, 10**6)
    _units(s, data)
    s.restricted = units(s, data, "restricted")
    due = mapping(data, "due")
    for name in due:
        u = a_unit(s, name, "due")
        if not board.roster.rifle >> u & 1:
            raise PositionError(f"due.{name}: only rifle corps return (11.1-a)")
        if s.where[u] not in (DEAD, ABSENT):
            raise PositionError(f"due.{name}: the corps is on the map")
        s.where[u], s.steps[u] = DEAD, 1
        s.due[u] = whole(due, name, 0, 1, board.last_turn, "due.")
    _stack(s, data)
    go_on(s, data, dice, finish)
    return s


def _held(s: BreakoutState, u: int, h: Hex) -> str:
    """Enemies never share a hex."""
    reason = no_enemies(s, u, h)
    return reason and f"{reason} (6.0-e)"


def _units(s: BreakoutState, data: Mapping[str, Any]) -> None:
    board = s.board
    placed = read_units(s, data, FATES, PRINTED, _held)
    if "control" not in data:
        for u, _ in placed:
            if s.where[u] >= 0:
                s.take(s.unit(u).side, 1 << s.where[u])
    read_tops(s, data)
    if not flag(data, "allow_overstack"):
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
    placed = mapping(data, "korpsgruppen")
    if not board.scenario["korpsgruppen"]:
        if placed:
            raise PositionError("korpsgruppen: this scenario has none")
        return []
    found = [FREE] * len(KG_NAMES)
    for name, hex_name in placed.items():
        if name not in KG_NAMES.index:
            raise PositionError(f"korpsgruppen.{name}: the Korpsgruppen are {', '.join(KG_NAMES)}")
        h = playable_hex(board, hex_name, f"korpsgruppen.{name}")
        if h in found:
            raise PositionError(f"korpsgruppen.{name}: hex {hex_name} holds a Korpsgruppe already (5.3-c)")
        found[KG_NAMES.index[name]] = h
    return found


def _stack(s: BreakoutState, data: Mapping[str, Any]) -> None:
    if read_stack(s, data, FRAMES, Turn):
        return
    name = data.get("phase", "german-1")
    order = choice(data, "order", "move", ("move", "combat"))
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
