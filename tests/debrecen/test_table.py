"""What the table shows: views, previews, overlays, counters, the legend, and what luck there was."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kessel.cartography import draw_counter
from kessel.engine import Event
from tests.debrecen.lab import GAME, Lab, line, plain

UNITS = ("HQ-Pliev 1510", "8-6G 1510", "13-6G 1610", "HQ-III-PzK 1010", "Pz-FHH 1410", "178-76 1412")


def shown(lab: Lab, unit: str) -> dict[str, Any]:
    """A unit as everybody sees it."""
    return next(u for stack in lab.state.view(None)["stacks"] for u in stack["units"] if u["id"] == unit)


# -- views -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.1-a", "1.2-d")
def test_a_unit_shows_its_values_at_the_steps_left() -> None:
    lab = plain("operations", "8-6G 1510 2", "KG-MT 1410 1")
    assert [shown(lab, "8-6G")[key] for key in ("attack", "defence", "steps", "quality")] == [5, 5, 2, 4]


@pytest.mark.rule("1.1-c", "1.5-b")
def test_who_cannot_attack_shows_no_strength_for_it() -> None:
    lab = plain("operations", "HQ-Pliev 1510", "8-6G 1510")
    assert (shown(lab, "HQ-Pliev")["attack"], shown(lab, "HQ-Pliev")["defence"]) == (0, 1)


@pytest.mark.parametrize("mark", ["fatigued", "disorganised", "isolated", "uncommanded", "entrenched", "activated"])
def test_marks_are_shown(mark: str) -> None:
    lab = plain("operations", *UNITS, **{mark: ["8-6G"]})
    assert shown(lab, "8-6G")["marks"] == [mark]
    assert shown(lab, "13-6G")["marks"] == []


def test_active_units_show_their_points() -> None:
    lab = plain("operations", *UNITS)
    lab.do("specific", "add 8-6G", "begin")
    assert (shown(lab, "8-6G")["points"], shown(lab, "8-6G")["marks"]) == (3, ["activated", "active"])
    assert lab.state.view("axis")["activation"]["units"] == ["8-6G"]


def test_who_is_being_chosen_is_the_owners_business() -> None:
    lab = plain("operations", *UNITS)
    lab.do("specific", "add 8-6G")
    assert lab.state.view("allied")["activation"]["units"] == ["8-6G"]
    assert lab.state.view("axis")["activation"] == {
        "side": "allied",
        "units": [],
        "hidden": 0,
        "owing": [],
        "begun": False,
    }


def test_an_attack_is_seen_when_it_is_committed() -> None:
    lab = plain("operations", *UNITS)
    lab.do("specific", "add 8-6G", "begin", "attack 1410", "add 8-6G")
    assert lab.state.view("axis")["combat"] is None
    assert lab.state.view("allied")["combat"]["units"] == ["8-6G"]
    events = lab.state.play("commit")
    assert events[0].name == "attack"
    combat = lab.state.view("axis")["combat"]
    assert (combat["target"], combat["units"], combat["defenders"]) == ("1410", ["8-6G"], ["Pz-FHH"])


def test_boxes_pool_and_track_lie_open() -> None:
    markers = {
        "al-guns-1": "HQ-Pliev",
        "al-heavy-1": {"stock": "used", "hq": "HQ-Pliev"},
        "al-katyushas-1": {"stock": 6},
        "ax-heavy-1": {"stock": "pool"},
    }
    found = plain("operations", *UNITS, markers=markers).state.view("axis")["support"]
    assert found["boxes"]["HQ-Pliev"] == {"level": 4, "ready": ["al-guns-1"], "used": ["al-heavy-1"]}
    assert (found["pool"], found["track"]) == (["ax-heavy-1"], {"al-katyushas-1": 6})
    assert len(found["gone"]) == len(GAME.board("debrecen").markers) - 4


def test_off_the_map() -> None:
    units = {
        "16-7M": {"fate": "dead"},
        "HQ-53A": {"fate": "fallen", "due": 5},
        "HQ-27A": {"fate": "waiting", "due": 7},
    }
    found = plain("operations", *UNITS, units=units).state.view(None)["off_map"]
    assert found == {
        "dead": ["16-7M"],
        "waiting": ["HQ-27A"],
        "arriving": {"HQ-27A": 7},
        "returning": {"HQ-53A": 5},
    }


@pytest.mark.rule("15.4-b")
def test_where_alarm_counters_lie_is_seen_and_not_which() -> None:
    lab = plain("operations", *UNITS, alarms=["1812", "2012"], backs=["alarm-1", "alarm-4"])
    for side in (*GAME.sides, None):
        view = lab.state.view(side)
        assert view["alarms"] == ["1812", "2012"]
        assert "alarm-4" not in json.dumps(view)


@pytest.mark.rule("15.7-a", "15.7-n")
def test_the_score_names_every_item_with_its_rule() -> None:
    score = Lab(GAME.start("debrecen")).state.view("axis")["score"]
    assert [item["rule"] for item in score["lines"]] == [f"15.7-{c}" for c in "bcdefjkghil"]
    assert (score["total"], score["level"], score["winner"]) == (-2, "axis_major", "axis")
    assert [(row["level"], row["from"], row["to"]) for row in score["levels"]] == [
        ("allied_major", 10, None),
        ("allied_minor", 7, 9),
        ("draw", 6, 6),
        ("axis_minor", 4, 5),
        ("axis_major", None, 3),
    ]


# -- previews --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-a", "7.6-d", "7.6-g")
def test_the_preview_of_the_example() -> None:
    lab = Lab(GAME.start("example-breakthrough"))
    found = GAME.preview(lab.state, "prepare 1710 8-6G 13-6G", "allied")
    assert found is not None
    assert (found["attack_total"], found["defence_total"], found["ratio"]) == (16, 5, "3-1")
    assert [(item["columns"], item["rule"]) for item in found["shifts"]] == [(2, "7.3.2-e")]
    assert found["column"] == "5-1"
    assert found["armour"]["difference"] == -1
    assert found["armour"]["dice"][5] == {"columns": -1, "loser": "attacker"}
    assert sum(found["results"].values()) == pytest.approx(1)
    assert list(found["results"]) == [r for r in found["order"] if r in found["results"]]


@pytest.mark.rule("7.3-a")
def test_a_normal_attack_is_previewed_beside_a_prepared_one() -> None:
    lab = Lab(GAME.start("example-breakthrough"))
    found = GAME.preview(lab.state, "attack 1710 8-6G", "allied")
    assert found is not None
    assert (found["ratio"], found["shifts"], found["prepared"]) == ("2-1", [], False)


def test_a_preview_follows_the_combat() -> None:
    lab = Lab(GAME.start("example-breakthrough"))
    assert GAME.preview(lab.state, "", "allied") is None
    lab.do("prepare 1710", "add 8-6G")
    assert GAME.preview(lab.state, "", "axis") is None
    assert GAME.preview(lab.state, "", "allied")["attack_total"] == 8  # type: ignore[index]
    lab.do("add 13-6G", "commit", "support al-guns-1 modifier")
    found = GAME.preview(lab.state, "", "axis")
    assert found is not None
    assert [(item["value"], item["rule"]) for item in found["modifiers"]] == [(1, "7.4-c")]
    assert found["chart"]["dice"][0] == _row(2)  # a 1 is read as a 2


def _row(die: int) -> list[str]:
    row: list[str] = GAME.tables["combat"]["rows"][die]
    return row


@pytest.mark.parametrize("action", ["attack", "attack 1710", "attack 9999 8-6G", "attack 1812 8-6G", "move 1710"])
def test_what_is_no_attack_has_no_preview(action: str) -> None:
    assert GAME.preview(GAME.start("example-breakthrough"), action, "allied") is None


def test_previews_speak_spanish() -> None:
    lab = Lab(GAME.start("example-breakthrough"))
    found = GAME.preview(lab.state, "prepare 1710 8-6G 13-6G", "allied", "es")
    assert found is not None
    assert [item["text"] for item in found["shifts"]] == ["Ataque preparado"]
    assert [item["text"] for item in found["defence"]] == ["Batallón Panzer Feldherrnhalle"]


# -- overlays --------------------------------------------------------------------------------------------------------


def overlay(lab: Lab, name: str, unit: str = "", side: str | None = "allied") -> Any:
    return GAME.overlay(lab.state, side, name, unit)


@pytest.mark.rule("4.1-a")
def test_zones_of_control() -> None:
    found = overlay(plain("operations", "8-6G 1510"), "zoc")
    assert found == {"allied": ["1410", "1411", "1509", "1510", "1511", "1610", "1611"], "axis": []}


@pytest.mark.rule("8.1-a")
@pytest.mark.parametrize(("hq", "hexes"), [("HQ-Pliev", 6), ("HQ-III-PzK", 8), ("HQ-Ir", 4), ("HQ-VII-Hdt", 6)])
def test_the_range_of_a_headquarters(hq: str, hexes: int) -> None:
    lab = plain("operations", f"{hq} 1515")
    found = overlay(lab, "command", hq)[hq]
    assert len(found) == 1 + 3 * hexes * (hexes + 1)


@pytest.mark.rule("8.1-b")
def test_a_unit_shows_the_range_of_its_own_headquarters() -> None:
    lab = plain("operations", "HQ-Pliev 1515", "HQ-53A 1520", "8-6G 1516", "297-27G 1519")
    assert list(overlay(lab, "command", "8-6G")) == ["HQ-Pliev"]
    assert list(overlay(lab, "command")) == ["HQ-Pliev", "HQ-53A"]
    assert list(overlay(lab, "command", side="axis")) == []


@pytest.mark.rule("10.2-a", "10.2-b")
def test_the_line_of_supply_runs_to_a_road_and_along_it() -> None:
    road = line("3011", "2411")
    lab = plain("operations", "HQ-Pliev 2311", "8-6G 1811", roads=[road])
    hq = overlay(lab, "supply", "HQ-Pliev")
    assert hq["supplied"]
    assert hq["trace"][0] == "2311"
    assert hq["trace"][-len(road) :] == road[::-1]
    unit = overlay(lab, "supply", "8-6G")
    assert unit["supplied"]
    assert (unit["trace"][0], unit["trace"][-1]) == ("1811", "2311")
    assert set(road) <= set(unit["roads"]["allied"])


@pytest.mark.rule("10.1-a")
def test_where_a_line_is_cut() -> None:
    ring = ("178-76 1408", "203-76 1411", "230-76 1709")
    found = overlay(plain("operations", "8-6G 1510", *ring), "supply", "8-6G")
    assert not found["supplied"]
    assert found["trace"] == []
    assert {"1411", "1709"} <= {enemy for cut in found["cut"] for enemy in cut["by"]}


@pytest.mark.rule("6.1-b", "6.1-e")
def test_the_reach_of_a_unit() -> None:
    lab = plain("operations", *UNITS)
    costs = overlay(lab, "reach", "13-6G")["costs"]
    assert costs["1710"] == 1.5
    assert max(costs.values()) <= 18
    lab.do("specific", "add 13-6G", "begin", "select 13-6G")
    assert set(overlay(lab, "reach", "13-6G")["costs"]) >= set(lab.choices("move"))
    assert overlay(lab, "reach", "16-7M")["unit"] is None


@pytest.mark.rule("4.2-d", "6.1-b")
def test_leaving_a_zone_is_counted_in_what_a_way_costs() -> None:
    found = overlay(plain("operations", "13-6G 1810", "178-76 1710"), "reach", "13-6G")
    assert (found["costs"]["1910"], found["before"]["1910"]) == (1 + 1.5, "1810")


@pytest.mark.rule("4.4-b", "4.4-c")
def test_the_way_out_of_a_locked_unit_is_in_its_reach() -> None:
    lab = Lab(GAME.start("example-disengagement")).specific("KG-MT", "178-76")
    assert overlay(lab, "reach", "KG-MT", "axis")["costs"] == {}
    lab.go("178-76", "2107")
    found = overlay(lab, "reach", "KG-MT", "axis")
    assert (found["costs"], found["before"], found["actions"]) == ({"2107": 0.5 + 2}, {"2107": "2208"}, {"2107": 1})


@pytest.mark.rule("7.6-b", "7.6-c")
def test_threatened_hexes() -> None:
    lab = plain("operations", *UNITS)
    (threat,) = overlay(lab, "threats", side="axis")
    assert (threat["hex"], threat["attackers"], threat["hidden"]) == ("1410", 1, 0)
    assert threat["odds"] == "2-1"
    assert 0 < threat["chance"] <= 1
    assert overlay(lab, "threats", side=None) == []


@pytest.mark.rule("15.7-b", "15.7-h")
def test_objectives_are_the_places_and_the_bridges() -> None:
    found = {o["hex"]: o for o in overlay(Lab(GAME.start("debrecen")), "objectives")}
    assert (found["2405"]["points"], found["2405"]["side"]) == (3, "axis")
    assert sum(o["bridge"] for o in found.values()) >= 10


@pytest.mark.rule("14-a")
def test_where_a_reinforcement_enters() -> None:
    lab = Lab(GAME.start("debrecen"))
    assert overlay(lab, "areas", "Pz-FHH") == {"Pz-FHH": ["1120", "1220"]}
    lab.do("auto")
    assert set(overlay(lab, "areas")) == {"alarm"}
    lab.do("auto")
    assert overlay(lab, "areas", "HQ-Ir") == {"HQ-Ir": ["3025"]}
    assert overlay(lab, "areas", "HQ-Ir", side="axis") == {}
    assert overlay(lab, "areas", "8-6G") == {}


@pytest.mark.rule("7.9-b")
def test_the_hexes_of_a_breakthrough() -> None:
    lab = plain("operations", *UNITS, breakthrough=["1313"])
    assert overlay(lab, "breakthrough") == ["1213", "1214", "1312", "1313", "1314", "1413", "1414"]


def test_the_front_and_what_is_no_overlay() -> None:
    found = overlay(plain("operations", *UNITS), "control")
    assert {"1510", "2010"} <= set(found["allied"])
    assert {"1410", "0910"} <= set(found["axis"])
    assert overlay(plain("operations", *UNITS), "weather") is None


# -- drawn things ----------------------------------------------------------------------------------------------------


def test_every_counter_on_the_map_can_be_drawn() -> None:
    state = GAME.start("debrecen")
    found = GAME.counters(state)
    assert len(found) == state.present.bit_count()
    faces = {spec["text"]: spec for spec in found}
    assert faces["8/6G"]["values"] == "8-3-4"
    assert faces["Pliev"]["values"] == "6-4"
    assert all(f">{spec['values']}<" in draw_counter(spec) for spec in found)


def test_the_legend_is_the_terrain_table() -> None:
    legend = GAME.legend("es")
    rows = {row["cells"][0]: row["cells"][1:] for row in legend["rows"]}
    assert legend["title"] == "Efectos del terreno"
    assert rows["Claro"] == ["1", "1.5", "–"]
    assert rows["Río mayor"] == ["–", "–", "-2"]
    assert len(rows) == 10


def test_pieces_carry_what_is_printed() -> None:
    pieces = GAME.pieces("es")
    assert pieces["units"]["I-23Pz"]["stars"] == {"yellow": 2, "white": 0}
    assert pieces["units"]["HQ-Pliev"]["range"] == 6
    assert pieces["markers"]["al-guns-1"]["name"] == "SU-85"
    assert pieces["markers"]["ax-heavy-1"]["name"] == "Artillería pesada"
    assert pieces["formations"]["pliev"]["hq"] == "HQ-Pliev"
    json.dumps(pieces)


@pytest.mark.parametrize(("die", "favoured"), [(6, "axis"), (1, "allied")])
def test_high_dice_favour_the_attacker(die: int, favoured: str) -> None:
    luck = GAME.luck(Event("result", (), {"side": "axis", "dice": (die,)}))
    assert luck is not None
    assert (luck["favours"], luck["side"]) == (favoured, "axis")
    assert GAME.luck(Event("c3i", (), {"dice": (die,)})) is None
