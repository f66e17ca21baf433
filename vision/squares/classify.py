"""The classifier of single squares: log-probabilities of their kinds, and the embedding behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from vision.networks import get_session, read_manifest_entry

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

CROP_PX = 64  # side of what the network sees
BATCH = 64  # crops at a time: bounds the memory of thousands of crops
DOUBT = 0.97  # confidence below which test-time augmentation is worth its time
# Squares in doubt that are always worth it, and the share of a grid beyond which nothing is: of 60 grids in photos of
# other games 38 have more, of 49 on the real photos in the worst lights none, of 13 in a style that nobody knows 2.
WORTHWHILE, MOST_DOUBTED = 12, 0.72
MIDDLE_PX = 55  # of a crop, where what lies beside the square is left out

Logs = NDArray[np.float32]  # (n, 18): natural logarithms of probabilities, in the order of KINDS
InPrintings = NDArray[np.float32]  # (n, 18, 3): the same of kinds in printings of the box
Embeddings = NDArray[np.float32]  # (n, width), each of length one


def _kind(name: str) -> Square:
    """The square of a kind in the manifest; ``kind_name`` undoes this."""
    if name in ("castle", "empty"):
        return CASTLE if name == "castle" else EMPTY
    return Square(Terrain(name[:-1]), int(name[-1]))


KINDS: tuple[Square, ...] = tuple(_kind(name) for name in read_manifest_entry("squares")["classes"])
"""The classes of the network in its order, as the manifest names them: 16 squares of dominoes, castle, empty."""


class SquarePredictions(NamedTuple):
    """The outputs of a squares network for n crops."""

    logs: Logs
    in_printings: InPrintings
    embeddings: Embeddings
    covered: NDArray[np.float32]  # (n,), the share of each crop that other things cover, 0 to 1


@dataclass(frozen=True)
class SquareReading:
    """The content of one square, how sure that is (0 to 1), and the next best guess."""

    square: Square
    confidence: float
    alternative: Square | None = None


def kind_name(square: Square) -> str:
    """The kind in the manifest and in tables: ``wheat0``, ``mine3``, ``castle``, ``empty``."""
    if square.terrain is None:
        return "castle" if square.is_castle else "empty"
    return f"{square.terrain.value}{square.crowns}"


def log_probabilities(crops: NDArray[np.uint8]) -> Logs:
    """The log-probabilities (n, 18) of ``KINDS``, natural logarithms, for crops (n, 64, 64, 3)."""
    return predict(get_session("squares"), crops, temperature())


@dataclass(frozen=True, eq=False)
class SquareClassifier:
    """A squares network and the temperature with which its probabilities are calibrated."""

    network: InferenceSession
    temperature: float

    def predict(self, crops: NDArray[np.uint8]) -> SquarePredictions:
        """Classify crops (n, 64, 64, 3) by a single pass of the network."""
        outputs = ["log_probabilities", "in_printings", "embedding", "covered"]
        raw, joint, embeddings, covered = _run(self.network, crops, outputs)
        logs = cooled(raw, self.temperature)
        return SquarePredictions(logs, logs[..., None] + joint - raw[..., None], _of_length_one(embeddings), covered)

    def refine(self, crops: NDArray[np.uint8], predictions: SquarePredictions) -> SquarePredictions:
        """Average the predictions of doubtful crops over augmented ones, unless hardly any crop looks like a tile."""
        if _is_hopeless(predictions.logs):
            return predictions
        logs = _averaged(self.network, crops, predictions.logs, self.temperature)
        return predictions._replace(
            logs=logs, in_printings=predictions.in_printings + (logs - predictions.logs)[..., None]
        )


def shipped_classifier() -> SquareClassifier:
    """Return the classifier of the networks folder. Raises WeightsError."""
    return SquareClassifier(get_session("squares"), temperature())


def _is_hopeless(logs: Logs) -> bool:
    """True for a large grid (n, 18) of which so many squares are in doubt that it is hardly ever one of tiles."""
    doubted = int((logs.max(1, initial=-np.inf) < np.log(DOUBT)).sum())
    return doubted > max(MOST_DOUBTED * len(logs), WORTHWHILE)


def cover_of_doubtful(predictions: SquarePredictions) -> NDArray[np.float32]:
    """Return the covered shares (n,), 0 for squares whose kind is certain."""
    doubtful = predictions.logs.max(1, initial=-np.inf) < np.log(DOUBT)
    return np.where(doubtful, predictions.covered, np.float32(0))


@cache
def temperature() -> float:
    """The divisor of the shipped network's logits, with which its probabilities are calibrated."""
    return float(read_manifest_entry("squares")["temperature"])


