"""7.7: losses and retreats, who pays first and with what, and the compulsory steps."""

from __future__ import annotations

import pytest

from kessel.games.debrecen.results import read_result
from tests.debrecen.fights import GERMANS, RUSSIANS, attack, combat, fight, finish, fought, mark, play
from tests.debrecen.lab import GAME, Lab

STRONG = "297-27G 1610 cv=24/16/8 q=4"
"""Eight to one against GERMANS."""
WEAK = "297-27G 1610 cv=9/6/3 q=4"


def options(lab: Lab) -> list[str]:
    """What the side that settles may do."""
    return sorted(str(a) for a in lab.state.actions())


@pytest.mark.rule("7.7-a")
def test_every_cell_of_the_table_can_be_read() -> None:
    cells = {cell for row in GAME.tables["combat"]["rows"].values() for cell in row}
    assert cells == set(GAME.tables["combat"]["ladder"])
    assert {cell: tuple(read_result(cell)) for cell in ("2*/-", "1/2*", "-/3*!")} == {
        "2*/-": (2, True, 0, False, False),
        "1/2*": (1, False, 2, True, False),
        "-/3*!": (0, False, 3, True, True),
    }


# -- the defender ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.7-b", "7.8.1-a", "7.8.2-j")
def test_one_two_is_paid_in_any_mix() -> None:
    assert options(fought("1/2")) == ["lose 178-76", "retreat"]
    lab = fought("1/2")
    play(lab, "lose 178-76")
    assert options(lab) == ["lose 178-76", "retreat"]
    play(lab, "retreat", "retreat 1410")
    assert (lab.hex("178-76"), lab.steps("178-76")) == ("1410", 1)
    lab = fought("1/2")
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    assert (lab.hex("178-76"), lab.steps("178-76")) == ("1310", 2)
    lab = fought("1/2", RUSSIANS, "72-46 1510 cv=3/2/1 q=4")
    play(lab, "lose 72-46", "lose 72-46")
    assert (lab.hex("72-46"), lab.steps("72-46")) == ("1510", 1)


@pytest.mark.rule("7.7-i", "7.8.2-j")
def test_an_asterisk_costs_a_step_before_any_retreat() -> None:
    lab = fought("1/2*")
    assert (lab.steps("178-76"), options(lab)) == (1, ["lose 178-76", "retreat"])


@pytest.mark.rule("7.7-i")
def test_an_asterisk_bars_the_retreat_until_the_step_is_lost() -> None:
    lab = with_engineers("1/2*")
    assert options(lab) == ["lose 178-76", "lose ax-engineers-1"]
    assert lab.refused("retreat") == "7.7-i"


def with_engineers(result: str, *others: str) -> Lab:
    """Germans that may give up their engineers."""
    units = "297-27G 1610 cv=15/10/5 q=4", GERMANS, *others, "HQ-LXXII-AK 1310"
    lab = fight(*units, markers={"ax-engineers-1": "HQ-LXXII-AK"})
    play(lab, *attack("1510", "297-27G"), "support ax-engineers-1", result=result)
    while lab.decision == "quality":
        play(lab, "pick 178-76", result=result)
    return lab


@pytest.mark.rule("1.6.1-f", "7.7-c")
def test_engineers_may_be_lost_as_any_step() -> None:
    lab = with_engineers("1/2*")
    play(lab, "lose ax-engineers-1")
    assert (lab.stock("ax-engineers-1"), lab.steps("178-76")) == ("gone", 2)
    assert options(lab) == ["lose 178-76", "retreat"]
    play(lab, "retreat", "retreat 1410")
    finish(lab)
    assert lab.stock("ax-engineers-1") == "gone"
    assert not lab.told("support used")  # no after-use roll


@pytest.mark.rule("1.6.1-f", "7.7-e")
def test_the_first_loss_too() -> None:
    lab = with_engineers("1/2", "203-76 1510 cv=0/0 q=4")
    assert options(lab) == ["lose 178-76", "lose ax-engineers-1", "retreat"]
    play(lab, "lose ax-engineers-1")
    assert options(lab) == ["lose 178-76", "lose 203-76", "retreat"]


