"""Nothing hidden leaves the server: two matches that differ only below the top of two German stacks give the Soviet
seat and the spectator the same bytes, whatever they ask."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from kessel.engine import FairDice
from kessel.server import storage
from tests.server.table import Json, Live, Match, Server, texts

FIRST, SECOND = "168Inf", "StuG280"
"""The units that change places."""
LEFT, RIGHT = "3208", "3110"
"""Their hexes; 208Inf and 18AD lie on top."""
STEPS = 110
EYES = ("soviet", "spectator", "german")

ACTIONS = [
    f"attack {LEFT}",
    f"attack {RIGHT}",
    f"select {FIRST}",
    f"select {SECOND}",
    f"select 208Inf {FIRST}",
    f"move {LEFT}",
    f"move {RIGHT}",
    f"top {FIRST}",
    f"add {SECOND}",
    f"place {FIRST} {LEFT}",
    f"place {SECOND} {LEFT}",
    f"probe {FIRST} 3207",
    f"probe {FIRST} 3309",
    f"probe {FIRST} 3111",
    f"retreat {SECOND} 3209",
    f"eliminate {FIRST}",
    f"lose {SECOND}",
    "commit",
    "end",
]
NEAR = {"3108", "3109", "3207", "3209", "3308", "3309", "3010", "3011", "3111", "3210", "3211"}
"""Hexes around the two."""
UNITS = ("", FIRST, SECOND, "208Inf", "18AD", "15R")
OVERLAYS = [
    *itertools.product(("supply", "reach"), UNITS),
    *((name, "") for name in ("zoc", "threats", "control", "objectives")),
]


class Witness:
    """Everything each pair of eyes received in a match, byte by byte."""

    def __init__(self, server: Server, first: str, second: str) -> None:
        self.server = server
        self.match: Match = server.match("campaign", soviet="invite", german="invite")
        self.tokens = {**self.match.tokens, "spectator": self.match.spectator}
        self.heard: dict[str, list[tuple[str, object]]] = {eyes: [] for eyes in EYES}
        self.tables: dict[str, Live] = {}
        self.phases: set[tuple[str, str, str]] = set()
        self.set_up(first, second)
        self.sit_down()

    def set_up(self, first: str, second: str) -> None:
        german = self.match.seat("german")
        for action in (
            f"place 208Inf {LEFT}",
            f"place 18AD {RIGHT}",
            f"place {first} {LEFT}",
            f"place {second} {RIGHT}",
        ):
            german.play(action)
            for eyes in EYES:
                self.get(eyes, "")
                self.get(eyes, "/explain", action=f"place {FIRST} {RIGHT}")
        german.play("auto")

    def sit_down(self) -> None:
        for eyes in EYES:
            self.tables[eyes] = live = self.server.live(
                self.tokens[eyes], language="es" if eyes == "spectator" else "en"
            )
            live.hear()
            live.until("players")
            for other in self.tables.values():
                if other is not live:
                    other.until("players")

    def note(self, eyes: str, what: str, answer: httpx.Response) -> httpx.Response:
        self.heard[eyes].append((what, (answer.status_code, tuple(answer.headers.raw), answer.content)))
        return answer

    def get(self, eyes: str, path: str, **query: str) -> httpx.Response:
        answer = self.server.http.get(f"/api/seats/{self.tokens[eyes]}{path}", params=query)
        return self.note(eyes, f"{path}?{httpx.QueryParams(query)}", answer)

    # -- asking --------------------------------------------------------------------------------------------------

    def ask_everything(self, seen: Json) -> None:
        state = seen["state"]
        near = {s["hex"]: s["top"] for s in seen["view"]["stacks"] if s["side"] == "soviet" and s["hex"] in NEAR}
        for eyes in EYES:
            self.get(eyes, "", language="es")
            for action in ACTIONS:
                self.get(eyes, "/explain", action=action)
            for target, who in itertools.product((LEFT, RIGHT, *near), ("", FIRST, SECOND, " ".join(near.values()))):
                self.get(eyes, "/preview", action=f"attack {target} {who}")
            self.get(eyes, "/preview")
            self.get(eyes, "/hint")
        for eyes, (name, unit) in itertools.product(EYES, OVERLAYS):
            self.get(eyes, f"/overlay/{name}", unit=unit)
        for eyes in ("soviet", "spectator"):
            for action in ACTIONS[2:10]:
                body = {"state": state, "action": action}
                path = f"/api/seats/{self.tokens[eyes]}/actions"
                self.note(eyes, action, self.server.http.post(path, json=body))
            for path in ("/luck", "/record"):
                self.get(eyes, path)

    def ask_the_past(self, entries: int) -> None:
        for eyes, n in itertools.product(EYES, range(0, entries + 1, 2)):
            self.get(eyes, f"/replay/{n}", language="es")

    def close(self) -> None:
        for eyes, live in self.tables.items():
            live.socket.close()
            self.heard[eyes] += [("live", text) for text in live.raw]

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """The Soviet plays at random, the German as little as he can; neither touches the two stacks."""
        rng = random.Random("leak")
        seen: Json = self.get("soviet", "").json()
        for _ in range(STEPS):
            side = seen["decision"]["side"]
            phase = (side, seen["view"]["segment"], seen["decision"]["name"])
            if phase not in self.phases:
                self.phases.add(phase)
                self.ask_everything(seen)
            own: Json = self.get(side, "").json()
            choices = [text for text in texts(own["actions"]) if not {LEFT, RIGHT, FIRST, SECOND} & set(text.split())]
            quiet = [text for text in choices if text in ("end", "done", "fight", "order move")]
            close = [text for text in choices if text.startswith("move ") and text.split()[1] in NEAR]
            busy = [text for text in choices if text.split()[0] not in ("end", "top")]
            action = rng.choice((rng.random() < 0.4 and close) or (rng.random() < 0.85 and busy) or quiet or choices)
            if side == "german":
                action = (quiet or choices)[0]
            self.match.seat(side).play(action, seen["state"])
            seen = {eyes: live.until("update") for eyes, live in self.tables.items()}["soviet"]
        self.ask_everything(seen)
        self.ask_the_past(seen["entries"])


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory, homes: Path) -> Iterator[list[dict[str, list[tuple[str, object]]]]]:
    """What was heard in the two matches: same seed, ids and tokens, other units below the top."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FairDice, "new_seed", staticmethod(lambda: "the same seed"))
        for first, second in ((FIRST, SECOND), (SECOND, FIRST)):
            numbers = itertools.count(1)
            fixed = SimpleNamespace(
                token_hex=lambda size, numbers=numbers: f"{next(numbers):0{2 * size}x}",
                token_urlsafe=lambda size, numbers=numbers: f"{next(numbers):0{size * 4 // 3}x}",
            )
            patch.setattr(storage, "secrets", fixed)
            server = Server(f"sqlite:///{tmp_path_factory.mktemp('leak') / 'kessel.db'}")
            witness = Witness(server, first, second)
            witness.play()
            witness.close()
            server.stop()
            found.append(witness.heard)
    yield found


