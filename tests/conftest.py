"""Project-wide fixtures: an isolated data folder, PostgreSQL, slow tests first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.ui.postgres import Postgres, running

# What hypothesis checks never depends on the clock.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


LONGEST = (  # first the files that one process would end with alone, then where tests wait for servers and browsers
    "tests/browser/test_every_screen.py",
    "tests/browser/test_engines.py",
    "tests/browser/test_offline.py",
    "tests/browser/",
    "tests/models/",
    "tests/ui/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest tests first and keep the order of the rest."""
    items.sort(key=lambda item: [not item.location[0].startswith(part) for part in LONGEST])


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables lie in a folder of this run, also those of the servers that tests start."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("CROWNSIGHT_DATABASE", raising=False)
        environment.setenv("CROWNSIGHT_DATA", str(tmp_path_factory.mktemp("tables")))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start one PostgreSQL for all tests of a process; a test that needs it empty empties it."""
    with running() as started:
        yield started


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the journeys took."""
    for report in terminalreporter.getreports("passed"):
        for name, took in report.user_properties:
            if name == "journey":
                terminalreporter.write_line(f"journey: {took}")
