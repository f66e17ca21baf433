"""How much memory a process holds after its start and after many photos.

``python tests/benchmarks/bench_memory.py``; with ``--served`` the served app, to which phones send the photos.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.bench_hostile_photos import taken
from tests.benchmarks.figures import Figure, Spread, told
from tests.benchmarks.server_process import Process
from tests.given import ROOT, SAMPLES
from tests.ui.served import served_process

READS = (100, 1000)
SENT = (0, 10, 50, 100)  # photos after which the served app is looked at
MB = 1_000_000
START = "after the start"
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
                taken(address, photos[at % len(photos)])
            held = f"served, after {until} photos"
            yield Figure(f"{held}, resident", "MB", Spread.of([process.resident_megabytes()]))
            yield Figure(f"{held}, its share (PSS)", "MB", Spread.of([process.megabytes()]))


if __name__ == "__main__":
    told(served_figures() if "--served" in sys.argv else figures())
