"""The map and the counters as SVG."""

from kessel.cartography.drawing.counters import draw_counter
from kessel.cartography.drawing.legend import Legend
from kessel.cartography.drawing.picture import draw_map, view_box

__all__ = ["Legend", "draw_counter", "draw_map", "view_box"]
