"""What the server must refuse, and that nothing refused leaves a trace."""

from __future__ import annotations

import json
import random
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import kessel
from kessel.server.app import LARGEST_BODY
from tests.server.table import GAME, PATIENCE, Match, Player, Server, pick, play_out, texts

CLAUSES = set(kessel.load(GAME).rulebook().clauses)
SIDES = ("soviet", "german")
JUNK = [
    "'; DROP TABLE moves; --",
    "' OR '1'='1",
    '" OR ""="',
    "1; SELECT * FROM seats",
    "%s%n%x",
    "{0.__class__}",
    "{side}",
    "../../etc/passwd",
    "\x00",
    "a\x00b",
    "\u202eend",
    "ＥＮＤ",
    "énd",
    "end\u0301",
    "💥" * 40,
    "\ufeff",
    "<script>alert(1)</script>",
    "__init__",
    "on_end",
    "end end",
    "9" * 150,
    "-1",
    "NaN",
    "roll 6",
    "undo",
    "chance",
]


def digest(server: Server, match: Match) -> tuple[int, str]:
    room = server.app.state.lobby.rooms[match.id]
    return room.version, room.state.digest()


@pytest.fixture
def match(server: Server) -> Match:
    found = server.match(soviet="invite", german="invite")
    found.seat("german").play("auto")
    return found


@pytest.fixture
def unchanged(server: Server, match: Match) -> Iterator[None]:
    """Whatever happens in between, the position stays and the game can go on."""
    before = digest(server, match)
    yield
    assert digest(server, match) == before
    soviet = match.seat("soviet")
    assert soviet.play(pick(soviet.rng, soviet.look()["actions"]))["state"] > before[0]


# -- whose turn and whose seat ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
def test_the_wrong_seat(server: Server, match: Match) -> None:
    state = match.seat("soviet").look()["state"]
    for action in texts(match.seat("soviet").look()["actions"])[:20]:
        told = match.seat("german").play(action, state, 422)
        assert told["error"] == "refused"
        assert told["rule"] in CLAUSES
        for token in (match.tokens["german"], match.spectator):
            body = {"state": state, "action": action, "side": "soviet"}
            assert server.post(f"seats/{token}/actions", body, 404)["error"] == "not found"
    for query in ({"side": "soviet"}, {"side": "chance"}, {"side": "SOVIET"}, {"side": "x" * 40}):
        for path in ("", "/replay/1", "/luck", "/overlay/zoc", "/preview", "/hint", "/explain?action=end"):
            joined = httpx.QueryParams(query)
            mark = "&" if "?" in path else "?"
            answer = server.http.get(f"/api/seats/{match.tokens['german']}{path}{mark}{joined}")
            assert answer.status_code == 404, path


def test_a_message_played_twice_is_stale(server: Server, match: Match) -> None:
    soviet = match.seat("soviet")
    seen = soviet.look()
    body = {"state": seen["state"], "action": pick(soviet.rng, seen["actions"]), "side": "soviet"}
    server.post(f"seats/{soviet.token}/actions", body)
    after = digest(server, match)
    for _ in range(3):
        told = server.post(f"seats/{soviet.token}/actions", body, 409)
        assert told == {"error": "stale", "message": told["message"], "state": after[0]}
    assert digest(server, match) == after


@pytest.mark.parametrize("what", ["play", "undo"])
def test_of_twenty_at_once_exactly_one_wins(server: Server, match: Match, what: str) -> None:
    soviet = match.seat("soviet")
    if what == "undo":
        for _ in range(2):
            soviet.play(next(a for a in texts(soviet.look()["actions"]) if a.startswith("top ")))
    seen = soviet.look()
    rng = random.Random(what)
    address = f"/api/seats/{soviet.token}/" + ("actions" if what == "play" else "undo")

    def one(_: int) -> httpx.Response:
        body = {"state": seen["state"], "side": "soviet"}
        if what == "play":
            body["action"] = pick(rng, seen["actions"])
        with httpx.Client(base_url=str(server.http.base_url), timeout=PATIENCE) as client:
            return client.post(address, json=body)

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(one, range(20)))
    assert Counter(a.status_code for a in answers) == {200: 1, 409: 19}
    won = next(a.json()["state"] for a in answers if a.status_code == 200)
    assert {a.json()["state"] for a in answers} == {won}
    assert soviet.look()["state"] == won == seen["state"] + 1


