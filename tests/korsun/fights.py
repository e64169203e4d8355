"""A fight with a result of your choice: A in 3017 attacks D in 3018, in the bare country; B and C may help."""

from __future__ import annotations

from typing import Any

from tests.korsun.lab import Lab, attack, plain

RESULTS = {
    "De": (1, 1),
    "D3": (1, 2),
    "D2": (1, 3),
    "Ex": (1, 5),
    ".": (9, 2),
    "A1": (15, 1),
    "A2": (15, 3),
    "A3": (15, 4),
    "(A)": (15, 5),
    "Ae": (15, 6),
}
"""The defence strength and the die that give a result to an attack of 9 on clear ground."""
FROM = {"A": "3017", "B": "2918", "C": "3118"}


def fight(result: str, *units: str, attackers: str = "A", worn: str = "", soviet: bool = False, **fields: Any) -> Lab:
    """D has suffered the result of a German attack, or of a Soviet one, with other units around. All fighters are
    mobile and have two steps; those in ``worn`` have lost one."""
    defence, die = RESULTS[result]
    ours, theirs = ("27A", "relief") if soviet else ("relief", "27A")
    fighters = [f"D 3018 {theirs} motorized 2-{defence}-6/1-{defence}-6"]
    for name in attackers:
        strength = 10 - len(attackers) if name == "A" else 1
        fighters.append(f"{name} {FROM[name]} {ours} tank {strength}-9-8/{strength}-5-8")
    fighters = [f"{text} 1" if text[0] in worn else text for text in fighters]
    lab = plain("soviet-combat" if soviet else "german-combat", *fighters, *units, **fields)
    lab.do(*attack("3018", *attackers), dice=(die,))
    return lab
