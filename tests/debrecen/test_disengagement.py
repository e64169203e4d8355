"""4.4 Disengagement: a locked unit gets away through the hex of a friend that has come up beside it."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.games.debrecen.movement import Moving
from tests.debrecen.lab import GAME, Lab, plain

RUSSIANS = ("31-9M 2207", "18-9M 2209", "20-5T 2308")
"""KG MT in 2208 can go nowhere from them."""


def locked(*units: str, **fields: Any) -> Lab:
    """KG MT is locked, 178/76 has moved up to 2107."""
    lab = plain("operations", *(units or ("KG-MT 2208", "178-76 2007")), *RUSSIANS, initiative="axis", **fields)
    return lab.specific("KG-MT", "178-76").go("178-76", "2107")


@pytest.mark.rule("4.4-a", "4.4-b", "4.4-c", "4.4-d", "4.4-e", "4.2-f", "9.4-b")
def test_the_example() -> None:
    """W7: it fails on a 5, loses a step and goes to 2007 for 3 points in all, 2 of them for disengaging."""
    lab = Lab(GAME.start("example-disengagement"))
    lab.specific("KG-MT", "178-76")
    assert lab.refused("select KG-MT") == "4.4-a"
    lab.go("178-76", "2107").do("disengage KG-MT 2107", dice=(5,))
    assert (lab.steps("KG-MT"), lab.has("KG-MT", "disorganised"), lab.hex("KG-MT")) == (1, True, "2107")
    lab.do("move 2007")
    moving: Moving = lab.state.stack[-1]
    assert (lab.hex("KG-MT"), lab.points("KG-MT"), moving.credit) == ("2007", 2, 2 * (6 - 3))


@pytest.mark.rule("4.4-c", "4.4-d", "9.4-b")
@pytest.mark.parametrize(("die", "steps"), [(1, 2), (3, 2), (4, 1), (6, 1)])
def test_the_test_decides_over_a_step_only(die: int, steps: int) -> None:
    """KG MT has quality 3."""
    lab = locked()
    lab.do("disengage KG-MT 2107", dice=(die,))
    assert (lab.hex("KG-MT"), lab.steps("KG-MT"), lab.has("KG-MT", "disorganised")) == ("2107", steps, True)


@pytest.mark.rule("4.4-e")
def test_the_last_step_does_not_get_away() -> None:
    """AMB-61."""
    lab = locked("KG-MT 2208 1", "178-76 2007")
    lab.do("disengage KG-MT 2107", dice=(4,))
    assert lab.hex("KG-MT") == "dead"
    assert lab.decision == "activation"


@pytest.mark.rule("4.4-b")
def test_a_friend_must_move_up_in_the_same_activation() -> None:
    lab = plain("operations", "KG-MT 2208", "178-76 2107", *RUSSIANS, initiative="axis").specific("KG-MT", "178-76")
    assert lab.refused("disengage KG-MT 2107") == "4.4-b"
    elsewhere = plain("operations", "KG-MT 2208", "178-76 2107", "203-76 1510", *RUSSIANS, initiative="axis")
    elsewhere.specific("KG-MT", "178-76", "203-76").go("203-76", "1511")
    assert elsewhere.refused("disengage KG-MT 2107") == "4.4-b"
    lab = plain("operations", "KG-MT 2208", "178-76 2007", *RUSSIANS, initiative="axis").specific("KG-MT", "178-76")
    assert lab.refused("disengage KG-MT 2107") == "4.4-b"
    assert lab.go("178-76", "2107").legal("disengage KG-MT 2107")
    assert lab.refused("disengage KG-MT 2108") == "4.4-b"


@pytest.mark.rule("4.4-a", "4.4-b")
def test_only_a_locked_unit_disengages() -> None:
    lab = plain("operations", "KG-MT 2208", "178-76 2007", RUSSIANS[0], initiative="axis").specific("KG-MT", "178-76")
    lab.go("178-76", "2107")
    assert lab.refused("disengage KG-MT 2107") == "4.4-b"
    assert lab.legal("select KG-MT")


@pytest.mark.rule("4.4-c", "3.4.1-d")
@pytest.mark.parametrize(
    ("ground", "river", "enough"), [("clear", "", True), ("woods", "", True), ("woods", "2208/2107", False)]
)
def test_the_ground_is_paid_beside_the_two_points(ground: str, river: str, enough: bool) -> None:
    """4 points on foot: 2 for the woods and 2 for disengaging; a river is too much."""
    units = ("203-76 2208", "178-76 2007", *RUSSIANS)
    lab = plain("operations", *units, initiative="axis", fatigued=["203-76"], terrain={"2107": ground}, minor=river)
    lab.specific("203-76", "178-76").go("178-76", "2107")
    assert lab.legal("disengage 203-76 2107") == enough


@pytest.mark.rule("4.4-c", "4.2-g")
def test_it_stays_with_the_friend_goes_on_or_meets_the_next_zone() -> None:
    """AMB-60: the friend opens its hex, so that the unit owes no attack there."""
    lab = locked()
    lab.do("disengage KG-MT 2107", dice=(1,), side="axis")
    lab.do("done")
    assert lab.state.ids(lab.state.duty) == ["178-76"]
    lab = locked()
    lab.do("disengage KG-MT 2107", "move 2006", dice=(1,))
    assert (lab.hex("KG-MT"), lab.decision) == ("2006", "moving")
    lab = locked()
    lab.do("disengage KG-MT 2107", "move 2106", dice=(1,))
    assert lab.told("moved")[-1].args["path"] == ["2107", "2106"]  # 4.2-f does not hold for the friend's hex
    assert lab.decision == "activation"
    assert set(lab.state.ids(lab.state.duty)) == {"178-76", "KG-MT"}


@pytest.mark.rule("4.4-f")
def test_the_friend_may_move_again_if_it_owes_no_attack() -> None:
    """AMB-60."""
    lab = locked()
    lab.do("disengage KG-MT 2107", "done", dice=(1,))
    assert lab.refused("select 178-76") == "4.2-b"
    lab = locked(terrain={"2107": "town"})
    lab.do("disengage KG-MT 2107", "done", dice=(1,))
    assert lab.go("178-76", "2007").hex("178-76") == "2007"
