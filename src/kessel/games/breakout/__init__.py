"""Breakout: First Panzer Army (Kamenets-Podolsky 1944)."""

from kessel.games.breakout.game import Breakout

__all__ = ["Breakout"]
