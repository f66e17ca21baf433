"""Decoding the kingdoms of a table together, although each came in its own photo: no domino lies in two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from scoring import Box, Kingdom, Position, Square
from ui.table.board import Board
from ui.table.source import BoardReading, ReadSquare, Rows, Seen
from ui.table.together import answers
from vision.pipeline.calibration import Squares
from vision.pipeline.evidence import Evidence, Judgement, judge_together


def seen_in(evidence: Evidence) -> Seen:
    """The evidence of a photo for a kingdom, as tables keep it."""
    said = evidence.against, evidence.light, evidence.advice
    return Seen(evidence.packed(), *said, evidence.pale, evidence.taught)


def squares_read(squares: Squares) -> Rows[ReadSquare]:
    """The reading of every square, as tables keep it."""
    return tuple(tuple(ReadSquare(one.square, one.confidence, one.alternative) for one in row) for row in squares)


def read_together(boards: Sequence[Board], settled: Sequence[Kingdom], box: Box) -> list[BoardReading | None]:
    """The readings of boards decoded together with each other and with ``settled`` kingdoms, which are known.

    So are the squares that a player has answered. None for a board whose kingdom comes out as it was read, that a
    player is correcting, or of whose photo too little is kept.
    """
    seen = {at: known for at, board in enumerate(boards) if (known := _seen_on(board, box))}
    photos = {board.source.picture.jpeg for board in boards if board.source}
    if not seen or len(photos) + len(settled) < 2:  # the kingdoms of one photo were decoded together as it was read
        return [None] * len(boards)
    told = dict(zip(seen, judge_together(list(seen.values()), settled, box), strict=True))
    untouched = {at for at, (_, answered) in seen.items() if not answered}
    return [_changed(board, told[at]) if at in untouched else None for at, board in enumerate(boards)]


def _seen_on(board: Board, box: Box) -> tuple[Evidence, Mapping[Position, Square]] | None:
    """The evidence of a board's photo, and the squares that a player has answered, both as they were read."""
    source = board.source
    evidence = _evidence(source.reading) if source else None
    if source is None or evidence is None or not evidence.is_of(box):
        return None
    return evidence, {source.places[at]: board.kingdom[at] for at in answers(board) if at in source.places}


def _evidence(reading: BoardReading) -> Evidence | None:
    seen = reading.seen
    if seen is None:
        return None
    with suppress(ValueError):  # a damaged row of the database
        return Evidence.unpacked(
            seen.numbers,
            reading.kingdom.height,
            reading.kingdom.width,
            against=seen.against,
            light=seen.light,
            advice=seen.advice,
            pale=seen.pale,
            taught=seen.taught,
        )
    return None


def _changed(board: Board, told: Judgement) -> BoardReading | None:
    """The reading of a board as it is told now; None if its kingdom is the same, or its castle would move."""
    if board.source is None or told.kingdom == board.source.reading.kingdom:
        return None
    before = board.source.reading
    if told.kingdom.castles != before.kingdom.castles:
        return None  # its colour was read where the castle was seen
    return replace(
        before,
        kingdom=told.kingdom,
        squares=squares_read(told.squares),
        doubtful=told.doubtful,
        legal=bool(told.legal),
        sure=bool(told.sure),
        warnings=told.warnings,
        hidden=told.hidden,
        unknown=told.unknown,
    )
