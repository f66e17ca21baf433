"""A game of Kingdoms as it is played, told, written down and kept, for its phones alone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from scoring.kingdoms import EPOCHS, Board, Colour, piece_of
from tests.given import EVENING, SAMPLES
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, saved
from ui.drawing.pieces import explained, game_csv, game_line, headline
from ui.store import Store
from ui.store.phones import EVERYBODY
from ui.table.converter import FormatError
from ui.table.forms import kingdoms_in, kingdoms_text, table_in, table_text
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.table import Table, TableError

FULL = Board.parse((SAMPLES / "kingdoms" / "epoch-1.txt").read_text())
RED_ALONE = Board.parse("r2 +3 . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")
ANA_AND_BEN = Game().with_players([Player(Colour.GREEN, "Ben"), Player(Colour.RED, " Ana ")])
UNDER_WAY = ANA_AND_BEN.with_new_board(0, Epoch(FULL)).checked(0).with_new_board(1, Epoch())


def played(*boards: Board) -> Game:
    game = ANA_AND_BEN
    for at, board in enumerate(boards):
        game = game.with_new_board(at, Epoch(board)).checked(at)
    return game


def test_players_sit_in_the_order_of_the_colours_with_plain_names() -> None:
    assert [(player.colour, player.name) for player in ANA_AND_BEN.players] == [
        (Colour.RED, "Ana"),
        (Colour.GREEN, "Ben"),
    ]


@pytest.mark.parametrize(
    "players",
    [
        [],
        [Player(Colour.RED, "Ana")],
        [Player(Colour.RED, "Ana"), Player(Colour.RED, "Ben")],
        [Player(Colour.RED, "Ana"), Player(Colour.BLUE, " ")],
    ],
    ids=["nobody", "one", "one colour twice", "no name"],
)
def test_a_game_wants_two_to_four_players_with_names_and_colours_of_their_own(players: list[Player]) -> None:
    with pytest.raises(ValueError, match=r"two to four|has a name"):
        Game().with_players(players)


def test_an_epoch_follows_the_one_before() -> None:
    with pytest.raises(IndexError, match="epoch 2 does not follow 0"):
        ANA_AND_BEN.with_new_board(1, Epoch())


def test_the_game_goes_on_with_the_first_epoch_nobody_has_checked() -> None:
    assert ANA_AND_BEN.under_way == 0
    assert UNDER_WAY.under_way == 1
    assert played(RED_ALONE, RED_ALONE, RED_ALONE).under_way == EPOCHS - 1
    assert played(RED_ALONE, RED_ALONE, RED_ALONE).is_over


def test_a_game_that_is_over_has_its_boards_and_the_next_its_players() -> None:
    game = played(RED_ALONE, RED_ALONE, RED_ALONE)
    past = game.finished(4, EVENING)

    assert past is not None
    assert [purse.now for purse in past.sheet.purses] == [68, 50]
    assert (past.number, past.played) == (4, EVENING)
    assert (game.again().players, game.again().epochs) == (ANA_AND_BEN.players, ())
    assert ANA_AND_BEN.finished(1, EVENING) is None


def test_a_player_leaves_as_long_as_two_stay() -> None:
    three = ANA_AND_BEN.with_players([*ANA_AND_BEN.players, Player(Colour.YELLOW, "Chloé")])

    assert [player.name for player in three.without_player(1).players] == ["Chloé", "Ben"]
    with pytest.raises(ValueError, match="two to four"):
        ANA_AND_BEN.without_player(1)


def changed(**parts: Any) -> str:
    return json.dumps(json.loads(kingdoms_text(UNDER_WAY)) | parts)


BROKEN = {
    "a list": "[]",
    "of another kind": '{"crownsight": 1}',
    "too many epochs": changed(epochs=json.loads(kingdoms_text(UNDER_WAY))["epochs"] * 2),
    "one player": changed(players=[{"colour": "red", "name": "Ana"}]),
    "no such colour": changed(players=[{"colour": "pink", "name": "Ana"}] * 2),
    "a broken board": changed(epochs=[{"board": "M", "checked": True, "number": 1, "revision": 0}]),
    "a number that was never given": changed(numbered=0),
}


@pytest.mark.parametrize("kind", list(BROKEN))
def test_a_file_that_is_none_of_ours_is_refused_with_a_sentence(kind: str) -> None:
    with pytest.raises(FormatError, match=r"\w+ \w+"):
        kingdoms_in(BROKEN[kind])


def test_a_line_for_the_chat_has_places_names_and_gold() -> None:
    assert game_line(played(RED_ALONE)) == "Kingdoms: 1. Ana 56, 2. Ben 50"


def test_the_table_has_every_line_of_every_epoch_and_the_gold() -> None:
    rows = game_csv(played(RED_ALONE, RED_ALONE)).split("\r\n")

    assert rows[0] == "epoch,player,colour,line,gold"
    assert "1,Ana,red,row 1,6" in rows
    assert rows.count("2,Ana,red,gold,62") == 1
    assert len(rows) == 1 + 2 * 2 * 12 + 1


def test_a_name_that_a_spreadsheet_would_compute_is_quoted() -> None:
    game = ANA_AND_BEN.with_players([Player(Colour.RED, "=1+1"), Player(Colour.BLUE, "Ben")])

    assert "'=1+1" in game_csv(game.with_new_board(0, Epoch(RED_ALONE)))


def test_a_line_is_told_part_by_part_with_the_players_names() -> None:
    board = Board.parse("r2 +3 M -2 g1 r1/. . . . . ./. . . . . ./. . . . . ./. . . . . .")
    game = played(board)
    assert game.sheet is not None

    assert explained(game.sheet.epochs[0].lines[0], game) == [
        "row 1, left of the mountain: +3, base 3",
        "Ana: 3 × 2 = +6",
        "row 1, right of the mountain: -2, base -2",
        "Ana: \N{MINUS SIGN}2 × 1 = \N{MINUS SIGN}2",
        "Ben: \N{MINUS SIGN}2 × 1 = \N{MINUS SIGN}2",
    ]


def test_victory_and_the_next_start_are_shared_by_equals() -> None:
    assert headline(played(RED_ALONE), ["Ana"]) == "Ana starts the next epoch"
    assert "one of them starts" in headline(played(RED_ALONE), ["Ana", "Ben"])
    assert headline(played(RED_ALONE, RED_ALONE, RED_ALONE), ["Ana", "Ben"]) == "Ana and Ben share the victory"


# --- At a table


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
