"""Staff work for computer commanders: what a place, a step and an attack are worth, and the decision that follows.

Everything is judged on one position that its caller may look at; :func:`~kessel.games.breakout.fog.imagine` makes one
out of what a side knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from kessel.engine import Action, Actions, Message
from kessel.games.breakout.combat import Battle, Combat, Declare
from kessel.games.breakout.losses import Loss
from kessel.games.breakout.movement import Movement, Moving, movement_factors
from kessel.games.breakout.odds import Attack, odds
from kessel.games.breakout.results import Advance, Retreat
from kessel.games.breakout.roster import GERMAN, KG_NAMES, SOVIET
from kessel.games.breakout.sequence import HalfTurn, KorpsgruppeDeployment
from kessel.games.breakout.setup import Deploy
from kessel.games.breakout.stacking import StackingCheck, overstacked
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, members

Advice = tuple[Action, Message]
"""An action and the reason for it."""

FAR = (1.0, 1.0, 0.8, 0.55, 0.35, 0.2)
"""How much of an enemy's attack reaches a hex at a distance."""

NEAR = (2.0, *(0.5 * 0.9**distance for distance in range(1, 26)), 0.0)
"""How much of a place's worth reaches a hex at a distance."""

ALONE = 2.0
"""How much more a place is worth to which nobody has been sent."""

EXIT = 0.5
"""What each hex is worth from which corps can leave the map."""

RETREAT_VALUE = 0.3
"""What it is worth to push an enemy out of his hex, in victory points."""


def _nested(frame: object) -> bool:
    """Whether a frame is part of a segment and not a segment itself."""
    return isinstance(frame, (Moving, Declare, Battle, Loss, Retreat, Advance))


