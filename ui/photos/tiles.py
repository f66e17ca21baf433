"""Tiles that boards teach: a checked board those of its edition, and what players say of squares like no known tile.

What is said of some unknown squares is said of those on all boards of a table that look like them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from scoring import BASE, Box, Kingdom, Position, Square
from ui.photos.pictures import board_corners, photo, window_corners
from ui.table.board import Board, kingdom_window
from ui.table.source import Source
from ui.table.table import Table
from vision.decode.deck import deck_of
from vision.errors import PhotoError
from vision.pipeline.evidence import DOUBTFUL, OPEN
from vision.rectify import squares_of
from vision.squares.classify import KINDS
from vision.squares.edition import Edition, learn
from vision.squares.named import Looks, Named, NamedError, chances, learn_named, looks_of, restored

REMEMBERED = 64  # boards, answers and tables that are not looked at again

Answers = tuple[tuple[Position, Square], ...]


@lru_cache(maxsize=REMEMBERED)
def taught_by(source: Source, kingdom: Kingdom) -> Edition | None:
    """The lesson of the squares that were read of a board, now that they are known, as an edition without a name.

    None if they cannot be cut out.
    """
    window = read_window(source)
    corners = window_corners(source, *window) * source.picture.scale
    try:
        return learn("", photo(source.picture), corners, kingdom_window(kingdom, *window))
    except PhotoError:  # the frame reaches beyond what can be looked at
        return None


def read_window(source: Source) -> tuple[int, int, int, int]:
    """The part of a board that the reader looked at: its top row, left column, rows and columns."""
    seen = [
        (row, column)
        for row, line in enumerate(source.squares)
        for column, square in enumerate(line)
        if square.alternative is not None
    ]
    if not seen:
        return 0, 0, source.rows, source.columns
    top, left = min(row for row, _ in seen), min(column for _, column in seen)
    return top, left, 1 + max(row for row, _ in seen) - top, 1 + max(column for _, column in seen) - left


def open_squares(board: Board) -> frozenset[Position]:
    """The squares of a board that look like no known tile and are still to be named."""
    return board.source.unknown & board.doubtful if board.source else frozenset()


def answers(board: Board) -> Answers:
    """The answers on squares that the reader could not know, by place."""
    if board.source is None:
        return ()
    said = board.source.unknown - board.doubtful
    foreign = {at for at, square in board.kingdom.squares() if square.terrain is not None and square not in KINDS}
    places = sorted((said | foreign) - board.doubtful)
    return tuple((at, board.kingdom[at]) for at in places if board.kingdom[at].terrain is not None)


def named_on(board: Board) -> Named | None:
    """The lesson of the answers on a board; None without any, or if its squares cannot be cut out."""
    said = answers(board)
    return _taught(board.source, said) if board.source and said else None


@lru_cache(maxsize=REMEMBERED)
def _taught(source: Source, said: Answers) -> Named | None:
    corners = board_corners(source) * np.float32(source.picture.scale)
    try:
        return learn_named(photo(source.picture), corners, source.rows, source.columns, dict(said))
    except PhotoError:  # the frame reaches beyond what can be looked at
        return None


def board_with_alike(board: Board, named: Named, box: Box) -> Board:
    """The board with its open squares named that look like named ones; as it is where none do."""
    places = sorted(open_squares(board))
    if not places or not len(named) or box == BASE or board.source is None:
        return board
    try:
        looks = _looks_of_unknown(board.source)
    except PhotoError:
        return board
    deck, of_source = deck_of(box), sorted(board.source.unknown)
    lands = deck.kinds[: deck.lands]
    seen = chances(looks.at([of_source.index(place) for place in places]), named, lands)
    kingdom, doubtful = board.kingdom, board.doubtful
    for place, chance in zip(places, seen, strict=True):
        kind = int(chance[1:].argmax())
        if chance[1 + kind] >= OPEN:
            kingdom = kingdom.with_square(*place, lands[kind])
            doubtful = doubtful - {place} if chance[1 + kind] >= DOUBTFUL else doubtful
    if (kingdom, doubtful) == (board.kingdom, board.doubtful):
        return board
    return replace(board, kingdom=kingdom, doubtful=doubtful)


@lru_cache(maxsize=REMEMBERED)
def _looks_of_unknown(source: Source) -> Looks:
    """How the unknown squares of a board look, in the order of their places. Raises PhotoError."""
    corners = board_corners(source) * np.float32(source.picture.scale)
    crops = squares_of(photo(source.picture), corners, source.rows, source.columns)
    return looks_of(crops[[row * source.columns + column for row, column in sorted(source.unknown)]])


def named_at(table: Table) -> Named:
    """The names given to tiles on the boards of the game under way at a table."""
    taught = [named_on(seat.board) for seat in table.seats if seat.board]
    return sum((named for named in taught if named is not None), Named.nothing())


def with_alike(table: Table, earlier: Callable[[], Named]) -> Table:
    """The table with the unknown squares of all its boards named that look like those that somebody has named.

    ``earlier`` is asked for what was named in games before, where there are such squares.
    """
    if not any(seat.board and open_squares(seat.board) for seat in table.seats):
        return table
    named = earlier() + named_at(table)
    for seat in table.seats:
        if seat.board:
            alike = board_with_alike(seat.board, named, table.rules.box)
            table = table if alike is seat.board else table.with_board(seat.number, alike)
    return table


@lru_cache(maxsize=REMEMBERED)
def restored_or_nothing(content: bytes | None) -> Named:
    """The named tiles that a table has kept; none where that is damaged."""
    try:
        return restored(content) if content else Named.nothing()
    except NamedError:
        return Named.nothing()
