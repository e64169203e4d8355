"""9.0 German supply and communications."""

from __future__ import annotations

import pytest

from tests.breakout.lab import Lab
from tests.breakout.plain import attack, plain

RING = tuple(f"R{h} {h} soviet rifle XXX 1-1" for h in ("3017", "3119", "2919"))
"""Soviets around 3018 on the plain: whoever stands there is out of communications."""
LINE = tuple(f"R{h} {h} soviet rifle XXX 1-1" for h in ("4707", "4506", "4304", "4201"))
"""A line that cuts off the north-eastern corner by its zones."""
CORNER = tuple(f"{column}{row:02d}" for column in range(42, 48) for row in range(1, 8))


@pytest.mark.rule("9.1-a", "9.2-e")
def test_cut_off_germans_attack_at_full_strength() -> None:
    lab = plain("german-combat-1", "19Pz 3018", "18AD 3018", "509 3018", *RING)
    assert not lab.supplied("3018", "german")
    lab.do("attack 3017", "add 19Pz", "add 18AD", "add 509")
    assert [item["value"] for item in lab.preview()["attack"]] == [4, 4, 1]


@pytest.mark.rule("9.1-a", "9.2-e")
def test_cut_off_germans_move_at_full_speed() -> None:
    lab = Lab.at("german-move-1", *LINE, "16Pz 4701", terrain=dict.fromkeys(CORNER, "rough"))
    assert not lab.supplied("4701", "german")
    lab.do("select 16Pz", "move 4705")  # four hexes at two points; half of thirteen would be seven
    assert lab.hex("16Pz") == "4705"


@pytest.mark.rule("9.2-e")
def test_cut_off_germans_defend_at_full_strength() -> None:
    lab = plain("soviet-combat-1", "19Pz 3018", "1Inf 3018", *RING)
    lab.do(*attack("3018", "R3017"), dice=(1,))  # the corps itself is lost
    assert lab.told("odds")[0].args["defence"] == 4 + 4


@pytest.mark.rule("9.2-a")
def test_a_line_of_any_length_communicates() -> None:
    assert Lab.at("german-move-1", "16Pz 4701").supplied("4701", "german")
    assert not Lab.at("german-move-1", *LINE, "16Pz 4701").supplied("4701", "german")


@pytest.mark.rule("9.2-b")
def test_the_end_of_a_line_may_lie_in_a_zone_and_nothing_else_of_it() -> None:
    lab = plain("german-move-1", "16Pz 3018", "19Pz 3019", *RING)
    assert {"3018", "3019"} <= lab.zoc("soviet")
    assert lab.supplied("3019", "german")
    assert not lab.supplied("3018", "german")


@pytest.mark.rule("9.2-b")
@pytest.mark.parametrize(("soviet", "connected"), [("94R 4627", False), ("94R 4625", True)])
def test_a_source_in_a_zone_is_none(soviet: str, connected: bool) -> None:
    lab = Lab.at("german-move-1", "16Pz 4729", soviet)
    assert lab.supplied("4729", "german") is connected  # 4729 itself is no German source, 4628 beside it is


@pytest.mark.rule("9.2-b")
@pytest.mark.parametrize(("soviet", "connected"), [("107R 4628", False), ("107R 4625", True)])
def test_enemy_units_block_a_line_even_in_a_storm(soviet: str, connected: bool) -> None:
    lab = Lab.at("german-move-1", "16Pz 4729", "94R 4728", soviet, weather="storm")
    assert lab.supplied("4729", "german") is connected


@pytest.mark.rule("9.2-d")
def test_a_unit_in_a_source_hex_is_connected_even_in_a_zone() -> None:
    lab = Lab.at("german-move-1", "16Pz 4628", "94R 4627", "107R 4428")
    assert {"4628", "4528", "4529", "4728"} <= lab.zoc("soviet")
    assert lab.supplied("4628", "german")


@pytest.mark.rule("9.2-f")
@pytest.mark.parametrize(("soviets", "points"), [(RING, 2), (RING[:1], 0)])
def test_divisions_destroyed_out_of_communications_score(soviets: tuple[str, ...], points: int) -> None:
    lab = plain(
        "soviet-combat-1", "68Inf 3018 1", *soviets, "T 3118 soviet tank XXX 9-9/9-9", "U 3118 soviet tank XXX 9-9"
    )
    lab.do(*attack("3018", "T", "U"))  # nine to one or better: the last step falls
    assert lab.hex("68Inf") == "dead"
    assert lab.state.losses == points
    assert len(lab.told("division lost")) == (points > 0)
