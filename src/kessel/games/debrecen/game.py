"""Debrecen 1944, the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from kessel.engine import Action, Actions, Message, Option, State
from kessel.engine.game import Chronicle
from kessel.engine.plan import Plan
from kessel.engine.text import translator
from kessel.games.debrecen import messages, reference
from kessel.games.debrecen.board import Board
from kessel.games.debrecen.check import check
from kessel.games.debrecen.fog import disguise, imagine
from kessel.games.debrecen.overlays import overlay
from kessel.games.debrecen.position import read_position, write_position
from kessel.games.debrecen.preview import preview
from kessel.games.debrecen.results import read_result
from kessel.games.debrecen.roster import SIDES, Roster, read_roster
from kessel.games.debrecen.sequence import Turn
from kessel.games.debrecen.setup import begin
from kessel.games.debrecen.staff import Officer, Staff, evaluate, make_plan, occasion
from kessel.games.debrecen.state import DebrecenState
from kessel.games.debrecen.view import view
from kessel.mechanics.published import Parts, Published


class Debrecen(Published):
    """The facts of the game."""

    id: ClassVar[str] = "debrecen"
    version: ClassVar[str] = "1"
    title: ClassVar[Mapping[str, str]] = {"en": "Debrecen 1944", "es": "Debrecen 1944"}
    sides: ClassVar[tuple[str, ...]] = SIDES
    end_rule: ClassVar[str] = "2-a"
    chronicle: ClassVar[Chronicle] = Chronicle(fights=frozenset({"attack", "prepared attack"}))
    home = Path(__file__).parent
    parts = Parts(read_position, write_position, view, check, preview, overlay, reference.legend, reference.counters)
    high_die_attacks = True
    scenario_names = (
        "learning-nagyvarad",
        "example-breakthrough",
        "example-bridgehead",
        "example-disengagement",
        "debrecen",
    )
    main_scenario = "debrecen"
    table_names = (
        "actions",
        "alarm",
        "armour",
        "bridgeheads",
        "combat",
        "options",
        "sequence",
        "support",
        "terrain",
    )
    events, terms, term_arguments = messages.EVENTS, messages.TERMS, messages.TERM_ARGUMENTS
    phase_titles = messages.PHASE_TITLES
    roster: Roster

    @cached_property
    def options(self) -> Mapping[str, Option]:
        switches = self.tables["options"]["options"]
        return {name: Option(name, row["title"], row["rule"], row["default"]) for name, row in switches.items()}

    def _roster(self, data: Mapping[str, Any]) -> Roster:
        return read_roster(data, self.tables["bridgeheads"])

    def _board(self, scenario: str) -> Board:
        return Board(self.map_data, self.tables, self.scenario_data(scenario), self.roster)

    def _set_up(self, board: Board, options: Mapping[str, bool]) -> DebrecenState:
        s = DebrecenState(self, board, options)
        s.stack = [Turn(0)]
        begin(s)
        return s

    # -- for a table that draws the game -------------------------------------------------------------------------

    def unit_piece(self, unit: Any, language: str) -> dict[str, Any]:
        return super().unit_piece(unit, language) | {
            "formation": unit.formation,
            "mobility": self.roster.types[unit.type]["mobility"],
            "division": unit.division,
            "nationality": unit.nationality,
            "quality": unit.track[0][2],
            "stars": {"yellow": unit.yellow, "white": unit.white},
            "red": unit.red,
            "range": unit.range,
            "support": unit.support,
            "uses": list(unit.uses),
            "ss": unit.ss,
        }

    def markers(self, language: str) -> dict[str, Any]:
        names = self.marker_names(language)
        kinds = self.tables["support"]["kinds"]
        return {
            m.id: {
                "kind": m.kind,
                "name": names[m.id],
                "side": SIDES[m.side],
                "nationality": m.nationality,
                "sidc": kinds[m.kind]["sidc"],
                "effect": kinds[m.kind]["effect"],
            }
            for m in self.board(self.main_scenario).markers
        }

    def pieces(self, language: str = "en") -> dict[str, Any]:
        formations = {
            f.id: {"name": f.name[language], "text": f.text, "side": SIDES[f.side], "colour": f.colour, "hq": f.hq}
            for f in self.roster.formations
        }
        nationalities = {
            key: {"name": row["name"][language], "side": row["side"], "mark": row.get("mark")}
            for key, row in self.roster.data["nationalities"].items()
        }
        sides = {side: {"colour": row["colour"]} for side, row in self.roster.data["sides"].items()}
        found = super().pieces(language)
        found["terms"] |= {result: self.result_words(result, language) for result in self.tables["combat"]["ladder"]}
        return found | {
            "formations": formations,
            "nationalities": nationalities,
            "counters": sides | {"ss": {"colour": self.roster.data["ss_colour"]}},
        }

    def scenario_piece(self, board: Board, language: str) -> dict[str, Any]:
        pairs = zip(self.roster.units, board.roster.units, strict=True)
        moved = {now.id: now.formation for unit, now in pairs if now.formation != unit.formation}
        return super().scenario_piece(board, language) | {"formations": moved}

    # -- hidden things -------------------------------------------------------------------------------------------

    def disguise(self, state: State, side: str, rng: Random) -> tuple[State, Mapping[str, str]] | None:
        assert isinstance(state, DebrecenState)
        return disguise(state, side, rng)

    # -- for computer commanders ---------------------------------------------------------------------------------

    def imagine(self, state: State, side: str, rng: Random) -> State:
        assert isinstance(state, DebrecenState)
        return imagine(state, side, rng)

    def advise(self, state: State, side: str, actions: Actions, notes: dict[str, Any]) -> tuple[Action, Message]:
        assert isinstance(state, DebrecenState)
        plan = notes.get("plan")
        if plan is None:
            return Staff(state, SIDES.index(side), notes).advise(actions)
        return Officer(state, SIDES.index(side), plan, notes).advise(actions)

    def plan(self, state: State, side: str, rng: Random | None = None, base: Plan | None = None) -> Plan:
        assert isinstance(state, DebrecenState)
        return make_plan(state, SIDES.index(side), rng, base)

    def occasion(self, state: State, side: str) -> tuple[str, str, float]:
        assert isinstance(state, DebrecenState)
        return occasion(state, SIDES.index(side))

    def evaluate(self, state: State, side: str) -> float:
        assert isinstance(state, DebrecenState)
        return evaluate(state, SIDES.index(side))

    # -- words ---------------------------------------------------------------------------------------------------

    def label(self, name: str, value: object, language: str = "en") -> str:
        if name in ("marker", "markers"):
            ids = [value] if isinstance(value, str) else list(value) if isinstance(value, (list, tuple)) else []
            return ", ".join(self.marker_names(language).get(str(m), str(m)) for m in ids)
        if name == "level" and value in SIDES:
            return super().label(name, f"{value} victory", language)
        if name == "score" and isinstance(value, (int, float)):
            return f"{value:g}".replace(".", "," if language == "es" else ".")
        if name in ("giver", "hq", "attacker", "defender"):
            return super().label("unit", value, language)
        return super().label(name, value, language)

    def spoken(self, found: dict[str, Any] | None, language: str) -> dict[str, Any] | None:
        found = super().spoken(found, language)
        if found is not None:
            found["result_names"] = {result: self.result_words(result, language) for result in found["order"]}
        return found

    def result_words(self, text: str, language: str) -> str:
        """What a cell of the combat results table costs whom (7.7-a)."""
        result, translate = read_result(text), translator(language)
        parts = []
        for who, count, starred in (
            ("attacker", result.attack, result.attack_starred),
            ("defender", result.defence, result.defence_starred),
        ):
            if count:
                parts.append(translate(messages.RESULT[f"{who} first" if starred else who]).format(count=count))
        if result.breakthrough:
            parts.append(translate(messages.RESULT["breakthrough"]))
        return " · ".join(parts)

    def marker_names(self, language: str) -> Mapping[str, str]:
        """The names of the support markers, by id."""
        table = self.tables["support"]
        kinds = {kind: row["name"][language] for kind, row in table["kinds"].items()}
        return {m["id"]: m.get("text") or kinds[m["kind"]] for m in table["markers"]}
