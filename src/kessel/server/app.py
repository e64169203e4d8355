"""The web application: reference data, matches, seats and the live table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from fastapi import Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from kessel import __version__
from kessel.commanders import names
from kessel.engine import Game, KesselError, Refusal
from kessel.games import GAMES, load
from kessel.server.live import Table
from kessel.server.maps import map_picture, warm
from kessel.server.models import (
    LONGEST_ACTION,
    Change,
    Created,
    Done,
    Explained,
    Hint,
    NewMatch,
    PlanView,
    Play,
    Problem,
    SeatLink,
    Snapshot,
)
from kessel.server.rooms import Lobby, Room, Stale, luck
from kessel.server.snapshot import rendered, snapshot, told
from kessel.server.storage import Seat, Storage

CLIENT = Path(__file__).parent / "client"
LARGEST_BODY = 16 * 1024
Language = Annotated[Literal["en", "es"], Query(description="Language of the sentences.")]
PROBLEMS: dict[int | str, dict[str, Any]] = {code: {"model": Problem} for code in (400, 404, 405, 409, 413, 422, 503)}


class NotFound(KesselError):
    """A seat, match or game that does not exist."""


def create_app(database: str) -> FastAPI:
    """The application over a database."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.lobby = Lobby(Storage(database))
        threading.Thread(target=warm, name="maps", daemon=True).start()
        yield
        await app.state.lobby.close()

    app = FastAPI(
        title="Kessel",
        version=__version__,
        description="Operational wargames by the book: matches, seats and the live table.",
        docs_url="/api/docs",
        redoc_url=None,
        lifespan=lifespan,
        responses=PROBLEMS,
    )
    _add_manners(app)
    _add_reference(app)
    _add_matches(app)
    _add_seats(app)
    if CLIENT.is_dir():
        app.mount("/", StaticFiles(directory=CLIENT, html=True))
    return app


# -- manners ---------------------------------------------------------------------------------------------------------


