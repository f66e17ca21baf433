"""Serve the app in a process of its own: with its output, in the background, or shared by many tests."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

import pytest
from sqlalchemy.engine import URL

from tests.project import ROOT
from ui.cli.serve import lan_address

CROWNSIGHT = [sys.executable, "-c", "import sys; from ui.cli import main; sys.exit(main())"]
STARTS_WITHIN = 240  # seconds, on a very busy machine
HELD_WITHIN = 10  # seconds after which whoever has a port keeps it
ANSWERS_WITHIN = 90.0  # seconds, on a busy machine
LOG = "log.txt"
OWN_PORTS = range(20_000, 32_000)  # of those above, Linux gives any to whoever connects somewhere


def free_port() -> int:
    """Return a free port of this machine."""
    while True:
        port = SystemRandom().choice(OWN_PORTS)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def listen(port: int) -> Iterator[None]:
    """For the block somebody listens on that port: we, or another program that does so for good."""
    until = time.monotonic() + HELD_WITHIN
    with socket.socket() as taken:
        while time.monotonic() < until:
            try:
                taken.bind(("127.0.0.1", port))
                taken.listen()
                break
            except OSError:  # perhaps it is the same test in another process, which is over soon
                time.sleep(0.1)
        yield


@contextmanager
def serve(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run crownsight and kill it at the end if it still runs."""
    command = [*CROWNSIGHT, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as app:
        try:
            yield app
        finally:
            app.kill()


@contextmanager
def serve_in_background(
    log: Path, port: int = 0, *arguments: str, wrapper: Sequence[str] = ()
) -> Iterator[tuple[str, int]]:
    """Serve the app on one thread, at that port or a free one; yield its address and process.

    Its tables lie in the log's folder where the tests have not named another place. ``wrapper`` is a command that
    starts another.
    """
    port = port or free_port()
    environment = {"CROWNSIGHT_DATA": str(log.parent / "tables")} | os.environ | {"OMP_NUM_THREADS": "1"}
    command = [*wrapper, *CROWNSIGHT, "serve", "--local", "--port", str(port), *arguments]
    with log.open("w") as output:
        app = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output, env=environment)
        try:
            if not healthy("127.0.0.1", port, is_ended=lambda: app.poll() is not None):
                raise RuntimeError(f"the server did not start:\n{log.read_text()}")
            yield f"http://127.0.0.1:{port}", app.pid
        finally:
            app.terminate()
            app.wait()


def healthy(address: str, port: int, scheme: str = "http", is_ended: Callable[[], bool] = lambda: False) -> bool:
    """Return whether the app becomes healthy before long, unless it has ended."""
    trusting = ssl._create_unverified_context() if scheme == "https" else None  # the certificate is its own
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and not is_ended():
        try:
            with urllib.request.urlopen(f"{scheme}://{address}:{port}/healthz", timeout=5, context=trusting) as answer:
                return bool(json.load(answer) == {"status": "ok"})
        except OSError:
            time.sleep(0.2)
    return False


def own_address() -> str:
    """Return this machine's address in its network."""
    return lan_address() or pytest.skip("this machine is in no network")


@dataclass(frozen=True)
class ServedApp:
    """A served app: where, its process, and the folder with its tables and what it logs."""

    address: str
    process: int
    folder: Path

    @property
    def log(self) -> Path:
        """The file that its output goes to."""
        return self.folder / LOG

    @property
    def database(self) -> URL:
        """Where its tables are kept."""
        return URL.create("sqlite", database=str(self.folder / "tables.sqlite3"))

    def read_log(self) -> str:
        """Return the lines of the log that are no events."""
        return "\n".join(line for line in self.log.read_text().splitlines() if not line.startswith("{"))

    def threads(self) -> int:
        """Return the current number of threads of the process."""
        return sum(1 for _ in Path(f"/proc/{self.process}/task").iterdir())

    def is_healthy(self) -> bool:
        """Return whether /healthz reports health."""
        with urllib.request.urlopen(f"{self.address}/healthz", timeout=ANSWERS_WITHIN) as answer:
            return bool(answer.status == 200)


@contextmanager
def app_of_its_own(folder: Path, *arguments: str) -> Iterator[ServedApp]:
    """Serve the app with these arguments and its tables in that folder; assert that it logs no traceback."""
    with ExitStack() as until_the_end:
        with pytest.MonkeyPatch.context() as environment:  # of the app, not of the tests beside it
            environment.setenv("CROWNSIGHT_DATABASE", str(ServedApp("", 0, folder).database))
            serving = serve_in_background(folder / LOG, 0, *arguments)
            address, process = until_the_end.enter_context(serving)
        app = ServedApp(address, process, folder)
        yield app
    assert "Traceback" not in app.log.read_text()
