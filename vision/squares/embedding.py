"""What the squares network sees in a crop before it decides: the layer before its last."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.networks import open_session, verified_bytes
from vision.squares.classify import BATCH, Logs

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

EMBEDDING = "/net/Concat_output_0"  # the exporter's name for what SquareNet.kinds is given
_GRAPH, _OUTPUT, _NAME = 7, 12, 1  # fields of ModelProto, GraphProto and ValueInfoProto in onnx.proto

Embeddings = NDArray[np.float32]  # (n, width), each of length one


@cache
def embedding_session() -> InferenceSession:
    """The squares network with its embedding as a second answer; raises WeightsError."""
    return open_session(with_embedding(verified_bytes("squares")))


def with_embedding(content: bytes) -> bytes:
    """The ONNX file of a squares network that also answers with its embedding.

    A message written twice in a protocol buffer is one message with the lists of both, so another output is appended.
    """
    return content + _field(_GRAPH, _field(_OUTPUT, _field(_NAME, EMBEDDING.encode())))


def _field(number: int, content: bytes) -> bytes:
    """A field of bytes, at most 127 of them."""
    return bytes([number << 3 | 2, len(content)]) + content


def seen(network: InferenceSession, crops: NDArray[np.uint8]) -> tuple[Logs, Embeddings]:
    """What a network of ``with_embedding`` says of crops (n, 64, 64, 3): log-probabilities and embeddings."""
    parts = [
        network.run(None, {"crops": np.ascontiguousarray(crops[start : start + BATCH])})
        for start in range(0, max(len(crops), 1), BATCH)
    ]
    logs, embeddings = (np.concatenate(answers) for answers in zip(*parts, strict=True))
    return logs, embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True).clip(1e-6)
