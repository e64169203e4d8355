"""kessel serve: the table in the browser."""

from __future__ import annotations

import os
import threading
import webbrowser
from pathlib import Path

import uvicorn

from kessel.cli.output import console
from kessel.server.app import create_app
from kessel.server.live import LARGEST_MESSAGE
from kessel.server.storage import Storage


def default_database() -> str:
    """A database file in the user's data folder."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kessel"
    base.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{base / 'kessel.db'}"


def database_url(given: str) -> str:
    """The database that is meant: a URL, a file, or the file in the user's data folder. One that cannot be opened is
    an error before anything is served."""
    url = given or default_database()
    if "://" not in url:
        url = f"sqlite:///{url}"
    Storage(url).engine.dispose()
    return url


def run_server(host: str, port: int, database: str, *, open_page: bool) -> None:
    """Serve until interrupted."""
    app = create_app(database_url(database))
    url = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"
    console.print(f"Kessel is at [bold]{url}[/bold]  (Ctrl+C to stop)")
    if open_page:
        threading.Timer(1.0, webbrowser.open, [url]).start()
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=LARGEST_MESSAGE,
    )
