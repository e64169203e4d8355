"""19.0 The 5th Guards Tank Army: four corps that are held until they are released."""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.fights import fight
from tests.korsun.lab import GAME, Lab, attack, plain

V = "V 3017 20TC tank 4-4-8/2-2-8"
W = "W 3030 20TC motorized 3-3-8/1-1-8"
X = "X 3010 29TC tank 4-4-8"
G = "G 3018 relief tank 3-3-8/1-1-8"


def held(phase: str, *units: str, names: str = "VWX", **fields: Any) -> Lab:
    """V and W of 20TC and X of 29TC are held, unless told otherwise."""
    return plain(phase, *(units or (V, W, X)), held=list(names), **fields)


def still_held(lab: Lab) -> list[str]:
    return sorted(lab.state.view(None)["held"])


# -- 19.0-a and 19.0-d, what held units do ---------------------------------------------------------------------------


@pytest.mark.rule("19.0-a")
def test_the_four_corps_are_held_when_the_game_begins() -> None:
    start = GAME.start("korsun").view(None)
    orgs = {u.id: u.organisation for u in GAME.roster.units}
    assert {orgs[u] for u in start["held"]} == {"20TC", "5GTC", "18TC", "29TC"}
    assert set(start["held"]) == {u for u, org in orgs.items() if org in ("20TC", "5GTC", "18TC", "29TC")}


@pytest.mark.rule("19.0-a")
def test_held_units_neither_move_nor_attack() -> None:
    for phase in ("soviet-movement", "soviet-mobile-movement"):
        lab = held(phase, V, W, X, "A 3005 27A tank 1-1-8")
        assert lab.choices("select") == ["A"]
        assert lab.refused("select V") == "19.0-a"
    for phase in ("soviet-combat", "soviet-mobile-combat"):
        lab = held(phase, V, W, X, G, "A 3118 27A tank 1-1-8")
        lab.do("attack 3018")
        assert lab.choices("add") == ["A"]
        assert lab.refused("add V") == "19.0-a"


@pytest.mark.rule("19.0-a", "19.0-d")
def test_a_held_unit_defends_and_retreats() -> None:
    """No German attacks it; it is bombarded, and goes back two hexes, still held."""
    lab = held("german-combat", V, W, X, "G 3015 relief tank 3-3-8", pools={"relief": [6]})
    lab.do("bombard 3017", "chit relief", "fire", dice=(1, 1))  # 6 - 4 is +2: D2
    assert (lab.told("odds")[-1].args["defence"], lab.decider) == (4, "soviet")
    lab.do("retreat 3018", "retreat 3019")
    assert (lab.hex("V"), still_held(lab)) == ("3019", ["V", "W", "X"])


@pytest.mark.rule("19.0-d")
def test_a_held_unit_may_be_displaced() -> None:
    """Germans on both sides leave D in 3018 only the way to 3020, where V is."""
    germans = [f"G{h} {h} relief tank 1-1-8" for h in ("2818", "2820", "3218", "3220")]
    lab = fight("D2", *germans, "V 3020 20TC tank 4-4-8", held=["V"])
    lab.do("retreat 3019", "retreat 3020", "displace 3021")
    assert (lab.hex("D"), lab.hex("V"), still_held(lab)) == ("3020", "3021", ["V"])


@pytest.mark.rule("19.0-d")
def test_a_held_unit_may_be_rebuilt() -> None:
    lab = held("soviet-rebuild", f"{V} 1", W, X)
    lab.do("rebuild V")
    assert (lab.steps("V"), still_held(lab)) == (2, ["V", "W", "X"])


# -- 19.0-b and 19.0-c, release rolls --------------------------------------------------------------------------------


@pytest.mark.rule("19.0-b")
def test_from_turn_2_each_held_unit_rolls_once_in_each_soviet_movement_phase() -> None:
    lab = held("soviet-movement", turn=1)
    assert lab.actions("release") == []
    assert lab.refused("release V") == "19.0-b"
    lab = held("soviet-movement", turn=2)
    assert lab.choices("release") == ["V", "W", "X"]
    lab.do("release V", dice=(5,))
    assert lab.choices("release") == ["W", "X"]
    assert lab.refused("release V") == "19.0-b"
    lab.do(*["end"] * 8, dice=(1,))
    assert lab.choices("release") == ["V", "W", "X"]  # again in turn 3


@pytest.mark.rule("19.0-b")
def test_only_in_the_soviet_movement_phase_and_only_if_he_likes() -> None:
    for phase in ("soviet-combat", "soviet-mobile-movement", "german-movement"):
        assert held(phase).actions("release") == []
    assert held("soviet-mobile-movement").refused("release V") == "19.0-b"
    assert held("german-movement").refused("release V") == "19.0-b"
    lab = held("soviet-movement")
    lab.do("end")
    assert still_held(lab) == ["V", "W", "X"]


