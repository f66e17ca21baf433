"""The result as one picture: who won, every board and its sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import ImageDraw

from scoring import Kingdom, ScoreSheet
from ui.drawing import tiles
from ui.drawing.paper import (
    BOLD,
    GAP,
    GOLD,
    HEADLINE,
    LINE,
    MARGIN,
    NAME,
    TEXT,
    WIDTH,
    Text,
    blank,
    framing,
    printed,
    width_of,
)
from ui.drawing.symbols import draw_square

BOARD = 472  # pixels: two boards side by side


@dataclass(frozen=True)
class Shared:
    """One player on the picture: the name, the place, the board, and the sums as they are read out."""

    name: str
    place: int
    kingdom: Kingdom
    sheet: ScoreSheet
    lines: tuple[str, ...]


def result_picture(headline: str, players: Sequence[Shared], footer: str = "Crownsight") -> bytes:
    """A PNG with the headline, and the players two by two, best first."""
    columns = min(2, len(players))
    rows = [players[start : start + columns] for start in range(0, len(players), columns)]
    heights = [NAME + 24 + BOARD + 20 + LINE * max(len(player.lines) for player in row) + GAP for row in rows]
    top = MARGIN + HEADLINE + GAP
    sheet = blank(top + sum(heights) + MARGIN)
    draw = ImageDraw.Draw(sheet)
    texts = [*framing(headline, footer, sheet.height)]
    for row, height in zip(rows, heights, strict=True):
        left = MARGIN if columns == 2 else (WIDTH - BOARD) // 2
        for player in row:
            texts += _draw_player(draw, player, left, top)
            left += BOARD + GAP
        top += height
    return printed(sheet, texts)


def _draw_player(draw: ImageDraw.ImageDraw, player: Shared, left: int, top: int) -> Iterator[Text]:
    """Draw one player's board, and give back what is to be written around it."""
    if player.place == 1:
        draw.rounded_rectangle((left - 12, top - 10, left + BOARD + 12, top + NAME + 12), 14, GOLD)
    total = str(player.sheet.total)
    wide = width_of(total, NAME, BOLD)
    yield Text(f"{player.place}  {player.name}", left, top, NAME, BOARD - wide - 24, BOLD)
    yield Text(total, left + BOARD - wide, top, NAME, wide, BOLD)
    top += NAME + 24
    _draw_board(draw, player.kingdom, left, top)
    top += BOARD + 20
    for number, line in enumerate(player.lines):
        yield Text(line, left, top + number * LINE, TEXT, BOARD)


def _draw_board(draw: ImageDraw.ImageDraw, kingdom: Kingdom, left: int, top: int) -> None:
    side = BOARD // max(kingdom.height, kingdom.width)
    left += (BOARD - side * kingdom.width) // 2
    top += (BOARD - side * kingdom.height) // 2
    for (row, column), square in kingdom.squares():
        draw_square(draw, square, tiles.tile(square), (left + column * side, top + row * side), side)
