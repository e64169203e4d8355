"""Units, scenarios and tables of Debrecen 1944: complete, consistent, and true to the rulebook's lists and examples."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

import kessel.games
from kessel.cartography import draw_counter, load
from kessel.cartography.checks import grid_of
from kessel.hexes import Sides, flood

GAME = Path(kessel.games.__file__).parent / "debrecen"
SIDES = ("axis", "allied")


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((GAME / name).read_text(encoding="utf-8"))
    return found


DRAWN = load(GAME / "map")
GRID = grid_of(DRAWN)
DATA = _read("units.yaml")
HQS: dict[str, dict[str, Any]] = {u["id"]: u for u in DATA["headquarters"]}
UNITS: dict[str, dict[str, Any]] = {u["id"]: u for u in DATA["units"]}
ALL = {**HQS, **UNITS}
FORMATIONS, TYPES = DATA["formations"], DATA["types"]
SCENARIOS = {path.stem: _read(f"scenarios/{path.name}") for path in sorted((GAME / "scenarios").glob("*.yaml"))}
TABLES = {path.stem: _read(f"tables/{path.name}") for path in sorted((GAME / "tables").glob("*.yaml"))}
COMBAT, ARMOUR, TERRAIN, ACTIONS, SUPPORT = (
    TABLES[name] for name in ("combat", "armour", "terrain", "actions", "support")
)
BATTLE = SCENARIOS["debrecen"]
MARKERS: dict[str, dict[str, Any]] = {m["id"]: m for m in SUPPORT["markers"]}

# -- units ---------------------------------------------------------------------------------------------------------


def _counts(text: str) -> dict[str, int]:
    names, numbers = text.split()[::2], text.split()[1::2]
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


# 15.1.2, 15.1.3, 15.3: counters of each formation, of the divisions and corps that the lists name.
PER_FORMATION = _counts(
    "vii-hdt 2 iii-pzk 18 lxxii-ak 8 lvii-pzk 3 iv-pzk 8 ii-hdt 3 ix-hdt 5 xxix-ak 3 axis-independent 2 "
    "pliev 11 6-abg 13 53a 8 18tk 4 i-r 4 gorshkov 7 27a 8 7ag 3"
)
PER_DIVISION = {
    **_counts("FHH 3 Po 3 7M 4 4CCG 3 6CCG 3 5TK 4 23TK 4 5CC 3 27G 2 57 3 49 3 33 4"),
    "23 Pz": 4,
    "1 Pz": 4,
    "13 Pz": 4,
    "24 Pz": 4,
    "76 ID": 3,
    "46 ID": 3,
    "9 CM": 4,
}


def test_counters_are_those_of_the_rulebooks_lists() -> None:
    assert Counter(u["formation"] for u in UNITS.values()) == PER_FORMATION
    divisions = Counter(u["division"] for u in UNITS.values() if "division" in u)
    assert {name: divisions[name] for name in PER_DIVISION} == PER_DIVISION
    assert (len(DATA["units"]), len(UNITS), len(HQS)) == (110, 110, 15)
    assert Counter(u["side"] for u in UNITS.values()) == {"axis": 52, "allied": 58}


SETUP = {  # 15.1.2, 15.1.3
    "2402": "12Rh",
    "2508": "4Rh",
    "2205": "HQ-VII-Hdt",
    "2507": "126-23Pz I-23Pz",
    "2410": "128-23Pz II-23Pz",
    "2510": "KG-MT",
    "2010": "1-1Pz I-1Pz",
    "2514": "113-1Pz II-1Pz",
    "1917": "228StuG",
    "1409": "HQ-III-PzK 325StuG",
    "1220": "Pz-FHH Fus-FHH",
    "1120": "Gren-FHH",
    "1521": "109BrPz",
    "2307": "HQ-LXXII-AK 12AA",
    "2226": "KG-Szolnok",
    "2405": "178-76 203-76 230-76",
    "2718": "64-7M",
    "2615": "9-4G",
    "2610": "8-6G",
    "3014": "HQ-Pliev 78Rgt",
    "2505": "78-33",
    "2605": "HQ-6-ABG 337-33",
    "2604": "1TVr",
    "2503": "3r",
    "2925": "297-27G 409-27G",
    "3025": "HQ-53A",
}


def test_set_up_is_that_of_the_rulebook() -> None:
    found: dict[str, list[str]] = {}
    for u in ALL.values():
        if "setup" in u:
            found.setdefault(u["setup"][0], []).append(u["id"])
    assert found == {name: ids.split() for name, ids in SETUP.items()}
    choices = {u["id"]: set(u["setup"]) for u in ALL.values() if len(u.get("setup", ())) > 1}
    assert choices == {name: {"1220", "1120"} for name in ("Pz-FHH", "Fus-FHH", "Gren-FHH")}


ARRIVALS = {  # 15.3: turn, entry, number of counters, HQs among them
    "axis": {(1, "1+3"): 4, (2, "1"): 4, (3, "8"): 3, (3, "1"): 1, (4, "1"): 1, (5, "1"): 3}
    | {(7, "1"): 5, (7, "7"): 4, (9, "4-7 (1)"): 10},
    "allied": {(1, "F-G"): 9, (1, "B-C"): 3, (1, "C/D"): 2, (1, "E"): 2, (2, "A+1"): 10, (3, "A"): 5}
    | {(5, "H"): 5, (6, "H"): 3, (7, "H-8 (1)"): 9, (9, "A"): 4},
}


def _written(arrives: dict[str, Any]) -> str:
    if "between" in arrives:
        text = "-".join(arrives["between"])
    elif "any_of" in arrives:
        text = "/".join(arrives["any_of"])
    else:
        text = arrives["entry"] + (f"+{arrives['around']}" if "around" in arrives else "")
    return text + (f" ({arrives['points']})" if "points" in arrives else "")


@pytest.mark.parametrize("side", SIDES)
def test_arrivals_are_those_of_the_rulebook(side: str) -> None:
    found = Counter(
        (u["arrives"]["turn"], _written(u["arrives"])) for u in ALL.values() if u["side"] == side and "arrives" in u
    )
    assert found == ARRIVALS[side]


def entry_hexes(arrives: dict[str, Any]) -> list[str]:
    """The edge hexes by which a unit may come in."""
    edges = DRAWN["edges"]
    if "hex" in arrives:
        return [arrives["hex"]]
    if "any_of" in arrives:
        return [edges[code]["hexes"][0] for code in arrives["any_of"]]
    # Round the map without doubling its corners.
    west, south = edges["west"]["hexes"][::-1], edges["south"]["hexes"][::-1]
    ring = [*edges["north"]["hexes"], *edges["east"]["hexes"][1:], *south[1:], *west[1:-1]]
    if "between" in arrives:
        a, b = sorted(ring.index(edges[code]["hexes"][0]) for code in arrives["between"])
        return ring[a : b + 1] if b - a <= len(ring) // 2 else [*ring[b:], *ring[: a + 1]]
    at, around = ring.index(edges[arrives["entry"]]["hexes"][0]), arrives.get("around", 0)
    return [ring[i % len(ring)] for i in range(at - around, at + around + 1)]


def test_reinforcements_come_in_over_hexes_of_the_edge() -> None:
    wanted = {_written(u["arrives"]): entry_hexes(u["arrives"]) for u in ALL.values() if "arrives" in u}
    assert {name: (hexes[0], hexes[-1], len(hexes)) for name, hexes in wanted.items()} == {
        "1": ("2229", "2229", 1),
        "1+3": ("2529", "1929", 7),
        "7": ("0601", "0601", 1),
        "8": ("1401", "1401", 1),
        "4-7 (1)": ("0112", "0601", 17),
        "A": ("3025", "3025", 1),
        "A+1": ("3024", "3026", 3),
        "B-C": ("3016", "3021", 6),
        "C/D": ("3016", "3014", 2),
        "E": ("3011", "3011", 1),
        "F-G": ("3005", "3008", 4),
        "H": ("1801", "1801", 1),
        "H-8 (1)": ("1401", "1801", 5),
    }
    for hexes in wanted.values():
        assert all(GRID.around[GRID.hex(h)].bit_count() < 6 for h in hexes)


@pytest.mark.parametrize("unit", ALL.values(), ids=ALL.keys())
def test_unit_is_whole(unit: dict[str, Any]) -> None:
    formation = FORMATIONS[unit["formation"]]
    nation = DATA["nationalities"][unit["nationality"]]
    assert unit["side"] == formation["side"] == nation["side"]
    assert unit["type"] in TYPES
    assert unit["size"] in ("II", "III", "X", "XX", "KG", "XXX", "XXXX")
    assert " " not in unit["id"]
    assert len(unit["id"]) <= 12
    assert set(unit["name"]) == {"en", "es"}
    assert 1 <= unit["quality"] <= 6
    assert ("setup" in unit) != ("arrives" in unit)
    steps = unit["steps"]
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] >= 1
    stars = unit.get("stars", {})
    assert set(stars) <= {"yellow", "white"}
    assert all(1 <= count <= 3 for count in stars.values())  # 1.1


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS.keys())
def test_steps_follow_the_loss_marker(unit: dict[str, Any]) -> None:
    steps = unit["steps"]
    assert len(steps) in (2, 3)  # 1.2
    if len(steps) == 3:
        assert steps[1] == steps[0] - DATA["sides"][unit["side"]]["loss"]
    if steps[-1] == 1:
        assert unit["nationality"] in ("soviet", "romanian")  # 0.3


def test_every_formation_has_its_headquarters() -> None:
    assert {f["hq"] for f in FORMATIONS.values() if "hq" in f} == set(HQS)
    assert {name for name, f in FORMATIONS.items() if f.get("independent")} == {"axis-independent", "18tk"}  # 1.1
    assert {u["formation"] for u in UNITS.values()} == set(FORMATIONS)
    assert {u["type"] for u in ALL.values()} == set(TYPES)
    for name, formation in FORMATIONS.items():
        if "hq" in formation:
            hq = HQS[formation["hq"]]
            assert (hq["formation"], hq["nationality"], hq["type"]) == (name, formation["nationality"], "hq")
            assert hq["range"] == DATA["nationalities"][hq["nationality"]]["range"]


def test_headquarters_follow_the_rulebook() -> None:
    ranges = {name: nation["range"] for name, nation in DATA["nationalities"].items()}
    assert ranges == {"romanian": 4, "soviet": 6, "hungarian": 6, "german": 8}  # 8.1
    for hq in HQS.values():
        assert hq["steps"] == [1]  # 0.3
        assert hq["support"] >= 1
        both = hq["nationality"] == "hungarian" or hq["id"] == "HQ-LVII-PzK"  # 1.5, exceptions 1 and 2
        assert set(hq["uses"]) == ({"german", "hungarian"} if both else {hq["nationality"]})


def test_support_levels_hold_the_markers() -> None:
    """From turn to turn the HQs on the map can hold nearly all markers received."""
    for side in SIDES:
        for turn in range(1, 12):
            markers = sum(m["turn"] <= turn for m in MARKERS.values() if m["side"] == side)
            room = sum(
                h["support"]
                for h in HQS.values()
                if h["side"] == side and h.get("arrives", {"turn": 0})["turn"] <= turn
            )
            assert room >= markers - 1, (side, turn)


def test_mobility_is_that_of_the_rulebook() -> None:
    found = {name: (m["points"], m["movement"], m["column"]) for name, m in DATA["mobility"].items()}
    assert found == {"foot": (2, 4, "infantry"), "horse": (3, 6, "infantry"), "mechanised": (3, 6, "mechanised")}
    assert all(not t.get("tank") or t.get("armoured") for t in TYPES.values())
    assert all((t["mobility"] == "mechanised") == bool(t.get("armoured")) for n, t in TYPES.items() if n != "hq")
    assert {n for n, t in TYPES.items() if t.get("cavalry")} == {"cavalry", "mech_cavalry"}


def test_units_of_the_examples_fit_them() -> None:
    assert UNITS["8-6G"]["steps"][0] + UNITS["13-6G"]["steps"][0] == 16  # final example
    assert UNITS["Pz-FHH"]["steps"][0] == 5
    assert UNITS["8-6G"]["quality"] == UNITS["13-6G"]["quality"] == UNITS["Pz-FHH"]["quality"]
    assert UNITS["KG-MT"]["quality"] <= 4  # 4.4: a 5 fails
    assert len(UNITS["297-27G"]["steps"]) == 3  # 15.5
    assert any(u["quality"] == 5 for u in UNITS.values())  # 9.4
    assert TYPES[UNITS["13-6G"]["type"]]["armoured"]  # it loses an armoured step
    for name in ("110-49", "KG-MT", "178-76"):
        assert not TYPES[UNITS[name]["type"]].get("armoured")
        assert "stars" not in UNITS[name]
    for name in ("1GA-49", "KG-Szolnok"):  # 7.5: infantry with stars
        assert not TYPES[UNITS[name]["type"]].get("armoured")
        assert UNITS[name]["stars"]


def test_groups_are_those_of_the_doctrine() -> None:
    groups = Counter(u["group"] for u in UNITS.values() if "group" in u)
    assert groups == {"18TK": 4, "24 Pz": 4}  # 9.2, 9.3
    added = {entry["group"] for side in DATA["sides"].values() for entry in side["adds"] if "group" in entry}
    assert added == set(groups)
    assert {name: (s["loss"], s["specific"]) for name, s in DATA["sides"].items()} == {"allied": (3, 4), "axis": (2, 4)}


def _counter(unit: dict[str, Any]) -> dict[str, Any]:
    kind, nation = TYPES[unit["type"]], DATA["nationalities"][unit["nationality"]]
    face = {field: unit[field] for field in ("text", "size", "side")}
    hq = unit["type"] == "hq"
    values = (unit["range"], unit["support"]) if hq else (unit["steps"][0], len(unit["steps"]), unit["quality"])
    return {
        **face,
        "type": kind["symbol"],
        "colour": DATA["ss_colour"] if unit.get("ss") else DATA["sides"][unit["side"]]["colour"],
        "band": FORMATIONS[unit["formation"]]["colour"],
        "lying": kind["mobility"] == "mechanised",
        "mark": nation.get("mark"),
        "stars": unit.get("stars", {}),
        "values": "-".join(map(str, values)),
        "red": unit.get("red", False),
    }


def test_every_counter_can_be_drawn() -> None:
    for unit in ALL.values():
        spec = _counter(unit)
        assert f">{spec['values']}<" in draw_counter(spec)
    faces = Counter((u["side"], u["text"], u["type"]) for u in ALL.values())
    assert max(faces.values()) == 1


# -- scenarios -----------------------------------------------------------------------------------------------------


def _placed(scenario: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """The units on the map at the start, each with its hex."""
    if scenario["units"] == "all":
        return [(u, u["setup"][0]) for u in ALL.values() if "setup" in u]
    return [(ALL[e["unit"]], e["hex"]) for side in SIDES for e in scenario["units"][side] if "hex" in e]


def _inside(scenario: dict[str, Any], name: str) -> bool:
    if scenario["area"] == "all":
        return True
    (left, right), (top, bottom) = scenario["area"]["columns"], scenario["area"]["rows"]
    return bool(left <= int(name[2:]) <= right and top <= int(name[:2]) <= bottom)


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_is_whole(name: str) -> None:
    scenario = SCENARIOS[name]
    assert scenario["id"] == name
    assert scenario["learning"] == (name != "debrecen")
    assert scenario["difficulty"] in (1, 2, 3)
    assert scenario["minutes"] > 0
    for field in ("title", "summary"):
        assert set(scenario[field]) == {"en", "es"}
    turns = scenario["turns"]
    assert [t["turn"] for t in turns] == list(range(turns[0]["turn"], turns[0]["turn"] + len(turns)))
    days = [day for t in turns for day in (t["from"], t["to"])]
    assert all(isinstance(day, date) for day in days)
    assert days == sorted(days)


@pytest.mark.parametrize("name", SCENARIOS)
def test_units_stand_on_legal_hexes_within_stacking(name: str) -> None:
    scenario = SCENARIOS[name]
    stacks: dict[str, list[dict[str, Any]]] = {}
    for unit, at in _placed(scenario):
        assert at in GRID.index
        assert _inside(scenario, at)
        stacks.setdefault(at, []).append(unit)
        if TYPES[unit["type"]].get("tank") and DRAWN["terrain"].get(at) == "rough":
            assert at in {h for way in DRAWN["roads"] for h in way["hexes"]}
    for at, units in stacks.items():
        assert len({u["side"] for u in units}) == 1, at
        assert sum(len(u["steps"]) for u in units if u["type"] != "hq") <= COMBAT["stacking"], at


@pytest.mark.parametrize("name", SCENARIOS)
def test_headquarters_are_safe_at_the_start(name: str) -> None:
    """No HQ stands alone beside an enemy unit (1.5)."""
    placed = _placed(SCENARIOS[name])
    held = {at for unit, at in placed if unit["type"] != "hq"}
    for unit, at in placed:
        if unit["type"] == "hq" and at not in held:
            near = {GRID.names[n] for n in GRID.neighbours[GRID.hex(at)] if n >= 0}
            assert not {h for u, h in placed if u["side"] != unit["side"] and u["type"] != "hq"} & near, unit["id"]


def _gates(names: list[str]) -> list[str]:
    return [h for name in names for h in (DRAWN["edges"][name]["gates"] if name in DRAWN["edges"] else [name])]


@pytest.mark.parametrize("name", SCENARIOS)
def test_headquarters_reach_a_road_to_their_sources(name: str) -> None:
    """10.2: within three hexes of a road that leads, inside the area, to a source."""
    scenario = SCENARIOS[name]
    pairs = {frozenset(pair) for way in DRAWN["roads"] for pair in pairwise(way["hexes"])}
    inside = [sorted(map(GRID.hex, pair)) for pair in pairs if all(_inside(scenario, h) for h in pair)]
    roads = Sides.between(GRID, ((a, b) for a, b in inside))
    hexes = GRID.set({h for way in DRAWN["roads"] for h in way["hexes"] if _inside(scenario, h)})
    for side in SIDES:
        gates = [h for h in _gates(scenario["supply"][side]) if _inside(scenario, h)]
        assert gates
        assert not GRID.set(gates) & ~hexes
        reached = flood(GRID, GRID.set(gates), hexes, roads.others)
        for unit, at in _placed(scenario):
            if unit["side"] == side and unit["type"] == "hq":
                assert GRID.disc(GRID.hex(at), 3) & reached, unit["id"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_names_what_there_is(name: str) -> None:
    scenario = SCENARIOS[name]
    if scenario["support"] != "all":
        for side in SIDES:
            assert all(MARKERS[m]["side"] == side for m in scenario["support"][side])
    for hexes in scenario["control"].values():
        assert all(h in GRID.index for h in hexes)
    for edges in scenario["retreat"].values():
        assert set(edges) <= {"north", "east", "south", "west"}
    assert 0 <= scenario["bridgeheads"] <= len(TABLES["bridgeheads"]["markers"])
    if scenario["units"] != "all":
        for side in SIDES:
            for entry in scenario["units"][side]:
                unit = ALL[entry["unit"]]
                assert unit["side"] == side
                assert entry.get("formation", unit["formation"]) in FORMATIONS
                assert ("hex" in entry) != ("arrives" in entry)
                assert all(_inside(scenario, h) for h in entry_hexes(entry["arrives"])) if "arrives" in entry else True


def test_battle_is_that_of_the_rulebook() -> None:
    turns = BATTLE["turns"]
    assert len(turns) == 11  # 2, 15
    assert (turns[0]["from"], turns[0]["to"]) == (date(1944, 10, 7), date(1944, 10, 7))
    assert all((t["to"] - t["from"]).days == 1 for t in turns[1:])
    assert turns[-1]["to"] == date(1944, 10, 27)
    assert [t["turn"] for t in turns if t.get("initiative") == "allied"] == [1, 2]  # 15.1.1
    given = {(t["turn"], side): steps for t in turns for side, steps in t.get("replacements", {}).items()}
    assert {turn: steps for (turn, side), steps in given.items() if side == "allied"} == {
        turn: {"armoured": 1, "infantry": 1} for turn in (4, 6, 8, 10)
    }  # 15.2.2
    assert {turn: steps for (turn, side), steps in given.items() if side == "axis"} == {
        turn: {"armoured": 1} for turn in (6, 8, 10)
    }  # 15.2.1
    assert BATTLE["support_first"] == "axis"  # 1.6
    assert BATTLE["alarm"]["rows"] == [16, 30]  # 15.1.2: south of 15xx
    assert BATTLE["retreat"] == {"axis": ["north", "west"], "allied": ["south"]}
    assert BATTLE["first_turn"]


def test_victory_is_that_of_the_rulebook() -> None:
    victory = BATTLE["victory"]
    points = {(e["hex"], e["side"]): e["points"] for e in victory["control"]}
    places = {p["hex"]: p for p in DRAWN["places"] if "vp" in p}
    assert points == {(h, "allied" if p["vp"] > 0 else "axis"): p["vp"] for h, p in places.items()}
    assert (victory["bridgeheads"], victory["bridges"]["points"], victory["saved"]["points"]) == (1, 1, -0.5)
    saved = [u for u in UNITS.values() if u["formation"] in victory["saved"]["formations"]]
    assert len(saved) == 8
    assert set(BATTLE["control"]["axis"]) == {*places, "1401"}
    panzers = [
        u
        for u in UNITS.values()
        if u["nationality"] == "german" and TYPES[u["type"]]["mobility"] == victory["losses"]["mobility"]
    ]
    assert sum(len(u["steps"]) for u in panzers) > 3 * victory["losses"]["over"]

    def level(total: int) -> str:
        return str(next(e["result"] for e in victory["levels"] if e["least"] is None or total >= e["least"]))

    bands = {total: level(total) for total in range(-4, 12)}
    assert [bands[t] for t in (3, 4, 5, 6, 7, 9, 10)] == [
        *["axis_major", "axis_minor", "axis_minor", "draw"],
        *["allied_minor", "allied_minor", "allied_major"],
    ]


def test_options_name_their_units() -> None:
    options = TABLES["options"]["options"]
    assert set(options) == {"independent_24pz", "free_18tk", "random_entry", "c3i_on_retreat", "fog_of_war"}
    independent = options["independent_24pz"]
    assert {UNITS[u]["formation"] for u in independent["units"]} == {"iv-pzk"}  # 15.8.1
    assert {u for u in UNITS if UNITS[u].get("group") == "24 Pz"} | {"503"} == set(independent["units"])
    assert independent["any_of"] == ["1", "2", "3"]
    assert {u for u in UNITS if UNITS[u].get("group") == "18TK"} == set(options["free_18tk"]["units"])
    groups = options["random_entry"]["groups"]
    assert {*groups["gorshkov"]["units"], *groups["5cc"]["units"]} == {
        u for u in ALL if ALL[u]["formation"] == "gorshkov"
    }
    assert groups["gorshkov"]["rolls"] == {4: 4, 5: 7, 6: 9, 7: "automatic"}  # 15.8.3
    assert groups["27a"]["rolls"] == {6: 4, 7: 7, 8: 9, 9: "automatic"}
    assert all(option["rule"] for option in options.values())


def test_learning_scenario_is_small() -> None:
    scenario = SCENARIOS["learning-nagyvarad"]
    assert len(scenario["turns"]) == 3
    assert scenario["minutes"] <= 30
    for side in SIDES:
        entries = scenario["units"][side]
        assert len(entries) <= 11
        formations = {e.get("formation", ALL[e["unit"]]["formation"]) for e in entries}
        assert len(formations) == 1
        (formation,) = formations
        assert FORMATIONS[formation]["hq"] in {e["unit"] for e in entries}
        hq = HQS[FORMATIONS[formation]["hq"]]
        assert len(scenario["support"][side]) <= hq["support"]
        at = next(e["hex"] for e in entries if e["unit"] == hq["id"])
        for e in entries:
            if "hex" in e:
                assert GRID.distance(GRID.hex(at), GRID.hex(e["hex"])) <= hq["range"]  # 8.1


def test_examples_have_their_positions() -> None:
    examples = {w for s in SCENARIOS.values() for w in s.get("example", ())}
    assert examples == {"W7", "W20", "W21", "W22"}
    hexes = {e["unit"]: e["hex"] for side in SIDES for e in SCENARIOS["example-breakthrough"]["units"][side]}
    beside = {GRID.names[n] for n in GRID.neighbours[GRID.hex("1710")]}
    assert hexes["Pz-FHH"] == "1710"
    assert {hexes["8-6G"], hexes["13-6G"]} <= beside
    assert hexes["16-7M"] not in beside
    assert GRID.distance(GRID.hex(hexes["16-7M"]), GRID.hex("1811")) == 1
    assert GRID.distance(GRID.hex(hexes["230-76"]), GRID.hex("1609")) == 1
    assert hexes["230-76"] not in beside
    hexes = {e["unit"]: e["hex"] for side in SIDES for e in SCENARIOS["example-bridgehead"]["units"][side]}
    tisza = next(r for r in DRAWN["rivers"] if r["name"] == "Tisza")
    assert any(hexes["297-27G"] in pair for pair in tisza["hexsides"])


def test_kg_mt_is_held_fast_in_the_example() -> None:
    """4.2: every free hex beside it is in the zone of an enemy that has it in its zone too."""
    hexes = {e["unit"]: e["hex"] for side in SIDES for e in SCENARIOS["example-disengagement"]["units"][side]}
    kg = GRID.hex(hexes["KG-MT"])
    enemies = [GRID.hex(h) for u, h in hexes.items() if ALL[u]["side"] == "allied" and ALL[u]["type"] != "hq"]
    assert len(enemies) == 3
    assert all(GRID.distance(kg, e) == 1 for e in enemies)
    for n in GRID.neighbours[kg]:
        assert n in enemies or any(GRID.distance(n, e) == 1 for e in enemies)
    assert all(GRID.distance(kg, GRID.hex(h)) == 1 for h in ("2107", "2108"))
    assert GRID.distance(GRID.hex("2007"), GRID.hex("2107")) == 1
    assert all(GRID.distance(GRID.hex("2007"), e) > 1 for e in enemies)


# -- tables --------------------------------------------------------------------------------------------------------


def _column(attack: float, defence: float) -> str:
    """0.3, 7.6: the odds rounded to the nearest, halves up, on the side of the stronger."""
    if attack >= defence:
        return f"{int(attack / defence + 0.5)}-1"
    return f"1-{int(defence / attack + 0.5)}"


@pytest.mark.parametrize("example", COMBAT["odds"], ids=lambda e: f"{e['attack']}:{e['defence']}")
def test_odds_are_those_of_the_examples(example: dict[str, Any]) -> None:
    assert _column(example["attack"], example["defence"]) == example["column"]
    assert example["column"] in COMBAT["columns"]


@pytest.mark.parametrize("example", COMBAT["examples"], ids=lambda e: e["example"])
def test_combat_table_gives_the_results_of_the_examples(example: dict[str, Any]) -> None:
    column = COMBAT["columns"].index(example["column"])
    assert COMBAT["rows"][example["die"]][column] == example["result"]


def test_final_example_comes_out() -> None:
    """3-1, prepared, an aircraft, light artillery, armour: 4-1; a 6 with an SU-85 reads row 7."""
    columns, attack = COMBAT["columns"], COMBAT["attacks"]["prepared"]
    start = columns.index(_column(sum(UNITS[u]["steps"][0] for u in ("8-6G", "13-6G")), UNITS["Pz-FHH"]["steps"][0]))
    armour = next(e for e in ARMOUR["examples"] if e["example"] == "W21")
    light = SUPPORT["kinds"]["light_artillery"]["effect"]["columns"]
    final = start + attack["shift"] + SUPPORT["air"]["columns"] - light + armour["shift"]
    assert columns[final] == "4-1"
    (modifier,) = (e["modifier"] for e in SUPPORT["kinds"]["assault_guns"]["effect"]["either"] if "modifier" in e)
    assert COMBAT["rows"][6 + modifier][final] == "1/3*!"
    assert attack["points"] == 2


def test_combat_table_is_one_ladder() -> None:
    """A column to the right or one more on the die is one place further, so nothing ever harms the stronger."""
    ladder = COMBAT["ladder"]
    for die, row in COMBAT["rows"].items():
        assert row == ladder[die : die + len(COMBAT["columns"])]
    assert list(COMBAT["rows"]) == list(range(9))
    assert {"1/2", "1/2*", "-/3*!", "1/3*!"} <= set(ladder)  # results that occur in the text


def _numbers(result: str) -> tuple[int, int]:
    attacker, defender = (part.strip("*!") for part in result.split("/"))
    return int(attacker.replace("-", "0")), int(defender.replace("-", "0"))


def test_ladder_gets_better_for_the_attacker() -> None:
    numbers = [_numbers(result) for result in COMBAT["ladder"]]
    assert all(a >= b for (a, _), (b, _) in pairwise(numbers))
    assert all(a <= b for (_, a), (_, b) in pairwise(numbers))
    bold = [result.endswith("!") for result in COMBAT["ladder"]]
    assert bold == sorted(bold)


def test_attacks_are_those_of_the_rulebook() -> None:
    normal, prepared = COMBAT["attacks"]["normal"], COMBAT["attacks"]["prepared"]
    assert (normal["points"], normal["supports"], normal["shift"], normal["advance"]) == (1, 1, 0, "may")  # 7.3.1
    assert (prepared["points"], prepared["supports"], prepared["shift"], prepared["advance"]) == (2, 2, 2, "must")
    assert prepared["barred"] == ["isolated", "out_of_supply"]  # 10.3
    assert set(prepared["barred"]) == {n for n, s in ACTIONS["states"].items() if s.get("attacks") == ["normal"]}
    assert (COMBAT["stacking"], COMBAT["attackers"]) == (6, 4)  # 5, 7.1
    assert COMBAT["shifts"] == {"improvised_position": -1, "concentric": 1}  # 7.4


def _armour(difference: int, die: int) -> tuple[int, bool]:
    cell = ARMOUR["rows"][abs(difference)][die - 1]
    shift = int(cell.strip("*"))
    return (shift if difference > 0 else -shift), cell.endswith("*")


@pytest.mark.parametrize("example", ARMOUR["examples"], ids=lambda e: e["example"])
def test_armour_table_gives_the_result_of_the_example(example: dict[str, Any]) -> None:
    assert _armour(example["difference"], example["die"]) == (example["shift"], True)


def test_armour_table_rises_with_the_difference_and_the_die() -> None:
    rank = [[2 * int(cell.strip("*")) + cell.endswith("*") for cell in row] for row in ARMOUR["rows"].values()]
    assert list(ARMOUR["rows"]) == [0, 1, 2, 3]
    for row in rank:
        assert len(row) == ARMOUR["die"]
        assert row == sorted(row)
    for column in zip(*rank, strict=True):
        assert list(column) == sorted(column)


def _stars(unit: str, marker: str | None, *, attacks: bool) -> int:
    stars = dict(UNITS[unit].get("stars", {}))
    if marker is not None and not TYPES[UNITS[unit]["type"]].get("armoured"):
        effect = SUPPORT["kinds"][marker]["effect"]
        colour = next(e["star"] for e in effect.get("either", [effect]) if "star" in e)
        stars[colour] = stars.get(colour, 0) + 1
    return int(stars.get("yellow", 0)) + (0 if attacks else int(stars.get("white", 0)))


@pytest.mark.parametrize("example", ARMOUR["differences"], ids=lambda e: f"{e['attacker']}/{e['defender']}")
def test_stars_give_the_differences_of_the_examples(example: dict[str, Any]) -> None:
    attacker = _stars(example["attacker"], example.get("attacker_marker"), attacks=True)
    defender = _stars(example["defender"], example.get("defender_marker"), attacks=False)
    assert attacker - defender == example["difference"]


@pytest.mark.parametrize("example", TERRAIN["examples"], ids=lambda e: e["example"])
def test_terrain_costs_add_up_to_the_examples(example: dict[str, Any]) -> None:
    column = example["unit"]
    cost = sum(TERRAIN["hexes"][h][column] for h in example.get("hexes", ()))
    cost += sum(TERRAIN["hexsides"][h][column] for h in example.get("hexsides", ()))
    cost += example.get("roads", 0) * TERRAIN["road"][column]
    cost += sum(TERRAIN["zones"][z] for z in example.get("zones", ()))
    assert cost == example["cost"]


def test_terrain_follows_the_rulebook() -> None:
    scale, hexes, places = TERRAIN["scale"], TERRAIN["hexes"], TERRAIN["places"]
    assert hexes["clear"]["mechanised"] == 1.5 * scale  # 6.1
    assert hexes["marsh"]["mechanised"] == 3 * scale  # 6.1
    assert hexes["clear"]["infantry"] <= scale  # 4.4
    assert TERRAIN["hexsides"]["minor_river"]["mechanised"] == 3 * scale  # final example
    assert places["town"]["shift"] + hexes["rough"]["shift"] == -2  # 7.4
    free = {n for kind in (hexes, places, TERRAIN["hexsides"]) for n, row in kind.items() if row["free"]}
    assert free == {"city", "town", "woods", "rough", "minor_river"}  # 4.3
    assert (TERRAIN["zones"]["leave"], TERRAIN["zones"]["change"]) == (scale, 2 * scale)  # 4.2
    assert [n for n, row in TERRAIN["hexsides"].items() if not row["zone"]] == ["major_river"]  # 4.1
    assert TERRAIN["hexsides"]["major_river"]["infantry"] is None  # 6.2: at a bridge only
    for column in ("infantry", "mechanised"):
        assert TERRAIN["road"][column] < min(row[column] for row in hexes.values())
    assert hexes["rough"]["tanks"] == "road"  # 7.1


def test_states_combine_to_the_points_of_the_examples() -> None:
    for example in (e for e in ACTIONS["examples"] if "mobility" in e):
        states = [ACTIONS["states"][name] for name in example["states"]]
        points = min([DATA["mobility"][example["mobility"]]["points"], *(s["cap"] for s in states if "cap" in s)])
        assert max(0, points - sum(s.get("less", 0) for s in states)) == example["points"]
    c3i = next(e for e in ACTIONS["examples"] if "passes" in e)
    assert c3i["passes"] == [roll for roll in range(1, ACTIONS["c3i"]["die"] + 1) if roll <= c3i["quality"]]


def test_actions_cost_what_the_rulebook_says() -> None:
    costs = {name: action["cost"] for name, action in ACTIONS["actions"].items()}
    assert costs == _counts(
        "move 1 normal_attack 1 prepared_attack 2 recover 1 improvise 1 leave_position 0 bridgehead 1"
    )  # 3.4.1, 15.5
    assert costs["normal_attack"] == COMBAT["attacks"]["normal"]["points"]
    assert costs["prepared_attack"] == COMBAT["attacks"]["prepared"]["points"]
    assert ACTIONS["first_turn"] == {"foot": 1, "horse": 2, "mechanised": 2}  # 15.1.1
    halved = {name for name, state in ACTIONS["states"].items() if state.get("strength") == 0.5}
    assert halved == {"out_of_supply", "fatigued", "disorganised"}  # 10.3, 3.5.1, 3.6


RECEIVED = {  # 15.1.2, 15.1.3, 15.3: turn, kind, nationality, number
    "axis": "0 heavy g, 0 light g, 0 engineers g, 0 flak g, 1 light h, 1 guns h, 2 heavy g, 2 light g, 2 guns g, "
    "3 light g, 3 flak g, 4 guns g, 5 light g, 5 flak g, 9 light h, 9 guns g",
    "allied": "0 heavy s, 0 engineers s, 0 katyushas s, 0 guns s, 1 heavy s, 1 katyushas s, 1 guns s, 1 anti s, "
    "2 guns s, 2 anti s, 3 light r, 3 anti r, 5 katyushas s, 5 guns s, 5 light s, 7 heavy s, 7 guns s, 7 anti s, "
    "9 light s",
}


@pytest.mark.parametrize("side", SIDES)
def test_markers_are_those_of_the_rulebook(side: str) -> None:
    short = {"heavy_artillery": "heavy", "light_artillery": "light", "flak_88": "flak"}
    short |= {"assault_guns": "guns", "anti_tank": "anti"}
    found = Counter(
        f"{m['turn']} {short.get(m['kind'], m['kind'])} {m['nationality'][0]}"
        for m in MARKERS.values()
        if m["side"] == side
    )
    assert found == Counter(RECEIVED[side].split(", "))
    assert len(MARKERS) == len(SUPPORT["markers"]) == 35


def test_markers_return_as_the_rulebook_says() -> None:
    after = {name: kind["after"] for name, kind in SUPPORT["kinds"].items()}
    used = "used"
    assert after["heavy_artillery"] == [used, used, used, 2, 2, 3]  # 1.6.1
    assert after["light_artillery"] == after["assault_guns"] == [used] * 5 + [2]
    assert after["engineers"] == [used] * 4 + ["removed"] * 2
    assert after["katyushas"] == [used, used, used, 2, 3, "removed"]  # 1.6.2, 5 as read
    assert after["flak_88"] == after["anti_tank"] == "none"
    columns = {name: k["effect"]["columns"] for name, k in SUPPORT["kinds"].items() if "columns" in k["effect"]}
    assert columns == {"heavy_artillery": 2, "light_artillery": 1, "katyushas": 2}
    assert SUPPORT["kinds"]["engineers"]["effect"] == {"modifier": 2}
    texts = {m["text"] for m in MARKERS.values() if m["kind"] == "assault_guns"}
    assert texts == {"Zrinyi", "Hetzer", "StuG", "SU-85", "ISU-152"}


def test_missions_are_those_of_the_rulebook() -> None:
    missions = SUPPORT["air"]["missions"]
    assert missions == {"allied": [1, 1, 2, 2, 3, 3], "axis": [1, 1, 1, 2, 2, 2]}  # 15.6.1
    turns = [t["turn"] for t in BATTLE["turns"]]
    assert BATTLE["air"] == {"allied": turns, "axis": turns}


def test_alarm_counters_show_what_the_rulebook_draws() -> None:
    alarm = TABLES["alarm"]
    counters = alarm["counters"]
    assert len(counters) == 5  # 15.4
    assert counters["alarm-1"]["table"] == [[0, 0]] * 2 + [[1, 0]] * 2 + [[2, 0]] * 2
    for counter in counters.values():
        assert len(counter["table"]) == 6
    for e in alarm["examples"]:
        table = counters[e["counter"]]["table"]
        assert [table[die - 1] for die in e["dice"]] == [[e["points"], e["steps"]]] * len(e["dice"])


def test_bridgeheads_take_the_steps_of_their_mother() -> None:
    table = TABLES["bridgeheads"]
    assert table["faces"] == [[3, 1, 3], [6, 2, 3]]  # 15.5
    for e in table["examples"]:
        steps = UNITS[e["mother"]]["steps"]
        value, given, _ = table["faces"][e["markers"] - 1]
        assert len(steps) - given == e["steps"]
        assert steps[given] == e["left"] == steps[0] - value
    mothers = [
        u
        for u in UNITS.values()
        if u["nationality"] == table["mother"]["nationality"]
        and TYPES[u["type"]]["mobility"] == table["mother"]["mobility"]
        and len(u["steps"]) >= table["mother"]["steps"]
    ]
    assert len(mothers) == 20


def test_turn_ends_early_as_the_rulebook_says() -> None:
    sequence = TABLES["sequence"]
    assert sequence["early_end"]["ends"] == [11, 12]  # 2.2
    assert sequence["initiative"]["tie"] == "allied"  # 2.1
    assert sequence["removed"] == ["activated", "breakthrough", "disorganised"]
    assert (sequence["supply"]["unit_to_road"], sequence["supply"]["hq_to_road"]) == (1, 3)  # 10.2


def test_every_file_says_where_it_comes_from() -> None:
    for name, data in {"units": DATA, **TABLES, **SCENARIOS}.items():
        assert data["provenance"], name
