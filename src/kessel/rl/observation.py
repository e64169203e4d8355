"""What a side sees, as numbers: built from its view, the words it has said, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kessel.engine import Game
from kessel.rl.vocabulary import Vocabulary, split

Vector = NDArray[np.float32]

HEX_FEATURES = (
    "own units",
    "enemy units",
    "own attack",
    "own defence",
    "enemy attack",
    "enemy defence",
    "own supply",
    "enemy supply",
    "points",
)
UNIT_FEATURES = ("own", "enemy", "attack", "defence", "steps", "across", "down", "off map")
APART = frozenset({"stacks", "off_map", "options", "decision", "score", "outcome"})
"""Parts of a view that are read for themselves or name no hexes and units."""
PASSING = ("combat", "moving")
"""Parts that are empty until a combat or a move begins."""

# What is divided by these is at most about one.
UNITS, FACTORS, STEPS, POINTS, MARKERS = 4.0, 20.0, 8.0, 10.0, 10.0


class Observer:
    """Turns the view of a side into one vector of numbers between -1 and 1.

    ``layout`` says where its parts lie: ``hexes`` (a row for each hex, ``hex_features`` across), ``units`` (a row for
    each unit, ``unit_features`` across), ``table`` (turn, score, the words of the phase and the weather, markers of
    both sides) and ``said`` (the words of the action begun). Hexes and units have a feature for each part of the view
    that may name them, such as the combat under way.
    """

    def __init__(self, game: Game, scenario: str, vocabulary: Vocabulary) -> None:
        self.sides = game.sides
        self.words = vocabulary
        pieces = game.pieces()
        view = game.start(scenario, seed="layout").view(game.sides[0])
        parts = {key: value for key, value in view.items() if key not in APART}
        self.marked = [key for key, value in parts.items() if key in PASSING or isinstance(value, (list, dict))]
        self.hex_features = (*HEX_FEATURES, *self.marked)
        self.unit_features = (*UNIT_FEATURES, *self.marked)
        self.hex_row = {name: n for n, name in enumerate(vocabulary.hexes)}
        self.unit_row = {name: n for n, name in enumerate(vocabulary.units)}
        places = {name: pieces["grid"]["hexes"][name] for name in vocabulary.hexes}
        ends = [(min(line), max(line)) for line in zip(*places.values(), strict=True)]
        self.place = {
            name: tuple((at - low) / max(1.0, high - low) for at, (low, high) in zip(place, ends, strict=True))
            for name, place in places.items()
        }
        """How far across and down the map each hex lies, from 0 to 1."""
        self.objectives = {
            objective["hex"]: float(objective.get("points") or 1)
            for objective in pieces["scenarios"][scenario].get("objectives", [])
        }
        shapes = {
            "hexes": (len(self.hex_row), len(self.hex_features)),
            "units": (len(self.unit_row), len(self.unit_features)),
            "table": (2 + len(vocabulary) + 2 * len(self.marked),),
            "said": (len(vocabulary),),
        }
        self.layout: dict[str, tuple[slice, tuple[int, ...]]] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.layout[name] = slice(at, at + size), shape
            at += size
        self.size = at

    def part(self, vector: Vector, name: str) -> Vector:
        """One part of an observation in its shape."""
        where, shape = self.layout[name]
        return vector[where].reshape(shape)

    def observe(self, view: Mapping[str, Any], side: str, said: tuple[str, ...]) -> Vector:
        """The observation of a side."""
        vector = np.zeros(self.size, np.float32)
        hexes, units = self.part(vector, "hexes"), self.part(vector, "units")
        for name, points in self.objectives.items():
            if name in self.hex_row:
                hexes[self.hex_row[name], 8] = points / POINTS
        for stack in view["stacks"]:
            self._stack(stack, side, hexes, units)
        for name in _named(view.get("off_map")):
            if name in self.unit_row:
                units[self.unit_row[name], UNIT_FEATURES.index("off map")] = 1.0
        table = self.part(vector, "table")
        self._table(view, table)
        self._marked(view, side, hexes, units, table[2 + len(self.words) :])
        spoken = self.part(vector, "said")
        for word in said:
            if word in self.words.index:
                spoken[self.words.index[word]] = 1.0
        return np.clip(vector, -1.0, 1.0, out=vector)

    def _stack(self, stack: Mapping[str, Any], side: str, hexes: Vector, units: Vector) -> None:
        enemy = int(stack["side"] != side)
        row = hexes[self.hex_row[stack["hex"]]]
        row[enemy] = stack["height"] / UNITS
        row[6 + enemy] = float(bool(stack.get("supplied")))
        for unit in stack["units"]:
            row[2 + 2 * enemy] += (unit.get("attack") or 0) / FACTORS
            row[3 + 2 * enemy] += (unit.get("defence") or 0) / FACTORS
            if unit["id"] in self.unit_row:
                mine = units[self.unit_row[unit["id"]]]
                mine[enemy] = 1.0
                mine[2:5] = (
                    (unit.get("attack") or 0) / FACTORS,
                    (unit.get("defence") or 0) / FACTORS,
                    (unit.get("steps") or 0) / STEPS,
                )
                mine[5:7] = self.place[stack["hex"]]

    def _table(self, view: Mapping[str, Any], table: Vector) -> None:
        table[0] = view["turn"] / max(1, view.get("last_turn") or 1)
        score = view.get("score")
        total = score.get("total") if isinstance(score, Mapping) else None
        table[1] = total / (5 * POINTS) if isinstance(total, (int, float)) else 0.0
        for key in ("phase", "segment", "weather"):
            number = self.words.index.get(str(view.get(key)))
            if number is not None:
                table[2 + number] = 1.0

    def _marked(self, view: Mapping[str, Any], side: str, hexes: Vector, units: Vector, markers: Vector) -> None:
        for n, key in enumerate(self.marked):
            value = view.get(key)
            for name in _named(value):
                if name in self.hex_row:
                    hexes[self.hex_row[name], len(HEX_FEATURES) + n] = 1.0
                if name in self.unit_row:
                    units[self.unit_row[name], len(UNIT_FEATURES) + n] = 1.0
            if isinstance(value, Mapping):
                for who, count in value.items():
                    if who in self.sides and isinstance(count, (int, float)):
                        markers[2 * n + int(who != side)] = count / MARKERS


def _named(value: object) -> list[str]:
    """The names in a list or a table of a view."""
    if isinstance(value, Mapping):
        return [*map(str, value), *(name for inner in value.values() for name in _named(inner))]
    if isinstance(value, list):
        return [name for inner in value for name in _named(inner)]
    return split(value) if isinstance(value, str) else []
