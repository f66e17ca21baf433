"""Laws are tried on any machine, however slow, and no test writes among the tables of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.ui.postgres import Postgres, running

# What hypothesis checks never depends on the clock.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables lie in a folder of this run, also those of the servers that tests start."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("CROWNSIGHT_DATABASE", raising=False)
        environment.setenv("CROWNSIGHT_DATA", str(tmp_path_factory.mktemp("tables")))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of a process; a test that wants to find it empty empties it."""
    with running() as started:
        yield started
