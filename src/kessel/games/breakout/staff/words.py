"""A plan in words, for whoever wants to know what a commander is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kessel.engine import Message
from kessel.engine.event import Label
from kessel.engine.plan import Plan

SCRIPTS = {
    "assault": Message("Assault"),
    "exploit": Message("Exploit"),
    "encircle": Message("Encircle"),
    "hold": Message("Hold"),
    "fall back": Message("Fall back"),
    "relieve": Message("Win back"),
    "screen": Message("Screen"),
    "refit": Message("Refit"),
}
"""What the formations are told to do."""


def explain_plan(
    plan: Plan, formations: Mapping[str, str], translate: Callable[[str], str], label: Label
) -> dict[str, Any]:
    """Main effort, tasks by formation and expected attacks, as JSON data."""
    effort = ""
    if plan.main_effort:
        effort = Message("Main effort: {hex}.", {"hex": plan.main_effort}).render(translate, label)
    return {
        "side": plan.side,
        "main_effort": {"hex": plan.main_effort, "text": effort},
        "tasks": [
            {
                "formation": formations.get(task.formation, task.formation),
                "units": [label("unit", unit) for unit in task.units],
                "script": SCRIPTS[task.script].render(translate),
                "objective": label("hex", task.objective),
                "hex": task.objective,
            }
            for task in plan.tasks
        ],
        "attacks": [
            {
                "hex": p.target,
                "units": list(p.units),
                "odds": p.odds,
                "value": p.value,
                "text": Message(
                    "Attack on {hex} at {column}: it should be worth {value} points.",
                    {"hex": p.target, "column": p.odds, "value": p.value},
                ).render(translate, label),
            }
            for p in plan.prospects
        ],
        "expected": plan.value,
    }
