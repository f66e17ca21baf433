"""Phones on tables of a really served app: how long they wait, what they cost, and whether anything is lost.

``python tests/benchmarks/bench_load.py [--phones 50] [--tables 12] [--minutes 2] [--database sqlite|postgresql|URL]``
``--laid`` begins with kingdoms that lie there already; without it everybody sends a photo first, new ones now and then,
and at the end one in the same second, the worst that can happen. ``--delay 0.15 --loss 0.02`` is a bad network,
``--forget-every 20`` one that falls silent and forgets its connections.

Every phone is a light one (``phone.py``): it joins by the table's address, is one of its players, corrects a square
every few seconds, and looks round the table in between. Minutes count from when everybody has come. Server and phones
share this machine's cores. ``postgresql`` starts a server of its own; whatever was in a database that is named stays
there. A line a minute, the figures at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from statistics import linear_regression
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import Position
from tests.benchmarks.crowd import Acknowledged, Ledger, Party, Person, everybody
from tests.benchmarks.laid_tables import laid_tables
from tests.benchmarks.phone import Phone
from tests.benchmarks.sent_photos import all_photos
from tests.benchmarks.server_process import Process
from tests.browser.served_app import served_process
from tests.network import Network, network_to
from tests.ui.postgres import running
from ui.store import opened

ARRIVAL = 0.8  # seconds between two phones
LATE = 60.0  # seconds that the last of them have to come
MINUTE = 60  # seconds
PATIENCE = 45.0  # seconds in which everybody is answered who is not stuck; three looks round the table and a page
SILENCE = 3.0  # seconds before a network forgets its connections
WARM = 2  # minutes before memory counts
REQUESTS_AT_ONCE = 64  # of all phones, by HTTP
PARTS = (0.5, 0.95, 0.99, 1)


@dataclass(frozen=True)
class Minute:
    """What a minute took of the server: processor time in seconds, MB at its end, corrections answered in it."""

    seconds: float
    megabytes: float
    corrections: int


def shares(waited: Sequence[float]) -> str:
    """How long half of them, 95 and 99 in 100, and all of them waited at most."""
    if not waited:
        return f"{'-':>8}" * len(PARTS)
    ordered = sorted(waited)
    return "".join(f"{ordered[min(len(ordered) - 1, int(len(ordered) * part))]:>8.3f}" for part in PARTS)


class Evening:
    """The people of all tables, from the first who comes to the last photo."""

    def __init__(self, people: list[list[Person]], photos: Mapping[str, Sequence[bytes]], ledger: Ledger) -> None:
        self.people = [person for table in people for person in table]
        self._tables, self._photos, self._ledger = people, photos, ledger
        self._playing: list[asyncio.Task[None]] = []
        self._there = 0

    async def begins(self, laid: Sequence[str], arrival: float) -> None:
        """Everybody comes, as players of these tables or of new ones, and begins to play."""
        parties = [Party(key) for key in laid] or [await table[0].opens_a_table() for table in self._tables]
        comers = [
            (table[seat], party)
            for seat in range(max(map(len, self._tables)))
            for table, party in zip(self._tables, parties, strict=True)
            if seat < len(table)
        ]
        for person, party in comers:
            self._playing.append(asyncio.create_task(self._plays(person, party)))
            await asyncio.sleep(arrival)
        with suppress(TimeoutError):
            async with asyncio.timeout(LATE):
                while self._there < len(comers):
                    await asyncio.sleep(0.1)
        print(f"{self._there} of {len(comers)} have come", flush=True)

    async def stuck(self) -> int:
        """How many of them are not answered any more, now that nothing breaks; known after PATIENCE at the latest."""
        now = perf_counter()
        until = now + PATIENCE
        while (waiting := sum(one.answered < now for one in self.people)) and perf_counter() < until:
            await asyncio.sleep(0.1)
        return waiting

    async def ends(self) -> None:
        """Everybody stops."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def photographs_in_a_rush(self) -> None:
        """Everybody who photographs for a seat sends a photo at the same moment."""
        first = [person for person in self.people if person.is_first]
        gate = asyncio.Barrier(len(first))
        await asyncio.gather(*(one.photographs_in_a_rush(self._photos[one.name][0], gate) for one in first))

    async def _plays(self, person: Person, party: Party) -> None:
        """One person's photo and corrections, whatever becomes of the page in between."""
        photos = self._photos.get(person.name, ())
        has_joined = has_photographed = was_there = False
        broken = None  # since when, of perf_counter
        while True:
            try:
                if has_joined:
                    await person.reloads()
                else:
                    await person.joins(party)
                has_joined = True
                if photos and person.is_first and not has_photographed:
                    await person.photographs(photos[0])
                    has_photographed = True
                await person.finds_the_board()
                self._there += not was_there
                was_there = True
                if broken:
                    self._ledger.back.append(perf_counter() - broken)
                broken = None
                await person.plays(photos)
            except (OSError, LookupError) as fault:
                print(f"{person.name} loads the page anew: {fault or type(fault).__name__}", flush=True)
                has_joined = person.party is party
                broken = broken or perf_counter()
                await asyncio.sleep(1)


