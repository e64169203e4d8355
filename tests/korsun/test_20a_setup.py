"""3.0 and 20.0 Set-up: who, where, in which order; and what every scenario says before play begins."""

from __future__ import annotations

import colorsys
import random
from collections import Counter
from datetime import date

import pytest

from kessel.cartography.drawing import draw_map
from tests.korsun.lab import GAME, Lab, plain

UNITS = {u.id: u for u in GAME.roster.units}
GRID = GAME.board("korsun").grid


def start(scenario: str = "korsun") -> Lab:
    return Lab(GAME.start(scenario))


def areas(lab: Lab, unit: str = "") -> dict[str, list[str]]:
    found: dict[str, list[str]] = GAME.overlay(lab.state, None, "areas", unit)
    return found


def waiting(lab: Lab) -> list[str]:
    found: list[str] = lab.state.view(None)["off_map"]["waiting"]
    return found


# -- 3.0 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.0-a", "20.0-f", "20.0-p")
def test_the_soviet_sets_up_all_his_units_and_then_the_german_his() -> None:
    lab = start()
    assert (lab.decider, lab.state.view(None)["phase"]) == ("soviet", "set-up")
    assert lab.refused("place 16Pz-Pi 0116") == "20.0-f"
    assert lab.refused("done") == "3.0-a"
    lab.do("historical")
    assert lab.decider == "soviet"  # until he says that he is ready
    lab.do("done")
    assert lab.decider == "german"
    assert all(UNITS[u].side == 1 for u in waiting(lab))
    assert lab.refused("place 180-21 2914") == "20.0-p"
    lab.do("historical", "done")
    assert (lab.decider, lab.decision, waiting(lab)) == ("soviet", "movement", [])


@pytest.mark.rule("3.0-d")
def test_units_are_assigned_to_hexes_or_to_areas() -> None:
    for scenario in ("learning-bridges", "learning-shenderovka"):
        lab = start(scenario)
        assert lab.decision == "movement"
        placed = {s["top"]: s["hex"] for s in lab.state.view(None)["stacks"]}
        assert placed == {name: UNITS[name].hex for name in placed}
    lab = start()
    assert len(lab.choices("place")) > len(UNITS)


@pytest.mark.rule("3.0-d")
def test_a_unit_may_be_taken_up_again_when_all_are_placed() -> None:
    lab = start()
    assert lab.refused("lift 180-21") == "3.0-d"
    lab.do("historical", "lift 180-21")
    assert waiting(lab) == ["180-21", *[u for u in UNITS if UNITS[u].side == 1]]
    lab.do("historical")
    assert lab.hex("180-21") == UNITS["180-21"].hex


@pytest.mark.rule("3.0-g")
@pytest.mark.parametrize(("scenario", "turns"), [("learning-bridges", 4), ("learning-shenderovka", 4), ("korsun", 12)])
def test_a_scenario_names_the_first_player_its_length_and_its_victory(scenario: str, turns: int) -> None:
    lab = start(scenario)
    if scenario == "korsun":
        lab.do("historical", "done", "historical", "done")
    view = lab.state.view(None)
    assert (lab.decider, view["turn"], view["last_turn"]) == ("soviet", 1, turns)
    rng = random.Random(1)
    while lab.state.outcome is None:
        need = lab.state.decision
        assert need is not None
        if need.side == "chance":
            lab.state.play(f"roll {' '.join(str(rng.randint(1, need.faces)) for _ in range(need.dice))}")
        else:
            lab.state.play(next(a for a in ("end", "pass", "resist") if lab.legal(a)))
    assert lab.state.turn == turns
    assert lab.state.outcome.rules[0] in ("3.0-g", "20.0-v4")


# -- 20.0-a to 20.0-e, the scenario ----------------------------------------------------------------------------------


@pytest.mark.rule("20.0-a", "20.0-b")
def test_the_battle_lasts_12_turns_from_10_to_17_february_1944() -> None:
    turns = GAME.scenario_data("korsun")["turns"]
    assert [t["turn"] for t in turns] == list(range(1, 13))
    assert (turns[0]["from"], turns[-1]["to"]) == (date(1944, 2, 10), date(1944, 2, 17))
    assert all(a["to"] <= b["from"] for a, b in zip(turns, turns[1:], strict=False))
    assert start().state.view(None)["last_turn"] == 12


@pytest.mark.rule("20.0-c")
def test_a_hex_is_a_mile() -> None:
    """Korsun and Gorodishche are 21 km apart as the crow flies, from the coordinates of the two towns."""
    assert GAME.map_data["hex_km"] == 1.6
    towns = {p["name"]: p["hex"] for p in GAME.map_data["places"]}
    (xa, ya), (xb, yb) = (GRID.centre(GRID.hex(towns[name])) for name in ("Korsun", "Gorodishche"))
    x1, y1 = GRID.centre(GRID.hex("3017"))
    x2, y2 = GRID.centre(GRID.hex("3018"))
    km = ((xa - xb) ** 2 + (ya - yb) ** 2) ** 0.5 / ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 * 1.6
    assert km == pytest.approx(21, abs=1.6)


