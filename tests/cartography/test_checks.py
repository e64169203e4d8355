"""Each check fails on the damage that it is there for, and names it."""

from __future__ import annotations

from typing import Any

import pytest

from kessel.cartography import check
from kessel.cartography.checks import check_expected, grid_of
from kessel.cartography.settings import Expected
from tests.cartography.worlds import KORSUN, Edit, committed


def _river(drawn: dict[str, Any], name: str) -> dict[str, Any]:
    return next(r for r in drawn["rivers"] if r["name"] == name)


def _island(drawn: dict[str, Any]) -> None:
    grid = grid_of(drawn)
    drawn["impassable"] = ["lake"]
    drawn["terrain"] |= {grid.names[n]: "lake" for n in grid.neighbours[grid.hex("2219")]}


def _move(name: str, target: str) -> Edit:
    def edit(drawn: dict[str, Any]) -> None:
        next(p for p in drawn["places"] if p["name"] == name)["hex"] = target

    return edit


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda m: m.pop("rivers"), "map: Object missing required field `rivers`"),
        (lambda m: m["rivers"][0].pop("name"), "map: Object missing required field `name` - at `$.rivers[0]`"),
        (lambda m: m["grid"].update(shift="left"), "map: Invalid enum value 'left' - at `$.grid.shift`"),
        (lambda m: m["grid"].update(columns=0), "map: grid: a grid needs at least one column and one row, not 0 x 29"),
        (
            lambda m: _river(m, "Smotrich")["hexsides"].pop(5),
            "river Smotrich: hexside 2011/2111 does not run on into 2112/2211",
        ),
        (
            lambda m: _river(m, "Smotrich")["hexsides"].insert(5, ["2110", "2212"]),
            "river Smotrich: hexes 2110 and 2212 are not adjacent",
        ),
        (lambda m: _river(m, "Smotrich")["hexsides"].clear(), "river Smotrich: has no hexside"),
        (lambda m: _river(m, "Smotrich")["hexsides"][0].reverse(), None),
        (
            lambda m: m["roads"][0]["hexes"].pop(3),
            "main-road Lvov - Proskurov - Vinnitsa highway: 0303 and 0504 are not adjacent",
        ),
        (lambda m: m["rails"][8].update(hexes=["1313"]), "has fewer than two hexes"),
        (lambda m: m["roads"][0]["hexes"].append("4814"), "there is no hex '4814' on this map"),
        (lambda m: m["terrain"].update({"4830": "woods"}), "terrain: there is no hex '4830' on this map"),
        (_move("Bar", "3510"), "town Bar: lies 3.6 hexes from 3510, the hex that it is given"),
        (_move("Vinnitsa", "4612"), "hex 4612: Vinnitsa and Vinnitsa (Zamostye) are both places of population"),
        (lambda m: m["terrain"].update({"0805": "woods"}), "hex 0805: Ternopol is a place of population"),
        (_island, "hex 2219: isolated, no passable hex beside it"),
        (
            lambda m: m["bridges"][0].update(between=["0805", "0905"]),
            "bridge Ternopol bridges: 0805/0905 is no hexside of the Seret",
        ),
        (lambda m: m["edges"]["soviet_exit"]["hexes"].pop(4), "edge soviet_exit: 1028 and 1228 are not adjacent"),
        (lambda m: m["edges"]["west"]["hexes"].append("0228"), None),
        (
            lambda m: m["edges"]["west"]["hexes"].append("0227"),
            "edge west: 0227 is not on the edge of the map",
        ),
        (lambda m: m["areas"]["closed"].remove("0616"), "area closed: not closed, it leaks into 0616"),
        (lambda m: m["areas"]["closed"].append("0617"), "area closed: 0617 is cut off from the rest of it"),
        (lambda m: m["boundaries"]["closed"]["rivers"].remove("Strypa"), "area closed: not closed, it leaks into 0402"),
        (lambda m: m["boundaries"].clear(), "area closed: has no boundary"),
        (lambda m: m["areas"]["closed"].clear(), "area closed: has no hex"),
    ],
)
def test_damage_is_found_and_named(damage: Edit, message: str | None) -> None:
    drawn = committed()
    damage(drawn)
    problems = check(drawn)
    if message is None:
        assert problems == []
    else:
        assert any(message in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            lambda m: m["areas"]["setup/27A/180"].append("3007"),
            "area setup/encircled/Sich: 3007 belongs to setup/27A/180 as well",
        ),
        (
            lambda m: m["areas"]["setup/27A/180"].append("5833"),
            "area setup/27A/180: 5833 is cut off from the rest of it",
        ),
        (lambda m: m["areas"]["setup/27A/180"].clear(), "area setup/27A/180: has no hex"),
        (lambda m: m["edges"]["german_supply"]["gates"].append("9901"), "edge german_supply: there is no hex '9901'"),
        (lambda m: m["bridges"][0].update(carries=["ferry"]), "map: Invalid enum value 'ferry'"),
    ],
)
def test_damage_to_areas_gates_and_bridges_is_named(damage: Edit, message: str) -> None:
    drawn = committed(KORSUN)
    damage(drawn)
    problems = check(drawn)
    assert any(message in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        (Expected(terrain={"2119": "marsh"}), "hex 2119 must be marsh, not clear"),
        (Expected(terrain={"2019": "clear"}), "hex 2019 must be clear, not rough"),
        (Expected(rivers=[("2119", "2120")]), "hexside 2119/2120 must be a river"),
        (Expected(no_population=["2121"]), "hex 2121 must hold no population, but Kamenets-Podolsky lies there"),
        (Expected(population={"Bar": "3515"}), "Bar must lie in 3515, not in 3514"),
        (Expected(population={"Atlantis": "0101"}), "Atlantis must lie in 0101, not in None"),
        (Expected(places={"Bar": "3515"}), "Bar must lie in 3515, not in 3514"),
        (
            Expected(population={"Bar": "3514"}),
            "Gorodok in 2112 is a place of population that the rulebook does not count",
        ),
    ],
)
def test_contradiction_of_the_rulebook_is_named(expected: Expected, message: str) -> None:
    assert message in check_expected(committed(), expected)
