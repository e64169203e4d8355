"""11.0 The return of Soviet rifle corps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import GAME, Lab
from tests.breakout.plain import attack, plain

KRASILOV, KHMELNIK, PROSKUROV, BAR = "2603", "4004", "2607", "3514"
FALLEN = {"fate": "dead", "steps": 1}


def doomed(*units: str, **fields: Any) -> Lab:
    """German combat with 3018 about to fall to an automatic result."""
    return plain("german-combat-1", "A 3017 german panzer XX 40-40", *units, **fields)


def returning(*units: str, due: dict[str, int] | None = None, **fields: Any) -> Lab:
    """The replacement phase of turn 4 with rifle corps on the turn track."""
    due = due or {"94R": 4, "107R": 4}
    return Lab.at("replacements", *units, units=dict.fromkeys(due, FALLEN), due=due, **fields)


def places(lab: Lab, unit: str) -> list[str]:
    return sorted(a.args[1] for a in lab.state.actions() if a.verb == "place" and a.args[0] == unit)


# -- 11.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.1-a")
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_the_die_rounded_up_tells_when_a_rifle_corps_returns(die: int, turns: int) -> None:
    lab = doomed("94R 3018 1")
    lab.do(*attack("3018", "A"), dice=(die,))
    assert lab.hex("94R") == "dead"
    assert lab.state.view("german")["off_map"]["returning"] == {"94R": 4 + turns}
    assert lab.steps("94R") == 1


@pytest.mark.rule("11.1-a")
@pytest.mark.parametrize("unit", ["7GTk 3018 1", "3GTA-sup 3018", "13B 3018"])
def test_no_other_unit_returns(unit: str) -> None:
    lab = doomed(unit)
    lab.do(*attack("3018", "A"))  # no die is asked for
    assert lab.state.view("soviet")["off_map"]["returning"] == {}


@pytest.mark.rule("11.1-a")
def test_a_corps_that_only_loses_a_step_is_not_rolled_for() -> None:
    lab = doomed("94R 3018")
    lab.do(*attack("3018", "A"))
    assert (lab.steps("94R"), lab.decision) == (1, "retreat")


@pytest.mark.rule("11.1-a")
def test_elimination_for_overstacking_is_rolled_for_as_well() -> None:
    lab = Lab.at("soviet-move-1", "94R 3018", "107R 3018", "11R 3018", allow_overstack=True)
    lab.do("end", "eliminate 107R", dice=(5,))
    assert lab.state.view(None)["off_map"]["returning"] == {"107R": 7}


@pytest.mark.rule("11.1-a", "11.3-b")
@pytest.mark.parametrize(("die", "back"), [(2, {"94R": 8}), (3, {})])
def test_a_corps_due_after_the_last_turn_is_out_of_the_game(die: int, back: dict[str, int]) -> None:
    lab = doomed("94R 3018 1", turn=7)
    lab.do(*attack("3018", "A"), dice=(die,))
    assert lab.state.view(None)["off_map"]["returning"] == back


@pytest.mark.rule("11.1-b", "11.2-a")
def test_the_rulebook_s_example() -> None:
    lab = doomed("94R 3018 1", turn=2)
    lab.do(*attack("3018", "A"), "done", dice=(2,))  # turn 2, a roll of 2
    assert lab.state.view(None)["off_map"]["returning"] == {"94R": 3}
    lab.do("end", "end", "order move", "end", "end", "end", dice=(2, 2, 2, 1, 1))  # the rest of turn 2
    lab.do("end", *["order move", "end", "end"] * 2, *["order move", "end", "end", "end"] * 2)
    assert (lab.state.turn, lab.decision) == (3, "replacements")
    lab.state.play(f"place 94R {KRASILOV}")
    stack = next(s for s in lab.state.view("soviet")["stacks"] if s["hex"] == KRASILOV)
    assert stack["units"] == [{"id": "94R", "steps": 1, "attack": 1, "defence": 1}]


# -- 11.2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.2-a")
def test_available_corps_return_reduced_in_phase_xi() -> None:
    lab = returning()
    assert (lab.decider, lab.decision) == ("soviet", "replacements")
    lab.do(f"place 94R {KHMELNIK}")
    assert (lab.hex("94R"), lab.steps("94R")) == (KHMELNIK, 1)
    assert lab.state.view(None)["off_map"]["returning"] == {"107R": 4}


@pytest.mark.rule("11.2-a")
def test_no_corps_returns_before_its_turn() -> None:
    lab = returning(due={"94R": 4, "107R": 5})
    assert lab.refused(f"place 107R {KHMELNIK}") == "11.2-a"


@pytest.mark.rule("11.2-a")
def test_a_corps_held_back_stays_available() -> None:
    lab = returning(due={"94R": 3})
    assert places(lab, "94R") == [KRASILOV, KHMELNIK]
    lab.do("end", dice=(1, 1, 1, 2, 2))
    assert lab.state.view(None)["off_map"]["returning"] == {"94R": 3}


@pytest.mark.rule("11.2-b")
def test_corps_return_to_towns_and_fortified_localities_under_soviet_control() -> None:
    lab = returning(control=[KRASILOV, PROSKUROV, "2121", "3018"])  # 2121 is fortified, 3018 open country
    assert places(lab, "94R") == ["2121", KRASILOV, PROSKUROV]
    assert {lab.refused(f"place 94R {h}") for h in ("3018", KHMELNIK)} == {"11.2-b"}


@pytest.mark.rule("11.2-b")
def test_a_hex_for_a_return_must_be_in_supply() -> None:
    line = [f"G{h} {h} german infantry XX 1-1" for h in ("0121", "0323", "0525", "0627")]
    lab = returning(*line, control=[KRASILOV, "0127"], terrain={"0127": "town"})
    assert "0127" not in lab.zoc("german")
    assert places(lab, "94R") == [KRASILOV]


@pytest.mark.rule("11.2-b")
def test_a_hex_for_a_return_must_be_free_of_enemy_zones() -> None:
    lab = returning("16Pz 2604", "11R 2603")  # even where a friend stands
    assert lab.supplied(KRASILOV)
    assert places(lab, "94R") == [KHMELNIK]
    storm = returning("16Pz 2604", "11R 2603", weather="storm")
    assert places(storm, "94R") == [KRASILOV, KHMELNIK]


@pytest.mark.rule("11.2-b")
def test_one_returning_corps_to_a_hex() -> None:
    lab = returning()
    lab.do(f"place 94R {KRASILOV}")
    assert places(lab, "107R") == [KHMELNIK]
    assert lab.refused(f"place 107R {KRASILOV}") == "11.2-b"


@pytest.mark.rule("11.2-b")
def test_a_returning_corps_needs_room() -> None:
    lab = returning("7GTk 2603", "9Mech 2603", "11R 4004", "52R 4004 1")
    assert places(lab, "94R") == [KHMELNIK]


# -- 11.3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.3-a")
@pytest.mark.parametrize("scenario", ["campaign", "learning-ternopol"])
def test_no_soviet_unit_arrives(scenario: str) -> None:
    state = GAME.start(scenario, seed="0")
    soviets = {u.id for u in GAME.roster.units if u.side == 0}
    assert not soviets & set(state.view("soviet")["off_map"]["arriving"])
    lab = Lab.at("reinforcements", turn=2, units={"8Pz": {"fate": "waiting"}, "94R": {"fate": "waiting"}})
    assert lab.refused("place 94R 0105") == "10.1-d"


@pytest.mark.rule("11.3-b")
def test_a_corps_returns_as_often_as_it_falls() -> None:
    lab = returning("A 2606 german panzer XX 40-40", due={"94R": 4})
    lab.do(f"place 94R {KRASILOV}", dice=(2, 2, 2, 1, 1))  # turn 5, ice
    lab.do("end", *["order move", "end", "end"] * 2, "order move", "select A", "move 2604", "end")
    lab.do(*attack(KRASILOV, "A"), dice=(1,))
    assert lab.state.view(None)["off_map"]["returning"] == {"94R": 6}


@pytest.mark.rule("11.3-c")
def test_a_returned_corps_acts_as_any_other() -> None:
    lab = returning("16Pz 2606", due={"94R": 4})
    lab.do(f"place 94R {KRASILOV}", dice=(2, 1, 1, 2, 2))  # turn 5, ice
    assert KRASILOV in lab.zoc("soviet")
    lab.do("end", "order move", "select 94R", "move 2605", "end")
    lab.do("attack 2606", "add 94R")
    assert lab.preview()["attack_total"] == 1
