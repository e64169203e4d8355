"""Pages that note what goes wrong in them, and pictures of them for review."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response

SIZES = ((1920, 1080), (1366, 768))


class Watched:
    """The browser of one person."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.problems: list[str] = []
        self.meant: re.Pattern[str] | None = None
        context.on("console", self._said)
        context.on("weberror", lambda error: self._note(f"exception: {error.error}"))
        context.on("response", self._answered)

    def page(self, path: str = "") -> Page:
        """A new page, at a path if one is given."""
        page = self.context.new_page()
        if path:
            page.goto(path)
        return page

    def forgive(self, pattern: str) -> None:
        """What goes wrong like this is meant to."""
        self.meant = re.compile(pattern)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"{message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"{response.status}: {response.url}")

    def _note(self, problem: str) -> None:
        if not (self.meant and self.meant.search(problem)):
            self.problems.append(problem)


class Shots:
    """Pictures of screens."""

    def __init__(self, folder: str, size: Any) -> None:
        self.folder = Path(folder) if folder else None
        self.size = size
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)

    def __call__(self, page: Page, name: str) -> None:
        if not self.folder:
            return
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(700)  # the map is drawn again a while after it has come to rest
            page.screenshot(path=self.folder / f"{name}-{width}.png")
        page.set_viewport_size(self.size)
