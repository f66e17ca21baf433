"""What is misread: the kinds taken for each other most, and the boards that cost most points, with their pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.held_out import HeldOut, crops_of, whole_boards
from models.training.evaluation.read_boards import ReadBoard, looks_of, read_board
from vision.photo.photo import Bgr
from vision.squares.classify import KINDS, kind_name

PAIRS = 12  # named
WORST = 12  # boards shown
TILE_PX = 128
MARK = (60, 60, 255)  # BGR


def confusions(held_out: HeldOut) -> list[str]:
    """``wheat0 read as empty: 12 of 941``, the most frequent first."""
    truth, read = held_out.truth, held_out.logs.argmax(1)
    names = [kind_name(square) for square in KINDS]
    of_kind = Counter(truth.tolist())
    pairs = Counter((int(true), int(seen)) for true, seen in zip(truth, read, strict=True) if true != seen)
    return [
        f"{names[true]} read as {names[seen]}: {count} of {of_kind[true]}"
        for (true, seen), count in pairs.most_common(PAIRS)
    ]


def worst_boards(held_out: HeldOut, folder: Path) -> Iterator[str]:
    """The boards whose points are farthest from the truth, then those with most squares wrong.

    The picture of each is written to the folder, every wrong square marked with what was read (and what it is).
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    boards = [(board, read_board(board.patches[0].sheet, *looks_of(board))) for board in whole_boards(held_out)]
    boards = [(board, read) for board, read in boards if read.wrong.any() or read.wrong_raw.any()]
    boards.sort(key=lambda pair: _badness(pair[1]), reverse=True)
    for board, read in boards[:WORST]:
        file = folder / f"{board.patches[0].source}-{read.sheet}.png"
        cv2.imwrite(str(file), _picture(list(crops_of(board.patches)), read))
        yield (
            f"{read.sheet}: read {read.points} points, really {read.true_points}; "
            f"{read.wrong.sum()} squares wrong, {read.wrong_raw.sum()} before decoding"
            f"{', called sure' if read.sure and not read.exact else ''}  {file}"
        )


def _badness(read: ReadBoard) -> tuple[int, int, int]:
    return abs(read.points - read.true_points), int(read.wrong.sum()), int(read.wrong_raw.sum())


def _picture(crops: Sequence[Bgr], read: ReadBoard) -> Bgr:
    tiles = []
    for crop, true, seen, raw in zip(
        crops, read.truth.ravel(), read.kinds.ravel(), read.logs.argmax(2).ravel(), strict=True
    ):
        tile = cv2.resize(crop, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
        if seen != true:
            tile = _marked(tile, f"{kind_name(KINDS[seen])} ({kind_name(KINDS[true])})", 3)
        elif raw != true:
            tile = _marked(tile, f"raw {kind_name(KINDS[raw])}", 1)
        tiles.append(tile)
    rows, columns = read.truth.shape
    return np.vstack([np.hstack(tiles[row * columns : (row + 1) * columns]) for row in range(rows)])


def _marked(tile: Bgr, words: str, width: int) -> Bgr:
    marked = cv2.rectangle(tile.copy(), (1, 1), (TILE_PX - 2, TILE_PX - 2), MARK, width)
    cv2.rectangle(marked, (3, TILE_PX - 16), (TILE_PX - 4, TILE_PX - 4), (255, 255, 255), -1)
    written = cv2.putText(marked, words, (5, TILE_PX - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.33, (0, 0, 0), 1, cv2.LINE_AA)
    return np.asarray(written, np.uint8)
