"""The one who writes: a single thread, and everything that comes while the disk is busy in one go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kessel.server.storage import Page, Storage

T = TypeVar("T")


class Writer:
    """Pages handed in are on disk when :meth:`write` returns. Waiting for the disk is what takes time, so pages of
    many matches share a transaction."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Page, asyncio.Future[None]]] = []
        self._work: asyncio.Task[None] | None = None

    async def do(self, job: Callable[[], T]) -> T:
        """Something else that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, job)

    async def write(self, page: Page) -> None:
        """Put a page on disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((page, done))
        if self._work is None:
            self._work = loop.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            if not await self._put(batch) and len(batch) > 1:
                for one in batch:  # only the page at fault fails
                    await self._put([one])
        self._work = None

    async def _put(self, batch: list[tuple[Page, asyncio.Future[None]]]) -> bool:
        pages = [page for page, _ in batch]
        problem: Exception | None = None
        try:
            await self.do(lambda: self.storage.append(pages))
        except Exception as error:
            problem = error
            if len(batch) > 1:
                return False
        for _, done in batch:
            if not done.done():
                done.set_exception(problem) if problem else done.set_result(None)
        return problem is None

    async def close(self) -> None:
        """Finish writing."""
        if self._work is not None:
            await self._work
        self._thread.shutdown()
