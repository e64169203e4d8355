"""6.0 Stacking and fog of war."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kessel.engine import PositionError
from tests.breakout.lab import GAME, Lab


def stack(lab: Lab, hex_name: str, side: str | None) -> dict[str, Any]:
    """A stack as a side sees it."""
    return next(s for s in lab.state.view(side)["stacks"] if s["hex"] == hex_name)


def seen(lab: Lab, hex_name: str, side: str | None) -> list[str]:
    """The units of a hex that a side sees."""
    return [u["id"] for u in stack(lab, hex_name, side)["units"]]


# -- 6.0 when and how stacking is checked ----------------------------------------------------------------------------


@pytest.mark.rule("6.0-b")
def test_garrisons_and_markers_have_no_stacking_value() -> None:
    lab = Lab.at("german-move-1", "9SS 2121", "KPG 2121", "509 2222", korpsgruppen={"Br": "2121"})
    lab.do("select 509", "move 2121", "done", "end")
    assert lab.decision == "combat"  # 8 + 1 steps, the garrison and a Korpsgruppe


@pytest.mark.rule("6.0-c")
def test_limits_do_not_bind_while_units_move() -> None:
    lab = Lab.at("german-move-1", "9SS 3015", "509 3015", "StuG249 3014")
    lab.do("select StuG249", "move 3015", "move 3016", "done", "end")
    assert lab.decision == "combat"
    assert lab.hex("StuG249") == "3016"


@pytest.mark.rule("6.0-c", "6.0-d")
@pytest.mark.parametrize(
    "phase", ["german-move-1", "german-combat-1", "german-mechanized-1", "soviet-move-1", "soviet-combat-1"]
)
def test_limits_are_checked_at_the_end_of_every_segment(phase: str) -> None:
    side, enemy = ("german", "soviet") if phase.startswith("german") else ("soviet", "german")
    kind = "panzer XX" if side == "german" else "rifle XXX"
    crowd = [f"{name} 3015 {side} {kind} 1-1/1-1/1-1/1-1" for name in "ABC"]
    lab = Lab.at(phase, *crowd, allow_overstack=True)
    assert lab.decider == side
    lab.do("end")
    assert (lab.decider, lab.decision) == (enemy, "overstack")


@pytest.mark.rule("6.0-c")
@pytest.mark.parametrize("half", ["soviet-1", "soviet-2", "german-1", "german-2"])
@pytest.mark.parametrize("order", ["move", "combat"])
def test_limits_are_checked_in_either_order_of_a_half_turn(half: str, order: str) -> None:
    kind = "german panzer XX" if half.startswith("german") else "soviet tank XXX"
    lab = Lab.at(half, *(f"{name} 3015 {kind} 1-1/1-1/1-1/1-1" for name in "ABC"), allow_overstack=True)
    lab.do(f"order {order}", "end")
    assert lab.decision == "overstack"


@pytest.mark.rule("6.0-c")
@pytest.mark.parametrize(
    ("phase", "unit", "decider"),
    [("reinforcements", "german panzer XX", "soviet"), ("replacements", "soviet tank XXX", "german")],
)
def test_limits_are_checked_after_reinforcements_and_replacements(phase: str, unit: str, decider: str) -> None:
    crowd = [f"{name} 3015 {unit} 1-1/1-1/1-1/1-1" for name in "ABC"]
    lab = Lab.at(phase, *crowd, turn=3, allow_overstack=True)
    assert (lab.decider, lab.decision) == (decider, "overstack")


@pytest.mark.rule("6.0-c")
def test_an_advance_stops_at_the_limit() -> None:
    lab = Lab.at(
        "german-combat-1",
        "A 3014 german panzer XX 9-9/8-8/7-7/6-6/5-5",
        "B 3014 german panzer XX 9-9/8-8/7-7/6-6",
        "C 3016 german panzer XX 9-9",
        "R 3015 soviet tank XXX 1-1",
    )
    lab.do("attack 3015", "add A", "add B", "add C", "commit")  # an automatic result
    assert lab.hex("R") == "dead"
    lab.do("advance A", "advance B")
    assert {lab.hex("A"), lab.hex("B")} == {"3015"}
    assert lab.hex("C") == "3016"
    assert lab.decision == "combat"  # nine steps are there: C is not even asked


@pytest.mark.rule("6.0-c")
def test_a_retreat_may_not_end_in_a_full_hex() -> None:
    lab = Lab.at(
        "german-combat-1",
        "A 3014 german panzer XX 4-9",
        "R 3015 soviet tank XXX 1-1/1-1",
        "F 3016 soviet tank XXX 1-1/1-1",
        "G 3016 soviet tank XXX 1-1/1-1",
        terrain={"3015": "clear"},
        rivers={"none": [["3014", "3015"]]},
    )
    lab.do("attack 3015", "add A", "commit", dice=(4,))
    assert lab.decision == "retreat"
    assert lab.choices("retreat") == ["2915", "2916", "3115", "3116"]


@pytest.mark.rule("6.0-d")
def test_the_opponent_eliminates_the_fewest_units_of_his_choice() -> None:
    lab = Lab.at("german-move-1", "1SS 3015", "19Pz 3015", "509 3015", "1Inf 3015 2", allow_overstack=True)
    lab.do("end")  # 6 + 4 + 1 + 2 steps: one of the two divisions is enough
    assert lab.decider == "soviet"
    assert lab.choices("eliminate") == ["19Pz", "1SS"]
    assert lab.refused("eliminate 509") == "6.0-d"
    lab.do("eliminate 19Pz")
    assert (lab.hex("19Pz"), lab.hex("1SS"), lab.decision) == ("dead", "3015", "combat")


@pytest.mark.rule("6.0-d")
def test_who_clears_an_overstack_may_look_through_it() -> None:
    lab = Lab.at("german-move-1", "1SS 3015", "19Pz 3015", "16Pz 3018", "509 3018", allow_overstack=True)
    assert (seen(lab, "3015", "soviet"), seen(lab, "3018", "soviet")) == (["1SS"], ["16Pz"])
    lab.do("end")
    assert (seen(lab, "3015", "soviet"), seen(lab, "3018", "soviet")) == (["1SS", "19Pz"], ["16Pz"])


@pytest.mark.rule("6.0-d")
def test_of_an_overstack_that_takes_two_any_smallest_pair_will_do() -> None:
    crowd = [f"{name} 3015 soviet tank XXX 1-1/1-1" for name in "ABC"]
    lab = Lab.at("soviet-move-1", *crowd, "S 3015 soviet army_support (XX) 1-1", allow_overstack=True)
    lab.do("end")  # seven steps
    assert lab.choices("eliminate") == ["A", "B", "C", "S"]
    lab.do("eliminate S")
    assert lab.choices("eliminate") == ["A", "B", "C"]
    lab.do("eliminate B")
    assert lab.decision == "combat"


@pytest.mark.rule("6.0-e")
@pytest.mark.parametrize(
    ("phase", "mover", "target"), [("german-move-1", "16Pz", "3015"), ("soviet-move-1", "94R", "3014")]
)
def test_enemies_never_share_a_hex(phase: str, mover: str, target: str) -> None:
    lab = Lab.at(phase, "16Pz 3014", "94R 3015", weather="storm")
    lab.do(f"select {mover}")
    assert lab.refused(f"move {target}") == "6.0-e"


@pytest.mark.rule("6.0-e")
def test_no_way_leads_through_enemies() -> None:
    lab = Lab.at("soviet-move-1", "94R 0129", "16Pz 0128", "19Pz 0228", weather="storm")
    assert lab.actions("select") == []  # the corner has no other neighbours
    assert lab.refused("select 94R") == "6.0-e"  # and there are no zones in a storm


@pytest.mark.rule("6.0-e")
def test_no_position_holds_enemies_in_one_hex() -> None:
    with pytest.raises(PositionError, match=r"6\.0-e"):
        Lab.at("german-move-1", "16Pz 3014", "94R 3014")


@pytest.mark.rule("6.0-f")
def test_a_korpsgruppe_may_lie_with_soviet_units() -> None:
    lab = Lab.at("korpsgruppen", "94R 3015")
    lab.do("deploy Br 3015")
    assert lab.state.view("german")["korpsgruppen"] == {"Br": "3015"}
    lab = Lab.at("soviet-move-1", "94R 3015", korpsgruppen={"Br": "3016"})
    lab.do("select 94R", "move 3016")
    assert lab.hex("94R") == "3016"


# -- 6.1 and 6.2 the limits ------------------------------------------------------------------------------------------


def overstacked(side: str, *units: str) -> bool:
    """Whether units in one hex are found overstacked when their owner's movement ends."""
    lab = Lab.at(
        f"{side}-move-1", *(f"{u.split()[0]} 3015 {' '.join(u.split()[1:])}" for u in units), allow_overstack=True
    )
    lab.do("end")
    return lab.decision == "overstack"


