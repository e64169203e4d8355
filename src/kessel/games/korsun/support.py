"""8.0 and 15.0 to 16.0: support fire chits, their pools, and who may draw from them."""

from __future__ import annotations

from kessel.engine import Action, Actions, Chance, Decision, Frame, Group, Message, Names, Refusal
from kessel.games.korsun.roster import GERMAN, SIDES
from kessel.games.korsun.state import KorsunState
from kessel.hexes import Bits, members

VALUES = Names([str(n) for n in range(100)])


def may_fly(s: KorsunState) -> bool:
    """11.1-b, 11.1-c: air chits only in clear weather."""
    return bool(s.board.tables["weather"]["effects"][s.weather]["air"])


def chits_left(s: KorsunState, org: int) -> int:
    """How many more chits an organisation can give this turn: those it has (15.0-d), if it has an active unit (16.0-b),
    and a corps of the 5th Guards Tank Army no more in a turn than it has active units (16.0-e)."""
    organisation = s.board.roster.organisations[org]
    ready = len(s.ready[org])
    if organisation.air:
        return ready if may_fly(s) else 0
    active = s.active(org).bit_count()
    if organisation.held:
        return max(0, min(ready, active - len(s.spent[org])))
    return ready if active else 0


def pool_open(s: KorsunState, org: int) -> bool:
    """Whether an organisation can give one more chit now."""
    return chits_left(s, org) > 0


def pools_of(s: KorsunState, units: Bits) -> Bits:
    """15.1-a, 15.1-c: the open pools of the organisations of some units."""
    org_of = s.board.roster.org_of
    orgs = {org_of[u] for u in members(units)}
    return sum(1 << org for org in orgs if pool_open(s, org))


def air_pool(s: KorsunState, side: int) -> Bits:
    """15.2-b, 15.3-b: the air chits of a side, for attacks and bombardments."""
    org = s.board.roster.air[side]
    return 1 << org if org >= 0 and pool_open(s, org) else 0


def closed(s: KorsunState, org: int, rule: str = "15.1-a") -> Refusal:
    """Why an organisation can give no chit."""
    organisation = s.board.roster.organisations[org]
    name = organisation.id
    if organisation.air and not may_fly(s):
        return Refusal("11.1-b" if s.weather == "fog" else "11.1-c", "No air chits in this weather.")
    if not organisation.air and not s.active(org):
        return Refusal("16.0-b", "{organisation} has no active unit and gives no support.", organisation=name)
    if not s.ready[org]:
        return Refusal("15.0-d", "All chits of {organisation} are spent for this turn.", organisation=name)
    if organisation.held and len(s.spent[org]) >= s.active(org).bit_count():
        return Refusal(
            "16.0-e", "{organisation} may use no more chits in a turn than it has active units.", organisation=name
        )
    return Refusal(rule, "{organisation} has no unit in this combat.", organisation=name)


class Draw(Frame, frozen=True):
    """16.0-a: a chit is drawn at random from a pool; the frame below takes its value."""

    org: int
    chance = True

    def dice(self, s: KorsunState) -> Chance:
        name = s.board.roster.organisations[self.org].id
        text = Message("A support fire chit of {organisation} is drawn.", {"organisation": name})
        return Chance("chit", text, ("16.0-a", "15.0-b"), faces=len(s.ready[self.org]))

    def rolled(self, s: KorsunState, dice: tuple[int, ...]) -> None:
        s.stack.pop()
        pool = s.ready[self.org]
        value = pool[dice[0] - 1]
        s.ready[self.org] = (*pool[: dice[0] - 1], *pool[dice[0] :])
        s.spent[self.org] = tuple(sorted((*s.spent[self.org], value)))
        s.stack[-1].drawn(s, self.org, value)


class GiveUp(Frame, frozen=True):
    """12.2-d, AMB-22: air supply costs a Luftwaffe chit for good, one of the German's choice, used or not."""

    def _chits(self, s: KorsunState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        org = s.board.roster.air[GERMAN]
        return s.spent[org], s.ready[org]

    def sides(self, s: KorsunState) -> tuple[str, ...]:
        return (SIDES[GERMAN],)

    def decision(self, s: KorsunState, side: str) -> Decision:
        text = Message("Air supply costs a Luftwaffe chit for good: choose it, used or not.")
        return Decision(side, "give-up", text, ("12.2-d", "AMB-22"))

    def actions(self, s: KorsunState, side: str) -> Actions:
        spent, ready = self._chits(s)
        return Actions([Group("give", VALUES, sum({1 << value for value in (*spent, *ready)}))])

    def on_give(self, s: KorsunState, value: str) -> None:
        """Of two of the same value the used one goes."""
        s.stack.pop()
        org = s.board.roster.air[GERMAN]
        pools = s.spent if int(value) in s.spent[org] else s.ready
        rest = list(pools[org])
        rest.remove(int(value))
        pools[org] = tuple(rest)
        s.tell("chit given up", "12.2-d", "AMB-22", side=SIDES[GERMAN], organisation="luftwaffe", value=int(value))

    def refusal(self, s: KorsunState, side: str, action: Action) -> Refusal | None:
        if action.verb == "give":
            return Refusal("AMB-22", "No Luftwaffe chit has this value.")
        return Refusal("12.2-d", "Air supply costs a Luftwaffe chit: choose it first.")