async def watch(server: Process, ledger: Ledger, minutes: list[Minute]) -> None:
    """A line a minute, until cancelled."""
    heads = "".join(f"{head:>8}" for head in ("p50", "p95", "p99", "max"))
    print(f"{'minute':>6}{'load':>6}{'CPU %':>7}{'MB':>7}{'corrections: number':>21}{heads}", flush=True)
    while True:
        used, known = server.seconds(), len(ledger.corrections)
        await asyncio.sleep(MINUTE)
        new = ledger.corrections[known:]
        one = Minute(server.seconds() - used, server.megabytes(), len(new))
        minutes.append(one)
        share = one.seconds / MINUTE * 100
        print(
            f"{len(minutes):>6}{os.getloadavg()[0]:>6.1f}{share:>7.0f}{one.megabytes:>7.0f}{len(new):>21}{shares(new)}",
            flush=True,
        )


def lost(acknowledged: Sequence[Acknowledged]) -> int:
    """How many corrections that were answered are not in the store."""
    store = opened()
    there = set()
    for key in {one.table for one in acknowledged}:
        kept = store.find(key)
        there |= (
            {Acknowledged(key, one.board, one.square, one.now) for one in store.corrections(kept.number)}
            if kept
            else set()
        )
    return sum(one not in there for one in acknowledged)


def twice(keys: Iterable[str]) -> int:
    """How many corrections are in the store once more, right after themselves."""
    store, found = opened(), 0
    for key in keys:
        kept = store.find(key)
        last: dict[tuple[int, Position], str] = {}
        for one in store.corrections(kept.number) if kept else ():
            found += last.get((one.board, one.square)) == one.now
            last[one.board, one.square] = one.now
    return found


@contextmanager
def database(named: str) -> Iterator[None]:
    """A fresh database of that kind, or the one of that address, for the app and for us."""
    with ExitStack() as stack:
        if named == "sqlite":
            named = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/tables.sqlite3"
        elif named == "postgresql":
            named = stack.enter_context(running()).url
        os.environ["CROWNSIGHT_DATABASE"] = named
        yield


def report(ledger: Ledger, minutes: Sequence[Minute], stuck: int) -> None:
    """How long everybody waited, what became of their corrections, and the server's memory."""
    print(f"\n{'seconds':<52}{'number':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}")
    for what, waited in (
        ("first screen of who joins", ledger.screens),
        ("photo chosen to board", ledger.reads),
        ("correction to new score", ledger.corrections),
        ("correction to another phone's Table screen", ledger.seen),
        ("break noticed to board on a page loaded anew", ledger.back),
        ("photo to board, all photos in the same second", ledger.rush),
    ):
        print(f"{what:<52}{len(waited):>8}{shares(waited)}")
    steady = [one.megabytes for one in minutes[WARM:]]
    if len(steady) > 1:
        slope = linear_regression(range(len(steady)), steady).slope
        span = f"{steady[0]:.0f} MB in minute {WARM + 1}, {steady[-1]:.0f} MB at the end"
        print(f"memory: {span}, {slope:+.2f} MB a minute")
    promised = ledger.acknowledged
    print(f"corrections lost {lost(promised)}", end=", ")
    print(f"stored twice in a row {twice({one.table for one in promised})}", end=", ")
    print(f"sent again {ledger.said_again}, saved later {ledger.saved_later}", end=", ")
    print(f"never answered {ledger.unanswered}, answered wrongly {ledger.wrong}")
    print(f"phones stuck at the end {stuck}, pages loaded anew {ledger.reloads}, photos unread {ledger.unread}")


