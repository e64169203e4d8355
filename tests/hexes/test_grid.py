"""Numbers, neighbours and distances of random grids against the naive board."""

import re
from itertools import pairwise

import pytest
from hypothesis import strategies as st

from kessel.hexes import DIRECTIONS, Grid, HexError, members
from tests.hexes.worlds import LARGE, World, given, one, some, world, worlds

# -- numbers -------------------------------------------------------------------------------------------------


@given(worlds())
def test_names_and_index_are_inverse(w: World) -> None:
    grid = w.grid
    assert sorted(grid.index) == sorted(w.places)
    assert len(set(grid.index.values())) == len(w.places)
    for name, h in grid.index.items():
        assert 0 <= h < grid.size
        assert grid.names[h] == name
        assert grid.hex(name) == h
    assert {name for name in grid.names if name} == set(w.places)
    assert len(grid.names) == len(grid.neighbours) == len(grid.around) == grid.size


@given(worlds())
def test_valid_is_the_map_without_the_boxes(w: World) -> None:
    assert w.names(w.grid.valid) == set(w.board.spot)
    assert w.grid.valid.bit_count() == len(w.board.spot)


@given(st.data(), worlds())
def test_set_and_listed_are_inverse(data: st.DataObject, w: World) -> None:
    names = data.draw(some(w.places))
    bits = w.grid.set(names)
    assert sorted(w.grid.listed(bits)) == sorted(names)
    assert w.grid.listed(bits) == [w.grid.names[h] for h in members(bits)]


# -- neighbours ----------------------------------------------------------------------------------------------


@given(worlds())
def test_neighbours_in_every_direction(w: World) -> None:
    grid = w.grid
    for name in w.places:
        h = grid.index[name]
        found = [grid.names[n] if n >= 0 else None for n in grid.neighbours[h]]
        assert found == w.board.ways[name]
        assert w.names(grid.around[h]) == w.board.near[name]


@given(worlds())
def test_the_opposite_direction_leads_back(w: World) -> None:
    grid = w.grid
    for h in members(grid.valid):
        for d, n in enumerate(grid.neighbours[h]):
            if n >= 0:
                assert grid.neighbours[n][(d + 3) % 6] == h
                assert grid.direction(h, n) == d
                assert grid.direction(n, h) == (d + 3) % 6


@given(st.data(), worlds())
def test_spread_and_step(data: st.DataObject, w: World) -> None:
    names = data.draw(some(w.places))
    bits = w.bits(names)
    assert w.names(w.grid.spread(bits)) == {n for name in names for n in w.board.near[name]}
    for d in range(6):
        ahead = {w.board.ways[name][d] for name in names} - {None}
        assert w.names(w.grid.step(bits, d)) == ahead


@given(worlds(boxes=False), st.integers(1, 40))
def test_boxes_touch_nothing(w: World, count: int) -> None:
    board = w.board
    w = world(**{**vars_of(w), "boxes": tuple(f"Box {i}" for i in range(count))})
    assert w.names(w.grid.valid) == set(board.spot)
    for box in w.grid.boxes:
        h = w.grid.hex(box)
        assert not w.grid.valid >> h & 1
        assert w.grid.neighbours[h] == (-1,) * 6
        assert w.grid.around[h] == 0
        assert w.grid.spread(1 << h) == 0
        assert not any(w.grid.step(1 << h, d) for d in range(6))


def vars_of(w: World) -> dict[str, object]:
    board = w.board
    return {name: getattr(board, name) for name in board.__dataclass_fields__}


# -- distance ------------------------------------------------------------------------------------------------


@given(st.data(), worlds())
def test_distance_disc_and_ring(data: st.DataObject, w: World) -> None:
    grid = w.grid
    name = data.draw(one(w.board.spot))
    h = grid.index[name]
    steps = w.board.distances(name)
    for other, distance in steps.items():
        assert grid.distance(h, grid.index[other]) == distance
        assert grid.distance(grid.index[other], h) == distance
    for radius in range(max(steps.values()) + 2):
        assert w.names(grid.disc(h, radius)) == {n for n, d in steps.items() if d <= radius}
        assert w.names(grid.ring(h, radius)) == {n for n, d in steps.items() if d == radius}


def inside(grid: Grid) -> list[int]:
    """The hexes away from the edge: no part of a line between them is off the map."""
    return [h for h in members(grid.valid) if grid.around[h].bit_count() == 6]


