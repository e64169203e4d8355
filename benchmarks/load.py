"""Many games at once against a real server: random players at live tables, one action every few seconds in each.

    python benchmarks/load.py --games 200 --seconds 60
    python benchmarks/load.py --games 1 --scenario breakout/campaign --pause 0.02 --seconds 30

Prints JSON: the actions played, the errors, how long the answer to an action took (milliseconds), how long until the
other seat saw it, and the memory of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 30.0
SCENARIOS = ("breakout/campaign", "breakout/learning-ternopol", "korsun/korsun", "korsun/learning-bridges")
PROGRAM = (sys.executable, "-c", "from kessel.cli import main; main()")


@dataclass
class Tally:
    """What was measured."""

    actions: int = 0
    answers: list[float] = field(default_factory=list)
    updates: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    processor: float = 0.0
    """Share of one processor that the server used while playing, and these players."""
    own: float = 0.0


class Seat:
    """One live table: keeps the newest snapshot and hands out answers."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.seen: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.answer: asyncio.Future[dict[str, Any]] | None = None

    async def listen(self) -> None:
        async for text in self.connection:
            message = json.loads(text)
            if message["type"] in ("snapshot", "update"):
                self.seen = message
                self.changed.set()
            elif message["type"] != "players" and self.answer is not None and not self.answer.done():
                self.answer.set_result(message)

    async def until(self, state: int) -> None:
        """Wait until this seat has seen a state."""
        while self.seen.get("state", -1) < state:
            self.changed.clear()
            await self.changed.wait()

    async def play(self, action: str) -> dict[str, Any]:
        self.answer = asyncio.get_running_loop().create_future()
        message = {"type": "play", "id": 1, "state": self.seen["state"], "action": action, "side": self.seen["side"]}
        await self.connection.send(json.dumps(message))
        return await asyncio.wait_for(self.answer, PATIENCE)


class Table:
    """A game: two seats, of which the one that must decide plays."""

    def __init__(self, port: int, scenario: str, number: int, tally: Tally) -> None:
        self.port, self.scenario, self.tally = port, scenario, tally
        self.rng = random.Random(number)
        self.seats: list[Seat] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        game, scenario = self.scenario.split("/")
        body = {"game": game, "scenario": scenario, "players": {"soviet": "invite", "german": "invite"}}
        made = await asyncio.to_thread(_post, f"http://127.0.0.1:{self.port}/api/matches", body)
        for seat in made["seats"]:
            address = f"ws://127.0.0.1:{self.port}/api/seats/{seat['token']}/live"
            self.seats.append(Seat(await connect(address, max_size=None, open_timeout=PATIENCE)))
            self.tasks.append(asyncio.create_task(self.seats[-1].listen()))
        for one in self.seats:
            await asyncio.wait_for(one.until(0), PATIENCE)
        await self.set_up()

    async def set_up(self) -> None:
        """Let the armies be placed: a hundred units at once are no action like others."""
        while (mover := next(seat for seat in self.seats if seat.seen["actions"])).seen["decision"]["name"] == "set-up":
            verbs = {group["verb"] for group in mover.seen["actions"]}
            answer = await mover.play("auto" if "auto" in verbs else "done")
            for seat in self.seats:
                await asyncio.wait_for(seat.until(answer["state"]), PATIENCE)

    async def play(self, until: float, pause: float) -> None:
        await asyncio.sleep(self.rng.uniform(0, pause))
        while time.monotonic() < until and not self.seats[0].seen["finished"]:
            due = time.monotonic() + pause
            try:
                await self.step()
            except Exception as error:
                self.tally.errors.append(repr(error))
                return
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def step(self) -> None:
        mover = next(seat for seat in self.seats if seat.seen["actions"])
        action = _choice(self.rng, mover.seen["actions"])
        begun = time.perf_counter()
        answer = await mover.play(action)
        self.tally.answers.append((time.perf_counter() - begun) * 1000)
        if answer["type"] != "done":
            self.tally.errors.append(f"{action}: {answer}")
            return
        self.tally.actions += 1
        for seat in self.seats:
            await asyncio.wait_for(seat.until(answer["state"]), PATIENCE)
        self.tally.updates.append((time.perf_counter() - begun) * 1000)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for seat in self.seats:
            await seat.connection.close()


def _post(url: str, body: object) -> dict[str, Any]:
    request = Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urlopen(request, timeout=PATIENCE) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def _choice(rng: random.Random, groups: list[dict[str, Any]]) -> str:
    group = rng.choices(groups, [len(group["choices"] or "1") for group in groups])[0]
    return " ".join((group["verb"], *group["before"], *([rng.choice(group["choices"])] if group["choices"] else [])))


def _quantile(values: list[float], q: float) -> float:
    ranked = sorted(values)
    return round(ranked[min(len(ranked) - 1, int(q * len(ranked)))], 1) if ranked else 0.0


def _memory(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def _processor(process: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(
    server: int, port: int, games: int, seconds: float, pause: float, scenarios: tuple[str, ...]
) -> Tally:
    """Open the tables, then play for a while."""
    tally = Tally()
    tables = [Table(port, scenarios[n % len(scenarios)], n, tally) for n in range(games)]
    for first in range(0, games, 10):
        await asyncio.gather(*(table.open() for table in tables[first : first + 10]))
    used, own, begun = _processor(server), time.process_time(), time.monotonic()
    await asyncio.gather(*(table.play(begun + seconds, pause) for table in tables))
    tally.processor = (_processor(server) - used) / (time.monotonic() - begun)
    tally.own = (time.process_time() - own) / (time.monotonic() - begun)
    await asyncio.gather(*(table.close() for table in tables))
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two actions of a game")
    parser.add_argument(
        "--scenario",
        action="append",
        help="GAME/SCENARIO; several are mixed, as are campaigns and learning games if none is given",
    )
    given = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'kessel.db'}"
        with subprocess.Popen(
            [*PROGRAM, "serve", "--port", str(port), "--database", database], stdout=sys.stderr
        ) as server:
            try:
                _wait(port)
                tally = asyncio.run(
                    measure(
                        server.pid, port, given.games, given.seconds, given.pause, tuple(given.scenario or SCENARIOS)
                    )
                )
                memory = _memory(server.pid)
            finally:
                server.terminate()
    result = {
        "games": given.games,
        "actions": tally.actions,
        "errors": len(tally.errors),
        "p50": _quantile(tally.answers, 0.50),
        "p95": _quantile(tally.answers, 0.95),
        "p99": _quantile(tally.answers, 0.99),
        "seen_p99": _quantile(tally.updates, 0.99),
        "rss_mb": memory,
        "server_processor": round(tally.processor, 2),
        "players_processor": round(tally.own, 2),
        "load_average": [round(value, 1) for value in os.getloadavg()],
    }
    print(json.dumps(result))
    for error in tally.errors[:5]:
        print(error, file=sys.stderr)
    return 1 if tally.errors else 0


def _wait(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            for scenario in SCENARIOS:  # the maps are drawn when the server starts for the first time
                for language in ("en", "es"):
                    address = f"http://127.0.0.1:{port}/api/games/{scenario}/map.svg?language={language}"
                    urlopen(address, timeout=10 * PATIENCE).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main())
