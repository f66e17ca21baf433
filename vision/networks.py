"""Load the trained networks: find them by name, check them against their manifest, open each once."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MANIFEST = "manifest.json"
NETWORKS = ("corners", "squares", "looks")
FOLDER = "CROWNSIGHT_MODELS"  # environment variable: a folder of networks to use instead of the shipped ones
SHIPPED = Path(__file__).parents[1] / "models"  # beside the code: a folder of that name elsewhere does no harm
# ONNX Runtime 1.29 and later keeps a device's number and a database under the home folder and sends events to its
# maker, unless this is set before it is first imported: https://github.com/microsoft/onnxruntime/pull/27379
NO_TELEMETRY = "ORT_DISABLE_TELEMETRY"


class WeightsError(RuntimeError):
    """A network is missing or is not the one the manifest names; the message says which and what to do."""


def networks_folder() -> Traversable:
    """Return the folder of the networks and their manifest; it must not change while a process runs."""
    return Path(os.environ[FOLDER]) if os.environ.get(FOLDER) else SHIPPED


def manifest(name: str, folder: Traversable | None = None) -> Mapping[str, Any]:
    """Return the manifest's entry of a network: ``file``, ``sha256``, ``input`` and facts of its training.

    Raises:
        WeightsError: The manifest lists no such network.
    """
    listed = (folder or networks_folder()) / MANIFEST
    try:
        entries = json.loads(listed.read_text(encoding="utf-8"))
        entry: Mapping[str, Any] = entries[name]
    except (OSError, ValueError, KeyError, TypeError) as cause:
        raise WeightsError(
            f"the network {name!r} is not listed in models/{MANIFEST}; install the project anew"
        ) from cause
    return entry


def identity(name: str, folder: Traversable | None = None) -> str:
    """Return the name of a network in data that depends on it, such as taught tiles.

    It is the SHA-256 of its file, or of an earlier file with the same weights, so that such data stays valid.
    """
    entry = manifest(name, folder)
    return str(entry.get("identity", entry["sha256"]))


def hashes() -> dict[str, str]:
    """Return the SHA-256 of every network by name. Raises WeightsError."""
    return {name: str(manifest(name)["sha256"]) for name in NETWORKS}


def verified_bytes(name: str, folder: Traversable | None = None) -> bytes:
    """Return the ONNX file of a network; raise WeightsError if it is missing or not the manifest's."""
    entry = manifest(name, folder)
    try:
        content: bytes = ((folder or networks_folder()) / entry["file"]).read_bytes()
    except OSError as cause:
        raise WeightsError(f"models/{entry['file']} is missing; install the project anew") from cause
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise WeightsError(
            f"models/{entry['file']} is damaged: its SHA-256 is not the manifest's; install the project anew"
        )
    return content


@cache
def session(name: str) -> InferenceSession:
    """Open the network of that name once, ready to run on one thread. Raises WeightsError."""
    return open_session(verified_bytes(name))


def open_session(content: bytes) -> InferenceSession:
    """Open an ONNX file, ready to run on one thread.

    The first session of a process imports ONNX Runtime, with its telemetry off unless the environment says otherwise.
    """
    os.environ.setdefault(NO_TELEMETRY, "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors only
    options.enable_cpu_mem_arena = False  # it would keep the most that any photo needed; it is no faster
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
