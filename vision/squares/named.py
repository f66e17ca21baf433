"""Kinds of squares that the network was never taught: told from its own, and known again once people have named some.

A square that looks like nothing the network knows is unknown until somebody says what it is; from then on squares that
look like it are named the same.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import CodeError, Kingdom, Position
from scoring.terrain import Square
from vision.networks import identity, session
from vision.photo.light import light_normalised
from vision.photo.photo import Photo, Points
from vision.rectify import cut_squares, rectify
from vision.squares.classify import Embeddings, forward
from vision.squares.known import chord_distance, examples, novelty

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

# Chosen on squares of terrains that networks had not been taught: models/README.md.
STRANGE = 0.38  # distance from all that is known beyond which a square is unknown
FAMILIAR = 0.3  # the same up to which nothing that was named makes it anything else; between the two it stays in doubt
LIKE, ALIKE = 0.5, 0.6  # distance up to which two squares surely, and probably, show the same
SURE, PROBABLE = 0.97, 0.7  # chance of the same kind then
MOST_OF_A_KIND = 12  # named squares of one kind that are kept, the latest
SIDES = 4


class NamedError(ValueError):
    """Stored names of squares cannot be read."""


@dataclass(frozen=True, eq=False)
class Named:
    """Squares that people have named: embeddings (n, 4, width) turned to all sides, and what each is."""

    embeddings: NDArray[np.float16]
    squares: tuple[Square, ...]

    @staticmethod
    def nothing() -> Named:
        """What is known before the first answer."""
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
    """How squares (n, 64, 64, 3) look to the network of the product. Raises WeightsError."""
    _, embeddings = forward(session("looks"), crops)
    return Looks(embeddings, novelty(embeddings, examples()))


def squares_of(photo: Photo, corners: Points, rows: int, columns: int) -> NDArray[np.uint8]:
    """The squares of a grid as the reader cuts them, row by row: (rows * columns, 64, 64, 3). Raises PhotoError."""
    return cut_squares(light_normalised(rectify(photo, corners, rows, columns)), rows, columns)


def learn_named(photo: Photo, corners: Points, rows: int, columns: int, answers: Mapping[Position, Square]) -> Named:
    """What people teach who say what lies on some squares of a grid, of which the network may know nothing.

    Raises PhotoError for corners that frame nothing.
    """
    crops = squares_of(photo, corners, rows, columns)
    return named(session("looks"), crops[[r * columns + c for r, c in answers]], list(answers.values()))


def named(network: InferenceSession, crops: NDArray[np.uint8], squares: Sequence[Square]) -> Named:
    """What people teach who say what each of these squares (n, 64, 64, 3) is."""
    sides = [forward(network, np.rot90(crops, side, (1, 2)))[1] for side in range(SIDES)]
    return Named(np.stack(sides, 1).astype(np.float16), tuple(squares))


def chances(looks: Looks, taught: Named, lands: Sequence[Square]) -> NDArray[np.float32]:
    """How probable it is that a square is none of what the network knows: (n, 1 + lands), sums at most 1.

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
        return Named(numbers.reshape(len(squares), SIDES, _width()), squares)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, CodeError) as broken:
        raise NamedError("these are no named squares") from broken


def _width() -> int:
    """How many numbers an embedding has."""
    (width,) = (output.shape[-1] for output in session("looks").get_outputs() if output.name == "embedding")
    return int(width)
