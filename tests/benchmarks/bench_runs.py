"""What one run of a screen costs the server in processor time: a look for changes, a correction, a whole screen.

``python tests/benchmarks/bench_runs.py [--times 100]``

One phone of four at a table of a really served app does each again and again, while nobody else does anything.
Processor time depends far less than the clock on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2
import numpy as np
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.benchmarks.bench_load import database
from tests.benchmarks.crowd import EDITOR, NAMES, Ledger, Person
from tests.benchmarks.figures import Figure, Spread, seconds, told
from tests.benchmarks.phone import Phone
from tests.benchmarks.sent_photos import all_photos
from tests.benchmarks.server_process import Process
from tests.browser.served_app import served_process
from tests.given import KITCHEN

WARM = 5  # runs before one counts
SETTLES = 1.0  # seconds until the server has done what it does after an answer
BLOCKS = 5  # measurements, over which the spread is told
DECODES = 20  # of a photo, for one measurement of what everything is compared with
DECODE = "the full decode of a photo"


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


async def figure(what: str, times: int, server: Process, once: Callable[[], Awaitable[None]], of: int = 1) -> Figure:
    """Milliseconds of the server for one of them, done again and again; ``of`` phones share each."""
    for _ in range(min(WARM, times)):
        await once()
    await asyncio.sleep(SETTLES)
    taken, ratios = [], []
    for _ in range(BLOCKS):
        used = server.seconds()
        for _ in range(times):
            await once()
        await asyncio.sleep(SETTLES)
        taken.append(1e3 * (server.seconds() - used) / times / of)
        ratios.append(taken[-1] / _decode_ms())
    return Figure(what, "ms", Spread.of(taken), Spread.of(ratios), DECODE)


def _decode_ms() -> float:
    stored = np.frombuffer(KITCHEN.read_bytes(), np.uint8)
    return 1e3 * seconds(lambda: [cv2.imdecode(stored, cv2.IMREAD_COLOR) for _ in range(DECODES)]) / DECODES


async def seated(address: str) -> list[Person]:
    """Four people at a table, each with a kingdom read from a photo."""
    people = [Person(Still(address), name, Ledger(), Random(3)) for name in NAMES]
    party = await people[0].opens_a_table()
    photos = all_photos()
    for person in people:
        await person.joins(party)
        await person.photographs(photos[person.name][0])
    return people


async def measured(address: str, process: int, times: int) -> list[Figure]:
    """Everything that is to be measured, one after the other."""
    server, people = Process(process), await seated(address)
    ana, phone = people[0], people[0].phone
    assert isinstance(phone, Still)
    found = [
        await figure("server: a phone that idles, a second", max(1, times // 20), server, phone.idles, len(people)),
        await figure("server: a look for changes", times, server, phone.looks),
        await figure("server: a tap kept, scored, shown", times, server, ana.corrects),
        await figure("server: the whole Kingdom screen", times, server, phone.draws),
    ]
    photos = cycle(all_photos()[ana.name])
    found.append(
        await figure("server: a photo sent and read", 1 + times // 20, server, lambda: ana.photographs(next(photos)))
    )
    await phone.clicks("‹ ")
    await phone.sees(lambda: phone.screen.component(EDITOR) is None and not phone.busy)
    found.append(await figure("server: the whole Table screen", times, server, phone.draws))
    for person in people:
        await person.phone.closes()
    return found


def figures(times: int = 40) -> Iterator[Figure]:
    """Processor time of a served app for what its phones do."""
    with (
        database("sqlite"),
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, process),
    ):
        yield from asyncio.run(measured(address, process, times))


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--times", type=int, default=40)
    told(partial(figures, options.parse_args().times)())


if __name__ == "__main__":
    main()
