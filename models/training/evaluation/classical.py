"""How squares would have been read before networks: colours, gradients and a support vector machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.calibration import CalibratedClassifierCV  # type: ignore[import-untyped]
from sklearn.pipeline import make_pipeline  # type: ignore[import-untyped]
from sklearn.preprocessing import StandardScaler  # type: ignore[import-untyped]
from sklearn.svm import SVC  # type: ignore[import-untyped]

from models.training.evaluation.held_out import crops_of
from models.training.pictures.patches import Patch
from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX, KINDS, Logs

COLOUR_BINS = (12, 4, 4)  # of hue, saturation, value
CELLS, DIRECTIONS = 4, 9  # gradients: cells a side, directions in each
MOST_OF_A_KIND = 300  # patches learnt of each kind, each from four sides
LEAST = 1e-4  # probability of a kind

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Classical:
    """A trained support vector machine on ``features``."""

    machine: Any

    @staticmethod
    def trained(patches: Sequence[Patch], seed: int) -> Classical:
        """Trained on some squares of each kind, each from all sides."""
        rng = np.random.default_rng(seed)
        kinds = np.array([patch.kind for patch in patches])
        chosen = [rng.permutation(np.flatnonzero(kinds == kind))[:MOST_OF_A_KIND] for kind in range(len(KINDS))]
        some = [patches[index] for index in np.concatenate(chosen)]
        crops = crops_of(some)
        turned = np.concatenate([np.rot90(crops, side, (1, 2)) for side in range(4)])
        machine = CalibratedClassifierCV(make_pipeline(StandardScaler(), SVC(C=10.0)), ensemble=False, cv=3)
        return Classical(machine.fit(features(turned), np.tile([patch.kind for patch in some], 4)))

    def log_probabilities(self, crops: NDArray[np.uint8]) -> Logs:
        """Of each of KINDS, (n, 18), for crops (n, 64, 64, 3)."""
        chances = np.full((len(crops), len(KINDS)), LEAST)
        chances[:, self.machine.classes_] += self.machine.predict_proba(features(crops))
        return np.log(chances / chances.sum(1, keepdims=True)).astype(np.float32)


def features(crops: NDArray[np.uint8]) -> Array:
    """A histogram of colours and histograms of gradients, (n, 336), for crops (n, 64, 64, 3)."""
    return np.stack([np.concatenate([_colours(crop), _gradients(crop)]) for crop in crops])


def _colours(crop: Bgr) -> Array:
    hsv = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_BGR2HSV)
    counts = cv2.calcHist([hsv], [0, 1, 2], None, list(COLOUR_BINS), [0, 180, 0, 256, 0, 256])
    return np.sqrt(np.asarray(counts, np.float32).ravel() / CROP_PX**2)


def _gradients(crop: Bgr) -> Array:
    grey = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_BGR2GRAY).astype(np.float32)
    right, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    direction = np.floor(np.arctan2(down, right) % np.pi / np.pi * DIRECTIONS).astype(int) % DIRECTIONS
    row, column = np.indices(grey.shape) * CELLS // CROP_PX
    places = (row * CELLS + column) * DIRECTIONS + direction
    sums = np.bincount(places.ravel(), np.hypot(right, down).ravel(), CELLS * CELLS * DIRECTIONS)
    return np.asarray(np.sqrt(sums / (sums.sum() + 1.0)), np.float32)
