"""The map as one SVG picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kessel.cartography.drawing import field, labels, svg, terrain, towns, water, ways
from kessel.cartography.drawing.sheet import Box, Occupied, Sheet


def draw_map(drawn: Mapping[str, Any], *, scale: float = 100.0, language: str = "en") -> str:
    sheet = Sheet(drawn, language)
    rivers = water.courses(sheet)
    brooks = water.streams(sheet, rivers)
    roads = ways.road_net(sheet)
    rails = ways.rail_net(sheet, roads)
    crossings = ways.bridges(sheet, roads, rails, rivers)
    spots = {p["name"]: _spot(sheet, p, roads, rails) for p in drawn["places"]}
    numbers = field.number_boxes(sheet)
    wet, busy = Occupied(), Occupied()
    for river in rivers:
        wet.take(river.line[::2], max(river.widths) / 2)
    for net in (roads, rails):
        for line in net.lines:
            busy.take(curves_sample(line.drawn()), 2.5)
    blocks: list[Box] = []
    for p in drawn["places"]:
        x, y = spots[p["name"]]
        r = towns.radius(p["kind"])
        blocks.append((x - r, y - r, x + r, y + r))
    names = labels.place_names(sheet, spots, blocks, wet, busy, numbers)
    taken = Occupied()
    for river in rivers:
        taken.take(river.line[::2], max(river.widths) / 2 + 5)
    for net in (roads, rails):
        for line in net.lines:
            taken.take(curves_sample(line.drawn()), 4)
    for box in (*numbers, *blocks, *(n.box for n in names)):
        taken.take_box(box)
    named = Occupied()
    for box in (*numbers, *blocks, *(n.box for n in names)):
        named.take_box(box)
    for net in (roads, rails):
        for line in net.lines:
            named.take(curves_sample(line.drawn()), 2)
    for river in rivers:
        named.take(river.line[::2], max(river.widths) / 2)
    river_names = labels.river_names(rivers, named)
    for rn in river_names:
        taken.take([p for p in rn.baseline], 13)
    left, top, right, bottom = (v * scale / 100 for v in sheet.box)
    k = scale / 100
    body = [
        svg.tag("defs", *field.definitions(sheet), *terrain.definitions(), *towns.definitions(), *ways.definitions()),
        svg.group("terrain", [*field.paper(sheet), *terrain.ground(sheet), *field.areas(sheet), *terrain.marks(sheet, taken)], clip_path="url(#field)"),
        svg.group("grid", field.grid(sheet)),
        svg.group("rivers", [*water.draw(rivers, brooks)], clip_path="url(#field)"),
        svg.group("roads", [*ways.draw(roads, rails), *ways.draw_bridges(crossings)], clip_path="url(#field)"),
        svg.group("numbers", field.numbers(sheet)),
        svg.group("places", [*(t for p in drawn["places"] for t in towns.draw(p, spots[p["name"]])), *labels.draw_rivers(river_names), *labels.draw(names)]),
    ]
    inner = svg.tag("g", "\n".join(body), transform=f"scale({k})", font_family=svg.FONT)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {right-left:.1f} {bottom-top:.1f}" width="{right-left:.0f}" height="{bottom-top:.0f}">{inner}</svg>'


def curves_sample(points):
    from kessel.cartography.drawing import curves
    return curves.sample(points, 5)


def _spot(sheet, place, roads, rails):
    h = place["hex"]
    if place.get("population"):
        return sheet.centre(h)
    return roads.at.get(h, rails.at.get(h, sheet.centre(h)))
