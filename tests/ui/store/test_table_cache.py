"""What a server holds of tables in memory is no older than what another kept, and nothing of tables that are gone."""

from __future__ import annotations

from dataclasses import replace

from scoring import Kingdom
from scoring.castle import Castle
from tests.given import KITCHEN
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, changed, on_sqlite, saved
from ui.photos.pictures import kept as kept_picture
from ui.photos.reading import to_board_reading
from ui.store import Store, StoredTable
from ui.table.board import Board, read_board
from ui.table.table import Table
from vision import load, read

pytestmark = on_sqlite

TABLE = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
LAID = TABLE.with_new_board(1, Board(Kingdom.parse("www/wCw/www")))


def photographed() -> Table:
    photo = load(KITCHEN)
    return TABLE.with_new_board(1, read_board(to_board_reading(read(photo)[0]), kept_picture(photo)))


def has_photo(kept: StoredTable) -> bool:
    board = kept.table.seats[0].board
    return board is not None and board.source is not None


def test_whoever_is_told_an_older_version_keeps_the_latest(store: Store) -> None:
    host = store.create(LAID, ANAS_PHONE)
    after = saved(store, host, host.table.with_player("Chloé", Castle.PINK))

    assert store.at_least(after.number, host.version) == after


def test_the_number_of_a_table_that_is_gone_is_not_given_again(store: Store, elsewhere: Store) -> None:
    gone = store.create(photographed(), ANAS_PHONE)
    elsewhere.close(gone.number)  # this server still has its photo in memory

    new = store.create(TABLE, BENS_PHONE)

    assert new.number != gone.number
    assert store.change(gone.key, ANAS_PHONE, lambda _: gone.table) is None


def test_a_kept_photo_from_another_server_is_there_for_everybody(store: Store, elsewhere: Store) -> None:
    host = store.create(replace(TABLE, keep_photos=True), ANAS_PHONE)
    saved(elsewhere, host, replace(photographed(), keep_photos=True))

    after = changed(store, host, lambda table: table.with_player("Chloé", Castle.PINK))

    assert has_photo(after)
    assert "Chloé" in after.table.names.values()


def test_a_table_that_no_page_holds_between_two_taps_is_at_hand_until_it_is_closed(store: Store) -> None:
    number = store.create(LAID, ANAS_PHONE).number
    assert store.table_cache.since(number, 1) is not None

    store.close(number)

    assert store.table_cache.since(number, 1) is None
