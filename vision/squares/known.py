"""How far a square's looks lie from all that the network was taught: the distance to the nearest known squares.

A network answers with one of its kinds whatever it is shown. Where its embedding of a square lies far from those of all
squares it learnt from, that answer means nothing (nearest neighbours: Sun et al., 2022).
"""

from __future__ import annotations

import base64
import json
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.networks import WeightsError, identity, manifest, verified_bytes
from vision.squares.classify import Embeddings

NEAREST = 3  # examples whose distance counts: one alone may be a bad picture
STEPS = 127  # from 0 to the largest number of an example, in the file

Distances = NDArray[np.float32]  # (n, m), between unit vectors: 0 to 2


def chord_distance(some: Embeddings, others: Embeddings) -> Distances:
    """The distance of every embedding (n, width) from every other (m, width): (n, m)."""
    return np.asarray(np.sqrt((2 - 2 * some @ others.T).clip(0)), np.float32)


def novelty(embeddings: Embeddings, examples: Embeddings) -> NDArray[np.float32]:
    """How far each embedding (n, width) lies from the nearest examples (m, width): (n,), from 0."""
    return np.asarray(np.sort(chord_distance(embeddings, examples), axis=1)[:, :NEAREST].mean(1), np.float32)


@cache
def examples() -> Embeddings:
    """What the network of the product was taught, a few hundred squares that stand for all (m, width).

    Raises WeightsError where they are another network's.
    """
    if manifest("known")["of"] != identity("looks"):
        raise WeightsError("models/known.json belongs to another network; install the project anew")
    return examples_in(verified_bytes("known"))


def content_of(examples: Embeddings) -> bytes:
    """The file of ours that ``examples_in`` reads: numbers in 8 bits, from which no picture can be made again."""
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