async def break_connections(network: Network, seconds: float) -> None:
    """Have the network fall silent and forget all connections, again and again."""
    while True:
        await asyncio.sleep(seconds)
        await asyncio.to_thread(network.swallows_packets)
        try:
            await asyncio.sleep(SILENCE)
        finally:
            network.is_back(forgets=True)


@contextmanager
def beside(works: Iterable[Coroutine[Any, Any, None]]) -> Iterator[None]:
    """What goes on meanwhile, cancelled at the end."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


async def measured(address: str, process: int, asked: argparse.Namespace, network: Network) -> None:
    """Let the crowd in, and tell."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(REQUESTS_AT_ONCE))
    ledger, minutes, server = Ledger(), list[Minute](), Process(process)
    sources = (f"127.1.{number // 250}.{number % 250 + 1}" for number in count())
    people = everybody(asked.phones, asked.tables, lambda: Phone(address, next(sources)), ledger, Random(asked.seed))
    evening = Evening(people, {} if asked.laid else all_photos(), ledger)
    trouble = []
    try:
        await evening.begins(laid_tables(asked.tables) if asked.laid else (), asked.arrival)
        print(f"to come: {len(ledger.screens)} first screens{shares(ledger.screens)}, sent again {ledger.said_again}")
        ledger.begin()
        if asked.forget_every:
            trouble.append(break_connections(network, asked.forget_every))
        began, used, own = perf_counter(), server.seconds(), process_time()
        with beside([watch(server, ledger, minutes), *trouble]):
            await asyncio.sleep(asked.minutes * MINUTE)
        passed, used, own = perf_counter() - began, server.seconds() - used, process_time() - own
        answered, memory = len(ledger.corrections), server.megabytes()
        stuck = await evening.stuck()
        await evening.ends()
        if not asked.laid:
            await evening.photographs_in_a_rush()
    finally:
        await evening.ends()
        await asyncio.gather(*(person.phone.closes() for person in evening.people), return_exceptions=True)
    report(ledger, minutes, stuck)
    print(f"processor: server {used / passed:.0%}, phones {own / passed:.0%} of one core", end="; ")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; server {memory:.0f} MB")
    if answered:
        print(f"{answered / passed:.1f} corrections a second, {used / answered * 1000:.1f} ms of the server's for each")


def unusual(log: Path) -> list[str]:
    """The last lines of the server's log that are no events."""
    return [line for line in log.read_text().splitlines() if line.strip() and not line.startswith("{")][-20:]


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--phones", type=int, default=50)
    options.add_argument("--tables", type=int, default=12)
    options.add_argument("--minutes", type=float, default=2)
    options.add_argument("--laid", action="store_true", help="the kingdoms lie there; nobody photographs")
    options.add_argument("--database", default="sqlite", help="sqlite, postgresql, or the address of a database")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--arrival", type=float, default=ARRIVAL, help="seconds between two phones")
    options.add_argument("--delay", type=float, default=0.0, help="seconds that the network takes, one way")
    options.add_argument("--loss", type=float, default=0.0, help="share of packets that the network loses")
    options.add_argument("--forget-every", type=float, help="seconds after which all connections are half open")
    asked = options.parse_args()
    kind = asked.database.partition(":")[0]
    print(f"{asked.phones} phones on {asked.tables} tables for {asked.minutes:g} minutes, {kind}")
    with (
        database(asked.database),
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, process),
        network_to(urlsplit(address).port or 0, asked.delay, asked.loss) as network,
    ):
        is_bad = asked.delay or asked.loss or asked.forget_every
        try:
            asyncio.run(measured(network.address if is_bad else address, process, asked, network))
        finally:
            print("what the server said beside its events:", *unusual(Path(folder) / "log.txt"), sep="\n")


if __name__ == "__main__":
    main()
