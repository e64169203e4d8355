"""The estimate of the situation: who can get where, what an attack promises, what a position is worth.

Everything is counted in victory points of the side that asks. Sets of hexes and units are bitboards; what is asked
again and again while a plan is made is remembered by its arguments.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from kessel.games.breakout.board import FOOT, MECHANIZED, Board
from kessel.games.breakout.movement import movement_factors, rolled_rivers, traffic
from kessel.games.breakout.odds import concentric, ladder
from kessel.games.breakout.roster import GERMAN, SOVIET
from kessel.games.breakout.state import BreakoutState
from kessel.hexes import Bits, Hex, Reach, Sides, members, reach

RIVER_TOLL = 2
"""Points that a plan sets aside for a crossing with a die (14.2-a: 0 to 3, more often 1)."""

RETAKEN = 0.25
"""How much of a place is lost for good that the enemy can walk back into."""

CONCENTRIC = 1
"""Columns that a German attack in the open may gain by coming from several sides (13.8.2-e)."""

HITS = 1.4
"""How many attacks a threatened stack must expect in a turn of the enemy."""

SHARE = 0.6
"""How much of all that could strike a hex will be there at the same time."""

FATE, LOCKED = 0.45, 0.7
"""How likely a division out of C&C is to lose each of its steps before it is saved: in the open, with no way out."""

AGAIN = 0.9
"""What a second attack on a stack with no way out is worth beside the first."""

FADE, LEAST_LASTING = 0.1, 0.5
"""How much less a place that is held now counts for each turn that it must still be held, and the least it counts."""

REST = 0.15
"""How much strength counts when the game is about to end."""

SOVIET_FUTURE, SOVIET_TURNS = 0.3, 7.0
"""How much more Soviet strength counts for each turn to come, up to so many."""

GERMAN_FUTURE, GERMAN_HEAD = 1.35, 0.4
"""How much more German strength counts with a whole turn to come, and how much of one is left in the last: the Germans
have the last word (5.0-a)."""

SOVIET_PHASES = 5
"""The phases of a turn up to the second Soviet half-turn (5.0-a)."""


class Chances(NamedTuple):
    """The probabilities of a column of the combat results table."""

    retreat: float
    loss: float
    both: float
    attacker: float
    exchange: float


class Blow(NamedTuple):
    """An attack and what it promises."""

    value: float
    target: Hex
    units: Bits
    place: int


def chances(board: Board, place: int) -> Chances:
    """The column of the table at a place of the ladder (14.4, 13.8.1)."""
    table = board.tables.combat
    last = len(table["columns"]) - 2
    if place < -1:
        results = [table["below"]] * 6
    elif place > last:
        results = [table["above"]] * 6
    else:
        results = [table["rows"][die][place + 1] for die in range(1, 7)]
    return Chances(*(results.count(name) / 6 for name in ("DR", "DL1", "DL1+DR", "AL1", "EX")))


def sweep(board: Board, starts: Bits, points: int, mobility: str, land: Bits, stop: Bits, rivers: Sides | None) -> Bits:
    """Every hex that somebody in one of the starting hexes can enter; those who start in an enemy zone leave it first
    (7.2-b)."""
    grid = board.grid
    costs = [(cost, bits & land) for cost, bits in board.costs[mobility]]
    unseen = land
    due: list[Bits] = [0] * (points + 1)
    dry = rivers.others if rivers else None
    held = starts & stop
    seen = 0
    spent = 0
    sources, targets = starts & ~stop, unseen
    while True:
        for source, target in ((sources, targets), (held, unseen & ~stop)):
            if not source or not target:
                continue
            near = (dry.across(source) if dry else grid.spread(source)) & target
            wet = rivers.across(source) & target & ~near if rivers else 0
            for cost, mask in costs:
                if near and spent + cost <= points:
                    due[spent + cost] |= near & mask
                if wet and spent + cost + RIVER_TOLL <= points:
                    due[spent + cost + RIVER_TOLL] |= wet & mask
        held = 0
        while not (wave := due[spent] & unseen):
            spent += 1
            if spent > points:
                return seen
        seen |= wave
        unseen &= ~wave
        sources, targets = wave & ~stop, unseen


def movement_points(s: BreakoutState, u: int) -> int:
    """12.1: the movement factor of a unit now."""
    points = movement_factors(s, s.board.roster.units[u].side, s.where[u])
    return points[not s.board.roster.mechanized >> u & 1]


def way(s: BreakoutState, u: int, points: int | None = None) -> Reach:
    """Where a unit can get in this segment if rivers with a die cost what a plan sets aside for them."""
    board = s.board
    side = board.roster.units[u].side
    h = s.where[u]
    mobility = MECHANIZED if board.roster.mechanized >> u & 1 else FOOT
    if points is None:
        points = movement_points(s, u)
    free = traffic(s) if side == GERMAN else 0
    rivers = rolled_rivers(s, side, free)
    land = board.land[side] & ~s.occupied[1 - side]
    if s.restricted >> u & 1:
        land &= ~board.west
    zone = s.zoc(1 - side)
    costs = [(cost, bits & land & ~free) for cost, bits in board.costs[mobility]]
    if free:
        costs.append((0, free & land))
    return reach(
        board.grid,
        h,
        points,
        costs,
        side_costs=((RIVER_TOLL, rivers),) if rivers else (),
        stop=zone,
        first_block=zone if zone >> h & 1 else 0,
    )


class Estimate:
    """What one side works out about a position before it decides. Asked about other placings of its own units in the
    same segment (``w``), it remembers what it found."""

    def __init__(self, s: BreakoutState, side: int) -> None:
        self.s = s
        self.side = side
        self.enemy = 1 - side
        self.board = board = s.board
        self.grid = board.grid
        self.roster = board.roster
        self.ranged = s.on_map(GERMAN) & board.roster.ranged
        self.table = {place: chances(board, place) for place in range(-2, 9)}
        self._blows: dict[tuple[int, Hex, Bits, tuple[Hex, ...]], Blow] = {}
        self._offers: dict[tuple[object, ...], tuple[float, Hex, Bits]] = {}
        self._risks: dict[tuple[Hex, Bits, Bits], float] = {}
        self._threat: tuple[list[float], list[float]] | None = None
        self.kg_range: Bits = 0
        """The hexes in which a Korpsgruppe helps the Germans (13.4)."""
        for h in s.kg:
            if h >= 0:
                self.kg_range |= self.grid.disc(h, 2)
        self.turns_left = board.last_turn - s.turn
        """Turns after this one."""
        phase = s.stack[0].phase if s.stack and hasattr(s.stack[0], "phase") else 0
        self.soviets_to_come = self.turns_left + (phase <= SOVIET_PHASES)
        """Turns in which the Soviets will still act; the Germans have the last word (5.0-a)."""
        self.lasting = max(LEAST_LASTING, 1.0 - FADE * self.turns_left)
        """How much of a place counts that is held now: only the end of the game pays for it (4.1)."""
        self.future = (
            REST + SOVIET_FUTURE * min(SOVIET_TURNS, self.turns_left),
            REST + GERMAN_FUTURE * min(1.0, self.turns_left + GERMAN_HEAD),
        )
        """How much the strength of each side still counts: at the end only places and points do."""
        self._outlooks: dict[tuple[Bits, Bits, int, Bits], float] = {}
        self._answers: dict[tuple[Bits, Bits, int], tuple[Bits, Bits]] = {}

    # -- what things are worth -----------------------------------------------------------------------------------

    def step_value(self, w: BreakoutState, u: int) -> float:
        """What the next step of a unit is worth to both sides: the factors that go with it, and the victory points
        of a division that is out of C&C (4.2-a)."""
        roster, steps = self.roster, w.steps[u]
        attack = w.attack(u) - roster.attack[u][steps - 1]
        defence = w.defence(u) - roster.defence[u][steps - 1]
        if roster.of_side[SOVIET] >> u & 1:
            return (0.06 + 0.045 * attack + 0.02 * defence) * self.future[SOVIET]
        value = (0.12 + 0.07 * attack + 0.03 * defence) * self.future[GERMAN]
        if roster.divisions >> u & 1:
            h = w.where[u]
            cut_off = h >= 0 and not w.net(GERMAN) >> h & 1
            fate = self.fate(w, h) if cut_off else FATE
            if steps > 1:
                value += (1.0 if cut_off else 0.3) * (self.doom(u, steps - 1, fate) - self.doom(u, steps, fate))
            elif cut_off:
                value += roster.full[u] - self.doom(u, steps, fate)
        return value

    def price(self, w: BreakoutState, u: int) -> float:
        """What a Soviet unit is worth as a whole."""
        return self.future[SOVIET] * (0.06 * w.steps[u] + 0.045 * w.attack(u) + 0.02 * w.defence(u))

    # -- attacks -------------------------------------------------------------------------------------------------

    def ladder_place(self, w: BreakoutState, target: Hex, units: Bits, defenders: Bits, side: int) -> int:
        """The final column of an attack with the support that both sides can foresee, the air apart (13.8); 99 against
        guns alone (A20)."""
        board, roster = self.board, self.roster
        line = guns = hexes = 0
        for u in members(units):
            value = w.attack(u)
            hexes |= 1 << w.where[u]
            if roster.artillery >> u & 1:
                rockets = roster.rockets >> u & 1 and board.kind_at[target] == "clear"
                guns += 2 * value if rockets else value
            elif side == SOVIET and not w.net(SOVIET) >> w.where[u] & 1:
                line += (value + 1) // 2
            else:
                line += value
        held = cover = 0
        for u in members(defenders):
            if roster.artillery >> u & 1:
                cover += w.defence(u)
            else:
                held += w.defence(u)
        if not defenders & ~roster.artillery:
            return 99
        behind = self.guns_behind(w, target) if side == SOVIET else 0
        place = ladder(line + min(guns, line), held + min(cover, held) + behind) - self.shelter(w, target, 1 - side)
        if hexes and not hexes & ~self.wet(target):
            place -= 1
        if not board.built >> target & 1 and concentric(board, target, hexes):
            place += 2 if side == GERMAN else 1
        germans = units if side == GERMAN else defenders
        tigers = germans & roster.tigers
        if tigers and any(w.at[w.where[u]] & roster.divisions for u in members(tigers)):
            place += 1 if side == GERMAN else -1
        if self.kg_range >> target & 1:
            place += 1 if side == GERMAN else -1
        return place

    def guns_behind(self, w: BreakoutState, target: Hex) -> int:
        """What German artillery adds to the defence of a hex from two hexes away (13.1-b)."""
        found = 0
        for u in members(self.ranged):
            h = w.where[u]
            if h != target and self.grid.distance(h, target) <= 2 and not w.zoc(SOVIET) >> h & 1:
                found += w.attack(u)
        return found

    def shelter(self, w: BreakoutState, target: Hex, defender: int) -> int:
        """Columns that the terrain of a hex is worth to its defender (14.0)."""
        kind = self.board.kind_at[target]
        if kind == "fortified":
            return 2 if defender == GERMAN and not w.fallen >> target & 1 else 1
        return 1 if kind in ("town", "rough") else 0

    def wet(self, target: Hex) -> Bits:
        """The hexes from which an attack crosses a river."""
        return self.board.rivers.into(target)

    def worth(self, w: BreakoutState, side: int, target: Hex, units: Bits, place: int) -> float:
        """The exact expectation of an attack: every result with its chance and what it brings."""
        board, roster = self.board, self.roster
        defenders = w.at[target]
        steps = sum(w.steps[u] for u in members(defenders))
        prize = float(board.vp.get(target, 0))
        if side == GERMAN and not w.control >> target & 1:
            prize = 0.0
        if place >= 99:  # A20
            return sum(self.step_value(w, u) for u in members(defenders)) + 0.9 * prize + 0.1
        odds = self.table[max(-2, min(8, place))]
        theirs = min(self.step_value(w, u) for u in members(defenders & ~roster.artillery or defenders))
        ours = min(self.step_value(w, u) for u in members(units & ~roster.artillery or units))
        room = board.around[target] & board.land[1 - side] & ~w.occupied[side]
        push = 0.0 if board.built >> target & 1 else self.push(w, side, target) if room else theirs
        loss = theirs + 0.85 * prize / steps
        if steps == 1:
            loss += self.push(w, side, target)
        return (
            odds.retreat * push
            + odds.loss * loss
            + odds.both * (loss + (push if steps > 1 else 0.0))
            + odds.exchange * (loss - ours)
            - odds.attacker * ours
        )

    def push(self, w: BreakoutState, side: int, target: Hex) -> float:
        """What it is worth to have the enemy out of a hex."""
        strength = sum(w.defence(u) for u in members(w.at[target]))
        return 0.15 + 0.012 * min(strength, 12)

    def blow(self, w: BreakoutState, side: int, target: Hex, near: Bits) -> Blow:
        """The best attack on a hex by some of the units next to it: as few as the column needs."""
        where = w.where
        key = (side, target, near, tuple([where[u] for u in members(near)]))
        found = self._blows.get(key)
        if found is None:
            found = self._blows[key] = self._blow(w, side, target, near)
        return found

    def _blow(self, w: BreakoutState, side: int, target: Hex, near: Bits) -> Blow:
        roster = self.roster
        units = near
        if side == SOVIET:
            for u in members(near & (roster.artillery | roster.support)):
                if not w.net(SOVIET) >> w.where[u] & 1:
                    units &= ~(1 << u)  # 8.3-c
                elif roster.artillery >> u & 1 and not w.at[w.where[u]] & ~roster.artillery:
                    units &= ~(1 << u)  # 13.2-b
        if not units & ~roster.artillery:
            return Blow(0.0, target, 0, -99)
        defenders = w.at[target]
        place = self.ladder_place(w, target, units, defenders, side)
        value = self.worth(w, side, target, units, place)
        for u in sorted(members(units), key=lambda u: (self.step_value(w, u) - 0.02 * w.attack(u), u), reverse=True):
            rest = units & ~(1 << u)
            if not rest & ~roster.artillery:
                continue
            fewer = self.ladder_place(w, target, rest, defenders, side)
            if fewer >= min(place, 8):
                gain = self.worth(w, side, target, rest, fewer)
                if gain >= value - 0.005:
                    units, place, value = rest, fewer, gain
        return Blow(value, target, units, place)

    def blows(self, w: BreakoutState, side: int, able: Bits = -1, mechanized: bool = False) -> tuple[float, list[Blow]]:
        """The attacks of a combat segment chosen together: the most promising first, each unit once."""
        roster = self.roster
        ready = w.on_map(side) & ~roster.static & able
        if mechanized:
            ready &= roster.mechanized
        contact = self.grid.spread(w.occupied[side]) & w.occupied[1 - side] & self.board.land[side]
        offers = []
        around, rings, known = self.board.around, self.grid.neighbours, self._offers
        there = w.at.get
        for target in members(contact):
            key = (target, ready, *map(there, rings[target]))
            offer = known.get(key)
            if offer is None:
                near = w.units_at(around[target]) & ready
                value = self.blow(w, side, target, near).value if near else 0.0
                offer = known[key] = (value, target, near)
            if offer[0] > 0.0:
                offers.append(offer)
        offers.sort(reverse=True)
        used = 0
        total = 0.0
        chosen = []
        for _, target, near in offers:
            blow = self.blow(w, side, target, near & ~used) if near & used else self.blow(w, side, target, near)
            if blow.value > 0.0:
                total += blow.value
                used |= blow.units
                rest = near & ~used
                if rest and not around[target] & self.board.land[1 - side] & ~w.occupied[side]:
                    second = self.blow(w, side, target, rest)
                    if second.value > 0.0:
                        total += AGAIN * second.value
                        used |= second.units
                chosen.append(blow)
        return total, chosen

    # -- what the enemy can do -----------------------------------------------------------------------------------

    def threat(self) -> tuple[list[float], list[float]]:
        """For every hex the attack factors that the enemy can bring next to it in one segment: all, and mechanized."""
        if self._threat is None:
            s, grid = self.s, self.grid
            everybody, fast = [0.0] * grid.size, [0.0] * grid.size
            stacks: dict[tuple[Hex, bool], float] = {}
            for u in members(s.on_map(self.enemy) & ~self.roster.static):
                key = s.where[u], bool(self.roster.mechanized >> u & 1)
                stacks[key] = stacks.get(key, 0.0) + s.attack(u)
            for (h, mechanized), power in stacks.items():
                there = self.reach_from(s, 1 << h, self.enemy, mechanized, s.zoc(self.side)) | 1 << h
                for x in members(grid.spread(there)):
                    everybody[x] += power
                    if mechanized:
                        fast[x] += power
            self._threat = everybody, fast
        return self._threat

    def reach_from(self, w: BreakoutState, starts: Bits, side: int, mechanized: bool, zone: Bits) -> Bits:
        """Where units of a side in these hexes can get in one segment."""
        mobility = MECHANIZED if mechanized else FOOT
        land = self.board.land[side] & ~w.occupied[1 - side]
        rivers = rolled_rivers(w, side, 0)
        return sweep(self.board, starts, self.board.tables.movement[w.weather][mobility], mobility, land, zone, rivers)

    def risk(self, w: BreakoutState, h: Hex, near: Bits) -> float:
        """What the enemy's answer to a stack is likely to cost; ``near`` is where he can be when he strikes."""
        units = w.at[h]
        entries = self.board.around[h] & (near | w.occupied[self.enemy]) & ~w.occupied[self.side]
        key = (h, units, entries)
        found = self._risks.get(key)
        if found is None:
            found = self._risks[key] = self._risk(w, h, units, entries)
        return found

    def _risk(self, w: BreakoutState, h: Hex, units: Bits, entries: Bits) -> float:
        roster = self.roster
        everybody, fast = self.threat()
        power = everybody[h]
        strength = sum(w.defence(u) for u in members(units & ~roster.artillery))
        if not strength:
            return 1.2  # 13.2-b: guns alone
        if not power or not entries:
            return 0.0
        power = min(power * SHARE, (16.0 if self.enemy == SOVIET else 11.0) * entries.bit_count())
        place = ladder(int(power), strength) - self.shelter(w, h, self.side)
        if not self.board.built >> h & 1 and concentric(self.board, h, entries):
            place += 2 if self.enemy == GERMAN else 1
        if not entries & ~self.wet(h):
            place -= 1
        if self.kg_range >> h & 1:
            place += 1 if self.enemy == GERMAN else -1
        odds = self.table[max(-2, min(8, place))]
        hit = odds.loss + odds.both + odds.exchange
        if self.enemy == GERMAN:
            hit *= 1.0 + 0.6 * fast[h] / power if power else 1.0  # 5.5: armour strikes twice
        steps = sum(w.steps[u] for u in members(units))
        cost = min(self.step_value(w, u) for u in members(units & ~roster.artillery))
        prize = float(self.board.vp.get(h, 0))
        driven = odds.retreat + odds.both if not self.board.built >> h & 1 else 0.0
        return HITS * hit * (cost + prize / (steps * steps)) + 0.1 * driven

    def risk_alone(self, w: BreakoutState, u: int, h: Hex) -> float:
        """How exposed a hex is for a unit: enemy attack factors against its own defence."""
        return min(3.0, self.threat()[0][h] / (10.0 * max(1, w.defence(u))))

    # -- what a position is worth --------------------------------------------------------------------------------

    def outlook(self, w: BreakoutState, answer: int, reached: tuple[Bits, Bits] | None = None) -> float:
        """Soviet victory points to expect from where everybody stands, when ``answer`` acts next; ``reached`` is where
        it can be then, if that is known well enough."""
        if reached is not None:
            return self._outlook(w, answer, reached)
        key = (w.occupied[SOVIET], w.occupied[GERMAN], answer, w.control)
        found = self._outlooks.get(key)
        if found is None:
            found = self._outlooks[key] = self._outlook(w, answer, self.answers(w, answer))
        return found

    def _outlook(self, w: BreakoutState, answer: int, reached: tuple[Bits, Bits]) -> float:
        board = self.board
        if board.scenario["victory"]["measure"] == "divisions":
            return self._divisions(w)
        soviet, german = w.occupied
        held = (w.control | soviet) & ~german
        last = self.turns_left == 0
        net = w.net(GERMAN)
        total = float(min(w.exits, board.exit_maximum) + w.losses)
        near, far = reached
        for h, printed in board.vp.items():
            bit = 1 << h
            points = printed * self.lasting
            if held & bit:
                total += points
                if answer == GERMAN and not soviet & bit:
                    share = 0.85 if last else RETAKEN
                    total -= points * share * (1.0 if near & bit else 0.6 if far & bit else 0.0)
                continue
            if not net & bit:
                total += 0.9 if last and answer != SOVIET else 0.2
            if answer == SOVIET and not german & bit:
                total += points * (0.8 if near & bit else 0.45 if far & bit else 0.0)
        total += self.exit_hopes(w, answer, near, far)
        for h in members(german & ~net):
            fate = self.fate(w, h)
            for u in members(w.at[h] & self.roster.divisions):
                total += self.doom(u, w.steps[u], fate)
        for h in members(soviet & ~w.net(SOVIET)):
            total -= (0.05 + 0.02 * sum(w.attack(u) for u in members(w.at[h]))) * self.future[SOVIET]
        return total

    def _divisions(self, w: BreakoutState) -> float:
        """Where divisions in C&C are counted, their number with the sign turned: what the Soviets want."""
        total = 0.0
        net = w.net(GERMAN)
        for u in members(w.on_map(GERMAN) & self.roster.divisions):
            total -= 1.0 if net >> w.where[u] & 1 else 0.3 if self.turns_left else 0.0
        for h in members(w.occupied[SOVIET] & ~w.net(SOVIET)):
            total -= (0.05 + 0.02 * sum(w.attack(u) for u in members(w.at[h]))) * self.future[SOVIET]
        return total

    def doom(self, u: int, steps: int, fate: float) -> float:
        """Points to expect for a division that is out of C&C with so many steps left (4.2-a)."""
        return float(self.roster.full[u] * fate**steps) * min(1.0, 0.3 + 0.35 * self.turns_left)

    def fate(self, w: BreakoutState, h: Hex) -> float:
        """How likely a division out of C&C is to lose each of its last steps before it is saved."""
        return FATE if self.board.around[h] & ~w.occupied[SOVIET] else LOCKED

    def exit_hopes(self, w: BreakoutState, answer: int, near: Bits, far: Bits) -> float:
        """Points to expect for corps that can still leave the map (4.1-f)."""
        board = self.board
        quota = board.exit_maximum - w.exits
        if quota <= 0 or not board.exits:
            return 0.0
        if not self.soviets_to_come:
            return 0.0
        if answer == SOVIET:
            return quota * (0.6 if near & board.exits else 0.3 if far & board.exits else 0.0)
        there = 0
        for h in members(w.occupied[SOVIET] & board.exits):
            there += (w.at[h] & self.roster.corps).bit_count()
        return 0.0 if self.turns_left == 0 else 0.85 * min(quota, there)

    def answers(self, w: BreakoutState, side: int) -> tuple[Bits, Bits]:
        """Where the side that acts next can be after one and after two movement segments."""
        key = (w.occupied[SOVIET], w.occupied[GERMAN], side)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = self._answer(w, side)
        return found

    def _answer(self, w: BreakoutState, side: int) -> tuple[Bits, Bits]:
        roster = self.roster
        if side == SOVIET and not self.soviets_to_come:
            return 0, 0
        fast = slow = 0
        for h in members(w.occupied[side]):
            units = w.at[h] & ~roster.static
            if units & roster.mechanized & ~roster.artillery:
                fast |= 1 << h
            elif units & ~roster.mechanized:
                slow |= 1 << h
        zone = w.zoc(1 - side)
        near = self.reach_from(w, fast, side, True, zone) if fast else 0
        slowly = self.reach_from(w, slow, side, False, zone) if slow else 0
        far = self.reach_from(w, near | fast, side, True, zone) if fast else 0
        return near | slowly, far

    # -- the position as a whole ---------------------------------------------------------------------------------

    def balance(self, answer: int) -> float:
        """Soviet points to expect in the end: what stands now, the strength of both armies, what is within reach later,
        and the nearness of the marks that decide the game (4.3-a)."""
        s, board, roster = self.s, self.board, self.roster
        total = self.outlook(s, answer)
        total += sum(self.price(s, u) for u in members(s.on_map(SOVIET)))
        net = s.net(GERMAN)
        for u in members(s.on_map(GERMAN) & ~roster.static):
            worth = 0.14 * s.steps[u] + 0.05 * (s.attack(u) + s.defence(u))
            total -= self.future[GERMAN] * worth * (1.0 if net >> s.where[u] & 1 else 0.6)
        total += self.hopes()
        victory = board.scenario["victory"]
        if victory["measure"] == "divisions":
            high, low = -float(victory["soviet"]), -float(victory["german"])
        else:
            high, low = float(victory["soviet"]), float(victory["german"])
        spread = 0.7 + 1.2 * self.turns_left
        return total + 2.0 * (_likely((total - high + 0.5) / spread) - _likely((low + 0.5 - total) / spread))

    def hopes(self) -> float:
        """Places that the Soviets do not have yet but may still reach."""
        s, board, grid = self.s, self.board, self.grid
        if not self.soviets_to_come or board.scenario["victory"]["measure"] == "divisions":
            return 0.0
        corps = [(s.where[u], 1.0 if self.roster.mechanized >> u & 1 else 1.4) for u in self._corps()]
        range_ = 14.0 * self.soviets_to_come
        total = 0.0
        for h, points in board.vp.items():
            if s.control >> h & 1 or board.closed >> h & 1:
                continue
            way = min((grid.distance(h, x) * slow for x, slow in corps), default=99.0)
            guard = sum(s.defence(u) for u in members(s.at.get(h, 0)))
            total += 0.4 * points * max(0.0, 1.0 - way / range_) / (1.0 + 0.08 * guard)
        quota = board.exit_maximum - s.exits
        if quota > 0 and board.exits:
            ways = sorted(min(grid.distance(h, x) for h in members(board.exits)) * slow for x, slow in corps)
            total += sum(0.4 * max(0.0, 1.0 - way / range_) for way in ways[:quota])
        return total

    def _corps(self) -> list[int]:
        return list(members(self.s.on_map(SOVIET) & self.roster.corps))


def _likely(x: float) -> float:
    """A chance between 0 and 1 that grows with x."""
    return 1.0 / (1.0 + exp(-1.7 * x)) if x > -20 else 0.0
