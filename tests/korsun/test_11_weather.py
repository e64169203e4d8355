"""11.0 Weather: the roll of each game turn, and what fog and precipitation do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.korsun.lab import GAME, Lab, attack, plain

PAIR = ("A 3017 relief tank 6-6-10", "D 3018 27A rifle 3-3-5/2-2-5")
"""+3 in clear terrain: dice 1 to 6 give D2, D2, Ex, no effect, A1, (A)."""
POOLS = {"relief": [3], "27A": [2], "luftwaffe": [5, 6], "soviet_air": [4]}
BAD = {"fog": "11.1-b", "precipitation": "11.1-c"}


def fight(side: str, weather: str, phase: str = "combat", **fields: Any) -> Lab:
    """A tank of one side against a rifle regiment or a battalion of the other."""
    units = PAIR if side == "german" else ("A 3017 27A tank 6-6-10", "D 3018 relief infantry 3-3-5/2-2-5")
    return plain(f"{side}-{phase}", *units, weather=weather, **fields)


# -- 11.0 the roll ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.0-a")
def test_turn_1_is_clear_without_a_roll() -> None:
    lab = Lab(GAME.start("korsun"))
    lab.do("historical", "done", "historical", "done")
    assert (lab.state.turn, lab.state.weather, lab.decision) == (1, "clear", "movement")
    told = lab.told("weather")
    assert [(e.args["weather"], e.args["dice"], e.rules) for e in told] == [("clear", (), ("11.0-a",))]


@pytest.mark.rule("11.0-b")
def test_from_turn_2_a_die_at_the_start_of_the_game_turn_decides() -> None:
    lab = plain("german-mobile-combat", *PAIR, turn=1)
    lab.do("end", dice=(5,))
    assert (lab.state.turn, lab.state.weather) == (2, "fog")
    assert (lab.decider, lab.decision) == ("soviet", "movement")


@pytest.mark.rule("11.0-b")
def test_one_roll_holds_for_both_player_turns() -> None:
    lab = plain("german-mobile-combat", *PAIR, turn=1)
    lab.do("end", dice=(6,))
    seen = []
    for _phase in range(7):
        lab.do("end")
        seen.append((lab.state.view(None)["phase"], lab.state.weather))
    assert seen[3] == ("german-movement", "precipitation")
    assert seen[-1] == ("german-mobile-combat", "precipitation")
    assert {weather for _, weather in seen} == {"precipitation"}
    lab.do("end", dice=(1,))
    assert (lab.state.turn, lab.state.weather) == (3, "clear")


@pytest.mark.rule("11.0-c")
@pytest.mark.parametrize(
    ("die", "weather"), [(1, "clear"), (2, "clear"), (3, "clear"), (4, "clear"), (5, "fog"), (6, "precipitation")]
)
def test_weather_table(die: int, weather: str) -> None:
    lab = plain("german-mobile-combat", *PAIR, turn=4, weather="fog")
    lab.do("end", dice=(die,))
    assert lab.state.weather == weather


@pytest.mark.rule("11.0-d")
def test_everybody_sees_the_weather_and_it_is_kept_with_the_position() -> None:
    lab = plain("german-mobile-combat", *PAIR, turn=4)
    lab.do("end", dice=(5,))
    assert {lab.state.view(side)["weather"] for side in ("soviet", "german", None)} == {"fog"}
    assert GAME.position(lab.state.position()).weather == "fog"


# -- 11.1 the effects ------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.1-a")
def test_clear_weather_has_no_effect() -> None:
    lab = fight("german", "clear", pools=POOLS)
    assert lab.legal("airlift A")
    lab.do(*attack("3018", "A"), "draw luftwaffe", "pass", "pass", "pass", dice=(1, 6))
    assert (lab.told("result")[0].args["bonus"], lab.told("odds")[0].args["attack"]) == (0, 11)


@pytest.mark.rule("11.1-b", "11.1-c")
@pytest.mark.parametrize("weather", BAD)
@pytest.mark.parametrize(("side", "air"), [("german", "luftwaffe"), ("soviet", "soviet_air")])
def test_no_air_chits_in_combat(weather: str, side: str, air: str) -> None:
    lab = fight(side, weather, pools=POOLS)
    lab.do(*attack("3018", "A"))
    assert lab.choices("draw") == [{"german": "relief", "soviet": "27A"}[side]]
    assert lab.refused(f"draw {air}") == BAD[weather]


@pytest.mark.rule("11.1-b", "11.1-c")
@pytest.mark.parametrize("weather", BAD)
@pytest.mark.parametrize(("side", "air"), [("german", "luftwaffe"), ("soviet", "soviet_air")])
def test_no_air_chits_in_a_bombardment(weather: str, side: str, air: str) -> None:
    far = {"german": "F 3510 27A rifle 3-3-5", "soviet": "F 3510 relief rifle 3-3-5"}[side]
    units = PAIR if side == "german" else ("A 3017 27A tank 6-6-10", "D 3018 relief infantry 3-3-5")
    lab = plain(f"{side}-combat", *units, far, weather=weather, pools=POOLS)
    assert lab.choices("bombard") == ["3018"]  # what ground chits reach
    lab.do("bombard 3018")
    assert lab.refused(f"chit {air}") == BAD[weather]
    lab = plain(f"{side}-combat", *units, far, weather="clear", pools=POOLS)
    assert lab.choices("bombard") == ["3018", "3510"]


@pytest.mark.rule("11.1-b", "11.1-c", "12.2-b")
@pytest.mark.parametrize("weather", BAD)
@pytest.mark.parametrize("phase", ["movement", "combat", "mobile-movement", "mobile-combat"])
def test_no_air_supply(weather: str, phase: str) -> None:
    lab = fight("german", weather, phase, pools=POOLS)
    assert not lab.actions("airlift")
    assert lab.refused("airlift A") == "12.2-b"
    assert fight("german", "clear", phase, pools=POOLS).legal("airlift A")


@pytest.mark.rule("11.1-b")
def test_fog_leaves_the_die_alone() -> None:
    lab = fight("german", "fog")
    lab.do(*attack("3018", "A"), dice=(2,))
    assert lab.told("result")[0].args["result"] == "D2"


@pytest.mark.rule("11.1-d")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("phase", ["combat", "mobile-combat"])
@pytest.mark.parametrize(("die", "result"), [(1, "D2"), (2, "Ex"), (3, "."), (4, "A1"), (5, "(A)"), (6, "(A)")])
def test_precipitation_adds_1_to_the_die_of_every_ground_attack(side: str, phase: str, die: int, result: str) -> None:
    lab = fight(side, "precipitation", phase)
    lab.do(*attack("3018", "A"), dice=(die,))
    told = lab.told("result")[0].args
    assert (told["result"], told["bonus"]) == (result, 1)


@pytest.mark.rule("11.1-d")
def test_the_preview_counts_the_1_and_reads_7_as_6() -> None:
    results = fight("german", "precipitation").preview("attack 3018 A")["results"]
    sixth = pytest.approx(1 / 6)
    assert results == {"D2": sixth, "Ex": sixth, ".": sixth, "A1": sixth, "(A)": pytest.approx(1 / 3)}


@pytest.mark.rule("11.1-e")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_precipitation_adds_nothing_to_a_bombardment(side: str) -> None:
    pools = {"relief": [6], "27A": [6]}
    lab = fight(side, "precipitation", pools=pools)
    org = {"german": "relief", "soviet": "27A"}[side]
    lab.do("bombard 3018", f"chit {org}", "fire", dice=(1, 2))  # +3: a 2 is D2, a 3 would be Ex
    assert (lab.told("result")[0].args["result"], lab.decision) == ("D2", "retreat")
