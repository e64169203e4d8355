"""Korsun Pocket: the encircled corps around Korsun and their relief, February 1944 (Fire & Movement)."""

from kessel.games.korsun.game import Korsun

__all__ = ["Korsun"]
