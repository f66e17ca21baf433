"""Descriptors of the pieces on a board: embeddings and hues, close together for pieces that look alike.

No network was trained on the pieces of Kingdoms, and none is needed: what the squares network sees in them
before it decides about terrains tells them apart as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.kingdoms import Colour
from vision.networks import session
from vision.photo.photo import Bgr
from vision.squares.classify import Embeddings, forward

SIDES = 4  # a piece may face any side of the table
# Pixels of a crop left out at its sides where its shape is looked at: a castle's towers lie in the middle.
CLOSER = (6, 10, 14)
EDITION = 2  # counts up whenever these numbers come to mean something else: those kept before are then forgotten
RELIEF = 10.0  # pixels of a crop: shading wider than this is light and paint, not shape
CONTRAST = (2.0, 98.0)  # percentiles that become dark and bright in a relief
PAINTED = 0.32  # of a space, from its middle: where a castle's paint is looked for
VIVID = 70  # saturation from which a pixel has a colour
HUES = {Colour.RED: 0.0, Colour.YELLOW: 26.0, Colour.GREEN: 70.0, Colour.BLUE: 108.0}  # OpenCV's, 0 to 180
FULL_TURN = 180.0

Distances = NDArray[np.float64]  # (n, m), squared, between unit vectors: 0 to 4


@dataclass(frozen=True, eq=False)
class Looks:
    """How some spaces look.

    ``painted`` (n, 4, width) is what the network sees in colour with the crop turned to each side, ``shaped`` the same
    in their grey relief from closer and closer, which a castle shares with one of another colour; ``hues`` (n,) are
    those of the paint. Looks that are only compared with others need but the first side: (n, 1, width).
    """

    painted: Embeddings
    shaped: Embeddings
    hues: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.hues)

    def __getitem__(self, which: slice | list[int]) -> Looks:
        return Looks(self.painted[which], self.shaped[which], self.hues[which])

    @property
    def upright(self) -> Looks:
        """The same as they lie, not turned to the other sides."""
        return Looks(self.painted[:, :1], self.shaped[:, :1], self.hues)

    def __add__(self, others: Looks) -> Looks:
        return Looks(
            np.concatenate([self.painted, others.painted]),
            np.concatenate([self.shaped, others.shaped]),
            np.concatenate([self.hues, others.hues]),
        )


def looks_of(crops: NDArray[np.uint8]) -> Looks:
    """How crops (n, 64, 64, 3) look."""
    views = [_all_sides(np.stack([_relief(_closer(crop, edge)) for crop in crops])) for edge in CLOSER]
    return Looks(_all_sides(crops), np.concatenate(views, axis=2) / np.float32(np.sqrt(len(CLOSER))), _hues(crops))


def unlikeness(some: Looks, others: Looks) -> Distances:
    """How different pieces look in paint and shape, whichever way round they lie: (n, m)."""
    return (_apart(some.painted, others.painted) + _apart(some.shaped, others.shaped)) / 2


def shape_unlikeness(some: Looks, others: Looks) -> Distances:
    """How different pieces look apart from their paint: (n, m)."""
    return _apart(some.shaped, others.shaped)


def paint(looks: Looks) -> list[Colour]:
    """The player's colour that is nearest to the paint of each."""
    return [min(HUES, key=lambda colour: _hue_gap(float(hue), HUES[colour])) for hue in looks.hues]


def _all_sides(crops: NDArray[np.uint8]) -> Embeddings:
    turned = [forward(session("looks"), np.rot90(crops, side, (1, 2)))[1] for side in range(SIDES)]
    return np.stack(turned, 1)


def _apart(some: Embeddings, others: Embeddings) -> Distances:
    """The squared distance at the turn of ``some`` at which two are most alike."""
    turns = [some[:, side].astype(np.float64) @ others[:, 0].T for side in range(SIDES)]
    return np.asarray((2 - 2 * np.max(turns, axis=0)).clip(0), np.float64)


def _closer(crop: Bgr, edge: int) -> Bgr:
    """The middle of a crop, as large as the crop."""
    size = crop.shape[1], crop.shape[0]
    return np.asarray(cv2.resize(crop[edge:-edge, edge:-edge], size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _relief(crop: Bgr) -> Bgr:
    """The crop in grey without its broad shading, at full contrast."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), RELIEF)
    low, high = np.percentile(fine, CONTRAST)
    share = ((fine - low) / max(float(high - low), 1e-3)).clip(0, 1)
    return np.repeat((255 * share).astype(np.uint8)[..., None], 3, axis=2)


def _hues(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The middle hue of the vivid pixels round the centre of each crop, OpenCV's 0 to 180; NaN without any."""
    edge = round((0.5 - PAINTED) * crops.shape[1])
    middles = crops[:, edge:-edge, edge:-edge]
    return np.array([_hue(cv2.cvtColor(middle, cv2.COLOR_BGR2HSV)) for middle in middles], np.float32)


def _hue(hsv: NDArray[np.uint8]) -> float:
    vivid = hsv[hsv[..., 1] >= VIVID][:, 0]
    angles = vivid * (2 * np.pi / FULL_TURN)
    if not len(angles):
        return float("nan")
    mean = np.arctan2(np.sin(angles).mean(), np.cos(angles).mean())
    return float(mean * FULL_TURN / (2 * np.pi) % FULL_TURN)


def _hue_gap(one: float, other: float) -> float:
    gap = abs(one - other) % FULL_TURN
    return min(gap, FULL_TURN - gap)
