"""1.5, 1.6 and 15.6.2: who may support whom with what, what it brings, and what becomes of the markers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.fights import GERMANS, RUSSIANS, attack, fight, finish, mark, odds, play, shifts
from tests.debrecen.lab import Lab

HOME, BASE = "HQ-53A 1710", "HQ-LXXII-AK 1310"
"""The HQs of RUSSIANS and GERMANS, in range."""


def offered(lab: Lab) -> list[str]:
    """The markers that may be used now, with their use if there is a choice."""
    return [action.removeprefix("support ") for action in lab.actions("support")]


def attacked(*units: str, by: str = "297-27G", prepared: bool = False, at: str = "1510", **fields: Any) -> Lab:
    """An attack just committed; a mission of each side keeps the question of support open."""
    fields.setdefault("missions", {"allied": 1, "axis": 1})
    lab = fight(*units, **fields)
    play(lab, *attack(at, *by.split(), prepared=prepared))
    return lab


# -- 1.5 who supports whom -------------------------------------------------------------------------------------------


@pytest.mark.rule("1.5-d", "1.6-g")
@pytest.mark.parametrize(("hq", "near"), [("2210", True), ("2310", False)])
def test_support_needs_a_unit_in_command_range(hq: str, near: bool) -> None:
    lab = attacked(RUSSIANS, GERMANS, f"HQ-53A {hq}", markers={"al-heavy-1": "HQ-53A"})
    assert offered(lab) == (["al-heavy-1"] if near else [])
    if not near:
        assert lab.refused("support al-heavy-1") == "1.5-d"


@pytest.mark.rule("1.5-d", "1.6-g")
def test_defenders_are_supported_in_the_same_way() -> None:
    for hq, near in (("0710", True), ("0610", False)):  # 8 hexes
        lab = attacked(RUSSIANS, GERMANS, f"HQ-LXXII-AK {hq}", markers={"ax-heavy-1": "HQ-LXXII-AK"})
        play(lab, "pass")
        assert (lab.decider, offered(lab)) == ("axis", ["ax-heavy-1"] if near else [])


@pytest.mark.rule("1.5-d")
def test_one_unit_in_range_is_enough() -> None:
    units = "297-27G 1410", "409-27G 1611", GERMANS, "HQ-53A 2211"
    markers = {"al-heavy-1": "HQ-53A"}
    assert offered(attacked(*units, by="297-27G", markers=markers)) == []
    assert offered(attacked(*units, by="297-27G 409-27G", markers=markers)) == ["al-heavy-1"]


@pytest.mark.rule("1.6-c")
def test_an_hq_that_is_not_on_the_map_supports_nobody() -> None:
    waiting = {"HQ-53A": {"fate": "waiting", "due": 9}}
    lab = attacked(RUSSIANS, GERMANS, units=waiting, markers={"al-heavy-1": "HQ-53A"})
    assert offered(lab) == []
    assert lab.refused("support al-heavy-1") == "1.6-c"


@pytest.mark.rule("1.5-f")
def test_an_hq_supports_its_own_formation() -> None:
    lab = attacked(RUSSIANS, GERMANS, "HQ-Pliev 1710", markers={"al-heavy-1": "HQ-Pliev"})
    assert offered(lab) == []
    assert lab.refused("support al-heavy-1") == "1.5-f"


@pytest.mark.rule("1.5-f", "1.1-j")
def test_any_hq_supports_independent_units() -> None:
    lab = attacked("110-18T 1610", GERMANS, "HQ-Pliev 1710", by="110-18T", markers={"al-heavy-1": "HQ-Pliev"})
    assert offered(lab) == ["al-heavy-1"]


@pytest.mark.rule("1.5-f", "15.5-g")
def test_a_bridgehead_is_supported_by_the_hq_of_its_mother() -> None:
    lab = fight(
        "I-1Pz 1410",
        "297-27G 1610 2",
        "bridgehead-1 1510 1",
        "HQ-53A 1710",
        side="axis",
        major="1510/1610 1510/1611",
        bridgeheads={"bridgehead-1": "297-27G"},
        markers={"al-heavy-1": "HQ-53A"},
    )
    play(lab, *attack("1510", "I-1Pz"))
    assert offered(lab) == ["al-heavy-1"]


@pytest.mark.rule("1.5-g")
def test_an_hq_uses_markers_of_its_nationality() -> None:
    lab = attacked("2r 1610", GERMANS, "HQ-Ir 1710", by="2r", markers={"al-heavy-1": "HQ-Ir", "al-light-1": "HQ-Ir"})
    assert offered(lab) == ["al-light-1"]
    assert lab.refused("support al-heavy-1") == "1.5-g"


@pytest.mark.rule("1.5-g")
def test_a_german_hq_uses_no_hungarian_markers() -> None:
    lab = attacked(
        "I-1Pz 1610", "297-27G 1510", "HQ-III-PzK 1710", by="I-1Pz", side="axis", markers={"ax-light-2": "HQ-III-PzK"}
    )
    assert lab.refused("support ax-light-2") == "1.5-g"


@pytest.mark.rule("1.5-h")
@pytest.mark.parametrize(("hq", "unit"), [("HQ-LVII-PzK", "8Rh"), ("HQ-IX-Hdt", "27h")])
def test_two_hqs_use_german_and_hungarian_markers(hq: str, unit: str) -> None:
    markers = {"ax-light-1": hq, "ax-light-2": hq}
    lab = attacked(f"{unit} 1610", "297-27G 1510", f"{hq} 1710", by=unit, side="axis", markers=markers)
    assert offered(lab) == ["ax-light-1", "ax-light-2"]


@pytest.mark.rule("1.5-i")
def test_hungarian_hqs_use_german_markers() -> None:
    markers = {"ax-light-1": "HQ-VII-Hdt", "ax-light-2": "HQ-VII-Hdt"}
    lab = attacked("4Rh 1610", "297-27G 1510", "HQ-VII-Hdt 1710", by="4Rh", side="axis", markers=markers)
    assert offered(lab) == ["ax-light-1", "ax-light-2"]


MIXED = "178-76 1510", "12Rh 1510", BASE


@pytest.mark.rule("1.6-i", "1.5-j")
def test_a_mixed_stack_in_defence_uses_markers_of_both_nationalities() -> None:
    markers = {"ax-light-2": "HQ-LXXII-AK"}
    lab = attacked(RUSSIANS, *MIXED, markers=markers)
    play(lab, "pass")
    assert offered(lab) == ["ax-light-2"]
    lab = attacked(RUSSIANS, "178-76 1510", "203-76 1510", BASE, markers=markers)
    play(lab, "pass")
    assert lab.refused("support ax-light-2") == "1.5-g"


@pytest.mark.rule("1.6-i", "1.5-g")
def test_a_stack_of_one_nationality_does_not() -> None:
    lab = attacked(RUSSIANS, "KG-1Pzh 1510", "HQ-III-PzK 1310", markers={"ax-light-2": "HQ-III-PzK"})
    play(lab, "pass")
    assert lab.refused("support ax-light-2") == "1.5-g"  # Hungarian guns for Hungarians, but of a German HQ


@pytest.mark.rule("1.5-j", "1.5-g")
def test_a_mixed_stack_in_attack_does_not() -> None:
    units = "178-76 1610", "12Rh 1610", "297-27G 1510", "HQ-LXXII-AK 1710"
    lab = attacked(*units, by="178-76 12Rh", side="axis", markers={"ax-light-2": "HQ-LXXII-AK"})
    assert lab.refused("support ax-light-2") == "1.5-g"


@pytest.mark.rule("1.6-i", "1.5-f")
def test_a_mixed_stack_needs_an_hq_of_one_of_its_units_all_the_same() -> None:
    lab = attacked(RUSSIANS, *MIXED, "HQ-II-Hdt 1311", markers={"ax-light-2": "HQ-II-Hdt"})
    play(lab, "pass")
    assert lab.refused("support ax-light-2") == "1.5-f"


# -- 1.6 how many ----------------------------------------------------------------------------------------------------

GUNS = dict.fromkeys(("al-heavy-1", "al-katyushas-1", "al-engineers-1"), "HQ-53A")


@pytest.mark.rule("1.6-h", "7.3.1-b")
def test_one_marker_in_a_normal_attack() -> None:
    lab = attacked(RUSSIANS, GERMANS, HOME, markers=GUNS)
    play(lab, "support al-heavy-1")
    assert offered(lab) == []
    assert lab.refused("support al-katyushas-1") == "1.6-h"


@pytest.mark.rule("7.3.2-c", "1.6-h")
def test_two_markers_in_a_prepared_attack() -> None:
    lab = attacked(RUSSIANS, GERMANS, HOME, prepared=True, markers=GUNS)
    play(lab, "support al-heavy-1", "support al-katyushas-1")
    assert shifts(lab) == {"7.3.2-e": 2, "7.4-c": 4}
    assert lab.refused("support al-engineers-1") == "7.3.2-c"


@pytest.mark.rule("7.3.2-c")
def test_the_two_markers_may_come_from_two_hqs() -> None:
    markers = {"al-heavy-1": "HQ-53A", "al-heavy-2": "HQ-6-ABG"}
    units = RUSSIANS, "337-33 1610", GERMANS, HOME, "HQ-6-ABG 1711"
    lab = attacked(*units, by="297-27G 337-33", prepared=True, markers=markers)
    play(lab, "support al-heavy-1", "support al-heavy-2")
    assert shifts(lab)["7.4-c"] == 4


@pytest.mark.rule("1.6-h")
def test_one_marker_in_defence_even_against_a_prepared_attack() -> None:
    markers = {"ax-heavy-1": "HQ-LXXII-AK", "ax-light-1": "HQ-LXXII-AK"}
    lab = attacked(RUSSIANS, GERMANS, BASE, prepared=True, markers=markers)
    play(lab, "pass", "support ax-heavy-1")
    assert lab.refused("support ax-light-1") == "1.6-h"


@pytest.mark.rule("7.6-e")
def test_the_attacker_decides_first() -> None:
    lab = attacked(RUSSIANS, GERMANS)
    assert lab.decider == "allied"
    assert lab.refused("pass", "axis") == "7.6-e"
    play(lab, "pass")
    assert lab.decider == "axis"


@pytest.mark.rule("1.5-e", "1.6-g")
def test_a_marker_goes_with_one_combat() -> None:
    lab = attacked(RUSSIANS, GERMANS, HOME, markers=GUNS, missions={})
    play(lab, "support al-heavy-1")
    assert lab.box("al-heavy-1") == "HQ-53A"
    finish(lab, 1)
    play(lab, *attack("1510", "297-27G"))
    assert "al-heavy-1" not in "".join(offered(lab))
    assert "7.4-c" not in shifts(lab)


@pytest.mark.rule("1.6-f")
def test_only_markers_in_the_available_box() -> None:
    used = {"al-heavy-1": {"stock": "used", "hq": "HQ-53A"}}
    assert attacked(RUSSIANS, GERMANS, HOME, markers=used).refused("support al-heavy-1") == "1.6-f"


@pytest.mark.rule("1.6-a")
def test_no_marker_of_the_enemy() -> None:
    lab = attacked(RUSSIANS, GERMANS, BASE, markers={"ax-heavy-1": "HQ-LXXII-AK"})
    assert lab.refused("support ax-heavy-1") == "1.6-a"


# -- 1.6.1, 1.6.2 what they bring ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "columns"),
    [
        pytest.param("al-heavy-1", 2, marks=pytest.mark.rule("1.6.2-a", "7.4-c")),
        pytest.param("al-katyushas-1", 2, marks=pytest.mark.rule("1.6.2-b", "7.4-c")),
        pytest.param("al-light-2", 1, marks=pytest.mark.rule("1.6.2-e", "7.4-c")),
    ],
)
def test_allied_artillery_in_attack_and_defence(marker: str, columns: int) -> None:
    lab = attacked(RUSSIANS, GERMANS, HOME, markers={marker: "HQ-53A"})
    play(lab, f"support {marker}")
    assert shifts(lab) == {"7.4-c": columns}
    units = "178-76 1410", "297-27G 1510", HOME
    lab = attacked(*units, by="178-76", side="axis", markers={marker: "HQ-53A"})
    play(lab, "pass", f"support {marker}")
    assert shifts(lab) == {"7.4-c": -columns}


@pytest.mark.parametrize(
    ("marker", "columns"),
    [
        pytest.param("ax-heavy-1", 2, marks=pytest.mark.rule("1.6.1-a", "7.4-c")),
        pytest.param("ax-light-1", 1, marks=pytest.mark.rule("1.6.1-c", "7.4-c")),
    ],
)
def test_axis_artillery_in_attack_and_defence(marker: str, columns: int) -> None:
    lab = attacked(RUSSIANS, GERMANS, BASE, markers={marker: "HQ-LXXII-AK"})
    play(lab, "pass", f"support {marker}")
    assert shifts(lab) == {"7.4-c": -columns}
    units = "178-76 1410", "297-27G 1510", BASE
    lab = attacked(*units, by="178-76", side="axis", markers={marker: "HQ-LXXII-AK"})
    play(lab, f"support {marker}")
    assert shifts(lab) == {"7.4-c": columns}


@pytest.mark.rule("1.6.1-e", "1.6.2-g", "7.4-c")
def test_engineers_modify_the_die_by_two() -> None:
    markers = {"al-engineers-1": "HQ-53A", "ax-engineers-1": "HQ-LXXII-AK"}
    lab = attacked(RUSSIANS, GERMANS, HOME, BASE, markers=markers)
    play(lab, "support al-engineers-1")
    assert odds(lab).die == 2
    lab = attacked(RUSSIANS, GERMANS, HOME, BASE, markers=markers)
    play(lab, "pass", "support ax-engineers-1")
    assert odds(lab).die == -2


@pytest.mark.rule("1.6.1-j", "1.6.2-f", "7.4-c")
def test_assault_guns_modify_the_die_by_one_or_give_a_star() -> None:
    markers = {"al-guns-1": "HQ-53A", "ax-guns-2": "HQ-LXXII-AK"}
    lab = attacked(RUSSIANS, GERMANS, HOME, BASE, markers=markers)
    assert offered(lab) == ["al-guns-1 modifier", "al-guns-1 star"]
    assert lab.refused("support al-guns-1") == "1.6.1-j"
    play(lab, "support al-guns-1 modifier")
    assert (odds(lab).die, odds(lab).difference) == (1, 0)
    lab = attacked(RUSSIANS, GERMANS, HOME, BASE, markers=markers)
    play(lab, "support al-guns-1 star")
    assert (odds(lab).die, odds(lab).difference) == (0, 1)
    lab = attacked(RUSSIANS, GERMANS, HOME, BASE, markers=markers)
    play(lab, "pass", "support ax-guns-2 modifier")
    assert (odds(lab).die, odds(lab).difference) == (-1, 0)
    lab = attacked(RUSSIANS, GERMANS, HOME, BASE, markers=markers)
    play(lab, "pass", "support ax-guns-2 star")
    assert (odds(lab).die, odds(lab).difference) == (0, -1)


@pytest.mark.parametrize(
    ("marker", "rule"),
    [
        pytest.param("ax-flak-1", "1.6.1-h", marks=pytest.mark.rule("1.6.1-h")),
        pytest.param("al-at-1", "1.6.2-d", marks=pytest.mark.rule("1.6.2-d")),
    ],
)
def test_anti_tank_guns_serve_in_defence_only(marker: str, rule: str) -> None:
    axis = marker.startswith("ax")
    hq = "HQ-LXXII-AK" if axis else "HQ-53A"
    foot, tank = ("178-76", "20-5T") if axis else ("297-27G", "I-1Pz")
    lab = attacked(
        f"{foot} 1610", f"{tank} 1510", f"{hq} 1710", by=foot, side="axis" if axis else "allied", markers={marker: hq}
    )
    assert lab.refused(f"support {marker}") == rule
    units = f"{tank} 1410 yellow=1", f"{foot} 1510", f"{hq} 1710"
    lab = attacked(*units, by=tank, side="allied" if axis else "axis", markers={marker: hq})
    play(lab, "pass")
    assert odds(lab).difference == 1
    play(lab, f"support {marker}")
    assert odds(lab).difference == 0


@pytest.mark.rule("1.6.1-m", "1.6.2-f")
def test_assault_guns_need_ground_for_tanks() -> None:
    markers = {"al-guns-1": "HQ-53A"}
    hills = {"1510": "rough"}
    lab = attacked(RUSSIANS, GERMANS, HOME, markers=markers, terrain=hills)
    assert lab.refused("support al-guns-1 star") == "1.6.1-m"
    road = [["1410", "1510"]]  # it leads in from elsewhere: the hex is not impassable
    assert offered(attacked(RUSSIANS, GERMANS, HOME, markers=markers, terrain=hills, roads=road))
    steep = attacked(RUSSIANS, GERMANS, HOME, markers=markers, terrain={"1610": "rough"})
    assert steep.refused("support al-guns-1 star") == "1.6.1-m"
    units = RUSSIANS, "409-27G 1611", GERMANS, HOME
    assert offered(attacked(*units, by="297-27G 409-27G", markers=markers, terrain={"1610": "rough"}))


# -- 1.6-j after use -------------------------------------------------------------------------------------------------

AFTER = {  # by die; a number is how many turns later it comes back
    "al-heavy-1": ("used", "used", "used", 2, 2, 3),
    "al-light-2": ("used", "used", "used", "used", "used", 2),
    "al-katyushas-1": ("used", "used", "used", 2, 3, "gone"),
    "al-engineers-1": ("used", "used", "used", "used", "gone", "gone"),
    "al-guns-1": ("used", "used", "used", "used", "used", 2),
}
CLAUSES = {
    "al-heavy-1": ("1.6.1-b", "1.6.2-a"),
    "al-light-2": ("1.6.1-d", "1.6.2-e"),
    "al-katyushas-1": ("1.6.2-c",),
    "al-engineers-1": ("1.6.1-g", "1.6.2-g"),
    "al-guns-1": ("1.6.1-l", "1.6.2-f"),
}


@pytest.mark.parametrize(
    ("marker", "die"),
    [
        pytest.param(marker, die, marks=pytest.mark.rule("1.6-j", *CLAUSES[marker]))
        for marker in AFTER
        for die in range(1, 7)
    ],
)
def test_after_use(marker: str, die: int) -> None:
    lab = fight(RUSSIANS, GERMANS, HOME, markers={marker: "HQ-53A"})
    use = " modifier" if marker == "al-guns-1" else ""
    play(lab, *attack("1510", "297-27G"), f"support {marker}{use}")
    finish(lab, die)
    fate = AFTER[marker][die - 1]
    assert lab.stock(marker) == (lab.state.turn + fate if isinstance(fate, int) else fate)
    assert lab.box(marker) == ("HQ-53A" if fate == "used" else "")


@pytest.mark.rule("1.6.1-i", "1.6.2-d")
def test_no_roll_for_anti_tank_guns() -> None:
    lab = fight("I-1Pz 1410", "297-27G 1510", "HQ-53A 1710", side="axis", markers={"al-at-1": "HQ-53A"})
    play(lab, *attack("1510", "I-1Pz"), "support al-at-1")
    finish(lab)
    assert lab.stock("al-at-1") == "used"
    assert not [e for e in lab.log if e.name.startswith("support ") and e.name != "support lost"]


@pytest.mark.rule("1.6-j")
def test_each_marker_has_its_roll() -> None:
    markers = {"al-heavy-1": "HQ-53A", "al-katyushas-1": "HQ-53A", "ax-heavy-1": "HQ-LXXII-AK"}
    lab = fight(RUSSIANS, GERMANS, HOME, BASE, markers=markers)
    play(lab, *attack("1510", "297-27G", prepared=True))
    play(lab, "support al-heavy-1", "support al-katyushas-1", "support ax-heavy-1")
    finish(lab, 1, 6, 4)
    assert [lab.stock(m) for m in markers] == ["used", "gone", 6]


# -- 15.6.2 air ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("15.6.2-a", "15.6.2-b")
def test_air_support_is_a_column_beside_other_support() -> None:
    markers = {"al-heavy-1": "HQ-53A"}
    lab = attacked(RUSSIANS, GERMANS, HOME, markers=markers)
    play(lab, "support al-heavy-1", "air")
    assert shifts(lab) == {"7.4-c": 2, "15.6.2-a": 1}
    assert (lab.decider, lab.state.missions) == ("axis", [0, 1])
    play(lab, "air")
    assert sum(int(i.value) for i in odds(lab).shifts) == 2
    assert lab.state.missions == [0, 0]


@pytest.mark.rule("15.6.2-b")
def test_air_support_whatever_the_state_of_the_units() -> None:
    lab = fight(RUSSIANS, GERMANS, missions={"allied": 1})
    mark(lab, starved="297-27G", fatigued="297-27G", disorganised="297-27G", uncommanded="297-27G")
    play(lab, *attack("1510", "297-27G"), "air")
    assert shifts(lab) == {"15.6.2-a": 1}


@pytest.mark.rule("15.6.2-c")
def test_air_support_knows_no_nationality() -> None:
    lab = attacked("2r 1610", "4Rh 1510", by="2r")
    play(lab, "air", "air")
    assert [int(i.value) for i in odds(lab).shifts] == [1, -1]


@pytest.mark.rule("15.6.2-d")
def test_one_mission_in_a_combat() -> None:
    markers = {"al-heavy-1": "HQ-53A"}
    lab = attacked(RUSSIANS, GERMANS, HOME, markers=markers, missions={"allied": 3, "axis": 0})
    play(lab, "air")
    assert lab.refused("air") == "15.6.2-d"
    assert lab.state.missions == [2, 0]


@pytest.mark.rule("15.6.1-a")
def test_no_mission_left() -> None:
    lab = attacked(RUSSIANS, GERMANS, HOME, markers={"al-heavy-1": "HQ-53A"}, missions={})
    assert lab.refused("air") == "15.6.1-a"
