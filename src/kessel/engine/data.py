"""Data files: YAML and JSON with errors that name the file and the place, and owners' files in front of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from kessel.engine.refusal import KesselError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    """The content of a YAML file."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except OSError as error:
        raise KesselError(f"{path}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise KesselError(f"{path}: {error}") from None


def read_json(path: Path) -> Any:
    """The content of a JSON file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise KesselError(f"{path}: {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise KesselError(f"{path}: {error}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise KesselError(f"{path}: {error.strerror}") from None
