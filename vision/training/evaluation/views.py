"""One kingdom photographed twice, read alone and together: ``python -m vision.training.evaluation.views DATA``.

Every kingdom of ``data/boards`` that was photographed with the castle standing and without is laid on a drawn table and
taken from two sides, tilted and in two bad lights. The networks are the product's: they know these boards, but neither
the lights nor the tilts, so that single photos are read better here than strangers' are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from vision.errors import VisionError
from vision.grids import Grids, find_grids
from vision.photo.photo import Bgr, Photo
from vision.reading import Reading, read_together
from vision.squares.classify import kind_name
from vision.training.art.table_tops import surface
from vision.training.pictures.castle_cutouts import STANDING
from vision.training.pictures.patches import board_labels, read
from vision.training.synthesis.light import photographed
from vision.training.synthesis.lights import of_square
from vision.views import read_as_one

TABLE_PX, BOARD_PX = 1100, 640  # sides of the drawn table and of the board on it
TILTS = (0.1, 0.35)  # how much shorter the far side of the board is than the near one
TIMES = 2  # pairs of photos of each kingdom


@dataclass(frozen=True)
class Pair:
    """Two photos of a kingdom: which of them was read exactly alone, and whether both together were, and surely."""

    alone: tuple[bool, bool]
    together: bool
    sure: bool


def pairs(data: Path, seed: int = 1) -> Iterator[Pair]:
    """Every kingdom that was photographed with its castle and without, taken anew."""
    labels = board_labels(data)
    kingdoms: dict[str, list[str]] = {}
    for board, (kingdom, _) in labels.items():
        kingdoms.setdefault(kingdom, []).append(board)
    for number, boards in enumerate(kingdoms.values()):
        standing = [board for board in boards if board in STANDING]
        lying = [board for board in boards if board not in STANDING]
        for time in range(TIMES if standing and lying else 0):
            rng = np.random.default_rng((seed, number, time))
            pictures = [read(data / "boards" / f"{each[0]}.jpg") for each in (standing, lying)]
            yield _pair([taken(picture, rng) for picture in pictures], labels[lying[0]][1])


def _pair(photos: Sequence[Photo], truth: dict[tuple[int, int], str]) -> Pair:
    found = [_grids(photo) for photo in photos]
    alone = [bool(grids) and any(_is_exact(reading, truth) for reading in _alone(grids)) for grids in found]
    try:
        reading = read_as_one([grids for grids in found if grids is not None])
    except (VisionError, ValueError):
        return Pair((alone[0], alone[1]), together=False, sure=False)
    return Pair((alone[0], alone[1]), _is_exact(reading, truth), reading.sure)


def _grids(photo: Photo) -> Grids | None:
    try:
        return find_grids(photo)
    except VisionError:
        return None


def _alone(grids: Grids | None) -> list[Reading]:
    return read_together([grids])[0] if grids else []


def _is_exact(reading: Reading, truth: dict[tuple[int, int], str]) -> bool:
    """Whether the kingdom was read as it is, whichever way round."""
    rows = np.array([[kind_name(square) for square in row] for row in reading.kingdom.rows])
    filled = [place for place, name in truth.items() if name != "empty"]
    (top, left), (bottom, right) = (tuple(side) for side in (np.min(filled, 0), np.max(filled, 0)))
    wanted = np.array([[truth[r, c] for c in range(left, right + 1)] for r in range(top, bottom + 1)])
    return any(np.array_equal(np.rot90(rows, turns), wanted) for turns in range(4))


def taken(board: Bgr, rng: Generator) -> Photo:
    """A photo of a board from one of the four sides, tilted, in any light that a phone meets."""
    table = surface(rng, TABLE_PX)
    edge = (TABLE_PX - BOARD_PX) / 2
    shrunk = float(rng.uniform(*TILTS)) * BOARD_PX / 2
    corners = np.array([[0, 0], [BOARD_PX, 0], [BOARD_PX, BOARD_PX], [0, BOARD_PX]], np.float32) + edge
    corners[:2, 0] += [shrunk, -shrunk]
    corners[:2, 1] += shrunk
    corners = np.roll(corners, int(rng.integers(4)), 0) + rng.normal(0, 8, (4, 2)).astype(np.float32)
    side = board.shape[0]
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    laid = cv2.warpPerspective(board, matrix, (TABLE_PX, TABLE_PX), table, borderMode=cv2.BORDER_TRANSPARENT)
    return Photo(photographed(np.asarray(laid, np.uint8), of_square(rng), rng), 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how two photos of one kingdom are read together.")
    parser.add_argument("data", type=Path)
    arguments = parser.parse_args()
    found = list(pairs(arguments.data))
    single = sum(sum(pair.alone) for pair in found)
    sure = [pair for pair in found if pair.sure]
    print(f"kingdoms photographed twice: {len(found)}")
    print(f"exact from a single photo: {single}/{2 * len(found)}")
    print(f"exact from the better of the two: {sum(any(pair.alone) for pair in found)}/{len(found)}")
    print(f"exact from both together: {sum(pair.together for pair in found)}/{len(found)}")
    print(f"right of those called sure together: {sum(pair.together for pair in sure)}/{len(sure)}")


if __name__ == "__main__":
    main()
