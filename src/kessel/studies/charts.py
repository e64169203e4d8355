"""Charts as SVG that takes its colours from the page: light, dark or printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor, log10

from kessel.cartography.drawing import svg
from kessel.studies.rating import Estimate

WIDTH = 720.0
"""Units across a chart; it is shown as wide as the page has room."""


def _chart(height: float, parts: Iterator[str], label: str, width: float = WIDTH) -> str:
    box = f"0 0 {width:g} {svg.number(height)}"
    return svg.tag("svg", *parts, class_="chart", viewBox=box, role="img", aria_label=label)


def _text(x: float, y: float, content: str, anchor: str = "start", kind: str = "") -> str:
    return svg.text((x, y), content, text_anchor=None if anchor == "start" else anchor, class_=kind or None)


def _rect(x: float, y: float, width: float, height: float, kind: str, title: str = "") -> str:
    inside = (svg.tag("title", svg.escaped(title)),) if title else ()
    size = {"width": svg.number(max(0.0, width)), "height": svg.number(max(0.0, height))}
    return svg.tag("rect", *inside, x=svg.number(x), y=svg.number(y), **size, class_=kind)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    a, b, c, d = map(svg.number, (x1, y1, x2, y2))
    return svg.tag("line", x1=a, y1=b, x2=c, y2=d, class_=kind)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers that cover a range."""
    span = max(high - low, 1e-9)
    power = 10.0 ** floor(log10(span / most))
    step = next(power * k for k in (1, 2, 5, 10) if span / (power * k) <= most)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def shares(rows: Sequence[tuple[str, Sequence[tuple[str, str, float]]]], label: str) -> str:
    """Bars from 0 to 100 %, one for each row: (kind, name, share) from left to right."""

    def parts() -> Iterator[str]:
        for n, (name, pieces) in enumerate(rows):
            y = n * 56.0
            yield _text(0, y + 14, name, kind="small")
            x = 0.0
            for kind, title, share in pieces:
                width = share * WIDTH
                yield _rect(x, y + 20, width - 1, 28, kind, f"{title}: {share:.1%}")
                if width > 90:
                    yield _text(x + 8, y + 39, f"{title} {share:.0%}", kind="on")
                x += width

    return _chart(len(rows) * 56, parts(), label)


def histogram(
    counts: Mapping[int, Mapping[str, int]],
    span: tuple[int, int],
    kinds: Mapping[str, str],
    mark: tuple[float, str] | None,
    label: str,
) -> str:
    """Games by score, stacked by who won them; ``span`` are the ends of the axis, ``mark`` is a score with a name."""
    low, high = span
    wide = max(1, ceil((high - low + 1) / 60))
    bins: dict[int, dict[str, int]] = {}
    for value, by in counts.items():
        bin_ = bins.setdefault((value - low) // wide, {})
        for who, count in by.items():
            bin_[who] = bin_.get(who, 0) + count
    number = (high - low) // wide + 1
    top, left, bottom, right = 28.0, 40.0, 240.0, WIDTH
    tallest = max(sum(by.values()) for by in bins.values())
    slot = (right - left) / number

    def across(value: float) -> float:
        return left + ((value - low) / wide + 0.5 / wide) * slot

    def up(count: float) -> float:
        return bottom - count / tallest * (bottom - top)

    def parts() -> Iterator[str]:
        yield from _levels(ticks(0, tallest, 4), up, left)
        for n, by in sorted(bins.items()):
            y = bottom
            first = low + n * wide
            scores = f"{first}" if wide == 1 else f"{first} to {first + wide - 1}"
            for who, kind in kinds.items():
                height = bottom - up(by.get(who, 0))
                if height:
                    y -= height
                    gap = min(2.0, slot * 0.1)
                    yield _rect(left + n * slot + gap, y, slot - 2 * gap, height, kind, f"{scores}: {by[who]} ({who})")
        for value in ticks(low, high, 12):
            if value == int(value):
                yield _text(across(value), bottom + 18, f"{value:g}", "middle", "small")
        if mark:
            x = across(mark[0])
            yield _line(x, top - 6, x, bottom, "mark")
            side = "end" if x > WIDTH * 0.7 else "start"
            yield _text(x + (-6 if side == "end" else 6), top - 10, mark[1], side, "strong")

    return _chart(bottom + 28, parts(), label)


def _levels(values: Sequence[float], up: Callable[[float], float], left: float, right: float = WIDTH) -> Iterator[str]:
    for value in values:
        yield _line(left, up(value), right, up(value), "grid")
        yield _text(left - 6, up(value) + 4, f"{value:g}", "end", "small")


def columns(groups: Sequence[tuple[str, Sequence[tuple[str, str, float]]]], label: str) -> str:
    """Groups of bars side by side: (kind, name, value) in each. Two such charts fit beside each other."""
    top, left, bottom, right = 12.0, 32.0, 170.0, WIDTH / 2
    tallest = max([0.1, *(value for _, bars in groups for _, _, value in bars)])
    slot = (right - left) / max(1, len(groups))

    def up(value: float) -> float:
        return bottom - value / tallest * (bottom - top)

    def parts() -> Iterator[str]:
        yield from _levels(ticks(0, tallest, 4), up, left, right)
        for n, (name, bars) in enumerate(groups):
            width = min(30.0, slot * 0.8 / max(1, len(bars)))
            x = left + (n + 0.5) * slot - width * len(bars) / 2
            for kind, title, value in bars:
                yield _rect(x + 1, up(value), width - 2, bottom - up(value), kind, f"{name}, {title}: {value:.2f}")
                x += width
            yield _text(left + (n + 0.5) * slot, bottom + 18, name, "middle", "small")

    return _chart(bottom + 26, parts(), label, right)


def whiskers(rows: Sequence[tuple[str, Estimate, str]], label: str) -> str:
    """Differences with their intervals beside zero: (name, estimate, the estimate in words)."""
    left, right = 170.0, WIDTH - 210
    reach = max([1e-9, *(abs(v) for _, found, _ in rows for v in found)]) * 1.05
    height = len(rows) * 34.0

    def across(value: float) -> float:
        return left + (value + reach) / (2 * reach) * (right - left)

    def parts() -> Iterator[str]:
        yield _line(across(0), 0, across(0), height, "axis")
        for n, (name, found, words) in enumerate(rows):
            y = n * 34.0 + 17
            kind = "sure" if found.low > 0 or found.high < 0 else "open"
            yield _text(0, y + 5, name)
            yield _line(across(found.low), y, across(found.high), y, f"whisker {kind}")
            x, at = svg.number(across(found.value)), svg.number(y)
            yield svg.tag("circle", cx=x, cy=at, r="5", class_=f"dot {kind}")
            yield _text(WIDTH, y + 5, words, "end", "small")

    return _chart(height, parts(), label)
