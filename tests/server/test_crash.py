"""A server under load that is killed again and again: what was acknowledged is there, nothing is half there."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import connect

import kessel
from kessel.engine import CHANCE, Record
from kessel.engine.record import replay
from kessel.server.storage import UNDO, Storage
from tests.server.process import Nursery, free_port, kill, listening
from tests.server.table import GAME, LEARNING, PATIENCE, Json, pick

KILLS = 60
LOST = (httpx.TransportError, WebSocketException, InvalidHandshake, OSError, EOFError)
"""What a client sees when the server dies."""


@pytest.fixture(scope="module")
def nursery(maps: Path) -> Iterator[Nursery]:
    found = Nursery()
    yield found
    found.close()


class Acknowledged(NamedTuple):
    """A change that the server said it had made."""

    before: int
    after: int
    side: str
    action: str


class Client(threading.Thread):
    """Plays both sides of a match at random and notes what the server acknowledged."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.rng = random.Random(number)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=PATIENCE)
        scenario = "campaign" if number % 2 else LEARNING
        made = self.http.post("/matches", json={"game": GAME, "scenario": scenario}).json()
        self.match: str = made["match"]
        self.token: str = made["seats"][0]["token"]
        self.asked: set[tuple[int, str, str]] = set()
        self.done: list[Acknowledged] = []
        self.problems: list[str] = []
        self.leaving = threading.Event()

    def run(self) -> None:
        while not self.leaving.is_set():
            try:
                self.visit()
            except LOST:
                time.sleep(0.01)
            except Exception as error:
                self.problems.append(repr(error))
                return

    def visit(self) -> None:
        """Look and play until the line breaks."""
        while not self.leaving.is_set():
            answer = self.http.get(f"/seats/{self.token}")
            assert answer.status_code == 200, answer.text
            seen = answer.json()
            self.look_at(seen)
            if seen["finished"]:
                self.leaving.set()
                return
            self.change(seen)

    def look_at(self, seen: Json) -> None:
        if self.done and seen["state"] < self.done[-1].after:
            raise AssertionError(f"acknowledged {self.done[-1]}, now at {seen['state']}")

    def choose(self, seen: Json) -> tuple[str, str]:
        """Undo now and then, else anything."""
        undo = seen["can_undo"] and self.rng.random() < 0.15
        chosen = (UNDO, "") if undo else (seen["side"], pick(self.rng, seen["actions"]))
        self.asked.add((seen["state"], *chosen))
        return chosen

    def change(self, seen: Json) -> None:
        side, action = self.choose(seen)
        body: dict[str, Any] = {"state": seen["state"], "side": seen["side"]}
        if side == UNDO:
            answer = self.http.post(f"/seats/{self.token}/undo", json=body)
        else:
            answer = self.http.post(f"/seats/{self.token}/actions", json={**body, "action": action})
        assert answer.status_code == 200, answer.text
        self.done.append(Acknowledged(seen["state"], answer.json()["state"], side, action))


class LiveClient(Client):
    """The same over the live table."""

    def visit(self) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/seats/{self.token}/live"
        with connect(address, max_size=None, close_timeout=0.1, proxy=None) as socket:
            seen = json.loads(socket.recv(PATIENCE))
            self.look_at(seen)
            while not seen["finished"] and not self.leaving.is_set():
                side, action = self.choose(seen)
                kind = {"type": "undo"} if side == UNDO else {"type": "play", "action": action}
                socket.send(json.dumps({**kind, "id": 1, "state": seen["state"], "side": seen["side"]}))
                answer = self.answer(socket, "done")
                self.done.append(Acknowledged(seen["state"], answer["state"], side, action))
                seen = self.answer(socket, "update")
        if seen["finished"]:
            self.leaving.set()

    def answer(self, socket: Any, kind: str) -> Json:
        while True:
            message: Json = json.loads(socket.recv(PATIENCE))
            if message["type"] == kind:
                return message
            assert message["type"] in ("players", "update"), message


