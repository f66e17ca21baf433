"""One served app for all tests that a stranger's requests are tried on."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from tests.browser.served_app import served_process

LOG = "log.txt"
ANSWERS_WITHIN = 90.0  # seconds, on a busy machine


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

    def logged(self) -> str:
        """What is no event in the log."""
        return "\n".join(line for line in self.log.read_text().splitlines() if not line.startswith("{"))

    def threads(self) -> int:
        """How many threads the process has just now."""
        return sum(1 for _ in Path(f"/proc/{self.process}/task").iterdir())

    def is_healthy(self) -> bool:
        """Whether /healthz says so."""
        with urllib.request.urlopen(f"{self.address}/healthz", timeout=ANSWERS_WITHIN) as answer:
            return bool(answer.status == 200)


@contextmanager
def app_of_its_own(folder: Path, *arguments: str) -> Iterator[ServedApp]:
    """An app served with these arguments, its tables in that folder; whatever it is sent, it logs no traceback."""
    with ExitStack() as until_the_end:
        with pytest.MonkeyPatch.context() as environment:  # of the app, not of the tests beside it
            environment.setenv("CROWNSIGHT_DATABASE", str(ServedApp("", 0, folder).database))
            serving = served_process(folder / LOG, 0, *arguments)
            address, process = until_the_end.enter_context(serving)
        app = ServedApp(address, process, folder)
        yield app
    assert "Traceback" not in app.log.read_text()
