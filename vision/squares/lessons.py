"""What a table's corrections teach: how its tiles look in its light.

The network's own answer is where learning starts: to its logits a smooth function of embedding and colour is added,
fitted step by step to what it still says wrong of the squares that people have checked (boosting with kernel ridge
regression, after Friedman, 2001). It is the same for all crowns of a terrain: light changes how a terrain looks, but a
crown that was not read is mostly hidden or cut off, and teaches nothing. The function fades away from those squares, so
that what looks different is read as ever. Lessons are numbers, not pictures, and stay with their table.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from scoring.terrain import Square
from vision.networks import manifest
from vision.photo.light import levelled, neutral
from vision.photo.photo import Photo, Points
from vision.rectify import cut_squares, rectify
from vision.squares.classify import CROP_PX, KINDS, Logs, answers, as_crop, cooled
from vision.squares.embedding import Embeddings, embedding_session, seen

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

SIDES = 4  # a checked square is learnt from all its sides
# Chosen on three quarters of the pictures, read by networks that had not seen them: for most mistakes fewer in the same
# light with none more in others. Without colour the lessons of one light spoil squares of others now and then.
ALIKE = 0.5  # distance of embeddings at which a lesson counts a third as much ...
TINGE = 0.42  # ... and of colours, in units of log(blue / green), log(red / green) and half of log(brightness)
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
    """Checked squares as the network saw them from all four sides, and what they are.

    ``places`` (n, 4, width) are where they lie among all squares, see ``places_of``; ``logs`` (n, 4, 18) the network's
    answers; ``kinds`` (n,) the true squares' places in KINDS. ``network`` names the network, as no other's places mean
    the same.
    """

    network: str
    places: NDArray[np.float16]
    logs: NDArray[np.float16]
    kinds: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.kinds)

    def __add__(self, later: Lessons) -> Lessons:
        """Both lessons, the earliest squares forgotten; only the later ones if another network saw the earlier."""
        if self.network != later.network:
            return later
        latest = slice(-MOST_SQUARES, None)
        return Lessons(
            self.network,
            np.concatenate([self.places, later.places])[latest],
            np.concatenate([self.logs, later.logs])[latest],
            np.concatenate([self.kinds, later.kinds])[latest],
        )

    @cached_property
    def correction(self) -> Floats:
        """What each square's side adds to the logits of a square in the same place: (4 n, 18)."""
        truth = TERRAINS[np.repeat(self.kinds, SIDES)]
        return _fitted(_nearness(self.sides, self.sides), self.logs.reshape(-1, len(KINDS)), truth) @ TERRAINS.T

    @property
    def sides(self) -> Floats:
        """The places of all sides, square by square: (4 n, width)."""
        return self.places.reshape(len(self) * SIDES, -1).astype(np.float64)


def learn(photo: Photo, corners: Points, kingdom: Kingdom) -> Lessons:
    """What a checked kingdom teaches: ``corners`` (4, 2) are those of its reading, every square is as it truly is.

    Raises PhotoError for corners that frame nothing.
    """
    rows, columns = kingdom.height, kingdom.width
    crops = cut_squares(neutral(levelled(rectify(photo, corners, rows, columns))), rows, columns)
    return learn_squares(list(crops), [square for _, square in kingdom.squares()])


def learn_squares(crops: Sequence[NDArray[Any]], squares: Sequence[Square]) -> Lessons:
    """What checked squares teach; crops as for ``read_squares``. Squares that no domino has teach nothing."""
    known = [index for index, square in enumerate(squares) if square in KINDS]
    pictures = [as_crop(crops[index]) for index in known]
    kinds = [KINDS.index(squares[index]) for index in known]
    pixels = np.stack(pictures) if pictures else np.empty((0, *as_crop(np.empty((0, 0))).shape), np.uint8)
    entry = manifest("squares")
    return lessons_of(embedding_session(), pixels, kinds, float(entry["temperature"]), str(entry["sha256"]))


def lessons_of(
    network: InferenceSession, crops: NDArray[np.uint8], kinds: Sequence[int], temperature: float, name: str
) -> Lessons:
    """``learn_squares`` for any network of ``with_embedding``; crops are (n, 64, 64, 3)."""
    sides = [seen(network, np.rot90(crops, side, (1, 2))) for side in range(SIDES)]
    return Lessons(
        name,
        np.stack([places_of(embeddings, crops) for _, embeddings in sides], 1).astype(np.float16),
        np.stack([cooled(logs, temperature) for logs, _ in sides], 1).astype(np.float16),
        np.array(kinds, np.uint8),
    )


def places_of(embeddings: Embeddings, crops: NDArray[np.uint8]) -> Floats:
    """Where squares lie among all squares, (n, width): their embeddings and their mean colours.

    Scaled so that squares at a distance of one are a third as near as those in one place.
    """
    blue, green, red = np.log(crops.reshape(-1, CROP_PX * CROP_PX, 3).mean(1) + 4.0).T  # 4: black has a colour, too
    colours = np.stack([blue - green, red - green, (blue + green + red) / 6], 1)
    return np.concatenate([embeddings / ALIKE, colours / TINGE], 1)


def taught(lessons: Lessons, crops: NDArray[np.uint8]) -> Logs:
    """``log_probabilities`` of the network that has had these lessons."""
    entry = manifest("squares")
    network, temperature = embedding_session(), float(entry["temperature"])
    logs = answers(network, crops, temperature)
    if not len(lessons) or lessons.network != entry["sha256"]:
        return logs
    return corrected(lessons, logs, places_of(seen(network, crops)[1], crops))


def corrected(lessons: Lessons, logs: Logs, places: Floats) -> Logs:
    """Log-probabilities (n, 18) with what the lessons say of squares in these places (n, width)."""
    return cooled((logs + _nearness(places, lessons.sides) @ lessons.correction).astype(np.float32), 1.0)


def _nearness(some: Floats, others: Floats) -> Floats:
    """A Gaussian of the distance between places: (n, m)."""
    squared = (some**2).sum(1)[:, None] + (others**2).sum(1) - 2.0 * some @ others.T
    return np.asarray(np.exp(-squared.clip(0.0)))


def _fitted(near: Floats, logs: NDArray[np.floating], truth: Floats) -> Floats:
    """What each square adds for every terrain, (n, 8), so that those near it are read as the ``truth`` (n, 8)."""
    from sklearn.kernel_ridge import KernelRidge  # type: ignore[import-untyped]  # here: a second or two to import

    added = np.zeros(truth.shape)
    for _ in range(STEPS):
        said = np.exp(logs + near @ added @ TERRAINS.T)
        wrong = truth - said / said.sum(1, keepdims=True) @ TERRAINS
        added += STEP * KernelRidge(alpha=PENALTY, kernel="precomputed").fit(near, wrong).dual_coef_
    return added


def stored(lessons: Lessons) -> bytes:
    """Lessons as a file: arrays of numbers, nothing that could be run."""
    file = io.BytesIO()
    np.savez_compressed(
        file,
        network=np.frombuffer(lessons.network.encode(), np.uint8),
        places=lessons.places,
        logs=lessons.logs,
        kinds=lessons.kinds,
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
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as broken:
        raise LessonsError("these are no lessons") from broken
    squares = len(lessons.kinds)
    shapes = lessons.places.shape[:2], lessons.logs.shape
    if shapes != ((squares, SIDES), (squares, SIDES, len(KINDS))) or (lessons.kinds >= len(KINDS)).any():
        raise LessonsError("these lessons are not whole")
    return lessons
