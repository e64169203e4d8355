"""13.8: odds, the ends of the table, concentric attacks, terrain and built-up hexes."""

from __future__ import annotations

import pytest

from tests.breakout.lab import Lab
from tests.breakout.plain import attack, plain

AROUND = ("3017", "3118", "3119", "3019", "2919", "2918")  # clockwise from the north


def one_on_one(attacker: int, defender: int, *, terrain: str = "clear", river: str = "") -> Lab:
    """A German unit in 3017 before a Soviet unit in 3018."""
    units = (f"A 3017 german panzer XX {attacker}-9/1-1", f"D 3018 soviet tank XXX 9-{defender}/1-1")
    return plain("german-combat-1", *units, terrain={"3018": terrain}, river=river)


# -- 13.8 odds -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.8-a")
@pytest.mark.parametrize(
    ("attacker", "defender", "ratio"),
    [(26, 7, "3:1"), (28, 7, "4:1"), (9, 9, "1:1"), (17, 9, "1:1"), (8, 9, "1:2"), (5, 10, "1:2"), (5, 11, "1:3")],
)
def test_odds_are_rounded_in_favour_of_the_defender(attacker: int, defender: int, ratio: str) -> None:
    assert one_on_one(attacker, defender).preview("attack 3018 A")["ratio"] == ratio


@pytest.mark.rule("13.8-a")
def test_odds_weigh_attack_factors_against_defence_factors() -> None:
    lab = plain("german-combat-1", "96Inf 3017", "9Mech 3018", "60A-sup 3018")  # 3-5 against 7-9 and 2-3
    lab.do(*attack("3018", "96Inf"))
    told = lab.told("odds")[-1].args
    assert (told["attack"], told["defence"], told["ratio"]) == (3, 12, "1:4")


@pytest.mark.rule("13.8-a")
def test_support_of_both_sides_counts_in_the_odds() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", "18AD 3020", cas={"german": 2})
    lab.do(*attack("3018", "9Mech"), "support 18AD", "air 1")
    odds = lab.preview()
    assert (odds["attack_total"], odds["defence_total"]) == (7, 4 + 4 + 1)
    lab = plain("german-combat-1", "16Pz 3017", "18AD 3020", "9Mech 3018", cas={"german": 2})
    lab.do(*attack("3018", "16Pz", "18AD"), "air 1")
    assert lab.preview()["attack_total"] == 5 + 4 + 1


@pytest.mark.rule("13.8-b")
@pytest.mark.parametrize("order", [("3018", "3118"), ("3118", "3018")])
def test_combats_are_resolved_one_at_a_time_in_any_order(order: tuple[str, str]) -> None:
    lab = plain("german-combat-1", "9SS 3017", "10SS 3117", "9Mech 3018", "6GTk 3118")
    assert lab.choices("attack") == ["3018", "3118"]
    by = {"3018": "9SS", "3118": "10SS"}
    for target in order:
        lab.do(f"attack {target}", f"add {by[target]}")
        assert lab.refused(f"attack {order[1]}") == "13.8-b"
        lab.do("commit", dice=(2,) if target == "3018" else (3,))
    assert [e.args["hex"] for e in lab.told("result")] == list(order)


# -- 13.8.1 the ends of the table ------------------------------------------------------------------------------------


@pytest.mark.rule("13.8.1-a", "13.8.1-b", "13.8.1-c")
@pytest.mark.parametrize(
    ("attacker", "defender", "automatic"),
    [(3, 7, "AL1"), (3, 6, None), (14, 2, None), (15, 2, None), (16, 2, "DL1+DR"), (40, 2, "DL1+DR")],
)
def test_the_table_runs_from_1_2_to_7_1(attacker: int, defender: int, automatic: str | None) -> None:
    assert one_on_one(attacker, defender).preview("attack 3018 A")["automatic"] == automatic


@pytest.mark.rule("13.8.1-b")
def test_above_7_1_the_defender_loses_and_retreats_without_a_die() -> None:
    lab = one_on_one(16, 2)
    lab.do(*attack("3018", "A"))
    assert (lab.steps("D"), lab.decision) == (1, "retreat")


