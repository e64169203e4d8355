"""`kessel serve` as a process of its own that can be killed and started again at once."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time

from tests.server.table import PATIENCE

PORTS = range(20_000, 30_000)
"""Below those that the system gives to whoever calls: while a server is down nobody takes its port by chance."""


NURSERY = """
import os, signal, sys
import kessel.cli.serve
from kessel.cli import main
from kessel.games import load

for scenario in load("breakout").scenarios:
    load("breakout").start(scenario)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
while line := sys.stdin.readline():
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sys.argv = ["kessel", "serve", *line.split()]
        main()
    print(child, flush=True)
"""
"""Importing takes longer than anything else at the start: here it is done once, and every server is a fork."""


class Nursery:
    """Starts servers quickly."""

    def __init__(self) -> None:
        self.parent = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self.parent.stdout is not None
        return self.parent.stdout.readline().strip()

    def start(self, port: int, database: str) -> int:
        """A new server; returns its process."""
        assert self.parent.stdin is not None
        self.parent.stdin.write(f"--port {port} --database {database}\n")
        self.parent.stdin.flush()
        return int(self._line())

    def close(self) -> None:
        assert self.parent.stdin is not None
        self.parent.stdin.close()
        self.parent.wait(PATIENCE)


def kill(process: int) -> None:
    """End a process without warning and wait until it is gone."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            os.kill(process, 0)
            time.sleep(0.002)


def free_port() -> int:
    """A port that nobody uses."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with contextlib.suppress(OSError), socket.socket() as found:
            found.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


def listening(port: int) -> None:
    """Wait until somebody listens."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.005)
    raise TimeoutError(f"nobody listens at {port}")
