"""Positions as JSON data: the laboratory's language and the form in which a state is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kessel.engine import Dice, PositionError
from kessel.engine.game import chosen_options
from kessel.games.debrecen import (
    activation,
    advance,
    alarm,
    allotment,
    combat,
    entry,
    movement,
    results,
    retreats,
    sequence,
    setup,
    support,
)
from kessel.games.debrecen.board import Board, marker_index
from kessel.games.debrecen.fog import UNIT_FIELDS
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.sequence import PHASES, Turn
from kessel.games.debrecen.state import (
    BUSY,
    DEAD,
    FALLEN,
    GONE,
    MARKS,
    POOL,
    READY,
    UNUSED,
    USED,
    WAITING,
    DebrecenState,
)
from kessel.games.debrecen.victory import finish
from kessel.hexes import first, members
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
from kessel.mechanics.maps import OVERRIDES
from kessel.mechanics.positions import go_on, own_board, read_stack, read_tops, read_units, written_units

if TYPE_CHECKING:
    from kessel.games.debrecen.game import Debrecen

FATES = {"dead": DEAD, "waiting": WAITING, "fallen": FALLEN}
STOCKS = {"ready": READY, "used": USED, "pool": POOL, "gone": GONE, "unused": UNUSED}
COUNTS = ("missions", "losses", "idle", "runs")
HEADER = {"game", "scenario", "options", "turn", "initiative", "rolls", "outcome"}
MARKERS = {"markers", "bridgeheads", "alarms", "backs", "breakthrough", "control", "mech_losses"}
FIELDS = HEADER | MARKERS | {*MARKS, *BUSY, *COUNTS, *OVERRIDES, "units", "tops", "phase", "stack"}
TERRAIN = {"clear": "clear", "woods": "woods", "rough": "rough", "marsh": "marsh"}
BUILT = {"village": "village", "town": "town", "city": "city"}
"""What the map calls the terrain of the terrain table."""
PRINTED = ("formation", "track", "quality", "yellow", "white")
KEPT = ("points", "due", "entry")
MOST = 999
FRAMES = FrameForm(
    (activation, advance, alarm, allotment, combat, entry, movement, results, retreats, sequence, setup, support),
    SIDES,
    units=("unit", "hq"),
    unit_sets=UNIT_FIELDS,
    paths=("path", "entered", "trails"),
)


# -- writing ---------------------------------------------------------------------------------------------------------


def write_position(s: DebrecenState) -> dict[str, Any]:
    """Everything of a state; :func:`read_position` gives the same state back."""
    grid = s.board.grid
    counters = list(s.board.tables["alarm"]["counters"])
    data: dict[str, Any] = {
        "game": s.game.id,
        "scenario": s.board.scenario["id"],
        "options": dict(s.options),
        "turn": s.turn,
        "initiative": SIDES[s.initiative],
        "units": _units_of(s),
        "tops": s.ids(s.tops),
        "markers": {marker.id: _marker(s, m) for m, marker in enumerate(s.board.markers)},
        "bridgeheads": {
            s.unit(u).id: s.unit(mother).id
            for u, mother in zip(members(s.board.roster.bridgeheads), s.mothers, strict=True)
            if mother >= 0
        },
        "alarms": grid.listed(s.alarms),
        "backs": [counters[i] for i in members(s.backs)],
        "breakthrough": grid.listed(s.breakthrough),
        "control": {side: grid.listed(s.control[i]) for i, side in enumerate(SIDES)},
        **{name: dict(zip(SIDES, getattr(s, name), strict=True)) for name in COUNTS},
        "mech_losses": s.mech_losses,
        **{name: s.ids(getattr(s, name)) for name in (*MARKS, *BUSY)},
        "stack": [FRAMES.write(s, f) for f in s.stack],
        "rolls": s.rolls,
    }
    data |= s.board.overrides
    if s.outcome:
        data["outcome"] = True
    return data


def _units_of(s: DebrecenState) -> dict[str, Any]:
    """Where the units are and what they have; numbers that are nothing are left out."""
    found = written_units(s, FATES)
    for name, unit in found.items():
        u = s.board.roster.names.index[name]
        more = {"points": s.points[u], "due": s.due[u], "entry": s.name(s.entry_of[u]) if s.entry_of[u] >= 0 else ""}
        unit.update({key: value for key, value in more.items() if value})
    return found


def _marker(s: DebrecenState, m: int) -> dict[str, Any]:
    stock = s.stock[m]
    words = {v: k for k, v in STOCKS.items()}
    found: dict[str, Any] = {"stock": stock if stock > 0 else words[stock]}
    return found | ({"hq": s.unit(s.box[m]).id} if s.box[m] >= 0 else {})


# -- reading ---------------------------------------------------------------------------------------------------------


def read_position(game: Debrecen, data: Mapping[str, Any], dice: Dice | None = None) -> DebrecenState:
    """The state that a position describes; raises PositionError naming the field that is wrong."""
    known_fields(game.id, data, FIELDS)
    board: Board = own_board(game.board(text(data, "scenario", game.main_scenario)), data, PRINTED, TERRAIN, BUILT)
    options = mapping(data, "options")
    s = DebrecenState(game, board, chosen_options(game, {name: flag(options, name, "options.") for name in options}))
    s.turn = whole(data, "turn", board.first_turn, board.first_turn, board.last_turn)
    s.initiative = SIDES.index(choice(data, "initiative", "allied", SIDES))
    s.rolls = whole(data, "rolls", 0, 0, 10**6)
    s.mech_losses = whole(data, "mech_losses", 0, 0, MOST)
    _units(s, data)
    for name in (*MARKS, *BUSY):
        setattr(s, name, units(s, data, name))
    for name in COUNTS:
        given = mapping(data, name)
        setattr(s, name, [whole(given, side, 0, 0, MOST, f"{name}.") for side in SIDES])
    _markers(s, mapping(data, "markers"))
    _bridgeheads(s, mapping(data, "bridgeheads"))
    s.alarms = hexes(board, data, "alarms")
    s.breakthrough = hexes(board, data, "breakthrough")
    s.backs = _backs(s, data)
    control = mapping(data, "control")
    s.control = [hexes(board, control, side, board.scenario["control"].get(side, ())) for side in SIDES]
    for i in range(len(SIDES)):  # whoever stands in a hex was the last to pass it (15.7-m)
        s.take(members(s.occupied[i]), i)
    _stack(s, data)
    go_on(s, data, dice, finish)
    return s


def _units(s: DebrecenState, data: Mapping[str, Any]) -> None:
    for u, unit in read_units(s, data, FATES, (*KEPT, *PRINTED)):
        prefix = f"units.{s.unit(u).id}."
        s.points[u] = whole(unit, "points", 0, 0, 9, prefix)
        s.due[u] = whole(unit, "due", 0, 0, MOST, prefix)
        if "entry" in unit:
            s.entry_of[u] = playable_hex(s.board, unit["entry"], f"{prefix}entry")
    read_tops(s, data)


def _markers(s: DebrecenState, data: Mapping[str, Any]) -> None:
    """Support markers by id: an object with ``stock`` and ``hq``, or the HQ that has it ready; others are gone."""
    s.stock = [GONE] * len(s.stock)
    for name, marker in data.items():
        m = marker_index(s.board, name, "markers")
        if isinstance(marker, str):
            marker = {"hq": marker}
        if not isinstance(marker, Mapping) or set(marker) - {"stock", "hq"}:
            raise PositionError(f"markers.{name}: give an HQ, or an object with stock and hq")
        stock = marker.get("stock", "ready")
        if stock in tuple(STOCKS):
            s.stock[m] = STOCKS[stock]
        elif isinstance(stock, int) and not isinstance(stock, bool) and 0 < stock <= MOST:
            s.stock[m] = stock
        else:
            raise PositionError(f"markers.{name}.stock: must be a turn or one of {', '.join(STOCKS)}")
        if s.stock[m] in (READY, USED):
            hq = a_unit(s, marker.get("hq"), f"markers.{name}.hq")
            if not s.board.roster.hqs >> hq & 1 or s.unit(hq).side != s.board.markers[m].side:
                raise PositionError(f"markers.{name}.hq: {marker['hq']!r} is no HQ of its side")
            s.box[m] = hq


def _bridgeheads(s: DebrecenState, data: Mapping[str, Any]) -> None:
    """The mother unit of each bridgehead on the map."""
    base = first(s.board.roster.bridgeheads)
    for name, mother in data.items():
        u = a_unit(s, name, "bridgeheads")
        if not s.board.roster.bridgeheads >> u & 1:
            raise PositionError(f"bridgeheads.{name}: is no bridgehead marker")
        s.mothers[u - base] = a_unit(s, mother, f"bridgeheads.{name}")
    for u in members(s.present & s.board.roster.bridgeheads):
        if s.mothers[u - base] < 0:
            raise PositionError(f"bridgeheads: {s.unit(u).id} is on the map and needs a mother unit (15.5-b)")


def _backs(s: DebrecenState, data: Mapping[str, Any]) -> int:
    """The alarm counters that lie on the map; without a word all of them may."""
    counters = list(s.board.tables["alarm"]["counters"])
    given = data.get("backs", counters if s.alarms else [])
    if not isinstance(given, list) or any(name not in counters for name in given):
        raise PositionError(f"backs: must list some of {', '.join(counters)}")
    backs = sum({1 << counters.index(name) for name in given})
    if backs.bit_count() < s.alarms.bit_count():
        raise PositionError("backs: there are more alarm counters on the map than backs")
    return backs


def _stack(s: DebrecenState, data: Mapping[str, Any]) -> None:
    if read_stack(s, data, FRAMES, Turn):
        return
    s.stack = [Turn(PHASES.index(choice(data, "phase", "operations", PHASES)))]
