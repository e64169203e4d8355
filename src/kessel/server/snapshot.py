"""What a seat receives: the view of its side, its actions and its diary, in its language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from kessel.engine import CHANCE, Actions, Decision, Event, Game, Message, State
from kessel.engine.plan import Plan
from kessel.engine.text import translator
from kessel.server.rooms import Room
from kessel.server.storage import Seat

SHOWN = ("side", "hex", "path", "dice", "units", "organisation", "value", "result")
"""Arguments of an event that the client draws."""


def snapshot(
    room: Room, seat: Seat, side: str | None, language: str, *, since: int = 0, at: int | None = None
) -> dict[str, Any]:
    """The table as a seat sees it now, or after entry ``at``; the log from entry ``since`` on."""
    game, match = room.game, room.match
    past = at is not None and at < len(match.entries)
    state = room.past(at) if past and at is not None else match.state
    count = at if past and at is not None else len(match.entries)
    mine = side is not None and side in state.sides and not past
    return {
        "match": room.id,
        "state": room.version,
        "seat": {"sides": list(seat.sides)},
        "side": side,
        "players": room.players,
        "game": game.id,
        "scenario": match.header.scenario,
        "title": game.title[language],
        "view": shown_view(game, state, side, language),
        "actions": action_groups(state.actions(side)) if mine else [],
        "decision": decision(game, state, side, language),
        "can_undo": not past and side is not None and match.can_undo(side),
        "can_redo": not past and side is not None and match.can_redo(side),
        "opening": told(game, match.opening, side, language),
        "log": log(room, side, language, since, count),
        "entries": len(match.entries),
        "finished": match.state.outcome is not None,
        "commitment": match.header.commitment,
        "seed": match.record.seed,
        "pace": room.pace,
    }


def shown_view(game: Game, state: State, side: str | None, language: str) -> dict[str, Any]:
    """A view with its sentences in a language."""
    view = state.view(side)
    del view["decision"]
    for line in view["score"]["lines"]:
        line["text"] = rendered(game, Message(line["text"], line.pop("args", {})), language)
    if "args" in view["score"]:
        score = view["score"]
        score["text"] = rendered(game, Message(score["text"], score.pop("args")), language)
    if view["outcome"]:
        outcome = view["outcome"]
        outcome["text"] = rendered(game, Message(outcome["text"], outcome.pop("args")), language)
    return view


def rendered(game: Game, message: Message, language: str) -> str:
    """A message in a language."""
    return message.render(translator(language), lambda name, value: game.label(name, value, language))


def decision(game: Game, state: State, side: str | None, language: str) -> dict[str, Any] | None:
    """What is expected of whom; those who wait learn only who decides."""
    sides = state.sides
    if not sides:
        return None
    who = side if side in sides else sides[0]
    assert who is not None
    found = state.decision_of(who)
    mine = who == side
    waiting = Message("Deciding: {side}.", {"side": found.side})
    prompt = found.prompt if mine or found.side == CHANCE else waiting
    return {
        "side": found.side,
        "name": found.name if mine or found.side == CHANCE else "waiting",
        "prompt": rendered(game, prompt, language),
        "rules": list(found.rules),
        "mine": mine and isinstance(found, Decision),
    }


def action_groups(actions: Actions) -> list[dict[str, Any]]:
    """Legal actions as groups: a verb, the arguments in front, and the choices of the last one."""
    return [
        {
            "verb": group.verb,
            "before": list(group.before),
            "choices": None if len(group.names) == 1 and not group.names[0] else group.names.listed(group.bits),
        }
        for group in actions.groups
        if group.bits
    ]


def log(room: Room, side: str | None, language: str, since: int, until: int) -> list[dict[str, Any]]:
    """The diary of a side: what it heard of each entry, and where it may know it what a commander thought. Who
    watches computers play hears what the side heard that acted."""
    rows = []
    for entry in room.match.entries[since:until]:
        ears = side if side is not None or room.people else entry.side
        heard = told(room.game, room.match.diary[entry.n - 1], ears, language)
        if heard:
            row = {"n": entry.n, "side": entry.side, "events": heard}
            rows.append(row | thought(room, entry.n, side, language) if open_minds(room) else row)
    return rows


def open_minds(room: Room) -> bool:
    """Whether what commanders thought may be told: when the game is over, or where only commanders play."""
    return room.match.state.outcome is not None or not room.people


def thought(room: Room, n: int, side: str | None, language: str) -> dict[str, Any]:
    """What a commander thought at an entry, and the plan he made then or at decisions before it that the side did not
    hear of, such as taking up a unit."""
    found: dict[str, Any] = {}
    if n in room.thoughts:
        why = Message._make(room.thoughts[n]["why"])
        found["why"] = rendered(room.game, why, language)
    entries, diary = room.match.entries, room.match.diary
    ears = side if side is not None or room.people else entries[n - 1].side
    k = n
    while k and "plan" not in found:
        if plan := room.thoughts.get(k, {}).get("plan"):
            found["plan"] = room.game.explain_plan(msgspec.convert(plan, Plan), language)
        k -= 1
        if entries[k - 1].side != entries[n - 1].side or heard_of(diary[k - 1], ears):
            break
    return found


def heard_of(events: Iterable[Event], side: str | None) -> bool:
    """Whether a side heard of any of these events."""
    return any(event.to is None or event.to == side for event in events)


def told(game: Game, events: Iterable[Event], side: str | None, language: str) -> list[dict[str, Any]]:
    """The events a side may hear of, as sentences with what the client draws. A spectator hears of what both do."""
    return [
        {
            "name": event.name,
            "text": game.describe(event, language),
            "rules": list(event.rules),
            **{key: event.args[key] for key in SHOWN if key in event.args},
        }
        for event in events
        if event.to is None or event.to == side
    ]
