"""Editions of the tiles that people have taught: how checked squares look to the network, and a head fitted on them.

The network's last layer is a linear map from an embedding to kinds. For tiles in a style that it never saw another one
is fitted, by logistic regression, on the embeddings of squares whose kind is known: each turned to all four sides and
with the light, the place and the sharpness of other photos. What it says is multiplied by what the network says, which
counts the less, the fewer of these squares it read right (a logarithmic opinion pool: Genest and Zidek, 1986); of kinds
without an example the network's word stands.

Editions are numbers, not pictures, and a small JSON file that people can give to others: the looks of the squares have
8 bits, in base64; nothing in a file is run or believed before it is parsed, and its size and all counts in it are
bounded.
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
from vision.rectify import squares_of
from vision.squares.classify import (
    KINDS,
    Embeddings,
    Logs,
    SquarePredictions,
    cooled,
    embedding_width,
    forward,
)

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

COPIES = 12  # of a taught square: three of every side
SEED = 12  # of the light and the place of the copies: the same photo always teaches the same
MOST_OF_A_KIND = 12  # squares that are kept, the latest: more teach hardly anything
STEPS = 127  # from 0 to the largest number of an embedding
PENALTY = 50.0  # scikit-learn's C
ROUNDS = 500  # of its solver, at most
# What the network's word counts of the head's: the share of taught squares that it reads right, to this power. Chosen
# on composed kingdoms of an edition that it had never seen: it reads 0.65 to 0.8 of them, and 0.1 to 0.25 is best.
TRUST = 6
NEVER = 1e-6  # the least probability that a kind has

Looks = NDArray[np.int8]  # (n, 12, width): embeddings of squares, the largest number of each STEPS

FORMAT = "crownsight edition 1"
LARGEST = 4_000_000  # bytes of a file
LONGEST_NAME = 40  # characters
LONGEST_IDENTITY = 100
WIDEST = 1024  # numbers of an embedding
MOST_KINGDOMS = 1_000_000

_SQUARES = {
    str(square): square
    for square in (CASTLE, *(Square(terrain, crowns) for terrain in Terrain for crowns in range(MAX_CROWNS + 1)))
}
"""The squares that can be taught, by the kingdom code."""


class Head(NamedTuple):
    """A logistic regression on embeddings: what it can answer, and the weights of each answer."""

    squares: tuple[Square, ...]
    weights: NDArray[np.float32]  # (width, squares)
    bias: NDArray[np.float32]  # (squares,)

    def log_probabilities(self, embeddings: Embeddings) -> NDArray[np.float32]:
        """Natural logarithms of the probabilities of its squares, (n, squares), for embeddings (n, width)."""
        logits = embeddings @ self.weights + self.bias
        return np.asarray(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True), np.float32)


@dataclass(frozen=True, eq=False)
class TaughtTiles:
    """Checked squares of one edition as a network saw them, what each is, and of how many kingdoms they are.

    ``right`` (n,) says how many of each square's copies the network itself reads right. ``network`` is the network's
    identity: another's embeddings mean something else.
    """

    name: str
    network: str
    looks: Looks
    right: NDArray[np.uint8]
    squares: tuple[Square, ...]
    kingdoms: int

    def __len__(self) -> int:
        return len(self.squares)

    def __add__(self, later: TaughtTiles) -> TaughtTiles:
        """Both under the first name, of every kind the latest squares; the later alone if another network saw these."""
        if self.network != later.network:
            return later
        squares = self.squares + later.squares
        kept = [at for at, square in enumerate(squares) if squares[at + 1 :].count(square) < MOST_OF_A_KIND]
        return TaughtTiles(
            self.name,
            self.network,
            np.concatenate([self.looks, later.looks])[kept],
            np.concatenate([self.right, later.right])[kept],
            tuple(squares[at] for at in kept),
            self.kingdoms + later.kingdoms,
        )

    @property
    def trust(self) -> float:
        """The weight of the network's word beside the head's, 0 to 1: little where these tiles look strange to it."""
        known = [square in KINDS for square in self.squares]
        return float(self.right[known].mean() / COPIES) ** TRUST if any(known) else 1.0

    @cached_property
    def head(self) -> Head | None:
        """The head fitted on these squares; None for squares of one kind, which tell nothing apart."""
        answers = tuple(dict.fromkeys(self.squares))
        if len(answers) < 2:
            return None
        from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]  # here: slow to import
        from threadpoolctl import threadpool_limits

        truth = np.repeat([answers.index(square) for square in self.squares], COPIES)
        with threadpool_limits(1):  # several threads wait for each other: beside other work a fit takes minutes
            fit = LogisticRegression(C=PENALTY, max_iter=ROUNDS).fit(unpacked(self.looks), truth)
        of_two = len(answers) == 2  # of these scikit-learn weighs the second alone, against nothing
        weights = np.concatenate([0 * fit.coef_, fit.coef_]) if of_two else fit.coef_
        bias = np.concatenate([0 * fit.intercept_, fit.intercept_]) if of_two else fit.intercept_
        return Head(answers, weights.T.astype(np.float32), bias.astype(np.float32))


def classified_in(edition: TaughtTiles, seen: SquarePredictions) -> SquarePredictions:
    """The network's word on squares (n), joined with that of an edition's head; of another network it says nothing."""
    if edition.network != read_network_id("squares") or edition.head is None:
        return seen
    logs = joined(seen.logs, edition.head, seen.embeddings, edition.trust)
    return seen._replace(logs=logs, in_printings=seen.in_printings + (logs - seen.logs)[..., None])


def joined(logs: Logs, head: Head, embeddings: Embeddings, trust: float) -> Logs:
    """The network's log-probabilities (n, 18) of squares with these embeddings (n, width), joined with a head's.

    How probable the kinds are together of which the head knows examples, the network says; which of them it is, both,
    the network's word counting ``trust`` of the head's.
    """
    taught = [kind for kind, square in enumerate(KINDS) if square in head.squares]
    if not taught:
        return logs
    answers = [head.squares.index(KINDS[kind]) for kind in taught]
    both = trust * logs[:, taught] + head.log_probabilities(embeddings)[:, answers]
    together = np.logaddexp.reduce(logs[:, taught], axis=1, keepdims=True)
    found = logs.copy()
    found[:, taught] = cooled(both, 1.0) + together
    return cooled(np.maximum(found, np.log(NEVER)), 1.0)


def chances(edition: TaughtTiles, crops: NDArray[np.uint8], lands: Sequence[Square]) -> NDArray[np.float32]:
    """The probabilities (n, 1 + lands) that crops (n, 64, 64, 3) are what the network was never taught, as in a layout.

    First that nobody has taught their like, which is never said here, then each of the lands on the table's dominoes.
    """
    found = np.zeros((len(crops), 1 + len(lands)), np.float32)
    if edition.network == read_network_id("squares") and edition.head is not None:
        _, embeddings = forward(get_session("squares"), crops)
        seen = np.exp(edition.head.log_probabilities(embeddings))
        for answer, square in enumerate(edition.head.squares):
            if square not in KINDS and square in lands:
                found[:, 1 + lands.index(square)] = seen[:, answer]
    return found


def learn(name: str, photo: Photo, corners: Points, kingdom: Kingdom) -> TaughtTiles:
    """The edition that a checked kingdom teaches, of which every square is as it truly is.

    ``corners`` (4, 2) are those of its reading, in upright pixels of the original photo.

    Raises PhotoError for corners that frame nothing.
    """
    crops = squares_of(photo, corners, kingdom.height, kingdom.width)
    return learn_squares(name, crops, [square for _, square in kingdom.squares()])


def learn_squares(name: str, crops: NDArray[np.uint8], squares: Sequence[Square]) -> TaughtTiles:
    """The edition that the checked squares (n, 64, 64, 3) of one kingdom teach; a bare table teaches nothing."""
    tiles = [at for at, square in enumerate(squares) if not square.is_empty]
    kinds = [KINDS.index(squares[at]) if squares[at] in KINDS else -1 for at in tiles]
    looks, right = looks_of(get_session("squares"), crops[tiles], kinds)
    return TaughtTiles(name, read_network_id("squares"), looks, right, tuple(squares[at] for at in tiles), 1)


def looks_of(
    network: InferenceSession, crops: NDArray[np.uint8], kinds: Sequence[int]
) -> tuple[Looks, NDArray[np.uint8]]:
    """The looks of squares (n, 64, 64, 3) to a network in the light and from the side of other photos: (n, 12, width).

    With them the number of copies of each that it reads as its kind, by the index in KINDS: (n,), at most 12.
    """
    rng = np.random.default_rng(SEED)
    copies = [_as_elsewhere(rng, np.rot90(crop, copy % 4)) for crop in crops for copy in range(COPIES)]
    logs, embeddings = forward(network, np.array(copies, np.uint8).reshape(-1, *crops.shape[1:]))
    packed = np.round(embeddings / np.abs(embeddings).max(1, keepdims=True).clip(1e-6) * STEPS)
    right = logs.argmax(1).reshape(len(crops), COPIES) == np.array(kinds).reshape(-1, 1)
    return packed.astype(np.int8).reshape(len(crops), COPIES, -1), right.sum(1).astype(np.uint8)


def unpacked(looks: Looks) -> Embeddings:
    """The embeddings behind looks, each of length one: (12 n, width)."""
    numbers = looks.reshape(-1, looks.shape[-1]).astype(np.float32)
    return np.asarray(numbers / np.linalg.norm(numbers, axis=1, keepdims=True).clip(1e-6), np.float32)


def _as_elsewhere(rng: np.random.Generator, crop: Bgr) -> Bgr:
    """The square in other light, a little shifted and blurred."""
    light = np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.06, 3))
    shift = np.array([[1, 0, rng.uniform(-3, 3)], [0, 1, rng.uniform(-3, 3)]], np.float32)
    moved = cv2.warpAffine(crop, shift, crop.shape[1::-1], borderMode=cv2.BORDER_REFLECT_101)
    blurred = cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.1, 1.2))
    return np.asarray((blurred * light).clip(0, 255), np.uint8)


class TaughtTilesError(ValueError):
    """A file holds no edition; the message is one sentence."""


def stored(edition: TaughtTiles) -> bytes:
    """An edition as a file; ``restored`` undoes this."""
    fields = {
        "format": FORMAT,
        "name": edition.name,
        "network": edition.network,
        "kingdoms": edition.kingdoms,
        "right": edition.right.tolist(),
        "squares": [str(square) for square in edition.squares],
        "looks": base64.b64encode(edition.looks.tobytes()).decode("ascii"),
    }
    return (json.dumps(fields, ensure_ascii=False, indent=1) + "\n").encode()


def restored(content: bytes) -> TaughtTiles:
    """The edition in a file; raises TaughtTilesError for anything else."""
    if len(content) > LARGEST:
        raise TaughtTilesError(f"the file is larger than {LARGEST:,} bytes")
    try:
        return _edition_in(json.loads(content))
    except (ValueError, TypeError, KeyError, RecursionError) as broken:
        raise TaughtTilesError("the file is none that Crownsight has saved of one, or it is damaged") from broken


def _edition_in(fields: Any) -> TaughtTiles:
    """The edition in plain JSON. Raises ValueError, TypeError and KeyError."""
    kinds = {"format": str, "name": str, "network": str, "kingdoms": int, "right": list, "squares": list, "looks": str}
    if any(type(fields[name]) is not kind for name, kind in kinds.items()) or fields["format"] != FORMAT:
        raise ValueError("fields of other kinds")
    squares = tuple(_SQUARES[code] for code in fields["squares"][: MOST_OF_A_KIND * len(_SQUARES) + 1])
    longest = {"name": LONGEST_NAME, "network": LONGEST_IDENTITY}
    texts = all(0 < len(fields[one]) <= most and fields[one].isprintable() for one, most in longest.items())
    counted = all(type(number) is int and 0 <= number <= COPIES for number in fields["right"])
    if not (texts and counted and len(fields["right"]) == len(squares) <= MOST_OF_A_KIND * len(_SQUARES)):
        raise ValueError("too long, or wrongly counted")
    if not 0 <= fields["kingdoms"] <= MOST_KINGDOMS:
        raise ValueError("so many kingdoms were not checked")
    numbers = np.frombuffer(base64.b64decode(fields["looks"], validate=True), np.int8)
    width = len(numbers) // (len(squares) * COPIES) if squares else 0
    is_of_ours = fields["network"] == read_network_id("squares")
    if width > WIDEST or (squares and (not width or (is_of_ours and width != embedding_width("squares")))):
        raise ValueError("looks of another width")
    looks, right = numbers.reshape(len(squares), COPIES, width), np.array(fields["right"], np.uint8)
    return TaughtTiles(fields["name"], fields["network"], looks, right, squares, fields["kingdoms"])


def load_tiles(path: str | Path) -> TaughtTiles:
    """Load taught tiles from a file of ``crownsight teach``.

    Raises:
        TaughtTilesError: The file is none, or it is damaged.

    Example:
        >>> load_tiles("docs/api.md")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        vision.squares.taught_tiles.TaughtTilesError: the file is none that Crownsight has saved of one...
    """
    with Path(path).open("rb") as file:
        return restored(file.read(LARGEST + 1))


def added(before: bytes | None, edition: TaughtTiles) -> TaughtTiles:
    """An edition with what was stored of it before; alone where that was nothing, or is damaged."""
    try:
        return edition if before is None else replace(restored(before) + edition, name=edition.name)
    except TaughtTilesError:
        return edition
