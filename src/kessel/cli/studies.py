"""kessel arena and kessel study: many games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.table import Table

from kessel.cli.output import console, progress_bar, progress_console, put_json
from kessel.commanders import names
from kessel.engine import KesselError
from kessel.studies import arena, round_robin, study, write_report
from kessel.studies.report import check_libraries

GameName = Annotated[str, typer.Argument(help="A game; see kessel list.")]
Scenario = Annotated[str, typer.Option("--scenario", "-s", help="See kessel list; the whole battle if not given.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Budget = Annotated[
    float | None, typer.Option(min=0.0, help="Seconds that a commander with a clock has for a turn of his side.")
]
Workers = Annotated[int, typer.Option(min=0, help="Processes; one for each core if not given.")]
Resume = Annotated[
    Path | None, typer.Option(help="A file that keeps every finished game; a stopped run goes on from it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


@contextmanager
def _bar(title: str, resume: Path | None) -> Iterator[Callable[[int, int], None]]:
    """A progress bar; whoever stops the run is told how it goes on."""
    done = 0

    def update(games: int, total: int) -> None:
        nonlocal done
        done = games
        bar.update(task, completed=games, total=total)

    try:
        with progress_bar() as bar:
            task = bar.add_task(title, total=None)
            yield update
    except KeyboardInterrupt:
        kept = f"{done} games are in {resume}; the same command goes on from there" if resume else "nothing is kept"
        progress_console.print(f"kessel: stopped: {kept}", markup=False, soft_wrap=True)
        raise typer.Exit(130) from None


def arena_command(
    game: GameName,
    commanders: Annotated[
        list[str] | None, typer.Argument(help="Commanders for a table: each meets each. See also --all.")
    ] = None,
    a: Annotated[str, typer.Option("--a", help="A commander: " + ", ".join(names()) + ".")] = "",
    b: Annotated[str, typer.Option("--b", help="Another.")] = "",
    everyone: Annotated[bool, typer.Option("--all", help="A table of all commanders.")] = False,
    games: Annotated[int, typer.Option(min=1, help="Games for each pairing.")] = 40,
    seed: Seed = 1,
    scenario: Scenario = "",
    budget: Budget = None,
    workers: Workers = 0,
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Rate computer commanders against each other."""
    several = names() if everyone else commanders or []
    if bool(several) == bool(a or b) or bool(a) != bool(b):
        raise KesselError("name two commanders (--a NAME --b NAME), several (NAME NAME NAME), or --all")
    match: Callable[..., dict[str, Any]] = (
        partial(round_robin, game, several) if several else partial(arena, game, a, b)
    )
    with _bar(f"arena {game}", resume) as progress:
        result = match(games, seed, scenario=scenario, budget=budget, workers=workers, resume=resume, progress=progress)
    if as_json:
        put_json(result)
    else:
        show = _show_table if several else _show_match
        show(result)
        for fault in result["faults"]:
            console.print(fault, style="red", markup=False)
    raise typer.Exit(1 if result["faults"] else 0)