# -- forged seats ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
def test_forged_tokens(server: Server, match: Match) -> None:
    real = match.tokens["soviet"]
    flipped = ("B" if real[0] == "A" else "A") + real[1:]
    hashed = "0" * 64
    for token in (flipped, real[:-1], real + "A", real.swapcase(), match.id, hashed, "x" * 5000, *JUNK):
        for path in ("", "/replay/1", "/luck", "/record", "/overlay/zoc", "/preview", "/hint", "/explain?action=end"):
            url = httpx.URL(str(server.http.base_url)).copy_with(
                raw_path=("/api/seats/" + "".join(f"%{b:02X}" for b in token.encode()) + path).encode()
            )
            answer = server.http.get(url)
            assert answer.status_code == 404, (token, path, answer.text)
            assert real not in answer.text
    for what in ("actions", "undo", "redo"):
        body = {"state": 1, **({"action": "end"} if what == "actions" else {})}
        assert server.post(f"seats/{flipped}/{what}", body, 404)["error"] == "not found"


# -- junk ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unchanged")
def test_junk_in_every_field(server: Server, match: Match) -> None:
    soviet = match.seat("soviet")
    state = soviet.look()["state"]
    for text in JUNK:
        told = soviet.play(text, state, 422)
        assert told["error"] in ("refused", "invalid")
        assert told["message"]
        body = {"state": state, "action": "end", "side": text}
        assert server.http.post(f"/api/seats/{soviet.token}/actions", json=body).status_code in (404, 422)
        explained = soviet.ask("explain", action=text)
        assert not explained["legal"]
        assert soviet.ask("preview", action=f"attack {text}") is None
        assert soviet.ask("preview", action=f"attack 0805 {text}") is None
        name = "".join(f"%{b:02X}" for b in text.encode())
        assert server.http.get(f"/api/seats/{soviet.token}/overlay/{name}").status_code == 404
        for overlay in ("supply", "reach"):
            answer = server.http.get(f"/api/seats/{soviet.token}/overlay/{overlay}", params={"unit": text})
            assert answer.status_code in (200, 422)
        for body in (
            {"game": text, "scenario": "campaign"},
            {"game": GAME, "scenario": text},
            {"game": GAME, "scenario": "campaign", "players": {text: "human"}},
            {"game": GAME, "scenario": "campaign", "players": {"soviet": text}},
            {"game": GAME, "scenario": "campaign", "options": {text: True}},
        ):
            assert server.http.post("/api/matches", json=body).status_code in (404, 422)


def test_any_word_may_go_into_the_dice(server: Server) -> None:
    for word in [*JUNK, "", "x" * 200]:
        body = {"game": GAME, "scenario": "learning-ternopol", "word": word}
        match = Match(server, server.post("matches", body, 201))
        match.seat("german").play("auto")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 9000, 400),
        (b'{"a":' * 3000, 400),
        (b"null", 422),
        (b"[]", 422),
        (b"7", 422),
        (b"NaN", 422),
        (b'{"state": 1}', 422),
        (b'{"state": -1, "action": "end"}', 422),
        (b'{"state": "1", "action": "end"}', 422),
        (b'{"state": 1.0, "action": "end"}', 422),
        (b'{"state": true, "action": "end"}', 422),
        (b'{"state": 1e999, "action": "end"}', 422),
        (b'{"state": ' + b"9" * 5000 + b', "action": "end"}', 400),
        (b'{"state": 1, "action": ""}', 422),
        (b'{"state": 1, "action": null}', 422),
        (b'{"state": 1, "action": ["end"]}', 422),
        (b'{"state": 1, "action": "\\ud800"}', 422),
        (b'{"state": 1, "action": "' + b"x" * 201 + b'"}', 422),
        (b'{"state": 1, "action": "end", "seed": "x"}', 422),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_malformed_bodies(server: Server, match: Match, body: bytes, status: int) -> None:
    path = f"/api/seats/{match.tokens['soviet']}/actions"
    answer = server.http.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"] == ("malformed" if status == 400 else "invalid")


