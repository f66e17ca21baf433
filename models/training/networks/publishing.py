"""Command lines of the trainings, and publishing: files of networks and their manifest entries."""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vision.networks import FOLDER_VARIABLE, MANIFEST


def training_parser(description: str) -> argparse.ArgumentParser:
    """Return a parser of the data folder and of the folder of networks."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("data", type=Path, help="folder of labelled pictures")
    parser.add_argument("--out", type=Path, default=Path("models"), help="folder of the networks and their manifest")
    return parser


def read_with_networks_of(folder: Path) -> None:
    """Restart this program if it does not use the networks of a folder, because a process opens networks only once."""
    out = str(folder.resolve())
    if os.environ.get(FOLDER_VARIABLE) != out:
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {FOLDER_VARIABLE: out})


def publish(name: str, content: bytes, facts: Mapping[str, Any], folder: Path, *, suffix: str = ".onnx") -> None:
    """Write a network's file and its entry in the manifest; other entries stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    file = f"{name}{suffix}"
    with _alone_in(folder):
        _replace(folder / file, content)
        _enter(name, {"file": file, "sha256": hashlib.sha256(content).hexdigest(), **facts}, folder)


def publish_facts(name: str, facts: Mapping[str, Any], folder: Path) -> None:
    """Write an entry of the manifest that has no file; other entries stay as they are."""
    with _alone_in(folder):
        _enter(name, facts, folder)


def _enter(name: str, entry: Mapping[str, Any], folder: Path) -> None:
    manifest = folder / MANIFEST
    entries = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else {}
    entries[name] = entry
    _replace(manifest, (json.dumps(entries, indent=2, sort_keys=True) + "\n").encode())


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """While no other training publishes: both change the manifest."""
    directory = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)


def _replace(path: Path, content: bytes) -> None:
    """Write a file atomically, so that a reader never sees half of it."""
    unfinished = path.with_suffix(path.suffix + ".part")
    unfinished.write_bytes(content)
    unfinished.replace(path)
