"""The app as its command serves it."""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import SystemRandom

import pytest

STARTS_WITHIN = 240  # seconds, on a very busy machine
HELD_WITHIN = 10  # seconds after which whoever has a port keeps it
OWN_PORTS = range(20_000, 32_000)  # of those above, Linux gives any to whoever connects somewhere


def free_port() -> int:
    """A port of this machine that is free, and stays so until it is used."""
    while True:
        port = SystemRandom().choice(OWN_PORTS)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def listened_on(port: int) -> Iterator[None]:
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
def served(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A running crownsight; killed at the end if it still runs."""
    program = "import sys; from ui.cli import main; sys.exit(main(sys.argv[1:]))"
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as app:
        try:
            yield app
        finally:
            app.kill()


def healthy(address: str, port: int, scheme: str = "http") -> bool:
    """Whether the app answers there before long, and says that it can keep tables."""
    trusting = ssl._create_unverified_context() if scheme == "https" else None  # the certificate is its own
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{scheme}://{address}:{port}/healthz", timeout=5, context=trusting) as answer:
                return bool(json.load(answer) == {"status": "ok"})
        except OSError:
            time.sleep(0.2)
    return False


def own_address() -> str:
    """This machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            pytest.skip("this machine is in no network")
        return str(probe.getsockname()[0])
