"""A curve of numbers, drawn small."""

from __future__ import annotations

from collections.abc import Sequence

from ui.drawing import tiles

WIDE, HIGH, EDGE = 320, 96, 14  # of the drawing
DOTTED = 16  # numbers at most that have a dot each


def curve(numbers: Sequence[int], alt: str) -> str:
    """At least two numbers as an HTML image: a line from left to right, the lowest and the highest in figures."""
    low, high = min(numbers), max(numbers)
    across, down = (WIDE - 2 * EDGE - 24) / (len(numbers) - 1), (HIGH - 2 * EDGE) / max(1, high - low)
    points = [(EDGE + 24 + at * across, HIGH - EDGE - (one - low) * down) for at, one in enumerate(numbers)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = points if len(points) <= DOTTED else points[-1:]
    drawn = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="#C8931A"/>' for x, y in dots)
    figures = "".join(
        f'<text x="2" y="{y + 4:.0f}" font-size="12" font-family="system-ui,sans-serif" fill="#8A8172">{number}</text>'
        for number, y in {high: EDGE, low: HIGH - EDGE}.items()
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}"><polyline points="{line}" fill="none" '
        f'stroke="#C8931A" stroke-width="2.4" stroke-linejoin="round"/>{drawn}{figures}</svg>'
    )
    return tiles.drawn(svg, f"{alt}: {', '.join(map(str, numbers))}", "")
