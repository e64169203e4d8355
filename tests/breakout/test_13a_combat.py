"""13.0 to 13.7: who attacks, artillery, air support, Korpsgruppen, Tigers, probes, mechanized combat."""

from __future__ import annotations

import pytest

from tests.breakout.lab import Lab
from tests.breakout.plain import attack, plain

# -- 13.0 combat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.0-a")
def test_nobody_has_to_attack() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018")
    assert lab.legal("attack 3018")
    lab.do("end", "end")
    assert (lab.hex("16Pz"), lab.steps("9Mech"), lab.told("attack")) == ("3017", 2, [])


@pytest.mark.rule("13.0-b")
def test_all_units_of_the_hex_defend_together() -> None:
    lab = plain("german-combat-1", "9SS 3017", "9Mech 3018", "60A-sup 3018", "13B 3018")
    lab.do(*attack("3018", "9SS"), dice=(2,))
    assert lab.told("odds")[-1].args["defence"] == 9 + 3 + 1


@pytest.mark.rule("13.0-c")
def test_a_unit_attacks_once_in_a_segment() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "17Pz 3117", "9Mech 3018", "6GTk 3118")
    lab.do(*attack("3018", "16Pz"), dice=(2,))
    assert lab.refused("attack 3018") == "13.0-c"
    lab.do("attack 3118")
    assert lab.refused("add 16Pz") == "13.0-c"
    lab.do("add 17Pz")
    assert lab.preview()["attack_total"] == 5


@pytest.mark.rule("13.0-c")
def test_a_unit_attacks_with_its_whole_factor() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018")
    lab.do("attack 3018", "add 16Pz")
    assert lab.preview()["attack_total"] == 5
    assert lab.refused("add 16Pz") == "13.0-c"


@pytest.mark.rule("13.0-d")
def test_units_of_a_stack_attack_different_hexes_or_none() -> None:
    lab = plain("german-combat-1", "16Pz 3017 4", "11Pz 3017", "509 3017", "9Mech 3018", "6GTk 3118")
    lab.do(*attack("3018", "16Pz"), dice=())  # 4 against 9: 1:3
    lab.do(*attack("3118", "11Pz"), dice=(2,))  # 4 against 7: 1:2
    assert [e.args["units"] for e in lab.told("attack")] == [["16Pz"], ["11Pz"]]
    lab.do("end")


@pytest.mark.rule("13.0-e")
def test_units_from_several_hexes_join_in_one_attack() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "11Pz 3118", "9Mech 3018")
    lab.do("attack 3018", "add 16Pz", "add 11Pz")
    assert lab.preview()["attack_total"] == 5 + 4


@pytest.mark.rule("13.0-e")
def test_only_adjacent_enemy_hexes_are_attacked() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "17Pz 3016", "9Mech 3018", "6GTk 3019")
    assert lab.choices("attack") == ["3018"]
    assert lab.refused("attack 3019") == "13.0-e"  # two hexes away
    assert lab.refused("attack 3117") == "13.0-e"  # adjacent, but nobody is there
    lab.do("attack 3018")
    assert lab.refused("add 17Pz") == "13.0-e"


# -- 13.1 the 18th Artillery Division --------------------------------------------------------------------------------


@pytest.mark.rule("13.1-a", "13.1-c")
def test_18ad_supports_an_attack_two_hexes_away_with_its_current_attack_factor() -> None:
    lab = plain("german-combat-1", "16Pz 3019", "18AD 3016 3", "9Mech 3018")
    lab.do("attack 3018", "add 16Pz", "add 18AD")
    assert lab.preview()["attack_total"] == 5 + 3


@pytest.mark.rule("13.1-a")
def test_18ad_does_not_reach_three_hexes() -> None:
    lab = plain("german-combat-1", "16Pz 3019", "18AD 3015", "9Mech 3018")
    lab.do("attack 3018")
    assert lab.refused("add 18AD") == "13.1-c"


