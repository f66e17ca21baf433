"""How a photo fares while eight hostile ones arrive at once: ``python tests/benchmarks/bench_hostile_photos.py``.

Eight pages of a stranger send the photos of ``hostile_photos.BOMBS`` side by side, again and again, to a served app;
one phone photographs a board meanwhile. To reach: the process under 700 MB, an honest photo in under 2.5 times what it
takes alone.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2

from tests.benchmarks.server_process import Process
from tests.given import KITCHEN
from tests.ui.served import served_process
from tests.ui.sockets import STRANGER
from tests.ui.streamlit_phone import Phone
from tests.vision.photo.hostile_photos import BOMBS

STRANGERS, HONEST = 8, 6
SENT_SIZE, SENT_QUALITY = (2400, 1800), 88  # as ui/components sends photos of phones


def as_sent() -> bytes:
    """A sample photo as the app's page sends one from a phone's camera."""
    larger = cv2.resize(cv2.imread(str(KITCHEN)), SENT_SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", larger, [cv2.IMWRITE_JPEG_QUALITY, SENT_QUALITY])[1])


async def taken(address: str, photo: bytes) -> float:
    """Seconds from a photo sent by a new page until it is read."""
    async with Phone(address) as phone:
        await phone.opens("/")
        began = perf_counter()
        await phone.uploads(photo)
        return perf_counter() - began


async def sends(address: str, files: Sequence[bytes]) -> None:
    """One page of a stranger after the other, a photo each, until cancelled."""
    for file in cycle(files):
        with suppress(OSError, TimeoutError, LookupError):
            async with Phone(address, STRANGER) as phone:
                await phone.opens("/")
                await phone.uploads(file)


async def most_memory(server: Process, most: list[float]) -> None:
    """Note the server's memory, until cancelled."""
    while True:
        most.append(server.megabytes())
        await asyncio.sleep(0.05)


async def measured(address: str, process: int) -> None:
    """Photograph alone and among hostile photos, and tell."""
    photo, most = as_sent(), list[float]()
    await taken(address, photo)  # loads the networks
    alone = median([await taken(address, photo) for _ in range(HONEST)])
    files = sorted((make() for make in BOMBS.values()), key=len)
    beside = [asyncio.create_task(most_memory(Process(process), most))]
    beside += [asyncio.create_task(sends(address, files[number::STRANGERS])) for number in range(STRANGERS)]
    try:
        await asyncio.sleep(3)
        among = [await taken(address, photo) for _ in range(HONEST)]
    finally:
        for task in beside:
            task.cancel()
    print(f"an honest photo alone: {alone:.2f} s (median of {HONEST}), among {STRANGERS} hostile ones:", end=" ")
    print(f"{median(among):.2f} s, most {max(among):.2f} s: {median(among) / alone:.1f} times")
    print(f"the process held {max(most):.0f} MB at most; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROWNSIGHT_DATABASE"] = f"sqlite:///{folder}/tables.sqlite3"
        with served_process(Path(folder) / "log.txt") as (address, process):
            asyncio.run(measured(address, process))
        read = (Path(folder) / "log.txt").read_text().count('"photo read"')
        print(f"photos that the server has looked at: {read}")


if __name__ == "__main__":
    main()
