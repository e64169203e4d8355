"""15.0 The pools of support fire chits, and those of the air forces."""

from __future__ import annotations

import pytest

from kessel.games.korsun import Korsun
from tests.korsun.lab import Lab, attack, plain

G = "G 3017 relief tank 4-4-10/2-2-10"
K = "K 2918 encircled tank 4-4-10/2-2-10"
S = "S 3018 27A tank 3-3-8/1-1-8"
T = "T 3010 4GA tank 3-3-8/1-1-8"

SOVIET = {"27A": 7, "5GTC": 4, "18TC": 3, "3TC": 3, "5MC": 5, "29TC": 3, "16TC": 4}
SOVIET |= {"20TC": 2, "5GCC": 3, "6TA": 5, "4GA": 6, "52A": 5, "soviet_air": 5}
GERMAN = {"encircled": 10, "relief": 15, "luftwaffe": 3}


def start() -> Lab:
    return Lab(Korsun().start("korsun"))


# -- 15.0 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.0-c")
def test_every_organisation_has_a_box_with_its_chits() -> None:
    pools = start().state.view("soviet")["pools"]
    assert {o for o, pool in pools.items() if pool["side"] == "soviet"} == set(SOVIET)
    assert {o for o, pool in pools.items() if pool["side"] == "german"} == set(GERMAN)
    assert all(pool["ready"] == len(pool["values"]) and not pool["spent"] for pool in pools.values())


@pytest.mark.rule("15.1-d", "15.3-a")
def test_the_soviet_chits_at_the_start() -> None:
    pools = start().state.view("soviet")["pools"]
    counts = {o: pool["ready"] for o, pool in pools.items() if pool["side"] == "soviet"}
    assert counts == SOVIET
    assert sum(counts.values()) == 55


@pytest.mark.rule("15.1-e", "15.2-a")
def test_the_german_chits_at_the_start() -> None:
    pools = start().state.view("german")["pools"]
    counts = {o: pool["ready"] for o, pool in pools.items() if pool["side"] == "german"}
    assert counts == GERMAN
    assert sum(counts.values()) == 28


@pytest.mark.rule("15.0-a", "15.0-e")
@pytest.mark.parametrize("turn", [1, 6, 11])
def test_all_chits_are_there_in_every_turn(turn: int) -> None:
    pools = {o: {"ready": [], "spent": [1] * n} for o, n in (SOVIET | GERMAN).items()}
    lab = plain("german-mobile-combat", G, S, turn=turn, pools=pools)
    lab.do("end", dice=(1,))
    assert lab.state.view(None)["turn"] == turn + 1
    assert {o: len(lab.pool(o)[0]) for o in pools} == SOVIET | GERMAN


@pytest.mark.rule("15.0-b", "15.1-a")
def test_a_chit_comes_from_the_pool_of_a_unit_in_the_combat() -> None:
    pools = {"relief": [2], "encircled": [3], "27A": [1], "4GA": [4]}
    lab = plain("german-combat", G, "K 3117 encircled tank 4-4-10", S, T, pools=pools)
    lab.do(*attack("3018", "G"))
    assert lab.choices("draw") == ["relief"]
    assert lab.refused("draw encircled") == "15.1-a"


@pytest.mark.rule("15.0-d")
def test_a_chit_is_spent_for_the_rest_of_the_game_turn() -> None:
    lab = plain("soviet-combat", G, S, K, "U 2919 27A rifle 3-3-8", pools={"27A": [2], "relief": [4], "encircled": [1]})
    lab.do(*attack("3017", "S"), "draw 27A", "draw relief", dice=(1, 1, 2))  # 5 - 8 is -3: A1
    lab.do("resist")
    lab.do("attack 2918", "add U", "commit")
    assert (lab.decider, lab.choices("draw")) == ("german", ["encircled"])  # nothing left for the attacker
    lab.do("pass", "pass", dice=(3,))
    assert (lab.pool("27A"), lab.pool("relief")) == (([], [2]), ([], [4]))


@pytest.mark.rule("15.0-d")
def test_a_spent_pool_refuses() -> None:
    lab = plain("german-combat", G, S, pools={"relief": {"ready": [], "spent": [2]}, "luftwaffe": [5]})
    lab.do(*attack("3018", "G"))
    assert lab.refused("draw relief") == "15.0-d"