@pytest.mark.rule("13.1-a")
def test_18ad_next_to_a_soviet_unit_supports_no_attack_even_in_a_storm() -> None:
    lab = plain("german-combat-1", "16Pz 3019", "18AD 3016", "9Mech 3018", "6GTk 3015", weather="storm")
    lab.do("attack 3018")
    assert lab.refused("add 18AD") == "13.1-a"


@pytest.mark.rule("13.1-a")
def test_18ad_supports_others_and_does_not_attack_alone_at_range() -> None:
    lab = plain("german-combat-1", "18AD 3016", "9Mech 3018")
    assert lab.refused("attack 3018") == "13.0-e"
    lab = plain("german-combat-1", "16Pz 3019", "18AD 3016", "9Mech 3018")
    lab.do("attack 3018", "add 18AD")
    assert lab.refused("commit") == "13.1-a"


@pytest.mark.rule("13.1-b")
@pytest.mark.parametrize("place", ["3019", "3020"])
def test_18ad_adds_its_attack_factor_to_a_defence_up_to_two_hexes_away(place: str) -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", f"18AD {place} 3")
    lab.do(*attack("3018", "9Mech"))
    assert lab.decider == "german"
    lab.do("support 18AD", dice=(3,))
    assert lab.told("odds")[-1].args["defence"] == 4 + 3


@pytest.mark.rule("13.1-b")
def test_18ad_supports_no_defence_three_hexes_away() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", "18AD 3021")
    lab.do(*attack("3018", "9Mech"), dice=(3,))
    assert lab.told("odds")[-1].args["defence"] == 4


@pytest.mark.rule("13.1-b")
def test_18ad_next_to_a_soviet_unit_supports_a_defence_in_a_storm() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", "18AD 3019", "6GTk 3020", weather="storm")
    lab.do(*attack("3018", "9Mech"))
    assert lab.choices("support") == ["18AD"]


@pytest.mark.rule("13.1-d")
@pytest.mark.parametrize("weather", ["ice", "storm"])
def test_18ad_defends_its_own_hex_with_its_defence_factor_alone(weather: str) -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", "18AD 3018", weather=weather)
    lab.do(*attack("3018", "9Mech"), dice=(3,))
    assert lab.told("odds")[-1].args["defence"] == 4 + 2


@pytest.mark.rule("13.1-e")
def test_18ad_in_support_of_an_attack_takes_no_loss() -> None:
    lab = plain("german-combat-1", "16Pz 3019", "11Pz 3119", "18AD 3016", "9Mech 3018")
    lab.do(*attack("3018", "16Pz", "11Pz", "18AD"), dice=(4,))
    assert lab.told("result")[-1].args["result"] == "AL1"
    assert lab.choices("lose") == ["11Pz", "16Pz"]
    assert lab.refused("lose 18AD") == "13.1-e"


@pytest.mark.rule("13.1-e")
def test_18ad_in_support_of_an_attack_does_not_advance() -> None:
    lab = plain("german-combat-1", "16Pz 3019", "11Pz 3119", "18AD 3016", "9Mech 3018")
    lab.do(*attack("3018", "16Pz", "11Pz", "18AD"), dice=(1,))
    lab.do("retreat 9Mech 3017")
    assert lab.choices("advance") == ["11Pz", "16Pz"]


@pytest.mark.rule("13.1-e")
def test_18ad_in_support_of_a_defence_takes_no_loss() -> None:
    lab = plain("soviet-combat-1", "8GMech 3017", "6GTk 3118", "371Inf 3018", "20PzG 3018", "18AD 3020")
    lab.do(*attack("3018", "8GMech", "6GTk"), "support 18AD", dice=(6,))  # 16 against 12: EX
    assert lab.choices("lose") == ["20PzG", "371Inf"]