def check(database: Path, client: Client, done: list[Acknowledged], *, whole: bool = False) -> int:
    """Everything acknowledged lies in the database in its place, and nothing that nobody asked for."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        query = "SELECT side, action FROM moves WHERE match = ? ORDER BY seq"
        rows = connection.execute(query, (client.match,)).fetchall()
    for change in done:
        assert rows[change.before] == (change.side, change.action), change
        assert all(side == CHANCE for side, _ in rows[change.before + 1 : change.after]), change
    for seq, row in enumerate(rows):
        assert row[0] == CHANCE or (seq, *row) in client.asked, f"nobody asked for {row}"
    if whole:
        with contextlib.closing(Storage(f"sqlite:///{database}")) as storage:
            stored = storage.load(client.match)
        assert stored is not None
        *_, (_, state) = replay(kessel.load(GAME), Record(stored.header, stored.entries))  # compares every digest
        assert CHANCE not in state.sides, "dice were left lying"
    return len(rows)


def wait_for(clients: list[Client], enough: Callable[[], bool]) -> None:
    """Wait until the clients have done something."""
    until = time.monotonic() + PATIENCE
    while not enough():
        assert not any(client.problems for client in clients), [client.problems for client in clients]
        assert time.monotonic() < until, "the clients do not go on"
        time.sleep(0.003)


def test_killed_again_and_again(tmp_path: Path, nursery: Nursery) -> None:
    database = tmp_path / "kessel.db"
    url = f"sqlite:///{database}"
    port = free_port()
    rng = random.Random("crash")
    process = nursery.start(port, url)
    listening(port)
    clients = [kind(port, number) for number, kind in enumerate((Client, LiveClient, Client, LiveClient))]
    for client in clients:
        client.start()

    def further(client: Client, count: int) -> bool:
        return client.leaving.is_set() or len(client.done) >= count

    try:
        for number in range(KILLS):
            wanted = sum(len(client.done) for client in clients) + rng.randrange(12)
            wait_for(clients, lambda wanted=wanted: sum(len(client.done) for client in clients) >= wanted)
            time.sleep(rng.uniform(0.0, 0.03))
            kill(process)
            done = [list(client.done) for client in clients]
            process = nursery.start(port, url)
            for client, acknowledged in zip(clients, done, strict=True):
                check(database, client, acknowledged, whole=number % 15 == 0)
                assert not client.problems, client.problems
            listening(port)
        counts = [max(20, len(client.done) + 5) for client in clients]
        wait_for(clients, lambda: all(map(further, clients, counts)))
    finally:
        for client in clients:
            client.leaving.set()
            client.join(PATIENCE)
        kill(process)
    for client in clients:
        assert not client.problems, client.problems
        assert check(database, client, client.done, whole=True) >= 20


def test_killed_while_the_database_is_made(tmp_path: Path, nursery: Nursery) -> None:
    port = free_port()
    rng = random.Random("first")
    for round_ in range(12):
        url = f"sqlite:///{tmp_path / f'{round_ % 6}.db'}"
        process = nursery.start(port, url)
        time.sleep(rng.uniform(0.0, 0.12))
        kill(process)
    for number in range(6):
        process = nursery.start(port, f"sqlite:///{tmp_path / f'{number}.db'}")
        listening(port)
        new = {"game": GAME, "scenario": LEARNING}
        made = httpx.post(f"http://127.0.0.1:{port}/api/matches", json=new, timeout=PATIENCE)
        kill(process)
        assert made.status_code == 201


def test_the_command_itself_takes_up_a_match(tmp_path: Path, maps: Path) -> None:
    """Started as people start it, killed, and started again."""
    port = free_port()
    program = (sys.executable, "-c", "from kessel.cli import main; main()")
    command = [*program, "serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'kessel.db'}"]
    seen: list[Json] = []
    for _ in range(2):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            try:
                listening(port)
                if not seen:
                    client = Client(port, 0)
                    for _ in range(10):
                        client.change(client.http.get(f"/seats/{client.token}").json())
                seen.append(client.http.get(f"/seats/{client.token}").json())
            finally:
                server.kill()
    assert seen[0]["state"] == client.done[-1].after
    assert {**seen[0], "can_redo": False} == seen[1]
