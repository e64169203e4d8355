"""Melees at random: whatever happens in them, the position stays sound and can be saved, and everybody gets his due."""

from __future__ import annotations

import random

import pytest

from kessel.engine import Chance
from kessel.games.debrecen.activation import Activation
from kessel.games.debrecen.combat import able, targets
from kessel.games.debrecen.retreats import Retreat
from kessel.games.debrecen.roster import SIDES
from kessel.games.debrecen.state import DebrecenState
from kessel.hexes import members
from tests.debrecen.fights import activate
from tests.debrecen.lab import GAME, Lab

CENTRES = ("1510", "0412", "2604", "1123", "2119")
"""The plain, the northern edge, the southern edge with hills, the Tisza."""
MARKERS = {  # two for each HQ
    "al-guns-1": "HQ-Pliev",
    "al-engineers-1": "HQ-Pliev",
    "al-at-1": "HQ-53A",
    "al-heavy-1": "HQ-53A",
    "ax-flak-1": "HQ-LXXII-AK",
    "ax-engineers-1": "HQ-LXXII-AK",
    "ax-guns-2": "HQ-III-PzK",
    "ax-light-1": "HQ-III-PzK",
}
MOST = 400
"""No melee takes more decisions."""


def melee(rng: random.Random, centre: str, side: str) -> Lab:
    """Units of both sides at random within two hexes, those of one side active."""
    board = GAME.board("debrecen")
    near = list(members(board.grid.disc(board.grid.hex(centre), 2) & board.area))
    roster = board.roster
    fighters = [u for u in range(len(roster)) if not (roster.bridgeheads | roster.hqs) >> u & 1]
    chosen = [*rng.sample(fighters, 24), *(roster.names.index[hq] for hq in sorted(set(MARKERS.values())))]
    held: dict[int, tuple[int, int]] = {}
    placed: dict[str, dict[str, object]] = {}
    for u in chosen:
        hex, steps = rng.choice(near), rng.randint(1, roster.full[u])
        owner, weight = held.get(hex, (roster.units[u].side, 0))
        if owner == roster.units[u].side and weight + steps <= board.stacking:
            held[hex] = (owner, weight + steps)
            placed[roster.units[u].id] = {"hex": board.grid.names[hex], "steps": steps}
    marks = {mark: rng.sample(sorted(placed), 3) for mark in ("fatigued", "disorganised", "entrenched", "isolated")}
    markers = {m: hq for m, hq in MARKERS.items() if hq in placed}
    lab = Lab.at(
        "operations",
        units=placed,
        markers=markers,
        missions={"allied": 2, "axis": 2},
        initiative=side,
        options={"c3i_on_retreat": rng.random() < 0.5},
        **marks,
    )
    return activate(lab, side)


def attacks(lab: Lab) -> list[str]:
    """The attacks that can be declared now."""
    return [*lab.actions("attack"), *lab.actions("prepare")]


def over(lab: Lab) -> bool:
    """Whether the activation is at its end, or nobody can attack any more."""
    stack = lab.state.stack
    acting = [frame for frame in stack if isinstance(frame, Activation)]
    return not acting or (stack[-1] is acting[0] and not attacks(lab))


def choose(lab: Lab, rng: random.Random) -> str:
    """Attack as long as somebody can, else anything; dice fall."""
    need = lab.state.decision
    if isinstance(need, Chance):
        return "roll " + " ".join(str(rng.randint(1, need.faces)) for _ in range(need.dice))
    return rng.choice(attacks(lab) or lab.actions())


def check(s: DebrecenState) -> None:
    """The position is sound, the same after it was saved, and who may attack what is found right."""
    assert GAME.check(s) == []
    assert GAME.position(s.position()).digest() == s.digest()
    top = s.stack[-1]
    if isinstance(top, Activation):
        for prepared in (False, True):
            slow = {h for h in members(s.occupied[1 - top.side]) if able(s, top.side, h, prepared)}
            assert set(members(targets(s, s.active & s.present, prepared))) == slow
    if isinstance(top, Retreat):
        for h in members(top.ways(s)):
            assert not s.occupied[1 - top.side] >> h & 1
            assert h not in (*top.path, top.target)


@pytest.mark.parametrize("centre", CENTRES)
@pytest.mark.parametrize("side", SIDES)
def test_melees_at_random(centre: str, side: str) -> None:
    rng = random.Random(f"{centre} {side}")
    lab = melee(rng, centre, side)
    for _ in range(MOST):
        if over(lab):
            break
        check(lab.state)
        lab.log += lab.state.play(choose(lab, rng))
    assert over(lab)
    assert len(lab.told("result")) > 2
