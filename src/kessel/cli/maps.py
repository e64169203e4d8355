"""kessel map: build, check and draw."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kessel.cartography import build, compare, write
from kessel.cli.output import console, put_json
from kessel.engine import KesselError
from kessel.games import load


def map_command(
    game: Annotated[str, typer.Argument(help="A game; see kessel list.")],
    rebuild: Annotated[bool, typer.Option("--build", help="Build the map again from its geography.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Fail if a rebuilt map differs from the shipped one.")] = False,
    source: Annotated[
        Path | None, typer.Option(help="A folder with geography.geojson and map.yaml of your own.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the built map as JSON.")] = False,
) -> None:
    """Build, check or draw a map."""
    folder = source or load(game).folder / "map"
    if rebuild:
        write(folder)
        console.print(f"{folder / 'map.json'} is built.")
    elif check:
        differences = compare(folder)
        for difference in differences:
            console.print(difference, style="red", markup=False)
        if differences:
            raise typer.Exit(1)
        console.print("The map is what its geography gives.")
    elif as_json:
        put_json(build(folder))
    else:
        raise KesselError("say what to do: --build, --check, --svg FILE or --json")
