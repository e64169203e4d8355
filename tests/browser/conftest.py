"""A browser, the real server with the built client, and pages whose errors fail the test."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kessel.server.app import CLIENT
from kessel.server.maps import warm
from tests.browser.pages import Shots, Watched
from tests.browser.serving import Serving

NAMES = ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZE = {"width": 1366, "height": 768}
TIMEOUT_MS = 60_000
"""How long a page may take on a busy machine; nothing waits longer than it must."""


def find_browser() -> str:
    """The path of a browser; it is installed if we may. Without one the tests fail: nothing here is ever skipped."""
    for _ in range(2):
        found = next((path for name in NAMES if (path := shutil.which(name))), None)
        if found:
            return found
        if os.geteuid() or not shutil.which("apt-get"):
            break
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=True)
    pytest.fail(f"the browser tests need Chromium or Chrome: none of {', '.join(NAMES)} is here", pytrace=False)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this test run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def maps(shared: Path) -> Path:
    """The cache with every map, drawn once for all workers (those of the server's tests too)."""
    with (shared / "drawing").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        fcntl.flock(lock, fcntl.LOCK_EX)
        warm()
    return shared / "cache"


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory, maps: Path) -> Iterator[Callable[[], Serving]]:
    """Starts servers, each with a database of its own."""
    if not (CLIENT / "index.html").is_file():
        pytest.fail(f"the client is not built: {CLIENT} is empty; `pip install -e .` builds it", pytrace=False)
    running: list[Serving] = []

    def start() -> Serving:
        running.append(Serving(tmp_path_factory.mktemp("serving"), maps))
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.fixture(scope="session")
def server(serve: Callable[[], Serving]) -> Serving:
    """The server that most tests share; each makes its own match."""
    return serve()


@pytest.fixture(scope="session")
def browser(shared: Path) -> Iterator[Browser]:
    with (shared / "browser").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one worker installs it, the others wait
        path = find_browser()
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def person(browser: Browser, server: Serving) -> Iterator[Callable[..., Watched]]:
    """Somebody with a browser of his own (his seats, his settings). What goes wrong in his pages fails the test."""
    people: list[Watched] = []

    def arrive(**settings: Any) -> Watched:
        usual = {"base_url": server.url, "viewport": SIZE, "reduced_motion": "reduce", "locale": "en-GB"}
        context = browser.new_context(**{**usual, **settings})
        context.set_default_timeout(TIMEOUT_MS)
        people.append(Watched(context))
        return people[-1]

    yield arrive
    for one in people:
        one.context.close()
    problems = [problem for one in people for problem in one.problems]
    assert not problems, problems


@pytest.fixture
def page(person: Callable[..., Watched]) -> Page:
    """The one page of a test that needs only one."""
    return person().page()


@pytest.fixture(scope="session")
def shots() -> Shots:
    """Takes a picture of a screen at two sizes, if the environment says where to put it."""
    return Shots(os.environ.get("KESSEL_SHOTS", ""), SIZE)
