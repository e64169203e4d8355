"""Servers for the tests: one for all in this process, others on demand."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kessel.server import app
from kessel.server.maps import warm
from tests.server.table import Server


@pytest.fixture(scope="session", autouse=True)
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Cache and data folders of their own. Servers in this process draw no maps by themselves: it takes seconds."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        patch.setenv("XDG_DATA_HOME", str(base / "data"))
        patch.setattr(app, "warm", lambda: None)
        yield shared


@pytest.fixture(scope="session")
def maps(homes: Path) -> Path:
    """The cache with every map, drawn once for all workers of a test run."""
    with (homes / "drawing").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        warm()
    return homes / "cache"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, homes: Path) -> Iterator[Server]:
    """A server that many tests share; each makes its own match."""
    running = Server(f"sqlite:///{tmp_path_factory.mktemp('server') / 'kessel.db'}")
    yield running
    running.stop()


@pytest.fixture
def serve(tmp_path: Path, homes: Path) -> Iterator[Callable[[], Server]]:
    """Starts servers on one database of this test's own."""
    running: list[Server] = []

    def start() -> Server:
        running.append(Server(f"sqlite:///{tmp_path / 'kessel.db'}"))
        return running[-1]

    yield start
    for one in running:
        one.stop()