@pytest.mark.usefixtures("unchanged")
def test_oversized_bodies(server: Server, match: Match) -> None:
    path = f"/api/seats/{match.tokens['soviet']}/actions"
    for target in (path, "/api/matches", "/api/nothing"):
        for size in (LARGEST_BODY + 1, 1_000_000):
            answer = server.http.post(target, content=b" " * size)
            assert (answer.status_code, answer.json()["error"]) == (413, "too large")
    answer = server.http.post(path, content=(b" " * 1000 for _ in range(3)))  # chunked: its length is not known
    assert answer.status_code == 413
    just_fits = json.dumps({"state": 0, "action": "end"}).encode().ljust(LARGEST_BODY)
    assert server.http.post(path, content=just_fits, headers={"content-type": "application/json"}).status_code == 409


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("length", ["-1", "abc", "1e9", "٣", "999999999999999999999999", "16385"])
def test_lengths_that_lie(server: Server, match: Match, length: str) -> None:
    head = f"POST /api/seats/{match.tokens['soviet']}/actions HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall(head.encode())
        assert line.recv(4096).split()[1] in (b"400", b"413")


@pytest.mark.usefixtures("unchanged")
def test_a_line_that_goes_dead_in_the_middle(server: Server, match: Match) -> None:
    head = f"POST /api/seats/{match.tokens['soviet']}/actions HTTP/1.1\r\nhost: x\r\ncontent-length: 40\r\n\r\n"
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
            line.sendall(head.encode() + b'{"state": 1')


# -- a thousand illegal actions --------------------------------------------------------------------------------------


VERBS = """move select attack add commit done end cross exit top probe place auto air kg fight retreat advance lose
order deploy eliminate roll"""


def mangled(rng: random.Random, legal: list[str], units: list[str], hexes: list[str]) -> str:
    """An action that looks almost right."""
    words = rng.choice(legal).split()
    verbs = VERBS.split()
    match rng.randrange(9):
        case 0:
            return " ".join([*words, rng.choice(hexes)])
        case 1:
            return " ".join([rng.choice(verbs), *words[1:]])
        case 2:
            return f"{rng.choice(verbs)} {rng.choice(units)} {rng.choice(hexes)}"
        case 3:
            return f"{rng.choice(verbs)} {rng.choice(hexes)}"
        case 4:
            return f"{rng.choice(verbs)} {rng.choice(units)}"
        case 5:
            return " ".join([words[0], *(str(rng.randrange(-(10**9), 10**9)) for _ in range(rng.randrange(1, 6)))])
        case 6:
            text = list(" ".join(words))
            text[rng.randrange(len(text))] = rng.choice("xX0~\u0301é\x1b\n\t漢")
            return "".join(text)
        case 7:
            return "".join(chr(rng.choice([rng.randrange(32, 127), rng.randrange(0xA0, 0xD7FF)])) for _ in range(190))
        case _:
            return words[0] * rng.randrange(2, 20)


@pytest.mark.parametrize("stage", [3, 60, 150])
def test_a_thousand_illegal_actions(server: Server, stage: int) -> None:
    match = server.match(soviet="invite", german="invite")
    play_out([match.seat(side) for side in SIDES], until=lambda seen: seen["entries"] >= stage)
    before = digest(server, match)
    rng = random.Random(stage)
    data = server.get(f"games/{GAME}")
    units, hexes = list(data["units"]), list(data["grid"]["hexes"])
    looks = {side: match.seat(side).look() for side in SIDES}
    legal = {side: texts(look["actions"]) for side, look in looks.items()}
    allowed = {side: {tuple(text.split()) for text in found} for side, found in legal.items()}
    known = [*legal["soviet"], *legal["german"]]
    players = {side: Player(server, match.tokens[side], side) for side in SIDES}
    kinds: Counter[str] = Counter()
    count = 0
    while count < 334:
        side = rng.choice(SIDES)
        waiting = not legal[side]
        action = rng.choice(known) if waiting and rng.random() < 0.5 else mangled(rng, known, units, hexes)
        if tuple(action.split()) in allowed[side]:
            continue
        told = players[side].play(action[:200], before[0], 422)
        kinds[told["error"]] += 1
        if told["error"] == "refused":
            assert told["rule"] in CLAUSES
        else:
            assert told["error"] == "invalid"
        assert told["message"]
        count += 1
    assert digest(server, match) == before
    assert kinds["refused"] > 250
    mover = next(player for side, player in players.items() if legal[side])
    assert mover.play(rng.choice(legal[mover.side]), before[0])["state"] > before[0]
