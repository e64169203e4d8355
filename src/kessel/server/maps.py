"""Map pictures: drawn once, kept in the user's cache, sent compressed."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import threading
from pathlib import Path

from kessel import cartography
from kessel.cartography import draw_map
from kessel.games import GAMES, load

_drawing = threading.Lock()


def cache_folder() -> Path:
    """Where drawn maps are kept."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kessel"


def map_picture(game: str, scenario: str, language: str) -> bytes:
    """The map without counters as compressed SVG."""
    known = load(game)
    drawn = known.map_of(scenario)
    file = cache_folder() / f"{game}-{language}-{_version(drawn)}.svg.gz"
    with _drawing:  # two requests for the same map draw it once
        if not file.exists():
            picture = draw_map(drawn, scale=known.map_scale, language=language, frame=False)
            file.parent.mkdir(parents=True, exist_ok=True)
            part = file.with_suffix(f".{os.getpid()}")
            part.write_bytes(gzip.compress(picture.encode(), 6, mtime=0))
            part.replace(file)
    return file.read_bytes()


def _version(drawn: object) -> str:
    """Changes with the map and with the code that draws it."""
    digest = hashlib.sha256(json.dumps(drawn, sort_keys=True, default=str).encode())
    for source in sorted((Path(cartography.__file__).parent / "drawing").glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def warm(languages: tuple[str, ...] = ("en", "es")) -> None:
    """Draw every map that is not in the cache yet."""
    for language in languages:
        for game in GAMES:
            map_picture(game, next(iter(load(game).scenarios)), language)
