"""Pieces, hexes and words of the game for a table that draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kessel.engine.text import translator
from kessel.games.breakout.board import MECHANIZED
from kessel.games.breakout.messages import (
    LEGEND_COSTS,
    LEGEND_EFFECTS,
    LEGEND_HEADINGS,
    LEGEND_NAMES,
)
from kessel.games.breakout.roster import SIDES, Unit
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import members

if TYPE_CHECKING:
    from kessel.games.breakout.game import Breakout

LEGEND_SWATCHES = {
    "forest": "woods",
    "swamp": "marsh",
    "fortified": "fortress",
    "river": "minor-river",
    "major": "major-river",
    "road": "bridge",
}
"""What the legend shows for a line, where the map calls it otherwise."""


def colour(game: Breakout, unit: Unit) -> str:
    """The paint of a counter: German mechanized units have their own."""
    mechanized = game.roster.types[unit.type]["mobility"] == MECHANIZED
    return "german_mech" if unit.colour == "german" and mechanized else unit.colour


def legend(game: Breakout, language: str) -> dict[str, Any]:
    """The terrain effects chart (14.0) as the legend of the drawn map."""
    translate = translator(language)
    rows = []
    for kind, text in LEGEND_NAMES.items():
        row = game.tables["terrain"].get(kind, {})
        costs = [str(row[m]) if m in row else translate(LEGEND_COSTS[kind]) for m in ("non_mechanized", "mechanized")]
        rows.append(
            {
                "kind": LEGEND_SWATCHES.get(kind, kind),
                "cells": [translate(text), *costs, translate(LEGEND_EFFECTS[kind])],
            }
        )
    title, *columns = (translate(text) for text in LEGEND_HEADINGS.values())
    return {"title": title, "columns": columns, "rows": rows}


def counters(state: BreakoutState) -> list[dict[str, Any]]:
    """The counters on the map, stack by stack with the top unit last, for the drawn map."""
    found = []
    for h, stack in sorted(state.at.items()):
        top = state.top(h)
        for u in (*(v for v in members(stack) if v != top), top):
            unit = state.unit(u)
            found.append(
                {
                    "hex": state.board.grid.names[h],
                    "side": SIDES[unit.side],
                    "colour": unit.colour,
                    "type": unit.type,
                    "size": unit.size,
                    "text": unit.text,
                    "af": state.attack(u),
                    "df": state.defence(u),
                    "steps": state.steps[u],
                    "max_steps": len(unit.track),
                    "badges": [],
                }
            )
    return found
