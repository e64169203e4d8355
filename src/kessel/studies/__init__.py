"""Many games at once: the arena, where commanders are rated, and studies of a scenario."""

from kessel.studies.arena import arena, round_robin
from kessel.studies.report import write_report
from kessel.studies.study import Study, study

__all__ = ["Study", "arena", "round_robin", "study", "write_report"]