@pytest.mark.rule("19.0-c")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_6_releases_the_unit_and_no_other(die: int) -> None:
    lab = held("soviet-movement")
    lab.do("release V", dice=(die,))
    assert still_held(lab) == (["W", "X"] if die == 6 else ["V", "W", "X"])


@pytest.mark.rule("19.0-c")
def test_one_die_for_each_when_all_roll_together() -> None:
    lab = held("soviet-movement")
    lab.do("muster", dice=(6, 5, 6))
    assert still_held(lab) == ["W"]
    assert lab.actions("release") == []


@pytest.mark.rule("19.0-c")
def test_a_released_unit_moves_and_attacks_at_once_and_for_good() -> None:
    lab = held("soviet-movement", V.replace("3017", "3015"), W, X, G)
    lab.do("release V", "select V", "move 3017", "done", "end", *attack("3018", "V"), dice=(6, 4))  # +1: A1
    lab.do("resist", *["end"] * 7, dice=(1,))
    assert still_held(lab) == ["W", "X"]
    assert "V" in lab.choices("select")


# -- 19.0-e and 19.0-f, automatic release ----------------------------------------------------------------------------


@pytest.mark.rule("19.0-e")
@pytest.mark.parametrize("turn", [1, 7])
def test_a_german_who_moves_next_to_a_unit_releases_its_whole_corps(turn: int) -> None:
    lab = held("german-movement", V, W, X, "G 3020 relief tank 3-3-8", turn=turn)
    lab.do("select G", "move 3019")
    assert still_held(lab) == ["V", "W", "X"]
    lab.do("move 3018")
    assert still_held(lab) == ["X"]


@pytest.mark.rule("19.0-e")
def test_in_passing_too_and_in_mobile_movement() -> None:
    lab = held("german-mobile-movement", V, W, X, "G 3220 relief tank 3-3-12")
    lab.do("select G", "move 3118", "move 3216")
    assert (lab.hex("G"), still_held(lab)) == ("3216", ["X"])


@pytest.mark.rule("19.0-e")
def test_a_german_who_attacks_a_unit_releases_its_whole_corps_in_any_turn() -> None:
    lab = held("german-combat", V, W, X, G, turn=1)
    lab.do(*attack("3017", "G"), dice=(3,))
    assert still_held(lab) == ["X"]


@pytest.mark.rule("19.0-e")
def test_to_meet_a_unit_that_is_free_already_releases_the_rest_of_its_corps_too() -> None:
    lab = held("german-movement", V, W, X, "G 3020 relief tank 3-3-8", names="WX")
    lab.do("select G", "move 3018")
    assert still_held(lab) == ["X"]
    lab = held("german-combat", V, W, X, G, names="WX", pools={"20TC": [2, 3]})
    assert lab.preview("attack 3017 G")["support"]["defence"] == {"20TC": [2, 3]}
    lab.do(*attack("3017", "G"))
    assert still_held(lab) == ["X"]
    lab.do("draw 20TC", "draw 20TC", dice=(1, 1, 2))  # two active units, two chits
    assert lab.told("odds")[-1].args["defence"] == 4 + 2 + 3


@pytest.mark.rule("19.0-e")
def test_bombardments_advances_and_soviets_release_nobody() -> None:
    """AMB-29. G advances to 3018, next to V."""
    units = (V, W, X, "G 3019 relief tank 20-3-8", "S 3018 27A rifle 1-1-5")
    lab = held("german-combat", *units, pools={"luftwaffe": [1]})
    lab.do("bombard 3017", "chit luftwaffe", "fire", dice=(1, 1))
    lab.do(*attack("3018", "G"), "advance G 3018", dice=(1,))
    assert (lab.hex("G"), still_held(lab)) == ("3018", ["V", "W", "X"])
    lab = held("soviet-movement", V, W, X, "A 3020 27A tank 1-1-8")
    lab.do("select A", "move 3018")
    assert still_held(lab) == ["V", "W", "X"]


@pytest.mark.rule("19.0-f", "16.0-b")
def test_a_corps_that_is_attacked_supports_the_defence_in_that_combat() -> None:
    lab = held("german-combat", V, W, X, G, pools={"20TC": [2, 3], "29TC": [3]})
    lab.do(*attack("3017", "G"))
    assert (lab.decider, lab.choices("draw")) == ("soviet", ["20TC"])
    lab.do("draw 20TC", "draw 20TC", dice=(1, 1, 2))  # two active units, two chits
    assert lab.told("odds")[-1].args["defence"] == 4 + 2 + 3


@pytest.mark.rule("19.0-f")
def test_the_preview_knows_it() -> None:
    lab = held("german-combat", V, W, X, G, pools={"20TC": [2, 3]})
    support = lab.preview("attack 3017 G")["support"]
    assert (support["defence"], support["defence_left"]) == ({"20TC": [2, 3]}, 2)