@pytest.mark.rule("1.6.1-i", "1.6.1-k", "7.7-c")
@pytest.mark.parametrize("marker", ["ax-flak-1", "ax-guns-2"])
def test_anti_tank_and_assault_guns_may_be_lost(marker: str) -> None:
    lab = fight("46-9M 1610 yellow=0 cv=12/6 q=4", GERMANS, "HQ-LXXII-AK 1310", markers={marker: "HQ-LXXII-AK"})
    use = " modifier" if marker == "ax-guns-2" else ""
    play(lab, *attack("1510", "46-9M"), f"support {marker}{use}", result="1/2", dice=(1,) if not use else ())
    assert f"lose {marker}" in options(lab)
    play(lab, f"lose {marker}")
    assert (lab.stock(marker), lab.steps("178-76")) == ("gone", 2)


@pytest.mark.rule("1.6.1-f")
def test_artillery_is_not_lost() -> None:
    lab = fight(RUSSIANS, GERMANS, "HQ-LXXII-AK 1310", markers={"ax-light-1": "HQ-LXXII-AK"})
    play(lab, *attack("1510", "297-27G"), "support ax-light-1", result="1/2")
    assert options(lab) == ["lose 178-76", "retreat"]
    assert lab.refused("lose ax-light-1") == "1.6.1-f"


@pytest.mark.rule("7.7-c")
def test_the_owner_spreads_his_losses() -> None:
    lab = fought("1/3", "297-27G 1610 cv=12/8/4 q=4", GERMANS, "203-76 1510 cv=0/0 q=4")
    assert options(lab) == ["lose 178-76", "retreat"]
    play(lab, "lose 178-76")
    assert options(lab) == ["lose 178-76", "lose 203-76", "retreat"]
    assert lab.refused("lose 297-27G") == "7.7-c"
    play(lab, "lose 203-76", "lose 203-76")
    assert (lab.steps("178-76"), lab.hex("203-76")) == (1, "dead")


@pytest.mark.rule("7.7-d")
def test_an_hq_takes_a_loss_only_when_it_is_alone() -> None:
    lab = fought("1/2", "297-27G 1610 cv=12/8/4 q=4", GERMANS, "HQ-LXXII-AK 1510")
    assert options(lab) == ["lose 178-76", "retreat"]
    assert lab.refused("lose HQ-LXXII-AK") == "7.7-d"
    play(lab, "lose 178-76")
    assert options(lab) == ["lose 178-76", "retreat"]  # nor the second
    assert lab.refused("lose HQ-LXXII-AK") == "7.7-d"


@pytest.mark.rule("7.7-d", "1.5-l")
def test_an_hq_falls_with_its_stack() -> None:
    lab = fought("1/2", "297-27G 1610 cv=12/8/4 q=4", "178-76 1510 1 cv=5/2 q=4", "HQ-LXXII-AK 1510")
    play(lab, "lose 178-76")
    assert (lab.hex("178-76"), lab.hex("HQ-LXXII-AK")) == ("dead", "fallen")


@pytest.mark.rule("7.7-e", "7.4-b")
def test_the_quality_unit_loses_first() -> None:
    lab = fight(WEAK, GERMANS, "203-76 1510 cv=0/0 q=4")
    play(lab, *attack("1510", "297-27G"), "pick 203-76", result="1/2")
    assert options(lab) == ["lose 203-76", "retreat"]
    assert lab.refused("lose 178-76") == "7.7-e"
    play(lab, "lose 203-76")
    assert options(lab) == ["lose 178-76", "lose 203-76", "retreat"]


@pytest.mark.rule("7.7-f")
def test_losses_come_before_the_retreat() -> None:
    lab = fought("1/2")
    play(lab, "retreat")
    assert lab.choices("lose") == []
    assert lab.refused("lose 178-76") == "7.8.1-a"


@pytest.mark.rule("7.7-g")
def test_the_defender_settles_first() -> None:
    lab = fought("1/2")
    assert lab.decider == "axis"
    assert lab.refused("lose 297-27G", "allied") == "7.7-b"
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    assert (lab.decider, options(lab)) == ("allied", ["lose 297-27G", "retreat"])


