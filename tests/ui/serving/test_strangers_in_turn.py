"""Of strangers' requests a few begin at a time; those of somebody at a table begin at once."""

from __future__ import annotations

import asyncio

from starlette.types import Message, Receive, Scope, Send

from tests.ui.event_loop import outcome
from ui.serving import limits
from ui.serving.at_tables import AT_TABLES
from ui.serving.strangers import StrangersInTurn

STRANGER, GUEST = "203.0.113.31", "198.51.100.31"


class Work:
    """An app whose answers begin when they may, and requests to it."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_answer = asyncio.Event()
        self._network = asyncio.Event()  # on which nothing comes
        self._app = StrangersInTurn(self._answer)
        self._tasks: list[asyncio.Task[None]] = []

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.append(scope["path"])
        if scope["method"] == "POST":
            await receive()
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self._network.wait()

    async def asked(self, address: str, path: str, method: str = "GET") -> None:
        """Somebody sends a request, of which the body does not come, and takes no answer."""
        scope = {"type": "http", "method": method, "path": path, "client": (address, 40_000)}
        self._tasks.append(asyncio.create_task(self._app(scope, self._nothing, self._taken)))
        for _ in range(10):
            await asyncio.sleep(0)

    async def _nothing(self) -> Message:
        await self._network.wait()
        return {"type": "http.disconnect"}

    async def _taken(self, _message: Message) -> None:
        await self._network.wait()


def test_strangers_begin_a_few_at_a_time_and_those_at_a_table_at_once() -> None:
    async def evening() -> None:
        work = Work()
        AT_TABLES.seen(GUEST, "Ana's phone")
        for number in range(limits.STRANGERS_AT_ONCE + 2):
            await work.asked(STRANGER, f"/{number}")
        await work.asked(GUEST, "/guest")
        few = [f"/{number}" for number in range(limits.STRANGERS_AT_ONCE)]
        assert work.begun == [*few, "/guest"]

        work.may_answer.set()
        await work.asked(STRANGER, "/last")
        assert len(work.begun) == limits.STRANGERS_AT_ONCE + 4

    outcome(evening())


def test_who_lets_the_server_wait_has_no_turn_meanwhile() -> None:
    async def evening() -> None:
        work = Work()
        for number in range(limits.STRANGERS_AT_ONCE + 1):
            await work.asked(STRANGER, f"/slow/{number}", "POST")
        await work.asked(STRANGER, "/quick")

        assert work.begun[-1] == "/quick"

    outcome(evening())
