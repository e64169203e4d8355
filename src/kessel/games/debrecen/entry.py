"""15.8.3 Random entry of Gorshkov and the 27A, a switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kessel.engine import Chance, Frame, Message
from kessel.games.debrecen.roster import ALLIED, AXIS, SIDES
from kessel.games.debrecen.state import WAITING, DebrecenState
from kessel.hexes import Bits, members


def _table(s: DebrecenState) -> Mapping[str, Any]:
    found: Mapping[str, Any] = s.board.tables["options"]["options"]["random_entry"]
    return found


def hold(s: DebrecenState) -> None:
    """15.8.3-a, 15.8.3-c: who enters by a roll is due in the turn that needs none."""
    if s.options.get("random_entry"):
        for name, units in entry_groups(s).items():
            rolls = _table(s)["groups"][name]["rolls"]
            for u in members(units):
                s.due[u] = next(turn for turn, most in rolls.items() if most == "automatic")


def prepare(s: DebrecenState) -> None:
    """AMB-73: with no unit of the 27A on the map when its last turn of entry begins, both Axis corps come later."""
    if not s.options.get("random_entry") or s.turn != max(_table(s)["consequences"]):
        return
    if all(s.where[u] == WAITING for u in members(entry_groups(s)["27a"])):
        _postpone(s)


def roll(s: DebrecenState) -> None:
    """AMB-93: the rolls of this turn come before any marker is allotted."""
    if s.options.get("random_entry"):
        for name, group in reversed(_table(s)["groups"].items()):
            if isinstance(group["rolls"].get(s.turn), int):
                s.stack.append(EntryRoll(name))


def entry_groups(s: DebrecenState) -> dict[str, Bits]:
    """15.8.3: the units that enter by a roll, by group."""
    roster = s.board.roster
    found = {}
    for name, group in _table(s)["groups"].items():
        if "formation" in group:
            f = roster.formation_names.index[group["formation"]]
            units = roster.of_formation[f] | 1 << roster.hq_of[f]
        else:
            units = roster.names.bits(group["units"])
        found[name] = sum(1 << u for u in members(units) if u in s.board.arrivals)
    return found


class EntryRoll(Frame, frozen=True):
    """15.8.3-a to 15.8.3-c: a secret roll of two dice for a group that has not come in yet."""

    group: str
    chance = True

    @property
    def rule(self) -> str:
        """The clause that brings the group."""
        return {"gorshkov": "15.8.3-a", "5cc": "15.8.3-b"}.get(self.group, "15.8.3-c")

    def dice(self, s: DebrecenState) -> Chance:
        return Chance("entry", Message("Secret entry roll of the Allied player."), (self.rule, "AMB-93"), dice=2)

    def rolled(self, s: DebrecenState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        groups, units = _table(s)["groups"], entry_groups(s)
        group = groups[self.group]
        waiting = [u for u in members(units[self.group]) if s.due[u] > s.turn]
        if not waiting or any(s.due[u] > s.turn for u in members(units.get(group.get("after", ""), 0))):
            return  # AMB-72; the dice fall all the same, so that nobody can tell from them who has come
        comes = sum(dice) <= group["rolls"][s.turn]
        if comes:
            for u in waiting:
                s.due[u] = s.turn
            s.changed(ALLIED)
        names = [s.unit(u).id for u in waiting]
        s.tell("entry roll" if comes else "no entry", self.rule, to=SIDES[ALLIED], units=names, dice=dice)


def arrived(s: DebrecenState, u: int) -> None:
    """15.8.3-d, 15.8.3-e: the turn in which the 27A enters moves the Axis corps that wait in the north-east."""
    if s.options.get("random_entry"):
        units = entry_groups(s)["27a"]
        if units >> u & 1 and all(s.where[x] == WAITING for x in members(units & ~(1 << u))):
            _postpone(s)


def _postpone(s: DebrecenState) -> None:
    roster = s.board.roster
    for formation, due in _table(s)["consequences"].get(s.turn, {}).items():
        f = roster.formation_names.index[formation]
        units = [u for u in members(roster.of_formation[f] | 1 << roster.hq_of[f]) if s.where[u] == WAITING]
        for u in units:
            s.due[u] = due
        s.changed(AXIS)
        rule = "15.8.3-d" if s.turn == min(_table(s)["consequences"]) else "15.8.3-e"
        s.tell("entry moved", rule, side=SIDES[AXIS], units=[s.unit(u).id for u in units], turn=due)


__all__ = ["EntryRoll", "arrived", "entry_groups", "hold", "prepare", "roll"]
