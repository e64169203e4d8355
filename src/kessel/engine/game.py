"""A game: what it is called, its sides, scenarios and options, and how its positions are made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol

from kessel.engine.action import Action, Actions
from kessel.engine.dice import Dice
from kessel.engine.event import Event, Message
from kessel.engine.plan import Plan
from kessel.engine.refusal import KesselError, Refusal
from kessel.engine.rulebook import Rulebook
from kessel.engine.state import State


class Option(NamedTuple):
    """A switch of the rulebook: an optional rule or a house rule."""

    id: str
    title: Mapping[str, str]
    rule: str
    default: bool = False


class Scenario(NamedTuple):
    """What a player reads before choosing a scenario."""

    id: str
    title: Mapping[str, str]
    turns: int
    learning: bool
    summary: Mapping[str, str]


class Chronicle(NamedTuple):
    """The events that a study counts, by name. Fights carry a ``hex``; losses a ``side`` and ``units``."""

    fights: frozenset[str] = frozenset({"attack"})
    steps: frozenset[str] = frozenset({"step lost"})
    """A step lost by each unit named."""
    units: frozenset[str] = frozenset({"eliminated"})
    """Units gone from the game."""
    turn: str = "turn"
    """A new turn begins; its argument ``turn`` is the number."""


class Game(Protocol):
    """The facts of a game. One instance serves every match."""

    id: ClassVar[str]
    version: ClassVar[str]
    """Version of the rules as implemented; records carry it."""
    title: ClassVar[Mapping[str, str]]
    sides: ClassVar[tuple[str, ...]]
    end_rule: ClassVar[str]
    """The clause that ends the game."""
    chronicle: ClassVar[Chronicle] = Chronicle()

    @property
    def scenarios(self) -> Mapping[str, Scenario]: ...

    @property
    def options(self) -> Mapping[str, Option]: ...

    def start(
        self,
        scenario: str = "",
        *,
        seed: str | None = None,
        options: Mapping[str, bool] | None = None,
        dice: Dice | None = None,
    ) -> State:
        """A new game at its first decision. With a seed (or dice) chance is rolled as play goes on."""

    def position(self, data: Mapping[str, Any], *, dice: Dice | None = None) -> State:
        """The state that a position (JSON data) describes; raises PositionError naming the field that is wrong."""

    def written(self, state: State) -> dict[str, Any]:
        """A state as a position."""
        raise NotImplementedError

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        """What a side (None: a spectator) may know of a state, and nothing else."""
        raise NotImplementedError

    def rulebook(self, language: str = "en") -> Rulebook: ...

    def describe(self, event: Event, language: str = "en") -> str:
        """An event as a sentence."""

    def label(self, name: str, value: object, language: str = "en") -> str:
        """An argument of a message in words."""

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        """A refusal as a sentence."""

    @property
    def provenance(self) -> Mapping[str, str]:
        """Where the values of each data file come from: the rulebook, reconstruction or design."""

    def preview(self, state: State, action: str, side: str, language: str = "en") -> dict[str, Any] | None:
        """What an attack would mean: strengths, modifiers with their rules, probabilities; from what the side knows."""

    def check(self, state: State) -> list[str]:
        """Everything wrong with a position that play can never reach; empty for a sound one."""

    def disguise(self, state: State, side: str, rng: Random) -> tuple[State, Mapping[str, str]] | None:
        """A state that differs only in what the side may not know, with the renaming of names between the two;
        None where nothing is hidden."""

    # -- for computer commanders ---------------------------------------------------------------------------------

    def imagine(self, state: State, side: str, rng: Random) -> State:
        """A position that agrees with all the side may know; what is hidden from it is guessed with the dice."""

    def advise(self, state: State, side: str, actions: Actions, notes: dict[str, Any]) -> tuple[Action, Message]:
        """What the game's own staff would do now, and why; ``notes`` are its memory from decision to decision. With
        a plan among them (``notes["plan"]``) it follows the plan."""

    def plan(self, state: State, side: str, rng: Random | None = None, base: Plan | None = None) -> Plan:
        """A plan for the side: the staff's own, or with dice a variation of it or of another plan."""
        return Plan(side)

    def explain_plan(self, plan: Plan, language: str = "en") -> dict[str, Any]:
        """A plan in words: main effort, the task of each formation, the expected result of each attack."""
        return plan.data()

    def evaluate(self, state: State, side: str) -> float:
        """What a position is worth to the side, in victory points to expect at the end of the game."""
        return 0.0

    def occasion(self, state: State, side: str) -> tuple[str, str, float]:
        """When a side plans: its turn, the occasion within the turn at which it plans anew, and which share of the
        time left to it in this turn it may spend then."""
        return "", "", 0.0

    @property
    def folder(self) -> Path: ...

    # -- for a table that draws the game -------------------------------------------------------------------------

    map_scale: ClassVar[int]
    """Map units between the centres of neighbouring hexes."""

    def map_of(self, scenario: str) -> Mapping[str, Any]:
        """The built map that a scenario is played on."""

    def catalogue(self, language: str = "en") -> dict[str, Any]:
        """The game as an entry in a list of battles."""

    def pieces(self, language: str = "en") -> dict[str, Any]:
        """Everything about the game that never changes: units, hexes, phases, words."""

    def legend(self, language: str = "en") -> dict[str, Any]:
        """The legend of the drawn map."""

    def counters(self, state: State) -> list[dict[str, Any]]:
        """Every counter on the map, for the drawn map."""

    def overlay(self, state: State, side: str | None, name: str, unit: str = "") -> Any:
        """Hexes to draw over the map, from what the side may know; None if there is no such overlay."""

    def luck(self, event: Event) -> dict[str, Any] | None:
        """A roll that favours one side: who rolled, what was expected, what fell; None for other events."""


def chosen_options(game: Game, options: Mapping[str, bool] | None) -> dict[str, bool]:
    """The options of a match: the given ones over the defaults; an unknown one is an error."""
    chosen = {o.id: o.default for o in game.options.values()}
    for name, value in (options or {}).items():
        if name not in chosen:
            known = ", ".join(chosen) or "none"
            raise KesselError(f"{game.id} has no option {name!r}; it knows: {known}")
        chosen[name] = bool(value)
    return chosen
