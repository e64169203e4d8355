"""Whole games over HTTP: two clients, hot-seat, spectators, computers, replay, and a server that starts again."""

from __future__ import annotations

import time
from collections.abc import Callable

import kessel
from kessel.engine import Record
from kessel.engine.record import replay, verify
from tests.server.table import GAME, PATIENCE, Json, Match, Player, Server, pick, play_out, texts

SIDES = ("soviet", "german")


def shown(seen: Json) -> Json:
    """A snapshot without what differs between now and later."""
    return {key: seen[key] for key in ("view", "log", "side", "match", "scenario")}


def test_a_learning_game_to_its_end(server: Server) -> None:
    match = server.match(soviet="invite", german="invite")
    players = [match.seat(side) for side in SIDES]
    path = f"/api/seats/{players[0].token}/record"
    early = server.http.get(path)
    assert (early.status_code, early.json()["error"]) == (409, "running")
    play_out(players, limit=60, until=lambda seen: seen["entries"] > 30)
    assert server.http.get(path).status_code == 409
    assert server.http.get(f"/api/seats/{match.spectator}/record").status_code == 409
    play_out(players)
    end = players[0].look()
    assert end["finished"]
    assert end["actions"] == []
    assert end["decision"] is None
    assert not end["can_undo"]
    for player in players:  # the dice are shown now: nothing is taken back any more
        assert player.change("undo", status=422)["rule"] == "4.3-a"
    assert end["view"]["outcome"].keys() >= {"winner", "text", "rules", "score"}
    assert players[0].look(language="es")["view"]["outcome"]["text"] != end["view"]["outcome"]["text"]
    assert players[1].play("end", status=422)["rule"] == "4.3-a"
    check_record(server, match, end)
    check_luck(players, end)


def check_record(server: Server, match: Match, end: Json) -> None:
    answers = [server.http.get(f"/api/seats/{t}/record") for t in (*match.tokens.values(), match.spectator)]
    assert len({answer.text for answer in answers}) == 1
    assert f"{GAME}-{match.id}.kessel" in answers[0].headers["content-disposition"]
    record = Record.parse(answers[0].text.splitlines())
    assert record.seed == end["seed"] != ""
    assert record.header.commitment == end["commitment"]
    game = kessel.load(GAME)
    assert verify(game, record)["entries"] == end["entries"] == len(record.entries)
    *_, (_, state) = replay(game, record)
    for side in (*SIDES, None):
        token = match.tokens[side] if side else match.spectator
        view = state.view(side)
        seen = server.get(f"seats/{token}")["view"]
        assert (view["stacks"], view["off_map"], view["control"]) == (seen["stacks"], seen["off_map"], seen["control"])


def check_luck(players: list[Player], end: Json) -> None:
    ledgers = [player.ask("luck") for player in players]
    assert ledgers[0] == ledgers[1] != []
    for row in ledgers[0]:
        assert row.keys() == {"n", "side", "name", "dice", "expected", "rolled", "favours"}
        assert row["rolled"] == sum(row["dice"])
        assert row["favours"] in SIDES
    heard = {(row["n"], tuple(e["dice"])) for row in end["log"] for e in row["events"] if e["name"] == "result"}
    assert {(row["n"], tuple(row["dice"])) for row in ledgers[0]} == heard


def test_replay_shows_a_seat_what_it_saw(server: Server) -> None:
    match = server.match(soviet="invite", german="invite")
    players = [match.seat(side) for side in SIDES]
    seen: dict[tuple[str, int], Json] = {}
    eyes = {**match.tokens, "": match.spectator}

    def note(look: Json) -> bool:
        for side, token in eyes.items():
            snapshot = server.get(f"seats/{token}")
            seen[side, snapshot["entries"]] = snapshot
        return bool(look["entries"] >= 60)

    play_out(players, until=note)
    last = players[0].look()["entries"]
    for side, token in eyes.items():
        for n in range(last + 2):
            again = server.get(f"seats/{token}/replay/{n}")
            assert again["entries"] == last
            assert all(row["n"] <= n for row in again["log"])
            if (side, n) in seen:
                assert shown(again) == shown(seen[side, n]), (side, n)
            if n < last:
                assert (again["actions"], again["can_undo"], again["can_redo"]) == ([], False, False)
        assert server.get(f"seats/{token}/replay/-5")["log"] == []
        assert shown(server.get(f"seats/{token}/replay/999999")) == shown(seen[side, last])
    spanish = server.get(f"seats/{players[0].token}/replay/{last - 1}", language="es")
    assert spanish["title"] == "Breakout: 1.er Ejército Panzer"


