"""What a study leaves behind: a page to read, and its games as CSV and Parquet."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from kessel.engine import KesselError
from kessel.engine.data import write_text
from kessel.engine.extras import extra
from kessel.studies import charts, heat
from kessel.studies.rating import Estimate
from kessel.studies.study import Study, Variant

TEMPLATE = Path(__file__).with_name("report.html.j2")
WHAT = "kessel study"


def check_libraries() -> None:
    """Whether all that a report needs is installed, before hours of play."""
    with extra("studies", WHAT):
        import jinja2  # noqa: F401, PLC0415 - an optional extra
        import pyarrow.parquet  # noqa: F401, PLC0415
        import scipy.stats  # noqa: F401, PLC0415


def write_report(study: Study, folder: Path) -> list[Path]:
    """Write report.html, games.csv and games.parquet."""
    with extra("studies", WHAT):
        from pyarrow import csv, parquet  # noqa: PLC0415 - an optional extra

    page, text, columns = (folder / name for name in ("report.html", "games.csv", "games.parquet"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = games_table(study)
        csv.write_csv(found.drop_columns(["fights_by_hex", "losses_by_turn"]), text)
        parquet.write_table(found, columns)
    except OSError as error:
        raise KesselError(f"{folder}: {error.strerror or error}") from None
    write_text(page, html(study))
    return [page, text, columns]


def games_table(study: Study) -> Any:
    """A row for each game; what does not fit a cell (fights by hex, losses by turn) is nested."""
    with extra("studies", WHAT):
        import pyarrow as pa  # noqa: PLC0415 - an optional extra

    rows = []
    for variant in study.variants:
        for n, p in enumerate(variant.played):
            row: dict[str, Any] = {
                "variant": variant.name,
                "game": n,
                "seed": f"{study.seed}-{n}",
                "winner": p.winner or "draw",
                "score": p.score,
                "turns": p.turns,
                "decisions": p.decisions,
                "rolls": p.rolls,
                "fights": sum(p.fights.values()),
                "fault": p.fault.text if p.fault else "",
            }
            for side in study.game.sides:
                row[f"{side}_steps_lost"], row[f"{side}_units_lost"] = p.lost(side)
                row[f"{side}_seconds"] = round(p.clocks[side].total, 6)
            row["fights_by_hex"] = [{"hex": name, "fights": count} for name, count in p.fights.items()]
            row["losses_by_turn"] = [
                {"turn": t.turn, "side": t.side, "steps": t.steps, "units": t.units} for t in p.losses
            ]
            rows.append(row)
    nested = {
        "fights_by_hex": pa.list_(pa.struct([("hex", pa.string()), ("fights", pa.int64())])),
        "losses_by_turn": pa.list_(
            pa.struct([("turn", pa.int64()), ("side", pa.string()), ("steps", pa.int64()), ("units", pa.int64())])
        ),
    }
    kinds = {int: pa.int64(), float: pa.float64(), str: pa.string()}
    schema = pa.schema([(name, nested.get(name) or kinds[type(value)]) for name, value in rows[0].items()])
    return pa.Table.from_pylist(rows, schema=schema)


def html(study: Study) -> str:
    """The page: self-contained, light or dark, fit to be printed."""
    with extra("studies", WHAT):
        import jinja2  # noqa: PLC0415 - an optional extra

    template = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        TEMPLATE.read_text(encoding="utf-8")
    )
    return template.render(_Page(study).content())


class _Page:
    """The findings of a study in words and pictures."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.game = study.game
        self.found = study.summary()
        self.kinds = {side: f"side-{n}" for n, side in enumerate(self.game.sides)} | {"draw": "draw"}
        self.names = {side: self.game.label("side", side) for side in self.game.sides} | {"draw": "draw"}

    def content(self) -> dict[str, Any]:
        """Everything the template asks for."""
        study, game = self.study, self.game
        scenario = game.scenarios[study.scenario]
        hottest = max((v for found in self.found["variants"].values() for v in found["hexes"].values()), default=0.0)
        return {
            "title": scenario.title["en"],
            "game": game.title["en"],
            "summary": scenario.summary["en"],
            "commanders": [(self.names[side], name) for side, name in study.commanders.items()],
            "games": self.found["games"],
            "seed": study.seed,
            "confidence": f"{self.found['confidence']:.0%}",
            "settings": study.settings,
            "faults": self.found["faults"],
            "history": self.history(),
            "outcomes": self.outcomes(),
            "outcome_rows": self.outcome_rows(),
            "legend": [(self.kinds[key], self.names[key]) for key in self.kinds],
            "sides": [(self.kinds[side], self.names[side]) for side in game.sides],
            "variants": [self.variant(variant, hottest) for variant in study.variants],
            "turns": self.turns(),
            "told": any(turn["text"] for turn in study.history["turns"].values()),
            "difference": self.difference(),
            "ground": heat.ground(game, study.scenario),
            "ramp": [heat.colour(n / 10) for n in range(11)],
            "hottest": f"{hottest:.1f}",
            "provenance": game.provenance,
        }

    def outcomes(self) -> str:
        """Who won, as bars."""
        rows = []
        for name, found in self.found["variants"].items():
            pieces = [(self.kinds[key], self.names[key], o["value"]) for key, o in found["outcomes"].items()]
            rows.append((name, pieces))
        return charts.shares(rows, "Who won")

    def outcome_rows(self) -> list[tuple[str, str, int, str, str]]:
        """Who won, as numbers."""
        return [
            (name, self.names[key], o["games"], f"{o['value']:.1%}", f"{o['low']:.1%} to {o['high']:.1%}")
            for name, found in self.found["variants"].items()
            for key, o in found["outcomes"].items()
        ]

    def history(self) -> dict[str, Any] | None:
        """How it really went, beside what the games gave."""
        known = self.study.history
        lines = []
        played = self.study.variants[0].sound
        if "score" in known and played:
            below, equal = (sum(t(p.score, known["score"]) for p in played) / len(played) for t in (_less, _equal))
            lines.append(
                f"Score {known['score']}. Of the games, {below:.0%} ended below it, {equal:.0%} at it, "
                f"{1 - below - equal:.0%} above it."
            )
        if "result" in known:
            winner = next((side for side in self.game.sides if str(known["result"]).startswith(side)), "draw")
            share = sum((p.winner or "draw") == winner for p in played) / max(1, len(played))
            result = str(known["result"]).replace("_", " ")
            lines.append(f"Result: {result}. {share:.0%} of the games ended in favour of that side.")
        if "summary" in known:
            lines.append(str(known["summary"]["en"]))
        return {"lines": lines} if lines else None

    def variant(self, variant: Variant, hottest: float) -> dict[str, Any]:
        """The scores, losses and fights of one set of values."""
        found = self.found["variants"][variant.name]
        counts: dict[int, Counter[str]] = {}
        for p in variant.sound:
            counts.setdefault(p.score, Counter())[p.winner or "draw"] += 1
        score = found["score"]
        turns = _by_turn(found["losses"])
        losses = {
            kind: charts.columns(
                [
                    (
                        f"turn {turn}" if len(turns) < 5 else str(turn),
                        [(self.kinds[t["side"]], self.names[t["side"]], t[kind]) for t in tolls],
                    )
                    for turn, tolls in turns.items()
                ],
                f"{kind} lost a turn, {variant.name}",
            )
            for kind in ("steps", "units")
        }
        return {
            "name": variant.name,
            "games": found["games"],
            "scores": counts
            and charts.histogram(counts, self.span(), self.kinds, self.mark(), f"Scores, {variant.name}"),
            "score": counts
            and f"mean {score['mean']:.2f} ({score['interval'][0]:.2f} to {score['interval'][1]:.2f}), "
            f"standard deviation {score['deviation']:.2f}, "
            f"quartiles {', '.join(f'{q:g}' for q in score['quartiles'])}",
            "losses": losses,
            "fights": f"{found['fights']:.1f}",
            "map": heat.heat_map(
                self.game, self.study.scenario, found["hexes"], hottest, f"Where the fighting was, {variant.name}"
            ),
            "places": [(self.game.label("hex", name), f"{v:.2f}") for name, v in list(found["hexes"].items())[:10]],
        }

    def mark(self) -> tuple[float, str] | None:
        """The historical score."""
        real = self.study.history.get("score")
        return None if real is None else (real, f"historical {real}")

    def span(self) -> tuple[int, int]:
        """The lowest and highest score of all games and of history."""
        scores = [p.score for variant in self.study.variants for p in variant.sound]
        mark = self.mark()
        scores += [round(mark[0])] if mark else []
        return min(scores), max(scores)

    def turns(self) -> list[dict[str, Any]]:
        """The turns with what history has to say of them, and the losses of the games beside it."""
        losses = _by_turn(next(iter(self.found["variants"].values()))["losses"])
        known = self.study.history["turns"]
        return [
            {
                "turn": turn,
                "dates": "{from} to {to}".format_map(known[turn]) if turn in known else "",
                "history": known[turn]["text"] if turn in known else "",
                "losses": [f"{t['steps']:.1f} / {t['units']:.1f}" for t in losses.get(turn, [])] or [""] * 2,
            }
            for turn in sorted({*known, *losses})
        ]

    def difference(self) -> dict[str, Any] | None:
        """What the changed values do."""
        found = self.found["difference"]
        if found is None:
            return None
        wins = [(f"{self.names[side]} wins", Estimate(**v)) for side, v in found["wins"].items()]
        measures = [("score", Estimate(**found["score"]))]
        for kind in ("steps", "units"):
            measures += [(f"{self.names[s]} {kind} lost", Estimate(**v)) for s, v in found[f"{kind}_lost"].items()]
        return {
            "pairs": found["pairs"],
            "wins": charts.whiskers([(name, e, _percent(e)) for name, e in wins], "Change of the share of wins"),
            "measures": charts.whiskers([(name, e, _plain(e)) for name, e in measures], "Change of score and losses"),
        }


def _less(a: float, b: float) -> bool:
    return a < b


def _equal(a: float, b: float) -> bool:
    return a == b


def _percent(found: Estimate) -> str:
    return f"{100 * found.value:+.1f} ({100 * found.low:+.1f} to {100 * found.high:+.1f}) points"


def _plain(found: Estimate) -> str:
    return f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def _by_turn(losses: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    turns: dict[int, list[dict[str, Any]]] = {}
    for toll in losses:
        turns.setdefault(toll["turn"], []).append(toll)
    return turns
