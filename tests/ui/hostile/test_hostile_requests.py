"""Requests that no page of ours sends are answered or refused, at every route, and leave no traceback."""

from __future__ import annotations

from random import Random

from tests.ui.hostile.http_requests import faults, request, target_at
from tests.ui.served import ServedApp
from ui.store import Store

REQUESTS = 80


def test_hostile_requests_are_answered_or_refused(served: ServedApp) -> None:
    store = Store(served.database)
    target = target_at(served.address, store)
    store.engine.dispose()
    for seed in range(REQUESTS):
        assert not faults(target, f"127.67.0.{1 + seed // 20}", request(Random(seed), target)), f"seed {seed}"

    assert "Traceback" not in served.logged()
    assert served.is_healthy()