def study_command(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 500,
    commander: Annotated[
        list[str] | None,
        typer.Option("--commander", "-c", help="Who commands: cadet, or german=cadet for one side; may be repeated."),
    ] = None,
    scenario: Scenario = "",
    seed: Seed = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Change a value and compare: units.8GMech.track=[[9, 9], [6, 6]]; may be repeated."),
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder for report.html, games.csv and games.parquet.")] = Path("study"),
    data: Annotated[Path | None, typer.Option("--data", help="A folder with printed values of your own copy.")] = None,
    budget: Budget = None,
    workers: Workers = 0,
    ray: Annotated[str, typer.Option(help="Play on the Ray cluster at this address; local starts one here.")] = "",
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Play a scenario many times and report what happens."""
    check_libraries()
    with _bar(f"study {game}", resume) as progress:
        found = study(
            game,
            games,
            commander or ["cadet"],
            scenario=scenario,
            seed=seed,
            settings=settings or [],
            data=data,
            budget=budget,
            workers=workers,
            ray=ray,
            resume=resume,
            progress=progress,
        )
    files = write_report(found, out)
    summary = found.summary()
    if as_json:
        put_json({**summary, "files": [str(file) for file in files]})
    else:
        _show_study(summary)
        for file in files:
            console.print(f"{file} is written.", markup=False)
    raise typer.Exit(1 if summary["faults"] else 0)


def _show_study(summary: dict[str, Any]) -> None:
    console.print(f"{summary['game']}, {summary['scenario']}, {summary['games']} games, seed {summary['seed']}")
    table = Table("", "won by", "games", "share", f"{_confidence(summary)} interval", box=SIMPLE, pad_edge=False)
    for name, found in summary["variants"].items():
        for who, o in found["outcomes"].items():
            table.add_row(name, who, str(o["games"]), f"{o['value']:.1%}", f"{o['low']:.1%} to {o['high']:.1%}")
    console.print(table)
    for name, found in summary["variants"].items():
        if found["games"]:
            low, high = found["score"]["interval"]
            console.print(f"Score, {name}: {found['score']['mean']:.2f} ({low:.2f} to {high:.2f}).")
    if "score" in summary["historical"]:
        console.print(f"Historical score: {summary['historical']['score']}.")
    if "result" in summary["historical"]:
        console.print(f"Historical result: {str(summary['historical']['result']).replace('_', ' ')}.")
    if summary["difference"]:
        score = summary["difference"]["score"]
        console.print(
            f"The change moves the score by {score['value']:+.2f} ({score['low']:+.2f} to {score['high']:+.2f})."
        )
        for side, win in summary["difference"]["wins"].items():
            low, high = 100 * win["low"], 100 * win["high"]
            console.print(f"{side} wins: {100 * win['value']:+.1f} points ({low:+.1f} to {high:+.1f}).")
    for fault in summary["faults"]:
        console.print(fault, style="red", markup=False)


def _show_match(result: dict[str, Any]) -> None:
    a, b = result["a"], result["b"]
    console.print(f"{result['game']}, {result['scenario']}, {result['games']} games, seed {result['seed']}")
    table = Table("commander", "won", "drawn", "lost", "mean", "worst", "turn", box=SIMPLE, pad_edge=False)
    for name, who, other in ((a, "a", "b"), (b, "b", "a")):
        won, lost = result[f"{who}_wins"], result[f"{other}_wins"]
        table.add_row(name, str(won), str(result["draws"]), str(lost), *_times(result["time"][who]))
    console.print(table)
    low, high = result["score_interval"]
    console.print(f"{a} scores {result['score']:.1%} ({low:.1%} to {high:.1%}).")
    low, high = result["interval"]
    console.print(f"Elo difference: {result['elo']:+.0f} ({low:+.0f} to {high:+.0f}), {_confidence(result)}.")
    sides = ", ".join(f"{side} {won}" for side, won in result["wins_by_side"].items())
    console.print(f"Games won by side: {sides}.")
    _show_rest(result)


def _show_table(result: dict[str, Any]) -> None:
    console.print(f"{result['game']}, {result['scenario']}, {result['games']} games, seed {result['seed']}")
    headings = ("commander", "Elo", f"{_confidence(result)} interval", "W-D-L", "mean", "worst", "turn")
    table = Table(*headings, box=SIMPLE, pad_edge=False)
    for row in result["commanders"]:
        low, high = row["interval"]
        counts = "-".join(str(row[key]) for key in ("wins", "draws", "losses"))
        table.add_row(row["name"], f"{row['elo']:+.0f}", f"{low:+.0f} to {high:+.0f}", counts, *_times(row["time"]))
    console.print(table)
    for m in result["matches"]:
        console.print(f"{m['a']} - {m['b']}: {m['a_wins']} won, {m['draws']} drawn, {m['b_wins']} lost.")
    _show_rest(result)


def _show_rest(result: dict[str, Any]) -> None:
    console.print("Time to decide: on average, at worst, and all decisions of the worst turn.")
    console.print(f"Illegal actions: {result['illegal']}. Crashes: {result['crashes']}.")


def _confidence(result: dict[str, Any]) -> str:
    return f"{result['confidence']:.0%}"


def _times(time: dict[str, float]) -> tuple[str, str, str]:
    return tuple(_seconds(time[key]) for key in ("mean", "worst", "worst_turn"))  # type: ignore[return-value]


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
