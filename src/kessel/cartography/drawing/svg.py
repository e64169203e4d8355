"""SVG as text: numbers, elements, paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from kessel.cartography.plane import Point

FONT = "Inter, 'Helvetica Neue', Arial, sans-serif"


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, *content: str, **attributes: str | float | None) -> str:
    """An element; an underscore in an attribute stands for a hyphen, a trailing one is dropped, None leaves it out."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else f"{value:.3f}".rstrip("0").rstrip(".")
        parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    inner = "".join(content)
    head = " ".join(parts)
    return f"<{head}>{inner}</{name}>" if inner else f"<{head}/>"


def group(name: str, content: Iterable[str], **attributes: str | float | None) -> str:
    """A named group."""
    inner = "\n".join(content)
    head = tag("g", "\0", id=name, **attributes)
    return head.replace("\0", inner)


def escaped(content: str) -> str:
    """Plain text as the content of an element."""
    return escape(content)


def text(at: Point, content: str, **attributes: str | float | None) -> str:
    """A piece of text at a point."""
    return tag("text", escape(content), x=number(at[0]), y=number(at[1]), **attributes)


def use(name: str, at: Point, *, scale: float = 1.0, turn: float = 0.0) -> str:
    """A defined mark put down at a point."""
    if scale == 1.0 and turn == 0.0:
        return tag("use", href=f"#{name}", x=number(at[0]), y=number(at[1]))
    move = f"translate({number(at[0])} {number(at[1])})"
    if turn:
        move += f"rotate({turn:.0f})"
    if scale != 1.0:
        move += f"scale({scale:.2f})"
    return tag("use", href=f"#{name}", transform=move)


def polyline(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight lines, relative and so shorter."""
    parts = []
    px = py = 0.0
    for i, (x, y) in enumerate(points):
        # Rounded steps are taken from the rounded point before, so that errors do not add up.
        dx, dy = round(x - px, 1), round(y - py, 1)
        parts.append(("M" if i == 0 else "l" if i == 1 else " ") + f"{number(dx)} {number(dy)}")
        px, py = px + dx, py + dy
    return "".join(parts) + ("z" if closed else "")
