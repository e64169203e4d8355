"""The examples of play: one German player turn, from the bombardments to the advance after mobile combat.

The diagrams of the book are lost. The river runs north of 3018, 3418 and 3818; the Germans stand on its north bank.
"""

from __future__ import annotations

import pytest

from tests.korsun.lab import Lab, attack, plain

RIVER = "3017/3018 3417/3418 3817/3818 3718/3818"
GERMANS = (
    "1SS-II-Pz1 3017",  # the panzer battalion
    "1SS-Pi 3214",
    "Pi2 3614 relief mechanized_engineer 1-2-8",
    "1SS-II-1 3417",
    "1SS-I-2 3817",
    "1SS-III-2 3718",
)
SOVIETS = ("16TC-109 2610", "16TC-11G 3018 1", "16TC-107 3818 1")


def combat_phase(*units: str, **fields: object) -> Lab:
    return plain("german-combat", *GERMANS, *SOVIETS, *units, minor=RIVER, **fields)


def differentials(lab: Lab) -> list[tuple[str, str]]:
    return [(str(e.args["differential"]), str(e.args["row"])) for e in lab.told("odds")]


@pytest.mark.rule("17.0-c", "17.0-e", "7.7-a")
def test_a_chit_of_the_luftwaffe_and_one_of_the_relief_force_drive_a_tank_brigade_out_of_a_village() -> None:
    pools = {"luftwaffe": [8], "relief": [6]}
    lab = combat_phase("R 2608 relief tank 4-4-8", terrain={"2610": "village"}, pools=pools)
    lab.do("bombard 2610", "chit luftwaffe", "chit relief", "fire", dice=(1, 1, 2))
    assert differentials(lab) == [("+10", "village")]
    assert lab.told("result")[-1].args["result"] == "D2"
    lab.do("retreat 2611", "retreat 2612")
    assert (lab.hex("16TC-109"), lab.steps("16TC-109")) == ("2612", 2)


@pytest.mark.rule("17.0-e", "7.8-a")
def test_the_anti_tank_regiment_stands_fast_under_two_chits_and_is_depleted() -> None:
    lab = combat_phase("16TC-Var 3418", pools={"relief": [2, 4]})
    lab.do("bombard 3418", "chit relief", "chit relief", "fire", dice=(1, 1, 2))
    assert differentials(lab) == [("+3", "clear")]
    assert lab.decision == "retreat"
    lab.do("resist")
    assert (lab.hex("16TC-Var"), lab.steps("16TC-Var")) == ("3418", 1)


@pytest.mark.rule("13.0-i", "7.3-a", "7.6-d")
def test_engineers_turn_the_minor_river_into_a_bridge_and_both_sides_lose_a_step() -> None:
    lab = combat_phase(pools={"relief": [6], "16TC": [1, 3]})
    ask = "attack 3018 1SS-II-Pz1"
    assert lab.row(ask) == "minor_river"
    lab.do(*attack("3018", "1SS-II-Pz1", engineer="1SS-Pi"), "draw relief", "draw 16TC", dice=(1, 1))
    lab.do("draw 16TC", dice=(1, 2))
    assert (lab.told("odds")[-1].args["attack"], lab.told("odds")[-1].args["defence"]) == (9, 7)
    assert differentials(lab) == [("+2", "bridge")]
    assert lab.told("result")[-1].args["result"] == "Ex"
    assert lab.hex("16TC-11G") == "dead"
    assert (lab.steps("1SS-II-Pz1"), lab.hex("1SS-II-Pz1")) == (1, "3017")
    assert lab.decision == "combat"  # 7.9-a: an exchange opens no advance


@pytest.mark.rule("7.4-b", "7.6-h")
def test_without_engineers_the_minor_river_holds() -> None:
    lab = combat_phase("16TC-Var 3418 1", pools={"relief": [3], "16TC": [2]})
    lab.do(*attack("3418", "1SS-II-1"), "draw relief", "draw 16TC", dice=(1, 1, 2))
    assert differentials(lab) == [("+1", "minor_river")]
    assert lab.told("result")[-1].args["result"] == "."
    assert lab.hex("16TC-Var") == "3418"


@pytest.mark.rule("13.0-i", "7.6-d")
def test_two_battalions_cross_with_the_other_engineer_and_the_german_chooses_his_loss() -> None:
    lab = combat_phase(pools={"relief": [3], "16TC": []})
    lab.do(*attack("3818", "1SS-I-2", "1SS-III-2", engineer="Pi2"), "draw relief", dice=(1, 4))
    assert differentials(lab) == [("+5", "bridge")]
    assert lab.told("result")[-1].args["result"] == "Ex"
    assert lab.hex("16TC-107") == "dead"
    assert lab.choices("lose") == ["1SS-I-2", "1SS-III-2"]
    lab.do("lose 1SS-I-2")
    assert (lab.steps("1SS-I-2"), lab.steps("1SS-III-2")) == (1, 2)


