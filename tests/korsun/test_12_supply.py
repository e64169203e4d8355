"""12.0 Supply: lines and their sources, rivers, air supply, and what being out of supply does."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from kessel.hexes import Sides, flood
from tests.korsun.lab import CLEAR, GAME, Lab, attack, plain

GRID = GAME.board("korsun").grid
RING = ("S1 3116 27A rifle 2-3-5", "S2 3119 27A rifle 2-3-5", "S3 2817 27A rifle 2-3-5")
"""Three Soviets whose zones hold the six hexes around 3017."""
LUFTWAFFE = {"luftwaffe": [5, 6, 8]}
NEXT_TURN = ["end"] * 8
"""From a German movement phase to the next, when nobody does anything; the weather takes a die."""


def around(name: str) -> list[str]:
    return GRID.listed(GRID.around[GRID.index[name]])


def moat(*hexes: str) -> str:
    """River hexsides around some hexes taken together."""
    return " ".join(f"{h}/{n}" for h in hexes for n in around(h) if n not in hexes)


# -- 12.0 lines ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("12.0-a")
def test_a_unit_with_a_line_is_in_supply_and_one_without_is_not() -> None:
    assert plain("german-movement", "A 3017 relief tank 6-6-10").supplied("A")
    assert not plain("german-movement", "A 3017 relief tank 6-6-10", *RING).supplied("A")
    assert plain("german-movement", "A 3017 relief tank 6-6-10", *RING[:2]).supplied("A")


@pytest.mark.rule("12.0-a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_ring_of_either_side_cuts_the_other_off(side: str) -> None:
    inner, outer = ("relief", "27A") if side == "german" else ("27A", "relief")
    ring = [unit.replace("27A", outer) for unit in RING]
    assert not plain(f"{side}-movement", f"A 3017 {inner} rifle 2-3-5", *ring).supplied("A")


@pytest.mark.rule("12.0-b")
def test_supply_is_checked_when_the_strength_is_used_and_not_before() -> None:
    units = (
        "A 3017 relief tank 6-6-10",
        "S1 3116 27A rifle 2-3-5",
        "D 3018 27A rifle 2-3-5",
        "S3 2817 27A rifle 2-3-5",
    )
    lab = plain("german-combat", *units, "B 3215 relief tank 20-5-10")
    assert lab.preview("attack 3018 A")["attack_total"] == 3
    lab.do(*attack("3116", "B"), "done", dice=(1,))  # the ring is broken
    assert lab.preview("attack 3018 A")["attack_total"] == 6


@pytest.mark.rule("12.0-b")
def test_supply_counts_in_bombardments_for_rebuilding_and_at_the_start_of_the_mobile_phase() -> None:
    lab = plain("soviet-combat", "A 3017 relief tank 6-5-10", *RING, pools={"27A": [6]})
    lab.do("bombard 3017", "chit 27A", "fire", dice=(1, 3))
    assert lab.told("odds")[0].args["defence"] == 3
    units = ("A 3017 relief tank 6-6-10/3-3-10 1", "B 0116 relief tank 6-6-10/3-3-10 1")
    assert plain("german-rebuild", *units, *RING).choices("rebuild") == ["B"]
    assert plain("german-mobile-movement", *units, *RING).choices("select") == ["B"]


@pytest.mark.rule("12.0-c")
def test_no_enemy_unit_may_stand_in_the_line() -> None:
    units = ("A 3017 relief tank 6-6-10", "F 3015 relief infantry 2-3-6")
    gate = moat("3017").replace("3017/3016 ", "")
    assert "3016" not in gate
    assert plain("german-movement", *units, minor=gate).supplied("A")
    assert not plain("german-movement", *units, "S 3016 27A rifle 2-3-5", minor=gate).supplied("A")


@pytest.mark.rule("12.0-d")
@pytest.mark.parametrize("friend", ["relief", "encircled"])
def test_a_friend_opens_a_hex_in_enemy_zones_and_only_that_hex(friend: str) -> None:
    unit = "A 3017 relief tank 6-6-10"
    assert plain("german-movement", unit, *RING, f"F 3016 {friend} infantry 2-3-6").supplied("A")
    assert not plain("german-movement", unit, *RING, f"F 3015 {friend} infantry 2-3-6").supplied("A")


@pytest.mark.rule("12.0-d")
def test_the_hex_of_the_unit_itself_is_never_shut() -> None:
    assert plain("german-movement", "A 3017 relief tank 6-6-10", "S 3018 27A rifle 2-3-5").supplied("A")


@pytest.mark.rule("12.0-e")
@pytest.mark.parametrize("terrain", ["woods", "rough", "marsh", "city"])
def test_a_line_may_be_of_any_length_through_any_terrain(terrain: str) -> None:
    lab = plain("german-movement", "A 5832 relief tank 6-6-10", terrain=dict.fromkeys(CLEAR, terrain))
    assert lab.supplied("A")
    assert len(GAME.overlay(lab.state, None, "supply", "A")["trace"]) > 50


# -- 12.0 sources ----------------------------------------------------------------------------------------------------


def sources_of(organisation: str) -> set[str]:
    """On an island of its own in each hex of the rim and on the airfield: which units are in supply?"""
    edges = GAME.map_data["edges"]
    hexes = sorted({"4007"}.union(*(edges[e]["hexes"] for e in ("north", "east", "south", "west"))))
    rivers = {"minor": [pair.split("/") for h in hexes for pair in moat(h).split()]}
    lab = Lab.at("german-movement", *(f"U{h} {h} {organisation} rifle 1-1-1" for h in hexes), rivers=rivers)
    return {stack["hex"] for stack in lab.state.view(None)["stacks"] if stack["supplied"]}


ROADS = {h for road in GAME.map_data["roads"] for h in road["hexes"]}
RIM = {e: set(GAME.map_data["edges"][e]["hexes"]) & ROADS for e in ("north", "east", "south", "west")}


@pytest.mark.rule("12.0-f")
def test_soviet_sources_are_the_road_hexes_of_the_rim_but_those_in_the_west() -> None:
    assert sources_of("27A") == (RIM["north"] | RIM["east"] | RIM["south"]) - RIM["west"]


@pytest.mark.rule("12.0-g")
def test_sources_of_the_encircled_are_the_road_hexes_in_the_west_and_the_airfield() -> None:
    assert sources_of("encircled") == RIM["west"] | {"4007"}


@pytest.mark.rule("12.0-h")
def test_the_relief_force_may_not_use_the_airfield() -> None:
    assert sources_of("relief") == RIM["west"]


@pytest.mark.rule("12.0-g")
def test_the_airfield_in_an_enemy_zone_works_only_with_a_german_in_it() -> None:
    units = ("A 4006 encircled infantry 2-3-6", "S 4008 27A rifle 2-3-5")
    island = moat("4006", "4007")
    assert plain("german-movement", units[0], minor=island).supplied("A")
    assert not plain("german-movement", *units, minor=island).supplied("A")
    assert plain("german-movement", *units, "F 4007 relief infantry 2-3-6", minor=island).supplied("A")


@pytest.mark.rule("12.0-g")
def test_the_airfield_is_no_source_once_a_soviet_has_passed_it() -> None:
    units = ("A 4006 encircled infantry 2-3-6", "S 4010 27A tank 2-3-16")
    lab = plain("soviet-movement", *units, minor=moat("4006", "4007"), crossings=[["4007", "4008"]])
    assert lab.supplied("A")
    lab.do("select S", "move 4007", "move 4009", "done", "end")
    assert lab.state.view(None)["airfield"] == {"hex": "4007", "side": "soviet"}
    assert not lab.supplied("A")


# -- 12.1 rivers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("12.1-a")
@pytest.mark.parametrize("river", ["minor", "major"])
@pytest.mark.parametrize(("side", "organisation"), [("german", "relief"), ("soviet", "27A")])
def test_an_unbridged_river_stops_a_line_and_a_bridge_lets_it_through(river: str, side: str, organisation: str) -> None:
    unit = f"A 3017 {organisation} rifle 2-3-5"
    rivers: dict[str, Any] = {river: moat("3017")}
    assert not plain(f"{side}-movement", unit, **rivers).supplied("A")
    assert plain(f"{side}-movement", unit, crossings=[["3017", "3016"]], **rivers).supplied("A")


@pytest.mark.rule("12.1-b")
def test_a_german_engineer_lets_a_line_cross() -> None:
    unit, engineer = "A 3017 relief tank 2-3-5", "P 3013 relief engineer 1-2-5"
    assert plain("german-movement", unit, engineer, minor=moat("3017")).supplied("A")
    assert not plain("german-movement", unit, engineer.replace("engineer", "tank"), minor=moat("3017")).supplied("A")


# -- AMB-23: one hexside an engineer, the same for all who are looked at in the same moment --------------------------


@pytest.mark.rule("12.1-b", "13.0-f")
def test_units_of_both_forces_share_the_engineers_when_the_mobile_phase_begins() -> None:
    units = ("A 3017 relief tank 3-3-8", "C 3517 encircled tank 3-3-8", "P 3314 relief engineer 1-2-5")
    rivers = f"{moat('3017')} {moat('3517')}"
    lab = plain("german-mobile-movement", *units, minor=rivers)
    assert lab.supplied("A")  # each alone could be served
    assert lab.supplied("C")
    assert len(lab.choices("select")) == 1
    lab = plain("german-mobile-movement", *units, "Q 3220 encircled engineer 1-2-5", minor=rivers)
    assert lab.choices("select") == ["A", "C"]


@pytest.mark.rule("12.1-b", "13.0-f")
def test_attackers_of_one_combat_share_the_engineers_and_another_combat_allows_another_choice() -> None:
    units = (
        "A 3017 relief tank 4-3-8",
        "B 3019 relief tank 4-3-8",
        "D 3018 27A rifle 9-9-5",
        "P 2818 relief engineer 1-2-5",
    )
    rivers = f"{moat('3017')} {moat('3019')}"
    lab = plain("german-combat", *units, minor=rivers)
    assert lab.preview("attack 3018 A B")["attack_total"] == 4 + 2
    assert lab.preview("attack 3018 A")["attack_total"] == lab.preview("attack 3018 B")["attack_total"] == 4
    lab = plain("german-combat", *units, "Q 2817 relief engineer 1-2-5", minor=rivers)
    assert lab.preview("attack 3018 A B")["attack_total"] == 8


@pytest.mark.rule("12.3-b", "13.0-f")
@pytest.mark.parametrize("spent", ["A", "C"])
def test_engineers_serve_those_who_can_still_move_or_attack(spent: str) -> None:
    units = ("A 3017 relief tank 3-3-8", "C 3517 encircled tank 3-3-8", "P 3314 relief engineer 1-2-5")
    rivers = f"{moat('3017')} {moat('3517')}"
    for done in ({"advanced": [spent], "attacked": [spent]}, {"moved": [spent], "attacked": [spent]}):
        lab = plain("german-mobile-movement", *units, minor=rivers, **done)
        assert lab.choices("select") == [{"A": "C", "C": "A"}[spent]]


@pytest.mark.rule("12.2-e", "13.0-f")
@pytest.mark.parametrize("by_air", ["A", "B"])
def test_engineers_serve_those_whom_the_marker_does_not(by_air: str) -> None:
    """P can open the river to A or to B; whoever has the marker, the other gets the bridge."""
    units = ("A 3017 relief tank 4-3-8", "B 3019 relief tank 4-3-8", "D 3018 27A rifle 9-9-5")
    fields = {"minor": f"{moat('3017')} {moat('3019')}", "pools": LUFTWAFFE}
    lab = plain("german-combat", *units, "P 2818 relief engineer 1-2-5", **fields)
    lab.do(f"airlift {by_air}", "give 5")
    assert lab.preview("attack 3018 A B")["attack_total"] == 8


@pytest.mark.rule("12.2-e", "13.0-f")
def test_the_marker_may_go_to_a_unit_that_the_engineers_do_not_serve_in_this_combat() -> None:
    units = ("A 3017 relief tank 4-3-8", "B 3019 relief tank 4-3-8", "D 3018 27A rifle 9-9-5")
    fields = {"minor": f"{moat('3017')} {moat('3019')}", "pools": LUFTWAFFE}
    lab = plain("german-combat", *units, "P 2818 relief engineer 1-2-5", **fields)
    lab.do(*attack("3018", "A", "B"))
    assert lab.preview()["attack_total"] == 4 + 2
    (hungry,) = lab.choices("airlift")
    lab.do(f"airlift {hungry}", "give 5")
    assert lab.preview()["attack_total"] == 8


@pytest.mark.rule("13.0-f", "13.0-b")
def test_an_engineer_that_is_depleted_opens_lines_only_as_far_as_its_back_reaches() -> None:
    units = ("P 3017 relief mechanized_engineer 9-9-4/5-5-1", "D 3018 27A rifle 9-15-5", "B 3013 relief tank 3-3-8")
    lab = plain("german-combat", *units, minor=moat("3013"))
    assert lab.supplied("B")
    lab.do(*attack("3018", "P"), dice=(5,))  # -6: (A)
    assert lab.steps("P") == 1
    assert not lab.supplied("B")


@pytest.mark.rule("13.0-f", "20.0-v1")
@pytest.mark.parametrize("seed", (0, 3, 4, 9))
def test_engineers_serve_as_many_units_as_any_assignment_could(seed: int) -> None:
    """Against every assignment of engineers to hexsides, in a random tangle of rivers."""
    rng = random.Random(seed)
    patch = GRID.listed(GRID.disc(GRID.index["3017"], 3))
    sides = sorted({tuple(sorted((a, b))) for a in patch for b in around(a) if b in patch})
    rivers = {tuple(pair.split("/")) for pair in moat(*patch).split()} | set(rng.sample(sides, len(sides) * 4 // 5))
    places = rng.sample(patch, 10)
    where = dict(zip(("A", "B", "C", "G", "H", "S"), places, strict=False))
    engineers = dict(zip(("P", "Q", "R"), places[6:9], strict=True))
    units = [
        f"{n} {h} {'27A' if n == 'S' else 'relief' if n < 'D' else 'encircled'} tank 3-3-8" for n, h in where.items()
    ]
    units += [f"{n} {h} relief engineer 1-2-1" for n, h in engineers.items()]
    lab = plain("german-mobile-movement", *units, minor=" ".join("/".join(pair) for pair in rivers))
    state = lab.state
    board = state.board

    shut = state.occupied[0] | state.zoc(0) & ~state.occupied[1]
    barrier = Sides.between(GRID, [(GRID.index[a], GRID.index[b]) for a, b in rivers])
    reach = [
        [
            (GRID.index[a], GRID.index[b])
            for a, b in sorted(rivers)
            if {a, b} & {h, *around(h)} and where["S"] not in (a, b)
        ]
        for h in engineers.values()
    ]
    starts = {
        force: flood(GRID, board.sources[force], board.area & ~shut, barrier) for force in ("relief", "encircled")
    }
    most = most_green = 0
    for chosen in product(*(({*spans} or {None}) for spans in reach)):
        opened = barrier - Sides.between(GRID, [span for span in chosen if span])
        nets = {force: flood(GRID, start, board.area & ~shut, opened) for force, start in starts.items()}
        green = sum(nets["encircled"] >> GRID.index[where[n]] & 1 for n in "GH")
        grey = sum(nets["relief"] >> GRID.index[where[n]] & 1 for n in "ABC")
        link = flood(GRID, board.link, board.area & ~shut, opened)
        most = max(most, green + grey)
        most_green = max(most_green, sum(link >> GRID.index[where[n]] & 1 for n in "GH"))
    assert len(state.position()["mobile_ready"]) == most
    assert state.view(None)["score"]["total"] == most_green


# -- 12.2 air supply -------------------------------------------------------------------------------------------------

ISLAND = {"minor": moat("3017"), "pools": LUFTWAFFE}
"""3017 has no line."""


@pytest.mark.rule("12.2-a")
def test_two_markers_each_once_in_the_game() -> None:
    lab = plain("german-movement", "A 3017 relief tank 6-6-10", **ISLAND)
    for left, chit in ((1, 5), (0, 6)):
        lab.do("airlift A", f"give {chit}")
        assert lab.state.view(None)["air_supply"] == {"left": left, "unit": "A"}
        lab.do(*NEXT_TURN, dice=(1,))
    assert lab.refused("airlift A") == "12.2-a"


@pytest.mark.rule("12.2-a")
def test_the_scenario_gives_the_german_two_markers_and_the_soviet_none() -> None:
    assert GAME.start("korsun").view(None)["air_supply"]["left"] == 2
    lab = plain("soviet-movement", "S 3017 27A rifle 2-3-5", **ISLAND)
    assert lab.refused("airlift S") == "12.2-a"


@pytest.mark.rule("12.2-b")
def test_a_marker_is_used_in_clear_weather_only() -> None:
    lab = plain("german-movement", "A 3017 relief tank 6-6-10", weather="fog", **ISLAND)
    assert lab.refused("airlift A") == "12.2-b"
    lab.do(*NEXT_TURN, dice=(6,))
    assert lab.refused("airlift A") == "12.2-b"
    lab.do(*NEXT_TURN, dice=(4,))
    lab.do("airlift A", "give 5")
    assert lab.supplied("A")


@pytest.mark.rule("12.2-c")
def test_one_marker_a_game_turn() -> None:
    lab = plain("german-movement", "A 3017 relief tank 6-6-10", "B 0116 relief tank 6-6-10", **ISLAND)
    lab.do("airlift A", "give 5")
    assert lab.refused("airlift B") == "12.2-c"
    lab.do("end")
    assert lab.refused("airlift B") == "12.2-c"


@pytest.mark.rule("12.2-d")
@pytest.mark.parametrize("value", [5, 6, 8])
def test_a_luftwaffe_chit_of_the_germans_choice_is_lost_for_good(value: int) -> None:
    """AMB-22."""
    lab = plain("german-movement", "A 3017 relief tank 6-6-10", **ISLAND)
    lab.do("airlift A")
    assert (lab.decision, lab.actions()) == ("give-up", ["give 5", "give 6", "give 8"])
    assert lab.refused("end") == "12.2-d"
    assert lab.refused("give 4") == "AMB-22"
    rest = [n for n in (5, 6, 8) if n != value]
    lab.do(f"give {value}")
    assert (lab.pool("luftwaffe"), lab.decision) == ((rest, []), "movement")
    lab.do(*NEXT_TURN, dice=(1,))
    assert lab.pool("luftwaffe") == (rest, [])


@pytest.mark.rule("12.2-d")
def test_the_german_may_give_up_a_chit_that_he_has_used() -> None:
    fields: dict[str, Any] = {**ISLAND, "pools": {"luftwaffe": {"ready": [6, 8], "spent": [5]}}}
    lab = plain("german-movement", "A 3017 relief tank 6-6-10", **fields)
    lab.do("airlift A", "give 5")
    assert lab.pool("luftwaffe") == ([6, 8], [])


@pytest.mark.rule("12.2-e")
@pytest.mark.parametrize("organisation", ["relief", "encircled"])
def test_any_german_unit_may_have_the_marker_and_is_in_supply_at_once(organisation: str) -> None:
    units = (f"A 3017 {organisation} tank 5-5-10", "D 3018 27A rifle 2-3-5")
    lab = plain("german-combat", *units, **ISLAND)
    assert lab.preview("attack 3018 A")["attack_total"] == 3
    assert lab.refused("airlift D") == "12.2-e"
    lab.do("airlift A", "give 5")
    assert lab.preview("attack 3018 A")["attack_total"] == 5


@pytest.mark.rule("12.2-e")
def test_the_marker_may_come_while_an_attack_is_declared_or_supported() -> None:
    units = ("A 3017 relief tank 5-5-10", "D 3018 27A rifle 2-3-5")
    lab = plain("german-combat", *units, **ISLAND)
    lab.do("attack 3018", "add A", "airlift A", "give 5")
    assert lab.preview()["attack_total"] == 5
    lab = plain("german-combat", *units, **ISLAND)
    lab.do(*attack("3018", "A"))
    assert lab.preview()["attack_total"] == 3
    lab.do("airlift A", "give 5")
    assert (lab.preview()["attack_total"], lab.decision) == (5, "support")  # the opportunity is not lost
    lab.do("draw luftwaffe", dice=(1,))
    assert lab.preview()["attack_total"] == 5 + 6  # a 5 was given up


@pytest.mark.rule("12.2-e")
def test_the_attacking_german_may_wait_with_the_marker_until_all_chits_are_on_the_table() -> None:
    units = ("A 3017 relief tank 5-5-10", "D 3018 27A rifle 2-3-5")
    lab = plain("german-combat", *units, minor=moat("3017"), pools=LUFTWAFFE | {"27A": [2]})
    lab.do(*attack("3018", "A"), "pass", "pass", "pass", "draw 27A", dice=(1,))
    assert (lab.decider, lab.decision, lab.actions()) == ("german", "last-supply", ["airlift A", "pass"])
    assert lab.refused("draw luftwaffe") == "8.3-h"
    lab.do("airlift A", "give 5", dice=(4,))
    assert (lab.told("odds")[0].args["attack"], lab.told("odds")[0].args["defence"]) == (5, 5)


@pytest.mark.rule("12.2-e")
def test_the_defending_german_may_wait_with_the_marker_until_his_last_chit_is_on_the_table() -> None:
    """AMB-41: at any moment before the die; who has passed his last opportunity is not asked again."""
    units = ("A 3017 relief tank 5-5-10", "D 3018 27A rifle 9-3-5")
    fields: dict[str, Any] = {"minor": moat("3017"), "pools": LUFTWAFFE | {"relief": [1, 2]}}
    lab = plain("soviet-combat", *units, **fields)
    lab.do(*attack("3017", "D"), "pass", "draw relief", dice=(1,))
    assert (lab.decider, lab.decision, lab.actions()) == ("german", "last-supply", ["airlift A", "pass"])
    assert lab.refused("draw relief") == "8.3-h"
    lab.do("airlift A", "give 5", dice=(4,))
    assert lab.told("odds")[0].args["defence"] == 5 + 1
    lab = plain("soviet-combat", *units, **fields)
    lab.do(*attack("3017", "D"), "draw relief", "pass", dice=(1, 4))
    assert lab.told("odds")[0].args["defence"] == 3 + 1


@pytest.mark.rule("12.2-e")
def test_without_the_marker_the_die_is_rolled_at_once() -> None:
    units = ("A 3017 relief tank 5-5-10", "D 3018 27A rifle 2-3-5")
    lab = plain("german-combat", *units, **ISLAND)
    lab.do(*attack("3018", "A"), "pass", "pass", "pass", dice=(4,))
    assert lab.told("odds")[0].args["attack"] == 3


@pytest.mark.rule("12.2-e")
def test_the_marker_may_come_when_the_soviet_attacks_or_bombards() -> None:
    units = ("A 3017 relief tank 5-5-10", "D 3018 27A rifle 9-3-5")
    pools = LUFTWAFFE | {"27A": [4]}
    lab = plain("soviet-combat", *units, minor=moat("3017"), pools=pools)
    lab.do(*attack("3017", "D"), "pass")
    assert (lab.decider, lab.preview()["defence_total"]) == ("german", 3)
    lab.do("airlift A", "give 5")
    assert lab.preview()["defence_total"] == 5
    lab = plain("soviet-combat", *units, minor=moat("3017"), pools=pools)
    lab.do("bombard 3017", "chit 27A", "fire", dice=(1,))
    assert (lab.decider, lab.decision) == ("german", "last-supply")
    lab.do("airlift A", "give 5", dice=(3,))
    assert lab.told("odds")[0].args["defence"] == 5


@pytest.mark.rule("12.2-f")
def test_the_marker_feeds_nobody_else() -> None:
    lab = plain(
        "german-movement",
        *("A 3017 relief tank 6-6-10", "B 3018 relief tank 6-6-10"),
        minor=moat("3017", "3018"),
        pools=LUFTWAFFE,
    )
    lab.do("airlift A", "give 5")
    assert (lab.supplied("A"), lab.supplied("B")) == (True, False)


@pytest.mark.rule("12.2-f", "12.2-g")
def test_the_marker_stays_with_its_unit_until_the_game_turn_ends() -> None:
    units = ("A 3017 relief tank 5-5-10", "D 3018 27A rifle 9-4-5")
    lab = plain("soviet-combat", *units, minor=moat("3017"), pools=LUFTWAFFE)
    lab.do(*attack("3017", "D"), "airlift A", "give 5", dice=(4,))  # +4 over a river: no effect
    lab.do("end", "end", "end", "end")
    assert lab.state.view(None)["phase"] == "german-combat"
    assert lab.preview("attack 3018 A")["attack_total"] == 5
    lab.do("end")
    assert lab.choices("select") == ["A"]
    lab.do("end", "end", dice=(1,))
    assert lab.state.view(None)["air_supply"] == {"left": 1, "unit": None}
    assert not lab.supplied("A")


# -- 12.3 out of supply ----------------------------------------------------------------------------------------------


@pytest.mark.rule("12.3-a")
@pytest.mark.parametrize(("printed", "halved"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_strengths_are_halved_and_rounded_up(printed: int, halved: int) -> None:
    units = (f"A 3017 relief tank {printed}-{printed}-10", "D 3018 27A rifle 9-9-5")
    assert plain("german-combat", *units, minor=moat("3017")).preview("attack 3018 A")["attack_total"] == halved
    assert plain("soviet-combat", *units, minor=moat("3017")).preview("attack 3017 D")["defence_total"] == halved
    assert plain("german-combat", *units).preview("attack 3018 A")["attack_total"] == printed


@pytest.mark.rule("12.3-a")
def test_each_unit_is_rounded_by_itself_and_soviets_suffer_too() -> None:
    units = ("A 3017 27A tank 3-3-10", "B 3019 27A tank 3-3-10", "D 3018 relief infantry 9-9-5")
    lab = plain("soviet-combat", *units, minor=f"{moat('3017')} {moat('3019')}")
    assert lab.preview("attack 3018 A B")["attack_total"] == 2 + 2


@pytest.mark.rule("12.3-b", "12.3-c")
def test_a_mobile_unit_out_of_supply_sits_out_both_mobile_phases() -> None:
    units = ("A 3017 relief tank 6-6-10", "D 3018 27A rifle 2-3-5", "B 3118 relief tank 6-6-10")
    lab = plain("german-mobile-movement", *units, minor=moat("3017"))
    assert lab.choices("select") == ["B"]
    assert lab.refused("select A") == "12.3-b"
    lab.do("end", "attack 3018")
    assert lab.choices("add") == ["B"]
    assert lab.refused("add A") == "12.3-c"


@pytest.mark.rule("12.3-c")
def test_not_even_if_it_has_a_line_by_then() -> None:
    units = ("A 3017 relief tank 6-6-10", "D 3018 27A rifle 2-3-5", "P 3009 relief mechanized_engineer 1-2-5")
    lab = plain("german-mobile-movement", *units, minor=moat("3017"))
    assert not lab.supplied("A")
    lab.do("select P", "move 3012", "done", "end")
    assert lab.supplied("A")
    assert lab.refused("attack 3018") == "12.3-c"


@pytest.mark.rule("12.3-b")
def test_whoever_had_a_line_when_the_mobile_phase_began_may_go_on() -> None:
    units = ("A 3017 relief tank 6-6-10", "D 3018 27A rifle 2-3-5", "P 3012 relief mechanized_engineer 1-2-5")
    lab = plain("german-mobile-movement", *units, minor=moat("3017"))
    lab.do("select P", "move 3009", "done")
    assert not lab.supplied("A")
    assert lab.legal("select A")


@pytest.mark.rule("12.3-d")
def test_units_out_of_supply_move_with_all_their_points() -> None:
    lab = plain("german-movement", "A 3017 relief tank 6-6-10", minor=moat("3017"))
    assert not lab.supplied("A")
    assert lab.cost("A")["3009"] == 10  # eight hexes and the river


@pytest.mark.rule("12.3-d")
def test_units_out_of_supply_attack_with_support_keep_their_zones_and_lose_no_step() -> None:
    units = ("A 3017 relief tank 6-6-10/3-3-10", "D 3018 27A rifle 2-3-5")
    lab = plain("german-combat", *units, minor=moat("3017"), pools={"relief": [4]})
    lab.do(*attack("3018", "A"), "draw relief", dice=(1, 4))  # 3 + 4 - 3 over a river: no effect
    assert lab.told("odds")[0].args["attack"] == 7
    assert "3016" in GAME.overlay(lab.state, None, "zoc")["german"]
    lab.do("end", "end", "end", dice=(1,))
    assert lab.steps("A") == 2
