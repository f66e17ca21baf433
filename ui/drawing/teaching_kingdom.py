"""The teaching kingdom as it is to be laid: its dominoes, each with the number on its back."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import Kingdom
from scoring.legality import PlacedDomino
from ui.drawing import tiles

SIDE = tiles.FIELD
EDGE, BADGE = "#1C1A17", "#FFF6DC"


def with_numbers(kingdom: Kingdom, dominoes: Sequence[PlacedDomino]) -> str:
    """The kingdom as an HTML image, with an outline round each domino and its number on the middle."""
    return tiles.small_board(kingdom, over="".join(map(_domino, dominoes)))


def _domino(domino: PlacedDomino) -> str:
    (top, left), (bottom, right) = sorted(domino.squares)
    x, y, width, height = left * SIDE, top * SIDE, (right - left + 1) * SIDE, (bottom - top + 1) * SIDE
    middle_x, middle_y = x + width / 2, y + height / 2
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{height - 2}" rx="4" fill="none" '
        f'stroke="{EDGE}" stroke-width="2"/>'
        f'<rect x="{middle_x - 8}" y="{middle_y - 6}" width="16" height="12" rx="6" fill="{BADGE}" stroke="{EDGE}"/>'
        f'<text x="{middle_x}" y="{middle_y + 3.4}" font-family="system-ui, sans-serif" font-size="9.5" '
        f'font-weight="700" text-anchor="middle" fill="{EDGE}">{domino.number}</text>'
    )
