"""14.0 The charts and tables as printed, cell by cell, each cell seen at work in a game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.breakout.lab import GAME, Lab

# As printed: movement points of non-mechanized and mechanized units; columns to the left.
TERRAIN_EFFECTS = {
    "clear": (1, 1, 0),
    "forest": (1, 2, 0),
    "rough": (1, 2, 1),
    "swamp": (1, 3, 0),
    "town": (1, 1, 1),
    "fortified": (1, 1, {"german": 2, "soviet": 1}),
}
TERRAIN_RULES = {
    "clear": "14.0-a",
    "forest": "14.0-b",
    "swamp": "14.0-c",
    "rough": "14.0-d",
    "town": "14.0-g",
    "fortified": "14.0-h",
}
WEATHER = {
    2: "thaw thaw thaw ice ice storm",
    3: "thaw ice ice storm storm storm",
    4: "thaw ice storm storm storm storm",
    5: "thaw ice ice ice storm storm",
    6: "thaw thaw ice ice ice storm",
    7: "thaw thaw thaw thaw ice storm",
    8: "thaw thaw thaw thaw thaw ice",
}
RIVER_CROSSING = {"storm": (0, 1, 1, 2, 2, 3), "thaw": (0, 1, 1, 1, 2, 3)}  # die 1 2 3 4 5, 6 and more
MOVEMENT_FACTORS = {"storm": (5, 7), "thaw": (7, 10), "ice": (9, 13)}  # non-mechanized, mechanized
COMBAT_RESULTS = {
    "1:2": "DR AS AL1 AL1 AL1 AL1",
    "1:1": "DR DR AS AL1 AL1 EX",
    "2:1": "DL1 DR DR AS AL1 EX",
    "3:1": "DL1+DR DL1 DR DR AS EX",
    "4:1": "DL1+DR DL1+DR DL1 DR DR EX",
    "5:1": "DL1+DR DL1+DR DL1+DR DL1 DR EX",
    "6:1": "DL1+DR DL1+DR DL1+DR DL1+DR DL1 EX",
    "7:1": "DL1+DR DL1+DR DL1+DR DL1+DR DL1+DR EX",
}

PLAIN: dict[str, Any] = {
    "terrain": dict.fromkeys(("3016", "3017", "3018", "3019", "3020"), "clear"),
    "rivers": {"none": [("3018", near) for near in ("3017", "3019", "2918", "2919", "3118", "3119")]},
}
"""Open country around 3018."""


def on(kind: str, **fields: Any) -> dict[str, Any]:
    """3018 of a kind of terrain, without rivers."""
    return {"terrain": {"3018": kind}, "rivers": PLAIN["rivers"], **fields}


def mover(unit: str, points: int, *others: str, **fields: Any) -> Lab:
    """A unit on the move with so many points left."""
    name, where = unit.split()[:2]
    stack = [
        {"frame": "Turn", "phase": 6},
        {"frame": "StackingCheck", "side": "german"},
        {"frame": "Movement", "side": "german"},
        {"frame": "Moving", "side": "german", "units": [name], "hex": where, "points": [points, points]},
    ]
    return Lab.at("", unit, *others, stack=stack, **fields)


# -- 14.0 terrain effects --------------------------------------------------------------------------------------------

TERRAIN = [pytest.param(kind, marks=pytest.mark.rule(rule)) for kind, rule in TERRAIN_RULES.items()]


@pytest.mark.parametrize("kind", TERRAIN)
def test_terrain_effects_are_as_printed(kind: str) -> None:
    row = GAME.tables["terrain"][kind]
    assert (row["non_mechanized"], row["mechanized"], row["shift"]) == TERRAIN_EFFECTS[kind]


@pytest.mark.parametrize("unit", ["371Inf", "16Pz"])
@pytest.mark.parametrize("kind", TERRAIN)
def test_what_terrain_costs_to_enter(kind: str, unit: str) -> None:
    cost = TERRAIN_EFFECTS[kind][unit == "16Pz"]
    assert mover(f"{unit} 3017", cost, **on(kind)).legal("move 3018")
    assert mover(f"{unit} 3017", cost - 1, **on(kind)).refused("move 3018") == "12.2-a"


@pytest.mark.parametrize("kind", TERRAIN)
def test_what_terrain_does_for_german_defenders(kind: str) -> None:
    lab = Lab.at("soviet-combat-1", "9Mech 3017", "16Pz 3018", **on(kind))
    columns = {"rough": -1, "town": -1, "fortified": -2}.get(kind)
    assert lab.shifts("attack 3018 9Mech") == ({TERRAIN_RULES[kind]: columns} if columns else {})


@pytest.mark.parametrize("kind", TERRAIN)
def test_what_terrain_does_for_soviet_defenders(kind: str) -> None:
    lab = Lab.at("german-combat-1", "16Pz 3017", "9Mech 3018", control=[], **on(kind))
    columns = {"rough": -1, "town": -1, "fortified": -1}.get(kind)
    assert lab.shifts("attack 3018 16Pz") == ({TERRAIN_RULES[kind]: columns} if columns else {})


@pytest.mark.rule("14.0-d")
def test_three_to_one_against_rough_terrain_is_fought_at_two_to_one() -> None:
    lab = Lab.at("german-combat-1", "A 3017 german panzer XX 6-6", "B 3018 soviet rifle XXX 2-2", **on("rough"))
    odds = lab.preview("attack 3018 A")
    assert (odds["ratio"], odds["column"]) == ("3:1", "2:1")


@pytest.mark.parametrize("kind", TERRAIN)
def test_where_attacks_are_concentric(kind: str) -> None:
    """Not against towns and fortified localities."""
    german = Lab.at("german-combat-1", "16Pz 3017", "11Pz 3019", "9Mech 3018", **on(kind))
    assert german.shifts("attack 3018 16Pz 11Pz").get("13.8.2-a", 0) == (0 if kind in ("town", "fortified") else 2)
    soviet = Lab.at("soviet-combat-1", "9Mech 3017", "6GTk 3019", "16Pz 3018", **on(kind))
    assert soviet.shifts("attack 3018 9Mech 6GTk").get("13.8.2-a", 0) == (0 if kind in ("town", "fortified") else 1)


@pytest.mark.parametrize(("attack", "steps"), [(6, 2), (12, 1)])
@pytest.mark.parametrize(
    ("kind", "side"),
    [
        pytest.param("town", "german", marks=pytest.mark.rule("14.0-g")),
        pytest.param("town", "soviet", marks=pytest.mark.rule("14.0-g")),
        pytest.param("fortified", "german", marks=pytest.mark.rule("14.0-h")),
        pytest.param("fortified", "soviet", marks=pytest.mark.rule("14.0-h")),
    ],
)
def test_defenders_of_towns_and_fortified_localities_do_not_retreat(
    kind: str, side: str, attack: int, steps: int
) -> None:
    """Neither from DR (1:1 or 2:1, a 2) nor from DL1+DR (4:1 or 5:1, a 2), which costs them a step."""
    other = "soviet" if side == "german" else "german"
    units = f"A 3017 {other} infantry XX {attack}-1", f"B 3018 {side} infantry XX 2-2/2-2"
    lab = Lab.at(f"{other}-combat-1", *units, **on(kind))
    lab.do("attack 3018", "add A", "commit", dice=(2,))
    assert lab.told("result")[-1].args["result"] == ("DR" if attack == 6 else "DL1+DR")
    assert (lab.hex("B"), lab.steps("B"), lab.decision) == ("3018", steps, "combat")


@pytest.mark.rule("14.0-e")
@pytest.mark.parametrize("weather", ["thaw", "storm"])
def test_a_river_costs_what_the_die_says_and_nothing_in_ice(weather: str) -> None:
    river = PLAIN | {"rivers": {"minor": [("3018", "3019")]}}
    lab = mover("16Pz 3018", 2, weather=weather, **river)
    lab.do("cross 3019", dice=(2,))
    assert lab.hex("16Pz") == "3019"
    lab = mover("16Pz 3018", 2, weather=weather, **river)
    lab.do("cross 3019", dice=(6,))
    assert lab.hex("16Pz") == "3018"
    assert mover("16Pz 3018", 1, weather="ice", **river).legal("move 3019")


@pytest.mark.rule("14.0-f")
@pytest.mark.parametrize("kind", ["minor", "major"])
@pytest.mark.parametrize("weather", ["ice", "thaw", "storm"])
def test_a_river_helps_the_defender_if_all_attack_across_it(weather: str, kind: str) -> None:
    wet = PLAIN | {"rivers": {**PLAIN["rivers"], kind: [("3018", "3017"), ("3018", "3118")]}}
    lab = Lab.at("german-combat-1", "16Pz 3017", "11Pz 3118", "17Pz 2918", "9Mech 3018", weather=weather, **wet)
    assert lab.shifts("attack 3018 16Pz") == {"14.0-f": -1}
    assert lab.shifts("attack 3018 16Pz 11Pz") == {"14.0-f": -1}
    assert lab.shifts("attack 3018 16Pz 17Pz") == {}


@pytest.mark.rule("14.0-f")
def test_a_river_helps_german_defenders_too_and_on_top_of_the_terrain() -> None:
    fields = on("town") | {"rivers": {"minor": [("3018", "3017")]}}
    lab = Lab.at("soviet-combat-1", "9Mech 3017", "16Pz 3018", **fields)
    assert lab.shifts("attack 3018 9Mech") == {"14.0-f": -1, "14.0-g": -1}


@pytest.mark.rule("14.0-f")
def test_artillery_that_fires_from_afar_crosses_no_river() -> None:
    wet = PLAIN | {"rivers": {"minor": [("3018", "3017")]}}
    lab = Lab.at("german-combat-1", "16Pz 3017", "18AD 3020", "9Mech 3018", **wet)
    assert lab.shifts("attack 3018 16Pz 18AD") == {"14.0-f": -1}


# -- 14.1 weather ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("14.1-a")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("turn", WEATHER)
def test_weather_table(turn: int, die: int) -> None:
    lab = Lab.at("weather", turn=turn, weather="ice" if turn < 6 else "storm")
    lab.state.play(f"roll {die}")
    assert lab.state.weather == WEATHER[turn].split()[die - 1]


@pytest.mark.rule("14.1-a")
def test_turn_one_is_thaw_without_a_die() -> None:
    lab = Lab.at("weather", turn=1, weather="ice")
    assert (lab.state.weather, lab.state.rolls, lab.decider) == ("thaw", 0, "soviet")


# -- 14.2 river crossing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("14.2-a")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("kind", ["minor", "major"])
@pytest.mark.parametrize("weather", RIVER_CROSSING)
def test_river_crossing_table(weather: str, kind: str, die: int) -> None:
    """The points are just enough, then one too few."""
    river = PLAIN | {"rivers": {kind: [("3018", "3019")]}}
    modified = min(die + (kind == "major"), 6)
    surcharge = RIVER_CROSSING[weather][modified - 1]
    lab = mover("16Pz 3018", 1 + surcharge, weather=weather, **river)
    lab.do("cross 3019", dice=(die,))
    assert lab.told("crossing")[-1].args["surcharge"] == surcharge
    assert lab.hex("16Pz") == "3019"
    lab = mover("16Pz 3018", surcharge, weather=weather, **river)
    if lab.legal("cross 3019"):
        lab.do("cross 3019", dice=(die,))
    assert lab.hex("16Pz") == "3018"


@pytest.mark.rule("14.2-a")
@pytest.mark.parametrize(
    ("river", "start", "target", "surcharge"),
    [
        ("Dnestr", "1522", "1621", 1),
        ("Prut", "0925", "1024", 1),
        ("Southern Bug", "3407", "3508", 1),
        ("Strypa", "0508", "0608", 0),
        ("Seret", "1116", "1216", 0),
        ("Zbruch", "1611", "1711", 0),
        ("Smotrich", "2016", "2116", 0),
        ("Murafa", "4021", "4121", 0),
    ],
)
def test_the_dnestr_the_bug_and_the_prut_add_one_to_the_die(
    river: str, start: str, target: str, surcharge: int
) -> None:
    assert [start, target] in next(r["hexsides"] for r in GAME.map_data["rivers"] if r["name"] == river)
    lab = mover(f"371Inf {start}", 7, weather="thaw")
    lab.do(f"cross {target}", dice=(1,))
    assert lab.told("crossing")[-1].args["surcharge"] == surcharge


@pytest.mark.rule("14.2-b")
@pytest.mark.parametrize(
    ("weather", "start", "target"),
    [
        ("thaw", "clear", "town"),
        ("storm", "town", "clear"),
        ("storm", "clear", "fortified"),
        ("thaw", "fortified", "clear"),
        ("ice", "clear", "clear"),
    ],
)
def test_crossings_at_towns_and_in_ice_cost_nothing(weather: str, start: str, target: str) -> None:
    fields = {"terrain": {"3018": start, "3019": target}, "rivers": {"major": [("3018", "3019")]}}
    lab = mover("16Pz 3018", 1, weather=weather, **fields)
    assert lab.actions("cross") == []
    assert lab.legal("move 3019")


# -- 14.3 movement factors -------------------------------------------------------------------------------------------


@pytest.mark.rule("14.3-a")
@pytest.mark.parametrize("unit", ["371Inf", "16Pz"])
@pytest.mark.parametrize("weather", MOVEMENT_FACTORS)
def test_movement_factor_table(weather: str, unit: str) -> None:
    factor = MOVEMENT_FACTORS[weather][unit == "16Pz"]
    line = [f"30{row:02}" for row in range(8, 23)]
    fields = {"terrain": dict.fromkeys(line, "clear"), "rivers": {"none": list(zip(line, line[1:], strict=False))}}
    lab = Lab.at("german-move-1", f"{unit} 3008", weather=weather, **fields)
    lab.do(f"select {unit}")
    assert lab.legal(f"move {line[factor]}")
    assert lab.refused(f"move {line[factor + 1]}") == "12.2-a"


@pytest.mark.rule("14.3-a")
def test_zones_do_not_matter_in_a_storm() -> None:
    """From zone to zone, and on."""
    lab = mover("16Pz 3017", 2, "9Mech 3118", weather="storm", **PLAIN)
    lab.do("move 3018", "move 3019")
    assert lab.hex("16Pz") == "3019"
    assert mover("16Pz 3017", 1, "9Mech 3118", weather="thaw", **PLAIN).refused("move 3018") == "7.2-c"


# -- 14.4 combat results ---------------------------------------------------------------------------------------------


def fight(attack: int, defence: int, **fields: Any) -> Lab:
    """An attack in open country, with so many factors on either side, ready to be committed."""
    units = f"A 3017 german panzer XX {attack}-9/9-9", f"B 3018 soviet tank XXX 9-{defence}/9-9"
    lab = Lab.at("german-combat-1", *units, **PLAIN, **fields)
    lab.do("attack 3018", "add A")
    return lab


@pytest.mark.rule("14.4-a")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("column", COMBAT_RESULTS)
def test_combat_results_table(column: str, die: int) -> None:
    attack, defence = map(int, column.split(":"))
    lab = fight(attack, defence)
    lab.do("commit", dice=(die,))
    result = COMBAT_RESULTS[column].split()[die - 1]
    assert lab.told("odds")[-1].args["column"] == column
    assert lab.told("result")[-1].args["result"] == result
    assert lab.steps("A") == (1 if result in ("AL1", "EX") else 2)
    assert lab.steps("B") == (1 if "DL1" in result or result == "EX" else 2)
    assert lab.decision == ("retreat" if "DR" in result else "combat")


@pytest.mark.rule("14.4-a")
@pytest.mark.parametrize(("attack", "defence", "result"), [(1, 3, "AL1"), (4, 9, "AL1"), (8, 1, "DL1+DR")])
def test_beyond_the_table_there_is_no_die(attack: int, defence: int, result: str) -> None:
    lab = fight(attack, defence)
    lab.do("commit", dice=())
    assert lab.told("automatic")[-1].args["result"] == result
    assert (lab.steps("A"), lab.steps("B")) == ((1, 2) if result == "AL1" else (2, 1))


@pytest.mark.rule("14.4-a")
@pytest.mark.parametrize("column", COMBAT_RESULTS)
def test_the_preview_gives_each_result_its_sixths(column: str) -> None:
    attack, defence = map(int, column.split(":"))
    printed = COMBAT_RESULTS[column].split()
    found = fight(attack, defence).preview()["results"]
    assert found == pytest.approx({result: printed.count(result) / 6 for result in printed})
