"""Actions: a verb and its arguments, with one text form that prints and parses.

A list of legal actions is a few groups, each a verb with a set of choices over a table of names. Nothing is spelled
out until someone looks: the length is a bit count, picking one at random is a bit selection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import msgspec

from kessel.hexes import Bits, members, nth


class Action(msgspec.Struct, frozen=True, order=True):
    """A verb and its arguments: ``move 2119``, ``add 509``, ``commit``."""

    verb: str
    args: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action that prints as this text."""
        words = text.split()
        return cls(words[0], tuple(words[1:])) if words else cls("")

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


class Names:
    """A fixed table of names that choices are made from: units, hexes, numbers."""

    __slots__ = ("_names", "index")

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self.index = {name: i for i, name in enumerate(self._names) if name}

    def __getitem__(self, i: int) -> str:
        return self._names[i]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def bits(self, names: Iterable[str]) -> Bits:
        """The set of these names."""
        bits = 0
        for name in names:
            bits |= 1 << self.index[name]
        return bits

    def listed(self, bits: Bits) -> list[str]:
        """The names of a set."""
        return [self._names[i] for i in members(bits)]


BARE = Names(("",))
"""The table for verbs that take no choice."""


class Group(msgspec.Struct, frozen=True):
    """A verb with every choice of its last argument; ``before`` are the arguments in front of it."""

    verb: str
    names: Names = BARE
    bits: Bits = 1
    before: tuple[str, ...] = ()

    def action(self, i: int) -> Action:
        """The action with the i-th name of the table."""
        return Action(self.verb, self.before if self.names is BARE else (*self.before, self.names[i]))


class Actions(Sequence[Action]):
    """Every legal action now, in a stable order, without duplicates; spelled out only where it is looked at."""

    __slots__ = ("_length", "groups")

    def __init__(self, groups: Iterable[Group] = ()) -> None:
        self.groups = groups if isinstance(groups, list) else list(groups)
        self._length = -1

    def __len__(self) -> int:
        if self._length < 0:
            self._length = sum([group.bits.bit_count() for group in self.groups])
        return self._length

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> list[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | list[Action]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if i < 0:
            i += len(self)
        for group in self.groups:
            count = group.bits.bit_count()
            if 0 <= i < count:
                return group.action(nth(group.bits, i))
            i -= count
        raise IndexError("no such action")

    def __iter__(self) -> Iterator[Action]:
        for group in self.groups:
            for i in members(group.bits):
                yield group.action(i)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        verb, args = action.verb, action.args
        for group in self.groups:
            if group.verb != verb:
                continue
            if group.names is BARE:
                if args == group.before and group.bits:
                    return True
            elif args and args[:-1] == group.before:
                i = group.names.index.get(args[-1])
                if i is not None and group.bits >> i & 1:
                    return True
        return False

    def verbs(self) -> list[str]:
        """The verbs that can be used now."""
        return list(dict.fromkeys(g.verb for g in self.groups if g.bits))
