"""The legend of the map and the counters on it, for the drawn map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kessel.engine.text import translator
from kessel.games.debrecen.messages import LEGEND_HEADINGS, LEGEND_NAMES
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import members

if TYPE_CHECKING:
    from kessel.games.debrecen.game import Debrecen

LEGEND_SWATCHES = {"minor_river": "minor-river", "major_river": "major-river", "road": "main-road"}
"""What the legend shows for a line, where the map calls it otherwise."""
NOTHING = "–"


def legend(game: Debrecen, language: str) -> dict[str, Any]:
    """The terrain effects table as the legend of the drawn map."""
    translate = translator(language)
    table = game.tables["terrain"]
    rows = []
    for kind, name in LEGEND_NAMES.items():
        row = _row(table, kind)
        extra = "+" if kind in table["hexsides"] else ""
        costs = [_cost(row.get(column), table["scale"], extra) for column in ("infantry", "mechanised")]
        shift = f"{row['shift']:+d}" if row.get("shift") else NOTHING
        rows.append({"kind": LEGEND_SWATCHES.get(kind, kind), "cells": [translate(name), *costs, shift]})
    title, *columns = (translate(words) for words in LEGEND_HEADINGS.values())
    return {"title": title, "columns": columns, "rows": rows}


def _row(table: dict[str, Any], kind: str) -> dict[str, Any]:
    """The line of the terrain table for a kind of ground, place, river or way; a bridge takes the river away."""
    if kind == "bridge":
        bridge = table["hexsides"]["major_river"]["bridge"]
        return {"infantry": bridge, "mechanised": bridge}
    if kind == "road":
        return dict(table["road"])
    return dict(table["hexes"].get(kind) or table["places"].get(kind) or table["hexsides"][kind])


def _cost(cost: int | None, scale: int, extra: str) -> str:
    return NOTHING if cost is None else f"{extra}{cost / scale:g}"


def counters(s: DebrecenState) -> list[dict[str, Any]]:
    """The counters on the map, stack by stack with the top unit last, for the drawn map."""
    found = []
    for h, stack in sorted(s.at.items()):
        top = s.top(h)
        for u in (*(v for v in members(stack) if v != top), top):
            found.append({"hex": s.name(h), **_face(s, u), "badges": []})
    return found


def _face(s: DebrecenState, u: int) -> dict[str, Any]:
    """A counter with its values at the steps it has left."""
    unit, roster = s.unit(u), s.board.roster
    data, kind, steps = roster.data, roster.types[unit.type], s.steps[u]
    hq = unit.type == "hq"
    values = (unit.range, unit.support) if hq else (roster.value[u][steps], steps, roster.quality[u])
    return {
        "side": SIDES[unit.side],
        "colour": data["ss_colour"] if unit.ss else data["sides"][SIDES[unit.side]]["colour"],
        "band": unit.colour,
        "lying": kind["mobility"] == "mechanised",
        "mark": data["nationalities"][unit.nationality].get("mark"),
        "type": kind["symbol"],
        "size": unit.size,
        "text": unit.text,
        "stars": {"yellow": unit.yellow, "white": unit.white},
        "values": "-".join(map(str, values)),
        "red": unit.red,
        "steps": steps,
        "max_steps": len(unit.track),
    }
