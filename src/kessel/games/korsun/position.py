"""Positions as JSON data: the laboratory's language and the form in which a state is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kessel.engine import Dice, PositionError
from kessel.engine.game import chosen_options
from kessel.games.korsun import advance, combat, movement, results, retreats, sequence, setup, support
from kessel.games.korsun.board import Board
from kessel.games.korsun.roster import SIDES
from kessel.games.korsun.sequence import PHASES, Turn
from kessel.games.korsun.setup import SetUp
from kessel.games.korsun.state import DEAD, GERMAN, WAITING, KorsunState
from kessel.games.korsun.supply import supplied_together
from kessel.games.korsun.victory import finish
from kessel.hexes import Hex
from kessel.mechanics.fields import (
    FrameForm,
    a_unit,
    choice,
    flag,
    hexes,
    known_fields,
    mapping,
    text,
    units,
    whole,
)
from kessel.mechanics.maps import OVERRIDES
from kessel.mechanics.positions import go_on, own_board, read_stack, read_units, written_units

if TYPE_CHECKING:
    from kessel.games.korsun.game import Korsun

FATES = {"dead": DEAD, "waiting": WAITING}
HEADER = {"game", "scenario", "options", "turn", "weather", "rolls", "outcome"}
MARKERS = {"held", "pools", "air_supply", "airfield", "bombarded", "bridges"}
DONE = ("moved", "attacked", "advanced", "displaced", "mobile_ready")
FIELDS = HEADER | MARKERS | {*DONE, *OVERRIDES, "units", "phase", "stack"}
TERRAIN = {"clear": "clear", "woods": "woods", "rough": "rough", "marsh": "marsh"}
BUILT = {"village": "village", "city": "city", "airfield": "airfield"}
"""What the map calls the terrain of the terrain key."""
PRINTED = ("organisation", "type", "track")
FRAMES = FrameForm(
    (advance, combat, movement, results, retreats, sequence, setup, support),
    SIDES,
    unit_sets=("units", "done", "tried", "built", "struck", "helped", "fighting"),
    paths=("path", "causes"),
)


def write_position(s: KorsunState) -> dict[str, Any]:
    """Everything of a state; :func:`read_position` gives the same state back."""
    grid, roster = s.board.grid, s.board.roster
    data: dict[str, Any] = {
        "game": s.game.id,
        "scenario": s.board.scenario["id"],
        "options": dict(s.options),
        "turn": s.turn,
        "weather": s.weather,
        "held": s.ids(s.held),
        "pools": {
            roster.orgs[i]: {"ready": list(s.ready[i]), "spent": list(s.spent[i])} for i in range(len(roster.orgs))
        },
        "air_supply": {"left": s.airlifts, "unit": roster.names[s.airlift] if s.airlift >= 0 else ""},
        "airfield": SIDES[s.airfield],
        "bombarded": grid.listed(s.bombarded),
        "bridges": [[roster.names[u], s.board.span_names[span]] for u, span in s.bridges],
        **{name: s.ids(getattr(s, name)) for name in DONE},
        "units": written_units(s, FATES),
        "stack": [FRAMES.write(s, f) for f in s.stack],
        "rolls": s.rolls,
    }
    data |= s.board.overrides
    if s.outcome:
        data["outcome"] = True
    return data


def read_position(game: Korsun, data: Mapping[str, Any], dice: Dice | None = None) -> KorsunState:
    """The state that a position describes; raises PositionError naming the field that is wrong."""
    known_fields(game.id, data, FIELDS)
    board: Board = own_board(game.board(text(data, "scenario", game.main_scenario)), data, PRINTED, TERRAIN, BUILT)
    options = mapping(data, "options")
    s = KorsunState(game, board, chosen_options(game, {name: flag(options, name, "options.") for name in options}))
    s.turn = whole(data, "turn", board.first_turn, board.first_turn, board.last_turn)
    s.weather = choice(data, "weather", board.scenario["weather"], tuple(board.tables["weather"]["effects"]))
    s.airfield = SIDES.index(choice(data, "airfield", "german", SIDES))
    s.rolls = whole(data, "rolls", 0, 0, 10**6)
    s.bombarded = hexes(board, data, "bombarded")
    read_units(s, data, FATES, PRINTED, _taken)
    s.held = units(s, data, "held")
    for name in DONE:
        setattr(s, name, units(s, data, name))
    air = mapping(data, "air_supply")
    s.airlifts = whole(air, "left", board.scenario["air_supply"], 0, 9, "air_supply.")
    s.airlift = a_unit(s, air["unit"], "air_supply.unit") if air.get("unit") else -1
    _pools(s, mapping(data, "pools"))
    _bridges(s, data)
    _stack(s, data)
    go_on(s, data, dice, finish)
    return s


def _taken(s: KorsunState, _: int, h: Hex) -> str:
    """One unit a hex."""
    return "another unit (5.3-a)" if h in s.at else ""


def _pools(s: KorsunState, data: Mapping[str, Any]) -> None:
    """Pools by organisation: a list of the chits that are ready, or an object with ``ready`` and ``spent``."""
    orgs = s.board.roster.orgs
    for name, pool in data.items():
        if name not in orgs.index:
            raise PositionError(f"pools.{name}: there is no such organisation; there are {', '.join(orgs)}")
        pool = {"ready": pool} if isinstance(pool, list) else pool
        if not isinstance(pool, Mapping) or set(pool) - {"ready", "spent"}:
            raise PositionError(f"pools.{name}: give a list of chits, or an object with ready and spent")
        for key, pools in (("ready", s.ready), ("spent", s.spent)):
            chits = pool.get(key, [])
            good = isinstance(chits, list) and len(chits) <= 30
            if not good or not all(isinstance(c, int) and not isinstance(c, bool) and 0 <= c <= 20 for c in chits):
                raise PositionError(f"pools.{name}.{key}: must list the values of chits")
            pools[orgs.index[name]] = tuple(sorted(chits))


def _bridges(s: KorsunState, data: Mapping[str, Any]) -> None:
    given = data.get("bridges", [])
    if not isinstance(given, list):
        raise PositionError("bridges: must list pairs of an engineer and a hexside")
    found = []
    for i, pair in enumerate(given):
        if not isinstance(pair, list) or len(pair) != 2:
            raise PositionError(f"bridges.{i}: must be a pair of an engineer and a hexside")
        u = a_unit(s, pair[0], f"bridges.{i}")
        if pair[1] not in tuple(s.board.span_names):
            raise PositionError(f"bridges.{i}: {pair[1]!r} is no unbridged river hexside, such as 1420/1421")
        found.append((u, s.board.span_names.index[pair[1]]))
    s.bridges = tuple(found)


def _stack(s: KorsunState, data: Mapping[str, Any]) -> None:
    if read_stack(s, data, FRAMES, Turn):
        return
    name = text(data, "phase", "german-movement")
    if name == "set-up":
        s.stack = [Turn(0), SetUp(GERMAN), SetUp(1 - GERMAN)]
        return
    if name not in PHASES:
        raise PositionError(f"phase: {name!r} is not one of set-up, {', '.join(PHASES)}")
    s.stack = [Turn(PHASES.index(name))]
    if "-" in name and name.split("-", 1)[1] != "movement":
        _resume(s, data, name)


def _resume(s: KorsunState, data: Mapping[str, Any], name: str) -> None:
    """A phase in the middle of a player turn goes on from what the position says was done before it."""
    side, phase = name.split("-", 1)
    if phase == "mobile-combat" and "mobile_ready" not in data:
        own = s.on_map(SIDES.index(side)) & s.board.roster.mobile
        s.mobile_ready = supplied_together(s, own)
