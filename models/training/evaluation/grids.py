"""Measure the recall of the corner network on tile sets in styles that no network was trained on.

Whole boxes in painted styles are read in ordinary light and on hard evenings. *seen* are grids located at the position
of a kingdom, accepted or not; *read* are those that are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.bounds import format_share
from models.training.evaluation.evenings import SEED, Evening, evening
from models.training.evaluation.outcomes import read_evening, turn_of
from models.training.evaluation.teaching import ORDINARY, READ
from models.training.pictures.editions import STYLE_BOXES, Painted
from vision.errors import PhotoError
from vision.locate.locate import Location
from vision.photo.photo import Photo
from vision.pipeline.reader import Reader

Counts = NDArray[np.int64]  # kingdoms, and of these the ones whose grids are located, read, and exact


def figures(data: Path, each: int) -> Iterator[str]:
    """Format the rows of every box, of ``each`` evenings in ordinary light and as many hard ones, and of all."""
    yield f"{'box':<22}{'kingdoms':>9}{'seen':>17}{'read':>17}{'exact':>17}"
    totals = {"ordinary light": np.zeros(4, int), "hard evenings": np.zeros(4, int)}
    for number in range(STYLE_BOXES):
        box = Painted.load(data, f"box{number}")
        hard = [READ[(number * each + at) % len(READ)] for at in range(each)]
        for name, cases in zip(totals, (ORDINARY * each, hard), strict=True):
            photos = (evening(case, at, SEED + number, lambda _, box=box: box) for at, case in enumerate(cases))  # type: ignore[misc]
            counts = np.sum([_count_grids(photo) for photo in photos], axis=0)
            totals[name] += counts
            yield _format_row(f"{number}, {name}", counts)
    for name, counts in (*totals.items(), ("all", np.sum([*totals.values()], axis=0))):
        yield _format_row(name, counts)


def _format_row(name: str, counts: Counts) -> str:
    kingdoms, *rest = counts.tolist()
    return f"{name:<22}{kingdoms:>9}" + "".join(f"{format_share(hits, kingdoms):>17}" for hits in rest)


def _count_grids(photographed: Evening) -> Counts:
    """Count the kingdoms of an evening, their grids that were located and read, and the exact ones."""
    photo, outcomes = Photo(photographed.image, 1.0), read_evening(photographed).kingdoms
    grids: list[Location] = []
    with suppress(PhotoError):
        grids = Reader().locate(photo)
    seen = [
        any(turn_of(grid.corners(photo), (grid.rows, grid.columns), lying) is not None for grid in grids)
        for lying in photographed.lying
    ]
    return np.array([len(seen), sum(seen), sum(each.grid for each in outcomes), sum(each.exact for each in outcomes)])
