"""Every request of docs/api.md: shapes, languages and statuses."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest

import kessel
from kessel.commanders import names
from kessel.games import GAMES, load
from tests.server.table import GAME, LEARNING, Json, Match, Server, pick, play_out, texts

SNAPSHOT = {
    "match", "state", "seat", "side", "players", "game", "scenario", "title", "view", "actions", "decision",
    "can_undo", "can_redo", "opening", "log", "entries", "finished", "commitment", "seed",
    "pace",
}  # fmt: skip
VIEW = {
    "turn", "last_turn", "phase", "segment", "weather", "air", "stacks", "off_map", "korpsgruppen", "control",
    "fallen", "score", "combat", "moving", "outcome",
}  # fmt: skip
CLAUSES = set(kessel.load(GAME).rulebook().clauses)


@pytest.fixture
def match(server: Server) -> Match:
    """A learning match with a seat for each side, the armies in place."""
    found = server.match(soviet="invite", german="invite")
    found.seat("german").play("auto")
    return found


def same_shape(one: Any, other: Any) -> bool:
    """Whether two answers differ in their sentences only."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_shape(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_shape, one, other))
    return type(one) is type(other)


# -- reference data --------------------------------------------------------------------------------------------------


def test_the_catalogue_of_games(server: Server) -> None:
    games = server.get("games")
    assert [g["id"] for g in games] == list(GAMES)
    game = games[0]
    assert game.keys() == {"id", "title", "sides", "scenarios", "options", "commanders"}
    assert {g["id"]: g["commanders"] for g in games} == {g: names(load(g)) for g in GAMES}
    assert game["commanders"] == ["random", "cadet", "staff", "marshal"]
    assert [s["id"] for s in game["sides"]] == ["soviet", "german"]
    assert {s["id"] for s in game["scenarios"]} == {"learning-ternopol", "example-smotrich", "campaign"}
    for scenario in game["scenarios"]:
        keys = {"id", "title", "summary", "turns", "learning", "period", "difficulty", "length"}
        assert scenario.keys() == keys
    assert game["options"][0].keys() == {"id", "title", "rule", "default"}
    spanish = server.get("games", language="es")
    assert same_shape(games, spanish)
    assert spanish[0]["scenarios"][0]["title"] == "Escenario de aprendizaje: la brecha de Ternopol"


