"""10.0 German reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import GAME, Lab

WAITING = {"fate": "waiting"}
EDGE = [f"01{row:02d}" for row in range(1, 14)]
TERNOPOL = "0805"
SOVIET_RING = ("94R 0804", "107R 0906", "11R 0706")  # every second hex around Ternopol


def arriving(*units: str, names: tuple[str, ...] = ("8Pz", "507"), **fields: Any) -> Lab:
    """The reinforcement phase of turn 2 with units that wait."""
    return Lab.at("reinforcements", *units, units=dict.fromkeys(names, WAITING), **{"turn": 2, **fields})


def places(lab: Lab, unit: str) -> list[str]:
    return sorted(a.args[1] for a in lab.state.actions() if a.verb == "place" and a.args[0] == unit)


# -- 10.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.1-a")
@pytest.mark.parametrize("scenario", ["campaign", "learning-ternopol"])
def test_only_germans_arrive(scenario: str) -> None:
    board = GAME.board(scenario)
    assert board.arrivals
    assert {board.roster.units[u].side for u in board.arrivals} == {1}
    assert arriving().decider == "german"


@pytest.mark.rule("10.1-b")
def test_a_reinforcement_costs_nothing_to_place_and_then_acts_as_any_unit() -> None:
    lab = arriving(names=("8Pz",))
    lab.do("place 8Pz 0105", dice=(2, 1, 1, 2, 2))  # on to turn 3: ice
    lab.do("end", *["order move", "end", "end"] * 2, "order move", "select 8Pz")
    veteran = Lab.at("german-move-1", "8Pz 0105", turn=3)
    veteran.do("select 8Pz")
    assert lab.steps("8Pz") == 4
    assert lab.choices("move") == veteran.choices("move")


@pytest.mark.rule("10.1-d")
@pytest.mark.parametrize("unit", ["9SS", "8Pz"])  # of turns 5 and 2
def test_reinforcements_come_neither_early_nor_late(unit: str) -> None:
    lab = arriving(names=("100J", unit), turn=4)
    assert lab.refused(f"place {unit} 0105") == "10.1-d"
    assert lab.legal("place 100J 0105")


@pytest.mark.rule("10.1-d")
def test_a_reinforcement_not_placed_in_its_phase_is_lost() -> None:
    lab = arriving()
    lab.do("place 8Pz 0105", "end", dice=(1, 1, 1, 2, 2))
    assert (lab.hex("8Pz"), lab.hex("507")) == ("0105", "dead")
    assert lab.told("reinforcement lost")[0].args["units"] == ["507"]


@pytest.mark.rule("10.1-d")
def test_reinforcements_wait_for_phase_x() -> None:
    lab = Lab.at("german-move-2", turn=2, units={"8Pz": WAITING})
    assert not lab.legal("place 8Pz 0105")
    assert lab.refused("select 8Pz") == "2.1-a"


@pytest.mark.rule("10.1-e")
def test_reinforcements_enter_at_the_western_edge_or_at_ternopol() -> None:
    lab = arriving()
    assert places(lab, "8Pz") == [*EDGE, TERNOPOL]
    assert {lab.refused(f"place 8Pz {h}") for h in ("0114", "0201", "0129")} == {"10.1-e"}


@pytest.mark.rule("10.1-e")
def test_ternopol_must_be_german() -> None:
    assert places(arriving(control=[TERNOPOL]), "8Pz") == EDGE
    assert places(arriving(f"94R {TERNOPOL}"), "8Pz") == EDGE


@pytest.mark.rule("10.1-e")
def test_no_entry_into_a_soviet_zone_or_a_full_hex_of_the_edge() -> None:
    lab = arriving("94R 0209", "9SS 0103")
    assert places(lab, "8Pz") == sorted({*EDGE, TERNOPOL} - {"0103", "0109", "0110"})
    assert lab.refused("place 8Pz 0109") == "9.2-b"
    assert "0103" in places(lab, "507")  # room for one step


@pytest.mark.rule("10.1-f")
def test_ternopol_must_have_a_line_and_may_be_in_a_zone() -> None:
    lab = arriving("94R 0906", control=[])
    assert TERNOPOL in lab.zoc("soviet")
    assert TERNOPOL in places(lab, "8Pz")
    lab = arriving(*SOVIET_RING, control=[])
    assert lab.refused(f"place 8Pz {TERNOPOL}") == "10.1-f"


# -- 10.2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.2-a")
@pytest.mark.parametrize(("turn", "announced"), [(1, 0), (2, 1), (3, 0)])
def test_korpsgruppen_become_available_in_the_reinforcement_phase_of_turn_2(turn: int, announced: int) -> None:
    lab = Lab.at("german-combat-2", turn=turn)
    lab.do("end", "end", dice=(1, 1, 1, 2, 2))
    assert len(lab.told("korpsgruppen available")) == announced


@pytest.mark.rule("10.2-b")
@pytest.mark.parametrize(("turn", "next_phase"), [(1, "soviet-1"), (2, "korpsgruppen")])
def test_korpsgruppen_are_deployed_from_turn_3_on(turn: int, next_phase: str) -> None:
    lab = Lab.at("german-combat-2", turn=turn)
    lab.do("end", "end", dice=(1, 1, 1, 2, 2))
    assert lab.state.view(None)["phase"] == next_phase
    assert lab.legal("deploy Br 3018") is (next_phase == "korpsgruppen")


@pytest.mark.rule("10.2-c")
def test_korpsgruppen_leave_the_map_in_the_administrative_phase() -> None:
    lab = Lab.at("german-combat-2", korpsgruppen={"Br": "3018", "Ch": "3020"})
    lab.do("end", "end", dice=(1, 1, 1, 2, 2))
    assert lab.state.view("german")["korpsgruppen"] == {}
    assert sum(action.endswith(" 3018") for action in lab.actions("deploy")) == 3  # all three may be placed again
