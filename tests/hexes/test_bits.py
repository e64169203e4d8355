"""Sets of small ints against sorted lists."""

import pytest
from hypothesis import strategies as st

from kessel.hexes import first, members, nth, of
from tests.hexes.worlds import given

INDICES = st.one_of(st.sets(st.integers(0, 40)), st.sets(st.integers(0, 1500)))


@given(INDICES)
def test_of_and_members_are_inverse(indices: set[int]) -> None:
    assert list(members(of(indices))) == sorted(indices)
    assert of(sorted(indices) * 2) == sum(2**i for i in indices)


@given(st.integers(0, 1 << 200))
def test_members_and_of_are_inverse(bits: int) -> None:
    assert of(members(bits)) == bits


@given(INDICES.filter(bool))
def test_first_is_the_smallest(indices: set[int]) -> None:
    assert first(of(indices)) == min(indices)


@given(INDICES)
def test_nth_counts_from_the_smallest(indices: set[int]) -> None:
    bits = of(indices)
    assert [nth(bits, n) for n in range(len(indices))] == sorted(indices)
    with pytest.raises(IndexError):
        nth(bits, len(indices))


@given(st.integers(0, 300), st.integers(1, 300))
def test_nth_of_a_solid_run(start: int, length: int) -> None:
    bits = ((1 << length) - 1) << start
    assert [nth(bits, n) for n in range(length)] == list(range(start, start + length))