def test_replay_after_taking_back(server: Server) -> None:
    """Positions of the past that were kept before an undo are not shown after it."""
    match = server.match(soviet="invite", german="invite")
    players = [match.seat(side) for side in SIDES]
    play_out(players, until=lambda seen: seen["entries"] >= 50 and seen["can_undo"])
    player = next(p for p in players if p.look()["can_undo"])
    while player.look()["can_undo"]:
        last = player.look()["entries"]
        for n in (last - 1, last):
            player.ask(f"replay/{n}")
        player.change("undo")
        now = player.look()
        assert shown(player.ask(f"replay/{last}")) == shown(now)
        assert now["entries"] == last - 1
    play_out(players, until=lambda seen: seen["entries"] >= last + 5)
    check = match.seat("soviet")
    assert shown(check.ask("replay/999")) == shown(check.look())


def test_a_spectator_sees_nothing_hidden_and_cannot_act(server: Server) -> None:
    match = server.match(soviet="invite", german="invite")
    players = [match.seat(side) for side in SIDES]
    token = match.spectator
    hidden = 0

    def check(_: Json) -> bool:
        nonlocal hidden
        seen = server.get(f"seats/{token}")
        assert (seen["seat"], seen["side"], seen["actions"]) == ({"sides": []}, None, [])
        assert not seen["can_undo"]
        assert not seen["can_redo"]
        assert not (seen["decision"] and seen["decision"]["mine"])
        assert seen["view"]["moving"] is None
        combat = seen["view"]["combat"]
        assert combat is None or combat["committed"]
        if combat is None and seen["decision"]["name"] == "waiting":
            hidden += sum(s["height"] - 1 for s in seen["view"]["stacks"] if len(s["units"]) == 1)
        return False

    play_out(players, until=lambda seen: check(seen) or seen["entries"] > 120)
    assert hidden
    state = players[0].look()["state"]
    for what, body in (
        ("actions", {"state": state, "action": "end"}),
        ("undo", {"state": state}),
        ("redo", {"state": state}),
    ):
        for more in ({}, {"side": "soviet"}):
            assert server.post(f"seats/{token}/{what}", {**body, **more}, 404)["error"] == "not found"
    for path in (f"seats/{token}?side=german", f"seats/{token}/explain?action=end", f"seats/{token}/hint"):
        assert server.http.get(f"/api/{path}").status_code == 404
    assert server.get(f"seats/{token}/preview", action="attack 0805 15R") is None
    assert server.get(f"seats/{token}/overlay/threats") == []
    assert players[0].look()["state"] == state


def test_hot_seat(server: Server) -> None:
    match = server.match()
    (token,) = set(match.tokens.values())
    assert server.get(f"seats/{token}")["side"] == "german"  # by default whoever must decide
    done = server.post(f"seats/{token}/actions", {"state": server.get(f"seats/{token}")["state"], "action": "auto"})
    assert server.get(f"seats/{token}")["side"] == "soviet"
    soviet, german = match.seat("soviet"), match.seat("german")
    views = {side: {s["hex"]: s for s in match.seat(side).look()["view"]["stacks"]} for side in SIDES}
    for hex_, stack in views["soviet"].items():
        assert len(stack["units"]) == (stack["height"] if stack["side"] == "soviet" else 1)
        assert views["german"][hex_]["height"] == stack["height"]
    refused = german.play("end", done["state"], 422)
    assert refused["error"] == "refused"
    soviet.play(next(a for a in texts(soviet.look()["actions"]) if a.startswith("select ")))
    assert server.post(f"seats/{token}/undo", {"state": soviet.look()["state"]})["state"]
    play_out([soviet, german], until=lambda seen: seen["entries"] > 60)


