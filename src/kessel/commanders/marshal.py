"""The commander who tries plans out before he chooses one: roll-outs of his turn and the enemy's answer."""

from __future__ import annotations

import math
import time
from random import Random

from kessel.commanders.base import Desk
from kessel.commanders.rollout import Bench, Candidate
from kessel.commanders.staff import StaffOfficer
from kessel.engine import Action, Message
from kessel.engine.plan import Plan

BUDGET = 10.0
"""Seconds for each turn of his side, unless told otherwise."""

RESERVE = 0.1
"""How much of the budget is kept for carrying plans out, until he knows what that takes."""

FIELD = 8
"""Variations that compete with each other before the best of them meets the plan in force."""

HEATS = (2, 4, 8, 16)
"""Trials after which the worse half of the variations leaves, the last time all but one."""

COST = 5
"""Trials that a variation takes on average until it is out."""

DOUBT = 0.7
"""How many standard errors a variation must be ahead to be believed."""

UNSEEN = 0.5
"""How much the lead of a variation is taken to differ from trial to trial before there are many, in victory points."""


class Marshal(StaffOfficer):
    """Anytime search over variations of the staff's plan, all tried out on the same worlds with the same luck."""

    def __init__(self, seed: str, budget: float | None = None, trials: int | None = None) -> None:
        super().__init__(seed)
        self.budget = BUDGET if budget is None else budget
        self.trials = trials
        """Trials for each plan he makes; with a number the same desk always gets the same answer."""
        self.rng = Random(seed)
        self.turn = ""
        self.searched = 0.0
        """Seconds spent on trying out plans in this turn."""
        self.other = 0.0
        """Seconds spent on everything else in this turn."""
        self.upkeep = RESERVE * self.budget
        """Seconds that a turn is likely to take beside the search."""

    def choose(self, desk: Desk) -> tuple[Action, Message]:
        start, searched = time.monotonic(), self.searched
        turn = desk.game.occasion(desk.world, desk.side)[0]
        if turn != self.turn:
            self.upkeep = max(0.7 * self.upkeep, 1.2 * self.other)
            self.turn, self.searched, self.other = turn, 0.0, 0.0
            searched = 0.0
        answer = super().choose(desk)
        self.other += time.monotonic() - start - (self.searched - searched)
        return answer

    def make_plan(self, desk: Desk, turn: str, share: float) -> Plan:
        """The plan that did best in the time there is."""
        left = self.budget - self.searched - max(self.upkeep, self.other)
        if not share or (left <= 0.0 and self.trials is None):
            return desk.game.plan(desk.world, desk.side)
        start = time.monotonic()
        plan = self.search(desk, start + left * share if self.trials is None else math.inf)
        self.searched += time.monotonic() - start
        return plan

    def search(self, desk: Desk, end: float) -> Plan:
        """Let variations compete for the place of the staff's own plan until the time is up."""
        seed = str(self.rng.getrandbits(64))
        bench = Bench(desk.world, desk.side, seed, end, trials=self.trials)
        leader = Candidate(desk.game.plan(desk.world, desk.side))
        time_left = bench.run((leader,), HEATS[0])
        while time_left:
            size = max(1, min(FIELD, int(bench.left() / COST)))
            field = [Candidate(self.variation(desk, leader.plan)) for _ in range(size)]
            leader, time_left = compete(bench, leader, field)
        if leader.values:
            leader.plan.value = round(sum(leader.values.values()) / len(leader.values), 2)
        return leader.plan

    def variation(self, desk: Desk, best: Plan) -> Plan:
        """A variation of the staff's own plan or of the best so far."""
        base = best if self.rng.random() < 0.5 else None
        return desk.game.plan(desk.world, desk.side, self.rng, base)


def compete(bench: Bench, leader: Candidate, field: list[Candidate]) -> tuple[Candidate, bool]:
    """The leader after variations have competed with it, and whether there was time for all of it."""
    in_time = True
    for trials in HEATS:
        in_time = bench.run((leader, *field), trials)
        if not in_time:
            break
        field.sort(key=lambda c: -lead(c, leader))
        field = [c for c in field[: max(1, len(field) // 2)] if lead(c, leader) > 0.0]
        if not field:
            return leader, True
    best = max(field, key=lambda c: lead(c, leader) - doubt(c, leader))
    return (best if lead(best, leader) > doubt(best, leader) else leader), in_time


def gains(challenger: Candidate, leader: Candidate) -> list[float]:
    """How much better a plan did than the leader, trial by trial."""
    return [value - leader.values[n] for n, value in challenger.values.items() if n in leader.values]


def lead(challenger: Candidate, leader: Candidate) -> float:
    """How much better a plan did than the leader on average."""
    found = gains(challenger, leader)
    return sum(found) / len(found) if found else 0.0


def doubt(challenger: Candidate, leader: Candidate) -> float:
    """The lead that may well be chance."""
    found = gains(challenger, leader)
    if not found:
        return math.inf
    mean = sum(found) / len(found)
    spread = (UNSEEN**2 + sum((gain - mean) ** 2 for gain in found)) / len(found)
    return DOUBT * math.sqrt(spread / len(found))
