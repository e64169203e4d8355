"""Computer players at the table: their pace, what they think, and their advice."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

import kessel
from kessel.server.rooms import REST
from tests.server.table import LEARNING, PATIENCE, Json, Match, Server, texts

SCENARIOS = {"breakout": LEARNING, "korsun": "learning-bridges", "debrecen": "learning-nagyvarad"}
SIDES = {game: kessel.load(game).sides for game in SCENARIOS}


def watched(server: Server, game: str = "breakout", who: str = "staff", pace: str = "fast") -> Match:
    """A match of two commanders."""
    players = dict.fromkeys(SIDES[game], who)
    body = {"game": game, "scenario": SCENARIOS[game], "players": players, "pace": pace}
    return Match(server, server.post("matches", body, 201))


def minds(seen: Json) -> tuple[list[Json], list[Json]]:
    """The entries of a diary with a reason, and those with a plan."""
    return [row for row in seen["log"] if row.get("why")], [row for row in seen["log"] if row.get("plan")]


def about(row: Json) -> bool:
    """Whether the reason of a move is about the unit that moves, not about the one before."""
    return row["events"][0]["text"].rstrip(".").split(": ")[-1].split(", ")[0] in row["why"]


def until(look: Callable[[], Json], enough: Callable[[Json], bool]) -> Json:
    end = time.monotonic() + 2 * PATIENCE
    while not enough(seen := look()):
        assert time.monotonic() < end, "the computer does not play"
        time.sleep(0.02)
    return seen


# -- the pace --------------------------------------------------------------------------------------------------------


def test_a_watcher_holds_the_computer_and_lets_it_go_step_by_step(server: Server) -> None:
    match = watched(server, who="random", pace="pause")
    with server.live(match.spectator) as live:
        before = live.hear()
        assert before["pace"] == "pause"
        assert {row["side"] for row in before["log"]} <= {"chance"}
        for _ in range(3):
            seen = len(before["log"])
            live.say(type="step")
            after = live.until("update", where=lambda m: bool(m["log"]))
            assert live.quiet(0.4)
            now = server.get(f"seats/{match.spectator}")
            assert now["entries"] == after["entries"]
            assert len(now["log"]) == seen + 1
            before = now
        live.say(type="pace", pace="fast")
        assert live.until("pace")["pace"] == "fast"
        live.until("update", where=lambda m: m["entries"] > before["entries"] + 5)
        live.say(type="pace", pace="pause")
        live.until("pace")
        live.quiet(0.5)
        held = server.get(f"seats/{match.spectator}")["entries"]
        assert live.quiet(0.5)
        assert server.get(f"seats/{match.spectator}")["entries"] == held


def test_between_two_decisions_people_get_the_time_to_look(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REST, "normal", 0.3)  # type: ignore[arg-type]
    match = watched(server, who="random", pace="normal")
    with server.live(match.spectator) as live:
        live.hear()
        live.until("update", where=lambda m: bool(m["log"]))
        start = time.monotonic()
        for _ in range(3):
            live.until("update", where=lambda m: bool(m["log"]))
        assert time.monotonic() - start > 0.8
        # A new pace holds at once.
        monkeypatch.setitem(REST, "slow", 1000.0)  # type: ignore[arg-type]
        live.say(type="pace", pace="slow")
        live.until("pace")
        live.quiet(1.0)
        live.say(type="pace", pace="fast")
        live.until("update", where=lambda m: bool(m["log"]))


def test_only_those_who_play_set_the_pace(server: Server) -> None:
    match = server.match(soviet="human", german="random")
    with server.live(match.spectator) as live:
        live.hear()
        for message in ({"type": "pace", "pace": "pause"}, {"type": "step"}):
            assert live.ask(**message)["message"] == "the pace is set by those who play"
    with server.live(match.tokens["soviet"]) as live:
        live.hear()
        live.say(type="pace", pace="slow")
        assert live.until("pace")["pace"] == "slow"
    assert server.get(f"seats/{match.spectator}")["pace"] == "slow"


def test_an_unknown_pace_is_refused(server: Server) -> None:
    body = {"game": "breakout", "scenario": LEARNING, "players": {}, "pace": "gallop"}
    server.post("matches", body, 422)
    match = watched(server, who="random", pace="pause")
    with server.live(match.spectator) as live:
        live.hear()
        live.say(type="pace", pace="gallop")
        assert "not understood" in live.until("error")["message"]


# -- what they think -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SCENARIOS)
def test_who_watches_two_commanders_hears_what_they_think(serve: Callable[[], Server], game: str) -> None:
    server = serve()
    match = watched(server, game)
    end = until(lambda: server.get(f"seats/{match.spectator}"), lambda seen: bool(seen["finished"]))
    reasons, plans = minds(end)
    assert {row["plan"]["side"] for row in plans} == set(SIDES[game])
    assert all(row["plan"]["tasks"] or row["plan"]["attacks"] for row in plans)
    assert len({row["why"] for row in reasons}) > 10
    moves = [row for row in reasons if row["events"][0]["text"].startswith("Move to ")]
    assert moves
    assert all(about(row) for row in moves)
    spanish = minds(server.get(f"seats/{match.spectator}", language="es"))
    assert [row["n"] for row in spanish[0]] == [row["n"] for row in reasons]
    assert {row["why"] for row in spanish[0]}.isdisjoint(row["why"] for row in reasons)
    # All of it lies on disk.
    server.stop()
    assert serve().get(f"seats/{match.spectator}") == {**end, "pace": "fast"}


def test_what_the_enemy_thinks_is_told_when_the_game_is_over(server: Server) -> None:
    match = server.match("learning-nagyvarad", game="debrecen", allied="human", axis="staff")
    human = match.seat("allied")
    for _ in range(600):
        seen = until(human.look, lambda s: bool(s["actions"]) or s["finished"])
        if seen["finished"]:
            break
        assert minds(seen) == minds(server.get(f"seats/{match.spectator}")) == ([], [])
        human.play(human.ask("hint")["action"], seen["state"])
    assert seen["finished"], "advice leads to the end of the game"
    reasons, plans = minds(seen)
    assert {row["side"] for row in reasons} == {"axis"}
    assert {row["plan"]["side"] for row in plans} == {"axis"}


# -- advice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SCENARIOS)
def test_the_staff_tells_where_a_unit_shall_go(server: Server, game: str) -> None:
    """Whether it has been asked before, or only when the unit was in hand."""
    match, other = (server.match(SCENARIOS[game], game=game, **dict.fromkeys(SIDES[game], "human")) for _ in range(2))
    hint: Json = {"action": ""}
    while not hint["action"].startswith("select"):
        side = server.get(f"seats/{match.tokens[SIDES[game][0]]}")["side"]
        hint = match.seat(side).ask("hint")
        for one in (match, other):
            one.seat(side).play(hint["action"])
    goal = match.seat(side).ask("hint")
    assert goal["action"].startswith("move ")
    assert goal == match.seat(side).ask("hint")
    assert other.seat(side).ask("hint")["action"].startswith("move ")
    # Somebody who goes his own way is advised from where he is.
    own = next(a for a in texts(match.seat(side).look()["actions"]) if a.startswith("move ") and a != goal["action"])
    match.seat(side).play(own)
    assert match.seat(side).ask("hint")["action"] in texts(match.seat(side).look()["actions"])


def test_the_staff_has_a_plan_and_stays_with_it(server: Server) -> None:
    match = server.match("learning-bridges", game="korsun", soviet="human", german="human")
    player = match.seat("soviet")
    plans = []
    for _ in range(12):
        seen = player.look()
        if not seen["actions"]:
            break
        hint = player.ask("hint")
        assert hint["action"] in texts(seen["actions"])
        assert set(hint["hexes"]) <= set(server.get("games/korsun")["grid"]["hexes"])
        if seen["view"]["phase"] == "soviet-movement":
            plans.append(hint["plan"])
        player.play(hint["action"], seen["state"])
    assert plans[0]["tasks"]
    assert all(plan == plans[0] for plan in plans)
