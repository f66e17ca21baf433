"""What one run of a screen costs the server in processor time: a look for changes, a correction, a whole screen.

``python tests/benchmarks/bench_runs.py [--times 100]``

One phone of four at a table of a really served app does each again and again, while nobody else does anything.
Processor time depends far less than the clock on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.benchmarks.bench_load import database
from tests.benchmarks.crowd import EDITOR, NAMES, Ledger, Person
from tests.benchmarks.phone import Phone
from tests.benchmarks.sent_photos import all_photos
from tests.benchmarks.server_process import Process
from tests.browser.served_app import served_process

WARM = 5  # runs before one counts
SETTLES = 1.0  # seconds until the server has done what it does after an answer


class Still(Phone):
    """A phone that asks for changes only when it is told to."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._ended = asyncio.Event()

    async def _is_told(self, line: bytes) -> None:
        """Nothing of its own accord."""

    def _finish(self, message: ForwardMsg) -> None:
        super()._finish(message)
        self._ended.set()

    async def looks(self) -> None:
        """Ask once for changes."""
        self._ended.clear()
        await self.asks_again(0)
        await self._ended.wait()

    async def draws(self) -> None:
        """Have the whole screen drawn again."""
        self._ended.clear()
        await self._rerun()
        await self._ended.wait()

    async def idles(self) -> None:
        """Hear for a second that nothing has changed."""
        await asyncio.sleep(1)


async def tell(what: str, times: int, server: Process, once: Callable[[], Awaitable[None]]) -> None:
    """Do it again and again, and print what each cost."""
    for _ in range(WARM):
        await once()
    await asyncio.sleep(SETTLES)
    used = server.seconds()
    for _ in range(times):
        await once()
    await asyncio.sleep(SETTLES)
    print(f"{what:<40}{(server.seconds() - used) / times * 1000:>8.1f}", flush=True)


async def seated(address: str) -> list[Person]:
    """Four people at a table, each with a kingdom read from a photo."""
    people = [Person(Still(address), name, Ledger(), Random(3)) for name in NAMES]
    party = await people[0].opens_a_table()
    photos = all_photos()
    for person in people:
        await person.joins(party)
        await person.photographs(photos[person.name][0])
    return people


async def measured(address: str, process: int, times: int) -> None:
    """Everything that is to be measured, one after the other."""
    server, people = Process(process), await seated(address)
    ana, phone = people[0], people[0].phone
    assert isinstance(phone, Still)
    print(f"{'':<40}{'ms':>8}")
    await tell("four phones: a second without changes", times, server, phone.idles)
    await tell("Kingdom: a look for changes", times, server, phone.looks)
    await tell("Kingdom: a correction", times, server, ana.corrects)
    await tell("Kingdom: the whole screen", times, server, phone.draws)
    await phone.clicks("‹ ")
    await phone.sees(lambda: phone.screen.component(EDITOR) is None and not phone.busy)
    await asyncio.sleep(SETTLES)
    await tell("Table: a look for changes", times, server, phone.looks)
    await tell("Table: the whole screen", times, server, phone.draws)
    for person in people:
        await person.phone.closes()


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--times", type=int, default=100)
    times = options.parse_args().times
    with (
        database("sqlite"),
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, process),
    ):
        asyncio.run(measured(address, process, times))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