def predict(network: InferenceSession, crops: NDArray[np.uint8], temperature: float) -> Logs:
    """``log_probabilities`` (n, 18) of any squares network; of crops that it doubts, averaged over augmented ones."""
    (logs,) = _run(network, crops, ["log_probabilities"])
    return _averaged(network, crops, cooled(logs, temperature), temperature)


def forward(network: InferenceSession, crops: NDArray[np.uint8]) -> tuple[Logs, Embeddings]:
    """The network's outputs for crops (n, 64, 64, 3): log-probabilities, not calibrated, and embeddings.

    An embedding is what the last layer is given, scaled to length one: squares that look alike lie close together.
    """
    logs, embeddings = _run(network, crops, ["log_probabilities", "embedding"])
    return logs, _of_length_one(embeddings)


def embedding_width(name: str) -> int:
    """The length of the embeddings of one of the product's networks."""
    (width,) = (output.shape[-1] for output in get_session(name).get_outputs() if output.name == "embedding")
    return int(width)


def _of_length_one(embeddings: NDArray[np.float32]) -> Embeddings:
    return np.asarray(embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True).clip(1e-6), np.float32)


def _averaged(network: InferenceSession, crops: NDArray[np.uint8], logs: Logs, temperature: float) -> Logs:
    """Log-probabilities of crops, those in doubt averaged with the probabilities of augmented crops."""
    doubted = np.flatnonzero(logs.max(1, initial=-np.inf) < np.log(DOUBT))
    if not len(doubted):
        return logs
    views = [logs[doubted]]
    for augmented in _augmented(crops[doubted]):
        (seen,) = _run(network, augmented, ["log_probabilities"])
        views.append(cooled(seen, temperature))
    averaged = logs.copy()
    averaged[doubted] = np.logaddexp.reduce(views) - np.log(len(views))
    return averaged


def _augmented(crops: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """The crops turned to the other three sides, then their middles from all four."""
    rim = (CROP_PX - MIDDLE_PX) // 2
    middles = [cv2.resize(crop[rim : rim + MIDDLE_PX, rim : rim + MIDDLE_PX], (CROP_PX, CROP_PX)) for crop in crops]
    yield from (np.rot90(crops, side, (1, 2)) for side in range(1, 4))
    yield from (np.rot90(np.stack(middles).astype(np.uint8), side, (1, 2)) for side in range(4))


def cooled(logs: Logs, temperature: float) -> Logs:
    """Log-probabilities (n, m) made surer (below 1) or less sure (above 1), which calibrates them: Guo et al., 2017."""
    scaled = logs / temperature
    return np.asarray(scaled - np.logaddexp.reduce(scaled, axis=1, keepdims=True), np.float32)


def _run(
    network: InferenceSession, crops: NDArray[np.uint8], outputs: Sequence[str]
) -> tuple[NDArray[np.float32], ...]:
    """The named outputs for all crops, computed BATCH crops at a time."""
    batches = [
        network.run(outputs, {"crops": np.ascontiguousarray(crops[start : start + BATCH])})
        for start in range(0, max(len(crops), 1), BATCH)
    ]
    return tuple(np.concatenate(parts) for parts in zip(*batches, strict=True))
