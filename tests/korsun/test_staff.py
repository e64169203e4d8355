"""The staff: whole games by the rules, plans in words, the same choice whatever the dice will bring."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kessel.commanders import Marshal, StaffOfficer, commander, desk
from kessel.engine import Match
from kessel.engine.text import translator
from kessel.games.korsun.roster import GERMAN, SIDES, SOVIET
from kessel.games.korsun.staff import make_plan
from kessel.games.korsun.staff.estimate import ZONE, Estimate
from kessel.games.korsun.staff.moves import Ground
from kessel.hexes import members
from tests.korsun.lab import GAME, plain

RIFLES = ("180-21", "180-42", "180-86", "202-645")


def played(scenario: str, sides: dict[str, str], seed: int) -> Match:
    """A whole game between commanders; every choice must be legal and its reason told in Spanish."""
    match = Match.start(GAME, scenario, seed=f"staff-{seed}")
    players = {side: commander(name, f"{seed}/{side}") for side, name in sides.items()}
    rng = random.Random(seed)
    while match.state.outcome is None:
        side = match.state.sides[0]
        action, why = players[side].choose(desk(match.state, side, rng))
        assert action in match.state.actions(side)
        assert why.render(translator("es"), lambda k, v: GAME.label(k, v, "es"))
        match.play(action, side)
    return match


@pytest.mark.parametrize("scenario", ["learning-bridges", "learning-shenderovka"])
def test_two_staffs_play_a_whole_game(scenario: str) -> None:
    assert played(scenario, {"soviet": "staff", "german": "staff"}, 1).state.outcome is not None


def test_the_staff_decides_without_regard_to_dice_that_have_not_fallen() -> None:
    games = [Match.start(GAME, "learning-bridges", seed=seed) for seed in ("one", "two")]
    staffs = [StaffOfficer("x"), StaffOfficer("x")]
    for _ in range(12):
        side = games[0].state.sides[0]
        choices = [
            staff.choose(desk(match.state, side, random.Random(1)))[0]
            for staff, match in zip(staffs, games, strict=True)
        ]
        assert choices[0] == choices[1]
        for match in games:
            match.play(choices[0], side)


def test_the_marshal_with_counted_trials_always_gives_the_same_answer() -> None:
    state = GAME.start("learning-shenderovka", seed="any")
    side = state.sides[0]
    plans = []
    for _ in range(2):
        marshal = Marshal("same", trials=4)
        assert marshal.choose(desk(state, side, random.Random(1)))[0] in state.actions(side)
        plans.append(marshal.plan)
    assert plans[0] == plans[1]


def test_a_plan_is_told_in_both_languages() -> None:
    state = GAME.start("learning-bridges", seed="any")
    side = state.sides[0]
    staff = StaffOfficer("x")
    staff.choose(desk(state, side, random.Random(1)))
    assert staff.plan is not None
    english, spanish = (GAME.explain_plan(staff.plan, language) for language in ("en", "es"))
    assert english["main_effort"]["text"].startswith("Main effort: ")
    assert spanish["main_effort"]["text"].startswith("Esfuerzo principal: ")
    assert english["tasks"]
    assert [task["hex"] for task in english["tasks"]] == [task["hex"] for task in spanish["tasks"]]
    assert "5th Mechanised Corps" in {task["formation"] for task in english["tasks"]}


def test_engineers_bridge_a_river_in_the_way_to_the_pocket() -> None:
    river = " ".join(f"20{row}/21{row} 20{row}/21{row + 1}" for row in range(12, 22))
    lab = plain(
        "german-movement",
        "16Pz-I-Pz2 1916",
        "16Pz-II-Pz2 1915",
        "Baeke-503 1917",
        "16Pz-Pi 1816",
        "72-105 2816",
        major=river,
    )
    staff = StaffOfficer("x")
    action, _ = staff.choose(desk(lab.state, "german", random.Random(1)))
    assert action.verb == "bridge"
    assert action.args[0] == "16Pz-Pi"
    assert action.args[1] in river.split()


@pytest.mark.parametrize("leaning", [-9.0, 9.0])
def test_whether_enemies_are_attacked_depends_on_how_the_plan_leans(leaning: float) -> None:
    state = GAME.start("learning-shenderovka", seed="lean")
    side = state.sides[0]
    plan = GAME.plan(state, side)
    foe = state.occupied[1 - SIDES.index(side)]
    plan.leanings = dict.fromkeys((state.board.grid.names[h] for h in members(foe)), leaning)
    notes: dict[str, Any] = {"plan": plan}
    verbs = set()
    while state.sides == (side,) and not verbs & {"attack"}:
        action = GAME.advise(state, side, state.actions(), notes)[0]
        verbs.add(action.verb)
        state.play(action)
    assert ("attack" in verbs) == (leaning > 0.0)


def test_two_engineers_do_not_bridge_the_same_hexside() -> None:
    river = " ".join(f"20{row}/21{row} 20{row}/21{row + 1}" for row in range(12, 22))
    tanks = ("16Pz-I-Pz2 1916", "16Pz-II-Pz2 1915", "Baeke-503 1917")
    lab = plain("german-movement", *tanks, "16Pz-Pi 1816", "17Pz-Pi 1817", "72-105 2816", major=river)
    staff, bridges = StaffOfficer("x"), []
    for _ in range(2):
        action, _ = staff.choose(desk(lab.state, "german", random.Random(1)))
        if action.verb == "bridge":
            bridges.append(action.args[1])
            lab.state.play(action, "german")
    assert bridges
    assert len(set(bridges)) == len(bridges)


def test_the_way_of_the_germans_leads_through_the_gap_in_a_line() -> None:
    line = (f"{name} 24{row}" for name, row in zip(RIFLES, (11, 14, 17, 23), strict=True))
    lab = plain("german-movement", "16Pz-I-Pz2 1816", "72-105 2816", *line)
    way = Estimate(lab.state, GERMAN).corridor
    index = lab.state.board.grid.index
    assert max(range(10, 25), key=lambda row: way[index[f"24{row}"]]) in (19, 20)
    assert way[index["2414"]] < way[index["2416"]] < way[index["2419"]]


def test_a_hex_to_be_fought_for_lies_on_the_way_as_much_as_those_before_it() -> None:
    wall = [f"S{row} 24{row:02} 27A rifle 2-3-5/1-2-5" for row in range(8, 25)]
    lab = plain("german-movement", "16Pz-I-Pz2 1816", "72-105 2816", *wall)
    way = Estimate(lab.state, GERMAN).corridor
    index = lab.state.board.grid.index
    assert way[index["2416"]] >= way[index["2316"]] > 0.5


def test_a_road_does_not_help_past_enemies() -> None:
    road = [f"{column}16" for column in range(18, 29)]
    lab = plain("german-movement", "16Pz-I-Pz2 1816", "72-105 2816", "180-21 2317", roads=[road])
    e = Estimate(lab.state, GERMAN)
    field, index = e.field(1 << lab.state.board.grid.index["1816"], GERMAN), lab.state.board.grid.index
    assert field[index["2016"]] == 2
    assert field[index["2416"]] > 6 + 2 * ZONE


def test_friends_close_the_sides_of_a_place_in_danger() -> None:
    data = {
        "scenario": "learning-shenderovka",
        "turn": 2,
        "phase": "soviet-movement",
        "units": {"202-645": {"hex": "3015"}, "180-21": {"hex": "2615"}, "5GAbn-1": {"hex": "3119"}}
        | {name: {"hex": hex} for name, hex in (("72-105", "3113"), ("72-124", "3213"), ("72-266", "3013"))},
    }
    state = GAME.position(data)
    ground = Ground(Estimate(state, SOVIET), make_plan(state, SOVIET))
    guard = ground.guard(state, state.board.roster.names.index["5GAbn-1"])
    index = state.board.grid.index
    assert guard[index["3115"]] > 0.0
    assert index["3017"] not in guard