@pytest.mark.rule("13.8.1-b")
def test_final_odds_decide_above_7_1() -> None:
    odds = one_on_one(16, 2, terrain="rough").preview("attack 3018 A")
    assert (odds["ratio"], odds["column"], odds["automatic"]) == ("8:1", "7:1", None)
    lab = plain("german-combat-1", "9SS 3017", "16Pz 3019", "D 3018 soviet tank XXX 2-2/1-1")
    odds = lab.preview("attack 3018 9SS 16Pz")  # 13 against 2, concentric
    assert (odds["ratio"], odds["column"], odds["automatic"]) == ("6:1", "8:1", "DL1+DR")


@pytest.mark.rule("13.8.1-c")
def test_below_1_2_the_attacker_loses_without_a_die() -> None:
    lab = one_on_one(3, 7)
    lab.do(*attack("3018", "A"))
    assert (lab.steps("A"), lab.steps("D"), lab.decision) == (1, 2, "combat")


@pytest.mark.rule("13.8.1-c")
def test_final_odds_decide_below_1_2() -> None:
    assert one_on_one(3, 6, terrain="rough").preview("attack 3018 A")["automatic"] == "AL1"
    lab = plain("german-combat-1", "168Inf 3017", "82Inf 3019", "9Mech 3018")
    odds = lab.preview("attack 3018 168Inf 82Inf")  # 4 against 9, concentric
    assert (odds["ratio"], odds["column"], odds["automatic"]) == ("1:3", "1:1", None)


# -- 13.8.2 concentric attacks ---------------------------------------------------------------------------------------


def ring(side: str, places: tuple[str, ...], terrain: str = "clear") -> dict[str, int]:
    """The shifts of an attack on 3018 by one unit of a side from each of these hexes."""
    own, enemy = ("german panzer XX", "soviet tank XXX")[:: 1 if side == "german" else -1]
    units = [f"A{i} {place} {own} 5-5" for i, place in enumerate(places)]
    lab = plain(f"{side}-combat-1", *units, f"D 3018 {enemy} 5-5", terrain={"3018": terrain})
    return lab.shifts("attack 3018 " + " ".join(f"A{i}" for i in range(len(places))))


@pytest.mark.rule("13.8.2-a", "13.8.2-e")
@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize(("side", "columns"), [("german", 2), ("soviet", 1)])
def test_through_opposite_hexsides_is_concentric(first: int, side: str, columns: int) -> None:
    assert ring(side, (AROUND[first], AROUND[first + 3])) == {"13.8.2-a": columns}


@pytest.mark.rule("13.8.2-a")
def test_opposite_hexsides_are_enough_whoever_else_attacks() -> None:
    assert ring("german", (AROUND[0], AROUND[1], AROUND[3])) == {"13.8.2-a": 2}


@pytest.mark.rule("13.8.2-b", "13.8.2-e")
@pytest.mark.parametrize("first", range(2))
@pytest.mark.parametrize(("side", "columns"), [("german", 2), ("soviet", 1)])
def test_from_three_alternate_hexes_is_concentric(first: int, side: str, columns: int) -> None:
    assert ring(side, AROUND[first::2]) == {"13.8.2-b": columns}


@pytest.mark.rule("13.8.2-c", "13.8.2-e")
@pytest.mark.parametrize("count", [4, 5, 6])
@pytest.mark.parametrize(("side", "columns"), [("german", 2), ("soviet", 1)])
def test_from_more_than_three_hexes_is_concentric_and_a_single_bonus(count: int, side: str, columns: int) -> None:
    assert ring(side, AROUND[:count]) == {"13.8.2-c": columns}


@pytest.mark.rule("13.8.2-a", "13.8.2-b", "13.8.2-c")
@pytest.mark.parametrize("places", [(0,), (0, 1), (0, 2), (5, 0, 1), (3, 4, 5)])
def test_other_attacks_are_not_concentric(places: tuple[int, ...]) -> None:
    assert ring("german", tuple(AROUND[i] for i in places)) == {}


