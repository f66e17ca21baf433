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
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.bench_load import database
from tests.benchmarks.crowd import Ledger, everybody
from tests.benchmarks.phone import CAMERA, Phone
from tests.benchmarks.sent_photos import SHOWN, as_sent
from tests.benchmarks.server_process import Process
from tests.browser.served_app import served_process
from tests.ui.sockets import STRANGER
from tests.vision.photo.hostile_photos import BOMBS

STRANGERS, HONEST = 8, 6


async def sends(address: str, files: Sequence[bytes]) -> None:
    """One page of a stranger: photo after photo, until cancelled."""
    while True:
        with suppress(OSError, TimeoutError, LookupError):
            async with Phone(address, STRANGER) as phone:
                await phone.opens("/")
                await phone.clicks("One kingdom")
                for file in files:
                    await phone.sees(lambda: phone.screen.component(CAMERA) and not phone.busy)
                    await phone.uploads(file)
                    await asyncio.sleep(0.5)


async def most_memory(server: Process, most: list[float]) -> None:
    """Note the server's memory, until cancelled."""
    while True:
        most.append(server.megabytes())
        await asyncio.sleep(0.05)


async def measured(address: str, process: int) -> None:
    """Photograph alone and among hostile photos, and tell."""
    ledger, most = Ledger(), list[float]()
    [[person]] = everybody(1, 1, lambda: Phone(address), ledger, Random(1))
    await person.joins(await person.opens_a_table())
    photo = as_sent(SHOWN[person.name][0])
    for _ in range(HONEST + 1):
        await person.photographs(photo)
    alone = median(ledger.reads[1:])  # the first loads the networks
    files = sorted((make() for make in BOMBS.values()), key=len)
    watching = asyncio.create_task(most_memory(Process(process), most))
    strangers = [asyncio.create_task(sends(address, files[number::STRANGERS])) for number in range(STRANGERS)]
    try:
        await asyncio.sleep(3)
        known = len(ledger.reads)
        for _ in range(HONEST):
            await person.photographs(photo)
        beside = ledger.reads[known:]
    finally:
        for task in (watching, *strangers):
            task.cancel()
        await person.phone.closes()
    print(f"an honest photo alone: {alone:.2f} s (median of {HONEST}), among {STRANGERS} hostile ones:", end=" ")
    print(f"{median(beside):.2f} s, most {max(beside):.2f} s: {median(beside) / alone:.1f} times")
    print(f"the process held {max(most):.0f} MB at most; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Measure."""
    with (
        database("sqlite"),
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, process),
    ):
        asyncio.run(measured(address, process))
        read = (Path(folder) / "log.txt").read_text().count('"photo read"')
        print(f"photos that the server has looked at: {read}")


if __name__ == "__main__":
    main()
