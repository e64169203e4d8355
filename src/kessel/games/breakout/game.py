"""Breakout: First Panzer Army, the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from kessel.engine import Action, Actions, Event, Message, Option, State
from kessel.engine.data import read_yaml
from kessel.engine.plan import Plan
from kessel.games.breakout import messages, reference
from kessel.games.breakout.board import Board, Tables
from kessel.games.breakout.check import check, disguise
from kessel.games.breakout.fog import imagine
from kessel.games.breakout.overlays import overlay
from kessel.games.breakout.position import read_position, write_position
from kessel.games.breakout.preview import preview
from kessel.games.breakout.roster import SIDES, Roster, Unit, read_roster
from kessel.games.breakout.sequence import PHASES, KorpsgruppeDeployment, Turn
from kessel.games.breakout.setup import begin
from kessel.games.breakout.staff import Officer, Staff, evaluate, make_plan, occasion
from kessel.games.breakout.state import BreakoutState
from kessel.games.breakout.view import view
from kessel.mechanics.published import Parts, Published


class Breakout(Published):
    """The facts of the game."""

    id: ClassVar[str] = "breakout"
    version: ClassVar[str] = "1"
    title: ClassVar[Mapping[str, str]] = {
        "en": "Breakout: First Panzer Army",
        "es": "Breakout: 1.er Ejército Panzer",
    }
    sides: ClassVar[tuple[str, ...]] = SIDES
    end_rule: ClassVar[str] = "4.3-a"
    home = Path(__file__).parent
    parts = Parts(read_position, write_position, view, check, preview, overlay, reference.legend, reference.counters)
    high_die_attacks = False
    scenario_names = ("learning-ternopol", "example-smotrich", "campaign")
    main_scenario = "campaign"
    table_names = Tables._fields
    switches = (
        Option(
            "simple-rivers",
            {
                "en": "Simple rivers: every rolled crossing costs +3 MP",
                "es": "Ríos simples: cada cruce con tirada cuesta +3 PM",
            },
            "12.3-e",
        ),
    )
    events, terms, term_arguments = messages.EVENTS, messages.TERMS, messages.TERM_ARGUMENTS
    phase_titles = messages.PHASE_TITLES
    roster: Roster

    def _roster(self, data: Mapping[str, Any]) -> Roster:
        return read_roster(data)

    def _board(self, scenario: str) -> Board:
        return Board(self.map_data, Tables(**self.tables), self.scenario_data(scenario), self.roster)

    def _set_up(self, board: Board, options: Mapping[str, bool]) -> BreakoutState:
        s = BreakoutState(self, board, options)
        s.stack = [Turn(PHASES.index(board.scenario.get("start", "weather")))]
        if board.scenario.get("deployed"):
            s.stack.append(KorpsgruppeDeployment())
        begin(s)
        return s

    # -- for a table that draws the game -------------------------------------------------------------------------

    def unit_piece(self, unit: Unit, language: str) -> dict[str, Any]:
        return super().unit_piece(unit, language) | {"colour": reference.colour(self, unit)}

    def markers(self, language: str) -> dict[str, Any]:
        return {k: {"kind": "korpsgruppe", "name": f"Korpsgruppe {name}"} for k, name in self.korpsgruppen.items()}

    # -- hidden things -------------------------------------------------------------------------------------------

    def disguise(self, state: State, side: str, rng: Random) -> tuple[State, Mapping[str, str]] | None:
        assert isinstance(state, BreakoutState)
        return disguise(state, side, rng)

    # -- for computer commanders ---------------------------------------------------------------------------------

    def imagine(self, state: State, side: str, rng: Random) -> State:
        assert isinstance(state, BreakoutState)
        return imagine(state, side, rng)

    def advise(self, state: State, side: str, actions: Actions, notes: dict[str, Any]) -> tuple[Action, Message]:
        assert isinstance(state, BreakoutState)
        plan = notes.get("plan")
        if plan is None:
            return Staff(state, SIDES.index(side), notes).advise(actions)
        return Officer(state, SIDES.index(side), plan, notes).advise(actions)

    def plan(self, state: State, side: str, rng: Random | None = None, base: Plan | None = None) -> Plan:
        assert isinstance(state, BreakoutState)
        return make_plan(state, SIDES.index(side), rng, base)

    def occasion(self, state: State, side: str) -> tuple[str, str, float]:
        assert isinstance(state, BreakoutState)
        phase = occasion(state)
        return str(state.turn), phase, {"1": 0.5, "2": 1.0}.get(phase[-1], 0.0) if phase.startswith(side) else 0.0

    def evaluate(self, state: State, side: str) -> float:
        assert isinstance(state, BreakoutState)
        return evaluate(state, SIDES.index(side))

    # -- words ---------------------------------------------------------------------------------------------------

    def label(self, name: str, value: object, language: str = "en") -> str:
        if name == "kg":
            return self.korpsgruppen.get(str(value), str(value))
        return super().label(name, value, language)

    @cached_property
    def korpsgruppen(self) -> Mapping[str, str]:
        """Commanders of the Korpsgruppen by marker."""
        return {k["id"]: k["name"] for k in read_yaml(self.file("units.yaml"))["korpsgruppen"]}

    def template(self, event: Event) -> str:
        return messages.template(event.name, event.args)
