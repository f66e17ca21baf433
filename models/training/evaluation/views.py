"""One kingdom photographed twice, read alone and together.

First kingdoms of hard evenings, composed twice: from another side, in light of the same kind. Then every kingdom of
``data/boards`` that was photographed with the castle standing and without, laid on a drawn table and taken from two
sides, tilted and in two bad lights. The networks are the product's: they know these boards, but neither the lights nor
the tilts, so that single photos are read better there than strangers' are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.table_tops import surface
from models.training.evaluation.evenings import Case, Evening, two_looks
from models.training.evaluation.kept_photos import scenes
from models.training.evaluation.matching import is_same
from models.training.evaluation.promises import wilson
from models.training.pictures.castle_cutouts import STANDING
from models.training.pictures.labels import board_labels, read
from models.training.synthesis.light import photographed
from models.training.synthesis.lights import of_square
from scoring.kingdom import Kingdom
from vision.errors import VisionError
from vision.multiview.views import read_as_one
from vision.photo.photo import Bgr, Photo
from vision.pipeline.find import Grids, find_grids
from vision.pipeline.read import read_together
from vision.pipeline.reading import Reading
from vision.squares.classify import KINDS, kind_name

TABLE_PX, BOARD_PX = 1100, 640  # sides of the drawn table and of the board on it
TILTS = (0.1, 0.35)  # how much shorter the far side of the board is than the near one
TIMES = 2  # pairs of photos of each kingdom
EACH, SEED = 5, 200_000  # pairs of each kind of evening; no training draws from the seed


@dataclass(frozen=True)
class Pair:
    """Two photos of a kingdom: which of them was read exactly alone, and whether both together were, and surely."""

    alone: tuple[bool, bool]
    together: bool
    sure: bool


def composed_pairs(folder: Path, each: int = EACH, seed: int = SEED) -> Iterator[Pair]:
    """So many kingdoms of each kind of hard evening, photographed twice; the photos are kept in a folder."""

    def twice(case: Case, number: int) -> tuple[Evening, ...]:
        return two_looks(case, number, seed)

    for photos in scenes(folder / str(seed), each, twice, lambda case: case.kingdoms == 1 and not case.bare):
        yield _pair([Photo(photo.image, 1.0) for photo in photos], photos[0].lying[0].kingdom)


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
            yield _pair([taken(picture, rng) for picture in pictures], _kingdom(labels[lying[0]][1]))


def _pair(photos: Sequence[Photo], truth: Kingdom) -> Pair:
    found = [_grids(photo) for photo in photos]
    alone = [bool(grids) and any(is_same(reading.kingdom, truth) for reading in _alone(grids)) for grids in found]
    try:
        reading = read_as_one([grids for grids in found if grids is not None])
    except (VisionError, ValueError):
        return Pair((alone[0], alone[1]), together=False, sure=False)
    return Pair((alone[0], alone[1]), is_same(reading.kingdom, truth), reading.sure)


def _grids(photo: Photo) -> Grids | None:
    try:
        return find_grids(photo)
    except VisionError:
        return None


def _alone(grids: Grids | None) -> list[Reading]:
    return read_together([grids])[0] if grids else []


def _kingdom(truth: dict[tuple[int, int], str]) -> Kingdom:
    """The kingdom of these kinds of squares, without empty rows and columns around it."""
    known = {kind_name(square): square for square in KINDS}
    filled = [place for place, name in truth.items() if name != "empty"]
    (top, left), (bottom, right) = (tuple(side) for side in (np.min(filled, 0), np.max(filled, 0)))
    rows = range(top, bottom + 1)
    return Kingdom(tuple(tuple(known[truth[row, column]] for column in range(left, right + 1)) for row in rows))


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


def told(found: Sequence[Pair]) -> Iterator[str]:
    """How pairs were read, line by line, with 95 % intervals after Wilson."""
    sure = [pair for pair in found if pair.sure]
    yield f"kingdoms photographed twice: {len(found)}"
    yield f"exact from a single photo: {_share([exact for pair in found for exact in pair.alone])}"
    yield f"exact from the better of the two: {_share([any(pair.alone) for pair in found])}"
    yield f"exact from both together: {_share([pair.together for pair in found])}"
    yield f"right of those called sure together: {_share([pair.together for pair in sure])}"


def _share(values: Sequence[bool]) -> str:
    low, high = wilson(sum(values), len(values))
    return f"{sum(values)}/{len(values)} ({low:.0%} to {high:.0%})"
