"""Actions word by word: a fixed list of words in which every action of a scenario can be said.

An action is a verb and its arguments, so a policy says it one word at a time: ``move``, then ``2119``. The words are
the verbs of the game's frames, its units, hexes, markers and terms, and small numbers; they mean the same in every
position. A word that is on none of these lists is given one of a few spare places for as long as it can be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kessel.engine import BARE, Action, Actions, Frame, Game, Names
from kessel.hexes import members

STOP = "."
"""Said where an action could also go on with another word."""
SPARE = 32
NUMBERS = 21


class Vocabulary:
    """The words of a scenario; ``index`` gives the number of each."""

    def __init__(self, game: Game, scenario: str) -> None:
        pieces = game.pieces()
        setting = pieces["scenarios"][scenario]
        self.hexes: tuple[str, ...] = tuple(setting.get("area") or pieces["grid"]["hexes"])
        self.units: tuple[str, ...] = tuple(pieces["units"])
        lists = ("units", "grid", "scenarios", "places")
        terms = [word for key, value in pieces.items() if key not in lists for word in _names(value)]
        known = [STOP, *_verbs(game), *self.units, *self.hexes, *terms, *map(str, range(NUMBERS))]
        self.words: tuple[str, ...] = (*dict.fromkeys(known), *(f"spare-{n}" for n in range(SPARE)))
        self.index: Mapping[str, int] = {word: n for n, word in enumerate(self.words)}
        self._spelled: dict[Names, list[tuple[str, ...]]] = {}

    def __len__(self) -> int:
        return len(self.words)

    def spelled(self, names: Names) -> Sequence[tuple[str, ...]]:
        """Each name of a table in words: a hexside named by its hexes is two."""
        found = self._spelled.get(names)
        if found is None:
            found = self._spelled[names] = [tuple(split(name)) for name in names]
        return found


def split(name: str) -> list[str]:
    """The words of a name."""
    return name.split("/")


def _names(value: object) -> Iterator[str]:
    """The keys of a table, or the ids of a list."""
    if isinstance(value, Mapping):
        yield from (str(key) for key in value)
    elif isinstance(value, list):
        yield from (str(entry["id"]) for entry in value if isinstance(entry, Mapping) and "id" in entry)


def _verbs(game: Game) -> list[str]:
    """Every verb that a frame of the game answers to."""
    home = type(game).__module__.rpartition(".")[0]
    found: set[str] = set()
    pending: list[type[Any]] = [Frame]
    while pending:
        frame = pending.pop()
        pending += frame.__subclasses__()
        if frame.__module__.startswith(f"{home}."):
            found |= {name.removeprefix("on_") for name in dir(frame) if name.startswith("on_")}
    return sorted(found)


class Speech(NamedTuple):
    """Where a half-said action can go: the action it already is, and the words that may follow."""

    action: Action | None
    words: tuple[str, ...]


def listen(vocabulary: Vocabulary, actions: Actions, said: tuple[str, ...]) -> Speech:
    """What the words said so far amount to among these legal actions."""
    action: Action | None = None
    following: dict[str, None] = {}
    count = len(said)
    for group in actions.groups:
        if not group.bits:
            continue
        head = (group.verb, *(word for name in group.before for word in split(name)))
        if count < len(head):
            if head[:count] == said:
                following[head[count]] = None
        elif said[: len(head)] != head:
            continue
        elif group.names is BARE:
            action = group.action(0) if count == len(head) else action
        else:
            rest = said[len(head) :]
            spelled = vocabulary.spelled(group.names)
            for i in members(group.bits):
                words = spelled[i]
                if words[: len(rest)] == rest:
                    if len(words) == len(rest):
                        action = group.action(i)
                    else:
                        following[words[len(rest)]] = None
    return Speech(action, tuple(following))
