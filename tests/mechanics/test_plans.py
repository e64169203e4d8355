"""Aims shared out, plans varied and told in words."""

from __future__ import annotations

from random import Random

from kessel.engine.plan import Plan, Prospect, Task
from kessel.engine.text import translator
from kessel.hexes import Grid
from kessel.mechanics.plans import (
    Aim,
    Ordered,
    allot,
    contact,
    explain_plan,
    favourites,
    leanings_of,
    strayed,
    tasks_of,
    varied,
)

TOWN, FORD = Aim(3, 1.0, 4.0, "assault"), Aim(5, 0.8, 4.0, "screen")
NAMES = ["0101", "0102", "0103", "0104", "0105", "0106"]
GRID = Grid(columns=6, rows=12)


def test_an_aim_that_has_enough_leaves_the_rest_to_others() -> None:
    merit = {unit: [1.0, 0.8] for unit in range(4)}
    found = allot(merit, [TOWN, FORD], lambda unit, aim: 4.0)
    assert sorted(aim.hex for aim in found.values()) == [3, 3, 5, 5]


def test_who_is_good_for_nothing_gets_no_aim() -> None:
    assert allot({7: [0.0, 0.0]}, [TOWN, FORD], lambda unit, aim: 1.0) == {}


def test_tasks_are_told_by_formation_and_the_main_effort_is_where_most_power_goes() -> None:
    pairs = [(Ordered("a", "1Pz", 3.0), TOWN), (Ordered("b", "1Pz", 2.0), TOWN), (Ordered("c", "34", 4.0), FORD)]
    tasks, effort = tasks_of(pairs, NAMES)
    assert tasks == (Task("1Pz", ("a", "b"), "assault", "0104"), Task("34", ("c",), "screen", "0106"))
    assert effort == "0104"


def test_a_variation_strays_and_comes_again_with_the_same_dice() -> None:
    weights = dict.fromkeys("abcdefgh", 1.0)
    found = varied(weights, Random(1))
    assert found != weights
    assert found == varied(weights, Random(1))
    assert set(favourites(range(50), Random(1))) < set(range(50))


def test_leanings_stray_further_from_those_there_are() -> None:
    found = [strayed({"0101": 5.0}, range(6), NAMES, Random(n)) for n in range(20)]
    assert all(abs(leanings["0101"] - 5.0) < 2.0 for leanings in found)
    assert {len(leanings) for leanings in found} >= {1, 2, 3, 4}
    assert {name for leanings in found for name in leanings} == set(NAMES)
    assert strayed({}, [], NAMES, Random(1)) == {}


def test_leanings_are_found_by_hex() -> None:
    plan = Plan("german", leanings={"0102": 0.5})
    assert leanings_of(plan, GRID) == {GRID.index["0102"]: 0.5}


def test_armies_touch_where_the_enemy_can_be_struck_soon() -> None:
    """The enemy two hexes off and the hexes around him that are near us; not the one far away, nor our rear."""
    own, near, far = (GRID.index[name] for name in ("0303", "0305", "0309"))
    found = contact(GRID, 1 << own, 1 << near | 1 << far)
    assert near in found
    assert far not in found
    assert own not in found
    assert GRID.index["0304"] in found
    assert GRID.index["0302"] not in found


def test_a_plan_is_told_in_both_languages() -> None:
    plan = Plan("german", "0104", (Task("1Pz", ("a",), "assault", "0104"),))
    plan.prospects = (Prospect("0104", ("a",), "+4", 0.5),)

    def label(name: str, value: object) -> str:
        return str(value)

    english = explain_plan(plan, {"1Pz": "1st Panzer"}, translator("en"), label)
    spanish = explain_plan(plan, {}, translator("es"), label)
    assert english["tasks"][0]["formation"] == "1st Panzer"
    assert english["tasks"][0]["script"] == "Assault"
    assert spanish["tasks"][0]["script"] == "Asaltar"
    assert english["attacks"][0]["text"] == "Attack on 0104 at +4: it should be worth 0.5 points."