@pytest.mark.rule("20.0-d", "20.0-l", "20.0-s")
def test_all_chits_lie_ready_in_the_boxes_of_their_colour() -> None:
    pools = start().state.view("soviet")["pools"]
    for organisation in GAME.roster.organisations:
        pool = pools[organisation.id]
        assert (pool["values"], pool["spent"]) == (list(organisation.chits), [])
    assert sum(p["ready"] for p in pools.values() if p["side"] == "soviet") == 55
    assert sum(p["ready"] for p in pools.values() if p["side"] == "german") == 28


@pytest.mark.rule("20.0-e")
def test_the_soviet_moves_first_in_every_turn() -> None:
    lab = plain("german-mobile-combat", "S 3017 27A rifle 1-1-4", "G 3010 relief tank 1-1-8", turn=1)
    lab.do("end", dice=(1,))
    assert (lab.state.turn, lab.decider, lab.decision) == (2, "soviet", "movement")
    lab.do(*["end"] * 8, dice=(1,))
    assert (lab.state.turn, lab.decider, lab.decision) == (3, "soviet", "movement")


# -- 20.0-f to 20.0-t, the two armies --------------------------------------------------------------------------------

SOVIET = ["27A", "6TA", "5MC", "4GA", "18TC", "29TC", "20TC", "5GTC", "16TC", "3TC", "5GCC", "52A"]


@pytest.mark.rule("20.0-g")
def test_soviet_units_belong_to_twelve_organisations_each_with_a_region_of_its_own() -> None:
    found = areas(start())
    regions: dict[str, set[str]] = {}
    for name, hexes in found.items():
        regions.setdefault(name.split("/")[0], set()).update(hexes)
    assert sorted(regions) == sorted(SOVIET) == sorted({u.organisation for u in UNITS.values() if u.side == 0})
    assert sum(map(len, regions.values())) == len(set().union(*regions.values()))
    captions = GAME.map_data["captions"]
    assert all(captions[f"setup/{name}"]["label"] for name in found)  # the numbers printed in them


@pytest.mark.rule("20.0-h")
def test_a_soviet_unit_goes_anywhere_into_the_area_of_its_formation_and_nowhere_else() -> None:
    lab = start()
    for name in ("180-21", "16TC-Var"):
        own = areas(lab, name)
        assert list(own) == [UNITS[name].area]
        places = [a.split()[-1] for a in lab.actions("place") if a.startswith(f"place {name} ")]
        assert sorted(places) == sorted(own[UNITS[name].area])
    other = next(hexes for area, hexes in areas(lab).items() if area != UNITS["180-21"].area)
    assert lab.refused(f"place 180-21 {other[0]}") == "20.0-h"
    for u in UNITS.values():
        if u.area == UNITS["180-21"].area:
            assert u.formation == UNITS["180-21"].formation


@pytest.mark.rule("20.0-i")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_one_unit_a_hex_and_every_area_has_room(side: str) -> None:
    lab = start()
    if side == "german":
        lab.do("auto", "done")
    room = areas(lab)
    count = Counter(u.area for u in UNITS.values() if u.side == ("soviet", "german").index(side))
    assert all(len(room[area]) >= number for area, number in count.items())
    area = next(area for area, number in count.items() if number > 1)
    first, second = [u.id for u in UNITS.values() if u.area == area][:2]
    lab.do(f"place {first} {room[area][0]}")
    assert lab.refused(f"place {second} {room[area][0]}") == "20.0-i"
    assert lab.refused(f"place {first} {room[area][1]}") == "3.0-d"


COLOURS = {
    # hue in degrees, lightness and saturation in per cent: from, to
    "27A": ((0, 360), (60, 80), (0, 15)),  # ash
    "6TA": ((30, 50), (75, 85), (40, 65)),  # beige
    "5MC": ((25, 40), (70, 80), (70, 100)),  # light orange
    "4GA": ((260, 290), (25, 45), (25, 60)),  # dark purple
    "18TC": ((20, 30), (30, 45), (35, 60)),  # brown
    "29TC": ((5, 18), (65, 78), (60, 100)),  # salmon
    "20TC": ((50, 60), (78, 90), (60, 100)),  # light yellow
    "16TC": ((45, 55), (50, 65), (70, 100)),  # yellow
    "3TC": ((345, 355), (20, 35), (40, 70)),  # maroon
    "5GCC": ((30, 42), (40, 50), (40, 60)),  # bronze
    "52A": ((195, 215), (50, 65), (4, 15)),  # lead grey
    "encircled": ((85, 110), (45, 60), (20, 45)),  # green
    "relief": ((0, 360), (60, 75), (0, 6)),  # grey
}


