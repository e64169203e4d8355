"""Sentences of the war diary, by event, and the words of the game. English is the key of its translations."""

from __future__ import annotations

EVENTS = {
    "advance": "Advance into {hex}: {units}.",
    "air supply": "Air supply for {units} in {hex}.",
    "attack": "{side} attack on {hex}: {units} against {defenders}.",
    "bombardment": "{side} bombardment of {hex} against {defenders}, chits: {count}.",
    "bridge": "Engineers bridge {hexside}: {units}.",
    "captured": "Control of {hex}: {side}.",
    "chit": "Support fire, {organisation}: +{value}.",
    "chit given up": "A chit of {organisation} is given up for good: +{value}.",
    "chits removed": "No unit of {organisation} is left: its chits are removed.",
    "depleted": "Depleted in {hex}: {units}, now {values}.",
    "displaced": "Displaced to {hex}: {units}.",
    "eliminated": "Eliminated in {hex}: {units}.",
    "engineers help": "Engineers open the river to the attack: {units}.",
    "game over": "The game is over. Result: {level}.",
    "moved": "Move to {hex}: {units}.",
    "no chit": "No support fire, {side}.",
    "odds": "{attack} against {defence} is {differential}; terrain row: {row}.",
    "phase": "Phase: {side}, {phase}.",
    "placed": "Placed in {hex}: {units}.",
    "rebuilt": "Rebuilt in {hex}: {units}.",
    "release roll": "Release rolls (dice {dice}): {units}.",
    "released": "Released: {units}.",
    "resistance": "Tenacious resistance: {units}.",
    "result": "Die {dice}: {result}.",
    "result with rain": "Die {dice}, +{bonus} for the weather: {result}.",
    "retreat": "Retreat to {hex}: {units}.",
    "returned": "Back at {hex}: {units}.",
    "set up": "The {side} army is in place.",
    "standing": "Encircled units with a line to the west: {count}; without or lost: {others}.",
    "standing places": "Places held by the German: {count}; not held: {others}.",
    "turn": "Turn {turn}.",
    "weather": "Weather: {weather} (die {dice}).",
    "weather fixed": "Weather: {weather}.",
}

TERMS = {
    "soviet": "Soviet",
    "german": "German",
    "chance": "Chance",
    "draw": "draw",
    "clear": "clear",
    "fog": "fog",
    "precipitation": "precipitation",
    "De": "the defender is eliminated",
    "D3": "the defender retreats three hexes",
    "D2": "the defender retreats two hexes",
    "Ex": "exchange, each side loses a step",
    ".": "no effect",
    "A1": "the attackers retreat one hex",
    "A2": "the attackers retreat two hexes",
    "A3": "the attackers retreat three hexes",
    "(A)": "an attacker loses a step",
    "Ae": "the attackers are eliminated",
    "set-up": "Set-up",
    "movement": "movement",
    "combat": "combat",
    "mobile-movement": "mobile movement",
    "mobile-combat": "mobile combat",
    "rebuild": "rebuild",
    "airfield": "airfield",
    "bridge": "bridge",
    "marsh": "marsh",
    "minor_river": "minor river",
    "woods": "woods",
    "village": "village",
    "rough": "rough",
    "major_river": "major river",
    "city": "city",
    "mobile": "mobile",
    "leg": "leg",
    "link": "line to the west",
    "hexes": "places",
    "soviet_strategic": "Soviet strategic victory",
    "soviet_tactical": "Soviet tactical victory",
    "german_strategic": "German strategic victory",
    "german_tactical": "German tactical victory",
}

TERM_ARGUMENTS = frozenset({"side", "winner", "weather", "result", "row", "phase", "level"})
"""Arguments whose values are terms."""

LEGEND_NAMES = {
    "clear": "Clear",
    "airfield": "Airfield",
    "village": "Village",
    "city": "City",
    "woods": "Woods",
    "rough": "Rough",
    "minor_river": "Minor river",
    "major_river": "Major river",
    "bridge": "Bridge",
    "road": "Road",
    "rail": "Railway",
}
LEGEND_HEADINGS = {
    "title": "Terrain key",
    "kind": "Terrain",
    "leg": "Leg",
    "mobile": "Mobile",
    "combat": "Combat row",
}

WEATHER_EFFECTS = {
    "clear": "Air chits and air supply may be used.",
    "fog": "No air chits and no air supply.",
    "precipitation": "No air chits and no air supply; 1 is added to the die of ground attacks.",
}

PHASE_TITLES = {
    "weather": "Weather",
    "soviet-movement": "Soviet movement",
    "soviet-combat": "Soviet combat",
    "soviet-mobile-movement": "Soviet mobile movement",
    "soviet-mobile-combat": "Soviet mobile combat",
    "soviet-rebuild": "Soviet rebuild",
    "german-movement": "German movement",
    "german-combat": "German combat",
    "german-mobile-movement": "German mobile movement",
    "german-mobile-combat": "German mobile combat",
    "german-rebuild": "German rebuild",
    "end": "End of turn",
}


def template(name: str, args: object) -> str:
    """The sentence for an event; a few events have two."""
    if isinstance(args, dict):
        if name == "weather" and not args["dice"]:
            name = "weather fixed"
        elif name == "result" and args["bonus"]:
            name = "result with rain"
        elif name == "standing" and args.get("places"):
            name = "standing places"
    return EVENTS[name]
