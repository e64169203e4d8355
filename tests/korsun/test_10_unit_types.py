"""10.0 Further types of units: apart from engineers none can do anything special."""

from __future__ import annotations

import pytest

from tests.korsun.lab import GAME, Lab, attack, plain

TYPES = GAME.roster.types
ENGINEERS = {name for name, row in TYPES.items() if row["engineer"]}


def like(kind: str) -> str:
    """The plainest type of the same mobility."""
    return "tank" if TYPES[kind]["mobile"] else "infantry"


def country(phase: str, kind: str) -> Lab:
    """A unit of some type between rivers, woods, roads and enemies."""
    terrain = {"3018": "woods", "3117": "village", "3016": "rough"}
    units = (f"U 3017 relief {kind} 3-3-6/1-1-6", "F 3116 relief infantry 1-1-4", "D 2918 27A rifle 2-2-5/1-1-5")
    return plain(phase, *units, terrain=terrain, minor="3017/3018 3017/2918", roads=[["3017", "3016", "3015"]])


@pytest.mark.rule("10.0-a")
@pytest.mark.parametrize("kind", [name for name in TYPES if name not in ENGINEERS])
def test_a_type_moves_fights_and_is_hit_like_any_other_of_its_mobility(kind: str) -> None:
    other = like(kind)
    assert country("german-movement", kind).cost("U") == country("german-movement", other).cost("U")
    assert country("german-movement", kind).actions() == country("german-movement", other).actions()
    assert country("german-mobile-movement", kind).actions() == country("german-mobile-movement", other).actions()
    ours, theirs = country("german-combat", kind), country("german-combat", other)
    for lab in (ours, theirs):
        lab.do(*attack("2918", "U"), dice=(1,))
    assert [(e.name, e.args) for e in ours.log] == [(e.name, e.args) for e in theirs.log]
    assert GAME.overlay(ours.state, None, "zoc") == GAME.overlay(theirs.state, None, "zoc")


@pytest.mark.rule("10.0-a")
@pytest.mark.parametrize("kind", sorted(ENGINEERS))
def test_engineers_are_the_exception(kind: str) -> None:
    assert country("german-movement", kind).actions("bridge")
    assert not country("german-movement", like(kind)).actions("bridge")