@pytest.mark.rule("20.0-j", "20.0-r")
@pytest.mark.parametrize("organisation", COLOURS)
def test_the_colours_of_the_organisations(organisation: str) -> None:
    colour = GAME.pieces()["organisations"][organisation]["colour"]
    hue, light, full = colorsys.rgb_to_hls(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    for value, (low, high) in zip((hue * 360, light * 100, full * 100), COLOURS[organisation], strict=True):
        assert low <= value <= high


@pytest.mark.rule("20.0-j")
def test_no_two_organisations_have_the_same_colour() -> None:
    colours = [o["colour"] for o in GAME.pieces()["organisations"].values()]
    assert len(set(colours)) == len(colours) == 16  # with 5GTC (AMB-31) and the two air forces


@pytest.mark.rule("20.0-k")
def test_areas_are_bounded_by_dashed_lines_and_the_front_by_a_dotted_one() -> None:
    drawn = draw_map(GAME.map_data, areas="setup")
    lines = {
        side: next(tag for tag in drawn.split("<path")[1:] if f'class="line {side}"' in tag)
        for side in ("soviet", "german", "front")
    }
    stroke = {side: tag.split('stroke="')[1][:7] for side, tag in lines.items()}
    assert stroke == {"soviet": "#a3261b", "german": "#1f2422", "front": "#e07b1f"}  # red, black, orange
    width = {side: float(tag.split('stroke-width="')[1].split('"')[0]) for side, tag in lines.items()}
    assert width["front"] > 2 * width["soviet"] == 2 * width["german"]
    dash = {side: tag.split('stroke-dasharray="')[1].split('"')[0].split()[0] for side, tag in lines.items()}
    assert (dash["front"], dash["soviet"], dash["german"]) == ("0", "12", "12")


@pytest.mark.rule("20.0-m")
def test_airborne_units_march_and_fight_as_infantry_and_drop_nowhere() -> None:
    drop = plain("soviet-movement", "U 3017 4GA airborne 3-3-5")
    foot = plain("soviet-movement", "U 3017 4GA rifle 3-3-5")
    assert drop.actions() == foot.actions()
    drop.do("select U")
    foot.do("select U")
    assert drop.actions() == foot.actions()
    assert {u.type for u in UNITS.values() if u.formation in ("5GAbn", "7GAbn")} >= {"airborne"}


@pytest.mark.rule("20.0-n", "20.0-t")
def test_all_units_begin_on_the_map_and_nobody_arrives_later() -> None:
    lab = start()
    lab.do("historical", "done", "historical", "done")
    view = lab.state.view(None)
    assert len(view["stacks"]) == len(UNITS)
    assert view["off_map"] == {"dead": [], "waiting": []}
    assert not any("reinforcements" in t for t in GAME.scenario_data("korsun")["turns"])


@pytest.mark.rule("20.0-q")
def test_a_german_unit_goes_anywhere_into_the_area_of_its_division_and_nowhere_else() -> None:
    lab = start()
    lab.do("historical", "done")
    assert {area.split("/")[0] for area in areas(lab)} == {"encircled", "relief"}
    own = areas(lab, "72-A")
    places = [a.split()[-1] for a in lab.actions("place") if a.startswith("place 72-A ")]
    assert sorted(places) == sorted(own[UNITS["72-A"].area])
    assert {u.formation for u in UNITS.values() if u.area == UNITS["72-A"].area} == {"72"}
    assert lab.refused(f"place 72-A {areas(lab, '16Pz-Pi')[UNITS['16Pz-Pi'].area][0]}") == "20.0-q"


# -- set-up that is done for you -------------------------------------------------------------------------------------


@pytest.mark.rule("20.0-h", "20.0-q", "20.0-i")
@pytest.mark.parametrize("way", ["historical", "auto"])
def test_a_set_up_done_for_you_is_legal_and_leaves_what_you_placed(way: str) -> None:
    lab = start()
    area = areas(lab, "180-21")[UNITS["180-21"].area]
    lab.do(f"place 180-21 {area[-1]}", way, "done", way, "done")
    assert lab.hex("180-21") == area[-1]
    placed = {s["top"]: s["hex"] for s in lab.state.view(None)["stacks"]}
    assert len(placed) == len(set(placed.values())) == len(UNITS)
    board = GAME.board("korsun")
    assert all(board.set_up_area[lab.index(u)] >> GRID.index[h] & 1 for u, h in placed.items())
    if way == "historical":
        moved = {u for u, h in placed.items() if h != UNITS[u].hex}
        assert moved <= {u for u in UNITS if UNITS[u].area == UNITS["180-21"].area}


@pytest.mark.rule("20.0-h")
def test_the_automatic_set_up_mans_the_front() -> None:
    """More units stand next to the front of their area than in the historical set-up, or as many."""

    def at_the_front(lab: Lab) -> int:
        s = lab.state
        return (s.occupied[0] & s.board.grid.spread(s.board.grid.spread(s.occupied[1]))).bit_count()

    auto, historical = start(), start()
    auto.do("auto", "done", "auto", "done")
    historical.do("historical", "done", "historical", "done")
    assert at_the_front(auto) >= at_the_front(historical) > 0