def test_pieces_and_words(server: Server) -> None:
    data = server.get(f"games/{GAME}")
    keys = {"id", "title", "sides", "units", "markers", "phases", "terms", "scenarios", "grid", "places", "towns"}
    assert data.keys() == keys
    keys = {"side", "type", "type_name", "sidc", "size", "text", "colour", "name", "track"}
    assert data["units"]["16Pz"].keys() == keys
    assert data["markers"]["Br"]["kind"] == "korpsgruppe"
    assert data["scenarios"]["campaign"].keys() == {"title", "summary", "turns", "area", "bounds", "objectives"}
    assert data["grid"]["scale"] == 100
    assert data["grid"]["orientation"] in ("flat", "pointy")
    hexes = data["grid"]["hexes"]
    for scenario in data["scenarios"].values():
        assert set(scenario["area"]) <= set(hexes)
        assert {o["hex"] for o in scenario["objectives"]} <= set(scenario["area"])
    spanish = server.get(f"games/{GAME}", language="es")
    assert same_shape(data, spanish)
    assert spanish["terms"]["thaw"] != data["terms"]["thaw"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_rulebook(server: Server, language: str) -> None:
    book = server.get(f"games/{GAME}/rulebook", language=language)
    assert book.keys() == {"title", "chapters", "clauses", "rulings"}
    assert book["chapters"][0].keys() == {"id", "title"}
    assert {c["id"] for c in book["clauses"]} == CLAUSES
    assert book["clauses"][0].keys() == {"id", "kind", "title", "text", "see"}
    assert book["rulings"][0].keys() == {"id", "clauses", "problem", "ruling"}


def test_the_map(server: Server, maps: Path) -> None:
    pictures = {}
    for language in ("en", "es"):
        answer = server.http.get(f"/api/games/{GAME}/campaign/map.svg", params={"language": language})
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "max-age" in answer.headers["cache-control"]
        pictures[language] = answer.text
        assert answer.text.lstrip().startswith(("<svg", "<?xml"))
        assert "viewBox" in answer.text
    assert pictures["en"] != pictures["es"]
    drawn = list((maps / "kessel").glob(f"{GAME}-*.svg.gz"))
    assert sorted(gzip.decompress(file.read_bytes()).decode() for file in drawn) == sorted(pictures.values())


@pytest.mark.parametrize(
    "path",
    ["games/chess", "games/chess/rulebook", "games/chess/campaign/map.svg", f"games/{GAME}/somme/map.svg", "nothing"],
)
def test_what_does_not_exist(server: Server, path: str) -> None:
    answer = server.http.get(f"/api/{path}")
    assert answer.status_code == 404
    assert answer.json()["error"] == "not found"
    assert answer.json()["message"]


def test_an_unknown_language(server: Server) -> None:
    answer = server.http.get("/api/games", params={"language": "xx"})
    assert answer.status_code == 422
    assert answer.json()["error"] == "invalid"


def test_the_machine_readable_description(server: Server) -> None:
    described = server.http.get("/openapi.json").json()
    paths = {re.sub(r"\{.*?\}", "{}", path) for path in described["paths"]}
    for path in re.findall(
        r"`(?:GET|POST) (/api/[^`?]*)", (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
    ):
        assert re.sub(r"\{.*?\}", "{}", path) in paths, path
    assert server.http.get("/api/docs").status_code == 200


def test_every_answer_has_its_manners(server: Server) -> None:
    for path in ("/api/games", "/api/nothing", "/api/seats/x"):
        headers = server.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"


# -- matches and seats -----------------------------------------------------------------------------------------------


def test_seats_of_every_kind_of_player(server: Server) -> None:
    both = server.match()
    assert [seat["sides"] for seat in both.made["seats"]] == [["soviet", "german"]]
    invited = server.match(soviet="human", german="invite")
    assert [seat["sides"] for seat in invited.made["seats"]] == [["soviet"], ["german"]]
    alone = server.match(soviet="random", german="human")
    assert [seat["sides"] for seat in alone.made["seats"]] == [["german"]]
    tokens = {alone.spectator, *invited.tokens.values(), *both.tokens.values()}
    assert len(tokens) == 4
    assert all(len(token) == 32 for token in tokens)  # 192 bits


@pytest.mark.parametrize(
    ("change", "status", "word"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"scenario": "somme"}, 422, "somme"),
        ({"players": {"french": "human"}}, 422, "french"),
        ({"players": {"soviet": "napoleon"}}, 422, "napoleon"),
        ({"options": {"hovercraft": True}}, 422, "hovercraft"),
        ({"options": {"simple-rivers": 1}}, 422, "simple-rivers"),
        ({"word": "x" * 201}, 422, "word"),
        ({"extra": 1}, 422, "extra"),
        ({"game": 7}, 422, "game"),
    ],
)
def test_matches_that_cannot_be(server: Server, change: Json, status: int, word: str) -> None:
    told = server.post("matches", {"game": GAME, "scenario": LEARNING, **change}, status)
    assert told["error"] == ("not found" if status == 404 else "invalid")
    assert word in told["message"]


def test_options_reach_the_game(server: Server) -> None:
    body = {"game": GAME, "scenario": LEARNING, "options": {"simple-rivers": True}}
    match = Match(server, server.post("matches", body, 201))
    assert match.seat("soviet").look()["view"]["options"] == {"simple-rivers": True}


def test_a_snapshot(match: Match) -> None:
    seen = match.seat("soviet").look()
    assert seen.keys() == SNAPSHOT
    assert seen["view"].keys() >= VIEW
    assert seen["match"] == match.id
    assert (seen["seat"], seen["side"]) == ({"sides": ["soviet"]}, "soviet")
    assert seen["players"] == {"soviet": "invite", "german": "invite"}
    assert (seen["game"], seen["scenario"], seen["finished"], seen["seed"]) == (GAME, LEARNING, False, "")
    assert len(seen["commitment"]) == 64
    assert seen["decision"].keys() == {"side", "name", "prompt", "rules", "mine"}
    for group in seen["actions"]:
        assert group.keys() == {"verb", "before", "choices"}
    assert {"verb": "end", "before": [], "choices": None} in seen["actions"]
    for stack in seen["view"]["stacks"]:
        assert stack.keys() == {"hex", "side", "height", "top", "supplied", "units"}
        assert all(unit.keys() == {"id", "steps", "attack", "defence"} for unit in stack["units"])
    assert seen["view"]["off_map"].keys() == {"dead", "exited", "returning", "arriving"}
    assert seen["view"]["score"].keys() == {"total", "lines"}
    for row in seen["log"]:
        assert row.keys() - {"action"} == {"n", "side", "events"}
        for event in row["events"]:
            assert event.keys() >= {"name", "text", "rules"}
            assert set(event["rules"]) <= CLAUSES
    assert [row["n"] for row in seen["log"]] == sorted({row["n"] for row in seen["log"]})


