"""4.1 to 4.3 Zones of control: how far they reach, what they do to movement, and whom they oblige to attack.

The enemy stands in 1510; 1509 and 1511 lie beside it, 1410 and 1411 north of it, 1610 and 1611 south.
"""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.roster import AXIS
from tests.debrecen.fights import finish
from tests.debrecen.lab import Lab, plain

ENEMY = "178-76 1510"
AROUND = ["1410", "1411", "1509", "1510", "1511", "1610", "1611"]


def ops(*units: str, **fields: Any) -> Lab:
    return plain("operations", *units, **fields)


def moved(unit: str, *hexes: str, others: tuple[str, ...] = (), **fields: Any) -> Lab:
    """The activation of a unit, which has moved past an enemy in 1510 unless that is among the others."""
    enemies = () if any(other.endswith(" 1510") for other in others) else (ENEMY,)
    name, _ = unit.split()
    return ops(unit, *enemies, *others, **fields).specific(name).go(name, *hexes)


def zone(lab: Lab) -> list[str]:
    return lab.state.board.grid.listed(lab.state.zoc(AXIS))


# -- 4.1 how far they reach ------------------------------------------------------------------------------------------


@pytest.mark.rule("4.1-a")
def test_a_zone_covers_the_hex_and_the_six_around_it() -> None:
    assert zone(ops(ENEMY)) == AROUND


@pytest.mark.rule("4.1-a", "0.2-d")
def test_it_does_not_reach_across_the_tisza_even_over_a_bridge() -> None:
    assert zone(ops(ENEMY, major="1510/1610")) == [h for h in AROUND if h != "1610"]
    bridged = ops(ENEMY, major="1510/1610", crossings=[["1510", "1610"]], roads=[["1510", "1610"]])
    assert "1610" not in zone(bridged)
    assert zone(ops(ENEMY, minor="1510/1610")) == AROUND


@pytest.mark.rule("4.1-b")
def test_one_step_alone_controls_its_own_hex_only() -> None:
    assert zone(ops("178-76 1510 1")) == ["1510"]
    assert zone(ops("178-76 1510 1", "HQ-III-PzK 1510")) == ["1510"]  # AMB-15
    assert zone(ops("178-76 1510 1", "230-76 1510 1")) == AROUND
    assert zone(ops("HQ-III-PzK 1510")) == ["1510"]


@pytest.mark.rule("4.1-b")
def test_nobody_enters_the_hex_of_a_single_step() -> None:
    lab = ops("16-7M 1512", "178-76 1510 1").specific("16-7M")
    lab.do("select 16-7M", "move 1511")
    assert lab.decision == "moving"
    assert lab.refused("move 1510") == "4.1-b"


# -- 4.2 movement ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.2-a", "3.4.2-b")
def test_a_zone_ends_the_movement_and_its_points_are_lost() -> None:
    """AMB-58."""
    lab = moved("16-7M 1612", "1611")
    assert (lab.decision, lab.points("16-7M")) == ("activation", 2)
    assert lab.refused("select 16-7M") == "4.2-b"


@pytest.mark.rule("4.2-b", "4.3-a", "7.1-b")
def test_who_enters_must_attack_before_the_end() -> None:
    lab = moved("16-7M 1612", "1611")
    assert lab.refused("end") == "4.2-b"
    lab.do("attack 1510", "add 16-7M", "commit", dice=(1, 1))
    finish(lab)
    assert lab.legal("end")


@pytest.mark.rule("4.2-c")
@pytest.mark.parametrize(("start", "there"), [("1515", True), ("1516", False)])
def test_a_point_must_be_left_for_the_attack(start: str, there: bool) -> None:
    """Four hexes are one action on foot, the second point is for the attack."""
    lab = ops(f"297-27G {start}", ENEMY).specific("297-27G")
    lab.do("select 297-27G")
    assert lab.legal("move 1511") == there
    if not there:
        assert lab.refused("move 1511") == "4.2-c"


@pytest.mark.rule("4.2-c", "4.3-b")
@pytest.mark.parametrize("kind", ["city", "town", "woods", "rough"])
def test_where_nobody_need_attack_no_point_must_be_left(kind: str) -> None:
    lab = moved("297-27G 1516", "1511", terrain={"1511": kind})
    assert (lab.hex("297-27G"), lab.points("297-27G")) == ("1511", 0)


@pytest.mark.rule("4.2-c", "1.1-c")
def test_a_unit_that_never_attacks_stays_out_of_where_it_would_have_to() -> None:
    """AMB-89."""
    lab = ops("12AA 1512", "297-27G 1510", "16-7M 2510", initiative="axis", terrain={"1411": "town"}).specific("12AA")
    lab.do("select 12AA")
    assert lab.refused("move 1511") == "4.2-c"
    assert lab.legal("move 1411")