# -- the attacker ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.7-j", "7.8.2-j")
def test_the_attacker_pays_in_steps_if_the_defender_stands() -> None:
    lab = fought("1/2", WEAK, "409-27G 1611 cv=0/0/0 q=4", "72-46 1510 cv=3/2/1 q=4")
    play(lab, "lose 72-46", "lose 72-46")
    assert lab.steps("297-27G") == 2
    assert lab.decision == "activation"


@pytest.mark.rule("7.7-j")
def test_no_retreat_when_the_defender_stands() -> None:
    lab = fight("297-27G 1610 cv=2/2/2 q=4", "409-27G 1611 cv=1/1/1 q=4", "72-46 1510 cv=3/2/1 q=4")
    play(lab, *attack("1510", "297-27G", "409-27G"), "pick 297-27G", result="2/1")
    play(lab, "lose 72-46")
    assert lab.steps("297-27G") == 2
    assert options(lab) == ["lose 297-27G", "lose 409-27G"]
    assert lab.refused("retreat") == "7.7-j"


@pytest.mark.rule("7.8.2-g")
def test_the_attacker_may_retreat_if_the_defender_left() -> None:
    lab = fought("1/2")
    play(lab, "retreat", "retreat 1410", "retreat 1310", "retreat")
    assert lab.decision == "retreat"
    play(lab, lab.actions("retreat")[0])
    assert lab.has("297-27G", "disorganised")
    assert lab.decision == "activation"  # no advance for who retreats


@pytest.mark.rule("7.8.2-g")
def test_the_attacker_may_stay_if_he_pays_in_steps() -> None:
    lab = fought("1/2")
    play(lab, "retreat", "retreat 1410", "retreat 1310", "lose 297-27G")
    assert (lab.decision, lab.steps("297-27G")) == ("advance", 2)


@pytest.mark.rule("7.8.1-a")
@pytest.mark.parametrize("prepared", [False, True])
def test_with_a_dash_for_the_defender_the_attacker_is_free(prepared: bool) -> None:
    attacker = "297-27G 1610 cv=1/1/1 q=4" if prepared else "297-27G 1610 cv=2/2/2 q=4"
    lab = fought("2/-", attacker, "178-76 1510 cv=4/2 q=4", prepared=prepared)
    assert (lab.decider, options(lab)) == ("allied", ["lose 297-27G", "retreat"])
    play(lab, "lose 297-27G", "retreat", "retreat 1710")
    assert lab.steps("297-27G") == 2


@pytest.mark.rule("7.7-i")
def test_the_asterisk_of_the_attacker() -> None:
    lab = fought("2*/-", "297-27G 1610 cv=1/1/1 q=4", "178-76 1510 cv=2/2 q=4")
    assert lab.steps("297-27G") == 2
    assert options(lab) == ["lose 297-27G", "retreat"]


@pytest.mark.rule("7.7-h")
def test_a_prepared_attack_that_costs_steps_costs_steps() -> None:
    lab = fought("-/3*!", STRONG, "72-46 1510 cv=3/2/1 q=4", prepared=True)
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    assert (lab.steps("72-46"), lab.steps("297-27G")) == (2, 2)


@pytest.mark.rule("7.7-h")
def test_a_prepared_attack_that_drives_off_without_loss_costs_nothing() -> None:
    lab = fought("1/3!", WEAK, "72-46 1510 cv=3/2/1 q=4", prepared=True)
    play(lab, "retreat", "retreat 1410", "retreat 1310", "retreat 1210")
    assert lab.steps("297-27G") == 2  # the 1 of the result itself
    lab = fought("1/3!", WEAK, "72-46 1510 cv=3/2/1 q=4", prepared=True)
    play(lab, "lose 72-46", "retreat", "retreat 1410", "retreat 1310")
    assert lab.steps("297-27G") == 2  # it counts towards the least loss


@pytest.mark.rule("7.7-h")
def test_a_normal_attack_has_no_least_loss() -> None:
    lab = fought("-/3*!", STRONG, "72-46 1510 cv=3/2/1 q=4")
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    assert (lab.steps("72-46"), lab.steps("297-27G")) == (2, 3)