@pytest.mark.rule("13.1-e")
def test_18ad_in_support_of_a_defence_does_not_retreat() -> None:
    lab = plain("soviet-combat-1", "8GMech 3017", "371Inf 3018", "18AD 3020")
    lab.do(*attack("3018", "8GMech"), "support 18AD", dice=(1,))  # 9 against 8: DR
    lab.do("retreat 371Inf 3019")
    assert (lab.decision, lab.hex("18AD")) == ("advance", "3020")


@pytest.mark.rule("13.1-f")
def test_18ad_in_an_enemy_zoc_supports_no_attack() -> None:
    lab = plain("german-combat-1", "16Pz 3019", "18AD 3016", "9Mech 3018", "6GTk 3015")
    lab.do("attack 3018")
    assert lab.refused("add 18AD") == "13.1-f"


@pytest.mark.rule("13.1-f")
def test_18ad_in_an_enemy_zoc_supports_no_defence() -> None:
    fields = {"korpsgruppen": {"Br": "3020"}}
    lab = plain("soviet-combat-1", "9Mech 3017", "6GTk 3020", "371Inf 3018", "18AD 3019", **fields)
    lab.do(*attack("3018", "9Mech"))
    assert lab.choices("support") == []
    assert lab.refused("support 18AD") == "13.1-f"


@pytest.mark.rule("13.1-f")
def test_18ad_next_to_its_target_attacks_as_a_mechanized_unit() -> None:
    lab = plain("german-mechanized-1", "18AD 3017", "B 3018 soviet tank XXX 2-2/1-1")
    lab.do(*attack("3018", "18AD"), dice=(2,))  # 4 against 2
    lab.do("retreat B 3019", "advance 18AD")
    assert lab.hex("18AD") == "3018"


@pytest.mark.rule("13.1-g")
def test_18ad_supports_one_attack_in_each_german_segment() -> None:
    lab = plain("german-combat-1", "16Pz 3019", "17Pz 3119", "18AD 3016", "9Mech 3018")
    lab.do(*attack("3018", "16Pz", "18AD"), dice=(3,))
    lab.do("attack 3018")
    assert lab.refused("add 18AD") == "13.0-c"
    lab.do("add 17Pz", "commit", dice=(2,))
    lab.do("end", "attack 3018", "add 16Pz", "add 18AD")  # the mechanized segment
    assert lab.preview()["attack_total"] == 5 + 4


@pytest.mark.rule("13.1-g")
def test_18ad_supports_one_defence_in_each_soviet_segment() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "6GTk 3118", "371Inf 3018", "18AD 3020", order="combat")
    lab.do(*attack("3018", "9Mech"), "support 18AD", dice=(2,))
    lab.do(*attack("3018", "6GTk"), dice=(3,))  # no second support
    lab.do("end", "end", "order combat")
    lab.do(*attack("3018", "9Mech"))
    assert lab.choices("support") == ["18AD"]


# -- 13.2 Soviet artillery -------------------------------------------------------------------------------------------


@pytest.mark.rule("13.2-a")
def test_soviet_artillery_has_no_range() -> None:
    lab = plain("soviet-combat-1", "52R 3017", "22R 3016", "3B 3016", "371Inf 3018")
    lab.do("attack 3018")
    assert lab.refused("add 3B") == "13.2-a"


@pytest.mark.rule("13.2-b")
def test_soviet_artillery_attacks_only_from_a_hex_with_another_unit() -> None:
    lab = plain("soviet-combat-1", "52R 3017", "3B 3118", "371Inf 3018")
    lab.do("attack 3018")
    assert lab.refused("add 3B") == "13.2-b"


@pytest.mark.rule("13.2-b")
def test_soviet_artillery_does_not_attack_by_itself() -> None:
    lab = plain("soviet-combat-1", "52R 3017", "3B 3017", "371Inf 3018")
    lab.do("attack 3018", "add 3B")
    assert lab.refused("commit") == "13.2-b"
    lab.do("add 52R")
    assert lab.preview()["attack_total"] == 5 + 5


