"""Rooms: matches in play. Every change is on disk before anyone hears of it."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Literal, NamedTuple

import msgspec

from kessel.commanders import Commander, StaffOfficer, commander, desk, names
from kessel.engine import CHANCE, Action, Event, Game, KesselError, Match, Message, Record, State
from kessel.engine.game import chosen_options
from kessel.engine.plan import Plan
from kessel.games import load
from kessel.server.storage import UNDO, Page, Row, Seat, Storage, Stored
from kessel.server.writer import Writer

HUMAN, INVITE = "human", "invite"
ADVISER = "staff"
"""The commander who is asked for a hint: he answers at once and says why."""
ROOMS_KEPT = 1000
CHECKPOINT = 50

News = Literal["change", "reset", "players", "pace"]
"""What a listener is told: the position changed, it changed back, somebody came or left, or the computer's pace."""

Pace = Literal["pause", "slow", "normal", "fast"]
REST: Mapping[str, float] = {"slow": 1.8, "normal": 0.7, "fast": 0.0}
"""Seconds that people get to see what a decision of the computer brought; twice as many if dice fell."""
BREATH = 0.03
"""Seconds between decisions of the computer while somebody is at the table."""


class Stale(KesselError):
    """The position has changed since the client looked."""

    def __init__(self, state: int) -> None:
        super().__init__("the position has changed")
        self.state = state


class Advice(NamedTuple):
    """What an adviser said, in which version of the match and after how many entries."""

    adviser: StaffOfficer
    version: int
    entries: int
    action: Action
    why: Message