@pytest.mark.rule("6.1-a")
@pytest.mark.parametrize(
    ("units", "too_many"),
    [
        (["9SS", "509"], False),  # 8 + 1
        (["9SS", "509", "StuG249"], True),
        (["18AD", "19Pz", "509"], False),  # 4 + 4 + 1: of any type
        (["18AD", "19Pz", "1Inf 2"], True),
        (["9SS 5", "10SS 4"], False),  # the steps they have now
        (["9SS 5", "10SS 5"], True),
    ],
)
def test_german_limit(units: list[str], too_many: bool) -> None:
    assert overstacked("german", *units) is too_many


@pytest.mark.rule("6.1-a")
def test_a_probe_needs_room() -> None:
    lab = Lab.at("german-combat-1", "9SS 3015", "509 3015", "StuG249 3014", "94R 3016")
    assert lab.refused("probe StuG249 3015") == "6.1-a"


@pytest.mark.rule("6.2-a")
@pytest.mark.parametrize(
    ("units", "too_many"),
    [
        (["94R", "107R", "13B"], False),  # four steps and a gun
        (["94R", "107R", "3GM"], False),  # rockets are artillery as well
        (["94R", "107R", "3GTA-sup"], True),  # army support is not artillery
        (["94R", "107R 1", "3GTA-sup"], False),
        (["94R", "13B", "17B"], True),  # one artillery step, however few the others
        (["13B", "3GM"], True),
        (["94R", "107R", "11R 1"], True),
    ],
)
def test_soviet_limit(units: list[str], too_many: bool) -> None:
    assert overstacked("soviet", *units) is too_many


