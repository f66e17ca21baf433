"""Fair share of the server: few pages run at once, those at a table first, and one at a time of everybody else."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.ui.event_loop import outcome
from ui.serving.fair_share import FairShare

LONG = 60.0  # seconds


def share(at_once: int = 1, usual: float = 20.0, longest: float = LONG, last_longest: float = LONG) -> FairShare:
    """Turns among guests at a table, one at each address but for two at the router, and strangers."""
    return FairShare(
        at_once, longest, last_longest, usual, lambda address: {"a stranger": 0, "one router": 2}.get(address, 1)
    )


async def settled() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


class Hall:
    """Who waits for turns, and in which order they get them."""

    def __init__(self, share: FairShare) -> None:
        self.share = share
        self.called: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []

    def comes(self, connection: str, address: str = "") -> asyncio.Task[None]:
        async def waits() -> None:
            await self.share.turn(connection, address or connection)
            self.called.append(connection)

        task = asyncio.create_task(waits())
        self._tasks.append(task)
        return task


def test_so_many_run_side_by_side_and_the_next_when_one_is_over() -> None:
    async def evening() -> None:
        hall = Hall(share(at_once=2))
        for name in ("Ana", "Ben", "Cora"):
            hall.comes(name)
        await settled()
        assert hall.called == ["Ana", "Ben"]

        hall.share.over("Ben")
        await settled()
        assert hall.called == ["Ana", "Ben", "Cora"]

    outcome(evening())


def test_those_at_a_table_go_before_the_strangers_who_were_there_first() -> None:
    async def evening() -> None:
        hall = Hall(share())
        for number in range(20):
            hall.comes(f"page {number}", "a stranger")
        await settled()
        hall.comes("Ana")
        hall.comes("Ben")
        await settled()
        for name in ("page 0", "Ana"):
            hall.share.over(name)
            await settled()

        assert hall.called == ["page 0", "Ana", "Ben"]

    outcome(evening())


def test_strangers_have_one_turn_at_a_time_among_them() -> None:
    async def evening() -> None:
        hall = Hall(share(at_once=3))
        for number in range(4):
            hall.comes(f"page {number}", "a stranger")
        await settled()
        assert hall.called == ["page 0"]

        hall.comes("Ana")
        hall.comes("Ben")
        await settled()
        assert hall.called == ["page 0", "Ana", "Ben"]

    outcome(evening())


def test_a_newcomer_goes_before_strangers_who_have_had_turns() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(1, LONG, LONG, 20.0, at_table=lambda _: 0))
        for number in range(3):
            hall.comes(f"page {number}", "a stranger")
        hall.comes("Ana")
        await settled()
        hall.share.over("page 0")
        await settled()

        assert hall.called == ["page 0", "Ana"]

    outcome(evening())


def test_whoever_has_had_more_turns_than_usual_is_last_even_at_a_table() -> None:
    async def evening() -> None:
        hall = Hall(share(usual=3))
        for _ in range(4):
            hall.comes("Ana")
            await settled()
            hall.share.over("Ana")
        hall.comes("Cora")
        for name in ("Ana", "Ben"):  # who has had four turns, none
            hall.comes(name)
        await settled()
        for name in ("Cora", "Ben"):
            hall.share.over(name)
            await settled()

        assert hall.called[-3:] == ["Cora", "Ben", "Ana"]

    outcome(evening())


def test_an_address_has_as_many_turns_as_its_phones_at_a_table() -> None:
    async def evening() -> None:
        hall = Hall(share(usual=3))
        for name in ("Ana", "Ben", "Ana", "Ben", "Ana"):
            hall.comes(name, "one router")
            await settled()
            hall.share.over(name)
        hall.comes("Cora")
        hall.comes("Ben", "one router")
        hall.comes("Dev")
        await settled()
        for name in ("Cora", "Ben"):
            hall.share.over(name)
            await settled()

        assert hall.called[-3:] == ["Cora", "Ben", "Dev"]

    outcome(evening())


def test_at_one_address_whoever_has_had_fewer_turns_is_next() -> None:
    async def evening() -> None:
        hall = Hall(share(usual=3))
        for _ in range(7):
            hall.comes("flood", "one router")
            await settled()
            hall.share.over("flood")
        hall.comes("flood", "one router")
        await settled()
        hall.comes("flood", "one router")
        hall.comes("Ana", "one router")
        await settled()
        hall.share.over("flood")
        await settled()

        assert hall.called[-1] == "Ana"

    outcome(evening())


def test_a_run_that_takes_long_keeps_nobody_waiting() -> None:
    async def evening() -> None:
        hall = Hall(share(longest=0.01))
        hall.comes("reads a photo")
        await hall.comes("Ana")

        assert hall.called == ["reads a photo", "Ana"]

    outcome(evening())


def test_a_run_of_a_stranger_that_takes_long_keeps_strangers_waiting() -> None:
    async def evening() -> None:
        hall = Hall(share(at_once=3, longest=0.01))
        hall.comes("page 0", "a stranger")
        hall.comes("page 1", "a stranger")
        await asyncio.sleep(0.05)
        assert hall.called == ["page 0"]

        hall.share.over("page 0")
        await settled()
        assert hall.called == ["page 0", "page 1"]

    outcome(evening())


def test_who_has_gone_leaves_the_queue_and_gives_back_a_turn() -> None:
    async def evening() -> None:
        hall = Hall(share())
        hall.comes("Ana")
        gone = hall.comes("gone")
        hall.comes("Ben")
        await settled()
        gone.cancel()
        with suppress(asyncio.CancelledError):
            await gone
        hall.share.over("Ana")
        await settled()

        assert hall.called == ["Ana", "Ben"]

    outcome(evening())
