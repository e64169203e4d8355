"""5.0 Sequence of play."""

from __future__ import annotations

import pytest

from tests.breakout.lab import GAME, Lab

LANE = {f"30{row:02}": "clear" for row in range(5, 20)}
DRY = {"none": [[f"30{row:02}", f"30{row + 1:02}"] for row in range(5, 19)]}
PANZER = "P 3009 german panzer XX 5-5/5-5"
TARGET = "T 3010 soviet tank XXX 5-5"
"""Against it the panzer attacks at 1:1, where a 3 is a stalled attack."""


def roll(lab: Lab, *dice: int) -> None:
    lab.log += lab.state.play(" ".join(map(str, ("roll", *dice))))


def now(lab: Lab) -> tuple[str, str]:
    """The phase and the segment that are being played."""
    view = lab.state.view(None)
    return view["phase"], view["segment"]


def segments(lab: Lab, count: int) -> list[str]:
    """End so many segments and tell which they were."""
    found = []
    for _ in range(count):
        found.append(now(lab)[1])
        lab.do("end")
    return found


# -- 5.0 the phases ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.0-a")
def test_a_turn_runs_through_its_phases_in_order() -> None:
    units = {"367Inf": {"fate": "waiting"}, "15R": {"fate": "dead", "steps": 1}}
    lab = Lab.at("weather", turn=4, units=units, due={"15R": 4})
    found = []
    while lab.state.turn == 4:
        found.append((now(lab)[0], lab.decider, lab.decision))
        if lab.decider == "chance":
            roll(lab, *(2, 6, 6, 1, 1)[: 1 if lab.decision == "weather" else 4])
        else:
            lab.state.play("order move" if lab.decision == "order" else "end")
    half = ["order", "movement", "combat"]
    assert found == [
        ("weather", "chance", "weather"),
        ("air", "chance", "air"),
        ("korpsgruppen", "german", "korpsgruppen"),
        *(("soviet-1", "soviet", name) for name in half),
        *(("soviet-2", "soviet", name) for name in half),
        *(("german-1", "german", name) for name in (*half, "combat")),
        *(("german-2", "german", name) for name in (*half, "combat")),
        ("reinforcements", "german", "reinforcements"),
        ("replacements", "soviet", "replacements"),
    ]
    assert (lab.state.turn, now(lab)[0]) == (5, "weather")


@pytest.mark.rule("5.0-b", "5.5-a")
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    "order, expected", [("move", ["move", "combat", "mechanized"]), ("combat", ["combat", "mechanized", "move"])]
)
def test_mechanized_combat_follows_each_german_combat_at_once(number: int, order: str, expected: list[str]) -> None:
    lab = Lab.at(f"german-{number}", units={"100J": {"fate": "waiting"}})
    lab.do(f"order {order}")
    assert segments(lab, 3) == expected
    assert now(lab)[1] == ""


# -- 5.1 weather -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1-a")
@pytest.mark.parametrize("die, weather, reach", [(1, "thaw", 7), (4, "ice", 9), (6, "storm", 5)])
def test_the_weather_sets_the_movement_of_both_sides_for_the_turn(die: int, weather: str, reach: int) -> None:
    lab = Lab.at("weather", "15R 3005", "96Inf 3018", turn=2, terrain=LANE, rivers=DRY)
    roll(lab, die)
    if weather != "storm":
        roll(lab, 6, 6, 1, 1)
    assert lab.state.view(None)["weather"] == weather
    lab.do("order move", "select 15R")
    assert (lab.legal(f"move 30{5 + reach:02}"), lab.legal(f"move 30{6 + reach:02}")) == (True, False)
    lab.do("done", "end", "end", "order move", "end", "end", "order move", "select 96Inf")
    assert (lab.legal(f"move 30{18 - reach:02}"), lab.legal(f"move 30{17 - reach:02}")) == (True, False)


@pytest.mark.rule("5.1-b")
@pytest.mark.parametrize("die, zones", [(2, 7), (6, 0)])
def test_a_storm_takes_away_every_zone_of_control(die: int, zones: int) -> None:
    lab = Lab.at("weather", "9Mech 3005", "16Pz 3010", turn=3)
    roll(lab, die)
    assert (len(lab.zoc("soviet")), len(lab.zoc("german"))) == (zones, zones)


