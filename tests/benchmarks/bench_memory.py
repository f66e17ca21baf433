"""How much memory a process holds after its start and after many photos.

``python tests/benchmarks/bench_memory.py``; with ``--served`` the served app, to which phones send the photos.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.figures import Figure, Spread, told
from tests.benchmarks.server_process import Process
from tests.given import ROOT, SAMPLES
from tests.ui.served import served_process
from tests.ui.sockets import PATIENCE, page
from ui.store.codes import new_key
from ui.system import COOKIE

READS = (100, 1000)
SENT = (0, 10, 50, 100)  # photos after which the served app is looked at
MB = 1_000_000
START = "after the start"
UNHEARD = 0.1  # seconds between two questions how far a photo is
# Reads every sample photo in turn and prints the resident memory after each number of reads that it is given.
READING = """
import os, sys
from itertools import cycle
from tests.given import SAMPLES
from vision import read
from vision.photo.memory import prepare_process
prepare_process()
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
photos = cycle([path.read_bytes() for path in sorted(SAMPLES.glob("*.jpg"))])
read(next(photos))
print(resident(), flush=True)
done = 0
for until in map(int, sys.argv[1:]):
    for done in range(done, until):
        read(next(photos))
    print(resident(), flush=True)
"""


def figures(reads: tuple[int, ...] = READS) -> Iterator[Figure]:
    """Resident memory of a process that reads photos."""
    command = [sys.executable, "-c", READING, *map(str, reads)]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    first, *later = [int(line) / MB for line in printed.split()]
    yield Figure("memory with one photo read", "MB", Spread.of([first]))
    for number, held in zip(reads, later, strict=True):
        yield Figure(f"memory after {number} photos", "MB", Spread.of([held]), Spread.of([held / first]), START)


def served_figures() -> Iterator[Figure]:
    """Memory of the served app after photos from as many phones, each of which opens a page and has its photo read."""
    with tempfile.TemporaryDirectory() as folder, served_process(Path(folder) / "log.txt") as (address, number):
        process = Process(number)
        photos = [path.read_bytes() for path in sorted(SAMPLES.glob("*.jpg"))]
        for sent, until in zip((0, *SENT), SENT, strict=False):
            for at in range(sent, until):
                is_read(address, photos[at % len(photos)])
            held = f"served, after {until} photos"
            yield Figure(f"{held}, resident", "MB", Spread.of([process.resident_megabytes()]))
            yield Figure(f"{held}, its share (PSS)", "MB", Spread.of([process.megabytes()]))


def is_read(address: str, photo: bytes) -> None:
    """A new page of a new phone sends a photo, and waits until it is read."""
    phone, key = new_key(), new_key()

    def asked(path: str, body: bytes | None = None) -> dict[str, Any]:
        headers = {"Cookie": f"{COOKIE}={phone}", "Content-Type": "image/jpeg"}
        with urlopen(Request(address + path, body, headers), timeout=PATIENCE) as answer:
            told: dict[str, Any] = json.load(answer)
            return told

    with page(address, phone) as opened:
        opened.is_drawn()
        told = asked(f"/api/files/{key}?for={quote(opened.place_for_photos())}", photo)
        while told["step"] not in ("read", "failed"):
            sleep(UNHEARD)
            told = asked(f"/api/files/{key}")


if __name__ == "__main__":
    told(served_figures() if "--served" in sys.argv else figures())
