"""Libraries that not everybody needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kessel.engine.refusal import KesselError


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Around the imports of an optional extra: a missing one is one line that says how to install it."""
    try:
        yield
    except ImportError as missing:
        raise KesselError(f"{what} needs the extra {name!r} (pip install 'kessel[{name}]'): {missing}") from None
