"""What a table's corrections teach: how its tiles look in its light.

The network's own answer is where learning starts: to its logits a smooth function of its embedding is added, fitted
step by step to what it still says wrong of the squares that people have checked (boosting with kernel ridge regression,
after Friedman, 2001). The function fades away from those squares, and few steps and a strong penalty keep it small, so
that what looks different is read as ever. Lessons are numbers, not pictures, and stay with their table.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from scoring.kingdom import Kingdom
from scoring.terrain import Square
from vision.embedding import Embeddings, embedding_session, seen
from vision.light import levelled, neutral
from vision.photo import Photo, Points
from vision.rectify import cut_squares, rectify
from vision.squares import KINDS, Logs, answers, as_crop, cooled
from vision.weights import facts

SIDES = 4  # a checked square is learnt from all its sides
# Chosen on the family 20180505, of which a photo with a mistake spares the others 4 in 10 of theirs. A linear function
# does nearly as well there, but spoils squares in other lights.
NEARNESS = 4.0  # of embeddings, one over the squared distance at which it has fallen to a third
PENALTY = 10.0
STEP = 4.0
STEPS = 40
MOST_SQUARES = 150  # the latest are kept, for learning takes half a second of them: six kingdoms of 5x5

Floats = NDArray[np.float64]


class LessonsError(ValueError):
    """Stored lessons cannot be read."""


@dataclass(frozen=True, eq=False)
class Lessons:
    """Checked squares as the network saw them from all four sides, and what they are.

    ``embeddings`` (n, 4, width) and ``logs`` (n, 4, 18) are the network's answers, ``kinds`` (n,) the places of the
    true squares in KINDS. ``network`` names the network, as nobody else's embeddings mean the same.
    """

    network: str
    embeddings: NDArray[np.float16]
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
            np.concatenate([self.embeddings, later.embeddings])[latest],
            np.concatenate([self.logs, later.logs])[latest],
            np.concatenate([self.kinds, later.kinds])[latest],
        )

    @cached_property
    def correction(self) -> Floats:
        """What to add to the logits of a square for each one here it is near to: (4 n, 18)."""
        return _fitted(self.places, self.logs.reshape(-1, len(KINDS)), np.eye(len(KINDS))[np.repeat(self.kinds, SIDES)])

    @property
    def places(self) -> Floats:
        """The embeddings of all sides, one after the other: (4 n, width)."""
        return self.embeddings.reshape(len(self) * SIDES, -1).astype(np.float64)


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
    entry = facts("squares")
    return lessons_of(embedding_session(), pixels, kinds, float(entry["temperature"]), str(entry["sha256"]))


def lessons_of(
    network: InferenceSession, crops: NDArray[np.uint8], kinds: Sequence[int], temperature: float, name: str
) -> Lessons:
    """``learn_squares`` for any network of ``with_embedding``; crops are (n, 64, 64, 3)."""
    sides = [seen(network, np.rot90(crops, side, (1, 2))) for side in range(SIDES)]
    return Lessons(
        name,
        np.stack([embeddings for _, embeddings in sides], 1).astype(np.float16),
        np.stack([cooled(logs, temperature) for logs, _ in sides], 1).astype(np.float16),
        np.array(kinds, np.uint8),
    )


def taught(lessons: Lessons, crops: NDArray[np.uint8]) -> Logs:
    """``log_probabilities`` of the network that has had these lessons."""
    entry = facts("squares")
    network, temperature = embedding_session(), float(entry["temperature"])
    logs = answers(network, crops, temperature)
    if not len(lessons) or lessons.network != entry["sha256"]:
        return logs
    return corrected(lessons, logs, seen(network, crops)[1])


def corrected(lessons: Lessons, logs: Logs, embeddings: Embeddings) -> Logs:
    """Log-probabilities (n, 18) with what the lessons say of such embeddings (n, width)."""
    return cooled((logs + _nearness(embeddings, lessons.places) @ lessons.correction).astype(np.float32), 1.0)


def _nearness(some: NDArray[np.floating], others: Floats) -> Floats:
    """A Gaussian of the distance between embeddings of length one: (n, m)."""
    return np.asarray(np.exp(2 * NEARNESS * (some @ others.T - 1.0)))


def _fitted(places: Floats, logs: NDArray[np.floating], truth: Floats) -> Floats:
    from sklearn.kernel_ridge import KernelRidge  # type: ignore[import-untyped]  # here: a second or two to import

    near = _nearness(places, places)
    added = np.zeros(truth.shape)
    for _ in range(STEPS):
        said = np.exp(logs + near @ added)
        wrong = truth - said / said.sum(1, keepdims=True)
        added += STEP * KernelRidge(alpha=PENALTY, kernel="precomputed").fit(near, wrong).dual_coef_
    return added


def stored(lessons: Lessons) -> bytes:
    """Lessons as a file: arrays of numbers, nothing that could be run."""
    file = io.BytesIO()
    np.savez_compressed(
        file,
        network=np.frombuffer(lessons.network.encode(), np.uint8),
        embeddings=lessons.embeddings,
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
                np.asarray(file["embeddings"], np.float16),
                np.asarray(file["logs"], np.float16),
                np.asarray(file["kinds"], np.uint8),
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as broken:
        raise LessonsError("these are no lessons") from broken
    squares = len(lessons.kinds)
    shapes = lessons.embeddings.shape[:2], lessons.logs.shape
    if shapes != ((squares, SIDES), (squares, SIDES, len(KINDS))) or (lessons.kinds >= len(KINDS)).any():
        raise LessonsError("these lessons are not whole")
    return lessons
