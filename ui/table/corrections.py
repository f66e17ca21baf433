"""Keep a person's corrections when a kingdom is photographed again."""

from __future__ import annotations

from dataclasses import replace

from scoring import NO_PIECES, Kingdom, Position
from ui.table.board import Board, crop_kingdom, pad_board
from ui.table.table import Table

# Share of equal squares of two readings of one kingdom. 200 pairs of random legal kingdoms of 5x5, in the best of four
# turns, share 0.19 on average and 0.36 at most (models/training/synthesis/legal_play).
MIN_AGREEMENT = 0.6


def with_photographed_board(table: Table, number: int, read: Board) -> Table:
    """Give a seat a newly read board, with the corrections of the board that it replaces.

    The replaced board can be restored. Raises TableError where the player has left.
    """
    seat = table.seat(number)
    kept = carry_over(seat.board, read) if seat and seat.board else None
    return table.with_new_board(number, kept or pad_board(read, table.rules.grid))


def user_corrections(board: Board) -> frozenset[Position]:
    """Return the squares that a person has changed or confirmed since they were read; none without a photo."""
    source = board.source
    if source is None:
        return frozenset()
    changed = {position for position, square in board.kingdom.squares() if square != source.kingdom[position]}
    return frozenset(changed) | (source.doubtful - board.doubtful)


def carry_over(before: Board, read: Board) -> Board | None:
    """Return a newly read board with the corrections and the orientation of the board before it.

    Return None if there was no correction, or if the two grids differ in size or show different kingdoms. The board
    needs a new check. A correction becomes doubtful if the new photo agrees neither with it nor with the old reading.

    Args:
        before: The board that is replaced.
        read: The board as it was read: not padded, in any of four orientations.
    """
    corrections = user_corrections(before)
    if before.source is None or not (corrections or before.pieces != NO_PIECES or before.offset):
        return None
    aligned = _align(read, before)
    if aligned is None:
        return None
    old_reading, new_reading = before.source.kingdom, aligned.kingdom
    # The castle of the new photo replaces one that the person moved.
    castle_was_corrected = any(castle in corrections for castle in before.kingdom.castles)
    rows = tuple(
        tuple(
            square
            if (row, column) in corrections or (castle_was_corrected and new_reading[row, column].is_castle)
            else new_reading[row, column]
            for column, square in enumerate(of_row)
        )
        for row, of_row in enumerate(before.kingdom.rows)
    )
    contradicted = {
        place for place in corrections if new_reading[place] not in (before.kingdom[place], old_reading[place])
    }
    return replace(
        aligned,
        kingdom=Kingdom(rows),
        doubtful=(aligned.doubtful - corrections) | contradicted,
        confirmed=False,
        seen_by_player=True,
        pieces=before.pieces,
        offset=before.offset,
    )


def _align(read: Board, before: Board) -> Board | None:
    """Return a board as read, rotated by quarter turns and padded like the one before.

    None if fewer squares than ``MIN_AGREEMENT`` agree, or two rotations tie.
    """
    if before.source is None:
        return None
    (top, left), size = before.source.orientation.offset, before.source.read_size
    known = crop_kingdom(before.kingdom, top, left, *size)
    rotations = [read, read.rotate(), read.rotate().rotate(), read.rotate().rotate().rotate()]
    fitting = [one for one in rotations if one.size == size]
    shares = [_agreement(known, one.kingdom) for one in fitting]
    best = max(shares, default=0.0)
    if best < MIN_AGREEMENT or shares.count(best) > 1:
        return None
    return fitting[shares.index(best)].window(-top, -left, *before.size)


def _agreement(one: Kingdom, other: Kingdom) -> float:
    """Return the share of equal squares among those on which either of two kingdoms of one size has a tile."""
    pairs = [(square, other[place]) for place, square in one.squares()]
    tiles = [pair for pair in pairs if not all(square.is_empty for square in pair)]
    return sum(mine == theirs for mine, theirs in tiles) / len(tiles) if tiles else 0.0