@pytest.mark.rule("5.1-c")
def test_nobody_rolls_for_the_air_in_a_storm() -> None:
    lab = Lab.at("weather", turn=2, cas={"soviet": 4})
    roll(lab, 6)
    assert lab.state.cas == [0, 0]
    assert (lab.decider, lab.decision) == ("soviet", "order")


@pytest.mark.rule("5.1-c")
def test_air_markers_are_not_used_in_a_storm() -> None:
    units, markers = (PANZER, TARGET), {"cas": {"german": 2}, "korpsgruppen": {"Br": "3009"}}
    lab = Lab.at("german-combat-1", *units, **markers, weather="storm")
    lab.do("attack 3010", "add P", "commit")
    assert lab.refused("air 1") == "5.1-c"
    lab = Lab.at("german-combat-1", *units, **markers, weather="thaw")
    lab.do("attack 3010", "add P", "commit")
    assert lab.legal("air 1")


@pytest.mark.rule("5.1-d")
def test_turn_1_is_thaw_without_a_die() -> None:
    lab = Lab(GAME.start("campaign"))
    roll(lab, 3)
    lab.do("auto")
    assert lab.decision == "movement"
    assert [(e.args["weather"], e.args["dice"]) for e in lab.told("weather")] == [("thaw", ())]


@pytest.mark.rule("5.1-e")
@pytest.mark.parametrize("turn, die, weather", [(2, 3, "thaw"), (3, 3, "ice"), (4, 3, "storm"), (4, 1, "thaw")])
def test_later_weather_is_the_die_in_the_row_of_the_turn(turn: int, die: int, weather: str) -> None:
    lab = Lab.at("weather", turn=turn)
    assert (lab.decider, lab.decision) == ("chance", "weather")
    roll(lab, die)
    assert lab.state.weather == weather


@pytest.mark.rule("5.1-e")
def test_the_weather_is_rolled_at_the_start_of_every_turn() -> None:
    lab = Lab.at("administration", turn=1)
    assert (lab.state.turn, lab.decision) == (2, "weather")


# -- 5.2 air -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.2-a", "5.2-b")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_on_turn_1_the_soviet_has_as_many_air_markers_as_his_die_shows(die: int) -> None:
    lab = Lab(GAME.start("campaign"))
    roll(lab, die)
    lab.do("auto")  # the air phase of turn 1 rolls no more dice
    assert lab.state.view(None)["air"] == {"soviet": die, "german": 0}


@pytest.mark.rule("5.2-c")
@pytest.mark.parametrize(
    "dice, air",
    [
        ((6, 6, 1, 1), {"soviet": 10, "german": 0}),
        ((4, 3, 5, 1), {"soviet": 1, "german": 0}),
        ((1, 2, 5, 6), {"soviet": 0, "german": 8}),
    ],
)
def test_later_the_higher_of_two_dice_each_gets_the_difference(dice: tuple[int, ...], air: dict[str, int]) -> None:
    lab = Lab.at("air", turn=2)
    roll(lab, *dice)
    assert lab.state.view(None)["air"] == air
    assert lab.decision == "order"


@pytest.mark.rule("5.2-c")
def test_a_tie_in_the_air_is_rolled_again() -> None:
    lab = Lab.at("air", turn=2)
    roll(lab, 3, 4, 6, 1)
    assert (lab.decider, lab.decision, lab.state.cas) == ("chance", "air", [0, 0])
    roll(lab, 1, 1, 2, 1)
    assert lab.state.view(None)["air"] == {"soviet": 0, "german": 1}


@pytest.mark.rule("5.2-d")
def test_an_air_marker_supports_one_combat() -> None:
    units = (PANZER, "Q 3110 german panzer XX 5-5", TARGET)
    markers = {"cas": {"german": 1}, "korpsgruppen": {"Br": "3009"}}
    lab = Lab.at("german-combat-1", *units, **markers, terrain=LANE, rivers=DRY)
    lab.do("attack 3010", "add P", "commit", "air 1", "fight", dice=(3,))
    assert lab.state.cas == [0, 0]
    lab.do("attack 3010", "add Q", "commit")
    assert lab.refused("air 1") == "13.3-a"


@pytest.mark.rule("5.2-d")
@pytest.mark.parametrize("dice, air", [((6,), [0, 0]), ((1, 3, 3, 4, 1), [1, 0])])
def test_air_markers_are_not_kept_for_the_next_turn(dice: tuple[int, ...], air: list[int]) -> None:
    lab = Lab.at("german-mechanized-2", turn=4, cas={"soviet": 5})
    lab.do("end", dice=dice)
    assert (lab.state.turn, lab.state.cas) == (5, air)