def test_a_snapshot_in_spanish(match: Match) -> None:
    player = match.seat("soviet")
    english, spanish = player.look(), player.look(language="es")
    assert same_shape(english, spanish)
    assert english["decision"]["prompt"] != spanish["decision"]["prompt"]
    assert spanish["title"] == "Breakout: 1.er Ejército Panzer"
    told = [[e["text"] for row in seen["log"] for e in row["events"]] for seen in (english, spanish)]
    assert all(one != other for one, other in zip(*told, strict=True))


def test_playing_an_action(match: Match) -> None:
    soviet, german = match.seat("soviet"), match.seat("german")
    before = soviet.look()
    action = next(a for a in texts(before["actions"]) if a.startswith("top "))
    done = soviet.play(action, before["state"])
    assert done.keys() == {"state", "events"}
    assert done["state"] > before["state"]
    assert done["events"][0]["name"] == "on top"
    assert soviet.look()["state"] == german.look()["state"] == done["state"]
    spanish = soviet.play(next(a for a in texts(soviet.look()["actions"]) if a.startswith("top ")), language="es")
    assert spanish["events"][0]["text"] != done["events"][0]["text"]


def test_an_old_state_id_is_stale(match: Match) -> None:
    soviet = match.seat("soviet")
    seen = soviet.look()
    soviet.play("end", seen["state"])
    for told in (soviet.play("end", seen["state"], 409), soviet.change("undo", seen["state"], 409)):
        assert told["error"] == "stale"
        assert told["state"] == soviet.look()["state"]
    assert soviet.play("end", 10**30, 409)["error"] == "stale"


def test_refusals_name_a_rule_in_the_language_asked_for(match: Match) -> None:
    soviet = match.seat("soviet")
    english = soviet.play("select 16Pz", status=422)
    spanish = soviet.play("select 16Pz", status=422, language="es")
    assert english["error"] == spanish["error"] == "refused"
    assert english["rule"] == spanish["rule"]
    assert english["rule"] in CLAUSES
    assert english["message"] != spanish["message"]
    for message in (english["message"], spanish["message"]):
        assert "{" not in message
    waiting = match.seat("german").play("end", status=422, language="es")
    assert waiting["rule"] in CLAUSES
    english, spanish = (match.seat("soviet").change("redo", status=422, language=lang) for lang in ("en", "es"))
    assert (english["error"], spanish["error"]) == ("refused", "refused")
    assert english["message"] != spanish["message"]


def test_explaining(match: Match) -> None:
    soviet = match.seat("soviet")
    legal = texts(soviet.look()["actions"])[0]
    assert soviet.ask("explain", action=legal) == {"legal": True, "rule": "", "message": ""}
    for action in ("attack 0805", "select 16Pz", "surrender", "", "move"):
        told = {lang: soviet.ask("explain", action=action, language=lang) for lang in ("en", "es")}
        assert not told["en"]["legal"]
        assert told["en"]["rule"] == told["es"]["rule"]
        assert told["en"]["rule"] in CLAUSES
        assert told["en"]["message"] != told["es"]["message"]
        refused = soviet.play(action or " ", status=422)
        assert (refused["rule"], refused["message"]) == (told["en"]["rule"], told["en"]["message"])


def test_a_hint_is_legal_and_says_why(match: Match) -> None:
    soviet, german = match.seat("soviet"), match.seat("german")
    hints = {language: soviet.ask("hint", language=language) for language in ("en", "es")}
    assert hints["en"]["action"] == hints["es"]["action"] in texts(soviet.look()["actions"])
    assert hints["en"]["text"] != hints["es"]["text"] != ""
    assert german.ask("hint") is None
    soviet.play(hints["en"]["action"])
    assert soviet.ask("hint")["action"] in texts(soviet.look()["actions"])


