"""Computer players. They decide like people: from what their side may know and the list of legal actions."""

from kessel.commanders.base import LEVELS, Commander, Desk, commander, desk, names
from kessel.commanders.cadet import Cadet
from kessel.commanders.marshal import Marshal
from kessel.commanders.random import RandomCommander
from kessel.commanders.staff import StaffOfficer

LEVELS |= {"random": RandomCommander, "cadet": Cadet, "staff": StaffOfficer, "marshal": Marshal}

__all__ = ["Cadet", "Commander", "Desk", "Marshal", "RandomCommander", "StaffOfficer", "commander", "desk", "names"]
