"""From a finished training to the files the product ships."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vision.networks import MANIFEST


def publish(name: str, content: bytes, facts: Mapping[str, Any], folder: Path) -> None:
    """Write a network's ONNX file and its entry in the manifest; other entries stay as they are."""
    file = f"{name}.onnx"
    _replace(folder / file, content)
    manifest = folder / MANIFEST
    entries = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else {}
    entries[name] = {"file": file, "sha256": hashlib.sha256(content).hexdigest(), **facts}
    _replace(manifest, (json.dumps(entries, indent=2, sort_keys=True) + "\n").encode())


def _replace(path: Path, content: bytes) -> None:
    """Write a whole file or nothing, so that a reader never sees half of one."""
    unfinished = path.with_suffix(path.suffix + ".part")
    unfinished.write_bytes(content)
    unfinished.replace(path)
