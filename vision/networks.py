"""Load the trained networks: find them by name, check them against their manifest, open each once."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from onnxruntime import InferenceSession

MANIFEST = "manifest.json"
NETWORKS = ("corners", "squares", "looks")
FOLDER_VARIABLE = "CROWNSIGHT_MODELS"  # names a folder of networks to use instead of the shipped ones
SHIPPED_FOLDER = Path(__file__).parents[1] / "models"  # not relative to the working directory
# Set before ONNX Runtime is imported, because since 1.29 it stores a device ID and a database under the home folder and
# sends events to Microsoft otherwise: https://github.com/microsoft/onnxruntime/pull/27379
TELEMETRY_VARIABLE = "ORT_DISABLE_TELEMETRY"


class WeightsError(RuntimeError):
    """A network is missing or differs from the manifest; the message names it and what to do."""


def find_networks_folder() -> Traversable:
    """Return the folder of the networks and their manifest; it must stay the same while a process runs."""
    return Path(os.environ[FOLDER_VARIABLE]) if os.environ.get(FOLDER_VARIABLE) else SHIPPED_FOLDER


def read_manifest_entry(name: str, folder: Traversable | None = None) -> Mapping[str, Any]:
    """Return the manifest's entry of a network: ``file``, ``sha256``, ``input`` and facts of its training.

    Raises:
        WeightsError: The manifest lists no such network.
    """
    listed = (folder or find_networks_folder()) / MANIFEST
    try:
        entries = json.loads(listed.read_text(encoding="utf-8"))
        entry: Mapping[str, Any] = entries[name]
    except (OSError, ValueError, KeyError, TypeError) as cause:
        raise WeightsError(
            f"the network {name!r} is not listed in models/{MANIFEST}; install the project anew"
        ) from cause
    return entry


def read_network_id(name: str, folder: Traversable | None = None) -> str:
    """Return the ID by which data such as taught tiles refers to the network that it depends on.

    It is the SHA-256 of the network's file, or of an earlier file with the same weights, so that the data stays valid.
    """
    entry = read_manifest_entry(name, folder)
    return str(entry.get("identity", entry["sha256"]))


def read_network_hashes() -> dict[str, str]:
    """Return the SHA-256 of every network by name. Raises WeightsError."""
    return {name: str(read_manifest_entry(name)["sha256"]) for name in NETWORKS}


def read_network(name: str, folder: Traversable | None = None) -> bytes:
    """Return the content of a network's ONNX file after comparing it with the manifest.

    Raises:
        WeightsError: The file is missing or damaged.
    """
    entry = read_manifest_entry(name, folder)
    try:
        content: bytes = ((folder or find_networks_folder()) / entry["file"]).read_bytes()
    except OSError as cause:
        raise WeightsError(f"models/{entry['file']} is missing; install the project anew") from cause
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise WeightsError(
            f"models/{entry['file']} is damaged: its SHA-256 is not the manifest's; install the project anew"
        )
    return content


@cache
def get_session(name: str) -> InferenceSession:
    """Open a network by name, once in a process, to run on one thread. Raises WeightsError."""
    return open_session(read_network(name))


def open_session(content: bytes) -> InferenceSession:
    """Open the content of an ONNX file to run on one thread.

    The first call imports ONNX Runtime, with its telemetry off unless the environment turns it on.
    """
    os.environ.setdefault(TELEMETRY_VARIABLE, "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors only
    options.enable_cpu_mem_arena = False  # the arena never shrinks, and is no faster
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
