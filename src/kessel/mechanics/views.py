"""Parts of a view that are the same in every game."""

from __future__ import annotations

from typing import Any

from kessel.engine import CHANCE, Chance, Decision, Message, State
from kessel.mechanics.pieces import PieceState


def table_seen(s: PieceState, side: str | None) -> dict[str, Any]:
    """What lies open on the table in every game."""
    return {
        "game": s.game.id,
        "scenario": s.board.scenario["id"],
        "options": dict(s.options),
        "side": side,
        "turn": s.turn,
        "last_turn": s.board.last_turn,
        "weather": s.weather,
        "decision": decision_seen(s.decision, side),
        "outcome": outcome_seen(s),
    }


def decision_seen(decision: Decision | Chance | None, side: str | None) -> dict[str, Any] | None:
    """What is expected of the side; those who wait learn only who decides and under which rule."""
    if decision is None:
        return None
    waiting = Message("Deciding: {side}.", {"side": decision.side})
    prompt = decision.prompt if decision.side in (side, CHANCE) else waiting
    return {
        "side": decision.side,
        "name": decision.name if decision.side in (side, CHANCE) else "waiting",
        "prompt": {"text": prompt.text, "args": dict(prompt.args)},
        "rules": list(decision.rules),
        "dice": decision.dice if isinstance(decision, Chance) else 0,
    }


def outcome_seen(s: State) -> dict[str, Any] | None:
    """How the game ended."""
    if s.outcome is None:
        return None
    winner, message, rules, total = s.outcome
    return {
        "winner": winner,
        "text": message.text,
        "args": dict(message.args),
        "rules": list(rules),
        "score": total,
    }