@pytest.mark.rule("7.8.2-i", "7.7-h")
def test_who_must_advance_pays_in_steps() -> None:
    lab = fought("1/3!", WEAK, "409-27G 1611 cv=0/0/0 q=4", "72-46 1510 cv=3/2/1 q=4", prepared=True)
    play(lab, "retreat", "retreat 1410", "retreat 1310", "retreat 1210")
    assert lab.steps("297-27G") == 2
    assert lab.decision == "advance"


@pytest.mark.rule("7.8.2-i")
def test_a_retreat_is_refused_to_who_must_advance() -> None:
    lab = fight(
        "46-9M 1610 cv=9/6 yellow=0 q=4",
        "297-27G 1611 cv=0/0/0 q=4",
        "72-46 1510 cv=3/2/1 q=4",
        "HQ-6-ABG 1710",
        markers={"al-engineers-1": "HQ-6-ABG"},
    )
    play(
        lab, *attack("1510", "46-9M", "297-27G", prepared=True), "support al-engineers-1", "pick 46-9M", result="1/3*!"
    )
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    assert options(lab) == ["lose 46-9M", "lose al-engineers-1"]
    assert lab.refused("retreat") == "7.8.2-i"


# -- 7.7-k armoured losses -------------------------------------------------------------------------------------------

TANKS = "46-9M 1510 cv=1/1 yellow=0 q=4", "337-33 1510 cv=2/2/2 q=4"
PANZER = "128-23Pz 1610 cv=12/8/4 q=4"


def armoured(pick: str, result: str = "1/3", *defenders: str) -> Lab:
    """Panzer grenadiers against defenders, one of whom is picked for his quality."""
    lab = fight(PANZER, *(defenders or TANKS), side="axis")
    play(lab, *attack("1510", "128-23Pz"), f"pick {pick}", result=result)
    return lab


@pytest.mark.rule("7.7-k")
def test_the_first_loss_is_armoured_if_the_quality_unit_is() -> None:
    lab = armoured("46-9M")
    assert options(lab) == ["lose 46-9M", "retreat"]
    play(lab, "lose 46-9M")
    assert options(lab) == ["lose 337-33", "lose 46-9M", "retreat"]


@pytest.mark.rule("7.7-k")
def test_else_the_second_is() -> None:
    lab = armoured("337-33")
    play(lab, "lose 337-33")
    assert options(lab) == ["lose 46-9M", "retreat"]
    assert lab.refused("lose 337-33") == "7.7-k"
    play(lab, "lose 46-9M")
    assert options(lab) == ["lose 337-33", "lose 46-9M", "retreat"]


@pytest.mark.rule("7.7-k", "7.5-h")
def test_the_first_loss_is_armoured_even_if_the_quality_unit_has_fallen() -> None:
    tanks = "46-9M 1510 1 cv=3/3 yellow=0 q=4", "20-5T 1510 cv=1/1 yellow=0 q=4", "337-33 1510 cv=2/2/2 q=4"
    lab = fight("I-1Pz 1610 cv=18/9 yellow=3 q=4", *tanks, side="axis")
    play(lab, *attack("1510", "I-1Pz"), "pick 46-9M", dice=(6,))
    play(lab, "lose 46-9M", result="1/3")
    assert options(lab) == ["lose 20-5T", "retreat"]


@pytest.mark.rule("7.7-k")
def test_only_if_both_sides_have_armour() -> None:
    lab = fight("297-27G 1610 cv=12/8/4 q=4", "126-23Pz 1510 cv=1/1/1 q=4", "178-76 1510 cv=2/2 q=4")
    play(lab, *attack("1510", "297-27G"), "pick 178-76", result="1/3")
    play(lab, "lose 178-76")
    assert options(lab) == ["lose 126-23Pz", "lose 178-76", "retreat"]


