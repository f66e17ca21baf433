"""The result as one picture: who won, every board and its sums. Drawn here, so that it looks the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
from PIL import Image, ImageDraw

from scoring import Kingdom, ScoreSheet
from ui import tiles
from ui.sharing.symbols import draw_square
from vision.photo import Bgr

GROUND, GOLD = "#FAF7F0", "#C8931A"
INK, SOFT = (27, 34, 38), (90, 98, 110)  # as OpenCV counts: blue, green, red
WIDTH, MARGIN, GAP = 1080, 48, 40
BOARD = 472  # pixels: two boards side by side
LINE = 44
HEADLINE, NAME, TEXT, SMALL = 60, 40, 30, 24  # sizes of type
BOLD, PLAIN = 700, 400
ELLIPSIS = "…"
_FONT = cv2.FontFace("sans")  # comes with OpenCV, and knows the letters of most languages


@dataclass(frozen=True)
class Shared:
    """One player on the picture: the name, the place, the board, and the sums as they are read out."""

    name: str
    place: int
    kingdom: Kingdom
    sheet: ScoreSheet
    lines: tuple[str, ...]


@dataclass(frozen=True)
class _Text:
    """A line of text: where it begins, its size, and how wide it may be."""

    words: str
    left: int
    top: int
    size: int
    width: int
    weight: int = PLAIN
    ink: tuple[int, int, int] = INK


def result_picture(headline: str, players: Sequence[Shared], footer: str = "Crownsight") -> bytes:
    """A PNG with the headline, and the players two by two, best first."""
    columns = min(2, len(players))
    rows = [players[start : start + columns] for start in range(0, len(players), columns)]
    heights = [NAME + 24 + BOARD + 20 + LINE * max(len(player.lines) for player in row) + GAP for row in rows]
    top = MARGIN + HEADLINE + GAP
    image = Image.new("RGB", (WIDTH, top + sum(heights) + MARGIN), GROUND)
    draw = ImageDraw.Draw(image)
    texts = [_Text(headline, MARGIN, MARGIN, HEADLINE, WIDTH - 2 * MARGIN, BOLD)]
    texts.append(_Text(footer, MARGIN, image.height - MARGIN, SMALL, WIDTH - 2 * MARGIN, ink=SOFT))
    for row, height in zip(rows, heights, strict=True):
        left = MARGIN if columns == 2 else (WIDTH - BOARD) // 2
        for player in row:
            texts += _draw_player(draw, player, left, top)
            left += BOARD + GAP
        top += height
    canvas: Bgr = cv2.cvtColor(np.asarray(image, np.uint8), cv2.COLOR_RGB2BGR)
    for text in texts:
        _write(canvas, text)
    return cv2.imencode(".png", canvas)[1].tobytes()


def _draw_player(draw: ImageDraw.ImageDraw, player: Shared, left: int, top: int) -> Iterator[_Text]:
    """Draw one player's board, and give back what is to be written around it."""
    if player.place == 1:
        draw.rounded_rectangle((left - 12, top - 10, left + BOARD + 12, top + NAME + 12), 14, GOLD)
    total = str(player.sheet.total)
    wide = _width_of(total, NAME, BOLD)
    yield _Text(f"{player.place}  {player.name}", left, top, NAME, BOARD - wide - 24, BOLD)
    yield _Text(total, left + BOARD - wide, top, NAME, wide, BOLD)
    top += NAME + 24
    _draw_board(draw, player.kingdom, left, top)
    top += BOARD + 20
    for number, line in enumerate(player.lines):
        yield _Text(line, left, top + number * LINE, TEXT, BOARD)


def _draw_board(draw: ImageDraw.ImageDraw, kingdom: Kingdom, left: int, top: int) -> None:
    side = BOARD // max(kingdom.height, kingdom.width)
    left += (BOARD - side * kingdom.width) // 2
    top += (BOARD - side * kingdom.height) // 2
    for (row, column), square in kingdom.squares():
        draw_square(draw, square, tiles.tile(square), (left + column * side, top + row * side), side)


def _write(canvas: Bgr, text: _Text) -> None:
    """Text in one line, cut off where it would not fit."""
    shown, wide = text.words, _width_of(text.words, text.size, text.weight)
    while shown and wide > text.width:
        keep = min(len(shown) - 1, ceil(len(shown) * text.width / wide))
        shown = shown[: keep - 1].rstrip() + ELLIPSIS if keep > 1 else ""
        wide = _width_of(shown, text.size, text.weight)
    if shown:
        baseline = text.top + round(0.86 * text.size)
        cv2.putText(canvas, shown, (text.left, baseline), text.ink, _FONT, text.size, text.weight)


def _width_of(words: str, size: int, weight: int) -> int:
    """How many pixels a line of text is wide."""
    if not words:
        return 0
    left, _, width, _ = cv2.getTextSize((0, 0), words, (0, 0), _FONT, size, weight)
    return int(left + width) + 2
