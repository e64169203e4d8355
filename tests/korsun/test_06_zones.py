"""6.0 Zones of control: who has one, where it reaches, and whom it binds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.lab import GAME, Lab, attack, plain

AROUND = ["2917", "2918", "3016", "3018", "3117", "3118"]
"""The neighbours of 3017."""
L = "L 3014 27A rifle 4-4-6"
"""On foot: the first enemy zone on its way south, from 3016 on, stops it."""
PHASES = [f"{side}-{phase}" for side in ("soviet", "german") for phase in ("movement", "combat", "mobile-movement")]


def zones(lab: Lab, side: str) -> list[str]:
    found: list[str] = GAME.overlay(lab.state, None, "zoc")[side]
    return found


def stopped_in(lab: Lab) -> str:
    """Where L ends when it goes to 3016, and whether it stopped there."""
    lab.do("select L", "move 3016")
    return lab.hex("L") if lab.decision == "movement" else ""


@pytest.mark.rule("6.0-a")
def test_the_zone_of_a_unit_is_the_six_hexes_around_it() -> None:
    assert sorted(zones(plain("soviet-movement", "E 3017 relief infantry 1-1-1"), "german")) == AROUND
    assert sorted(zones(plain("soviet-movement", "E 0101 relief infantry 1-1-1"), "german")) == ["0102", "0201"]


@pytest.mark.rule("6.0-b")
@pytest.mark.parametrize("phase", PHASES)
def test_every_unit_has_its_zone_in_every_phase(phase: str) -> None:
    lab = plain(phase, L, "E 3017 relief infantry 1-1-1", "G 0120 relief tank 1-1-1")
    assert set(AROUND) <= set(zones(lab, "german"))
    assert {"3013", "3015", "3114"} <= set(zones(lab, "soviet"))


@pytest.mark.rule("6.0-b")
@pytest.mark.parametrize("enemy", ["E 3017 relief infantry 3-3-4/1-1-4 1", "E 3017 relief infantry 0-0-4"])
def test_a_depleted_unit_and_one_of_no_strength_have_zones(enemy: str) -> None:
    assert stopped_in(plain("soviet-movement", L, enemy)) == "3016"
    assert stopped_in(plain("soviet-movement", L)) == ""


@pytest.mark.rule("6.0-b")
def test_a_unit_out_of_supply_has_a_zone() -> None:
    moat = " ".join(f"3017/{n}" for n in AROUND)
    lab = plain("soviet-movement", L, "E 3017 relief infantry 1-1-1", minor=moat)
    assert not lab.supplied("E")
    assert stopped_in(lab) == "3016"


@pytest.mark.rule("6.0-b", "19.0-d")
def test_a_held_unit_has_a_zone() -> None:
    units = ("H 3017 20TC tank 3-3-8", "L 3014 relief infantry 4-4-6")
    assert stopped_in(plain("german-movement", *units, held=["H"])) == "3016"


@pytest.mark.rule("6.0-c")
@pytest.mark.parametrize("terrain", ["clear", "woods", "rough", "marsh", "village", "city"])
@pytest.mark.parametrize("river", ["", "minor", "major"])
def test_zones_reach_into_all_terrain_and_over_all_rivers(terrain: str, river: str) -> None:
    fields: dict[str, Any] = {river: "3016/3017"} if river else {}
    lab = plain("soviet-movement", L, "E 3017 relief infantry 1-1-1", terrain={"3016": terrain}, **fields)
    assert stopped_in(lab) == "3016"


@pytest.mark.rule("6.0-e")
def test_no_unit_takes_a_zone_away() -> None:
    """With a friend or an enemy in 3117, and the zones of both sides on it, the zone of E is there as before."""
    enemy = "E 3118 relief infantry 1-1-1"
    for other in ("F 3117 27A rifle 1-1-1", "G 3117 relief infantry 1-1-1"):
        lab = plain("soviet-movement", enemy, other)
        assert {"3117", "3017", "3217", "3218", "3119", "3018"} <= set(zones(lab, "german"))


@pytest.mark.rule("6.0-e")
def test_a_friend_in_a_zone_does_not_open_it_to_those_who_move() -> None:
    """Straight on through the friend in 3017 it were two hexes to 3018; the zone of E leaves only the way round."""
    units = ("L 3016 27A rifle 4-4-6", "E 2918 relief infantry 1-1-1")
    assert plain("soviet-movement", *units, "F 3017 27A rifle 1-1-1").cost("L")["3018"] == 3
    assert plain("soviet-movement", units[0], "F 3017 27A rifle 1-1-1").cost("L")["3018"] == 2


@pytest.mark.rule("6.0-f")
def test_zones_of_both_sides_lie_on_the_same_hex_and_bind_both() -> None:
    """3017 lies between S and G: whoever of the two sides enters it on foot must stop."""
    near = ("S 3117 27A rifle 1-1-1", "G 2917 relief infantry 1-1-1")
    for side, organisation in (("soviet", "27A"), ("german", "relief")):
        lab = plain(f"{side}-movement", *near, f"L 3019 {organisation} rifle 1-1-6")
        assert "3017" in zones(lab, "soviet")
        assert "3017" in zones(lab, "german")
        lab.do("select L", "move 3017")
        assert (lab.hex("L"), lab.decision) == ("3017", "movement")


@pytest.mark.rule("6.0-f")
def test_who_stands_in_an_enemys_zone_has_him_in_his_own() -> None:
    lab = plain("soviet-movement", "S 3017 27A rifle 1-1-1", "G 3018 relief infantry 1-1-1")
    assert "3017" in zones(lab, "german")
    assert "3018" in zones(lab, "soviet")


@pytest.mark.rule("6.1-a")
@pytest.mark.parametrize(("kind", "after"), [("rifle", None), ("tank", 8 - 2 - 4 - 1)])
def test_zones_hamper_movement(kind: str, after: float | None) -> None:
    """On foot the unit stops in 3016; a mobile one leaves it for half its allowance."""
    lab = plain("soviet-movement", f"L 3014 27A {kind} 4-4-8", "E 3017 relief infantry 1-1-1")
    lab.do("select L", "move 3016")
    if after is None:
        assert lab.decision == "movement"
    else:
        lab.do("move 3116")
        assert lab.state.view("soviet")["moving"]["points"] == {"mobile": after}


@pytest.mark.rule("6.2-a")
def test_no_retreat_into_a_zone() -> None:
    units = ("D 3018 relief infantry 1-1-6", "A 3017 27A tank 10-4-8", "S 3120 27A rifle 1-1-1")
    lab = plain("soviet-combat", *units)
    lab.do(*attack("3018", "A"), dice=(3,))  # D2
    assert lab.choices("retreat") == ["2919"]
    assert {lab.refused(f"retreat {h}") for h in ("3019", "3119")} == {"7.7-d"}


@pytest.mark.rule("6.2-b")
def test_an_advance_ignores_zones() -> None:
    units = ("D 3018 relief infantry 1-1-6", "A 3017 27A rifle 10-4-1", "G 2919 relief infantry 1-1-1")
    lab = plain("soviet-combat", *units)
    lab.do(*attack("3018", "A"), "retreat 3019", "retreat 3020", "advance A 3019", dice=(3,))
    assert lab.hex("A") == "3019"