def test_a_query_names_the_side_as_well(server: Server) -> None:
    match = server.match()
    token = match.tokens["soviet"]
    state = server.get(f"seats/{token}")["state"]
    body = {"state": state, "action": "auto"}
    assert server.post(f"seats/{token}/actions", body, 422, side="soviet")["error"] == "refused"
    assert server.post(f"seats/{token}/actions", body, 404, side="french")["error"] == "not found"
    assert server.post(f"seats/{token}/actions", body, 200, side="german")["state"] > state


def test_invited_players_hold_one_side_each(server: Server) -> None:
    match = server.match(soviet="human", german="invite")
    for side, other in (SIDES, SIDES[::-1]):
        token = match.tokens[side]
        assert server.get(f"seats/{token}")["seat"] == {"sides": [side]}
        assert server.http.get(f"/api/seats/{token}", params={"side": other}).status_code == 404
        body = {"state": 1, "action": "end", "side": other}
        assert server.post(f"seats/{token}/actions", body, 404)["error"] == "not found"


def waited(look: Callable[[], Json], enough: Callable[[Json], bool]) -> Json:
    until = time.monotonic() + 2 * PATIENCE
    while not enough(seen := look()):
        assert time.monotonic() < until, "the computer does not play"
        time.sleep(0.02)
    return seen


def test_the_computer_plays_its_side(server: Server) -> None:
    match = server.match(soviet="human", german="random")
    human = match.seat("soviet")
    seen = waited(human.look, lambda s: bool(s["actions"]) or s["finished"])  # it sets up by itself
    for _ in range(40):
        human.play(pick(human.rng, seen["actions"]), seen["state"])
        seen = waited(human.look, lambda s: bool(s["actions"]) or s["finished"])
    assert "german" in {row["side"] for row in seen["log"]}


def test_two_computers_play_to_the_end(server: Server) -> None:
    match = server.match(soviet="random", german="random")
    assert match.made["seats"] == []
    seen = waited(lambda: server.get(f"seats/{match.spectator}"), lambda s: bool(s["finished"]))
    record = Record.parse(server.http.get(f"/api/seats/{match.spectator}/record").text.splitlines())
    assert verify(kessel.load(GAME), record)["entries"] == seen["entries"]


def test_a_match_goes_on_after_the_server_starts_again(serve: Callable[[], Server]) -> None:
    first = serve()
    match = first.match(soviet="invite", german="invite")
    players = [match.seat(side) for side in SIDES]
    play_out(players, until=lambda seen: seen["entries"] >= 50 and seen["can_undo"])
    undone = next(p for p in players if p.look()["can_undo"])
    undone.change("undo")  # a row that takes one back lies in the database too
    play_out(players, until=lambda seen: seen["entries"] >= 60 and seen["can_undo"])
    looks = [first.get(f"seats/{token}") for token in (*match.tokens.values(), match.spectator)]
    first.stop()

    second = serve()
    again = [second.get(f"seats/{token}") for token in (*match.tokens.values(), match.spectator)]
    for before, after in zip(looks, again, strict=True):
        assert {**before, "can_redo": False} == after
    back = Match(second, match.made)
    player = next(p for p in map(back.seat, SIDES) if p.look()["can_undo"])
    before = player.look()
    assert player.change("undo", before["state"])["state"] == before["state"] + 1
    assert player.look()["entries"] == before["entries"] - 1
    player.change("redo")
    assert shown(player.look()) == shown(before)
    play_out([back.seat(side) for side in SIDES], until=lambda seen: seen["entries"] >= 80)


def test_the_computer_goes_on_after_the_server_starts_again(serve: Callable[[], Server]) -> None:
    first = serve()
    match = first.match(soviet="human", german="random")
    waited(match.seat("soviet").look, lambda s: s["entries"] > 1)
    first.stop()
    second = serve()
    seat = Match(second, match.made).seat("soviet")
    assert waited(seat.look, lambda s: bool(s["actions"]))["side"] == "soviet"