# -- mobile movement, mobile combat, advance -------------------------------------------------------------------------

BANK = " ".join(f"{h}/{s}" for h, s in (("3017", "3018"), ("3017", "2918"), ("3017", "3118"), ("3117", "3118")))
MOBILE = ("PzGD 3016 relief mechanized 3-3-8", "Pz 3015 relief tank 3-3-8", "Third 3116 relief tank 3-3-8")


@pytest.mark.rule("13.0-a", "13.0-k")
def test_engineers_that_helped_an_attack_bridge_again_for_those_who_move() -> None:
    target = "E 3018 16TC anti_tank 1-1-7"
    units = (*MOBILE, "A 3017 relief tank 14-4-8", "1SS-Pi 3014", target)
    lab = plain("german-combat", *units, minor=BANK)
    lab.do(*attack("3018", "A", engineer="1SS-Pi"), "advance A 3018", "end", dice=(1,))
    assert lab.cost("PzGD")["3118"] == 3
    lab.do("bridge 1SS-Pi 3117/3118")
    assert lab.cost("PzGD")["3118"] == 2  # the hexes alone, without the river
    lab.do("select PzGD", "move 3118", "done")
    assert lab.hex("PzGD") == "3118"


def across(*units: str, river: str = BANK) -> Lab:
    """Mobile combat of three units across the river, with two engineers behind them."""
    ours = (
        "PzGD 3018 relief mechanized 9-3-8",
        "Pz 2918 relief tank 9-3-8",
        "Third 3118 relief tank 9-3-8",
        "1SS-Pi 3014",
        "Pi2 2914 relief mechanized_engineer 1-2-8",
    )
    return plain("german-mobile-combat", *ours, *units, minor=river)


@pytest.mark.rule("13.0-f", "12.0-a")
def test_engineers_feed_the_units_beyond_the_river() -> None:
    bank = {"3018", "2918", "3118"}
    grid = plain("german-mobile-combat").state.board.grid
    near = {h: {grid.names[n] for n in grid.neighbours[grid.index[h]]} for h in bank}
    moat = " ".join(sorted("/".join(sorted((h, n))) for h in bank for n in near[h] - bank))
    assert all(across(river=moat).supplied(unit) for unit in ("PzGD", "Pz", "Third"))
    alone = plain("german-mobile-combat", "PzGD 3018 relief mechanized 9-3-8", minor=moat)
    assert not alone.supplied("PzGD")


@pytest.mark.rule("7.9-b", "7.9-f")
def test_mobile_combat_ends_in_a_retreat_and_an_advance_along_its_path() -> None:
    lab = across("16TC-15 3119")
    lab.do(*attack("3119", "Third"), dice=(2,))  # +5
    assert lab.told("result")[-1].args["result"] == "D2"
    lab.do(*lab_retreats(lab))
    path = lab.told("retreat")[-1].args["path"]
    assert isinstance(path, list)
    assert lab.hex("16TC-15") == path[-1]
    assert lab.choices("advance") == sorted(path[:2])
    lab.do(f"advance Third {path[1]}")
    assert lab.hex("Third") == path[1]


def lab_retreats(lab: Lab) -> list[str]:
    """The first way back that is open, hex by hex."""
    trial = Lab(lab.state.copy())
    found = []
    while trial.decision == "retreat":
        found.append(trial.actions("retreat")[0])
        trial.do(found[-1])
    return found


@pytest.mark.rule("7.7-k")
def test_who_cannot_retreat_is_lost() -> None:
    """16TC/Var, attacked for the second time in the turn, stands among the zones of three German units."""
    ring = ("R 2820 relief tank 1-2-8", "S 3020 relief tank 1-2-8")
    lab = plain("german-mobile-combat", "Pz 2919 relief tank 4-3-8", "16TC-Var 2920 1", *ring)
    lab.do(*attack("2920", "Pz"), dice=(2,))  # +2
    assert lab.told("result")[-1].args["result"] == "D2"
    assert lab.actions("retreat") == []
    lab.do("perish")
    assert lab.hex("16TC-Var") == "dead"


@pytest.mark.rule("7.6-a", "7.9-f")
def test_an_eliminated_regiment_leaves_its_hex_to_the_advance() -> None:
    lab = across("16TC-289G 3119 1")
    lab.do(*attack("3119", "PzGD", "Third"), dice=(1,))
    assert lab.told("result")[-1].args["result"] == "De"
    assert lab.hex("16TC-289G") == "dead"
    assert lab.actions("advance") == ["advance PzGD 3119", "advance Third 3119"]
    lab.do("advance PzGD 3119")
    assert lab.actions("advance") == []  # 7.9-f: one unit a hex
