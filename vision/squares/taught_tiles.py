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
from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from scoring.terrain import CASTLE, MAX_CROWNS, Square, Terrain
from vision.networks import get_session, read_network_id
from vision.photo.photo import Bgr, Photo, Points
from vision.rectify import rectify_squares
from vision.squares.classify import (
    KINDS,
    Embeddings,
    Logs,
    SquarePredictions,
    apply_temperature,
    forward,
    get_embedding_width,
)

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

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

PackedEmbeddings = NDArray[np.int8]  # (n, COPIES, width): of squares, the largest number of each QUANTISATION_STEPS

FORMAT = "crownsight edition 1"
MAX_FILE_BYTES = 4_000_000
MAX_NAME_CHARACTERS = 40
MAX_NETWORK_ID_CHARACTERS = 100
MAX_EMBEDDING_WIDTH = 1024
MAX_KINGDOMS = 1_000_000

_SQUARES = {
    str(square): square
    for square in (CASTLE, *(Square(terrain, crowns) for terrain in Terrain for crowns in range(MAX_CROWNS + 1)))
}
"""The squares that can be taught, by their code."""


class Head(NamedTuple):
    """A linear layer with softmax (multinomial logistic regression) on embeddings."""

    squares: tuple[Square, ...]  # its classes
    weights: NDArray[np.float32]  # (width, squares)
    bias: NDArray[np.float32]  # (squares,)

    def predict(self, embeddings: Embeddings) -> NDArray[np.float32]:
        """Return log-probabilities (n, squares) for embeddings (n, width)."""
        logits = embeddings @ self.weights + self.bias
        return np.asarray(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True), np.float32)


@dataclass(frozen=True, eq=False)
class TaughtTiles:
    """Checked squares of one artwork, as a network embeds them."""

    name: str
    network: str  # ID of the network, because the embeddings of another one mean something else
    embeddings: PackedEmbeddings
    correct: NDArray[np.uint8]  # (n,): the number of copies of each square that the network reads right
    squares: tuple[Square, ...]
    kingdoms: int  # number of kingdoms from which the squares come

    def __len__(self) -> int:
        return len(self.squares)

    def __add__(self, later: TaughtTiles) -> TaughtTiles:
        """Merge two sets under the first name, keeping the latest squares of each kind.

        If another network embedded the later set, only that one is kept.
        """
        if self.network != later.network:
            return later
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
    def network_weight(self) -> float:
        """The weight of the network against the head, 0 to 1: small if it misreads many of these squares."""
        is_known = [square in KINDS for square in self.squares]
        return float(self.correct[is_known].mean() / COPIES) ** NETWORK_WEIGHT_EXPONENT if any(is_known) else 1.0

    @cached_property
    def head(self) -> Head | None:
        """The head fitted on these squares; None for squares of one kind."""
        classes = tuple(dict.fromkeys(self.squares))
        if len(classes) < 2:
            return None
        from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]  # here: slow to import
        from threadpoolctl import threadpool_limits

        truth = np.repeat([classes.index(square) for square in self.squares], COPIES)
        with threadpool_limits(1):  # several threads wait for each other: on a busy machine a fit takes minutes
            fit = LogisticRegression(C=REGULARISATION, max_iter=MAX_ITERATIONS).fit(
                unpack_embeddings(self.embeddings), truth
            )
        is_binary = len(classes) == 2  # scikit-learn then has weights for the second class only
        weights = np.concatenate([0 * fit.coef_, fit.coef_]) if is_binary else fit.coef_
        bias = np.concatenate([0 * fit.intercept_, fit.intercept_]) if is_binary else fit.intercept_
        return Head(classes, weights.T.astype(np.float32), bias.astype(np.float32))


def apply_taught_tiles(tiles: TaughtTiles, predictions: SquarePredictions) -> SquarePredictions:
    """Pool the network's predictions with those of taught tiles; tiles of another network change nothing."""
    if tiles.network != read_network_id("squares") or tiles.head is None:
        return predictions
    logs = pool_log_probabilities(predictions.logs, tiles.head, predictions.embeddings, tiles.network_weight)
    return predictions._replace(logs=logs, in_printings=predictions.in_printings + (logs - predictions.logs)[..., None])


def pool_log_probabilities(logs: Logs, head: Head, embeddings: Embeddings, network_weight: float) -> Logs:
    """Pool the network's log-probabilities (n, 18) with those of a head for embeddings (n, width).

    The network decides how probable the taught kinds are together; both decide which of them it is, the network with
    ``network_weight``.
    """
    taught = [kind for kind, square in enumerate(KINDS) if square in head.squares]
    if not taught:
        return logs
    classes = [head.squares.index(KINDS[kind]) for kind in taught]
    pooled = network_weight * logs[:, taught] + head.predict(embeddings)[:, classes]
    total = np.logaddexp.reduce(logs[:, taught], axis=1, keepdims=True)
    result = logs.copy()
    result[:, taught] = apply_temperature(pooled, 1.0) + total
    return apply_temperature(np.maximum(result, np.log(MIN_PROBABILITY)), 1.0)


