"""Coroutines in tests: on a thread of their own, since the browser tests leave a running loop on the main one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def outcome(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, or raises, once it is done."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