class Room:
    """One match, its listeners and its computer players.

    The lock is held from a change of the position until it is on disk. Whoever shows the position to somebody takes
    the lock too: nobody may see dice that a crash would take back.
    """

    def __init__(self, stored: Stored, writer: Writer, pace: Pace = "fast") -> None:
        self.id = stored.id
        self.players = dict(stored.players)
        self.game: Game = load(stored.header.game)
        self.writer = writer
        self.match = Match.resume(self.game, Record(stored.header, stored.entries), stored.seed)
        self.version = stored.rows
        self.lock = asyncio.Lock()
        self.listeners: dict[Callable[[News], None], tuple[str, ...]] = {}
        self.broken = False
        self._kept = len(stored.entries)
        self._commanders: dict[str, Commander] = {
            side: commander(player, f"{stored.seed}/{side}")
            for side, player in self.players.items()
            if player not in (HUMAN, INVITE)
        }
        self._rng = random.Random(stored.seed)
        self._computer: asyncio.Task[None] | None = None
        self._past: dict[int, State] = {}
        self.thoughts = dict(stored.thoughts)
        self._plans: dict[str, Plan | None] = {}
        """The plan of each commander that was last written down."""
        self._purposes: dict[str, list[tuple[int, Message]]] = {}
        """What each commander began the steps for that are open, with their depth in the control stack."""
        self._advice: dict[str, Advice] = {}
        """What the staff of each side last advised."""
        self._advising = asyncio.Lock()
        self.pace: Pace = pace
        self._free = asyncio.Event()
        """Not set while the computer pauses."""
        self._nudge = asyncio.Event()
        self.set_pace(pace)

    @property
    def state(self) -> State:
        """The position."""
        return self.match.state

    async def begin(self) -> None:
        """Keep what fell before the first decision, and let the computer start."""
        async with self._changing():
            await self._keep([])
        self.wake()

    async def play(self, version: int, action: str, side: str) -> list[Event]:
        """Play an action of a side; raises Stale or Refusal."""
        async with self._changing(version):
            events = self.match.play(action, side)
            await self._keep([])
        self._announce()
        self.wake()
        return events

    async def undo(self, version: int, side: str) -> None:
        """Take back the last action of a side."""
        async with self._changing(version):
            self.match.undo(side)
            self._kept -= 1
            self.thoughts.pop(self._kept + 1, None)
            self._past = {n: past for n, past in self._past.items() if n <= self._kept}
            await self._keep([Row(UNDO, "", self.state.digest())])
        self._announce("reset")

    async def redo(self, version: int, side: str) -> None:
        """Play again what a side took back last."""
        async with self._changing(version):
            self.match.redo(side)
            await self._keep([])
        self._announce()
        self.wake()

    @asynccontextmanager
    async def _changing(self, version: int | None = None) -> AsyncIterator[None]:
        """Change the position seen as ``version``. What goes wrong on the way (not a refusal) breaks the room: the
        next visitor gets the match as it is on disk."""
        async with self.lock:
            if self.broken or version not in (None, self.version):
                raise Stale(self.version)
            try:
                yield
            except KesselError:
                raise
            except BaseException:
                self.broken = True
                self._announce("reset")
                raise

    async def _keep(self, rows: list[Row]) -> None:
        """Write what happened since the last time; only then may anyone hear of it."""
        new = self.match.entries[self._kept :]
        rows = rows + [Row(e.side, e.action, e.hash, self.thoughts.get(e.n)) for e in new]
        if not rows:
            return
        await self.writer.write(Page(self.id, self.version, rows))
        self.version += len(rows)
        self._kept = len(self.match.entries)

    # -- who is at the table -------------------------------------------------------------------------------------

    def join(self, listener: Callable[[News], None], sides: tuple[str, ...]) -> None:
        """Somebody who holds these sides wants to hear of everything."""
        self.listeners[listener] = sides
        self._announce("players")

    def leave(self, listener: Callable[[News], None]) -> None:
        """Somebody left."""
        if self.listeners.pop(listener, None) is not None:
            self._announce("players")

    @property
    def online(self) -> dict[str, bool]:
        """For each side whether somebody is there to play it; a computer always is."""
        there = {side for sides in self.listeners.values() for side in sides}
        return {side: side in there or side in self._commanders for side in self.players}

    def _announce(self, news: News = "change") -> None:
        for listener in list(self.listeners):
            listener(news)

    # -- computer players ----------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the computer decide if it must."""
        if self._computer is None and self._due():
            self._computer = asyncio.get_running_loop().create_task(self._think())

    def rest(self) -> None:
        """The computer stops for good."""
        if self._computer is not None:
            self._computer.cancel()

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing goes on."""
        busy = self._computer is not None and self._free.is_set()
        return not (self.listeners or self.lock.locked() or busy)

    @property
    def people(self) -> bool:
        """Whether anybody but computers plays."""
        return len(self._commanders) < len(self.players)

    def set_pace(self, pace: Pace) -> None:
        """How fast the computer goes on from now on."""
        self.pace = pace
        if pace == "pause":
            self._free.clear()
        else:
            self._free.set()
        self._nudge.set()
        self._announce("pace")

    def step(self) -> None:
        """A computer that pauses goes on until there is something to see."""
        self._free.set()

    def _due(self) -> str:
        return next((side for side in self.state.sides if side in self._commanders), "")

    async def _think(self) -> None:
        try:
            while self._due():
                await self._free.wait()
                events: list[Event] = []
                with suppress(Stale):
                    events = await self._decide(self._due())
                if self.broken:
                    break  # the next visitor finds a new room
                await asyncio.sleep(BREATH if self.listeners else 0)
                if events:
                    await self._show(dice=any("dice" in event.args for event in events))
        finally:
            self._computer = None

    async def _show(self, *, dice: bool) -> None:
        """Give people the time to see what happened, unless the pace changes meanwhile."""
        if self.pace == "pause":
            self._free.clear()  # this was the step asked for
        elif seconds := REST[self.pace] * (2 if dice else 1):
            self._nudge.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._nudge.wait(), seconds)

    async def _decide(self, side: str) -> list[Event]:
        """One action of the computer; returns what others heard of it. They may look while it thinks; if one of them
        takes something back meanwhile, it has thought in vain (Stale)."""
        async with self.lock:
            if not side or self._due() != side:
                return []
            version, table = self.version, desk(self.state, side, self._rng)
        mind = self._commanders[side]
        chosen, why = await asyncio.to_thread(mind.choose, table)
        async with self._changing(version):
            depth = len(self.state.stack)
            events = self.match.play(chosen, side)
            why = self._purpose(side, why, depth)
            self.thoughts[self._kept + 1] = self._thought(side, why, mind.plan)
            await self._keep([])
        self._announce()
        return [event for event in events if event.to != side or not self.people]

    def _purpose(self, side: str, why: Message, depth: int) -> Message:
        """Why a side does what it just did: what it began it for (taking up the unit, naming the target) as long as
        that step of the game is open."""
        open_ = [(level, reason) for level, reason in self._purposes.get(side, ()) if level <= depth]
        purpose = open_[-1][1] if open_ else why
        now = len(self.state.stack)
        if now > depth and why.args:
            open_.append((depth + 1, why))
        self._purposes[side] = [(level, reason) for level, reason in open_ if level <= now]
        return purpose

    def _thought(self, side: str, why: Message, plan: Plan | None) -> Mapping[str, Any]:
        """What a commander thinks, as JSON data: why he decides so, and his plan if it is new."""
        thought: dict[str, Any] = {"why": [why.text, msgspec.to_builtins(dict(why.args))]}
        if plan is not None and plan is not self._plans.get(side) and (plan.tasks or plan.prospects):
            thought["plan"] = plan.data()
        self._plans[side] = plan
        return thought

    # -- advice --------------------------------------------------------------------------------------------------

    async def advise(self, side: str) -> Advice | None:
        """What the staff of a side would do now, from what the side knows; nothing where there is nothing to decide."""
        async with self._advising:
            async with self.lock:
                if side not in self.state.sides or ADVISER not in names(self.game):
                    return None
                last = self._advice.get(side)
                if last is not None and last.version == self.version:
                    return last
                version, count = self.version, len(self.match.entries)
                adviser, positions = self._adviser(side, last)
                desks = [desk(state, side, random.Random(version)) for state in positions]
            for table in desks:
                action, why = await asyncio.to_thread(adviser.choose, table)
            found = self._advice[side] = Advice(adviser, version, count, action, why)
            return found

    def _adviser(self, side: str, last: Advice | None) -> tuple[StaffOfficer, list[State]]:
        """Who is asked, and the positions he must see. As long as his advice is followed he goes on as he meant to;
        else he thinks again, under the same plan, from where the side began what it is about, such as taking up a
        unit."""
        entries, diary = self.match.entries, self.match.diary
        if last is not None and [e.action for e in entries[last.entries :] if e.side != CHANCE] == [str(last.action)]:
            return last.adviser, [self.state]
        adviser = StaffOfficer("")
        if last is not None:
            adviser.occasion, adviser.notes["plan"] = last.adviser.occasion, last.adviser.plan
        begun = len(entries)
        while begun and entries[begun - 1].side == side and not diary[begun - 1]:
            begun -= 1
        return adviser, [self.past(begun), self.state] if begun < len(entries) else [self.state]

    # -- the past ------------------------------------------------------------------------------------------------

    def past(self, n: int) -> State:
        """The position after entry n; copies along the way make the slider quick."""
        entries = self.match.entries
        n = max(0, min(n, len(entries)))
        if not self._past:
            header = self.match.header
            self._past[0] = self.game.start(header.scenario, options=header.options)
        start = max(k for k in self._past if k <= n)
        state = self._past[start].copy()
        for entry in entries[start:n]:
            state.play(entry.action, None if entry.side == CHANCE else entry.side)
            if entry.n % CHECKPOINT == 0:
                self._past[entry.n] = state.copy()
        return state


class Lobby:
    """All rooms in memory; those not used for long are put away and come back from disk."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.writer = Writer(storage)
        self._opening: dict[str, asyncio.Lock] = {}

    async def create(
        self,
        game: Game,
        scenario: str,
        options: Mapping[str, bool],
        players: Mapping[str, str],
        word: str,
        pace: Pace = "fast",
    ) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
        """A new match; returns its id and (token, sides) of each seat, the spectator's last."""
        for side, player in players.items():
            if side not in game.sides:
                raise KesselError(f"there is no side {side!r}; sides are {', '.join(game.sides)}")
            if player not in (HUMAN, INVITE, *names(game)):
                raise KesselError(f"there is no commander {player!r}; there are: {', '.join(names(game))}")
        if scenario not in game.scenarios:
            raise KesselError(f"{game.id} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}")
        full = {side: players.get(side, HUMAN) for side in game.sides}
        human = tuple(side for side, player in full.items() if player == HUMAN)
        groups: list[tuple[str, ...]] = [human] if human else []
        groups += [(side,) for side, player in full.items() if player == INVITE]
        groups.append(())
        words = {human[0] if human else game.sides[0]: word} if word else {}
        match = Match.start(game, scenario, options=chosen_options(game, options), words=words)
        identity, tokens = await self.writer.do(
            lambda: self.storage.create(match.header, full, match.dice.seed, groups)
        )
        await self.room(identity, pace)
        return identity, list(zip(tokens, groups, strict=True))

    async def seat(self, token: str) -> tuple[Seat, Room] | None:
        """The seat that a token opens, with its room."""
        found = await asyncio.to_thread(self.storage.seat, token)
        if found is None:
            return None
        return found, await self.room(found.match)

    async def room(self, match: str, pace: Pace = "fast") -> Room:
        """A room, from memory or from disk; the computer's pace in a room that is opened."""
        room = self.rooms.get(match)
        if room is not None and not room.broken:
            self.rooms.move_to_end(match)
            return room
        lock = self._opening.setdefault(match, asyncio.Lock())
        async with lock:
            room = self.rooms.get(match)
            if room is None or room.broken:
                room = await asyncio.to_thread(self._open, match, pace)
                self.rooms[match] = room
                await room.begin()
                self._put_away()
        self._opening.pop(match, None)
        return room

    def _open(self, match: str, pace: Pace) -> Room:
        """Play a stored match again; a long one takes a while."""
        stored = self.storage.load(match)
        if stored is None:
            raise KesselError(f"there is no match {match!r}")
        return Room(stored, self.writer, pace)

    def _put_away(self) -> None:
        for name in list(self.rooms):
            if len(self.rooms) <= ROOMS_KEPT:
                break
            if self.rooms[name].idle:
                self.rooms.pop(name).rest()

    async def close(self) -> None:
        """Let the computers rest, finish writing and close the database."""
        for room in self.rooms.values():
            room.rest()
        await self.writer.close()
        self.storage.close()


def luck(game: Game, diary: Sequence[Sequence[Event]], side: str | None) -> list[dict[str, Any]]:
    """Every combat roll a side heard of: what was expected, what fell, whom it favoured."""
    rows = []
    for n, events in enumerate(diary, 1):
        for event in events:
            if event.to in (None, side) and (row := game.luck(event)):
                rows.append({"n": n, **row})
    return rows
