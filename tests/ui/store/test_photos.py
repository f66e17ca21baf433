"""What the database keeps of a photo: the reading with its warnings, in any language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text

from scoring import EMPTY, Castle, Kingdom
from scoring.message import Message, message, plural
from tests.ui.kept_tables import ANAS_PHONE, NewServer, found
from ui.store import Store
from ui.store.photo_json import PhotoRow, photo_row, photographed_in
from ui.table.board import Board
from ui.table.source import BoardReading, Picture, ReadSquare, Seen, Source
from ui.table.table import Table

GLARE = message("Light glares on {places}.", places=message("{first}; {rest}", first="a", rest="b"))
COUNTED = plural(2, "{number} square is hidden", "{number} squares are hidden")


PICTURE = Picture(b"", 1, 1, 1.0)


def stored_reading(*warnings: Message) -> BoardReading:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return BoardReading(Kingdom.empty(1, 1), ((ReadSquare(EMPTY, 1.0),),), corners, warnings=warnings)


def stored(*warnings: Message) -> PhotoRow:
    return photo_row(1, 1, Source.of(stored_reading(*warnings), PICTURE))


def reading_in(row: PhotoRow) -> BoardReading:
    source = photographed_in(row)
    assert isinstance(source, Source)
    return source.reading


def warnings_in(row: PhotoRow) -> tuple[Message, ...]:
    return reading_in(row).warnings


@pytest.mark.parametrize("warning", [message("The photo is blurred."), GLARE, COUNTED])
def test_a_warning_can_still_be_translated_when_it_comes_back(warning: Message) -> None:
    assert warnings_in(stored(warning)) == (warning,)


def test_the_castle_and_the_hidden_squares_come_back() -> None:
    reading = replace(stored_reading(), castle=Castle.PINK, castle_confidence=0.99, hidden={(0, 0): 0.8})

    assert reading_in(photo_row(1, 1, Source.of(reading, PICTURE))) == reading


def test_what_was_seen_comes_back() -> None:
    seen = Seen(bytes(range(256)), against=(GLARE,), advice=(COUNTED,), pale=True)
    row = photo_row(1, 1, Source.of(replace(stored_reading(), seen=seen), PICTURE))

    assert reading_in(row).seen == seen


@pytest.mark.parametrize("reading", ["", "{}", "[]", '{"corners": [[0, 0]]}', '{"squares": []}'])
def test_a_damaged_reading_leaves_the_board_without_its_photo(reading: str) -> None:
    assert photographed_in(replace(stored(), reading=reading)) is None


def test_a_board_in_a_backup_with_a_damaged_reading_is_found(store: Store, new_server: NewServer) -> None:
    board = Board(Kingdom.parse("C"), source=Source.of(stored_reading(), PICTURE))
    table = replace(Table(), keep_photos=True).with_player("Ana", Castle.BLUE).with_new_board(1, board)
    kept = store.create(table, ANAS_PHONE)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE photos SET reading = '{}'"))

    again = new_server(store.url)

    assert found(again, kept.key).table == table
    assert again.photo(kept.number, 2) is None


@pytest.mark.parametrize(("trial", "kept"), [("", 1), ("1", 0)])
def test_where_strangers_try_the_app_no_photo_is_kept_whatever_a_table_asks_for(
    trial: str, kept: int, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNSIGHT_TRIAL", trial)
    board = Board(Kingdom.parse("w1w/Cf"), source=Source.of(stored_reading(), PICTURE))
    table = replace(Table().with_player("Ana", Castle.BLUE).with_new_board(1, board), keep_photos=True)
    store.create(table, ANAS_PHONE)

    with store.engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM photos")) == kept
