"""Cards that are shared as pictures, as SVG: one width, one ground, the type of the app.

Coordinates are pixels of the finished picture. Text says how wide it may be; the browser cuts it off there.
"""

from __future__ import annotations

from html import escape

GROUND, GOLD, INK, SOFT = "#FAF7F0", "#C8931A", "#26221B", "#6E625A"
WIDTH, MARGIN, GAP = 1080, 48, 40
LINE = 44
HEADLINE, NAME, TEXT, SMALL = 60, 40, 30, 24  # sizes of type
BOLD, PLAIN = 700, 400
FIGURE = 0.62  # the width of a figure in sizes of its type, at most
_NO_CHARACTERS = {0xFFFE: None, 0xFFFF: None}  # of Unicode's, those that no SVG may have
_TYPE = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Source Sans', sans-serif"


def card(headline: str, footer: str, height: int, drawn: str) -> str:
    """A picture with a headline, what is drawn on it, and a line at its foot."""
    wide = WIDTH - 2 * MARGIN
    return over(
        height,
        f'<rect width="{WIDTH}" height="{height}" fill="{GROUND}"/>'
        f"{text(headline, MARGIN, MARGIN, HEADLINE, wide, BOLD)}{drawn}"
        f"{text(footer, MARGIN, height - MARGIN, SMALL, wide, ink=SOFT)}",
    )


def over(height: int, drawn: str) -> str:
    """A drawing of that height without a ground, to be laid over a card."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="{_TYPE}">{drawn}</svg>'
    )


def text(words: str, left: float, top: float, size: int, width: float, weight: int = PLAIN, ink: str = INK) -> str:
    """A line of text at most ``width`` wide."""
    return _line(words, left, top, size, weight, ink, f'data-width="{round(width)}"')


def at_right(words: str, right: float, top: float, size: int, weight: int = BOLD) -> str:
    """A short line of text that ends at ``right``."""
    return _line(words, right, top, size, weight, INK, 'text-anchor="end"')


def winners_ground(left: float, top: float, width: float, height: float) -> str:
    """The gold behind a winner's line."""
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="14" fill="{GOLD}"/>'


def placed(drawn: str, left: float, top: float, scale: float) -> str:
    """A drawing at a place, enlarged."""
    return f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.3f})">{drawn}</g>'


def _line(words: str, x: float, top: float, size: int, weight: int, ink: str, how: str) -> str:
    baseline = top + round(0.86 * size)
    return (
        f'<text x="{x}" y="{baseline}" font-size="{size}" font-weight="{weight}" fill="{ink}" {how}>'
        f"{escape(words.translate(_NO_CHARACTERS))}</text>"
    )
