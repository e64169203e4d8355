"""The live table: snapshots, updates, answers, and what a bad client gets."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from kessel.commanders import RandomCommander
from kessel.server.live import BURST, LARGEST_MESSAGE, RATE
from tests.server.table import PATIENCE, Json, Live, Match, Server, pick, texts

Open = Callable[..., Live]


@pytest.fixture
def match(server: Server) -> Match:
    found = server.match(soviet="invite", german="invite")
    found.seat("german").play("auto")
    return found


@pytest.fixture
def sit(server: Server, match: Match) -> Iterator[Open]:
    """Sits down at the live table of the match; the snapshot has been heard."""
    with ExitStack() as stack:

        def open_(side: str, **query: str) -> Live:
            token = match.tokens[side] if side else match.spectator
            live = stack.enter_context(server.live(token, **query))
            live.first = live.hear()
            live.until("players")
            return live

        yield open_


def selection(seen: Json) -> str:
    return next(a for a in texts(seen["actions"]) if a.startswith("select "))


def test_the_snapshot_comes_first(server: Server, match: Match) -> None:
    soviet = match.seat("soviet")
    with server.live(soviet.token) as live:
        first = live.hear()
        assert (first.pop("type"), first.pop("since"), first.pop("reset")) == ("snapshot", 0, True)
        assert first == soviet.look()
    with server.live(soviet.token, language="es", side="soviet") as live:
        assert live.hear()["decision"]["prompt"] == soviet.look(language="es")["decision"]["prompt"]
    with server.live(soviet.token, language="klingon") as live:
        assert live.hear()["title"] == soviet.look()["title"]


def test_an_action_is_answered_and_told_to_everybody(sit: Open, match: Match) -> None:
    tables = {side: sit(side) for side in ("soviet", "german", "")}
    seen = tables["soviet"].first
    done = tables["soviet"].ask(type="play", state=seen["state"], action=selection(seen), side="soviet")
    assert done == {"type": "done", "id": 1, "state": seen["state"] + 1}
    for side, live in tables.items():
        update = live.until("update")
        assert update["state"] == done["state"]
        assert (update["since"], update["reset"]) == (seen["entries"], False)
        assert all(row["n"] > update["since"] for row in update["log"])
        token = match.tokens[side] if side else match.spectator
        now = match.server.get(f"seats/{token}")
        assert {**update, "log": now["log"]} == {"type": "update", "since": seen["entries"], "reset": False, **now}
        assert live.quiet()


def test_updates_together_make_the_whole_diary(sit: Open, match: Match) -> None:
    soviet, german = sit("soviet"), sit("german")
    rng = match.seat("soviet").rng
    seen = soviet.first
    log = list(german.first["log"])
    for _ in range(25):
        if not seen["actions"]:
            break
        assert soviet.ask(type="play", state=seen["state"], action=pick(rng, seen["actions"]))["type"] == "done"
        seen = soviet.until("update")
        update = german.until("update")
        assert update["since"] >= (log[-1]["n"] if log else 0)
        log += update["log"]
    assert log == match.seat("german").look()["log"]


def test_an_action_over_http_is_told_too(sit: Open, match: Match) -> None:
    live = sit("german")
    soviet = match.seat("soviet")
    done = soviet.play(selection(soviet.look()))
    assert live.until("update")["state"] == done["state"]


def test_undo_and_redo_reset_the_diary(sit: Open, match: Match) -> None:
    soviet, german = sit("soviet"), sit("german")
    seen = soviet.first
    state = soviet.ask(type="play", state=seen["state"], action="end")["state"]
    after = german.until("update")
    back = soviet.ask(type="undo", state=state)
    assert back["type"] == "done"
    for live in (soviet, german):
        update = live.until("update", where=lambda m: m["state"] == back["state"])
        assert (update["since"], update["reset"]) == (0, True)
        assert update["log"] == live.first["log"]
    again = soviet.ask(type="redo", state=back["state"])
    assert again["type"] == "done"
    update = german.until("update")
    assert (update["reset"], update["since"]) == (False, seen["entries"])
    assert update["view"] == after["view"]
    assert german.ask(type="undo", state=again["state"])["type"] == "refused"


def test_stale_is_followed_by_a_snapshot(sit: Open, match: Match) -> None:
    live = sit("soviet")
    state = live.first["state"]
    match.seat("soviet").play(selection(live.first))
    live.until("update")
    for kind in ("play", "undo", "redo"):
        told = live.ask(type=kind, state=state, action="end")
        assert told == {"type": "stale", "id": live.ids, "state": state + 1}
        snapshot = live.hear()
        assert (snapshot["type"], snapshot["state"], snapshot["reset"]) == ("snapshot", state + 1, True)
        assert snapshot["log"] == match.seat("soviet").look()["log"]
    assert live.ask(type="play", action="end")["type"] == "stale"  # without a state


def test_refusals_name_a_rule(sit: Open) -> None:
    english, spanish = sit("soviet"), sit("soviet", language="es")
    told = english.ask(type="play", state=english.first["state"], action="attack 0805")
    dicho = spanish.ask(type="play", state=english.first["state"], action="attack 0805")
    assert (told["type"], dicho["type"]) == ("refused", "refused")
    assert told["rule"] == dicho["rule"] != ""
    assert told["message"] != dicho["message"]


def test_other_eyes_and_another_language(server: Server) -> None:
    match = server.match()
    (token,) = set(match.tokens.values())
    with server.live(token) as live:
        assert live.hear()["side"] == "german"
        for side, language in (("soviet", "en"), ("soviet", "es"), ("german", "es")):
            live.say(type="view", side=side, language=language)
            seen = live.until("snapshot")
            now = match.seat(side).look(language=language)
            assert seen == {"type": "snapshot", "since": 0, "reset": True, **now}
        live.say(type="view", language="klingon")
        assert live.until("snapshot")["title"] == now["title"]
        assert live.ask(type="view", side="french")["type"] == "error"
        live.ask(type="play", state=now["state"], action="auto", side="german")
        assert live.until("update")["side"] == "german"  # the eyes that were chosen stay


def test_a_seat_has_only_its_own_eyes(sit: Open) -> None:
    live = sit("soviet")
    for kind in ("view", "play", "undo"):
        told = live.ask(type=kind, side="german", state=live.first["state"], action="end")
        assert told["type"] == "error"
    live.say(type="view")
    assert live.until("snapshot")["side"] == "soviet"
    spectator = sit("")
    for kind in ("play", "undo", "redo"):
        assert spectator.ask(type=kind, state=live.first["state"], action="end")["type"] == "error"
    assert spectator.ask(type="view", side="soviet")["type"] == "error"


def test_who_is_at_the_table(server: Server) -> None:
    match = server.match(soviet="invite", german="invite")
    with server.live(match.tokens["soviet"]) as first:
        assert first.until("players")["online"] == {"soviet": True, "german": False}
        with server.live(match.tokens["german"]) as second, server.live(match.spectator) as third:
            assert second.until("players")["online"] == {"soviet": True, "german": True}
            assert third.until("players")["online"] == {"soviet": True, "german": True}
            first.until("players", where=lambda m: m["online"] == {"soviet": True, "german": True})
        first.until("players", where=lambda m: m["online"] == {"soviet": True, "german": False})
    alone = server.match(soviet="human", german="random")
    with server.live(alone.tokens["soviet"]) as live:
        assert live.until("players")["online"] == {"soviet": True, "german": True}


# -- bad clients -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"play"',
        "{}",
        '{"type": 1}',
        '{"type": "play", "state": "1"}',
        '{"type": "play", "state": 1.5}',
        '{"type": "play", "action": null}',
        '{"type": "play", "more": 1}',
        '{"type": "play", "id": 1e400}',
        '{"type": "\\ud800"}',
        "[" * 10_000,
        b'{"type": "surrender"}',
        b"\xff\xfe\x00",
        b"",
    ],
    ids=lambda text: repr(text)[:24],
)
def test_what_is_not_understood(sit: Open, text: str | bytes) -> None:
    live = sit("soviet")
    live.socket.send(text)
    assert live.hear()["type"] == "error"
    assert live.ask(type="play", state=live.first["state"], action=selection(live.first))["type"] == "done"


def test_unknown_messages(sit: Open) -> None:
    live = sit("soviet")
    for kind in ("", "attack", "snapshot", "PLAY", "x" * 5000):
        told = live.ask(type=kind)
        assert told["type"] == "error"
        assert told["id"] == live.ids
    assert live.ask(type="play", state=live.first["state"], action="end" + " " * 300)["type"] == "error"
    assert live.ask(type="undo", id=10**25, state=0)["id"] == 10**25


def test_an_oversized_message_closes(sit: Open, match: Match) -> None:
    fits = sit("soviet")
    body = {"type": "view", "id": 1, "side": "", "language": ""}
    body["language"] = "x" * (LARGEST_MESSAGE - len(json.dumps(body)))
    fits.socket.send(json.dumps(body))
    assert fits.until("snapshot")["side"] == "soviet"
    for text in ("x" * (LARGEST_MESSAGE + 1), "é" * (LARGEST_MESSAGE // 2 + 1), b"x" * 100_000):
        live = sit("soviet")
        live.socket.send(text)
        assert live.closed() == 1009
    live = sit("soviet")
    with suppress(ConnectionClosed):  # the server does not wait for the rest
        live.socket.send("x" * 1000 for _ in range(100))
    assert live.closed() in (1009, 1006)
    assert match.seat("soviet").look()["actions"]


def test_a_flood_is_slowed_and_every_message_answered(sit: Open, match: Match) -> None:
    flooder, other = sit("soviet"), sit("german")
    count = int(BURST) + int(RATE)
    start = time.monotonic()
    for _ in range(count):
        flooder.say(type="nothing")
    answered = [flooder.until("error")["id"] for _ in range(count)]
    assert answered == list(range(1, count + 1))
    assert time.monotonic() - start > 0.9 * (count - BURST) / RATE
    assert other.ask(type="view", side="soviet")["type"] == "error"


@pytest.mark.parametrize("token", ["x", "%00", "0" * 32, "x" * 101, "'%20OR%201=1%20--", "%E6%97%A5"])
def test_a_wrong_token_closes(server: Server, token: str) -> None:
    with server.live(token) as live:
        assert live.closed() == 4404


def test_eyes_that_the_seat_does_not_have_close(server: Server, match: Match) -> None:
    for token, side in ((match.tokens["soviet"], "german"), (match.spectator, "soviet")):
        with server.live(token, side=side) as live:
            assert live.closed() == 4404


def test_reconnecting_gets_the_whole_state(server: Server, sit: Open, match: Match) -> None:
    soviet = match.seat("soviet")
    live = sit("soviet")
    live.socket.socket.close()  # the line breaks without a goodbye
    for _ in range(12):
        soviet.play(pick(soviet.rng, soviet.look()["actions"]))
        if not soviet.look()["actions"]:
            break
    with server.live(soviet.token) as again:
        assert again.hear() == {"type": "snapshot", "since": 0, "reset": True, **soviet.look()}


def test_the_server_says_goodbye(serve: Callable[[], Server]) -> None:
    server = serve()
    match = server.match(soviet="invite", german="invite")
    with server.live(match.tokens["soviet"]) as live:
        live.hear()
        server.stop()
        assert live.closed() in (1001, 1012)


# -- when something goes wrong ---------------------------------------------------------------------------------------


def test_what_cannot_be_written_never_happened(
    server: Server, sit: Open, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: the action is not played, everybody sees the table as it lies on disk, and play goes on."""
    soviet, german = sit("soviet"), sit("german")
    storage = server.app.state.lobby.storage
    append = storage.append

    def full(*_: Any) -> None:
        monkeypatch.setattr(storage, "append", append)
        raise OperationalError("INSERT", {}, Exception("disk full"))

    monkeypatch.setattr(storage, "append", full)
    told = soviet.ask(type="play", state=soviet.first["state"], action="end")
    assert told["type"] == "error"
    for live in (soviet, german):
        update = live.until("update")
        assert (update["reset"], update["state"], update["view"]) == (True, live.first["state"], live.first["view"])
    done = soviet.ask(type="play", state=soviet.first["state"], action="end")
    assert done["type"] == "done"
    assert german.until("update")["state"] == done["state"]
    monkeypatch.setattr(storage, "append", full)
    body = {"state": done["state"], "action": pick(match.seat("soviet").rng, match.seat("soviet").look()["actions"])}
    assert server.post(f"seats/{match.tokens['soviet']}/actions", body, 503)["error"] == "unavailable"
    assert match.seat("soviet").look()["state"] == done["state"]
    assert server.post(f"seats/{match.tokens['soviet']}/actions", body)["state"] == done["state"] + 1


