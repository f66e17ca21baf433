"""Measure a served app under many phones: the cost of a tap and of a poll, and waiting times of hundreds of phones.

``python tests/benchmarks/bench_phones.py [--phones 200] [--seconds 60] [--delay 0.3 --loss 0.02] [--kill-every 20]``

Four phones sit at a table. Each polls for updates of its own board and sets a square there every 2 to 6 seconds; in
the end every board in the database has to be as its phone has set it, and each tap has to be there once. ``--delay``
(seconds, one way) and ``--loss`` (share of packets) make the network a bad one; ``--kill-every`` ends the server again
and again with -9, and starts it anew. The phones share this machine's cores with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring.castle import Castle
from tests.benchmarks.figures import WRITE, Figure, show, used_seconds
from tests.network import network_to
from tests.ui.served import free_port, serve_in_background
from tests.ui.store_helpers import joins
from ui.api.updates import ALL
from ui.store import get_store
from ui.store.codes import new_key
from ui.system import COOKIE
from ui.table.board import make_blank_board
from ui.table.table import Table

AT_A_TABLE, SIZE, LANDS = 4, 5, "wfgls"
PAUSES = (2.0, 6.0)  # seconds between two taps of a phone
AGAIN = 1.0  # seconds after which a request without an answer is sent again, and updates are polled again
STEADY = 0.1  # seconds between two polls
PATIENCE = 20.0  # seconds for an answer
GIVEN_UP = 180.0  # seconds after which a tap that is not answered ends the program
TAPS, BLOCKS = 40, 5
DESCRIPTORS = 8_192

Place = tuple[int, int]


@dataclass(eq=False)
class Phone:
    """A phone at its seat; ``source`` is its own address on this machine."""

    port: int
    source: str
    table: str
    seat: int
    board: int
    name: str = field(default_factory=new_key)
    has_set: dict[Place, str] = field(default_factory=dict)
    waited: list[float] = field(default_factory=list)  # seconds, of every tap
    hears: asyncio.Event = field(default_factory=asyncio.Event)

    async def listens(self, shown: object = None) -> None:
        """Hear of the board of a seat, the own one unless another is named, or of all cards, until it is cancelled."""
        path, version = f"/api/tables/{self.table}/updates?seat={shown or self.seat}", 0
        while True:
            head, said = await self._request("GET", f"{path}&version={version}")
            if said:
                version = json.loads(said).get("version", version)
                self.hears.set()
            await asyncio.sleep(STEADY if b" 20" in head[:12] else AGAIN)

    async def plays(self, random: Random, until: float) -> None:
        """Set a square now and then."""
        await asyncio.sleep(random.uniform(0, PAUSES[1]))
        while perf_counter() < until:
            await self.sets(random)
            await asyncio.sleep(random.uniform(*PAUSES))

    async def sets(self, random: Random) -> None:
        """Set a square to another land, and send that until it is answered. Raises TimeoutError."""
        at = random.randrange(SIZE), random.randrange(SIZE // 2)  # left of the castle
        land = random.choice(LANDS.replace(self.has_set.get(at, ""), ""))
        squares = [{"at": at, "to": [land, False]}]
        edit = json.dumps({"key": new_key(), "do": "edit", "board": self.board, "squares": squares}).encode()
        began = perf_counter()
        async with asyncio.timeout(GIVEN_UP):
            while b" 200 " not in (await self._request("POST", f"/api/tables/{self.table}", edit))[0][:13]:
                await asyncio.sleep(AGAIN)
        self.waited.append(perf_counter() - began)
        self.has_set[at] = land

    async def _request(self, method: str, path: str, body: bytes = b"") -> tuple[bytes, bytes]:
        """Head and body of an answer; nothing where none comes."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nCookie: {COOKIE}={self.name}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        with suppress(OSError):  # TimeoutError is one
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
                with closing(writer):
                    writer.write(head.encode() + body)
                    answered, _, said = (await reader.read()).partition(b"\r\n\r\n")
                    return answered, said
        return b"", b""


class Server:
    """A served app with an empty database, at a port that stays the same when it is killed and started anew."""

    def __init__(self, folder: Path, running: ExitStack) -> None:
        os.environ["CROWNSIGHT_DATABASE"] = f"sqlite:///{folder}/tables.sqlite3"
        self.port, self._log, self._running = free_port(), folder / "log.txt", running
        self._start()

    def _start(self) -> None:
        _address, self.process = self._running.enter_context(serve_in_background(self._log, self.port))

    def is_killed(self) -> None:
        """End it at once, as a power cut does, and start it again."""
        os.kill(self.process, signal.SIGKILL)
        self._running.close()
        self._start()


@contextmanager
def serve_app() -> Iterator[Server]:
    """Serve the app with an empty database."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        yield Server(Path(folder), running)


def seat_phones(number: int, port: int) -> list[Phone]:
    """So many phones, four at a table of the app's database, each with a board of its own."""
    table = Table()
    for castle in [*Castle][:AT_A_TABLE]:
        table = table.with_player(castle.name.capitalize(), castle)
        table = table.with_new_board(table.seats[-1].number, make_blank_board(SIZE))
    phones = list[Phone]()
    while len(phones) < number:
        kept = get_store().create(table, new_key())
        for seat in kept.table.seats:
            assert seat.board
            source = f"127.2.{len(phones) // 250}.{len(phones) % 250 + 1}"
            phones.append(Phone(port, source, kept.key, seat.number, seat.board.number))
            joins(get_store(), kept, phones[-1].name, seat.number)
    return phones


