"""Measure the memory of a process after its start and after many photos.

``python tests/benchmarks/bench_memory.py``; with ``--served`` the served app, to which phones send the photos.
``--write`` writes the figures of docs/guarantees.md.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.figures import Figure, megabytes, show
from tests.sample_photos import SAMPLES
from vision import read
from vision.photo.memory import prepare_process

READS = (1, 100, 1000)  # photos after which the process is looked at
SENT = (0, 10, 50, 100)  # those after which the served app is
UNHEARD = 0.1  # seconds between two questions how far a photo is


def photos() -> Iterator[bytes]:
    """Yield the sample photos, endlessly."""
    return cycle([path.read_bytes() for path in sorted(SAMPLES.glob("*.jpg"))])


def figures() -> Iterator[Figure]:
    """Resident memory of this process, which reads photos."""
    prepare_process()
    endless, done = photos(), 0
    for until in READS:
        for photo in islice(endless, until - done):
            read(photo)
        done = until
        claim = f"after {until}:" if until > 1 else ""
        yield Figure(f"memory after photos: {until}", "MB", [megabytes(os.getpid(), "rss")], claim=claim)


def measure_served() -> Iterator[Figure]:
    """Memory of the served app after photos from as many phones, each of which opens a page and has its photo read."""
    from tests.ui.served import serve_in_background  # here, for what it loads would be counted above

    with tempfile.TemporaryDirectory() as folder, serve_in_background(Path(folder) / "log.txt") as (address, process):
        endless, done = photos(), 0
        for until in SENT:
            for photo in islice(endless, until - done):
                is_read(address, photo)
            done = until
            held = f"served, after {until} photos"
            yield Figure(
                f"{held}, resident", "MB", [megabytes(process, "rss")], claim=f"after {until}:" if until else ""
            )
            yield Figure(f"{held}, its share (PSS)", "MB", [megabytes(process, "pss")])


def is_read(address: str, photo: bytes) -> None:
    """Send a photo from a new page of a new phone and wait until it is read."""
    from tests.ui.sockets import PATIENCE, page
    from ui.store.codes import new_key
    from ui.system import COOKIE

    phone, key = new_key(), new_key()

    def request(path: str, body: bytes | None = None) -> dict[str, Any]:
        headers = {"Cookie": f"{COOKIE}={phone}", "Content-Type": "image/jpeg"}
        with urlopen(Request(address + path, body, headers), timeout=PATIENCE) as answer:
            return json.load(answer)

    with page(address, phone) as opened:
        opened.is_drawn()
        told = request(f"/api/files/{key}?for={quote(opened.photo_field())}", photo)
        while told["stage"] not in ("read", "failed"):
            sleep(UNHEARD)
            told = request(f"/api/files/{key}")


if __name__ == "__main__":
    if "--served" in sys.argv:
        show(measure_served(), "benchmarks/bench_memory.py --served")
    else:
        show(figures(), "benchmarks/bench_memory.py")
