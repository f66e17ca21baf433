"""Selection on this phone: the epoch on its screen, and the square of a board to look at."""

from __future__ import annotations

from scoring import Position
from ui.session.tab import tab
from ui.table.kingdoms import Game

_LOOK, _EPOCH = "look", "epoch"


def look_at(board: int, place: Position) -> None:
    """Select a square in the editor of the board with that number."""
    asked = tab().local(_LOOK)[2] + 1 if tab().local(_LOOK) else 1
    tab().set_local(_LOOK, (board, place, asked))


def look_on(board: int) -> tuple[Position, int] | None:
    """The square last asked for on the board with that number, and the number of that request; None without one."""
    number, place, asked = tab().local(_LOOK) or (0, (0, 0), 0)
    return (place, asked) if asked and number == board else None


def game() -> Game:
    """The game of the table in play; one without players at a table that plays something else."""
    return tab().table.kingdoms or Game()


def epoch_shown() -> int:
    """The epoch on the screen, from 0: as chosen if the game has come so far, else the one in play."""
    chosen: int | None = tab().local(_EPOCH)
    return chosen if chosen is not None and chosen < game().opened else game().under_way


def show_epoch(at: int | None) -> None:
    """Put an epoch on the screen; None for the one in play."""
    tab().set_local(_EPOCH, at)
