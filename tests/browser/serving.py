"""`kessel serve` as a process of its own, as a player would run it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.server.process import free_port
from tests.server.table import PATIENCE, Server

START = """
from kessel.cli import main
from kessel.engine import FairDice

FairDice.new_seed = staticmethod(lambda: "the seed of the browser tests")
main()
"""
"""The command with dice that are known: what a test does is the same every time."""


class Serving(Server):
    """The real server with the real client; it can be killed and started again on the same port."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.database = f"sqlite:///{folder / 'kessel.db'}"
        self.said = folder / "server.txt"
        self.env = {**os.environ, "XDG_CACHE_HOME": str(cache), "XDG_DATA_HOME": str(folder)}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-c", START, "serve", "--port", str(self.port), "--database", self.database]
        with self.said.open("a") as said:
            self.process = subprocess.Popen(command, env=self.env, stdout=said, stderr=said)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.http.get("/api/games")
                return
            except httpx.TransportError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"the server does not start: {self.said.read_text()}") from None
                time.sleep(0.05)

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        self.http.close()
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