@pytest.mark.rule("13.2-b")
@pytest.mark.parametrize("kind", ["clear", "rough", "town"])
def test_lone_artillery_is_eliminated_when_attacked_without_a_die(kind: str) -> None:
    lab = plain("german-combat-1", "509 3017", "3B 3018", "3GM 3018", terrain={"3018": kind}, allow_overstack=True)
    lab.do(*attack("3018", "509"))
    assert (lab.hex("3B"), lab.hex("3GM")) == ("dead", "dead")
    lab.do("advance 509")
    assert lab.hex("509") == "3018"
    assert lab.refused("probe 509 3017") == "13.0-c"  # that was its attack


@pytest.mark.rule("13.2-b")
def test_artillery_in_company_is_not_eliminated() -> None:
    lab = plain("german-combat-1", "9SS 3017", "52R 3018", "3B 3018")
    lab.do(*attack("3018", "9SS"), dice=(3,))
    assert lab.told("odds")[-1].args["defence"] == 5 + 1
    assert lab.hex("3B") == "3018"


@pytest.mark.rule("13.2-c")
def test_no_more_artillery_factors_attack_than_others_do() -> None:
    lab = plain("soviet-combat-1", "52R 3017", "3B 3017", "1GA-sup 3118", "1GB 3118", "371Inf 3018")
    lab.do("attack 3018", "add 52R", "add 3B", "add 1GB")
    assert lab.preview()["attack_total"] == 5 + 5  # of 12 artillery factors
    lab.do("add 1GA-sup")
    assert lab.preview()["attack_total"] == 7 + 7


@pytest.mark.rule("13.2-c")
def test_no_more_artillery_factors_defend_than_others_do() -> None:
    lab = plain("german-combat-1", "9SS 3017", "52R 3018 1", "Gun 3018 soviet field_artillery XX 6-3")
    lab.do(*attack("3018", "9SS"), dice=(3,))
    assert lab.told("odds")[-1].args["defence"] == 1 + 1


@pytest.mark.rule("13.2-c")
def test_artillery_is_measured_against_corps_halved_by_lack_of_supply() -> None:
    lab = plain("soviet-combat-1", "A 3017 soviet tank XXX 4-4", "52R 3118", "3B 3118", "168Inf 3016", "371Inf 3018")
    lab.do("attack 3018", "add A", "add 3B")
    assert lab.preview()["attack_total"] == 2 + 2


@pytest.mark.rule("13.2-c", "13.3-b")
def test_air_markers_do_not_raise_the_ceiling_for_artillery() -> None:
    lab = plain("soviet-combat-1", "1GA-sup 3017", "1GB 3017", "371Inf 3018", cas={"soviet": 4})
    lab.do(*attack("3018", "1GA-sup", "1GB"), "air 3")
    assert lab.preview()["attack_total"] == 2 + 2 + 3


@pytest.mark.rule("13.2-d")
def test_artillery_out_of_supply_does_not_attack() -> None:
    lab = plain("soviet-combat-1", "52R 3017", "3B 3017", "168Inf 3016", "371Inf 3018")
    assert not lab.supplied("3017")
    lab.do("attack 3018")
    assert lab.choices("add") == ["52R"]


@pytest.mark.rule("13.2-e")
@pytest.mark.parametrize(("kind", "factor"), [("clear", 8), ("forest", 4), ("rough", 4), ("swamp", 4), ("town", 4)])
def test_3gm_attacks_a_clear_hex_with_double_factor(kind: str, factor: int) -> None:
    lab = plain("soviet-combat-1", "10GTk 3017", "3GM 3017", "371Inf 3018", terrain={"3018": kind})
    assert lab.preview("attack 3018 10GTk 3GM")["attack_total"] == 9 + factor


