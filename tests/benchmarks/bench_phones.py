"""How long a correction waits by how many phones play: ``python tests/benchmarks/bench_phones.py``.

Short runs with the people of the load test (``bench_load.py``), four at a table on which the kingdoms lie already;
the server is one process, and shares this machine's cores with the phones.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.bench_load import Evening, database
from tests.benchmarks.crowd import Ledger, everybody
from tests.benchmarks.figures import Figure, Spread, told
from tests.benchmarks.laid_tables import laid_tables
from tests.benchmarks.phone import Phone
from tests.browser.served_app import served_process

FEW = 4
PHONES = (10, 25)
SECONDS = 30.0
ARRIVAL = 0.2  # seconds between two phones
AT_A_TABLE = 4


def figures(phones: tuple[int, ...] = PHONES, seconds: float = SECONDS) -> Iterator[Figure]:
    """In what time 95 of 100 corrections are answered, and how many times that of few phones it is."""
    few = _answered_in(FEW, seconds)
    yield Figure(f"{FEW} phones: p95 of a correction", "ms", Spread.of([_p95(few)]))
    for number in phones:
        waited = _answered_in(number, seconds)
        ratio = Spread.of([_p95(waited) / _p95(few)])
        yield Figure(f"{number} phones: p95 of a correction", "ms", Spread.of([_p95(waited)]), ratio, f"{FEW} phones")


def _answered_in(phones: int, seconds: float) -> list[float]:
    """Milliseconds of every correction while so many phones play."""
    with (
        database("sqlite"),
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, _process),
        redirect_stdout(StringIO()),
    ):
        return [1e3 * one for one in asyncio.run(_played(address, phones, seconds))]


async def _played(address: str, phones: int, seconds: float) -> list[float]:
    ledger, tables = Ledger(), -(-phones // AT_A_TABLE)
    sources = (f"127.1.0.{number}" for number in count(1))
    people = everybody(phones, tables, lambda: Phone(address, next(sources)), ledger, Random(7))
    evening = Evening(people, {}, ledger)
    try:
        await evening.begins(laid_tables(tables), ARRIVAL)
        ledger.begin()
        await asyncio.sleep(seconds)
    finally:
        await evening.ends()
        await asyncio.gather(*(one.phone.closes() for one in evening.people), return_exceptions=True)
    return ledger.corrections


def _p95(waited: list[float]) -> float:
    return quantiles(waited, n=20, method="inclusive")[-1]


if __name__ == "__main__":
    told(figures())
