"""Breakout: First Panzer Army, the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from kessel.engine import (
    Action,
    Actions,
    Dice,
    Event,
    FairDice,
    Game,
    KesselError,
    Message,
    Option,
    PositionError,
    Refusal,
    Rulebook,
    Scenario,
    State,
)
from kessel.engine.data import read_json, read_yaml
from kessel.engine.game import chosen_options
from kessel.engine.rulebook import read_rulebook
from kessel.engine.text import LANGUAGES, translator
from kessel.games.breakout import messages, reference
from kessel.games.breakout.board import Board, Tables
from kessel.games.breakout.check import check, disguise
from kessel.games.breakout.fog import imagine
from kessel.games.breakout.overlays import overlay
from kessel.games.breakout.position import read_position
from kessel.games.breakout.preview import preview
from kessel.games.breakout.roster import SIDES, Roster, read_roster
from kessel.games.breakout.sequence import PHASES, KorpsgruppeDeployment, Turn
from kessel.games.breakout.setup import begin
from kessel.games.breakout.staff import Staff
from kessel.games.breakout.state import BreakoutState

FOLDER = Path(__file__).parent
SCENARIOS = ("learning-ternopol", "example-smotrich", "campaign")
TABLES = ("terrain", "weather", "rivers", "movement", "combat")


class Breakout(Game):
    """The facts of the game. ``data`` is an owner's folder whose files take the place of ours."""

    id: ClassVar[str] = "breakout"
    version: ClassVar[str] = "1"
    title: ClassVar[Mapping[str, str]] = {
        "en": "Breakout: First Panzer Army",
        "es": "Breakout: 1.er Ejército Panzer",
    }
    sides: ClassVar[tuple[str, ...]] = SIDES
    end_rule: ClassVar[str] = "4.3-a"

    def __init__(self, data: Path | None = None) -> None:
        self.data = data
        self.board = cache(self._board)

    @property
    def folder(self) -> Path:
        return FOLDER

    def file(self, name: str) -> Path:
        """A data file: the owner's if there is one, else ours."""
        if self.data and (self.data / name).exists():
            return self.data / name
        return FOLDER / name

    @cached_property
    def roster(self) -> Roster:
        """All units."""
        path = self.file("units.yaml")
        try:
            return read_roster(read_yaml(path))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise KesselError(f"{path}: the list of units is damaged: {error!r}") from None

    @cached_property
    def tables(self) -> Tables:
        """The charts of 14.0."""
        return Tables(*(read_yaml(self.file(f"tables/{name}.yaml")) for name in TABLES))

    @cached_property
    def map_data(self) -> Mapping[str, Any]:
        """The built map."""
        found: Mapping[str, Any] = read_json(self.file("map/map.json"))
        return found

    @property
    def provenance(self) -> Mapping[str, str]:
        """Where the values of each data file come from: the rulebook, reconstruction or design."""
        files = ["units.yaml", *(f"tables/{t}.yaml" for t in TABLES), *(f"scenarios/{s}.yaml" for s in SCENARIOS)]
        return {name: " ".join(read_yaml(self.file(name))["provenance"].split()) for name in files}

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        found = {}
        for name in SCENARIOS:
            data = read_yaml(self.file(f"scenarios/{name}.yaml"))
            found[name] = Scenario(name, data["title"], len(data["turns"]), data["learning"], data["summary"])
        return found

    @cached_property
    def options(self) -> Mapping[str, Option]:
        title = {
            "en": "Simple rivers: every rolled crossing costs +3 MP",
            "es": "Ríos simples: cada cruce con tirada cuesta +3 PM",
        }
        return {"simple-rivers": Option("simple-rivers", title, "12.3-e")}

    def _board(self, scenario: str) -> Board:
        if scenario not in SCENARIOS:
            raise PositionError(f"scenario: {self.id} has no scenario {scenario!r}; it has {', '.join(SCENARIOS)}")
        return Board(self.map_data, self.tables, read_yaml(self.file(f"scenarios/{scenario}.yaml")), self.roster)

    def start(
        self,
        scenario: str = "",
        *,
        seed: str | None = None,
        options: Mapping[str, bool] | None = None,
        dice: Dice | None = None,
    ) -> BreakoutState:
        board = self.board(scenario or "campaign")
        s = BreakoutState(self, board, chosen_options(self, options))
        s.stack = [Turn(PHASES.index(board.scenario.get("start", "weather")))]
        if board.scenario.get("deployed"):
            s.stack.append(KorpsgruppeDeployment())
        begin(s)
        s.dice = dice or (FairDice(seed) if seed is not None else None)
        s.advance()
        return s

    def position(self, data: Mapping[str, Any], *, dice: Dice | None = None) -> BreakoutState:
        return read_position(self, data, dice)

    def rulebook(self, language: str = "en") -> Rulebook:
        if language not in LANGUAGES:
            raise KesselError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
        return read_rulebook(FOLDER / f"rulebook.{language}.yaml")

    def preview(self, state: State, action: str, side: str, language: str = "en") -> dict[str, Any] | None:
        assert isinstance(state, BreakoutState)
        found = preview(state, side, action)
        if found is not None:
            translate = translator(language)
            for item in (*found["attack"], *found["defence"], *found["shifts"]):
                words = {k: self.label(k, v, language) for k, v in item["args"].items()}
                item["text"] = translate(item["text"]).format_map(words)
            found["result_names"] = {r: self.label("result", r, language) for r in found["results"]}
        return found

    # -- for a table that draws the game -------------------------------------------------------------------------

    map_scale: ClassVar[int] = reference.SCALE

    def map_of(self, scenario: str) -> Mapping[str, Any]:
        return self.board(scenario).map_data

    def catalogue(self, language: str = "en") -> dict[str, Any]:
        return reference.catalogue(self, language)

    def pieces(self, language: str = "en") -> dict[str, Any]:
        return reference.pieces(self, language)

    def legend(self, language: str = "en") -> dict[str, Any]:
        return reference.legend(self, language)

    def counters(self, state: State) -> list[dict[str, Any]]:
        assert isinstance(state, BreakoutState)
        return reference.counters(state)

    def overlay(self, state: State, side: str | None, name: str, unit: str = "") -> Any:
        assert isinstance(state, BreakoutState)
        return overlay(state, side, name, unit)

    def luck(self, event: Event) -> dict[str, Any] | None:
        """A combat roll: low dice favour the attacker (14.4-a)."""
        if event.name != "result":
            return None
        rolled, expected = sum(event.args["dice"]), 3.5  # type: ignore[call-overload]
        attacker = event.args["side"]
        other = next(side for side in SIDES if side != attacker)
        return {
            "name": "combat",
            "side": attacker,
            "dice": list(event.args["dice"]),  # type: ignore[call-overload]
            "expected": expected,
            "rolled": rolled,
            "favours": attacker if rolled < expected else other,
        }

    def check(self, state: State) -> list[str]:
        assert isinstance(state, BreakoutState)
        return check(state)

    def disguise(self, state: State, side: str, rng: Random) -> tuple[State, Mapping[str, str]] | None:
        assert isinstance(state, BreakoutState)
        return disguise(state, side, rng)

    # -- for computer commanders ---------------------------------------------------------------------------------

    def imagine(self, state: State, side: str, rng: Random) -> State:
        assert isinstance(state, BreakoutState)
        return imagine(state, side, rng)

    def advise(self, state: State, side: str, actions: Actions, notes: dict[str, Any]) -> tuple[Action, Message]:
        assert isinstance(state, BreakoutState)
        return Staff(state, SIDES.index(side), notes).advise(actions)

    # -- words ---------------------------------------------------------------------------------------------------

    def label(self, name: str, value: object, language: str = "en") -> str:
        translate = translator(language)
        if name in ("unit", "units", "defenders"):
            names = [value] if isinstance(value, str) else list(value) if isinstance(value, (list, tuple)) else []
            return ", ".join(self._unit_name(str(n), language) for n in names)
        if name == "hex":
            return self._hex_name(str(value))
        if name == "dice" and isinstance(value, (list, tuple)):
            return " ".join(map(str, value))
        if name == "kg":
            return self.korpsgruppen.get(str(value), str(value))
        if name in messages.TERM_ARGUMENTS and value in messages.TERMS:
            return translate(messages.TERMS[str(value)])
        return str(value)

    def _unit_name(self, unit: str, language: str) -> str:
        u = self.roster.names.index.get(unit)
        return unit if u is None else self.roster.units[u].name[language]

    def _hex_name(self, name: str) -> str:
        place = self.places.get(name)
        return f"{place} ({name})" if place else name

    @cached_property
    def korpsgruppen(self) -> Mapping[str, str]:
        """Commanders of the Korpsgruppen by marker."""
        return {k["id"]: k["name"] for k in read_yaml(self.file("units.yaml"))["korpsgruppen"]}

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Names of towns and fortified localities by hex."""
        return {p["hex"]: p["name"] for p in self.map_data["places"] if p["kind"] != "village"}

    def describe(self, event: Event, language: str = "en") -> str:
        translate = translator(language)
        text = translate(messages.template(event.name, event.args))
        words = {k: self.label(k, v, language) for k, v in event.args.items()}
        hidden = event.args.get("hidden")
        if hidden:
            unseen = translate(messages.TERMS["a hidden unit" if hidden == 1 else "hidden units"])
            unseen = unseen.format(count=hidden)
            words["units"] = ", ".join(filter(None, (words["units"], unseen)))
        return text.format_map(words)

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        """A refusal as a sentence."""
        return refusal.message.render(translator(language), lambda k, v: self.label(k, v, language))
