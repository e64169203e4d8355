"""The live table: one WebSocket for each open page."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from kessel.engine import KesselError, Refusal
from kessel.server.rooms import Lobby, Room, Stale
from kessel.server.snapshot import snapshot
from kessel.server.storage import Seat

LARGEST_MESSAGE = 16 * 1024
RATE, BURST = 30.0, 60.0
"""Messages a second a client may send, and how many at once."""


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """A message of a client."""

    type: str
    id: int = 0
    state: int = -1
    action: str = ""
    side: str = ""
    language: str = ""


class Table:
    """A seat's connection: tells of every change, answers what is asked."""

    def __init__(self, socket: WebSocket, lobby: Lobby, token: str, language: str, side: str) -> None:
        self.socket = socket
        self.lobby = lobby
        self.token = token
        self.language = language if language in ("en", "es") else "en"
        self.wanted = side
        self.changed = asyncio.Event()
        self.reset = False
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
        self.room.listeners.add(self._notice)
        teller = asyncio.create_task(self._tell())
        try:
            await self._send_snapshot("snapshot")
            self.room.wake()
            while True:
                await self._answer(await self.socket.receive_text())
        except WebSocketDisconnect:
            pass
        except RuntimeError:  # the socket was closed while something was being sent
            pass
        finally:
            teller.cancel()
            self.room.listeners.discard(self._notice)

    @property
    def side(self) -> str | None:
        """The side whose eyes this page uses."""
        seat: Seat = self.seat
        if self.wanted or not seat.sides:
            return self.wanted or None
        return next((s for s in self.room.state.sides if s in seat.sides), seat.sides[0])

    # -- telling -------------------------------------------------------------------------------------------------

    def _notice(self, reset: bool) -> None:
        self.reset = self.reset or reset
        self.changed.set()

    async def _tell(self) -> None:
        """Send an update after every change; changes that come while one is under way go together."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            await self._send_snapshot("update")

    async def _send_snapshot(self, kind: str) -> None:
        async with self.sending:
            room: Room = self.room
            whole = kind == "snapshot" or self.reset
            since = 0 if whole else self.sent
            self.reset = False
            self.sent = len(room.match.entries)
            data = snapshot(room, self.seat, self.side, self.language, since=since)
            await self._send({"type": kind, "since": since, "reset": whole, **data})

    async def _send(self, data: dict[str, Any]) -> None:
        await self.socket.send_text(msgspec.json.encode(data).decode())

    # -- answering -----------------------------------------------------------------------------------------------

    async def _answer(self, text: str) -> None:
        if len(text) > LARGEST_MESSAGE:
            await self.socket.close(1009, "too large")
            raise WebSocketDisconnect(1009)
        now = time.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.clock) * RATE)
        self.clock = now
        if self.tokens < 1:
            await self._send({"type": "refused", "id": 0, "rule": "", "message": "too many messages; slow down"})
            await asyncio.sleep(0.2)
            return
        self.tokens -= 1
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

    async def _do(self, ask: Ask) -> None:
        room = self.room
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
                await room.play(ask.state, ask.action[:200], side)
            elif ask.type == "undo":
                await room.undo(ask.state, side)
            else:
                await room.redo(ask.state, side)
            await self._send({"type": "done", "id": ask.id, "state": room.version})
        else:
            raise KesselError(f"unknown message {ask.type!r}")
