"""The kernel: what a game, a state, a decision, an action and a record are. Knows no particular game."""

from kessel.engine.action import BARE, Action, Actions, Group, Names
from kessel.engine.decision import CHANCE, Chance, Decision
from kessel.engine.dice import Dice, FairDice, ScriptedDice
from kessel.engine.event import Event, Message
from kessel.engine.game import Chronicle, Game, Option, Scenario
from kessel.engine.match import Match
from kessel.engine.record import Header, Record, RecordError
from kessel.engine.refusal import KesselError, PositionError, Refusal
from kessel.engine.rulebook import Clause, Rulebook
from kessel.engine.state import Frame, Outcome, State

__all__ = [
    "BARE",
    "CHANCE",
    "Action",
    "Actions",
    "Chance",
    "Chronicle",
    "Clause",
    "Decision",
    "Dice",
    "Event",
    "FairDice",
    "Frame",
    "Game",
    "Group",
    "Header",
    "KesselError",
    "Match",
    "Message",
    "Names",
    "Option",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "Rulebook",
    "Scenario",
    "ScriptedDice",
    "State",
]
