"""The commander who tries plans out before he chooses one: roll-outs of his turn and the enemy's answer."""

from __future__ import annotations

import math
import random
import time

from kessel.commanders.base import Desk
from kessel.commanders.rollout import Bench, Trial
from kessel.commanders.staff import StaffOfficer
from kessel.engine import Action, Message
from kessel.engine.plan import Plan

BUDGET = 10.0
"""Seconds for each turn of his side, unless told otherwise."""

RESERVE = 0.1
"""How much of the budget is kept for carrying plans out, until he knows what that takes."""

FAITH = 2.0
"""A variation must prove itself: this many roll-outs are assumed to have gone as the staff's own plan goes."""

CURIOSITY = 1.0
"""How far a plan that was tried little is given the benefit of the doubt, in victory points."""

DOUBT = 1.5
"""How far one roll-out may lie from what a plan is worth, in victory points: few of them prove little."""

WORTH_KEEPING = 4
"""How many of the best plans are varied further."""


class Candidate:
    """A plan and how its roll-outs went."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.values: list[float] = []
        self.begun = 0

    def mean(self, prior: float) -> float:
        """The mean of its roll-outs, drawn towards what the staff's own plan gives."""
        return (sum(self.values) + FAITH * prior) / (len(self.values) + FAITH)

    def proven(self, prior: float) -> float:
        """What it is worth at least, as far as its roll-outs prove anything."""
        return self.mean(prior) - DOUBT / math.sqrt(len(self.values))


class Marshal(StaffOfficer):
    """Anytime search over variations of the staff's plan, on worlds dealt anew and dice without luck."""

    def __init__(self, seed: str, budget: float | None = None, trials: int | None = None) -> None:
        super().__init__(seed)
        self.budget = BUDGET if budget is None else budget
        self.trials = trials
        """Roll-outs for each plan; with a number the same desk always gets the same answer."""
        self.rng = random.Random(seed)
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
        """Try out plans until the time is up."""
        game, side, rng = desk.game, desk.side, self.rng
        own = Candidate(game.plan(desk.world, side))
        field = [own]
        bench = Bench(game, side, alone=self.trials is not None)
        made = 0
        while made != self.trials and bench.time_for_another(end):
            chosen = self.next_candidate(desk, field)
            chosen.begun += 1
            world = game.imagine(desk.world, side, rng)
            bench.run(world, Trial(chosen.plan, rng.getrandbits(32), end), chosen.values)
            made += 1
        bench.collect(end)
        prior = sum(own.values) / len(own.values) if own.values else 0.0
        best = max((c for c in field if c.values), key=lambda c: c.proven(prior), default=own)
        best.plan.value = round(best.mean(prior), 2)
        return best.plan

    def next_candidate(self, desk: Desk, field: list[Candidate]) -> Candidate:
        """Which plan to try next: a new one while the field is small for the trials made, else the most promising."""
        own = field[0]
        if own.begun < 2 or not own.values:
            return own
        prior = sum(own.values) / len(own.values)
        trials = sum(c.begun for c in field)
        if len(field) < 2 + 1.2 * math.sqrt(trials):
            base = None
            if len(field) > WORTH_KEEPING and self.rng.random() < 0.5:
                best = sorted(field, key=lambda c: -c.mean(prior))[:WORTH_KEEPING]
                base = self.rng.choice(best).plan
            field.append(Candidate(desk.game.plan(desk.world, desk.side, self.rng, base)))
            return field[-1]

        def promise(c: Candidate) -> float:
            return c.mean(prior) + CURIOSITY * math.sqrt(math.log(trials + 1) / (c.begun + 1))

        return max(field, key=promise)