# -- 6.3 fog of war --------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.3-a")
@pytest.mark.parametrize("side", ["soviet", None])
def test_others_see_the_top_unit_and_the_height(side: str | None) -> None:
    lab = Lab.at("german-move-1", "19Pz 3015", "1Inf 3015 3", "509 3015", tops=["1Inf"])
    assert stack(lab, "3015", side) == {
        "hex": "3015",
        "side": "german",
        "height": 3,
        "top": "1Inf",
        "supplied": True,
        "units": [{"id": "1Inf", "steps": 3, "attack": 2, "defence": 4}],
    }
    assert seen(lab, "3015", "german") == ["19Pz", "1Inf", "509"]


@pytest.mark.rule("6.3-a")
def test_the_owner_puts_on_top_what_he_likes() -> None:
    lab = Lab.at("german-move-1", "16Pz 3015", "509 3015", tops=["16Pz"])
    lab.do("top 509")
    assert seen(lab, "3015", "soviet") == ["509"]
    assert lab.refused("top 509") == "6.3-a"


@pytest.mark.rule("6.3-a")
def test_the_stack_is_revealed_when_the_attack_is_committed_and_not_before() -> None:
    lab = Lab.at(
        "german-combat-1", "16Pz 3014", "94R 3015", "3GM 3015", "107R 3115", "13B 3115", tops=["16Pz", "94R", "107R"],
        cas={"german": 1},
    )  # fmt: skip
    lab.do("attack 3015", "add 16Pz")
    assert seen(lab, "3015", "german") == ["94R"]
    assert (lab.preview()["defenders"], lab.preview()["hidden"]) == (["94R"], 1)
    lab.do("commit")
    assert seen(lab, "3015", "german") == seen(lab, "3015", None) == ["94R", "3GM"]
    assert lab.told("attack", "german")[0].args["defenders"] == ["94R", "3GM"]
    assert lab.preview()["defenders"] == ["94R", "3GM"]
    assert seen(lab, "3115", "german") == ["107R"]  # of that stack alone


@pytest.mark.rule("6.3-a")
def test_what_is_being_declared_is_not_told_to_the_defender() -> None:
    lab = Lab.at("german-combat-1", "19Pz 3014", "1Inf 3014", "94R 3015", tops=["19Pz", "94R"])
    lab.do("attack 3015", "add 1Inf")
    assert lab.state.view("soviet")["combat"] is None
    assert seen(lab, "3014", "soviet") == ["19Pz"]
    assert GAME.preview(lab.state, "", "soviet") is None


