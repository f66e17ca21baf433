"""One served app for all tests of the routes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ui.api.phones import ServedTables, served_tables


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTables]:
    """Its tables, and phones that ask it."""
    with served_tables(tmp_path_factory.mktemp("api")) as tables:
        yield tables
