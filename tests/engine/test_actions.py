"""Actions print and parse; a lazy list of actions is the list it stands for."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kessel.engine import BARE, Action, Actions, Group, Names
from kessel.hexes import members

WORDS = st.text(string.ascii_letters + string.digits + "-_.“”é", min_size=1, max_size=5)
TABLES = [
    Names(("move", "combat")),
    Names([f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 20)]),
    Names(["16Pz", "", "509", "", "", "3GTA-sup", ""]),  # holes are never chosen
]
NAMED = [sum(1 << i for i in table.index.values()) for table in TABLES]


@st.composite
def groups(draw: st.DrawFn) -> list[Group]:
    """Groups as frames make them: a verb with other arguments in front or another table, so nothing comes twice."""
    found: dict[tuple[Any, ...], Group] = {}
    for _ in range(draw(st.integers(0, 6))):
        verb = draw(st.sampled_from(["move", "add", "place", "end"]))
        before = tuple(draw(st.lists(st.sampled_from(["16Pz", "509", "2119"]), max_size=2)))
        table = draw(st.sampled_from([None, 0, 1, 2]))
        if table is None:
            found[verb, len(before), "bare"] = Group(verb, BARE, draw(st.integers(0, 1)), before)
        else:
            bits = draw(st.integers(0, 2 ** len(TABLES[table]) - 1)) & NAMED[table]
            found[f"{verb}{table}", before] = Group(f"{verb}{table}", TABLES[table], bits, before)
    return list(found.values())


def spelled_out(parts: list[Group]) -> list[Action]:
    """The list that the groups stand for, the obvious way."""
    found = []
    for part in parts:
        for i, name in enumerate(part.names):
            if part.bits >> i & 1:
                found.append(Action(part.verb, part.before if part.names is BARE else (*part.before, name)))
    return found


# -- one action ------------------------------------------------------------------------------------------------------


@given(WORDS, st.lists(WORDS, max_size=4))
def test_an_action_prints_and_parses(verb: str, args: list[str]) -> None:
    action = Action(verb, tuple(args))
    assert Action.parse(str(action)) == action
    assert str(action) == " ".join([verb, *args])


def test_actions_have_an_order() -> None:
    texts = ["add 509", "commit", "move 2118", "move 2119"]
    assert sorted(Action.parse(text) for text in reversed(texts)) == [Action.parse(text) for text in texts]


@given(st.text(max_size=30))
def test_any_text_parses_and_then_stays_the_same(text: str) -> None:
    action = Action.parse(text)
    assert Action.parse(str(action)) == action
    assert str(action).split() == text.split()


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("end", Action("end")),
        ("move 2119", Action("move", ("2119",))),
        ("  probe   16Pz\t2018\n", Action("probe", ("16Pz", "2018"))),
        ("", Action("")),
        ("   ", Action("")),
    ],
)
def test_parse(text: str, action: Action) -> None:
    assert Action.parse(text) == action


# -- tables of names -------------------------------------------------------------------------------------------------


def test_names_are_a_sequence_with_an_index() -> None:
    names = Names(["a", "b", "c"])
    assert (len(names), list(names), names[1]) == (3, ["a", "b", "c"], "b")
    assert names.index == {"a": 0, "b": 1, "c": 2}


def test_holes_in_a_table_have_no_index() -> None:
    names = Names(["a", "", "c"])
    assert (len(names), names.index) == (3, {"a": 0, "c": 2})


@given(st.sets(st.sampled_from(sorted(TABLES[1]))))
def test_sets_of_names_go_to_bits_and_back(chosen: set[str]) -> None:
    table = TABLES[1]
    bits = table.bits(chosen)
    assert bits.bit_count() == len(chosen)
    assert table.listed(bits) == [name for name in table if name in chosen]


def test_a_name_that_is_not_in_the_table_has_no_bit() -> None:
    with pytest.raises(KeyError):
        TABLES[0].bits(["retreat"])


# -- groups ----------------------------------------------------------------------------------------------------------


@given(groups())
def test_a_group_makes_the_actions_of_its_bits(parts: list[Group]) -> None:
    for group in parts:
        assert [group.action(i) for i in members(group.bits)] == spelled_out([group])


def test_a_bare_group_takes_no_choice() -> None:
    assert Group("end").action(0) == Action("end")
    assert Group("skip", before=("16Pz",)).action(0) == Action("skip", ("16Pz",))
    assert Group("order", TABLES[0], 3).action(1) == Action("order", ("combat",))


# -- lists of actions ------------------------------------------------------------------------------------------------


@given(groups())
def test_the_list_is_what_it_stands_for(parts: list[Group]) -> None:
    actions, plain = Actions(parts), spelled_out(parts)
    assert len(actions) == len(plain)
    assert bool(actions) == bool(plain)
    assert list(actions) == plain
    assert list(reversed(actions)) == plain[::-1]
    assert [actions[i] for i in range(len(plain))] == plain
    assert [actions[i] for i in range(-len(plain), 0)] == plain
    assert all(action in actions for action in plain)
    assert len(set(actions)) == len(plain)
    assert all(actions.index(action) == i for i, action in enumerate(plain[:20]))


@given(groups(), st.slices(40))
def test_slices(parts: list[Group], part: slice) -> None:
    assert Actions(parts)[part] == spelled_out(parts)[part]


@given(groups(), st.integers(0, 1000))
def test_outside_the_list_is_an_error(parts: list[Group], beyond: int) -> None:
    actions = Actions(parts)
    for i in (len(actions) + beyond, -len(actions) - 1 - beyond):
        with pytest.raises(IndexError):
            actions[i]


@given(groups(), st.sampled_from(["move", "move0", "add1", "end"]), st.lists(st.sampled_from(["16Pz", "0101", ""])))
def test_membership_is_that_of_the_plain_list(parts: list[Group], verb: str, args: list[str]) -> None:
    action = Action(verb, tuple(args))
    assert (action in Actions(parts)) == (action in spelled_out(parts))


@given(groups())
def test_what_is_close_to_an_action_is_not_one(parts: list[Group]) -> None:
    actions, plain = Actions(parts), spelled_out(parts)
    for action in plain[:10]:
        for wrong in (
            Action(action.verb, (*action.args, "0000")),
            Action(action.verb, action.args[:-1]),
            Action(action.verb + "x", action.args),
            Action(action.verb, ("x", *action.args)),
        ):
            assert (wrong in actions) == (wrong in plain)
        assert str(action) not in actions


@given(groups())
def test_two_lists_of_the_same_groups_agree_and_looking_changes_nothing(parts: list[Group]) -> None:
    one, two = Actions(parts), Actions(iter(parts))
    first = list(one)
    assert (len(one), Action("end") in one, one[:3]) == (len(two), Action("end") in two, two[:3])
    assert list(one) == first == list(two)


@given(groups())
def test_verbs(parts: list[Group]) -> None:
    assert Actions(parts).verbs() == list(dict.fromkeys(a.verb for a in spelled_out(parts)))


def test_an_empty_list() -> None:
    actions = Actions()
    assert (len(actions), list(actions), actions[:], actions.verbs()) == (0, [], [], [])
    assert Action("end") not in actions


class Counted(Names):
    """A table that counts how often a name is looked up."""

    __slots__ = ("looks",)

    def __init__(self, names: list[str]) -> None:
        super().__init__(names)
        self.looks = 0

    def __getitem__(self, i: int) -> str:
        self.looks += 1
        return super().__getitem__(i)


def test_nothing_is_spelled_out_until_it_is_looked_at() -> None:
    table = Counted([f"{n:04}" for n in range(5000)])
    actions = Actions([Group("move", table, 2**5000 - 1), Group("end")])
    assert len(actions) == 5001
    assert Action("move", ("4321",)) in actions
    assert actions.verbs() == ["move", "end"]
    assert table.looks == 0
    assert actions[4999] == Action("move", ("4999",))
    assert actions[5000] == Action("end")
    assert table.looks == 1
    assert next(iter(actions)) == Action("move", ("0000",))
    assert table.looks == 2
    assert len(actions[10:15]) == 5
    assert table.looks == 7
