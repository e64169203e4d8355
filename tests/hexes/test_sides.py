"""Sets of hexsides against sets of pairs."""

import pytest
from hypothesis import strategies as st

from kessel.hexes import Grid, HexError, Sides
from tests.hexes.naive import both_ways
from tests.hexes.worlds import World, given, one, some, worlds


def pairs(w: World, sides: Sides) -> list[frozenset[str]]:
    return [frozenset((w.grid.names[a], w.grid.names[b])) for a, b in sides.pairs()]


@given(st.data(), worlds())
def test_between_has_of_and_pairs(data: st.DataObject, w: World) -> None:
    grid, board = w.grid, w.board
    chosen = data.draw(some(board.sides()))
    sides = w.sides(chosen)
    found = pairs(w, sides)
    assert len(found) == len(chosen)
    assert set(found) == set(chosen)
    assert bool(sides) == bool(chosen)
    for name in w.places:
        behind = {n for n in board.near[name] if frozenset((name, n)) in chosen}
        assert w.names(sides.of(grid.index[name])) == behind
        assert sides.into(grid.index[name]) == sides.of(grid.index[name])
        for n in board.near[name]:
            assert sides.has(grid.index[name], grid.index[n]) == (n in behind)


@given(st.data(), worlds(boxes=False))
def test_every_side_belongs_to_both_its_hexes(data: st.DataObject, w: World) -> None:
    sides = w.sides(data.draw(some(w.board.sides())))
    for d in range(6):
        assert w.grid.step(sides.masks[d], d) == sides.masks[(d + 3) % 6]
        assert sides.masks[d].bit_count() == sides.masks[(d + 3) % 6].bit_count()


@given(st.data(), worlds())
def test_the_order_of_a_pair_does_not_matter(data: st.DataObject, w: World) -> None:
    chosen = data.draw(some(w.board.sides()))
    there = [tuple(w.grid.index[n] for n in sorted(side)) for side in chosen]
    back = [(b, a) for a, b in reversed(there)]
    one_way, other_way = Sides.between(w.grid, there), Sides.between(w.grid, [*back, *there])
    assert one_way == other_way
    assert hash(one_way) == hash(other_way)


@given(st.data(), worlds())
def test_or_and_sub(data: st.DataObject, w: World) -> None:
    every = w.board.sides()
    a, b = set(data.draw(some(every))), set(data.draw(some(every)))
    assert w.sides(a) | w.sides(b) == w.sides(a | b)
    assert w.sides(a) - w.sides(b) == w.sides(a - b)
    assert (w.sides(a) == w.sides(b)) == (a == b)


@given(st.data(), worlds())
def test_touching(data: st.DataObject, w: World) -> None:
    chosen = data.draw(some(w.board.sides()))
    near = set(data.draw(some(w.places)))
    assert w.sides(chosen).touching(w.bits(near)) == w.sides(side for side in chosen if side & near)


@given(st.data(), worlds())
def test_sides_that_count_in_one_direction(data: st.DataObject, w: World) -> None:
    grid = w.grid
    chosen = data.draw(w.some_steps(0.5))
    sides = w.steps(chosen)
    for here in w.places:
        assert w.names(sides.of(grid.index[here])) == {b for a, b in chosen if a == here}
        assert w.names(sides.into(grid.index[here])) == {a for a, b in chosen if b == here}
        for there in w.board.near[here]:
            assert sides.has(grid.index[here], grid.index[there]) == ((here, there) in chosen)
    found = pairs(w, sides)
    assert set(found) == {frozenset(step) for step in chosen}
    assert len(set(found)) == len(found)


@given(st.data(), worlds())
def test_except_into(data: st.DataObject, w: World) -> None:
    chosen = data.draw(w.some_steps(0.6))
    spared = set(data.draw(some(w.places)))
    left = w.steps(chosen).except_into(w.bits(spared))
    assert left == w.steps(step for step in chosen if step[1] not in spared)


@given(st.data(), worlds())
def test_others_are_all_that_do_not_belong(data: st.DataObject, w: World) -> None:
    chosen = data.draw(w.some_steps(1.0))
    others = w.steps(chosen).others
    left = both_ways(w.board.sides()) - chosen
    assert others == w.steps(left)
    assert set(pairs(w, others)) == {frozenset(step) for step in left}
    assert others.others == w.steps(chosen)


@given(st.data(), worlds())
def test_across(data: st.DataObject, w: World) -> None:
    chosen = data.draw(w.some_steps(0.6))
    bits = data.draw(some(w.places))
    found = w.steps(chosen).across(w.bits(bits)) & w.grid.valid
    assert w.names(found) == {there for here, there in chosen if here in bits}
    found = w.steps(chosen).others.across(w.bits(bits)) & w.grid.valid
    assert w.names(found) == {n for here in bits for n in w.board.near[here] if (here, n) not in chosen}


@given(worlds())
def test_no_sides(w: World) -> None:
    none = Sides(w.grid)
    assert not none
    assert none == Sides.between(w.grid, [])
    assert list(none.pairs()) == []


@given(st.data(), worlds())
def test_a_pair_that_does_not_touch_is_refused(data: st.DataObject, w: World) -> None:
    a = data.draw(one(w.places))
    b = data.draw(one([name for name in w.places if name not in w.board.near[a]]))
    for ask in (Sides(w.grid).has, lambda x, y: Sides.between(w.grid, [(x, y)])):
        with pytest.raises(HexError, match=f"{a}.*{b}"):
            ask(w.grid.index[a], w.grid.index[b])


def test_sides_are_not_equal_to_anything_else() -> None:
    assert Sides(Grid(2, 2)) != (0,) * 6
