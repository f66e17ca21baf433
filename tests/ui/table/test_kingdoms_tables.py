"""A game of Kingdoms is kept like any other: by either database, for its phones alone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from scoring.kingdoms import Board, Colour, piece_of
from tests.given import EVENING
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, saved
from tests.ui.table.nonsense import is_read_or_refused, with_one_value_replaced
from ui.store import Store
from ui.store.phones import EVERYBODY
from ui.table.forms import table_in, table_text
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.table import Table, TableError

PLAYERS = [Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben"), Player(Colour.GREEN, "Chloé")]
LAID = Epoch(Board.parse("r2 +3 . . . ./. M . . . ./. . D . . ./. . . . . ./. . . . . b1"))
GAME = Game().with_players(PLAYERS).with_new_board(0, LAID)
TABLE = Table(kingdoms=GAME)


def game_of(table: Table) -> Game:
    assert table.kingdoms is not None
    return table.kingdoms


def entered(table: Table, row: int, column: int, piece: str) -> Table:
    """The table after one phone put a piece on the first board."""
    game = game_of(table)
    epoch = game.epochs[0]
    board = epoch.board.with_piece(row, column, piece_of(piece))
    changed = replace(epoch, board=board)
    return replace(table, kingdoms=game.with_epoch(0, changed))


# --- As text


def test_a_table_of_kingdoms_comes_back_as_it_was() -> None:
    under_way = replace(TABLE.again(EVENING), kingdoms=GAME.checked(0).with_new_board(1, LAID).with_new_board(1, LAID))

    assert table_in(table_text(under_way)) == under_way


def test_a_table_from_before_there_were_such_games_is_still_read() -> None:
    held = json.loads(table_text(Table()))
    held.pop("kingdoms", None)

    assert table_in(json.dumps(held)) == Table()


@given(with_one_value_replaced(table_text(replace(TABLE.again(EVENING), kingdoms=GAME.with_new_board(0, LAID)))))
def test_a_table_with_one_value_replaced_is_read_or_refused(written: str) -> None:
    assert is_read_or_refused(written)


# --- In the database


def seating(table: Table, player: Player) -> Table:
    """The table with one player more."""
    game = game_of(table)
    return replace(table, kingdoms=game.with_players((*game.players, player)))


def test_every_piece_set_by_hand_is_noted_with_who_did_it(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    store.sit_down(kept.number, BENS_PHONE, 2)

    saved(store, kept, entered(TABLE, 4, 5, "b3"), BENS_PHONE)

    [noted] = store.corrections(kept.number)
    assert (noted.seat, noted.square, noted.was, noted.now, noted.by) == (EVERYBODY, (4, 5), "b1", "b3", 2)


def test_a_guest_leaves_but_sends_nobody_away_and_changes_no_game(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    store.sit_down(kept.number, BENS_PHONE, None)
    kept = saved(store, kept, seating(TABLE, Player(Colour.YELLOW, "Dev")), BENS_PHONE)

    with pytest.raises(TableError, match="remove another player"):
        store.change(kept.key, BENS_PHONE, lambda _: kept.table.without_player(1))
    nobody = store.create(Table(kingdoms=Game()), ANAS_PHONE)
    store.sit_down(nobody.number, BENS_PHONE, None)
    with pytest.raises(TableError, match="choose its game"):
        store.change(nobody.key, BENS_PHONE, lambda _: Table())
    with pytest.raises(TableError, match="photos are kept"):
        store.change(kept.key, BENS_PHONE, lambda _: replace(kept.table, keep_photos=True))
    assert saved(store, kept, kept.table.without_player(3), BENS_PHONE).table.names == TABLE.names


def test_a_colour_that_another_player_took_later_is_no_longer_the_phones_that_had_it(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    store.sit_down(kept.number, BENS_PHONE, None)
    kept = saved(store, kept, seating(TABLE, Player(Colour.YELLOW, "Dev")), BENS_PHONE)
    kept = saved(store, kept, TABLE, BENS_PHONE)

    kept = saved(store, kept, seating(TABLE, Player(Colour.YELLOW, "Eva")), ANAS_PHONE)

    with pytest.raises(TableError, match="remove another player"):
        store.change(kept.key, BENS_PHONE, lambda _: TABLE)
