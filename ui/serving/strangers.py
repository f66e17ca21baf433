"""Requests of those who are at no table begin a few at a time, so that a crowd of them keeps no tap waiting.

The server's loop goes round all that is ready: with six hundred requests that begin in the same moment, each of the
ten steps of a tap would wait for six hundred others.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.serving import limits
from ui.serving.at_tables import AT_TABLES
from ui.serving.rate_limit import household


class StrangersInTurn:
    """Passes requests on: of addresses with somebody at a table at once, of all others a few at a time, as they come.

    A turn is over when the answer begins, or as soon as the network is waited for.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns = asyncio.Semaphore(limits.STRANGERS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on when it is its turn."""
        client = scope.get("client") or ("",)
        if scope["type"] != "http" or AT_TABLES.number(household(client[0])):
            await self._app(scope, receive, send)
            return
        await self._turns.acquire()
        is_over = False

        def over() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                self._turns.release()

        async def received() -> Message:
            over()
            return await receive()

        async def sent(message: Message) -> None:
            over()
            await send(message)

        try:
            await self._app(scope, received, sent)
        finally:
            over()