@pytest.mark.rule("13.2-e")
def test_3gm_is_doubled_across_a_river_too() -> None:
    lab = plain("soviet-combat-1", "10GTk 3017", "3GM 3017", "371Inf 3018", river="3017")
    assert lab.preview("attack 3018 10GTk 3GM")["attack_total"] == 9 + 8


@pytest.mark.rule("13.2-e")
def test_3gm_is_not_doubled_in_defence() -> None:
    lab = plain("german-combat-1", "9SS 3017", "52R 3018", "3GM 3018")
    lab.do(*attack("3018", "9SS"), dice=(3,))
    assert lab.told("odds")[-1].args["defence"] == 5 + 1


# -- 13.3 air support ------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.3-a")
def test_only_the_owner_of_the_markers_uses_them_and_no_more_than_he_has() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", cas={"soviet": 2})
    lab.do(*attack("3018", "9Mech"))
    assert (lab.decider, lab.choices("air")) == ("soviet", ["1", "2"])
    assert lab.refused("air 3") == "13.3-a"


@pytest.mark.rule("13.3-a")
def test_no_air_support_in_a_storm() -> None:
    fields = {"weather": "storm", "korpsgruppen": {"Br": "3018"}}
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", cas={"german": 2}, **fields)
    lab.do(*attack("3018", "16Pz"))
    assert lab.refused("air 1") == "5.1-c"


@pytest.mark.rule("13.3-b")
def test_each_marker_is_one_factor() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", cas={"german": 3})
    lab.do(*attack("3018", "16Pz"), "air 2")
    assert lab.preview()["attack_total"] == 5 + 2
    assert lab.state.cas[1] == 1


@pytest.mark.rule("13.3-c")
@pytest.mark.parametrize(("target", "place"), [("0602", "0601"), ("4702", "4703"), ("2415", "2416"), ("4628", "4627")])
def test_air_support_reaches_every_hex(target: str, place: str) -> None:
    lab = Lab.at("german-combat-1", f"16Pz {place}", f"9Mech {target}", cas={"german": 1})
    lab.do(*attack(target, "16Pz"), "air 1", dice=(2,))
    assert lab.told("odds")[-1].args["attack"] == 5 + 1


@pytest.mark.rule("13.3-d")
def test_soviet_air_never_supports_a_defence() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", cas={"soviet": 3})
    lab.do(*attack("3018", "16Pz"), dice=(2,))  # nobody is asked
    assert lab.told("odds")[-1].args["defence"] == 9


@pytest.mark.rule("13.3-e")
def test_german_air_supports_defences_too() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", cas={"german": 3})
    lab.do(*attack("3018", "9Mech"))
    assert lab.decider == "german"
    lab.do("air 3", dice=(2,))
    assert lab.told("odds")[-1].args["defence"] == 4 + 3


@pytest.mark.rule("13.3-f")
def test_all_markers_may_go_into_one_combat() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", cas={"german": 10})
    lab.do(*attack("3018", "16Pz"), "air 4", "air 6", dice=(3,))
    assert lab.told("odds")[-1].args["attack"] == 15


@pytest.mark.rule("13.3-g")
def test_air_may_wait_for_the_reveal_and_for_the_other_support() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", cas={"german": 1}, korpsgruppen={"Br": "3018"})
    lab.do(*attack("3018", "16Pz"))
    assert lab.told("attack")[-1].args["defenders"] == ["9Mech"]
    lab.do("kg Br")
    assert lab.legal("air 1")


@pytest.mark.rule("13.3-g")
def test_the_soviet_decides_on_air_after_the_german_has_named_his_support() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", cas={"soviet": 1}, korpsgruppen={"Br": "3018"})
    lab.do(*attack("3018", "9Mech"), "kg Br")
    assert (lab.decider, lab.choices("air")) == ("soviet", ["1"])


# -- 13.4 Korpsgruppen -----------------------------------------------------------------------------------------------