def otherwise(phones: Sequence[Phone]) -> tuple[int, int]:
    """Count the squares that differ between phones and database, and the changes beyond the taps."""
    kept = {phone.table: table for phone in phones if (table := get_store().find(phone.table))}
    boards = {(key, seat.number): seat.board for key, found in kept.items() for seat in found.table.seats}
    lost = 0
    for phone in phones:
        board = boards.get((phone.table, phone.seat))
        lost += sum(board is None or str(board.kingdom[at]) != land for at, land in phone.has_set.items())
    stored = sum(table.version - 1 for table in kept.values())
    return lost, stored - sum(len(phone.waited) for phone in phones)


def tap_figures() -> Iterator[Figure]:
    """Processor time of the server for one tap, and for each phone that is told of it."""
    with serve_app() as server:
        ana, *others = seat_phones(AT_A_TABLE, server.port)
        random = Random(7)
        asyncio.run(_measure_tap(ana, [], None, random, server))  # warm
        alone = asyncio.run(_measure_tap(ana, [], None, random, server))
        yield Figure("server: a tap by HTTP", "ms", alone)
        for what, shown in (
            ("a look-on by HTTP", ana.seat),
            ("a look-on from another board by HTTP", None),
            ("a look-on at the cards by HTTP", ALL),
        ):
            watched = asyncio.run(_measure_tap(ana, others, shown, random, server))
            looks = [(more - less) / len(others) for less, more in zip(alone, watched, strict=True)]
            ratio = [look / less for look, less in zip(looks, alone, strict=True)]
            yield Figure(f"server: {what}", "ms", looks, ratio, "a tap")


async def _measure_tap(
    ana: Phone, others: Sequence[Phone], shown: object, random: Random, server: Server
) -> list[float]:
    """Milliseconds of the server for a tap that others hear of, as far as it changes what they are shown."""
    listening = [asyncio.create_task(other.listens(shown)) for other in others]
    await asyncio.sleep(AGAIN)
    took = list[float]()
    for _ in range(BLOCKS):
        before = used_seconds(server.process)
        for _ in range(TAPS):
            for other in others:
                other.hears = asyncio.Event()
            await ana.sets(random)
            if shown:  # a phone at its own kingdom is told nothing of a tap on another
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*(other.hears.wait() for other in others))
        took.append(1e3 * (used_seconds(server.process) - before) / TAPS)
    await _cancel(listening)
    return took


async def _cancel(tasks: Sequence[asyncio.Task[None]]) -> None:
    for one in tasks:
        one.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def crowd_figures(number: int, seconds: float, delay: float, loss: float, kill_every: float) -> Iterator[Figure]:
    """Measure how long a tap waits among many phones, what is lost or duplicated, and what the server uses."""
    what = f"{number} phones"
    with serve_app() as server, network_to(server.port, delay, loss) as network:
        phones = seat_phones(number, network.port if delay or loss else server.port)
        used, kills = asyncio.run(_evening(phones, seconds, server, kill_every))
        waited = [1e3 * one for phone in phones for one in phone.waited]
        lost, twice = otherwise(phones)
        yield Figure(f"{what}: p95 of a tap", "ms", [quantiles(waited, n=20)[-1]], claim="p95")
        yield Figure(f"{what}: the longest", "ms", [max(waited)], claim="longest")
        yield Figure(f"{what}: squares lost of {len(waited)}", "", [lost], claim=f"lost of {len(waited):,}:")
        yield Figure(f"{what}: taps there twice", "", [twice], claim="twice:")
        if kill_every:
            yield Figure(f"{what}: kills of the server", "", [kills])
        else:
            yield Figure(f"{what}: server, a tap with all screens", "ms", [1e3 * used / len(waited)])


async def _evening(phones: Sequence[Phone], seconds: float, server: Server, kill_every: float) -> tuple[float, int]:
    """Play for so long; return the server's processor time and how often it was killed."""
    listening = [asyncio.create_task(phone.listens()) for phone in phones]
    await asyncio.sleep(PAUSES[1])
    before, until, kills = used_seconds(server.process), perf_counter() + seconds, 0
    playing = asyncio.gather(*(phone.plays(Random(at), until) for at, phone in enumerate(phones)))
    while kill_every and perf_counter() + kill_every < until:
        await asyncio.sleep(kill_every)
        await asyncio.to_thread(server.is_killed)
        kills += 1
    await playing
    used = used_seconds(server.process) - before
    await _cancel(listening)
    return used, kills


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--phones", type=int, default=200)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--delay", type=float, default=0.0, help="seconds that the network takes, one way")
    options.add_argument("--loss", type=float, default=0.0, help="share of packets that the network loses")
    options.add_argument("--kill-every", type=float, default=0.0, help="seconds after which the server is killed")
    options.add_argument(WRITE, action="store_true", help="write the figures into docs/guarantees.md")
    asked = options.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    figures = crowd_figures(asked.phones, asked.seconds, asked.delay, asked.loss, asked.kill_every)
    if asked.delay or asked.loss or asked.kill_every:
        options_given = " ".join(option for option in sys.argv[1:] if option != WRITE)
        show(figures, f"benchmarks/bench_phones.py {options_given}")
    else:
        show(chain(tap_figures(), figures), "benchmarks/bench_phones.py")


if __name__ == "__main__":
    main()
