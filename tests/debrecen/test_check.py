"""The check of positions finds what play can never reach."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from kessel.games.debrecen.state import FALLEN, READY, DebrecenState
from tests.debrecen.lab import GAME, Lab, plain

UNITS = ("HQ-Pliev 1510", "8-6G 1510", "13-6G 1610", "HQ-III-PzK 1010", "Pz-FHH 1410", "178-76 1412")


def position() -> Lab:
    return plain("operations", *UNITS, markers={"al-guns-1": "HQ-Pliev"}, alarms=["1812"])


def index(s: DebrecenState, unit: str) -> int:
    return s.board.roster.names.index[unit]


def bit(s: DebrecenState, unit: str) -> int:
    return 1 << index(s, unit)


def hex(s: DebrecenState, name: str) -> int:
    return s.board.grid.hex(name)


def _share(s: DebrecenState) -> None:
    s.at[hex(s, "1410")] |= bit(s, "8-6G")


def _astray(s: DebrecenState) -> None:
    s.where[index(s, "8-6G")] = hex(s, "1610")


def _two_tops(s: DebrecenState) -> None:
    s.tops |= bit(s, "8-6G")


def _no_steps(s: DebrecenState) -> None:
    s.steps[index(s, "13-6G")] = 0


def _fallen(s: DebrecenState) -> None:
    s.where[index(s, "16-7M")] = FALLEN


def _crowd(s: DebrecenState) -> None:
    for unit in ("16-7M", "63-7M", "13-6G"):
        u = index(s, unit)
        s.steps[u] = s.board.roster.full[u]
        s.put(u, hex(s, "1510"))


def _zone(s: DebrecenState) -> None:
    s._zoc[0] ^= 1 << hex(s, "2020")


def _wheels(s: DebrecenState) -> None:
    s.wheels[0] |= 1 << hex(s, "2020")


def _staffs(s: DebrecenState) -> None:
    s.staffs[1] = 0


def _held(s: DebrecenState) -> None:
    s.occupied[0] |= 1 << hex(s, "2020")
    s._zoc[0] = s.zoc(0)


def _control(s: DebrecenState) -> None:
    s.control[0] |= s.control[1]


def _passed(s: DebrecenState) -> None:
    s.put(index(s, "16-7M"), hex(s, "1409"))
    s.steps[index(s, "16-7M")] = 3


def _alarm(s: DebrecenState) -> None:
    s.alarms |= 1 << hex(s, "1010")


def _backs(s: DebrecenState) -> None:
    s.backs = 0


def _mark(s: DebrecenState) -> None:
    s.isolated |= bit(s, "16-7M")


def _both(s: DebrecenState) -> None:
    s.isolated |= bit(s, "8-6G")
    s.starved |= bit(s, "8-6G")


def _command(s: DebrecenState) -> None:
    s.uncommanded |= bit(s, "HQ-Pliev")


def _acted(s: DebrecenState) -> None:
    s.acted |= bit(s, "8-6G")


def _points(s: DebrecenState) -> None:
    s.points[index(s, "8-6G")] = 2


def _losses(s: DebrecenState) -> None:
    s.mech_losses = 3


def _loose(s: DebrecenState) -> None:
    s.box[s.board.marker_names.index["al-guns-1"]] = -1


def _stranger(s: DebrecenState) -> None:
    s.box[s.board.marker_names.index["al-guns-1"]] = index(s, "HQ-III-PzK")


def _laden(s: DebrecenState) -> None:
    for m in ("al-heavy-1", "al-heavy-2", "al-heavy-3", "al-guns-2"):
        i = s.board.marker_names.index[m]
        s.stock[i], s.box[i] = READY, index(s, "HQ-Pliev")


def _flown(s: DebrecenState) -> None:
    s.missions[0] = -1


def _orphan(s: DebrecenState) -> None:
    s.mothers[0] = index(s, "13-6G")


def _roads(s: DebrecenState) -> None:
    s._lines["roads", 0] = 0


FAULTS: list[tuple[Callable[[DebrecenState], None], str]] = [
    (_share, "shares a unit"),
    (_astray, "is in two places"),
    (_two_tops, "no single top unit"),
    (_no_steps, "13-6G has 0 steps"),
    (_fallen, "is not an HQ that returns (1.5-m)"),
    (_crowd, "(5-a)"),
    (_zone, "the zones of control of allied are wrong"),
    (_wheels, "the hexes with HQs or mechanised units of allied are wrong"),
    (_staffs, "the hexes with HQs or mechanised units of axis are wrong"),
    (_held, "the occupied hexes of allied are wrong"),
    (_control, "both sides control a hex (15.7-m)"),
    (_passed, "was not the last to pass it (15.7-m)"),
    (_alarm, "(15.4-f)"),
    (_backs, "more alarm counters than backs"),
    (_mark, "off the map with the mark isolated: 16-7M"),
    (_both, "isolated and out of supply (10.3-d)"),
    (_command, "an HQ is out of command"),
    (_acted, "without being activated (3.1-c)"),
    (_points, "without being activated (3.1-a)"),
    (_losses, "(15.7-i)"),
    (_loose, "in a box that it should not be in (1.6-f)"),
    (_stranger, "(1.5-n)"),
    (_laden, "(1.6-d)"),
    (_flown, "(15.6.1-a)"),
    (_orphan, "disagree (15.5-e)"),
    (_roads, "the roads in supply of allied are wrong"),
]


@pytest.mark.parametrize(("harm", "message"), FAULTS, ids=[harm.__name__ for harm, _ in FAULTS])
def test_a_fault_is_found(harm: Callable[[DebrecenState], None], message: str) -> None:
    lab = position()
    assert GAME.check(lab.state) == []
    if harm is _roads:
        lab = Lab(GAME.start("debrecen"))
        lab.state.changed(0)
    harm(lab.state)
    assert any(message in problem for problem in GAME.check(lab.state))


def test_random_play_is_sound() -> None:
    state, rng = GAME.start("debrecen", seed="check"), random.Random(8)
    for _ in range(200):
        assert GAME.check(state) == []
        state.play(rng.choice(state.actions()))