def classify_novel_kinds(tiles: TaughtTiles, crops: NDArray[np.uint8], kinds: Sequence[Square]) -> NDArray[np.float32]:
    """Return the probabilities (n, 1 + kinds) that crops (n, 64, 64, 3) show kinds that the network does not know.

    The first column, for unknown tiles, is 0: all tiles of a taught set count as known.

    Args:
        tiles: The taught tiles.
        crops: The squares.
        kinds: The kinds that dominoes of the box show.
    """
    probabilities = np.zeros((len(crops), 1 + len(kinds)), np.float32)
    if tiles.network == read_network_id("squares") and tiles.head is not None:
        _, embeddings = forward(get_session("squares"), crops)
        by_head = np.exp(tiles.head.predict(embeddings))
        for index, square in enumerate(tiles.head.squares):
            if square not in KINDS and square in kinds:
                probabilities[:, 1 + kinds.index(square)] = by_head[:, index]
    return probabilities


def learn(name: str, photo: Photo, corners: Points, kingdom: Kingdom) -> TaughtTiles:
    """Learn tiles from a photo of a kingdom that a person has checked.

    Args:
        name: The name of the tiles.
        photo: The photo.
        corners: (4, 2), corners of the reading, in upright pixels of the original photo.
        kingdom: What lies on each square.

    Raises:
        PhotoError: The corners do not frame a grid.
    """
    crops = rectify_squares(photo, corners, kingdom.height, kingdom.width)
    return learn_squares(name, crops, [square for _, square in kingdom.squares()])


def learn_squares(name: str, crops: NDArray[np.uint8], squares: Sequence[Square]) -> TaughtTiles:
    """Learn tiles from checked squares (n, 64, 64, 3) of one kingdom; empty squares are ignored."""
    tiles = [at for at, square in enumerate(squares) if not square.is_empty]
    kinds = [KINDS.index(squares[at]) if squares[at] in KINDS else -1 for at in tiles]
    embeddings, correct = embed_augmented(get_session("squares"), crops[tiles], kinds)
    return TaughtTiles(name, read_network_id("squares"), embeddings, correct, tuple(squares[at] for at in tiles), 1)


def embed_augmented(
    network: InferenceSession, crops: NDArray[np.uint8], kinds: Sequence[int]
) -> tuple[PackedEmbeddings, NDArray[np.uint8]]:
    """Embed augmented copies of squares (n, 64, 64, 3).

    Args:
        network: A squares network.
        crops: The squares.
        kinds: The index in KINDS of each; -1 for a kind that the network does not know.

    Returns:
        The embeddings, and the number (n,) of copies of each square that the network reads right.
    """
    rng = np.random.default_rng(SEED)
    copies = [_augment(rng, np.rot90(crop, copy % 4)) for crop in crops for copy in range(COPIES)]
    logs, embeddings = forward(network, np.array(copies, np.uint8).reshape(-1, *crops.shape[1:]))
    packed = np.round(embeddings / np.abs(embeddings).max(1, keepdims=True).clip(1e-6) * QUANTISATION_STEPS)
    correct = logs.argmax(1).reshape(len(crops), COPIES) == np.array(kinds).reshape(-1, 1)
    return packed.astype(np.int8).reshape(len(crops), COPIES, -1), correct.sum(1).astype(np.uint8)


def unpack_embeddings(packed: PackedEmbeddings) -> Embeddings:
    """Return the embeddings (n * COPIES, width), each of length one."""
    numbers = packed.reshape(-1, packed.shape[-1]).astype(np.float32)
    return np.asarray(numbers / np.linalg.norm(numbers, axis=1, keepdims=True).clip(1e-6), np.float32)


def _augment(rng: np.random.Generator, crop: Bgr) -> Bgr:
    """Change the light of a square, shift it a little and blur it."""
    light = np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.06, 3))
    shift = np.array([[1, 0, rng.uniform(-3, 3)], [0, 1, rng.uniform(-3, 3)]], np.float32)
    moved = cv2.warpAffine(crop, shift, crop.shape[1::-1], borderMode=cv2.BORDER_REFLECT_101)
    blurred = cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.1, 1.2))
    return np.asarray((blurred * light).clip(0, 255), np.uint8)


class TaughtTilesError(ValueError):
    """A file holds no taught tiles; the message is one sentence."""


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
    limits = {"name": MAX_NAME_CHARACTERS, "network": MAX_NETWORK_ID_CHARACTERS}
    are_texts = all(0 < len(fields[name]) <= limit and fields[name].isprintable() for name, limit in limits.items())
    are_counts = all(type(number) is int and 0 <= number <= COPIES for number in fields["right"])
    if not (are_texts and are_counts and len(fields["right"]) == len(squares) <= max_squares):
        raise ValueError("too long, or wrongly counted")
    if not 0 <= fields["kingdoms"] <= MAX_KINGDOMS:
        raise ValueError("an impossible number of kingdoms")
    numbers = np.frombuffer(base64.b64decode(fields["looks"], validate=True), np.int8)
    width = len(numbers) // (len(squares) * COPIES) if squares else 0
    is_ours = fields["network"] == read_network_id("squares")
    has_other_width = is_ours and width != get_embedding_width("squares")
    if width > MAX_EMBEDDING_WIDTH or (squares and (not width or has_other_width)):
        raise ValueError("embeddings of another width")
    embeddings, correct = numbers.reshape(len(squares), COPIES, width), np.array(fields["right"], np.uint8)
    return TaughtTiles(fields["name"], fields["network"], embeddings, correct, squares, fields["kingdoms"])


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


def merge_stored(before: bytes | None, tiles: TaughtTiles) -> TaughtTiles:
    """Merge taught tiles with those stored before; stored ones that are missing or damaged are ignored."""
    try:
        return tiles if before is None else replace(parse_tiles(before) + tiles, name=tiles.name)
    except TaughtTilesError:
        return tiles