@pytest.mark.rule("13.4-a")
@pytest.mark.parametrize("place", ["3018", "3017", "3020"])
def test_a_korpsgruppe_within_two_hexes_shifts_a_german_attack_right(place: str) -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", korpsgruppen={"Br": place}, cas={"german": 1})
    lab.do(*attack("3018", "16Pz"), "kg Br")
    assert lab.shifts() == {"13.4-a": 1}


@pytest.mark.rule("13.4-a")
def test_a_korpsgruppe_three_hexes_from_the_target_does_not_help_an_attack() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", korpsgruppen={"Br": "3015"}, cas={"german": 1})
    lab.do(*attack("3018", "16Pz"))
    assert lab.refused("kg Br") == "13.4-a"


@pytest.mark.rule("13.4-b")
@pytest.mark.parametrize("place", ["3018", "3017", "3020"])
def test_a_korpsgruppe_within_two_hexes_shifts_a_soviet_attack_left(place: str) -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", korpsgruppen={"Br": place}, cas={"german": 1})
    lab.do(*attack("3018", "9Mech"))
    assert lab.decider == "german"
    lab.do("kg Br")
    assert lab.shifts() == {"13.4-b": -1}


@pytest.mark.rule("13.4-b")
def test_a_korpsgruppe_three_hexes_away_does_not_help_a_defence() -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "371Inf 3018", korpsgruppen={"Br": "3021"}, cas={"german": 1})
    lab.do(*attack("3018", "9Mech"))
    assert lab.refused("kg Br") == "13.4-b"


@pytest.mark.rule("13.4-c")
def test_a_korpsgruppe_takes_no_step_loss() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "11Pz 3118", "9Mech 3018", korpsgruppen={"Br": "3017"})
    lab.do(*attack("3018", "16Pz", "11Pz"), "kg Br", dice=(5,))
    assert lab.told("result")[-1].args["result"] == "AL1"
    assert lab.choices("lose") == ["11Pz", "16Pz"]
    assert lab.refused("lose Br") == "13.4-c"


@pytest.mark.rule("13.4-d")
@pytest.mark.parametrize(("weather", "place"), [("storm", "3020"), ("ice", "3018"), ("thaw", "3019")])
def test_neither_storm_nor_enemy_zoc_cancels_the_combat_bonus(weather: str, place: str) -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", weather=weather, korpsgruppen={"Br": place})
    lab.do(*attack("3018", "16Pz"), "kg Br", dice=(3,))
    assert "13.4-a" in lab.told("odds")[-1].rules


@pytest.mark.rule("13.4-e")
def test_one_korpsgruppe_a_combat() -> None:
    fields = {"korpsgruppen": {"Br": "3018", "Ch": "3017"}, "cas": {"german": 1}}
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018", **fields)
    lab.do(*attack("3018", "16Pz"))
    assert lab.choices("kg") == ["Br", "Ch"]
    lab.do("kg Ch")
    assert lab.refused("kg Br") == "13.4-e"
    assert lab.shifts() == {"13.4-a": 1}


@pytest.mark.rule("13.4-f")
def test_a_korpsgruppe_supports_one_attack_in_each_german_segment() -> None:
    fields = {"korpsgruppen": {"Br": "3018"}, "cas": {"german": 1}}
    lab = plain("german-combat-1", "16Pz 3017", "11Pz 3118", "9Mech 3018", **fields)
    lab.do(*attack("3018", "16Pz"), "kg Br", "fight", dice=(3,))
    lab.do(*attack("3018", "11Pz"))
    assert lab.refused("kg Br") == "13.4-f"
    lab.do("fight", "end")
    lab.do(*attack("3018", "16Pz"))  # the mechanized segment
    assert lab.choices("kg") == ["Br"]


@pytest.mark.rule("13.4-f")
def test_each_korpsgruppe_has_its_own_use() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "17Pz 3118", "9Mech 3018", korpsgruppen={"Br": "3018", "Go": "3020"})
    lab.do(*attack("3018", "16Pz"), "kg Br", dice=(3,))
    lab.do(*attack("3018", "17Pz"))
    assert lab.choices("kg") == ["Go"]


