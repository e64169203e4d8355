"""What must hold of the pieces in every game, computed the slow and obvious way."""

from __future__ import annotations

from collections.abc import Iterator

from kessel.mechanics.pieces import PieceState


def pieces(s: PieceState) -> Iterator[str]:
    """Every unit is in one place with steps left; a hex holds one side and has one unit on top."""
    roster, names = s.board.roster, s.board.grid.names
    seen = 0
    for h, units in s.at.items():
        if not units or seen & units:
            yield f"hex {names[h]} is empty or shares a unit"
        seen |= units
        if units & roster.of_side[0] and units & roster.of_side[1]:
            yield f"enemies share hex {names[h]}"
        if (units & s.tops).bit_count() != 1:
            yield f"hex {names[h]} has no single top unit"
        if not s.board.area >> h & 1:
            yield f"hex {names[h]} is outside the playing area"
    if seen != s.present or s.tops & ~seen:
        yield "the set of units on the map is wrong"
    for u, where in enumerate(s.where):
        if (where >= 0) != bool(seen >> u & 1) or (where >= 0 and not s.at[where] >> u & 1):
            yield f"{roster.names[u]} is in two places"
        if where >= 0 and not 1 <= s.steps[u] <= roster.full[u]:
            yield f"{roster.names[u]} has {s.steps[u]} steps"