def test_nobody_sees_what_is_not_on_disk_yet(
    server: Server, sit: Open, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While an action is being written everybody else waits: a crash would take it back."""
    live = sit("soviet")
    storage = server.app.state.lobby.storage
    append = storage.append
    begun, written = threading.Event(), threading.Event()

    def slow(*args: Any) -> None:
        begun.set()
        time.sleep(0.5)
        append(*args)
        written.set()

    monkeypatch.setattr(storage, "append", slow)
    live.say(type="play", state=live.first["state"], action="end")
    assert begun.wait(PATIENCE)
    german = match.seat("german")
    for look in (german.look, lambda: german.ask("overlay/zoc"), lambda: german.ask("replay/1")):
        look()
        assert written.is_set()
    assert german.look()["state"] == live.first["state"] + 1


def test_a_table_is_left_in_the_middle_of_everything(server: Server) -> None:
    """Lines that break while the computers play on do not stop the play, nor the others at the table."""
    match = server.match(soviet="random", german="random")
    with server.live(match.spectator) as stays:
        for _ in range(20):
            server.live(match.spectator).socket.socket.close()
        seen = stays.hear()["entries"]
        for _ in range(10):
            seen, before = stays.until("update")["entries"], seen
            assert seen > before


def test_others_look_while_the_computer_thinks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = RandomCommander.choose
    thinking, enough = threading.Event(), threading.Event()

    def slow(self: RandomCommander, desk: Any) -> Any:
        thinking.set()
        assert enough.wait(PATIENCE)
        return choose(self, desk)

    monkeypatch.setattr(RandomCommander, "choose", slow)
    match = server.match(soviet="human", german="random")
    soviet = match.seat("soviet")
    assert thinking.wait(PATIENCE)
    seen = soviet.look()
    soviet.ask("overlay/zoc")
    assert soviet.play("end", status=422)["error"] == "refused"
    with server.live(soviet.token) as live:
        assert live.hear()["state"] == seen["state"]
        enough.set()
        live.until("update", where=lambda m: m["state"] > seen["state"])