@pytest.mark.rule("4.2-c", "1.5-k")
def test_an_hq_enters_only_with_a_combat_unit() -> None:
    """AMB-89."""
    lab = ops("HQ-Pliev 1612", "16-7M 1612", ENEMY).specific("HQ-Pliev", "16-7M")
    lab.do("select HQ-Pliev")
    assert lab.refused("move 1611") == "4.2-c"
    lab.do("join 16-7M", "move 1611")
    assert (lab.hex("HQ-Pliev"), lab.hex("16-7M")) == ("1611", "1611")
    assert lab.state.ids(lab.state.duty) == ["16-7M"]
    lab = ops("HQ-Pliev 1612", "16-7M 1611", ENEMY).specific("HQ-Pliev")
    assert lab.go("HQ-Pliev", "1611").hex("HQ-Pliev") == "1611"


@pytest.mark.rule("4.2-c", "6.2-e")
def test_why_a_unit_has_nowhere_to_go() -> None:
    """With its last point it would have to attack in 1611 and 1511; the Tisza closes the rest."""
    river = " ".join(f"1510/{h}" for h in ("1410", "1411", "1509", "1610"))
    enemies = ("178-76 1512", "230-76 1612")
    lab = ops("297-27G 1510", *enemies, fatigued=["297-27G"], major=river).specific("297-27G")
    assert lab.refused("select 297-27G") == "4.2-c"
    lab = ops("297-27G 1510", *enemies, major=f"{river} 1510/1511 1510/1611").specific("297-27G")
    assert lab.refused("select 297-27G") == "6.2-e"


@pytest.mark.rule("4.2-c", "3.4.3-b")
def test_the_point_for_the_attack_is_left_to_those_who_fight() -> None:
    """AMB-89: an HQ with its last point may go along."""
    units = ("HQ-Pliev 1612", "16-7M 1612", ENEMY)
    lab = ops(*units, starved=["HQ-Pliev"]).specific("HQ-Pliev", "16-7M")
    lab.do("select HQ-Pliev", "join 16-7M", "move 1611")
    assert (lab.points("HQ-Pliev"), lab.points("16-7M")) == (0, 2)
    lab = ops(*units, starved=["16-7M"]).specific("HQ-Pliev", "16-7M")
    lab.do("select HQ-Pliev", "join 16-7M")
    assert lab.refused("move 1611") == "4.2-c"


@pytest.mark.rule("4.2-d")
@pytest.mark.parametrize(("goal", "left"), [("1614", 2), ("1615", 1)])
def test_leaving_a_zone_costs_one_point(goal: str, left: int) -> None:
    """6 points an action, 1.5 a clear hex: three hexes and 1 are 5.5, four are 7."""
    assert moved("16-7M 1611", goal).points("16-7M") == left
    assert moved("16-7M 1611", goal, others=("178-76 1510 1",)).points("16-7M") == 2


ASIDE = "230-76 1613"
"""Its zone covers 1612 but not 1611."""


@pytest.mark.rule("4.2-e")
def test_from_zone_to_zone_costs_two_points() -> None:
    """On foot 2 for the marsh and 2 for the zones are one action; a river more, and no point is left to attack."""
    ground = {"1612": "marsh", "1711": "woods"}
    lab = ops("297-27G 1611", ENEMY, ASIDE, terrain=ground).specific("297-27G")
    lab.do("select 297-27G", "move 1612")
    assert (lab.hex("297-27G"), lab.points("297-27G"), lab.decision) == ("1612", 1, "activation")
    lab = ops("297-27G 1611", ENEMY, ASIDE, terrain=ground, minor="1611/1612").specific("297-27G")
    lab.do("select 297-27G")
    assert lab.refused("move 1612") == "4.2-c"


@pytest.mark.rule("4.2-f")
def test_nobody_goes_straight_from_hex_to_hex_in_the_zone_of_one_enemy() -> None:
    """AMB-59."""
    for enemies in ((ENEMY,), (ENEMY, "230-76 1510"), (ENEMY, ASIDE)):
        lab = ops("16-7M 1611", *enemies).specific("16-7M")
        lab.do("select 16-7M", "move 1610")
        assert lab.told("moved")[-1].args["path"] == ["1611", "1710", "1610"]
    woods = dict.fromkeys(("1710", "1711"), "woods")
    lab = ops("297-27G 1611", ENEMY, terrain=woods, minor="1611/1710 1611/1711", fatigued=["297-27G"])
    lab.specific("297-27G")
    lab.do("select 297-27G")
    assert lab.refused("move 1610") == "4.2-f"


@pytest.mark.rule("4.2-g", "4.2-h")
def test_friends_and_their_zones_do_not_open_a_zone_to_movement() -> None:
    for friend in ("8-6G 1611", "8-6G 1612"):
        lab = ops("16-7M 1613", friend, ENEMY).specific("16-7M")
        lab.do("select 16-7M", "move 1611")
        assert lab.decision == "activation"
        assert lab.has("16-7M", "duty")


# -- 4.3 the duty to attack ------------------------------------------------------------------------------------------


