"""A game of Kingdoms as one picture: who won, everybody's gold, and the boards of the epochs with what they brought."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PIL import ImageColor, ImageDraw

from scoring.kingdoms import COLUMNS, ROWS, Board, Castle, Kind, Purse, Tile, token
from ui.drawing.kingdoms_words import MINUS, called, headline, signed
from ui.drawing.paper import (
    BOLD,
    GAP,
    GOLD,
    GROUND,
    HEADLINE,
    LINE,
    MARGIN,
    NAME,
    SMALL,
    WIDTH,
    Text,
    blank,
    centred,
    framing,
    printed,
    width_of,
)
from ui.drawing.pieces import LOOKS, SWATCHES, Look
from ui.drawing.svg_path import Point, outline
from ui.i18n.translate import _
from ui.table.kingdoms import Game

BESIDE = 24  # pixels between two boards
SPACE = (WIDTH - 2 * MARGIN - 2 * BESIDE) // (3 * COLUMNS)  # three boards side by side
ROW = NAME + 28  # of a player
EDGE = "#9A9181"


def game_picture(game: Game, footer: str = "Crownsight") -> bytes:
    """A PNG of a game that has at least one board: the richest first, then the epochs from left to right."""
    purses = game.sheet.purses if game.sheet else ()
    top = MARGIN + HEADLINE + GAP
    boards = top + ROW * len(purses) + GAP
    sheet = blank(boards + LINE + ROWS * SPACE + 16 + LINE * len(purses) + GAP + MARGIN)
    draw = ImageDraw.Draw(sheet)
    texts = [*framing(_headline(game), footer, sheet.height)]
    for number, purse in enumerate(purses):
        texts += _draw_purse(draw, purse, game, top + number * ROW)
    for at, board in enumerate(game.boards):
        left = MARGIN + at * (COLUMNS * SPACE + BESIDE)
        texts.append(Text(_("Epoch {number}", number=at + 1), left, boards, SMALL, COLUMNS * SPACE, BOLD))
        texts += _draw_board(draw, board, left, boards + LINE)
        texts += _brought(game, at, left, boards + LINE + ROWS * SPACE + 16)
    return printed(sheet, texts)


def _headline(game: Game) -> str:
    richest = [called(colour, game) for colour in game.sheet.richest] if game.sheet else []
    return headline(game, richest) if game.is_over else _("Gold so far")


def _draw_purse(draw: ImageDraw.ImageDraw, purse: Purse, game: Game, top: int) -> Iterator[Text]:
    """Draw the line of one player, and give back what is to be written on it."""
    right = WIDTH - MARGIN
    if purse.place == 1:
        draw.rounded_rectangle((MARGIN - 12, top - 8, right + 12, top + NAME + 10), 14, GOLD)
    draw.rounded_rectangle((MARGIN, top + 2, MARGIN + 30, top + 34), 8, SWATCHES[purse.colour], GROUND, 2)
    wide = width_of(str(purse.now), NAME, BOLD)
    left = MARGIN + 48
    yield Text(f"{purse.place}  {called(purse.colour, game)}", left, top, NAME, right - wide - 24 - left, BOLD)
    yield Text(str(purse.now), right - wide, top, NAME, wide, BOLD)


def _brought(game: Game, at: int, left: int, top: int) -> Iterator[Text]:
    """What an epoch brought everybody, the richest of the game first."""
    if game.sheet is None:
        return
    epoch, right = game.sheet.epochs[at], left + COLUMNS * SPACE
    for number, purse in enumerate(game.sheet.purses):
        gold = signed(epoch.total(purse.colour))
        wide = width_of(gold, SMALL, BOLD)
        line = top + number * LINE
        yield Text(called(purse.colour, game), left, line, SMALL, COLUMNS * SPACE - wide - 12)
        yield Text(gold, right - wide, line, SMALL, wide, BOLD)


def _draw_board(draw: ImageDraw.ImageDraw, board: Board, left: int, top: int) -> Iterator[Text]:
    """Draw the spaces of a board, and give back the numbers on its pieces."""
    for (row, column), space in board.spaces():
        corner = left + column * SPACE, top + row * SPACE
        box = (corner[0] + 2, corner[1] + 2, corner[0] + SPACE - 3, corner[1] + SPACE - 3)
        if space is None:
            draw.rounded_rectangle(box, SPACE // 6, outline=EDGE, width=2)
            continue
        look = LOOKS[token(space)[0]]
        draw.rounded_rectangle(box, SPACE // 6, look.fill)
        numbered = isinstance(space, Tile) and space.kind in (Kind.RESOURCE, Kind.HAZARD)
        if not numbered:
            share = 0.84 if isinstance(space, Castle) else 0.66  # a castle leaves room for its rank
            draw.polygon(_icon(look, corner, share), look.ink)
        yield from _number(space, look, corner)


def _icon(look: Look, corner: tuple[int, int], share: float) -> list[Point]:
    """The corners of a piece's icon, a share of its space wide."""
    [path] = re.findall(r' d="([^"]+)"', look.icon)
    scale = share * SPACE / 24
    left, top = (at + (1 - share) / 2 * SPACE for at in corner)
    return [(left + x * scale, top + y * scale) for x, y in outline(path)]


def _number(space: Castle | Tile, look: Look, corner: tuple[int, int]) -> Iterator[Text]:
    """The number on a tile, or a castle's rank on its wall."""
    middle = corner[0] + SPACE // 2
    if isinstance(space, Castle):
        size = round(0.36 * SPACE)
        yield centred(str(space.rank), middle, corner[1] + round(0.42 * SPACE), size, BOLD, _ink(look.fill))
    elif space.value:
        size = round(0.46 * SPACE)
        words = str(space).replace("-", MINUS)
        yield centred(words, middle, corner[1] + round(0.27 * SPACE), size, BOLD, _ink(look.ink))


def _ink(colour: str) -> tuple[int, int, int]:
    """A colour of a page as OpenCV counts."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return blue, green, red