def check_line(grid: Grid, a: int, b: int) -> None:
    """Distance + 1 hexes, each next to the last, each the nearest to its point of the straight line."""
    line = grid.line(a, b)
    n = grid.distance(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, n + 1)
    assert all(grid.distance(here, there) == 1 for here, there in pairwise(line))
    (xa, ya), (xb, yb) = grid.centre(a), grid.centre(b)
    taken = set()
    for i, h in enumerate(line[1:-1], 1):
        x, y = xa + (xb - xa) * i / n, ya + (yb - ya) * i / n
        nearest, second = sorted(away(grid, o, x, y) for o in members(grid.disc(h, 2)))[:2]
        assert abs(away(grid, h, x, y) - nearest) < 1e-9
        if second - nearest < 1e-9:
            cx, cy = grid.centre(h)
            taken.add((xb - xa) * (cy - y) > (yb - ya) * (cx - x))
    assert len(taken) <= 1, "of two equally near hexes it is always the one on the same side"


@given(st.data(), worlds(longest=14, ragged=False, boxes=False))
def test_line_on_a_full_grid(data: st.DataObject, w: World) -> None:
    if hexes := inside(w.grid):
        check_line(w.grid, data.draw(one(hexes)), data.draw(one(hexes)))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_line_from_two_hexes(orientation: str) -> None:
    w = world(columns=15, rows=15, orientation=orientation)
    for a in ("0202", "0809"):
        for b in inside(w.grid):
            check_line(w.grid, w.grid.hex(a), b)
            check_line(w.grid, b, w.grid.hex(a))


@given(st.data(), worlds())
def test_line_leaves_out_what_is_off_the_map(data: st.DataObject, w: World) -> None:
    grid = w.grid
    a, b = (grid.index[data.draw(one(w.board.spot))] for _ in range(2))
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    distances = [grid.distance(a, h) for h in line]
    assert distances == sorted(set(distances))
    for h in line:
        assert grid.valid >> h & 1
        assert grid.distance(a, h) + grid.distance(h, b) == grid.distance(a, b)


# -- the plane -----------------------------------------------------------------------------------------------


def away(grid: Grid, h: int, x: float, y: float) -> float:
    cx, cy = grid.centre(h)
    return ((cx - x) ** 2 + (cy - y) ** 2) ** 0.5


@given(worlds())
def test_centres_lie_where_the_naive_board_puts_them(w: World) -> None:
    """Up to one common shift of the whole map."""
    shifts = []
    for name in w.board.spot:
        x, y = w.grid.centre(w.grid.index[name])
        nx, ny = w.board.centre(name)
        shifts.append((x - nx, y - ny))
    assert shifts == [pytest.approx(shifts[0])] * len(shifts)


@given(worlds())
def test_neighbouring_centres_are_one_apart_and_share_two_corners(w: World) -> None:
    grid = w.grid
    for h in members(grid.valid):
        corners = grid.corners(h)
        assert len(corners) == 6
        for d, n in enumerate(grid.neighbours[h]):
            if n < 0:
                continue
            assert away(grid, n, *grid.centre(h)) == pytest.approx(1)
            theirs = grid.corners(n)
            back = (d + 3) % 6
            assert corners[d] == pytest.approx(theirs[(back + 1) % 6])
            assert corners[(d + 1) % 6] == pytest.approx(theirs[back])


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_directions_point_where_their_names_say(orientation: str) -> None:
    grid = Grid(5, 5, orientation)  # type: ignore[arg-type]
    h = grid.hex("0303")
    x, y = grid.centre(h)
    compass = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
    for name, n in zip(DIRECTIONS[orientation], grid.neighbours[h], strict=True):
        nx, ny = grid.centre(n)
        for letter in name:
            dx, dy = compass[letter]
            assert (nx - x) * dx + (ny - y) * dy > 0.4


@given(worlds(), st.floats(-2, 8), st.floats(-2, 10))
def test_nearest_is_the_hex_around_the_point(w: World, x: float, y: float) -> None:
    grid = w.grid
    closest = sorted(members(grid.valid), key=lambda h: away(grid, h, x, y))
    found = grid.nearest(x, y)
    if found is None:
        assert away(grid, closest[0], x, y) > 0.5 - 1e-9
        return
    assert away(grid, found, x, y) <= 1 / 3**0.5 + 1e-9
    assert away(grid, found, x, y) == pytest.approx(away(grid, closest[0], x, y))


@given(worlds())
def test_nearest_finds_every_hex_all_over_its_face(w: World) -> None:
    grid = w.grid
    for h in members(grid.valid):
        x, y = grid.centre(h)
        assert grid.nearest(x, y) == h
        for cx, cy in grid.corners(h):
            assert grid.nearest(x + (cx - x) * 0.99, y + (cy - y) * 0.99) == h
            beyond = grid.nearest(x + (cx - x) * 1.01, y + (cy - y) * 1.01)
            assert beyond is None or beyond in grid.neighbours[h]


