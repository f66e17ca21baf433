"""What the server does by itself."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.ui.event_loop import outcome
from tests.ui.kept_tables import ANAS_PHONE, behind
from tests.ui.store.test_photos import photos_in, table
from ui import server, store
from ui.store.store import DAY


def test_what_is_due_is_forgotten_while_the_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path))
    monkeypatch.setattr(server, "FORGET_SECONDS", 0.01)
    opened = store.opened()
    opened.create(table(), ANAS_PHONE)
    behind(opened, "UPDATE photos SET until = 1")
    behind(opened, "UPDATE health SET photos_looked = :then", then=time.time() - 2 * DAY)  # which found them due, too

    async def running() -> None:
        forgetting = asyncio.create_task(server.forget_what_is_due())
        async with asyncio.timeout(10):
            while photos_in(opened):
                await asyncio.sleep(0.01)
        forgetting.cancel()

    outcome(running())
