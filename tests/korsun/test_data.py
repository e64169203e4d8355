"""Units, scenarios and tables of Korsun Pocket: complete, consistent, and true to the rulebook's examples."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

import kessel.games
from kessel.cartography import draw_counter, load
from kessel.cartography.drawing.symbols import TYPES

GAME = Path(kessel.games.__file__).parent / "korsun"
SIDES = ("soviet", "german")


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((GAME / name).read_text(encoding="utf-8"))
    return found


DRAWN = load(GAME / "map")
DATA = _read("units.yaml")
UNITS: dict[str, dict[str, Any]] = {u["id"]: u for u in DATA["units"]}
ORGANISATIONS = DATA["organisations"]
SCENARIOS = {path.stem: _read(f"scenarios/{path.name}") for path in sorted((GAME / "scenarios").glob("*.yaml"))}
COMBAT, TERRAIN, WEATHER = (_read(f"tables/{name}.yaml") for name in ("combat", "terrain", "weather"))

# -- units ---------------------------------------------------------------------------------------------------------


def _counts(text: str) -> dict[str, int]:
    names, numbers = text.split()[::2], text.split()[1::2]
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


CHITS = _counts(  # 15.1-d, 15.1-e
    "27A 7 5GTC 4 18TC 3 3TC 3 5MC 5 29TC 3 16TC 4 20TC 2 5GCC 3 6TA 5 4GA 6 52A 5 soviet_air 5 "
    "encircled 10 relief 15 luftwaffe 3"
)
COUNTS = _counts(
    "27A 16 6TA 12 5MC 8 4GA 18 18TC 6 29TC 6 20TC 5 5GTC 7 16TC 8 3TC 6 5GCC 11 52A 9 encircled 37 relief 44"
)


def test_there_are_280_counters() -> None:
    chits = {name: len(o["chits"]) for name, o in ORGANISATIONS.items()}
    assert chits == CHITS
    assert Counter(u["organisation"] for u in UNITS.values()) == COUNTS
    assert (len(DATA["units"]), len(UNITS), sum(chits.values())) == (193, 193, 83)
    air_supply, turn, weather = SCENARIOS["korsun"]["air_supply"], 1, 1
    assert len(UNITS) + sum(chits.values()) + air_supply + turn + weather == 280


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS.keys())
def test_unit_is_whole(unit: dict[str, Any]) -> None:
    organisation, formation = ORGANISATIONS[unit["organisation"]], DATA["formations"][unit["formation"]]
    assert unit["side"] == organisation["side"] == formation["side"]
    assert formation["organisation"] == unit["organisation"] == unit["colour"]
    assert unit["type"] in DATA["types"]
    assert unit["size"] in ("II", "III", "X")
    assert " " not in unit["id"]
    assert len(unit["id"]) <= 12
    assert set(unit["name"]) == {"en", "es"}
    steps = unit["steps"]
    assert len(steps) in (1, 2)
    assert all(len(step) == 3 and min(step) >= 0 and step[1] > 0 for step in steps)
    if len(steps) == 2:
        full, depleted = steps
        assert depleted != full
        assert all(d <= f for d, f in zip(depleted, full, strict=True))
        assert depleted[2] == full[2]


def test_every_formation_and_type_is_used() -> None:
    assert {u["formation"] for u in UNITS.values()} == set(DATA["formations"])
    assert {u["type"] for u in UNITS.values()} == set(DATA["types"])
    assert {u["organisation"] for u in UNITS.values()} == {n for n, o in ORGANISATIONS.items() if not o.get("air")}


def test_identities_are_not_mistaken_for_each_other() -> None:
    faces = Counter((u["side"], u["formation"], u["text"], u["type"]) for u in UNITS.values())
    assert max(faces.values()) == 1


def test_units_of_the_rulebook_are_there() -> None:
    assert UNITS["72-A"]["steps"] == [[2, 3, 6]]  # 10.0-e6
    assert len(UNITS["5MC-1700"]["steps"]) == 1  # 10.0-e4
    assert len(UNITS["5GTC-1696"]["steps"]) == 2  # 10.0-e3
    assert len(UNITS["14Pz-103"]["steps"]) == 2  # 10.0-e5
    assert {"69G-206", "69G-208", "373-1239", "72-266", "16TC-15", "16TC-289G", "1SS-II-1"} <= set(UNITS)
    assert UNITS["16TC-11G"]["steps"][1][1] == 3  # EX-3: depleted, defence 3
    assert UNITS["1SS-II-Pz1"]["steps"][0][0] == 3  # EX-3: attack 3
    assert len(UNITS["16TC-Var"]["steps"]) == len(UNITS["16TC-107"]["steps"]) == 2  # EX-2, EX-4b
    assert [u["id"] for u in UNITS.values() if u["steps"][0][0] == 0]  # 14.0-a


def test_chits_allow_the_examples() -> None:
    relief, luftwaffe = ORGANISATIONS["relief"]["chits"], ORGANISATIONS["luftwaffe"]["chits"]
    assert 6 in relief  # EX-3
    corps = ORGANISATIONS["16TC"]["chits"]
    assert 4 in {a + b for i, a in enumerate(corps) for b in corps[i + 1 :]}  # EX-3
    defence = UNITS["16TC-109"]["steps"][0][1]
    assert 10 in {a + r - defence for a in luftwaffe for r in relief}  # EX-1


def test_5th_guards_tank_army_is_held() -> None:
    assert {n for n, o in ORGANISATIONS.items() if o["held"]} == {"20TC", "5GTC", "18TC", "29TC"}  # 19.0-a
    assert {n for n, o in ORGANISATIONS.items() if o.get("air")} == {"soviet_air", "luftwaffe"}
    assert {n: o["force"] for n, o in ORGANISATIONS.items() if "force" in o} == {
        "encircled": "encircled",
        "relief": "relief",
    }


def test_engineers_and_returning_infantry() -> None:
    types = DATA["types"]
    engineers = [u for u in UNITS.values() if types[u["type"]]["engineer"]]
    assert Counter(u["organisation"] for u in engineers) == {"encircled": 5, "relief": 5}
    returning = [
        u
        for u in UNITS.values()
        if u["organisation"] == "encircled" and types[u["type"]]["infantry"] and len(u["steps"]) == 1
    ]
    assert len(returning) == 11  # 18.0-e, AMB-42
    assert not any(row["infantry"] and row["mobile"] for row in types.values())


def test_every_unit_has_a_hex_of_its_own_in_its_area() -> None:
    areas = {name.removeprefix("setup/"): set(hexes) for name, hexes in DRAWN["areas"].items()}
    assert all(u["hex"] in areas[u["area"]] for u in UNITS.values())
    assert len({u["hex"] for u in UNITS.values()}) == len(UNITS)
    wanted = Counter(u["area"] for u in UNITS.values())
    assert set(wanted) == set(areas)
    assert all(len(areas[name]) >= number for name, number in wanted.items())
    assert all(u["area"].split("/")[0] == u["organisation"] for u in UNITS.values())


def test_areas_belong_to_one_formation_or_unit() -> None:
    """20.0-h, 20.0-q: no other unit may be set up there."""
    formations: dict[str, set[str]] = {}
    for u in UNITS.values():
        formations.setdefault(u["area"], set()).add(u["formation"])
    assert all(len(found) == 1 for found in formations.values())


def test_every_counter_can_be_drawn() -> None:
    assert set(DATA["types"]) <= TYPES
    for u in UNITS.values():
        af, df, ma = u["steps"][0]
        organisation, formation = ORGANISATIONS[u["organisation"]], DATA["formations"][u["formation"]]
        face = {field: u[field] for field in ("text", "type", "size", "side")}
        values = {"af": af, "df": df, "ma": ma}
        drawn = draw_counter({**face, **values, "parent": formation["text"], "colour": organisation["colour"]})
        assert f">{af}-{df}-{ma}<" in drawn


# -- scenarios -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_is_whole(name: str) -> None:
    scenario = SCENARIOS[name]
    assert scenario["id"] == name
    assert scenario["learning"] == name.startswith("learning-")
    assert scenario["difficulty"] in (1, 2, 3)
    assert scenario["minutes"] > 0
    for field in ("title", "summary"):
        assert set(scenario[field]) == {"en", "es"}
    turns = scenario["turns"]
    assert [t["turn"] for t in turns] == list(range(1, len(turns) + 1))
    days = [day for t in turns for day in (t["from"], t["to"])]
    assert all(isinstance(day, date) for day in days)
    assert days == sorted(days)
    assert (scenario["first_player"], scenario["weather"]) == ("soviet", "clear")  # 20.0-e, 11.0-a
    assert scenario["setup"]["order"] == ["soviet", "german"]  # 20.0-f, 20.0-p


@pytest.mark.parametrize("name", SCENARIOS)
def test_sources_are_road_hexes_in_play(name: str) -> None:
    scenario = SCENARIOS[name]
    roads = {h for way in DRAWN["roads"] for h in way["hexes"]}
    forces = {u["organisation"] for u in _in_play(scenario)} & {"relief", "encircled"}
    assert set(scenario["supply"]) == {"soviet", *forces}
    hexes = [h for named in scenario["supply"].values() for h in named]
    for h in hexes:
        assert h in DRAWN["edges"] or h in roads or h == scenario.get("airfield"), h
        assert h in DRAWN["edges"] or _inside(scenario, h)


def test_battle_is_that_of_the_rulebook() -> None:
    battle = SCENARIOS["korsun"]
    assert len(battle["turns"]) == 12  # 20.0-b
    assert (battle["turns"][0]["from"], battle["turns"][-1]["to"]) == (date(1944, 2, 10), date(1944, 2, 17))
    assert battle["victory"] == {"measure": "link", "edge": "german_link", "tactical": 10}
    assert DRAWN["edges"]["german_link"]["gates"]
    assert battle["supply"]["encircled"] == [*battle["supply"]["relief"], "4007"]  # 12.0-g, 12.0-h


@pytest.mark.parametrize("name", [n for n in SCENARIOS if n != "korsun"])
def test_learning_scenario_stands_on_its_ground(name: str) -> None:
    scenario = SCENARIOS[name]
    people = {p["hex"] for p in DRAWN["places"] if p.get("population")}
    for side in SIDES:
        for u in scenario["units"][side]:
            assert UNITS[u]["side"] == side
            assert _inside(scenario, UNITS[u]["hex"]), u
    pools = {u["organisation"] for u in _in_play(scenario)} | {"luftwaffe", "soviet_air"}
    assert set(scenario["chits"]) == pools
    for pool, chits in scenario["chits"].items():
        assert not Counter(chits) - Counter(ORGANISATIONS[pool]["chits"]), pool
    victory = scenario["victory"]
    assert set(victory["hexes"]) <= people
    assert victory.get("draw", 0) < victory["german"] <= len(victory["hexes"])


def _in_play(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    if scenario["units"] == "all":
        return list(UNITS.values())
    return [UNITS[u] for side in SIDES for u in scenario["units"][side]]


def _inside(scenario: dict[str, Any], h: str) -> bool:
    if scenario["area"] == "all":
        return True
    (left, right), (top, bottom) = scenario["area"]["columns"], scenario["area"]["rows"]
    return bool(left <= int(h[:2]) <= right and top <= int(h[2:]) <= bottom)


# -- tables --------------------------------------------------------------------------------------------------------


def _result(row: str, differential: int, die: int) -> str:
    column = sum(differential >= least for least in COMBAT["rows"][row])
    return str(COMBAT["dice"][die][column])


@pytest.mark.parametrize("example", COMBAT["examples"], ids=lambda e: e["example"])
def test_combat_table_gives_the_results_of_the_examples(example: dict[str, Any]) -> None:
    assert _result(example["row"], example["differential"], example["die"]) == example["result"]


def test_examples_are_those_of_the_rulebook() -> None:
    cells = {(e["row"], e["differential"], e["die"], e["result"]) for e in COMBAT["examples"]}
    assert {
        ("village", 10, 2, "D2"),
        ("bridge", 2, 2, "Ex"),
        ("minor_river", 1, 2, "."),
        ("bridge", 5, 4, "Ex"),
    } <= cells
    # EX-2: two relief chits against an anti-tank regiment in the open; most draws allow the D2 of the example.
    defence = UNITS["16TC-Var"]["steps"][0][1]
    chits = ORGANISATIONS["relief"]["chits"]
    draws = [a + b - defence for i, a in enumerate(chits) for b in chits[i + 1 :]]
    assert sum(_result("clear", d, 2) == "D2" for d in draws) > len(draws) / 2


def test_combat_table_has_every_result_and_no_other() -> None:
    assert {cell for row in COMBAT["dice"].values() for cell in row} == set(COMBAT["results"])
    assert list(COMBAT["dice"]) == list(range(1, COMBAT["die"] + 1))
    widths = {len(row) for row in COMBAT["dice"].values()} | {len(row) + 1 for row in COMBAT["rows"].values()}
    assert widths == {12}


def test_combat_table_is_monotone() -> None:
    """A higher differential or a lower die never harms the attacker."""
    rank = {result: i for i, result in enumerate(COMBAT["results"])}
    table = [[rank[cell] for cell in row] for row in COMBAT["dice"].values()]
    for row in table:
        assert row == sorted(row, reverse=True)
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column)
    for row in COMBAT["rows"].values():
        assert row == sorted(set(row))


def test_terrain_rows_keep_their_order() -> None:
    """Bridge is worse for the attacker than clear and better than a river; no river beats rough (7.4-d)."""
    rows = COMBAT["rows"]

    def harder(a: str, b: str) -> bool:
        return all(x >= y for x, y in zip(rows[a], rows[b], strict=True))

    assert harder("bridge", "clear")
    assert rows["bridge"] != rows["clear"]
    assert harder("minor_river", "bridge")
    assert rows["minor_river"] != rows["bridge"]
    assert harder("major_river", "minor_river")
    assert harder("rough", "major_river")
    assert harder("city", "village")
    assert rows["airfield"] == rows["clear"]


def test_terrain_costs_follow_the_rulebook() -> None:
    scale, hexes = TERRAIN["scale"], TERRAIN["hexes"]
    for mobility in ("leg", "mobile"):
        assert hexes["clear"][mobility] == scale  # 5.2-a
        assert all(row[mobility] > scale for name, row in hexes.items() if name not in ("clear", "airfield"))
        assert TERRAIN["ways"]["road"][mobility] * 2 == scale  # 5.2.1-a
        assert TERRAIN["ways"]["rail"][mobility] == scale  # 5.2.2-a
        assert TERRAIN["hexsides"]["bridge"][mobility] == 0  # 5.2-d
        assert all(row[mobility] > 0 for name, row in TERRAIN["hexsides"].items() if name != "bridge")  # 5.2-b
    rows = [*hexes.values(), *TERRAIN["hexsides"].values()]
    assert {row["combat"] for row in rows} == set(COMBAT["rows"])
    blocked = {name for name, row in TERRAIN["hexsides"].items() if row["supply"] == "blocked"}
    assert blocked == {"minor_river", "major_river"}  # 12.1-a


def test_weather_is_that_of_the_rulebook() -> None:
    assert WEATHER["first"] == "clear"  # 11.0-a
    assert WEATHER["roller"] == "german"  # 11.0-b
    assert WEATHER["roll"] == ["clear"] * 4 + ["fog", "precipitation"]  # 11.0-c
    effects = WEATHER["effects"]
    assert {name: (e["air"], e["air_supply"], e["die"]) for name, e in effects.items()} == {
        "clear": (True, True, 0),
        "fog": (False, False, 0),
        "precipitation": (False, False, 1),
    }


def test_every_file_says_where_it_comes_from() -> None:
    for data in (DATA, COMBAT, TERRAIN, WEATHER, *SCENARIOS.values()):
        assert data["provenance"]
