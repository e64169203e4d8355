"""kessel play: a battle at the terminal. Every action is kept on disk before the next one is asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import chain, count
from pathlib import Path

from rich.markup import escape

from kessel.cli.lab import tell_odds
from kessel.cli.output import console
from kessel.commanders import commander, desk, names
from kessel.engine import Actions, Decision, Event, Game, KesselError, Match, Record, RecordError, Refusal
from kessel.engine.data import write_text
from kessel.engine.text import translator

HELP = """\
  an action            as listed by ?, for example: select 16Pz
  ?                    what may be done now        ? move   only one verb
  show 2119            what you can see in a hex   odds     of the combat under way
  rule 7.2-c           read a clause               log      the diary so far
  undo, redo           back to the last dice       quit     leave; the game is kept"""


def run(
    game: Game,
    scenario: str,
    *,
    players: Mapping[str, str],
    seed: str,
    options: Mapping[str, bool],
    record: Path | None,
    language: str,
) -> None:
    """Play until the game ends or the player leaves."""
    for side, player in players.items():
        if side not in game.sides:
            raise KesselError(f"there is no side {side!r}; sides are {', '.join(game.sides)}")
        if player not in ("human", *names()):
            raise KesselError(f"{side}={player}: a side is played by human, {' or '.join(names())}")
    if scenario and scenario not in game.scenarios:
        raise KesselError(f"{game.id} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise KesselError("--seed: this is not a text") from None
    file = record or _free(game)
    match = _open(game, file, scenario, seed, options)
    _Table(game, match, file, players, language).play()


def _open(game: Game, file: Path, scenario: str, seed: str, options: Mapping[str, bool]) -> Match:
    secret = _secret(file)
    if file.exists():
        kept = Record.load(file)
        if scenario and scenario != kept.header.scenario:
            raise KesselError(f"{file}: this game is {kept.header.scenario}, not {scenario}")
        if kept.seed:
            return Match.resume(game, kept)
        if not secret.exists():
            raise RecordError(f"{secret}: the seed of this game is gone, so it cannot go on")
        return Match.resume(game, kept, secret.read_text(encoding="utf-8").strip())
    match = Match.start(game, scenario, seed=seed or None, options=options)
    write_text(secret, match.dice.seed + "\n")
    return match


def _free(game: Game) -> Path:
    """A file for a new game: breakout.kessel, breakout-2.kessel ... A game under way is never written over."""
    names = (Path(f"{game.id}{n}.kessel") for n in chain([""], (f"-{i}" for i in count(2))))
    return next(path for path in names if not path.exists() and not _secret(path).exists())


def _secret(file: Path) -> Path:
    return file.with_name(file.name + ".seed")


class _Table:
    def __init__(self, game: Game, match: Match, file: Path, players: Mapping[str, str], language: str) -> None:
        self.game = game
        self.match = match
        self.file = file
        self.language = language
        self.rng = random.Random(match.header.commitment)
        self.commanders = {
            side: commander(player, f"{match.header.commitment}/{side}")
            for side, player in players.items()
            if player != "human"
        }

    def play(self) -> None:
        match = self.match
        scenario = self.game.scenarios[match.header.scenario]
        console.print(f"[bold]{self.game.title[self.language]}[/bold] - {scenario.title[self.language]}")
        console.print(scenario.summary[self.language])
        console.print(f"The dice are committed: {match.header.commitment}")
        console.print(f"The game is kept in {self.file}. Type help for help.", markup=False)
        for events in match.diary:
            self.tell(events)
        while match.state.outcome is None:
            side = match.state.sides[0]
            if side in self.commanders:
                action, _ = self.commanders[side].choose(desk(match.state, side, self.rng))
                self.tell(match.play(action, side))
            elif not self.turn_of(side):
                match.save(self.file)
                return
            match.save(self.file)
        match.save(self.file)
        _secret(self.file).unlink(missing_ok=True)
        outcome = match.state.outcome
        words = outcome.message.render(translator(self.language), self.label)
        console.print(
            f"[bold]{self.label('winner', outcome.winner or 'draw')}[/bold]: {words}  {' '.join(outcome.rules)}"
        )

    def label(self, name: str, value: object) -> str:
        return self.game.label(name, value, self.language)

    def tell(self, events: list[Event]) -> None:
        """Print what every person at the table may hear."""
        people = [s for s in self.game.sides if s not in self.commanders] or list(self.game.sides)
        for event in events:
            if event.to is None or event.to == people[0]:
                rules = " ".join(event.rules)
                console.print(f"  {self.game.describe(event, self.language)}  [dim]{rules}[/dim]")

    def turn_of(self, side: str) -> bool:
        """Ask a person for one action; False when they leave."""
        state = self.match.state
        decision = state.decision_of(side)
        assert isinstance(decision, Decision)
        prompt = decision.prompt.render(translator(self.language), self.label)
        console.print(f"[bold]{self.label('side', side)}[/bold]: {prompt}  [dim]{' '.join(decision.rules)}[/dim]")
        while True:
            try:
                words = console.input("> ").strip()
            except EOFError:
                return False
            if not words:
                continue
            if words in ("quit", "exit game", "q"):
                return False
            try:
                if words in ("undo", "redo"):
                    self.tell(self.match.redo(side)) if words == "redo" else self.match.undo(side)
                    return True  # the question is another one now
                if self.command(words, side):
                    continue
                self.tell(self.match.play(words, side))
            except Refusal as refusal:
                told = self.game.explain(refusal, self.language)
                console.print(f"{escape(told)}  [dim]{refusal.rule}[/dim]", style="yellow")
                continue
            return True

    def command(self, words: str, side: str) -> bool:
        """A word that is not an action; True if it was one."""
        verb, _, rest = words.partition(" ")
        match = self.match
        if verb == "help":
            console.print(HELP, markup=False)
        elif verb == "?":
            self.list_actions(match.state.actions(side), rest)
        elif verb == "log":
            for events in match.diary:
                self.tell(events)
        elif verb == "odds":
            odds = self.game.preview(match.state, f"attack {rest}" if rest else "", side, self.language)
            if odds:
                tell_odds(odds)
            else:
                console.print("There is no combat under way.")
        elif verb == "show":
            self.show(rest, side)
        elif verb == "rule":
            clause = self.game.rulebook(self.language).clauses.get(rest)
            console.print(
                f"{clause.id} {clause.title}. {clause.text}" if clause else f"no clause {rest!r}", markup=False
            )
        else:
            return False
        return True

    def list_actions(self, actions: Actions, verb: str) -> None:
        """What may be done, a line for each verb."""
        for group in actions.groups:
            if verb in ("", group.verb):
                words = " ".join((group.verb, *group.before))
                console.print(f"  {words}: {' '.join(group.names.listed(group.bits))}".rstrip(": "), markup=False)

    def show(self, name: str, side: str) -> None:
        """What the side can see in a hex."""
        for stack in self.match.state.view(side)["stacks"]:
            if stack["hex"] == name:
                for unit in stack["units"]:
                    line = f"  {self.label('unit', unit['id'])}: {unit['attack']}-{unit['defence']}, {unit['steps']}"
                    console.print(line, markup=False)
                unseen = stack["height"] - len(stack["units"])
                if unseen:
                    console.print(f"  + {unseen} ?", markup=False)
                return
        console.print(f"  {self.label('hex', name)}: -", markup=False)
