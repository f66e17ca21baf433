"""The trained networks: found by name, checked once against their manifest, opened once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import onnxruntime

MANIFEST = "manifest.json"


class WeightsError(RuntimeError):
    """A network is missing or is not the one the manifest names; the message says which and what to do."""


def facts(name: str, folder: Traversable | None = None) -> Mapping[str, Any]:
    """What the manifest says of a network: ``file``, ``sha256``, ``input`` and what its training wrote beside them.

    Raises WeightsError when there is no such network.
    """
    manifest = (folder or files("models")) / MANIFEST
    try:
        entries = json.loads(manifest.read_text(encoding="utf-8"))
        entry: Mapping[str, Any] = entries[name]
    except (OSError, ValueError, KeyError, TypeError) as cause:
        raise WeightsError(
            f"the network {name!r} is not listed in models/{MANIFEST}; install the project anew"
        ) from cause
    return entry


def verified_bytes(name: str, folder: Traversable | None = None) -> bytes:
    """The ONNX file of a network; raises WeightsError when it is missing or its SHA-256 is not the manifest's."""
    entry = facts(name, folder)
    try:
        content: bytes = ((folder or files("models")) / entry["file"]).read_bytes()
    except OSError as cause:
        raise WeightsError(f"models/{entry['file']} is missing; install the project anew") from cause
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise WeightsError(
            f"models/{entry['file']} is damaged: its SHA-256 is not the manifest's; install the project anew"
        )
    return content


@cache
def session(name: str) -> onnxruntime.InferenceSession:
    """The network of that name, ready to run on one thread, opened once for all; raises WeightsError."""
    return open_session(verified_bytes(name))


def open_session(content: bytes) -> onnxruntime.InferenceSession:
    """An ONNX file ready to run on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors only
    options.enable_cpu_mem_arena = False  # it would keep the most that any photo needed; it is no faster
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
