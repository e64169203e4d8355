"""Kessel plays hex-and-counter wargames of the Eastern Front by the book."""

from kessel.games import load

__all__ = ["load"]
__version__ = "0.1.0"
