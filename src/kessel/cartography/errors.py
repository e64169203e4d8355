"""What goes wrong with a map."""

from __future__ import annotations


class MapError(ValueError):
    """A map source or a map that cannot be used; the message names the file, the thing and the problem."""
