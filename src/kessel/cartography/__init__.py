"""Maps: geography in longitude and latitude onto hexes, checked; the map and the counters drawn as SVG."""

from kessel.cartography.builder import build, compare, load, write
from kessel.cartography.checks import check
from kessel.cartography.errors import MapError

__all__ = ["MapError", "build", "check", "compare", "load", "write"]
