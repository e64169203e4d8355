"""The table under fingers: a tap, a drag, a pinch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.pages import Watched
from tests.browser.prepared import movement
from tests.browser.serving import Serving
from tests.browser.table import Seated

Point = tuple[float, float]


class Fingers:
    """Touches the screen."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session

    def _send(self, kind: str, points: list[Point]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def glide(self, *ways: tuple[Point, Point], steps: int = 6) -> None:
        """Every finger goes its way, all at the same time."""
        self._send("touchStart", [start for start, _ in ways])
        for n in range(1, steps + 1):
            part = n / steps
            self._send("touchMove", [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in ways])
        self._send("touchEnd", [])


@pytest.fixture
def table(person: Callable[..., Watched], server: Serving) -> Seated:
    page = person(has_touch=True).page()
    table = Seated(page, server, movement(server).tokens["soviet"]).open()
    table.fit()
    return table


@pytest.fixture
def fingers(table: Seated) -> Fingers:
    return Fingers(table.page.context.new_cdp_session(table.page))


def test_a_tap_takes_up_and_moves(table: Seated) -> None:
    before = table.state
    table.page.touchscreen.tap(*table.point("1204"))
    table.get("unit-select-11GTk").tap()
    table.settled(before)
    before = table.state
    table.page.touchscreen.tap(*table.point("1205"))
    table.settled(before)
    assert table.where("11GTk") == "1205"


def test_two_fingers_zoom_about_the_place_between_them(table: Seated, fingers: Fingers) -> None:
    x, y = table.point("0909")
    (left, _), (right, _) = table.point("0809"), table.point("1009")
    fingers.glide(((x - 40, y), (x - 120, y)), ((x + 40, y), (x + 120, y)))
    assert table.point("0909") == pytest.approx((x, y), abs=12)
    (wide_left, _), (wide_right, _) = table.point("0809"), table.point("1009")
    assert wide_right - wide_left > 2 * (right - left)


def test_a_finger_drags_the_map(table: Seated, fingers: Fingers) -> None:
    x, y = table.point("0909")
    fingers.glide(((x, y), (x - 90, y - 60)))
    assert table.point("0909") == pytest.approx((x - 90, y - 60), abs=12)
    expect(table.get("prompt")).to_contain_text("Choose a unit to move")
