"""A game of Kingdoms as one picture: who won, everybody's gold, and the boards of the epochs with what they brought."""

from __future__ import annotations

from scoring.kingdoms import COLUMNS, ROWS, Purse
from ui.drawing import pieces
from ui.drawing.kingdoms_words import called, headline, signed
from ui.drawing.share_card import (
    BOLD,
    FIGURE,
    GAP,
    GROUND,
    HEADLINE,
    LINE,
    MARGIN,
    NAME,
    SMALL,
    WIDTH,
    at_right,
    card,
    placed,
    text,
    winners_ground,
)
from ui.drawing.tiles import FIELD
from ui.i18n.translate import _, translated
from ui.table.kingdoms import Game
from ui.table.trust import reservation

BESIDE = 24  # pixels between two boards
SPACE = (WIDTH - 2 * MARGIN - 2 * BESIDE) // (3 * COLUMNS)  # three boards side by side
ROW = NAME + 28  # of a player


def game_picture(game: Game, footer: str = "Crownsight") -> str:
    """An SVG of a game that has at least one board: the richest first, then the epochs from left to right."""
    purses = game.sheet.purses if game.sheet else ()
    top = MARGIN + HEADLINE + GAP
    boards = top + ROW * len(purses) + GAP
    drawn = [_purse(purse, game, top + number * ROW) for number, purse in enumerate(purses)]
    drawn += [_epoch(game, at, MARGIN + at * (COLUMNS * SPACE + BESIDE), boards) for at in range(len(game.boards))]
    height = boards + LINE + ROWS * SPACE + 16 + LINE * len(purses) + GAP + MARGIN
    richest = [called(colour, game) for colour in game.sheet.richest] if game.sheet else []
    heading = headline(game, richest) if game.is_over else _("Gold so far")
    return card(heading, footer, height, "".join(drawn))


def _purse(purse: Purse, game: Game, top: int) -> str:
    """The line of one player."""
    right, gold = WIDTH - MARGIN, str(purse.now)
    left = MARGIN + 48
    room = right - left - round(len(gold) * FIGURE * NAME) - 24
    swatch = (
        f'<rect x="{MARGIN}" y="{top + 2}" width="30" height="32" rx="8" fill="{pieces.SWATCHES[purse.colour]}" '
        f'stroke="{GROUND}" stroke-width="2"/>'
    )
    return (
        (winners_ground(MARGIN - 12, top - 8, right - MARGIN + 24, NAME + 18) if purse.place == 1 else "")
        + swatch
        + text(f"{purse.place}  {called(purse.colour, game)}", left, top, NAME, room, BOLD)
        + at_right(gold, right, top, NAME)
    )


def _epoch(game: Game, at: int, left: int, top: int) -> str:
    """The board of an epoch under its number, and what it brought everybody, the richest of the game first."""
    brought = _brought(game, at, left, top + LINE + ROWS * SPACE + 16)
    unsure = reservation(game.epochs[at].state)
    epoch = _("Epoch {number}", number=at + 1)
    said = _("Epoch {number}: {state}", number=at + 1, state=translated(unsure)) if unsure else epoch
    title = text(said, left, top, SMALL, COLUMNS * SPACE, BOLD)
    return title + placed(pieces.spaces(game.boards[at]), left, top + LINE, SPACE / FIELD) + brought


def _brought(game: Game, at: int, left: int, top: int) -> str:
    if game.sheet is None:
        return ""
    epoch, right = game.sheet.epochs[at], left + COLUMNS * SPACE
    drawn = []
    for number, purse in enumerate(game.sheet.purses):
        gold, line = signed(epoch.total(purse.colour)), top + number * LINE
        room = COLUMNS * SPACE - round(len(gold) * FIGURE * SMALL) - 12
        drawn += [text(called(purse.colour, game), left, line, SMALL, room), at_right(gold, right, line, SMALL)]
    return "".join(drawn)
