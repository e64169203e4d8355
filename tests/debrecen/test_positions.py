"""12.0 Improvised positions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.debrecen.fights import finish
from tests.debrecen.lab import Lab, plain


def ops(*units: str, **fields: Any) -> Lab:
    return plain("operations", *units, **fields)


@pytest.mark.rule("12.1-a", "3.4.1-h")
def test_a_position_costs_a_point_at_any_time_of_the_activation() -> None:
    lab = ops("16-7M 2510", "178-76 1010").specific("16-7M").go("16-7M", "2511")
    lab.do("dig 16-7M")
    assert (lab.points("16-7M"), lab.has("16-7M", "entrenched")) == (1, True)
    assert lab.refused("dig 16-7M") == "12.1-a"


@pytest.mark.rule("12.1-b", "4.2-b")
def test_not_where_the_unit_must_attack() -> None:
    lab = ops("16-7M 1612", "178-76 1510").specific("16-7M").go("16-7M", "1611")
    assert lab.refused("dig 16-7M") == "12.1-b"


@pytest.mark.rule("12.1-b", "4.3-d", "4.3-b")
def test_in_an_enemy_zone_if_it_need_not_attack() -> None:
    """AMB-75."""
    assert ops("16-7M 1611", "178-76 1510").specific("16-7M").legal("dig 16-7M")
    lab = ops("16-7M 1612", "178-76 1510", terrain={"1611": "town"}).specific("16-7M").go("16-7M", "1611")
    assert lab.legal("dig 16-7M")


@pytest.mark.rule("12.1-c")
def test_each_unit_pays_for_itself() -> None:
    lab = ops("16-7M 2510", "8-6G 2510", "178-76 1010").specific("16-7M", "8-6G")
    lab.do("dig 16-7M")
    assert (lab.has("8-6G", "entrenched"), lab.points("8-6G")) == (False, 3)
    lab.do("dig 8-6G")
    assert (lab.points("16-7M"), lab.points("8-6G")) == (2, 2)


@pytest.mark.rule("12.1-d")
def test_a_position_is_not_handed_on() -> None:
    lab = ops("16-7M 2510", "8-6G 2511", "178-76 1010", entrenched=["16-7M"]).specific("16-7M", "8-6G")
    lab.go("8-6G", "2510").go("16-7M", "2509")
    assert (lab.has("16-7M", "entrenched"), lab.has("8-6G", "entrenched")) == (False, False)


@pytest.mark.rule("12.1-f", "3.4.1-i")
def test_moving_and_attacking_end_it_recovering_does_not() -> None:
    """AMB-74."""
    lab = ops("16-7M 2510", "178-76 1010", entrenched=["16-7M"], fatigued=["16-7M"]).specific("16-7M")
    lab.do("recover 16-7M")
    assert lab.has("16-7M", "entrenched")
    lab.go("16-7M", "2511")
    assert (lab.has("16-7M", "entrenched"), lab.points("16-7M")) == (False, 0)
    lab = ops("297-27G 1611", "178-76 1510", entrenched=["297-27G", "178-76"]).specific("297-27G")
    lab.do("attack 1510", "add 297-27G", "commit", dice=(2,))
    assert (lab.has("297-27G", "entrenched"), lab.has("178-76", "entrenched")) == (False, True)
    finish(lab)
    assert lab.has("178-76", "entrenched") == (lab.hex("178-76") == "1510")


@pytest.mark.rule("12.1-f")
def test_a_unit_may_dig_in_anew() -> None:
    lab = ops("16-7M 2510", "178-76 1010", entrenched=["16-7M"]).specific("16-7M").go("16-7M", "2511")
    lab.do("dig 16-7M")
    assert lab.has("16-7M", "entrenched")
