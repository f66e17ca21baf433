"""Edits from a browser, rebased onto what other phones have changed meanwhile."""

from __future__ import annotations

from dataclasses import replace

from scoring import Pieces
from ui.session.tab import tab
from ui.table.edited_board import B
from ui.table.kingdoms import Epoch
from ui.table.merge_board import merged_board
from ui.table.merge_pieces import merged_pieces


def place_pieces(number: int, board: int, before: Pieces, after: Pieces) -> None:
    """Keep what this browser changed of the pieces on the board of a seat, from ``before`` to ``after``.

    Nothing is kept if the seat has another board by now.
    """
    seat = tab().table.seat(number)
    if seat is None or seat.board is None or seat.board.number != board:
        return
    pieces = merged_pieces(before, after, seat.board.pieces)
    tab().keep(tab().table.with_board(number, replace(seat.board, pieces=pieces)))


def correct_epoch(at: int, sent: Epoch, base: int) -> None:
    """Keep the board of an epoch as this browser sent it, whose changes began with revision ``base`` of it.

    If others have turned it meanwhile, the changes go along.
    """
    game = tab().table.kingdoms
    if game is None or at >= game.opened:
        return
    entered = _entered(tab().shown_boards.receive(sent, base), sent, game.opened_epoch(at))
    if entered:
        tab().keep(replace(tab().table, kingdoms=game.with_epoch(at, entered)))


def _entered(before: B | None, sent: B, here: B) -> B | None:
    """The board here with what a browser has changed since its last word; None if it speaks of another board."""
    both = merged_board(before, sent, here) if before else None
    return both or (sent if sent.number == here.number else None)
