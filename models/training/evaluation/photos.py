"""Measure accuracy on whole photos: the figures of the model card that players ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from models.training.art.table_tops import surface
from models.training.pictures.labels import load_kingdoms, photo_labels, square_side
from models.training.pictures.labels import read as read_picture
from scoring.kingdom import Kingdom
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Bgr, Photo, Points, load
from vision.pipeline.reader import Reader
from vision.squares.classify import SquareClassifier
from vision.warning import WarningCode

RIGHT_GRID = 0.2  # squares, largest error of a corner
BARE_TABLES = 100  # drawn ones, in addition to the real ones
PIECE_PX = 384  # side of a piece of a photo without its kingdom
HEADER = f"{'photo':<12}{'grid':>6}{'found':>7}{'corner':>8}{'wrong raw':>11}{'wrong':>7}  sure"


@dataclass(frozen=True)
class PhotoFigures:
    """The figures of one photo."""

    photo: str  # its name
    grid: tuple[int, int]  # rows and columns of its kingdom
    found: tuple[int, int] | None = None  # those of the located grid
    corner: float | None = None  # the largest error of a corner, in squares; None if corners are unknown
    wrong_raw: int | None = None  # wrong squares before decoding; None if the grid has another size
    wrong: int | None = None  # the same after decoding
    sure: bool = False

    def __str__(self) -> str:
        found = "x".join(map(str, self.found)) if self.found else "none"
        corner = "" if self.corner is None else f"{self.corner:.2f}"
        raw, wrong = ("-" if count is None else str(count) for count in (self.wrong_raw, self.wrong))
        grid = "x".join(map(str, self.grid))
        sure = "yes" if self.sure else "no"
        return f"{self.photo:<12}{grid:>6}{found:>7}{corner:>8}{raw:>11}{wrong:>7}  {sure}"


def read_photos(data: Path, classifier: SquareClassifier) -> Iterator[PhotoFigures]:
    """Yield the figures of every labelled photo."""
    labels = photo_labels(data)
    for name, truth, corners in load_kingdoms(data):
        exact = corners if labels[name]["corners"] else None  # others were measured for the training only
        yield _figures(Path(name).stem, load(data / "photos" / name), truth, exact, classifier)


def sample_figures(folder: Path) -> Iterator[str]:
    """Yield how many kingdoms of each sample photo of the base game are read exactly, then the sum.

    Args:
        folder: Photos ``NAME.jpg``, each with a file ``NAME.txt`` of one kingdom code a line.
    """
    exact = total = 0
    for truth_file in sorted(folder.glob("*.txt")):
        truth = truth_file.read_text(encoding="utf-8").split()
        try:
            codes = [str(reading.kingdom) for reading in Reader().read(truth_file.with_suffix(".jpg"))]
        except (NoKingdomFound, PhotoError):
            codes = []
        right = sum((Counter(truth) & Counter(codes)).values())
        exact, total = exact + right, total + len(truth)
        yield f"{truth_file.stem:<20} {right} of {len(truth)} exact"
    yield f"{'all':<20} {exact} of {total} exact"


def count_false_positives(name: str, pictures: Iterator[Photo], classifier: SquareClassifier) -> str:
    """Format the number of pictures without a kingdom in which one is read."""
    shown, claimed, asked = 0, 0, 0
    for picture in pictures:
        shown += 1
        with suppress(NoKingdomFound, PhotoError):
            readings = Reader(classifier=classifier).read(picture)
            claimed += 1
            asked += all(
                any(warning.code is WarningCode.UNCERTAIN_KINGDOM for warning in reading.warnings)
                for reading in readings
            )
    return f"{name}: {shown}, kingdoms found in {claimed} of them, in {asked} with the question whether it is one"


def bare_tables(data: Path) -> Iterator[Photo]:
    """Yield pictures without a kingdom: parts of the real photos, rooms and gardens, drawn surfaces."""
    for file, facts in photo_labels(data).items():
        if facts["corners"]:
            photo = read_picture(data / "photos" / file)
            yield from map(_enlarge, _cut_around(photo, np.array(facts["corners"], np.float32)))
    crops = sorted((data / "background").glob("*.jpg"))[::9]
    for start in range(0, len(crops) - 12, 12):  # too small alone: twelve to a picture
        row = [cv2.resize(cv2.imread(str(path)), (256, 256)) for path in crops[start : start + 12]]
        yield Photo(np.vstack([np.hstack(row[i : i + 4]) for i in (0, 4, 8)]), 1.0)
    rng = np.random.default_rng(2026)
    for _ in range(BARE_TABLES):
        yield _enlarge(surface(rng, 768))


def _cut_around(photo: Bgr, corners: Points) -> Iterator[Bgr]:
    """Cut pieces of a photo that are entirely outside its kingdom, at two scales."""
    low, high = corners.min(0) - 20, corners.max(0) + 20
    side = 192
    for scale in (0.25, 0.5):
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        rows, columns = (range(0, length - side, side // 2) for length in small.shape[:2])
        for y, x in product(rows, columns):
            left_top = np.array([x, y])
            if not ((left_top + side > low * scale) & (left_top < high * scale)).all():
                piece = small[y : y + side, x : x + side]
                yield cv2.resize(piece, (PIECE_PX, PIECE_PX), interpolation=cv2.INTER_LINEAR)


def _enlarge(picture: Bgr) -> Photo:
    return Photo(np.asarray(cv2.resize(picture, (1024, 1024), interpolation=cv2.INTER_CUBIC)), 1.0)


def summary(figures: Sequence[PhotoFigures]) -> str:
    """Summarise the figures that a player would ask for in one paragraph."""

    def share(of: Sequence[PhotoFigures], wanted: Callable[[PhotoFigures], bool]) -> str:
        return f"{sum(map(wanted, of))}/{len(of)}"

    known = [each for each in figures if each.corner is not None]
    sure = [each for each in figures if each.sure]
    return (
        f"exact kingdom {share(figures, lambda each: each.wrong == 0)}, "
        f"before decoding {share(figures, lambda each: each.wrong_raw == 0)}; "
        f"grid of the right size {share(figures, lambda each: each.found == each.grid)}; "
        f"corners within {RIGHT_GRID} square {share(known, lambda each: (each.corner or 0.0) < RIGHT_GRID)}; "
        f"right of those called sure {share(sure, lambda each: each.wrong == 0)}"
    )


def _figures(
    name: str, photo: Photo, truth: Kingdom, corners: Points | None, classifier: SquareClassifier
) -> PhotoFigures:
    """Read a photo with and without the decoder; corners (4, 2) are those of its grid, None if unknown."""
    size, reader = (truth.height, truth.width), Reader(classifier=classifier)
    try:
        grids = reader.find(photo)
        decoded, raw = (
            max(reader.decode([grids], use_dominoes=use)[0], key=lambda each: each.kingdom.height * each.kingdom.width)
            for use in (True, False)
        )
    except (NoKingdomFound, PhotoError):
        return PhotoFigures(name, size)
    off = None
    if corners is not None:
        side = square_side(corners, truth.height * truth.width)
        off = float(np.abs(np.array(decoded.corners) - corners).max()) / side
    found = decoded.kingdom.height, decoded.kingdom.width
    return PhotoFigures(
        name, size, found, off, _count_wrong(raw.kingdom, truth), _count_wrong(decoded.kingdom, truth), decoded.sure
    )


def _count_wrong(kingdom: Kingdom, truth: Kingdom) -> int | None:
    """Count the squares that differ; None for a grid of another size."""
    if (kingdom.height, kingdom.width) != (truth.height, truth.width):
        return None
    return sum(square != truth[position] for position, square in kingdom.squares())
