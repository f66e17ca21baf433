"""Classify single squares: log-probabilities of their kinds, and embeddings in the network's feature space."""

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

CROP_PX = 64  # side of the network's input
BATCH_SIZE = 64  # crops at a time, which bounds the memory for thousands of crops

Logs = NDArray[np.float32]  # (n, 18): natural logarithms of probabilities, in the order of KINDS
InPrintings = NDArray[np.float32]  # (n, 18, 3): the same of kinds in printings of the box
Embeddings = NDArray[np.float32]  # (n, width), each of length one


@dataclass(frozen=True)
class AugmentationLimits:
    """Which squares are classified again by test-time augmentation."""

    confident: float = 0.97  # probability of a kind from which its square is not uncertain
    max_uncertain_share: float = 0.72  # of the squares of a grid; with more it hardly ever holds tiles
    always_augmented: int = 12  # uncertain squares of a small grid that are augmented whatever their share
    middle_px: int = 55  # side of the middle of a crop, which shows less of the neighbouring squares


AUGMENTATION = AugmentationLimits()


def _parse_kind(name: str) -> Square:
    """Return the square of a kind in the manifest."""
    if name in ("castle", "empty"):
        return CASTLE if name == "castle" else EMPTY
    return Square(Terrain(name[:-1]), int(name[-1]))


KIND_NAMES: tuple[str, ...] = tuple(read_manifest_entry("squares")["classes"])
"""The names of the classes in the manifest and in tables: ``wheat0``, ``mine3``, ``castle``, ``empty``."""
KINDS: tuple[Square, ...] = tuple(map(_parse_kind, KIND_NAMES))
"""The classes of the network in its order: 16 squares of dominoes, castle, empty."""


class SquarePredictions(NamedTuple):
    """The outputs of a squares network for n crops."""

    logs: Logs
    in_printings: InPrintings
    embeddings: Embeddings
    covered: NDArray[np.float32]  # (n,), the share of each crop that other things cover, 0 to 1


@dataclass(frozen=True, eq=False)
class SquareClassifier:
    """A squares network and the temperature that calibrates its probabilities (Guo et al., 2017)."""

    network: InferenceSession
    temperature: float

    def classify(self, crops: NDArray[np.uint8]) -> Logs:
        """Return the log-probabilities (n, 18) of crops (n, 64, 64, 3), with test-time augmentation."""
        return _average_augmented(self.network, crops, self.predict(crops).logs, self.temperature)

    def predict(self, crops: NDArray[np.uint8]) -> SquarePredictions:
        """Classify crops (n, 64, 64, 3) by a single pass of the network."""
        outputs = ["log_probabilities", "in_printings", "embedding", "covered"]
        raw, joint, embeddings, covered = _run(self.network, crops, outputs)
        logs = apply_temperature(raw, self.temperature)
        in_printings = logs[..., None] + joint - raw[..., None]
        return SquarePredictions(logs, in_printings, _scale_to_unit_length(embeddings), covered)

    def refine(self, crops: NDArray[np.uint8], predictions: SquarePredictions) -> SquarePredictions:
        """Average the predictions of uncertain crops over augmented ones, unless hardly any crop looks like a tile."""
        if _has_too_many_uncertain(predictions.logs):
            return predictions
        logs = _average_augmented(self.network, crops, predictions.logs, self.temperature)
        return predictions._replace(
            logs=logs, in_printings=predictions.in_printings + (logs - predictions.logs)[..., None]
        )


@cache
def get_shipped_classifier() -> SquareClassifier:
    """Return the classifier of the networks folder. Raises WeightsError."""
    return SquareClassifier(get_session("squares"), float(read_manifest_entry("squares")["temperature"]))


def _find_uncertain(logs: Logs) -> NDArray[np.intp]:
    """Return the indices of squares whose most probable kind is uncertain."""
    return np.flatnonzero(logs.max(1, initial=-np.inf) < np.log(AUGMENTATION.confident))


def _has_too_many_uncertain(logs: Logs) -> bool:
    """Return whether so many squares (n, 18) of a grid are uncertain that it hardly ever holds tiles."""
    return len(_find_uncertain(logs)) > max(AUGMENTATION.max_uncertain_share * len(logs), AUGMENTATION.always_augmented)


def ignore_cover_of_certain(predictions: SquarePredictions) -> NDArray[np.float32]:
    """Return the covered shares (n,), 0 for squares whose kind is certain."""
    is_uncertain = predictions.logs.max(1, initial=-np.inf) < np.log(AUGMENTATION.confident)
    return np.where(is_uncertain, predictions.covered, np.float32(0))


def forward(network: InferenceSession, crops: NDArray[np.uint8]) -> tuple[Logs, Embeddings]:
    """Return the network's log-probabilities, not calibrated, and embeddings for crops (n, 64, 64, 3).

    An embedding is the input of the last layer, scaled to length one: squares that look alike are close together.
    """
    logs, embeddings = _run(network, crops, ["log_probabilities", "embedding"])
    return logs, _scale_to_unit_length(embeddings)


def get_embedding_width(name: str) -> int:
    """Return the length of the embeddings of a shipped network."""
    (width,) = (output.shape[-1] for output in get_session(name).get_outputs() if output.name == "embedding")
    return int(width)


def _scale_to_unit_length(embeddings: NDArray[np.float32]) -> Embeddings:
    return np.asarray(embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True).clip(1e-6), np.float32)


def _average_augmented(network: InferenceSession, crops: NDArray[np.uint8], logs: Logs, temperature: float) -> Logs:
    """Average the probabilities of uncertain crops with those of augmented crops (test-time augmentation)."""
    uncertain = _find_uncertain(logs)
    if not len(uncertain):
        return logs
    views = [logs[uncertain]]
    for augmented in _generate_augmented(crops[uncertain]):
        (predicted,) = _run(network, augmented, ["log_probabilities"])
        views.append(apply_temperature(predicted, temperature))
    averaged = logs.copy()
    averaged[uncertain] = np.logaddexp.reduce(views) - np.log(len(views))
    return averaged


def _generate_augmented(crops: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Yield the crops turned to the other three sides, then their enlarged middles turned to all four."""
    side = AUGMENTATION.middle_px
    rim = (CROP_PX - side) // 2
    middles = [cv2.resize(crop[rim : rim + side, rim : rim + side], (CROP_PX, CROP_PX)) for crop in crops]
    yield from (np.rot90(crops, quarters, (1, 2)) for quarters in range(1, 4))
    yield from (np.rot90(np.stack(middles).astype(np.uint8), quarters, (1, 2)) for quarters in range(4))


def apply_temperature(logs: Logs, temperature: float) -> Logs:
    """Scale log-probabilities (n, m) by a temperature (Guo et al., 2017); above 1 they become less certain."""
    scaled = logs / temperature
    return np.asarray(scaled - np.logaddexp.reduce(scaled, axis=1, keepdims=True), np.float32)


def _run(
    network: InferenceSession, crops: NDArray[np.uint8], outputs: Sequence[str]
) -> tuple[NDArray[np.float32], ...]:
    """Return the named outputs for all crops, computed BATCH_SIZE crops at a time."""
    batches = [
        network.run(outputs, {"crops": np.ascontiguousarray(crops[start : start + BATCH_SIZE])})
        for start in range(0, max(len(crops), 1), BATCH_SIZE)
    ]
    return tuple(np.concatenate(parts) for parts in zip(*batches, strict=True))
