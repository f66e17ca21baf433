"""Phones that request a served app by plain HTTP, and the database behind it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tests.ui.factories import ANA_AND_BEN, board_of
from tests.ui.sockets import get_answer
from tests.ui.store_helpers import ANAS_PHONE, BENS_PHONE, joins
from ui.store import Store, StoredTable
from ui.store.codes import new_key
from ui.system import COOKIE
from ui.table.board import Board, make_blank_board
from ui.table.table import Table


class Answer(NamedTuple):
    """What the server says: the status, and its JSON."""

    status: int
    said: Any


class ServedTables:
    """A served app and its database."""

    def __init__(self, address: str, store: Store) -> None:
        self.address, self.store = address, store

    def opens_a_table(self, table: Table | None = None) -> StoredTable:
        """Ana's table, with her kingdom entered by hand; Ben is there, too."""
        kept = self.store.create(table or ANA_AND_BEN.with_new_board(1, make_blank_board(5)), ANAS_PHONE)
        joins(self.store, kept, BENS_PHONE, 2)
        return kept

    def asks(self, path: str, phone: str = ANAS_PHONE, body: bytes | None = None, **headers: str) -> Answer:
        """Send a request of a phone."""
        known = {"Content-Type": "application/json"} | ({"Cookie": f"{COOKIE}={phone}"} if phone else {})
        given = known | {name.replace("_", "-"): value for name, value in headers.items()}
        told = get_answer(self.address, path, given, method="GET" if body is None else "POST", body=body)
        return Answer(told.status, json.loads(told.content or b"null"))

    def does(self, kept: StoredTable, do: str, phone: str = ANAS_PHONE, **told: Any) -> Answer:
        """Send a command of a phone, with a new idempotency key unless one is given."""
        return self.asks(f"/api/tables/{kept.key}", phone, json.dumps({"key": new_key(), "do": do} | told).encode())

    def edits(self, kept: StoredTable, phone: str = ANAS_PHONE, board: int = 3, **edit: Any) -> Answer:
        """Send an edit of a board by a phone."""
        return self.does(kept, "edit", phone, board=board, **edit)

    def table(self, kept: StoredTable) -> Table:
        """Load the stored table."""
        found = self.store.find(kept.key)
        assert found
        return found.table

    def board(self, kept: StoredTable) -> Board:
        """Ana's board as the store has it."""
        return board_of(self.table(kept))
