"""The machine-readable description holds: requests made from it never break the server, answers fit it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from kessel.server.app import create_app
from tests.server.table import GAME, LEARNING, Server, play_out

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def tokens(tmp_path_factory: pytest.TempPathFactory, homes: Path) -> Iterator[tuple[str, list[str]]]:
    """A database with a match that has begun, and its seats."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'kessel.db'}")
    match = server.match(soviet="invite", german="invite")
    play_out([match.seat("soviet"), match.seat("german")], until=lambda seen: seen["entries"] > 40)
    server.stop()
    yield server.database, [*match.tokens.values(), match.spectator]


@pytest.fixture(scope="module")
def described(tokens: tuple[str, list[str]], maps: Path) -> Any:
    schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(tokens[0]))
    schema.config.generation.update(database="none")
    return schema


OPERATIONS = [
    (method, path) for path, methods in create_app("sqlite://").openapi()["paths"].items() for method in methods
]


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # the threads of other servers may
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_requests_made_from_the_description(
    described: Any, tokens: tuple[str, list[str]], method: str, path: str
) -> None:
    known = {"token": tokens[1], "game": [GAME], "scenario": [LEARNING], "name": ["zoc", "supply", "reach", "threats"]}
    modes = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
    statuses = set()
    for mode in modes:

        @given(case=described[path][method].as_strategy(generation_mode=mode))
        @settings(max_examples=25, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
        def ask(case: Any) -> None:
            for name, values in known.items():
                given_name = (case.path_parameters or {}).get(name)
                if isinstance(given_name, str) and len(given_name) % 4:  # a name that exists, most of the time
                    case.path_parameters[name] = values[len(given_name) % len(values)]
            statuses.add(case.call_and_validate(checks=CHECKS).status_code)

        ask()
    assert statuses & {200, 201, 409, 422}
