"""Kinds of squares that the network was never taught: told from its own, and known again once people have named some.

A network answers with one of its kinds whatever it is shown. Where its embedding of a square lies far from those of all
squares it learnt from, that answer means nothing (nearest neighbours: Sun et al., 2022): such a square is unknown until
somebody says what it is. From then on squares that look like it are named the same.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import CodeError, Kingdom, Position
from scoring.terrain import Square
from vision.networks import WeightsError, identity, manifest, session, verified_bytes
from vision.photo.photo import Photo, Points
from vision.rectify import squares_of
from vision.squares.classify import Embeddings, embedding_width, forward

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

# Chosen on squares of terrains that networks had not been taught: docs/model-card.md.
STRANGE = 0.38  # distance from all that is known beyond which a square is unknown
FAMILIAR = 0.3  # the same up to which nothing that was named makes it anything else; between the two it stays in doubt
LIKE, ALIKE = 0.5, 0.6  # distance up to which two squares surely, and probably, show the same
SURE, PROBABLE = 0.97, 0.7  # chance of the same kind then
MOST_OF_A_KIND = 12  # named squares of one kind that are kept, the latest
SIDES = 4
NEAREST = 3  # examples whose distance counts: one alone may be a bad picture
STEPS = 127  # from 0 to the largest number of an example, in the file

Distances = NDArray[np.float32]  # (n, m), between unit vectors: 0 to 2


class NamedError(ValueError):
    """Stored names of squares cannot be read."""


@dataclass(frozen=True, eq=False)
class Named:
    """Squares that people have named: embeddings (n, 4, width) turned to all sides, and what each is."""

    embeddings: NDArray[np.float16]
    squares: tuple[Square, ...]

    @staticmethod
    def nothing() -> Named:
        """No named squares, as before the first answer."""
        return Named(np.empty((0, SIDES, 0), np.float16), ())

    def __len__(self) -> int:
        return len(self.squares)

    def __add__(self, later: Named) -> Named:
        """Both, of every kind the latest."""
        if not len(self) or not len(later):
            return self if len(self) else later
        squares = self.squares + later.squares
        kept = [at for at, square in enumerate(squares) if squares[at + 1 :].count(square) < MOST_OF_A_KIND]
        embeddings = np.concatenate([self.embeddings, later.embeddings])
        return Named(embeddings[kept], tuple(squares[at] for at in kept))


class Looks(NamedTuple):
    """Squares as the network sees them: embeddings (n, width), and how unfamiliar each is (n,)."""

    embeddings: Embeddings
    unfamiliar: NDArray[np.float32]

    def at(self, which: Sequence[int]) -> Looks:
        """Some of them, in this order."""
        return Looks(self.embeddings[list(which)], self.unfamiliar[list(which)])


def looks_of(crops: NDArray[np.uint8]) -> Looks:
    """The looks of squares (n, 64, 64, 3) to the network of the product. Raises WeightsError."""
    _, embeddings = forward(session("looks"), crops)
    return Looks(embeddings, novelty(embeddings, examples()))


def learn_named(photo: Photo, corners: Points, rows: int, columns: int, answers: Mapping[Position, Square]) -> Named:
    """The named squares of people who say what lies on some squares of a grid, of which the network may know nothing.

    ``corners`` (4, 2) are in pixels of the original photo.

    Raises PhotoError for corners that frame nothing.
    """
    crops = squares_of(photo, corners, rows, columns)
    return named(session("looks"), crops[[r * columns + c for r, c in answers]], list(answers.values()))


def named(network: InferenceSession, crops: NDArray[np.uint8], squares: Sequence[Square]) -> Named:
    """The named squares of people who say what each of these (n, 64, 64, 3) is."""
    sides = [forward(network, np.rot90(crops, side, (1, 2)))[1] for side in range(SIDES)]
    return Named(np.stack(sides, 1).astype(np.float16), tuple(squares))


def chances(looks: Looks, taught: Named, lands: Sequence[Square]) -> NDArray[np.float32]:
    """The probabilities that squares are none of what the network knows: (n, 1 + lands), sums at most 1.

    First that nobody has named its like, then that it is each of the lands on the table's dominoes, by what was named.
    """
    found = np.zeros((len(looks.unfamiliar), 1 + len(lands)), np.float32)
    for at, (nearest, distance) in enumerate(_nearest(looks, taught)):
        unfamiliar = float(looks.unfamiliar[at])
        if nearest in lands and distance <= ALIKE and unfamiliar > FAMILIAR:
            plain = distance <= LIKE and unfamiliar > STRANGE
            found[at, 1 + lands.index(nearest)] = SURE if plain else PROBABLE
        if unfamiliar > STRANGE:
            found[at, 0] = 1 - found[at].sum()
    return found


def _nearest(looks: Looks, taught: Named) -> list[tuple[Square | None, float]]:
    """The named square that each looks most like, whichever way round it lies, and how far it is from that."""
    if not len(taught):
        return [(None, np.inf)] * len(looks.unfamiliar)
    views = taught.embeddings.astype(np.float32)
    far = np.min([chord_distance(looks.embeddings, views[:, side]) for side in range(SIDES)], axis=0)
    nearest = far.argmin(1)
    return [(taught.squares[at], float(row[at])) for at, row in zip(nearest.tolist(), far, strict=True)]


def stored(named: Named) -> bytes:
    """Named squares as JSON, numbers of 16 bits in base64; ``restored`` undoes this."""
    fields = {
        "network": identity("looks"),
        "squares": [str(square) for square in named.squares],
        "embeddings": base64.b64encode(named.embeddings.astype("<f2").tobytes()).decode("ascii"),
    }
    return json.dumps(fields).encode()


def restored(content: bytes) -> Named:
    """The named squares in what was stored; none if another network saw them. Raises NamedError."""
    try:
        fields = json.loads(content)
        if fields["network"] != identity("looks") or not fields["squares"]:
            return Named.nothing()
        squares = tuple(Kingdom.parse(code)[0, 0] for code in fields["squares"])
        numbers = np.frombuffer(base64.b64decode(fields["embeddings"], validate=True), "<f2")
        return Named(numbers.reshape(len(squares), SIDES, embedding_width("looks")), squares)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, CodeError) as broken:
        raise NamedError("these are no named squares") from broken


def chord_distance(some: Embeddings, others: Embeddings) -> Distances:
    """The distance of every embedding (n, width) from every other (m, width): (n, m)."""
    return np.asarray(np.sqrt((2 - 2 * some @ others.T).clip(0)), np.float32)


def novelty(embeddings: Embeddings, examples: Embeddings) -> NDArray[np.float32]:
    """The distance of each embedding (n, width) from the nearest examples (m, width): (n,), 0 to 2."""
    return np.asarray(np.sort(chord_distance(embeddings, examples), axis=1)[:, :NEAREST].mean(1), np.float32)


@cache
def examples() -> Embeddings:
    """The examples that the network of the product was taught, a few hundred squares that stand for all: (m, width).

    Raises WeightsError where they are another network's.
    """
    if manifest("known")["of"] != identity("looks"):
        raise WeightsError("models/known.json belongs to another network; install the project anew")
    return examples_in(verified_bytes("known"))


def content_of(examples: Embeddings) -> bytes:
    """The file of examples (m, width): numbers in 8 bits, which make no picture; ``examples_in`` undoes this."""
    largest = np.abs(examples).max(1, keepdims=True).clip(1e-6)
    steps = np.round(examples / largest * STEPS).astype(np.int8)
    packed = base64.b64encode(steps.tobytes()).decode("ascii")
    return (json.dumps({"examples": len(examples), "numbers": packed}) + "\n").encode()


def examples_in(content: bytes) -> Embeddings:
    """The examples in a file of ours, each of length one: (m, width)."""
    fields = json.loads(content)
    numbers = np.frombuffer(base64.b64decode(fields["numbers"]), np.int8).reshape(fields["examples"], -1)
    lengths = np.linalg.norm(numbers.astype(np.float32), axis=1, keepdims=True)
    return np.asarray(numbers / lengths, np.float32)