@pytest.mark.rule("13.4-f")
def test_a_korpsgruppe_supports_one_defence_in_each_soviet_segment() -> None:
    fields = {"korpsgruppen": {"Br": "3018"}, "order": "combat"}
    lab = plain("soviet-combat-1", "9Mech 3017", "6GTk 3118", "371Inf 3018", **fields)
    lab.do(*attack("3018", "9Mech"), "kg Br", dice=(2,))
    lab.do(*attack("3018", "6GTk"), dice=(3,))  # nobody is asked
    lab.do("end", "end", "order combat")
    lab.do(*attack("3018", "9Mech"))
    assert lab.choices("kg") == ["Br"]


# -- 13.5 Tigers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.5-a")
@pytest.mark.parametrize(
    ("mate", "shifts"),
    [("16Pz 3017", {"13.5-a": 1}), ("16Pz 3118", {}), ("StuG249 3017", {}), ("KPG 3017", {})],
)
def test_a_tiger_battalion_shifts_an_attack_right_if_a_division_is_in_its_hex(
    mate: str, shifts: dict[str, int]
) -> None:
    lab = plain("german-combat-1", "509 3017", mate, "9Mech 3018")
    assert lab.shifts("attack 3018 509") == shifts


@pytest.mark.rule("13.5-a")
@pytest.mark.parametrize(("mate", "shifts"), [("371Inf", {"13.5-a": -1}), ("StuG249", {}), ("KPG", {})])
def test_a_tiger_battalion_shifts_a_defence_left_if_a_division_is_in_its_hex(mate: str, shifts: dict[str, int]) -> None:
    lab = plain("soviet-combat-1", "9Mech 3017", "509 3018", f"{mate} 3018", cas={"german": 1})
    lab.do(*attack("3018", "9Mech"))
    assert lab.shifts() == shifts


@pytest.mark.rule("13.5-a")
def test_a_tiger_battalion_that_stays_out_of_the_attack_does_not_shift() -> None:
    lab = plain("german-combat-1", "509 3017", "16Pz 3017", "9Mech 3018")
    assert lab.shifts("attack 3018 16Pz") == {}


@pytest.mark.rule("13.5-b")
def test_two_tiger_battalions_shift_one_column() -> None:
    units = ("509 3017", "506 3017", "16Pz 3017", "503 3118", "11Pz 3118")
    lab = plain("german-combat-1", *units, "9Mech 3018")
    found = lab.preview("attack 3018 509 506 503 16Pz 11Pz")["shifts"]
    assert [(shift["rule"], shift["columns"]) for shift in found] == [("13.5-a", 1)]


# -- 13.6 probes -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("13.6-a")
def test_germans_probe_adjacent_empty_hexes_in_a_soviet_zoc() -> None:
    lab = plain("german-combat-1", "371Inf 3016", "9Mech 3018")
    assert lab.choices("probe") == ["3017"]
    assert lab.refused("probe 371Inf 3118") == "13.6-a"  # two hexes away


@pytest.mark.rule("13.6-a")
def test_a_hex_with_soviet_units_is_attacked_and_not_probed() -> None:
    lab = plain("german-combat-1", "371Inf 3017", "9Mech 3018", "6GTk 3019")
    assert lab.refused("probe 371Inf 3018") == "13.6-a"


@pytest.mark.rule("13.6-a")
def test_the_18ad_probes_and_a_garrison_does_not() -> None:
    lab = plain("german-combat-1", "18AD 3016", "KPG 3016", "9Mech 3018")
    assert lab.refused("probe KPG 3017") == "2.7-b"
    lab.do("probe 18AD 3017")
    assert lab.hex("18AD") == "3017"


