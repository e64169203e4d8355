"""8.4 to 8.6 and 17.0 Bombardment: when, by whom, how far, and what comes of it.

G, in 3016, is two hexes from D in 3018, whose defence strength is 3, in the bare country.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.lab import Lab, attack, plain

G = "G 3016 relief tank 4-4-8/2-2-8"
D = "D 3018 27A rifle 2-3-5/1-3-5"


def ready(*units: str, **fields: Any) -> Lab:
    """A German combat phase; the relief force has two chits of +6, unless told otherwise."""
    return plain("german-combat", *(units or (G, D)), **{"pools": {"relief": [6, 6]}} | fields)


def bombarded(die: int, *units: str, chits: tuple[int, ...] = (6,), target: str = "3018", **fields: Any) -> Lab:
    """D has been bombarded with chits of these values, and the die has fallen."""
    lab = ready(*units, **{"pools": {"relief": list(chits)}} | fields)
    lab.do(f"bombard {target}", *["chit relief"] * len(chits), "fire", dice=(*[1] * len(chits), die))
    return lab


def result(lab: Lab) -> str:
    return str(lab.told("result")[-1].args["result"])


# -- 8.4 when and at whom --------------------------------------------------------------------------------------------


@pytest.mark.rule("8.4-a")
def test_bombardments_come_before_the_first_ground_attack_of_the_phase() -> None:
    lab = ready(G, D, "A 3010 relief tank 4-4-8", "E 3011 27A rifle 2-4-5")
    lab.do("bombard 3018", "chit relief", "fire", dice=(1, 4))  # +3: nothing
    assert "3011" in lab.choices("bombard")
    lab.do(*attack("3011", "A"), "pass", "pass", dice=(3,))
    assert lab.actions("bombard") == []
    assert lab.refused("bombard 3011") == "8.4-a"


@pytest.mark.rule("8.4-a")
def test_only_in_the_combat_phase_of_ones_own() -> None:
    lab = plain("german-movement", G, D, pools={"relief": [6]})
    assert lab.refused("bombard 3018") == "7.0-c"
    lab.do("end", "end", "end")
    assert lab.refused("bombard 3018") == "AMB-16"  # mobile combat
    lab = plain("soviet-combat", G, D, pools={"relief": [6], "27A": [2]})
    assert lab.choices("bombard") == ["3016"]


@pytest.mark.rule("8.4-b", "17.0-c")
@pytest.mark.parametrize(("side", "air"), [("german", "luftwaffe"), ("soviet", "soviet_air")])
def test_air_chits_bombard_any_enemy_anywhere_and_ground_chits_do_not(side: str, air: str) -> None:
    ours, theirs = ("relief", "27A") if side == "german" else ("27A", "relief")
    units = (f"G 3016 {ours} rifle 4-4-8", *(f"E{h} {h} {theirs} rifle 1-3-5" for h in ("0101", "3018", "5833")))
    lab = plain(f"{side}-combat", *units, pools={air: [6], ours: [2]})
    assert lab.choices("bombard") == ["0101", "3018", "5833"]
    lab.do("bombard 5833")
    assert lab.choices("chit") == [air]
    lab.do(f"chit {air}", "fire", dice=(1, 4))
    assert lab.choices("bombard") == ["3018"]  # the air chit is spent


@pytest.mark.rule("8.4-c", "17.0-f")
@pytest.mark.parametrize(("chits", "differential"), [((6,), "+3"), ((6, 2), "+5"), ((1,), "-2")])
def test_the_differential_is_the_chits_minus_the_defence(chits: tuple[int, ...], differential: str) -> None:
    odds = bombarded(4, chits=chits).told("odds")[-1].args
    assert (odds["attack"], odds["defence"], odds["differential"]) == (sum(chits), 3, differential)


@pytest.mark.rule("8.4-d")
def test_a_chit_bombards_one_hex() -> None:
    units = (G, D, "E 3014 27A rifle 2-3-5")
    lab = bombarded(4, *units, chits=(6,))
    assert lab.pool("relief") == ([], [6])
    assert lab.actions("bombard") == []
    assert lab.refused("bombard 3014") == "17.0-b"


@pytest.mark.rule("8.4-e")
def test_two_chits_are_the_most() -> None:
    lab = ready(pools={"relief": [1, 2, 3], "luftwaffe": [5]})
    lab.do("bombard 3018", "chit relief", "chit luftwaffe")
    assert lab.actions() == ["fire", "cancel"]
    assert lab.refused("chit relief") == "8.4-e"
    lab.do("fire", dice=(3, 1, 4))
    assert lab.told("odds")[-1].args["attack"] == 3 + 5


@pytest.mark.rule("8.4-f")
def test_no_unit_takes_part_in_a_bombardment() -> None:
    """A stands next to the target: it adds nothing, and its attack is still to come."""
    lab = bombarded(4, "A 3017 relief tank 4-4-8", D)
    assert lab.told("odds")[-1].args["attack"] == 6
    assert lab.state.view(None)["combat"] is None
    lab.do("attack 3018")
    assert lab.choices("add") == ["A"]
    lab = ready("A 3017 relief tank 4-4-8", D)
    lab.do("bombard 3018", "chit relief")
    assert lab.refused("add A") == "17.0-e"


@pytest.mark.rule("8.5-a", "17.0-d")
def test_what_lies_between_does_not_matter() -> None:
    walls = {"3017": "woods", "3117": "rough", "2917": "city"}
    lab = ready(
        G, D, "F 3017 relief infantry 1-1-1", "E 3117 27A rifle 1-1-1", terrain=walls, major="3016/3017 3017/3018"
    )
    assert "3018" in lab.choices("bombard")
    lab.do("bombard 3018", "chit relief", "fire", dice=(1, 4))
    assert result(lab) == "."


@pytest.mark.rule("8.6-d")
def test_no_hex_is_bombarded_twice_in_a_game_turn() -> None:
    lab = ready(G, D, pools={"relief": [1, 6], "luftwaffe": [5]})
    lab.do("bombard 3018", "chit relief", "fire", dice=(2, 4))
    assert lab.refused("bombard 3018") == "8.6-d"
    assert lab.actions("bombard") == []


@pytest.mark.rule("8.6-d")
def test_it_is_the_hex_that_counts_whoever_fires_and_whoever_is_there() -> None:
    """AMB-17: D retreats out of the bombarded hex and can be bombarded again; 3018 cannot, until the next turn."""
    lab = ready(pools={"relief": [6], "luftwaffe": [6]})
    lab.do("bombard 3018", "chit relief", "fire", "retreat 3019", "retreat 3020", dice=(1, 2))  # D2
    lab.do("bombard 3020", "chit luftwaffe", "fire", dice=(1, 4))
    lab = plain("soviet-combat", G, D, "S 3017 27A rifle 1-1-1", pools={"27A": [1], "relief": [6]}, bombarded=["3018"])
    assert lab.choices("bombard") == ["3016"]
    lab.do("end", "end", "end", "end")
    assert lab.refused("bombard 3018") == "8.6-d"
    assert lab.legal("bombard 3017")
    lab.do(*["end"] * 8, dice=(1,))
    assert lab.legal("bombard 3018")


# -- 17.0 range and procedure ----------------------------------------------------------------------------------------


@pytest.mark.rule("17.0-a")
def test_the_rules_of_17_take_the_place_of_those_of_8_4() -> None:
    """No unlimited range for ground chits, no counter-battery, no loss of the target by an exchange."""
    assert ready(G.replace("3016", "3015"), D).actions("bombard") == []
    lab = bombarded(3, pools={"relief": [6], "27A": [5]})
    assert (result(lab), lab.steps("D"), lab.pool("27A")) == ("Ex", 2, ([5], []))


@pytest.mark.rule("17.0-b")
@pytest.mark.parametrize(("where", "near"), [("3017", True), ("3016", True), ("3116", False), ("3015", False)])
def test_ground_chits_reach_two_hexes(where: str, near: bool) -> None:
    lab = ready(f"G {where} relief tank 4-4-8", D)
    distance = lab.state.board.grid.distance(*(lab.state.board.grid.index[h] for h in (where, "3018")))
    assert (distance <= 2) is near
    assert lab.legal("bombard 3018") is near
    if not near:
        assert lab.refused("bombard 3018") == "17.0-b"


@pytest.mark.rule("17.0-d")
def test_the_range_is_counted_from_an_active_unit_of_the_chits_own_colour() -> None:
    units = ("V 3015 20TC tank 3-3-8", "W 3016 20TC tank 3-3-8", "T 3017 27A rifle 1-1-5", "E 3018 relief tank 3-3-8")
    lab = plain("soviet-combat", *units, pools={"20TC": [2, 3]}, held=["W"])
    assert lab.refused("bombard 3018") == "17.0-b"  # V is too far, W is held
    lab = plain("soviet-combat", *units, pools={"20TC": [2, 3]})
    assert lab.legal("bombard 3018")
    lab = plain("soviet-combat", *units, pools={"20TC": [2], "27A": [1]}, held=["W"])
    lab.do("bombard 3018")
    assert lab.choices("chit") == ["27A"]
    assert lab.refused("chit 20TC") == "17.0-d"


@pytest.mark.rule("17.0-e")
def test_one_or_two_chits_of_one_organisation_in_range_are_drawn_at_random() -> None:
    units = (G, "K 3017 encircled tank 3-3-8", D)
    lab = ready(*units, pools={"relief": [1, 6], "encircled": [2, 3]})
    lab.do("bombard 3018")
    assert lab.refused("fire") == "17.0-e"
    assert lab.choices("chit") == ["encircled", "relief"]
    lab.do("chit encircled")
    assert lab.choices("chit") == ["encircled"]
    assert lab.refused("chit relief") == "17.0-e"
    lab.do("chit encircled", "fire", dice=(2, 1, 4))
    assert [e.args["value"] for e in lab.told("chit")] == [3, 2]


@pytest.mark.rule("17.0-e")
@pytest.mark.parametrize("order", [("relief", "luftwaffe"), ("luftwaffe", "relief"), ("luftwaffe", "luftwaffe")])
def test_an_air_chit_may_be_combined_with_another(order: tuple[str, str]) -> None:
    lab = ready(pools={"relief": [1], "luftwaffe": [5, 8]})
    lab.do("bombard 3018", *(f"chit {pool}" for pool in order), "fire", dice=(1, 1, 6))
    assert [e.args["organisation"] for e in lab.told("chit")] == list(order)


@pytest.mark.rule("17.0-e")
def test_a_bombardment_that_is_only_being_declared_may_be_given_up_and_a_fired_one_not() -> None:
    lab = ready()
    lab.do("bombard 3018", "chit relief", "cancel")
    assert (lab.decision, lab.pool("relief")) == ("combat", ([6, 6], []))
    lab.do("bombard 3018", "chit relief", "fire", dice=(1, 4))
    assert lab.pool("relief") == ([6], [6])


@pytest.mark.rule("17.0-f")
@pytest.mark.parametrize(("terrain", "die", "expected"), [("clear", 2, "D2"), ("village", 2, "."), ("city", 4, "A2")])
def test_the_row_is_that_of_the_terrain_in_the_hex(terrain: str, die: int, expected: str) -> None:
    lab = bombarded(die, terrain={"3018": terrain}, minor="3017/3018")
    assert (lab.told("odds")[-1].args["row"], result(lab)) == (terrain, expected)


@pytest.mark.rule("17.0-f")
def test_the_defender_adds_no_chits() -> None:
    lab = ready(pools={"relief": [6], "27A": [5], "soviet_air": [4]})
    lab.do("bombard 3018", "chit relief")
    assert lab.refused("chit 27A") == "17.0-f"
    lab.do("fire", dice=(1, 4))  # the die falls without a word of the Soviet
    assert lab.told("odds")[-1].args["defence"] == 3


@pytest.mark.rule("17.0-f")
def test_a_target_out_of_supply_defends_with_half() -> None:
    ring = [f"R{h} {h} relief infantry 1-1-1" for h in ("3017", "3119", "2919")]
    lab = bombarded(6, D, *ring)
    assert lab.told("odds")[-1].args["defence"] == 2


# -- 17.0 results ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("17.0-g")
def test_de_eliminates() -> None:
    lab = bombarded(1, chits=(8, 6))
    assert (result(lab), lab.hex("D")) == ("De", "dead")


@pytest.mark.rule("17.0-g")
@pytest.mark.parametrize(
    ("chits", "die", "name", "way"), [((6,), 2, "D2", "3019 3020"), ((6, 5), 2, "D3", "3019 3020 3021")]
)
def test_d2_and_d3_drive_the_unit_back(chits: tuple[int, ...], die: int, name: str, way: str) -> None:
    lab = bombarded(die, chits=chits)
    assert (result(lab), lab.decider, lab.decision) == (name, "soviet", "retreat")
    lab.do(*(f"retreat {h}" for h in way.split()))
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == (way[-4:], 2, "combat")


@pytest.mark.rule("17.0-g")
def test_its_owner_may_resist() -> None:
    lab = bombarded(2)
    lab.do("resist")
    assert (lab.hex("D"), lab.steps("D"), lab.decision) == ("3018", 1, "combat")


@pytest.mark.rule("17.0-h")
def test_ex_has_no_effect_on_anyone() -> None:
    lab = bombarded(3, "G 3017 relief tank 4-4-8/2-2-8", D)
    assert (result(lab), lab.steps("G"), lab.steps("D"), lab.decision) == ("Ex", 2, 2, "combat")


@pytest.mark.rule("17.0-i", "8.4.2-a")
def test_a_costs_a_step_of_an_adjacent_friend_of_the_bombarding_players_choice() -> None:
    lab = bombarded(
        6, "G 3017 relief tank 4-4-8/2-2-8", "H 2918 encircled tank 4-4-8/2-2-8", "I 3016 relief tank 4-4-8", D
    )
    assert (result(lab), lab.decider, lab.choices("lose")) == ("(A)", "german", ["G", "H"])
    lab.do("lose H")
    assert (lab.steps("G"), lab.steps("H"), lab.decision) == (2, 1, "combat")


@pytest.mark.rule("17.0-i", "8.4.2-a")
def test_a_does_nothing_if_no_friend_is_adjacent() -> None:
    lab = bombarded(6)
    assert (result(lab), lab.steps("G"), lab.steps("D"), lab.decision) == ("(A)", 2, 2, "combat")


@pytest.mark.rule("17.0-i")
@pytest.mark.parametrize(("chits", "die", "name"), [((6,), 5, "A1"), ((2,), 5, "A2"), ((1,), 5, "A3"), ((1,), 6, "Ae")])
def test_other_results_of_the_attacker_are_ignored(chits: tuple[int, ...], die: int, name: str) -> None:
    lab = bombarded(die, "G 3017 relief tank 4-4-8/2-2-8", D, chits=chits)
    assert (result(lab), lab.hex("G"), lab.steps("G"), lab.decision) == (name, "3017", 2, "combat")


@pytest.mark.rule("17.0-l")
def test_nobody_advances_after_a_bombardment() -> None:
    near = "G 3017 relief tank 4-4-8/2-2-8"
    lab = bombarded(1, near, D, chits=(8, 6))
    assert (lab.hex("D"), lab.decision) == ("dead", "combat")
    lab = bombarded(2, near, D)
    lab.do("retreat 3019", "retreat 3020")
    assert (lab.hex("D"), lab.decision) == ("3020", "combat")


# -- 17.0-j, 17.0-k, where it retreats to ----------------------------------------------------------------------------


@pytest.mark.rule("17.0-j")
def test_a_unit_retreats_away_from_all_enemies_not_only_from_who_fired() -> None:
    """H, in 2820, is two hexes from D as G is; both must be three away when D stops."""
    units = (G, D, "H 2820 relief tank 1-1-8")
    ends = {
        "3019": ["3120"],
        "3118": ["3218"],
        "3119": ["3120", "3218", "3219"],
    }
    assert bombarded(2, *units).choices("retreat") == list(ends)
    for first, then in ends.items():
        lab = bombarded(2, *units)
        lab.do(f"retreat {first}")
        assert lab.choices("retreat") == then
    assert bombarded(2, *units).refused("retreat 2919") == "17.0-j"


@pytest.mark.rule("17.0-j")
def test_it_does_not_retreat_into_zones_whichever_way() -> None:
    lab = bombarded(2, G, D, "H 2820 relief tank 1-1-8", "I 3121 relief tank 1-1-8")
    assert lab.refused("retreat 3017") == "7.7-d"
    lab.do("retreat 3118")
    assert lab.choices("retreat") == ["3218"]


HOMEWARD = [
    ("soviet", "3018", "2517 2617 2722 3419", "2919 2819"),  # a German to the west edge
    ("soviet", "3018", "3216 3121 2719", "2918 2817"),  # with every step: not due south first, nor last
    ("german", "3006", "3306 2707 3010", "3005 3004"),  # a Soviet to the north edge,
    ("german", "5418", "5118 5521 5718", "5519 5619"),  # the east edge,
    ("german", "3028", "3328 2728 3024", "3029 3030"),  # or the south edge, whichever is near
]


@pytest.mark.rule("17.0-k")
@pytest.mark.parametrize(("side", "where", "enemies", "way"), HOMEWARD)
def test_with_no_way_farther_from_the_enemy_it_goes_toward_its_nearest_edge(
    side: str, where: str, enemies: str, way: str
) -> None:
    """No hex two away is farther from all enemies; of the ways home the one that stays farthest from them is taken."""
    ours, theirs, air = ("27A", "relief", "soviet_air") if side == "soviet" else ("relief", "27A", "luftwaffe")
    units = [f"E{h} {h} {ours} rifle 1-1-5" for h in enemies.split()]
    lab = plain(f"{side}-combat", f"D {where} {theirs} rifle 2-3-5/1-3-5", *units, pools={air: [6]})
    lab.do(f"bombard {where}", f"chit {air}", "fire", dice=(1, 2))
    for step in way.split():
        assert lab.choices("retreat") == [step]
        lab.do(f"retreat {step}")
    assert (lab.hex("D"), lab.steps("D")) == (way[-4:], 2)


@pytest.mark.rule("17.0-k")
def test_the_refusal_names_the_edge() -> None:
    units = [f"E{h} {h} 27A rifle 1-1-5" for h in ("2517", "2617", "2722", "3419")]
    lab = plain("soviet-combat", "D 3018 relief rifle 2-3-5", *units, pools={"soviet_air": [6]})
    lab.do("bombard 3018", "chit soviet_air", "fire", dice=(1, 2))
    assert lab.refused("retreat 3019") == "17.0-k"


@pytest.mark.rule("17.0-k")
def test_a_unit_that_cannot_go_even_there_is_eliminated_or_resists() -> None:
    ring = [f"R{h} {h} relief tank 1-1-8" for h in ("3016", "3020", "3219", "2819")]
    lab = bombarded(2, D, *ring)
    assert lab.actions() == ["resist", "perish"]
    lab.do("perish")
    assert (lab.hex("D"), lab.decision) == ("dead", "combat")
