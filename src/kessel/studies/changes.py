"""Changed values: ``units.8GMech.track=[[9, 9], [6, 6]]``, ``combat.rows.6.2:1=DR``, ``scenario.victory.soviet=30``.

The first word is a data file of the game: ``units``, a table, or ``scenario`` for the scenario played. The words after
it lead to the value: a key, the id of an entry of a list, the place in a list counted from 1, or the name of a column
where the table names its columns. The value is written as in the data file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from kessel.engine import Game, KesselError
from kessel.engine.data import read_yaml
from kessel.studies.duel import opened

IDS = ("id", "unit", "turn")
"""Keys by which an entry of a list is known."""


def owners_files(game: Game, data: Path | None) -> dict[str, str]:
    """The data files in an owner's folder, by path and content."""
    if data is None:
        return {}
    if not data.is_dir():
        raise KesselError(f"{data}: there is no such folder")
    wanted = [*game.provenance, "map/map.json"]
    return {name: (data / name).read_text(encoding="utf-8") for name in wanted if (data / name).is_file()}


def changed_files(game: Game, scenario: str, settings: Sequence[str], data: Path | None = None) -> dict[str, str]:
    """The data files that differ from the game's own once the settings are made, by path and content."""
    documents: dict[str, Any] = {}
    for setting in settings:
        path, sign, value = setting.partition("=")
        if not sign or not path.strip() or not value.strip():
            raise KesselError(f"--set {setting}: write it as units.UNIT.VALUE=...")
        try:
            name, words = _file(game, scenario, path.strip())
            if name not in documents:
                source = data / name if data and (data / name).is_file() else game.folder / name
                documents[name] = read_yaml(source)
            _put(documents[name], name, words, value.strip())
        except KesselError as error:
            raise KesselError(f"--set {setting}: {error}") from None
    files = owners_files(game, data)
    for name, document in documents.items():
        files[name] = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
    if settings:
        _try(game, scenario, files, " ".join(f"--set {s}" for s in settings))
    return files


def _file(game: Game, scenario: str, path: str) -> tuple[str, list[str]]:
    """The data file that a path starts with, and the words after it."""
    first, *words = path.split(".")
    known = {Path(name).stem: name for name in game.provenance if not name.startswith("scenarios/")}
    known["scenario"] = f"scenarios/{scenario}.yaml"
    if first == "tables" and words:
        first, *words = words
    if first not in known:
        raise KesselError(f"{game.id} has no data called {first!r}; there are {', '.join(known)}")
    if not words:
        raise KesselError("this is a whole file; name a value in it")
    return known[first], words


def _put(document: Any, file: str, words: list[str], text: str) -> None:
    """Put a value where the words lead to."""
    columns = document.get("columns") if isinstance(document, dict) else None
    if file == "units.yaml" and words[0] not in document and "units" in document:
        words = ["units", *words]
    at: Any = document
    for n, word in enumerate(words):
        where = ".".join(words[:n]) or file
        key = _key(at, word, columns, where)
        if n == len(words) - 1:
            at[key] = _value(at[key], text)
        else:
            at = at[key]


def _key(at: Any, word: str, columns: Any, where: str) -> Any:
    """The key or index that a word means."""
    if isinstance(at, dict):
        keys = {str(key): key for key in at}
    elif isinstance(at, list):
        keys = {str(i + 1): i for i in range(len(at))}
        if isinstance(columns, list) and len(columns) == len(at):
            keys |= {str(name): i for i, name in enumerate(columns)}
        entries = [(i, entry) for i, entry in enumerate(at) if isinstance(entry, dict)]
        if entries:
            keys = {str(e[k]): i for i, e in entries for k in IDS if k in e} or keys
    else:
        raise KesselError(f"{where} is {at!r}; there is nothing inside it")
    if word not in keys:
        near = get_close_matches(word, keys, 5, 0.5) or list(keys)[:12]
        raise KesselError(
            f"{where} has no {word!r}; it has {', '.join(near)}{', ...' if len(near) < len(keys) else ''}"
        )
    return keys[word]


def _value(old: Any, text: str) -> Any:
    """The new value, of the same kind as the old one."""
    if isinstance(old, str):
        return text.strip("\"'")  # as it stands: a hex number is no number
    try:
        new = yaml.safe_load(text)
    except yaml.YAMLError:
        raise KesselError(f"{text!r} cannot be read as a value") from None
    if not _alike(old, new):
        raise KesselError(f"the value is {old!r} now; {text} is of another kind")
    return {**old, **new} if isinstance(old, dict) else new


def _alike(old: Any, new: Any) -> bool:
    if isinstance(old, list):
        return isinstance(new, list) and (not old or all(any(_alike(o, n) for o in old) for n in new))
    if isinstance(old, dict):
        return isinstance(new, dict) and new.keys() <= old.keys() and all(_alike(old[k], new[k]) for k in new)
    if isinstance(old, bool) or isinstance(new, bool):
        return isinstance(old, bool) and isinstance(new, bool)
    if isinstance(old, (int, float)):
        return isinstance(new, (int, float) if isinstance(old, float) else int)
    return old is None or isinstance(new, type(old))


def _try(game: Game, scenario: str, files: Mapping[str, str], what: str) -> None:
    """A game with changed values must at least begin."""
    try:
        state = opened(game.id, files).start(scenario, seed="try")
        faults = state.game.check(state)
    except Exception as error:  # data that no game was written for may fail anywhere
        told = str(error) if isinstance(error, KesselError) else repr(error)
        told = re.sub(r"\S*[/\\]kessel-[^/\\]+[/\\]", "", told)  # not where the changed file lies
        raise KesselError(f"{what}: {game.id} cannot be played with it: {told}") from None
    if faults:
        raise KesselError(f"{what}: {game.id} cannot be played with it: {faults[0]}")
