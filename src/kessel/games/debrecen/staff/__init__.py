"""Staff work for computer commanders: the estimate of the situation, plans, and the decisions that follow."""

from kessel.games.debrecen.staff.cadet import Staff

__all__ = ["Staff"]
