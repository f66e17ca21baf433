"""A game of Kingdoms in a line of text and as a table."""

from __future__ import annotations

import csv
import io

from ui.drawing.kingdoms_words import called, reservations
from ui.drawing.result_text import FORMULA
from ui.i18n.translate import _
from ui.table.kingdoms import Game


def game_line(game: Game) -> str:
    """The gold so far in one line for a chat: ``1. Ana 81, 2. Ben 47 (Epoch 2: 4 to check)``."""
    purses = game.sheet.purses if game.sheet else ()
    places = ", ".join(f"{purse.place}. {called(purse.colour, game)} {purse.now}" for purse in purses)
    unsure = f" ({'; '.join(reservations(game))})" if reservations(game) else ""
    return _("Kingdoms: {places}", places=places + unsure)


def game_csv(game: Game) -> str:
    """A line for every row and column of every epoch and player, then the gold after the epoch."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(["epoch", "player", "colour", "line", "gold"])
    if game.sheet is None:
        return written.getvalue()
    for number, epoch in enumerate(game.sheet.epochs, start=1):
        for purse in game.sheet.purses:
            name = called(purse.colour, game)
            who = [number, f"'{name}" if name.startswith(FORMULA) else name, purse.colour.value]
            table.writerows([*who, str(line.name), line.gold(purse.colour)] for line in epoch.lines)
            table.writerow([*who, "gold", purse.gold[number - 1]])
    return written.getvalue()
