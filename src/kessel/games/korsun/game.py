"""Korsun Pocket, the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from kessel.engine import Action, Actions, Event, Message, State
from kessel.engine.plan import Plan
from kessel.engine.text import translator
from kessel.games.korsun import messages, reference
from kessel.games.korsun.board import Board
from kessel.games.korsun.check import check
from kessel.games.korsun.overlays import overlay
from kessel.games.korsun.position import read_position, write_position
from kessel.games.korsun.preview import preview
from kessel.games.korsun.roster import SIDES, Roster, read_roster
from kessel.games.korsun.sequence import Turn
from kessel.games.korsun.setup import begin
from kessel.games.korsun.staff import Officer, Staff, evaluate, make_plan, occasion
from kessel.games.korsun.state import KorsunState
from kessel.games.korsun.view import view
from kessel.mechanics.published import Parts, Published


class Korsun(Published):
    """The facts of the game."""

    id: ClassVar[str] = "korsun"
    version: ClassVar[str] = "1"
    title: ClassVar[Mapping[str, str]] = {"en": "Korsun Pocket", "es": "La bolsa de Korsun"}
    sides: ClassVar[tuple[str, ...]] = SIDES
    end_rule: ClassVar[str] = "20.0-v1"
    home = Path(__file__).parent
    parts = Parts(read_position, write_position, view, check, preview, overlay, reference.legend, reference.counters)
    high_die_attacks = False
    scenario_names = ("learning-bridges", "learning-shenderovka", "korsun")
    main_scenario = "korsun"
    table_names = ("terrain", "weather", "combat")
    unnamed = ("village", "hill")
    events, terms, term_arguments = messages.EVENTS, messages.TERMS, messages.TERM_ARGUMENTS
    phase_titles = messages.PHASE_TITLES
    roster: Roster

    def _roster(self, data: Mapping[str, Any]) -> Roster:
        return read_roster(data)

    def _board(self, scenario: str) -> Board:
        return Board(self.map_data, self.tables, self.scenario_data(scenario), self.roster)

    def _set_up(self, board: Board, options: Mapping[str, bool]) -> KorsunState:
        s = KorsunState(self, board, options)
        s.stack = [Turn(0)]
        begin(s)
        return s

    # -- for a table that draws the game -------------------------------------------------------------------------

    def unit_piece(self, unit: Any, language: str) -> dict[str, Any]:
        return super().unit_piece(unit, language) | {"organisation": unit.organisation, "area": unit.area}

    def pieces(self, language: str = "en") -> dict[str, Any]:
        organisations = {
            o.id: {"name": o.name[language], "side": SIDES[o.side], "colour": o.colour, "air": o.air}
            for o in self.roster.organisations
        }
        translate = translator(language)
        effects = self.tables["weather"]["effects"]
        weather = [
            {"id": kind, "text": translate(text), "rule": effects[kind]["rule"]}
            for kind, text in messages.WEATHER_EFFECTS.items()
        ]
        return super().pieces(language) | {"organisations": organisations, "weather": weather}

    # -- for computer commanders ---------------------------------------------------------------------------------

    def advise(self, state: State, side: str, actions: Actions, notes: dict[str, Any]) -> tuple[Action, Message]:
        assert isinstance(state, KorsunState)
        plan = notes.get("plan")
        if plan is None:
            return Staff(state, SIDES.index(side), notes).advise(actions)
        return Officer(state, SIDES.index(side), plan, notes).advise(actions)

    def plan(self, state: State, side: str, rng: Random | None = None, base: Plan | None = None) -> Plan:
        assert isinstance(state, KorsunState)
        return make_plan(state, SIDES.index(side), rng, base)

    def occasion(self, state: State, side: str) -> tuple[str, str, float]:
        assert isinstance(state, KorsunState)
        return occasion(state, SIDES.index(side))

    def evaluate(self, state: State, side: str) -> float:
        assert isinstance(state, KorsunState)
        return evaluate(state, SIDES.index(side))

    # -- words ---------------------------------------------------------------------------------------------------

    def label(self, name: str, value: object, language: str = "en") -> str:
        if name == "organisation":
            i = self.roster.orgs.index.get(str(value))
            return str(value) if i is None else self.roster.organisations[i].name[language]
        return super().label(name, value, language)

    def template(self, event: Event) -> str:
        return messages.template(event.name, event.args)
