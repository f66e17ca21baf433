"""Measure the recall of the corner network on tile sets in styles that no network was trained on.

Whole boxes in painted styles are read in ordinary light and on hard evenings. *seen* are grids located at the position
of a kingdom, accepted or not; *read* are those that are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.evaluation.bounds import format_share
from models.training.evaluation.evenings import SEED, Evening, evening
from models.training.evaluation.outcomes import read_evening, turn_of
from models.training.evaluation.teaching import ORDINARY, READ
from models.training.pictures.editions import STYLE_BOXES, Painted
from vision.errors import PhotoError
from vision.photo.photo import Photo
from vision.pipeline.reader import Reader

HEADER = f"{'box':<22}{'kingdoms':>9}{'seen':>17}{'read':>17}{'exact':>17}"

Counts = NDArray[np.int64]


def figures(data: Path, each: int) -> Iterator[str]:
    """Format the rows of every box, of ``each`` evenings in ordinary light and as many hard ones, and of all."""
    yield HEADER
    totals = {"ordinary light": np.zeros(4, int), "hard evenings": np.zeros(4, int)}
    for number in range(STYLE_BOXES):
        box = partial(_box, data, f"box{number}")
        hard = [READ[(number * each + at) % len(READ)] for at in range(each)]
        for name, cases in zip(totals, (ORDINARY * each, hard), strict=True):
            found = sum(
                (_count_grids(evening(case, at, SEED + number, box)) for at, case in enumerate(cases)), np.zeros(4, int)
            )
            totals[name] += found
            yield _row(f"{number}, {name}", found)
    for name, found in (*totals.items(), ("all", sum(totals.values(), np.zeros(4, int)))):
        yield _row(name, found)


def _box(data: Path, name: str, _: Generator) -> Painted:
    return Painted.load(data, name)


def _row(name: str, found: Counts) -> str:
    kingdoms, *rest = found.tolist()
    return f"{name:<22}{kingdoms:>9}" + "".join(f"{format_share(hits, kingdoms):>17}" for hits in rest)


def _count_grids(photographed: Evening) -> Counts:
    """Count the kingdoms of an evening, their grids that were located and read, and the exact ones."""
    photo, outcomes = Photo(photographed.image, 1.0), read_evening(photographed).kingdoms
    try:
        grids = [grid.location for grid in Reader().find_grids(photo)]
    except PhotoError:
        grids = []
    seen = [
        any(turn_of(grid.corners(photo), (grid.rows, grid.columns), lying) is not None for grid in grids)
        for lying in photographed.lying
    ]
    read, exact = sum(each.grid for each in outcomes), sum(each.exact for each in outcomes)
    return np.array([len(outcomes), sum(seen), read, exact])
