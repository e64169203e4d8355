"""Commands and their options; each hands over to the module that does the work."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from kessel.cli import lab as laboratory
from kessel.cli import play as playing
from kessel.cli.maps import map_command
from kessel.cli.output import console, progress_bar, put_json
from kessel.cli.studies import arena_command, study_command
from kessel.engine import KesselError, Record, Rulebook
from kessel.engine.record import replay as replay_record
from kessel.engine.record import verify as verify_record
from kessel.engine.text import LANGUAGES
from kessel.games import GAMES, load
from kessel.testing import soak as soak_games
from kessel.testing.coverage import coverage

app = typer.Typer(
    help="Operational hex-and-counter wargames of the Eastern Front, played by the book.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(help="A game: " + ", ".join(GAMES) + ".")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def _language(name: str) -> str:
    if name not in LANGUAGES:
        raise KesselError(f"there is no language {name!r}; there are {', '.join(LANGUAGES)}")
    return name


Language = Annotated[str, typer.Option("--language", "-l", help="en or es.", callback=_language)]
Data = Annotated[Path | None, typer.Option("--data", help="A folder with printed values of your own copy.")]


@app.command("list")
def list_command(as_json: AsJson = False, language: Language = "en") -> None:
    """The games with their scenarios and options."""
    rows: list[dict[str, Any]] = []
    for name in GAMES:
        game = load(name)
        rows.append(
            {
                "id": game.id,
                "title": game.title[language],
                "rules": game.version,
                "sides": list(game.sides),
                "scenarios": [
                    {"id": s.id, "title": s.title[language], "turns": s.turns, "learning": s.learning}
                    for s in game.scenarios.values()
                ],
                "options": [{"id": o.id, "title": o.title[language], "rule": o.rule} for o in game.options.values()],
                "provenance": dict(game.provenance),
            }
        )
    if as_json:
        put_json(rows)
        return
    for row in rows:
        console.print(f"[bold]{row['title']}[/bold]  ({row['id']})")
        for scenario in row["scenarios"]:
            mark = "  learning" if scenario["learning"] else ""
            console.print(f"  {scenario['id']:<20} {scenario['title']}, {scenario['turns']} turns{mark}")
        for option in row["options"]:
            console.print(f"  --option {option['id']:<11} {option['title']} ({option['rule']})")
        console.print("  Where the values come from:")
        for file, origin in row["provenance"].items():
            console.print(f"    {file}: {origin}")


app.command("map", help="Build, check or draw a map.")(map_command)


@app.command()
def rules(
    game: GameName,
    query: Annotated[str, typer.Argument(help="A clause (7.2-c), a chapter (7) or words to look for.")] = "",
    show_coverage: Annotated[bool, typer.Option("--coverage", help="Which tests prove which clause.")] = False,
    tests: Annotated[Path | None, typer.Option(help="The folder with the tests.")] = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Read the rulebook, or see which tests prove it."""
    book = load(game).rulebook(language)
    if show_coverage:
        report = coverage(load(game), tests)
        if as_json:
            put_json(report)
            return
        table = Table("clause", "title", "tests")
        for clause in book.tested():
            proofs = report["tests"].get(clause, [])
            table.add_row(clause, book.clauses[clause].title, str(len(proofs)) if proofs else "[red]none[/red]")
        console.print(table)
        console.print(f"{report['covered']} of {report['clauses']} clauses have a test.")
        return
    found = _search(book, query)
    if as_json:
        put_json([c._asdict() for c in found])
        return
    if not found:
        raise KesselError(f"no clause of {game} matches {query!r}")
    for found_clause in found:
        console.print(f"[bold]{found_clause.id}[/bold] {found_clause.title}", markup=True)
        console.print(f"  {found_clause.text}", markup=False)
        for ruling in book.rulings.values():
            if query and found_clause.id in ruling.clauses:
                console.print(f"  {ruling.id}: {ruling.ruling}", style="dim", markup=False)


def _search(book: Rulebook, query: str) -> list[Any]:
    if query in book.clauses:
        return [book.clauses[query]]
    chapter = [c for c in book.clauses.values() if c.id.split("-")[0] == query or c.id.startswith(f"{query}.")]
    if chapter:
        return chapter
    words = query.lower()
    return [c for c in book.clauses.values() if words in f"{c.title} {c.text}".lower()]


@app.command()
def lab(
    position: Annotated[str, typer.Argument(help="A position file (JSON), or - for standard input.")],
    do: Annotated[list[str] | None, typer.Option("--do", help="An action to play; may be repeated.")] = None,
    dice: Annotated[str, typer.Option(help="The dice, in order: 3,1.")] = "",
    legal: Annotated[bool, typer.Option("--legal", help="List the legal actions.")] = False,
    preview: Annotated[str, typer.Option(help="The odds of: attack HEX UNIT ...")] = "",
    game: Annotated[str, typer.Option(help="The game, if the position does not say.")] = "breakout",
    as_json: AsJson = False,
    language: Language = "en",
    data: Data = None,
) -> None:
    """Put a position on the table, play actions with given dice, and see what happens."""
    raise typer.Exit(
        laboratory.run(position, do or [], dice, legal, preview, game, as_json=as_json, language=language, data=data)
    )


