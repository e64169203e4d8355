"""The legend of the map and the counters on it, for the drawn map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kessel.engine.text import translator
from kessel.games.korsun.messages import LEGEND_HEADINGS, LEGEND_NAMES, TERMS
from kessel.games.korsun.roster import SIDES
from kessel.games.korsun.state import KorsunState

if TYPE_CHECKING:
    from kessel.games.korsun.game import Korsun

LEGEND_SWATCHES = {"minor_river": "minor-river", "major_river": "major-river", "road": "main-road"}
"""What the legend shows for a line, where the map calls it otherwise."""


def legend(game: Korsun, language: str) -> dict[str, Any]:
    """The terrain key as the legend of the drawn map."""
    translate = translator(language)
    table = game.tables["terrain"]
    scale = table["scale"]
    rows = []
    for kind, name in LEGEND_NAMES.items():
        row = table["hexes"].get(kind) or table["hexsides"].get(kind) or table["ways"][kind]
        extra = "+" if kind in table["hexsides"] else ""
        costs = [f"{extra}{row[mobility] / scale:g}" for mobility in ("leg", "mobile")]
        combat = translate(TERMS[row["combat"]]) if "combat" in row else "–"
        rows.append({"kind": LEGEND_SWATCHES.get(kind, kind), "cells": [translate(name), *costs, combat]})
    title, *columns = (translate(words) for words in LEGEND_HEADINGS.values())
    return {"title": title, "columns": columns, "rows": rows}


def counters(s: KorsunState) -> list[dict[str, Any]]:
    """The counters on the map, for the drawn map."""
    roster = s.board.roster
    found = []
    for h in sorted(s.at):
        u = s.at_hex(h)
        unit = s.unit(u)
        attack, defence, movement = unit.track[len(unit.track) - s.steps[u]]
        found.append(
            {
                "hex": s.board.grid.names[h],
                "side": SIDES[unit.side],
                "colour": roster.organisations[roster.orgs.index[unit.organisation]].colour,
                "type": unit.type,
                "size": unit.size,
                "text": unit.text,
                "af": attack,
                "df": defence,
                "ma": movement,
                "steps": s.steps[u],
                "max_steps": len(unit.track),
                "badges": [],
            }
        )
    return found
