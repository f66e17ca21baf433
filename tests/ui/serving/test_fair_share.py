"""Fair share of the server among addresses: few pages run at once, an address with more use than usual is last."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.ui.event_loop import outcome
from ui.serving.fair_share import FairShare

LONG = 60.0  # seconds


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

    def comes(self, connection: str, address: str = "", *, heavy: bool = False) -> asyncio.Task[None]:
        async def waits() -> None:
            await self.share.turn(connection, address or connection, heavy=heavy)
            self.called.append(connection)

        task = asyncio.create_task(waits())
        self._tasks.append(task)
        return task


def test_so_many_run_side_by_side_and_the_next_when_one_is_over() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=2, of_address=2, longest=LONG, heavy_longest=LONG))
        for name in ("Ana", "Ben", "Cora"):
            hall.comes(name)
        await settled()
        assert hall.called == ["Ana", "Ben"]

        hall.share.over("Ben")
        await settled()
        assert hall.called == ["Ana", "Ben", "Cora"]

    outcome(evening())


def test_a_tap_goes_before_the_flood_that_was_there_first() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=1, of_address=1, longest=LONG, heavy_longest=LONG))
        for number in range(20):
            hall.comes(f"flood {number}", "a stranger")
        await settled()
        hall.comes("Ana")
        await settled()
        hall.share.over("flood 0")
        await settled()

        assert hall.called == ["flood 0", "Ana"]

    outcome(evening())


def test_among_those_with_no_more_turns_than_usual_who_came_first_is_next() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=1, of_address=1, longest=LONG, heavy_longest=LONG, usual=3))
        for name in ("Ana", "Ana", "Ben", "Ana"):
            hall.comes(name, f"{name}'s phone")
            await settled()
            hall.share.over(name)
        hall.comes("Dev")
        for name in ("Ana", "Ben", "Cora"):  # who has had three turns, one, none
            hall.comes(name, f"{name}'s phone")
        await settled()
        for name in ("Dev", "Ana", "Ben"):
            hall.share.over(name)
            await settled()

        assert hall.called[-4:] == ["Dev", "Ana", "Ben", "Cora"]

    outcome(evening())


def test_at_one_address_whoever_has_had_fewer_turns_is_next() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=1, of_address=1, longest=LONG, heavy_longest=LONG))
        for _ in range(5):
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


def test_the_heavy_have_one_turn_at_a_time_among_them() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=3, of_address=3, longest=LONG, heavy_longest=LONG))
        for number in range(4):
            hall.comes(f"heavy {number}", heavy=True)
        await settled()
        assert hall.called == ["heavy 0"]

        hall.comes("Ana")
        hall.comes("Ben")
        await settled()
        assert hall.called == ["heavy 0", "Ana", "Ben"]

    outcome(evening())


def test_an_address_with_many_pages_leaves_turns_for_others() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=4, of_address=2, longest=LONG, heavy_longest=LONG))
        for number in range(4):
            hall.comes(f"page {number}", "a stranger")
        await settled()
        assert hall.called == ["page 0", "page 1"]

        hall.comes("Ana")
        await settled()
        assert hall.called == ["page 0", "page 1", "Ana"]

    outcome(evening())


def test_a_run_that_takes_long_keeps_nobody_waiting() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=1, of_address=1, longest=0.01, heavy_longest=LONG))
        hall.comes("reads a photo")
        await hall.comes("Ana")

        assert hall.called == ["reads a photo", "Ana"]

    outcome(evening())


def test_a_run_of_the_heavy_that_takes_long_keeps_the_heavy_waiting() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=3, of_address=3, longest=0.01, heavy_longest=LONG))
        hall.comes("heavy 0", heavy=True)
        hall.comes("heavy 1", heavy=True)
        await asyncio.sleep(0.05)
        assert hall.called == ["heavy 0"]

        hall.share.over("heavy 0")
        await settled()
        assert hall.called == ["heavy 0", "heavy 1"]

    outcome(evening())


def test_who_has_gone_leaves_the_queue_and_gives_back_a_turn() -> None:
    async def evening() -> None:
        hall = Hall(FairShare(at_once=1, of_address=1, longest=LONG, heavy_longest=LONG))
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
