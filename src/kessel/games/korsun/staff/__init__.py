"""Staff work for computer commanders: the estimate of the situation, plans, and the decisions that follow."""

from kessel.games.korsun.staff.cadet import Staff
from kessel.games.korsun.staff.officer import Officer, occasion
from kessel.games.korsun.staff.outlook import evaluate
from kessel.games.korsun.staff.plan import make_plan

__all__ = ["Officer", "Staff", "evaluate", "make_plan", "occasion"]