def _add_manners(app: FastAPI) -> None:
    @app.middleware("http")
    async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        length = request.headers.get("content-length", "0")
        if (
            not (length.isascii() and length.isdigit())
            or int(length) > LARGEST_BODY
            or "chunked" in request.headers.get("transfer-encoding", "")
        ):
            return _problem(413, "too large", f"a request may have {LARGEST_BODY} bytes")
        response = await go_on(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Frame-Options"] = "DENY"
        return response

    @app.exception_handler(Stale)
    async def stale(_request: Request, error: Stale) -> Response:
        return _problem(409, "stale", str(error), state=error.state)

    @app.exception_handler(NotFound)
    async def missing(_request: Request, error: NotFound) -> Response:
        return _problem(404, "not found", str(error))

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        game: Game | None = getattr(request.state, "game", None)
        language = request.query_params.get("language", "en")
        message = game.explain(error, language) if game else str(error.message)
        return _problem(422, "refused", message, rule=error.rule)

    @app.exception_handler(KesselError)
    async def wrong(_request: Request, error: KesselError) -> Response:
        return _problem(422, "invalid", str(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return _problem(400, "malformed", "the body is not JSON")
        where = ".".join(str(part) for part in first["loc"])
        return _problem(422, "invalid", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def known(_request: Request, error: HTTPException) -> Response:
        kind = {400: "malformed", 404: "not found", 405: "not allowed"}.get(error.status_code, "error")
        return _problem(error.status_code, kind, str(error.detail), headers=error.headers)

    @app.exception_handler(SQLAlchemyError)
    async def unwritten(_request: Request, _error: SQLAlchemyError) -> Response:
        return _problem(503, "unavailable", "the match cannot be read or written now; try again")


def _content(media_type: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is not JSON."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


def _json(data: object) -> Response:
    return Response(msgspec.json.encode(data), media_type="application/json")


def _problem(
    status: int, error: str, message: str, *, headers: Mapping[str, str] | None = None, **more: Any
) -> JSONResponse:
    return JSONResponse({"error": error, "message": message, **more}, status, headers)


# -- reference data --------------------------------------------------------------------------------------------------


def known_game(game: str) -> Game:
    """A game by its id."""
    if game not in GAMES:
        raise NotFound(f"there is no game {game!r}")
    return load(game)


KnownGame = Annotated[Game, Depends(known_game)]


def _add_reference(app: FastAPI) -> None:
    @app.get("/api/games")
    def games(language: Language = "en") -> list[dict[str, Any]]:
        """The battles that can be played."""
        found = [load(name) for name in GAMES]
        return [{**game.catalogue(language), "commanders": names(game)} for game in found]

    @app.get("/api/games/{game}")
    def game_data(game: KnownGame, language: Language = "en") -> dict[str, Any]:
        """Pieces, hexes and words of a game."""
        return game.pieces(language)

    @app.get("/api/games/{game}/rulebook")
    def rulebook(game: KnownGame, language: Language = "en") -> dict[str, Any]:
        """The rulebook, clause by clause, with the rulings."""
        book = game.rulebook(language)
        return {
            "title": book.title,
            "chapters": list(book.chapters),
            "clauses": [c._asdict() for c in book.clauses.values()],
            "rulings": [r._asdict() for r in book.rulings.values()],
        }

    @app.get("/api/games/{game}/{scenario}/map.svg", response_class=Response, responses=_content("image/svg+xml"))
    def game_map(game: KnownGame, scenario: str, language: Language = "en") -> Response:
        """The map as a picture, without counters."""
        if scenario not in game.scenarios:
            raise NotFound(f"{game.id} has no scenario {scenario!r}")
        headers = {"Cache-Control": "public, max-age=3600", "Content-Encoding": "gzip"}
        return Response(map_picture(game.id, scenario, language), media_type="image/svg+xml", headers=headers)


# -- matches and seats -----------------------------------------------------------------------------------------------


def _add_matches(app: FastAPI) -> None:
    @app.post("/api/matches", status_code=201)
    async def create_match(request: Request, new: NewMatch) -> Created:
        """Set up a match; every side gets a seat, sides played by `human` share one."""
        lobby: Lobby = request.app.state.lobby
        match, seats = await lobby.create(
            known_game(new.game), new.scenario, new.options, new.players, new.word, new.pace
        )
        links = [SeatLink(token=token, sides=list(sides)) for token, sides in seats]
        return Created(match=match, seats=links[:-1], spectator=links[-1].token)


class Sitting:
    """Who asks: a seat, its room, and the side whose eyes it uses."""

    def __init__(self, seat: Seat, room: Room, side: str | None) -> None:
        self.seat, self.room, self.side = seat, room, side

    @property
    def acting(self) -> str:
        """The side that acts; a spectator has none."""
        if self.side is None:
            raise NotFound("a spectator does not play")
        return self.side

    def acting_for(self, side: str) -> str:
        """The side that acts: the one that the request names, if it is one of the seat's own."""
        if side:
            self.side = chosen_side(self.room, self.seat, side)
        return self.acting


def chosen_side(room: Room, seat: Seat, side: str) -> str | None:
    """The side whose view a seat asks for: one of its own, by default the one that must decide."""
    if side and side not in seat.sides:
        raise NotFound(f"this seat does not play {side!r}")
    if side or not seat.sides:
        return side or None
    return next((s for s in room.state.sides if s in seat.sides), seat.sides[0])


async def sit(request: Request, token: str, side: Annotated[str, Query(max_length=40)] = "") -> Sitting:
    """The seat of a token."""
    found = await request.app.state.lobby.seat(token) if len(token) <= 100 else None
    if found is None:
        raise NotFound("there is no such seat")
    seat, room = found
    request.state.game = room.game
    return Sitting(seat, room, chosen_side(room, seat, side))


Sit = Annotated[Sitting, Depends(sit)]


def _add_seats(app: FastAPI) -> None:
    @app.get("/api/seats/{token}", response_model=Snapshot)
    async def look(who: Sit, language: Language = "en") -> Response:
        """The table as this seat sees it."""
        async with who.room.lock:
            return _json(snapshot(who.room, who.seat, who.side, language))

    @app.post("/api/seats/{token}/actions")
    async def act(who: Sit, play: Play, language: Language = "en") -> Done:
        """Play an action."""
        side = who.acting_for(play.side)
        events = await who.room.play(play.state, play.action, side)
        return Done(state=who.room.version, events=told(who.room.game, events, side, language))

    @app.post("/api/seats/{token}/undo")
    async def undo(who: Sit, change: Change, language: Language = "en") -> Done:
        """Take back your last action, as far as the last dice or anything seen."""
        await who.room.undo(change.state, who.acting_for(change.side))
        return Done(state=who.room.version)

    @app.post("/api/seats/{token}/redo")
    async def redo(who: Sit, change: Change, language: Language = "en") -> Done:
        """Play again what you took back."""
        await who.room.redo(change.state, who.acting_for(change.side))
        return Done(state=who.room.version)

    @app.get("/api/seats/{token}/explain")
    async def explain(
        who: Sit, action: Annotated[str, Query(max_length=LONGEST_ACTION)], language: Language = "en"
    ) -> Explained:
        """Why not? The rule that forbids an action."""
        async with who.room.lock:
            refusal = who.room.state.explain(action, who.acting)
        if refusal is None:
            return Explained(legal=True)
        return Explained(legal=False, rule=refusal.rule, message=who.room.game.explain(refusal, language))

    @app.get("/api/seats/{token}/hint")
    async def hint(who: Sit, language: Language = "en") -> Hint | None:
        """What the staff of a side would do now, from what the side knows; nothing where there is nothing to decide."""
        game = who.room.game
        found = await who.room.advise(who.acting)
        if found is None:
            return None
        why, plan = found.why, found.adviser.plan
        return Hint(
            action=str(found.action),
            text=rendered(game, why, language),
            hexes=[str(why.args[name]) for name in ("to", "hex") if name in why.args],
            plan=PlanView.model_validate(game.explain_plan(plan, language)) if plan is not None else None,
        )

    @app.get("/api/seats/{token}/preview")
    async def preview(
        who: Sit, action: Annotated[str, Query(max_length=400)] = "", language: Language = "en"
    ) -> dict[str, Any] | None:
        """What an attack would mean, from what this seat knows."""
        room = who.room
        async with room.lock:
            side = who.side or (next(iter(room.state.sides), None) if not room.people else None)
            return room.game.preview(room.state, action, side, language) if side else None

    @app.get("/api/seats/{token}/overlay/{name}")
    async def overlay(
        who: Sit, name: str, unit: Annotated[str, Query(max_length=40)] = ""
    ) -> dict[str, Any] | list[dict[str, Any]]:
        """Hexes to draw over the map."""
        room = who.room
        async with room.lock:
            found: dict[str, Any] | list[dict[str, Any]] | None = room.game.overlay(room.state, who.side, name, unit)
        if found is None:
            raise NotFound(f"there is no overlay {name!r}")
        return found

    @app.get("/api/seats/{token}/replay/{n}", response_model=Snapshot)
    async def replay(who: Sit, n: int, language: Language = "en") -> Response:
        """The table as this seat saw it after entry n."""
        async with who.room.lock:  # a long way back takes a while
            return _json(await asyncio.to_thread(snapshot, who.room, who.seat, who.side, language, at=max(0, n)))

    @app.get("/api/seats/{token}/luck")
    async def luck_ledger(who: Sit) -> list[dict[str, Any]]:
        """Rolled against expected."""
        async with who.room.lock:
            return luck(who.room.game, who.room.match.diary, who.side)

    @app.get("/api/seats/{token}/record", response_class=Response, responses=_content("text/plain"))
    async def record(who: Sit) -> Response:
        """The record of a finished game."""
        async with who.room.lock:
            lines = list(who.room.match.record.lines()) if who.room.state.outcome else []
        if not lines:
            return _problem(409, "running", "the record holds what is hidden; it is given out when the game is over")
        name = f"{who.room.game.id}-{who.room.id}.kessel"
        text = "\n".join(lines) + "\n"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @app.websocket("/api/seats/{token}/live")
    async def live(socket: WebSocket, token: str, language: str = "en", side: str = "") -> None:
        await Table(socket, app.state.lobby, token, language, side).run()
