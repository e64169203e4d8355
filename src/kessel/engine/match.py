"""A match: a position in play, its record and its dice, with undo to the last moment something was learnt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kessel.engine.action import Action
from kessel.engine.decision import CHANCE, Chance
from kessel.engine.dice import FairDice
from kessel.engine.event import Event
from kessel.engine.game import Game, chosen_options
from kessel.engine.record import Entry, Header, Record, RecordError, replay, roll_text
from kessel.engine.refusal import Refusal
from kessel.engine.state import State


class Match:
    """A game being played. Actions go in through :meth:`play`; dice fall by themselves."""

    def __init__(self, game: Game, header: Header, state: State, dice: FairDice) -> None:
        self.game = game
        self.header = header
        self.state = state
        self.dice = dice
        self.opening: list[Event] = list(state.log)
        """What happened before the first entry."""
        self.entries: list[Entry] = []
        self.diary: list[list[Event]] = []
        """Events of each entry."""
        self._undo: list[tuple[State, int, str]] = []
        self._redo: list[tuple[Action, str]] = []

    @classmethod
    def start(
        cls,
        game: Game,
        scenario: str = "",
        *,
        seed: str | None = None,
        options: Mapping[str, bool] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> Match:
        """A new match; without a seed a fresh secret one is drawn."""
        dice = FairDice(seed or FairDice.new_seed(), words)
        scenario = scenario or next(iter(game.scenarios))
        chosen = chosen_options(game, options)
        header = Header(
            game=game.id,
            rules=game.version,
            scenario=scenario,
            options=chosen,
            commitment=dice.commitment,
            words=dice.words,
        )
        match = cls(game, header, game.start(scenario, options=chosen), dice)
        match._roll("")
        return match

    @classmethod
    def resume(cls, game: Game, record: Record, seed: str = "") -> Match:
        """Take up a recorded match again; the seed comes with the record or from whoever kept it."""
        dice = FairDice(seed or record.seed, record.header.words)
        if dice.commitment != record.header.commitment:
            raise RecordError("the seed does not match the commitment in the header")
        steps = replay(game, record)
        _, state = next(steps)
        match = cls(game, record.header, state, dice)
        before = state.copy()
        for entry, state in steps:
            assert entry is not None
            match.entries.append(entry)
            match.diary.append(state.log)
            if entry.side == CHANCE or state.seen or state.outcome:
                match._undo.clear()
            else:
                match._undo.append((before, len(match.entries) - 1, entry.side))
            before = state.copy()
        match._roll(next((e.action for e in reversed(match.entries) if e.side != CHANCE), ""))
        return match

    def play(self, action: Action | str, side: str | None = None) -> list[Event]:
        """Play an action of a side, then roll whatever dice it calls for; returns all events."""
        if isinstance(action, str):
            action = Action.parse(action)
        sides = self.state.sides
        if CHANCE in sides:
            raise Refusal(self.game.end_rule, "The dice fall by themselves.")
        who = side or (sides[0] if sides else "")
        before = self.state.copy()
        events = list(self.state.play(action, side))
        self._note(who, str(action), events)
        if self.state.seen or self.state.outcome:  # with the end of the game the seed is shown
            self._undo.clear()
        else:
            self._undo.append((before, len(self.entries) - 1, who))
        self._redo.clear()
        return events + self._roll(str(action))

    def _roll(self, cause: str) -> list[Event]:
        events: list[Event] = []
        while isinstance(need := self.state.decision, Chance):
            dice = self.dice.roll(self.state.rolls, cause, need.dice, need.faces)
            text = roll_text(dice)
            told = list(self.state.play(text))
            self._note(CHANCE, text, told)
            events += told
            self._undo.clear()
        return events

    def _note(self, side: str, action: str, events: list[Event]) -> None:
        self.entries.append(Entry(len(self.entries) + 1, side, action, self.state.digest()))
        self.diary.append(events)

    def can_undo(self, side: str | None = None) -> bool:
        """Whether the last action may be taken back: nothing was rolled or seen since, and it was the side's own."""
        return bool(self._undo) and side in (None, self._undo[-1][2])

    def undo(self, side: str | None = None) -> None:
        """Take back the last action."""
        if not self.can_undo(side):
            raise Refusal(self.game.end_rule, "There is nothing to take back: dice have fallen or something was seen.")
        before, count, who = self._undo.pop()
        self._redo.append((Action.parse(self.entries[count].action), who))
        self.state = before
        del self.entries[count:]
        del self.diary[count:]

    def can_redo(self, side: str | None = None) -> bool:
        """Whether there is something to play again that the side took back itself."""
        return bool(self._redo) and side in (None, self._redo[-1][1])

    def redo(self, side: str | None = None) -> list[Event]:
        """Play again what was taken back last."""
        if not self.can_redo(side):
            raise Refusal(self.game.end_rule, "There is nothing to play again.")
        later = self._redo[:-1]
        action, who = self._redo[-1]
        events = self.play(action, who)
        self._redo = later
        return events

    @property
    def record(self) -> Record:
        """The match so far; the seed is shown only when the game is over."""
        return Record(self.header, self.entries, self.dice.seed if self.state.outcome else "")

    def save(self, path: Path) -> None:
        """Write the record."""
        self.record.save(path)
