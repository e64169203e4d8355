"""Hex geometry: grids, bitboards, hexsides, reach and flood. Knows nothing of war.

A hex is a small int (its bit), a set of hexes is one int (a bitboard). Printed hex numbers exist only at the
edges: ``grid.index["2119"]`` and ``grid.names[hex]``.
"""

from kessel.hexes.bits import Bits, first, members, nth, of
from kessel.hexes.flood import flood
from kessel.hexes.grid import DIRECTIONS, Grid, Hex, HexError
from kessel.hexes.joint import JointReach, joint_reach
from kessel.hexes.march import Country, March, march
from kessel.hexes.reach import Reach, reach
from kessel.hexes.sides import Sides

__all__ = [
    "DIRECTIONS",
    "Bits",
    "Country",
    "Grid",
    "Hex",
    "HexError",
    "JointReach",
    "March",
    "Reach",
    "Sides",
    "first",
    "flood",
    "joint_reach",
    "march",
    "members",
    "nth",
    "of",
    "reach",
]
