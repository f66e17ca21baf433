"""Tables on which everybody's kingdom lies already, so that a load test can begin with corrections."""

from __future__ import annotations

from dataclasses import replace

from scoring import Castle
from tests.benchmarks.sent_photos import SHOWN, as_sent
from ui.photos.reading import read_upload
from ui.store import opened
from ui.store.codes import new_key
from ui.table.board import Board, read_board
from ui.table.table import Table
from ui.table.turning import in_frame


def laid_tables(number: int) -> list[str]:
    """The keys of so many new tables in the app's database; their photos are kept, so that every server has them."""
    table = replace(Table(), keep_photos=True)
    for name, castle in zip(SHOWN, Castle, strict=False):
        table = table.with_player(name, castle)
        board = in_frame(_board(SHOWN[name][0]), table.rules.grid)
        table = table.with_new_board(table.seats[-1].number, board)
    return [opened().create(table, new_key()).key for _ in range(number)]


def _board(sample: str) -> Board:
    read = read_upload(as_sent(sample), show=lambda picture: None, progress=lambda step: None)
    if read.picture is None:
        raise LookupError(f"no kingdom was found in {sample}")
    return read_board(read.readings[0], read.picture)
