"""One game between commanders, from what a worker on any machine is told to what it reports."""

from __future__ import annotations

import hashlib
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from kessel.commanders import commander, desk
from kessel.engine import Event, Game, State
from kessel.games import load

LONGEST = 100_000
"""Decisions after which a game is taken to have no end."""


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played: all that a worker needs to know."""

    key: str
    """Its name in a run; a run never plays the same key twice."""
    game: str
    scenario: str
    seed: str
    sides: dict[str, str]
    """The commander of each side."""
    budget: float | None = None
    """Seconds that a commander with a clock has for a turn of his side; None leaves it to him."""
    files: dict[str, str] = {}
    """Data files, by path and content, that take the place of the game's own."""


class Clock(msgspec.Struct):
    """How long a side took to decide, in seconds by the clock on the wall."""

    decisions: int = 0
    total: float = 0.0
    worst: float = 0.0
    worst_turn: float = 0.0
    """The most for all decisions of one turn."""


class Toll(msgspec.Struct, frozen=True):
    """What a side lost in a turn."""

    turn: int
    side: str
    steps: int
    units: int


class Fault(msgspec.Struct, frozen=True):
    """What a commander did wrong; his side lost the game by it."""

    kind: str
    """``illegal`` or ``crash``."""
    side: str
    text: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a game."""

    key: str
    winner: str | None
    score: int
    turns: int
    rolls: int
    clocks: dict[str, Clock]
    fights: dict[str, int]
    """Fights by hex."""
    losses: list[Toll]
    fault: Fault | None = None

    @property
    def decisions(self) -> int:
        """Decisions of all sides."""
        return sum(clock.decisions for clock in self.clocks.values())

    def lost(self, side: str) -> tuple[int, int]:
        """Steps and units that a side lost in the whole game."""
        mine = [toll for toll in self.losses if toll.side == side]
        return sum(toll.steps for toll in mine), sum(toll.units for toll in mine)


class _Annals:
    """The count of fights and losses, read off the events of a game."""

    def __init__(self, game: Game) -> None:
        self.told = game.chronicle
        self.turn = 0
        self.first = 0
        self.fights: Counter[str] = Counter()
        self.steps: Counter[tuple[int, str]] = Counter()
        self.units: Counter[tuple[int, str]] = Counter()

    def begin(self, state: State) -> None:
        """A new game: it may start in any turn."""
        self.first = self.turn = int(state.view(None).get("turn", 1))
        self.read(state.log)

    def read(self, events: list[Event]) -> None:
        """Go through what an action brought about."""
        told = self.told
        for event in events:
            name, args = event.name, event.args
            if name == told.turn:
                self.turn = int(str(args["turn"]))
            elif event.to not in (None, args.get("side")):
                continue  # another side's version of something told twice
            elif name in told.fights:
                self.fights[str(args["hex"])] += 1
            elif name in told.steps:
                self.steps[self.turn, str(args["side"])] += _count(args["units"])
            elif name in told.units:
                self.units[self.turn, str(args["side"])] += _count(args["units"])

    def losses(self) -> list[Toll]:
        """What each side lost, turn by turn."""
        where = sorted({*self.steps, *self.units})
        return [Toll(turn, side, self.steps[turn, side], self.units[turn, side]) for turn, side in where]


def _count(units: object) -> int:
    return len(units) if isinstance(units, (list, tuple)) else 1


def play(duel: Duel) -> Played:
    """Play a game to its end. A commander that fails or cheats loses it; the report says how."""
    game = opened(duel.game, duel.files)
    state = game.start(duel.scenario, seed=duel.seed)
    players = {side: commander(name, f"{duel.seed}/{side}", duel.budget) for side, name in duel.sides.items()}
    guesses = random.Random(duel.seed)
    watch = _Watch(game)
    annals = _Annals(game)
    annals.begin(state)
    fault = None
    while state.outcome is None and fault is None:
        side = state.sides[0]
        try:
            with watch.on(side, annals.turn):
                action, _ = players[side].choose(desk(state, side, guesses))
            if action not in state.actions(side):
                fault = Fault("illegal", side, f"{action} is not a legal action")
            elif watch.clocks[side].decisions > LONGEST:
                fault = Fault("crash", side, f"no end after {LONGEST} decisions")
            else:
                annals.read(state.play(action, side))
        except Exception as error:  # whatever it is, the other games go on
            fault = Fault("crash", side, f"{type(error).__name__}: {error}")
    return Played(
        key=duel.key,
        winner=next(s for s in game.sides if s != fault.side) if fault else state.outcome and state.outcome.winner,
        score=state.outcome.score if state.outcome else 0,
        turns=annals.turn - annals.first + 1,
        rolls=state.rolls,
        clocks=watch.clocks,
        fights=dict(sorted(annals.fights.items())),
        losses=annals.losses(),
        fault=fault,
    )


class _Watch:
    """The clocks of all sides."""

    def __init__(self, game: Game) -> None:
        self.clocks = {side: Clock() for side in game.sides}
        self._spent: dict[tuple[int, str], float] = {}

    @contextmanager
    def on(self, side: str, turn: int) -> Iterator[None]:
        """While a side decides."""
        start = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - start
            spent = self._spent[turn, side] = self._spent.get((turn, side), 0.0) + seconds
            clock = self.clocks[side]
            clock.decisions += 1
            clock.total += seconds
            clock.worst = max(clock.worst, seconds)
            clock.worst_turn = max(clock.worst_turn, spent)


_changed: dict[str, tuple[Game, tempfile.TemporaryDirectory[str]]] = {}
"""Games with other data, by a digest of it, and the folders that their files lie in."""


def opened(name: str, files: Mapping[str, str]) -> Game:
    """A game, with some of its data files replaced by these."""
    if not files:
        return load(name)
    digest = hashlib.sha256(repr((name, sorted(files.items()))).encode()).hexdigest()
    if digest not in _changed:
        folder = tempfile.TemporaryDirectory(prefix="kessel-")
        for file, content in files.items():
            path = Path(folder.name) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        _changed[digest] = load(name, Path(folder.name)), folder
    return _changed[digest][0]