@pytest.mark.rule("4.3-b", "4.2-b")
@pytest.mark.parametrize(
    ("kind", "free"),
    [("clear", False), ("marsh", False), ("village", False)] + [(k, True) for k in ("woods", "rough", "town", "city")],
)
def test_ground_that_frees_from_the_duty(kind: str, free: bool) -> None:
    lab = moved("297-27G 1612", "1611", terrain={"1611": kind})
    assert lab.decision == "activation"
    assert lab.legal("end") == free


@pytest.mark.rule("4.3-b")
def test_a_minor_river_frees_from_the_duty_towards_those_beyond_it() -> None:
    """AMB-62."""
    assert moved("297-27G 1612", "1611", minor="1611/1510").legal("end")
    lab = moved("297-27G 1612", "1611", minor="1611/1510", others=("230-76 1710",))
    assert lab.refused("end") == "4.2-b"
    lab = ops("16-7M 1612", ENEMY, "230-76 1710", minor="1611/1510").specific("16-7M").go("16-7M", "1611")
    finish(_attacked(lab, "1510"))
    assert lab.refused("end") == "4.2-b"
    lab = ops("16-7M 1612", ENEMY, "230-76 1710", minor="1611/1510").specific("16-7M").go("16-7M", "1611")
    finish(_attacked(lab, "1710"))
    assert lab.legal("end")


def _attacked(lab: Lab, target: str) -> Lab:
    lab.do(f"attack {target}", "add 16-7M", "commit", dice=(1, 3))
    return lab


@pytest.mark.rule("4.3-b", "7.1-f", "7.1-e")
def test_tanks_owe_no_attack_that_the_ground_forbids() -> None:
    """An enemy in rough ground holds them fast; one beyond a river frees them."""
    rough = {"1510": "rough"}
    assert moved("20-5T 1612", "1611", terrain=rough).legal("end")
    assert moved("16-7M 1612", "1611", terrain=rough).refused("end") == "4.2-b"
    lab = moved("20-5T 1612", "1611", terrain=rough, others=("230-76 1710",), minor="1611/1710")
    assert lab.legal("end")


@pytest.mark.rule("4.3-d")
def test_who_starts_beside_the_enemy_may_stay_or_leave() -> None:
    lab = ops("16-7M 1611", ENEMY).specific("16-7M")
    assert lab.legal("end")
    assert lab.go("16-7M", "1613").legal("end")


@pytest.mark.rule("4.2-b", "3.4.3-a")
def test_who_owes_an_attack_is_not_taken_away_by_others() -> None:
    lab = ops("8-6G 1611", "16-7M 1612", ENEMY).specific("8-6G", "16-7M").go("16-7M", "1611")
    lab.do("select 8-6G")
    assert lab.choices("join") == []


@pytest.mark.rule("4.2-b", "4.3-a")
def test_the_duty_lapses_with_the_enemy() -> None:
    """AMB-57: once no enemy compels it the unit may end, dig in or move on."""
    lab = ops("16-7M 1612", "8-6G 1412", "178-76 1510").specific("16-7M", "8-6G")
    lab.go("16-7M", "1611").go("8-6G", "1411")
    lab.do("attack 1510", "add 8-6G", "commit", dice=(5,))
    while lab.decision != "activation":
        lab.do(next(a for a in ("retreat", "stay", *lab.actions()) if a in lab.actions()))
    assert (lab.hex("178-76") != "1510", lab.state.breakthrough) == (True, 0)
    assert lab.legal("end")
    assert lab.legal("select 16-7M")
    assert lab.legal("dig 16-7M")


@pytest.mark.rule("4.3-a", "7.1-e")
def test_the_duty_remains_while_another_enemy_is_near() -> None:
    """AMB-57."""
    lab = ops("16-7M 1612", "8-6G 1412", "178-76 1510", "230-76 1710").specific("16-7M", "8-6G")
    lab.go("16-7M", "1611").go("8-6G", "1411")
    lab.do("attack 1510", "add 8-6G", "commit", dice=(5,))
    while lab.decision != "activation":
        lab.do(next(a for a in ("retreat", "stay", *lab.actions()) if a in lab.actions()))
    assert lab.refused("end") == "4.2-b"


@pytest.mark.rule("7.9-b", "4.3-a")
def test_the_duty_lapses_in_a_breakthrough() -> None:
    """AMB-09: 230/76 is still beside it."""
    lab = ops("16-7M 1612", "8-6G 1412", "178-76 1510 2 q=1", "230-76 1710").specific("16-7M", "8-6G")
    lab.go("16-7M", "1611").go("8-6G", "1411")
    lab.do("attack 1510", "add 8-6G", "commit", dice=(6,))
    while lab.decision != "activation":
        lab.do(next(a for a in ("retreat", "stay", *lab.actions()) if a in lab.actions()))
    assert lab.state.board.grid.listed(lab.state.breakthrough) == ["1510"]
    assert lab.legal("end")
    assert lab.legal("select 16-7M")
