"""A published wargame in a folder: rulebook, map, units, tables, scenarios and words, read once and shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from kessel.engine import (
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
from kessel.engine.plan import Plan
from kessel.engine.rulebook import read_rulebook
from kessel.engine.text import LANGUAGES, translator
from kessel.hexes import members
from kessel.mechanics.plans import explain_plan

SCALE = 100
"""Map units between the centres of neighbouring hexes."""

ONE_HIDDEN, MORE_HIDDEN = Message("a hidden unit"), Message("{count} hidden units")
DIFFICULTY = {
    "en": ("introductory", "intermediate", "demanding"),
    "es": ("iniciación", "intermedio", "exigente"),
}


class Parts(NamedTuple):
    """The functions of a game that answer for its states, each in the module of its name."""

    read_position: Callable[[Any, Mapping[str, Any], Dice | None], State]
    write_position: Callable[[Any], dict[str, Any]]
    view: Callable[[Any, str | None], dict[str, Any]]
    check: Callable[[Any], list[str]]
    preview: Callable[[Any, str, str], dict[str, Any] | None]
    overlay: Callable[[Any, str | None, str, str], Any]
    legend: Callable[[Any, str], dict[str, Any]]
    counters: Callable[[Any], list[dict[str, Any]]]


class Published(Game):
    """The facts of a game. ``data`` is an owner's folder whose files take the place of ours."""

    home: ClassVar[Path]
    """The folder of the game."""
    parts: ClassVar[Parts]
    high_die_attacks: ClassVar[bool]
    """Whether a high die of a combat favours the attacker."""
    scenario_names: ClassVar[tuple[str, ...]]
    """The scenarios, the first ones to learn with first."""
    table_names: ClassVar[tuple[str, ...]]
    main_scenario: ClassVar[str]
    """The battle that is meant if none is named."""
    end_rule: ClassVar[str]
    map_scale: ClassVar[int] = SCALE
    switches: ClassVar[tuple[Option, ...]] = ()
    events: ClassVar[Mapping[str, str]]
    """Sentences of the war diary, by event."""
    terms: ClassVar[Mapping[str, str]]
    """Words for the keys that events and views use."""
    unnamed: ClassVar[tuple[str, ...]] = ("village",)
    """Kinds of place whose names a hex does not go by."""
    term_arguments: ClassVar[frozenset[str]]
    """Arguments of messages whose values are terms."""
    phase_titles: ClassVar[Mapping[str, str]]

    def __init__(self, data: Path | None = None) -> None:
        self.data = data
        self.board = cache(self._board)
        self.formation_names = cache(self._formation_names)

    @property
    def folder(self) -> Path:
        return self.home

    # -- files ---------------------------------------------------------------------------------------------------

    def file(self, name: str) -> Path:
        """A data file: the owner's if there is one, else ours."""
        if self.data and (self.data / name).exists():
            return self.data / name
        return self.home / name

    @cached_property
    def roster(self) -> Any:
        """All units."""
        path = self.file("units.yaml")
        try:
            return self._roster(read_yaml(path))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise KesselError(f"{path}: the list of units is damaged: {error!r}") from None

    def _roster(self, data: Mapping[str, Any]) -> Any:
        """The roster of a units file."""
        raise NotImplementedError

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The charts, by name."""
        return MappingProxyType({name: read_yaml(self.file(f"tables/{name}.yaml")) for name in self.table_names})

    @cached_property
    def map_data(self) -> Mapping[str, Any]:
        """The built map."""
        found: Mapping[str, Any] = read_json(self.file("map/map.json"))
        return found

    def scenario_data(self, name: str) -> Mapping[str, Any]:
        """A scenario as its file says."""
        if name not in self.scenario_names:
            known = ", ".join(self.scenario_names)
            raise PositionError(f"scenario: {self.id} has no scenario {name!r}; it has {known}")
        found: Mapping[str, Any] = read_yaml(self.file(f"scenarios/{name}.yaml"))
        return found

    def _board(self, scenario: str) -> Any:
        """The board of a scenario; ``board`` keeps them."""
        raise NotImplementedError

    @property
    def provenance(self) -> Mapping[str, str]:
        """Where the values of each data file come from: the rulebook, reconstruction or design."""
        tables = (f"tables/{t}.yaml" for t in self.table_names)
        scenarios = (f"scenarios/{s}.yaml" for s in self.scenario_names)
        files = ["units.yaml", *tables, *scenarios]
        return {name: " ".join(read_yaml(self.file(name))["provenance"].split()) for name in files}

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        found = {}
        for name in self.scenario_names:
            data = self.scenario_data(name)
            found[name] = Scenario(name, data["title"], len(data["turns"]), data["learning"], data["summary"])
        return found

    @cached_property
    def options(self) -> Mapping[str, Option]:
        return {option.id: option for option in self.switches}

    def rulebook(self, language: str = "en") -> Rulebook:
        if language not in LANGUAGES:
            raise KesselError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
        return read_rulebook(self.home / f"rulebook.{language}.yaml")

    def start(
        self,
        scenario: str = "",
        *,
        seed: str | None = None,
        options: Mapping[str, bool] | None = None,
        dice: Dice | None = None,
    ) -> State:
        s = self._set_up(self.board(scenario or self.main_scenario), chosen_options(self, options))
        s.dice = dice or (FairDice(seed) if seed is not None else None)
        s.advance()
        return s

    def _set_up(self, board: Any, options: Mapping[str, bool]) -> State:
        """A new game with all its frames, before anything has happened in it."""
        raise NotImplementedError

    # -- what is done with a state -------------------------------------------------------------------------------

    def position(self, data: Mapping[str, Any], *, dice: Dice | None = None) -> State:
        return self.parts.read_position(self, data, dice)

    def written(self, state: State) -> dict[str, Any]:
        return self.parts.write_position(state)

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        return self.parts.view(state, side)

    def check(self, state: State) -> list[str]:
        return self.parts.check(state)

    def preview(self, state: State, action: str, side: str, language: str = "en") -> dict[str, Any] | None:
        return self.spoken(self.parts.preview(state, side, action), language)

    def overlay(self, state: State, side: str | None, name: str, unit: str = "") -> Any:
        return self.parts.overlay(state, side, name, unit)

    def legend(self, language: str = "en") -> dict[str, Any]:
        return self.parts.legend(self, language)

    def counters(self, state: State) -> list[dict[str, Any]]:
        return self.parts.counters(state)

    def luck(self, event: Event) -> dict[str, Any] | None:
        """A combat roll, whom it favours, and what was to be expected."""
        if event.name != "result":
            return None
        dice: tuple[int, ...] = event.args["dice"]  # type: ignore[assignment]
        rolled, expected, attacker = sum(dice), 3.5, event.args["side"]
        other = next(side for side in self.sides if side != attacker)
        return {
            "name": "combat",
            "side": attacker,
            "dice": list(dice),
            "expected": expected,
            "rolled": rolled,
            "favours": attacker if (rolled > expected) == self.high_die_attacks else other,
        }

    # -- hidden things, for games that have none -----------------------------------------------------------------

    def disguise(self, state: State, side: str, rng: Random) -> tuple[State, Mapping[str, str]] | None:
        return None

    def imagine(self, state: State, side: str, rng: Random) -> State:
        return state.copy()

    # -- for computer commanders ---------------------------------------------------------------------------------

    def explain_plan(self, plan: Plan, language: str = "en") -> dict[str, Any]:
        return explain_plan(
            plan, self.formation_names(language), translator(language), lambda k, v: self.label(k, v, language)
        )

    def _formation_names(self, language: str) -> Mapping[str, str]:
        """The names of the formations."""
        formations = read_yaml(self.file("units.yaml"))["formations"]
        return {name: formation["name"][language] for name, formation in formations.items()}

    # -- for a table that draws the game -------------------------------------------------------------------------

    def map_of(self, scenario: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.board(scenario).map_data
        return found

    def side_names(self, language: str) -> list[dict[str, str]]:
        """The sides and their names."""
        translate = translator(language)
        return [{"id": side, "name": translate(self.terms[side])} for side in self.sides]

    def catalogue(self, language: str = "en") -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title[language],
            "sides": self.side_names(language),
            "scenarios": [
                {
                    "id": s.id,
                    "title": s.title[language],
                    "summary": s.summary[language],
                    "turns": s.turns,
                    "learning": s.learning,
                    **_facts(self.scenario_data(s.id), language),
                }
                for s in self.scenarios.values()
            ],
            "options": [
                {"id": o.id, "title": o.title[language], "rule": o.rule, "default": o.default}
                for o in self.options.values()
            ],
        }

    def pieces(self, language: str = "en") -> dict[str, Any]:
        translate = translator(language)
        board = self.board(self.main_scenario)
        grid = board.grid
        scale = self.map_scale
        centres = {grid.names[h]: self.drawn_at(*grid.centre(h)) for h in members(grid.valid)}
        return {
            "id": self.id,
            "title": self.title[language],
            "sides": self.side_names(language),
            "units": {u.id: self.unit_piece(u, language) for u in self.roster.units},
            "markers": self.markers(language),
            "phases": [{"id": key, "title": translate(title)} for key, title in self.phase_titles.items()],
            "terms": {key: translate(text) for key, text in self.terms.items()},
            "scenarios": {name: self.scenario_piece(self.board(name), language) for name in self.scenario_names},
            "grid": {
                "scale": scale,
                "hexes": centres,
                "terrain": {grid.names[h]: board.kind_at[h] for h in members(grid.valid)},
                "radius": round(scale / 3**0.5, 1),
                "orientation": grid.orientation,
            },
            "places": dict(self.places),
            "towns": list(self.places),
        }

    def drawn_at(self, x: float, y: float) -> list[float]:
        """A point of the grid in map units; a map whose columns are numbered from the east is drawn mirrored."""
        east = -self.map_scale if self.map_data.get("mirrored") else self.map_scale
        return [round(x * east, 1), round(y * self.map_scale, 1)]

    def unit_piece(self, unit: Any, language: str) -> dict[str, Any]:
        """A unit as printed, for a table that draws it."""
        kind = self.roster.types[unit.type]
        return {
            "side": self.sides[unit.side],
            "type": unit.type,
            "type_name": kind["name"][language],
            "sidc": kind["sidc"],
            "size": unit.size,
            "text": unit.text,
            "colour": unit.colour,
            "name": unit.name[language],
            "track": [list(step) for step in unit.track],
        }

    def markers(self, language: str) -> dict[str, Any]:
        """Markers other than units."""
        return {}

    def scenario_piece(self, board: Any, language: str) -> dict[str, Any]:
        """A scenario, for a table that draws it."""
        grid, scenario = board.grid, board.scenario
        corners = [self.drawn_at(*corner) for h in members(board.area) for corner in grid.corners(h)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return {
            "title": scenario["title"][language],
            "summary": scenario["summary"][language],
            "turns": [
                {"turn": t["turn"], "from": str(t["from"]), "to": str(t["to"]), "part": t.get("part", "")}
                for t in scenario["turns"]
            ],
            "area": grid.listed(board.area),
            "bounds": [min(xs), min(ys), max(xs), max(ys)],
            "objectives": [
                {"hex": grid.names[h], "name": board.place_names.get(h, grid.names[h]), "points": points}
                for h, points in board.vp.items()
            ],
        }

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Names of the places that matter, by hex, the largest first."""
        return {p["hex"]: p["name"] for p in self.map_data["places"] if p["kind"] not in self.unnamed}

    # -- words ---------------------------------------------------------------------------------------------------

    def label(self, name: str, value: object, language: str = "en") -> str:
        if name in ("unit", "units", "defenders"):
            names = [value] if isinstance(value, str) else list(value) if isinstance(value, (list, tuple)) else []
            return listed(self._unit_name(str(n), language) for n in names)
        if name == "hex":
            place = self.places.get(str(value))
            return f"{place} ({value})" if place else str(value)
        if name == "dice" and isinstance(value, (list, tuple)):
            return " ".join(map(str, value))
        if name in self.term_arguments and value in self.terms:
            return translator(language)(self.terms[str(value)])
        return str(value + 0.0 if isinstance(value, float) else value)  # no minus before a zero

    def _unit_name(self, unit: str, language: str) -> str:
        u = self.roster.names.index.get(unit)
        return unit if u is None else str(self.roster.units[u].name[language])

    def template(self, event: Event) -> str:
        """The English sentence for an event."""
        return self.events[event.name]

    def describe(self, event: Event, language: str = "en") -> str:
        """An event as a sentence; after the units that it names it counts the ``hidden`` ones."""
        translate = translator(language)
        words = {k: self.label(k, v, language) for k, v in event.args.items()}
        if hidden := event.args.get("hidden"):
            unseen = (ONE_HIDDEN if hidden == 1 else MORE_HIDDEN).text
            seen: list[str] = event.args["units"]  # type: ignore[assignment]
            names = [self._unit_name(unit, language) for unit in seen]
            words["units"] = listed([*names, translate(unseen).format(count=hidden)])
        return translate(self.template(event)).format_map(words)

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        return refusal.message.render(translator(language), lambda k, v: self.label(k, v, language))

    def spoken(self, found: dict[str, Any] | None, language: str) -> dict[str, Any] | None:
        """A preview with its sentences in a language."""
        if found is not None:
            translate = translator(language)
            for item in (*found["attack"], *found["defence"], *found["shifts"], *found.get("modifiers", ())):
                words = {k: self.label(k, v, language) for k, v in item["args"].items()}
                item["text"] = translate(item["text"]).format_map(words)
            found["result_names"] = {r: self.label("result", r, language) for r in found["order"]}
        return found


def listed(names: Iterable[str]) -> str:
    """Names one after the other, parted by semicolons if there are commas in them."""
    found = list(names)
    return ("; " if any("," in name for name in found) else ", ").join(found)


def _facts(scenario: Mapping[str, Any], language: str) -> dict[str, str]:
    first, last = scenario["turns"][0]["from"], scenario["turns"][-1]["to"]
    length = scenario["minutes"]
    return {
        "period": f"{first.day}.{first.month}. - {last.day}.{last.month}.{last.year}",
        "difficulty": DIFFICULTY[language][scenario["difficulty"] - 1],
        "length": f"{length // 60} h" if length >= 120 else f"{length} min",
    }
