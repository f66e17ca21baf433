"""How a photo fares while eight hostile ones arrive at once: ``python tests/benchmarks/bench_hostile_photos.py``.

Eight pages of a stranger send the photos of ``hostile_photos.BOMBS`` side by side, again and again, to a served app;
one phone photographs a board meanwhile. To reach: the process under 700 MB, an honest photo in under 2.5 times what it
takes alone.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from statistics import median
from threading import Event
from time import perf_counter, sleep
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2
from websockets.exceptions import WebSocketException

from tests.benchmarks.server_process import Process
from tests.given import KITCHEN
from tests.ui.served import served_process
from tests.ui.sockets import PATIENCE, STRANGER, page
from tests.vision.photo.hostile_photos import BOMBS
from ui.store.codes import new_key
from ui.system import COOKIE

STRANGERS, HONEST = 8, 6
UNHEARD = 0.1  # seconds between two questions how far a photo is
SENT_SIZE, SENT_QUALITY = (2400, 1800), 88  # as ui/components sends photos of phones


def as_sent() -> bytes:
    """A sample photo as the app's page sends one from a phone's camera."""
    larger = cv2.resize(cv2.imread(str(KITCHEN)), SENT_SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", larger, [cv2.IMWRITE_JPEG_QUALITY, SENT_QUALITY])[1])


def taken(address: str, photo: bytes, source: str = "127.0.0.1") -> float:
    """Seconds from a photo sent by a new page until it is read."""
    phone, key = new_key(), new_key()

    def asked(path: str, body: bytes | None = None) -> dict[str, Any]:
        headers = {"Cookie": f"{COOKIE}={phone}", "Content-Type": "image/jpeg"}
        with urlopen(Request(address + path, body, headers), timeout=PATIENCE) as answer:
            told: dict[str, Any] = json.load(answer)
            return told

    with page(address, phone, source=source) as opened:
        opened.is_drawn()
        began = perf_counter()
        told = asked(f"/api/files/{key}?for={quote(opened.place_for_photos())}", photo)
        while told["step"] not in ("read", "failed"):
            sleep(UNHEARD)
            told = asked(f"/api/files/{key}")
        return perf_counter() - began


def sends(address: str, files: Sequence[bytes], is_over: Event) -> None:
    """One page of a stranger after the other, a photo each, until it is over."""
    for file in cycle(files):
        if is_over.is_set():
            return
        with suppress(OSError, TimeoutError, WebSocketException):
            taken(address, file, STRANGER)


def most_memory(server: Process, is_over: Event) -> float:
    """The most memory of the server in MB, until it is over."""
    most = 0.0
    while not is_over.wait(0.05):
        most = max(most, server.megabytes())
    return most


def measured(address: str, process: int) -> None:
    """Photograph alone and among hostile photos, and tell."""
    photo, is_over = as_sent(), Event()
    taken(address, photo)  # loads the networks
    alone = median([taken(address, photo) for _ in range(HONEST)])
    files = sorted((make() for make in BOMBS.values()), key=len)
    with ThreadPoolExecutor(STRANGERS + 1) as beside:
        most = beside.submit(most_memory, Process(process), is_over)
        for number in range(STRANGERS):
            beside.submit(sends, address, files[number::STRANGERS], is_over)
        try:
            sleep(3)
            among = [taken(address, photo) for _ in range(HONEST)]
        finally:
            is_over.set()
    print(f"an honest photo alone: {alone:.2f} s (median of {HONEST}), among {STRANGERS} hostile ones:", end=" ")
    print(f"{median(among):.2f} s, most {max(among):.2f} s: {median(among) / alone:.1f} times")
    print(f"the process held {most.result():.0f} MB at most; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROWNSIGHT_DATABASE"] = f"sqlite:///{folder}/tables.sqlite3"
        with served_process(Path(folder) / "log.txt") as (address, process):
            measured(address, process)
        read = (Path(folder) / "log.txt").read_text().count('"photo read"')
        print(f"photos that the server has looked at: {read}")


if __name__ == "__main__":
    main()
