"""Requests that no page of ours sends are answered or refused, at every route, and leave no traceback."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.ui.hostile.http_requests import faults, request, target_at
from tests.ui.served import ServedApp
from ui.store import Store

REQUESTS = 80


def test_hostile_requests_are_answered_or_refused(served: ServedApp) -> None:
    store = Store(served.database)
    target = target_at(served.address, store)
    store.engine.dispose()

    def found(seed: int) -> list[int]:
        return faults(target, f"127.67.0.{1 + seed // 20}", request(Random(seed), target))

    with ThreadPoolExecutor(8) as strangers:
        assert {seed: wrong for seed, wrong in enumerate(strangers.map(found, range(REQUESTS))) if wrong} == {}

    assert "Traceback" not in served.logged()
    assert served.is_healthy()
