"""A server in this process, its clients, and the live table as a test sees it."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import urlencode

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kessel.server.app import create_app
from kessel.server.live import LARGEST_MESSAGE

GAME, LEARNING = "breakout", "learning-ternopol"
PATIENCE = 60.0
"""Seconds to wait for something that must come, on a machine that has much else to do."""

Json = dict[str, Any]


class Server:
    """The application over real sockets, in a thread of this process."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.app = create_app(database)
        config = uvicorn.Config(
            self.app,
            host="127.0.0.1",
            port=0,
            log_level="error",
            ws_max_size=LARGEST_MESSAGE,
            date_header=False,
            timeout_graceful_shutdown=2,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + PATIENCE
        while not self.server.started:
            if not self.thread.is_alive() or time.monotonic() > until:
                raise RuntimeError("the server does not start")
            time.sleep(0.005)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)

    # -- HTTP ----------------------------------------------------------------------------------------------------

    def get(self, path: str, **query: Any) -> Any:
        """The JSON behind a path; anything but success fails the test."""
        answer = self.http.get(f"/api/{path}", params=query)
        assert answer.status_code == 200, (path, query, answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, body: object, status: int = 200, **query: Any) -> Any:
        """The JSON of an answer that must have a status."""
        answer = self.http.post(f"/api/{path}", json=body, params=query)
        assert answer.status_code == status, (path, body, answer.status_code, answer.text)
        return answer.json()

    def match(self, scenario: str = LEARNING, *, game: str = GAME, word: str = "a word", **players: str) -> Match:
        """A new match."""
        body = {"game": game, "scenario": scenario, "players": players, "options": {}, "word": word}
        return Match(self, self.post("matches", body, 201))

    def live(self, token: str, **query: str) -> Live:
        """A live table."""
        address = f"ws://127.0.0.1:{self.port}/api/seats/{token}/live?{urlencode(query)}"
        return Live(connect(address, max_size=None, open_timeout=PATIENCE, close_timeout=1, proxy=None))


class Match:
    """The links of a match."""

    def __init__(self, server: Server, made: Json) -> None:
        self.server, self.made = server, made
        self.id: str = made["match"]
        self.spectator: str = made["spectator"]
        self.tokens: dict[str, str] = {side: seat["token"] for seat in made["seats"] for side in seat["sides"]}

    def seat(self, side: str) -> Player:
        return Player(self.server, self.tokens[side], side)


class Player:
    """Somebody who plays a side over HTTP."""

    def __init__(self, server: Server, token: str, side: str, seed: str = "") -> None:
        self.server, self.token, self.side = server, token, side
        self.rng = random.Random(f"{side}/{seed}")

    def look(self, **query: Any) -> Json:
        found: Json = self.server.get(f"seats/{self.token}", side=self.side, **query)
        return found

    def ask(self, what: str, **query: Any) -> Any:
        return self.server.get(f"seats/{self.token}/{what}", side=self.side, **query)

    def play(self, action: str, state: int | None = None, status: int = 200, **query: Any) -> Json:
        number = self.look()["state"] if state is None else state
        body = {"state": number, "action": action, "side": self.side}
        found: Json = self.server.post(f"seats/{self.token}/actions", body, status, **query)
        return found

    def change(self, what: str, state: int | None = None, status: int = 200, **query: Any) -> Json:
        """Undo or redo."""
        number = self.look()["state"] if state is None else state
        body = {"state": number, "side": self.side}
        found: Json = self.server.post(f"seats/{self.token}/{what}", body, status, **query)
        return found


class Live:
    """A live table: what came, and what is waited for."""

    def __init__(self, opening: Any) -> None:
        self.socket: ClientConnection = opening.__enter__()
        self.first: Json = {}
        self.raw: list[str] = []
        self.ids = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self, seconds: float = PATIENCE) -> Json:
        """The next message."""
        text = self.socket.recv(seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        found: Json = json.loads(text)
        return found

    def until(self, *types: str, where: Callable[[Json], bool] = lambda _: True) -> Json:
        """The next message of a type; others are passed over."""
        while True:
            message = self.hear()
            if message["type"] in types and where(message):
                return message

    def say(self, **message: Any) -> int:
        """Send a message; returns its id."""
        self.ids += 1
        message = {"id": self.ids, **message}
        self.socket.send(json.dumps(message))
        return int(message["id"])

    def ask(self, **message: Any) -> Json:
        """Send a message and wait for its answer."""
        number = self.say(**message)
        return self.until("done", "refused", "stale", "error", where=lambda m: m["id"] == number)

    def quiet(self, seconds: float = 0.2) -> bool:
        """Whether nothing comes for a while."""
        try:
            self.hear(seconds)
        except TimeoutError:
            return True
        return False

    def closed(self) -> int:
        """Wait until the server closes; returns its code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006


def texts(actions: list[Json]) -> list[str]:
    """Groups of actions spelled out."""
    found = []
    for group in actions:
        words = " ".join((group["verb"], *group["before"]))
        found += [words] if group["choices"] is None else [f"{words} {choice}" for choice in group["choices"]]
    return found


def pick(rng: random.Random, actions: list[Json]) -> str:
    """Any of the actions, all alike."""
    return rng.choice(texts(actions))


def play_out(players: list[Player], limit: int = 3000, until: Callable[[Json], bool] | None = None) -> int:
    """Let players take turns at random to the end (or until a look satisfies); returns the actions played."""
    order = list(players)
    for count in range(limit):
        for player in order:
            seen = player.look()
            if seen["finished"] or (until and until(seen)):
                return count
            if seen["actions"]:
                player.play(pick(player.rng, seen["actions"]), seen["state"])
                order.sort(key=lambda p: p is not player)  # most often the same side goes on
                break
        else:
            raise AssertionError("nobody can act")
    raise AssertionError(f"no end after {limit} actions")