# -- known facts ---------------------------------------------------------------------------------------------


def test_known_facts_of_a_large_map() -> None:
    grid = Grid(**LARGE)
    assert grid.valid.bit_count() == 1340
    assert set(grid.listed(grid.around[grid.hex("2019")])) == {"2018", "2020", "1919", "1920", "2119", "2120"}
    assert set(grid.listed(grid.around[grid.hex("2119")])) == {"2118", "2120", "2018", "2019", "2218", "2219"}
    assert grid.distance(grid.hex("2219"), grid.hex("2019")) == 2
    assert "0129" in grid.index
    assert "0229" not in grid.index


def test_the_large_map_agrees_with_the_naive_board() -> None:
    w = world(**LARGE, boxes=("Reserve", "Reinforcements"))
    for name in w.places:
        h = w.grid.index[name]
        assert w.names(w.grid.around[h]) == w.board.near[name]
        assert w.grid.spread(1 << h) == w.grid.around[h]
    for name in ("0101", "0129", "2019", "4728", "4628"):
        for other, distance in w.board.distances(name).items():
            assert w.grid.distance(w.grid.index[name], w.grid.index[other]) == distance


def test_numbering_turns_the_number_round() -> None:
    assert Grid(3, 1).names[1:4] == ("0101", "", "")
    assert set(Grid(3, 1).index) == {"0101", "0201", "0301"}
    assert set(Grid(3, 1, numbering="RRCC").index) == {"0101", "0102", "0103"}
    assert set(Grid(1, 2, "pointy", first_column=7, first_row=0).index) == {"0700", "0701"}


# -- bad input -----------------------------------------------------------------------------------------------


def test_an_unknown_hex_is_named() -> None:
    grid = Grid(3, 3)
    with pytest.raises(HexError, match="'0304'"):
        grid.hex("0304")
    with pytest.raises(HexError, match="'9999'"):
        grid.set(["0101", "9999"])


@pytest.mark.parametrize(("a", "b"), [("0101", "0103"), ("0101", "0101"), ("0101", "Reserve"), ("Reserve", "0101")])
def test_a_pair_that_does_not_touch_is_named(a: str, b: str) -> None:
    grid = Grid(3, 3, boxes=("Reserve",))
    with pytest.raises(HexError, match=f"{a}.*{b}"):
        grid.direction(grid.hex(a), grid.hex(b))


@pytest.mark.parametrize(("columns", "rows"), [(0, 3), (3, 0), (-1, 3), (0, 0)])
def test_an_empty_grid_is_refused(columns: int, rows: int) -> None:
    with pytest.raises(HexError, match=f"{columns} x {rows}"):
        Grid(columns, rows)


def test_a_grid_whose_lines_are_all_empty_is_refused() -> None:
    with pytest.raises(HexError, match="2 x 3"):
        Grid(2, 3, extent={1: (1, 0), 2: (4, 3)})


def test_a_line_that_starts_before_the_first_place_is_named() -> None:
    with pytest.raises(HexError, match=re.escape("line 2 starts at 0")):
        Grid(3, 3, extent={2: (0, 3)})


@pytest.mark.parametrize("boxes", [("Reserve", "Reserve"), ("0101",)])
def test_a_name_given_twice_is_named(boxes: tuple[str, ...]) -> None:
    with pytest.raises(HexError, match=boxes[0]):
        Grid(3, 3, boxes=boxes)


def test_a_box_has_no_place_in_the_plane() -> None:
    grid = Grid(3, 3, boxes=("Reserve",))
    box, h = grid.hex("Reserve"), grid.hex("0202")
    for ask in (
        lambda: grid.distance(box, h),
        lambda: grid.distance(h, box),
        lambda: grid.disc(box, 1),
        lambda: grid.ring(box, 1),
        lambda: grid.line(h, box),
        lambda: grid.centre(box),
        lambda: grid.corners(box),
    ):
        with pytest.raises(HexError, match="Reserve"):
            ask()


@given(st.data(), worlds())
def test_distance_to_the_nearest_of_a_set(data: st.DataObject, w: World) -> None:
    names = data.draw(some(w.places))
    grid, h = w.grid, w.grid.index[data.draw(one(w.board.spot))]
    nearest = min((grid.distance(h, grid.index[name]) for name in names if name in w.board.spot), default=0)
    assert grid.distance_to(h, w.bits(names)) == nearest
