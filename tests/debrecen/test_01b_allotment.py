"""1.5, 1.6-a to 1.6-l and 2.1-b: support markers and the headquarters that hold them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.debrecen.lab import GAME, Lab, plain

LEVELS = {u.id: u.support for u in GAME.roster.units if u.type == "hq"}
SOVIETS = ("HQ-Pliev 2510", "HQ-53A 2520", "8-6G 2511", "297-27G 2521")
GERMANS = ("HQ-III-PzK 1010", "HQ-LXXII-AK 1020", "Pz-FHH 1011", "178-76 1021")
POOL = {"al-heavy-1": {"stock": "pool"}, "al-guns-1": {"stock": "pool"}, "ax-heavy-1": {"stock": "pool"}}


def support(*units: str, markers: dict[str, Any] | None = None, **fields: Any) -> Lab:
    """The support phase of turn 4; the Allies had the initiative before, so that the Axis begins. The Allies always
    have a marker to allot, so that their part waits for them."""
    fields = {"initiative": "allied"} | fields
    markers = {"al-at-1": {"stock": "pool"}} | (POOL if markers is None else markers)
    return plain("support", *(units or (*SOVIETS, *GERMANS)), markers=markers, **fields)


# -- who, when and what ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1.6-b", "2.1-b")
@pytest.mark.parametrize(("initiative", "first", "second"), [("allied", "axis", "allied"), ("axis", "allied", "axis")])
def test_who_had_not_the_initiative_in_the_turn_before_allots_first(initiative: str, first: str, second: str) -> None:
    lab = support(initiative=initiative)
    assert (lab.decision, lab.decider) == ("allotment", first)
    lab.do("done")
    assert (lab.decision, lab.decider) == ("allotment", second)


@pytest.mark.rule("1.6-b")
@pytest.mark.parametrize("scenario", ["debrecen", "learning-nagyvarad"])
def test_the_axis_allots_first_in_turn_1(scenario: str) -> None:
    lab = Lab(GAME.start(scenario))
    while lab.decision == "set-up":
        lab.do("auto")
    assert (lab.decision, lab.decider) == ("allotment", "axis")


@pytest.mark.rule("1.6-a", "15.1.2-a", "15.1.3-a")
def test_markers_of_the_start() -> None:
    lab = Lab(GAME.start("debrecen"))
    found = {side: Counter(_kinds(lab, "pool", side)) for side in ("axis", "allied")}
    assert found["axis"] == Counter(heavy_artillery=1, light_artillery=1, engineers=1, flak_88=1)
    assert found["allied"] == Counter(heavy_artillery=1, engineers=1, katyushas=1, assault_guns=1)


def _kinds(lab: Lab, stock: str, side: str) -> list[str]:
    markers = lab.state.board.markers
    return [m.kind for m in markers if lab.stock(m.id) == stock and GAME.sides[m.side] == side]


@pytest.mark.rule("1.6-a", "15.3.1-a", "15.3.2-a")
@pytest.mark.parametrize(
    ("turn", "axis", "allied"),
    [
        (2, ["heavy_artillery", "light_artillery", "assault_guns"], ["assault_guns", "anti_tank"]),
        (3, ["light_artillery", "flak_88"], ["light_artillery", "anti_tank"]),
        (4, ["assault_guns"], []),
        (5, ["light_artillery", "flak_88"], ["katyushas", "assault_guns", "light_artillery"]),
        (7, [], ["heavy_artillery", "assault_guns", "anti_tank"]),
        (9, ["light_artillery", "assault_guns"], ["light_artillery"]),
    ],
)
def test_markers_come_in_their_turn(turn: int, axis: list[str], allied: list[str]) -> None:
    due = {m.id: {"stock": "unused"} for m in GAME.board("debrecen").markers if m.turn >= turn}
    lab = support(
        markers={"ax-heavy-1": {"stock": "pool"}, "al-at-1": {"stock": "gone"}, "al-heavy-1": {"stock": "pool"}} | due,
        turn=turn,
    )
    assert _kinds(lab, "pool", "axis") == ["heavy_artillery", *axis]
    lab.do("done")
    assert _kinds(lab, "pool", "allied") == ["heavy_artillery", *allied]


@pytest.mark.rule("1.6-a")
def test_a_marker_not_yet_received_stays_away() -> None:
    lab = support(markers={"ax-guns-3": {"stock": "unused"}, "ax-light-5": {"stock": "unused"}})
    assert lab.refused("allot ax-light-5 HQ-III-PzK") == "1.6-j"
    lab.do("allot ax-guns-3 HQ-III-PzK")
    assert (lab.stock("ax-guns-3"), lab.stock("ax-light-5")) == ("ready", "unused")


@pytest.mark.rule("1.6-j")
def test_a_marker_comes_back_in_its_turn_on_the_track() -> None:
    lab = support(markers={"ax-heavy-1": {"stock": 4}, "ax-light-1": {"stock": 5}})
    assert lab.stock("ax-heavy-1") == "pool"
    lab.do("allot ax-heavy-1 HQ-LXXII-AK")
    assert lab.box("ax-heavy-1") == "HQ-LXXII-AK"
    assert lab.stock("ax-light-1") == 5


@pytest.mark.rule("1.6-j")
def test_a_marker_on_the_track_cannot_be_allotted() -> None:
    lab = support(markers=POOL | {"ax-light-1": {"stock": 5}, "ax-light-3": {"stock": "gone"}})
    assert lab.refused("allot ax-light-1 HQ-III-PzK") == "1.6-j"
    assert lab.refused("allot ax-light-3 HQ-III-PzK") == "1.6-j"


# -- to whom ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.6-c", "1.6-f")
def test_a_marker_goes_to_a_friendly_hq_on_the_map() -> None:
    lab = support()
    assert lab.choices("allot") == ["HQ-III-PzK", "HQ-LXXII-AK"]
    lab.do("allot ax-heavy-1 HQ-III-PzK")
    assert (lab.stock("ax-heavy-1"), lab.box("ax-heavy-1")) == ("ready", "HQ-III-PzK")


@pytest.mark.rule("1.6-c")
def test_neither_enemies_nor_units_nor_absent_hqs_take_markers() -> None:
    lab = support()
    for target in ("HQ-Pliev", "Pz-FHH", "HQ-IV-PzK"):
        assert lab.refused(f"allot ax-heavy-1 {target}") == "1.6-c"
    assert lab.refused("allot al-heavy-1 HQ-III-PzK") == "1.6-a"


@pytest.mark.rule("1.6-c", "1.6-d")
@pytest.mark.parametrize(("due", "takes"), [(4, True), (5, False)])
def test_an_hq_that_arrives_this_turn_takes_markers(due: int, takes: bool) -> None:
    lab = support(units={"HQ-IV-PzK": {"fate": "waiting", "due": due}})
    assert lab.legal("allot ax-heavy-1 HQ-IV-PzK") is takes


@pytest.mark.rule("1.5-b", "1.6-d", "1.6-e")
@pytest.mark.parametrize("hq", ["HQ-III-PzK", "HQ-LXXII-AK"])
def test_an_hq_holds_no_more_markers_than_its_support_level(hq: str) -> None:
    held = [m.id for m in GAME.board("debrecen").markers if m.id.startswith("ax")][: LEVELS[hq]]
    lab = support(markers=dict.fromkeys(held[1:], hq) | {held[0]: {"stock": "pool"}, "ax-guns-4": {"stock": "pool"}})
    lab.do(f"allot {held[0]} {hq}")
    assert lab.refused(f"allot ax-guns-4 {hq}") == "1.6-d"


@pytest.mark.rule("1.6-d")
def test_used_markers_do_not_fill_the_available_box() -> None:
    used = {m: {"stock": "used", "hq": "HQ-LXXII-AK"} for m in ("ax-light-1", "ax-light-3")}
    lab = support(markers={**used, "ax-heavy-1": {"stock": "pool"}, "ax-heavy-2": {"stock": "pool"}})
    lab.do("allot ax-heavy-1 HQ-LXXII-AK", "allot ax-heavy-2 HQ-LXXII-AK")
    assert lab.refused("allot ax-light-1 HQ-LXXII-AK") == "1.6-d"


@pytest.mark.rule("10.3-g")
def test_an_hq_out_of_supply_receives_none() -> None:
    used = {"ax-light-1": {"stock": "used", "hq": "HQ-III-PzK"}}
    lab = support(markers=POOL | used, starved=["HQ-III-PzK"])
    assert lab.refused("allot ax-heavy-1 HQ-III-PzK") == "10.3-g"
    assert lab.refused("allot ax-light-1 HQ-III-PzK") == "10.3-g"
    assert lab.legal("allot ax-heavy-1 HQ-LXXII-AK")


@pytest.mark.rule("10.3-g")
def test_an_isolated_hq_receives_markers() -> None:
    assert support(isolated=["HQ-III-PzK"]).legal("allot ax-heavy-1 HQ-III-PzK")


@pytest.mark.rule("1.5-g", "1.5-j", "1.6-d")
def test_any_hq_may_hold_a_marker_of_another_nationality() -> None:
    """It may be of use in the defence of a mixed stack (1.6-i)."""
    lab = support(markers={"ax-light-2": {"stock": "pool"}})
    assert lab.legal("allot ax-light-2 HQ-III-PzK")


# -- from one HQ to another ------------------------------------------------------------------------------------------

USED = {"ax-light-1": {"stock": "used", "hq": "HQ-III-PzK"}}


@pytest.mark.rule("1.6-k")
@pytest.mark.parametrize("hq", ["HQ-III-PzK", "HQ-LXXII-AK"])
def test_used_markers_go_to_any_friendly_hq(hq: str) -> None:
    lab = support(markers=USED)
    lab.do(f"allot ax-light-1 {hq}")
    assert (lab.stock("ax-light-1"), lab.box("ax-light-1")) == ("ready", hq)


@pytest.mark.rule("1.6-k")
def test_unspent_markers_may_change_their_hq() -> None:
    lab = support(markers={"ax-light-1": "HQ-III-PzK"})
    assert lab.refused("allot ax-light-1 HQ-III-PzK") == "1.6-f"
    lab.do("allot ax-light-1 HQ-LXXII-AK")
    assert lab.box("ax-light-1") == "HQ-LXXII-AK"


@pytest.mark.rule("1.6-k")
def test_an_used_marker_that_is_not_allotted_stays_used() -> None:
    lab = support(markers=USED)
    lab.do("done")
    assert (lab.stock("ax-light-1"), lab.box("ax-light-1")) == ("used", "HQ-III-PzK")


DIVISIONS = ("8-6G", "13-6G", "8C-6G", "9-4G", "10-4G", "30-4G", "297-27G", "409-27G", "78-33", "337-33")
WALL = [f"{name} {row:02}15" for name, row in zip(DIVISIONS, range(2, 31, 3), strict=True)]
"""Soviet divisions from the north edge to the south, three rows apart."""


@pytest.mark.rule("1.6-l")
@pytest.mark.parametrize("stock", ["used", "ready"])
def test_a_transfer_needs_a_path_without_enemy_zones(stock: str) -> None:
    lab = support("HQ-Pliev 2901", "HQ-III-PzK 1008", "HQ-LXXII-AK 1022", *WALL, markers=POOL | {
        "ax-light-1": {"stock": stock, "hq": "HQ-III-PzK"}
    })  # fmt: skip
    assert lab.refused("allot ax-light-1 HQ-LXXII-AK") == "1.6-l"
    gap = support("HQ-Pliev 2901", "HQ-III-PzK 1008", "HQ-LXXII-AK 1022", *WALL[:-1], markers=POOL | {
        "ax-light-1": {"stock": stock, "hq": "HQ-III-PzK"}
    })  # fmt: skip
    assert gap.legal("allot ax-light-1 HQ-LXXII-AK")


@pytest.mark.rule("1.6-l")
def test_a_friend_does_not_open_the_path() -> None:
    """A column of friends through the enemy line, a hex apart."""
    friends = [f"{name} {h}" for name, h in (("Pz-FHH", "1014"), ("178-76", "1016"), ("203-76", "1017"))]
    lab = support("HQ-Pliev 2901", "HQ-III-PzK 1008", "HQ-LXXII-AK 1022", *friends, *WALL, markers=USED)
    assert lab.refused("allot ax-light-1 HQ-LXXII-AK") == "1.6-l"


@pytest.mark.rule("1.6-l")
def test_a_marker_that_stays_with_its_hq_needs_no_path() -> None:
    lab = support("HQ-Pliev 2901", "HQ-III-PzK 1008", "HQ-LXXII-AK 1022", *WALL, markers=USED | POOL)
    lab.do("allot ax-light-1 HQ-III-PzK", "allot ax-heavy-1 HQ-LXXII-AK")
    assert (lab.stock("ax-light-1"), lab.stock("ax-heavy-1")) == ("ready", "ready")


@pytest.mark.rule("1.6-l")
def test_nothing_is_transferred_to_an_hq_that_is_not_on_the_map_yet() -> None:
    lab = support(units={"HQ-IV-PzK": {"fate": "waiting", "due": 4}}, markers=USED | POOL)
    assert lab.refused("allot ax-light-1 HQ-IV-PzK") == "1.6-l"
    assert lab.legal("allot ax-heavy-1 HQ-IV-PzK")


@pytest.mark.rule("2.1-b")
def test_a_marker_is_allotted_once_in_a_phase() -> None:
    lab = support(markers=POOL | USED)
    lab.do("allot ax-heavy-1 HQ-III-PzK")
    assert lab.refused("allot ax-heavy-1 HQ-LXXII-AK") == "2.1-b"


@pytest.mark.rule("1.6-k", "1.6-d")
def test_two_full_headquarters_may_exchange_unspent_markers() -> None:
    """AMB-36: all of them are allotted anew; what counts is how many each holds in the end."""
    small = ("ax-light-1", "ax-light-3")
    large = ("ax-heavy-1", "ax-heavy-2", "ax-guns-2", "ax-guns-3")
    lab = support(markers=dict.fromkeys(small, "HQ-LXXII-AK") | dict.fromkeys(large, "HQ-III-PzK"))
    lab.do("allot ax-heavy-1 HQ-LXXII-AK")
    assert set(lab.actions()) == {f"allot {marker} HQ-III-PzK" for marker in small}
    assert lab.refused("done") == "1.6-d"
    assert lab.refused("allot ax-heavy-2 HQ-LXXII-AK") == "1.6-d"
    assert GAME.check(lab.state) == []
    lab.do("allot ax-light-3 HQ-III-PzK")
    assert (lab.box("ax-heavy-1"), lab.box("ax-light-3")) == ("HQ-LXXII-AK", "HQ-III-PzK")
    assert lab.legal("done")
    assert lab.refused("allot ax-light-3 HQ-LXXII-AK") == "2.1-b"


@pytest.mark.rule("1.6-d", "1.6-l")
def test_a_full_headquarters_takes_nothing_that_it_cannot_exchange() -> None:
    full = dict.fromkeys(("ax-light-1", "ax-light-3"), "HQ-LXXII-AK")
    assert support(markers=full | {"ax-heavy-1": {"stock": "pool"}}).refused("allot ax-heavy-1 HQ-LXXII-AK") == "1.6-d"
    spent = full | {"ax-heavy-1": {"stock": "used", "hq": "HQ-III-PzK"}}
    assert support(markers=spent).refused("allot ax-heavy-1 HQ-LXXII-AK") == "1.6-d"
    apart = ("HQ-Pliev 2901", "HQ-III-PzK 1008", "HQ-LXXII-AK 1022", *WALL)
    assert (
        support(*apart, markers=full | POOL | {"ax-heavy-2": "HQ-III-PzK"}).refused("allot ax-heavy-2 HQ-LXXII-AK")
        == "1.6-d"
    )


@pytest.mark.rule("1.5-n")
def test_the_markers_of_a_fallen_hq_go_to_the_pool_and_are_allotted_in_the_next_turn() -> None:
    lab = support(markers=USED | {"ax-heavy-1": "HQ-III-PzK", "ax-heavy-2": "HQ-LXXII-AK", "ax-light-3": {"stock": 6}})
    lab.state.destroy(lab.index("HQ-III-PzK"), "1.5-k")
    stocks = {m: lab.stock(m) for m in ("ax-light-1", "ax-heavy-1", "ax-heavy-2", "ax-light-3")}
    assert stocks == {"ax-light-1": "pool", "ax-heavy-1": "pool", "ax-heavy-2": "ready", "ax-light-3": 6}
    lab.do("allot ax-light-1 HQ-LXXII-AK")
    assert lab.box("ax-light-1") == "HQ-LXXII-AK"


# -- done for you ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1-b", "1.5-g", "1.5-h", "1.5-i")
def test_auto_gives_every_marker_to_an_hq_that_can_use_it() -> None:
    lab = Lab(GAME.start("debrecen", seed="1"))
    while lab.decision in ("set-up", "allotment"):
        lab.state.play("auto")
    markers = lab.state.board.markers
    received = [m for m in markers if m.turn <= 1]
    assert all(lab.stock(m.id) == "ready" for m in received)
    assert all(m.nationality in lab.state.unit(lab.index(lab.box(m.id))).uses for m in received)
    assert GAME.check(lab.state) == []


def test_auto_leaves_unspent_markers_where_they_are() -> None:
    lab = support(markers=USED | {"ax-heavy-1": "HQ-LXXII-AK"})
    lab.do("auto")
    assert lab.box("ax-heavy-1") == "HQ-LXXII-AK"
    assert lab.stock("ax-light-1") == "ready"
