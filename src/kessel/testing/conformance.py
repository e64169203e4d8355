"""One game of random play with every invariant of the kernel contract checked on the way.

Cheap invariants are checked at every decision; those that rebuild or compare whole positions at every ``stride``-th
decision, each time at other decisions of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from kessel.engine import CHANCE, Action, Event, Game, Match, Refusal, State
from kessel.engine.record import Record, RecordError, replay, verify


@dataclass
class Report:
    """What a game of random play showed."""

    decisions: int = 0
    rolls: int = 0
    violations: list[str] = field(default_factory=list)


def play_out(state: State, rng: random.Random) -> tuple[int, int]:
    """Play a state to its end at random; returns the decisions and the rolls."""
    decisions = rolls = 0
    below = rng._randbelow  # type: ignore[attr-defined]  # randrange without its argument checks
    while state.outcome is None:
        if state.stack[-1].chance:
            need = state.stack[-1].dice(state)
            state.play(Action("roll", tuple([str(below(need.faces) + 1) for _ in range(need.dice)])))
            rolls += 1
        else:
            actions = state.actions()
            state.play(actions[below(len(actions))])
            decisions += 1
    return decisions, rolls


def check_game(
    game: Game,
    scenario: str = "",
    seed: int | str = 1,
    *,
    options: Mapping[str, bool] | None = None,
    stride: int = 8,
    limit: int = 100_000,
) -> Report:
    """Play a scenario at random and report every violation of the contract."""
    return _Check(game, scenario, str(seed), options, stride, limit).run()


class _Check:
    def __init__(
        self,
        game: Game,
        scenario: str,
        seed: str,
        options: Mapping[str, bool] | None,
        stride: int,
        limit: int,
    ) -> None:
        self.game = game
        self.rng = random.Random(f"{game.id}/{scenario}/{seed}")
        self.match = Match.start(game, scenario, seed=f"soak-{seed}", options=options)
        self.name = f"{game.id}/{self.match.header.scenario}/{seed}"
        self.stride = stride
        self.limit = limit
        self.report = Report()
        self.clauses = {*game.rulebook().clauses, *game.rulebook().rulings}
        self.seen_actions: list[Action] = []

    def run(self) -> Report:
        match, report = self.match, self.report
        offset = self.rng.randrange(self.stride)
        try:
            while match.state.outcome is None:
                if report.decisions >= self.limit:
                    self.fault(f"no end after {self.limit} decisions")
                    break
                thorough = (report.decisions + offset) % self.stride == 0
                self.check_position(thorough)
                self.step(thorough)
                report.decisions += 1
                if report.violations:
                    break
            else:
                self.check_end()
        except Exception as error:  # a crash is a violation that must name its game
            self.fault(f"{type(error).__name__}: {error}")
        report.rolls = match.state.rolls
        return report

    def fault(self, what: str) -> None:
        match = self.match
        last = match.entries[-1].action if match.entries else "start"
        self.report.violations.append(f"{self.name} entry {len(match.entries)} (after {last!r}): {what}")

    # -- before an action ----------------------------------------------------------------------------------------

    def check_position(self, thorough: bool) -> None:
        state = self.match.state
        sides = state.sides
        if not sides or any(side != CHANCE and side not in self.game.sides for side in sides):
            self.fault(f"nobody to decide: {sides}")
            return
        for side in self.game.sides:
            if side not in sides and len(state.actions(side)):
                self.fault(f"{side} has actions although it must wait")
        for side in sides:
            actions = state.actions(side)
            if not len(actions):
                self.fault(f"{side} must decide and has no action")
            decision = state.decision_of(side)
            if not decision.rules or any(rule not in self.clauses for rule in decision.rules):
                self.fault(f"decision {decision.name} cites unknown rules {decision.rules}")
        if thorough:
            for problem in self.game.check(state):
                self.fault(problem)
            self.check_actions()
            self.check_refusals()
            self.check_saving()
            self.check_views()

    def check_actions(self) -> None:
        state = self.match.state
        for side in state.sides:
            actions = state.actions(side)
            texts = [str(a) for a in actions]
            if len(texts) != len(actions) or len(set(texts)) != len(texts):
                self.fault(f"the action list has duplicates or a wrong length ({len(actions)}, {len(texts)})")
            again = state.copy().actions(side)
            if [str(a) for a in again] != texts:
                self.fault("a copy lists other actions")
            for text in self.rng.sample(texts, min(4, len(texts))):
                action = Action.parse(text)
                if str(action) != text or action not in actions:
                    self.fault(f"{text!r} does not print and parse")
                if state.explain(action, side) is not None:
                    self.fault(f"{text!r} is listed but explained away")
                trial = state.copy()
                trial.play(action, side)
            self.seen_actions.extend(self.rng.sample(list(map(Action.parse, texts)), min(2, len(texts))))
        del self.seen_actions[:-300]

    def check_refusals(self) -> None:
        """Actions from elsewhere, mangled ones and those of the wrong side are refused with a rule and no change."""
        state = self.match.state
        before = state.digest()
        for action, side in self._wrong_actions():
            if side in state.sides and action in state.actions(side):
                continue
            told = state.explain(action, side)
            if told is None or told.rule not in self.clauses:
                self.fault(f"{action} by {side} is explained by {told!r}")
            try:
                state.play(action, side)
            except Refusal as refusal:
                if refusal.rule not in self.clauses:
                    self.fault(f"{action} is refused under unknown rule {refusal.rule}")
            else:
                self.fault(f"{action} by {side} was accepted")
                return
            if state.digest() != before:
                self.fault(f"the refused {action} changed the position")
                return

    def _wrong_actions(self) -> Iterator[tuple[Action, str]]:
        rng, state = self.rng, self.match.state
        for action in rng.sample(self.seen_actions, min(6, len(self.seen_actions))):
            yield action, rng.choice(self.game.sides)
            yield Action(action.verb, (*action.args, "0000")), state.sides[0]
            yield Action(action.verb, action.args[:-1]), state.sides[0]
            if action.args:
                other = rng.choice(self.seen_actions)
                yield Action(action.verb, (*action.args[:-1], *other.args[-1:])), state.sides[0]
        yield Action("surrender"), state.sides[0]
        yield Action("__init__"), state.sides[0]

    def check_saving(self) -> None:
        state = self.match.state
        saved = msgspec.json.decode(msgspec.json.encode(state.position()))
        loaded = self.game.position(saved)
        if loaded.digest() != state.digest():
            self.fault("save and load give another position")
        for side in state.sides:
            if list(loaded.actions(side)) != list(state.actions(side)):
                self.fault("save and load give other actions")
        for viewer in (*self.game.sides, None):
            if _text(loaded.view(viewer)) != _text(state.view(viewer)):
                self.fault(f"save and load give another view to {viewer or 'a spectator'}")

    # -- hidden information --------------------------------------------------------------------------------------

    def check_views(self) -> None:
        """Two states that differ only in what a side may not know look the same to that side."""
        state = self.match.state
        for side in self.game.sides:
            found = self.game.disguise(state, side, self.rng)
            if found is None:
                continue
            other, renamed = found
            if _text(state.view(side)) != _text(other.view(side)):
                self.fault(f"the view of {side} tells hidden things")
            if list(map(str, state.actions(side))) != list(map(str, other.actions(side))):
                self.fault(f"the actions of {side} tell hidden things")
            self._check_log(state, other, side, renamed)

    def _check_log(self, state: State, other: State, side: str, renamed: Mapping[str, str]) -> None:
        who = state.sides[0]
        action = self.rng.choice(state.actions(who))
        twin = action if who == side else Action(action.verb, tuple(renamed.get(a, a) for a in action.args))
        if twin not in other.actions(who):
            return
        first, second = state.copy(), other.copy()
        told, told_twin = first.play(action, who), second.play(twin, who)
        if first.seen or second.seen or _text(first.view(side)) != _text(second.view(side)):
            return  # the action showed something
        if _heard(told, side) != _heard(told_twin, side):
            self.fault(f"the log of {side} tells hidden things after {action}")

    # -- an action -----------------------------------------------------------------------------------------------

    def step(self, thorough: bool) -> None:
        match = self.match
        before = match.state
        digest = before.digest()
        side = self.rng.choice(before.sides)
        actions = before.actions(side)
        action = actions[self.rng.randrange(len(actions))]
        trial = before.copy()
        trial.play(action, side)
        if before.digest() != digest:
            self.fault(f"playing {action} on a copy changed the original")
        told = len(match.diary)
        match.play(action, side)
        count = len(match.entries)
        mine = next(e for e in reversed(match.entries) if e.side != CHANCE)
        if mine.hash != trial.digest():
            self.fault(f"{action} gives another position on a copy")
        if thorough and match.can_undo(side):
            after = match.state.digest()
            match.undo(side)
            if match.state.digest() != digest or len(match.entries) != count - 1:
                self.fault(f"undo of {action} is not exact")
            match.redo()
            if match.state.digest() != after:
                self.fault(f"redo of {action} is not exact")
        for event in (e for events in match.diary[told:] for e in events):
            if any(rule not in self.clauses for rule in event.rules):
                self.fault(f"event {event.name} cites unknown rules {event.rules}")
            self.game.describe(event)

    def check_end(self) -> None:
        """The record replays, its dice verify, and nobody can go on."""
        match = self.match
        state = match.state
        if state.outcome is None or any(rule not in self.clauses for rule in state.outcome.rules):
            self.fault(f"the outcome cites unknown rules: {state.outcome}")
        if any(len(state.actions(side)) for side in self.game.sides):
            self.fault("there are actions after the end")
        try:
            state.play("end")
            self.fault("an action was accepted after the end")
        except Refusal:
            pass
        record = Record.parse(list(match.record.lines()))
        try:
            for _ in replay(self.game, record):
                pass
            verify(self.game, record)
        except RecordError as error:
            self.fault(str(error))


def _text(data: object) -> bytes:
    return msgspec.json.encode(data, order="sorted")


def _heard(events: list[Event], side: str) -> bytes:
    return _text([(e.name, e.rules, dict(e.args)) for e in events if e.to in (None, side)])
