"""What an author of a game needs to know whether it conforms: random play with every invariant checked."""

from kessel.testing.conformance import Report, check_game, play_out
from kessel.testing.soak import soak

__all__ = ["Report", "check_game", "play_out", "soak"]
