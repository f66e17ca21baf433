"""Fixture: one served app for all tests of the routes."""

from __future__ import annotations

import pytest

from tests.ui.api.phones import ServedTables
from tests.ui.served import ServedApp
from ui.store import Store


@pytest.fixture(scope="session")
def served(served: ServedApp) -> ServedTables:
    """Give the tests the served tables and phones that request them."""
    return ServedTables(served.address, Store(served.database))
