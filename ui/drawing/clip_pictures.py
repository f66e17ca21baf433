"""The race of a game as pictures that follow each other in a clip, of the size of the picture of who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ui.drawing.over_photo import INK
from ui.drawing.result_picture import Shared
from ui.drawing.share_card import (
    BOLD,
    FIGURE,
    GROUND,
    HEADLINE,
    MARGIN,
    NAME,
    WIDTH,
    at_right,
    over,
    placed,
    text,
)
from ui.drawing.tiles import FIELD
from ui.drawing.winner_picture import (
    HEIGHT,
    ROW,
    TOP,
    TablePhoto,
    Told,
    by_castle,
    castle,
    ink,
    rows_from,
    winner_picture,
)

NAMES = 300  # pixels of a row before its bar
BAR = 34


@dataclass(frozen=True)
class Leg:
    """A part of a race: its title, its icon as SVG on a field, and what everybody has then, by the name."""

    title: str
    icon: str
    totals: dict[str, int]


def stage_picture(told: Told, players: Sequence[Shared], photo: TablePhoto | None) -> str:
    """What stays the same until the end, and is seen first: everybody's kingdom, none of them alight, and no sum."""
    alike = [replace(one, place=1) for one in sorted(players, key=by_castle)]
    return winner_picture(replace(told, is_won=False, is_open=True), alike, photo)


def leg_picture(leg: Leg, told: Told, players: Sequence[Shared]) -> str:
    """What is laid over the stage while a leg is told: its title, and the rows, whoever has most then on top."""
    top = rows_from(told, players)
    most = max(1, *(one.sheet.total for one in players))
    ranked = sorted(players, key=lambda one: -leg.totals[one.name])
    drawn = (
        f'<rect width="{WIDTH}" height="{TOP}" fill="{GROUND}"/>',
        f'<rect y="{top}" width="{WIDTH}" height="{HEIGHT - top}" fill="{GROUND}"/>',
        placed(leg.icon, MARGIN, MARGIN, 80 / FIELD),
        text(leg.title, MARGIN + (104 if leg.icon else 0), MARGIN + 10, HEADLINE, WIDTH - 3 * MARGIN, BOLD),
        *(_row(one, leg.totals[one.name], most, top + at * ROW) for at, one in enumerate(ranked)),
    )
    return over(HEIGHT, "".join(drawn))


def _row(one: Shared, total: int, most: int, top: int) -> str:
    """A player's castle, name, bar and sum so far."""
    left, high = MARGIN + 64, top + 13
    start = left + NAMES
    longest = WIDTH - MARGIN - round(3 * FIGURE * NAME) - 24 - start
    return (
        castle(one, top)
        + text(one.name, left, top + 10, NAME, NAMES - 24, BOLD)
        + f'<rect x="{start}" y="{high}" width="{longest}" height="{BAR}" rx="10" fill="{INK}" opacity=".1"/>'
        + f'<rect x="{start}" y="{high}" width="{longest * max(0, total) / most:.0f}" height="{BAR}" rx="10" '
        + f'fill="{ink(one)}"/>'
        + at_right(str(total), WIDTH - MARGIN, top + 10, NAME)
    )
