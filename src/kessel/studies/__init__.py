"""Many games at once: the arena, where commanders are rated, and studies of a scenario."""

from kessel.studies.arena import arena, round_robin

__all__ = ["arena", "round_robin"]
