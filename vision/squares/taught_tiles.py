"""Taught tiles: tiles in an artwork that the network was not trained on, learned from squares that people checked.

The network's last layer is a linear map from an embedding to kinds. For new tiles another one is fitted by logistic
regression, on the embeddings of squares whose kind is known; each square is augmented by turns, light, shifts and blur,
as in other photos. Its probabilities are pooled with those of the network (logarithmic opinion pool: Genest and Zidek,
1986); the weight of the network falls with the share of these squares that it misreads. Kinds without an example keep
the network's probability.

Taught tiles are saved as numbers, not as pictures, in a JSON file that people can give to others. Embeddings have 8
bits, in base64. Nothing in a file is executed, and its size and all counts in it are bounded.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.terrain import CASTLE, MAX_CROWNS, Square, Terrain
from vision.networks import read_network_id
from vision.photo.photo import Bgr
from vision.squares.classify import (
    KINDS,
    Embeddings,
    SquarePredictions,
    apply_temperature,
    get_embedding_width,
    get_shipped_classifier,
)

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

COPIES = 12  # augmented copies of each square: three of every side
SEED = 12  # of the augmentation, so that the same photo always gives the same tiles
MAX_SQUARES_PER_KIND = 12  # the latest are kept; more improve hardly anything
QUANTISATION_STEPS = 127  # from 0 to the largest number of an embedding
REGULARISATION = 50.0  # C of scikit-learn's LogisticRegression
MAX_ITERATIONS = 500  # of its solver
# The weight of the network is the share of the squares that it reads right, to this power. Chosen on composed kingdoms
# of an artwork that it was not trained on: it reads 0.65 to 0.8 of them, for which weights of 0.1 to 0.25 are best.
NETWORK_WEIGHT_EXPONENT = 6
MIN_PROBABILITY = 1e-6  # of each kind

FORMAT = "crownsight edition 1"
MAX_FILE_BYTES = 4_000_000
MAX_TEXT = {"name": 40, "network": 100}  # characters
MAX_EMBEDDING_WIDTH = 1024
MAX_KINGDOMS = 1_000_000

_SQUARES = {
    str(square): square
    for square in (CASTLE, *(Square(terrain, crowns) for terrain in Terrain for crowns in range(MAX_CROWNS + 1)))
}
"""The squares that can be taught, by their code."""


class TaughtTilesError(ValueError):
    """A file holds no taught tiles; the message is one sentence."""


@dataclass(frozen=True, eq=False)
class TaughtTiles:
    """Labelled squares of one artwork, as a network embeds them."""

    name: str
    network: str  # ID of the network, because the embeddings of another one mean something else
    embeddings: NDArray[np.int8]  # (n, COPIES, width): the largest number of each is QUANTISATION_STEPS
    correct: NDArray[np.uint8]  # (n,): the number of copies of each square that the network reads right
    squares: tuple[Square, ...]  # the labels
    kingdoms: int  # number of kingdoms from which the squares come

    def __len__(self) -> int:
        return len(self.squares)

    def __add__(self, later: TaughtTiles) -> TaughtTiles:
        """Merge two sets under the first name, keeping the latest squares of each kind.

        If another network embedded the later set, only that one is kept, under the first name.
        """
        if self.network != later.network:
            return replace(later, name=self.name)
        squares = self.squares + later.squares
        kept = [at for at, square in enumerate(squares) if squares[at + 1 :].count(square) < MAX_SQUARES_PER_KIND]
        return TaughtTiles(
            self.name,
            self.network,
            np.concatenate([self.embeddings, later.embeddings])[kept],
            np.concatenate([self.correct, later.correct])[kept],
            tuple(squares[at] for at in kept),
            self.kingdoms + later.kingdoms,
        )

    @property
    def is_current(self) -> bool:
        """Whether the shipped network embedded these squares; the tiles of another one change no reading."""
        return self.network == read_network_id("squares")

    @property
    def network_weight(self) -> float:
        """The weight of the network against the labelled squares, 0 to 1: small if it misreads many of them."""
        is_known = [square in KINDS for square in self.squares]
        return float(self.correct[is_known].mean() / COPIES) ** NETWORK_WEIGHT_EXPONENT if any(is_known) else 1.0

    @cached_property
    def _fit(self) -> LogisticRegression | None:
        """The regression fitted on the squares, whose classes are their codes; None without two kinds to tell apart."""
        if not self.is_current or len(set(self.squares)) < 2:
            return None
        from sklearn.linear_model import LogisticRegression  # here: slow to import
        from threadpoolctl import threadpool_limits

        numbers = self.embeddings.reshape(len(self) * COPIES, -1).astype(np.float32)
        numbers /= np.linalg.norm(numbers, axis=1, keepdims=True).clip(1e-6)
        labels = np.repeat([str(square) for square in self.squares], COPIES)
        with threadpool_limits(1):  # several threads wait for each other: on a busy machine a fit takes minutes
            return LogisticRegression(C=REGULARISATION, max_iter=MAX_ITERATIONS).fit(numbers, labels)

    def classify(self, embeddings: Embeddings, kinds: Sequence[Square]) -> NDArray[np.float32]:
        """Return the probabilities (n, kinds) by the labelled squares alone; 0 for kinds without one."""
        probabilities = np.zeros((len(embeddings), len(kinds)), np.float32)
        if self._fit is not None and len(embeddings):
            by_class = dict(zip(self._fit.classes_, self._fit.predict_proba(embeddings).T, strict=True))
            for at, kind in enumerate(kinds):
                probabilities[:, at] = by_class.get(str(kind), 0)
        return probabilities


def apply_taught_tiles(tiles: TaughtTiles, predictions: SquarePredictions) -> SquarePredictions:
    """Pool the network's predictions with those of taught tiles.

    The network decides how probable the taught kinds are together; both decide which of them it is.
    """
    by_tiles = tiles.classify(predictions.embeddings, KINDS)
    taught = by_tiles.any(0)
    if not taught.any():
        return predictions
    by_network = predictions.logs[:, taught]
    pooled = tiles.network_weight * by_network + np.log(by_tiles[:, taught].clip(MIN_PROBABILITY**2))
    logs = predictions.logs.copy()
    logs[:, taught] = apply_temperature(pooled, 1.0) + np.logaddexp.reduce(by_network, axis=1, keepdims=True)
    logs = apply_temperature(np.maximum(logs, np.log(MIN_PROBABILITY)), 1.0)
    return predictions._replace(logs=logs, in_printings=predictions.in_printings + (logs - predictions.logs)[..., None])


def classify_novel_kinds(tiles: TaughtTiles, embeddings: Embeddings, kinds: Sequence[Square]) -> NDArray[np.float32]:
    """Return the probabilities (n, 1 + kinds) that squares show kinds that the network does not know.

    The first column, for unknown tiles, is 0: all tiles of a taught set count as known.

    Args:
        tiles: The taught tiles.
        embeddings: Those of the squares.
        kinds: The kinds that dominoes of the box show.
    """
    probabilities = tiles.classify(embeddings, kinds)
    probabilities[:, [kind in KINDS for kind in kinds]] = 0
    return np.pad(probabilities, ((0, 0), (1, 0)))


def learn_squares(name: str, crops: NDArray[np.uint8], squares: Sequence[Square]) -> TaughtTiles:
    """Learn tiles from labelled squares (n, 64, 64, 3) of one kingdom; empty squares are ignored."""
    labelled = [(crop, square) for crop, square in zip(crops, squares, strict=True) if not square.is_empty]
    labels = tuple(square for _, square in labelled)
    rng = np.random.default_rng(SEED)
    copies = [_augment(rng, np.rot90(crop, copy % 4)) for crop, _ in labelled for copy in range(COPIES)]
    seen = get_shipped_classifier().predict(np.array(copies, np.uint8).reshape(-1, *crops.shape[1:]))
    largest = np.abs(seen.embeddings).max(1, keepdims=True).clip(1e-6)
    packed = np.round(seen.embeddings / largest * QUANTISATION_STEPS)
    kinds = np.array([KINDS.index(square) if square in KINDS else -1 for square in labels]).reshape(-1, 1)
    correct = (seen.logs.argmax(1).reshape(len(labels), COPIES) == kinds).sum(1).astype(np.uint8)
    numbers = packed.astype(np.int8).reshape(len(labels), COPIES, packed.shape[1])
    return TaughtTiles(name, read_network_id("squares"), numbers, correct, labels, 1)


def _augment(rng: np.random.Generator, crop: Bgr) -> Bgr:
    """Change the light of a square, shift it a little and blur it."""
    light = np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.06, 3))
    shift = np.array([[1, 0, rng.uniform(-3, 3)], [0, 1, rng.uniform(-3, 3)]], np.float32)
    moved = cv2.warpAffine(crop, shift, crop.shape[1::-1], borderMode=cv2.BORDER_REFLECT_101)
    blurred = cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.1, 1.2))
    return np.asarray((blurred * light).clip(0, 255), np.uint8)


def serialize_tiles(tiles: TaughtTiles) -> bytes:
    """Return the content of a file of taught tiles; ``parse_tiles`` reads it."""
    fields = {
        "format": FORMAT,
        "name": tiles.name,
        "network": tiles.network,
        "kingdoms": tiles.kingdoms,
        "right": tiles.correct.tolist(),
        "squares": [str(square) for square in tiles.squares],
        "looks": base64.b64encode(tiles.embeddings.tobytes()).decode("ascii"),
    }
    return (json.dumps(fields, ensure_ascii=False, indent=1) + "\n").encode()


def parse_tiles(content: bytes) -> TaughtTiles:
    """Return the taught tiles in a file's content.

    Raises:
        TaughtTilesError: The content is anything else.
    """
    if len(content) > MAX_FILE_BYTES:
        raise TaughtTilesError(f"the file is larger than {MAX_FILE_BYTES:,} bytes")
    try:
        return _build_tiles(json.loads(content))
    except (ValueError, TypeError, KeyError, RecursionError) as broken:
        raise TaughtTilesError("the file is none that Crownsight has saved of one, or it is damaged") from broken


def _build_tiles(fields: Any) -> TaughtTiles:
    """Validate plain JSON and build the taught tiles in it. Raises ValueError, TypeError and KeyError."""
    kinds = {"format": str, "name": str, "network": str, "kingdoms": int, "right": list, "squares": list, "looks": str}
    if any(type(fields[name]) is not kind for name, kind in kinds.items()) or fields["format"] != FORMAT:
        raise ValueError("fields of other kinds")
    max_squares = MAX_SQUARES_PER_KIND * len(_SQUARES)
    squares = tuple(_SQUARES[code] for code in fields["squares"][: max_squares + 1])
    are_texts = all(0 < len(fields[name]) <= most and fields[name].isprintable() for name, most in MAX_TEXT.items())
    are_counts = all(type(number) is int and 0 <= number <= COPIES for number in fields["right"])
    are_few = len(fields["right"]) == len(squares) <= max_squares and 0 <= fields["kingdoms"] <= MAX_KINGDOMS
    if not (are_texts and are_counts and are_few):
        raise ValueError("too long, or wrongly counted")
    numbers = np.frombuffer(base64.b64decode(fields["looks"], validate=True), np.int8)
    width = len(numbers) // (len(squares) * COPIES) if squares else 0
    tiles = TaughtTiles(
        fields["name"],
        fields["network"],
        numbers.reshape(len(squares), COPIES, width),
        np.array(fields["right"], np.uint8),
        squares,
        fields["kingdoms"],
    )
    has_other_width = tiles.is_current and width != get_embedding_width("squares")
    if width > MAX_EMBEDDING_WIDTH or (squares and (not width or has_other_width)):
        raise ValueError("embeddings of another width")
    return tiles


def load_tiles(path: str | Path) -> TaughtTiles:
    """Load taught tiles from a file of ``crownsight teach``.

    Raises:
        TaughtTilesError: The file is anything else, or damaged.
        OSError: It cannot be read.

    Example:
        >>> load_tiles("docs/api.md")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        vision.squares.taught_tiles.TaughtTilesError: the file is none that Crownsight has saved of one...
    """
    with Path(path).open("rb") as file:
        return parse_tiles(file.read(MAX_FILE_BYTES + 1))
