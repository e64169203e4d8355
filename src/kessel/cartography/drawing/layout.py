"""Where everything on a map goes before a line is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kessel.cartography.drawing import curves, field, labels, rim, towns, water, ways
from kessel.cartography.drawing.labels import CourseName, Label
from kessel.cartography.drawing.sheet import Box, Occupied, Sheet
from kessel.cartography.drawing.water import Course
from kessel.cartography.drawing.ways import Net
from kessel.cartography.plane import Point


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines, spots and names of a map, and the room that they leave for the marks of the terrain."""

    rivers: Sequence[Course]
    streams: Sequence[Sequence[Point]]
    roads: Net
    rails: Net
    bridges: Sequence[tuple[Point, float]]
    places: Mapping[str, Point]
    marks: Mapping[str, Point]
    numbers: Mapping[str, Point]
    names: Sequence[Label]
    course_names: Sequence[CourseName]
    frontiers: Mapping[str, Sequence[Sequence[Point]]]
    busy: Occupied
    taken: Occupied


def lay_out(sheet: Sheet) -> Layout:
    """The layout of a map."""
    rivers = water.courses(sheet)
    roads = ways.road_net(sheet)
    rails = ways.rail_net(sheet, roads)
    bridges = ways.bridges(sheet, roads, rails, rivers)
    places = {p["name"]: _spot(sheet, p["hex"], bool(p.get("population")), roads, rails) for p in sheet.map["places"]}
    marks = rim.mark_spots(sheet)
    blocks = [_square(places[p["name"]], towns.radius(p)) for p in sheet.map["places"]]
    blocks += [_square(at, rim.MARK + 2) for at in marks.values()]

    wet, busy = Occupied(), Occupied()
    _take_lines(wet, busy, rivers, (roads, rails), 0.0)
    busy.take((at for at, _ in bridges), 9)
    # Names keep clear of the numbers where they can; where they cannot, the number makes room.
    lettered = Occupied()
    for at in marks.values():
        lettered.take_box(_square(at, rim.MARK + 2))
    first = field.number_spots(sheet, wet, busy, lettered)
    names = labels.place_names(sheet, places, blocks, wet, busy, [field.number_box(at) for at in first.values()])
    for label in names:
        lettered.take_box(label.box)
    numbers = field.number_spots(sheet, wet, busy, lettered)
    number_boxes = [field.number_box(at) for at in numbers.values()]

    near, taken = Occupied(), Occupied()
    for room, margin in ((near, 0.0), (taken, 4.0)):
        for box in (*number_boxes, *blocks, *(label.box for label in names)):
            room.take_box(box)
        _take_lines(room, room, rivers, (roads, rails), margin)
    frontiers = field.frontiers(sheet)
    course_names = labels.area_names(sheet, frontiers, near)
    for line in (line for lines in frontiers.values() for line in lines):
        near.take(curves.sample(line, 4), 3)
    course_names += labels.river_names(sheet, rivers, near)
    for course in course_names:
        taken.take(curves.shifted(course.baseline, course.size * 0.36), course.size * 0.55)
    streams = water.streams(sheet, rivers)
    for line in streams:
        taken.take(curves.sample(line, 3), 2)
    return Layout(
        rivers, streams, roads, rails, bridges, places, marks, numbers, names, course_names, frontiers, busy, taken
    )


def _take_lines(wet: Occupied, busy: Occupied, rivers: Sequence[Course], nets: Sequence[Net], margin: float) -> None:
    for river in rivers:
        wet.take(river.line[::2], max(river.widths) / 2 + 2 * margin)
    for net in nets:
        for line in net.lines:
            busy.take(curves.sample(line.drawn(), 6), 2 + margin)


def _spot(sheet: Sheet, name: str, population: bool, roads: Net, rails: Net) -> Point:
    """A place of population stands in the middle of its hex, a village on the road that passes through."""
    centre = sheet.centre(name)
    return centre if population else roads.at.get(name, rails.at.get(name, centre))


def _square(at: Point, radius: float) -> Box:
    return at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius
