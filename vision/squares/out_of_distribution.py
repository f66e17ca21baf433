"""Out-of-distribution detection: find squares that show nothing the network was trained on.

A classifier answers with one of its kinds for any picture. If the embedding of a square is far from those of all
training squares (nearest neighbours: Sun et al., 2022), that answer means nothing and the square is unknown.
"""

from __future__ import annotations

import base64
import json
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.networks import WeightsError, get_session, read_manifest_entry, read_network, read_network_id
from vision.squares.classify import Embeddings, forward

OOD_THRESHOLD = 0.38  # chosen on squares of terrains that networks had not been taught: docs/model-card.md
NEIGHBOURS = 3  # whose distance is averaged: one alone may be a bad picture
STEPS = 127  # from 0 to the largest number of an example, in the file


def detect_unknown(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return 1 for each crop (n, 64, 64, 3) that is out of distribution, else 0: (n,). Raises WeightsError."""
    _, embeddings = forward(get_session("looks"), crops)
    return np.asarray(measure_ood_distance(embeddings, load_examples()) > OOD_THRESHOLD, np.float32)


def measure_ood_distance(embeddings: Embeddings, examples: Embeddings) -> NDArray[np.float32]:
    """Return the mean distance of each embedding (n, width) from its nearest examples (m, width): (n,), 0 to 2."""
    distances = np.sqrt((2 - 2 * embeddings @ examples.T).clip(0))
    return np.asarray(np.sort(distances, axis=1)[:, :NEIGHBOURS].mean(1), np.float32)


@cache
def load_examples() -> Embeddings:
    """Load the embeddings (m, width) of a few hundred squares that stand for all training squares.

    Raises WeightsError where they are another network's.
    """
    if read_manifest_entry("known")["of"] != read_network_id("looks"):
        raise WeightsError("models/known.json belongs to another network; install the project anew")
    return parse_examples(read_network("known"))


def serialize_examples(examples: Embeddings) -> bytes:
    """Return the file of examples (m, width), in 8 bits a number; ``parse_examples`` undoes this."""
    largest = np.abs(examples).max(1, keepdims=True).clip(1e-6)
    steps = np.round(examples / largest * STEPS).astype(np.int8)
    packed = base64.b64encode(steps.tobytes()).decode("ascii")
    return (json.dumps({"examples": len(examples), "numbers": packed}) + "\n").encode()


def parse_examples(content: bytes) -> Embeddings:
    """Return the examples (m, width) of a file of ours, each of length one."""
    fields = json.loads(content)
    numbers = np.frombuffer(base64.b64decode(fields["numbers"]), np.int8).reshape(fields["examples"], -1)
    lengths = np.linalg.norm(numbers.astype(np.float32), axis=1, keepdims=True)
    return np.asarray(numbers / lengths, np.float32)
