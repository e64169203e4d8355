"""Maps: geography in longitude and latitude onto hexes, checked; the map and the counters drawn as SVG."""

from kessel.cartography.builder import build, compare, load, write
from kessel.cartography.checks import check
from kessel.cartography.drawing import Legend, draw_counter, draw_map, view_box
from kessel.cartography.errors import MapError

__all__ = ["Legend", "MapError", "build", "check", "compare", "draw_counter", "draw_map", "load", "view_box", "write"]
