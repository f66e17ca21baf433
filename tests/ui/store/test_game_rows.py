"""However long a table plays, and whatever it brings from files, it is read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, NewServer, behind, found, questions, saved
from tests.ui.laid import ANA, one_game
from ui.store import Store, StoreError
from ui.store.backup import back_up, bring_back, opened_backup
from ui.table.table import Table, TableError


def after(games: int) -> Table:
    """The table after so many games."""
    return replace(ANA, games=tuple(one_game(number) for number in range(1, games + 1)))


def test_a_tap_writes_no_game_anew(store: Store) -> None:
    kept = store.create(after(3), ANAS_PHONE)
    asked = questions(store)

    saved(store, kept, replace(kept.table, hide_scores=True))

    assert not [one for one in asked if "games" in one or "results" in one]


def test_games_that_are_taken_back_are_gone(store: Store, elsewhere: Store) -> None:
    kept = store.create(after(29), ANAS_PHONE)
    fewer = replace(kept.table, games=kept.table.games[:3] + kept.table.games[5:])

    saved(store, kept, fewer)

    assert found(elsewhere, kept.key).table.games == fewer.games


def test_only_the_host_brings_games(store: Store) -> None:
    kept = store.create(ANA, ANAS_PHONE)
    store.sit_down(kept.number, BENS_PHONE, None)

    with pytest.raises(TableError, match="bring games"):
        store.change(kept.key, BENS_PHONE, lambda _: after(2))
    assert store.change(kept.key, BENS_PHONE, lambda _: after(1)) is not None


def test_only_the_host_drops_games_but_for_the_last_which_is_taken_back(store: Store) -> None:
    kept = store.create(after(3), ANAS_PHONE)
    store.sit_down(kept.number, BENS_PHONE, None)

    with pytest.raises(TableError, match="drop games"):
        store.change(kept.key, BENS_PHONE, lambda _: after(1))
    assert store.change(kept.key, BENS_PHONE, lambda _: after(2)) is not None
    assert store.change(kept.key, ANAS_PHONE, lambda _: after(0)) is not None


@pytest.mark.parametrize(
    "unreadable",
    [replace(ANA, numbered=10**12), replace(ANA, games=(replace(one_game(1), number=10**12),))],
    ids=["a table", "a game"],
)
def test_what_could_not_be_read_again_is_not_stored(store: Store, unreadable: Table) -> None:
    kept = store.create(ANA, ANAS_PHONE)

    with pytest.raises(StoreError, match="could not be read back"):
        store.change(kept.key, ANAS_PHONE, lambda _: unreadable)
    assert found(store, kept.key) == kept


def test_a_damaged_game_keeps_no_other_from_being_looked_back_on(store: Store) -> None:
    store.create(after(3), ANAS_PHONE)
    behind(store, "UPDATE games SET text = '{}' WHERE place = 1")

    page = store.history.page(ANAS_PHONE, 9)

    assert [entry.key.partition("-")[2] for entry in page.entries] == ["3", "1"]


def test_a_backup_says_nothing_of_games_but_the_games(store: Store, tmp_path: Path, new_server: NewServer) -> None:
    """What stands beside them is made again, since a backup may come from anybody."""
    store.create(after(2), ANAS_PHONE)
    told = store.history.tallies(ANAS_PHONE)
    file = tmp_path / "backup.sqlite3"
    back_up(store, file)
    crafted = new_server(URL.create("sqlite", database=str(file)))
    behind(crafted, "UPDATE results SET points = 'many', who = 'ben'")
    behind(crafted, "UPDATE games SET played = 0, number = 'one'")
    behind(crafted, "UPDATE tables SET key = 'k' || substr(key, 2)")
    behind(store, "DELETE FROM tables")

    with opened_backup(file) as backup:
        assert bring_back(backup, store) == 1
    assert store.history.tallies(ANAS_PHONE) == told