@app.command()
def play(
    game: GameName = "breakout",
    scenario: Annotated[str, typer.Option("--scenario", "-s", help="See kessel list.")] = "",
    side: Annotated[
        list[str] | None, typer.Option("--side", help="Who plays a side: german=random. People play the others.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The secret of the dice; a fresh one if not given.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="Switch an optional rule on.")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", "-r", help="Where the game is kept; go on if it exists.")
    ] = None,
    language: Language = "en",
    data: Data = None,
) -> None:
    """Play a battle at the terminal with typed actions."""
    playing.run(
        load(game, data),
        scenario,
        players=_pairs(side or []),
        seed=seed,
        options=dict.fromkeys(option or [], True),
        record=record,
        language=language,
    )


def _pairs(items: list[str]) -> dict[str, str]:
    pairs = {}
    for item in items:
        name, sign, value = item.partition("=")
        if not sign:
            raise KesselError(f"--side {item}: write it as german=random")
        pairs[name] = value
    return pairs


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8080,
    database: Annotated[
        str, typer.Option(help="A file, or a URL such as postgresql://...; a file of your own if not given.")
    ] = "",
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in your browser.")] = False,
) -> None:
    """Serve the table in the browser."""
    from kessel.cli.serve import run_server  # noqa: PLC0415 - the server's libraries take time to load

    run_server(host, port, database, open_page=open_page)


RecordFile = Annotated[Path, typer.Argument(help="A record (.kessel).")]


@app.command()
def replay(
    file: RecordFile,
    at: Annotated[int, typer.Option(help="Stop after this entry.")] = 0,
    side: Annotated[str, typer.Option(help="Only what this side heard of.")] = "",
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Play a record again, checking every position, and print its war diary."""
    record = Record.load(file)
    game = load(record.header.game)
    if side and side not in game.sides:
        raise KesselError(f"there is no side {side!r}; sides are {', '.join(game.sides)}")
    count = 0
    state = None
    for entry, state in replay_record(game, record):
        if entry is None:
            continue
        count += 1
        if not as_json:
            for event in state.log:
                if not side or event.to in (None, side):
                    told = game.describe(event, language)
                    console.print(f"{entry.n:5} {told}  [dim]{' '.join(event.rules)}[/dim]")
        if at and entry.n >= at:
            break
    if state is None:
        raise KesselError(f"{file}: the record has no position")
    if as_json:
        put_json({"entries": count, "digest": state.digest(), "position": state.position()})
    else:
        console.print(f"{count} entries replayed; the position is {state.digest()}.")


@app.command()
def verify(file: RecordFile, as_json: AsJson = False) -> None:
    """Compute every roll of a finished game again from its seed."""
    record = Record.load(file)
    result = verify_record(load(record.header.game), record)
    if as_json:
        put_json({"ok": True, **result})
    else:
        console.print(f"Fair: {result['rolls']} rolls in {result['entries']} entries follow from the committed seed.")


@app.command()
def soak(
    game: GameName,
    games: Annotated[int, typer.Option(min=1)] = 20,
    seed: Annotated[int, typer.Option()] = 1,
    scenario: Annotated[str, typer.Option("--scenario", "-s")] = "",
    stride: Annotated[int, typer.Option(min=1, help="Whole-position checks at every n-th decision.")] = 8,
    as_json: AsJson = False,
) -> None:
    """Play many games at random with every invariant checked."""
    known = load(game)
    if scenario and scenario not in known.scenarios:
        raise KesselError(f"{game} has no scenario {scenario!r}; it has {', '.join(known.scenarios)}")
    with progress_bar() as progress:
        task = progress.add_task(f"soak {game}", total=games)
        result = soak_games(
            game,
            games,
            seed,
            scenario=scenario,
            stride=stride,
            progress=lambda done, report: progress.update(task, completed=done),
        )
    if as_json:
        put_json(result)
    else:
        console.print(f"{result['games']} games, {result['decisions']} decisions.")
        for violation in result["violations"]:
            console.print(violation, style="red", markup=False)
        console.print("No violation." if not result["violations"] else f"{len(result['violations'])} violations.")
    raise typer.Exit(1 if result["violations"] else 0)


@app.command()
def bench(as_json: AsJson = False) -> None:
    """Measure speed beside the alternatives, in one run."""
    from kessel.cli.bench import run_benchmarks  # noqa: PLC0415 - its libraries are an optional extra

    with progress_bar() as progress:
        task = progress.add_task("bench", total=None)
        results = run_benchmarks(lambda name: progress.update(task, description=f"bench: {name}"))
    if as_json:
        put_json({"results": results})
        return
    table = Table("benchmark", "value", "unit", "beside", "value", "ratio")
    for row in results:
        beside = row["baseline"]
        table.add_row(
            row["name"],
            f"{row['value']:,.2f}",
            row["unit"],
            beside["name"] if beside else "",
            f"{beside['value']:,.2f}" if beside else "",
            f"{row['ratio']:.2f}" if row["ratio"] else "",
        )
    console.print(table)


app.command("arena", help="Rate computer commanders against each other.")(arena_command)
app.command("study", help="Play a scenario many times and report what happens.")(study_command)


def main() -> None:
    """Run the command; what a person did wrong is one line, not a traceback."""
    try:
        app()
    except KesselError as error:
        if "--json" in sys.argv:
            put_json({"error": str(error)})
        console.file = sys.stderr
        console.print(f"kessel: {error}", style="red", markup=False)
        sys.exit(2)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)
