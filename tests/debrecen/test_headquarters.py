"""1.5 Headquarters: how they fall, and how they come back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.lab import Lab, line, plain

HQ = "HQ-III-PzK 1510"
CALM = "178-76 1010"


def ops(*units: str, **fields: Any) -> Lab:
    return plain("operations", *units, **fields)


def approached(unit: str, *others: str, hq: str = HQ, **fields: Any) -> Lab:
    """A unit has come up to 1610, south of a lone HQ."""
    name, _ = unit.split()
    return ops(unit, hq, CALM, *others, **fields).specific(name).go(name, "1610")


# -- 1.5-k, 1.5-l how they fall --------------------------------------------------------------------------------------


@pytest.mark.rule("1.5-k")
@pytest.mark.parametrize("unit", ["16-7M 1612", "297-27G 1612", "20-5T 1612"])
def test_a_lone_hq_falls_when_a_combat_unit_comes_up(unit: str) -> None:
    """AMB-14."""
    lab = approached(unit)
    assert lab.hex("HQ-III-PzK") == "fallen"
    assert [event.rules for event in lab.told("HQ destroyed")] == [("1.5-k",)]


@pytest.mark.rule("1.5-k")
def test_units_that_could_not_attack_it_do_not_touch_it() -> None:
    """AMB-14."""
    assert approached("HQ-Pliev 1612").hex("HQ-III-PzK") == "1510"
    tisza = {"major": "1510/1610 1510/1611"}
    assert approached("16-7M 1612", **tisza).hex("HQ-III-PzK") == "1510"
    assert approached("16-7M 1612", **tisza, crossings=[["1510", "1610"]]).hex("HQ-III-PzK") == "fallen"
    assert approached("20-5T 1612", terrain={"1510": "rough"}).hex("HQ-III-PzK") == "1510"
    flak = ops("HQ-Pliev 1510", "12AA 1612", "297-27G 2510", initiative="axis").specific("12AA").go("12AA", "1610")
    assert flak.hex("HQ-Pliev") == "1510"


@pytest.mark.rule("1.5-k")
def test_an_alarm_counter_does_not_touch_it() -> None:
    lab = ops("HQ-Pliev 2512", "16-7M 2520", CALM, alarms=["2510"], backs=["alarm-5"]).specific("HQ-Pliev")
    lab.do("select HQ-Pliev", "move 2511", dice=(1, 1))
    assert lab.hex("HQ-Pliev") == "2511"


@pytest.mark.rule("1.5-k", "4.2-c")
def test_it_falls_too_where_it_goes_by_itself() -> None:
    """AMB-14."""
    lab = ops("HQ-Pliev 1612", "178-76 1510", terrain={"1611": "town"}).specific("HQ-Pliev")
    lab.do("select HQ-Pliev", "move 1611")
    assert lab.hex("HQ-Pliev") == "fallen"


@pytest.mark.rule("1.5-k", "7.8.2-b")
def test_it_falls_to_a_unit_on_its_way() -> None:
    """AMB-14."""
    lab = ops("20-5T 1612", HQ, CALM, roads=[["1612", "1611", "1610", "1609", "1608"]]).specific("20-5T")
    lab.do("select 20-5T", "move 1608")
    assert (lab.hex("20-5T"), lab.hex("HQ-III-PzK")) == ("1608", "fallen")
    held = ops("20-5T 1612", HQ, CALM, roads=[["1612", "1611", "1610", "1609", "1608"]], terrain={"1510": "rough"})
    held.specific("20-5T").do("select 20-5T", "move 1608")
    assert held.hex("HQ-III-PzK") == "1510"


@pytest.mark.rule("1.5-k", "4.1-b")
def test_an_hq_does_not_slip_past_a_unit_that_could_attack_it() -> None:
    """AMB-14: not even past one without a zone around it; the way goes round, or ends there."""
    road = {"roads": [["1612", "1611", "1610", "1609", "1608"]]}
    weak = ops("HQ-Pliev 1612", "178-76 1510 1", **road).specific("HQ-Pliev")
    weak.do("select HQ-Pliev", "move 1608")
    assert weak.hex("HQ-Pliev") == "1608"
    assert not {"1610", "1611"} & set(weak.told("moved")[0].args["path"])
    weak = ops("HQ-Pliev 1612", "178-76 1510 1", **road).specific("HQ-Pliev")
    weak.do("select HQ-Pliev", "move 1610")
    assert weak.hex("HQ-Pliev") == "fallen"
    led = ops("HQ-Pliev 1612", "297-27G 1610", "409-27G 1611", "178-76 1510 1", **road).specific("HQ-Pliev")
    led.do("select HQ-Pliev", "move 1610")
    assert led.hex("HQ-Pliev") == "1610"


@pytest.mark.rule("1.5-k")
def test_company_protects_it() -> None:
    lab = approached("16-7M 1612", "KG-MT 1510 1")
    assert lab.hex("HQ-III-PzK") == "1510"
    two = approached("16-7M 1612", "HQ-LXXII-AK 1510")  # headquarters are no company
    assert (two.hex("HQ-III-PzK"), two.hex("HQ-LXXII-AK")) == ("fallen", "fallen")


@pytest.mark.rule("1.5-l", "4.4-e")
def test_it_falls_with_the_last_unit_of_its_stack() -> None:
    locked = ("31-9M 2207", "18-9M 2209", "20-5T 2308")
    lab = ops("KG-MT 2208 1", "HQ-LXXII-AK 2208", "178-76 2007", *locked, initiative="axis")
    lab.specific("KG-MT", "178-76").go("178-76", "2107").do("disengage KG-MT 2107", dice=(6,))
    assert (lab.hex("KG-MT"), lab.hex("HQ-LXXII-AK")) == ("dead", "fallen")
    assert lab.told("HQ destroyed")[0].rules == ("1.5-l",)


@pytest.mark.rule("1.5-k", "1.5-l")
def test_an_hq_left_alone_in_reach_of_the_enemy_falls() -> None:
    lab = ops("HQ-Pliev 1611", "16-7M 1611", "178-76 1510").specific("16-7M").go("16-7M", "1613")
    assert lab.hex("HQ-Pliev") == "fallen"


# -- 1.5-m, 1.5-n how they come back ---------------------------------------------------------------------------------

ROAD = [line("0112", "1012")]
"""From the northern edge."""


def returning(*units: str, due: int = 5, turn: int = 5, **fields: Any) -> Lab:
    """The supply phase with the III Panzer Corps HQ fallen."""
    fallen = {"HQ-III-PzK": {"fate": "fallen", "due": due}}
    return plain("supply", *units, "297-27G 2510", turn=turn, units=fallen, roads=ROAD, **fields)


@pytest.mark.rule("1.5-m", "2.1-a")
def test_it_returns_next_turn_where_its_owner_likes() -> None:
    lab = approached("16-7M 1612", roads=ROAD)
    lab.do("end", "pass", "pass", dice=())
    assert (lab.state.turn, lab.decision, lab.decider) == (5, "hq-return", "axis")
    lab.do("place HQ-III-PzK 1009", dice=(1, 1, 6, 1))
    assert (lab.hex("HQ-III-PzK"), lab.steps("HQ-III-PzK"), lab.decision) == ("1009", 1, "operations")


@pytest.mark.rule("1.5-m")
def test_not_before_its_turn() -> None:
    assert returning(due=6).decision != "hq-return"


@pytest.mark.rule("1.5-m", "10.2-b")
def test_in_supply_and_in_no_enemy_zone() -> None:
    lab = returning("16-7M 0808")
    assert lab.decision == "hq-return"
    assert lab.legal("place HQ-III-PzK 1009")
    assert lab.refused("place HQ-III-PzK 1016") == "1.5-m"  # four hexes from the road
    assert lab.refused("place HQ-III-PzK 0809") == "1.5-m"
    held = returning("16-7M 0808", "178-76 0809")
    assert held.refused("place HQ-III-PzK 0809") == "1.5-m"  # a friend opens the zone to supply only


@pytest.mark.rule("1.5-m")
def test_without_room_it_waits_a_turn() -> None:
    fallen = {"HQ-III-PzK": {"fate": "fallen", "due": 4}}
    lab = Lab.at("supply", "16-7M 1608", "178-76 2010", scenario="example-disengagement", units=fallen)
    assert lab.decision == "operations"
    assert (lab.hex("HQ-III-PzK"), lab.state.due[lab.index("HQ-III-PzK")]) == ("fallen", 5)


@pytest.mark.rule("1.5-n")
def test_its_markers_go_to_the_pool() -> None:
    markers = {"ax-heavy-1": "HQ-III-PzK", "ax-light-1": {"stock": "used", "hq": "HQ-III-PzK"}}
    lab = approached("16-7M 1612", markers=markers)
    assert [(lab.stock(m), lab.box(m)) for m in markers] == [("pool", "")] * 2
