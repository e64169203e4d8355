"""Staff work for computer commanders: the estimate of the situation, plans, and the decisions that follow."""

from kessel.games.debrecen.staff.cadet import Staff
from kessel.games.debrecen.staff.officer import Officer, evaluate, occasion
from kessel.games.debrecen.staff.plan import make_plan

__all__ = ["Officer", "Staff", "evaluate", "make_plan", "occasion"]
