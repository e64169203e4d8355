"""The map as one SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kessel.cartography.drawing import areas as regions
from kessel.cartography.drawing import counters as tiles
from kessel.cartography.drawing import field, labels, margin, rim, svg, terrain, towns, water, ways
from kessel.cartography.drawing.layout import Layout, lay_out
from kessel.cartography.drawing.legend import Legend
from kessel.cartography.drawing.sheet import UNIT, Sheet


def view_box(drawn: Mapping[str, Any], scale: float = UNIT) -> tuple[float, float, float, float]:
    """Left, top, width and height of the map drawn without its frame: plane coordinates times scale."""
    left, top, right, bottom = Sheet(drawn).box
    k = scale / UNIT
    return left * k, top * k, (right - left) * k, (bottom - top) * k


def draw_map(
    drawn: Mapping[str, Any],
    *,
    counters: Sequence[Mapping[str, Any]] = (),
    scale: float = UNIT,
    language: str = "en",
    frame: bool = True,
    legend: Legend | None = None,
    areas: str | None = None,
) -> str:
    """A map as SVG, with counters on it.

    A point (x, y) of the grid's plane lies at (x * scale, y * scale). With ``frame`` the sheet has its margins, title
    and legend; without it the picture is exactly the box around the hexes (``view_box``), to lay other layers over.
    ``counters`` are counter specs with a ``hex``; several in one hex make a stack, the last on top. ``areas`` names
    a kind of areas ("setup") to be drawn over the country.
    """
    sheet = Sheet(drawn, language)
    pieces = list(tiles.on_map(counters, {name: sheet.centre(name) for name in sheet.grid.index}, UNIT))
    layout = lay_out(sheet)
    left, top, right, bottom = margin.page(sheet, legend) if frame else sheet.box
    k = scale / UNIT
    body = [
        svg.tag("defs", *_definitions(sheet)),
        *([svg.group("margin", margin.ground(sheet, legend))] if frame else ()),
        *_layers(sheet, layout, frame=frame, areas=areas),
        *([svg.group("furniture", margin.furniture(sheet, legend))] if frame else ()),
        svg.group("counters", pieces),
    ]
    box = " ".join(svg.number(v * k) for v in (left, top, right - left, bottom - top))
    return svg.tag(
        "svg",
        svg.tag("title", svg.escaped(str(drawn["title"]))),
        svg.tag("g", "\n".join(body), transform=None if k == 1 else f"scale({k:g})"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=svg.number((right - left) * k),
        height=svg.number((bottom - top) * k),
        font_family=svg.FONT,
    )


def _definitions(sheet: Sheet) -> Iterator[str]:
    yield from field.definitions(sheet)
    for module in (terrain, towns, ways, rim):
        yield from module.definitions()


def _layers(sheet: Sheet, layout: Layout, *, frame: bool, areas: str | None) -> Iterator[str]:
    cut = "url(#field)"
    yield svg.group(
        "terrain",
        [
            *field.paper(sheet),
            *terrain.ground(sheet),
            *towns.ground(sheet.map["places"], layout.places),
            *field.areas(sheet, layout.frontiers),
            *terrain.marks(sheet, layout.taken),
            *labels.draw_regions(sheet),
        ],
        clip_path=cut,
    )
    yield svg.group("grid", field.grid(sheet))
    yield svg.group(
        "rivers", [*water.draw(layout.rivers, layout.streams), *ways.draw_bridges(layout.bridges)], clip_path=cut
    )
    yield svg.group("roads", ways.draw(layout.roads, layout.rails), clip_path=cut)
    if areas is not None:
        yield svg.group("areas", regions.draw(sheet, areas), clip_path=cut)
    edges = [svg.tag("g", *rim.lines(sheet), clip_path=cut), *(rim.bands(sheet) if frame else ())]
    yield svg.group("edges", [*edges, *rim.marks(sheet, layout.marks)])
    yield svg.group("numbers", field.numbers(layout.numbers))
    yield svg.group(
        "places",
        [
            *(part for p in sheet.map["places"] for part in towns.draw(p, layout.places[p["name"]], layout.busy)),
            *labels.draw_courses(layout.course_names),
            *labels.draw(layout.names),
        ],
    )
    if areas is not None:
        yield svg.group("area-names", regions.names(sheet, areas))
