"""kessel map: build, check and draw."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kessel.cartography import Legend, MapError, build, compare, draw_map, write
from kessel.cli.output import console, put_json
from kessel.engine import Game, KesselError, State
from kessel.engine.data import write_text
from kessel.games import load

SET_UP = "set-up"
"""What games call the decision to place units."""

PLACING = ("historical", "auto", "done")
"""How a set-up is done without placing units one by one, the most faithful way first."""


def map_command(
    game: Annotated[str, typer.Argument(help="A game; see kessel list.")],
    svg: Annotated[Path | None, typer.Option(help="Draw the map to this file.")] = None,
    counters: Annotated[str, typer.Option(help="Put the counters of a scenario's set-up on the drawn map.")] = "",
    rebuild: Annotated[bool, typer.Option("--build", help="Build the map again from its geography.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Fail if a rebuilt map differs from the shipped one.")] = False,
    source: Annotated[Path | None, typer.Option(help="Another folder with geography.geojson and map.yaml.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the built map as JSON.")] = False,
    language: Annotated[str, typer.Option("--language", "-l", help="en or es.")] = "en",
) -> None:
    """Build, check or draw a map."""
    known = load(game)
    folder = source or known.folder / "map"
    try:
        if rebuild:
            console.print(f"{write(folder)} is built.")
        elif check:
            differences = compare(folder)
            for difference in differences:
                console.print(difference, style="red", markup=False)
            if differences:
                raise typer.Exit(1)
            console.print("The map is what its geography gives.")
        elif svg is not None:
            _draw(known, folder, svg, counters, language)
        elif as_json:
            put_json(build(folder))
        else:
            raise KesselError("say what to do: --svg FILE, --build, --check or --json")
    except MapError as error:
        raise KesselError(str(error)) from None


def _draw(game: Game, folder: Path, file: Path, scenario: str, language: str) -> None:
    """The map at print quality with its legend, and the counters of a scenario if wanted."""
    pieces = game.counters(set_up(game, scenario)) if scenario else []
    legend = Legend(**game.legend(language))  # type: ignore[typeddict-item]
    write_text(file, draw_map(build(folder), counters=pieces, language=language, legend=legend))
    console.print(f"{file} is drawn.")


def set_up(game: Game, scenario: str) -> State:
    """A scenario with all units in their printed or historical hexes."""
    if scenario not in game.scenarios:
        raise KesselError(f"{game.id} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}")
    state = game.start(scenario, seed="map")
    while (decision := state.decision) and decision.name == SET_UP:
        verbs = state.actions().verbs()
        state.play(next(verb for verb in PLACING if verb in verbs))
    return state
