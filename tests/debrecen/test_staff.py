"""The staff: whole games by the rules, exact odds, nothing seen that is hidden."""

from __future__ import annotations

import random

import pytest

from kessel.commanders import Cadet, StaffOfficer, commander, desk
from kessel.engine import Match
from kessel.engine.text import translator
from kessel.games.debrecen.fog import imagine
from kessel.games.debrecen.odds import Assault, odds
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.staff.estimate import Estimate
from kessel.games.debrecen.state import DebrecenState
from tests.debrecen.fights import GERMANS, activate, fight, mark
from tests.debrecen.lab import GAME, Lab, plain


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


@pytest.mark.parametrize("scenario", ["learning-nagyvarad", "example-breakthrough", "debrecen"])
def test_cadets_play_whole_games(scenario: str) -> None:
    assert played(scenario, {"allied": "cadet", "axis": "cadet"}, 1).state.outcome is not None


@pytest.mark.parametrize("scenario", ["learning-nagyvarad", "example-bridgehead", "example-disengagement"])
def test_staffs_play_whole_games(scenario: str) -> None:
    assert played(scenario, {"allied": "staff", "axis": "staff"}, 2).state.outcome is not None


def test_a_plan_is_told_in_both_languages() -> None:
    state = GAME.start("learning-nagyvarad", seed="any")
    staff = StaffOfficer("x")
    while staff.plan is None or not staff.plan.prospects:
        side = state.sides[0]
        player = staff if side == "allied" else Cadet("")
        state.play(player.choose(desk(state, side, random.Random(1)))[0], side)
    assert staff.plan is not None
    english, spanish = (GAME.explain_plan(staff.plan, language) for language in ("en", "es"))
    assert english["main_effort"]["text"] == "Main effort: Nagyvárad (2405)."
    assert spanish["main_effort"]["text"] == "Esfuerzo principal: Nagyvárad (2405)."
    assert {task["formation"] for task in english["tasks"]} == {"6th Guards Tank Army"}
    assert english["attacks"][0]["hex"] == "2405"


@pytest.mark.parametrize(("side", "other"), [("allied", "axis"), ("axis", "allied")])
def test_the_cadet_beats_chance_on_either_side(side: str, other: str) -> None:
    outcomes = [played("learning-nagyvarad", {side: "cadet", other: "random"}, seed).state.outcome for seed in range(3)]
    assert [o.winner for o in outcomes if o is not None] == [side] * 3


@pytest.mark.parametrize("prepared", [False, True])
@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        (["16-7M 1812", "78Rgt 1812"], ["I-23Pz 1811"]),
        (["8-6G 1812", "13-6G 1911"], ["KG-MT 1811"]),
        (["297-27G 1812", "110-49 1711"], ["12AA 1811", "4Rh 1811 1"]),
    ],
)
def test_an_attack_is_judged_by_the_odds_of_the_rules(
    attackers: list[str], defenders: list[str], prepared: bool
) -> None:
    s = Lab.at("operations", *attackers, *defenders).state
    index, h = s.board.roster.names.index, s.board.grid.index["1811"]
    places = {index[a.split()[0]]: s.board.grid.index[a.split()[1]] for a in attackers}
    blow = Estimate(s, SIDES.index("allied")).blow(h, places, prepared)
    assert blow.column == odds(s, Assault(SIDES.index("allied"), h, prepared, blow.units)).column


@pytest.mark.rule("11-a", "15.8.3-a")
def test_what_is_imagined_looks_the_same() -> None:
    state = GAME.start("debrecen", options={"fog_of_war": True, "random_entry": True}, seed="hidden")
    assert isinstance(state, DebrecenState)
    rng = random.Random(3)
    players = {side: Cadet("") for side in SIDES}
    compared = different = 0
    while state.turn < 3:
        side = state.sides[0]
        if len(state.stack) % 2:
            world = imagine(state, side, rng)
            assert world.view(side) == state.view(side)
            different += world.digest() != state.digest()
            compared += 1
        state.play(players[side].choose(desk(state, side, rng))[0], side)
    assert different > compared // 2


@pytest.mark.rule("11-a", "15.8.3-a")
@pytest.mark.parametrize("level", ["cadet", "staff"])
def test_a_commander_decides_the_same_whatever_is_hidden_from_him(level: str) -> None:
    state = GAME.start("debrecen", options={"fog_of_war": True, "random_entry": True}, seed="hidden")
    assert isinstance(state, DebrecenState)
    rng = random.Random(3)
    players = {side: Cadet("") for side in SIDES}
    compared = 0
    while state.turn < 3:
        side = state.sides[0]
        twin = GAME.disguise(state, side, rng) if state.rolls % 5 == 0 and compared < 30 else None
        if twin is not None:
            worlds = (state, twin[0])
            mine, other = (commander(level, "").choose(desk(world, side, random.Random(1)))[0] for world in worlds)
            assert mine == other
            compared += 1
        state.play(players[side].choose(desk(state, side, rng))[0], side)
    assert compared == 30


