"""The result as one picture: who won, every board and its sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import NO_PIECES, Kingdom, Pieces, ScoreSheet
from ui.drawing import tiles
from ui.drawing.piece_marks import marks
from ui.drawing.share_card import (
    BOLD,
    FIGURE,
    GAP,
    HEADLINE,
    LINE,
    MARGIN,
    NAME,
    TEXT,
    WIDTH,
    at_right,
    card,
    placed,
    text,
    winners_ground,
)

BOARD = 472  # pixels: two boards side by side


@dataclass(frozen=True)
class Shared:
    """One player on the picture: the name, the place, the board, and the lines below it, such as its sums.

    ``pieces`` are those of the boxes on the table, ``castle`` is its colour, and ``unsure`` what has to be said where
    the board is not checked.
    """

    name: str
    place: int
    kingdom: Kingdom
    sheet: ScoreSheet
    lines: tuple[str, ...]
    pieces: Pieces = NO_PIECES
    castle: str = ""
    unsure: str = ""


def result_picture(headline: str, players: Sequence[Shared], footer: str = "Crownsight") -> str:
    """An SVG with the headline, and the players two by two, best first."""
    columns = min(2, len(players))
    rows = [players[start : start + columns] for start in range(0, len(players), columns)]
    top = MARGIN + HEADLINE + GAP
    drawn = []
    for row in rows:
        left = MARGIN if columns == 2 else (WIDTH - BOARD) // 2
        drawn += [_player(player, left + at * (BOARD + GAP), top) for at, player in enumerate(row)]
        top += NAME + 24 + BOARD + 20 + LINE * max(len(player.lines) + bool(player.unsure) for player in row) + GAP
    return card(headline, footer, top + MARGIN, "".join(drawn))


def _player(player: Shared, left: int, top: int) -> str:
    total = str(player.sheet.total)
    room = BOARD - round(len(total) * FIGURE * NAME) - 24
    below = top + NAME + 24
    said = (player.unsure, *player.lines) if player.unsure else player.lines
    lines = (text(line, left, below + BOARD + 20 + at * LINE, TEXT, BOARD) for at, line in enumerate(said))
    return (
        (winners_ground(left - 12, top - 10, BOARD + 24, NAME + 22) if player.place == 1 else "")
        + text(f"{player.place}  {player.name}", left, top, NAME, room, BOLD)
        + at_right(total, left + BOARD, top, NAME)
        + board(player.kingdom, player.pieces, left, below, BOARD)
        + "".join(lines)
    )


def board(kingdom: Kingdom, pieces: Pieces, left: float, top: float, size: float) -> str:
    """A board with its pieces, as large as its place of that size, in the middle of it."""
    side = size / max(kingdom.height, kingdom.width)
    left_of = left + (size - side * kingdom.width) / 2
    top_of = top + (size - side * kingdom.height) / 2
    return placed(tiles.squares(kingdom) + marks(pieces), left_of, top_of, side / tiles.FIELD)
