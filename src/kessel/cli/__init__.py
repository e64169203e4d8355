"""The command ``kessel``."""

from kessel.cli.app import main

__all__ = ["main"]
