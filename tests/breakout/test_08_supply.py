"""8.0 Soviet supply."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import Lab
from tests.breakout.plain import attack, plain

RING = tuple(f"G{h} {h} german infantry XX 1-1" for h in ("3017", "3119", "2919"))
"""Germans around 3018 on the plain: whoever stands there is out of supply."""
LINE = tuple(f"G{h} {h} german infantry XX 1-1" for h in ("0121", "0323", "0525", "0627"))
"""A line that cuts off the south-western corner by its zones."""
CORNER = tuple(f"{column:02d}{row}" for column in range(1, 7) for row in range(22, 29 + column % 2))


def corner(*units: str, ground: str = "clear", **fields: Any) -> Lab:
    """The south-western corner behind the line; no rivers matter in ice."""
    return Lab.at("soviet-move-1", *LINE, *units, terrain=dict.fromkeys(CORNER, ground), **fields)


def values(lab: Lab, action: str, part: str = "attack") -> dict[str, int]:
    """What each unit counts in a combat."""
    return {item["args"]["unit"]: item["value"] for item in lab.preview(action)[part]}


# -- 8.1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.1-a")
def test_full_power_takes_supply() -> None:
    cut_off = plain("soviet-combat-1", "94R 3018", *RING)
    assert values(cut_off, "attack 3017 94R") == {"94R": 3}
    supplied = plain("soviet-combat-1", "94R 3018", RING[0])
    assert values(supplied, "attack 3017 94R") == {"94R": 5}

    cut_off = corner("94R 0129")
    cut_off.do("select 94R")
    supplied = Lab.at("soviet-move-1", "94R 0129", terrain=dict.fromkeys(CORNER, "clear"))
    supplied.do("select 94R")
    assert supplied.legal("move 0123")
    assert not cut_off.legal("move 0123")


@pytest.mark.rule("8.1-b", "8.3-f")
def test_who_starts_in_supply_moves_at_full_speed_into_hexes_without() -> None:
    lab = corner("94R 0628")
    assert lab.supplied("0628")
    lab.do("select 94R", "move 0529")
    assert not lab.supplied("0529")
    lab.do("move 0125")  # seven of nine points in all
    assert lab.hex("94R") == "0125"


@pytest.mark.rule("8.1-c")
def test_supply_counts_at_the_start_of_each_attack() -> None:
    lab = plain("soviet-combat-1", "94R 3018", "R 3219 soviet tank XXX 9-9", *RING)
    assert values(lab, "attack 3017 94R") == {"94R": 3}
    lab.do(*attack("3119", "R"), "done")  # an automatic result opens the ring
    assert lab.supplied("3018")
    lab.do(*attack("3017", "94R"), dice=(1,))
    assert lab.told("odds")[-1].args["attack"] == 5


# -- 8.2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.2-a")
def test_a_line_of_any_length_supplies() -> None:
    assert Lab.at("soviet-move-1", "94R 0129").supplied("0129")
    assert not corner("94R 0129").supplied("0129")


@pytest.mark.rule("8.2-b")
@pytest.mark.parametrize(("source", "supplied"), [("1Inf 4729", False), ("1Inf 4720", True)])
def test_an_occupied_source_is_none(source: str, supplied: bool) -> None:
    wall = [f"G{h} {h} german infantry XX 1-1" for h in ("4627", "4528", "4529", "4728")]
    lab = Lab.at("soviet-move-1", "94R 4628", *wall, source, weather="storm")
    assert lab.supplied("4628") is supplied  # next to the source 4729; no zones in a storm


@pytest.mark.rule("8.2-b")
def test_lines_do_not_pass_through_enemy_units() -> None:
    lab = Lab.at("soviet-move-1", "94R 0129", "16Pz 0128", "19Pz 0228", weather="storm")
    assert not lab.supplied("0129")


# -- 8.3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3-a")
@pytest.mark.parametrize(
    ("unit", "ground", "farthest", "too_far"),
    [("94R", "clear", "0124", "0123"), ("7GTk", "rough", "0126", "0125")],
)
def test_half_movement_rounded_up_without_supply(unit: str, ground: str, farthest: str, too_far: str) -> None:
    lab = corner(f"{unit} 0129", ground=ground)
    lab.do(f"select {unit}")
    assert lab.legal(f"move {farthest}")  # five points of nine, six (of seven) of thirteen
    assert lab.refused(f"move {too_far}") == "12.2-a"


@pytest.mark.rule("8.3-b")
def test_units_without_supply_attack_at_half_each_rounded_up() -> None:
    lab = plain("soviet-combat-1", "94R 3018", "7GTk 3018", "17GR 3016", *RING)
    assert lab.supplied("3016")
    assert values(lab, "attack 3017 94R 7GTk 17GR") == {"94R": 3, "7GTk": 4, "17GR": 6}


@pytest.mark.rule("8.3-c")
@pytest.mark.parametrize("unit", ["13B", "3GM", "3GTA-sup"])
def test_artillery_and_army_support_without_supply_may_not_attack(unit: str) -> None:
    lab = plain("soviet-combat-1", "94R 3018", f"{unit} 3018", *RING)
    lab.do("attack 3017")
    assert lab.actions("add") == ["add 94R"]
    assert lab.refused(f"add {unit}") == "8.3-c"


@pytest.mark.rule("8.3-c")
def test_support_alone_and_out_of_supply_has_no_target() -> None:
    lab = plain("soviet-combat-1", "3GTA-sup 3018", *RING)
    assert lab.refused("attack 3017") == "8.3-c"


@pytest.mark.rule("8.3-d")
def test_the_defence_is_the_same_without_supply() -> None:
    lab = plain("german-combat-1", "94R 3018", "3GTA-sup 3018", "13B 3018", *RING)
    assert not lab.supplied("3018")
    lab.do(*attack("3018", "G3017"))
    assert lab.told("odds")[0].args["defence"] == 5 + 3 + 1


@pytest.mark.rule("8.3-e")
def test_nobody_wears_away_without_supply() -> None:
    lab = plain("soviet-combat-2", "94R 3018", "3GTA-sup 3018", *RING, turn=5)
    lab.do("end", *["order move", "end", "end", "end"] * 2, dice=(1, 1, 1, 2, 2))
    assert (lab.state.turn, lab.decision) == (6, "korpsgruppen")
    assert not lab.supplied("3018")
    assert (lab.steps("94R"), lab.steps("3GTA-sup")) == (2, 1)


# -- 8.4 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.4-a")
def test_a_line_ends_in_the_first_zone_it_reaches() -> None:
    lab = plain("soviet-move-1", "94R 3018", "107R 3019", *RING)
    assert {"3018", "3019"} <= lab.zoc("german")
    assert lab.supplied("3019")  # the end of a line
    assert not lab.supplied("3018")  # one hex farther


@pytest.mark.rule("8.4-b")
def test_a_unit_in_a_source_hex_is_supplied_even_in_a_zone() -> None:
    lab = Lab.at("soviet-move-1", "94R 4729", "16Pz 4628", "19Pz 4727")
    assert {"4729", "4728"} <= lab.zoc("german")
    assert lab.supplied("4729")
