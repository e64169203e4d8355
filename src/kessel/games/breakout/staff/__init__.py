"""Staff work for computer commanders: the estimate of the situation, plans, and the decisions that follow."""

from kessel.games.breakout.staff.cadet import Staff
from kessel.games.breakout.staff.officer import Officer, evaluate, occasion
from kessel.games.breakout.staff.plan import make_plan
from kessel.games.breakout.staff.words import explain_plan

__all__ = ["Officer", "Staff", "evaluate", "explain_plan", "make_plan", "occasion"]
