"""Pieces, hexes and words of the game for a table that draws it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kessel.engine.data import read_yaml
from kessel.engine.text import translator
from kessel.games.breakout.board import MECHANIZED, Board
from kessel.games.breakout.messages import (
    LEGEND_COSTS,
    LEGEND_EFFECTS,
    LEGEND_HEADINGS,
    LEGEND_NAMES,
    PHASE_TITLES,
    TERMS,
)
from kessel.games.breakout.roster import SIDES
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

SCALE = 100
"""Map units between the centres of neighbouring hexes."""


def catalogue(game: Breakout, language: str) -> dict[str, Any]:
    """The game as an entry in a list of battles."""
    return {
        "id": game.id,
        "title": game.title[language],
        "sides": sides(language),
        "scenarios": [
            {
                "id": s.id,
                "title": s.title[language],
                "summary": s.summary[language],
                "turns": s.turns,
                "learning": s.learning,
                **_facts(read_yaml(game.file(f"scenarios/{s.id}.yaml")), language),
            }
            for s in game.scenarios.values()
        ],
        "options": [
            {"id": o.id, "title": o.title[language], "rule": o.rule, "default": o.default}
            for o in game.options.values()
        ],
    }


def sides(language: str) -> list[dict[str, str]]:
    """The sides and their names."""
    translate = translator(language)
    return [{"id": side, "name": translate(TERMS[side])} for side in SIDES]


def _facts(scenario: Mapping[str, Any], language: str) -> dict[str, str]:
    first, last = scenario["turns"][0]["from"], scenario["turns"][-1]["to"]
    difficulty, length = scenario["difficulty"], scenario["minutes"]
    words = {"en": ("introductory", "intermediate", "demanding"), "es": ("iniciación", "intermedio", "exigente")}
    return {
        "period": f"{first.day}.{first.month}. - {last.day}.{last.month}.{last.year}",
        "difficulty": words[language][difficulty - 1],
        "length": f"{length // 60} h" if length >= 120 else f"{length} min",
    }


def pieces(game: Breakout, language: str) -> dict[str, Any]:
    """Everything about the game that never changes."""
    translate = translator(language)
    board = game.board("campaign")
    grid = board.grid
    centres = {grid.names[h]: [round(c * SCALE, 1) for c in grid.centre(h)] for h in members(grid.valid)}
    types = game.roster.types
    return {
        "id": game.id,
        "title": game.title[language],
        "sides": sides(language),
        "units": {
            u.id: {
                "side": SIDES[u.side],
                "type": u.type,
                "type_name": types[u.type]["name"][language],
                "sidc": types[u.type]["sidc"],
                "size": u.size,
                "text": u.text,
                "colour": "german_mech"
                if u.colour == "german" and types[u.type]["mobility"] == MECHANIZED
                else u.colour,
                "name": u.name[language],
                "track": [list(step) for step in u.track],
            }
            for u in game.roster.units
        },
        "markers": {k: {"kind": "korpsgruppe", "name": f"Korpsgruppe {name}"} for k, name in game.korpsgruppen.items()},
        "phases": [{"id": key, "title": translate(title)} for key, title in PHASE_TITLES.items()],
        "terms": {key: translate(text) for key, text in TERMS.items()},
        "scenarios": {name: _scenario(game.board(name), language) for name in game.scenarios},
        "grid": {"scale": SCALE, "hexes": centres, "radius": round(SCALE / 3**0.5, 1), "orientation": grid.orientation},
        "places": dict(game.places),
    }


def _scenario(board: Board, language: str) -> dict[str, Any]:
    grid, scenario = board.grid, board.scenario
    corners = [corner for h in members(board.area) for corner in grid.corners(h)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return {
        "title": scenario["title"][language],
        "summary": scenario["summary"][language],
        "turns": [{"turn": t["turn"], "from": str(t["from"]), "to": str(t["to"])} for t in scenario["turns"]],
        "area": grid.listed(board.area),
        "bounds": [round(v * SCALE, 1) for v in (min(xs), min(ys), max(xs), max(ys))],
        "objectives": [
            {"hex": grid.names[h], "name": board.place_names[h], "points": points} for h, points in board.vp.items()
        ],
    }


def legend(game: Breakout, language: str) -> dict[str, Any]:
    """The terrain effects chart (14.0) as the legend of the drawn map."""
    translate = translator(language)
    rows = []
    for kind, text in LEGEND_NAMES.items():
        row = game.tables.terrain.get(kind, {})
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
