"""Boards as browsers send them: what changed since a browser's last word is put on top of what others corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ui import session
from ui.kingdoms.game import Epoch
from ui.kingdoms.merge import merged_epoch
from ui.merge import merged_board
from ui.table import Board


def correct(number: int, sent: Board, base: int) -> None:
    """Keep the board of a seat as this browser sent it, whose changes began with revision ``base`` of it."""
    seat = session.table().seat(number)
    if seat is None or seat.board is None or seat.board.number != sent.number:
        return
    before = session.heard().hear(sent, base)
    board = merged_board(before, sent, seat.board) if before else sent
    session.keep(session.table().with_board(number, board))


def correct_epoch(at: int, sent: Epoch, base: int, spread: Callable[[Epoch], Epoch]) -> None:
    """The same for the board of an epoch; ``spread`` adds what follows from what was entered."""
    game = session.table().kingdoms
    epoch = game.epoch(at) if game else None
    if game is None or epoch is None or epoch.number != sent.number:
        return
    before = session.heard().hear(sent, base)
    entered = merged_epoch(before, sent, epoch) if before else sent
    session.keep(replace(session.table(), kingdoms=game.with_epoch(at, spread(entered))))
