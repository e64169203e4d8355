"""Debrecen 1944: the tank battle on the Hungarian plain, 7 to 27 October 1944."""

from kessel.games.debrecen.game import Debrecen

__all__ = ["Debrecen"]
