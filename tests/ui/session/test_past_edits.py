"""Past games are corrected by the host of their table alone."""

from __future__ import annotations

import pytest

from tests.ui.factories import BOTH_LAID, EVENING
from tests.ui.store_helpers import joins
from ui import store
from ui.session import past_edits
from ui.session.tab import Tab
from ui.store.codes import new_key
from ui.table.table import TableError

PLAYED = BOTH_LAID.again(EVENING)


@pytest.mark.parametrize("has_joined", [True, False], ids=["guest", "stranger"])
def test_only_the_host_deletes_a_past_game(has_joined: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, other = store.get_store().create(PLAYED, new_key()), Tab(new_key())
    if has_joined:
        joins(store.get_store(), kept, other.phone)
    monkeypatch.setattr(past_edits, "tab", lambda: other)

    assert not past_edits.is_host_of(kept.number)
    with pytest.raises(TableError):
        past_edits.delete("", kept.number, PLAYED.games[0])
    found = store.get_store().find(kept.key)
    assert found
    assert found.table.games == PLAYED.games


def test_undo_restores_a_deleted_game(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Tab(new_key())
    kept = store.get_store().create(PLAYED, host.phone)
    monkeypatch.setattr(past_edits, "tab", lambda: host)
    past_edits.delete("", kept.number, PLAYED.games[0])

    past_edits.undo()

    found = store.get_store().find(kept.key)
    assert found
    assert found.table == PLAYED