def test_previews_of_an_attack(match: Match) -> None:
    players = [match.seat("soviet"), match.seat("german")]
    soviet = players[0]
    assert soviet.ask("preview") is None
    assert soviet.ask("preview", action="nonsense") is None
    assert soviet.ask("preview", action="attack 9999 nobody") is None
    play_out(players, until=lambda seen: any(t.startswith("attack ") for t in texts(seen["actions"])))
    attacker = next(p for p in players if p.look()["actions"])
    attack = next(t for t in texts(attacker.look()["actions"]) if t.startswith("attack "))
    attacker.play(attack)
    unit = next(t for t in texts(attacker.look()["actions"]) if t.startswith("add ")).split()[1]
    asked = attacker.ask("preview", action=f"{attack} {unit}")
    attacker.play(f"add {unit}")
    odds = attacker.ask("preview")
    keys = {
        "target", "terrain", "attackers", "defenders", "hidden", "attack", "defence", "attack_total", "defence_total",
        "ratio", "ratio_rule", "shifts", "column", "automatic", "results", "result_names",
    }  # fmt: skip
    assert odds.keys() >= keys
    assert asked == odds
    assert odds["target"] == attack.split()[1]
    assert odds["attackers"] == [unit]
    assert odds["results"].keys() <= odds["result_names"].keys() == set(odds["order"])
    assert odds["automatic"] or sum(odds["results"].values()) == pytest.approx(1)
    for row in (*odds["attack"], *odds["defence"]):
        assert row.keys() >= {"text", "value", "rule"}
        assert row["rule"] in CLAUSES
    assert same_shape(odds, attacker.ask("preview", language="es"))
    waiting = next(p for p in players if p.side != attacker.side)
    assert waiting.ask("preview") is None  # what is declared is not yet the enemy's business


def test_overlays(match: Match) -> None:
    soviet = match.seat("soviet")
    view = soviet.look()["view"]
    hexes = set(match.server.get(f"games/{GAME}")["grid"]["hexes"])
    mine = next(s["top"] for s in view["stacks"] if s["side"] == "soviet")
    zones = soviet.ask("overlay/zoc")
    assert zones.keys() == {"soviet", "german"}
    assert set(zones["soviet"]) <= hexes
    supply = soviet.ask("overlay/supply", unit=mine)
    assert supply.keys() == {"soviet", "german", "trace", "cut", "supplied"}
    assert supply["supplied"]
    assert supply["trace"]
    assert soviet.ask("overlay/supply")["supplied"] is None
    reach = soviet.ask("overlay/reach", unit=mine)
    assert reach["unit"] == mine
    at = max(reach["costs"], key=lambda h: reach["costs"][h])
    while at in reach["before"]:
        assert reach["costs"].get(reach["before"][at], 0) <= reach["costs"][at]
        at = reach["before"][at]
    assert at == next(s["hex"] for s in view["stacks"] if s["top"] == mine)
    assert soviet.ask("overlay/reach", unit="nobody") == {"unit": None, "costs": {}, "before": {}}
    for threat in match.seat("german").ask("overlay/threats"):
        assert threat.keys() == {"hex", "odds", "attackers", "hidden"}
    assert soviet.ask("overlay/control").keys() == {"soviet"}
    for objective in soviet.ask("overlay/objectives"):
        assert objective.keys() == {"hex", "name", "points", "side"}
    answer = match.server.http.get(f"/api/seats/{soviet.token}/overlay/weather")
    assert (answer.status_code, answer.json()["error"]) == (404, "not found")


def test_undo_and_redo(match: Match) -> None:
    soviet, german = match.seat("soviet"), match.seat("german")
    start = soviet.look()
    assert (start["can_undo"], start["can_redo"]) == (False, False)
    action = next(a for a in texts(start["actions"]) if a.startswith("select "))
    soviet.play(action)
    soviet.play(next(a for a in texts(soviet.look()["actions"]) if a.startswith("move ")))
    moved = soviet.look()
    assert moved["can_undo"]
    assert not german.look()["can_undo"]
    assert german.change("undo", status=422)["error"] == "refused"
    numbers = [moved["state"]]
    for _ in range(2):
        numbers.append(soviet.change("undo")["state"])
    back = soviet.look()
    assert (back["view"], back["log"], back["entries"]) == (start["view"], start["log"], start["entries"])
    assert (back["can_undo"], back["can_redo"]) == (False, True)
    assert not german.look()["can_redo"]
    assert not match.server.get(f"seats/{match.spectator}")["can_redo"]
    assert german.change("redo", status=422)["error"] == "refused"
    for _ in range(2):
        numbers.append(soviet.change("redo")["state"])
    again = soviet.look()
    assert (again["view"], again["log"], again["actions"]) == (moved["view"], moved["log"], moved["actions"])
    assert numbers == sorted(set(numbers))  # a state id is never used twice
    soviet.change("undo")
    soviet.play(pick(soviet.rng, soviet.look()["actions"]))
    assert not soviet.look()["can_redo"]