@pytest.mark.rule("13.6-b")
def test_a_probe_advances_without_dice_and_is_the_attack_of_the_unit() -> None:
    lab = plain("german-combat-1", "371Inf 3016", "9Mech 3018", river="3017")
    lab.do("probe 371Inf 3017")
    assert (lab.hex("371Inf"), lab.controls("3017")) == ("3017", "german")
    assert lab.refused("attack 3018") == "13.0-c"
    assert lab.refused("probe 371Inf 2918") == "13.0-c"


@pytest.mark.rule("13.6-b")
def test_a_whole_stack_probes_but_does_not_overstack_the_hex() -> None:
    lab = plain("german-combat-1", "371Inf 3016", "11Pz 3016", "509 3016", "16Pz 2917", "9Mech 3018")
    lab.do("probe 371Inf 3017", "probe 11Pz 3017", "probe 509 3017")
    assert {lab.hex(u) for u in ("371Inf", "11Pz", "509")} == {"3017"}
    assert lab.refused("probe 16Pz 3017") == "6.1-a"


@pytest.mark.rule("13.6-b")
def test_a_unit_that_attacked_does_not_probe() -> None:
    lab = plain("german-combat-1", "16Pz 3017", "9Mech 3018")
    lab.do(*attack("3018", "16Pz"), dice=(2,))
    assert lab.refused("probe 16Pz 3118") == "13.0-c"


@pytest.mark.rule("13.6-c")
def test_mechanized_units_probe_in_the_mechanized_segment_too() -> None:
    lab = plain("german-combat-1", "16Pz 3016 4", "371Inf 3016", "9Mech 3018")
    lab.do("probe 16Pz 3017", "end", "probe 16Pz 3118")
    assert lab.hex("16Pz") == "3118"
    assert lab.refused("probe 371Inf 3017") == "5.5-c"


@pytest.mark.rule("13.6-d")
@pytest.mark.parametrize(("weather", "target"), [("ice", "3015"), ("storm", "3017")])
def test_no_probe_without_a_soviet_zoc(weather: str, target: str) -> None:
    lab = plain("german-combat-1", "16Pz 3016", "9Mech 3018", weather=weather)
    assert lab.refused(f"probe 16Pz {target}") == "13.6-d"


@pytest.mark.rule("13.6-d")
def test_soviets_never_probe() -> None:
    lab = plain("soviet-combat-1", "9Mech 3016", "16Pz 3018")
    assert lab.refused("probe 9Mech 3017") == "13.6-d"


# -- 13.7 mechanized combat ------------------------------------------------------------------------------------------


@pytest.mark.rule("13.7-a")
@pytest.mark.parametrize("second", ["3018", "3118"])
def test_mechanized_units_attack_again_the_same_hex_or_another(second: str) -> None:
    lab = plain("german-1", "9SS 3017", "9Mech 3018", "6GTk 3118")
    lab.do("order combat", *attack("3018", "9SS"), dice=(2,))
    lab.do("end", *attack(second, "9SS"), dice=(2,))
    assert [e.args["hex"] for e in lab.told("attack")] == ["3018", second]


@pytest.mark.rule("13.7-a")
def test_attacks_of_the_mechanized_segment_are_handled_like_all_others() -> None:
    fields = {"cas": {"german": 1}, "korpsgruppen": {"Br": "3018"}}
    lab = plain("german-mechanized-1", "16Pz 3017 4", "509 3017", "371Inf 3017", "11Pz 3019", "9Mech 3018", **fields)
    lab.do("attack 3018")
    assert lab.choices("add") == ["11Pz", "16Pz", "509"]
    lab.do("add 16Pz", "add 509", "add 11Pz", "commit", "kg Br", "air 1", dice=(1,))
    assert lab.told("odds")[-1].args["column"] == "5:1"  # 10 against 9, concentric, KG and Tigers
    lab.do("retreat 9Mech 3119", "advance 16Pz")
    assert (lab.steps("9Mech"), lab.hex("16Pz")) == (1, "3018")
