"""What else could tell right readings from wrong ones: ``python -m models.training.evaluation.measures``.

On the evenings on which the score of ``vision.pipeline.calibration`` is fitted, printed as areas under the curve: of
each measure alone, and of the score with it beside its five. The scores are told on kinds of evenings that were left
out when they were fitted. What is tried: how much a second look at each square disagrees (turned, shifted, in other
light), how far
the squares lie from all that the network was taught, how sharp the photo and how certain the lattice is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.evenings import Evening
from models.training.evaluation.kept_photos import scenes
from models.training.evaluation.matching import is_same, matched
from models.training.evaluation.sure import EACH_FITTED, FITTED, area, one
from vision.errors import VisionError
from vision.networks import session
from vision.photo.light import light_normalised
from vision.photo.photo import Bgr, Photo
from vision.pipeline.advice import sharpness
from vision.pipeline.calibration import Evidence
from vision.pipeline.find import find_grids
from vision.pipeline.read import Seen, seen_together
from vision.rectify import cut_squares, homography_of, warped
from vision.squares.classify import KINDS, cooled, forward, temperature
from vision.squares.known import examples, unfamiliarity

SHIFTS = ((4, 3), (-4, -3))  # pixels of 64
GAMMAS = (0.7, 1.4)
LEAST = -8.0  # nats: a look that says less says nothing

Crops = NDArray[np.uint8]


class Extra(NamedTuple):
    """What the score does not know; the more of each, the likelier a board is right."""

    turned: float  # logarithm of the least probability that squares turned to other sides give to what was read
    shifted: float  # the same of squares cut a little beside
    lit_otherwise: float  # the same of squares darkened and brightened
    familiar: float  # minus the farthest that a tile lies from what the network was taught
    sharp: float
    lattice: float  # certainty of the corners


@dataclass(frozen=True)
class Measured:
    """A kingdom that may be called sure: the kind of its evening, whether it was read right, and what is known."""

    case: str
    right: bool
    evidence: Evidence
    extra: Extra


def measured(photo: Evening) -> Iterator[Measured]:
    """The kingdoms of an evening that may be called sure."""
    picture = Photo(photo.image, 1.0)
    try:
        grids = find_grids(picture)
    except VisionError:
        return
    (found,) = seen_together([grids])
    lattices = {id(seen.reading): layout.location.confidence for seen, layout in zip(found, grids.layouts, strict=True)}
    by_reading = {id(seen.reading): seen for seen in found}
    for reading, lying in matched([seen.reading for seen in found], photo.lying)[0]:
        if reading is not None and (evidence := by_reading[id(reading)].evidence) is not None:
            extra = _extra(picture.image, by_reading[id(reading)], lattices[id(reading)])
            yield Measured(photo.case, is_same(reading.kingdom, lying.kingdom), evidence, extra)


def _extra(image: Bgr, seen: Seen, lattice: float) -> Extra:
    kingdom = seen.reading.kingdom
    rows, columns = kingdom.height, kingdom.width
    raw = warped(image, homography_of(np.array(seen.reading.corners, np.float32), rows, columns), rows, columns)
    board = light_normalised(raw)
    crops = cut_squares(board, rows, columns)
    kinds = np.array([KINDS.index(square) for row in kingdom.rows for square in row])
    tiled = np.array([not square.is_empty for row in kingdom.rows for square in row])
    _, embeddings = forward(session("squares"), crops)
    return Extra(
        turned=_agreed(kinds, [np.ascontiguousarray(np.rot90(crops, side, (1, 2))) for side in (1, 2)]),
        shifted=_agreed(kinds, [cut_squares(_moved(board, shift), rows, columns) for shift in SHIFTS]),
        lit_otherwise=_agreed(kinds, [_gamma(gamma)[crops] for gamma in GAMMAS]),
        familiar=-float(unfamiliarity(embeddings, examples())[tiled].max(initial=0.0)),
        sharp=sharpness(raw),
        lattice=lattice,
    )


def _agreed(kinds: NDArray[np.intp], looks: list[Crops]) -> float:
    """The logarithm of the least probability that any look gives to what was read."""
    logs = [cooled(forward(session("squares"), look)[0], temperature()) for look in looks]
    return float(np.stack(logs)[:, np.arange(len(kinds)), kinds].min().clip(LEAST))


def _moved(board: Bgr, shift: tuple[int, int]) -> Bgr:
    by = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    moved = cv2.warpAffine(board, by, board.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _gamma(gamma: float) -> NDArray[np.uint8]:
    return np.asarray(255 * (np.arange(256) / 255) ** gamma, np.uint8)


def main() -> None:
    from sklearn.metrics import roc_auc_score  # type: ignore[import-untyped]

    parser = argparse.ArgumentParser(description="Measure what else could tell right readings from wrong ones.")
    parser.add_argument("--folder", type=Path, default=Path("build/evenings"), help="where composed photos are kept")
    folder = parser.parse_args().folder
    cv2.setNumThreads(1)
    kept = (photo for seed in FITTED for (photo,) in scenes(folder / str(seed), EACH_FITTED, partial(one, seed)))
    found = [each for photo in kept for each in measured(photo)]
    right, kinds = np.array([each.right for each in found]), [each.case for each in found]
    known, more = np.array([each.evidence for each in found]), np.array([each.extra for each in found])
    print(f"{len(found)} kingdoms, {int((~right).sum())} wrong; the score: {area(known, right, kinds):.3f}")
    print(f"{'measure':<16}{'alone':>8}{'beside the score':>18}")
    for at, name in enumerate(Extra._fields):
        alone, beside = roc_auc_score(right, more[:, at]), area(np.column_stack([known, more[:, at]]), right, kinds)
        print(f"{name.replace('_', ' '):<16}{alone:>8.3f}{beside:>18.3f}")


if __name__ == "__main__":
    main()