class Staff:
    """One side's judgement of a position."""

    def __init__(self, s: BreakoutState, side: int, notes: dict[str, Any] | None = None) -> None:
        self.s = s
        self.side = side
        self.enemy = 1 - side
        self.grid = s.board.grid
        notes = {} if notes is None else notes
        segment = (s.turn, *(frame.phase for frame in s.stack[:1]), len(s.stack) - sum(map(_nested, s.stack)))
        if notes.get("segment") != segment:
            notes |= {"segment": segment, "resting": set(), "crossed": set()}
        self.resting: set[int] = notes["resting"]
        """Units found to stand well where they are in this segment."""
        self.crossed: set[Hex] = notes["crossed"]
        """Far banks just reached: a unit may go on from there once."""
        self._pulls: dict[Hex, float] = {}

    # -- what things are worth -----------------------------------------------------------------------------------

    def step_value(self, u: int) -> float:
        """A step of a unit in victory points: a German division that falls out of C&C scores its full size (4.2-a)."""
        s, roster = self.s, self.s.board.roster
        if roster.of_side[GERMAN] >> u & 1:
            if not roster.divisions >> u & 1:
                return 0.3
            cut_off = s.where[u] >= 0 and not s.net(GERMAN) >> s.where[u] & 1
            last = roster.full[u] if s.steps[u] == 1 and cut_off else 0
            return 0.35 + (0.45 if cut_off else 0.0) + 0.6 * last
        if roster.rifle >> u & 1:
            return 0.3
        return 0.5 if roster.artillery >> u & 1 or s.steps[u] == 1 else 0.7

    @cached_property
    def threat(self) -> list[float]:
        """For every hex the attack factors that the enemy can bring near it."""
        s = self.s
        found = [0.0] * self.grid.size
        for u in members(s.on_map(self.enemy) & ~s.board.roster.static):
            power = float(s.attack(u))
            reached: Bits = 0
            for distance, share in enumerate(FAR):
                disc = self.grid.disc(s.where[u], distance)
                for h in members(disc & ~reached):
                    found[h] += power * share
                reached = disc
        return found

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """The places worth having, and how much the side wants each."""
        s, board = self.s, self.s.board
        prizes: dict[Hex, float] = {}
        for h, points in board.vp.items():
            held = bool(s.control >> h & 1) == (self.side == SOVIET)
            guarded = sum(s.defence(u) for u in members(s.at.get(h, 0)))
            if self.side == SOVIET:
                sent = (self.grid.disc(h, 3) & s.occupied[SOVIET]).bit_count()
                wanted = points / (1 + 0.06 * guarded + 0.35 * max(0, sent - 1 - guarded // 6))
                if not sent:
                    wanted *= ALONE
                prizes[h] = 0.0 if held or board.closed >> h & 1 else wanted
            else:
                prizes[h] = (0.7 if held else 0.9) * points * (0.35 if guarded >= 5 else 1.0)
        if self.side == SOVIET and s.exits < board.exit_maximum:
            for h in members(board.exits):
                prizes[h] = prizes.get(h, 0.0) + EXIT
        return {h: points for h, points in prizes.items() if points}

    def pull(self, h: Hex) -> float:
        """How near a hex is to the places worth having."""
        found = self._pulls.get(h)
        if found is None:
            distance = self.grid.distance
            found = sum(points * NEAR[min(distance(prize, h), len(NEAR) - 1)] for prize, points in self.prizes.items())
            self._pulls[h] = found
        return found

    def cover(self, h: Hex) -> float:
        """How well a hex defends: built-up, rough, behind a river."""
        board = self.s.board
        kind = board.kind_at[h]
        shift = {"fortified": 2.0, "town": 1.3, "rough": 1.0}.get(kind, 0.0)
        return shift + 0.12 * board.rivers.of(h).bit_count()

    def place_value(self, u: int, h: Hex) -> float:
        """What it is worth to have a unit in a hex."""
        s, board = self.s, self.s.board
        mates = s.at.get(h, 0) & ~(1 << u)
        value = self.pull(h)
        strength = s.defence(u) + sum(s.defence(m) for m in members(mates))
        danger = self.threat[h] / (strength * (1 + 0.35 * self.cover(h)))
        steps = s.steps[u]
        if not s.net(self.side) >> h & 1:
            value -= 0.5 * steps if self.side == GERMAN else 0.35
        if overstacked(s, self.side, mates | 1 << u):
            return -9.0  # 6.0-d
        if self.side == GERMAN:
            value -= 0.22 * steps * max(0.0, danger - 1.6)
            value -= 0.012 * int(self.grid.names[h][:2])  # the way out is west
            near = self.grid.disc(h, 2) & s.occupied[GERMAN] & ~(1 << h)
            if s.where[u] >= 0 and not s.at[s.where[u]] & ~(1 << u):
                near &= ~(1 << s.where[u])  # it is no company for itself
            value += 0.1 * min(near.bit_count(), 3)
        else:
            value -= 0.02 * steps * max(0.0, danger - 1.3)
            touch = board.around[h] & s.occupied[GERMAN]
            if touch:
                value += 0.12 * s.attack(u) / 5 + 0.05 * touch.bit_count()
            value -= 0.06 * mates.bit_count()
        return value

    def cut_value(self, u: int, h: Hex) -> float:
        """What a Soviet unit in a hex takes from German communications: steps of divisions newly cut off (9.2-b)."""
        s = self.s
        if self.side != SOVIET or s.weather == "storm":
            return 0.0
        before = s.net(GERMAN)
        occupied = s.occupied[SOVIET] & ~(1 << s.where[u] if not s.at[s.where[u]] & ~(1 << u) else 0) | 1 << h
        zone = (occupied | self.grid.spread(occupied)) & s.board.area
        after = s.board.traced(GERMAN, occupied, zone)
        lost = 0
        for v in members(s.on_map(GERMAN) & s.board.roster.divisions):
            bit = 1 << s.where[v]
            if before & bit and not after & bit:
                lost += s.steps[v]
            elif after & bit and not before & bit:
                lost -= s.steps[v]
        return 0.16 * lost

    # -- movement ------------------------------------------------------------------------------------------------

    def best_place(self, u: int, hexes: Bits) -> tuple[float, Hex]:
        """The best of some hexes for a unit, and how much better than where it is."""
        here = self.s.where[u]
        rated = sorted(((self.place_value(u, h), h) for h in members(hexes)), reverse=True)[:6]
        if self.side == SOVIET and self.s.board.roster.mechanized >> u & 1:
            base = self.cut_value(u, here)
            rated = sorted(((v + self.cut_value(u, h) - base, h) for v, h in rated), reverse=True)
        if not rated:
            return 0.0, here
        value, h = rated[0]
        return value - self.place_value(u, here), h

    def best_move(self, ready: Bits) -> tuple[float, int, Hex]:
        """The first unit that stands better elsewhere; the strongest are asked first."""
        s = self.s
        for u in sorted(members(ready), key=lambda u: (-s.attack(u), u)):
            if u in self.resting:
                continue
            h = s.where[u]
            moving = Moving(self.side, 1 << u, h, movement_factors(s, self.side, h))
            gain, target = self.best_place(u, moving.reach(s).hexes | moving.crossings(s))
            if gain > 0.06:
                return gain, u, target
            self.resting.add(u)
        return 0.0, -1, -1

    # -- combat --------------------------------------------------------------------------------------------------

    def expectation(self, attack: Attack) -> float:
        """What an attack is worth: the exact chances of every result times what it brings."""
        s = self.s
        chances = odds(s, attack).results
        theirs = min(self.step_value(u) for u in members(attack.defenders))
        ours = min(self.step_value(u) for u in members(attack.units & ~attack.ranged))
        built = bool(s.board.built >> attack.target & 1)
        room = s.board.around[attack.target] & s.board.land[1 - attack.side] & ~s.occupied[attack.side]
        last = sum(s.steps[u] for u in members(attack.defenders)) == 1
        prize = s.board.vp.get(attack.target, 0) if attack.side == SOVIET else 0.0
        push = 0.0 if built else RETREAT_VALUE if room else theirs
        steps = sum(s.steps[u] for u in members(attack.defenders))
        loss = theirs + 0.8 * prize / steps + (RETREAT_VALUE if last else 0.0)
        worth = {"DR": push, "DL1": loss, "DL1+DR": loss + push, "AL1": -ours, "EX": loss - ours, "AS": 0.0}
        return sum(float(chance) * worth[result] for result, chance in chances.items())

    def attackers(self, segment: Combat, target: Hex) -> Bits:
        """Everybody who can join an attack and helps it."""
        s = self.s
        found = segment.eligible(s) & s.units_at(s.board.around[target])
        if not found & ~s.board.roster.artillery:
            return 0
        best = self.expectation(Attack(self.side, target, found, s.at[target]))
        for u in sorted(members(found), key=self.step_value, reverse=True):
            rest = found & ~(1 << u)
            if rest & ~s.board.roster.artillery:
                value = self.expectation(Attack(self.side, target, rest, s.at[target]))
                if value >= best - 0.01:
                    found, best = rest, value
        return found

    def best_attack(self, segment: Combat, targets: Bits) -> tuple[float, Hex]:
        """The target that promises most."""
        best = (0.05, -1)
        for target in members(targets):
            units = self.attackers(segment, target)
            if units:
                value = self.expectation(Attack(self.side, target, units, self.s.at[target]))
                best = max(best, (value, target))
        return best

    # -- decisions -----------------------------------------------------------------------------------------------

    def advise(self, actions: Actions) -> Advice:
        """The action this staff would take, and why."""
        frame = self.s.stack[-1]
        for kind, answer in ANSWERS.items():
            if isinstance(frame, kind):
                action, why = answer(self, frame, actions)
                if action in actions:
                    return action, why
        return actions[-1], Message("Nothing better to do.")

    def _setup(self, frame: Deploy, actions: Actions) -> Advice:
        return Action("auto"), Message("The historical positions.")

    def _order(self, frame: HalfTurn, actions: Actions) -> Advice:
        segment = Combat(self.side)
        value, _ = self.best_attack(segment, segment.targets(self.s))
        if value > 0.3:
            return Action("order", ("combat",)), Message(
                "The enemy within reach is worth an attack before anyone moves."
            )
        return Action("order", ("move",)), Message("Positions first.")

    def _movement(self, frame: Movement, actions: Actions) -> Advice:
        ready = sum(1 << self.s.board.roster.names.index[a.args[0]] for a in actions if a.verb == "select")
        gain, u, target = self.best_move(ready)
        if gain < 0.06:
            return Action("end"), Message("Nobody stands better elsewhere.")
        unit, name = self.s.unit(u).id, self.grid.names[target]
        return Action("select", (unit,)), Message("{unit} is wanted at {hex}.", {"unit": unit, "hex": name})

    def _moving(self, frame: Moving, actions: Actions) -> Advice:
        u = next(members(frame.units))
        if frame.can_exit(self.s) and self.s.exits < self.s.board.exit_maximum:
            return Action("exit"), Message("Off the map for a victory point.")
        rivers = frame.crossings(self.s)
        open_ground = frame.reach(self.s).hexes if not frame.started or frame.hex in self.crossed else 0
        gain, target = self.best_place(u, open_ground | rivers)
        if gain <= 0.02:
            return Action("done"), Message("Far enough.")
        name = self.grid.names[target]
        why = Message("{hex} is the best place in reach.", {"hex": name})
        if rivers >> target & 1:
            self.crossed.add(target)
            return Action("cross", (name,)), why
        self.crossed.discard(frame.hex)
        return Action("move", (name,)), why

    def _combat(self, frame: Combat, actions: Actions) -> Advice:
        _, target = self.best_attack(frame, frame.targets(self.s))
        if target >= 0:
            name = self.grid.names[target]
            return Action("attack", (name,)), Message("An attack on {hex} promises a gain.", {"hex": name})
        best = (0.25, -1, -1)
        for u, hexes in frame.probes(self.s):
            gain, h = self.best_place(u, hexes)
            best = max(best, (gain, u, h))
        if best[1] >= 0:
            unit, name = self.s.unit(best[1]).id, self.grid.names[best[2]]
            return Action("probe", (unit, name)), Message("{unit} slips into {hex}.", {"unit": unit, "hex": name})
        return Action("end"), Message("No attack promises a gain.")

    def _declare(self, frame: Declare, actions: Actions) -> Advice:
        segment: Combat = self.s.stack[-2]
        wanted = self.attackers(segment, frame.target) & ~frame.units
        why = Message("Everybody who helps joins in.")
        for action in actions:
            if action.verb == "add":
                u = self.s.board.roster.names.index[action.args[0]]
                if wanted >> u & 1 or (not frame.units and not wanted) or self.s.board.roster.ranged >> u & 1:
                    return action, why
        return Action("commit"), why

    def _support(self, frame: Battle, actions: Actions) -> Advice:
        s = self.s
        sign = 1 if frame.side == self.side else -1

        def worth(changed: Battle) -> float:
            return sign * self.expectation(changed.attack(s))

        now = worth(frame)
        best = (0.0, Action("fight"))
        for action in actions:
            if action.verb == "kg":
                gain = worth(replace(frame, kg=KG_NAMES.index[action.args[0]])) - now
            elif action.verb == "support":
                gain = worth(replace(frame, ranged=s.board.roster.names.bits(action.args))) - now
            elif action.verb == "air":
                count = int(action.args[0])
                gain = worth(replace(frame, cas=frame.cas + count)) - now - 0.07 * count
            else:
                continue
            best = max(best, (gain - 0.03, action))
        return best[1], Message("The support that changes the odds.")

    def _loss(self, frame: Loss, actions: Actions) -> Advice:
        index = self.s.board.roster.names.index
        action = min(
            actions, key=lambda a: self.step_value(index[a.args[0]]) + 0.4 * (self.s.steps[index[a.args[0]]] == 1)
        )
        return action, Message("The cheapest step.")

    def _retreat(self, frame: Retreat, actions: Actions) -> Advice:
        """13.9-a: the German decides for both, so a Soviet goes where he is worst off."""
        s = self.s
        theirs = frame.side != self.side
        judge = Staff(s, frame.side) if theirs else self

        def value(action: Action) -> float:
            u, h = s.board.roster.names.index[action.args[0]], self.grid.index[action.args[1]]
            return (-1 if theirs else 1) * judge.place_value(u, h)

        return max(actions, key=value), Message("The best way back for us.")

    def _advance(self, frame: Advance, actions: Actions) -> Advice:
        able = frame.able(self.s)
        best = max((self.place_value(u, frame.target) - self.place_value(u, self.s.where[u]), u) for u in members(able))
        if best[0] > -0.05 or frame.target in self.s.board.vp:
            return Action("advance", (self.s.unit(best[1]).id,)), Message("The ground is worth having.")
        return Action("done"), Message("The ground is not worth having.")

    def _korpsgruppen(self, frame: KorpsgruppeDeployment, actions: Actions) -> Advice:
        """Where most German factors stand within two hexes of the enemy and no other Korpsgruppe helps."""
        s = self.s
        taken: Bits = 0
        for h in s.kg:
            if h >= 0:
                taken |= self.grid.disc(h, 2)
        name = next(KG_NAMES[i] for i, h in enumerate(s.kg) if h < 0)
        best = (0.0, -1)
        for h in members(s.occupied[GERMAN] & ~taken):
            disc = self.grid.disc(h, 2)
            foes = (disc & s.occupied[SOVIET]).bit_count()
            friends = sum(s.defence(u) for u in members(s.units_at(disc & s.occupied[GERMAN])))
            best = max(best, (foes * 2 + friends * (1.0 if foes else 0.1), h))
        if best[1] < 0:
            return Action("end"), Message("No place for another Korpsgruppe.")
        return Action("deploy", (name, self.grid.names[best[1]])), Message(
            "Where most of our strength meets the enemy."
        )

    def _place(self, frame: object, actions: Actions) -> Advice:
        """Reinforcements and replacements go where they are worth most."""
        s = self.s
        choices = [a for a in actions if a.verb == "place"]
        if not choices:
            return Action("end"), Message("Nobody to place.")
        index = s.board.roster.names.index
        best = max(choices, key=lambda a: self.pull(self.grid.index[a.args[1]]) + 0.001 * s.steps[index[a.args[0]]])
        return best, Message("Where they are wanted.")

    def _overstack(self, frame: StackingCheck, actions: Actions) -> Advice:
        index = self.s.board.roster.names.index
        best = max(actions, key=lambda a: self.s.attack(index[a.args[0]]))
        return best, Message("The strongest of them.")


ANSWERS: dict[type, Callable[..., Advice]] = {
    Deploy: Staff._setup,
    HalfTurn: Staff._order,
    Movement: Staff._movement,
    Moving: Staff._moving,
    Combat: Staff._combat,
    Declare: Staff._declare,
    Battle: Staff._support,
    Loss: Staff._loss,
    Retreat: Staff._retreat,
    Advance: Staff._advance,
    KorpsgruppeDeployment: Staff._korpsgruppen,
    StackingCheck: Staff._overstack,
    object: Staff._place,
}
"""Who answers which decision; placing comes last, for all that is left."""
