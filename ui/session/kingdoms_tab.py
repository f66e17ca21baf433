"""Session state of a game of Kingdoms: the epoch on this phone's screen."""

from __future__ import annotations

from ui.session.tab import tab
from ui.table.kingdoms import Game

_EPOCH = "epoch"


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
