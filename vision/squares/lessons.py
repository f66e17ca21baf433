"""Lessons: a correction of the classifier from squares that people have checked, by boosted kernel ridge regression.

To the network's logits a smooth function of embedding and colour is added, fitted step by step to what the network
still gets wrong of the checked squares (gradient boosting after Friedman, 2001, with kernel ridge regression as the
base learner). It is the same for all crowns of a terrain: light changes how a terrain looks, but a crown that was not
read is mostly hidden or cut off, and teaches nothing. The function fades away from those squares, so that what looks
different is read as before. Lessons are numbers, not pictures, and stay with their table.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import CodeError, Kingdom
from scoring.terrain import Square
from vision.networks import identity, session
from vision.photo.photo import Photo, Points
from vision.squares.classify import (
    CROP_PX,
    KINDS,
    Classified,
    Embeddings,
    Logs,
    as_crop,
    classify,
    cooled,
    forward,
    log_probabilities,
    temperature,
)
from vision.squares.named import Named, squares_of

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

SIDES = 4  # a checked square is learnt turned to all its sides
# Chosen on three quarters of the pictures, read by networks that had not seen them: for most mistakes fewer in the same
# light with none more in others. Without colour the lessons of one light spoil squares of others now and then.
EMBEDDING_WIDTH = 0.5  # distance of embeddings at which the kernel has fallen to 1 / e ...
COLOUR_WIDTH = 0.42  # ... and of colours, in units of log(blue / green), log(red / green), half of log(brightness)
PENALTY = 3.0
STEP = 4.0
STEPS = 40
MOST_SQUARES = 150  # the latest are kept, for learning takes half a second of them: six kingdoms of 5x5

Floats = NDArray[np.float64]


def _terrains() -> Floats:
    lands = [(square.terrain, square.is_castle) for square in KINDS]
    return np.array([[land == other for other in dict.fromkeys(lands)] for land in lands], np.float64)


TERRAINS: Floats = _terrains()
"""(18, 8): which kinds are of one terrain, the castle and the empty square each by themselves."""


class LessonsError(ValueError):
    """Stored lessons cannot be read."""


@dataclass(frozen=True, eq=False)
class Lessons:
    """Checked squares as the network saw them turned to all four sides, and what they are.

    ``features`` (n, 4, width) are their embeddings and colours, see ``features_of``; ``logs`` (n, 4, 18) the network's
    log-probabilities; ``kinds`` (n,) the indices of the true squares in KINDS. ``network`` is the network's identity:
    another's features mean something else. ``named`` are squares that looked like nothing it knows.
    """

    network: str
    features: NDArray[np.float16]
    logs: NDArray[np.float16]
    kinds: NDArray[np.uint8]
    named: Named = field(default_factory=Named.nothing)

    def __len__(self) -> int:
        return len(self.kinds)

    def __add__(self, later: Lessons) -> Lessons:
        """Both lessons, the earliest squares forgotten; only the later ones if another network saw the earlier."""
        if self.network != later.network:
            return later
        latest = slice(-MOST_SQUARES, None)
        return Lessons(
            self.network,
            np.concatenate([self.features, later.features])[latest],
            np.concatenate([self.logs, later.logs])[latest],
            np.concatenate([self.kinds, later.kinds])[latest],
            self.named + later.named,
        )

    @cached_property
    def coefficients(self) -> Floats:
        """The dual coefficients of the fit (4 n, 18): what each checked view adds to the logits of its equal."""
        truth = TERRAINS[np.repeat(self.kinds, SIDES)]
        return _fitted(_kernel(self.views, self.views), self.logs.reshape(-1, len(KINDS)), truth) @ TERRAINS.T

    @property
    def views(self) -> Floats:
        """The features of all sides, square by square: (4 n, width)."""
        return self.features.reshape(len(self) * SIDES, -1).astype(np.float64)


def learn(photo: Photo, corners: Points, kingdom: Kingdom) -> Lessons:
    """What a checked kingdom teaches: ``corners`` (4, 2) are those of its reading, every square is as it truly is.

    Raises PhotoError for corners that frame nothing.
    """
    crops = squares_of(photo, corners, kingdom.height, kingdom.width)
    return learn_squares(list(crops), [square for _, square in kingdom.squares()])


def learn_squares(crops: Sequence[NDArray[Any]], squares: Sequence[Square]) -> Lessons:
    """What checked squares teach; crops as for ``read_squares``. Squares that no domino has teach nothing."""
    known = [index for index, square in enumerate(squares) if square in KINDS]
    pictures = [as_crop(crops[index]) for index in known]
    kinds = [KINDS.index(squares[index]) for index in known]
    pixels = np.stack(pictures) if pictures else np.empty((0, *as_crop(np.empty((0, 0))).shape), np.uint8)
    return lessons_of(session("squares"), pixels, kinds, temperature(), identity("squares"))


def lessons_of(
    network: InferenceSession, crops: NDArray[np.uint8], kinds: Sequence[int], temperature: float, identity: str
) -> Lessons:
    """``learn_squares`` for any squares network; crops are (n, 64, 64, 3)."""
    sides = [forward(network, np.rot90(crops, side, (1, 2))) for side in range(SIDES)]
    return Lessons(
        identity,
        np.stack([features_of(embeddings, crops) for _, embeddings in sides], 1).astype(np.float16),
        np.stack([cooled(logs, temperature) for logs, _ in sides], 1).astype(np.float16),
        np.array(kinds, np.uint8),
    )


def features_of(embeddings: Embeddings, crops: NDArray[np.uint8]) -> Floats:
    """The features (n, width) that the kernel compares: embeddings and mean colours.

    Scaled so that the kernel falls to 1 / e at a distance of one.
    """
    blue, green, red = np.log(crops.reshape(-1, CROP_PX * CROP_PX, 3).mean(1) + 4.0).T  # 4: black has a colour, too
    colours = np.stack([blue - green, red - green, (blue + green + red) / 6], 1)
    return np.concatenate([embeddings / EMBEDDING_WIDTH, colours / COLOUR_WIDTH], 1)


def log_probabilities_with(lessons: Lessons, crops: NDArray[np.uint8]) -> Logs:
    """``log_probabilities`` of crops, corrected by lessons; lessons of another network change nothing."""
    if not len(lessons) or lessons.network != identity("squares"):
        return log_probabilities(crops)
    return classified_with(lessons, classify(crops), crops).logs


def classified_with(lessons: Lessons, classified: Classified, crops: NDArray[np.uint8]) -> Classified:
    """What the network says of crops, corrected by lessons; lessons of another network change nothing."""
    if not len(lessons) or lessons.network != identity("squares"):
        return classified
    logs = corrected(lessons, classified.logs, features_of(classified.embeddings, crops))
    return classified._replace(logs=logs, in_printings=classified.in_printings + (logs - classified.logs)[..., None])


def corrected(lessons: Lessons, logs: Logs, features: Floats) -> Logs:
    """Log-probabilities (n, 18) of squares with these features (n, width), corrected by lessons."""
    return cooled((logs + _kernel(features, lessons.views) @ lessons.coefficients).astype(np.float32), 1.0)


def _kernel(some: Floats, others: Floats) -> Floats:
    """The Gaussian kernel between features: (n, m)."""
    squared = (some**2).sum(1)[:, None] + (others**2).sum(1) - 2.0 * some @ others.T
    return np.asarray(np.exp(-squared.clip(0.0)))


def _fitted(kernel: Floats, logs: NDArray[np.floating], truth: Floats) -> Floats:
    """Dual coefficients by terrain, (n, 8), with which views are read as the ``truth`` (n, 8)."""
    from sklearn.kernel_ridge import KernelRidge  # type: ignore[import-untyped]  # here: a second or two to import

    coefficients = np.zeros(truth.shape)
    for _ in range(STEPS):
        odds = np.exp(logs + kernel @ coefficients @ TERRAINS.T)
        residuals = truth - odds / odds.sum(1, keepdims=True) @ TERRAINS
        coefficients += STEP * KernelRidge(alpha=PENALTY, kernel="precomputed").fit(kernel, residuals).dual_coef_
    return coefficients


def stored(lessons: Lessons) -> bytes:
    """Lessons as a file: arrays of numbers, nothing that could be run.

    Its names of the arrays are older than those of ``Lessons``, for the files that people have.
    """
    file = io.BytesIO()
    np.savez_compressed(
        file,
        network=np.frombuffer(lessons.network.encode(), np.uint8),
        places=lessons.features,
        logs=lessons.logs,
        kinds=lessons.kinds,
        named=np.frombuffer(" ".join(map(str, lessons.named.squares)).encode(), np.uint8),
        named_places=lessons.named.embeddings,
    )
    return file.getvalue()


def restored(content: bytes) -> Lessons:
    """Lessons as they were stored; raises LessonsError for anything else."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            lessons = Lessons(
                bytes(file["network"]).decode(),
                np.asarray(file["places"], np.float16),
                np.asarray(file["logs"], np.float16),
                np.asarray(file["kinds"], np.uint8),
                _named_in(file) if "named" in file else Named.nothing(),  # older files have none
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as broken:
        raise LessonsError("these are no lessons") from broken
    squares = len(lessons.kinds)
    shapes = lessons.features.shape[:2], lessons.logs.shape
    if shapes != ((squares, SIDES), (squares, SIDES, len(KINDS))) or (lessons.kinds >= len(KINDS)).any():
        raise LessonsError("these lessons are not whole")
    return lessons


def _named_in(file: Mapping[str, NDArray[Any]]) -> Named:
    """The named squares of a file; raises ValueError for anything else."""
    codes = bytes(file["named"]).decode().split()
    try:
        squares = tuple(Kingdom.parse(code)[0, 0] for code in codes)
    except CodeError as unknown:
        raise ValueError("no square is written so") from unknown
    if not squares:
        return Named.nothing()
    (width,) = (output.shape[-1] for output in session("looks").get_outputs() if output.name == "embedding")
    return Named(np.asarray(file["named_places"], np.float16).reshape(len(squares), SIDES, width), squares)
