"""Sets of small ints as one int: a hex set, a set of units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Bits = int

_BYTE_MEMBERS = tuple(tuple(i for i in range(8) if byte >> i & 1) for byte in range(256))


def of(indices: Iterable[int]) -> Bits:
    """The set of the given indices."""
    bits = 0
    for i in indices:
        bits |= 1 << i
    return bits


def members(bits: Bits) -> Iterator[int]:
    """The indices in the set, in ascending order; a dense set is read byte by byte."""
    if bits.bit_count() << 5 > bits.bit_length():
        base = 0
        for byte in bits.to_bytes((bits.bit_length() + 7) >> 3, "little"):
            for i in _BYTE_MEMBERS[byte]:
                yield base + i
            base += 8
        return
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def first(bits: Bits) -> int:
    """The smallest index of a non-empty set."""
    return (bits & -bits).bit_length() - 1


def nth(bits: Bits, n: int) -> int:
    """The n-th smallest index of the set (n from 0), by halving the int: no walk over the members."""
    base = 0
    width = bits.bit_length()
    while width > 8:
        half = width >> 1
        low = bits & ((1 << half) - 1)
        count = low.bit_count()
        if n < count:
            bits = low
            width = low.bit_length()
        else:
            n -= count
            bits >>= half
            base += half
            width -= half
    return base + _BYTE_MEMBERS[bits][n]
