"""Sentences of the war diary, by event, and the words of the game. English is the key of its translations."""

from __future__ import annotations

EVENTS = {
    "alarm": "Alarm in {hex} (die {dice}) against {units}: action points lost {points}, steps lost {steps}.",
    "alarm placed": "Alarm counter in {hex}.",
    "alarm removed": "The alarm counter in {hex} is taken off the map.",
    "allotted": "{unit} receives support: {marker}.",
    "bridgehead lost": "The bridgehead in {hex} is lost.",
    "captured": "Control of {hex}: {side}.",
    "eliminated": "Eliminated in {hex}: {units}.",
    "game over": "The game is over. Winner: {winner}; {level}.",
    "HQ destroyed": "Headquarters destroyed in {hex}: {units}.",
    "in supply again": "In supply again: {units}.",
    "isolated": "Isolated: {units}.",
    "out of command": "Out of command: {units}.",
    "out of supply": "Out of supply: {units}.",
    "placed": "Placed in {hex}: {units}.",
    "set up": "The {side} army is in place.",
    "step lost": "Step lost in {hex}: {units}, combat value now {value}.",
    "support received": "{side}: support markers received: {markers}.",
}

TERMS = {
    "allied": "Allied",
    "axis": "Axis",
    "chance": "Chance",
    "draw": "draw",
    "set-up": "Set-up",
    "alarm-set-up": "Alarm counters",
    "allied_major": "Allied major victory",
    "allied_minor": "Allied minor victory",
    "axis_minor": "Axis minor victory",
    "axis_major": "Axis major victory",
    "example": "end of the example",
    "clear": "clear",
    "woods": "woods",
    "rough": "rough",
    "marsh": "marsh",
    "village": "village",
    "town": "town",
    "city": "city",
    "minor_river": "minor river",
    "major_river": "major river",
    "infantry": "infantry",
    "mechanised": "mechanised",
}

TERM_ARGUMENTS = frozenset({"side", "winner", "level", "phase"})
"""Arguments whose values are terms."""

PHASE_TITLES = {
    "supply": "Supply and command",
    "support": "Support",
    "initiative": "Initiative",
    "operations": "Operations",
    "administration": "Administration",
}
