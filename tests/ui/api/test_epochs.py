"""Boards of Kingdoms are edited by plain requests: each once, by two phones at one board."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.kingdoms import Board, Colour
from tests.ui.api.phones import ServedTables
from tests.ui.kept_tables import BENS_PHONE
from ui.store import StoredTable
from ui.store.codes import new_key
from ui.table.kingdoms import Game, Player
from ui.table.table import Table

PLAYERS = Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")


@pytest.fixture
def kept(served: ServedTables) -> StoredTable:
    """A table of Kingdoms before its first piece."""
    return served.opens_a_table(Table(kingdoms=Game().with_players(PLAYERS)))


def to(row: int, column: int, token: str, **more: Any) -> dict[str, Any]:
    """A space set to a piece."""
    return {"at": [row, column], "to": token} | more


def row(served: ServedTables, kept: StoredTable, at: int = 0) -> str:
    """A row of the first board as the store has it."""
    return str(served.epoch(kept).board).split("/")[at]


def test_a_request_that_is_sent_again_is_stored_once_and_undo_leaves_what_another_has_set(
    served: ServedTables, kept: StoredTable
) -> None:
    key = new_key()
    for _ in range(2):
        served.enters(kept, key=key, board=1, spaces=[to(0, 0, "r2"), to(0, 1, "+1")])
        served.enters(kept, BENS_PHONE, board=1, spaces=[to(0, 0, "b1")])

    served.enters(kept, board=1, spaces=[to(0, 0, ".", instead_of="r2"), to(0, 1, ".", instead_of="+1")])

    assert row(served, kept) == "b1 . . . . ."


@pytest.mark.parametrize(
    ("status", "edit"),
    [
        (400, {"board": 1, "spaces": [to(0, 0, "r2")] * 501}),
        (409, {"board": 7, "spaces": [to(0, 0, "r2")]}),
        (409, {"board": 1, "epoch": 1, "spaces": [to(0, 0, "r2")]}),
        (404, {"board": 1, "phone": "s" * 22, "spaces": [to(0, 0, "r2")]}),
    ],
    ids=lambda edit: str(edit)[:60],
)
def test_nonsense_and_strangers_change_nothing(
    served: ServedTables, kept: StoredTable, status: int, edit: dict[str, Any]
) -> None:
    served.enters(kept, board=1, spaces=[to(0, 0, "b1")])

    assert served.enters(kept, **edit).status == status
    assert served.epoch(kept).board == Board.parse(f"b1 . . . . ./{'/'.join(['. . . . . .'] * 4)}")
