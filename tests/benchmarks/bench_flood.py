"""How others fare while a stranger floods the server: ``python tests/benchmarks/bench_flood.py [--seconds 15]``.

Eight phones on two tables set squares while a stranger on an address of its own does each thing of ``flood.py`` in
turn: what a tap takes, what ``/healthz`` takes, the memory and cores that the server uses, and how long after it taps
are still late, beside what they are without. Server, phones and stranger share this machine's cores; the load is that
of all its programs. ``--phones 5 --kinds everything --seconds 60`` is all of it at once for a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.bench_load import database, shares, stranger, unusual
from tests.benchmarks.crowd import Ledger, Party, Person, everybody
from tests.benchmarks.flood import ATTACKS
from tests.benchmarks.phone import Phone
from tests.benchmarks.sent_photos import all_photos
from tests.benchmarks.server_process import Process
from tests.browser.served_app import served_process

TABLES = 2
QUANTILES = f"{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}"
PAUSE = (0.4, 1.2)  # seconds between two taps of one phone
ASKED = 0.25  # seconds between two looks at /healthz
LATE = 0.3  # seconds that a tap may take
AFTER = 4.0  # seconds after a flood in which a tap may still be late


async def taps(person: Person, chance: Random) -> None:
    """Set squares, whatever becomes of the page in between, until cancelled."""
    while True:
        with suppress(OSError, LookupError, TimeoutError):
            await asyncio.sleep(chance.uniform(*PAUSE))
            await person.corrects()


async def looks_after(address: str, waited: list[float]) -> None:
    """Ask for the server's health again and again, until cancelled."""
    phone = Phone(address)
    while True:
        began = perf_counter()
        with suppress(OSError):
            await phone.request("GET", "/healthz")
        waited.append(perf_counter() - began)
        await asyncio.sleep(ASKED)


@contextmanager
def tasks(work: Sequence[asyncio.Task[None]]) -> Iterator[None]:
    """The tasks under way, cancelled at the end."""
    try:
        yield
    finally:
        for one in work:
            one.cancel()


async def come(people: list[list[Person]], photos: dict[str, list[bytes]]) -> None:
    """Everybody comes and photographs a board."""
    parties: list[Party] = [await table[0].opens_a_table() for table in people]
    for table, party in zip(people, parties, strict=True):
        for person in table:
            await person.joins(party)
            await person.photographs(photos[person.name][0])
            await person.finds_the_board()


async def until_calm(ledger: Ledger) -> float:
    """Seconds after which no tap was late any more."""
    began, seen, calm = perf_counter(), len(ledger.corrections), 0.0
    while perf_counter() < began + AFTER:
        await asyncio.sleep(0.1)
        if any(waited > LATE for waited in ledger.corrections[seen:]):
            calm = perf_counter() - began
        seen = len(ledger.corrections)
    return calm


async def measured(address: str, process: int, phones: int, seconds: float, kinds: Sequence[str]) -> None:
    """Let everybody play, and tell how it is without and with each flood."""
    ledger, health, server = Ledger(), list[float](), Process(process)
    people = everybody(phones, TABLES, lambda: Phone(address), ledger, Random(7))
    await come(people, all_photos())
    persons = [person for table in people for person in table]
    players = [asyncio.create_task(taps(one, Random(number))) for number, one in enumerate(persons)]
    with tasks([*players, asyncio.create_task(looks_after(address, health))]):
        await asyncio.sleep(seconds / 2)
        print(
            f"{'':<15}{'load':>6}{'MB more':>9}{'cores':>7}{'calm':>7}{'taps':>6}{QUANTILES}{'healthz':>9}{QUANTILES}"
        )
        for kind in ("calm", *kinds, "calm"):
            taps_before, asked_before, held = len(ledger.corrections), len(health), server.megabytes()
            most = held
            began, used = perf_counter(), server.seconds()
            flooder = await stranger(kind, address, seconds) if kind in ATTACKS else None
            until = perf_counter() + seconds
            while perf_counter() < until:
                await asyncio.sleep(0.5)
                most = max(most, server.megabytes())
            if flooder:
                await flooder.wait()
            cores = (server.seconds() - used) / (perf_counter() - began)
            new, asked = ledger.corrections[taps_before:], health[asked_before:]
            told = (
                f"{kind:<15}{os.getloadavg()[0]:>6.1f}{most - held:>9.0f}{cores:>7.2f}{await until_calm(ledger):>7.1f}"
            )
            print(f"{told}{len(new):>6}{shares(new)}{len(asked):>9}{shares(asked)}", flush=True)
    print(f"corrections sent again {ledger.said_again}, never answered {ledger.unanswered}")
    for person in persons:
        await person.phone.closes()


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--phones", type=int, default=8)
    options.add_argument("--seconds", type=float, default=15, help="of each flood")
    options.add_argument("--kinds", default=",".join(ATTACKS))
    asked = options.parse_args()
    with (
        database("sqlite"),
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, process),
    ):
        log = Path(folder) / "log.txt"
        try:
            asyncio.run(measured(address, process, asked.phones, asked.seconds, asked.kinds.split(",")))
        finally:
            print(f"the log has {log.stat().st_size / 1000:.0f} KB; beside its events:", *unusual(log), sep="\n")


if __name__ == "__main__":
    main()
