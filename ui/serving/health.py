"""``/healthz``: whether this server can do its work, and keep what is changed."""

from __future__ import annotations

import asyncio
import time

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse

from ui import store
from ui.store import StoreError

FRESH = 1.0  # seconds that an answer is cached: a hundred requests a second cost one write


class Health:
    """Answers 200, or 503 with what is wrong in a sentence; a full disk is found by writing to it."""

    def __init__(self) -> None:
        self._looked, self._fault = 0.0, ""
        self._looking = asyncio.Lock()

    async def answer(self, _request: Request) -> JSONResponse:
        """The answer of this moment."""
        async with self._looking:
            if time.monotonic() - self._looked > FRESH:
                self._fault = await run_in_threadpool(_fault)
                self._looked = time.monotonic()
        if self._fault:
            return JSONResponse({"status": "unhealthy", "tables": self._fault}, status_code=503)
        return JSONResponse({"status": "ok"})


def _fault() -> str:
    """Why nothing can be kept just now; empty while it can."""
    try:
        store.opened().try_to_write()
    except StoreError as fault:
        return str(fault)
    return ""