@pytest.mark.rule("15.0-e")
def test_spent_chits_are_back_when_the_next_game_turn_begins_and_no_sooner() -> None:
    lab = plain("soviet-mobile-combat", G, S, pools={"relief": {"ready": [3], "spent": [6]}})
    lab.do("end")
    assert lab.pool("relief") == ([3], [6])
    lab.do("end", "end", "end", "end", dice=(2,))
    assert (lab.decider, lab.pool("relief")) == ("soviet", ([3, 6], []))


# -- 15.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.1-b")
def test_the_defender_draws_from_the_pool_of_the_unit_attacked_only() -> None:
    lab = plain("german-combat", G, S, "T 3019 4GA tank 3-3-8", pools={"27A": [1], "4GA": [4]})
    lab.do(*attack("3018", "G"))
    assert (lab.decider, lab.choices("draw")) == ("soviet", ["27A"])
    assert lab.refused("draw 4GA") == "15.1-b"


@pytest.mark.rule("15.1-c")
def test_an_attack_of_two_organisations_may_use_the_chits_of_both() -> None:
    pools = {"relief": [2, 3], "encircled": [4, 5]}
    lab = plain("german-combat", G, K, S, pools=pools)
    lab.do(*attack("3018", "G", "K"))
    assert lab.choices("draw") == ["encircled", "relief"]
    lab.do("draw relief", "draw encircled", dice=(1, 2, 6))  # two in all: the die falls
    assert lab.told("odds")[-1].args["attack"] == 8 + 2 + 5


# -- 15.2 and 15.3, the air forces -----------------------------------------------------------------------------------


@pytest.mark.rule("15.2-b")
@pytest.mark.parametrize("organisation", ["relief", "encircled"])
def test_the_luftwaffe_supports_any_german_attack(organisation: str) -> None:
    lab = plain(
        "german-combat", f"A 5017 {organisation} tank 4-4-10", "B 5018 27A tank 3-3-8", pools={"luftwaffe": [8]}
    )
    lab.do(*attack("5018", "A"), "draw luftwaffe", dice=(1, 6))
    assert lab.told("odds")[-1].args["attack"] == 12


@pytest.mark.rule("15.3-b")
@pytest.mark.parametrize("organisation", ["27A", "5GCC", "20TC"])
def test_the_red_air_force_supports_any_soviet_attack(organisation: str) -> None:
    lab = plain(
        "soviet-combat", f"A 1017 {organisation} tank 4-4-10", "B 1018 relief tank 3-3-8", pools={"soviet_air": [6]}
    )
    lab.do(*attack("1018", "A"), "draw soviet_air", dice=(1, 6))
    assert lab.told("odds")[-1].args["attack"] == 10


@pytest.mark.rule("15.2-b", "15.3-c")
def test_the_luftwaffe_does_not_defend() -> None:
    lab = plain("soviet-combat", G, S, pools={"luftwaffe": [5], "relief": [2]})
    lab.do(*attack("3017", "S"))
    assert (lab.decider, lab.choices("draw")) == ("german", ["relief"])
    assert lab.refused("draw luftwaffe") == "15.3-c"


@pytest.mark.rule("15.3-b", "15.3-c")
def test_the_red_air_force_does_not_defend() -> None:
    lab = plain("german-combat", G, S, pools={"soviet_air": [5], "27A": [2]})
    lab.do(*attack("3018", "G"))
    assert (lab.decider, lab.choices("draw")) == ("soviet", ["27A"])
    assert lab.refused("draw soviet_air") == "15.3-c"


@pytest.mark.rule("15.2-b", "15.3-b")
@pytest.mark.parametrize(
    ("phase", "target", "pool"), [("german", "3010", "luftwaffe"), ("soviet", "3017", "soviet_air")]
)
def test_air_chits_may_bombard(phase: str, target: str, pool: str) -> None:
    lab = plain(f"{phase}-combat", G, T, pools={pool: [5]})
    lab.do(f"bombard {target}", f"chit {pool}", "fire", dice=(1, 4))
    assert lab.pool(pool) == ([], [5])


@pytest.mark.rule("15.2-a")
def test_a_luftwaffe_chit_given_up_for_air_supply_does_not_come_back() -> None:
    pools = {"luftwaffe": {"ready": [6, 8], "spent": [5]}}
    lab = plain("german-mobile-combat", G, S, pools=pools, air_supply={"left": 2})
    lab.do("airlift G", "give 5", "end", dice=(1,))
    assert lab.pool("luftwaffe") == ([6, 8], [])
