"""Fifty phones on twelve tables of a really served app: how long they wait, and whether anything is lost.

``python tests/benchmarks/bench_load.py [--phones 50] [--tables 12] [--minutes 2] [--database sqlite|postgresql|URL]``
``--flooder sessions`` lets a stranger do so all the time (``flood.py`` says what there is).

Every phone is a light one (``phone.py``): it joins by the table's address, sends a sample photo as large as the app's
own page would send it, corrects a square every few seconds, looks round the table, and sends a new photo now and then.
They arrive one after the other, as people do; at the end everybody sends a photo in the same second, the worst that can
happen. Server and phones share this machine's cores. ``postgresql`` starts a server of its own; whatever was in a
database that is named stays there. A line a minute, the figures at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from math import ceil
from pathlib import Path
from random import Random
from statistics import linear_regression
from time import perf_counter, process_time
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2
import numpy as np

from scoring import Position
from tests.benchmarks.crowd import Acknowledged, Ledger, Party, Person, everybody
from tests.benchmarks.flood import ATTACKS
from tests.benchmarks.phone import Phone
from tests.browser.served_app import served_process
from tests.given import SAMPLES
from tests.network import Network, network_to
from tests.ui.postgres import running
from ui.store import opened

PHOTOS = ("cutting-mat", "evening-lamp", "gap-on-checks", "kitchen-table", "phone-shadow-on-cork", "standing-castle")
SENT_SIDE, SENT_QUALITY = 2400, 88  # as ui/photo_sender sends photos
ARRIVAL = 0.8  # seconds between two phones
MINUTE = 60  # seconds
SILENCE = 3.0  # seconds before a network forgets its connections
WARM = 2  # minutes after everybody has come, before memory counts


class Process:
    """What another process of this machine has used, with those that it has started."""

    def __init__(self, number: int) -> None:
        self._number = number

    def seconds(self) -> float:
        """Processor time so far, of those that have ended too."""
        return sum(sum(map(int, _stat(one)[11:15])) for one in family(self._number)) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Memory held just now (RSS)."""
        pages = (int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(self._number))
        return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _stat(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def family(process: int) -> list[int]:
    """A process and all that it has started, and these."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                parents.setdefault(int(_stat(int(folder.name))[1]), []).append(int(folder.name))
    found = [process]
    for one in found:
        found += parents.get(one, [])
    return found


@dataclass(frozen=True)
class Minute:
    """What a minute took of the server: processor time in seconds, MB at its end, corrections answered in it."""

    seconds: float
    megabytes: float
    corrections: int


def as_sent(name: str) -> bytes:
    """A sample photo as the app's page sends one from a phone's camera."""
    image = np.asarray(cv2.imread(str(SAMPLES / f"{name}.jpg")))
    scale = SENT_SIDE / max(image.shape)
    larger = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", larger, [cv2.IMWRITE_JPEG_QUALITY, SENT_QUALITY])[1].tobytes()


def shares(waited: Sequence[float]) -> str:
    """How long half of them, 95 in 100 and all of them waited at most."""
    if not waited:
        return f"{'-':>8}{'-':>8}{'-':>8}"
    ordered = sorted(waited)
    return "".join(f"{ordered[min(len(ordered) - 1, int(len(ordered) * part))]:>8.3f}" for part in (0.5, 0.95, 1))


async def come_and_play(
    people: list[list[Person]], photos: Sequence[bytes], minutes: float, ledger: Ledger, arrival: float
) -> None:
    """Everybody comes, plays until the time is over, and sends a last photo at the same moment."""
    first = sum(person.is_first for table in people for person in table)
    gate, until = asyncio.Barrier(first), perf_counter() + minutes * MINUTE
    parties = [await table[0].opens_a_table() for table in people]

    async def comes(person: Person, party: Party, number: int) -> None:
        photo = photos[number % len(photos)]
        await asyncio.sleep(arrival * number)
        await evening(person, party, photo, photos, until)
        if person.is_first:
            await person.photographs_in_a_rush(photo, gate)

    comers = sorted((seat, place) for place, table in enumerate(people) for seat in range(len(table)))
    async with asyncio.TaskGroup() as everybody_comes:
        for number, (seat, place) in enumerate(comers):
            everybody_comes.create_task(comes(people[place][seat], parties[place], number))


async def evening(person: Person, party: Party, photo: bytes, photos: Sequence[bytes], until: float) -> None:
    """One person's photo and corrections, whatever becomes of the page in between."""
    has_joined = False
    while True:
        try:
            if has_joined:
                await person.reloads()
            else:
                await person.joins(party)
            has_joined = True
            if person.is_first and not person.has_photographed:
                await person.photographs(photo)
            await person.finds_the_board()
            await person.plays(photos, until)
        except (OSError, LookupError) as fault:
            print(f"{person.name} loads the page anew: {fault or type(fault).__name__}", flush=True)
            has_joined = person.party is party
            await asyncio.sleep(1)
        else:
            return


async def watch(server: Process, ledger: Ledger, minutes: list[Minute]) -> None:
    """A line a minute, until cancelled."""
    print(
        f"{'minute':>6}{'load':>6}{'CPU %':>7}{'MB':>7}{'corrections: number':>21}{'p50':>8}{'p95':>8}{'max':>8}",
        flush=True,
    )
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


def report(ledger: Ledger, minutes: Sequence[Minute], arrived: int) -> None:
    """The figures; everybody has come after that many minutes."""
    print(f"\n{'seconds':<52}{'number':>8}{'p50':>8}{'p95':>8}{'max':>8}")
    for what, waited in (
        ("first screen of who joins", ledger.screens),
        ("photo chosen to board (to reach: p95 under 6)", ledger.reads),
        ("correction to new score (to reach: p95 under 0.3)", ledger.corrections),
        ("correction to another phone's Table screen", ledger.seen),
        ("photo to board, all photos in the same second", ledger.rush),
    ):
        print(f"{what:<52}{len(waited):>8}{shares(waited)}")
    steady = [one.megabytes for one in minutes[WARM + arrived :]]
    if len(steady) > 1:
        slope = linear_regression(range(len(steady)), steady).slope
        span = f"{steady[0]:.0f} MB in minute {WARM + arrived + 1}, {steady[-1]:.0f} MB at the end"
        print(f"memory: {span}, {slope:+.2f} MB a minute")
    full = minutes[arrived:]
    answered = sum(one.corrections for one in full)
    if answered:
        cost = sum(one.seconds for one in full) / answered * 1000
        print(f"processor: {cost:.1f} s of the server for 1,000 corrections, with all that everybody watches meanwhile")
    known = ledger.acknowledged
    stored_twice = twice({one.table for one in known})
    print(f"corrections answered {len(known)}, lost {lost(known)}, stored twice {stored_twice}", end=", ")
    print(f"sent again {ledger.said_again}", end=", ")
    print(f"never answered {ledger.unanswered}, answered wrongly {ledger.wrong}")
    print(
        f"pages reloaded because nothing happened any more {ledger.reloads}, photos of the rush unread {ledger.unread}"
    )


async def has_begun(ledger: Ledger) -> None:
    """Wait until somebody corrects a board."""
    while not ledger.corrections:
        await asyncio.sleep(1)


async def break_connections(network: Network, seconds: float, ledger: Ledger) -> None:
    """Have the network fall silent and forget all connections, again and again."""
    await has_begun(ledger)
    while True:
        await asyncio.sleep(seconds)
        await asyncio.to_thread(network.swallows_packets)
        await asyncio.sleep(SILENCE)
        await asyncio.to_thread(lambda: network.is_back(forgets=True))


async def kill_workers(process: int, seconds: float, chance: Random, ledger: Ledger) -> None:
    """Kill one worker after the other without a word."""
    await has_begun(ledger)
    while True:
        await asyncio.sleep(seconds)
        workers = [one for loaded in family(process)[1:] for one in family(loaded)[1:]]
        if workers:
            os.kill(chance.choice(workers), signal.SIGKILL)


async def measured(address: str, process: int, asked: argparse.Namespace, network: Network) -> None:
    """Let the crowd in, and tell."""
    ledger, minutes, server = Ledger(), list[Minute](), Process(process)
    photos = [as_sent(name) for name in PHOTOS]
    sources = (f"127.1.{number // 250}.{number % 250 + 1}" for number in count())
    people = everybody(asked.phones, asked.tables, lambda: Phone(address, next(sources)), ledger, Random(asked.seed))
    flooder = await stranger(asked.flooder, address) if asked.flooder else None
    beside = [asyncio.create_task(watch(server, ledger, minutes))]
    if asked.forget_every:
        beside.append(asyncio.create_task(break_connections(network, asked.forget_every, ledger)))
    if asked.kill_every:
        beside.append(asyncio.create_task(kill_workers(process, asked.kill_every, Random(asked.seed), ledger)))
    began, used, own = perf_counter(), server.seconds(), process_time()
    try:
        await come_and_play(people, photos, asked.minutes, ledger, asked.arrival)
        passed = perf_counter() - began
    finally:
        for task in beside:
            task.cancel()
        if flooder:
            flooder.kill()
            await flooder.wait()
        for person in (person for table in people for person in table):
            await person.phone.closes()
    heard = sum(person.phone.bytes_heard for table in people for person in table)
    report(ledger, minutes, ceil(asked.arrival * asked.phones / MINUTE))
    shares_of_a_core = f"server {(server.seconds() - used) / passed:.0%}, phones {(process_time() - own) / passed:.0%}"
    print(f"processor: {shares_of_a_core} of one core; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"to the phones: {heard / passed / 1e6:.2f} MB a second without pictures")


async def stranger(kind: str, address: str, seconds: float = 24 * 3600) -> asyncio.subprocess.Process:
    """Somebody who floods the server, in a process of its own."""
    program = str(Path(__file__).with_name("flood.py"))
    return await asyncio.create_subprocess_exec(sys.executable, program, kind, address, str(seconds))


def unusual(log: Path) -> list[str]:
    """The last lines of the server's log that are no events."""
    return [line for line in log.read_text().splitlines() if line.strip() and not line.startswith("{")][-20:]


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--phones", type=int, default=50)
    options.add_argument("--tables", type=int, default=12)
    options.add_argument("--minutes", type=float, default=2)
    options.add_argument("--database", default="sqlite", help="sqlite, postgresql, or the address of a database")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--arrival", type=float, default=ARRIVAL, help="seconds between two phones")
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--delay", type=float, default=0.0, help="seconds that the network takes, one way")
    options.add_argument("--loss", type=float, default=0.0, help="share of packets that the network loses")
    options.add_argument("--forget-every", type=float, help="seconds after which all connections are half open")
    options.add_argument("--kill-every", type=float, help="seconds after which a worker is killed")
    options.add_argument("--flooder", choices=tuple(ATTACKS), help="what a stranger does all the time")
    asked = options.parse_args()
    kind = asked.database.partition(":")[0]
    print(f"{asked.phones} phones on {asked.tables} tables for {asked.minutes:g} minutes, {kind}")
    with (
        database(asked.database),
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt", 0, "--workers", str(asked.workers)) as (address, process),
        network_to(urlsplit(address).port or 0, asked.delay, asked.loss) as network,
    ):
        is_bad = asked.delay or asked.loss or asked.forget_every
        try:
            asyncio.run(measured(network.address if is_bad else address, process, asked, network))
        finally:
            print("what the server said beside its events:", *unusual(Path(folder) / "log.txt"), sep="\n")


if __name__ == "__main__":
    main()