# -- 5.3 Korpsgruppen --------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.3-a")
@pytest.mark.parametrize("turn, decision", [(2, "order"), (3, "korpsgruppen")])
def test_korpsgruppen_are_deployed_from_turn_3_on(turn: int, decision: str) -> None:
    lab = Lab.at("air", turn=turn)
    roll(lab, 6, 6, 1, 1)
    assert lab.decision == decision


@pytest.mark.rule("5.3-a")
def test_no_korpsgruppen_on_turn_1() -> None:
    lab = Lab.at("weather", turn=1)
    assert (lab.decider, lab.decision) == ("soviet", "movement")


@pytest.mark.rule("5.3-b")
def test_a_korpsgruppe_is_deployed_in_any_hex_even_among_soviets() -> None:
    lab = Lab.at("korpsgruppen", "9Mech 3005", "16Pz 3010")
    assert set(lab.choices("deploy")) == {name for name in lab.state.board.grid.names if name}
    lab.do("deploy Br 3005", "deploy Ch 4729", "deploy Go 0101")
    assert lab.state.view(None)["korpsgruppen"] == {"Br": "3005", "Ch": "4729", "Go": "0101"}
    assert (lab.decider, lab.decision) == ("soviet", "order")


@pytest.mark.rule("5.3-b")
def test_a_korpsgruppe_need_not_be_deployed_and_is_deployed_once() -> None:
    lab = Lab.at("korpsgruppen")
    lab.do("deploy Br 3005")
    assert lab.refused("deploy Br 3006") == "5.3-b"
    lab.do("end")
    assert lab.state.view(None)["korpsgruppen"] == {"Br": "3005"}
    assert lab.decision == "order"


@pytest.mark.rule("5.3-c")
def test_a_hex_holds_one_korpsgruppe() -> None:
    lab = Lab.at("korpsgruppen")
    lab.do("deploy Br 3005")
    assert lab.refused("deploy Ch 3005") == "5.3-c"
    assert lab.legal("deploy Ch 3006")


# -- 5.4 the order of a half-turn --------------------------------------------------------------------------------------


@pytest.mark.rule("5.4-a")
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("order, expected", [("move", ["move", "combat"]), ("combat", ["combat", "move"])])
def test_the_soviet_announces_the_order_of_each_half_turn(number: int, order: str, expected: list[str]) -> None:
    lab = Lab.at(f"soviet-{number}", turn=2)
    assert (lab.decider, lab.actions()) == ("soviet", ["order move", "order combat"])
    lab.do(f"order {order}")
    assert segments(lab, 2) == expected
    assert lab.decision == "order"


@pytest.mark.rule("5.4-b")
def test_on_turn_1_the_soviet_moves_first_in_both_half_turns() -> None:
    lab = Lab.at("soviet-1", turn=1)
    assert lab.decision == "movement"
    assert segments(lab, 4) == ["move", "combat", "move", "combat"]
    assert (lab.decider, lab.decision) == ("german", "order")


@pytest.mark.rule("5.4-c")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("number", [1, 2])
def test_the_german_announces_the_order_of_each_half_turn_freely_even_on_turn_1(turn: int, number: int) -> None:
    lab = Lab.at(f"german-{number}", turn=turn)
    assert (lab.decider, lab.actions()) == ("german", ["order move", "order combat"])
    lab.do("order combat")
    assert now(lab)[1] == "combat"


# -- 5.5 mechanized combat ---------------------------------------------------------------------------------------------


@pytest.mark.rule("5.5-b")
def test_a_mechanized_unit_attacks_again_in_the_mechanized_segment() -> None:
    lab = Lab.at("german-combat-1", PANZER, TARGET, terrain=LANE, rivers=DRY)
    lab.do("attack 3010", "add P", "commit", dice=(3,))
    assert lab.refused("attack 3010") == "13.0-c"
    lab.do("end", "attack 3010", "add P", "commit", dice=(3,))
    assert len(lab.told("attack")) == 2


@pytest.mark.rule("5.5-c")
def test_infantry_does_not_attack_in_the_mechanized_segment() -> None:
    lab = Lab.at("german-mechanized-1", "96Inf 3009", TARGET, "U 2909 soviet tank XXX 1-1")
    assert lab.refused("attack 3010") == "5.5-c"
    assert lab.refused("probe 96Inf 2910") == "5.5-c"
    assert lab.actions() == ["end"]


