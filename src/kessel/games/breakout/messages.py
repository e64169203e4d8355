"""Sentences of the war diary, by event. The English sentence is the key of its translations."""

from __future__ import annotations

EVENTS = {
    "advance": "Advance into {hex}: {units}.",
    "air superiority": "Air superiority: {side}, markers: {count} (dice {dice}).",
    "air support": "Air support, {side}: {count}.",
    "air tie": "Air superiority: a tie (dice {dice}), roll again.",
    "artillery support": "Artillery support for the defence: {units}.",
    "attack": "{side} attack on {hex}: {units} against {defenders}.",
    "automatic": "Automatic result: {result}.",
    "blocked": "No way to retreat: {units}.",
    "captured": "Control of {hex}: {side}.",
    "crossing": "River crossing to {hex}: die {dice}, +{surcharge} MP.",
    "crossing failed": "River crossing to {hex}: die {dice}, +{surcharge} MP; it fails.",
    "deployed": "Korpsgruppe {kg} is deployed in {hex}.",
    "division lost": "Destroyed out of C&C: {units}. Victory points: {points}.",
    "eliminated": "Eliminated in {hex}: {units}.",
    "entered": "Entry at {hex}: {units}.",
    "exited": "Off the map from {hex}: {units}.",
    "game over": "The game is over. Winner: {winner}; score: {points}.",
    "korpsgruppe": "Korpsgruppe {kg} supports the combat.",
    "korpsgruppen available": "The Korpsgruppen are available from next turn.",
    "lone artillery": "Artillery without company is overrun: {units}.",
    "moved": "Move to {hex}: {units}.",
    "no air": "No air support in this storm.",
    "no retreat": "The defenders of {hex} do not retreat.",
    "no return": "No return in time: {units} (die {dice}).",
    "odds": "{attack} to {defence} is {ratio}; the column is {column}.",
    "on top": "On top in {hex}: {units}.",
    "order movement": "{side}: movement, then combat.",
    "order combat": "{side}: combat, then movement.",
    "overstack": "Removed from the overstack in {hex}: {units}.",
    "placed": "Placed in {hex}: {units}.",
    "probe": "Probe into {hex}: {units}.",
    "reinforcement lost": "Not placed and lost: {units}.",
    "result": "Die {dice}: {result}.",
    "retreat": "Retreat to {hex}: {units}.",
    "returning": "Back on turn {turn}: {units} (die {dice}).",
    "score": "Soviet victory points: {points}.",
    "set up": "The armies are in place.",
    "step lost": "Step lost: {units}, now {attack}-{defence} (steps left: {steps}).",
    "turn": "Turn {turn}.",
    "weather": "Weather: {weather} (die {dice}).",
    "weather fixed": "Weather: {weather}.",
}

TERMS = {
    "soviet": "Soviet",
    "german": "German",
    "chance": "Chance",
    "draw": "draw",
    "thaw": "thaw",
    "ice": "ice",
    "storm": "storm",
    "DR": "the defender retreats",
    "DL1": "the defender loses a step",
    "DL1+DR": "the defender loses a step and retreats",
    "AL1": "the attacker loses a step",
    "AS": "the attack stalls",
    "EX": "exchange, each side loses a step",
    "set-up": "Set-up",
    "move": "movement",
    "combat": "combat",
    "mechanized": "mechanized combat",
    "clear": "clear",
    "forest": "forest",
    "rough": "rough",
    "swamp": "swamp",
    "town": "town",
    "fortified": "fortified locality",
}


LEGEND_NAMES = {
    "clear": "Clear",
    "forest": "Forest",
    "rough": "Rough",
    "swamp": "Swamp",
    "town": "Town, 1 VP",
    "fortified": "Fortified locality, 4 VP",
    "river": "River",
    "major": "Dnestr, Bug, Prut",
    "road": "Road, bridge, railway",
}
LEGEND_EFFECTS = {
    "clear": "none",
    "forest": "none",
    "rough": "1 left",
    "swamp": "none",
    "town": "1 left, no concentric bonus, no retreat",
    "fortified": "German 2 left, Soviet 1 left; else as a town",
    "river": "1 left if all attack across",
    "major": "1 left if all attack across",
    "road": "none",
}
"""Lines of the map's legend: the name and the effect on combat (14.0)."""

LEGEND_COSTS = {"river": "die", "major": "die + 1", "road": "none"}
LEGEND_HEADINGS = {"title": "Terrain effects", "kind": "Terrain", "foot": "Foot", "mech": "Mech", "combat": "Combat"}

TERM_ARGUMENTS = frozenset({"side", "winner", "weather", "result"})
"""Arguments whose values are terms."""

PHASE_TITLES = {
    "weather": "Weather",
    "air": "Air",
    "korpsgruppen": "Korpsgruppen",
    "soviet-1": "Soviet I",
    "soviet-2": "Soviet II",
    "german-1": "German I",
    "german-2": "German II",
    "reinforcements": "Reinforcements",
    "replacements": "Replacements",
    "administration": "Administration",
}


def template(name: str, args: object) -> str:
    """The sentence for an event; a few events have two."""
    if isinstance(args, dict):
        if name == "crossing" and not args["success"]:
            name = "crossing failed"
        elif name == "order":
            name = "order movement" if args["order"] == "move" else "order combat"
        elif name == "weather" and not args["dice"]:
            name = "weather fixed"
    return EVENTS[name]
