"""Pages that note what goes wrong in them, and pictures of them for review."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response

SIZES = ((1920, 1080), (1366, 768))


class Watched:
    """The browser of one person."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.problems: list[str] = []
        context.on("console", self._said)
        context.on("weberror", lambda error: self.problems.append(f"exception: {error.error}"))
        context.on("response", self._answered)

    def page(self, path: str = "") -> Page:
        """A new page, at a path if one is given."""
        page = self.context.new_page()
        if path:
            page.goto(path)
        return page

    def forgive(self) -> None:
        """What went wrong until now was meant to."""
        self.problems.clear()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.url}")


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