@pytest.mark.rule("13.8.2-a")
def test_units_that_do_not_take_part_or_support_from_afar_do_not_make_an_attack_concentric() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "11Pz 3019", "18AD 3020", "9Mech 3018")
    assert lab.shifts("attack 3018 16Pz 18AD") == {}


@pytest.mark.rule("13.8.2-d", "13.8.4-a")
@pytest.mark.parametrize("kind", ["town", "fortified"])
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_no_concentric_bonus_against_built_up_hexes(kind: str, side: str) -> None:
    assert all(columns < 0 for columns in ring(side, AROUND, kind).values())


# -- 13.8.3 terrain --------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.8.3-a")
@pytest.mark.parametrize(
    ("terrain", "column"),
    [("clear", "3:1"), ("forest", "3:1"), ("swamp", "3:1"), ("rough", "2:1"), ("town", "2:1")],
)
def test_the_terrain_of_the_defender_shifts_the_odds(terrain: str, column: str) -> None:
    assert one_on_one(9, 3, terrain=terrain).preview("attack 3018 A")["column"] == column


@pytest.mark.rule("13.8.3-a")
def test_the_terrain_of_the_attacker_does_not_matter() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", terrain={"3017": "rough"})
    assert lab.shifts("attack 3018 16Pz") == {}


@pytest.mark.rule("13.8.3-a")
def test_terrain_and_river_shifts_add_up() -> None:
    assert one_on_one(9, 3, terrain="rough", river="3017").preview("attack 3018 A")["column"] == "1:1"
    assert one_on_one(9, 3, terrain="town", river="3017").preview("attack 3018 A")["column"] == "1:1"


# -- 13.8.4 towns and fortified localities ---------------------------------------------------------------------------


@pytest.mark.rule("13.8.4-b")
@pytest.mark.parametrize("kind", ["town", "fortified"])
@pytest.mark.parametrize(("die", "steps"), [(3, 2), (1, 1)])
def test_built_up_hexes_ignore_retreat_but_not_the_loss(kind: str, die: int, steps: int) -> None:
    lab = one_on_one(12, 3, terrain=kind)
    lab.do(*attack("3018", "A"), dice=(die,))  # 4:1, shifted to 3:1: DR or DL1+DR
    assert (lab.decision, lab.hex("D"), lab.steps("D")) == ("combat", "3018", steps)


@pytest.mark.rule("13.8.4-b")
def test_the_automatic_result_does_not_drive_anyone_out_of_a_town() -> None:
    lab = one_on_one(18, 2, terrain="town")
    lab.do(*attack("3018", "A"))
    assert (lab.decision, lab.hex("D"), lab.steps("D")) == ("combat", "3018", 1)


@pytest.mark.rule("13.8.4-c")
@pytest.mark.parametrize(("kind", "columns"), [("town", -1), ("fortified", -2)])
def test_shifts_for_germans_in_built_up_hexes(kind: str, columns: int) -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", terrain={"3018": kind})
    assert list(lab.shifts("attack 3018 9Mech").values()) == [columns]


@pytest.mark.rule("13.8.4-c")
@pytest.mark.parametrize("kind", ["town", "fortified"])
def test_shifts_for_soviets_in_built_up_hexes(kind: str) -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", terrain={"3018": kind}, control=[])
    assert list(lab.shifts("attack 3018 16Pz").values()) == [-1]


@pytest.mark.rule("13.8.4-d")
def test_a_fortified_locality_once_captured_is_a_town_even_in_german_hands() -> None:
    fields = {"terrain": {"3018": "fortified"}, "fallen": ["3018"], "control": []}
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", **fields)
    assert lab.shifts("attack 3018 9Mech") == {"13.8.4-d": -1}


@pytest.mark.rule("13.8.4-d")
def test_soviets_capture_a_fortified_locality_by_advancing_into_it() -> None:
    units = ("9Mech 3017", "6GTk 3118", "KPG 3018", "16Pz 3019")
    lab = plain("soviet-combat-1", *units, terrain={"3018": "fortified"})
    lab.do(*attack("3018", "9Mech", "6GTk"), dice=(1,))  # 14 against 3: 4:1, shifted to 2:1
    lab.do("advance 9Mech")
    assert lab.state.view(None)["fallen"] == ["3018"]