@pytest.mark.rule("6.3-a")
def test_the_enemy_hears_how_many_hidden_units_move_but_not_which() -> None:
    lab = Lab.at("german-move-1", "16Pz 3015", "509 3015", "1Inf 3016", tops=["16Pz", "1Inf"])
    lab.do("select 509", "move 3016")
    (told,) = lab.told("moved", "soviet")
    assert (told.args["units"], told.args["hidden"]) == ([], 1)
    (told,) = lab.told("moved", "german")
    assert (told.args["units"], told.args["hidden"]) == (["509"], 0)


@pytest.mark.rule("6.3-a")
def test_a_moving_stack_keeps_its_top_unit() -> None:
    lab = Lab.at("german-move-1", "16Pz 3015", "509 3015", tops=["509"])
    lab.do("select 16Pz", "add 509", "move 3016")
    assert seen(lab, "3016", "soviet") == ["509"]
    (told,) = lab.told("moved", "soviet")
    assert (told.args["units"], told.args["hidden"]) == (["509"], 1)


@pytest.mark.rule("6.3-a")
def test_a_reinforcement_may_slip_under_a_stack() -> None:
    lab = Lab.at("reinforcements", "19Pz 0105", turn=2, units={"8Pz": {"fate": "waiting"}, "507": {"fate": "waiting"}})
    lab.do("place 8Pz 0105")
    (told,) = lab.told("entered", "soviet")
    assert (told.args["units"], told.args["hidden"]) == ([], 1)
    assert seen(lab, "0105", "soviet") == ["19Pz"]


@pytest.mark.rule("6.3-b")
def test_a_revealed_attack_cannot_be_cancelled_or_changed() -> None:
    lab = Lab.at("german-combat-1", "19Pz 3014", "1Inf 3014", "94R 3015", cas={"german": 1})
    lab.do("attack 3015", "add 19Pz")
    assert not lab.state.seen  # nothing was learnt: it may be taken back
    lab.do("commit")
    assert lab.state.seen
    assert {lab.refused(action) for action in ("cancel", "end", "add 1Inf", "attack 3015")} == {"6.3-b"}
    assert lab.actions() == ["air 1", "fight"]


# A position of three stacks of three a side. What lies below the top of the enemy's stacks is dealt anew, with other
# steps left; whoever may not look must find everything just as before.

PLACES = {"german": ("3014", "3114", "3213"), "soviet": ("3015", "3115", "3215")}
TOPS = {"german": ("16Pz", "371Inf", "96Inf"), "soviet": ("94R", "7GTk", "1GA-sup")}
BELOW = {
    "german": ["509", "StuG249", "KPG", "18AD", "1Inf", "19Pz"],
    "soviet": ["13B", "3GM", "107R", "9Mech", "3GTA-sup", "6GTk"],
}


def dealt(phase: str, seed: int, hidden: str, **fields: Any) -> Lab:
    """The position with the units below the tops of a side dealt by a seed."""
    rng = random.Random(seed)
    units: dict[str, Any] = {}
    for side, places in PLACES.items():
        below = BELOW[side][:]
        if side == hidden:
            rng.shuffle(below)
        for i, place in enumerate(places):
            units[TOPS[side][i]] = {"hex": place}
            for name in below[2 * i : 2 * i + 2]:
                full = GAME.roster.full[GAME.roster.names.index[name]]
                units[name] = {"hex": place, "steps": rng.randint(1, full) if side == hidden else full}
    tops = [name for names in TOPS.values() for name in names]
    return Lab.at(phase, units=units, tops=tops, allow_overstack=True, **fields)


