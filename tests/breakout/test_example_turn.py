"""The rulebook's example of a complete German turn, step by step (scenario example-smotrich)."""

from __future__ import annotations

import pytest

from tests.breakout.lab import GAME, Lab


@pytest.fixture
def lab() -> Lab:
    game = Lab(GAME.start("example-smotrich"))
    game.do("deploy Ch 2422", "deploy Go 2620")
    return game


@pytest.mark.rule("EX-b", "EX-c", "EX-d", "EX-e", "EX-f", "EX-g", "EX-i")
def test_the_whole_turn(lab: Lab) -> None:
    assert (lab.state.weather, lab.state.cas[1]) == ("ice", 3)
    lab.do("order combat")

    # VI combat: two probes, then the attack across the Smotrich.
    lab.do("probe 19Pz 2118", "probe 11Pz 2120")
    assert (lab.hex("19Pz"), lab.hex("11Pz")) == ("2118", "2120")
    lab.do("attack 2119", "add 16Pz", "add 371Inf", "add 509")
    assert lab.preview()["ratio"] == "1:2"  # 8 against 9
    lab.do("commit", "air 1", "kg Br")
    odds = lab.preview()
    assert (odds["attack_total"], odds["defence_total"], odds["ratio"]) == (9, 9, "1:1")
    assert lab.shifts() == {"14.0-f": -1, "13.4-a": 1, "13.5-a": 1}
    assert odds["column"] == "2:1"
    lab.do("fight", dice=(2,))
    assert lab.decision == "retreat"
    lab.do("retreat 9Mech 2019", "advance 16Pz", "advance 371Inf", "advance 509")
    assert lab.hex("9Mech") == "2019"
    assert {lab.hex(u) for u in ("16Pz", "371Inf", "509")} == {"2119"}
    assert lab.state.cas[1] == 2
    lab.do("end")

    # VII mechanized combat: the infantry may not join.
    assert lab.refused("probe 371Inf 2018") == "5.5-c"
    lab.do("probe 16Pz 2018", "probe 509 2018", "probe 11Pz 2020", "end")
    assert lab.hex("371Inf") == "2119"

    # VI movement: nobody moves; the second half-turn is movement, then combat.
    lab.do("end", "order move")

    # VIII movement.
    lab.do("select 168Inf", "move 2122")
    lab.do("select 208Inf", "move 2120")
    lab.do("select 100J", "move 2218", "done")
    lab.do("select 16Pz", "move 1919")
    assert lab.told("moved", "german")[-1].args["path"] == ["2018", "1918", "1919"]  # out of the ZOC and back in
    lab.do("end")

    # VIII combat: five hexes around 2019, only 1920 is left to retreat to.
    lab.do("attack 2019", *(f"add {u}" for u in ("16Pz", "509", "371Inf", "208Inf", "11Pz")), "commit", "kg Br")
    odds = lab.preview()
    assert (odds["attack_total"], odds["defence_total"], odds["ratio"]) == (13, 12, "1:1")
    assert lab.shifts() == {"14.0-d": -1, "13.8.2-c": 2, "13.4-a": 1}
    assert odds["column"] == "3:1"
    lab.do("fight", dice=(1,))
    assert (lab.decider, lab.decision) == ("soviet", "loss")
    lab.do("lose 9Mech")
    assert lab.choices("retreat") == ["1920"]
    lab.do("retreat 9Mech 1920", "retreat 3GTA-sup 1920", "advance 371Inf", "done")
    assert (lab.hex("9Mech"), lab.steps("9Mech"), lab.hex("371Inf")) == ("1920", 1, "2019")
    lab.do("end")

    # IX mechanized combat.
    lab.do("probe 19Pz 2017", "probe 16Pz 1819")
    assert (lab.hex("19Pz"), lab.hex("16Pz")) == ("2017", "1819")
    assert lab.told("air support")[-1].args["count"] == 1  # two markers were never used
    for corps in ("1920", "2121", "2117"):
        assert not lab.supplied(corps)