@pytest.mark.parametrize("eyes", ["soviet", "spectator"])
def test_the_enemy_and_the_spectator_hear_the_same(heard: list[dict[str, list[tuple[str, object]]]], eyes: str) -> None:
    one, other = (match[eyes] for match in heard)
    for left, right in zip(one, other, strict=True):
        assert left == right
    assert len(one) > 400
    kinds = {what.partition("?")[0] for what, _ in one}
    assert {"", "/explain", "/hint", "/preview", "/overlay/zoc", "/replay/0", "/luck", "/record", "live"} <= kinds


def test_neither_name_is_heard_at_all(heard: list[dict[str, list[tuple[str, object]]]]) -> None:
    """The names of hidden units come back only where the question held them."""
    for what, answer in heard[0]["soviet"]:
        if FIRST not in what and SECOND not in what:
            assert f'"{FIRST}"' not in str(answer), what
            assert f'"{SECOND}"' not in str(answer), what


def test_their_owner_hears_the_difference(heard: list[dict[str, list[tuple[str, object]]]]) -> None:
    """The comparison would notice: for the German seat almost every kind of answer differs."""
    one, other = (match["german"] for match in heard)
    assert len(one) == len(other)
    differ = {a[0].partition("?")[0].rstrip("0123456789") for a, b in zip(one, other, strict=True) if a != b}
    assert {"", "/explain", "/preview", "/overlay/reach", "/overlay/supply", "/replay/", "live"} <= differ