def knowledge(lab: Lab, side: str) -> str:
    """Everything that a side can find out without playing, as text."""
    enemy = "german" if side == "soviet" else "soviet"
    own = [*TOPS[side], *BELOW[side]]
    previews = [
        GAME.preview(lab.state, f"attack {place} {' '.join(units)}", side)
        for place in PLACES[enemy]
        for units in (own, *([unit] for unit in own))
    ]
    tried = [f"{verb} {unit}" for verb in ("select", "top", "add", "lose") for unit in (*TOPS[enemy], *BELOW[enemy])]
    tried += [f"{verb} {place}" for verb in ("attack", "move") for place in PLACES[enemy]]
    reasons = [repr(lab.state.explain(action, side)) for action in tried]
    actions = [str(action) for action in lab.state.actions(side)]
    asked = [(name, "") for name in ("zoc", "threats", "control", "objectives")]
    asked += [("supply", BELOW[enemy][0]), *(("reach", unit) for unit in (TOPS[enemy][0], *BELOW[enemy]))]
    overlays = [GAME.overlay(lab.state, side, name, unit) for name, unit in asked]
    return json.dumps([lab.state.view(side), lab.state.view(None), actions, previews, reasons, overlays])


@pytest.mark.rule("6.3-a")
@pytest.mark.parametrize("side", ["soviet", "german"])
@pytest.mark.parametrize("segment", ["move", "combat"])
@pytest.mark.parametrize("whose", ["own", "enemy"])
def test_nothing_depends_on_what_lies_below_the_enemy_tops(side: str, segment: str, whose: str) -> None:
    enemy = "german" if side == "soviet" else "soviet"
    phase = f"{side if whose == 'own' else enemy}-{segment}-1"
    found = {knowledge(dealt(phase, seed, enemy), side) for seed in range(12)}
    assert len(found) == 1


@pytest.mark.rule("6.3-a")
@pytest.mark.parametrize("side", ["soviet", "german"])
@pytest.mark.parametrize("walk", range(4))
def test_nothing_leaks_while_a_side_plays_up_to_the_reveal(side: str, walk: int) -> None:
    enemy = "german" if side == "soviet" else "soviet"
    labs = [dealt(f"{side}-{('move', 'combat')[walk % 2]}-1", seed, enemy) for seed in range(3)]
    rng = random.Random(walk)
    for _ in range(15):
        assert len({knowledge(lab, side) for lab in labs}) == 1
        choices = [a for a in labs[0].actions() if a not in ("commit", "end")]
        if labs[0].decider != side or not choices:
            break
        action = rng.choice(choices)
        told = {repr([e for e in lab.do(action) if e.to in (None, side)]) for lab in labs}
        assert len(told) == 1


@pytest.mark.rule("6.3-a")
def test_the_reach_of_a_moving_enemy_does_not_tell_who_goes_with_him() -> None:
    def reach(below: str) -> Any:
        lab = Lab.at("german-move-1", "19Pz 3015", f"{below} 3015", tops=["19Pz"])
        lab.do("select 19Pz", f"add {below}")
        return GAME.overlay(lab.state, "soviet", "reach", "19Pz")

    assert reach("1Inf") == reach("11Pz")


@pytest.mark.rule("6.3-a")
def test_tigers_on_top_do_not_tell_who_is_with_them() -> None:
    def preview(below: str) -> dict[str, Any]:
        lab = Lab.at("soviet-combat-1", "509 3014", f"{below} 3014", "94R 3015", tops=["509", "94R"])
        return lab.preview("attack 3014 94R")

    assert preview("1Inf") == preview("StuG249")


@pytest.mark.rule("6.3-a")
def test_the_running_score_does_not_tell_which_divisions_are_cut_off() -> None:
    def view(inside: str, outside: str) -> dict[str, Any]:
        lab = Lab.at(
            "german-move-1", "19Pz 2017", f"{inside} 2017", "11Pz 1217", f"{outside} 1217",
            "94R 2016", "107R 2118", "11R 1918",  # a ring around 2017
            tops=["19Pz", "11Pz", "94R", "107R", "11R"], scenario="example-smotrich",
        )  # fmt: skip
        return lab.state.view("soviet")

    assert view("1Inf", "509") == view("509", "1Inf")


@pytest.mark.rule("6.3-a")
def test_the_attacker_does_not_learn_whether_artillery_could_have_answered() -> None:
    def view(near: str, far: str) -> dict[str, Any]:
        lab = Lab.at(
            "soviet-combat-1", "94R 3015", "16Pz 3014", "371Inf 3012", f"{near} 3012", "1Inf 3008", f"{far} 3008",
            tops=["94R", "16Pz", "371Inf", "1Inf"],
        )  # fmt: skip
        lab.do("attack 3014", "add 94R")
        lab.state.play("commit")
        return lab.state.view("soviet")

    assert view("18AD", "StuG249") == view("StuG249", "18AD")
