"""Run a real PostgreSQL for tests, as an ordinary user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.ui.served import free_port

OLD_HABITS = Path("/usr/lib/postgresql")  # where Debian has its servers, by version
QUICK = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c unix_socket_directories="


class Postgres:
    """One PostgreSQL server with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        found = sorted(OLD_HABITS.glob("*/bin/initdb"))
        if not found:
            pytest.skip("no PostgreSQL on this machine: apt-get install postgresql, then run this test again")
        self._programs, self._data = found[-1].parent, folder / "data"
        self._user = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            shutil.chown(folder, self._user)
        self.port = free_port()
        self._run("initdb", "-D", str(self._data), "-U", "crownsight", "-A", "trust", "--no-sync", "-E", "UTF8")

    @property
    def url(self) -> str:
        """Its address, as players write it."""
        return f"postgresql://crownsight@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 {QUICK}"
        self._run("pg_ctl", "-D", str(self._data), "-w", "-l", str(self._data / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop, whoever is connected."""
        self._run("pg_ctl", "-D", str(self._data), "-m", "fast", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        user = self._user if os.getuid() == 0 else None
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            user=user,
            cwd=self._data.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # the server keeps what it inherits
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=60,
        )
        if done.returncode:
            log = self._data / "log"
            pytest.fail(f"{program} failed: {log.read_text() if log.exists() else done.returncode}")


@contextmanager
def running() -> Iterator[Postgres]:
    """Run a PostgreSQL until the end of the block; skip the test if it is not installed."""
    with TemporaryDirectory() as folder:  # pytest's own folders are closed to ordinary users
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
