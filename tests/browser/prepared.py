"""Matches brought to a position over HTTP, so that a test can begin where it becomes interesting."""

from __future__ import annotations

from tests.browser.serving import Serving
from tests.server.table import Match, Player, play_out

TARGET, DEFENDER = "1106", "68Inf"
ATTACKERS = ("15R", "11GTk", "8GMech")
TO_COMBAT = (
    *("select 15R", "move 1105"),
    *("select 11GTk", "move 1206"),
    *("select 8GMech", "move 1206"),
    "end",
)
TO_BATTLE = (f"attack {TARGET}", *(f"add {unit}" for unit in ATTACKERS), "commit")
TRIES = 40
"""How often a match is begun again, with another word for the dice, until they are those a test needs."""
DEBRECEN, BREAKTHROUGH = "debrecen", "example-breakthrough"
KORSUN = "korsun"
FIRED_AT, BRIGADE = "0522", "5MC-2"
"""A German battalion in the open, and the only brigade next to it when the learning game of Korsun begins."""
AIR = 2
"""Soviet air markers: with one used there is still a choice before the die falls."""


def movement(server: Serving, soviet: str = "invite", german: str = "invite", word: str = "") -> Match:
    """The first Soviet movement of the learning scenario."""
    match = server.match(soviet=soviet, german=german, word=word)
    match.seat("german").play("auto")
    return match


def played(match: Match, *actions: str) -> Match:
    """After some actions of the Soviet side."""
    soviet = match.seat("soviet")
    for action in actions:
        soviet.play(action)
    return match


def combat(server: Serving, word: str = "") -> Match:
    """Three corps with air support stand next to a weak division, and the combat begins."""
    for n in range(TRIES):
        match = movement(server, word=f"{word} {n}")
        if match.seat("soviet").look()["view"]["air"]["soviet"] >= AIR:
            return played(match, *TO_COMBAT)
    raise AssertionError("the Soviet side never had air superiority")


def battle(server: Serving) -> Match:
    """The attack is committed; the die has not fallen."""
    return played(combat(server), *TO_BATTLE)


def retreat(server: Serving) -> Match:
    """The defender must retreat."""
    for n in range(TRIES):
        match = played(combat(server, str(n)), *TO_BATTLE, "fight")
        if match.seat("german").look()["decision"]["name"] == "retreat":
            return match
    raise AssertionError("the defender never had to retreat")


def finished(server: Serving, **players: str) -> tuple[Match, list[Player]]:
    """A learning scenario played at random to its end."""
    match = server.match(**(players or {"soviet": "invite", "german": "invite"}))
    sides = [match.seat("soviet"), match.seat("german")]
    play_out(sides)
    return match, sides


def korsun_learning(server: Serving) -> Match:
    """The bridges of the Gniloy Tikich; the Soviet moves first."""
    return server.match("learning-bridges", game=KORSUN, soviet="invite", german="invite")


def fire_fight(server: Serving) -> Match:
    """The Soviet has committed an attack: the first of four opportunities for support fire is his."""
    return played(korsun_learning(server), "end", f"attack {FIRED_AT}", f"add {BRIGADE}", "commit")


def german_movement(server: Serving) -> Match:
    """The Soviet has ended every segment of his turn."""
    match = korsun_learning(server)
    soviet = match.seat("soviet")
    while soviet.look()["decision"]["side"] == "soviet":
        soviet.play("end")
    return match


def debrecen(server: Serving, scenario: str = "learning-nagyvarad") -> Match:
    """A new game of Debrecen 1944; the Axis player allots his support markers first."""
    return server.match(scenario, game=DEBRECEN, allied="invite", axis="invite")


def operations(server: Serving) -> Match:
    """The markers are allotted; the Allied player says who acts."""
    match = debrecen(server)
    for side in ("axis", "allied"):
        match.seat(side).play("auto")
    return match


def prepared_attack(server: Serving) -> Match:
    """The prepared attack of the rulebook's final example is committed; the attacker may add support."""
    match = debrecen(server, BREAKTHROUGH)
    for action in ("prepare 1710", "add 8-6G", "add 13-6G", "commit"):
        match.seat("allied").play(action)
    return match