@pytest.mark.rule("5.5-c")
def test_infantry_does_not_hinder_the_mechanized_units_beside_it() -> None:
    lab = Lab.at("german-mechanized-1", PANZER, "96Inf 3009", TARGET, terrain=LANE, rivers=DRY)
    lab.do("attack 3010")
    assert lab.refused("add 96Inf") == "5.5-c"
    lab.do("add P", "commit", dice=(3,))
    assert lab.told("attack")[-1].args["units"] == ["P"]


@pytest.mark.rule("5.5-d")
def test_a_mechanized_unit_attacks_four_times_a_turn() -> None:
    lab = Lab.at("german-1", PANZER, TARGET, terrain=LANE, rivers=DRY)
    for _ in range(2):
        lab.do("order combat")
        for _ in range(2):
            lab.do("attack 3010", "add P", "commit", dice=(3,))
            assert lab.refused("attack 3010") == "13.0-c"
            lab.do("end")
        lab.do("end", dice=(1, 6, 6, 1, 1) if len(lab.told("attack")) == 4 else ())
    assert len(lab.told("attack")) == 4
    assert lab.state.turn == 5


# -- 5.6 to 5.8 the end of the turn ------------------------------------------------------------------------------------


@pytest.mark.rule("5.6-a")
def test_reinforcements_are_placed_after_the_german_half_turns() -> None:
    lab = Lab.at("german-mechanized-2", turn=4, units={"100J": {"fate": "waiting"}, "9SS": {"fate": "waiting"}})
    lab.do("end")
    assert (lab.decider, lab.decision) == ("german", "reinforcements")
    lab.do("place 100J 0105", dice=(2, 6, 6, 1, 1))
    assert (lab.hex("100J"), lab.hex("9SS")) == ("0105", "waiting")


@pytest.mark.rule("5.7-a")
def test_eliminated_rifle_corps_return_reduced_after_the_reinforcements() -> None:
    units = {"15R": {"fate": "dead", "steps": 1}, "100J": {"fate": "waiting"}}
    lab = Lab.at("reinforcements", turn=4, units=units, due={"15R": 4})
    lab.do("place 100J 0105")
    assert (lab.decider, lab.decision) == ("soviet", "replacements")
    lab.do("place 15R 2603", dice=(2, 6, 6, 1, 1))
    assert (lab.hex("15R"), lab.steps("15R")) == ("2603", 1)


@pytest.mark.rule("5.7-a")
def test_a_rifle_corps_destroyed_this_turn_returns_at_reduced_strength() -> None:
    lab = Lab.at("german-mechanized-2", "9SS 3009", "15R 3010 1", turn=4, terrain=LANE)
    lab.do("attack 3010", "add 9SS", "commit", dice=(1,))  # the die tells its turn: the next one
    assert (lab.hex("15R"), lab.state.view(None)["off_map"]["returning"]) == ("dead", {"15R": 5})
    data = {**lab.state.position(), "turn": 5, "phase": "replacements"}
    del data["stack"]
    lab = Lab(GAME.position(data))
    lab.do("place 15R 2603", dice=(2, 6, 6, 1, 1))
    assert (lab.hex("15R"), lab.steps("15R")) == ("2603", 1)


@pytest.mark.rule("5.8-a")
def test_korpsgruppen_are_taken_up_and_may_be_deployed_anew() -> None:
    lab = Lab.at("german-mechanized-2", turn=4, korpsgruppen={"Br": "3005", "Ch": "3006", "Go": "3007"})
    lab.do("end", dice=(2, 6, 6, 1, 1))
    assert lab.state.view(None)["korpsgruppen"] == {}
    lab.do("deploy Br 3006")
    assert lab.state.view(None)["korpsgruppen"] == {"Br": "3006"}


@pytest.mark.rule("5.8-b")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_air_markers_are_taken_up(side: str) -> None:
    lab = Lab.at("administration", turn=4, cas={side: 5})
    assert lab.decision == "weather"  # before the air phase of turn 5
    assert lab.state.view(None)["air"] == {"soviet": 0, "german": 0}


@pytest.mark.rule("5.8-c")
def test_the_points_are_counted_from_the_map_at_the_end_of_every_turn() -> None:
    lab = Lab.at("german-mechanized-2", turn=4, control=["2607", "0805"], exits=1, losses=6)
    lab.do("end", dice=(2, 6, 6, 1, 1))
    assert [e.args["points"] for e in lab.told("score")] == [12]
