"""Squares that look like no tile the reader knows: what players say of some is said of those that look like them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scoring import BASE, Box, Position, Square
from ui.photos.pictures import WeakCache, board_corners, photo
from ui.table.board import Board
from ui.table.source import Source
from vision.decode.deck import deck_of
from vision.errors import PhotoError
from vision.pipeline.evidence import DOUBTFUL, OPEN
from vision.rectify import squares_of
from vision.squares.classify import KINDS
from vision.squares.named import Looks, Named, chances, learn_named, looks_of

REMEMBERED = 64  # sets of answers that are not looked at again

Answers = tuple[tuple[Position, Square], ...]


def open_squares(board: Board) -> frozenset[Position]:
    """The squares of a board that look like no known tile and that nobody has said anything of."""
    return board.source.unknown & board.doubtful if board.source else frozenset()


def answers(board: Board) -> Answers:
    """The answers on squares that the reader could not know, by place."""
    if board.source is None:
        return ()
    said = board.source.unknown - board.doubtful
    foreign = {at for at, square in board.kingdom.squares() if square.terrain is not None and square not in KINDS}
    places = sorted((said | foreign) - board.doubtful)
    return tuple((at, board.kingdom[at]) for at in places if board.kingdom[at].terrain is not None)


def taught(board: Board) -> Named | None:
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


def with_alike(board: Board, named: Named, box: Box) -> Board:
    """The board with its open squares named that look like named ones; as it is where none do."""
    places = sorted(open_squares(board))
    if not places or not len(named) or box == BASE or board.source is None:
        return board
    try:
        looks = _looks.get(board.source, _looks_of_unknown)
    except PhotoError:
        return board
    of_source = sorted(board.source.unknown)
    seen = looks.at([of_source.index(place) for place in places])
    found = _named_alike(dict(zip(places, chances(seen, named, _lands(box)), strict=True)), box)
    kingdom, doubtful = board.kingdom, board.doubtful
    for place, (square, sure) in found.items():
        kingdom = kingdom.with_square(*place, square)
        doubtful = doubtful - {place} if sure else doubtful
    if (kingdom, doubtful) == (board.kingdom, board.doubtful):
        return board
    return replace(board, kingdom=kingdom, doubtful=doubtful)


def _named_alike(seen: Mapping[Position, NDArray[np.float32]], box: Box) -> dict[Position, tuple[Square, bool]]:
    """The squares by what was named, and whether that needs no second look."""
    lands = _lands(box)
    best = {place: int(chance[1:].argmax()) for place, chance in seen.items()}
    return {
        place: (lands[kind], bool(seen[place][1 + kind] >= DOUBTFUL))
        for place, kind in best.items()
        if seen[place][1 + kind] >= OPEN
    }


def _lands(box: Box) -> tuple[Square, ...]:
    deck = deck_of(box)
    return deck.kinds[: deck.lands]


_looks: WeakCache[Source, Looks] = WeakCache()


def _looks_of_unknown(source: Source) -> Looks:
    """How the unknown squares of a board look, in the order of their places. Raises PhotoError."""
    corners = board_corners(source) * np.float32(source.picture.scale)
    crops = squares_of(photo(source.picture), corners, source.rows, source.columns)
    return looks_of(crops[[row * source.columns + column for row, column in sorted(source.unknown)]])
