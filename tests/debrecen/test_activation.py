"""3.0 Activation and fatigue, 9.0 Doctrine: who is activated how, and what active units do with their points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.lab import Lab, plain

PLIEV = ("HQ-Pliev 2510", "16-7M 2511", "8-6G 2512", "64-7M 2513")
ARMY = ("HQ-53A 2520", "297-27G 2521", "409-27G 2522")
CORPS = ("110-18T 2610", "170-18T 2611", "181-18T 2612", "32-18T 2628")
GERMANS = ("HQ-III-PzK 1010", "Pz-FHH 1011", "1-1Pz 1012", "KG-MT 1020", "178-76 1021", "4Rh 1022")


def ops(*units: str, **fields: Any) -> Lab:
    """The operations of turn 4, all units far apart unless a test puts them elsewhere."""
    return plain("operations", *(units or (*PLIEV, *ARMY, *GERMANS)), **fields)


def active(lab: Lab) -> set[str]:
    return set(lab.state.ids(lab.state.active))


# -- 3.1 who may act -------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1-a", "3.1-c")
def test_only_active_units_act_and_only_in_their_own_activation() -> None:
    lab = ops("297-27G 1510", "16-7M 1511", "178-76 1410")
    assert lab.refused("attack 1410") == "3.1-a"
    assert lab.refused("select 297-27G") == "3.1-a"
    lab.specific("297-27G")
    assert lab.refused("select 16-7M") == "3.1-a"
    assert lab.refused("dig 178-76") == "3.1-c"
    lab.do("attack 1410")
    assert lab.refused("add 16-7M") == "3.1-c"


@pytest.mark.rule("3.1-b", "3.5-a", "3.1-e")
def test_the_second_activation_of_a_turn_fatigues() -> None:
    lab = ops().specific("16-7M")
    assert not lab.has("16-7M", "fatigued")
    assert lab.has("16-7M", "activated")
    lab.do("end", "pass")
    lab.specific("16-7M")
    assert lab.has("16-7M", "fatigued")
    assert lab.points("16-7M") == 2


@pytest.mark.rule("3.1-d", "3.4.1-a")
def test_an_hq_in_a_specific_activation_only_moves_and_brings_nobody_along() -> None:
    """AMB-22."""
    lab = ops("HQ-Pliev 1510", "16-7M 1510", "8-6G 1610", "178-76 1511", fatigued=["HQ-Pliev"]).specific("HQ-Pliev")
    assert active(lab) == {"HQ-Pliev"}
    assert {a.split()[0] for a in lab.actions()} == {"select", "recover", "end"}
    assert lab.refused("attack 1511") == "3.1-d"
    assert lab.refused("dig HQ-Pliev") == "3.1-d"


@pytest.mark.rule("3.1-d", "3.3-a")
def test_an_hq_is_one_of_the_four() -> None:
    lab = ops()
    lab.do("specific", "add HQ-Pliev", "add 16-7M", "add 297-27G", "add 8-6G")
    assert lab.actions() == ["begin"]


# -- 3.2 formations --------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2-a", "3.2-b", "3.2-d")
def test_a_formation_activation_takes_the_hq_and_its_units() -> None:
    lab = ops(uncommanded=["64-7M"])
    lab.do("activate HQ-Pliev")
    assert lab.refused("leave HQ-Pliev") == "3.2-b"
    assert lab.refused("add 297-27G") == "1.4-a"
    lab.do("begin")
    assert active(lab) == {"HQ-Pliev", "16-7M", "8-6G"}


@pytest.mark.rule("3.2-b", "3.2-c")
def test_without_its_hq_on_the_map_a_formation_is_not_activated() -> None:
    lab = ops("16-7M 2511", "HQ-53A 2520", "178-76 1010", units={"HQ-Pliev": {"fate": "fallen", "due": 5}})
    assert lab.choices("activate") == ["HQ-53A"]
    assert lab.refused("activate HQ-Pliev") == "3.2-c"
    assert lab.refused("activate 16-7M") == "3.2-b"
    assert lab.refused("activate HQ-III-PzK") == "3.2-b"


@pytest.mark.rule("3.2-a", "3.2-e")
def test_units_left_out_are_not_activated() -> None:
    """AMB-20."""
    lab = ops()
    lab.do("activate HQ-Pliev", "leave 8-6G", "begin")
    assert active(lab) == {"HQ-Pliev", "16-7M", "64-7M"}
    assert not lab.has("8-6G", "activated")


@pytest.mark.rule("3.2-e", "3.5-a")
def test_part_of_a_formation_may_go_alone_without_its_hq() -> None:
    lab = ops().specific("16-7M", "8-6G")
    assert active(lab) == {"16-7M", "8-6G"}
    assert not lab.has("HQ-Pliev", "activated")
    lab.do("end", "pass", "activate HQ-Pliev")
    assert lab.choices("add") == ["16-7M", "8-6G"]  # who has acted is not taken along unasked
    lab.do("begin")
    assert active(lab) == {"HQ-Pliev", "64-7M"}


@pytest.mark.rule("3.2-f", "3.5-a")
def test_an_hq_makes_a_second_formation_activation_and_is_fatigued() -> None:
    lab = ops(activated=["HQ-Pliev"])
    lab.do("activate HQ-Pliev", "begin")
    assert lab.has("HQ-Pliev", "fatigued")
    assert not lab.has("16-7M", "fatigued")
    assert lab.points("HQ-Pliev") == 2
    lab.do("end", "pass")
    assert lab.refused("activate HQ-Pliev") == "3.5.2-c"


@pytest.mark.rule("3.2-g", "3.5-a")
def test_an_hq_is_reactivated_specifically_like_any_unit() -> None:
    lab = ops(activated=["HQ-Pliev"]).specific("HQ-Pliev")
    assert lab.has("HQ-Pliev", "fatigued")


# -- 3.3 specific activations ----------------------------------------------------------------------------------------


@pytest.mark.rule("3.3-a", "3.3-b", "9.2-b", "1.4-c")
def test_four_allied_units_of_any_formation_nation_and_place() -> None:
    lab = ops("16-7M 2511", "297-27G 0105", "3r 3028", "110-18T 1717", "409-27G 2222", *GERMANS)
    lab.do("specific", "add 16-7M", "add 297-27G", "add 3r", "add 110-18T")
    assert lab.refused("add 409-27G") == "9.2-b"
    lab.do("begin")
    assert active(lab) == {"16-7M", "297-27G", "3r", "110-18T"}


@pytest.mark.rule("3.3-a", "9.3-b", "1.4-c")
def test_four_axis_units_german_and_hungarian() -> None:
    lab = ops(*GERMANS, "KG-Szolnok 1028", *PLIEV, initiative="axis")
    lab.do("specific", "add Pz-FHH", "add 4Rh", "add KG-MT", "add KG-Szolnok")
    assert lab.refused("add 178-76") == "9.3-b"
    lab.do("begin")
    assert active(lab) == {"Pz-FHH", "4Rh", "KG-MT", "KG-Szolnok"}


@pytest.mark.rule("3.3-a", "8.2-b")
def test_units_out_of_command_and_enemies() -> None:
    lab = ops(uncommanded=["16-7M"])
    lab.do("specific")
    assert lab.legal("add 16-7M")
    assert lab.refused("add 178-76") == "3.1-a"


@pytest.mark.rule("3.3-c", "3.3-d", "9.4-a", "8.2-c")
@pytest.mark.parametrize(("die", "points"), [(4, 3), (5, 1)])
def test_c3i_out_of_command(die: int, points: int) -> None:
    lab = ops(uncommanded=["16-7M"]).specific("16-7M", "8-6G", dice=(die,))
    assert (lab.points("16-7M"), lab.points("8-6G")) == (points, 3)


@pytest.mark.rule("3.3-c", "1.5-a")
def test_c3i_of_units_whose_hq_has_fallen() -> None:
    lab = ops("16-7M 2511", "297-27G 2521", "178-76 1010", units={"HQ-Pliev": {"fate": "fallen", "due": 5}})
    lab.specific("16-7M", "297-27G", dice=(6,))
    assert (lab.points("16-7M"), lab.points("297-27G")) == (1, 2)


@pytest.mark.rule("9.4-b")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_quality_five_passes_on_one_to_five(die: int) -> None:
    """W18."""
    lab = ops("1-1Pz 1010", *PLIEV, initiative="axis", uncommanded=["1-1Pz"]).specific("1-1Pz", dice=(die,))
    assert lab.points("1-1Pz") == (3 if die <= 5 else 1)


@pytest.mark.rule("3.3-e", "14-d")
def test_units_before_their_hq_act_specifically_and_without_a_test() -> None:
    lab = ops("8-Po 1010", *PLIEV, initiative="axis", units={"HQ-IV-PzK": {"fate": "waiting", "due": 5}})
    assert lab.choices("activate") == []
    lab.specific("8-Po")
    assert lab.points("8-Po") == 3


@pytest.mark.rule("3.3-e", "3.2-c")
def test_units_before_their_hq_do_not_join_it_while_it_is_on_its_way() -> None:
    coming = {name: {"fate": "waiting", "due": 5} for name in ("HQ-IV-PzK", "7-Po", "4-Po")}
    lab = ops("8-Po 1010", *PLIEV, initiative="axis", turn=5, units=coming)
    lab.do("activate HQ-IV-PzK", "begin")
    assert active(lab) == {"HQ-IV-PzK", "7-Po", "4-Po"}


# -- 3.4 actions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.4.1-a", "3.4.1-b", "3.4.1-d", "3.4.1-h")
def test_every_action_costs_points_until_none_are_left() -> None:
    lab = ops("16-7M 2511", "297-27G 2521", *GERMANS).specific("16-7M", "297-27G")
    lab.go("16-7M", "2411")
    assert lab.points("16-7M") == 2
    lab.do("dig 16-7M")
    assert lab.points("16-7M") == 1
    lab.go("16-7M", "2311")
    assert lab.points("16-7M") == 0
    assert lab.refused("select 16-7M") == "3.4.1-b"
    assert lab.refused("dig 16-7M") == "3.4.1-b"


@pytest.mark.rule("3.4.1-e", "3.4.1-g", "7.3.1-a", "7.3.2-a")
@pytest.mark.parametrize(("verb", "left"), [("attack", 1), ("prepare", 0)])
def test_attacks_cost_one_point_or_two(verb: str, left: int) -> None:
    lab = ops("297-27G 1510", "178-76 1410").specific("297-27G")
    lab.do(f"{verb} 1410", "add 297-27G", "commit", dice=(4,))
    assert lab.points("297-27G") == left


@pytest.mark.rule("3.4.1-c")
def test_points_not_used_are_lost() -> None:
    lab = ops().specific("16-7M")
    lab.do("end")
    assert lab.points("16-7M") == 0
    lab.do("pass")
    lab.specific("16-7M")
    assert lab.points("16-7M") == 2  # those of a fatigued unit, nothing more


@pytest.mark.rule("3.4.1-i", "12.1-f")
def test_leaving_a_position_costs_nothing() -> None:
    lab = ops(entrenched=["16-7M"]).specific("16-7M")
    lab.go("16-7M", "2411")
    assert (lab.points("16-7M"), lab.has("16-7M", "entrenched")) == (2, False)


@pytest.mark.rule("3.4-a", "3.4.2-a", "3.4.3-a", "3.4.3-d")
def test_units_take_turns_and_resume() -> None:
    lab = ops().specific("16-7M", "8-6G", "297-27G")
    lab.go("16-7M", "2411").go("8-6G", "2413").do("dig 297-27G", "dig 16-7M")
    lab.go("8-6G", "2313").go("16-7M", "2310")
    assert [lab.points(unit) for unit in ("16-7M", "8-6G", "297-27G")] == [0, 1, 1]


@pytest.mark.rule("3.4.2-b", "4.2-a", "4.2-b")
def test_an_enemy_zone_stops_and_compels() -> None:
    lab = ops("16-7M 1612", "178-76 1410", "297-27G 2520").specific("16-7M", "297-27G")
    lab.do("select 16-7M", "move 1510")
    assert lab.decision == "activation"
    assert lab.refused("end") == "4.2-b"
    assert lab.refused("select 16-7M") == "4.2-b"


@pytest.mark.rule("3.4.3-a", "3.4.3-b", "3.4.3-c")
def test_a_stack_moves_as_far_as_its_poorest_unit_and_the_others_go_on() -> None:
    lab = ops("16-7M 2511", "8-6G 2511", "178-76 1010").specific("16-7M", "8-6G")
    lab.do("dig 8-6G", "dig 16-7M", "select 16-7M")
    assert lab.legal("move 2111")  # 8 clear hexes with two actions
    lab.do("join 8-6G", "move 2211", "done")
    assert [lab.points(unit) for unit in ("16-7M", "8-6G")] == [1, 1]
    lab = ops("16-7M 2511", "8-6G 2511", "178-76 1010").specific("16-7M", "8-6G")
    lab.go("8-6G", "2510").go("8-6G", "2511")
    lab.do("select 16-7M", "join 8-6G")
    assert lab.legal("move 2111")
    assert not lab.legal("move 2011")  # 8-6G has one action left: 4 clear hexes
    lab.do("move 2111")
    assert [lab.points(unit) for unit in ("16-7M", "8-6G")] == [2, 0]
    assert lab.decision == "activation"
    lab.go("16-7M", "2011")


@pytest.mark.rule("3.4.3-a")
def test_units_of_different_classes_do_not_move_as_one() -> None:
    lab = ops("16-7M 2511", "297-27G 2511", "8-6G 2511", "178-76 1010").specific("16-7M", "297-27G")
    lab.do("select 16-7M")
    assert lab.choices("join") == []
    assert lab.refused("join 297-27G") == "3.4.3-a"


# -- 3.5, 3.6 fatigue and disorganisation ----------------------------------------------------------------------------


@pytest.mark.rule("3.5-b", "3.5-a")
def test_fresh_and_tired_units_in_one_activation() -> None:
    lab = ops(activated=["16-7M"]).specific("16-7M", "8-6G")
    assert (lab.has("16-7M", "fatigued"), lab.has("8-6G", "fatigued")) == (True, False)
    lab = ops(activated=["16-7M"])
    lab.do("activate HQ-Pliev", "add 16-7M", "begin")
    assert (lab.has("16-7M", "fatigued"), lab.has("8-6G", "fatigued")) == (True, False)


@pytest.mark.rule("3.5.2-a", "3.4.1-f")
@pytest.mark.parametrize(("unit", "left"), [("16-7M", 1), ("297-27G", 0), ("HQ-Pliev", 1)])
def test_recovery_costs_a_point_of_those_that_fatigue_leaves(unit: str, left: int) -> None:
    """AMB-17."""
    lab = ops(fatigued=[unit]).specific(unit, "8-6G")
    lab.do(f"recover {unit}")
    assert (lab.has(unit, "fatigued"), lab.points(unit)) == (False, left)
    assert lab.refused("recover 8-6G") == "3.5.2-a"


@pytest.mark.rule("3.5.2-a", "4.3-d")
def test_recovery_in_an_enemy_zone() -> None:
    lab = ops("16-7M 1510", "178-76 1511", fatigued=["16-7M"]).specific("16-7M")
    lab.do("recover 16-7M", "end")
    assert not lab.has("16-7M", "fatigued")


@pytest.mark.rule("3.4.1-f", "3.5.2-a")
def test_recovery_is_the_first_action_of_the_first_activation() -> None:
    lab = ops(fatigued=["16-7M"]).specific("16-7M")
    lab.do("dig 16-7M")
    assert lab.refused("recover 16-7M") == "3.4.1-f"
    lab = ops(activated=["16-7M"]).specific("16-7M")
    assert lab.refused("recover 16-7M") == "3.4.1-f"


@pytest.mark.rule("3.5.2-c", "3.5-a")
def test_no_double_fatigue() -> None:
    """AMB-21."""
    lab = ops(fatigued=["16-7M"]).specific("16-7M")
    lab.do("end", "pass", "specific")
    assert lab.refused("add 16-7M") == "3.5.2-c"
    lab = ops(fatigued=["16-7M"]).specific("16-7M")
    lab.do("recover 16-7M", "end", "pass")
    assert lab.specific("16-7M").has("16-7M", "fatigued")


@pytest.mark.rule("3.5.2-b", "2.1-h")
def test_fatigue_lasts_until_it_is_paid_off() -> None:
    lab = ops(fatigued=["16-7M"], activated=["16-7M"])
    lab.do("pass", "pass", dice=(1, 1, 6, 1))
    assert (lab.state.turn, lab.has("16-7M", "fatigued")) == (5, True)


# -- 9.0 doctrine ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.2-a", "9.1-a", "1.1-j", "15.8.2-a")
def test_an_allied_hq_takes_the_18th_tank_corps_along_as_far_as_its_range_goes() -> None:
    lab = ops(*PLIEV, *ARMY, *CORPS, *GERMANS)
    lab.do("activate HQ-Pliev")
    assert lab.choices("add") == ["110-18T", "170-18T", "181-18T"]
    assert lab.refused("add 32-18T") == "9.2-a"
    lab.do("add 110-18T", "add 170-18T", "add 181-18T", "begin")
    assert active(lab) == {"HQ-Pliev", "16-7M", "8-6G", "64-7M", "110-18T", "170-18T", "181-18T"}
    lab.do("end", "pass", "activate HQ-Pliev", "add 110-18T", "begin")
    assert lab.has("110-18T", "fatigued")  # AMB-25


@pytest.mark.rule("9.2-a", "8.2-b", "9.3-a")
def test_an_independent_unit_out_of_command_is_not_taken_along() -> None:
    lab = ops(*PLIEV, *CORPS, *GERMANS, uncommanded=["110-18T"])
    lab.do("activate HQ-Pliev")
    assert lab.choices("add") == ["170-18T", "181-18T"]
    assert lab.refused("add 110-18T") == "8.2-b"


@pytest.mark.rule("15.8.2-a")
def test_by_choice_only_53_army_takes_the_tank_corps_along() -> None:
    units = (*PLIEV, *ARMY, "110-18T 2515", *GERMANS)
    for free, hqs in ((True, ("HQ-Pliev", "HQ-53A")), (False, ("HQ-53A",))):
        for hq in ("HQ-Pliev", "HQ-53A"):
            lab = ops(*units, options={"free_18tk": free})
            lab.do(f"activate {hq}")
            assert lab.legal("add 110-18T") == (hq in hqs)


@pytest.mark.rule("9.3-a", "1.1-j")
def test_an_axis_hq_takes_one_independent_unit_along() -> None:
    lab = ops(*GERMANS, "KG-Szolnok 1015", "KG-1Pzh 1016", *PLIEV, initiative="axis")
    lab.do("activate HQ-III-PzK")
    assert lab.choices("add") == ["KG-1Pzh", "KG-Szolnok"]
    lab.do("add KG-1Pzh")
    assert lab.refused("add KG-Szolnok") == "9.3-a"
    far = ops(*GERMANS, "KG-Szolnok 1028", *PLIEV, initiative="axis")
    far.do("activate HQ-III-PzK")
    assert far.refused("add KG-Szolnok") == "9.3-a"


PANZERS = ("21-24Pz 1013", "26-24Pz 1014", "III-24Pz 1015", "40-24Pz 1016", "503 1017")


@pytest.mark.rule("9.3-a", "15.8.1-a", "15.8.1-b", "1.1-k")
def test_with_the_option_an_axis_hq_takes_all_of_the_24th_panzer_along_or_503() -> None:
    lab = ops(*GERMANS, *PANZERS, *PLIEV, initiative="axis", options={"independent_24pz": True})
    lab.do("activate HQ-III-PzK", "add 21-24Pz")
    assert lab.choices("add") == ["26-24Pz", "40-24Pz", "III-24Pz"]
    spread = ("21-24Pz 1013", "26-24Pz 1014", "III-24Pz 1028")
    lab = ops(*GERMANS, *spread, *PLIEV, initiative="axis", options={"independent_24pz": True})
    lab.do("activate HQ-III-PzK", "add 21-24Pz")
    assert lab.choices("add") == ["26-24Pz"]  # as far as its range goes
    lab = ops(*GERMANS, *PANZERS, *PLIEV, initiative="axis", options={"independent_24pz": True})
    lab.do("activate HQ-III-PzK", "add 503")
    assert lab.choices("add") == []


@pytest.mark.rule("15.8.1-a", "15.8.1-b")
@pytest.mark.parametrize(("free", "rule"), [(False, "1.4-a"), (True, "9.3-a")])
def test_without_the_option_they_belong_to_iv_panzer_corps(free: bool, rule: str) -> None:
    """AMB-24: with it they are independent; out of its range no HQ takes them along."""
    lab = ops("HQ-IV-PzK 1010", *PANZERS, *PLIEV, initiative="axis", options={"independent_24pz": free})
    lab.do("activate HQ-IV-PzK", "begin")
    assert active(lab) == {"HQ-IV-PzK"} | (set() if free else {unit.split()[0] for unit in PANZERS})
    lab = ops(*GERMANS, "503 1028", *PLIEV, initiative="axis", options={"independent_24pz": free})
    lab.do("activate HQ-III-PzK")
    assert lab.refused("add 503") == rule
