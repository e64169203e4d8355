"""The commander who tries plans out before he chooses one: roll-outs of his turn and the enemy's answer."""

from __future__ import annotations

import math
import random
import time

from kessel.commanders.base import Desk
from kessel.commanders.rollout import Trial, try_out
from kessel.commanders.staff import StaffOfficer
from kessel.engine.plan import Plan

BUDGET = 10.0
"""Seconds for each turn of his side, unless told otherwise."""

RESERVE = 0.9
"""How much of the budget goes into trying out plans; the rest is for carrying them out."""

FAITH = 2.0
"""A variation must prove itself: this many roll-outs are assumed to have gone as the staff's own plan goes."""

WORTH_KEEPING = 4
"""How many of the best variations are tried again and varied further."""


class Candidate:
    """A plan and how its roll-outs went."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.values: list[float] = []

    def mean(self, prior: float) -> float:
        """The mean of its roll-outs, drawn towards what the staff's own plan gives."""
        return (sum(self.values) + FAITH * prior) / (len(self.values) + FAITH)


class Marshal(StaffOfficer):
    """Anytime search over variations of the staff's plan, on worlds dealt anew and dice without luck."""

    def __init__(self, seed: str, budget: float | None = None) -> None:
        super().__init__(seed)
        self.budget = BUDGET if budget is None else budget
        self.rng = random.Random(seed)
        self.turn = ""
        self.left = 0.0
        self.tried = 0

    def make_plan(self, desk: Desk, turn: str, share: float) -> Plan:
        """The variation that did best in the time there is."""
        if turn != self.turn:
            self.turn, self.left = turn, self.budget * RESERVE
        start = time.monotonic()
        plan = self.search(desk, start + self.left * share) if share else desk.game.plan(desk.world, desk.side)
        self.left = max(0.0, self.left - (time.monotonic() - start))
        return plan

    def search(self, desk: Desk, end: float) -> Plan:
        """Try out plans until the time is up."""
        game, side, rng = desk.game, desk.side, self.rng
        own = Candidate(game.plan(desk.world, side))
        field = [own]
        longest = 0.0
        while True:
            begun = time.monotonic()
            if begun + longest >= end:
                break
            chosen = self.next_candidate(desk, field)
            world = game.imagine(desk.world, side, rng)
            trial = Trial(chosen.plan, rng.getrandbits(32), end)
            value = try_out(game, world, side, trial)
            if value is None:
                break
            chosen.values.append(value)
            self.tried += 1
            longest = max(longest, 0.7 * (time.monotonic() - begun))
        prior = sum(own.values) / len(own.values) if own.values else 0.0
        best = max((c for c in field if c.values), key=lambda c: c.mean(prior), default=own)
        best.plan.value = round(best.mean(prior), 2)
        return best.plan

    def next_candidate(self, desk: Desk, field: list[Candidate]) -> Candidate:
        """Which plan to try next: a new one while the field is small for the trials made, else the most promising."""
        own = field[0]
        if len(own.values) < 2:
            return own
        prior = sum(own.values) / len(own.values)
        trials = sum(len(c.values) for c in field)
        if len(field) < 2 + 1.2 * math.sqrt(trials):
            base = None
            if len(field) > WORTH_KEEPING and self.rng.random() < 0.5:
                best = sorted(field, key=lambda c: -c.mean(prior))[:WORTH_KEEPING]
                base = self.rng.choice(best).plan
            fresh = Candidate(desk.game.plan(desk.world, desk.side, self.rng, base))
            field.append(fresh)
            return fresh
        spread = 1.0

        def promise(c: Candidate) -> float:
            return c.mean(prior) + spread * math.sqrt(math.log(trials + 1) / (len(c.values) + 1))

        return max(field, key=promise)
