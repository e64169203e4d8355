"""The live table: one WebSocket for each open page."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from fastapi import WebSocket, WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError

from kessel.engine import KesselError, Refusal
from kessel.server.models import LONGEST_ACTION
from kessel.server.rooms import Lobby, News, Pace, Room, Stale
from kessel.server.snapshot import snapshot
from kessel.server.storage import Seat

LARGEST_MESSAGE = 16 * 1024
RATE, BURST = 30.0, 60.0
"""Messages a second a client may send, and how many at once."""

CLOSED = (WebSocketDisconnect, RuntimeError)
"""What is raised when the socket was closed while something was being sent."""


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """A message of a client."""

    type: str
    id: int = 0
    state: int = -1
    action: str = ""
    side: str = ""
    language: str = ""
    pace: Pace = "fast"


class Table:
    """A seat's connection: tells of every change, answers what is asked."""

    def __init__(self, socket: WebSocket, lobby: Lobby, token: str, language: str, side: str) -> None:
        self.socket = socket
        self.lobby = lobby
        self.token = token
        self.language = language if language in ("en", "es") else "en"
        self.wanted = side
        self.changed = asyncio.Event()
        self.news: set[News] = set()
        self.sent = 0
        self.sending = asyncio.Lock()
        self.tokens, self.clock = BURST, time.monotonic()

    async def run(self) -> None:
        """Serve the connection until it closes."""
        await self.socket.accept()
        found = await self.lobby.seat(self.token) if len(self.token) <= 100 else None
        if found is None or (self.wanted and self.wanted not in found[0].sides):
            await self.socket.close(4404, "there is no such seat")
            return
        self.seat, self.room = found
        self.room.join(self._notice, self.seat.sides)
        teller: asyncio.Task[None] | None = None
        try:
            await self._send_snapshot("snapshot")
            self.room.wake()
            teller = asyncio.create_task(self._tell())
            await self._listen()
        except CLOSED:
            pass
        finally:
            if teller is not None:
                teller.cancel()
            self.room.leave(self._notice)

    @property
    def side(self) -> str | None:
        """The side whose eyes this page uses."""
        seat: Seat = self.seat
        if self.wanted or not seat.sides:
            return self.wanted or None
        return next((s for s in self.room.state.sides if s in seat.sides), seat.sides[0])

    # -- telling -------------------------------------------------------------------------------------------------

    def _notice(self, news: News) -> None:
        self.news.add(news)
        self.changed.set()

    async def _tell(self) -> None:
        """Send an update after every change; changes that come while one is under way go together."""
        try:
            while True:
                await self.changed.wait()
                self.changed.clear()
                if self.news & {"change", "reset"}:
                    await self._send_snapshot("update")
                if "players" in self.news:
                    self.news.discard("players")
                    await self._send({"type": "players", "online": self.room.online})
                if "pace" in self.news:
                    self.news.discard("pace")
                    await self._send({"type": "pace", "pace": self.room.pace})
        except CLOSED:
            pass
        except SQLAlchemyError:
            await self.socket.close(1011, "the match cannot be read")

    async def _send_snapshot(self, kind: str) -> None:
        async with self.sending:
            room = await self._sound_room()
            async with room.lock:
                whole = kind == "snapshot" or "reset" in self.news
                self.news -= {"change", "reset"}
                since = 0 if whole else self.sent
                self.sent = len(room.match.entries)
                data = snapshot(room, self.seat, self.side, self.language, since=since)
            await self._send({"type": kind, "since": since, "reset": whole, **data})

    async def _sound_room(self) -> Room:
        """The room, a new one if something went wrong in the old."""
        if self.room.broken:
            self.room.leave(self._notice)
            self.room = await self.lobby.room(self.room.id)
            self.room.join(self._notice, self.seat.sides)
            self.news.add("reset")
        return self.room

    async def _send(self, data: dict[str, Any]) -> None:
        await self.socket.send_text(msgspec.json.encode(data).decode())

    # -- answering -----------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode() if text is not None else message.get("bytes") or b""
            if len(data) > LARGEST_MESSAGE:
                await self.socket.close(1009, "too large")
                return
            await self._slow_down()
            await self._answer(data)

    async def _slow_down(self) -> None:
        """Whoever sends too much is not heard until his time has come; nothing he sends is lost."""
        now = time.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.clock) * RATE) - 1
        self.clock = now
        if self.tokens < 0:
            await asyncio.sleep(-self.tokens / RATE)

    async def _answer(self, text: bytes) -> None:
        try:
            ask = msgspec.json.decode(text, type=Ask)
        except msgspec.DecodeError as error:
            await self._send({"type": "error", "id": 0, "message": f"not understood: {error}"})
            return
        try:
            await self._do(ask)
        except Stale as stale:
            await self._send({"type": "stale", "id": ask.id, "state": stale.state})
            await self._send_snapshot("snapshot")
        except Refusal as refusal:
            message = self.room.game.explain(refusal, self.language)
            await self._send({"type": "refused", "id": ask.id, "rule": refusal.rule, "message": message})
        except KesselError as error:
            await self._send({"type": "error", "id": ask.id, "message": str(error)})
        except SQLAlchemyError:
            await self._send({"type": "error", "id": ask.id, "message": "it could not be written down; try again"})

    async def _do(self, ask: Ask) -> None:
        room = await self._sound_room()
        if ask.side and ask.side not in self.seat.sides:
            raise KesselError(f"this seat does not play {ask.side!r}")
        side = ask.side or self.side
        if ask.type == "view":
            self.wanted = ask.side or self.wanted
            self.language = ask.language if ask.language in ("en", "es") else self.language
            await self._send_snapshot("snapshot")
        elif ask.type in ("play", "undo", "redo"):
            if side is None:
                raise KesselError("a spectator does not play")
            if ask.type == "play":
                if len(ask.action) > LONGEST_ACTION:
                    raise KesselError(f"an action has at most {LONGEST_ACTION} letters")
                await room.play(ask.state, ask.action, side)
            elif ask.type == "undo":
                await room.undo(ask.state, side)
            else:
                await room.redo(ask.state, side)
            await self._send({"type": "done", "id": ask.id, "state": room.version})
        elif ask.type in ("pace", "step"):
            if side is None and room.people:
                raise KesselError("the pace is set by those who play")
            room.step() if ask.type == "step" else room.set_pace(ask.pace)
        else:
            raise KesselError(f"unknown message {ask.type!r}")