# -- single decisions ------------------------------------------------------------------------------------------------


def advised(lab: Lab, level: str) -> str:
    """What a commander of a level does now."""
    return str(commander(level, "x").choose(desk(lab.state, lab.decider, random.Random(1)))[0])


both_levels = pytest.mark.parametrize("level", ["cadet", "staff"])


@pytest.mark.rule("15.5-b")
@both_levels
def test_a_division_on_the_quiet_bank_of_the_tisza_puts_a_bridgehead_across(level: str) -> None:
    lab = activate(Lab.at("operations", "297-27G 2626", "KG-MT 1205"), "allied", points=2)
    assert advised(lab, level).startswith("bridgehead 297-27G ")


@pytest.mark.rule("3.5.2-a")
@both_levels
def test_tired_units_rest_first(level: str) -> None:
    lab = mark(fight("8-6G 1610", GERMANS), fatigued="8-6G")
    assert advised(lab, level) == "recover 8-6G"


@pytest.mark.rule("3.5-a")
@both_levels
def test_nobody_is_tired_out_without_reason(level: str) -> None:
    lab = plain("operations", "8-6G 1710", "KG-MT 1510", activated=["8-6G"], initiative="allied")
    assert "specific" in lab.actions()
    assert advised(lab, level) == "pass"


@pytest.mark.rule("7.1-a", "7.3.2-e")
@both_levels
def test_a_good_attack_is_made_by_all_who_help(level: str) -> None:
    lab = fight("8-6G 1610", "13-6G 1611", GERMANS)
    assert advised(lab, level) == "prepare 1510"
    player = commander(level, "x")
    for _ in range(3):
        lab.do(str(player.choose(desk(lab.state, "allied", random.Random(1)))[0]))
    assert lab.decision == "declare"
    assert lab.choices("add") == []


@pytest.mark.rule("4.3-a")
@both_levels
def test_a_hopeless_attack_is_left_alone(level: str) -> None:
    lab = fight("3r 1610 1", "126-23Pz 1510", "1-1Pz 1510", points=2)
    assert advised(lab, level).split()[0] not in ("attack", "prepare")


@pytest.mark.rule("7.5-e")
def test_the_unit_with_most_stars_meets_the_armour_of_the_enemy() -> None:
    lab = fight("78Rgt 1610", "8-6G 1610", "I-23Pz 1510")
    lab.do("attack 1510", "add 78Rgt", "add 8-6G", "commit")
    lab.do("pick 8-6G")
    assert lab.decision == "armour"
    assert advised(lab, "cadet") == "pick 78Rgt"


@pytest.mark.rule("7.7-b", "7.8.1-a")
@pytest.mark.parametrize(("place", "near", "choice"), [("2405", "2404", "lose"), ("2407", "2408", "retreat")])
def test_steps_are_paid_for_a_prize_and_ground_for_nothing(place: str, near: str, choice: str) -> None:
    """Nagyvárad (2405) counts three points; 2407 counts nothing."""
    lab = activate(Lab.at("operations", f"297-27G {near}", f"409-27G {near}", f"126-23Pz {place}"), "allied")
    lab.do(f"attack {place}", "add 297-27G", "add 409-27G", "commit", "pick 297-27G", dice=(6,))
    assert lab.decision == "settle"
    assert advised(lab, "cadet").split()[0] == choice


@pytest.mark.parametrize(("leaning", "verb"), [(0.0, "prepare"), (-2.0, "select")])
def test_a_plan_that_leans_away_from_an_enemy_leaves_him_alone(leaning: float, verb: str) -> None:
    state = fight("8-6G 1610", "13-6G 1611", GERMANS).state
    plan = GAME.plan(state, "allied")
    plan.leanings = {"1510": leaning}
    assert GAME.advise(state, "allied", state.actions(), {"plan": plan})[0].verb == verb


@pytest.mark.parametrize("wanted", ["1710", "1609"])
def test_units_go_where_a_plan_leans(wanted: str) -> None:
    lab = activate(Lab.at("operations", "8-6G 1711", "KG-MT 1205"), "allied", points=2)
    plan = GAME.plan(lab.state, "allied")
    plan.leanings = {wanted: 9.0}
    notes = {"plan": plan}
    while lab.decision in ("activation", "moving"):
        lab.do(str(GAME.advise(lab.state, "allied", lab.state.actions(), notes)[0]))
    assert lab.hex("8-6G") == wanted
