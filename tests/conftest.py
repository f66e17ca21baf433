"""Laws are tried on any machine, however slow, and no test writes among the tables of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.ui.postgres import Postgres, running

if TYPE_CHECKING:
    from xdist.scheduler import LoadFileScheduling

# What hypothesis checks never depends on the clock.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

BROWSER_TESTS = "tests/browser/"


@pytest.hookimpl(optionalhook=True)  # without pytest-xdist all tests run in this process
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadFileScheduling:
    """Several processes share the tests file by file; one has all that drive a browser, which wait a lot."""
    from xdist.scheduler import LoadFileScheduling

    scheduling = LoadFileScheduling(config, log)
    scheduling._split_scope = lambda test: BROWSER_TESTS if test.startswith(BROWSER_TESTS) else test.split("::")[0]
    return scheduling


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
