"""How often the grid of a kingdom is found in styles that no network was taught: the judge of a corner network.

Whole boxes in painted styles, kept from every training, are read in ordinary light and on hard evenings. *seen* are
grids that lie where the kingdom does at first sight, whatever they are judged to be; *read* are those that are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path

from models.training.evaluation.bounds import wilson
from models.training.evaluation.evenings import SEED, Case, Evening, evening
from models.training.evaluation.outcomes import judged, lies_there
from models.training.evaluation.teaching import ORDINARY, READ
from models.training.pictures.editions import STYLE_BOXES, Painted
from vision.errors import PhotoError
from vision.photo.photo import Photo
from vision.pipeline.find import grids_in

HEADER = f"{'box':<22}{'kingdoms':>9}{'seen':>17}{'read':>17}{'exact':>17}"


@dataclass(frozen=True)
class Found:
    """The kingdoms of some evenings: how many grids were seen and read, how many kingdoms exact."""

    box: str
    kingdoms: int = 0
    seen: int = 0
    read: int = 0
    exact: int = 0

    def __add__(self, other: Found) -> Found:
        return Found(
            self.box,
            self.kingdoms + other.kingdoms,
            self.seen + other.seen,
            self.read + other.read,
            self.exact + other.exact,
        )

    def __str__(self) -> str:
        shares = "".join(f"{_share(hits, self.kingdoms):>17}" for hits in (self.seen, self.read, self.exact))
        return f"{self.box:<22}{self.kingdoms:>9}{shares}"


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits} {low:.0%}-{high:.0%}"


def figures(data: Path, each: int) -> Iterator[object]:
    """The rows of every box, of so many evenings in ordinary light and as many hard ones, and of all."""
    yield HEADER
    rows: dict[str, list[Found]] = {"ordinary light": [], "hard evenings": []}
    for number in range(STYLE_BOXES):
        hard = [READ[(number * each + at) % len(READ)] for at in range(each)]
        for name, cases in zip(rows, (ORDINARY * each, hard), strict=True):
            found = [_found(name, evening_of(data, number, at, case)) for at, case in enumerate(cases)]
            rows[name].append(reduce(add, found, Found(f"{number}, {name}")))
            yield rows[name][-1]
    totals = [reduce(add, found, Found(name)) for name, found in rows.items()]
    yield from (*totals, reduce(add, totals, Found("all")))


def evening_of(data: Path, number: int, at: int, case: Case) -> Evening:
    """One evening with the tiles of a box."""
    return evening(case, at, SEED + number, lambda _: Painted.named(data, f"box{number}"))


def _found(box: str, photographed: Evening) -> Found:
    photo, outcomes = Photo(photographed.image, 1.0), judged(photographed).kingdoms
    try:
        grids = [layout.location for layout in grids_in(photo)]
    except PhotoError:
        grids = []
    seen = [
        any(lies_there(grid.corners(photo), (grid.rows, grid.columns), lying) for grid in grids)
        for lying in photographed.lying
    ]
    return Found(
        box,
        len(outcomes),
        sum(seen),
        sum(outcome.grid for outcome in outcomes),
        sum(outcome.exact for outcome in outcomes),
    )
