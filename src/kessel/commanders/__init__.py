"""Computer players. They decide like people: from a view, a decision and the list of legal actions."""

from kessel.commanders.base import Commander, commander, names
from kessel.commanders.random import RandomCommander

__all__ = ["Commander", "RandomCommander", "commander", "names"]
