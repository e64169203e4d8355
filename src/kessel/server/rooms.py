"""Rooms: matches in play. Every change is on disk before anyone hears of it."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

from kessel.commanders import Commander, commander, desk, names
from kessel.engine import CHANCE, Event, Game, KesselError, Match, Record, State
from kessel.engine.game import chosen_options
from kessel.games import load
from kessel.server.storage import UNDO, Page, Seat, Storage, Stored
from kessel.server.writer import Writer

HUMAN, INVITE = "human", "invite"
ROOMS_KEPT = 1000
CHECKPOINT = 50

News = Literal["change", "reset", "players"]
"""What a listener is told: the position changed, it changed back, or somebody came or left."""


class Stale(KesselError):
    """The position has changed since the client looked."""

    def __init__(self, state: int) -> None:
        super().__init__("the position has changed")
        self.state = state


class Room:
    """One match, its listeners and its computer players.

    The lock is held from a change of the position until it is on disk. Whoever shows the position to somebody takes
    the lock too: nobody may see dice that a crash would take back.
    """

    def __init__(self, stored: Stored, writer: Writer) -> None:
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
            self._past = {n: past for n, past in self._past.items() if n <= self._kept}
            await self._keep([(UNDO, "", self.state.digest())])
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

    async def _keep(self, rows: list[tuple[str, str, str]]) -> None:
        """Write what happened since the last time; only then may anyone hear of it."""
        rows = rows + [(e.side, e.action, e.hash) for e in self.match.entries[self._kept :]]
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

    def _due(self) -> str:
        return next((side for side in self.state.sides if side in self._commanders), "")

    async def _think(self) -> None:
        try:
            while side := self._due():
                try:
                    await self._decide(side)
                except Stale:
                    if self.broken:
                        break  # the next visitor finds a new room
                await asyncio.sleep(0.03 if self.listeners else 0)
        finally:
            self._computer = None

    async def _decide(self, side: str) -> None:
        """One action of the computer. Others may look while it thinks; if one of them takes something back
        meanwhile, it has thought in vain (Stale)."""
        async with self.lock:
            if self._due() != side:
                return
            version, table = self.version, desk(self.state, side, self._rng)
        chosen, _ = await asyncio.to_thread(self._commanders[side].choose, table)
        async with self._changing(version):
            self.match.play(chosen, side)
            await self._keep([])
        self._announce()

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
        self, game: Game, scenario: str, options: Mapping[str, bool], players: Mapping[str, str], word: str
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
        room = await self.room(identity)
        await room.begin()
        return identity, list(zip(tokens, groups, strict=True))

    async def seat(self, token: str) -> tuple[Seat, Room] | None:
        """The seat that a token opens, with its room."""
        found = await asyncio.to_thread(self.storage.seat, token)
        if found is None:
            return None
        return found, await self.room(found.match)

    async def room(self, match: str) -> Room:
        """A room, from memory or from disk."""
        room = self.rooms.get(match)
        if room is not None and not room.broken:
            self.rooms.move_to_end(match)
            return room
        lock = self._opening.setdefault(match, asyncio.Lock())
        async with lock:
            room = self.rooms.get(match)
            if room is None or room.broken:
                room = await asyncio.to_thread(self._open, match)
                self.rooms[match] = room
                await room.begin()
                self._put_away()
        self._opening.pop(match, None)
        return room

    def _open(self, match: str) -> Room:
        """Play a stored match again; a long one takes a while."""
        stored = self.storage.load(match)
        if stored is None:
            raise KesselError(f"there is no match {match!r}")
        return Room(stored, self.writer)

    def _put_away(self) -> None:
        for name in list(self.rooms):
            if len(self.rooms) <= ROOMS_KEPT:
                break
            room = self.rooms[name]
            if not room.listeners and not room.lock.locked() and room._computer is None:
                del self.rooms[name]

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
