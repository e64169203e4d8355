"""Sentences of the war diary, by event. The English sentence is the key of its translations."""

from __future__ import annotations

EVENTS = {
    "advance": "{units} advances into {hex}.",
    "air superiority": "Air superiority: {side}, {count} markers (dice {dice}).",
    "air support": "{side}: air support, {count} markers.",
    "air tie": "Air superiority: a tie (dice {dice}), roll again.",
    "artillery support": "{units} supports the defence.",
    "attack": "{side} attacks {hex}: {units} against {defenders}.",
    "automatic": "Automatic result: {result}.",
    "blocked": "{units} cannot retreat.",
    "captured": "{side} takes {hex}.",
    "crossing": "River crossing to {hex}: die {dice}, +{surcharge} MP.",
    "crossing failed": "River crossing to {hex}: die {dice}, +{surcharge} MP; it fails.",
    "deployed": "Korpsgruppe {kg} is deployed in {hex}.",
    "division lost": "{units} was destroyed out of C&C: {points} victory points.",
    "eliminated": "{units} is eliminated in {hex}.",
    "entered": "{units} enters at {hex}.",
    "exited": "{units} leaves the map from {hex}.",
    "game over": "The game is over: {winner}, {points}.",
    "korpsgruppe": "Korpsgruppe {kg} supports the combat.",
    "korpsgruppen available": "The Korpsgruppen are available from next turn.",
    "lone artillery": "{units} stands without company and is overrun.",
    "moved": "{units} moves to {hex}.",
    "no air": "No air support in this storm.",
    "no retreat": "The defenders of {hex} do not retreat.",
    "no return": "{units} will not return in time (die {dice}).",
    "odds": "{attack} to {defence} is {ratio}; the column is {column}.",
    "on top": "{units} lies on top in {hex}.",
    "order movement": "{side}: movement, then combat.",
    "order combat": "{side}: combat, then movement.",
    "overstack": "{units} is removed from the overstack in {hex}.",
    "placed": "{units} is placed in {hex}.",
    "probe": "{units} probes {hex} and advances.",
    "reinforcement lost": "{units} was not placed and is lost.",
    "result": "Die {dice}: {result}.",
    "retreat": "{units} retreats to {hex}.",
    "returning": "{units} will be back on turn {turn} (die {dice}).",
    "score": "Soviet victory points: {points}.",
    "set up": "The armies are in place.",
    "step lost": "{units} loses a step: {steps} left, {attack}-{defence}.",
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
    "a hidden unit": "a hidden unit",
    "hidden units": "{count} hidden units",
    "and": "and",
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
