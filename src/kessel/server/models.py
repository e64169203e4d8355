"""Shapes of requests and of the answers that have one."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

LONGEST_ACTION = 200


class Strict(BaseModel):
    """Nothing but the named fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewMatch(Strict):
    """A match to be set up."""

    game: str = Field(max_length=40, examples=["breakout"])
    scenario: str = Field(max_length=60, examples=["learning-ternopol"])
    options: dict[str, bool] = Field(default={}, max_length=20)
    players: dict[str, str] = Field(default={}, max_length=8, examples=[{"soviet": "human", "german": "random"}])
    word: str = Field(default="", max_length=200, description="Your word in the dice: any text.")
    pace: Literal["pause", "slow", "normal", "fast"] = Field(
        default="fast", description="How fast computer players go on, for people to follow."
    )


class SeatLink(BaseModel):
    """A seat and the token that opens it."""

    token: str
    sides: list[str]


class Created(BaseModel):
    """A match and its seats."""

    match: str
    seats: list[SeatLink]
    spectator: str


class Play(Strict):
    """An action of a side at a known position."""

    state: int = Field(ge=0)
    action: str = Field(min_length=1, max_length=LONGEST_ACTION, examples=["move 2119"])
    side: str = Field(default="", max_length=40)


class Change(Strict):
    """An undo or redo at a known position."""

    state: int = Field(ge=0)
    side: str = Field(default="", max_length=40)


class Done(BaseModel):
    """The position after a change."""

    state: int
    events: list[dict[str, object]] = []


class Explained(BaseModel):
    """Whether an action is legal, and if not, which rule forbids it."""

    legal: bool
    rule: str = ""
    message: str = ""


class Aim(BaseModel):
    """What a plan tells units of a formation to do."""

    formation: str
    units: list[str]
    script: str
    hex: str
    objective: str


class Foreseen(BaseModel):
    """An attack that a plan foresees."""

    hex: str
    units: list[str]
    odds: str
    value: float
    text: str


class Effort(BaseModel):
    """The main effort of a plan."""

    hex: str
    text: str


class PlanView(BaseModel):
    """What a commander is about, in words."""

    side: str
    main_effort: Effort
    tasks: list[Aim]
    attacks: list[Foreseen]
    expected: float


class Hint(BaseModel):
    """What a side's own staff would do now, why, and what it is about."""

    action: str
    text: str
    hexes: list[str] = Field(description="The hexes that it is about.")
    plan: PlanView | None


class Problem(BaseModel):
    """What went wrong, in words."""

    error: str
    message: str = ""
    rule: str = ""
    state: int | None = None


# -- the table as a seat sees it; these describe it, the server writes it without their help -------------------------


class SeatSides(BaseModel):
    """The sides a seat plays."""

    sides: list[str]


class ActionGroup(BaseModel):
    """Legal actions: a verb, its first arguments, and the choices of the last one."""

    verb: str
    before: list[str]
    choices: list[str] | None


class DecisionView(BaseModel):
    """What is expected of whom."""

    side: str
    name: str
    prompt: str
    rules: list[str]
    mine: bool


class EventView(BaseModel):
    """Something that happened, as a sentence, with what the client draws."""

    name: str
    text: str
    rules: list[str]
    side: str | None = None
    hex: str | None = None
    path: list[str] = []
    dice: list[int] = []
    units: list[str] = []
    organisation: str | None = None
    value: int | None = None


class LogEntry(BaseModel):
    """What a side heard of an entry."""

    n: int
    side: str
    events: list[EventView]
    why: str | None = Field(
        default=None, description="Why a computer decided so; only when the game is over or computers alone play."
    )
    plan: PlanView | None = Field(default=None, description="The plan that a computer made then; likewise.")


class Snapshot(BaseModel):
    """The table as a seat sees it."""

    match: str
    state: int
    seat: SeatSides
    side: str | None
    players: dict[str, str]
    game: str
    scenario: str
    title: str
    view: dict[str, object]
    actions: list[ActionGroup]
    decision: DecisionView | None
    can_undo: bool
    can_redo: bool
    opening: list[EventView] = Field(description="What happened before the first entry.")
    log: list[LogEntry]
    entries: int
    finished: bool
    commitment: str
    seed: str = Field(description="The seed of the dice; empty until the game is over.")
    pace: str = Field(description="How fast computer players go on: pause, slow, normal or fast.")