@pytest.mark.rule("7.7-k", "1.6.1-k")
def test_an_armoured_marker_counts_as_the_armoured_loss_engineers_do_not() -> None:
    markers = {"al-guns-1": "HQ-6-ABG", "al-engineers-1": "HQ-6-ABG"}
    for marker, use, then in (
        ("al-guns-1", " modifier", ["lose 337-33", "lose 46-9M", "retreat"]),
        ("al-engineers-1", "", ["lose 46-9M", "retreat"]),
    ):
        lab = fight("128-23Pz 1610 cv=15/8/4 q=4", *TANKS, "HQ-6-ABG 1310", side="axis", markers=markers)
        play(lab, *attack("1510", "128-23Pz"), f"support {marker}{use}", "pick 337-33", result="1/3")
        play(lab, f"lose {marker}")
        assert options(lab) == then


@pytest.mark.rule("7.7-k")
def test_the_attacker_too() -> None:
    lab = fight("128-23Pz 1610 cv=1/1/1 q=4", "178-76 1611 cv=1/1 q=4", "46-9M 1510 cv=3/2 yellow=0 q=4", side="axis")
    play(lab, *attack("1510", "128-23Pz", "178-76"), "pick 178-76", result="2/1")
    play(lab, "lose 46-9M")
    assert lab.steps("178-76") == 1
    assert lab.steps("128-23Pz") == 2  # the second loss has to be armoured


# -- 7.9-a breakthrough ----------------------------------------------------------------------------------------------


@pytest.mark.rule("7.9-a")
def test_a_breakthrough_drives_the_defender_out() -> None:
    lab = fought("1/3!", "297-27G 1610 cv=18/9/9 q=4", "72-46 1510 cv=3/2/1 q=4")
    assert lab.state.board.grid.listed(lab.state.breakthrough) == ["1510"]
    play(lab, "lose 72-46", "lose 72-46")
    assert lab.decision == "retreat"  # the last of the three is a hex
    play(lab, "retreat 1410")
    assert lab.hex("72-46") == "1410"


@pytest.mark.rule("7.9-a")
def test_losses_may_eliminate_before_the_retreat() -> None:
    lab = fought("1/3!", "297-27G 1610 cv=18/9/9 q=4", GERMANS)
    play(lab, "lose 178-76", "lose 178-76")
    assert lab.hex("178-76") == "dead"
    assert lab.state.board.grid.listed(lab.state.breakthrough) == ["1510"]


@pytest.mark.rule("7.9-d")
def test_the_marker_goes_at_the_end_of_the_activation() -> None:
    lab = fought("1/3!", "297-27G 1610 cv=18/9/9 q=4", GERMANS)
    finish(lab)
    assert lab.state.breakthrough
    play(lab, "end")
    assert not lab.state.breakthrough


@pytest.mark.rule("7.2-a")
def test_all_units_of_the_hex_share_the_result() -> None:
    lab = fought("1/2", RUSSIANS, GERMANS, "203-76 1510 cv=0/0 q=4")
    play(lab, "retreat", "retreat 1410", "retreat 1310")
    assert (lab.hex("178-76"), lab.hex("203-76")) == ("1310", "1310")
    assert combat(lab).trails == ((lab.state.board.grid.hex("1510"), lab.state.board.grid.hex("1410")),)


@pytest.mark.rule("1.6-j", "1.5-n")
def test_markers_of_an_hq_that_falls_in_the_combat_go_to_the_pool() -> None:
    units = "297-27G 1610 cv=24/16/8 q=4", "178-76 1510 1 cv=3/2 q=4", "HQ-LXXII-AK 1510"
    lab = fight(*units, markers={"ax-light-1": "HQ-LXXII-AK"})
    play(lab, *attack("1510", "297-27G"), "support ax-light-1", result="1/2*")
    finish(lab, 3)
    assert lab.hex("HQ-LXXII-AK") == "fallen"
    assert (lab.stock("ax-light-1"), lab.box("ax-light-1")) == ("pool", "")


@pytest.mark.rule("1.3-b")
def test_marks_stay_with_who_stands() -> None:
    lab = mark(fight(WEAK, "72-46 1510 cv=3/2/1 q=4"), entrenched="72-46", isolated="72-46")
    play(lab, *attack("1510", "297-27G"), result="1/2")
    play(lab, "lose 72-46", "lose 72-46")
    assert lab.has("72-46", "entrenched")
    assert lab.has("72-46", "isolated")
