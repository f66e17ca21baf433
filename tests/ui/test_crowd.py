"""Five phones at one table of a really served app, two of them at one seat: what they were promised is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.benchmarks.bench_load import lost
from tests.benchmarks.crowd import Ledger, Person, everybody
from tests.benchmarks.phone import Phone
from tests.browser.served_app import served_app
from tests.given import SAMPLES
from tests.ui.event_loop import outcome

CORRECTIONS = 4  # of each


async def evening(people: list[Person]) -> None:
    """Ana photographs her kingdom, the others lay theirs by hand; then all correct at the same time."""
    party = await people[0].opens_a_table()
    for person in people:
        await person.joins(party)
        if person.name == "Ana" and person.is_first:
            await person.photographs((SAMPLES / "kitchen-table.jpg").read_bytes())
        elif person.is_first:
            await person.phone.clicks("Enter by hand")
        await person.finds_the_board()
    await asyncio.gather(*(correct(person) for person in people))
    await people[1].looks_round()


async def correct(person: Person) -> None:
    for _ in range(CORRECTIONS):
        await person.corrects()


async def come_and_go(address: str, ledger: Ledger) -> None:
    [people] = everybody(5, 1, lambda: Phone(address), ledger, Random(5))
    try:
        await evening(people)
    finally:
        for person in people:
            await person.phone.closes()


def test_what_was_answered_is_in_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", f"sqlite:///{tmp_path}/tables.sqlite3")
    ledger = Ledger()

    with served_app(tmp_path / "log.txt") as address:
        outcome(come_and_go(address, ledger))

    assert len(ledger.acknowledged) == 5 * CORRECTIONS
    assert (ledger.unanswered, ledger.wrong) == (0, 0)
    assert lost(ledger.acknowledged) == 0
