"""kessel lab: any position, any action, any dice."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from kessel.cli.output import console, put_json
from kessel.engine import CHANCE, Chance, Event, Game, KesselError, Refusal, ScriptedDice, State
from kessel.engine.data import read_json
from kessel.engine.text import translator
from kessel.games import load


def read_position(source: str) -> dict[str, Any]:
    """The position in a file or on standard input."""
    if source != "-":
        data = read_json(Path(source))
    else:
        try:
            data = json.load(sys.stdin)
        except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise KesselError(f"standard input: {error}") from None
    if not isinstance(data, dict):
        raise KesselError("a position is a JSON object")
    return data


def read_dice(text: str) -> list[int]:
    """The dice of ``3,1``."""
    try:
        return [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise KesselError(f"--dice {text}: give numbers such as 3,1") from None


def run(
    position: str,
    actions: list[str],
    dice: str,
    legal: bool,
    preview: str,
    game_name: str,
    *,
    as_json: bool,
    language: str,
    data: Path | None,
) -> int:
    """Play actions on a position and print what happened; 1 if an action was refused."""
    described = read_position(position)
    game = load(str(described.get("game", game_name)), data)
    script = ScriptedDice(read_dice(dice))
    state = game.position(described)
    start = state.rolls
    events: list[Event] = []
    refused: dict[str, Any] | None = None
    for action in (None, *actions):  # first the dice that the position waits for
        try:
            events += [] if action is None else state.play(action)
        except Refusal as refusal:
            refused = {"action": action, "rule": refusal.rule, "message": game.explain(refusal, language)}
            break
        while isinstance(need := state.decision, Chance) and state.rolls - start < len(script.values):
            roll = script.roll(state.rolls - start, action or need.name, need.dice, need.faces)
            events += state.play("roll " + " ".join(map(str, roll)))
    side = state.sides[0] if state.sides else ""
    odds = game.preview(state, preview, side, language) if side and side != CHANCE else None
    if as_json:
        put_json(_report(game, state, events, refused, odds, legal, language))
    else:
        _tell(game, state, events, refused, odds, legal, language)
    return 1 if refused else 0


def _report(
    game: Game,
    state: State,
    events: list[Event],
    refused: dict[str, Any] | None,
    odds: dict[str, Any] | None,
    legal: bool,
    language: str,
) -> dict[str, Any]:
    report: dict[str, Any] = {
        "events": [
            {"name": e.name, "rules": e.rules, "args": e.args, "to": e.to, "text": game.describe(e, language)}
            for e in events
        ],
        "decision": _decision(game, state, language),
        "position": state.position(),
        "digest": state.digest(),
    }
    if refused:
        report["refused"] = refused
    if odds:
        report["preview"] = odds
    if legal:
        report["legal"] = [str(a) for a in state.actions()]
    if state.outcome:
        report["outcome"] = {"winner": state.outcome.winner, "score": state.outcome.score, "rules": state.outcome.rules}
    return report


def _decision(game: Game, state: State, language: str) -> dict[str, Any] | None:
    decision = state.decision
    if decision is None:
        return None
    prompt = decision.prompt.render(translator(language), lambda k, v: game.label(k, v, language))
    return {"side": decision.side, "name": decision.name, "prompt": prompt, "rules": decision.rules}


def _tell(
    game: Game,
    state: State,
    events: list[Event],
    refused: dict[str, Any] | None,
    odds: dict[str, Any] | None,
    legal: bool,
    language: str,
) -> None:
    told = set()
    for event in events:
        line = f"{game.describe(event, language)}  [{' '.join(event.rules)}]"
        if event.to is None or line not in told:
            console.print(line, markup=False)
        told.add(line)
    if refused:
        console.print(f"Refused: {refused['message']} [{refused['rule']}]", style="red", markup=False)
    if odds:
        tell_odds(odds)
    decision = _decision(game, state, language)
    if decision:
        console.print(f"{decision['side']}: {decision['prompt']} [{' '.join(decision['rules'])}]", markup=False)
    if state.outcome:
        console.print(str(state.outcome.message))
    if legal:
        for action in state.actions():
            console.print(f"  {action}", markup=False)


def tell_odds(odds: dict[str, Any]) -> None:
    """An odds preview, line by line with its rules."""
    for item in odds["attack"]:
        console.print(f"  {item['text']:<44} {item['value']:+4}  {item['rule']}", markup=False)
    for item in odds["defence"]:
        console.print(f"  {item['text']:<44} {-item['value']:+4}  {item['rule']}", markup=False)
    console.print(
        f"  {odds['attack_total']}:{odds['defence_total']} = {odds['ratio']}  {odds['ratio_rule']}", markup=False
    )
    for shift in odds["shifts"]:
        console.print(f"  {shift['text']:<44} {shift['columns']:+4}  {shift['rule']}", markup=False)
    if odds["hidden"]:
        console.print(f"  + {odds['hidden']} ?", markup=False)
    chances = "  ".join(f"{name} {chance:.0%}" for name, chance in odds["results"].items())
    console.print(f"  {odds['column']}: {chances}", style="bold", markup=False)
